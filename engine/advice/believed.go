package advice

import (
	"fmt"

	"interleave/engine"
)

// underBelieved tries whether the request, sent under the id of the lease that its writer believed in and which it left
// out, would have been refused: the service compares that id for the thing which it is of.
func (a *adviser) underBelieved() []string {
	if a.c.Kind != engine.StaleHolder || !a.spec.Takes("lease") || !a.sent("lease").IsZero() {
		return nil
	}
	hold, ok := a.before(a.x.Sent.Event).known().Holds(a.c.Object)
	if !ok || hold.Request == 0 {
		return nil
	}
	t := a.before(a.c.Event)
	t.decide(engine.Send{By: a.x.By, Verb: a.x.Verb,
		Args: engine.With(a.x.Args, "lease", hold.ID())})
	if t.err != nil || t.last == nil || t.last.Decided.IsZero() || t.why() == nil ||
		t.why().Rule.Kind != engine.LeaseOver && t.why().Rule.Kind != engine.IsLeased {
		return nil
	}
	return []string{fmt.Sprintf("The id of its lease, %s, which #%d left out. The answer would be %s.",
		hold.Token.Short(), a.x.Number, short(t))}
}

// renewedFirst tries whether a renewal before the write would have told a writer that its lease was over.
func (a *adviser) renewedFirst() []string {
	if a.c.Kind != engine.StaleHolder {
		return nil
	}
	t := a.before(a.x.Sent.Event)
	for _, object := range []engine.ObjectID{a.c.Object, t.w.Guardian(a.c.Object)} {
		hold, ok := t.known().Holds(object)
		if !ok || hold.Request == 0 {
			continue
		}
		for _, s := range a.v.Services() {
			for i := range s.Ops {
				op := &s.Ops[i]
				if op.Effect != engine.RenewsLease || op.Object != object.Kind {
					continue
				}
				args := engine.With(engine.Args(op.Params()[0].Name, object.Name), "lease",
					hold.ID())
				if t.send(engine.Send{By: a.c.By, Verb: op.Verb, Args: args}); t.why() != nil {
					return []string{fmt.Sprintf(
						"A renewal of the lease of %s under %s before the write. The answer would be %s.",
						a.v.Called(object), hold.Token.Short(), short(t))}
				}
			}
		}
	}
	return nil
}
