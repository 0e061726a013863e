package conflict_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// A row that is replaced loses all that another has changed in it since it was read: each property is named, and what
// the replacement left out is told as removed.
func TestEveryPropertyThatWasLostIsNamed(t *testing.T) {
	const stock = "seed: create-table stock\nseed: insert-entity stock/p/r .n=1 .name=x .old=o\n" +
		"ann: get-entity stock/p/r as a\nben: get-entity stock/p/r as b\n"
	for _, row := range []struct{ ben, ann, says string }{
		{".n=2 .name=x .old=o", ".n=3 .name=x .old=o", `Ben's change to "n" was overwritten by Ana.`},
		{".n=2 .name=y .old=o", ".n=3 .name=z .old=o", `Ben's changes to "n" and "name" were overwritten by Ana.`},
		{".n=2 .name=y .old=o .extra=e", ".n=3 .name=z .old=o",
			`Ben's changes to "n" and "name" were overwritten, and property "extra" was removed by Ana.`},
		{".n=1 .name=x .old=o .extra=e .more=m", ".n=1 .name=x .old=o",
			`Ben's properties "extra" and "more" were removed by Ana.`},
	} {
		r, last := run(t, stock+"ben: update-entity stock/p/r "+row.ben+" if-match=$b.etag\n"+
			"ann: insert-or-replace-entity stock/p/r "+row.ann+"\n")
		if first := conflict.Story(r.Timeline.World(), last).First; !strings.HasPrefix(first, row.says) {
			t.Errorf("%s and %s: %s", row.ben, row.ann, first)
		}
	}
}

// Of a row that is deleted all is gone, which the version says that the other had made.
func TestADeletedRowIsNamedByItsVersion(t *testing.T) {
	const lines = "seed: create-table stock\nseed: insert-entity stock/p/r .n=1\nann: get-entity stock/p/r\n" +
		"ben: merge-entity stock/p/r .n=2 if-match=*\nann: delete-entity stock/p/r if-match=*\n"
	r, last := run(t, lines)
	said(t, r, last, lines, "Ben's v2 was deleted by Ana.", "Ben's n was")
}

// The quota of a share is a part as its metadata is: who sets another than the one that was read since replaces that
// (engine/share/rules.md, "State"; rules.md, "By part").
func TestAQuotaIsAPart(t *testing.T) {
	const head = "seed: create-share sh quota=3\n"
	for _, c := range []struct{ lines, mark, first string }{
		{"ann: get-share-properties sh\nben: set-share-properties sh quota=5\nann: set-share-properties sh quota=7\n",
			"~ lost-update ben", "Ben's quota was overwritten by Ana. Nobody was told."},
		{"ann: list-shares\nben: set-share-properties sh quota=5\nann: set-share-properties sh quota=7\n",
			"~ lost-update ben", "Ben's quota was overwritten by Ana. Nobody was told."},
		{"ann: get-share-properties sh\nben: set-share-properties sh quota=5\nann: delete-share sh\n",
			"~ lost-update ben", "Ben's quota was deleted by Ana. Nobody was told."},
		{"ann: get-share-properties sh\nben: set-share-properties sh quota=5\nben: set-share-metadata sh meta.a=1\n" +
			"ann: delete-share sh\n", "~ lost-update ben",
			"Ben's metadata was deleted by Ana, and the quota with it. Nobody was told."},
		{"ann: get-share-properties sh\nben: set-share-metadata sh meta.a=1\nann: set-share-properties sh quota=7\n",
			"", ""}, // each has a part of its own
		{"ben: set-share-properties sh quota=5\nann: get-share-properties sh\nann: set-share-properties sh quota=7\n",
			"", ""},
		{"set share.deletion=0\nann: get-share-properties sh\nben: delete-share sh\nben: create-share sh quota=9\n" +
			"ann: set-share-properties sh quota=7\n", "~ lost-update ben",
			"Ben's quota was overwritten by Ana. What Ana had read went when Ben deleted sh, which Ben made anew. " +
				"Nobody was told."},
		{"set share.deletion=0\nann: get-share-properties sh\nben: delete-share sh\nben: create-share sh\n" +
			"ann: set-share-properties sh quota=7\n", "", ""}, // the service's own quota is nobody's work
		{"ben: set-share-properties sh quota=5\nann: set-share-properties sh quota=7\n", "", ""}, // unread
		{"ann: get-share-properties sh\nben: set-share-properties sh quota=3\nann: set-share-properties sh quota=7\n",
			"", ""}, // it left what stood there
	} {
		r, last := run(t, head+c.lines)
		mark := ""
		if last.Kind != "" {
			mark = last.String()
		}
		if mark != c.mark {
			t.Errorf("%s%q, want %q", c.lines, mark, c.mark)
			continue
		}
		if mark == "" {
			continue
		}
		if told := conflict.Story(r.Timeline.World(), last); !strings.HasPrefix(told.First, c.first) {
			t.Errorf("%s%q, want %q", c.lines, told.First, c.first)
		}
	}
}

