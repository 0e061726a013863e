package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// storyOf is the story of the last finding of a race: its steps in their order, and what its sender can know.
func storyOf(t *testing.T, lines string) (mark, steps, heard string) {
	t.Helper()
	r, last := run(t, lines)
	told := conflict.Story(r.Timeline.World(), last)
	for _, s := range told.Steps {
		steps += s.Text + "\n"
	}
	return last.String(), steps, told.Heard
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
