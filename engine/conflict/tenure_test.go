package conflict_test

import (
	"strconv"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/scenario"
)

// brought is a lease of Ben's that ended at 00:15.0 and that Ana brought back with #4 at 00:16.0, by its id: until
// 00:31.0.
const brought = "writer cat \"Cat\"\nseed: create-container hub\nseed: put-blob hub/p -\n" +
	"ben: acquire-blob-lease hub/p duration=15 id=guid:A\nclock 00:16.0\nann: renew-blob-lease hub/p lease=guid:A\n"

// The referee's rules, "Period of a lease" and "Sentences and advice come from the cause": each sentence names the
// lease of who held it then, from when, and what ended that one; the story has the end and the beginning of each.
func TestAStoryNamesThePeriodsOfALease(t *testing.T) {
	const took = "Ana took the lease by a renewal at 00:16.0, under the id of Ben's, which was over."
	bens := []string{"Ben took the lease at 00:00.0.", "Ben's lease (15 s from 00:00.0) ended at 00:15.0."}
	for name, c := range map[string]struct {
		lines, mark, first string
		steps              []string
	}{
		"the first holder renews behind that": {"ben: renew-blob-lease hub/p lease=guid:A\n", "~ borrowed-lease ann",
			"Ben's lease (15 s from 00:00.0) ended at 00:15.0. #5 went by Ana's lease", append(bens, took)},
		"it ends that": {"ben: release-blob-lease hub/p lease=guid:A\nann: put-blob hub/p a lease=guid:A\n",
			"! lease-over ann", "Ben released Ana's lease at 00:16.0. Ben's #3 had taken an earlier one under the " +
				"same id",
			append(bens, took, "Ben released Ana's lease at 00:16.0.")},
		"that ends by itself": {"clock 00:32.0\nben: put-blob hub/p b\nann: put-blob hub/p a lease=guid:A\n",
			"! lease-over ann", "Ana's lease (15 s from 00:16.0) ended at 00:31.0. Ana's request was refused",
			append(bens, took, "Ana's lease (15 s from 00:16.0) ended at 00:31.0.", "Ben saved v2 at 00:32.0.")},
		"its holder gives it back": {"ann: release-blob-lease hub/p lease=guid:A\nben: put-blob hub/p b lease=guid:A\n",
			"! lease-over ben", "Ben's lease (15 s from 00:00.0) ended at 00:15.0. " + took,
			append(bens, took, "Ana gave the lease back at 00:16.0.")},
		"its holder changes the id": {"ann: change-blob-lease hub/p lease=guid:A id=guid:B\n" +
			"ben: put-blob hub/p b lease=guid:A\n", "! leased ben",
			"Ben's lease (15 s from 00:00.0) ended at 00:15.0. ",
			append(bens, took, "Ana changed the lease's id at 00:16.0.")},
		"its holder goes on from what it read": {"ann: get-blob hub/p\nclock 00:32.0\ncat: put-blob hub/p c\n" +
			"ann: put-blob hub/p a\n", "~ stale-holder cat", "Ana's lease (15 s from 00:16.0) ended at 00:31.0. Cat's",
			append(bens, took, "Ana read v1 at 00:16.0.", "Ana's lease (15 s from 00:16.0) ended at 00:31.0.")},
		"the first holder ends that of a third": {"clock 00:32.0\ncat: renew-blob-lease hub/p lease=guid:A\n" +
			"ben: release-blob-lease hub/p lease=guid:A\n", "~ borrowed-lease cat",
			"Ben's lease (15 s from 00:00.0) ended at 00:15.0. #6 went by Cat's lease",
			append(bens, took, "Ana's lease (15 s from 00:16.0) ended at 00:31.0.",
				"Cat took the lease by a renewal at 00:32.0, under the id of Ana's, which was over.")},
		"the first holder brings it back again": {"clock 00:32.0\nben: renew-blob-lease hub/p lease=guid:A\n" +
			"ann: put-blob hub/p a lease=guid:A\n", "~ borrowed-lease ben",
			"Ana's lease (15 s from 00:16.0) ended at 00:31.0. #6 went by Ben's lease",
			append(bens, took, "Ana's lease (15 s from 00:16.0) ended at 00:31.0.",
				"Ben took the lease by a renewal at 00:32.0, under the id of Ana's, which was over.")},
	} {
		r, last := run(t, brought+c.lines)
		told := conflict.Story(r.Timeline.World(), last)
		texts := ""
		for _, s := range told.Steps {
			texts += s.Text + "\n"
		}
		if last.String() != c.mark || !strings.HasPrefix(told.First, c.first) ||
			!strings.HasPrefix(texts, strings.Join(c.steps, "\n")) {
			t.Errorf("%s: %s\n%s\n%s", name, last, told.First, texts)
		}
	}
	r, last := run(t, brought+"ann: get-blob hub/p\nclock 00:32.0\ncat: put-blob hub/p c\nann: put-blob hub/p a\n")
	if told := conflict.Story(r.Timeline.World(), last); !strings.Contains(told.Heard, "Ana's own clock said") {
		t.Error(told.Heard)
	}
	r, last = run(t, strings.Replace(brought, "id=guid:A\nclock", "id=guid:A as l\ntell ann $l.lease\nclock", 1)+
		"ben: put-blob hub/p b lease=guid:A\n")
	if told := conflict.Story(r.Timeline.World(), last); !strings.Contains(told.Steps[2].Text,
		"Ben had told Ana the id of the lease.") {
		t.Errorf("%+v", told.Steps)
	}
}

