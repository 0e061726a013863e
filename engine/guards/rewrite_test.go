package guards_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/guards"
	"interleave/engine/scenario"
)

// tableOf are rows as a table.
func tableOf(rows []guards.OrdersRow) *guards.OrdersTable {
	table := &guards.OrdersTable{}
	for _, row := range rows {
		table.Add(row)
	}
	return table
}

// ordersOf are the rows of a scenario's guards.
func ordersOf(t *testing.T, text string, b explore.Budget) []guards.OrdersRow {
	t.Helper()
	_, s := enginetest.Searched(t, text)
	return guards.Orders(s.Input, b, nil, nil)
}

// overOrders are the rows of a scenario's guards, each as `orders: kind count, ...`.
func overOrders(t *testing.T, text string, b explore.Budget) (rows map[string]string, list []guards.OrdersRow) {
	t.Helper()
	_, s := enginetest.Searched(t, text)
	rows = map[string]string{}
	list = guards.Orders(s.Input, b, nil, nil)
	for _, row := range list {
		if row.Found == nil {
			rows[row.ID] = row.Why
			continue
		}
		var marks []string
		for _, m := range row.Found.Marks {
			marks = append(marks, fmt.Sprint(m.Kind, " ", m.Schedules))
		}
		if row.Found.StuckIn != nil && row.Found.StuckIn.Sign() > 0 {
			marks = append(marks, fmt.Sprint("stuck ", row.Found.StuckIn))
		}
		rows[row.ID] = fmt.Sprint(row.Found.Schedules, ": ", strings.Join(marks, ", "))
	}
	return rows, list
}

func wants(t *testing.T, got, want map[string]string) {
	t.Helper()
	for id, text := range want {
		if got[id] != text {
			t.Errorf("%s: %q, want %q", id, got[id], text)
		}
	}
}

// both has two writers read and then write, by hands: six orders, in four of which both read before both write.
func both(start, read, write string) string {
	return "writer ann\nwriter ben\n" + start + "ann: " + read + " as a\nann: " + write + "\nben: " + read +
		" as b\nben: " + write + "\n"
}

// A guard that is another operation is sent as that operation: what an upsert overwrites an update refuses, and an
// insert refuses whatever is there.
func TestAGuardThatIsAnotherOperation(t *testing.T) {
	got, _ := overOrders(t, both("seed: create-table stock\nseed: insert-entity stock/p/r .a=1\n",
		"get-entity stock/p/r",
		"insert-or-replace-entity stock/p/r .a=2"), explore.Budget{})
	wants(t, got, map[string]string{"none": "6: lost-update 4", "update": "6: stale-write 4",
		"insert": "6: already-there 6"})
	got, _ = overOrders(t, both("seed: create-table stock\n", "get-entity stock/p/r",
		"insert-or-merge-entity stock/p/r .a=2"), explore.Budget{}) // which inserts where nothing is there
	wants(t, got, map[string]string{"none": "6: lost-update 4", "insert": "6: already-there 6"})
	got, _ = overOrders(t, "writer ann\nwriter ben\nseed: create-table inv\nseed: insert-entity inv/p/1 .n=5\n"+
		"ann: get-entity inv/p/1 as a\nben: get-entity inv/p/1 as b\n"+
		"ann: update-entity inv/p/1 .n=4 if-match=$a.etag\nben: insert-or-replace-entity inv/p/1 .n=6\n",
		explore.Budget{}) // the other's own If-Match is no less of it
	wants(t, got, map[string]string{"none": "6: lost-update 4", "update": "6: stale-write 4"})
	got, _ = overOrders(t, both("seed: EXSET c 0\n", "EXGET c", "EXCAS c 1 1"), explore.Budget{})
	wants(t, got, map[string]string{"none": "6: lost-update 4", "excas": "6: stale-write 4",
		"nx": "6: already-there 6"})
}

// A strategy that changes no request says so: a message that is hidden for 30 s already is not hidden longer.
func TestAStrategyThatChangesNothingSaysSo(t *testing.T) {
	_, list := overOrders(t, "writer ann\nwriter ben\nseed: create-queue jobs\nseed: put-message jobs m\n"+
		"ann: get-messages jobs visibilitytimeout=30 as a\nann: delete-message $a.0 popreceipt=$a.0.receipt\n"+
		"ben: get-messages jobs visibilitytimeout=30 as b\nben: delete-message $b.0 popreceipt=$b.0.receipt\n",
		explore.Budget{})
	for _, row := range list {
		if row.ID == "hidden" && !slices.Contains(row.Notes, "No request changes under it: each is as it was.") {
			t.Errorf("%q", row.Notes)
		}
	}
}

