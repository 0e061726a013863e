package conflict_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/enginetest"
)

// The cause that the documents would name stands in the first sentence. Each row was told otherwise once: as the
// refused writer's own earlier try, as overwriting, without whose lease it was or which request did it first.
func TestTheFirstSentenceNamesTheCause(t *testing.T) {
	rows := []struct {
		race string
		kind engine.Trouble
		says string
	}{
		{"blob/r27-", engine.StaleWrite,
			"while Ana's copy was under way. The service gave up the copy, which left wiki/dst empty"},
		{"blob/r09-", engine.IsLeased, "'s lease (15 s from "},
		{"blob/r09-", engine.StaleHolder, "ended at 00:15.0. Ben took the lease at 00:16.0. Ben's v2"},
		{"blob/r09-", engine.StaleHolder, ", whose lease was over."},
		{"blob/r15-", engine.IsGone, "Ana saved v1 with #7. That threw away what Ben had staged."},
		{"bucket/r17-", engine.DoneTwice, "#4 was done: Ana saved v2; its answer was lost. Ben saved v3 with #"},
		{"queue/q09-", engine.DoneTwice, "#2 was done: Pia put a message into jobs"},
		{"blob/r14-", engine.OwnEcho, "own first try, #3. It was done and its answer was lost."},
		{"blob/r39-", engine.Unfinished, "Ana set wiki's access policies at 00:30.0."},
		{"blob/r38-", engine.StaleWrite, "Ben set wiki's metadata at 00:02.0."},
		{"blob/r13-", engine.LeaseOver, "changed the id of the lease"},
		{"blob/r33-", engine.LostUpdate, " was deleted by "},
		{"blob/r18-", engine.IsGone, "That threw away what Ana had staged."},
		{"blob/r16-", engine.MixedContent, "'s block 0001, which "},
		{"blob/r21-", engine.DoneTwice, "its answer was lost, and #"},
		{"blob/extra-snapshots-", engine.AlreadyThere, "asked to delete wiki/home.md, which is refused while it has"},
		{"blob/extra-a-borrowed-lease", engine.BorrowedLease, "which Ana held and had not handed over"},
		{"bucket/extra-delete-several", engine.StaleWrite, "my-bucket/b was left as it is"},
		{"bucket/r27-", engine.AlreadyThere, "which is refused while it holds anything"},
		{"queue/q02-", engine.OldReceipt, "it sent the receipt of #"},
		{"queue/q11-", engine.IsGone, " cleared jobs"},
		{"table/t06-", engine.LostUpdate, "delete of"},
		{"tair/r07-", engine.LostUpdate, "delete of d was undone by"},
		{"tair/r08-", engine.LostUpdate, "d had expired, as "},
		{"share/extra-a-lease-goes-", engine.LeaseOver, "'s lease went with s/f, which "},
		{"blob/r22-", engine.LostUpdate, "later page 0 was overwritten by the older #"},                         // R22
		{"bucket/r05-", engine.TwoAtOnce, "stood undecided at the service. Ana's #5 was there too"},             // S5
		{"bucket/r10-", engine.TwoAtOnce, "Ben saved v3 with #9. Ana's upload had been under way since #4."},    // S10
		{"bucket/r11-", engine.TwoAtOnce, "Ana's upload had been under way since #"},                            // S11
		{"bucket/r18-", engine.ShadowedWrite, "Ana's upload had begun before that, and so it counts as older."}, // S18
		{"share/f08-", engine.SharedFile, "Ben closed s/f with #7: #5 had asked for it to be deleted then."},    // D19
		{"share/extra-delete-on-close-", engine.LostUpdate, " deleted by Ana"},
	}
	steps := []struct {
		race string
		kind engine.Trouble
		says string
	}{
		{"blob/r09-", engine.IsLeased, "Ana's lease (15 s from 00:00.0) ended at 00:15.0."},
		{"queue/q02-", engine.OldReceipt, "Until 00:10.0 nobody could receive the message, and only Ana's receipt " +
			"could delete it."},
		{"queue/q11-", engine.IsGone, "Ana found nothing at jobs \"m\" at 00:06.0."},
		{"blob/r39-", engine.Unfinished, "policy Q, as it was set (r), was not active yet. That lasts until 01:00.0."},
		{"share/f14-", engine.IsGone, "Cy closed s/f by force"},
		{"bucket/r10-", engine.TwoAtOnce, "Ben saved v3 with #9."},
		{"blob/r33-", engine.StaleWrite, "Ana saved v1 with #2."},
	}
	told, stood := make([][]string, len(rows)), make([][]string, len(steps))
	eachRace(t, func(j judged) {
		for _, m := range slices.Concat(j.marks...) {
			story := conflict.Story(j.after, m)
			checkSteps(t, j, m, story)
			for i, row := range steps {
				if strings.HasPrefix(j.from, row.race) && m.Kind == row.kind {
					for _, s := range story.Steps {
						stood[i] = append(stood[i], s.Text)
					}
				}
			}
			for i, row := range rows {
				if strings.HasPrefix(j.from, row.race) && m.Kind == row.kind {
					told[i] = append(told[i], story.First)
				}
			}
		}
	})
	for i, row := range rows {
		if !slices.ContainsFunc(told[i], func(first string) bool { return strings.Contains(first, row.says) }) {
			t.Errorf("%s %s: none says %q:\n%s", row.race, row.kind, row.says, strings.Join(told[i], "\n"))
		}
	}
	for i, row := range steps {
		if !slices.ContainsFunc(stood[i], func(text string) bool { return strings.Contains(text, row.says) }) {
			t.Errorf("%s %s: no step says %q:\n%s", row.race, row.kind, row.says, strings.Join(stood[i], "\n"))
		}
	}
}

