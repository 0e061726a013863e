package conflict

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// remadeLook is how many requests back it is looked for a removal: the same at any length of the history.
const remadeLook = 256

// remade is the request that had removed what a refused one was made from, where somebody has made the same name anew
// since: what is there then is no newer version of what its writer knows, but another thing. nil: it was not so.
func (t teller) remade() *engine.Exchange {
	w, c := t.w, t.c
	if c.Kind != engine.StaleWrite || t.aboutSource() || t.never() != "" {
		return nil
	}
	base, since := t.basis(), c.Cause.Since
	if base == nil || !base.Answer.Accepted() {
		return nil
	}
	for n := t.x.Number - 1; n > max(base.Number, t.x.Number-remadeLook); n-- {
		x := w.Exchange(n)
		if !x.Took || x.Decided.Event < base.Decided.Event || x.Decided.Event >= since.Event ||
			!t.deletesName(x, c.Object) && !slices.ContainsFunc(x.Shows, func(p engine.Part) bool {
				all := p.Name == "*" && inside(c.Object, p.Object)
				return p.Gone && p.Mark.Request == n && (all || p.Object == c.Object &&
					(p.Name == "*" || slices.Contains(engine.TextNames(), p.Name)))
			}) {
			continue
		}
		return x
	}
	return nil
}

// removed is that removal as a step; of one among several things that a request removed, by its name.
func (t teller) removed() Step {
	x := t.remade()
	if x == nil {
		return Step{}
	}
	s := t.wentWith(x, true)
	if x.Object != t.c.Object && !t.tookHolder(x, t.c.Object) && t.inOne(x) == "" {
		s.Text = fmt.Sprintf("%s removed %s%s.", t.who(x.By), t.object(), t.when(x.Decided))
	}
	return s
}

// removedFirst are the deletes of the same name before that removal, as steps.
func (t teller) removedFirst() []Step {
	if x := t.remade(); x != nil {
		return t.eachOf(t.hiddenBefore(x.Decided))
	}
	return nil
}

// allRemoved is that removal as a sentence, with those before it; empty where there was none.
func (t teller) allRemoved() string {
	if x := t.remade(); x != nil && t.deletesName(x, t.c.Object) {
		return t.deletedAgain(x.Decided)
	}
	return t.removed().Text
}
