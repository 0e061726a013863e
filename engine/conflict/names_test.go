package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// A rename names two things. What its writer had read or written of the one is no base of the other, so that a blind
// rename over an unguarded key is what last writer wins allows, whoever made the key that moves (rules.md, "Cases that
// had to be settled", "Several objects in one request"; "Words", "Replaces unknown work").
func TestARenameIsJudgedByEachOfItsNames(t *testing.T) {
	for _, c := range []struct {
		lines string
		lost  bool
	}{
		{"ben: SET live v1\nann: SET tmp new\nann: RENAME tmp live\n", false},
		{"seed: SET tmp new\nben: SET live v1\nann: RENAME tmp live\n", false},
		{"ann: SET live v0\nben: SET live v1\nann: SET tmp new\nann: RENAME tmp live\n", true},
		{"seed: EXSET live v0\nben: EXSET live v1 VER 1\nann: SET tmp new\nann: RENAME tmp live\n", true},
	} {
		if _, last := run(t, c.lines); (last.Kind == engine.LostUpdate) != c.lost {
			t.Errorf("%s: %s", c.lines, last)
		}
	}
}

// What a rename left under a name is nobody's work, alone or as a line of a transaction; what a transaction deleted is
// (rules.md, "Cases that had to be settled", "A name that a rename left").
func TestANameThatATransactionLeftIsNobodysWork(t *testing.T) {
	const lines = "seed: SET a 1\nben: GET a\nann: MULTI\nann: "
	for line, lost := range map[string]bool{"RENAME a b": false, "MOVE a 1": false, "DEL a": true,
		"SET a 2\nann: RENAME a b": true} {
		if _, last := run(t, lines+line+"\nann: EXEC\nben: SET a 3\n"); (last.Kind == engine.LostUpdate) != lost {
			t.Errorf("%s: %s", line, last)
		}
	}
}

// A rename that a handle stops is told by what a rename is: nobody asked for a delete (share/rules.md, "FileREST
// operations", Rename File and Rename Directory).
func TestARefusedRenameIsToldAsARename(t *testing.T) {
	const head = "seed: create-share s\nseed: create-directory s/d\nseed: create-file s/d/f size=1\n" +
		"seed: create-file s/g size=1\nann: smb-create s/d/f access=R share=RWD as h\n"
	for line, says := range map[string]string{
		"ben: rename-file s/d/x source=s/d/f": "An SMB client has the file open, so it can neither be renamed nor be " +
			"replaced by a rename.",
		"ben: rename-file s/d/f source=s/g replace=true": "An SMB client has the file open, so it can neither be " +
			"renamed nor be replaced by a rename.",
		"ben: rename-directory s/e source=s/d": "An SMB client has the directory or something in it open, so it " +
			"cannot be renamed.",
		"ben: delete-file s/d/f": "An SMB client has the file open, so it cannot be deleted.",
	} {
		r, last := run(t, head+line+"\n")
		if told := conflict.Story(r.Timeline.World(), last); told.Law != says {
			t.Errorf("%s: %q, want %q", line, told.Law, says)
		}
	}
}

