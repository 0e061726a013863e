package advice_test

import (
	"regexp"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/engine/roomtest"
)

// listed are the guards that a card says the comparison tries.
var listed = regexp.MustCompile(`from its first read on: (.*)\. Else agree`)

// againstTable holds a card to the comparison of guards of the very scene: what it points to there is none that lets
// the harm be done. It says whether the card pointed to any.
func againstTable(t *testing.T, name string, r *room.Room, c conflict.Finding) bool {
	t.Helper()
	found := listed.FindStringSubmatch(advice.For(r.View(), c).Say)
	if found == nil {
		return false
	}
	table, list := r.CompareGuards(), ", "+found[1]+","
	for _, row := range table.Rows {
		cell := table.Cell(row, "~ "+string(c.Kind))
		if strings.HasPrefix(cell, "allows") && strings.Contains(list, ", "+row.Title+",") {
			t.Errorf("%s: %s: the comparison says %s of %s, and the card names it: %s", name, c, cell, row.Title,
				found[1])
		}
	}
	return true
}

// A card that points to the comparison of guards names none which that shows to allow the harm: in the library, and in
// scenes of a removal that compares nothing.
func TestNoCardPointsToAGuardThatAllowsTheHarm(t *testing.T) {
	for _, name := range races.All() {
		findings(t, name, func(r *room.Room, c conflict.Finding) {
			if c.Severity == engine.SeveritySilent {
				againstTable(t, name, r, c)
			}
		})
	}
	const (
		rows = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table stock\nseed: insert-entity stock/p/r .n=1\n"
		drop = "ann: delete-table stock\n"
		docs = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share docs\nseed: create-file docs/f.txt 10\n"
	)
	for _, c := range []struct {
		name, lines string
		points      bool
	}{
		{"an update under its tag", rows + "ann: get-entity stock/p/r\nben: get-entity stock/p/r as h\n" +
			"ben: update-entity stock/p/r .n=2 if-match=$h.etag\n" + drop, true},
		{"an upsert", rows + "ann: get-entity stock/p/r\nben: insert-or-replace-entity stock/p/r .n=2\n" + drop, true},
		{"an insert", rows + "ann: get-entity stock/p/q\nben: insert-entity stock/p/q .n=2\n" + drop, false},
		{"a file made anew", docs + "ann: smb-create docs/f.txt access=RW share=RW as ah\n" +
			"ben: get-file docs/f.txt\nann: smb-write $ah.handle 22222 offset=0\nann: smb-close $ah.handle\n" +
			"ben: create-file docs/f.txt 10\n", true},
	} {
		r := roomtest.Of(t, "case.race", c.lines)
		roomtest.PlayOn(t, r)
		points, found := false, false
		for _, m := range r.View().Troubles() {
			if m.Severity == engine.SeveritySilent {
				found, points = true, againstTable(t, c.name, r, m.Finding)
			}
		}
		if !found || points != c.points {
			t.Errorf("%s: found %t, points to the comparison %t", c.name, found, points)
		}
	}
}
