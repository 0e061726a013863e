package conflict_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// What was asked for and what was there stand beside each other only where both are values of one thing; what the clock
// ended by the service's own limit is nobody's doing; what ended at once says why.
func TestACardComparesValuesOfOneThing(t *testing.T) {
	const file = "seed: create-share s\nseed: create-file s/f size=10\n"
	const upload = "seed: create-bucket box\nann: create-multipart-upload box/k as u\nann: upload-part box/k one " +
		"upload=$u.upload part=1 as p\nann: upload-part box/k two upload=$u.upload part=2 as q\n" +
		"ann: complete-multipart-upload box/k "
	for _, row := range []struct{ lines, want, never string }{
		{"seed: create-container wiki\nseed: put-blob wiki/x v1\nann: get-blob wiki/x as a\nben: put-blob wiki/x v2\n" +
			"ann: put-blob wiki/x v3 if-match=$a.etag\n", "the ETag was ..", ""},
		{file + "ann: smb-create s/f access=R share=R\nben: smb-create s/f access=W share=RWD\n",
			"Access and sharing: W/RWD was asked for; R/R was open.", "wanted"},
		{file + "ann: smb-create s/f access=RW share=RWD as h\nann: smb-lock $h.handle length=5\n" +
			"ben: put-range s/f x range=0-0\n", "Bytes 0-4 were locked.", "wanted"},
		{file + "ann: smb-create s/f access=RW share=RWD as h\n" +
			"ann: smb-lock $h.handle offset=9223372036854775807 length=2\n",
			"The offset is 9223372036854775807, the length 2.", "The length is"},
		{"seed: create-container wiki\nseed: put-blob wiki/x v1\nann: delete-blob wiki/x\nben: delete-blob wiki/x\n",
			"",
			"found nothing"},
		{"seed: EXSET k v\nann: SET k w\nben: EXGET k\n", "The key held string; the command needs exstrtype.",
			"wanted"},
		{"ann: EXSET k\n", "", "arguments is"},
		{"seed: EXSET k v\nset tair.rules=product\nann: EXCAS k w 1 EX 9\n", "Under tair.rules=product not all", ""},
		{"seed: EXSET k v\nann: EXCAS k w 1 EX\n", "", "Under tair.rules"},
		{upload + "[1=$p.etag 2=$q.etag] upload=$u.upload\n",
			"All parts but the last need at least 5242880 bytes; one has 3.", "The list names"},
		{upload + "[2=$q.etag 1=$p.etag] upload=$u.upload\n",
			"Part 1 stood behind one of the same number or a higher one.", "The list names"},
		// what was found may be over by the time it is read: it is told as it stood then
		{"seed: create-bucket lake object-lock=true\nann: put-object lake/k one as k\n" +
			"ben: put-object-legal-hold lake/k legal-hold=ON\n" +
			"ann: delete-object lake/k version-id=$k.version-id\n", "The version was under a legal hold.", " is under"},
		{"seed: create-share s\nseed: create-file s/f size=4\nseed: set-share-acl s policy.editor=rw\n" +
			"ben: set-share-acl s policy.b=r\nann: put-range s/f x range=0-0 under=editor\n",
			"There was no access policy editor any more.", "There is"},
		{"seed: create-container site\nseed: put-blob site/logo x\nann: get-blob site/logo under=anonymous\n",
			"The container was private.", "Public access"},
		{"seed: create-container site public=blob\nann: list-blobs site under=anonymous\n",
			"Public access was blob: blobs could be read, but the container could not be listed.", ""},
		{"seed: create-container site\nseed: set-container-acl site policy.guest=r " +
			"policy-expiry.guest=2026-01-05T09:00:20Z\n" +
			"seed: put-blob site/logo x\nclock +60s\nann: get-blob site/logo under=guest\n",
			"Access policy guest had ended at 00:20.0.", "wanted"},
		{"seed: create-container site\nseed: set-container-acl site policy.guest=r " +
			"policy-expiry.guest=2026-01-01T00:00:00Z\nseed: put-blob site/logo x\nclock +60s\n" +
			"ann: get-blob site/logo under=guest\n",
			"Access policy guest had ended at Thu, 01 Jan 2026 00:00:00 GMT.", ""},
		{"ann: EXSET k v\nann: EXSET k w EXAT 1\nben: EXPIRE k 10\n",
			"with an expiry in the past: it was gone at once", ""},
		{file + "ann: smb-create s/f access=RW share=RW oplock=RWH as h\nann: smb-write $h.handle AA\n" +
			"set ann.responsive=off\nben: get-file s/f as g\nclock +40s\nanswer g\n",
			"Ana opened s/f at 00:00.0 with a cache (RWH), which Ana's client did not write back in time.",
			"wrote"},
		{"seed: create-container wiki\nann: put-block wiki/x text block=AAAA\nclock +200h\nann: put-block-list " +
			"wiki/x [AAAA]\n",
			"a week after the newest was staged, at 168:00:00", "set by"},
		{"seed: create-container wiki\nseed: put-blob wiki/x v1\nann: get-blob wiki/x as a\nann: delete-blob wiki/x " +
			"if-none-match=$a.etag\n", "If-None-Match asked for another than ..", "wanted"},
		{"seed: create-bucket lake\nseed: put-object lake/a one\nann: copy-object lake/b source=lake/a " +
			"source-if-none-match=*\n", "If-None-Match * asked that nothing be there, and ..", "another"},
		{"clock +5s\nseed: create-container wiki\nseed: put-blob wiki/x v1\nann: get-blob wiki/x as a\nclock +5s\n" +
			"ann: set-blob-metadata wiki/x meta.a=1 if-modified-since=$a.last-modified\n",
			"If-Modified-Since named the date of the last change, and asked for a later one.", "wanted"},
		{"seed: create-queue jobs\nann: put-message jobs m messagettl=30 visibilitytimeout=40\n",
			"The message would live for 30 s and be hidden for 40 s.", "wanted"},
		{"seed: create-container wiki\nann: put-blob wiki/x v1 if-match=[abc def]\n", "If-Match [abc def]", ""},
	} {
		r, last := run(t, row.lines)
		told := conflict.Story(r.Timeline.World(), last)
		all := told.First + " " + told.Law
		for _, s := range told.Steps {
			all += " " + s.Text
		}
		if last.Severity != engine.SeverityRefused || !strings.Contains(all, row.want) ||
			row.never != "" && strings.Contains(all, row.never) {
			t.Errorf("%s%s: %s", row.lines, last, all)
		}
	}
}

