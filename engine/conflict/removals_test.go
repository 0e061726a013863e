package conflict_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
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

// That a thing is there, and no more, is known to whom an answer from it has told so: who then removes it takes nothing
// away that he had not seen (rules.md, "Words", Known). What came since that answer he had not seen.
func TestWhoSawAThingRemovesNothingUnread(t *testing.T) {
	for _, c := range []struct{ lines, want, unread string }{
		{"ann: create-container con\nann: put-blob con/k x\nben: get-blob con/k\nben: list-blobs con\n" +
			"ben: delete-container con\n", "", ""},
		{"ann: create-container con\nben: get-container-properties con\nben: delete-container con\n", "", ""},
		{"ann: create-table tab\nann: insert-entity tab/p/a .n=1\nben: query-entities tab\nben: delete-table tab\n",
			"", ""},
		{"ann: create-queue jobs\nann: put-message jobs m\nben: peek-messages jobs\nben: delete-queue jobs\n", "", ""},
		{"ann: create-share con\nben: list-directories-and-files con\nben: delete-share con\n", "", ""},
		{"ann: create-bucket lake\nben: head-bucket lake\nben: delete-bucket lake\n", "", ""},
		{"ann: create-container con\nben: delete-container con\n", "", "removed Ana's"},
		{"ann: create-table tab\nben: query-entities tab\nann: insert-entity tab/p/a .n=1\nben: delete-table tab\n",
			"~ lost-update ann", ""},
		{"ann: create-container con\nben: get-container-properties con\nann: set-container-acl con policy.p=r\n" +
			"ben: delete-container con\n", "~ lost-update ann", ""},
		{"ann: create-container con public=blob\nben: list-blobs con\nben: delete-container con\n", "",
			"removed Ana's"},
	} {
		r, last := run(t, c.lines)
		said := ""
		for n := 1; n <= r.Timeline.Last(); n++ {
			for _, e := range r.Timeline.Events(n) {
				if e.Kind == engine.Decided {
					said = conflict.Tell(r.Timeline.World(), e).What
				}
			}
		}
		if last.Kind == "" && c.want != "" || last.Kind != "" && last.String() != c.want ||
			c.unread == "" && strings.Contains(said, "unread") ||
			!strings.Contains(said, c.unread) {
			t.Errorf("%s%s: %s", c.lines, last, said)
		}
	}
}

// Who removes what another made or described since it was read takes that work away, with a share and a directory as
// with a container, a queue or a table; and what was made anew is gone as a whole (rules.md, "Silent").
func TestARemovalTakesUnreadWork(t *testing.T) {
	const share, in = "seed: create-share con\n", "seed: create-share con\nseed: create-directory con/d\n"
	anew := func(kind, read string) string {
		return "seed: create-" + kind + " con\nann: " + read + " con\nann: delete-" + kind + " con\nclock 01:00.0\n" +
			"ben: create-" + kind + " con\nann: delete-" + kind + " con\n"
	}
	for _, c := range []struct{ lines, want string }{
		{anew("share", "get-share-properties"), "Ben's share was deleted by Ana."},
		{anew("queue", "get-queue-metadata"), "Ben's queue was deleted by Ana."},
		{anew("container", "get-container-properties"), "Ben's container was deleted by Ana."},
		{anew("table", "query-entities"), "Ben's table was deleted by Ana."},
		{share + "ann: get-share-properties con\nben: set-share-metadata con meta.a=1\nann: delete-share con\n",
			"Ben's metadata was deleted by Ana."},
		{share + "ann: get-share-properties con\nben: set-share-acl con policy.p=r\nann: delete-share con\n",
			"Ben's access policies were deleted by Ana."},
		{in + "ann: get-directory-properties con/d\nann: delete-directory con/d\nben: create-directory con/d\n" +
			"ann: delete-directory con/d\n", "Ben's directory was deleted by Ana."},
		{in + "ann: get-directory-properties con/d\nben: set-directory-metadata con/d meta.a=1\n" +
			"ann: delete-directory con/d\n", "Ben's metadata was deleted by Ana."},
		{share + "ann: get-share-properties con\nben: create-directory con/d\nann: delete-share con\n",
			"Ben's directory con/d was deleted by Ana."},
		{share + "ben: create-directory con/d\nann: get-directory-properties con/d\nann: delete-directory con/d\n", ""},
		{"seed: SET a 1\nann: GET a\nben: SET a 2\nann: MOVE a 1\n", "Ben's value 2 of a was moved to db1:a by Ana."},
		{"seed: SET a 1\nann: GET a\nben: SET a 2\nann: RENAME a b\n", "Ben's value 2 of a was moved to b by Ana."},
		{share + "ben: set-share-metadata con meta.a=1\nann: delete-share con\n", ""}, // blind
	} {
		r, m := run(t, c.lines)
		if c.want == "" || m.Kind == "" {
			if c.want != "" || m.Kind != "" {
				t.Errorf("%s: %s, want %q", c.lines, m, c.want)
			}
			continue
		}
		want := c.want + " Nobody was told."
		if got := conflict.Story(r.Timeline.World(), m).First; m.Kind != engine.LostUpdate || got != want {
			t.Errorf("%s: %s, told %q, want %q", c.lines, m, got, want)
		}
	}
}

