package conflict

import (
	"fmt"
	"strings"

	"interleave/engine"
)

// Prolonged says of a request that it set when a key ends which another has made since its sender made one under that
// name, as who renews a lock without looking: the answer does not tell whose it is. Nobody's work is replaced, so it is
// no mark. Empty: it did nothing of the kind, or its sender had been shown the other's, which is theirs.
func Prolonged(w *engine.World, e engine.Event) (said string, theirs engine.Part) {
	x := accepted(w, e)
	if x == nil {
		return "", theirs
	}
	for _, c := range e.Own() {
		made := madeThere(w, e, c.Object)
		work := w.Exchange(made.Request)
		if c.Name != "expiry" || !c.Wanted || c.Drops || made.By == x.By || made.By == engine.Seed ||
			!putThere(w, work, c.Object) {
			continue
		}
		own, ok := madeAndMissed(w, x, c.Object, made)
		if !ok {
			continue
		}
		had, told := "", ", and the answer does not say so"
		if c.Gone {
			had = ", and had no end"
		}
		if _, shown := shows(x, engine.Part{Object: c.Object, Name: "value"}); shown { // GETEX
			told = ""
		}
		return fmt.Sprintf("%s #%d set when %s ends, which was %s then, since #%d%s: what %s had made with #%d is no "+
			"longer there%s. Compare the value in the same script before its end is set.",
			possessive(w.Title(x.By)), x.Number, Called(w, c.Object), possessive(w.Title(work.By)), work.Number,
			had, w.Title(x.By), own.Mark.Request, told), engine.Part{Object: c.Object, Name: "value", Mark: made}
	}
	return "", theirs
}

// madeThere is who made the value that an event found at a key: an expiry alone makes none.
func madeThere(w *engine.World, e engine.Event, key engine.ObjectID) (m engine.Mark) {
	older, _, _ := e.On(w, key.Kind, key.Name)
	for _, p := range engine.PropertiesNamed(older, "changed.value") {
		m = p.Mark
	}
	return m
}

// putThere says whether a request put a value of its own at a key: not what adds to what is there, for the others' work
// is in that as well.
func putThere(w *engine.World, x *engine.Exchange, key engine.ObjectID) bool {
	if x == nil {
		return false
	}
	_, piece := x.Op().(engine.Stretcher)
	switch e := w.Spec(x.Verb).Effect; {
	case e == engine.Adds, e == engine.Appends, piece, e == engine.Groups && OnlyCounts(w, x, key):
		return false
	}
	return leftAnother(x, key)
}

// accepted is the request of a writer that an event accepts; nil: it is another event.
func accepted(w *engine.World, e engine.Event) *engine.Exchange {
	x := w.Exchange(e.Request)
	if e.Kind != engine.Decided || e.Answer == nil || !e.Answer.Accepted() || x == nil || x.By == engine.Seed {
		return nil
	}
	return x
}

// madeAndMissed is the value that the sender of a request made under the name of a key before another made what stands
// there: that its own is gone it may have heard since, but nothing of the other's. ok is false where it made none.
func madeAndMissed(w *engine.World, x *engine.Exchange, key engine.ObjectID, made engine.Mark) (own engine.Part,
	ok bool) {
	value := engine.Part{Object: key, Name: "value"}
	mine := func(h *engine.Exchange) bool {
		p, ok := shows(h, value)
		return ok && !p.Gone && p.Mark.By == x.By && p.Mark.Event <= made.Event
	}
	stood := func(h *engine.Exchange) bool { p, ok := shows(h, value); return ok && !p.Gone }
	h := w.ShownTo(x.By, value, x.AsOf, mine)
	if h == nil || !w.ShownTo(x.By, value, x.AsOf, stood).Is(h) { // what it was shown last is another's
		return own, false
	}
	return shows(h, value)
}

// Shortened says of a request that it had a key end earlier than another had set, without having been shown that end.
// By the rules nothing is replaced, and it is no mark: but the other's time is over before the other knows. Empty: it
// did nothing of the kind.
func Shortened(w *engine.World, e engine.Event) string {
	x := accepted(w, e)
	if x == nil {
		return ""
	}
	for _, c := range e.Own() {
		if said := endGiven(w, e, x, c); said != "" {
			return said
		}
		theirs := w.Exchange(c.Mark.Request)
		if c.Name != "expiry" || !c.Wanted || c.Drops || c.Gone || theirs == nil || c.Mark.By == x.By ||
			c.Mark.By == engine.Seed {
			continue
		}
		older, newer, ok := e.On(w, c.Object.Kind, c.Object.Name)
		was, is := expires(older), expires(newer)
		if !ok || is == 0 || is >= was {
			continue
		}
		end := engine.Part{Object: c.Object, Name: "expiry"}
		if h := w.ShownTo(x.By, end, x.AsOf, showsPart(end)); h != nil {
			if knew, ok := shows(h, end); ok && knew.Mark.Event >= c.Mark.Event {
				continue
			}
		}
		said := fmt.Sprintf("%s #%d had %s end at %s, and %s #%d had set %s before: %s had not been shown that, and "+
			"nobody was told.", possessive(w.Title(x.By)), x.Number, Called(w, c.Object), is,
			possessive(w.Title(theirs.By)), theirs.Number, was, w.Title(x.By))
		if strings.Contains(x.Verb, "EXPIRE") {
			said += " With GT a later end stays."
		}
		return said
	}
	return ""
}