// Whose removal a version met is told by the version: what it was one of stands (engine/bucket/rules.md, "Versioning").
// What never was has no kind; nor has the read of what is gone, which is an answer (the referee's rules, "Refused").
func TestAVersionIsToldByWhatWroteIt(t *testing.T) {
	const kept = "seed: create-bucket lake\nseed: put-bucket-versioning lake Enabled\n" +
		"ann: put-object lake/k one as p\nann: put-object lake/k two as q\ntell ben $p.version-id\n"
	const copies = "ann: copy-object lake/c source=lake/k source-version-id=$p.version-id\n"
	for _, c := range []struct{ name, lines, first string }{
		{"by its id", kept + "ben: delete-object lake/k version-id=$p.version-id\n" + copies,
			"Ben deleted v1 of lake/k "},
		{"in a list", kept + "ben: delete-objects lake [k version-id=$p.version-id]\n" + copies,
			"Ben deleted v1 of lake/k "},
		{"a marker", kept + "ann: delete-object lake/k as m\ntell ben $m.version-id\n" +
			"ben: delete-object lake/k version-id=$m.version-id\n" +
			"ann: put-object-tagging lake/k version-id=$m.version-id tag.a=b\n",
			"Ben deleted the delete marker of lake/k "},
		{"without versions", "seed: create-bucket lake\nann: put-object lake/k one\nben: delete-object lake/k\n" +
			"ann: copy-object lake/c source=lake/k source-version-id=null\n", "Ben deleted a version of lake/k "},
	} {
		r, last := run(t, c.lines)
		told := conflict.Story(r.Timeline.World(), last)
		if last.Kind != engine.IsGone || last.Whose != "ann" || !strings.HasPrefix(told.First, c.first) {
			t.Errorf("%s: %s: %s", c.name, last, told.First)
		}
	}
	_, last := run(t, kept+"ann: copy-object lake/c source=lake/k source-version-id=nope\n")
	if last.Kind != "" {
		t.Errorf("one that never was: %s", last)
	}
	_, last = run(t, kept+"ben: delete-object lake/k version-id=$p.version-id\n"+
		"ann: get-object lake/k version-id=$p.version-id\n")
	if last.Kind == engine.IsGone {
		t.Errorf("a read: %s", last)
	}
}