// The clock may have ended the lease of one as that of another is over by the clock too: each end is told.
func TestTwoEndsByTheClockAreTwoCauses(t *testing.T) {
	r, last := run(t, "seed: create-container hub\nben: acquire-container-lease hub duration=15 id=guid:A\n"+
		"clock 00:16.0\nann: renew-container-lease hub lease=guid:A\nclock 00:32.0\n"+
		"ben: delete-container hub lease=guid:A\n")
	told := conflict.Story(r.Timeline.World(), last)
	if len(told.Steps) < 4 || told.Steps[1].Text != "Ben's lease (15 s from 00:00.0) ended at 00:15.0." ||
		told.Steps[3].Text != "The lease of hub ended by itself at 00:31.0." {
		t.Errorf("%+v", told.Steps)
	}
}

// Who writes by an id under which its own lease was over, while another's stood, had borrowed that: who held it then
// and writes over it is in the right.
func TestWhoBroughtALeaseBackIsInTheRight(t *testing.T) {
	r, last := run(t, brought+"ann: put-blob hub/p a lease=guid:A\nben: put-blob hub/p b lease=guid:A from=none\n"+
		"ann: put-blob hub/p a2 lease=guid:A\n")
	w := r.Timeline.World()
	if told := conflict.Story(w, last); last.Kind != engine.LostUpdate || !conflict.ByRightfulHolder(w, last) ||
		!strings.Contains(told.First, "which was not Ben's (#6). Ana's #7 went under Ana's own lease.") {
		t.Errorf("%s %s", last, told.First)
	}
}

// The referee's rules, "Period of a lease": who brings a lease back that two had held under one id has it alone.
func TestALeaseOfTwoThatWasBroughtBackIsOfOne(t *testing.T) {
	_, last := run(t, "seed: create-container hub\nseed: put-blob hub/p -\n"+
		"ann: acquire-blob-lease hub/p duration=15 id=guid:A\nben: acquire-blob-lease hub/p duration=15 id=guid:A\n"+
		"clock 00:16.0\nben: renew-blob-lease hub/p lease=guid:A\nann: put-blob hub/p a lease=guid:A\n")
	if last.String() != "~ borrowed-lease ben" || last.Request != 6 {
		t.Error(last, last.Request)
	}
}

