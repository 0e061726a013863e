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
	in, err := replayed(who + `ann: send put-object lake/claim ann if-none-match=* as p
ben: send put-object lake/claim ben if-none-match=* as q
cy: send delete-object lake/claim as d
arrive p q d
deliver d p q
answer d
answer p
answer q
`)
	if err != nil {
		t.Fatal(err)
	}
	row, ok := guards.New(in, func() bool { return false }).All().Row("again")
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
