package guards_test

import (
	"strings"
	"testing"

	"interleave/engine/explore"
)

// A merge leaves the properties alone that it does not name (table/rules.md, Merge Entity): two who change one property
// each and write the other back as they read it lose one of the two in the 4 of 6 orders in which both read first, and
// none where each names only its own. Where both change the same one nothing is written back, and there is no such row.
func TestAMergeOfOnesOwnLosesNothingOfAnother(t *testing.T) {
	const start = "writer ann\nwriter ben\nseed: create-table tab\nseed: insert-entity tab/p/r .a=0 .b=0\n"
	for _, verb := range []string{"insert-or-replace-entity", "update-entity"} {
		tag := map[string]string{"update-entity": " if-match=*"}[verb]
		text := start + "plan ann [get-entity tab/p/r as g; " + verb + " tab/p/r .a=1 .b=$g..b" + tag + "]\n" +
			"plan ben [get-entity tab/p/r as g; " + verb + " tab/p/r .a=$g..a .b=1" + tag + "]\n"
		said := reasons(t, text, "lost-update", explore.Budget{})
		for id, want := range map[string]string{"as-it-is": "allows 4", "merge": "stops: None of 6"} {
			if !strings.HasPrefix(said[id], want) {
				t.Errorf("%s%s: %q, want %s", text, id, said[id], want)
			}
		}
		_, list := overOrders(t, text, explore.Budget{})
		for _, o := range rowsOf(list)["merge"].Found.Outcomes {
			if end := o.String(); !strings.Contains(end, "a=1") || !strings.Contains(end, "b=1") {
				t.Errorf("%s%s", text, end)
			}
		}
	}
	same := "[get-entity tab/p/r as g; insert-or-replace-entity tab/p/r .a={$g..a + 1}]\n"
	_, list := overOrders(t, start+"plan ann "+same+"plan ben "+same, explore.Budget{})
	if _, there := rowsOf(list)["merge"]; there {
		t.Error("a row without anything to leave out")
	}
}