// The same in a plan, which is written anew before anything is sent. Each of two counters of two rounds: 8!/(4!)^2 = 70
// orders, of which 4!/(2!)^2 = 6 lose nothing.
func TestAPlanIsWrittenAnewWithAnotherOperation(t *testing.T) {
	got, _ := overOrders(t, twoPlans("seed: EXSET hits 0\n",
		"loop 2 [EXGET hits as r; EXCAS hits {$r.value + 1} $r.version]"), explore.Budget{})
	wants(t, got, map[string]string{"as-it-is": "70: stale-write 64", "none": "70: lost-update 64",
		"excas": "70: stale-write 64"})
}

// Requests of one writer that were under way at once overtake each other: the older lands on the newer in 7 of 14
// orders. A plan that takes a lease sends one behind the other, and its row says so: that is what stops it there.
func TestALeaseSaysThatRequestsGoInTurn(t *testing.T) {
	got, list := overOrders(t, "writer ann \"Ana\"\nwriter ben\nseed: create-container cont\n"+
		"seed: put-blob cont/b 0\nann: send put-blob cont/b 1 as a1\n"+
		"ann: send put-blob cont/b 2 as a2\nben: get-blob cont/b\n",
		explore.Budget{})
	wants(t, got, map[string]string{"none": "14: lost-update 7", "lease": "5: "})
	lease := list[slices.IndexFunc(list, func(r guards.OrdersRow) bool { return r.ID == "lease" })]
	const want = "Requests of Ana that were under way at once go one behind the other under it."
	if !slices.Contains(lease.Notes, want) {
		t.Errorf("it says %q, and not %q", lease.Notes, want)
	}
}

// Who takes the lease before it reads and gives it back behind the write is never between the other's two: what is left
// is whose round comes next, 6!/(3!)^2 = 20 orders of two counters of three rounds.
func TestALeaseOverAllOrders(t *testing.T) {
	text := "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container cont\nseed: put-blob cont/b \"0\"\n" +
		enginetest.Each("plan WHO [loop 3 [get-blob cont/b as r; put-blob cont/b {$r.body + 1}]]\n", "ann", "ben")
	got, list := overOrders(t, text, explore.Budget{})
	wants(t, got, map[string]string{"none": "924: lost-update 904", "lease": "20: "})
	lease := list[slices.IndexFunc(list, func(r guards.OrdersRow) bool { return r.ID == "lease" })]
	want := "The plans were rewritten: Ana and Ben (acquire-blob-lease) before get-blob, and release-blob-lease " +
		"behind put-blob. Whoever finds it taken waits."
	if len(lease.Notes) != 1 || lease.Notes[0] != want {
		t.Errorf("it says %q, want %q", lease.Notes, want)
	}
	// a lease ends by the clock: then the other one reads in between, and the holder's write is refused
	got, _ = overOrders(t, text, explore.Budget{Jumps: 1})
	if !strings.Contains(got["lease"], "lease-over") && !strings.Contains(got["lease"], "leased") {
		t.Errorf("with a jump of the clock: %q", got["lease"])
	}
	// by hands, on what is there and on what is not
	got, _ = overOrders(t, both("seed: create-container cont\nseed: put-blob cont/b v1\n", "get-blob cont/b",
		"put-blob cont/b new"), explore.Budget{})
	wants(t, got, map[string]string{"none": "6: lost-update 4", "lease": "2: "})
	got, list = overOrders(t, both("seed: create-container cont\n", "get-blob cont/b", "put-blob cont/b new"),
		explore.Budget{})
	lease = list[slices.IndexFunc(list, func(r guards.OrdersRow) bool { return r.ID == "lease" })]
	if want := "Nobody waits for a lock of what is not there, for there is none (404): put-blob goes without it. " +
		"Make it first."; !slices.Contains(lease.Notes, want) { // Lease Blob: the blob has to exist
		t.Errorf("it says %q, and not %q", lease.Notes, want)
	}
	if strings.HasPrefix(got["lease"], "2:") || !strings.Contains(got["lease"], "lost-update") {
		t.Errorf("there is nothing to lock yet, and it says %q", got["lease"])
	}
}

