package lesson_test

import (
	"strings"
	"testing"

	"interleave/engine/catalog"
	"interleave/engine/lesson"
	"interleave/engine/roomtest"
)

// shortCuts are ways by which somebody might reach the last goal of a lesson without what it teaches, and what is said
// to them.
var shortCuts = []struct {
	lesson string
	lines  []string
	but    string
}{
	{"03-the-tag-says-what-you-fetched", []string{
		`ann: put-blob wiki/home.md "Open 10 to 6\nClosed on Monday and Sunday\n"`},
		"the way is another: what counts here is put-blob with if-match"},
	{"03-the-tag-says-what-you-fetched", []string{"ann: get-blob wiki/home.md as x",
		`ann: put-blob wiki/home.md "10 to 6 Sunday" if-match=$x.etag`}, ""},
	{"06-was-it-done-or-not", []string{"ann: EXINCRBY views 1"}, "! own echo of Ana is still to come"},
	{"07-409-is-not-412", []string{"ann: put-object lake/report new"}, "put-object with if-none-match *"},
	{"08-a-lock-with-a-clock", []string{"clock next", `ben: put-blob wiki/home.md "Ben was here"`},
		"put-blob with lease"},
	{"09-late-by-three-seconds", []string{"ann: renew-blob-lease wiki/home.md lease=$l1.lease",
		"ben: acquire-blob-lease wiki/home.md duration=15"}, "too early: at 00:05.0"},
	{"11-what-a-container-lease-guards", []string{"ben: delete-container wiki"}, "acquire-blob-lease"},
	{"12-breaking-changing-handing-over", []string{"ben: break-blob-lease wiki/home.md period=0",
		`ben: put-blob wiki/home.md "mine, says Ben"`}, "change-blob-lease"},
	{"13-done-twice-correctly", []string{"ann: get-messages orders visibilitytimeout=30 as x",
		"ann: delete-message $x.0 popreceipt=$x.0.receipt", "clock 00:40.0"}, "too early: at 00:00.0"},
	{"14-the-receipt-that-wears-out", []string{"ann: delete-message $a1.0 popreceipt=$a2.receipt"},
		"update-message"},
	{"17-all-of-it-or-nothing", []string{"ann: insert-entity jobs/p/log7 .job=6"}, "entity-group-transaction"},
	{"19-one-file-two-doors", []string{"ben: put-range s/report BBBBB range=0-4"}, ""},
	{"20-the-cache-in-between", []string{"ann: put-range s/report AAAAAAAAAA range=0-9"}, "smb-write"},
	{"mend-queue-once", []string{"ann: delete-message $a1.0 popreceipt=$a1.0.receipt", "clock 00:40.0"},
		"too early: at 00:00.0"},
	{"mend-container-lease", []string{"ann: put-blob wiki/home.md mine if-match=$a1.etag",
		"ben: delete-container wiki"},
		""},
	{"mend-container-lease", []string{"ann: put-blob wiki/home.md mine if-match=$a1.etag",
		"ben: delete-container wiki if-unmodified-since=$b1.last-modified"}, ""},
	{"mend-container-lease", []string{"ann: acquire-container-lease wiki duration=-1", "ben: delete-container wiki"},
		""},
	{"mend-container-lease", []string{"ann: acquire-blob-lease wiki/home.md duration=-1",
		"ann: put-blob wiki/home.md mine from=a1", "ben: delete-blob wiki/home.md"}, ""},
	{"case-5-renewed-after-17-9-seconds", []string{"clock 00:15.1",
		"two: acquire-blob-lease hosts/singleton duration=15", "one: renew-blob-lease hosts/singleton lease=$l1.lease"},
		"too early: at 00:15.1"},
	{"13-done-twice-correctly", []string{"ann: get-messages orders as x", "clock 00:40.0",
		"ann: delete-message $x.0 popreceipt=$x.0.receipt"}, "get-messages with visibilitytimeout"},
	{"14-the-receipt-that-wears-out", []string{"clock 01:10.0", "ann: delete-message $a1.0 popreceipt=$a2.receipt"},
		"update-message"},
	{"19-one-file-two-doors", []string{"ben: put-range s/report BBBBB range=0-4",
		"ann: smb-create s/report access=RW share=none"}, ""},
	{"20-the-cache-in-between", []string{"ann: put-range s/report AAAAAAAAAA range=0-9", "ben: get-file s/report"},
		"smb-write"},
}

// A goal means what its lesson teaches: the short cut does not reach it, and who took it is told what is missing.
func TestShortCutsReachNoGoal(t *testing.T) {
	for _, c := range shortCuts {
		t.Run(c.lesson, func(t *testing.T) {
			l, err := lesson.Parse(c.lesson, text(t, "lessons/"+c.lesson+".race"), catalog.Services())
			if err != nil {
				t.Fatal(err)
			}
			r := roomtest.Of(t, l.Name, l.Text)
			var lines []lesson.Typed
			for n, line := range c.lines {
				lines = append(lines, lesson.Typed{Line: n + 1, Text: line})
			}
			try, err := l.Attempt(r, l.Goals(), lines)
			if err != nil {
				t.Fatal(err)
			}
			if try.Reached || !strings.Contains(try.But, c.but) {
				t.Errorf("reached %t, told %q, want %q", try.Reached, try.But, c.but)
			}
		})
	}
}