// An expiry is a part of its own: the log says whose value it ended, where another had set it.
func TestTheLogSaysWhoseExpiryEndedWhoseValue(t *testing.T) {
	const said = "k expired with Ana's value of 00:00.0, by the expiry that Ben set at 00:00.0"
	if got := lastEnd(t, "ann: SET k one\nben: EXPIRE k 100\nann: SET k two KEEPTTL\nclock +101s\n"); got != said {
		t.Errorf("the log says %q", got)
	}
}

// blob/rules.md, "Races", R39: a policy counts as it was set when it has settled.
func TestTheLogSaysFromWhenAPolicyCounts(t *testing.T) {
	const want = "wiki goes by access policy P.q as it was set"
	if got := lastEnd(t, "seed: create-container wiki\nann: set-container-acl wiki policy.P.q=r\nclock +31s\n"); got !=
		want {
		t.Errorf("the log says %q", got)
	}
}

// lastEnd is what the log says of the newest thing that the clock ended.
func lastEnd(t *testing.T, lines string) (said string) {
	t.Helper()
	r, _ := run(t, lines)
	tl := r.Timeline
	for n := 1; n <= tl.Last(); n++ {
		for _, e := range tl.Events(n) {
			if e.Kind == engine.Ended {
				said = conflict.Tell(tl.World(), e).What
			}
		}
	}
	return said
}

// queue/rules.md, "Message": a held message disappears from under its holder. Nobody asks for that, so that it has no
// mark: the log says who held it, and whose newer text went with it.
func TestTheLogSaysWhoHeldAMessageThatExpired(t *testing.T) {
	const put = "seed: create-queue jobs\nann: put-message jobs pack messagettl=20\n"
	const get = put + "ben: get-messages jobs visibilitytimeout=60 as b1\n"
	const update = "ben: update-message $b1.0 half popreceipt=$b1.0.receipt visibilitytimeout="
	for lines, want := range map[string]string{
		put: `jobs "pack" expired`,
		put + "ben: get-messages jobs visibilitytimeout=5\n":          `jobs "pack" expired`,
		put + "ben: get-messages jobs visibilitytimeout=5\nclock +6s": `jobs "pack" expired`,
		get:                 `jobs "pack" expired, which Ben held until 01:00.0`,
		get + update + "15": `jobs "pack" expired with Ben's text of 00:00.0`,
		get + update + "20": `jobs "pack" expired with Ben's text of 00:00.0`,
		"seed: create-queue jobs\nann: put-message jobs pack messagettl=20\nann: get-messages jobs " +
			"visibilitytimeout=60\n": `jobs "pack" expired, which Ana held until 01:00.0`,
	} {
		if got := lastEnd(t, lines+"\nclock +30s\n"); got != want {
			t.Errorf("%s\nthe log says %q, want %q", lines, got, want)
		}
	}
}

