package advice_test

import (
	"testing"

	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// Each claim that was lost is a mark of its own: settling one settles no other of the same writer, and another writer's
// is not its to settle.
func TestTheOtherMarksOfAWriterStayOpen(t *testing.T) {
	const listed = `writer ann "Ana"
writer ben "Ben"
seed: create-container own
ann: list-blobs own
ben: list-blobs own
ann: put-blob own/p0 ann
ann: put-blob own/p1 ann
ben: put-blob own/p0 ben
`
	for lines, want := range map[string]int{listed: 0, listed + "ben: put-blob own/p1 ben\n": 1} {
		v := roomtest.AtEnd(t, lines)
		list := v.Troubles()
		newest := list[len(list)-1].Finding
		open, number, ok := advice.Open(v, newest)
		if ok != (want > 0) || number != want || ok && (open.By != "ben" || open.Request == newest.Request) {
			t.Errorf("%s: %t, %d, #%d", lines, ok, number, open.Request)
		}
	}
}
