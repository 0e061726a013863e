package conflict_test

import (
	"fmt"
	"regexp"
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
		back  = "clock +16s\nben: renew-blob-lease hub/p lease=guid:A\n"
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
		"a write by that id":              {takes + again + mine, "~ borrowed-lease ben"},
		"its holder's own write":          {takes + again + his, ""},
		"what another renewed that ended": {takes + back + his, ""},
		"and a write by that id":          {takes + back + mine, "~ borrowed-lease ben"},
		"a late renewal by one's own id":  {takes + "clock +16s\nann: renew-blob-lease hub/p lease=guid:A\n", ""},
		"one's own again":                 {takes + "ann: acquire-blob-lease hub/p duration=30 id=guid:A\n", ""},
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
	r, last = run(t, strings.Replace(lines, "ben: acquire-blob-lease hub/p duration=15 id=",
		"ben: renew-blob-lease hub/p lease=", 1))
	if told = conflict.Story(r.Timeline.World(), last); last.Whose != "ben" || !strings.Contains(told.First,
		"Ana's lease (15 s from 00:00.0) ended at 00:15.0. #") || !strings.Contains(told.First, "went by Ben's lease") {
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
		_, told, steps := lastStory(t, lines+row[0])
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

// A change of the id keeps duration and expiry instant (engine/lease/rules.md, "Lease basics"): the lease runs from the
// acquire under the id before, and how its sender came to that id belongs to the story.
func TestTheStoryOfAChangedIDBeginsWithWhoTookTheLease(t *testing.T) {
	const handed = "seed: create-container con\nseed: put-blob con/a one\n" +
		"ann: acquire-blob-lease con/a duration=15 as l\ntell ben $l.lease\n" +
		"ben: change-blob-lease con/a lease=$l.lease id=1f8f0e14-9e7c-4b37-8f86-1f4d1b6f0a01\n"
	for name, c := range map[string]struct{ lines, first string }{
		"who changed it": {handed + "clock +20s\nben: put-blob con/a two lease=1f8f0e14-9e7c-4b37-8f86-1f4d1b6f0a01\n",
			"lease (15 s from Ana's acquire at 00:00.0) ended at 00:15.0"},
		"who had told it": {handed + "clock +1s\nann: put-blob con/a two lease=$l.lease\n", "changed the id of"},
	} {
		r, last := run(t, c.lines)
		told := conflict.Story(r.Timeline.World(), last)
		var said []string
		for _, s := range told.Steps {
			said = append(said, s.Text)
		}
		const took = "Ana took the lease at 00:00.0.\nAna had told Ben the id of the lease.\nBen changed the lease's id"
		if !strings.Contains(told.First, c.first) || !strings.HasPrefix(strings.Join(said, "\n"), took) {
			t.Errorf("%s: %s\n%s", name, told.First, strings.Join(said, "\n"))
		}
	}
}

// storyOf is the story of the last finding of a race: its steps in their order, and what its sender can know.
func storyOf(t *testing.T, lines string) (mark, steps, heard string) {
	t.Helper()
	last, told, steps := lastStory(t, lines)
	return last.String(), steps, told.Heard
}

// lastStory is the last finding of a race with its story, and the steps of that as text, one a line.
func lastStory(t *testing.T, lines string) (last conflict.Finding, told conflict.Narrative, steps string) {
	t.Helper()
	r, last := run(t, lines)
	told = conflict.Story(r.Timeline.World(), last)
	for _, s := range told.Steps {
		steps += s.Text + "\n"
	}
	return last, told, steps
}

// stepsAre says where a story has not these pieces, one behind the other, or has what it is never to.
func stepsAre(t *testing.T, name, steps string, want []string, never string) {
	t.Helper()
	rest := steps
	for _, piece := range want {
		_, after, found := strings.Cut(rest, piece)
		if !found {
			t.Errorf("%s: no %q in its place:\n%s", name, piece, steps)
			return
		}
		rest = after
	}
	if never != "" && strings.Contains(steps, never) {
		t.Errorf("%s: %q in\n%s", name, never, steps)
	}
}

// A lease keeps others out only while it lasts (engine/lease/rules.md): who renews it late, or takes it anew, and goes
// on from what it had read before, replaces what came in the gap. The mark is no stale holder's, for the lease stands
// again; the gap is why the work is lost, and its sender's own clock said so.
func TestTheGapOfALeaseIsACauseOfWhatIsLost(t *testing.T) {
	const (
		own = "seed: create-container wiki\nseed: put-blob wiki/f v0\n" +
			"ann: acquire-blob-lease wiki/f duration=15 as l\nann: get-blob wiki/f\n"
		lock = "seed: create-container wiki\nseed: put-blob wiki/f v0\nseed: put-blob wiki/l x\n" +
			"lock blob wiki/l covers blob wiki/f\nann: acquire-blob-lease wiki/l duration=15 as l\n" +
			"ann: get-blob wiki/f\n"
		work  = "ben: put-blob wiki/f ben\n"
		anew  = "ann: acquire-blob-lease wiki/f duration=30 as m\nann: put-blob wiki/f ann lease=$m.lease\n"
		ended = "Ana's lease (15 s from 00:00.0) ended at 00:15.0."
		clock = "That its lease had been over in between, Ana's own clock said."
	)
	for _, c := range []struct {
		name, lines string
		steps       []string
		never       string
		own         bool // its own clock said so
	}{
		{"taken anew", own + "clock +20s\n" + work + anew,
			[]string{"Ana took the lease at 00:00.0", ended, "Ben saved v2", "Ana took the lease at 00:20.0"}, "",
			true},
		{"renewed late", lock + "clock +20s\n" + work + "ann: renew-blob-lease wiki/l lease=$l.lease\n" +
			"ann: put-blob wiki/f ann\n", []string{"Ana took the lease of wiki/l at 00:00.0; by agreement it guards " +
			"wiki/f.", ended, "Ben saved v2", "Ana renewed the lease of wiki/l at 00:20.0"}, "", true},
		{"another had it in between", own + "clock +20s\nben: acquire-blob-lease wiki/f duration=15 as b\n" +
			"ben: put-blob wiki/f ben lease=$b.lease\nben: release-blob-lease wiki/f lease=$b.lease\n" + anew,
			[]string{ended, "Ben took the lease", "Ben saved v2", "Ben gave the lease back",
				"Ana took the lease at 00:20"}, "", true},
		{"given back", own + "ann: release-blob-lease wiki/f lease=$l.lease\n" + work + anew,
			[]string{"Ana took the lease", "Ana gave the lease back", "Ben saved v2", "Ana took the lease"}, "", false},
		{"taken behind the work alone", "seed: create-container wiki\nseed: put-blob wiki/f v0\n" +
			"ann: get-blob wiki/f\n" + work + anew, []string{"Ana read v1", "Ben saved v2", "Ana took the lease"},
			"ended", false},
		{"renewed in time", lock + work + "clock +10s\nann: renew-blob-lease wiki/l lease=$l.lease\n" +
			"ann: put-blob wiki/f ann\n", []string{"Ana took the lease of wiki/l", "Ben saved v2"}, "ended", false},
	} {
		mark, steps, heard := storyOf(t, c.lines)
		if mark != "~ lost-update ben" || strings.Contains(heard, clock) != c.own {
			t.Errorf("%s: %s %s", c.name, mark, heard)
		}
		stepsAre(t, c.name, steps, c.steps, c.never)
	}
}

// The service knows nothing of an agreement (`lock ... covers`): whoever holds the lease that guards the thing, its
// sender, whose work it was or a third, stands in the story of what was lost.
func TestWhoHoldsALeaseByAgreementStandsInTheStory(t *testing.T) {
	const (
		head = "writer cy \"Cy\"\nseed: create-container wiki\nseed: put-blob wiki/f v0\nseed: put-blob wiki/l x\n" +
			"lock blob wiki/l covers blob wiki/f\nann: get-blob wiki/f\nben: get-blob wiki/f\n"
		both  = "ben: put-blob wiki/f ben\nann: put-blob wiki/f ann\n"
		takes = ": acquire-blob-lease wiki/l duration=60 as l\n"
		by    = "; by agreement it guards wiki/f."
	)
	for _, c := range []struct {
		name, lines, step, never string
	}{
		{"its sender", head + "ann" + takes + both, "Ana took the lease of wiki/l" + " with #6" + by, ""},
		{"whose work it was", head + "ben" + takes + both, "Ben took the lease of wiki/l" + " with #6" + by, ""},
		{"a third", head + "cy" + takes + both, "Cy took the lease of wiki/l" + " with #6" + by, ""},
		{"nobody", head + both, "Ben saved v2", "agreement"},
		{"given back before", head + "cy" + takes + "cy: release-blob-lease wiki/l lease=$l.lease\n" + both,
			"Ben saved v2", "agreement"},
	} {
		mark, steps, _ := storyOf(t, c.lines)
		if mark != "~ lost-update ben" {
			t.Errorf("%s: %s", c.name, mark)
		}
		stepsAre(t, c.name, steps, []string{c.step}, c.never)
	}
	_, steps, _ := storyOf(t, head+"ann: acquire-blob-lease wiki/l duration=15\nclock +20s\nben"+takes+both)
	stepsAre(t, "its sender's is over", steps, []string{"Ana took the lease of wiki/l at 00:00.0" + by,
		"ended at 00:15.0", "Ben took the lease of wiki/l at 00:20.0.", "Ben saved v2"}, "")
}

// An open says what it did to the file (engine/share/rules.md, "Open by disposition"): whoever made it has not only
// opened it.
func TestAnOpenIsToldByWhatItDid(t *testing.T) {
	const file = "seed: create-share s\nseed: create-file s/f size=4\n"
	for name, row := range map[string][2]string{
		"made": {"seed: create-share s\nann: smb-create s/f access=RW disposition=CREATE\n",
			"Ana created and opened s/f"},
		"emptied": {file + "ann: smb-create s/f access=RW disposition=OVERWRITE\n", "Ana emptied and opened s/f"},
		"replaced": {file + "ann: smb-create s/f access=RWD disposition=SUPERSEDE\n",
			"Ana replaced and opened s/f"},
		"opened": {file + "ann: smb-create s/f access=RW disposition=OPEN_IF\n", "Ana opened s/f"},
	} {
		_, steps, _ := storyOf(t, row[0]+"ben: get-file s/f\n")
		stepsAre(t, name, steps, []string{row[1]}, "")
	}
}

// A scene may call a lease by a name of its own, and the answers give its id: a card has one name for it, that of the
// answers.
func TestACardHasOneNameForALease(t *testing.T) {
	tag := regexp.MustCompile(`(?:Lease|Source-Lease) (\S*[^.\s])\.?\s?.*?(\.\.[0-9a-f]{4}) was sent`)
	for _, lines := range []string{
		"seed: create-container cont\nseed: put-blob cont/b 0\nann: acquire-blob-lease cont/b duration=60\n" +
			"ben: put-blob cont/b x lease=guid:A\n",
		"seed: create-share sh\nann: acquire-share-lease sh duration=60 id=guid:A\nben: delete-share sh lease=guid:B\n",
		"seed: create-container cont\nann: acquire-container-lease cont duration=60\n" +
			"ben: delete-container cont lease=guid:B\n",
	} {
		r, last := run(t, lines)
		told := fmt.Sprint(conflict.Story(r.Timeline.World(), last).Steps)
		if found := tag.FindStringSubmatch(told); found == nil || found[1] != found[2] {
			t.Errorf("%s%q: %s", lines, found, told)
		}
	}
}

// A renewal that was refused is no delete that was: the message was not hidden for longer, and its worker had heard so
// before it worked (engine/queue/rules.md, "Pop receipts": R2, R3).
func TestWorkBehindARefusedRenewal(t *testing.T) {
	const jobs = "seed: create-queue jobs\nseed: put-message jobs x\n" +
		"ann: get-messages jobs visibilitytimeout=30 as g\n" +
		"clock +15s\nann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30 as u\nclock +15s\n"
	const both = "ann: does $g.0\nben: does $h.0\n"
	const came = "clock +20s\nben: get-messages jobs as h\n"
	for _, c := range []struct{ name, lines, want, never string }{
		{"a renewal", jobs + "ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30\n" + came + both,
			"which was to hide it for longer, was refused.|so the message was not hidden for longer.|" +
				"The message was visible again at 00:45.|That #5 was refused Ana had heard before the work.",
			"so the message stayed"},
		{"a delete", jobs + "ann: delete-message $g.0 popreceipt=$g.0.receipt does=none\n" + came + both,
			"the message stayed, which a 404 does not say.|so the message stayed.", "hide it for longer"},
		{"a giving back", jobs + "ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=0\n" +
			"ann: delete-message $g.0 popreceipt=$g.0.receipt does=none\n" + came + both,
			"the message stayed, which a 404 does not say.|so the message stayed.", "for longer"},
	} {
		last, told, steps := lastStory(t, c.lines)
		said := told.First + "\n" + told.Heard + "\n" + steps
		if last.Kind != engine.DoneTwice || c.never != "" && strings.Contains(said, c.never) {
			t.Errorf("%s: %s: %s", c.name, last.Kind, said)
		}
		for _, want := range strings.Split(c.want, "|") {
			if !strings.Contains(said, want) {
				t.Errorf("%s: %q is missing: %s", c.name, want, said)
			}
		}
	}
	_, last := run(t, jobs+"ann: delete-message $g.0 popreceipt=$g.0.receipt\n")
	if law := last.Cause.Rule.Means; !strings.Contains(law, "has to be the newest of the message") {
		t.Errorf("the rule of an old receipt is %q", law) // the message is there
	}
}

// A story is read at any later moment, and what has ended by then does not hold: the time of a lease, one that was
// given back, the name of what was deleted (lease and queue: rules.md, how long they last).
func TestWhatIsOverIsToldAsPast(t *testing.T) {
	const blob = "seed: create-container cont\nseed: put-blob cont/b 1\n" +
		"ann: acquire-blob-lease cont/b duration=15 as l\n" +
		"ben: put-blob cont/b 2\n"
	const queue = "seed: create-queue jobs\nann: delete-queue jobs\nben: put-message jobs hi\n"
	for _, row := range []struct{ lines, told string }{
		{blob, "It holds until 00:15.0."},
		{blob + "clock +20s\n", "It was to hold until 00:15.0."},
		{blob + "ann: release-blob-lease cont/b lease=$l.lease\n", "It was to hold until 00:15.0."},
		{strings.ReplaceAll(blob, "=15", "=-1"), "It does not end by itself."},
		{strings.ReplaceAll(blob, "=15", "=-1") + "ann: release-blob-lease cont/b lease=$l.lease\n",
			"It did not end by itself."},
		{queue, "That lasts until 00:40.0."},
		{queue + "clock +41s\n", "That was to last until 00:40.0."},
		{"seed: create-share s\nseed: create-file s/f size=4\nann: acquire-file-lease s/f duration=-1\n" +
			"ben: rename-file s/g source=s/f\nann: break-file-lease s/f\n", "It did not end by itself."},
	} {
		r, last := run(t, row.lines)
		steps := conflict.Story(r.Timeline.World(), last).Steps
		if said := steps[len(steps)-1].Text; !strings.HasSuffix(said, row.told) {
			t.Errorf("%s%s: %q\nwant %q", row.lines, last, said, row.told)
		}
	}
}

// What ended a lease and who took it since stand in the order of events, and a lease that was broken is none any more
// (engine/lease/rules.md, the states of a lease).
func TestTheEndsOfALeaseStandInTheirOrder(t *testing.T) {
	r, last := run(t, "seed: create-container cont\nseed: put-blob cont/b 1\n"+
		"ann: acquire-blob-lease cont/b duration=15 as l\nclock +16s\nben: acquire-blob-lease cont/b duration=60\n"+
		"ben: break-blob-lease cont/b period=0\nann: release-blob-lease cont/b lease=$l.lease\n")
	told := conflict.Story(r.Timeline.World(), last)
	took, broke := strings.Index(told.First, "Ben took the lease"), strings.Index(told.First, "Ben broke the lease")
	said := told.Steps[len(told.Steps)-1].Text
	if took < 0 || broke < took || !strings.Contains(said, "the last lease had been") {
		t.Errorf("%s: %s\n%s", last, told.First, said)
	}
}

// A policy that counts with what it granted before is active; what it was set to since is not (engine/blob/rules.md,
// R39, mirror).
func TestWhatIsNotActiveYetIsWhatThePolicyWasSetTo(t *testing.T) {
	const lines = "seed: create-container con\nseed: put-blob con/b one\nann: set-container-acl con policy.rd=r\n" +
		"clock +31s\nben: get-blob con/b under=rd\nann: set-container-acl con policy.rd=rw\n" +
		"ben: put-blob con/b two under=rd\n"
	r, last := run(t, lines)
	steps := conflict.Story(r.Timeline.World(), last).Steps
	said := steps[len(steps)-1].Text
	if !strings.Contains(said, "Access policy rd, as it was set (rw), was not active yet.") {
		t.Error(said)
	}
}

// An id that no lease of the thing ever had would have been refused in any state of the lease (engine/lease/rules.md,
// "States and actions"; engine/blob/rules.md, "Using a blob while leased", another id): where none stands that is
// nobody's trouble, however the last one ended; where one stands, that is in the way, and the id is told as what it is.
func TestAnIDThatNoLeaseHadIsNobodysTrouble(t *testing.T) {
	const (
		blob  = "seed: create-container hub\nseed: put-blob hub/p v1\n"
		takes = blob + "ann: acquire-blob-lease hub/p duration=15 as l\n"
		wrong = "ben: put-blob hub/p v2 lease=guid:B\n"
		file  = "seed: create-share s\nseed: create-file s/f 4\nann: acquire-file-lease s/f duration=-1 as l\n"
		never = "No lease of hub/p ever had the id "
	)
	for name, c := range map[string]struct{ lines, mark, first string }{
		"none": {blob + wrong, "! - ben", never},
		"one that was given back": {takes + "ann: release-blob-lease hub/p lease=$l.lease\n" + wrong, "! - ben",
			never},
		"one that ended":      {takes + "clock +16s\n" + wrong, "! - ben", never},
		"one that was broken": {takes + "ann: break-blob-lease hub/p period=0\n" + wrong, "! - ben", never},
		"one that stands":     {takes + wrong, "! leased ben", never},
		"one that is being broken": {takes + "ann: break-blob-lease hub/p period=10\n" + wrong, "! leased ben",
			never},
		"a release": {takes + "clock +16s\nben: release-blob-lease hub/p lease=guid:B\n", "! - ben", never},
		"a change":  {takes + "clock +16s\nben: change-blob-lease hub/p lease=guid:B id=guid:C\n", "! - ben", never},
		"of another": {takes + "seed: put-blob hub/q v1\nann: put-blob hub/q v2 lease=$l.lease\n", "! - ann",
			"of hub/q"},
		"a container": {"seed: create-container hub\nann: acquire-container-lease hub duration=15 as l\n" +
			"ann: release-container-lease hub lease=$l.lease\nben: delete-container hub lease=guid:B\n", "! - ben",
			"No lease of hub ever had"},
		"a file": {file + "ann: release-file-lease s/f lease=$l.lease\n" +
			"ben: put-range s/f BBBB range=0-3 lease=guid:B\n", "! - ben", "No lease of s/f ever had"},
		"a source": {file + "ann: rename-file s/g source=s/f source-lease=guid:B\n", "! leased ann",
			"No lease of s/f ever had"},

		"an id that was read elsewhere": {takes + "ann: release-blob-lease hub/p lease=$l.lease as r\n" +
			"tell ben $l.lease\nben: put-blob hub/p v2 lease=$l.lease\n", "! lease-over ben", ""},
		"an id that was given up for another": {takes + "ann: change-blob-lease hub/p lease=$l.lease id=guid:C as m\n" +
			"ann: put-blob hub/p v2 lease=$l.lease\n", "! lease-over ann", ""},
	} {
		r, last := run(t, c.lines)
		first := conflict.Story(r.Timeline.World(), last).First
		if last.String() != c.mark || strings.Contains(first, "ever had the id") != (c.first != "") ||
			!strings.Contains(first, c.first) {
			t.Errorf("%s: %s %s", name, last, first)
		}
	}
}