// A lock on the bytes of a file and an open that shares with nobody, over all orders of f16.
func TestLocksOfFilesOverAllOrders(t *testing.T) {
	text := "writer ann\nwriter ben\nseed: create-share s\nseed: create-file s/f size=10\n"
	for _, id := range []string{"ann", "ben"} {
		text += fmt.Sprintf("%[1]s: smb-create s/f access=RW share=RW as %[1]s1\n%[1]s: smb-read $%[1]s1.handle\n"+
			"%[1]s: smb-write $%[1]s1.handle %[1]s\n", id)
	}
	got, _ := overOrders(t, text, explore.Budget{})
	// each opens, locks, reads, writes, unlocks: the spans of four steps do not mix. The open of the second lies in
	// front of its span, in one of six places around the five steps of the first; either can be the first.
	wants(t, got, map[string]string{"none": "20: lost-update 12", "byte-lock": "12: "})
}

// A policy is put in front of the first request, and its refusals are counted.
func TestAPolicyOverAllOrders(t *testing.T) {
	got, list := overOrders(t, both("seed: create-bucket bucket\nseed: put-object bucket/k v1\n", "get-object bucket/k",
		"put-object bucket/k new"), explore.Budget{})
	wants(t, got, map[string]string{"none": "6: lost-update 4", "policy": "6: policy 6"})
	at := slices.IndexFunc(list, func(r guards.OrdersRow) bool { return r.ID == "policy" })
	if at < 0 || len(list[at].Input.Front) == 0 {
		t.Error("who plays an order has no policy to play first")
	}
}

// A scenario's own lock is left out where another guard stands in its place, with what its plan decides by it.
func TestOwnLocksAreLeftOut(t *testing.T) {
	got, _ := overOrders(t, twoPlans("seed: create-container cont\nseed: put-blob cont/b \"0\"\n",
		"loop 5 [acquire-blob-lease cont/b duration=15 as l; break on l 201; wait 5s]; "+
			"if l 201 [get-blob cont/b as r; put-blob cont/b {$r.body + 1} lease=$l.lease; "+
			"release-blob-lease cont/b lease=$l.lease]"), explore.Budget{})
	wants(t, got, map[string]string{"none": "6: lost-update 4", "if-match": "6: stale-write 4", "lease": "2: "})
}

// A lock keeps others out, and no retry of its own: of seven orders (none lost; one of three requests or of their
// answers) the append stands twice where its answer is lost. Plans and lines of hands count the same.
func TestALeaseStopsNoRetry(t *testing.T) {
	const start = "writer ann\nseed: create-container cont\nseed: put-blob cont/log \"\" type=AppendBlob\n"
	for _, text := range []string{
		start + "plan ann [append-block cont/log AAAA as w; on lost w [append-block cont/log AAAA again=w]]\n",
		start + "ann: send append-block cont/log AAAA as w\ndeliver w\nlose w\ntimeout w\n" +
			"ann: append-block cont/log AAAA again=w\n",
	} {
		_, list := overOrders(t, text, explore.Budget{Faults: 1})
		at := slices.IndexFunc(list, func(r guards.OrdersRow) bool { return r.ID == "lease" })
		twice := ""
		for _, m := range list[at].Found.Marks {
			if m.Kind == engine.DoneTwice {
				twice = m.Schedules.String()
			}
		}
		if all := list[at].Found.Schedules.String(); all != "7" || twice != "1" {
			t.Errorf("%s: done twice in %q of %s orders, want 1 of 7", text[len(start):], twice, all)
		}
	}
}

// engine/queue/rules.md, "Pop receipts": only the newest counts. Who deletes with the one that the message was handed
// out with, behind a renewal, leaves it there, and its work is done again (azure-functions-host 1600); under the newest
// that it heard nothing is refused, and nothing done twice.
func TestTheNewestReceiptStopsWorkDoneTwice(t *testing.T) {
	const text = `writer ann
writer ben
seed: create-queue jobs
seed: put-message jobs m
ann: get-messages jobs visibilitytimeout=30 as a
ann: update-message $a.0 popreceipt=$a.0.receipt visibilitytimeout=30
ann: does $a.0
ann: delete-message $a.0 popreceipt=$a.0.receipt
clock +31s
ben: get-messages jobs visibilitytimeout=30 as b
ben: does $b.0?
`
	table := underGuards(t, text)
	row, ok := table.Row("receipt")
	if !ok || table.Cell(row, "~ done-twice") != "stops" || table.Cell(row, "! old-receipt") != "-" {
		t.Errorf("%t: %s, %s", ok, table.Cell(row, "~ done-twice"), table.Cell(row, "! old-receipt"))
	}
	got, list := overOrders(t, "writer ann\nseed: create-queue jobs\nseed: put-message jobs m\n"+
		"ann: get-messages jobs visibilitytimeout=30 as a\n"+
		"ann: update-message $a.0 popreceipt=$a.0.receipt visibilitytimeout=30\n"+
		"ann: delete-message $a.0 popreceipt=$a.0.receipt\n", explore.Budget{})
	wants(t, got, map[string]string{"as-it-is": "1: old-receipt 1", "receipt": "1: "})
	for _, row := range list {
		if unchanged := slices.Contains(row.Notes, "No request changes under it: each is as it was."); unchanged !=
			(row.ID == "hidden") {
			t.Errorf("%s: %q", row.ID, row.Notes)
		}
	}
}

