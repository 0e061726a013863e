package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/view"
)

// otherwise is what one list of arguments has in the place of another where what guards is no argument of its own: a
// word that is left out, as `without replace=true`, or that says something else. Empty where they are alike.
func (a *adviser) otherwise(args, before []engine.Arg) string {
	if a.spec.Prompt() {
		return ""
	}
	for _, was := range before {
		if p, _ := a.spec.Param(was.Name); p.Guard != "" || p.Version || strings.HasPrefix(p.Name, "if-") || p.Group {
			continue
		}
		at := slices.IndexFunc(args, func(a engine.Arg) bool { return a.Name == was.Name })
		switch {
		case at < 0:
			return fmt.Sprintf("without %s=%s", was.Name, was.Value)
		case !args[at].Value.Equal(was.Value):
			return fmt.Sprintf("with %s=%s", was.Name, args[at].Value)
		}
	}
	return ""
}

// ownNameFirst tries to take a name by a rename of what was made under a name of its own, where what creates a file
// asks for nothing: it is refused where another has the name by then.
//
// Source: engine/share/rules.md, "FileREST operations" (Rename File without replace).
func (a *adviser) ownNameFirst(k *view.Known) []string {
	at := slices.IndexFunc(a.service().Ops, func(op engine.OpSpec) bool {
		return op.Effect == engine.Renames && op.Object == a.spec.Makes
	})
	if at < 0 || a.spec.Effect != engine.Creates || a.x.Object != a.c.Object || !a.mayCreate(k) {
		return nil
	}
	own, rename := a.x.Object.Name+"."+a.x.By, a.service().Ops[at]
	t := a.before(a.c.Event)
	t.decide(engine.Send{By: a.x.By, Verb: a.x.Verb, Args: engine.With(a.x.Args, a.spec.Params()[0].Name,
		engine.Text(own))})
	if t.err != nil || !t.last.Answer.Accepted() {
		return nil
	}
	t.decide(engine.Send{By: a.x.By, Verb: rename.Verb, Args: []engine.Arg{
		{Name: rename.Params()[0].Name, Value: engine.Text(a.x.Object.Name)},
		{Name: "source", Value: engine.Text(own)}}})
	if t.err != nil || t.why() == nil || t.why().Rule.Kind != engine.AlreadyThere {
		return nil
	}
	return []string{fmt.Sprintf("%s under a name of its own, then %s to %s without replace. The answer would be %s.",
		a.x.Verb, rename.Verb, a.place(), short(t))}
}
