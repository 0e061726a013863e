package guards_test

import (
	"strings"
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/guards"
)

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
			_, s := enginetest.Searched(t, twoPlans(c.start, c.acquire+" "+plan+"; if m 201 [does inv]"))
			rows := rowsOf(guards.Orders(s.Input, explore.Budget{Faults: 1}, nil, nil))
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
