package guards_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/guards"
)

// Who hears nothing of its marker and looks for it takes it for its own where it is there: both work. What a plan asks
// of the look, under which name it keeps the answer, and whether the look shows the text at all, does not matter: under
// its own text it works where that is its own.
//
// One answer is lost. As it is 22 orders (explore.TestAMarkerOfEachServiceAndTheWorkBehindIt), 8 of them with a refusal
// that is lost: who looks behind it works as well. Under its own text it does not: its create and its look stand behind
// the other's marker, with the other's work in one of 3 places, 6 orders in the place of the 8.
func TestALookUnderTheNameOfTheMarker(t *testing.T) {
	const lake, disk, tab, none = "seed: create-container lake\n", "seed: create-bucket lake\n",
		"seed: create-table tab\n", ""
	for _, c := range []struct{ start, plan, says string }{
		{disk, "put-object lake/m x if-none-match=* as m; on lost m [get-object lake/m as m]; " +
			"if m 200 [put-object lake/out-WHO 1]", `ann writes "x ann" to lake/m, and goes on behind a read of it only ` +
			"where it finds that."},
		{lake, "put-blob lake/m WHO if-none-match=* as m; on lost m [get-blob lake/m as m]; " +
			"if m 201 [put-blob lake/out-WHO 1]; if m 200 [put-blob lake/out-WHO 1]",
			`ann goes on behind a read of lake/m only where it finds "ann".`},
		{lake, "put-blob lake/m WHO if-none-match=* as m; on lost m [get-blob-properties lake/m as m]; " +
			"if m 409 [stop]; put-blob lake/out-WHO 1", `ann goes on behind a read of lake/m only where it finds "ann".`},
		{disk, "put-object lake/m WHO if-none-match=* as m; on lost m [head-object lake/m as g; if g 200 " +
			"[put-object lake/out-WHO 1]; stop]; if m 200 [put-object lake/out-WHO 1]",
			`ann goes on behind a read of lake/m only where it finds "ann".`},
		{tab, "insert-entity tab/p/m .s=x as m; on lost m [get-entity tab/p/m as m; on lost m [get-entity tab/p/m " +
			"as m]]; if m 409 [stop] else [insert-entity tab/p/out-WHO .v=1]",
			`ann writes ".by=ann" to tab/p/m, and goes on behind a read of it only where it finds that.`},
		{none, "SETNX m WHO as m; on lost m [GET m as m]; if m 0 [stop] else [SET out-WHO 1]",
			`ann goes on behind a read of m only where it finds "ann".`},
		{none, "SET m x NX as m; on lost m [EXISTS m as g; if g 1 [SET out-WHO 1]]; if m OK [SET out-WHO 1]",
			`ann writes "x ann" to m, and goes on behind a read of it only where it finds that.`},
		{none, "SETNX m WHO as m; on lost m [GET m as m]; if m 0 [stop] else [LPUSH out WHO]",
			`ann goes on behind a read of m only where it finds "ann".`},
	} {
		_, s := enginetest.Searched(t, twoPlans(c.start, c.plan))
		lost := explore.Budget{Faults: 1, Words: explore.FaultWords{Answers: true}}
		rows := rowsOf(guards.Orders(s.Input, lost, nil, nil))
		for id, want := range map[string]string{"as-it-is": "22 8 0", "own-text": "20 0 0"} {
			row, ok := rows[id]
			if !ok {
				t.Errorf("%s: no row %s", c.plan, id)
				continue
			}
			if strings.Contains(c.plan, "LPUSH") { // two texts in one list are not counted as work of both
				want = strings.Replace(want, "8", "0", 1)
			}
			got := row.Found.Schedules.String() + " " + behindIn(row, "under two names") + " " +
				behindIn(row, "left undone")
			if got != want || id == "own-text" && !slices.Contains(row.Notes, c.says) {
				t.Errorf("%s, %s: %q, want %q: %q", c.plan, id, got, want, row.Notes)
			}
		}
	}
}

// behindIn is in how many orders of a row work behind a marker is so; 0: in none.
func behindIn(row guards.OrdersRow, says string) string {
	troubles, _ := explore.Rows(row.Found, func(id string) string { return id })
	at := slices.IndexFunc(troubles, func(r explore.Row) bool { return strings.Contains(r.Text, says) })
	if at < 0 {
		return "0"
	}
	return troubles[at].Orders
}

// Who finds something and ends takes its own for another's, and nobody works; under its own text it goes on behind its
// own, as behind nothing.
//
// One answer is lost. As it is who made the marker looks and ends where its answer is lost, and the other is refused in
// one of 2 places: 4 orders. Under its own text it works in all of them.
func TestWhoEndsWhereSomethingIsThere(t *testing.T) {
	_, s := enginetest.Searched(t, twoPlans("seed: create-container lake\n", "put-blob lake/m x if-none-match=* as m; "+
		"on lost m [get-blob lake/m as g; if g 200 [stop]; put-blob lake/m x if-none-match=* again=m as m]; "+
		"if m 201 [put-blob lake/out-WHO 1]"))
	lost := explore.Budget{Faults: 1, Words: explore.FaultWords{Answers: true}}
	rows := rowsOf(guards.Orders(s.Input, lost, nil, nil))
	for id, want := range map[string]string{"as-it-is": "4", "own-text": "0"} {
		if got := behindIn(rows[id], "left undone"); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
	if says := `ann writes "x ann" to lake/m, and goes on behind a read of it only where it finds that or nothing.`; !slices.
		Contains(rows["own-text"].Notes, says) {
		t.Errorf("%q", rows["own-text"].Notes)
	}
}

// A container has no text that could say whose it is, and the row says so.
func TestNoOwnTextOfWhatHasNone(t *testing.T) {
	_, s := enginetest.Searched(t, twoPlans("seed: create-container lake\n", "create-container jobs as m; on lost m "+
		"[create-container jobs again=m as m]; if m 201 [put-blob lake/out 1]"))
	rows := rowsOf(guards.Orders(s.Input, explore.Budget{}, nil, nil))
	const why = "jobs is a container: it has no text that could name who made it, and that a read would show."
	if row, ok := rows["own-text"]; !ok || row.Found != nil || row.Why != why {
		t.Errorf("%t, %q", ok, row.Why)
	}
}

// What a plan does in a step that it may not take has not been done behind it: no line compares that there.
func TestAPlanComparesNothingThatABranchDid(t *testing.T) {
	_, s := enginetest.Searched(t, twoPlans("", "SETNX m WHO as m; on lost m [EXISTS m as g; if g 1 [SET out-WHO 1]]; "+
		"if m 1 [SET out-WHO 1]"))
	lost := explore.Budget{Faults: 1, Words: explore.FaultWords{Answers: true}}
	if got := behindIn(rowsOf(guards.Orders(s.Input, lost, nil, nil))["cas"], "under two names"); got != "8" {
		t.Errorf("%s, want 8 as in the orders as they are", got)
	}
}
