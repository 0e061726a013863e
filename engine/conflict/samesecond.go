package conflict

import (
	"cmp"
	"fmt"

	"interleave/engine"
)

// sameSecond is the rule by which a date was compared, where one date stood for what the request was made from and for
// the other's newer work too, since both were written within one second; nil where it was not so. Whether a write set
// the date its answer tells: tags leave it as it is.
//
// Source: engine/blob/rules.md, "Last-Modified".
func (t teller) sameSecond() *engine.Rule {
	base, theirs := t.datedBy(), t.w.Exchange(t.c.Victim.Request)
	if t.c.Kind != engine.SameNumber && t.c.Kind != engine.GuardDefeated || base == nil || theirs == nil {
		return nil
	}
	const date = "last-modified"
	for _, a := range t.x.Resolved() {
		p, _ := t.spec().Param(a.Name)
		if !p.Version || p.Guard != date || t.w.LeftOut(a.Value) || !base.Answer.Field(date).Equal(a.Value) ||
			!theirs.AnswerOf(t.c.Victim.Event).Field(date).Equal(a.Value) {
			continue
		}
		for _, r := range t.spec().Refuses {
			if r.Name == GuardName(a.Name) {
				return r
			}
		}
	}
	return nil
}

// datedBy is the answer that showed what a date was sent for: what the request was made from, else the one that gave
// the date. nil: there is none.
func (t teller) datedBy() *engine.Exchange { return cmp.Or(t.basis(), t.w.Exchange(t.x.Guards)) }

// withinOneSecond is the first sentence about such a date.
func (t teller) withinOneSecond() string {
	read := "What " + t.who(t.c.By) + " knew"
	if v := t.datedBy().Answer.Field("version"); !v.IsZero() {
		read = "v" + v.String()
	}
	return fmt.Sprintf("%s and %s %s were written within one second, and a date counts whole seconds: the one that %s "+
		"sent fits both. %s %s", read, possessive(t.who(t.c.Whose)), t.what(), t.who(t.c.By), sentence(t.overwritten()),
		t.toNobody())
}

// whyFitting ends the sentence that says that a version still fitted.
func (t teller) whyFitting() string {
	if t.sameSecond() != nil {
		return ": dates are compared in whole seconds, and two writes within one second have the same."
	}
	if t.besideTags() {
		return ", and no ETag stands for the tags."
	}
	return ", so the request was done."
}