// A snapshot is a thing of its own: who deletes one leaves the blob (engine/blob/rules.md, "What each operation
// accepts", Delete Blob), and whose it was is who took it, not who wrote the text.
func TestASnapshotIsToldAsOne(t *testing.T) {
	const head = "seed: create-container wiki\nseed: put-blob wiki/b 1\nann: snapshot-blob wiki/b as s\n" +
		"tell ben $s.snapshot\n"
	const gone = head + "ben: delete-blob wiki/b snapshot=$s.snapshot\n"
	for _, row := range []struct{ lines, first, sent, said string }{
		{gone + "ann: delete-blob wiki/b snapshot=$s.snapshot\n", "Ben deleted the snapshot of wiki/b (#3)",
			"DELETE wiki/b, its snapshot of v1 by #3", "wiki/b had no snapshot "},
		{gone + "ann: copy-blob wiki/c source=wiki/b source-snapshot=$s.snapshot\n",
			"Ben deleted the snapshot of wiki/b (#3)", "from wiki/b, its snapshot of v1 by #3",
			"wiki/b had no snapshot "},
		{head + "ben: delete-blob wiki/b snapshots=include\nann: delete-blob wiki/b if-match=*\n",
			"Ben deleted wiki/b with #4",
			"DELETE wiki/b", ""},
		{head + "ben: delete-blob wiki/b snapshots=only\nann: delete-blob wiki/b snapshot=$s.snapshot\n",
			"Ben deleted the snapshots of wiki/b with #4", "its snapshot of v1 by #3", "wiki/b had no snapshot "},
	} {
		r, last := run(t, row.lines)
		told := conflict.Story(r.Timeline.World(), last)
		steps := ""
		for _, s := range told.Steps {
			steps += s.Text + " "
		}
		if last.Kind != engine.IsGone || !strings.Contains(told.First, row.first) ||
			!strings.Contains(steps, row.sent) || !strings.Contains(steps, row.said) {
			t.Errorf("%s%s: %s %s", row.lines, last, told.First, steps)
		}
	}
	const removed = "202 Accepted, removed Ana's snapshot of v1 unread"
	for _, row := range []struct{ delete, asked string }{
		{"snapshot=$s.snapshot", "DELETE wiki/b, its snapshot of v1 by #3"},
		{"snapshots=include", "DELETE wiki/b, with its snapshots"},
		{"snapshots=only", "DELETE wiki/b, its snapshots alone"},
	} {
		r, _ := run(t, head+"ben: delete-blob wiki/b "+row.delete+"\n")
		log := ""
		for _, o := range r.Outcomes {
			for _, e := range o.Events {
				log += conflict.Tell(r.Timeline.World(), e).What + "\n"
			}
		}
		if !strings.Contains(log, row.asked+"\n") || !strings.Contains(log, removed+"\n") {
			t.Errorf("%s: %s", row.delete, log)
		}
	}
}

// So is one of a share (engine/share/rules.md, "State"): who deletes it, alone or with the share, takes away what
// another took, unless it has read it.
func TestASnapshotOfAShareIsSomebodys(t *testing.T) {
	const head = "seed: create-share sh\nseed: create-file sh/f 2\nann: snapshot-share sh as s\ntell ben $s.snapshot\n"
	for _, row := range []struct {
		lines string
		told  bool
	}{
		{head + "ben: delete-share sh snapshot=$s.snapshot\n", true},
		{head + "ben: delete-share sh snapshots=include\n", true},
		{head + "ben: list-shares include=snapshots\nben: delete-share sh snapshots=include\n", true},
		{head + "ben: get-file sh/f snapshot=$s.snapshot\nben: delete-share sh snapshot=$s.snapshot\n", false},
		{head + "ben: list-directories-and-files sh snapshot=$s.snapshot\n" +
			"ben: delete-share sh snapshots=include\n", false},
		{head + "ben: get-share-properties sh snapshot=$s.snapshot\nben: delete-share sh snapshots=include\n", false},
		{head + "ann: delete-share sh snapshots=include\n", false},
	} {
		r, _ := run(t, row.lines)
		log := ""
		for _, o := range r.Outcomes {
			for _, e := range o.Events {
				log += conflict.Tell(r.Timeline.World(), e).What + "\n"
			}
		}
		if strings.Contains(log, "202 Accepted, removed Ana's snapshot unread\n") != row.told {
			t.Errorf("%s: %s", row.lines, log)
		}
	}
}

