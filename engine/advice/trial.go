package advice

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// oneWay is the time that a message takes, as the session gives it to a message of a hand.
const oneWay = 100 * time.Millisecond

// stepsMost is how many steps all trials of one card may take together: it is the same everywhere, and what has not
// ended by then is called not tried.
const stepsMost = 2000

// trial is a candidate being carried out on a clone.
type trial struct {
	a       *adviser
	w       *engine.World
	number  int
	start   *engine.World // the world in which it began
	earlier bool          // it begins in front of a record of the path, on a branch of its own
	back    int           // the record that it begins at then
	inputs  []engine.Input
	drafts  []Draft
	found   []conflict.Finding
	last    *engine.Exchange // the newest request of the candidate
	blind   bool             // it replaces another's work that the sender never read: no mark, and no good advice
	unread  engine.Mark      // that work
	unmeant engine.Part      // another's work that it takes away, which the finding's request was not sent to take
	cut     engine.Mark      // newer work of another on a text, which one that sets what is beside it takes away
	over    bool             // it replaces what the finding's victim had done
	waits   bool             // its newest request waits for a hand: nothing can follow yet
	err     error
}

// Draft is a text that the action leaves in an editor.
type Draft struct {
	Writer string
	Object engine.ObjectID
	view.Draft
}

func (a *adviser) trial() *trial {
	return &trial{a: a, w: a.v.Clone(), start: a.v.Clone(), number: a.v.Last}
}

// before is a trial that begins in front of a record of the path.
func (a *adviser) before(record int) *trial {
	w, at := a.v.Before(record)
	return &trial{a: a, w: w, start: w.Clone(), number: a.v.Last, earlier: true, back: at}
}

// put puts an input in and has the referee judge what comes of it.
func (t *trial) put(in engine.Input) []engine.Event {
	if t.waits && t.err == nil {
		t.err = errHeld
	}
	if t.err != nil {
		return nil
	}
	if t.a.steps++; t.a.steps > stepsMost {
		t.a.over, t.err = true, errNotTried
		return nil
	}
	before := t.w.Clone()
	events, err := t.w.Step(t.number+1, in)
	if err != nil {
		t.err = err
		return nil
	}
	t.number++
	t.inputs = append(t.inputs, in)
	for _, list := range conflict.Judge(before, events) {
		t.found = append(t.found, list...)
	}
	for _, e := range events {
		if replaced, unread := conflict.Unread(t.w, e); unread {
			t.blind, t.unread = true, replaced.Mark
		}
		if p := t.takesUnmeant(e); !p.Mark.IsZero() {
			t.unmeant = p
		}
		if cut := t.cutsOff(e); !cut.IsZero() {
			t.cut = cut
		}
		victim := t.a.c.Victim.Event
		t.over = t.over || victim != 0 && e.Kind == engine.Decided &&
			slices.ContainsFunc(e.Own(), func(c engine.Change) bool { return c.Mark.Event == victim })
	}
	return events
}

// send carries a request all the way, as one by hand goes: it may have to wait at the service, or be held on its way.
func (t *trial) send(s engine.Send) *trial {
	if s.As == "" {
		s.As = fmt.Sprintf("r%d", t.w.Requests()+1)
		for t.w.Named(s.As) != nil {
			s.As += "x"
		}
	}
	t.put(s)
	if t.err == nil {
		t.last = t.w.Named(s.As)
	}
	if t.w.Setting(s.By+".hold") == "on" {
		return t.held(s)
	}
	for _, in := range []engine.Input{engine.Clock{By: oneWay}, engine.Deliver{Names: []string{s.As}},
		engine.Clock{By: oneWay}, engine.ReceiveAnswer{Names: []string{s.As}}} {
		for _, e := range t.put(in) {
			if e.Kind == engine.Waiting {
				return t.look()
			}
		}
	}
	return t.look()
}

// carry has a request that is on its way arrive with other arguments than it was sent with.
func (t *trial) carry(x *engine.Exchange, args []engine.Arg) {
	var changes []engine.Arg
	for _, arg := range args {
		if was := engine.ValueOf(x.Args, arg.Name); !was.Equal(arg.Value) {
			changes = append(changes, arg)
		}
	}
	for _, arg := range x.Args {
		if engine.ValueOf(args, arg.Name).IsZero() {
			changes = append(changes, engine.Arg{Name: arg.Name})
		}
	}
	for _, in := range []engine.Input{engine.Edit{Name: x.Name, Args: changes}, engine.Deliver{Names: []string{x.Name}},
		engine.Clock{By: oneWay}, engine.ReceiveAnswer{Names: []string{x.Name}}} {
		t.put(in)
	}
	t.last = t.w.Exchange(x.Number)
}

// held leaves a request under way, where a hand delivers it: what it comes to is looked for aside, and nothing can be
// built on it.
func (t *trial) held(s engine.Send) *trial {
	if t.err != nil {
		return t
	}
	aside := *t
	aside.w, aside.inputs, aside.found = t.w.Clone(), nil, nil
	aside.put(engine.Deliver{Names: []string{s.As}})
	aside.put(engine.ReceiveAnswer{Names: []string{s.As}})
	t.found = append(t.found, aside.found...)
	t.blind, t.unread, t.unmeant, t.over = aside.blind, aside.unread, aside.unmeant, aside.over
	t.last = aside.w.Exchange(t.last.Number)
	t.waits = true
	return t
}

