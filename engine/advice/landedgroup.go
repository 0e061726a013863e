package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// groupLandsTwice is landsTwice of a group of operations that an event decided: its sender had sent a group before that
// differs from it in the names of what both made alone, and had heard nothing of that.
func (a *adviser) groupLandsTwice(event int) string {
	const most = 64 // of a writer's requests
	made, looked := a.madeInGroup(a.x), 0
	if len(made) == 0 {
		return ""
	}
	for first := range a.v.RequestsOf(a.c.By) {
		if looked++; looked > most {
			break
		}
		sent, later := inOrder(first, a.x)
		if first.Is(a.x) || first.Wish == a.x.Wish || first.Verb != a.x.Verb || !first.Took ||
			first.Decided.Event >= event || a.heardDone(sent, later) {
			continue
		}
		before := a.madeInGroup(first)
		if len(before) != len(made) || slices.Equal(before, made) || !a.sameGroup(first, before, made) {
			continue
		}
		if sent.Is(a.x) {
			return fmt.Sprintf("%s's #%d put into %s what #%d, which had been sent before it, put into %s later. If "+
				"it is one work, it stands there twice, and nobody is told.", a.who(), first.Number, a.allOf(before),
				a.x.Number, a.allOf(made))
		}
		return fmt.Sprintf("%s's #%d put into %s what #%d had put into %s, and %[1]s had not heard that. If it is one "+
			"work, it stands there twice, and nobody is told.", a.who(), a.x.Number, a.allOf(made), first.Number,
			a.allOf(before))
	}
	return ""
}

// madeInGroup are the things that a group made where nothing was, and that stand as it made them; none where one of
// them does not.
func (a *adviser) madeInGroup(x *engine.Exchange) (list []engine.ObjectID) {
	for _, inner := range a.v.Spec(x.Verb).Carries(x.Resolved(), a.v.Spec) {
		was, left := a.around(inner.Of, x.Decided.Event, x.Number)
		switch {
		case view.Readable(was) || !view.Readable(left):
		case !conflict.SameContent(a.v.Clone().Object(inner.Of), left):
			return nil
		default:
			list = append(list, inner.Of)
		}
	}
	return list
}

// sameGroup says whether an earlier group asks for the same as the request, whatever the names of what each made.
func (a *adviser) sameGroup(x *engine.Exchange, before, made []engine.ObjectID) bool {
	text := false
	same := slices.EqualFunc(a.spec.Carries(x.Resolved(), a.v.Spec), a.spec.Carries(a.x.Resolved(), a.v.Spec),
		func(p, q engine.Inner) bool {
			is, _ := view.Carried(p.Spec, p.Args)
			was, _ := view.Carried(q.Spec, q.Args)
			text = text || is != ""
			return p.Verb == q.Verb && is == was &&
				(p.Of == q.Of || slices.Contains(before, p.Of) && slices.Contains(made, q.Of))
		})
	return same && text
}

// allOf are things as a sentence names them; of many the first ones.
func (a *adviser) allOf(list []engine.ObjectID) string {
	var names []string
	for _, of := range list {
		names = append(names, a.v.Called(of))
	}
	return few(names)
}