// rules.md, "Words": there and gone are two states of one part. Who takes the policy of a bucket or a property away has
// none of it there: what a later write undoes is that removal, and no work of theirs is overwritten.
func TestARemovalOfAPartIsUndoneAndNotOverwritten(t *testing.T) {
	const (
		policy = `"{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Deny\",\"Principal\":\"*\",` +
			`\"Action\":\"s3:GetObject\",\"Resource\":\"arn:aws:s3:::buc/*\"}]}"` + "\n"
		box = "seed: create-bucket buc\nseed: put-bucket-policy buc " + policy +
			"ann: get-bucket-policy buc\n"
		row = "seed: create-table tab\nseed: insert-entity tab/p/r .a=1L .b=1L\n"
	)
	for _, c := range []struct{ lines, says string }{
		{box + "ben: delete-bucket-policy buc\nann: put-bucket-policy buc " + policy,
			"Ben's removal of the policy was undone by Ana."},
		{box + "ben: put-bucket-policy buc " + policy + "ann: put-bucket-policy buc " + policy, "overwritten by Ana"},
		{row + "ann: get-entity tab/p/r as g\nben: update-entity tab/p/r .a=1L if-match=*\n" +
			"ann: merge-entity tab/p/r .b=2L if-match=*\n", "Ben's removal of property \"b\" was undone by Ana."},
	} {
		r, last := run(t, c.lines)
		if told := conflict.Story(r.Timeline.World(), last); !strings.Contains(told.First, c.says) {
			t.Errorf("%s: %s", c.lines, told.First)
		}
	}
}

// rules.md, "Refused", policy: a permission that somebody set or took away stands against it. An access policy counts
// as taken away also where it had not settled before (engine/blob/rules.md, R39), and a version is kept by whoever
// locked it (engine/bucket/rules.md, "Object Lock"). One that never was there is nobody's doing.
func TestWhatSomebodySetOrTookAwayIsAPolicy(t *testing.T) {
	const (
		box   = "seed: create-container cont\nseed: put-blob cont/b 1\nseed: set-container-acl cont policy.p=rw\n"
		lake  = "seed: create-bucket lake object-lock=true\nseed: put-object lake/k 1\nann: get-object lake/k as g\n"
		away  = "ben: set-container-acl cont policy.q=r\n"
		get   = "ann: get-blob cont/b under=p\n"
		later = "clock +31s\n"
		lock  = "ben: put-object-retention lake/k lock-mode=COMPLIANCE lock-until=2030-01-01T00:00:00Z\n"
		jobs  = "seed: create-queue jobs\nseed: set-queue-acl jobs policy.p=a\nben: set-queue-acl jobs policy.q=a\n"
		stock = "seed: create-table stock\nseed: set-table-acl stock policy.p=a\nben: set-table-acl stock\n"
		kill  = "ann: delete-object lake/k version-id=$g.version-id\n"
	)
	for name, c := range map[string]struct {
		lines string
		kind  engine.Trouble
	}{
		"taken away at once":  {box + away + get, engine.ByPolicy},
		"taken away and over": {box + away + later + get, engine.ByPolicy},
		"taken away in time":  {box + later + away + later + get, engine.ByPolicy},
		"never there":         {box + away + "ann: get-blob cont/b under=z\n", ""},
		"from a queue":        {jobs + "ann: put-message jobs m under=p\n", engine.ByPolicy},
		"back at a queue": {jobs + "ben: set-queue-acl jobs policy.p=r\nann: put-message jobs m under=q\n",
			engine.ByPolicy},
		"never at a queue": {jobs + "ann: put-message jobs m under=z\n", ""},
		"from a table":     {stock + "ann: insert-entity stock/p/r .a=1 under=p\n", engine.ByPolicy},
		"a retention":      {lake + lock + kill, engine.ByPolicy},
		"a legal hold":     {lake + "ben: put-object-legal-hold lake/k legal-hold=ON\n" + kill, engine.ByPolicy},
	} {
		_, last := run(t, c.lines)
		if last.Kind != c.kind || last.Severity != engine.SeverityRefused {
			t.Errorf("%s: %s, want %q", name, last, c.kind)
		}
	}
}

// A transaction is of no key: what expired is named by what it watched, or by the line that was refused
// (engine/tair/rules.md, "Values", "Expiry").
func TestWhatExpiredHasItsName(t *testing.T) {
	const head = "seed: SET k 10 EX 5\n"
	for _, row := range []struct{ lines, says string }{
		{head + "ann: WATCH k\nann: GET k\nclock +6s\nann: MULTI\nann: SET k 11\nann: EXEC\n",
			"k expired at 00:05.001, as set by the start."},
		{head + "ann: WATCH k\nclock +6s\nann: MULTI\nann: SET k 11\nann: EXEC\n",
			"The service said nil. The watched key k had expired."},
		{head + "seed: SET j 1\nann: GET k\nclock +6s\nann: MULTI\nann: SET j 2\nann: SET k 11 XX\nann: EXEC\n",
			"k expired at 00:05.001, as set by the start."},
		{head + "ann: GET k\nclock +6s\nann: SET k 11 XX\n", "k expired at 00:05.001, as set by the start."},
	} {
		r, last := run(t, row.lines)
		said(t, r, last, row.lines, row.says, "watched key k had been touched")
	}
}
