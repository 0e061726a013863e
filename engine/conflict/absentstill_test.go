package conflict_test

import "testing"

// Who has found nothing and writes where nothing stands replaces what it knows, whatever came and went in between. Who
// had read what another removed undoes the removal, unless its request asks for the absence, by whichever operation;
// and what the sender itself had put there comes back (rules.md, "Words", Known).
func TestWhatComesBackIsWhatWasTakenAway(t *testing.T) {
	const (
		lake    = "seed: create-bucket lake\n"
		made    = lake + "seed: put-object lake/a 1\n"
		acc     = "seed: create-table acc\n"
		row     = acc + "seed: insert-entity acc/p/a .n=1\n"
		cont    = "seed: create-container cont\n"
		between = "ben: put-object lake/a ben if-none-match=*\nben: delete-object lake/a\n"
		undone  = "~ lost-update ben"
	)
	for _, c := range []struct{ lines, mark string }{
		// found nothing
		{lake + "ann: get-object lake/a\n" + between + "ann: put-object lake/a ann\n", ""},
		{lake + "ann: list-objects-v2 lake\n" + between + "ann: put-object lake/a ann\n", ""},
		{made + "ann: delete-object lake/a\n" + between + "ann: put-object lake/a ann\n", ""},
		{acc + "ann: get-entity acc/p/a\nben: insert-entity acc/p/a .n=2\nben: delete-entity acc/p/a if-match=*\n" +
			"ann: insert-or-replace-entity acc/p/a .n=3\n", ""},
		{cont + "ann: get-blob cont/a\nben: put-blob cont/a 2\nben: delete-blob cont/a\nann: put-blob cont/a 3\n", ""},
		{"ann: GET k\nben: SET k 2\nben: DEL k\nann: SET k 3\n", ""},
		{lake + "ann: get-object lake/a\n" + between + "ben: put-object lake/a ben\nann: put-object lake/a ann\n",
			undone},
		// had read what was removed
		{made + "ann: get-object lake/a\nben: delete-object lake/a\nann: put-object lake/a 3\n", undone},
		{made + "ann: get-object lake/a\nben: delete-object lake/a\nann: put-object lake/a 3 if-none-match=*\n", ""},
		{row + "ann: get-entity acc/p/a\nben: delete-entity acc/p/a if-match=*\n" +
			"ann: insert-or-replace-entity acc/p/a .n=3\n", undone},
		{row + "ann: get-entity acc/p/a\nben: delete-entity acc/p/a if-match=*\nann: insert-entity acc/p/a .n=3\n", ""},
		{"seed: SET k 1\nann: GET k\nben: DEL k\nann: SET k 3 NX\n", ""},
		// its own comes back
		{lake + "ann: get-object lake/a\nann: send put-object lake/a ann as p\ndeliver p\nlose p\n" +
			"ben: get-object lake/a\nben: delete-object lake/a\nann: put-object lake/a other\n",
			"? no-answer ann, ~ lost-update ben"},
		// a delete marker hides what was there
		{lake + "seed: put-bucket-versioning lake status=Enabled\nseed: put-object lake/a 1\n" +
			"ben: delete-object lake/a\nann: get-object lake/a\nben: put-object lake/a 2\n" +
			"ben: delete-object lake/a as d\ntell ann $d.version-id\n" +
			"ann: delete-object lake/a version-id=$d.version-id\n", undone},
	} {
		if got := marksOf(t, c.lines); got != c.mark {
			t.Errorf("%q, want %q after\n%s", got, c.mark, c.lines)
		}
	}
}