// A story has what was sent, though its names are another answer's by now.
func TestAStoryHasWhatWasSent(t *testing.T) {
	for lines, want := range map[string]string{
		"seed: create-container con\nseed: put-blob con/n 7\nann: get-blob con/n as r\nben: put-blob con/n 8\n" +
			"ann: put-blob con/n 8 if-match=$r.etag\nann: get-blob con/n as r\n": "If-Match ..8FB4.",
		"seed: EXSET n 7\nann: EXGET n as r\nben: EXSET n 8\nann: EXSET n 9 VER $r.version\n" +
			"ann: EXGET n as r\n": "EXSET n 9 VER 1.",
	} {
		r, last := run(t, lines)
		steps := conflict.Story(r.Timeline.World(), last).Steps
		if !slices.ContainsFunc(steps, func(s conflict.Step) bool { return strings.HasSuffix(s.Text, want) }) {
			t.Errorf("%q: %v", want, steps)
		}
	}
}

// A refusal that is nobody's trouble names its code, and says in words what would fit: the limits are those of the
// services' pages.
func TestAWrongRequestIsToldWhatWouldFit(t *testing.T) {
	for _, row := range []struct{ line, code, fits string }{
		{"create-container Wiki!", "InvalidResourceName", "lower-case letters, digits and single dashes"},
		{"create-container w", "OutOfRangeInput", "3 to 63 characters"},
		{"create-queue Jobs", "InvalidResourceName", "lower-case letters, digits and single dashes"},
		{"create-table 1st", "InvalidResourceName", "begins with a letter"},
		{"create-bucket X", "InvalidBucketName", "3 to 63 lower-case letters, digits, dots and dashes"},
		{"create-directory s/a*b", "InvalidFileOrDirectoryPathName", `none of \ : | < > * ? "`},
		{"acquire-blob-lease wiki/a duration=10", "InvalidHeaderValue", "15 to 60 seconds, or -1 for ever"},
		{"get-messages jobs numofmessages=33", "OutOfRangeQueryParameterValue", "1 to 32 messages"},
		{"put-message jobs m messagettl=0", "InvalidQueryParameterValue", "1 second or more, or -1"},
		{"put-object lake/" + strings.Repeat("k", 1025) + " x", "KeyTooLongError", "1024 bytes"},
	} {
		r, last := run(t, "seed: create-container wiki\nseed: put-blob wiki/a v1\nseed: create-queue jobs\n"+
			"seed: create-share s\nseed: create-bucket lake\nann: "+row.line+"\n")
		told := conflict.Story(r.Timeline.World(), last)
		if last.Kind != "" || !strings.Contains(told.First, row.code) || !strings.Contains(told.Law, row.fits) ||
			told.Rule.Document == "" {
			t.Errorf("%s: %s; %s; %+v", row.line, told.First, told.Law, told.Rule)
		}
	}
}

// A line with wrong words is told how it is written: the forms are those of the service's page. One whose words are
// right and that is refused for what is there is not.
func TestALineWithWrongWordsIsToldItsForm(t *testing.T) {
	const time = "TIME is EX seconds, PX milliseconds, or EXAT or PXAT with Unix time."
	for _, row := range []struct{ line, fits string }{
		{"EXSET k v VER", "Syntax: EXSET key value [TIME] [NX or XX] [VER n or ABS n]"},
		{"EXSET k v FOO", time},
		{"EXSET k", "Syntax: EXSET key value"},
		{"EXCAS a v abc", "Syntax: EXCAS key value version [TIME] [KEEPTTL]. " + time},
		{"EXCAD a", "Syntax: EXCAD key version."},
		{"SET k v EX 0", "Syntax: SET key value [TIME]"},
		{"EXPIRE held soon", "Syntax: EXPIRE key seconds [NX or XX or GT or LT]."},
		{"SETRANGE held -1 x", "Syntax: SETRANGE key offset text."},
		{"INCRBY held many", "Syntax: INCRBY key n."},
		{"EXPIRE held 100 soon", "Syntax: EXPIRE key seconds [NX or XX or GT or LT]."},
		{"CONFIG FOO", "Syntax: CONFIG GET pattern."}, {"FLUSHALL now", "Syntax: FLUSHALL."},
		{"EXEC", ""}, {"INCR held", ""},
		{"EXGET held", ""}, {"EXSET k x VER 7", ""}, {"EXSET k x NX", ""},
	} {
		r, last := run(t, "seed: SET held v\nseed: EXSET k v\nann: "+row.line+"\n")
		law := conflict.Story(r.Timeline.World(), last).Law
		if row.fits == "" && strings.Contains(law, "Syntax") || !strings.Contains(law, row.fits) {
			t.Errorf("%s: %s", row.line, law)
		}
	}
}

