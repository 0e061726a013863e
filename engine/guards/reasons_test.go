package guards_test

import (
	"strings"
	"testing"

	"interleave/engine/explore"
)

// reasons are what a table of all orders says of one harm, by the ids of its rows.
func reasons(t *testing.T, text, harm string, b explore.Budget) map[string]string {
	t.Helper()
	_, rows := overOrders(t, text, b)
	table := tableOf(rows)
	said := map[string]string{}
	for _, row := range table.Rows {
		for _, h := range table.Harms {
			if h.Name == harm {
				said[row.ID] = table.Cell(row, h) + ": " + table.Tell(row, h)
			}
		}
	}
	return said
}

// A copy whose source was deleted before is refused as it is, and without a guard; a policy that wants a condition
// refuses it in each order, for another reason (bucket/rules.md, "Bucket policies"). What is said of requests without
// any guard is what the row of these found.
func TestWhatIsSaidOfBareRequestsIsWhatTheyMeet(t *testing.T) {
	said := reasons(t, `writer ann
writer ben
seed: create-bucket lake
seed: put-object lake/k "0"
ben: delete-object lake/k
ann: copy-object lake/j source=lake/k
`, "gone", explore.Budget{})
	if !strings.HasPrefix(said["none"], "refuses 1: ") {
		t.Fatalf("without a guard: %q", said["none"])
	}
	const want = "-: None of 2 orders meets gone; without a guard it is met in 1 of 2 orders."
	if said["policy"] != want {
		t.Errorf("%q, want %q", said["policy"], want)
	}
}

// A row that takes leases of its own, each for a while, leaves none without an end and borrows none. Where no lease is
// taken at all, none is stopped.
func TestARowThatLocksTakesLeases(t *testing.T) {
	const id = "11111111-1111-1111-1111-111111111111"
	said := reasons(t, `writer ann
writer ben
seed: create-container hub
seed: put-blob hub/0 "0"
ann: acquire-blob-lease hub/0 duration=15 id=`+id+`
ann: put-blob hub/0 "1" lease=`+id+`
ben: acquire-blob-lease hub/0 duration=15 id=`+id+`
ben: put-blob hub/0 "2" lease=`+id+`
`, "borrowed-lease", explore.Budget{})
	if !strings.HasSuffix(said["lease"], ": each takes a lease of its own here.") ||
		!strings.HasSuffix(said["if-none-match"], ": no lease is taken here.") {
		t.Errorf("%q", said)
	}
	const endless = `writer ann
writer ben
seed: create-container state
seed: put-blob state/env "serial 7"
ann: acquire-blob-lease state/env duration=-1 as l
ann: set-blob-metadata state/env meta.lock=ann lease=$l.lease
ben: acquire-blob-lease state/env duration=-1
`
	said = reasons(t, endless, "lease-without-end", explore.Budget{})
	if !strings.HasPrefix(said["lease"], "stops: ") || !strings.HasPrefix(said["if-none-match"], "-: ") {
		t.Errorf("%q", said)
	}
	table := underGuards(t, endless)
	for id, want := range map[string]string{"lease": "stops", "none": "-", "if-none-match": "-"} {
		row, ok := table.Row(id)
		if cell := table.Cell(row, "  lease-without-end"); !ok || cell != want {
			t.Errorf("%s: %q, want %q", id, cell, want)
		}
	}
}

// bucket/rules.md, "Bucket policies": a policy that wants a condition refuses who sends none, whoever comes first. Work
// that nobody can do is lost by nobody; that is not said to be the guard's merit.
func TestARowInWhichNobodyWorksStopsNothing(t *testing.T) {
	said := reasons(t, `writer ann
writer ben
seed: create-bucket lake
ann: put-object lake/log/2 "a"
ben: put-object lake/log/2 "b"
`, "unread", explore.Budget{})
	if said["policy"] != "undone: None of 2 orders meets work replaced unread: nobody does the work in any of them." ||
		!strings.HasPrefix(said["if-none-match"], "stops: ") {
		t.Errorf("%q", said)
	}
}

// Who may only create is refused where something is there (blob/rules.md, If-None-Match *), and where its container is
// gone: in each of the 3 places of its put among the other's two requests. Nothing is lost there, for it is never done;
// a guard under which either may be the one who is refused does stop a loss.
func TestARowInWhichOneNeverWorksStopsNothing(t *testing.T) {
	const start = "writer ann\nwriter ben\nseed: create-container lake\nseed: put-blob lake/a 0\n"
	said := reasons(t, start+"plan ann [put-blob lake/a new]\nplan ben [snapshot-blob lake/a as s; "+
		"delete-container lake]\n", "lost-update", explore.Budget{})
	const want = "refuses 3: None of 3 orders meets lost update. But in each of them there is ann's put-blob " +
		"refused: that is not done at all."
	if said["if-none-match"] != want {
		t.Errorf("%q", said["if-none-match"])
	}
	said = reasons(t, start+"plan ann [get-blob lake/a; put-blob lake/a ann]\nplan ben [get-blob lake/a; "+
		"put-blob lake/a ben]\n", "lost-update", explore.Budget{})
	if !strings.HasPrefix(said["if-match"], "stops: ") || !strings.HasPrefix(said["if-none-match"], "undone: ") {
		t.Errorf("%q", said)
	}
}

// Who holds the lock that covers what it writes, and replaces work unread, is not counted: it had its turn. No row in
// which it does so is said to stop it.
func TestALockByAgreementDoesNotStopABlindWrite(t *testing.T) {
	under := func(work string) string {
		return bothPlan("create-container lake\nseed: put-blob lake/lock x\n"+
			"seed: put-blob lake/data 0\nlock blob lake/lock covers blob lake/data", "acquire-blob-lease lake/lock "+
			"duration=15 as l; if l 201 ["+work+"]")
	}
	said := reasons(t, under("put-blob lake/data ID"), "unread", explore.Budget{Jumps: 1})["as-it-is"]
	if !strings.HasPrefix(said, "-: None of 14 orders meets work replaced unread, for that is not counted") {
		t.Error(said)
	}
}
