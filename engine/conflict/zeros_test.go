package conflict_test

import (
	"strings"
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

// A clear leaves what is empty as it is, and that stays the work of who made it so: two who clear the same take nothing
// from each other. Of bytes that were written a clear takes all, and who writes where another has cleared undoes that.
func TestAClearOfWhatIsEmptyIsNoWork(t *testing.T) {
	const (
		writers = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cat \"Cat\"\n"
		disk    = writers + "seed: create-container con\nann: put-blob con/p \"\" type=PageBlob size=1024\n"
		file    = writers + "seed: create-share con\nann: create-file con/p 1024\n"
		page    = ": put-page con/p \"\" range=0-511 page-write=clear\n"
		stretch = ": put-range con/p \"\" range=0-511 write=clear\n"
	)
	full := strings.Repeat("x", 512)
	fill := func(who string) string { return who + ": put-page con/p " + full + " range=0-511\n" }
	lay := func(who string) string { return who + ": put-range con/p " + full + " range=0-511\n" }
	for _, c := range []struct {
		race  string
		marks int
	}{
		{disk + "ben: get-blob con/p\ncat" + page + "ben" + page, 0},
		{disk + "ben: get-blob con/p\ncat" + page + fill("ben"), 0},
		{disk + fill("ann") + "ben: get-blob con/p\nann" + page + "ben" + page, 0},
		{disk + "ben: get-blob con/p\n" + fill("ann") + "ben" + page, 1},
		{disk + fill("ann") + "ben: get-blob con/p\ncat" + page + fill("ben"), 1},
		{disk + fill("ann") + "ben: get-blob con/p\ncat" + page + "ann" + page + fill("ben"), 1},
		{file + "ben: get-file con/p\ncat" + stretch + "ben" + stretch, 0},
		{file + "ben: get-file con/p\ncat" + stretch + lay("ben"), 0},
		{file + lay("ann") + "ben: get-file con/p\nann" + stretch + "ben" + stretch, 0},
		{file + "ben: get-file con/p\n" + lay("ann") + "ben" + stretch, 1},
		{file + lay("ann") + "ben: get-file con/p\ncat" + stretch + lay("ben"), 1},
		{file + "ben: get-file con/p\ncat: put-range con/p \"\" range=0-99 write=clear\n" +
			"ben: put-range con/p \"\" range=0-99 write=clear\n", 1}, // zeros that are written
	} {
		marks := roomtest.AtEnd(t, c.race).Marks()
		if len(marks) != c.marks {
			t.Errorf("%d marks, not %d, of\n%s", len(marks), c.marks, c.race)
		}
		if len(marks) == 1 && strings.Contains(c.race, "cat: put-page con") && marks[0].Whose != "cat" {
			t.Errorf("it is %s's, not Cat's:\n%s", marks[0].Whose, c.race)
		}
	}
}
