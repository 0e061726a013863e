package conflict

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// Finding is one mark of the referee on one event.
type Finding struct {
	Severity engine.Severity
	Kind     Kind   // as `stale-write`; empty: a refusal that is nobody's trouble
	Whose    string // the writer it is marked for: the sender, or the one whose work was replaced
	By       string // the sender
	Event    int    // the record
	Request  int
	Object   engine.ObjectID
	Part     string         // of `~`: what was replaced
	Victim   engine.Mark    // of `~`: the work that was replaced
	More     string         // of `~`: see also; the same writer's further properties, further pieces taken in
	Bytes    string         // of `~`: which of a file's bytes, as `0-3 8-8`; empty: all, or no file
	With     string         // of `~`: what else of theirs went with it, a line each; see alongWith
	Gone     bool           // of `~`: it is not there any more, as an expiry that was taken away
	Cause    *engine.Cause  // of `!`
	Answer   *engine.Answer // to this copy of the request; nil where the request was accepted and this is not about it
}

// String is the mark as scenarios write it, as `! stale-write ann`.
func (c Finding) String() string {
	kind := string(c.Kind)
	if kind == "" {
		kind = "-"
	}
	return fmt.Sprintf("%c %s %s", c.Severity, kind, c.Whose)
}

// Judge judges the events of one step, each with the world before it; the world it is given moves along and is used up.
func Judge(before *engine.World, events []engine.Event) [][]Finding {
	if marks := Marks(before, events); marks != nil {
		return marks
	}
	return make([][]Finding, len(events))
}

// Marks is Judge for those who look at many steps: nil where there is no finding, as in most.
func Marks(before *engine.World, events []engine.Event) (marks [][]Finding) {
	for i := range events {
		if found := At(before, events[i]); len(found) > 0 {
			if marks == nil {
				marks = make([][]Finding, len(events))
			}
			marks[i] = found
		}
		before.Redo(events[i : i+1])
	}
	return marks
}

// At judges one event with the world before it. It needs no history: what every writer was shown and sent stands in the
// world.
func At(before *engine.World, e engine.Event) []Finding {
	if e.By == engine.Seed {
		return nil
	}
	switch e.Kind {
	case engine.Lost, engine.GaveUp:
		return unanswered(before, e)
	case engine.Acted:
		return worked(before, e, e.Object)
	case engine.Sent:
		return worked(before, e, e.Worked)
	case engine.Decided, engine.Finished:
		x := before.Exchange(e.Request)
		if e.Answer.Why == nil {
			return slices.Concat(silent(before, e, x.Carrying(before, e)), borrowed(before, e, x),
				entries(before, e, x), effects(before, e))
		}
		var done []Finding
		if len(e.Own()) > 0 { // it was refused, and part of it was carried out: that harms as any other does
			done = slices.Concat(silent(before, e, x.Carrying(before, e)), borrowed(before, e, x))
		}
		return slices.Concat(refused(before, e, x), done, effects(before, e))
	case engine.Ended:
		return effects(before, e)
	}
	return nil
}

// worked finds work outside the storage that was done before: by another, once per writer, or by the same one, of
// another answer that gave it.
func worked(before *engine.World, e engine.Event, work engine.ObjectID) []Finding {
	first := before.Work(work)
	switch own := before.SaidDone(work, e.By); {
	case work.IsZero(), first.IsZero():
		return nil
	case e.Kind == engine.Acted && own.From != 0 && !saysOf(before, e, own.From):
		first = own.Mark
	case first.By == e.By, before.Worked(work, e.By):
		return nil
	}
	return []Finding{{Severity: engine.SeveritySilent, Kind: engine.DoneTwice, Whose: first.By, By: e.By,
		Event: e.Number, Request: e.Request,
		Object: work, Victim: first}}
}

// saysOf says whether a writer names work by no answer, or by that of a request.
func saysOf(w *engine.World, e engine.Event, request int) bool {
	path, _ := strings.CutPrefix(e.Text, "$")
	name, _, refers := strings.Cut(path, ".")
	x := w.Named(name)
	return !refers || x == nil || x.Number == request
}

