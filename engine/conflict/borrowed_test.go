package conflict_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/blob"
	"interleave/engine/conflict"
	"interleave/engine/scenario"
)

// The referee's rules, "Borrowed lease": each request that goes through by the id of another's lease has its mark, also
// behind a renewal by that id, and an acquire that proposes the id of a lease that stands. Blobs, containers, files and
// shares have one lease.
func TestWhoBorrowsALeaseIsMarked(t *testing.T) {
	const (
		blob  = "seed: create-container hub\nseed: put-blob hub/p v1\nann: get-blob hub/p as r\n"
		takes = blob + "ann: acquire-blob-lease hub/p duration=15 id=guid:A as l\n"
		one   = takes + "ben: acquire-blob-lease hub/p duration=15 id=guid:A as m\n"
		mine  = "ann: put-blob hub/p mine lease=$l.lease from=r\n"
		his   = "ben: put-blob hub/p his lease=guid:A\n"
		again = "clock +16s\nben: acquire-blob-lease hub/p duration=15 id=guid:A\n"
		file  = "seed: create-share s\nseed: create-file s/f 4\n" +
			"ann: acquire-file-lease s/f duration=-1 id=guid:A as l\n"
	)
	for name, c := range map[string]struct{ lines, marks string }{
		"a write": {takes + his, "~ borrowed-lease ann"},
		"a write behind a renewal by the same id": {takes + "ben: renew-blob-lease hub/p lease=guid:A\n" + his,
			"~ borrowed-lease ann, ~ borrowed-lease ann"},
		"the holder's work over what was sent under a lease that it handed over": {takes + "tell ben $l.lease\n" + his +
			mine, "~ lost-update ben"},
		"an acquire under an id that stands": {one, "~ borrowed-lease ann"},
		"what both then do is work under one lease": {one + "ben: get-blob hub/p\n" + his + mine,
			"~ borrowed-lease ann, ~ lost-update ben"},
		"an acquire under an id that was handed over": {takes + "tell ben $l.lease\n" +
			"ben: acquire-blob-lease hub/p duration=15 id=guid:A\n", ""},
		"an acquire under an id that stood": {takes + "clock +16s\nben: acquire-blob-lease hub/p duration=15 " +
			"id=guid:A\n", ""},
		"a renewal of a lease that ended, by the id under which another took one since": {takes + again +
			"ann: renew-blob-lease hub/p lease=guid:A\n", "~ borrowed-lease ben"},
		"a write by that id":             {takes + again + mine, "~ borrowed-lease ben"},
		"its holder's own write":         {takes + again + his, ""},
		"a late renewal by one's own id": {takes + "clock +16s\nann: renew-blob-lease hub/p lease=guid:A\n", ""},
		"one's own again":                {takes + "ann: acquire-blob-lease hub/p duration=30 id=guid:A\n", ""},
		"an acquire that nobody has heard": {blob + "ann: send acquire-blob-lease hub/p duration=15 id=guid:A as l\n" +
			"deliver l\nben: acquire-blob-lease hub/p duration=15 id=guid:A\n", "~ borrowed-lease ann"},
		"a container": {"seed: create-container hub\nann: acquire-container-lease hub duration=15 id=guid:A\n" +
			"ben: acquire-container-lease hub duration=15 id=guid:A\n", "~ borrowed-lease ann"},
		"a file":               {file + "ben: put-range s/f BBBB range=0-3 lease=guid:A\n", "~ borrowed-lease ann"},
		"an acquire of a file": {file + "ben: acquire-file-lease s/f duration=-1 id=guid:A\n", "~ borrowed-lease ann"},
		"a share": {"seed: create-share s\nann: acquire-share-lease s duration=15 id=guid:A\n" +
			"ben: acquire-share-lease s duration=15 id=guid:A\n", "~ borrowed-lease ann"},
	} {
		r, _ := run(t, c.lines)
		var marks []string
		for _, o := range r.Outcomes {
			for _, list := range o.Marks {
				for _, m := range list {
					marks = append(marks, fmt.Sprint(m))
				}
			}
		}
		if got := strings.Join(marks, ", "); got != c.marks {
			t.Errorf("%s: %s, not %s", name, got, c.marks)
		}
	}
	r, last := run(t, one)
	told := conflict.Story(r.Timeline.World(), last)
	if !strings.Contains(told.First, "for the service, who sends the id is the holder") ||
		told.Heard != "Ben heard: 201 Created, as if the lease had been free. Ana cannot know either." {
		t.Errorf("%s\n%s", told.First, told.Heard)
	}
	r, last = run(t, takes+his+mine)
	told = conflict.Story(r.Timeline.World(), last)
	if !strings.Contains(told.First, "it had been sent under the id of Ana's lease, which was not Ben's (#5). "+
		"Ana's #6 went under Ana's own lease.") || !strings.HasPrefix(told.Steps[1].Text, "Ana took the lease") {
		t.Errorf("%s\n%+v", told.First, told.Steps)
	}
}