// What a transaction or a script did to the key that a story is about is told with it: a rename as a move from where to
// where (tair/rules.md, "Values", RENAME).
func TestATransactionIsToldByWhatItDidToTheKey(t *testing.T) {
	const seed, exec = "seed: SET a one\nseed: SET b two\nann: WATCH b\nann: GET b\nann: GET a\n",
		"ann: MULTI\nann: SET b mine\nann: EXEC\n"
	for _, c := range []struct{ did, last, says string }{
		{"ben: MULTI\nben: RENAME a b\nben: EXEC\n", exec, "Ben moved a to b in a transaction with #"},
		{"ben: MULTI\nben: RENAME a b\nben: EXEC\n", "ann: SET a x XX\n", "Ben moved a to b in a transaction with #"},
		{"ben: MULTI\nben: RENAME a c\nben: SET c x\nben: EXEC\n", "ann: SET a x XX\n",
			"Ben deleted a in a transaction with #"},
		{"ben: MULTI\nben: SET a x\nben: RENAME a c\nben: EXEC\n", "ann: SET a x XX\n",
			"Ben deleted a in a transaction with #"},
		{"ben: MULTI\nben: RENAME a t\nben: RENAME b a\nben: RENAME t b\nben: EXEC\n", exec,
			"Ben moved b to a in a transaction with #"},
		{"ben: MULTI\nben: SET b 2\nben: EXEC\n", exec, "Ben changed b in a transaction with #"},
		{"ben: MULTI\nben: DEL a b\nben: EXEC\n", exec, "Ben deleted b in a transaction with #"},
		{"ben: EVAL \"return redis.call('RENAME', 'a', 'b')\" 2 a b\n", exec, "Ben moved a to b in a script with #"},
		{"ben: EVAL \"return redis.call('RENAME', 'a', 'c')\" 2 a c\n", "ann: SET a x XX\n",
			"Ben moved a to c in a script with #"},
		{"ben: EVAL \"return redis.call('INCR', 'n')\" 1 n\nben: EVAL \"return redis.call('APPEND', 'b', '!')\" 1 b\n",
			exec, "Ben changed b in a script with #"},
		{"ben: EVAL \"redis.call('RENAME', 'a', 'c') return redis.call('RENAME', 'c', 'd')\" 3 a c d\n",
			"ann: SET a x XX\n", "Ben moved a to d in a script with #"},
		{"ben: EVAL \"redis.call('RENAME', 'a', 'c') return redis.call('SET', 'c', 'x')\" 2 a c\n",
			"ann: SET a x XX\n", "Ben deleted a in a script with #"},
		{"ben: EVAL \"redis.call('RENAME', 'a', 't') redis.call('RENAME', 'b', 'a') " +
			"return redis.call('RENAME', 't', 'b')\" 3 a b t\n", exec, "Ben moved b to a in a script with #"},
	} {
		r, last := run(t, seed+c.did+c.last)
		if told := conflict.Story(r.Timeline.World(), last); !strings.Contains(told.First, c.says) {
			t.Errorf("%s%s: %q, want %q", c.did, c.last, told.First, c.says)
		}
	}
}

// A script is judged by its commands as a transaction is: RENAME looks at neither of its names, what it puts in the
// place of another's work is lost, and what it takes away is moved. A script that looked first made it from what is
// there (tair/rules.md, "Scripts").
func TestARenameInAScriptIsJudgedAsInATransaction(t *testing.T) {
	const head = "seed: SET a one\nseed: SET b two\nann: GET a\nann: GET b\n"
	script := func(text string) string { return "ann: EVAL \"" + text + "\" 2 a b\n" }
	exec := func(line string) string { return "ann: MULTI\nann: " + line + "\nann: EXEC\n" }
	for _, c := range []struct{ lines, lost string }{
		{"ben: SET b ben\n" + exec("RENAME a b"), "Ben's value ben of b was overwritten by Ana."},
		{"ben: SET b ben\n" + script("return redis.call('RENAME', KEYS[1], KEYS[2])"),
			"Ben's value ben of b was overwritten by Ana."},
		{"ben: SET a ben\n" + exec("RENAME a b"), "Ben's value ben of a was moved to b by Ana."},
		{"ben: SET a ben\n" + script("return redis.call('RENAME', KEYS[1], KEYS[2])"),
			"Ben's value ben of a was moved to b by Ana."},
		{"ben: SET b ben\n" + script("return redis.call('COPY', KEYS[1], KEYS[2], 'REPLACE')"),
			"Ben's value ben of b was overwritten by Ana."},
		{"ben: SET b ben\n" + script("redis.call('GET', KEYS[2]) return redis.call('RENAME', KEYS[1], KEYS[2])"), ""},
		{"ben: SET b ben\n" + script("return redis.call('RENAMENX', KEYS[1], KEYS[2])"), ""},
		{"ben: EVAL \"return redis.call('RENAME', KEYS[1], 'c')\" 1 a\nann: SET a mine\n", ""}, // a name that was left
	} {
		r, last := run(t, head+c.lines)
		if (last.Kind == engine.LostUpdate) != (c.lost != "") {
			t.Errorf("%s: %s, want %q", c.lines, last, c.lost)
		} else if c.lost == "" {
			continue
		} else if told := conflict.Story(r.Timeline.World(), last); !strings.HasPrefix(told.First, c.lost) {
			t.Errorf("%s: %q, want %q", c.lines, told.First, c.lost)
		}
	}
}

// A target that is taken is the documents' word on RENAMENX as well as on MOVE and COPY: each page is named.
func TestATakenTargetNamesThePageOfItsCommand(t *testing.T) {
	for _, line := range []string{"RENAMENX a b", "COPY a b", "MOVE b 1"} {
		r, last := run(t, "seed: SET a 1\nseed: SET b 2\nben: SELECT 1\nben: SET b 3\nben: SELECT 0\nben: SET b 4\n"+
			"ann: "+line+"\n")
		told, verb := conflict.Story(r.Timeline.World(), last), strings.Fields(line)[0]
		if last.Kind != engine.AlreadyThere || !strings.Contains(told.Rule.Section, verb) {
			t.Errorf("%s: %s, %q", line, last, told.Rule.Section)
		}
	}
}

