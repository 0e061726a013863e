package guards_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/explore"
)

// An append whose answer was lost and that is sent again doubles the record; with the position at which its writer was
// to append it is refused with 412, which proves that the first try landed (blob/rules.md, R21).
func TestAnAppendAtItsPositionLandsOnce(t *testing.T) {
	text := "writer ann\nwriter ben\nseed: create-container logs\nseed: put-blob logs/a type=AppendBlob\n" +
		"plan ann [get-blob-properties logs/a as g; append-block logs/a x as m; on lost m [append-block logs/a x " +
		"again=m as m]]\nplan ben [get-blob-properties logs/a as g; append-block logs/a y]\n"
	_, rows := overOrders(t, text, explore.Budget{Faults: 1})
	seen := map[string]bool{}
	for _, row := range rows {
		if row.Found == nil {
			continue
		}
		kinds := map[engine.Trouble]bool{}
		for _, m := range row.Found.Marks {
			kinds[m.Kind] = true
		}
		at := row.ID == "appendpos"
		if at || row.ID == "none" {
			seen[row.ID] = true
			if kinds[engine.DoneTwice] == at || kinds[engine.OwnEcho] != at || kinds[engine.StaleWrite] != at {
				t.Errorf("%s: %v", row.ID, kinds)
			}
		}
	}
	if len(seen) != 2 {
		t.Errorf("rows %v", seen)
	}
}
