package guards_test

import "testing"

// Ann goes by whose text the marker holds, and Ben works whatever his put of it is answered: what is said is what he
// lacks, and not what she has. Where he goes by the answer under a condition no order ends so any more.
func TestWhoAsksForNoAnswerIsNamed(t *testing.T) {
	const ann = "writer ann\nwriter ben\nseed: create-bucket lake\nplan ann [put-object lake/m ann " +
		"if-none-match=* as m; on lost m [put-object lake/m ann if-none-match=* again=m as m]; " +
		"if m 200 [put-object lake/out-ann 1] else " +
		"[get-object lake/m as g; if g body=ann [put-object lake/out-ann 1]]]\nplan ben [get-object lake/m as g; " +
		"if g 404 [put-object lake/m ben"
	const both = "state object lake/out-ann body=1; state object lake/out-ben body=1"
	table, _ := asked(t, ann+"; put-object lake/out-ben 1]]\n", both)
	const want = "No guard here stops the end that was asked for. ben works behind put-object of lake/m whatever " +
		"that is answered, for no step of the plan decides by it: a guard that refuses it keeps nobody from the work."
	if got := table.Unstopped(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	table, cells := asked(t, ann+" if-none-match=* as m; if m 200 [put-object lake/out-ben 1]]]\n", both)
	if got := table.Unstopped(); got != "" || cells["as-it-is"] != "" && cells["as-it-is"] != "stops" {
		t.Errorf("%q, %q", got, cells)
	}
}
