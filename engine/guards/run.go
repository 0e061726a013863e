package guards

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// run is a history being run under one guard.
type run struct {
	kind    strategy
	w       *engine.World
	number  int // of the newest record
	done    []engine.Input
	found   []occurrence
	notes   []note
	made    *run                       // the history as it was made; nil: this is it
	numbers map[string]int             // of the requests, as the history was made
	from    map[conflict.Typing]string // of the history as it was made: typedFrom; nil: not looked for yet
	left    map[string]bool            // requests that are not under way here
	spared  map[string]bool            // of these, tries again of what has succeeded here
	heard   []string                   // requests whose answers the history hands over
	locks   *locks                     // nil: nobody locks
	until   map[string]int64           // for how many seconds an answer is needed; nil: not looked for yet
	in      ReplayInput
	stopped func() bool

	preparing []engine.Input // what the strategy wants to be done before, and could not be as yet

	cutShort []int        // the events that had another's value end sooner, whose senders had not been shown it
	expired  int          // how often such a value ended by that, which is no anomaly
	unread   map[pair]int // how often who replaced whose work unread, which is no anomaly
	over     map[pair]int // how often who overwrote whose claim that it had read: none either
	typed    map[pair]int // how often whose typed text went over whose that it had read: none either
	sent     *carried
	anew     map[remade]bool // what was made anew by who asked for the absence

	endless []engine.ObjectID // whose leases stand without an end
	idle    bool              // nobody has changed or done anything

	twice atomic.Pointer[string] // what Row.Twice says; nil: nobody has asked

	anomalies []string       // each once, in the order in which they came
	counts    map[string]int // of the anomalies
	pairs     map[pair]bool
	ownDone   map[int]bool           // by wish: its writer has read that a try of it was done
	leftTo    map[string]engine.Send // by who leaves its work to another: the request whose refusal said so
}

// occurrence is a finding, with how many inputs led to it.
type occurrence struct {
	conflict.Finding
	at int
}

// anomaly is a finding as a column's id, as `~ lost-update`.
func (m occurrence) anomaly() string { return string(m.Severity) + " " + string(m.Kind) }

func (m occurrence) pair() pair { return pair{m.Severity, m.Whose, m.By} }

// under runs the history under a guard. made is nil for the history as it was made.
func (in ReplayInput) under(kind strategy, made *run, stopped func() bool) *run {
	g := &run{kind: kind, w: in.World.Clone(), number: in.Start, made: made, in: in,
		left: map[string]bool{}, spared: map[string]bool{}, stopped: stopped, sent: &carried{}}
	if made != nil {
		g.numbers = made.numbers
	}
	g.locks = g.rounds()
	for _, service := range in.World.Services() { // in their order: a map has none
		if prepare := kind.of[service].Prepare; prepare != nil {
			g.preparing = append(g.preparing, prepare(in.sends())...)
		}
	}
	g.prepare()
	g.endPlans()
	for _, input := range in.Inputs {
		if stopped() {
			return g
		}
		g.take(input)
		g.prepare()
	}
	g.lockLate()
	for _, name := range g.heard { // what could not be handed over in its place: it waited, or came another way
		if m := g.flying(name); m != nil && m.Back {
			g.try(engine.ReceiveAnswer{Names: []string{name}})
		}
	}
	return g
}

// endPlans takes away the plans whose requests the history sends, each as it was sent: left where it stood, a plan
// would send them once more behind it.
func (g *run) endPlans() {
	for _, send := range g.in.sends() {
		if p := g.w.PlanOf(send.By); p != nil && len(p.Steps) > 0 && !p.Ended() {
			g.try(engine.Plan{By: send.By})
		}
	}
}

// prepare does what the strategy wants to be done before the history, request by request: what is to be prepared may be
// made by the history itself, and is prepared then.
func (g *run) prepare() {
	left := g.preparing
	g.preparing = nil
	for len(left) > 0 {
		n := 1
		for n < len(left) && !isSend(left[n]) {
			n++
		}
		if g.wouldPass(left[:n]) {
			for _, input := range left[:n] {
				g.try(input)
			}
		} else {
			g.preparing = append(g.preparing, left[:n]...)
		}
		left = left[n:]
	}
}

func isSend(in engine.Input) bool {
	_, is := in.(engine.Send)
	return is
}

// wouldPass says whether a request that some inputs send, have decided and hear is accepted now.
func (g *run) wouldPass(inputs []engine.Input) bool {
	w := g.w.Clone()
	for n, in := range inputs {
		if _, err := w.Step(g.number+1+n, in); err != nil {
			return false
		}
	}
	x := w.Exchange(w.Requests())
	return x != nil && x.Answer.Accepted()
}

// count sums up what was found.
func (g *run) count() {
	g.counts, g.pairs = map[string]int{}, map[pair]bool{}
	for _, m := range g.found {
		if g.counts[m.anomaly()] == 0 {
			g.anomalies = append(g.anomalies, m.anomaly())
		}
		g.counts[m.anomaly()]++
		g.pairs[m.pair()] = true
	}
	g.countEndless()
	g.idle = isIdle(g.w, g.in.World)
}

