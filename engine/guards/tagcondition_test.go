package guards_test

import (
	"testing"

	"interleave/engine/explore"
	"interleave/engine/guards"
)

// What takes the conditions off takes those on tags off too (blob/rules.md: if-tags that are not met, 412).
func TestNoneTakesConditionsOnTagsOff(t *testing.T) {
	const text = "writer ann\nwriter ben\nseed: create-container ctr\nseed: put-blob ctr/a 0\nseed: set-blob-tags " +
		"ctr/a tag.state=open\nplan ann [put-blob ctr/a ann if-tags=\"state = 'open'\"]\nplan ben [set-blob-tags " +
		"ctr/a tag.state=done]\n"
	_, list := overOrders(t, text, explore.Budget{})
	rows := rowsOf(list)
	refused := func(row guards.OrdersRow) bool { return len(row.Found.Refused)+len(row.Found.Marks) > 0 }
	if refused(rows["none"]) || !refused(rows["as-it-is"]) {
		t.Errorf("none %s, as it is %s", marksOf(rows["none"]), marksOf(rows["as-it-is"]))
	}
}
