package guards_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine/explore"
	"interleave/engine/guards"
)

// engine/bucket/rules.md, "Which answer, which reaction": a 409 settles nothing, and is sent again. Who takes it for a
// sign that something is there leaves the work undone (arrow-rs-object-store 852, opendal 6741).
func TestAConflictIsSentAgain(t *testing.T) {
	const who = "writer ann\nwriter ben\nwriter cy\nseed: create-bucket lake\nset bucket.contention=on\n" +
		"seed: put-object lake/claim old\n"
	row, ok := underGuards(t, who+`ann: send put-object lake/claim ann if-none-match=* as p
ben: send put-object lake/claim ben if-none-match=* as q
cy: send delete-object lake/claim as d
arrive p q d
deliver d p q
answer d
answer p
answer q
`).Row("again")
	want := []string{"Sent again behind its refusal, it is done: PUT #3.",
		"Sent again behind its refusal, it is told 412: PUT #4."}
	if !ok || !slices.Equal(row.Notes, want) {
		t.Errorf("%t: %q, want %q", ok, row.Notes, want)
	}
	// two requests that each arrive and are decided: 6 orders. In 1 the delete is decided before the put arrives; in 2
	// between its arrival and its decision, which is then a 409; in 3 behind that, which is a 412 then.
	undone := reasons(t, who+"plan ann [put-object lake/claim ann if-none-match=* as p; if p 200 [does run]]\n"+
		"plan cy [delete-object lake/claim]\n", "undone-1", explore.Budget{})
	if !strings.HasPrefix(undone["as-it-is"], "allows 5: ") || !strings.HasPrefix(undone["again"], "allows 3: ") {
		t.Errorf("%q", undone)
	}
}

// What a plan does where no answer comes to a request stands behind that request still, and so does what it waits for:
// nobody is stuck who was not.
func TestWhatIsSentAgainKeepsItsOnLost(t *testing.T) {
	const who = "writer ann\nwriter ben\nseed: create-bucket lake\nset bucket.contention=on\n"
	b := explore.Budget{Faults: 1, Words: explore.FaultWords{Handled: true}}
	for _, steps := range []string{"on lost p [get-object lake/claim]",
		"wait on p 404; on lost p [get-object lake/claim]"} {
		_, rows := overOrders(t, who+"plan ann [put-object lake/claim ann if-none-match=* as p; "+steps+"]\n"+
			"plan ben [delete-object lake/claim]\n", b)
		for _, row := range rows {
			if row.ID == "again" && (row.Why != "" || row.Found.StuckIn.Sign() != 0) {
				t.Errorf("%s: %q, stuck in %v of %v orders", steps, row.Why, row.Found.StuckIn, row.Found.Schedules)
			}
		}
		if !slices.ContainsFunc(rows, func(row guards.OrdersRow) bool { return row.ID == "again" }) {
			t.Error("there is no such row")
		}
	}
}
