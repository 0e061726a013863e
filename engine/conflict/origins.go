package conflict

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// tornOrigin is the newest state of a thing from which pieces of a whole were copied, where others of its pieces were
// copied from an older one that another has replaced: the whole is of two moments, whatever its sender had read. Two
// pieces of the same bytes are no halves of one whole.
//
// Source: engine/conflict/rules.md, mixed-content.
func tornOrigin(x *engine.Exchange, took []engine.Part) (newest engine.Part, torn bool) {
	for _, p := range took {
		if !p.IsOrigin() || p.Mark.By == x.By || p.Mark.By == engine.Seed || torn && p.Mark.Event <= newest.Mark.Event {
			continue
		}
		older := slices.ContainsFunc(took, func(o engine.Part) bool {
			return o.IsOrigin() && o.Object == p.Object && o.Mark.Event < p.Mark.Event &&
				(o.To <= p.From || p.To <= o.From)
		})
		if older {
			newest, torn = p, true
			newest.From, newest.To = 0, 0
		}
	}
	return newest, torn
}

// TornWhole says whether a finding is of a whole whose pieces were copied from two states of one thing.
func TornWhole(c Finding) bool {
	return c.Kind == engine.MixedContent && engine.Part{Name: c.Part}.IsOrigin()
}

// halves are the requests that had copied the pieces of a torn whole: from what the thing held before the newest state
// that went in, and from that; the newest of each place, in the order in which they were decided.
func (t teller) halves() (before, from []*engine.Exchange) {
	upload := func(x *engine.Exchange) engine.Value { return engine.ValueOf(x.Resolved(), "upload") }
	placed := map[string]bool{}
	var pieces []*engine.Exchange
	for n := t.w.Requests(); n > 0; n-- {
		y := t.w.Exchange(n)
		if !y.Took || y.Object != t.x.Object || y.Decided.Event > t.c.Event || Source(y) != t.c.Object ||
			!upload(y).Equal(upload(t.x)) {
			continue
		}
		id := t.pieceOf(y)
		if t.commits() && (placed[id] || !namesPiece(t.x, id)) {
			continue
		}
		placed[id] = true
		pieces = append(pieces, y)
	}
	slices.SortFunc(pieces, func(a, b *engine.Exchange) int { return a.Decided.Event - b.Decided.Event })
	at := slices.IndexFunc(pieces, func(y *engine.Exchange) bool { return y.Decided.Event > t.c.Victim.Event })
	return pieces[:max(at, 0)], pieces[max(at, 0):]
}

// namesPiece says whether the list that a request sends names a piece, as `part 1`.
func namesPiece(x *engine.Exchange, piece string) bool {
	_, id, _ := strings.Cut(piece, " ")
	for _, a := range x.Resolved() {
		if (a.Name == "parts" || a.Name == "blocks") && hasWord(a.Value, id) {
			return true
		}
	}
	return false
}

// hasWord says whether a word stands in a list, or in front of a list within it.
func hasWord(v engine.Value, word string) bool {
	list, ok := v.List()
	if !ok {
		return slices.Contains(strings.Fields(v.String()), word)
	}
	return slices.ContainsFunc(list, func(v engine.Value) bool { return hasWord(v, word) })
}

// pieces names copied pieces by their places and their requests, as `part 1 (#4) and part 3 (#6)`.
func (t teller) pieces(list []*engine.Exchange) string {
	const most = 3
	var names []string
	for _, y := range list[:min(most, len(list))] {
		name := fmt.Sprintf("#%d", y.Number)
		if id := t.pieceOf(y); id != "" {
			name = fmt.Sprintf("%s (%s)", id, name)
		}
		names = append(names, name)
	}
	if more := len(list) - most; more > 0 {
		names = append(names, engine.Counted(more, "more piece"))
	}
	return And(names)
}

// ofTwoMoments says which pieces of a torn whole are of which state.
func (t teller) ofTwoMoments() string {
	before, from := t.halves()
	work := fmt.Sprintf("%s #%d", possessive(t.who(t.c.Victim.By)), t.c.Victim.Request)
	if x := t.w.Exchange(t.c.Victim.Request); x != nil {
		if v := x.AnswerOf(t.c.Victim.Event).Field("version"); !v.IsZero() {
			work = fmt.Sprintf("%s v%s", possessive(t.who(t.c.Victim.By)), v)
		}
	}
	whole := fmt.Sprintf("What %s stored is of two moments of %s", t.who(t.c.By), t.object())
	if len(before) == 0 || len(from) == 0 {
		return fmt.Sprintf("%s, before %s and behind it. The answer was a success.", whole, work)
	}
	return fmt.Sprintf("%s: %s from before %s, %s from that. The answer was a success.", whole, t.pieces(before), work,
		t.pieces(from))
}

// stepsOfHalves are the last piece that was copied before the newest state, that state, and the first piece of it.
func (t teller) stepsOfHalves() (steps []Step) {
	before, from := t.halves()
	if len(before) > 0 {
		steps = append(steps, t.happened(before[len(before)-1].Decided))
	}
	steps = append(steps, t.happened(t.c.Victim))
	if len(from) > 0 && !from[0].Is(t.x) {
		steps = append(steps, t.happened(from[0].Decided))
	}
	return steps
}