// What a call takes and never compares would not have stopped anything: the law does not speak of its absence.
func TestAnIgnoredGuardIsNoLaw(t *testing.T) {
	const box = "seed: create-container wiki\nann: get-container-properties wiki as a\n" +
		"ben: set-container-metadata wiki meta.a=1\nann: set-container-metadata wiki meta.b=2"
	for _, row := range []struct{ lines, law string }{
		{box + "\n", "set-container-metadata compared nothing: the last writer wins."},
		{box + " if-match=$a.etag\n", "compares nothing here."},
	} {
		r, last := run(t, row.lines)
		if law := conflict.Story(r.Timeline.World(), last).Law; !strings.HasSuffix(law, row.law) {
			t.Errorf("%s%q", row.lines, law)
		}
	}
}

// x-ms-if-tags is compared, and holds again of tags that were set to what they had been (engine/blob/rules.md, "What
// each operation accepts"): it is not said of it, nor of the id of a lease, that nothing was compared.
func TestTagsAndALeaseThatWereComparedAreNotNothing(t *testing.T) {
	const (
		head = "seed: create-container wiki\nann: put-blob wiki/k x tag.s=new\n"
		set  = "ann: set-blob-tags wiki/k tag.s=work\nann: set-blob-tags wiki/k tag.s=new tag.done=half\n"
		held = "was compared and held: it asks what the tags are"
	)
	for _, row := range []struct{ lines, law string }{
		{"ben: get-blob-tags wiki/k\n" + set + "ben: set-blob-tags wiki/k tag.s=ben if-tags=\"s = 'new'\"\n",
			"If-Tags s = 'new' " + held},
		{"ben: get-blob wiki/k\n" + set + "ben: put-blob wiki/k ben if-tags=\"s <> 'old'\"\n",
			"If-Tags s <> 'old' " + held},
		{"ben: get-blob wiki/k\n" + set + "ben: put-blob wiki/k ben\n", "put-blob compared none of the tags"},
		{"ben: get-blob-tags wiki/k\nben: acquire-blob-lease wiki/k duration=-1 as l\ntell ann $l.lease\n" +
			"ann: set-blob-tags wiki/k tag.s=work lease=$l.lease\n" +
			"ben: set-blob-tags wiki/k tag.s=ben lease=$l.lease\n",
			"set-blob-tags compared nothing but the id of the lease"},
		{"ben: get-blob-tags wiki/k\n" + set + "ben: set-blob-tags wiki/k tag.s=ben\n",
			"set-blob-tags compared nothing: the last writer wins."},
	} {
		r, last := run(t, head+row.lines)
		if law := conflict.Story(r.Timeline.World(), last).Law; !strings.HasPrefix(law, row.law) {
			t.Errorf("%s%s: %q", row.lines, last, law)
		}
	}
}

// A signature that names no policy is not told that it lacks a right, and of one that is not good yet the date stands
// there once.
func TestASignatureIsToldWhatItsPolicyLacks(t *testing.T) {
	for _, row := range []struct{ under, says, never string }{
		{"nobody", "There was no access policy nobody.", "is needed"},
		{"early", "Access policy early was to begin at", "That lasts until"},
	} {
		r, last := run(t, "seed: create-table stock\nseed: set-table-acl stock policy.early=r "+
			"policy-start.early=2036-01-01\nann: query-entities stock under="+row.under+"\n")
		told := conflict.Story(r.Timeline.World(), last)
		said := told.Steps[len(told.Steps)-1].Text
		if !strings.Contains(said, row.says) || strings.Contains(said, row.never) {
			t.Errorf("%s: %s", row.under, said)
		}
	}
}

