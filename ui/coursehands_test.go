package ui

import (
	"path"
	"strconv"
	"strings"
	"testing"

	"interleave/engine/lesson"
	"interleave/engine/races"
	"interleave/ui/uitest"
)

// hand is one thing that a person does: keys one after another; a word that begins with `o ` opens that operation in
// its form, fills in the fields behind it and sends it; one that begins with `: ` is typed as a line.
type hand = string

// byOwnHand is how each goal of each lesson, puzzle and case is reached by hand, as its hints say.
var byOwnHand = map[string][][]hand{
	"01-two-people-one-page":        {{"2 w", "1 w"}},
	"02-every-answer-was-a-success": {{"2 w", "1 w"}, {"1 s down enter", "2 w", "1 w"}},
	"03-the-tag-says-what-you-fetched": {{"1 r e up end" + strings.Repeat(" backspace", len("9 to 5")),
		"type 10 to 6", "esc w"}},
	"04-who-is-first": {{"1 s down down enter e", "type one", "esc w", "2 s down down enter e", "type two",
		"esc w"}},
	"05-refused-by-yourself": {{"1 H e", "type held by ana", "esc w", "X g a a"}},
	"06-was-it-done-or-not":  {{": ann: EXGET views", "1 H", ": ann: EXINCRBY views 1 VER 1", "X g a a"}},
	"07-409-is-not-412":      {{"1 g a"}},
	"08-a-lock-with-a-clock": {{"t", "2", "o acquire-blob-lease duration=30", "r e", "type Ben", "esc w"}},
	"09-late-by-three-seconds": {{"1", "o renew-blob-lease", ": clock 00:15.1", "2",
		"o acquire-blob-lease duration=15"}},
	"10-the-holder-who-slept":          {{"1 s home down enter w"}},
	"11-what-a-container-lease-guards": {{"1", "o acquire-blob-lease duration=30", "2 e", "type more", "esc w"}},
	"12-breaking-changing-handing-over": {{"1", "o change-blob-lease", "g I enter", "2 e ctrl+u", "type mine, says Ben",
		"esc w"}},
	"13-done-twice-correctly":       {{"1", "o get-messages visibilitytimeout=60", ": clock 00:40.0", "d"}},
	"14-the-receipt-that-wears-out": {{"1", "o update-message visibilitytimeout=60", ": clock 01:10.0", "d"}},
	"15-poison-and-the-copy":        {{"1 d"}},
	"16-three-ways-to-write-a-row":  {{"2", ": ben: merge-entity stock/p/tea .count=8 if-match=*"}},
	"17-all-of-it-or-nothing": {{"1", ": ann: get-entity jobs/p/count as x",
		": ann: entity-group-transaction jobs p [update-entity count .n=7 if-match=$x.etag; insert-entity log7 " +
			".job=6]"}},
	"18-gone-and-back-again": {{"1", ": ann: put-object lake/tea 8 if-match=$s1.etag"}},
	"19-one-file-two-doors": {{": ann: smb-create s/report access=RW share=RW",
		": ben: put-range s/report BBBBB range=0-4"}},
	"20-the-cache-in-between": {{": ann: smb-write $h1.handle AAAAAAAAAA",
		": ben: get-file s/report"}},
	"21-the-upload-that-lost-without-a-word": {{": ann: complete-multipart-upload lake/film [1=$p2.etag] " +
		"upload=$u2.upload if-none-match=*"}},
	"22-a-rule-for-everybody":         {{"2 s down enter", "2 w"}},
	"23-number-or-refusal-that-tells": {{": ben: EXCAS key universe 1"}},
	"break-blob-blind":                {{"1 e", "type mine", "esc w", "2 e", "type his", "esc w"}},
	"break-blob-fresh": {{": ann: get-blob-properties wiki/home.md as p",
		": ann: put-blob wiki/home.md mine if-match=$p.etag from=a1"}},
	"break-blob-sleep": {{"t", "2 w", ": ann: put-blob wiki/home.md mine from=a1"}},
	"break-bucket-same": {{"2 e ctrl+u", "type B", "esc w", "2 e ctrl+u", "type A", "esc w",
		"1 e ctrl+u", "type C", "esc w"}},
	"break-bucket-shadow": {{": ben: put-object lake/k his",
		": ann: complete-multipart-upload lake/k [1=$pt.etag] upload=$u.upload from=none"}},
	"break-container-inside": {{"1 e", "type mine", "esc w", "2", "o delete-container"}},
	"break-container-tag": {{": ben: set-container-metadata wiki meta.team=ben",
		": ann: set-container-metadata wiki meta.team=ann if-match=$a1.etag"}},
	"break-queue-receipt": {{"1", "o update-message visibilitytimeout=30",
		": ann: delete-message $a1.0 popreceipt=$a1.0.receipt"}},
	"break-queue-twice":  {{"t", "2 r", "1 d", "2 d"}},
	"break-share-cache":  {{"2", "o force-close-handles handle=*"}},
	"break-share-closed": {{"1", "o smb-create access=RW share=none", "2 r"}},
	"break-table-star": {{": ann: update-entity stock/p/tea .price=5 .count=10 if-match=*",
		": ben: update-entity stock/p/tea .price=4 .count=8 if-match=*"}},
	"break-table-upsert": {{": ann: insert-or-replace-entity stock/p/tea .price=5 .count=10"}},
	"break-tair-back":    {{": ben: DEL key", ": ann: EXSET key mine VER 1"}},
	"break-tair-one": {{": ben: DEL key", ": ben: EXSET key other",
		": ann: EXSET key mine VER 1"}},
	"case-1-sdk-refused-by-its-own-retry": {{"1 X g a a"}},
	"case-2-commit-log-written-twice":     {{": ann: put-object lake/3.json \"add part-2\" if-none-match=* again=m1"}},
	"case-3-message-done-twice-after-a-renewal": {{": one: delete-message $g1.0 popreceipt=$g1.0.receipt", "t", "2 r",
		"d"}},
	"case-4-host-that-borrowed-a-lease-id": {{": ben: get-blob locks/p0 as b1",
		": ben: set-blob-metadata locks/p0 meta.owner=host2 lease=$b1.body"}},
	"case-5-renewed-after-17-9-seconds": {{"t", "2", "o acquire-blob-lease duration=15", ": clock 00:17.9", "1",
		"o renew-blob-lease"}},
	"case-6-upsert-that-compares-nothing": {{": ben: insert-or-replace-entity stock/p/r .a=1 .b=9"}},
	"case-7-409-taken-for-exists":         {{"2 d", "1 a"}},
	"case-8-state-lock-nobody-releases": {{"2", "o break-blob-lease period=0", "2 e", "type serial 8",
		"esc w"}},
	"case-9-claim-that-makes-four-owners": {{": one: set-blob-metadata check/0 meta.owner=one",
		": two: set-blob-metadata check/0 meta.owner=two"}},
	"mend-blob-mend": {{"1 s down enter w", "2 s down enter w"}},
	"mend-bucket-first": {{": ann: put-object lake/k one if-none-match=*",
		": ben: put-object lake/k two if-none-match=*"}},
	"mend-container-lease": {{": ann: acquire-container-lease wiki duration=-1", "1 e ctrl+u", "type mine", "esc w",
		"2", "o delete-container"}},
	"mend-queue-once": {{"1", "o update-message visibilitytimeout=60", ": clock 00:30.0",
		"1 d"}},
	"mend-share-door": {{": ann: smb-create s/f access=RW share=RW",
		": ben: put-range s/f BBBBB range=0-4"}},
	"mend-table-merge":             {{": ben: merge-entity stock/p/tea .count=8 if-match=*"}},
	"mend-tair-cas":                {{": ann: EXCAS key mine 1"}},
	"24-no-guard-stops-everything": {{"1 s down enter w", "2 s down enter w"}},
}

