package guards_test

import (
	"strconv"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/explore"
)

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