// endGiven says the same of an end that a key had none of: for the sake of a value that its sender had read, or of none
// at all, it was set to what another had put there and meant to stay. It is a removal that waits, and PERSIST can still
// stop it. Empty where that has stopped it.
func endGiven(w *engine.World, e engine.Event, x *engine.Exchange, c engine.Change) string {
	made := madeThere(w, e, c.Object)
	if c.Name != "expiry" || !c.Wanted || c.Drops || !c.Gone || c.Adds || made.By == x.By || made.By == engine.Seed ||
		!putThere(w, w.Exchange(made.Request), c.Object) {
		return ""
	}
	value := engine.Part{Object: c.Object, Name: "value"}
	_, newer, _ := e.On(w, c.Object.Kind, c.Object.Name)
	end := expires(newer)
	sender, maker := w.Title(x.By), fmt.Sprintf("%s #%d", possessive(w.Title(made.By)), made.Request)
	told := fmt.Sprintf("%s had not been shown that, and nobody was told.", sender)
	if _, shown := shows(x, value); shown { // GETEX
		told = fmt.Sprintf("%s had not been shown that before the answer.", sender)
	}
	then := ""
	switch h := w.ShownTo(x.By, value, x.AsOf, showsPart(value)); {
	case end == 0 || h.Is(x):
		return ""
	case h == nil:
		then = fmt.Sprintf(", and %s had put a value there with no end: %s", maker, told)
	default:
		if knew, ok := shows(h, value); !ok || knew.Gone || knew.Mark.Event >= made.Event {
			return ""
		}
		then = fmt.Sprintf(" for what #%d had shown, and %s had put another value there since, with no end: %s",
			h.Number, maker, told)
	}
	now, stays := w.Object(c.Object), ""
	switch stands := engine.PropertiesNamed(now, "changed.value"); {
	case expires(now) == end:
		stays = " Until then PERSIST keeps it."
	case w.Now() < end, expires(now) == 0 && len(stands) > 0 && stands[0].Mark.Event == made.Event:
		return "" // another has been set since, or none
	}
	return fmt.Sprintf("%s #%d had %s end at %s%s%s", possessive(sender), x.Number, Called(w, c.Object),
		end.SeenFrom(e.At), then, stays)
}

// CutsShort says whether a request had a key end that another's value stood in, which its sender had not been shown,
// sooner than that value was to: it is one of what Prolonged and Shortened tell of.
func CutsShort(w *engine.World, e engine.Event) bool {
	if said, theirs := Prolonged(w, e); said != "" {
		return Sooner(w, e, theirs.Object)
	}
	return Shortened(w, e) != ""
}

// EndSet is who had set the end by which the clock ended a key, where its value was another's. ok is false for any
// other event.
func EndSet(e engine.Event) (end, value engine.Mark, ok bool) {
	if e.Kind != engine.Ended || e.Text != "expires" && e.Text != "expiry" {
		return end, value, false
	}
	for _, c := range e.Changed {
		switch c.Name {
		case "expiry":
			end = c.Mark
		case "value":
			value = c.Mark
		}
	}
	return end, value, end.By != "" && value.By != "" && value.By != end.By && value.By != engine.Seed
}

// EndedSo says what became of a value whose end another had set sooner: the clock ended it by that, in an event.
func EndedSo(w *engine.World, e engine.Event) string {
	_, value, ok := EndSet(e)
	if !ok {
		return ""
	}
	whose := w.Title(value.By)
	return fmt.Sprintf(" By that it ended at %s, with %s value of %s: tell %s.", e.At, possessive(whose), value.At,
		whose)
}

// Sooner says whether an event had a key end that had a later end before, or none.
func Sooner(w *engine.World, e engine.Event, key engine.ObjectID) bool {
	older, newer, ok := e.On(w, key.Kind, key.Name)
	was, is := expires(older), expires(newer)
	return ok && is != 0 && (was == 0 || is < was)
}

// expires is when a record says that it ends; 0: it does not.
func expires(r engine.Record) (at engine.Instant) {
	for _, p := range engine.PropertiesNamed(r, "expires") {
		at = p.At
	}
	return at
}