// A date stands for all that was written in its second (blob/rules.md, "Last-Modified"; race R23): the card says so
// where both works fell into one, and of no other date.
func TestWhyADateFittedIsTold(t *testing.T) {
	const head = "seed: create-container docs\nseed: put-blob docs/a one\nann: get-blob docs/a as g\n"
	const why = "and a date counts whole seconds: the one that Ana sent fits both. Ben's"
	const doc = "Specifying conditional headers for Blob service operations"
	page := func(s string) string { return strings.Repeat(s, 512) }
	for _, c := range []struct{ lines, first, law, document string }{
		{head + "clock +0.4s\nben: put-blob docs/a two\n" +
			"ann: put-blob docs/a mine if-unmodified-since=$g.last-modified\n",
			"v1 and Ben's v2 were written within one second, " + why, "dates are compared in whole seconds", doc},
		{"seed: create-container docs\nann: get-container-properties docs as g\nclock +0.9s\n" +
			"ben: set-container-metadata docs meta.a=1\n" +
			"ann: delete-container docs if-unmodified-since=$g.last-modified\n",
			"v1 and Ben's metadata were written within one second, " + why, "dates are compared in whole seconds",
			doc},
		{head + "clock +5s\nben: put-blob docs/a two\nann: get-blob-properties docs/a as h\n" +
			"ann: put-blob docs/a mine if-unmodified-since=$h.last-modified from=g\n",
			"Ana sent the newest date with an older text.", "still fitted, so the request was done", "Put Blob"},
		{head + "clock +5s\nann: put-blob docs/a two\nann: get-blob-properties docs/a as h\n" +
			"ben: put-blob docs/a three\nann: put-blob docs/a mine if-unmodified-since=$h.last-modified\n",
			"v2 and Ben's v3 were written within one second, " + why, "dates are compared in whole seconds", doc},
		{"seed: create-container docs\nseed: put-blob docs/a \"\" type=PageBlob size=512\n" +
			"ann: get-blob-properties docs/a as g\nben: get-blob-properties docs/a as h\nclock +0.4s\n" +
			"ben: put-page docs/a " + page("q") + " range=0-511 if-unmodified-since=$h.last-modified\n" +
			"ann: put-page docs/a " + page("p") + " range=0-511 if-unmodified-since=$g.last-modified\n",
			"v1 and Ben's page 0 were written within one second, " + why, "dates are compared in whole seconds", doc},
		{"seed: create-container docs\nseed: put-blob docs/a one\nclock +2s\nann: get-blob docs/a as g\nclock +2s\n" +
			"ben: put-blob docs/a two\nann: put-blob docs/a mine if-unmodified-since=00:59.0\n",
			"The date that Ana sent fits Ben's newer work too.", "still fitted, so the request was done", "Put Blob"},
	} {
		r, last := run(t, c.lines)
		told := conflict.Story(r.Timeline.World(), last)
		if !strings.HasPrefix(told.First, c.first) || !strings.Contains(told.Law, c.law) ||
			!strings.Contains(told.Rule.Document, c.document) {
			t.Errorf("%s%s\n%s\n%s", c.lines, told.First, told.Law, told.Rule.Document)
		}
	}
}

// The clock's line stands before what happens on its way, and so shows where it began.
func TestTheClockShowsWhereItBegan(t *testing.T) {
	from, to := engine.Instant(30200), engine.Instant(30600)
	e := engine.Event{Kind: engine.Passed, At: to, Text: from.String()}
	line := conflict.Line(engine.NewWorld(), e)
	if !strings.HasPrefix(line, from.String()) || !strings.HasSuffix(line, "moves on to "+to.String()) {
		t.Errorf("%s", line)
	}
}

