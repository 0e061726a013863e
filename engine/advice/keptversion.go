package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// withKept adds to a card where the text that was lost can still be read: a service that keeps versions hides one that
// is replaced, and takes none away. It was tried.
func (a *adviser) withKept(card Card) Card {
	victim := a.v.Exchange(a.c.Victim.Request)
	if victim == nil || !slices.Contains(engine.TextNames(), a.c.Part) {
		return card
	}
	id := victim.AnswerOf(a.c.Victim.Event).Field(versionID)
	if id.IsZero() {
		return card
	}
	for _, s := range a.v.Services() {
		for i := range s.Ops {
			op := &s.Ops[i]
			at := slices.IndexFunc(op.Params(), func(p engine.Param) bool { return p.Guard == versionID })
			if at < 0 || op.Object != a.c.Object.Kind || op.Group != engine.GroupRead || op.Effect != engine.Reads ||
				op.Method != "GET" {
				continue
			}
			args := engine.With(engine.Args(op.Params()[0].Name, a.c.Object.Name), op.Params()[at].Name, id)
			t := a.trial()
			t.decide(engine.Send{By: a.c.By, Verb: op.Verb, Args: args})
			if t.err == nil && t.last != nil && t.last.Answer.Accepted() && !t.last.Answer.Text().IsZero() &&
				t.showsWork(a.c.Victim) {
				card.Others = append(card.Others, fmt.Sprintf("What #%d wrote is kept: a read with %s %s shows it.",
					victim.Number, op.Params()[at].Name, id)) // whole: it has to be typed
				return card
			}
		}
	}
	return card
}

// showsWork says whether the newest answer shows what a mark's request wrote: an id may have been given again, as the
// null version that each write replaces where versioning is suspended (engine/bucket/rules.md, "Versioning").
func (t *trial) showsWork(m engine.Mark) bool {
	return slices.ContainsFunc(t.last.Shows, func(p engine.Part) bool { return !p.Gone && p.Mark.Event == m.Event })
}

// versionID is the field of an answer that names a version which the service keeps.
const versionID = "version-id"
