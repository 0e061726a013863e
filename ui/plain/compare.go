package plain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"interleave/engine/view"

	"interleave/engine/guards"
	"interleave/ui/sessions"
)

// compareGuards tells which guard stops which harm; with a guard and a harm it opens that run as a branch.
func (d *desk) compareGuards(rest string) {
	t := d.room.CompareGuards()
	if t.None != "" {
		none := t.None
		if t.Ahead != "" {
			none += " run-plans lets them; guards all tries all orders."
		}
		d.complain("%s", none)
		return
	}
	if rest != "" {
		d.openGuard(t, rest)
		return
	}
	t.Sort()
	d.say("%s under every guard that its objects know", t.What)
	width := 0
	for _, row := range t.Rows {
		width = max(width, len(row.ID))
	}
	line := fmt.Sprintf("%-*s", width, "")
	for _, harm := range t.Anomalies {
		line += "  " + harm
	}
	d.say("%s", strings.TrimRight(line, " "))
	unread := false
	for _, row := range t.Rows {
		line := fmt.Sprintf("%-*s", width, row.ID)
		for _, harm := range t.Anomalies {
			line += fmt.Sprintf("  %-*s", len(harm), t.Cell(row, harm))
		}
		d.say("%s", strings.TrimRight(line, " "))
		for _, told := range row.Notes {
			d.say("%-*s  %s", width, "", told)
		}
		if told := t.Unread(row); told != "" {
			unread = true
			d.say("%-*s  %s", width, "", told)
		}
		var said []string // the same may be so of several columns
		for _, harm := range t.Anomalies {
			if told := t.Why(row, harm); told != "" && !slices.Contains(said, told) {
				said = append(said, told)
				d.say("%-*s  %s", width, "", told)
			}
		}
	}
	for _, harm := range t.Anomalies {
		if told := t.About(harm); told != "" {
			d.say("%s", told)
		}
	}
	if t.Ahead != "" {
		d.say("%s run-plans lets them; guards all tries all orders.", t.Ahead)
	}
	soFar := "N"
	if t.Ahead != "" {
		soFar = "So far n"
	}
	switch refused := t.Refused(); {
	case len(t.Anomalies) > 0:
		d.say("compare-guards %s %s opens that run as a branch.", t.Rows[0].ID, t.Anomalies[0][len("~ "):])
	case unread: // that was said
	case refused != "":
		d.say("%sobody is harmed under any of them. %s", soFar, refused)
	default:
		d.say("%sothing goes wrong under any of them.", soFar)
	}
}

func (d *desk) openGuard(t *guards.Table, rest string) {
	id, kind, _ := strings.Cut(rest, " ")
	var ids, kinds []string
	for _, row := range t.Rows {
		ids = append(ids, row.ID)
	}
	harm := ""
	for _, h := range t.Anomalies {
		name := h[len("~ "):]
		kinds = append(kinds, name)
		if strings.TrimLeft(kind, "~!? ") == name {
			harm = h
		}
	}
	switch _, known := t.Row(id); {
	case !known:
		d.complain("No object here knows the guard %q.%s There are %s.", id, sessions.Nearest(id, ids),
			strings.Join(ids, ", "))
		return
	case harm == "" && kind != "":
		d.complain("No run has the harm %q.%s There are %s.", kind, sessions.Nearest(kind, kinds),
			strings.Join(kinds, ", "))
		return
	}
	did, err := d.room.LoadGuard(t, id, harm)
	if err != nil {
		d.travelled(err)
		return
	}
	d.say("%s This is the branch %s.", did, d.room.View().Branch)
}

func (d *desk) rename(name string) {
	if name == "" {
		d.complain("rename wants a name.")
		return
	}
	old := d.room.View().Branch
	if err := d.room.Rename(old, name); err != nil {
		d.travelled(err)
		return
	}
	d.say("The branch %s is called %s now.", old, name)
}

// compare tells two branches side by side, one row after the other.
func (d *desk) compare(rest string) {
	names := strings.Fields(rest)
	if len(names) == 1 {
		names = append(names, d.room.View().Branch)
	}
	if len(names) != 2 {
		d.complain("compare wants one or two branches. branches lists them.")
		return
	}
	var sides []*view.View
	for _, name := range names {
		v := d.room.ViewOf(name)
		if v == nil {
			var known []string
			for _, b := range d.room.View().Branches() {
				known = append(known, b.Name)
			}
			d.complain("There is no branch %q.%s", name, sessions.Nearest(name, known))
			return
		}
		sides = append(sides, v)
	}
	for _, p := range view.Compare(sides[0], sides[1]) {
		switch {
		case p.Head:
			d.say("%s", p.Label)
		case !p.Differs:
			d.say("  %s: both %s", p.Label, p.A)
		default:
			d.say("  %s", p.Label)
			d.say("    %s: %s", names[0], cmp.Or(p.A, "none"))
			d.say("    %s: %s", names[1], cmp.Or(p.B, "none"))
		}
	}
}
