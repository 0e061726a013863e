package dialogs

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/ui/command"
)

// NewSame is the form of a request that another writer has sent, for this one to send too, as both sides of a race
// often do the same: with the arguments that anybody could have typed. What the other was told, as a tag or a receipt,
// is not this writer's to send; its own stands there, where it has any. The content is selected: typing replaces it.
func NewSame(d command.Host, request int) Dialog {
	v := d.Room().View()
	x := v.Exchange(request)
	spec := v.Spec(x.Verb)
	var args []engine.Arg
	for _, a := range x.Args {
		p, known := spec.Param(a.Name)
		if known && p.Guard != "" && a.Value.String() != "*" || refers(a.Value) {
			continue
		}
		args = append(args, a)
	}
	made := NewForm(d, x.Verb, args)
	f, ok := made.(*form)
	if !ok || f.k == nil {
		return made
	}
	f.like = fmt.Sprintf("as %s's #%d", v.Title(x.By), x.Number)
	name := content(spec)
	for n, to := range f.fields {
		if to.Name == name && to.editor != nil {
			to.editor.SelectAll()
			f.at = n
		}
	}
	return f
}

// refers says whether a value is made from what an answer said.
func refers(v engine.Value) bool {
	if _, _, ok := v.Ref(); ok {
		return true
	}
	if list, ok := v.List(); ok {
		return slices.ContainsFunc(list, refers)
	}
	_, a, b, ok := v.Expression()
	return ok && (refers(a) || refers(b))
}