// A lock is taken by whom it is for: over SMB by who has a handle, of a file's path by REST (engine/share/rules.md).
// Who takes none is named, for it waits for nobody.
func TestWhoTakesNoLockIsNamed(t *testing.T) {
	list := ordersOf(t, `writer s "Smb"
writer r "Rest"
seed: create-share docs
seed: create-file docs/f 5
plan s [smb-create docs/f access=RW share=RW disposition=OPEN as h; smb-read $h.handle; smb-write $h.handle SMB11]
plan r [get-file docs/f; put-range docs/f REST2 range=0-4]
`, explore.Budget{})
	rows := rowsOf(list)
	for id, who := range map[string]string{"byte-lock": "Rest", "lease": "Smb"} {
		said := strings.Join(rows[id].Notes, " ")
		if !strings.Contains(said, "Without a lock, and without waiting for one: "+who+".") ||
			strings.Contains(rows[id].Say, "Every writer") {
			t.Errorf("%s: %s %s", id, rows[id].Say, said)
		}
	}
}

// Two writers with one plan, which may stop behind a lost answer, are both named where no lock is put around it.
func TestWhoWouldKeepALockIsNamed(t *testing.T) {
	list := ordersOf(t, twoPlans("seed: create-container jobs\n", "put-blob jobs/m x if-none-match=* as m; "+
		"on lost m [get-blob jobs/m as h; if h 200 [does job] else [stop]]; if m 201 [does job]"), explore.Budget{})
	row := rowsOf(list)["lease"]
	if row.Found != nil || !strings.HasPrefix(row.Why, "By plan ann and ben may stop, or leave a loop, ") {
		t.Errorf("%t: %s", row.Found != nil, row.Why)
	}
}

// An upsert compares nothing, alone or within a group (table/rules.md: Insert Or Replace takes no If-Match); an
// update in its place that names the tag which was read is refused where the row has changed since, and the group
// with it. Two who read and then write lose an update in the 4 of 6 orders in which both read first. An insert is
// refused in all of them.
func TestAGroupUpdatesInThePlaceOfItsUpserts(t *testing.T) {
	for _, verb := range []string{"insert-or-replace-entity", "insert-or-merge-entity"} {
		for _, name := range []string{"r", "p/r"} {
			for _, how := range []string{"plan %s [get-entity tab/p/r as g; %s]\n",
				"%[1]s: get-entity tab/p/r as g\n%[1]s: %[2]s\n"} {
				group := fmt.Sprintf("entity-group-transaction tab p [%s %s .n=5L]", verb, name)
				text := "writer ann\nwriter ben\nseed: create-table tab\nseed: insert-entity tab/p/r .n=1L\n" +
					fmt.Sprintf(how, "ann", group) + fmt.Sprintf(how, "ben", "update-entity tab/p/r .n=7L if-match=*")
				said := reasons(t, text, "lost-update", explore.Budget{})
				for id, want := range map[string]string{"none": "allows 4", "update": "stops: None of 6",
					"insert": "undone"} {
					if !strings.HasPrefix(said[id], want) {
						t.Errorf("%s%s: %q, want %s", text, id, said[id], want)
					}
				}
			}
		}
	}
}

// For how long a plan needs a message is what it waits for until its last request about it, and two seconds more: a
// receive that hides it for 10 s and is worked on for 12 s hides it for 14 s.
func TestAPlansReceiveIsHiddenForAsLongAsThePlanWaits(t *testing.T) {
	list := ordersOf(t, "writer ann\nwriter ben\nseed: create-queue jobs\nseed: put-message jobs job1\n"+
		"plan ann [get-messages jobs visibilitytimeout=10 as g; if g 0.receipt [wait 12s; delete-message $g.0 "+
		"popreceipt=$g.0.receipt]]\nplan ben [get-messages jobs visibilitytimeout=10 as g]\n", explore.Budget{Jumps: 2})
	row := rowsOf(list)["hidden"]
	said := strings.Join(row.Notes, " ")
	var lines []string
	for _, o := range row.Found.Outcomes {
		for _, step := range o.Example {
			for _, in := range step.Inputs {
				if edit, is := in.(engine.Edit); is {
					lines = append(lines, scenario.FormatInput(edit))
				}
			}
		}
	}
	if all := strings.Join(lines, "\n"); strings.Contains(said, "No request changes") ||
		!strings.Contains(all, "visibilitytimeout=14") || strings.Contains(all, "ben-g1") {
		t.Errorf("%s\n%s", said, all)
	}
}