// numbered are the numbers of all requests by their names.
func (g *run) numbered() map[string]int {
	numbers := map[string]int{}
	for n := 1; n <= g.w.Requests(); n++ {
		numbers[g.w.Exchange(n).Name] = n
	}
	return numbers
}

// put puts an input in and has the referee judge what came of it.
func (g *run) put(in engine.Input) error {
	before := g.w.Clone()
	events, err := g.w.Step(g.number+1, in)
	if err != nil {
		return err
	}
	g.number++
	g.done = append(g.done, in)
	g.countUnread(before, events)
	for _, marks := range conflict.Judge(before, events) {
		for _, m := range marks {
			g.found = append(g.found, occurrence{m, len(g.done)})
		}
	}
	return nil
}

// countUnread counts the events that replaced what their writer had not read, and those that replaced a claim that it
// had. Where a strategy leaves the locks of the
// history out, nobody has waited for one.
func (g *run) countUnread(before *engine.World, events []engine.Event) {
	w := before.Clone()
	count := func(in *map[pair]int, whose, by string) {
		if *in == nil {
			*in = map[pair]int{}
		}
		(*in)[pair{engine.SeveritySilent, whose, by}]++
	}
	for i, e := range events {
		if replaced, ok := g.replacedBy(w, e); ok {
			count(&g.unread, replaced.Mark.By, e.By)
		}
		if replaced, ok := conflict.Overwritten(w, e); ok {
			count(&g.over, replaced.Mark.By, e.By)
		} else if replaced, ok := g.retyped(w, e); ok {
			count(&g.typed, replaced.Mark.By, e.By)
		}
		g.noteAnew(w, e)
		w.Redo(events[i : i+1])
		if conflict.CutsShort(w, e) {
			g.cutShort = append(g.cutShort, e.Number)
		}
		if end, _, ok := conflict.EndSet(e); ok && slices.Contains(g.cutShort, end.Event) {
			g.expired++
		}
	}
}

// replacedBy is another's work that an event replaced unread. Whose locks the strategy leaves out has not waited for
// one; who holds those that it takes in the place of one that guards an object by agreement is excused as who held
// that.
func (g *run) replacedBy(w *engine.World, e engine.Event) (replaced engine.Change, ok bool) {
	if x := w.Exchange(e.Request); g.kind.unlocked() && x != nil && g.kind.replaces(g.w.ServiceOf(x.Verb)) {
		return conflict.Blindly(w, e)
	}
	replaced, ok = conflict.Unread(w, e)
	return replaced, ok && (!g.kind.locks() || w.Guardian(replaced.Object).IsZero())
}

// try puts an input in where the world takes it: under another guard some messages are elsewhere.
func (g *run) try(in engine.Input) bool { return g.put(in) == nil }

func (g *run) take(in engine.Input) {
	switch in := in.(type) {
	case engine.Send:
		g.send(in)
	case engine.Arrive:
		g.each(in.Names, func(names ...string) engine.Input { return engine.Arrive{Names: names, Choose: in.Choose} })
	case engine.Deliver:
		g.each(in.Names, func(names ...string) engine.Input { return engine.Deliver{Names: names, Choose: in.Choose} })
	case engine.ReceiveAnswer:
		g.heard = append(g.heard, in.Names...)
		g.each(in.Names, func(names ...string) engine.Input { return engine.ReceiveAnswer{Names: names} })
		for _, name := range in.Names {
			g.unlockAfter(name)
			g.look(name)
			g.tryAgain(name)
		}
	case engine.Edit:
		g.edit(in)
	case engine.Act:
		if g.leavesWork(in.By) {
			return
		}
		g.worksBehind(in.By)
		g.try(in)
	default:
		g.try(in)
	}
}

// worksBehind tells of work that is done behind a request that is refused here and was not where the history was made:
// the history has it done, whether its writer would look at the refusal or not, as a plan does.
func (g *run) worksBehind(by string) {
	writer := g.w.Writer(by)
	if writer == nil || g.made == nil || writer.Newest == 0 {
		return
	}
	if x := g.w.Exchange(writer.Newest); !x.Answer.Accepted() && succeeded(g.made.w, x.Name) {
		g.tell("Refused here, and the work behind it is done as it was: %s. What a plan does then, all orders try.",
			x.Asked())
	}
}

// each puts an input in for all its names; where that does not fit, for each that does.
func (g *run) each(names []string, input func(...string) engine.Input) {
	names = slices.DeleteFunc(slices.Clone(names),
		func(name string) bool { return g.left[strings.TrimRight(name, "'")] })
	if len(names) == 0 || g.try(input(names...)) || len(names) == 1 {
		return
	}
	for _, name := range names {
		g.try(input(name))
	}
}

