package conflict_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// A mark is one for each request and victim (rules.md, "Silent"), and its card names all that they lost: which blob,
// row or key it was where the request is of several or of what holds them, and what else went with it.
func TestTheCardNamesAllThatWasLost(t *testing.T) {
	const cont = "seed: create-container cont\nseed: put-blob cont/b v1\n"
	const keys = "seed: SET a 1\nseed: SET b 1\nann: MGET a b\n"
	const rows = "seed: create-table jobs\nseed: insert-entity jobs/p/a .n=1 .m=1\n" +
		"seed: insert-entity jobs/p/b .n=1\nann: query-entities jobs\n"
	for _, c := range []struct{ lines, first, step string }{
		{cont + "ann: list-blobs cont\nann: get-blob cont/b\nben: put-blob cont/c vc\nann: delete-container cont\n",
			"Ben's v1 of cont/c was deleted by Ana. Nobody", "Ben saved v1 of cont/c with #"},
		{cont + "ann: list-blobs cont\nann: get-blob cont/b\nben: put-blob cont/b vb\nben: put-blob cont/c vc\n" +
			"ann: delete-container cont\n", "Ben's v2 of cont/b was deleted by Ana, and v1 of cont/c with it. Nobody",
			"Ben saved v1 of cont/c with #"},
		{"seed: create-share sh\nseed: create-file sh/f 4\nann: get-file sh/f\nben: put-range sh/f bb range=0-1\n" +
			"ann: delete-share sh\n", "Ben's v2 of sh/f was deleted by Ana. Nobody", "Ana read v1 of sh/f with #"},
		{rows + "ben: merge-entity jobs/p/a .n=2 .m=2\nben: insert-entity jobs/p/c .n=1\nann: delete-table jobs\n",
			"Ben's v2 of jobs/p/a was deleted by Ana, and v1 of jobs/p/c with it. Nobody",
			"Ben saved v1 of jobs/p/c with #"},
		{rows + "ben: merge-entity jobs/p/a .n=2\nben: merge-entity jobs/p/b .n=2\n" +
			"ann: entity-group-transaction jobs p [insert-or-replace-entity a .n=5 .m=1; insert-or-replace-entity b " +
			".n=5]\n", "In jobs/p/a Ben's change to \"n\" was overwritten by Ana, and the change to \"n\" of " +
			"jobs/p/b with it. Nobody", "Ben saved v2 of jobs/p/b with #"},
		{keys + "ben: SET b 2\nann: MSET a 5 b 5\n", "Ben's value 2 of b was overwritten by Ana. Nobody",
			"Ana read a and b with #"},
		{keys + "ben: SET b 2\nben: SET a 3\nann: MSET a 5 b 5\n",
			"Ben's value 3 of a was overwritten by Ana, and the value 2 of b with it. Nobody", "Ben set b to 2 with #"},
		{keys + "ben: MSET a 2 b 2\nann: DEL a b\n",
			"Ben's value of a was deleted by Ana, and the value of b with it. Nobody", "Ben set a and b with #"},
		{keys + "ben: SET a 2\nben: SET b 2\nann: MULTI\nann: SET a 5\nann: DEL b\nann: EXEC\n",
			"Ben's value 2 of a was overwritten by Ana, and the value 2 of b was deleted with it. Nobody",
			"Ben set b to 2 with #"},
		{cont + "ben: get-blob cont/b\nann: get-blob cont/b\nben: put-blob cont/b v2\nben: set-blob-tags cont/b " +
			"tag.t=1\nben: set-blob-metadata cont/b meta.m=1\nann: put-blob cont/b v3\n",
			"Ben's v2 was overwritten by Ana, and the metadata and the tags were removed with it. Nobody",
			"Ben set cont/b's tags with #"},
		{"seed: SET k 1\nann: GET k\nben: SET k 2 EX 50\nann: SET k 3\n",
			"Ben's value 2 was overwritten by Ana, and the expiry was removed with it. Nobody", "Ben set k to 2"},
		{"seed: create-queue que\nseed: put-message que one\nann: peek-messages que\nben: put-message que hi\n" +
			"ben: put-message que hi\nann: clear-messages que\n",
			"Ben's message que \"hi\" was deleted by Ana, and another like it with it. Nobody", ""},
		// What its version or its end says already is not told twice, nor what still stands.
		{"seed: SET k 1\nann: GET k\nben: SET k 2 EX 50\nann: DEL k\n", "Ben's value 2 was deleted by Ana. Nobody", ""},
		{"seed: SET k 1\nann: GET k\nben: SET k 2 EX 50\nann: SET k 3 KEEPTTL\n",
			"Ben's value 2 was overwritten by Ana. Nobody", ""},
		{cont + "ann: get-blob cont/b\nben: put-blob cont/b v2 meta.m=1 tag.t=1\nann: put-blob cont/b v3\n",
			"Ben's v2 was overwritten by Ana. Nobody", ""},
	} {
		told := lostOf(t, c.lines)
		if !strings.HasPrefix(told.First, c.first) || !strings.Contains(fmt.Sprint(told.Steps), c.step) {
			t.Errorf("%s%s\n%v\nwant %q, %q", c.lines, told.First, told.Steps, c.first, c.step)
		}
	}
}

// Of very many things lost at once three are named.
func TestOfManyLostThreeAreNamed(t *testing.T) {
	lines := "seed: create-container cont\nann: list-blobs cont\n"
	for n := range 40 {
		lines += fmt.Sprintf("ben: put-blob cont/%02d x\n", n)
	}
	told := lostOf(t, lines+"ann: delete-container cont\n")
	if want := "Ben's v1 of cont/00 was deleted by Ana, and v1 of cont/01, v1 of cont/02, v1 of cont/03 and others " +
		"with it. Nobody"; !strings.HasPrefix(told.First, want) {
		t.Errorf("%q, want %q", told.First, want)
	}
	if len(told.Steps) > 10 {
		t.Errorf("%d steps", len(told.Steps))
	}
}

// The lease that was over is its holder's, whatever else went.
func TestTheLeaseThatWasOverIsOfWhoWrote(t *testing.T) {
	r, last := run(t, "seed: create-container cont\nseed: put-blob cont/b v0\n"+
		"ann: acquire-blob-lease cont/b duration=15\nann: get-blob cont/b\nclock +20s\nben: put-blob cont/b v1\n"+
		"ben: set-blob-tags cont/b tag.t=1\nann: put-blob cont/b v2\n")
	told := conflict.Story(r.Timeline.World(), last)
	const want = "was overwritten by Ana, whose lease was over, and the tags were removed with it. Nobody was told."
	if !strings.HasSuffix(told.First, want) {
		t.Errorf("%q, want %q", told.First, want)
	}
}
