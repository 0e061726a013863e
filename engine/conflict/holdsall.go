package conflict

import (
	"slices"
	"strings"

	"interleave/engine"
)

// HoldsAll says whether a request that replaced another's text wrote a longer one, which has all of that in it: nothing
// of the text is lost, whatever it was made from. What the other had taken out of what the request was made from must
// not stand in it again.
func HoldsAll(w *engine.World, c Finding) bool {
	return teller{w: w, c: c, x: w.Exchange(c.Request)}.holdsAll()
}

func (t teller) holdsAll() bool {
	victim := t.w.Exchange(t.c.Victim.Request)
	if victim == nil || t.c.Whose == t.c.By || t.c.Gone || !slices.Contains(engine.TextNames(), t.c.Part) ||
		t.c.Bytes != "" {
		return false
	}
	theirs, mine, base := t.wholeText(victim), t.wholeText(t.x), ""
	if h := t.basis(); h != nil {
		base = h.Answer.Text().String()
	}
	if theirs == "" || theirs == mine {
		return false
	}
	cut := func(s string) []string { return strings.Split(strings.TrimSuffix(s, "\n"), "\n") }
	if strings.HasPrefix(mine, theirs+" ") { // of a line the words: one in front of it may turn it round
		cut = strings.Fields
	}
	more, ok := beyond(cut(mine), cut(theirs))
	return ok && !slices.ContainsFunc(more, func(piece string) bool {
		return slices.Contains(cut(base), piece) && !slices.Contains(cut(theirs), piece)
	})
}

// beyond are the pieces of a text beside those of another, which are all in it in their order; ok is false where they
// are not.
func beyond(text, within []string) (more []string, ok bool) {
	for _, piece := range text {
		if len(within) > 0 && piece == within[0] {
			within = within[1:]
		} else {
			more = append(more, piece)
		}
	}
	return more, len(within) == 0
}

// wholeText is the text that a request put in the place of all that was there; empty where it did anything else.
func (t teller) wholeText(x *engine.Exchange) string {
	if _, piece := x.Op().(engine.Stretcher); piece || t.w.Spec(x.Verb).Effect != engine.Writes {
		return ""
	}
	line, ok := x.Op().(engine.Liner)
	if !ok {
		return Typed(x).Text
	}
	words := engine.LineWords(x.Resolved()[0].Value)
	at := slices.IndexFunc(line.Roles(), func(r engine.Role) bool { return r.Content && !r.Piece })
	if at < 0 || at >= len(words) {
		return ""
	}
	return words[at].String()
}

// but is what such a text does not hold of the other's write, as ` but meta.by`; empty: nothing stood beside it.
func (t teller) but(victim *engine.Exchange) string {
	if lost := t.besideLost(victim); len(lost) > 0 {
		return " but " + And(lost)
	}
	return ""
}

// besideLost names what a write had set beside its text, as `meta.by`, that the one which replaced it has not or has
// otherwise.
func (t teller) besideLost(victim *engine.Exchange) (names []string) {
	sets := func(name string) bool {
		return strings.HasPrefix(name, "meta.") || strings.HasPrefix(name, "tag.") || name == "content-type"
	}
	for _, a := range victim.Resolved() {
		same := func(own engine.Arg) bool { return own.Name == a.Name && own.Value.Equal(a.Value) }
		if sets(a.Name) && !slices.ContainsFunc(t.x.Resolved(), same) {
			names = append(names, a.Name)
		}
	}
	return names
}