// does carries out one thing at the desk.
func does(t *testing.T, d *uitest.Driver, h hand) {
	t.Helper()
	switch {
	case strings.HasPrefix(h, "type "):
		d.Type(h[5:])
	case strings.HasPrefix(h, ": "):
		d.Press(":")
		d.Type(h[2:])
		d.Press("enter")
	case strings.HasPrefix(h, "o "):
		words := strings.Fields(h)
		d.Press("o")
		d.Type(words[1])
		d.Press("enter")
		for _, f := range words[2:] {
			name, value, _ := strings.Cut(f, "=")
			fills(t, d, name, strings.ReplaceAll(value, "_", " "))
		}
		d.Press("ctrl+s")
	default:
		words := strings.Fields(h)
		for i, key := range words {
			if key == "=" {
				d.Type(strings.Join(words[i+1:], " "))
				d.Press("enter")
				break
			}
			d.Press(key)
		}
	}
}

// fills goes to a field of the form that is open, and gives it a value.
func fills(t *testing.T, d *uitest.Driver, name, value string) {
	t.Helper()
	for range 40 {
		for row := range strings.Lines(d.Frame()) {
			_, field, ok := strings.Cut(row, "▌ ")
			if !ok || !strings.HasPrefix(field, name+" ") {
				continue
			}
			if strings.Contains(field, "[") {
				for range 12 {
					if strings.Contains(focusedRow(d), "["+value+"]") {
						return
					}
					d.Press("right")
				}
				t.Fatalf("%s has no %s:\n%s", name, value, d.Frame())
			}
			d.Press("ctrl+u")
			if value == "" {
				d.Press("backspace")
			}
			d.Type(value)
			return
		}
		d.Press("tab")
	}
	t.Fatalf("there is no field %s:\n%s", name, d.Frame())
}

func focusedRow(d *uitest.Driver) string {
	for row := range strings.Lines(d.Frame()) {
		if strings.Contains(row, "▌ ") {
			return row
		}
	}
	return ""
}

// Every goal is reached by a person's hands at the desk, in no more actions than its author's, and with every question
// right at once and no hint that makes three stars.
func TestEveryGoalIsReachedByHand(t *testing.T) {
	for _, name := range races.Of("lessons") {
		key := strings.TrimSuffix(path.Base(name), ".race")
		t.Run(key, func(t *testing.T) {
			d, r, _ := newDesk(t, name, 80, 24)
			p, goal := r.course.player, 0
			for step := 0; p.Part().Sort != lesson.Ended; step++ {
				if step > 60 {
					t.Fatalf("it does not end:\n%s", d.Frame())
				}
				switch {
				case p.Waits():
					for i, c := range p.Part().Question.Choices {
						if c.Right {
							d.Press(strconv.Itoa(i + 1))
						}
					}
				case p.Aims():
					if goal >= len(byOwnHand[key]) {
						t.Fatalf("nobody has tried its goal %d:\n%s", goal+1, d.Frame())
					}
					for _, h := range byOwnHand[key][goal] {
						does(t, d, h)
					}
					goal++
					if done := *p.Done(); !done.Reached || done.Actions > p.Part().Actions {
						t.Fatalf("goal %d: %+v of %d actions:\n%s", goal, done, p.Part().Actions, d.Frame())
					}
				default:
					d.Press("g", "f")
				}
			}
			if stars := p.Stars(p.State); stars != 3 || goal != len(byOwnHand[key]) {
				t.Errorf("%d stars, %d goals", stars, goal)
			}
		})
	}
}
