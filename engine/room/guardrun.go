package room

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// guardRun is a scene being run under one guard.
type guardRun struct {
	kind    guardKind
	w       *engine.World
	number  int // of the newest record
	done    []engine.Input
	found   []guardMark
	told    []note
	made    *guardRun        // the scene as it was made; nil: this is it
	numbers map[string]int   // of the requests, as the scene was made
	left    map[string]bool  // requests that are not under way here
	spared  map[string]bool  // of these, tries again of what has succeeded here
	heard   []string         // requests whose answers the scene hands over
	locks   *locks           // nil: nobody locks
	until   map[string]int64 // for how many seconds a received message is needed
	stopped *atomic.Bool     // nobody wants to know any more
	harms   []string         // each once, in the order in which they came
	counts  map[string]int   // of the harms
	pairs   map[harmed]bool
}

// guardMark is a mark, with how many inputs led to it.
type guardMark struct {
	conflict.Finding
	at int
}

// under runs the scene under a guard. made is nil for the scene as it was made.
func (s scene) under(kind guardKind, made *guardRun, stopped *atomic.Bool) *guardRun {
	g := &guardRun{kind: kind, w: s.world.Clone(), number: s.start, made: made, left: map[string]bool{},
		spared: map[string]bool{}, stopped: stopped}
	if made != nil {
		g.numbers = made.numbers
	}
	if kind.locker != nil {
		g.locks = s.locksOf(kind.locker)
	}
	if kind.id == "hidden" {
		g.until = s.needed()
	}
	for _, in := range kind.before(s) {
		g.try(in)
	}
	for _, in := range s.inputs {
		if stopped.Load() {
			return g
		}
		g.take(in)
	}
	g.lockLate()
	for _, name := range g.heard { // what could not be handed over in its place: it waited, or came another way
		if m := g.flying(name); m != nil && m.Back {
			g.try(engine.ReceiveAnswer{Names: []string{name}})
		}
	}
	return g
}

// count sums up what was found.
func (g *guardRun) count() {
	g.counts, g.pairs = map[string]int{}, map[harmed]bool{}
	for _, m := range g.found {
		if g.counts[m.harm()] == 0 {
			g.harms = append(g.harms, m.harm())
		}
		g.counts[m.harm()]++
		g.pairs[m.pair()] = true
	}
}

// numbered are the numbers of all requests by their names.
func (g *guardRun) numbered() map[string]int {
	numbers := map[string]int{}
	for n := 1; n <= g.w.Requests(); n++ {
		numbers[g.w.Exchange(n).Name] = n
	}
	return numbers
}

// put puts an input in and has the referee judge what came of it.
func (g *guardRun) put(in engine.Input) error {
	before := g.w.Clone()
	events, err := g.w.Step(g.number+1, in)
	if err != nil {
		return err
	}
	g.number++
	g.done = append(g.done, in)
	for _, marks := range conflict.Judge(before, events) {
		for _, m := range marks {
			g.found = append(g.found, guardMark{m, len(g.done)})
		}
	}
	return nil
}

// try puts an input in where the world takes it: under another guard some messages are elsewhere.
func (g *guardRun) try(in engine.Input) bool { return g.put(in) == nil }

func (g *guardRun) take(in engine.Input) {
	switch in := in.(type) {
	case engine.Send:
		g.send(in)
	case engine.Arrive:
		g.each(in.Names, func(names ...string) engine.Input { return engine.Arrive{Names: names} })
	case engine.Deliver:
		g.each(in.Names, func(names ...string) engine.Input { return engine.Deliver{Names: names} })
	case engine.ReceiveAnswer:
		g.heard = append(g.heard, in.Names...)
		g.each(in.Names, func(names ...string) engine.Input { return engine.ReceiveAnswer{Names: names} })
		for _, name := range in.Names {
			g.unlockAfter(name)
		}
	case engine.Edit:
		g.edit(in)
	default:
		g.try(in)
	}
}

// each puts an input in for all its names; where that does not fit, for each that does.
func (g *guardRun) each(names []string, input func(...string) engine.Input) {
	names = slices.DeleteFunc(slices.Clone(names),
		func(name string) bool { return g.left[strings.TrimRight(name, "'")] })
	if len(names) == 0 || g.try(input(names...)) || len(names) == 1 {
		return
	}
	for _, name := range names {
		g.try(input(name))
	}
}