// idle is what was said of R22, S5, S10 and S11: they wanted what they found. odd is what is no English, what only the
// machine counts, a name that nobody has, and a verb of contents for what has none.
var (
	idle = regexp.MustCompile(`\bconflict is |\bIf-\S+ \S+ was named, and it no longer holds`)
	odd  = regexp.MustCompile(`\b(tags|properties|policies|headers|bytes) was\b|\(set by |\bseed's\b|\bthe start's v|` +
		`\bwrote \w+'s handle|\bchanged it\b|\bmarked it\b|\(\)|\.\.oken\b|\(event \d|\bIt is the \d+|` +
		`\bsaved (as )?v\d+ of \S+'s |\bJobs\b|\bread v\d+ [^.]*\b404\b`)
	zero = regexp.MustCompile(`\bat 00:00\.0\b`)
)

// checkSteps looks for a step that says nothing or what did not happen, for an event that is told twice, and for times
// where no time has passed.
func checkSteps(t *testing.T, j judged, m conflict.Finding, story conflict.Narrative) {
	t.Helper()
	last := conflict.Step{}
	for _, s := range append([]conflict.Step{{Text: story.First}, {Text: story.Heard}}, story.Steps...) {
		own := enginetest.Ours(m.Cause, s.Text)
		if idle.MatchString(own) || odd.MatchString(own) || j.after.Now() == 0 && zero.MatchString(own) {
			t.Errorf("%s, %s: %q", j.from, m, s.Text)
		}
		if s.Event != 0 && s.Event == last.Event && s.Text == last.Text {
			t.Errorf("%s, %s: %q is told twice", j.from, m, s.Text)
		}
		last = s
	}
}

// A refusal by a container's lease is told with the page on containers, one by a blob's with that on blobs
// (engine/blob/rules.md, "Using a blob while leased" and "Using a container while leased").
func TestARefusalByALeaseHasItsOwnPage(t *testing.T) {
	const start = "seed: create-container con\nseed: put-blob con/x 1\n"
	for lines, page := range map[string]string{
		"ann: acquire-container-lease con duration=15\nben: delete-container con\n": "on containers",
		"ann: acquire-container-lease con duration=15 as l\nclock +16s\n" +
			"ann: delete-container con lease=$l.lease\n": "on containers",
		"ann: acquire-blob-lease con/x duration=15\nben: delete-blob con/x\n": "on blobs",
		"ann: acquire-blob-lease con/x duration=15 as l\nclock +16s\n" +
			"ann: delete-blob con/x lease=$l.lease\n": "on blobs",
	} {
		_, last := run(t, start+lines)
		if last.Cause == nil || !strings.Contains(last.Cause.Rule.Source.Section, page) {
			t.Errorf("%s: %s", lines, last)
		}
	}
}

// That a container exists already is the page on making one (Azure REST, "Create Container", Remarks), not the one on
// deleting it.
func TestAnExistingContainerNamesThePageOfItsMaking(t *testing.T) {
	r, last := run(t, "ben: create-container docs\nann: create-container docs\n")
	if told := conflict.Story(r.Timeline.World(), last); !strings.Contains(told.Rule.Document, `"Create Container"`) {
		t.Error(told.Rule.Document)
	}
}