// Update Message replaces a message's text where a body is sent (Azure REST, "Update Message"): who received it before
// has done the work of the older one. A message is called by the text of its put, which stays the same, and what was
// done by what stood there when it was done.
func TestWorkIsToldByTheTextThatItHad(t *testing.T) {
	const (
		first = "seed: create-queue jobs\nseed: put-message jobs \"charge 5\"\n" +
			"ann: get-messages jobs visibilitytimeout=1 as g\nann: does $g.0\nclock +2s\n" +
			"ben: get-messages jobs visibilitytimeout=30 as h\n"
		update = "ben: update-message $h.0 \"charge 9\" popreceipt=$h.0.receipt visibilitytimeout=30 as u\n"
		same   = "ben: update-message $h.0 popreceipt=$h.0.receipt visibilitytimeout=30 as u\n"
		second = "ben: does $h.0\n"
		later  = "ben: update-message $h.0 \"charge 9\" popreceipt=$u.receipt visibilitytimeout=30\n"
	)
	const said = "It said \"charge 5\" when Ana did it, and \"charge 9\" when Ben did."
	for _, row := range []struct {
		name, lines string
		differ      bool
	}{
		{"another text before the second work", first + update + second, true},
		{"the same text", first + same + second, false},
		{"another text behind it", first + same + second + later, false},
		{"and before it", first + update + second + strings.Replace(later, "9", "11", 1), true},
	} {
		r, last := run(t, row.lines)
		told := conflict.Story(r.Timeline.World(), last)
		put := slices.ContainsFunc(told.Steps, func(s conflict.Step) bool {
			return strings.HasPrefix(s.Text, "Ben put \"charge 9\" into the message")
		})
		called := strings.HasPrefix(told.First, "The work of jobs \"charge 5\" was done twice, by Ana")
		if last.String() != "~ done-twice ann" || strings.Contains(told.First, said) != row.differ ||
			put != row.differ || !called {
			t.Errorf("%s: %s: %s %v", row.name, last, told.First, told.Steps)
		}
	}
}

// A tag that metadata moved last stands for the text too: whose text came in between is the first cause of a refused
// save, and where no text did, the story names the metadata alone.
func TestAStoryTellsWhoseTextCameBeforeTheMetadata(t *testing.T) {
	const page = "seed: create-container wiki\nseed: put-blob wiki/a one\nann: get-blob wiki/a as r\n" +
		"ben: get-blob wiki/a as s\n"
	for lines, want := range map[string]string{
		page + "ann: put-blob wiki/a two if-match=$r.etag\nann: set-blob-metadata wiki/a meta.k=1\n" +
			"ben: put-blob wiki/a three if-match=$s.etag\n": "Ben read v1 with #4. Ana saved v2 with #5. Ana set " +
			"wiki/a's metadata with #6. ",
		page + "ann: set-blob-metadata wiki/a meta.k=1\nben: put-blob wiki/a three if-match=$s.etag\n": "Ben read v1 " +
			"with #4. Ana set wiki/a's metadata with #5. ",
	} {
		r, last := run(t, lines)
		told, steps := conflict.Story(r.Timeline.World(), last), ""
		for _, s := range told.Steps {
			steps += s.Text + " "
		}
		if !strings.HasPrefix(told.First, want) || !strings.HasPrefix(steps, want) {
			t.Errorf("%s%s\n%s", lines, told.First, steps)
		}
	}
}

