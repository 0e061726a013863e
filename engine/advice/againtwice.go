package advice

import (
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// twice is what the same again leads to, where that is no good.
func (a *adviser) twice() string {
	t := a.trial().send(a.again())
	switch {
	case t.err != nil:
		return ""
	case !t.harmless():
		if a.deletes() {
			return "The same again would take away what is there now."
		}
		if others := a.othersIn(silentOf(t.found)); others != "" {
			return "The same again would go over what " + others + " did."
		}
		return "The same again would do it twice."
	case !t.accepted():
		return a.sameAgain()
	}
	return ""
}

// twiceUnseen is the same beside an advice to read: its sender has not looked yet, which would tell.
func (a *adviser) twiceUnseen() string {
	said := a.twice()
	if a.looked() {
		return said
	}
	return strings.Replace(said, "The same again would do it", "The same again, without looking first, would do it", 1)
}

// othersIn is who is harmed by what is found, where nothing of it is that something was done twice; empty: nobody.
func (a *adviser) othersIn(found []conflict.Finding) string {
	var names []string
	for _, f := range found {
		name := a.v.Title(f.Whose)
		switch {
		case f.Kind == engine.DoneTwice:
			return ""
		case f.Whose != a.c.By && name != "" && !slices.Contains(names, name):
			names = append(names, name)
		}
	}
	return strings.Join(names, " and ")
}

// looked says whether its sender has been shown anything of the object since it sent the request.
func (a *adviser) looked() bool {
	for x := range a.v.RequestsOf(a.c.By) {
		if x.Number <= a.x.Number {
			return false
		}
		if a.v.Spec(x.Verb).Group == engine.GroupRead && !x.Heard.IsZero() && (x.Object == a.x.Object ||
			slices.ContainsFunc(x.Shows, func(p engine.Part) bool { return p.Object == a.x.Object })) {
			return true
		}
	}
	return false
}