// A line over several keys is told by those that it wrote, an expiry that is taken away as that, an operation inside of
// a group by itself, and a reply as that copy of the request got it.
func TestWhatALineDidIsToldByWhatItLeft(t *testing.T) {
	const stock = "seed: create-table stock\nseed: insert-entity stock/p/a .n=1\n"
	for _, row := range []struct{ lines, says string }{
		{"ann: MSET a 1 b 2\nben: MSETNX b 3 c 4\n", "Ana set a and b"},
		{"seed: SET a 1\nann: COPY a b\nben: COPY a b\n", "Ana copied a to b"},
		{"seed: SET a 1\nseed: SET c 1\nann: RENAME a b\nben: RENAMENX c b\n", "Ana renamed a to b"},
		{"seed: SET a 1\nann: DUMP a as d\nann: COPY a b\nann: RESTORE b 0 $d.payload\n", "Ana copied a to b"},

		{"seed: EXSET k v EX 50\nben: EXGET k as b\nann: EXPIRE k 600\nben: EXSET k w VER $b.version\n",
			"Ana's expiry was removed by Ben."},
		{"seed: EXSET k v EX 50\nben: EXGET k as b\nann: EXPIRE k 600\nben: EXSET k w EX 9 VER $b.version\n",
			"Ana's expiry was overwritten by Ben."},

		{"seed: EXSET k v\nann: MULTI\nann: SET a 1\nann: EXSET k x VER 9\nann: EXEC\n",
			"Command 2 of 2 was refused: EXSET k x VER 9."},
		{stock + "ann: entity-group-transaction stock p operations=[merge-entity a .n=2; insert-entity a .n=3; " +
			"insert-entity c .n=4]\n", "Operation 2 of 3 was refused: insert-entity a."},

		{"ann: send SETEX s 0 never as s\ndouble s\ndeliver s\ndeliver s'\n",
			"ERR invalid expire time in 'setex' command"},
		{"seed: EXSET h 1\nann: send EXSET h 2 VER 1 as one\ndeliver one\nlose one\nann: send EXSET h 2 VER 2 " +
			"again=one as two\ndouble two\ndeliver two\ndeliver two'\n", "the first copy of Ana's own #3."},

		{"ann: send SELECT 3 as s\nlose s\n", "What applies to its connection is in doubt."},
	} {
		r, last := run(t, row.lines)
		told := conflict.Story(r.Timeline.World(), last)
		says := func(s conflict.Step) bool { return strings.Contains(s.Text, row.says) }
		if !strings.Contains(told.First, row.says) && !slices.ContainsFunc(told.Steps, says) {
			t.Errorf("%s%s: %s %v", row.lines, last, told.First, told.Steps)
		}
	}
}

// The first sentence about one of several rows names which (rules.md, "Several objects in one request").
func TestWhatAGroupReplacedNamesItsRow(t *testing.T) {
	r, last := run(t, "seed: create-table carts\nseed: insert-entity carts/p/a .n=1\nann: get-entity carts/p/a as a\n"+
		"ben: get-entity carts/p/a\nann: merge-entity carts/p/a .n=2 if-match=$a.etag\n"+
		"ben: entity-group-transaction carts p [update-entity a .n=3 if-match=*]\n")
	told := conflict.Story(r.Timeline.World(), last)
	if !strings.HasPrefix(told.First, "In carts/p/a Ana's change to") {
		t.Error(told.First)
	}
}

// rules.md, "Several objects in one request": each entry is judged as a request of its own. What one of them compared
// and what its writer had read of it says nothing of another.
func TestEachEntryIsJudgedByItself(t *testing.T) {
	const lake = "seed: create-bucket lake\nseed: put-object lake/a 1\nseed: put-object lake/b 2\n" +
		"ann: get-object lake/b as gb\n"
	const jobs = "seed: create-table jobs\nseed: insert-entity jobs/p/a .n=1\nseed: insert-entity jobs/p/b .n=1\n" +
		"ann: get-entity jobs/p/b as gb\n"
	const both = "ann: delete-objects lake [a; b if-match=$gb.etag]\n"
	const group = "ann: entity-group-transaction jobs p [insert-or-replace-entity a .n=2; " +
		"update-entity b .n=3 if-match=$gb.etag]\n"
	const watching = "seed: SET a 1\nseed: SET b 2\nann: GET a\nann: WATCH b\nann: GET b\nann: MULTI\n"
	for name, row := range map[string][2]string{
		"a key read before, and without a tag": {lake + "ann: get-object lake/a\nben: put-object lake/a 11\n" + both,
			"lost-update object lake/a"},
		"a key never read, and without a tag": {lake + "ben: put-object lake/a 11\n" + both, " "},
		"a key with a tag that came back": {lake + "ann: get-object lake/a as ga\nben: put-object lake/a 11\n" +
			"ben: put-object lake/a 1\nann: delete-objects lake [a if-match=$ga.etag; b]\n",
			"same-number object lake/a"},
		"a row read before, and without a tag": {jobs + "ann: get-entity jobs/p/a\nben: merge-entity jobs/p/a .n=7\n" +
			group, "lost-update entity jobs/p/a"},
		"a row never read, and without a tag": {jobs + "ben: merge-entity jobs/p/a .n=7\n" + group, " "},
		"a key that was not watched": {watching + "ann: SET a 5\nann: SET b 6\nben: SET a 9\nann: EXEC\n",
			"lost-update key a"},
	} {
		_, last := run(t, row[0])
		if got := string(last.Kind) + " " + last.Object.String(); got != row[1] {
			t.Errorf("%s: %q, want %q", name, got, row[1])
		}
	}
}

