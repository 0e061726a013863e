package conflict_test

import (
	"testing"

	"interleave/engine/roomtest"
)

// The zeros of a file that somebody made or made longer are nobody's bytes (engine/share/rules.md, Create File: content
// zeroed): who writes over them takes nothing from whoever did. Bytes that were written are somebody's.
func TestTheZerosOfAFileAreNobodysBytes(t *testing.T) {
	const (
		begin = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share docs\n"
		made  = begin + "ann: create-file docs/r 4\n"
		write = "ann: put-range docs/r \"ann!\" range=0-3\n"
	)
	for _, c := range []struct {
		race  string
		marks int
	}{
		{made + "ben: create-file docs/r 4\n" + write, 0},
		{made + "ann: put-range docs/r work range=0-3\nben: create-file docs/r 8\n" +
			"ann: put-range docs/r more range=4-7\n", 0},
		{made + "ben: get-file docs/r\nann: delete-file docs/r\nann: create-file docs/r 4\n" +
			"ben: put-range docs/r \"ben!\" range=0-3\n", 0},
		{made + "ben: create-file docs/r 4\nben: put-range docs/r \"ben!\" range=0-3\n" + write, 1},
		{made + "ben: get-file docs/r\nann: delete-file docs/r\nann: create-file docs/r 4\n" +
			"ben: delete-file docs/r\n", 1},
	} {
		if marks := roomtest.AtEnd(t, c.race).Marks(); len(marks) != c.marks {
			t.Errorf("%d marks, not %d, of\n%s", len(marks), c.marks, c.race)
		}
	}
}
