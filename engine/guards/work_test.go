package guards_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/guards"
)

// A marker that plans look for is one under each guard: what both do behind it is met where the guard refuses the
// second marker and nobody looks at that refusal, and no guard brings it. What stands directly behind a marker that is
// watched is carried out with it (tair/rules.md, "Plain Redis commands": EXEC does all that is queued, or nothing).
//
// Of 16 orders both look before the first marker in 12 (explore.TestWhoLooksForAMarkerHasOne), and no guard changes
// what they do. Under a lease each request of a plan that has something to lock waits for it: the counts differ there.
func TestWorkBehindAMarkerIsLookedForInAllRows(t *testing.T) {
	for _, c := range []struct{ seed, plan, marker string }{
		{"create-bucket lake", "get-object lake/m as g; if g 404 [put-object lake/m WHO; put-object lake/out-WHO 1]",
			"lake/m"},
		{"create-bucket lake", "get-object lake/m as g; if g 404 [put-object lake/m WHO if-none-match=*; " +
			"put-object lake/out-WHO 1]", "lake/m"},
		{"create-table tab", "get-entity tab/p/m as g; if g 404 [insert-or-replace-entity tab/p/m .by=WHO; " +
			"insert-entity tab/p/out-WHO .v=1]", "tab/p/m"},
		{"create-table tab", "get-entity tab/p/m as g; if g 404 [insert-or-replace-entity tab/p/m .by=x; " +
			"insert-entity tab/p/out-WHO .v=1]", "tab/p/m"},
		{"SET other 0", "GET m as g; if g nil [SET m WHO; SET out-WHO 1]", "m"},
		{"create-container lake", "get-blob lake/m as g; if g 404 [put-blob lake/m WHO; put-blob lake/out-WHO 1]",
			"lake/m"},
	} {
		table := compared(t, twoPlans("seed: "+c.seed+"\n", c.plan))
		at := slices.IndexFunc(table.Harms, explore.Row.IsBehind)
		if at < 0 || table.Harms[at].Text != "work under two names, behind "+c.marker {
			t.Errorf("%s: %d", c.plan, at)
			continue
		}
		for _, row := range table.Rows {
			want := "allows 12"
			switch asks := strings.Contains(c.plan, "if-none"); {
			case row.ID == "policy" && asks:
				want = "refuses 16"
			case row.ID == "policy": // no marker is made: all 20 orders of three requests each
				want = "refuses 20"
			case row.ID == "watch": // the work is queued with the marker: EXEC does both, or neither
				want = "stops"
			}
			got := table.Cell(row, table.Harms[at])
			if got != want && !(row.ID == "lease" && strings.HasPrefix(got, "allows ")) {
				t.Errorf("%s, %s: %q, want %q", c.plan, row.ID, got, want)
			}
		}
	}
}

// Three claims of one thing, each under the tag that it read: 6!/(2!2!2!) = 90 orders. Only one is accepted where all
// three read before the first claim, in 3! * 3! = 36. In the 54 others one reads the claim of another, replaces it
// under its tag and works as well: a guard that refuses somebody elsewhere stops none of these, as a lease does not.
func TestClaimsThatAreReadAndReplacedAreNotStopped(t *testing.T) {
	list := ordersOf(t, "writer w1\nwriter w2\nwriter w3\nseed: create-container own\n"+
		"seed: put-blob own/p0 free\n"+enginetest.Each("plan WHO [get-blob own/p0 as g; "+
		"put-blob own/p0 WHO if-match=$g.etag as p; if p 201 [does p0]]\n", "w1", "w2", "w3"), explore.Budget{})
	table := tableOf(list)
	checked := 0
	for _, row := range table.Rows {
		for _, harm := range table.Harms {
			if harm.Name != "lost-update" || row.ID != "as-it-is" && row.ID != "if-match" {
				continue
			}
			checked++
			if cell, told := table.Cell(row, harm), table.Tell(row, harm); cell != "overwrites 54" ||
				!strings.Contains(told, "in 54 of 90 orders a text that names its writer") {
				t.Errorf("%s: %s. %s", row.ID, cell, told)
			}
		}
	}
	if checked != 2 {
		t.Errorf("%d cells of 2", checked)
	}
}

