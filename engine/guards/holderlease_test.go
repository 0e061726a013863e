package guards_test

import (
	"strings"
	"testing"

	"interleave/engine/explore"
)

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