// lease/rules.md, "States and actions": when a lease has expired an acquire is granted, under whatever id, and a
// renewal starts the clock anew, whoever sends it. So a lease of 15 s taken at 16.0 and renewed by another at 21.0 ends
// with the renewal's clock, and who had the id before it is told of the end of its own.
func TestALeaseUnderAnIDThatHadEndedIsAnother(t *testing.T) {
	const lines = "writer cy \"Cy\"\nseed: create-container hub\nseed: put-blob hub/p v1\n" +
		"ann: acquire-blob-lease hub/p duration=15 id=guid:A\nclock 00:16.0\n" +
		"ben: acquire-blob-lease hub/p duration=15 id=guid:A\nclock 00:21.0\nann: renew-blob-lease hub/p lease=guid:A\n"
	r, last := run(t, lines)
	told := conflict.Story(r.Timeline.World(), last)
	if last.Whose != "ben" || !strings.Contains(told.First, "Ana's lease (15 s from 00:00.0) ended at 00:15.0. ") ||
		!strings.Contains(told.First, "went by Ben's lease, which has the same id") {
		t.Errorf("%s: %s", last.Whose, told.First)
	}
	r, last = run(t, lines+"clock 00:37.0\ncy: acquire-blob-lease hub/p duration=15\n"+
		"ben: put-blob hub/p b lease=guid:A\n")
	if told = conflict.Story(r.Timeline.World(), last); !strings.Contains(told.First,
		"Ben's lease (15 s from Ana's renewal at 00:21.0) ended at 00:36.0.") {
		t.Error(told.First)
	}
}

// The referee's rules, "Own lease over", and the page's "Sentences and advice come from the cause": a lease that was
// over does not stand in a story as one that guards, and a story stays the same when its writer has another lease.
func TestAStoryTellsTheEndOfALock(t *testing.T) {
	const lines = "seed: create-container hub\nseed: put-blob hub/l x\n" +
		"seed: put-blob hub/w w0\nlock blob hub/l covers blob hub/w\nann: acquire-blob-lease hub/l duration=15\n" +
		"ann: get-blob hub/w as a\nclock 00:16.0\nben: acquire-blob-lease hub/l duration=15 as l\nben: get-blob hub/w\n"
	const late = "ben: put-blob hub/w b1\nann: put-blob hub/w late if-match=$a.etag\n"
	for name, more := range map[string]string{
		"whose work was lost": "ann: put-blob hub/w late\nben: put-blob hub/w b1\n", "who is refused": late,
		"who has taken it anew": late +
			"ben: release-blob-lease hub/l lease=$l.lease\nann: acquire-blob-lease hub/l duration=15\n"} {
		r, last := run(t, lines+more)
		told := ""
		for _, s := range conflict.Story(r.Timeline.World(), last).Steps {
			told += s.Text + "\n"
		}
		if !strings.Contains(told, "Ana's lease (15 s from 00:00.0) ended at 00:15.0.\n"+
			"Ben took the lease of hub/l at") {
			t.Errorf("%s:\n%s", name, told)
		}
	}
}

// Who tells another the id of its lease has handed it over: the story of what it replaces then says so, and not only
// that the other's work was lost (marks: a borrowed lease is one that was never handed over).
func TestAStoryTellsThatALeaseWasHandedOver(t *testing.T) {
	const lines = "seed: create-container hub\nseed: put-blob hub/p v1\n" +
		"ann: acquire-blob-lease hub/p duration=60 as l\nann: get-blob hub/p\nben: get-blob hub/p\n"
	const both = "ben: put-blob hub/p b lease=$l.lease\nann: put-blob hub/p a lease=$l.lease\n"
	r, last := run(t, lines+"tell ben $l.lease\n"+both)
	steps := ""
	for _, s := range conflict.Story(r.Timeline.World(), last).Steps {
		steps += s.Text + " "
	}
	if !strings.Contains(steps, "Ana had told Ben the id of the lease: #6 went under it. Ben saved v2 with #6.") {
		t.Errorf("%s: %s", last, steps)
	}
}