// A story names what it hangs on: the snapshot that a copy takes, and one's own piece in whose place another's came.
func TestAStoryNamesWhatStoodThereBefore(t *testing.T) {
	const (
		start  = "writer cy \"Cy\"\nseed: create-container wiki\nseed: put-blob wiki/f one\n"
		mine   = "ann: put-block wiki/f A block=A001\n"
		theirs = "ben: put-block wiki/f B block=A001\n"
		list   = "ann: put-block-list wiki/f [latest A001]\n"
		upload = "writer cy \"Cy\"\nseed: create-bucket lake\nann: create-multipart-upload lake/k as u\n" +
			"tell ben $u.upload\ntell cy $u.upload\n"
	)
	for _, row := range []struct{ lines, says, never string }{
		{start + "ben: snapshot-blob wiki/f as s\nann: get-blob wiki/f as a\n" +
			"ann: put-blob wiki/f two if-match=$a.etag\n" +
			"ben: copy-blob wiki/f source=wiki/f source-snapshot=$s.snapshot\n",
			"COPY wiki/f  from wiki/f, its snapshot of v1 by #3.", ""},
		{start + "ann: get-blob wiki/f as a\nann: put-block wiki/f A block=A001\n" +
			"ben: put-block wiki/f B block=A001\nann: put-block-list wiki/f [latest A001] if-match=$a.etag\n",
			"Ben staged a block of wiki/f with #5: block A001, in the place of that of #4.", ""},
		{start + "ann: get-blob wiki/f as a\nann: put-block wiki/f A block=A001\nann: put-blob wiki/f two\n" +
			"ben: put-block wiki/f B block=A001\nann: put-block-list wiki/f [latest A001]\n",
			"block A001.", "in the place of"},
		{start + mine + "cy: put-block wiki/f C block=A001\n" + theirs + list,
			"Ana staged a block of wiki/f with #3: block A001.\nBen staged a block of wiki/f with #5: block A001, " +
				"in the place of that of Cy's #4.", ""},
		{start + mine + "ben: delete-container wiki\nclock +60s\nben: create-container wiki\n" + theirs + list,
			"block A001.", "in the place of"},
		{start + mine + "clock +200h\n" + theirs + list, "block A001.", "in the place of"}, // a week after
		{upload + "ann: upload-part lake/k A upload=$u.upload part=1\n" +
			"cy: upload-part lake/k C upload=$u.upload part=1\n" +
			"ben: upload-part lake/k B upload=$u.upload part=1 as b\ntell ann $b.etag\n" +
			"ann: complete-multipart-upload lake/k [1=$b.etag] upload=$u.upload from=none\n",
			"Ben sent part 1 of an upload with #5, in the place of that of Cy's #4.", ""},
		{upload + "ann: send upload-part lake/k A upload=$u.upload part=1 as p\ndouble p\ndeliver p\n" +
			"cy: upload-part lake/k C upload=$u.upload part=1\ndeliver p'\n" +
			"ben: upload-part lake/k B upload=$u.upload part=1 as b\ntell ann $b.etag\n" +
			"ann: complete-multipart-upload lake/k [1=$b.etag] upload=$u.upload from=none\n",
			"Ben sent part 1 of an upload with #5, in the place of that of #3.", ""},
	} {
		r, last := run(t, row.lines)
		said := ""
		for _, s := range conflict.Story(r.Timeline.World(), last).Steps {
			said += s.Text + "\n"
		}
		if !strings.Contains(said, row.says) || row.never != "" && strings.Contains(said, row.never) {
			t.Errorf("%s\n%s", row.lines, said)
		}
	}
}

// rules.md, "Silent": the last writer wins, and that has no mark. Of work on several things it is said of each what it
// was of.
func TestWorkOnSeveralThingsIsNamedWithWhatItWasOf(t *testing.T) {
	r, _ := run(t, "ben: create-container con\nben: put-blob con/b one\nann: delete-container con\n")
	tl, said := r.Timeline, ""
	for n := 1; n <= tl.Last(); n++ {
		for _, e := range tl.Events(n) {
			if e.Kind == engine.Decided {
				said = conflict.Tell(tl.World(), e).What
			}
		}
	}
	if !strings.Contains(said, " of con and ") || !strings.Contains(said, " of con/b unread") {
		t.Error(said)
	}
}