// The referee's rules, "Base": a body that was refused and is sent again byte for byte keeps its base, by whichever
// operation; another body, or one with a base of its own, has the newest answer.
func TestARefusedBodyKeepsItsBaseByAnyOperation(t *testing.T) {
	const (
		key = "seed: EXSET c 0\nben: EXGET c\nann: EXSET c 1\n"
		row = "seed: create-table acc\nseed: insert-entity acc/p/a .n=1\nben: get-entity acc/p/a as s\n" +
			"ann: update-entity acc/p/a .n=2 if-match=*\nben: update-entity acc/p/a .n=9 if-match=$s.etag\n"
		read = "ben: get-entity acc/p/a as s2\n"
		held = "ben: put-range sh/f bb range=0-1\n"
		away = "ann: smb-write $h.handle aaaa\nann: smb-close $h.handle\n"
		open = "ben: smb-create sh/f access=RW share=RWD as i\n"
		text = "seed: SET c 0\nben: GET c\nann: SET c 1\nben: CAS c 0 2\n"
	)
	for _, c := range []struct{ name, lines, mark string }{
		{"EXCAS, then EXSET", key + "ben: EXCAS c 2 1\nben: EXSET c 2\n", "~ lost-update ann"},
		{"EXSET VER, then EXSET", key + "ben: EXSET c 2 VER 1\nben: EXSET c 2\n", "~ lost-update ann"},
		{"EXSET VER, a read, EXCAS", key + "ben: EXSET c 2 VER 1\nben: EXGET c\nben: EXCAS c 2 2\n",
			"~ guard-defeated ann"},
		{"another body", key + "ben: EXCAS c 2 1\nben: EXSET c 3\n", "! stale-write ben"},
		{"CAS, then SET", text + "ben: SET c 2\n", "~ lost-update ann"},
		{"another text", text + "ben: GET c\nben: SET c 3\n", "! stale-write ben"},
		{"update, a read, merge", row + read + "ben: merge-entity acc/p/a .n=9 if-match=$s2.etag\n",
			"~ guard-defeated ann"},
		{"a range over REST, then through a handle", held + away + open + "ben: smb-read $i.handle\n" +
			"ben: smb-write $i.handle bb\n", "~ lost-update ann"},
		{"through a handle, then a range over REST", "ann: smb-lock $h.handle offset=0 length=8\n" + open +
			"ben: smb-write $i.handle bb\n" + away + "ben: get-file sh/f\nben: put-range sh/f bb range=0-1\n",
			"~ lost-update ann"},
		{"other bytes through it", held + away + open + "ben: smb-read $i.handle\nben: smb-write $i.handle cc\n",
			"! shared-file ben"},
		{"the same at another place", held + away + open + "ben: smb-read $i.handle\n" +
			"ben: smb-write $i.handle bb offset=2\n", "! shared-file ben"},
		{"the same range at another place", held + "ann: smb-write $h.handle aaaa\nann: smb-close $h.handle\n" +
			"ben: get-file sh/f\nben: put-range sh/f bb range=2-3\n", "! shared-file ben"},
		{"in another file", held + away + "ben: smb-create sh/g access=RW share=RWD as i\nben: smb-read $i.handle\n" +
			"ben: smb-write $i.handle bb\n", "! shared-file ben"},
		{"a base of its own", row + read + "ben: merge-entity acc/p/a .n=9 if-match=$s2.etag from=s2\n",
			"! stale-write ben"},
		{"another property", row + read + "ben: merge-entity acc/p/a .n=8 if-match=$s2.etag\n", "! stale-write ben"},
	} {
		if strings.Contains(c.lines, " sh/f ") {
			share := "R"
			if strings.Contains(c.lines, "smb-lock") {
				share = "RW"
			}
			c.lines = "seed: create-share sh\nseed: create-file sh/f 4\nseed: create-file sh/g 4\n" +
				"ben: get-file sh/f\nann: smb-create sh/f access=RW share=" + share + " disposition=OPEN as h\n" +
				c.lines
		}
		if _, last := run(t, c.lines); last.String() != c.mark {
			t.Errorf("%s: %s, want %s", c.name, last, c.mark)
		}
	}
}

// The first sentence of a retention that stays says whether its mode or its end was to be another
// (engine/bucket/rules.md, "Object Lock").
func TestWhatARetentionWasToBecome(t *testing.T) {
	const under = "seed: create-bucket vault object-lock=true\nben: put-object vault/k one lock-mode=MODE " +
		"lock-until=2030-01-01T00:00:00Z\nann: put-object-retention vault/k "
	for _, c := range []struct{ mode, args, want string }{
		{"COMPLIANCE", "lock-mode=GOVERNANCE lock-until=2031-01-01T00:00:00Z", "make the retention one in GOVERNANCE"},
		{"COMPLIANCE", "lock-mode=COMPLIANCE lock-until=2029-01-01T00:00:00Z", "let the retention end earlier"},
		{"COMPLIANCE", "bypass-governance=true", "take the retention away"},
		{"GOVERNANCE", "lock-mode=COMPLIANCE lock-until=2031-01-01T00:00:00Z", "make the retention one in COMPLIANCE"},
		{"GOVERNANCE", "lock-mode=COMPLIANCE lock-until=2029-01-01T00:00:00Z",
			"make the retention one in COMPLIANCE that ends earlier"},
		{"GOVERNANCE", "lock-mode=GOVERNANCE lock-until=2029-01-01T00:00:00Z", "let the retention end earlier"},
		{"GOVERNANCE", "", "take the retention away"},
	} {
		r, last := run(t, strings.Replace(under, "MODE", c.mode, 1)+c.args+"\n")
		want := "The request was to " + c.want + "; the version was under a retention in " + c.mode + "."
		if first := conflict.Story(r.Timeline.World(), last).First; !strings.Contains(first, want) {
			t.Errorf("%s: %q, want %q", c.args, first, want)
		}
	}
}