// A guard under which nobody writes keeps no end away that only writing brings, and who tries nothing again is told
// nothing of tries.
func TestAnEndThatNobodyWorksForIsUndone(t *testing.T) {
	table, cells := asked(t, "writer ana\nwriter ben\nseed: create-container own\nseed: put-blob own/p0 0\n"+
		"plan ana [put-blob own/p0 1]\nplan ben [put-blob own/p0 2]\n", "state blob own/p0 body=2")
	// ben behind ana without a loss, and with either one's answer lost, and in both orders where ana's request is: 5
	if cells["as-it-is"] != "allows 5" || cells["if-none-match"] != "undone" {
		t.Errorf("%q", cells)
	}
	if got, want := table.Unstopped(), "No guard here stops the end that was asked for."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Work that is called by the tag which a conditional write was answered is one work under every guard, though each of
// two writes that are accepted without the condition has a tag of its own (engine/blob/rules.md: a write has a new
// ETag).
//
// A marker: without its condition both are accepted in both orders. Under a lease there is nothing to lock for whom the
// marker is not there yet: of 6 orders both acquire in vain in 4, and keep their condition, and in 2 the second has the
// lease of the first one's marker, and replaces it. A version: both work where both have read before the first write,
// in 4 of 6 orders, and under a lock nobody has read the same. Hands of whom one looks what stands there: in 1 of 3
// orders ben is refused and finds ann's, without a condition both work in all 3.
func TestWorkThatAConditionalWriteNamesIsOneUnderEveryGuard(t *testing.T) {
	const start = "writer ann\nwriter ben\nseed: create-container lake\n"
	plans := func(plan string) string { return enginetest.Each("plan WHO ["+plan+"]\n", "ann", "ben") }
	for _, c := range []struct {
		text  string
		cells map[string]string
	}{
		{start + plans("put-blob lake/m WHO if-none-match=* as m; if m 201 [does $m.etag]"),
			map[string]string{"as-it-is": "stops", "none": "allows 2", "lease": "allows 2"}},
		{start + "seed: put-blob lake/m 0\n" +
			plans("get-blob lake/m as g; put-blob lake/m {$g.body + 1} if-match=$g.etag as m; if m 201 [does $m.etag]"),
			map[string]string{"as-it-is": "stops", "none": "allows 4", "lease": "stops"}},
		{"writer ann\nwriter ben\nseed: create-table tab\nseed: insert-entity tab/p/m .n=0\n" +
			plans("get-entity tab/p/m as g; update-entity tab/p/m .n=1 if-match=$g.etag as m; if m 204 [does $m.etag]"),
			map[string]string{"as-it-is": "stops", "none": "allows 4"}},
		{start + "ann: put-blob lake/m ann if-none-match=* as a\nann: does $a.etag\n" +
			"ben: put-blob lake/m ben if-none-match=* as b\nben: get-blob lake/m as c\nben: does $c.etag\n",
			map[string]string{"as-it-is": "allows 1", "none": "allows 3"}},
	} {
		table := compared(t, c.text)
		cells := map[string]string{}
		for _, row := range table.Rows {
			for _, harm := range table.Harms {
				if harm.Name == "done-twice" {
					cells[row.ID] = table.Cell(row, harm)
				}
			}
		}
		for id, want := range c.cells {
			if cells[id] != want {
				t.Errorf("%s%s: %q, want %q", c.text, id, cells[id], want)
			}
		}
	}
}

// A marker that is taken away again may be made for the next work: which tags call the same one nobody can say where
// the condition is gone, and the row says so.
func TestWorkWhoseNameAGuardTakesAwayIsNotCounted(t *testing.T) {
	text := twoPlans("seed: create-container lake\n",
		"put-blob lake/m x if-none-match=* as m; if m 201 [does $m.etag; delete-blob lake/m]")
	for _, row := range compared(t, text).Rows {
		told := strings.Contains(strings.Join(row.Notes, " "), "whether two do the same work is not told")
		if keeps := row.ID == "as-it-is" || row.ID == "own-text"; told == keeps {
			t.Errorf("%s: %q", row.ID, row.Notes)
		}
	}
}

func compared(t *testing.T, text string) *guards.OrdersTable {
	t.Helper()
	return tableOf(ordersOf(t, text, explore.Budget{}))
}

// A history has its work done where a guard refuses the claim before it, as nobody is asked whether to go on: the row
// that counts the work says so, and no other row does.
func TestARowTellsOfWorkBehindARefusal(t *testing.T) {
	table := underGuards(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container own\nann: get-blob own/p\n"+
		"ben: get-blob own/p\nann: put-blob own/p ann\nann: does p\nben: put-blob own/p ben\nben: does p\n")
	for _, row := range table.Rows {
		tells := slices.ContainsFunc(row.Notes, func(note string) bool {
			return strings.HasPrefix(note, "Refused here, and the work behind it is done as it was: PUT #5.")
		})
		if tells != (row.ID == "if-none-match") {
			t.Errorf("%s: %s", row.ID, row.Notes)
		}
	}
}

// NX refuses the second of two who both saw no lock (tair/rules.md), in 4 of 6 orders; who works whatever its SET is
// answered does the work all the same, and the row says why the guard does not help. Who decides by the answer does
// not.
func TestARefusalKeepsNobodyWhoDoesNotDecideByIt(t *testing.T) {
	for _, c := range []struct {
		plan, cell string
		told       bool
	}{
		{"plan %s [GET lock as g; if g nil [SET lock %s as m; does job]]\n", "allows 4", true},
		{"plan %s [GET lock as g; if g nil [SET lock %s as m; if m OK [does job]]]\n", "stops", false},
	} {
		text := "writer ann\nwriter ben\n" + strings.ReplaceAll(c.plan, "%s", "ann") +
			strings.ReplaceAll(c.plan, "%s", "ben")
		said := reasons(t, text, "done-twice", explore.Budget{})
		if !strings.HasPrefix(said["nx"], c.cell) ||
			strings.Contains(said["nx"], "although SET lock was refused") != c.told {
			t.Errorf("%s%q", text, said["nx"])
		}
		if strings.Contains(said["none"], "although") {
			t.Errorf("%s%q", text, said["none"])
		}
	}
}
