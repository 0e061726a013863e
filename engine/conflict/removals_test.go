package conflict_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// Who took a thing away is named, and nobody who came after: what was gone before its container went was not in it, and
// what had been moved away may have been removed under its new name (rules.md, "Words", Mark and Shown).
func TestWhoRemovedItIsNamed(t *testing.T) {
	const who = "writer cy \"Cy\"\n"
	const blob = who + "seed: create-container cont\nseed: put-blob cont/b v0\nann: get-blob cont/b as g\n"
	const lake = who + "seed: create-bucket lake\nseed: put-object lake/a 1\nann: get-object lake/a as g\n"
	const versions = who + "seed: create-bucket lake\nseed: put-bucket-versioning lake status=Enabled\n" +
		"seed: put-object lake/a 1\nann: get-object lake/a as g\nben: delete-object lake/a\n"
	const file = who + "seed: create-share sh\nseed: create-directory sh/d\nseed: create-file sh/d/f 4\n" +
		"ann: get-file sh/d/f\n"
	const key = who + "seed: SET k 1\nann: GET k\nben: RENAME k l\n"
	const anew = "ben: delete-blob cont/b\ncy: delete-container cont\nclock +60s\ncy: create-container cont\n"
	for _, c := range []struct{ lines, first, step string }{
		{blob + anew + "ann: put-blob cont/b v1 if-match=$g.etag\n", "Ben deleted cont/b at 00:00.0. Ana's", ""},
		{blob + anew + "ann: put-blob cont/b v1\n", "Ben's delete of cont/b was undone by Ana.", "Ben deleted cont/b"},
		{blob + "ben: delete-blob cont/b\ncy: delete-container cont\nann: put-blob cont/b v1\n", "Cy deleted cont with",
			"Ben deleted cont/b"},
		{lake + "ben: delete-object lake/a\ncy: delete-bucket lake\ncy: create-bucket lake\nann: put-object lake/a 2\n",
			"Ben's delete of lake/a was undone by Ana.", "Ben deleted lake/a"},
		{lake + "ben: delete-objects lake [a]\nben: delete-bucket lake\nann: put-object lake/a 2\n",
			"Ben deleted lake with #5. Ana's", "Ben deleted lake/a"},
		{versions + "cy: delete-object lake/a\nann: put-object lake/a 2 if-match=$g.etag\n",
			"Ben deleted lake/a with #5, then Cy with #6. Ana's", "Cy deleted lake/a"},
		{versions + "cy: delete-object lake/a\nben: delete-object lake/a\nann: put-object lake/a 2 if-match=$g.etag\n",
			"Ben deleted lake/a with #5, then Cy with #6, then Ben once more with #7. Ana's", "Cy deleted lake/a"},
		{versions + "cy: delete-object lake/a\nben: delete-object lake/a\nann: put-object lake/a 2\n",
			"Ben's delete of lake/a was undone by Ana.", "Cy deleted lake/a"},
		{versions + "cy: delete-objects lake [a]\nann: put-object lake/a 2 if-match=$g.etag\n",
			"Ben deleted lake/a with #5, then Cy with #6. Ana's", "Cy deleted lake/a"},
		{versions + "cy: delete-object lake/a\nben: put-object lake/a 3\nann: put-object lake/a 2 if-match=$g.etag\n",
			"Ana read v1 with #4. Ben deleted lake/a with #5, then Cy with #6. Ben saved v4 with #7. Ana's",
			"Ben deleted lake/a"},
		{blob + "ben: delete-blob cont/b\ncy: put-blob cont/b v1\ncy: delete-blob cont/b\n" +
			"ann: put-blob cont/b v2 if-match=$g.etag\n", "Cy deleted cont/b with #6. Ana's", "Ben deleted cont/b"},
		{versions + "cy: put-object lake/a 2\ncy: delete-object lake/a\nann: put-object lake/a 2 if-match=$g.etag\n",
			"Cy deleted lake/a with #7. Ana's", ""},
		{versions + "cy: delete-object lake/a\nann: put-object lake/a 2\n", "Cy's delete of lake/a was undone by Ana.",
			"Ben deleted lake/a"},
		{key + "cy: DEL l\nann: SET k 2 XX\n", "Ben renamed k to l with #3. Cy deleted l with #4. Ana's",
			"Cy deleted l"},
		{key + "cy: SET l 3\nann: SET k 2 XX\n",
			"Ben renamed k to l with #3. Cy set l to 3 with #4. Ana's", "Cy set l"},
		{key + "cy: GET l\ncy: SET l 3\nann: SET k 2 XX\n", "Ben renamed k to l with #3. Ana's", ""},
		{key + "cy: APPEND l 3\nann: SET k 2 XX\n", "Ben renamed k to l with #3. Ana's", ""},
		{file + "ben: rename-file sh/g source=sh/d/f\ncy: create-file sh/g 2\nann: put-range sh/d/f aa range=0-1\n",
			"Ben renamed sh/d/f to sh/g with #5. Cy created sh/g with #6. Ana's", ""},
		{key + "cy: RENAME l m\nben: DEL m\nann: SET k 2 XX\n",
			"Ben renamed k to l with #3. Cy renamed l to m with #4. Ben deleted m with #5. Ana's", ""},
		{file + "ben: rename-file sh/g source=sh/d/f\ncy: delete-file sh/g\nann: put-range sh/d/f aa range=0-1\n",
			"Ben renamed sh/d/f to sh/g with #5. Cy deleted sh/g with #6. Ana's", ""},
		{file + "ben: rename-directory sh/e source=sh/d\ncy: delete-file sh/e/f\nann: put-range sh/d/f aa range=0-1\n",
			"Ben renamed sh/d to sh/e with #5. Cy deleted sh/e/f with #6. Ana's", ""},
		{file + "ben: smb-create sh/d/f access=RWD share=RWD as h\ncy: smb-create sh/d/f access=RWD share=RWD as i\n" +
			"cy: smb-set-disposition $i.handle delete=true\ncy: smb-close $i.handle\nben: smb-close $h.handle\n" +
			"ann: put-range sh/d/f aa range=0-1\n",
			"Ben closed sh/d/f with #9: Cy's #7 had asked for it to be deleted then. Ana's", ""},
	} {
		r, last := run(t, c.lines)
		told := conflict.Story(r.Timeline.World(), last)
		if !strings.HasPrefix(told.First, c.first) || !strings.Contains(fmt.Sprint(told.Steps), c.step) {
			t.Errorf("%s%s: %s\n%v\nwant %q, %q", c.lines, last, told.First, told.Steps, c.first, c.step)
		}
	}
}

