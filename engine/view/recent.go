package view

import (
	"slices"
	"strings"

	"interleave/engine"
)

// Recent is something that a writer was told and can send.
type Recent struct {
	Ref   engine.Value // as a line writes it: `$a1.etag`, or the name of an answer, `a1`
	Value engine.Value // what it stands for, as people compare it; of an answer the object's version, if it said one
}

// recentMost is how many of them are listed: what is older can be typed.
const recentMost = 8

// Recent are the values that the writer was told of an object and that a guard of that name takes, as etag, lease or
// receipt: the newest first, each once. Of a queue they are the receipts of its messages.
func (k *Known) Recent(object engine.ObjectID, guard string) (list []Recent) {
	add := func(ref, v engine.Value) {
		told := func(r Recent) bool { return r.Value.Equal(v) }
		if !v.IsZero() && !slices.ContainsFunc(list, told) {
			list = append(list, Recent{ref, v})
		}
	}
	for x := range k.heard() {
		switch {
		case len(list) >= recentMost:
			return list
		case guard == "receipt":
			for _, h := range slices.Backward(k.given(x)) {
				if h.Object == object || object.Kind == "queue" && strings.HasPrefix(h.Object.Name, object.Name+"/") {
					add(h.Proof(), engine.Text(h.Receipt))
				}
			}
		case x.Object == object && x.Answer.Accepted():
			add(k.said(x, guard), x.Answer.Field(guard))
		}
	}
	return list
}

// Sources are the answers that showed the writer an object's content, the newest first: a new content can be made from
// one of them.
func (k *Known) Sources(object engine.ObjectID) (list []Recent) {
	object = k.behind(object)
	for x := range k.heard() {
		if len(list) >= recentMost {
			break
		}
		if k.world.NameNow(x) != "" && slices.ContainsFunc(x.Shows, func(p engine.Part) bool {
			return p.Object == object && (p.Name == "*" || slices.Contains(engine.TextNames(), p.Name))
		}) {
			list = append(list, Recent{engine.Text(x.Name), x.Answer.Field("version")})
		}
	}
	return list
}

// Tries are the writer's own requests of an operation, the newest first, unanswered ones too: another can be a try of
// the same wish.
func (k *Known) Tries(verb string) (list []Recent) {
	add := func(x *engine.Exchange) {
		if x.Verb == verb && len(list) < recentMost {
			list = append(list, Recent{engine.Text(x.Name), engine.Text(x.Object.Name)})
		}
	}
	for _, n := range slices.Backward(k.world.Writer(k.ID).Open) {
		add(k.world.Exchange(n))
	}
	for x := range k.heard() {
		add(x)
	}
	return list
}