// unanswered: once per request, when its writer stops waiting or nothing of it is under way any more.
func unanswered(before *engine.World, e engine.Event) []Finding {
	x := before.Exchange(e.Request)
	if !x.Heard.IsZero() || !x.GaveUp.IsZero() {
		return nil
	}
	under := 0
	for _, m := range before.Flight() {
		if m.Request == e.Request && m.State != engine.Working {
			under++
		}
	}
	if e.Kind == engine.Lost && under > 1 || e.Kind == engine.GaveUp && under == 0 && !x.Lost.IsZero() {
		return nil // a copy is still under way; or the last one was lost before, which had its mark
	}
	return []Finding{{Severity: engine.SeverityUnknown, Kind: engine.NoAnswer, Whose: x.By, By: x.By, Event: e.Number,
		Request: e.Request,
		Object:  e.Object}}
}

// refused gives a refusal its kind: that of the rule, unless what it met is its own sender's doing by another try of
// the same wish.
func refused(before *engine.World, e engine.Event, x *engine.Exchange) []Finding {
	if plainRead(before, e, x) {
		return nil
	}
	c := Finding{Severity: engine.SeverityRefused, Whose: x.By, By: x.By, Event: e.Number, Request: e.Request,
		Object: e.Object,
		Cause:  e.Answer.Why, Answer: e.Answer}
	if since := e.Answer.Why.Since; !since.IsZero() {
		c.Kind = e.Answer.Why.Rule.Kind
		if since.By == x.By && tookEffect(before, x) && !neverStood(before, c.Cause) && !brokenByAnother(before, c) {
			c.Kind = engine.OwnEcho
		}
	}
	if e.Answer.Why.Rule.Looks == engine.AtConnection && tookEffect(before, x) { // nobody else can have ended it
		c.Kind = engine.OwnEcho
	}
	return []Finding{c}
}

// brokenByAnother says whether what stands in the way of a request is a lease of its sender's own that another has
// broken since: that is no echo, but the other's doing.
func brokenByAnother(before *engine.World, c Finding) bool {
	if c.Kind != engine.IsLeased {
		return false
	}
	broken := teller{w: before, c: c, x: before.Exchange(c.Request)}.breaking()
	return broken != nil && broken.By != c.By
}

// entries judges each refused entry of an accepted request as a request of its own.
func entries(before *engine.World, e engine.Event, x *engine.Exchange) (found []Finding) {
	for _, entry := range e.Refused {
		alone := e
		alone.Object, alone.Answer = entry.Object, &engine.Answer{Status: entry.Why.Rule.Fault.Status, Why: entry.Why}
		for _, c := range refused(before, alone, x) {
			c.Answer = nil
			found = append(found, c)
		}
	}
	return found
}

// plainRead says whether a refusal is only the answer of an unguarded read that finds nothing, or a 304.
func plainRead(before *engine.World, e engine.Event, x *engine.Exchange) bool {
	if e.Answer.Status == 304 {
		return true
	}
	spec := before.Spec(x.Verb)
	if spec.Group != engine.GroupRead || e.Answer.Status != 404 {
		return false
	}
	for _, a := range x.Args {
		if p, _ := spec.Param(a.Name); p.Version || p.Guard == "lease" {
			return false
		}
	}
	return true
}

// tries are all requests of the same wish, the request itself among them.
func tries(w *engine.World, x *engine.Exchange) []*engine.Exchange {
	first := w.Exchange(x.Wish)
	list := []*engine.Exchange{first}
	for _, n := range first.Again {
		list = append(list, w.Exchange(n))
	}
	return list
}

// anyTry says whether one of the requests of the same wish is so, the request itself among them.
func anyTry(w *engine.World, x *engine.Exchange, is func(*engine.Exchange) bool) bool {
	first := w.Exchange(x.Wish)
	return is(first) || slices.ContainsFunc(first.Again, func(n int) bool { return is(w.Exchange(n)) })
}

// tookEffect says whether a try of the wish, or an earlier copy of the request, was accepted and changed something.
func tookEffect(w *engine.World, x *engine.Exchange) bool {
	return anyTry(w, x, func(try *engine.Exchange) bool { return try.Took })
}

// altered says whether a try of the wish, or an earlier copy of the request, changed a part.
func altered(w *engine.World, x *engine.Exchange) bool {
	return anyTry(w, x, func(try *engine.Exchange) bool { return try.Altered })
}