// A missing container shows the absence of all in it (rules.md, "Shown"), also of what somebody had removed before it
// went: who heard of that brings nothing back unknown.
func TestAMissingContainerShowsWhatWentBefore(t *testing.T) {
	for _, c := range []struct{ before, read, after string }{
		{"seed: create-table jobs\nseed: insert-entity jobs/p/a .n=1\nann: get-entity jobs/p/a\n" +
			"ben: delete-entity jobs/p/a if-match=*\nben: delete-table jobs\nclock +60s\n",
			"ann: get-entity jobs/p/a\n",
			"ben: create-table jobs\nann: insert-or-replace-entity jobs/p/a .n=3\n"},
		{"seed: create-container cont\nseed: put-blob cont/b 0\nann: get-blob cont/b\nben: delete-blob cont/b\n" +
			"ben: delete-container cont\nclock +60s\n", "ann: list-blobs cont\n",
			"ben: create-container cont\nann: put-blob cont/b a\n"},
		{"seed: create-share sh\nseed: create-file sh/f 4\nann: get-file sh/f\nben: delete-file sh/f\n" +
			"ben: delete-share sh\nclock +60s\n", "ann: get-share-properties sh\n",
			"ben: create-share sh\nann: create-file sh/f 4\n"},
		{"seed: create-bucket lake\nseed: put-object lake/a 1\nann: get-object lake/a\nben: delete-object lake/a\n" +
			"ben: delete-bucket lake\n", "ann: get-object lake/a\n",
			"ben: create-bucket lake\nann: put-object lake/a 2\n"},
	} {
		if _, last := run(t, c.before+c.read+c.after); last.Kind != "" {
			t.Errorf("%s%s%s%s", c.before, c.read, c.after, last)
		}
		if _, last := run(t, c.before+c.after); last.String() != "~ lost-update ben" {
			t.Errorf("%s%s%q, want the delete to be lost", c.before, c.after, last)
		}
	}
}

// Who was to take a thing away and found nothing has taken nothing away (Redis command reference, GETDEL: nil where the
// key does not exist).
func TestWhoFoundNothingToTakeDeletedNothing(t *testing.T) {
	const lines = "seed: SET q job\nann: GETDEL q\nben: GETDEL q\nann: SET q job2\nben: GETSET q job3\n"
	r, last := run(t, lines)
	if said := fmt.Sprint(conflict.Story(r.Timeline.World(), last).Steps); !strings.Contains(said,
		"Ben found nothing at q") || strings.Contains(said, "Ben deleted") {
		t.Error(said)
	}
}
