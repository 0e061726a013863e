package advice

import (
	"slices"
	"strings"

	"interleave/engine/view"
)

// Unread tells of the newest request that replaced another writer's work which its own writer had never read, with the
// guards that would have stopped it, each tried in the same scene. There is no mark, so there is no card: what stands
// there instead is this. Empty where there is none.
func Unread(v *view.View) string {
	c, ok := v.ReplacedUnread()
	if !ok {
		return ""
	}
	a := &adviser{v: v, c: c, x: v.Exchange(c.Request)}
	a.spec = v.Spec(a.x.Verb)
	said := v.Unread()
	if stops := a.stopping(); len(stops) > 0 {
		said += " What would stop it: " + strings.Join(stops, " ")
	}
	return said
}

// Unmarked is all that is told where nothing is marked: Unread, and behind it whatever else has no mark. Empty where
// there is nothing.
func Unmarked(v *view.View) string {
	rest := v.Quiet()
	said := Unread(v)
	if newest := v.Unread(); newest != "" {
		rest = slices.DeleteFunc(slices.Clone(rest), func(s string) bool { return s == newest })
	}
	a := &adviser{v: v}
	rest = append(slices.Clone(rest), a.renewedLate(strings.Join(rest, " ")), a.landedTwice())
	return strings.TrimSpace(said + " " + strings.TrimSpace(strings.Join(listed(rest...), " ")))
}
