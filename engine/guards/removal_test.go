package guards_test

import (
	"strings"
	"testing"
)

// A line that removes its key in another way than DEL has the same twin that compares (tair/rules.md, "Plain Redis
// commands": GETDEL hands out and removes; a deadline that is over removes), and a version that is compared stands in
// the place of one that is set, beside which none is compared ("Versions"). Who heard last that nothing is there has
// heard a value before.
func TestARowGuardsWhateverWayALineTakes(t *testing.T) {
	const plain = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: SET k 1\nben: GET k\nann: SET k 2 from=none\n"
	const versioned = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: EXSET k 1\nben: EXGET k\nann: EXSET k 2\n"
	const pages = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container con\nseed: put-blob con/k 1\n" +
		"ben: get-blob con/k as b\nann: delete-blob con/k\nben: get-blob con/k\n"
	for _, c := range []struct{ lines, row, cell, told, not string }{
		{plain + "ben: GETDEL k\n", "cas", "stops", "", "GETDEL"},
		{plain + "ben: EXPIRE k 0\n", "cas", "stops", "", "EXPIRE"},
		{plain + "ben: PEXPIRE k -1\n", "cas", "stops", "", "PEXPIRE"},
		{plain + "ben: EXPIREAT k 1\n", "cas", "stops", "", "EXPIREAT"},
		{plain + "ben: PEXPIREAT k 1000\n", "cas", "stops", "", "PEXPIREAT"},
		{plain + "ben: PEXPIRE k 0\n", "versioned", "stops", "", "PEXPIRE"},
		{plain + "ben: EXPIRE k 100\nben: SET k 3 from=none\n", "cas", "", "There is no such guard for EXPIRE", ""},
		{plain + "ben: EXPIRE k 0 XX\nben: SET k 3\n", "cas", "", "There is no such guard for EXPIRE", ""},
		{versioned + "ben: EXSET k 3 ABS 9\n", "ver", "stops", "", "EXSET #4"},
		{versioned + "ben: EXSET k 3 ABS 9\n", "excas", "stops", "", "EXSET #4"},
		{versioned + "ben: EXAPPEND k 3 ABS 9\n", "ver", "stops", "", "EXAPPEND"},
		{pages + "ben: put-blob con/k 2 from=b\n", "if-match", "", "What was heard before PUT #6 is that nothing is " +
			"there, which has no tag to name, so it goes without.", ""},
	} {
		table := underGuards(t, c.lines)
		row, ok := table.Row(c.row)
		told, cell := strings.Join(row.Notes, " "), ""
		if ok && c.cell != "" {
			cell = table.Cell(row, "~ lost-update")
		}
		if !ok || cell != c.cell || !strings.Contains(told, c.told) || c.not != "" && strings.Contains(told, c.not) {
			t.Errorf("%s: %v %q %q", c.lines, ok, cell, told)
		}
	}
}

// What a writer was refused it has not put there: to compare that would refuse it whatever the others do.
func TestNoRowComparesWhatWasRefused(t *testing.T) {
	const lines = "writer ann \"Ana\"\nseed: SET k 1\nann: EXSET k other\nann: SET k 3\n"
	row, ok := underGuards(t, lines).Row("cas")
	if n := row.Count("! stale-write"); !ok || n != 0 {
		t.Errorf("CAS is refused %d times: %v %q", n, ok, row.Notes)
	}
}
