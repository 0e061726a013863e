package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// settingsLost compares the settings that the finding's request replaced with what stands there now, as metadata, tags
// or a property of a row: how many the other had set or taken away, and which of them are no longer so. ok is false
// where that is no setting, or somebody has changed it since.
func (a *adviser) settingsLost() (set int, lost []string, ok bool) {
	now := a.v.Clone().Object(a.c.Object)
	if a.c.More != "" || a.c.Victim.Request == 0 || !view.Readable(now) || a.changedSinceFinding() {
		return 0, nil, false
	}
	base, left := a.around(a.c.Object, a.c.Victim.Event, a.c.Victim.Request)
	if base == nil && left == nil {
		return 0, nil, false
	}
	was, theirs, stands := a.settingsOf(base), a.settingsOf(left), a.settingsOf(now)
	for _, name := range namesOf(was, theirs) {
		value, there := theirs[name]
		is, still := stands[name]
		set++
		switch what := strings.TrimPrefix(name, "."); {
		case there && !still:
			lost = append(lost, what+" is gone")
		case there && is != value:
			lost = append(lost, fmt.Sprintf("%s is %s, and was %s", what, is, value))
		case !there && still:
			lost = append(lost, what+" is there again")
		}
	}
	return set, lost, true
}

// settingsOf are the values of a record that the part which was lost stands for, by their names.
func (a *adviser) settingsOf(r engine.Record) map[string]string {
	list := map[string]string{}
	for _, p := range engine.Properties(r) {
		short, pair := strings.CutPrefix(p.Name, a.c.Part+".")
		switch {
		case strings.HasPrefix(a.c.Part, ".") && p.Name == a.c.Part:
			list[p.Name] = p.Text
		case pair && (a.c.Part == "metadata" || a.c.Part == "tags"):
			list[short] = p.Text
		}
	}
	return list
}

// namesOf are the names in either of two lists, sorted.
func namesOf(a, b map[string]string) (names []string) {
	for _, list := range []map[string]string{a, b} {
		for name := range list {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// changedSinceFinding says whether anybody has changed the part that was lost since.
func (a *adviser) changedSinceFinding() bool {
	for e := range a.v.Between(a.c.Event, a.v.Last+1) {
		if slices.ContainsFunc(e.Changed, func(c engine.Change) bool {
			return c.Object == a.c.Object && (c.Name == a.c.Part || c.Name == "*")
		}) {
			return true
		}
	}
	return false
}

// partlyReplaced says which of the settings that another had made are no longer so, where others of them are; empty
// where none is, or all are gone.
func (a *adviser) partlyReplaced() string {
	set, lost, ok := a.settingsLost()
	if !ok || len(lost) == 0 || len(lost) >= set {
		return ""
	}
	return fmt.Sprintf(": %s, and the rest stands as #%d had set it", conflict.And(lost), a.c.Victim.Request)
}