func (g *run) edit(in engine.Edit) {
	x := g.w.Named(in.Name)
	if x == nil || g.left[in.Name] {
		return
	}
	if spec := g.w.Spec(x.Verb); g.kind.replaces(g.w.ServiceOf(x.Verb)) {
		in.Args = slices.DeleteFunc(slices.Clone(in.Args),
			func(a engine.Arg) bool {
				p, _ := spec.Param(a.Name)
				return p.Guards() || g.kind.ID == none.ID && p.GuardsSource()
			})
	}
	if len(in.Args) > 0 {
		g.try(in)
	}
}

// send sends a request as the guard wants it.
func (g *run) send(in engine.Send) {
	spec := g.w.Spec(in.Verb)
	if in.By == engine.Seed || spec == nil {
		g.try(in)
		return
	}
	if in.As == "" {
		in.As = fmt.Sprintf("r%d", g.w.Requests()+1)
	}
	if _, only := g.w.ServiceOf(in.Verb).BareOf(spec, in); only && g.kind.replaces(g.w.ServiceOf(in.Verb)) {
		g.left[in.As] = true
		g.tell("The scenario's own locks are left out: %s.", in)
		return
	}
	if g.spares(in) || g.leavesWrite(in) {
		return
	}
	if g.locks != nil && g.lockBefore(in) {
		return
	}
	g.start(in)
}

// spares leaves out another try of what has succeeded here, and had not where the history was made: nobody who hears so
// tries again.
func (g *run) spares(in engine.Send) bool {
	first := in.Words.Again
	if x := g.w.Named(first); x != nil && g.ownDone[x.Wish] || first == "" && g.isDoneElsewhere(in) {
		g.left[in.As] = true
		g.tell("Not tried again, because a read has shown that it is done: %s.", in)
		return true
	}
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
func (g *run) start(in engine.Send) bool {
	spec := g.w.Spec(in.Verb)
	delete(g.leftTo, in.By)
	if g.made != nil {
		in.Words = g.words(in.Words)
		var note string
		if in, note = g.guarded(spec, in); note != "" {
			g.tell(note, in)
		}
		in.Args = g.lockNamed(spec, in)
		in = g.signed(spec, in)
	}
	if !g.try(in) {
		g.left[in.As] = true
		g.tell("Not sent, because what it uses is not heard here: %s.", in)
		return false
	}
	return true
}

// answers are those that a writer heard in this run, for one request.
type answers struct {
	view.ForRequest
	run *run
}

// Needed goes by the clock of the history as it was made.
func (a answers) Needed(request string) int64 {
	if a.run.until == nil {
		a.run.until = a.run.in.needed()
	}
	return neededOf(a.run.until, request)
}

// needed is for how many seconds each answer is referred to by its hearer's requests, until the last one has come to
// the service, and two more.
func (in ReplayInput) needed() map[string]int64 {
	w, number := in.World.Clone(), in.Start
	sent, until := map[string]engine.Instant{}, map[string]int64{}
	refers := func(args []engine.Arg) {
		for _, a := range args {
			name, _, _ := a.Value.RefName()
			if since, ok := sent[name]; ok {
				until[name] = int64(w.Now().Sub(since).Seconds()) + 2
			}
		}
	}
	for _, input := range in.Inputs {
		if send, ok := input.(engine.Send); ok {
			sent[send.As] = w.Now()
			refers(send.Args)
		}
		number++
		events, _ := w.Step(number, input)
		for _, e := range events {
			if e.Kind == engine.Decided {
				refers(w.Exchange(e.Request).Args)
			}
		}
	}
	return until
}

// words leaves out what a request says of answers that were not given here.
func (g *run) words(w engine.Words) engine.Words {
	if x := g.w.Named(w.From); w.From != "none" && (x == nil || x.Heard.IsZero()) {
		w.From = ""
	}
	if g.w.Named(w.Again) == nil {
		w.Again = ""
	}
	return w
}

// whole puts a request in, has it decided, and hands its answer over.
func (g *run) whole(in engine.Send) (accepted bool) { return g.start(in) && g.answered(in.As) }

// answered has a request decided and hands its answer over.
func (g *run) answered(name string) (accepted bool) {
	g.try(engine.Deliver{Names: []string{name}})
	g.try(engine.ReceiveAnswer{Names: []string{name}})
	return succeeded(g.w, name)
}

// flying is the message of a request that is under way or at the service; nil where there is none.
func (g *run) flying(name string) *engine.Message {
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

// tell notes what is said of a request, by the number that it has in the history as it was made.
func (g *run) tell(text string, in engine.Send) {
	called := g.w.Spec(in.Verb).Method
	if n := g.numbers[in.As]; n != 0 {
		called += fmt.Sprintf(" #%d", n)
	}
	for i := range g.notes {
		if g.notes[i].text == text {
			g.notes[i].about = append(g.notes[i].about, called)
			return
		}
	}
	g.notes = append(g.notes, note{text, []string{called}})
}

// sentences are what could not be done as the guard wants it.
func (g *run) sentences() (list []string) {
	for _, n := range g.notes {
		list = append(list, n.String())
	}
	return list
}
