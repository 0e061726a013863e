package plain

import (
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// properties says of a refused change of a row which properties differ, and on which side: whether both changed the
// same one decides whether the two go together.
func (d *desk) properties(v *view.View, c view.Trouble) {
	s := v.ThreeWay(c.Finding)
	if c.Severity != engine.SeverityRefused || s.Object.Kind != "entity" || !s.Mine.Known || !s.Base.Known ||
		s.Theirs.Gone || s.Newest || s.OneWish {
		return
	}
	const none = "No property was changed by both."
	both, changed := none, false
	for _, r := range conflict.Rows3(s.Base.Text, s.Mine.Text, s.Theirs.Text) {
		if r.Kind == conflict.Same {
			continue
		}
		sides := []string{s.Base.Name + " " + valueOf(r.Base, r.HasBase)}
		if r.Kind != conflict.Theirs {
			sides = append(sides, s.Mine.Name+" "+valueOf(r.Mine, r.HasMine))
		}
		if r.Kind != conflict.Mine {
			sides = append(sides, s.Theirs.Name+" "+valueOf(r.Theirs, r.HasTheirs))
		}
		if r.Kind == conflict.Both && both == none {
			both = "What both changed, both set alike."
		}
		if r.Kind == conflict.Clash {
			both = "Both changed what is marked <>."
			sides[0] = "<> " + sides[0]
		}
		d.say("  %s: %s", r.Name, strings.Join(sides, ", "))
		changed = true
	}
	if changed {
		d.say("%s", both)
	}
}

// valueOf is a property's value on one side.
func valueOf(value string, there bool) string {
	if !there {
		return "(not there)"
	}
	return value
}
