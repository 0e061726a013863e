package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// told is a guard as people name it, with what was sent.
func (a *adviser) told(t *trial, s engine.Send) string {
	spec := a.v.Spec(s.Verb)
	if spec.Prompt() {
		return strings.TrimSpace(conflict.Asks(t.w, t.last))
	}
	name := ""
	for _, arg := range t.last.Args {
		if p, ok := spec.Param(arg.Name); ok && (p.Guards() || arg.Name == ifTags ||
			strings.HasPrefix(arg.Name, "source-if-")) && arg.Name != "lease" {
			name = conflict.GuardName(arg.Name) + " " + conflict.Tag(t.w, arg.Value)
			switch from, field, _ := arg.Value.RefName(); {
			case arg.Name == ifTags:
				name = conflict.GuardName(arg.Name) + " " + arg.Value.String()
			case arg.Name == "if-none-match":
				name += a.nothingKnown(t)
			case strings.Contains(field, "."):
				name += fmt.Sprintf(", listed in #%d", t.w.Named(from).Number)
			}
		}
	}
	if s.Verb != a.x.Verb {
		return strings.TrimSpace(s.Verb + " " + name)
	}
	if name == "" && spec.Effect == engine.Groups {
		name = a.entryTold(t)
	}
	if name == "" {
		name = strings.Replace(a.otherwise(t.last.Args, a.x.Args), "with", "With", 1)
	}
	return name
}

// nothingKnown is why a request asks that nothing be there: its writer had found nothing, or had never looked.
func (a *adviser) nothingKnown(t *trial) string {
	if read, ok := t.known().Reading(a.c.Object); ok && read.Gone {
		if x := t.w.Exchange(read.Request); x != nil {
			if slices.ContainsFunc(x.Shows, func(p engine.Part) bool { return p.Unlists(a.c.Object) }) {
				return fmt.Sprintf(", as #%d did not list it", x.Number)
			}
			return fmt.Sprintf(", as #%d found nothing", x.Number)
		}
	}
	return fmt.Sprintf(", as %s had not looked", a.who())
}

// guardedAgain sends the request once more with the tag that was heard last, so that of two only one can pass.
func (a *adviser) guardedAgain() (Card, bool) {
	again := a.again()
	k := *a.v.Known(a.c.By)
	k.Guard = ""
	again.Args, _, _ = k.Guarded(*a.spec, a.x.Object, unversioned(a.spec, again.Args))
	if guardMore(a.spec, again.Args, unversioned(a.spec, a.x.Args)) == "" {
		return Card{}, false
	}
	return a.offer(a.trial().send(again), "retry",
		"Send it again with the tag that was read: it cannot be done twice then.",
		fmt.Sprintf("%s sent #%d again with a guard", a.who(), a.x.Number))
}