// A key is refused inside an answer of 200, and its writer has heard that once the answer has come
// (engine/bucket/rules.md, "DeleteObjects").
func TestARefusedKeyIsToldInsideItsAnswer(t *testing.T) {
	const lines = "seed: create-bucket lake\nseed: put-object lake/b 1\nann: get-object lake/b as r\n" +
		"ben: put-object lake/b 2\n"
	for sent, want := range map[string]string{
		"ann: delete-objects lake [b if-match=$r.etag]\n":                              "Ana heard 200 OK",
		"ann: send delete-objects lake [b if-match=$r.etag] as d\ndeliver d\nlose d\n": "Ana has not heard it: 200 OK",
	} {
		r, _ := run(t, lines+sent)
		var found []conflict.Finding
		for _, o := range r.Outcomes {
			found = append(found, slices.Concat(o.Marks...)...)
		}
		for _, f := range found {
			if f.Kind != engine.StaleWrite {
				continue
			}
			told := conflict.Story(r.Timeline.World(), f)
			last := told.Steps[len(told.Steps)-1].Text
			if !strings.HasPrefix(told.Heard, want) ||
				!strings.HasPrefix(last, "The service said 200 OK, with 412 PreconditionFailed inside.") {
				t.Errorf("%s%s\n%s", sent, told.Heard, last)
			}
		}
	}
}

// What one of several requests was refused for is told with what that one was made from, in whatever order its sender
// had read the others.
func TestAGroupIsToldByTheRefusedOne(t *testing.T) {
	const rows = "seed: create-table tab\nseed: insert-entity tab/p/a .n=1\nseed: insert-entity tab/p/b .n=1\n"
	const reads = "ann: get-entity tab/p/a as ga\nann: get-entity tab/p/b as gb\n"
	const keys = "seed: EXSET a 1\nseed: EXSET b 1\n"
	for _, c := range []struct{ lines, first string }{
		{rows + reads + "ben: update-entity tab/p/a .n=2 if-match=*\n" +
			"ann: entity-group-transaction tab p [update-entity b .n=5 if-match=$gb.etag; " +
			"update-entity a .n=4 if-match=$ga.etag]\n",
			"Ana read v1 of tab/p/a with #4. Ben saved v2 of tab/p/a with #6. Ana's"},
		{rows + reads + "ben: delete-entity tab/p/a if-match=*\n" +
			"ann: entity-group-transaction tab p [update-entity b .n=5 if-match=$gb.etag; update-entity a .n=4 " +
			"if-match=*]\n", "Ben deleted tab/p/a with #6. Ana's"},
		{keys + "ann: EXGET a as ga\nann: EXGET b as gb\nben: EXSET a 2\nann: MULTI\n" +
			"ann: EXSET b 5 VER $gb.version\nann: EXSET a 5 VER $ga.version\nann: EXEC\n",
			"Ana read v1 of a with #3. Ben set a to 2 with #5. A command"},
	} {
		r, last := run(t, c.lines)
		told := conflict.Story(r.Timeline.World(), last)
		if !strings.HasPrefix(told.First, c.first) {
			t.Errorf("%s%s: %s\nwant %q", c.lines, last, told.First, c.first)
		}
		for _, s := range told.Steps {
			if strings.Contains(s.Text, "of tab/p/b") {
				t.Errorf("%s%s: %v tells of another row", c.lines, last, told.Steps)
			}
		}
	}
}

