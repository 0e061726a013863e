package conflict

import (
	"slices"
	"strconv"
	"time"

	"interleave/engine"
)

// ToldByRefusal says whether a refusal tells its sender that what stood from a change on stands no longer. One that
// compares a version does so only where an answer had given its sender the version that it named, from that change on:
// what was made up, or was over before, would have been refused without what came since, and the answer looks the same.
func ToldByRefusal(w *engine.World, x *engine.Exchange, from engine.Mark) bool {
	why := x.Answer.Why
	if why == nil {
		return false
	}
	compares := why.Rule.Kind == engine.StaleWrite || why.Rule.Kind == engine.IsGone && conditional(why.Rule) &&
		why.Rule.Fault.Status == 412 // 404 says by itself that nothing is there
	shown := slices.ContainsFunc(x.Shows, func(p engine.Part) bool { return p.Object == x.Object })
	return !compares || shown || givenSince(w, x, from)
}

// givenSince says whether what a refused request named was in an answer to its sender of that change or of one since.
func givenSince(w *engine.World, x *engine.Exchange, from engine.Mark) bool {
	want := x.Answer.Why.Want
	if x.Answer.Why.Rule.Name == "WATCH" {
		return watchedSince(w, x, from)
	}
	if at, ok := want.Instant(); ok {
		return at.Add(time.Second) > from.At // dates are told by the second
	}
	if x.Guards != 0 && w.Exchange(x.Guards).Decided.Event >= from.Event {
		return true
	}
	for h := range w.HeardBy(x.By) {
		switch {
		case h.Heard.Event < from.Event: // so were all before it, and so they were decided
			return false
		case h.Heard.Event > x.Sent.Event, h.Decided.Event < from.Event:
			continue
		}
		if slices.ContainsFunc(h.Answer.Fields, func(f engine.Field) bool { return hasValue(f.Value, want) }) ||
			h.Object == x.Object && madeValue(w, h, want) {
			return true
		}
	}
	return false
}

// hasValue says whether a field of an answer is a value, or the value a list that has it, as a listing is.
func hasValue(field, want engine.Value) bool {
	list, several := want.List()
	within, listed := field.List()
	switch {
	case several:
		return slices.ContainsFunc(list, func(v engine.Value) bool { return hasValue(field, v) })
	case listed:
		return slices.ContainsFunc(within, func(v engine.Value) bool { return hasValue(v, want) })
	}
	return !field.IsZero() && (field.Equal(want) || field.String() == want.String())
}

// madeValue says whether a line that was carried out made a value or a version that its answer does not say.
func madeValue(w *engine.World, h *engine.Exchange, want engine.Value) bool {
	line, ok := h.Op().(engine.Liner)
	if !ok || !h.Took {
		return false
	}
	if want.String() == roleOf(w, line, h, func(r engine.Role) bool { return r.Content && !r.Piece }) {
		return true
	}
	version, ok := want.Int()
	return ok && makesVersion(w, line, h, version)
}

// makesVersion says whether a line that was carried out makes a version: a key that it made has the first one, and else
// it says so, or compared the one before it.
func makesVersion(w *engine.World, line engine.Liner, h *engine.Exchange, version int64) bool {
	is := func(role func(engine.Role) bool, n int64) bool {
		return roleOf(w, line, h, role) == strconv.FormatInt(n, 10)
	}
	return version == 1 || is(func(r engine.Role) bool { return r.Guard == "version" }, version-1) ||
		is(func(r engine.Role) bool { return r.Version }, version)
}

// watchedSince says whether the WATCH that a refused transaction went by began with that change or since.
func watchedSince(w *engine.World, x *engine.Exchange, from engine.Mark) bool {
	return watchedFrom(w, x, x.Answer.Why.Have.String()) >= from.Event
}
