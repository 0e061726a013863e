package advice

import (
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