// What a handle may do was said when it was opened; no later request sends it.
func TestAHandleHasTheAccessThatItWasOpenedWith(t *testing.T) {
	r, last := run(t, "seed: create-share sha\n"+
		"ann: smb-create sha/d directory=true disposition=CREATE access=R share=RWD as h\n"+
		"ann: smb-set-disposition $h.handle delete=true\n")
	steps := conflict.Story(r.Timeline.World(), last).Steps
	if said := steps[len(steps)-1].Text; !strings.HasSuffix(said, "The handle has access R.") {
		t.Error(said)
	}
}

// What is moved away and back in one request stands there as it did: nothing was replaced, and the work in it is that
// of who wrote it (rules.md, "By part"). WATCH finds it touched all the same, as Redis does.
func TestThereAndBackChangesNothing(t *testing.T) {
	exec := func(who string, lines ...string) string {
		return who + ": MULTI\n" + who + ": " + strings.Join(lines, "\n"+who+": ") + "\n" + who + ": EXEC\n"
	}
	const lost = "seed: SET a 1\nann: GET a\nben: SET a 2\n"
	const script = "redis.call('RENAME', KEYS[1], KEYS[2]) return redis.call('RENAME', KEYS[2], KEYS[1])"
	const rests = "seed: SET a 1\nben: GET a\nann: SET a 2\n"
	for _, c := range []struct{ lines, mark, first string }{
		{lost + exec("ann", "RENAME a b", "RENAME b a"), "", ""},
		{lost + exec("ann", "RENAME a b", "RENAME b c", "RENAME c a"), "", ""},
		{lost + exec("ann", "MOVE a 1", "SELECT 1", "MOVE a 0", "SELECT 0"), "", ""},
		{lost + "ann: EVAL \"" + script + "\" 2 a b\n", "", ""},
		{lost + exec("ann", "RENAME a b"), "~ lost-update ben", "Ben's value 2 of a was moved to b by Ana."},
		{lost + exec("ann", "RENAME a b", "APPEND b x", "RENAME b a"), "~ lost-update ben", ""},
		{lost + exec("ann", "RENAME a b", "EXPIRE b 9", "RENAME b a"), "", ""},
		// What was over the other name is gone for all that.
		{"seed: SET a 1\nseed: SET b 1\nann: MGET a b\nben: SET b 2\n" + exec("ann", "RENAME a b", "RENAME b a"),
			"~ lost-update ben", "Ben's value 2 of b was deleted by Ana."},
		// The work is whose it was, and nobody made or deleted anything.
		{rests + exec("ben", "RENAME a b", "RENAME b a") + "ben: SET a 5\n", "~ lost-update ann",
			"Ana's value 2 was overwritten by Ben."},
		{"seed: SET a 1\nben: GET a\n" + exec("ann", "RENAME a b", "RENAME b a") + "ben: SET a 5\n", "", ""},
		{"seed: SET a 1\nben: GET b\n" + exec("ann", "RENAME a b", "RENAME b c", "RENAME c a") + "ben: SET b 5\n", "",
			""},
		{"seed: SET a 1\n" + exec("ann", "RENAME a b", "RENAME b a") + "ben: SET b 5 XX\n", "! - ben", ""},
		{"seed: SET a 1\nben: WATCH a\n" + exec("ann", "RENAME a b", "RENAME b a") + exec("ben", "SET a 5"),
			"! stale-write ben", "Ana touched a and left it as it was in a transaction with #6. Ben's"},
	} {
		r, last := run(t, c.lines)
		mark := ""
		if last.Severity != 0 {
			mark = last.String()
		}
		if mark != c.mark {
			t.Errorf("%s%q, want %q", c.lines, mark, c.mark)
		} else if mark == "" {
			continue
		} else if told := conflict.Story(r.Timeline.World(), last); !strings.HasPrefix(told.First, c.first) {
			t.Errorf("%s%q, want %q", c.lines, told.First, c.first)
		}
	}
}
