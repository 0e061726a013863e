package guards_test

import (
	"strconv"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/explore"
	"interleave/engine/guards"
)

// engine/lease/rules.md: a lease of -1 does not end when the clock passes, one of 60 s does. Who died holding one locks
// all others out (terraform 17046): a run that leaves such a lease behind has it in a column, and a finite lease stops
// it, in this order and in every one.
func TestALeaseWithoutAnEndIsAColumnAndAFiniteOneStopsIt(t *testing.T) {
	const text = `writer ann "Ana"
writer ben "Ben"
seed: create-container state
seed: put-blob state/env "serial 7"
ann: acquire-blob-lease state/env duration=-1
clock 00:02:00
ben: acquire-blob-lease state/env duration=-1
`
	table := underGuards(t, text)
	const left = "  lease-without-end"
	for id, want := range map[string]string{"as-it-is": "allows", "none": "-", "finite-lease": "stops"} {
		row, ok := table.Row(id)
		if !ok || table.Cell(row, left) != want {
			t.Errorf("%s: %t, %q, want %q", id, ok, table.Cell(row, left), want)
		}
	}
	if row, ok := table.Row("finite-lease"); ok && table.Cell(row, "! leased") != "-" {
		t.Errorf("after two minutes a lease of 60 s refuses: %q", table.Cell(row, "! leased"))
	}
	_, rows := overOrders(t, text, explore.Budget{})
	var orders guards.OrdersTable
	for _, row := range rows {
		orders.Add(row)
	}
	want := map[string]string{"as-it-is": "allows 2", "none": "-", "finite-lease": "stops"}
	for _, row := range orders.Rows {
		for _, harm := range orders.Harms {
			if harm.Name == "lease-without-end" {
				if got := orders.Cell(row, harm); got != want[row.ID] {
					t.Errorf("%s: %q, want %q", row.ID, got, want[row.ID])
				}
				delete(want, row.ID)
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("no rows for %v", want)
	}
}

// Whoever gives it back leaves none behind, whatever it was taken for.
func TestALeaseThatIsGivenBackIsNotLeftBehind(t *testing.T) {
	if table := underGuards(t, `writer ann "Ana"
seed: create-container state
seed: put-blob state/env "serial 7"
ann: acquire-blob-lease state/env duration=-1   as l
ann: release-blob-lease state/env lease=$l.lease
`); len(table.Anomalies) > 0 {
		t.Errorf("%v", table.Anomalies)
	}
}

// What a container's lease stops is its removal (blob/rules.md, "Using a container while leased": only Delete Container
// is guarded; share/rules.md, B2, the same of Delete Share). Where each takes it around its work the delete does not
// come between a list and a write: of the two orders that are left one deletes what the list showed, and one has the
// write meet nothing. A lease of what lies in it does not stop that.
func TestALeaseOfWhatIsDeletedStopsItsRemoval(t *testing.T) {
	for _, c := range []struct{ text, id, acquire, within string }{
		{"seed: create-container ctr\nplan ann [list-blobs ctr as l; if l 200 [delete-container ctr]]\n" +
			"plan ben [put-blob ctr/x ben]\n", "container-lease", "acquire-container-lease", "lease"},
		{"seed: create-container ctr\nann: list-blobs ctr\nann: delete-container ctr\nben: put-blob ctr/x ben\n",
			"container-lease", "acquire-container-lease", "lease"},
		{"seed: create-container ctr\nplan ann [list-blobs ctr; delete-container ctr]\n" +
			"plan ben [acquire-container-lease ctr duration=60 as l; if l 201 [put-blob ctr/x ben]]\n",
			"container-lease", "acquire-container-lease", "lease"},
		{"seed: create-share ctr\nseed: create-file ctr/x 8\nplan ann [get-file ctr/x as g; delete-share ctr]\n" +
			"plan ben [put-range ctr/x ben range=0-2]\n", "share-lease", "acquire-share-lease", "lease"},
	} {
		text := "writer ann\nwriter ben\n" + c.text
		said := reasons(t, text, "lost-update", explore.Budget{})
		if !strings.HasPrefix(said[c.id], "stops: None of 2 orders meets lost update.") {
			t.Errorf("%s%q", text, said[c.id])
		}
		if !strings.HasPrefix(said[c.within], "allows ") {
			t.Errorf("%sof what lies in it: %q", text, said[c.within])
		}
		_, list := overOrders(t, text, explore.Budget{})
		notes := strings.Join(rowsOf(list)[c.id].Notes, " ")
		if !strings.Contains(notes, "ben ("+c.acquire+") before ") {
			t.Errorf("%s%s", text, notes)
		}
	}
}

// Where nothing is deleted that holds others there is no such row.
func TestALeaseOfAHolderIsForItsRemoval(t *testing.T) {
	_, list := overOrders(t, "writer ann\nwriter ben\nseed: create-container ctr\nplan ann [list-blobs ctr; "+
		"delete-blob ctr/x]\nplan ben [put-blob ctr/x ben]\n", explore.Budget{})
	if row, there := rowsOf(list)["container-lease"]; there {
		t.Error(row.Notes)
	}
}

// The same in one history: Ben's write waits until Ann has given back the lease, or goes where the container is gone.
func TestALeaseOfAHolderInOneHistory(t *testing.T) {
	table := underGuards(t, "writer ann\nwriter ben\nseed: create-container ctr\nann: list-blobs ctr\n"+
		"ben: put-blob ctr/x ben\nann: delete-container ctr\n")
	for id, want := range map[string]string{"as-it-is": "allows", "container-lease": "stops"} {
		row, ok := table.Row(id)
		if got := table.Cell(row, "~ lost-update"); !ok || got != want {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
}

// The lease rows of three races of the library, each with two writers and so few requests that all orders can be
// written down. a and b stand for requests of Ann and Ben: q acquires the lease, r gives it back, g reads, p writes, d
// deletes. Who finds the lease taken waits: its q is no step then. What stands behind the lock is free.
func TestLeaseRowsCountedByHand(t *testing.T) {
	for _, c := range []struct {
		race, text             string
		lost, unread           string // the cells of the lease row
		orders                 string // written down, one behind the other
		asItIsLost, asItIsUnrd string
	}{
		{race: "r02-lost-update, with a look at something else behind it", text: "seed: put-blob wiki/b 0\n" +
			"plan ann [get-blob wiki/a as g; put-blob wiki/a {$g.body + 1}; get-blob wiki/b]\n" +
			"plan ben [get-blob wiki/a as g; put-blob wiki/a {$g.body + 1}; get-blob wiki/b]\n",
			// under the lock one is through before the other; a look (al, bl) of who was first is free.
			orders: "aq ag ap ar al bq bg bp br bl, aq ag ap ar bq al bg bp br bl, aq ag ap ar bq bg al bp br bl, " +
				"aq ag ap ar bq bg bp al br bl, aq ag ap ar bq bg bp br al bl, aq ag ap ar bq bg bp br bl al, " +
				"bq bg bp br bl aq ag ap ar al, bq bg bp br aq bl ag ap ar al, bq bg bp br aq ag bl ap ar al, " +
				"bq bg bp br aq ag ap bl ar al, bq bg bp br aq ag ap ar bl al, bq bg bp br aq ag ap ar al bl",
			// as it is 20 orders; none is lost where one has written before the other reads: 4 places of the first
			// one's look among the other's three requests, and so for either
			lost: "stops", asItIsLost: "allows 12"},
		{race: "r35-metadata-is-replaced-not-merged",
			text: "plan ann [set-blob-metadata wiki/a meta.a=1; get-blob-metadata wiki/a]\n" +
				"plan ben [get-blob-metadata wiki/a as g; set-blob-metadata wiki/a meta.b=2 from=g]\n",
			orders: "bq bg bp br aq ap ar ag, aq ap ar ag bq bg bp br, aq ap ar bq ag bg bp br, " +
				"aq ap ar bq bg ag bp br, aq ap ar bq bg bp ag br, aq ap ar bq bg bp br ag",
			// Ann never reads before she writes: in the first of these, and of those as it is, she replaces unread
			// what Ben set. As it is Ben loses hers in bg ap bp ag and bg ap ag bp.
			lost: "stops", unread: "allows 1", asItIsLost: "allows 2", asItIsUnrd: "allows 1"},
		{race: "r24-delete-and-re-create",
			text: "plan ann [get-blob wiki/a as g; put-blob wiki/a x from=g]\nplan ben [delete-blob wiki/a]\n",
			// behind bd there is nothing to lock: Ann's q is refused (404) and she goes on without; nor is there a
			// lease that Ben could give back
			orders: "aq ag ap ar bq bd, bq bd aq ag ap",
			// Ben never reads: behind Ann's write he deletes it unread. As it is hers undoes his in ag bd ap.
			lost: "stops", unread: "allows 1", asItIsLost: "allows 1", asItIsUnrd: "allows 1"},
	} {
		table := compared(t, "writer ann\nwriter ben\nseed: create-container wiki\nseed: put-blob wiki/a 0\n"+c.text)
		orders, cells := map[string]string{}, map[string]string{}
		for _, row := range table.Rows {
			if row.Found != nil {
				orders[row.ID] = row.Found.Schedules.String()
			}
			for _, harm := range table.Harms {
				if cell := table.Cell(row, harm); harm.Name == string(engine.LostUpdate) {
					cells[row.ID+" lost"] = cell
				} else if harm.IsUnread() {
					cells[row.ID+" unread"] = cell
				}
			}
		}
		byHand := len(strings.Split(c.orders, ", "))
		if got := orders["lease"]; got != strconv.Itoa(byHand) {
			t.Errorf("%s: %s orders under a lease, %d by hand", c.race, got, byHand)
		}
		for cell, want := range map[string]string{"lease lost": c.lost, "lease unread": c.unread,
			"as-it-is lost": c.asItIsLost, "as-it-is unread": c.asItIsUnrd} {
			if cells[cell] != want {
				t.Errorf("%s, %s: %q, by hand %q", c.race, cell, cells[cell], want)
			}
		}
	}
}

// A blob's lease goes with the blob: behind a delete that was accepted the row that takes leases gives none back, and
// counts no refusal of that. Who comes to a blob that is gone is refused a lease of it in one of the two orders.
func TestNoLeaseIsGivenBackOfWhatIsDeleted(t *testing.T) {
	said := reasons(t, "writer ann\nwriter ben\nseed: create-container con\nseed: put-blob con/a 1\n"+
		"plan ann [delete-blob con/a]\nplan ben [put-blob con/a ben]\n", "gone", explore.Budget{})
	if !strings.HasPrefix(said["lease"], "refuses 1: Gone in 1 of 2 orders") {
		t.Error(said["lease"])
	}
}

// The same of a delete that a plan decides on (blob/rules.md: what is deleted takes its lease along): under the lock
// Ann's delete is accepted where she finds what was there, and no release is sent behind it; where she finds Ben's
// text she deletes nothing, and gives the lease back, as Ben does. q acquires, g reads, d deletes, p writes, r gives
// back; who finds the lease taken waits, and behind d there is none to take: aq ag ad bq bp, bq bp br aq ag ar.
func TestNoLeaseIsGivenBackOfWhatABranchDeletes(t *testing.T) {
	text := "writer ann\nwriter ben\nseed: create-container con\nseed: put-blob con/a old\n" +
		"plan ann [get-blob con/a as g; if g body=old [delete-blob con/a]]\nplan ben [put-blob con/a new]\n"
	_, list := overOrders(t, text, explore.Budget{})
	row := rowsOf(list)["lease"]
	if got := row.Found.Schedules.String(); got != "2" {
		t.Errorf("%s orders: %s", got, marksOf(row))
	}
	for _, m := range row.Found.Marks {
		if m.Kind == engine.LeaseOver || m.Kind == engine.IsGone && m.Schedules.String() != "1" {
			t.Errorf("a release is refused: %s", marksOf(row))
		}
	}
	if notes := strings.Join(row.Notes, " "); !strings.Contains(notes,
		"release-blob-lease behind delete-blob where that was refused or not sent") {
		t.Error(notes)
	}
}

// A delete of the snapshots alone leaves the blob, and its lease (blob/rules.md, "Fate of a blob lease"): the lease is
// given back behind it in every order.
func TestALeaseIsGivenBackBehindADeleteOfSnapshots(t *testing.T) {
	_, list := overOrders(t, "writer ann\nwriter ben\nseed: create-container con\nseed: put-blob con/a 1\n"+
		"seed: snapshot-blob con/a\nplan ann [get-blob con/a; delete-blob con/a snapshots=only]\n"+
		"plan ben [put-blob con/a ben]\n", explore.Budget{})
	if notes := strings.Join(rowsOf(list)["lease"].Notes, " "); !strings.Contains(notes,
		"and release-blob-lease behind delete-blob. Whoever") {
		t.Error(notes)
	}
}

// The leases that may serve as a marker, with what has to be there.
var markerLeases = []struct{ start, acquire string }{
	{"seed: create-container jobs\nseed: put-blob jobs/inv \"\"\n", "acquire-blob-lease jobs/inv duration=60"},
	{"seed: create-container jobs\n", "acquire-container-lease jobs duration=60"},
	{"seed: create-share jobs\nseed: create-file jobs/inv size=1\n", "acquire-file-lease jobs/inv duration=-1"},
	{"seed: create-share jobs\n", "acquire-share-lease jobs duration=60"},
}

// 14 orders within one loss, as for other markers. Behind a lost request or answer the other's acquire and the second
// try stand in 3 orders. Who works although its second try is refused does so behind the other's lease in 2 of the 3
// where the request was lost and in 1 where the answer was; who does not leaves the work undone in the 2 in which its
// own lease refuses it, and the other. rules.md of lease, "Lease basics": one's own id again is accepted.
func TestAnIDOfOnesOwnTellsALeaseFromAnothers(t *testing.T) {
	for _, c := range markerLeases {
		for plan, asItIs := range map[string][2]string{
			"as m; on lost m [" + c.acquire + " again=m as n; if n 201 [does inv]; if n 409 [does inv]]": {"6", "0"},
			"as m; on lost m [" + c.acquire + " again=m as n; if n 201 [does inv]]":                      {"0", "4"},
		} {
			rows := rowsOf(ordersOf(t, twoPlans(c.start, c.acquire+" "+plan+"; if m 201 [does inv]"),
				explore.Budget{Faults: 1}))
			for id, want := range map[string][2]string{"as-it-is": asItIs, "own-id": {"0", "0"}} {
				r, ok := rows[id]
				if !ok {
					t.Errorf("%s: no row %s", c.acquire, id)
					continue
				}
				twice, undone := harmed(r)
				if r.Found.Schedules.String() != "14" || [2]string{twice, undone} != want {
					t.Errorf("%s %s, %s: %s, done twice %s, undone %s, want %s", c.acquire, plan, id, r.Found.Verdict(),
						twice, undone, want)
				}
			}
		}
	}
}

// Hands that work whatever they were answered: under ids of their own whoever is refused stops, whether both tries are
// plans' or were typed, and the writer whose own lease stands goes on.
func TestHandsLeaveTheWorkToWhoHasTheLease(t *testing.T) {
	for _, c := range markerLeases {
		text := "writer ann\nwriter ben\n" + c.start + "ann: send " + c.acquire + " as a\ndeliver a\nlose a\nann: " +
			c.acquire + " again=a\nann: does inv\nben: " + c.acquire + "\nben: does inv\n"
		table := underGuards(t, text)
		row, ok := table.Row("own-id")
		if notes := strings.Join(row.Notes, " "); !ok || table.Cell(row, "~ done-twice") != "stops" ||
			!strings.Contains(notes, "left to whoever has the lease: ") {
			t.Errorf("%s: %t, %q, %q", c.acquire, ok, table.Cell(row, "~ done-twice"), notes)
		}
		found := false
		for _, row := range overOne(t, text).Rows {
			if found = found || row.ID == "own-id"; row.ID == "own-id" {
				if twice, _ := harmed(row); twice != "0" {
					t.Errorf("%s over all orders: done twice in %s", c.acquire, twice)
				}
			}
		}
		if !found {
			t.Errorf("%s: no row over all orders", c.acquire)
		}
	}
}

// A lease that nobody asks for twice, or under an id of one's own already, has no such row.
func TestOnlyARetriedAcquireHasARowForAnIDOfItsOwn(t *testing.T) {
	const id = " id=11111111-2222-3333-4444-555555555555"
	for _, c := range []struct{ first, again string }{
		{"acquire-blob-lease jobs/inv duration=60", ""},
		{"acquire-blob-lease jobs/inv duration=60" + id, "acquire-blob-lease jobs/inv duration=60" + id + " again=a"},
	} {
		lines := markerLeases[0].start + "writer ann\nann: " + c.first + " as a\n"
		if c.again != "" {
			lines += "ann: " + c.again + "\n"
		}
		if row, ok := underGuards(t, lines).Row("own-id"); ok {
			t.Errorf("%s: %v", lines, row.Notes)
		}
	}
}