// The referee's rules, "Believes": a renewal by an id that its sender never took gives it nothing. So what stands in
// its way is the holder's lease, and not its own renewal; and who gives that lease back gives back another's.
func TestABorrowersOwnRenewalIsNotInItsWay(t *testing.T) {
	const lines = "seed: create-container hub\nseed: put-blob hub/p v1\n" +
		"ann: acquire-blob-lease hub/p duration=15 as l\nann: put-blob hub/p {$l.lease} lease=$l.lease\n" +
		"ben: get-blob hub/p as g\nben: renew-blob-lease hub/p lease=$g.body\n"
	for _, row := range [][3]string{
		{"ben: put-blob hub/p b lease=$g.body\n", "", "Ben read the id in #5: GET hub/p."},
		{"ben: get-blob hub/p lease=$g.body\nben: release-blob-lease hub/p lease=$g.body\n", "",
			"Ben read the id in #5: GET hub/p."},
		{"ben: put-blob hub/p b\n", "Ana took the lease with #3. Ben renewed the lease with #6, by the id of " +
			"Ana's lease. It holds until 00:15.0.", ""},
		{"ben: release-blob-lease hub/p lease=$g.body\nann: put-blob hub/p mine lease=$l.lease\n",
			"Ben released Ana's lease with #7.", "Ben released Ana's lease with #7."},
	} {
		r, last := run(t, lines+row[0])
		told, steps := conflict.Story(r.Timeline.World(), last), ""
		for _, s := range told.Steps {
			steps += s.Text + "\n"
		}
		if !strings.Contains(told.First, row[1]) || !strings.Contains(steps, row[2]) {
			t.Errorf("%s%s\n%s", row[0], told.First, steps)
		}
	}
}

// The referee's rules, "Sentences and advice come from the cause": the story holds what the holder wrote under the
// lease and the borrower replaced, though that had read it; not what somebody else wrote there.
func TestTheStoryOfABorrowedLeaseHasTheWorkThatItReplaced(t *testing.T) {
	const lines = "seed: create-container hub\nseed: put-blob hub/p v1\n" +
		"ann: acquire-blob-lease hub/p duration=60 id=guid:A as m\n"
	for put, says := range map[string]bool{
		"ann: put-blob hub/p ten lease=$m.lease\n": true,
		"": false,
	} {
		r, last := run(t, lines+put+"ben: get-blob hub/p as r\nben: put-blob hub/p five lease=guid:A from=r\n")
		told := conflict.Story(r.Timeline.World(), last)
		if last.Kind != engine.BorrowedLease || says != slices.ContainsFunc(told.Steps, func(s conflict.Step) bool {
			return strings.HasPrefix(s.Text, "Ana saved v2 ")
		}) {
			t.Errorf("%q: %s %+v", put, last.Kind, told.Steps)
		}
	}
}

// To tell an id is to hand the lease over, and an id that was read is no such thing (the referee's rules, "Borrowed
// lease"): who is kept from using what another was answered hears so, of a lease and of nothing else.
func TestWhoIsKeptFromAnIdHearsWhatTellingItMeans(t *testing.T) {
	for field, handed := range map[string]bool{"lease": true, "etag": false} {
		f, err := scenario.Parse("told.race", []byte("writer ann\nwriter ben\nseed: create-container hub\n"+
			"seed: put-blob hub/p v1\nann: acquire-blob-lease hub/p duration=15 as l\n"+
			"ben: put-blob hub/p his lease=$l."+field+"\n"), []*engine.Service{blob.Service()})
		if err != nil {
			t.Fatal(err)
		}
		const over = "hands the lease over, and an id that was only read somewhere is written out"
		if _, err = f.Run(); err == nil || strings.Contains(err.Error(), over) != handed {
			t.Errorf("%s: %v", field, err)
		}
	}
}