// What brought a lease back is told beside the cards as what it was: a renewal of what had ended, whoever had it, and
// nothing of a lease that stands.
func TestWhoRevivedALeaseIsNamed(t *testing.T) {
	for lines, want := range map[string]string{
		"": "4: Ben's lease (15 s from 00:00.0) ended at 00:15.0. Ana's #4 renewed it under ..81eb, an id that Ben " +
			"goes by too, and the service brought it back: it was Ana's from then on.",
		"ben: renew-blob-lease hub/p lease=guid:A\n": "4: Ben's lease (15 s from 00:00.0) ended at 00:15.0. Ana's #4",
		"clock 00:32.0\nben: renew-blob-lease hub/p lease=guid:A\n": "4: Ben's; " +
			"5: Ana's lease (15 s from 00:16.0) ended at 00:31.0. Ben's #5 renewed it",
		"clock 00:32.0\nann: renew-blob-lease hub/p lease=guid:A\n": "4: Ben's; " +
			"5: Ana's lease (15 s from 00:16.0) ended at 00:31.0. Ana's #5 renewed it",
	} {
		r, _ := run(t, brought+lines)
		said := revived(r)
		for _, part := range strings.Split(want, "; ") {
			number, text, _ := strings.Cut(part, ": ")
			if !strings.HasPrefix(said[number], text) {
				t.Errorf("%q: %q", lines, said)
			}
			delete(said, number)
		}
		if len(said) > 0 {
			t.Errorf("%q: %q", lines, said)
		}
	}
}

// revived is what is told of renewals that brought a lease back under an id of two, by their numbers.
func revived(r scenario.Result) map[string]string {
	said := map[string]string{}
	for _, o := range r.Outcomes {
		for _, e := range o.Events {
			if text := conflict.Revived(r.Timeline.World(), e); text != "" {
				said[strconv.Itoa(e.Request)] = text
			}
		}
	}
	return said
}

// The referee's rules, "Borrowed lease": a renewal that brings back another's lease which had ended, by an id that its
// sender had only read, borrows that, once, where it happens; who was given the id goes by its own behind that, and its
// card says where the other had read it. Who was told the id, or had proposed it itself, borrows nothing.
func TestARenewalByAnIDThatWasOnlyReadBorrowsIt(t *testing.T) {
	const (
		id    = "11111111-1111-1111-1111-111111111111"
		start = "seed: create-container hub\nann: put-blob hub/p \"id " + id + "\"\n"
		takes = start + "ann: acquire-blob-lease hub/p duration=15 id=" + id + " as l\n"
		read  = "ben: get-blob hub/p\n"
		back  = "clock 00:16.0\nben: renew-blob-lease hub/p lease=" + id + "\n"
		his   = "ben: put-blob hub/p ben lease=" + id + "\n"
		hers  = "ann: put-blob hub/p ann lease=$l.lease\n"
	)
	for name, c := range map[string]struct{ lines, marks, first, step string }{
		"the renewal": {takes + read + back, "~ borrowed-lease ann", "Ana's lease (15 s from 00:00.0) ended at " +
			"00:15.0. Ben's #5 brought it back by its id, which Ana had not handed over", "Ben read the id in #4"},
		"what it writes then": {takes + read + back + his, "~ borrowed-lease ann", "", ""},
		"the holder of the id behind it": {takes + read + back + his + hers, "~ borrowed-lease ann, ~ stale-holder ben",
			"", "Ben read the id in #4: GET hub/p."},
		"one that was told the id": {takes + read + "tell ben $l.lease\n" + back, "", "", ""},
		"one that had proposed it": {start + read + "ben: acquire-blob-lease hub/p duration=15 id=" + id + "\n" +
			"clock +16s\nann: acquire-blob-lease hub/p duration=15 id=" + id + " as l\nclock +16s\n" +
			"ben: renew-blob-lease hub/p lease=" + id + "\n", "", "", ""},
		"one that had read it nowhere": {takes + back, "", "", ""},
	} {
		r, last := run(t, c.lines)
		var marks []string
		for _, o := range r.Outcomes {
			for _, list := range o.Marks {
				for _, m := range list {
					marks = append(marks, m.String())
				}
			}
		}
		if got := strings.Join(marks, ", "); got != c.marks {
			t.Errorf("%s: %s, want %s", name, got, c.marks)
			continue
		}
		if c.step == "" {
			continue
		}
		told, steps := conflict.Story(r.Timeline.World(), last), ""
		for _, s := range told.Steps {
			steps += s.Text + "\n"
		}
		if !strings.HasPrefix(told.First, c.first) || !strings.Contains(steps, c.step) {
			t.Errorf("%s: %s\n%s", name, told.First, steps)
		}
	}
}