// What no version ever was would have been refused at any time: who changed the object is no cause of that. Where it
// may have stood, or a writer's answer gave it, the change is the cause.
func TestWhatNeverStoodNamesNoWriterAsTheCause(t *testing.T) {
	const (
		key   = "seed: EXSET k v\nben: EXSET k w\n"
		lake  = "seed: create-bucket lake\nben: put-object lake/k v1 as p\n"
		wiki  = "seed: create-container wiki\nben: put-blob wiki/a v1 as p\n"
		stock = "seed: create-table stock\nben: insert-entity stock/p/r .a=1 as p\n"
	)
	for _, row := range []struct{ lines, never string }{
		{key + "ann: EXSET k x VER 99\n", "No version of k was ever 99."},
		{key + "ann: EXCAS k x 0\n", "No version of k was ever 0."},
		{key + "ann: MULTI\nann: EXSET k x VER 99\nann: EXEC\n", "No version of k was ever 99."},
		{lake + "ann: put-object lake/k x if-match=wrong\n", `No version of lake/k ever had the ETag "wrong".`},
		{lake + "ann: copy-object lake/k source=lake/k source-if-match=wrong\n",
			`No version of its source ever had the ETag "wrong".`},
		{wiki + "ann: put-blob wiki/a x if-match=x\n", `No version of wiki/a ever had the ETag "x".`},
		{stock + "ann: update-entity stock/p/r .a=2 if-match=\"W/\\\"old\\\"\"\n",
			`No version of stock/p/r ever had the ETag W/"old".`},

		{key + "ann: EXSET k x VER 1\n", ""},
		{key + "ben: EXSETVER k 99\nben: EXSETVER k 7\nann: EXSET k x VER 99\n", ""},
		{key + "ben: EXSET k x ABS 99\nben: EXSETVER k 7\nann: EXCAS k x 98\n", ""},
		{key + "ben: EVAL \"return redis.call('EXSETVER', KEYS[1], 7)\" 1 k\nann: EXSET k x VER 99\n", ""},
		{lake + "ben: put-object lake/k v2\ntell ann $p.etag\nann: put-object lake/k x if-match=$p.etag\n", ""},
		{wiki + "ben: put-blob wiki/a v2\ntell ann $p.etag\nann: put-blob wiki/a x if-match=$p.etag\n", ""},
		{stock + "ben: update-entity stock/p/r .a=3 if-match=*\ntell ann $p.etag\nann: update-entity stock/p/r .a=2 " +
			"if-match=$p.etag\n", ""},
	} {
		r, last := run(t, row.lines)
		told := conflict.Story(r.Timeline.World(), last)
		if last.Kind != engine.StaleWrite || strings.HasPrefix(told.First, "No version of") != (row.never != "") {
			t.Errorf("%s%s: %s", row.lines, last, told.First)
		}
		blames := false
		for _, s := range told.Steps {
			blames = blames || strings.HasPrefix(s.Text, "Ben ")
		}
		if !strings.HasPrefix(told.First, row.never) || blames != (row.never == "") {
			t.Errorf("%s%s: %s %v", row.lines, last, told.First, told.Steps)
		}
	}
}

// A program's library sends a tag as the text that it was answered: one that stood is known by that text too, and who
// has changed the object since is the cause.
func TestATagThatIsSentAsTextHasStood(t *testing.T) {
	for _, row := range []struct{ lines, write string }{
		{"seed: create-container wiki\nben: put-blob wiki/a v1 as p\nben: put-blob wiki/a v2\n", "put-blob wiki/a x"},
		{"seed: create-table stock\nben: insert-entity stock/p/r .a=1 as p\nben: update-entity stock/p/r .a=3 " +
			"if-match=*\n",
			"update-entity stock/p/r .a=2"},
		{"seed: create-bucket lake\nben: put-object lake/k v1 as p\nben: put-object lake/k v2\n",
			"put-object lake/k x"},
	} {
		before, _ := run(t, row.lines+"ann: "+row.write+" if-match=wrong\n")
		tag := before.Timeline.World().Named("p").Answer.Field("etag").String()
		r, last := run(t, row.lines+"ann: "+row.write+" if-match="+strconv.Quote(tag)+"\n")
		first := conflict.Story(r.Timeline.World(), last).First
		if last.Kind != engine.StaleWrite || strings.HasPrefix(first, "No version of") {
			t.Errorf("%s with %s: %s %s", row.write, tag, last, first)
		}
	}
}
