package guards_test

import (
	"slices"
	"strings"
	"testing"
)

// A history has its work done where a guard refuses the claim before it, as nobody is asked whether to go on: the row
// that counts the work says so, and no other row does.
func TestARowTellsOfWorkBehindARefusal(t *testing.T) {
	table := underGuards(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container own\nann: get-blob own/p\n"+
		"ben: get-blob own/p\nann: put-blob own/p ann\nann: does p\nben: put-blob own/p ben\nben: does p\n")
	for _, row := range table.Rows {
		tells := slices.ContainsFunc(row.Notes, func(note string) bool {
			return strings.HasPrefix(note, "Refused here, and the work behind it is done as it was: PUT #5.")
		})
		if tells != (row.ID == "if-none-match") {
			t.Errorf("%s: %s", row.ID, row.Notes)
		}
	}
}