// decide has a request decided at this very moment.
func (t *trial) decide(s engine.Send) {
	s.As = "tried"
	t.put(s)
	t.put(engine.Deliver{Names: []string{s.As}})
	if t.err == nil {
		t.last = t.w.Named(s.As)
	}
}

// look takes the newest state of the last request.
func (t *trial) look() *trial {
	if t.last != nil && !t.waits {
		t.last = t.w.Exchange(t.last.Number)
	}
	return t
}

func (t *trial) known() *view.Known { return view.OfWorld(t.w).Known(t.a.c.By) }

// accepted says whether the newest request was heard to be accepted, and what it asked of the finding's object with it.
func (t *trial) accepted() bool {
	return t.err == nil && t.last != nil && !t.last.Heard.IsZero() && t.last.Answer.Accepted() && t.entryWhy() == nil
}

// entryWhy is what refused the finding's object among several which the newest request named in a list, and which was
// accepted as a whole; nil: nothing did.
func (t *trial) entryWhy() *engine.Cause {
	for _, f := range t.refusals() {
		if f.Request == t.last.Number && f.Object == t.a.c.Object && conflict.IsEntry(f, t.last) {
			return f.Cause
		}
	}
	return nil
}

// refusals are what of the candidate was refused.
func (t *trial) refusals() (list []conflict.Finding) {
	for _, f := range t.found {
		if f.Severity == engine.SeverityRefused {
			list = append(list, f)
		}
	}
	return list
}

// refuses says whether anything of the candidate was refused.
func (t *trial) refuses() bool { return len(t.refusals()) > 0 }

// reply is what the newest request was answered.
func (t *trial) reply() string {
	switch {
	case t.err != nil || t.last == nil:
		return "not tried"
	case t.last.Decided.IsZero():
		return "no answer yet"
	}
	reply := strings.TrimRight(conflict.Says(t.w.Spec(t.last.Verb), &t.last.Answer), " .")
	if why := t.why(); why != nil && t.last.Answer.Status < 400 && why.Rule.Fault.Status >= 400 {
		reply += ", with " + why.Rule.Fault.String() + " inside"
	}
	return reply
}

// why is what refused the newest request; nil: nothing did.
func (t *trial) why() *engine.Cause {
	if t.err != nil || t.last == nil {
		return nil
	}
	if inside := t.entryWhy(); inside != nil {
		return inside
	}
	return t.last.Answer.Why
}

// refusedAsGone says whether the newest request was refused because nothing is there.
func (t *trial) refusedAsGone() bool { return t.why() != nil && t.why().Rule.Kind == engine.IsGone }

// harmless says whether nobody suffers in silence from what was done: neither at once, nor when what is under way
// arrives afterwards, nor where it arrives first.
func (t *trial) harmless() bool {
	if t.err != nil || len(silentOf(t.found)) > 0 { // that what is under way would do the same excuses nothing
		return false
	}
	without := silent(t.a.arrivals(t.start, t.number))
	if worse(without, silent(t.a.arrivals(t.w, t.number))) {
		return false
	}
	if !underWay(t.start) {
		return true
	}
	first := t.start.Clone()
	found, number := t.a.handOver(first, t.number)
	for _, in := range t.inputs {
		before := first.Clone()
		t.a.steps++
		number++
		events, err := first.Step(number, in)
		if err != nil { // it meets another world then, where its writer would not send it
			return !worse(without, silent(found))
		}
		for _, list := range conflict.Judge(before, events) {
			found = append(found, list...)
		}
	}
	return !worse(without, silent(found))
}

func silentOf(found []conflict.Finding) (list []conflict.Finding) {
	for _, f := range found {
		if f.Severity == '~' {
			list = append(list, f)
		}
	}
	return list
}

// silent counts the silent findings, by kind and by whom they concern.
func silent(found []conflict.Finding) map[string]int {
	counts := map[string]int{}
	for _, f := range silentOf(found) {
		counts[fmt.Sprint(f.Kind, " ", f.Whose, " ", f.By, " ", f.Object)]++
	}
	return counts
}

// worse says whether something occurs more often than without.
func worse(without, with map[string]int) bool {
	for key, n := range with {
		if n > without[key] {
			return true
		}
	}
	return false
}

// underWay says whether a request travels or stands at a service.
func underWay(w *engine.World) bool {
	for _, m := range w.Flight() {
		if !m.Back && m.State != engine.Working {
			return true
		}
	}
	return false
}

// arrivals are what is found when all that is under way arrives in its order.
func (a *adviser) arrivals(w *engine.World, number int) []conflict.Finding {
	found, _ := a.handOver(w.Clone(), number)
	return found
}

func (a *adviser) handOver(w *engine.World, number int) (found []conflict.Finding, last int) {
	for range 3 { // a request, its answer, what they set free
		for _, m := range w.Flight() {
			before := w.Clone()
			if a.steps++; a.steps > stepsMost {
				a.over = true
				return found, number
			}
			events, err := w.Step(number+1, w.Onward(m))
			if err != nil {
				continue // it waits, or went with another
			}
			number++
			for _, list := range conflict.Judge(before, events) {
				found = append(found, list...)
			}
		}
	}
	return found, number
}
