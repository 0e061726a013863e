package conflict

import (
	"fmt"
	"iter"
	"slices"

	"interleave/engine"
)

// WithEnds is a story with what the clock ended between its first step and the finding: a thing that expired before
// another was made under its name. That is nobody's request, so that no exchange tells of it. between are the events
// behind one record and before another that end something.
func WithEnds(w *engine.World, c Finding, told Narrative,
	between func(after, before int) iter.Seq[*engine.Event]) Narrative {
	t := teller{w: w, c: c, x: w.Exchange(c.Request)}
	if c.Object.Kind == "work" {
		return t.withEndOfClaim(told, between)
	}
	first := slices.IndexFunc(told.Steps, func(s Step) bool { return s.Event != 0 })
	if first < 0 || t.x == nil {
		return told
	}
	told = t.withLateMaker(t.withOwnLock(told, between), between)
	ranOut := 0
	for e := range between(told.Steps[first].Event, c.Event) {
		known := slices.ContainsFunc(told.Steps, func(s Step) bool { return s.Event == e.Number })
		if e.Kind == engine.Ended && !known && slices.ContainsFunc(e.Changed, func(d engine.Change) bool {
			return d.Object == c.Object && d.Drops && slices.Contains(engine.TextNames(), d.Name)
		}) {
			m := engine.Mark{Event: e.Number, By: e.By, At: e.At}
			told.Steps = inOrder(append(told.Steps, Step{Text: sentence(t.ended(m)), Event: m.Event, at: m.At},
				t.madeBehind(m, told.Steps)))
			if e.Number > ranOut && t.ownRanOut(e) {
				ranOut = e.Number
				told.First = sentence(t.ended(m)) + " " + t.refused()
			}
		}
	}
	return told
}

// mayHaveRunOut says whether the clock may have ended what a refused request met no more.
func mayHaveRunOut(c Finding) bool { return c.Kind == engine.IsGone && c.Object.Kind == "key" }

// ownRanOut says whether the clock ended what the sender of a request that met nothing had put there itself, before
// others made and removed another under that name, of which it was shown nothing: what they did is not why its own is
// gone.
func (t teller) ownRanOut(e *engine.Event) bool {
	if !mayHaveRunOut(t.c) || e.Number >= t.c.Cause.Since.Event ||
		t.c.Cause.Since.By == t.c.By || !slices.ContainsFunc(e.Changed, func(d engine.Change) bool {
		return d.Object == t.c.Object && d.Drops && slices.Contains(engine.TextNames(), d.Name) && d.Mark.By == t.c.By
	}) {
		return false
	}
	for x := range t.w.SentBefore(t.x) {
		if x.Decided.Event > e.Number && showsOf(x, t.c.Object) {
			return false
		}
	}
	return true
}

// madeBehind is who made the thing again first after the clock had ended it, where the story does not tell that yet.
func (t teller) madeBehind(end engine.Mark, told []Step) Step {
	for _, x := range t.around(end.Event, t.c.Event) {
		if x.Is(t.x) || !wroteAt(x, t.c.Object) {
			continue
		}
		if slices.ContainsFunc(told, func(s Step) bool { return s.Event == x.Decided.Event }) {
			break
		}
		return t.happened(x.Decided)
	}
	return Step{}
}

// endedWith says whose work an expiry ended that another had set: there is no mark for it.
func endedWith(w *engine.World, e engine.Event) string {
	var work, expiry engine.Mark
	for _, c := range e.Changed {
		switch {
		case c.Name == "expiry":
			expiry = c.Mark
		case slices.Contains(engine.TextNames(), c.Name):
			work = c.Mark
		}
	}
	whose, by := w.Writer(work.By), w.Writer(expiry.By)
	if e.Object.Kind == "message" && whose != nil && work.By != e.By {
		return fmt.Sprintf(" with %s text of %s", possessive(whose.Title), work.At)
	}
	if whose == nil || by == nil || work.By == expiry.By || work.By == engine.Seed {
		return ""
	}
	return fmt.Sprintf(" with %s value of %s, by the expiry that %s set at %s", possessive(whose.Title), work.At,
		by.Title, expiry.At)
}

// heldWhenItEnded says from under whom the clock took a message, and until when that one had hidden it.
func heldWhenItEnded(w *engine.World, e engine.Event) string {
	before, _, ok := e.On(w, "message", e.Object.Name)
	if !ok || e.Text != "expires" {
		return ""
	}
	var holder *engine.Writer
	var until engine.Instant
	for _, p := range engine.PropertiesNamed(before, "holder", "next-visible") {
		if p.Kind == "end" {
			until = p.At
		} else {
			holder = w.Writer(p.Text)
		}
	}
	if holder == nil || until <= e.At {
		return ""
	}
	return fmt.Sprintf(", which %s held until %s", holder.Title, until)
}
