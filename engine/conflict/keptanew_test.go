package conflict_test

import (
	"testing"

	"interleave/engine"
)

// A piece that is kept aside a second time under the same name takes the place of the first, and behind the commit
// nothing takes it in (engine/blob/rules.md, "Block blobs"; engine/conflict/rules.md, `done-twice`). Under the name of
// another text, or added to a text, it is another matter.
func TestAPieceKeptAsideAnewIsNotDoneTwice(t *testing.T) {
	const (
		start  = "seed: create-container wiki\n"
		first  = start + "ann: send put-block wiki/k AA block=0001 as s\n"
		retry  = "ann: put-block wiki/k AA block=0001 again=s\n"
		commit = "ann: put-block-list wiki/k [latest 0001]\n"
		log    = start + "seed: put-blob wiki/log \"\" type=AppendBlob\nann: send append-block wiki/log AA as s\n"
	)
	for _, row := range []struct {
		name, lines string
		twice       bool
	}{
		{"a retry of a lost block", first + "deliver s\nlose s\n" + retry, false},
		{"a late first try", first + "timeout s\n" + retry + "deliver s\n", false},
		{"a late first try behind the commit", first + "timeout s\n" + retry + commit + "deliver s\n", false},
		{"a second copy", first + "double s\ndeliver s\ndeliver s'\n", false},
		{"an older text behind a newer one", first + "timeout s\nann: put-block wiki/k BB block=0001 again=s\n" +
			"deliver s\n", true},
		{"a block of a log", log + "deliver s\nlose s\nann: append-block wiki/log AA again=s\n", true},
	} {
		if _, last := run(t, row.lines); (last.Kind == engine.DoneTwice) != row.twice {
			t.Errorf("%s: %s", row.name, last)
		}
	}
}