// A message that is hidden for 30 s is visible again at 00:30.0 (rules.md of queue, "Order, delivery, concurrency"):
// who took 30 s until the delete needs it hidden for longer. What came of the next timer comes at the moment at which
// it came, and not when the message is visible under the guard.
func TestAMessageIsHiddenForLongerThanTheWorkTook(t *testing.T) {
	table := underGuards(t, "writer ann\nwriter ben\nseed: create-queue jobs\nseed: put-message jobs job1\n"+
		"ann: get-messages jobs visibilitytimeout=30 as g\nann: does $g.0\nclock next\n"+
		"ben: get-messages jobs as h\nben: does $h.0?\n"+
		"ann: delete-message $g.0 popreceipt=$g.0.receipt\n")
	made, _ := table.Row("as-it-is")
	hidden, ok := table.Row("hidden")
	if !ok || made.Count("~ done-twice") != 1 || hidden.Count("~ done-twice") != 0 ||
		hidden.Count("! old-receipt") != 0 || !strings.Contains(strings.Join(hidden.Notes, " "), "Hidden for 32 s: ") {
		t.Errorf("%t, as it is %d, hidden long %d, %q", ok, made.Count("~ done-twice"), hidden.Count("~ done-twice"),
			hidden.Notes)
	}
}

// An update hides its message anew, for as long as it says (rules.md of queue, "Order, delivery, concurrency"): who
// took 20 s behind one of 10 s needs that one longer, however long the receive had hidden it. One of 0 s gives it back.
func TestAMessageIsHiddenForLongerByTheUpdateThatRanOut(t *testing.T) {
	const head = "writer ann\nwriter ben\nseed: create-queue jobs\nseed: put-message jobs job1\n" +
		"ann: get-messages jobs visibilitytimeout=60 as g\nann: does $g.0\n"
	table := underGuards(t, head+"ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=10 as u\n"+
		"clock +20s\nben: get-messages jobs as h\nben: does $h.0?\n"+
		"ann: delete-message $g.0 popreceipt=$u.receipt\n")
	made, _ := table.Row("as-it-is")
	hidden, ok := table.Row("hidden")
	notes := strings.Join(hidden.Notes, " ")
	if !ok || made.Count("~ done-twice") != 1 || hidden.Count("~ done-twice") != 0 ||
		hidden.Count("! old-receipt") != 0 || !strings.Contains(notes, "Hidden for 22 s: UPDATE") {
		t.Errorf("%t, as it is %d, hidden long %d, %q", ok, made.Count("~ done-twice"), hidden.Count("~ done-twice"),
			hidden.Notes)
	}
	table = underGuards(t, head+"ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=0 as u\n"+
		"clock +20s\nann: delete-message $g.0 popreceipt=$u.receipt\n")
	if hidden, _ = table.Row("hidden"); strings.Contains(strings.Join(hidden.Notes, " "), "UPDATE") {
		t.Errorf("given back: %q", hidden.Notes)
	}
}

// A receipt counts until another is handed the message (engine/queue/rules.md, "Pop receipts", R3): a delete that is
// sent at once and comes late is kept by a message that is hidden until it has come.
func TestAMessageIsHiddenUntilItsDeleteHasCome(t *testing.T) {
	table := underGuards(t, "writer ann\nwriter ben\nseed: create-queue jobs\nseed: put-message jobs job1\n"+
		"ann: get-messages jobs visibilitytimeout=5 as g\nann: does $g.0\n"+
		"ann: send delete-message $g.0 popreceipt=$g.0.receipt as d\nclock +6s\n"+
		"ben: get-messages jobs as h\ndeliver d\nben: does $h.0?\n")
	made, _ := table.Row("as-it-is")
	hidden, ok := table.Row("hidden")
	if !ok || made.Count("~ done-twice") != 1 || hidden.Count("~ done-twice")+hidden.Count("! old-receipt") != 0 {
		t.Errorf("%t, as it is %d, hidden long %d, %q", ok, made.Count("~ done-twice"), hidden.Count("~ done-twice"),
			hidden.Notes)
	}
}
