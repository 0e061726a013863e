package guards_test

import (
	"testing"

	"interleave/engine/explore"
	"interleave/engine/guards"
	"interleave/engine/scenario"
)

// Two writers, three increments each, without a guard: 924 orders. 904 of them lose an update as they are; If-Match
// refuses in these and loses nothing; who only creates is refused in all; dates of the same second say nothing.
func TestGuardsOverAllOrders(t *testing.T) {
	text := "writer ann\nwriter ben\nseed: create-container cont\nseed: put-blob cont/b \"0\"\n"
	for _, id := range []string{"ann", "ben"} {
		text += "plan " + id + "\n  loop 3\n    get-blob cont/b as r\n    put-blob cont/b {$r.body + 1}\n"
	}
	f, err := scenario.Parse("test.race", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := f.Searched()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]map[string]string{
		"as-it-is":            {"lost-update": "904"},
		"none":                {"lost-update": "904"},
		"if-match":            {"stale-write": "904"},
		"if-none-match":       {"already-there": "924"},
		"if-unmodified-since": {"same-number": "904"},
	}
	for _, row := range guards.Orders(s.Input, explore.Budget{}, nil, nil) {
		found := map[string]string{}
		if row.ID == "lease" { // TestALeaseOverAllOrders
			continue
		}
		for _, m := range row.Found.Marks {
			found[string(m.Kind)] = m.Schedules.String()
		}
		if row.Found.Schedules.String() != "924" || want[row.ID] == nil {
			t.Errorf("%s: %s", row.ID, row.Found.Verdict())
		}
		for kind, n := range want[row.ID] {
			if found[kind] != n || len(found) != len(want[row.ID]) {
				t.Errorf("%s: %v, want %v", row.ID, found, want[row.ID])
			}
		}
		delete(want, row.ID)
	}
	if len(want) > 0 {
		t.Errorf("no rows for %v", want)
	}
}
