package conflict_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// What was wanted and what was found stand beside each other only where both are values of one thing; what the clock
// ended by the service's own limit is nobody's doing; what ended at once says why.
func TestACardComparesValuesOfOneThing(t *testing.T) {
	const file = "seed: create-share s\nseed: create-file s/f size=10\n"
	for _, row := range []struct{ lines, want, never string }{
		{"seed: create-container wiki\nseed: put-blob wiki/x v1\nann: get-blob wiki/x as a\nben: put-blob wiki/x v2\n" +
			"ann: put-blob wiki/x v3 if-match=$a.etag\n", "If-Match wanted ..", ""},
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
		all := told.First
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
	r, _ := run(t, "ann: SET k one\nben: EXPIRE k 100\nann: SET k two KEEPTTL\nclock +101s\n")
	tl, said := r.Timeline, ""
	for n := 1; n <= tl.Last(); n++ {
		for _, e := range tl.Events(n) {
			if e.Kind == engine.Ended {
				said = conflict.Tell(tl.World(), e).What
			}
		}
	}
	if said != "k expired with Ana's value of 00:00.0, by the expiry that Ben set at 00:00.0" {
		t.Errorf("the log says %q", said)
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