func (g *guardRun) edit(in engine.Edit) {
	x := g.w.Named(in.Name)
	if x == nil || g.left[in.Name] {
		return
	}
	if g.kind.rewrite != nil && !g.kind.keeps {
		in.Args = withoutGuards(g.w.Spec(x.Verb), in.Args)
	}
	if len(in.Args) > 0 {
		g.try(in)
	}
}

// send sends a request as the guard wants it.
func (g *guardRun) send(in engine.Send) {
	spec := g.w.Spec(in.Verb)
	if in.By == engine.Seed || spec == nil {
		g.try(in)
		return
	}
	if in.As == "" {
		in.As = fmt.Sprintf("r%d", g.w.Requests()+1)
	}
	if g.kind.rewrite != nil && !g.kind.keeps && isLock(spec) {
		g.left[in.As] = true
		g.tell("The scenario's own locks are left out: %s.", in)
		return
	}
	if g.spares(in) {
		return
	}
	if g.locks != nil && g.lockBefore(in) {
		return
	}
	g.start(in)
}

// spares leaves out another try of what has succeeded here, and had not where the scene was made: nobody who hears so
// tries again.
func (g *guardRun) spares(in engine.Send) bool {
	first := in.Words.Again
	if g.made == nil || first == "" || !g.spared[first] && (!succeeded(g.w, first) || succeeded(g.made.w, first)) {
		return false
	}
	g.left[in.As], g.spared[in.As] = true, true
	g.tell("Not tried again, because the try before has succeeded here: %s.", in)
	return true
}

// succeeded says whether the sender of a request has heard that it was accepted.
func succeeded(w *engine.World, name string) bool {
	x := w.Named(name)
	return x != nil && !x.Heard.IsZero() && x.Answer.Accepted()
}

// start puts one request under way, or says why it is not.
func (g *guardRun) start(in engine.Send) bool {
	spec := g.w.Spec(in.Verb)
	if g.kind.rewrite != nil {
		in.Words = g.words(in.Words)
		var note string
		if in, note = g.kind.rewrite(g, spec, in); note != "" {
			g.tell(note, in)
		}
	}
	if g.locks != nil {
		in.Args = g.lockNamed(spec, in)
	}
	if !g.try(in) {
		g.left[in.As] = true
		g.tell("Not sent, because what it uses is not heard here: %s.", in)
		return false
	}
	return true
}

// words leaves out what a request says of answers that were not given here.
func (g *guardRun) words(w engine.Words) engine.Words {
	if x := g.w.Named(w.From); w.From != "none" && (x == nil || x.Heard.IsZero()) {
		w.From = ""
	}
	if g.w.Named(w.Again) == nil {
		w.Again = ""
	}
	return w
}

// whole puts a request in, has it decided, and hands its answer over.
func (g *guardRun) whole(in engine.Send) (accepted bool) {
	if !g.start(in) {
		return false
	}
	g.try(engine.Deliver{Names: []string{in.As}})
	g.try(engine.ReceiveAnswer{Names: []string{in.As}})
	return succeeded(g.w, in.As)
}

// flying is the message of a request that is under way or at the service; nil where there is none.
func (g *guardRun) flying(name string) *engine.Message {
	x := g.w.Named(name)
	if x == nil {
		return nil
	}
	for _, m := range g.w.Flight() {
		if m.Request == x.Number && m.Copy == 0 {
			return m
		}
	}
	return nil
}

// known is what a writer can know in this run.
func (g *guardRun) known(writer string) *view.Known { return view.OfWorld(g.w).Known(writer) }

// note is a sentence with the requests that it is about.
type note struct {
	text  string
	about []string
}

// toldMost is how many requests a sentence names.
const toldMost = 4

func (n note) String() string {
	list := strings.Join(n.about[:min(len(n.about), toldMost)], ", ")
	if more := len(n.about) - toldMost; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf(n.text, list)
}

// tell notes what is said of a request, by the number that it has in the scene as it was made.
func (g *guardRun) tell(text string, in engine.Send) {
	called := g.w.Spec(in.Verb).Method
	if n := g.numbers[in.As]; n != 0 {
		called += fmt.Sprintf(" #%d", n)
	}
	for i := range g.told {
		if g.told[i].text == text {
			g.told[i].about = append(g.told[i].about, called)
			return
		}
	}
	g.told = append(g.told, note{text, []string{called}})
}

// sentences are what could not be done as the guard wants it.
func (g *guardRun) sentences() (list []string) {
	for _, n := range g.told {
		list = append(list, n.String())
	}
	return list
}
