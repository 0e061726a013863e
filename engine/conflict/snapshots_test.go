package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// A snapshot is a thing of its own: who deletes one leaves the blob (engine/blob/rules.md, "What each operation
// accepts", Delete Blob), and whose it was is who took it, not who wrote the text.
func TestASnapshotIsToldAsOne(t *testing.T) {
	const head = "seed: create-container wiki\nseed: put-blob wiki/b 1\nann: snapshot-blob wiki/b as s\n" +
		"tell ben $s.snapshot\n"
	const gone = head + "ben: delete-blob wiki/b snapshot=$s.snapshot\n"
	for _, row := range []struct{ lines, first, sent, said string }{
		{gone + "ann: delete-blob wiki/b snapshot=$s.snapshot\n", "Ben deleted the snapshot of wiki/b (#3)",
			"DELETE wiki/b, its snapshot of v1 by #3", "wiki/b had no snapshot "},
		{gone + "ann: copy-blob wiki/c source=wiki/b source-snapshot=$s.snapshot\n",
			"Ben deleted the snapshot of wiki/b (#3)", "from wiki/b, its snapshot of v1 by #3",
			"wiki/b had no snapshot "},
		{head + "ben: delete-blob wiki/b snapshots=include\nann: delete-blob wiki/b if-match=*\n",
			"Ben deleted wiki/b with #4",
			"DELETE wiki/b", ""},
		{head + "ben: delete-blob wiki/b snapshots=only\nann: delete-blob wiki/b snapshot=$s.snapshot\n",
			"Ben deleted the snapshots of wiki/b with #4", "its snapshot of v1 by #3", "wiki/b had no snapshot "},
	} {
		r, last := run(t, row.lines)
		told := conflict.Story(r.Timeline.World(), last)
		steps := ""
		for _, s := range told.Steps {
			steps += s.Text + " "
		}
		if last.Kind != engine.IsGone || !strings.Contains(told.First, row.first) ||
			!strings.Contains(steps, row.sent) || !strings.Contains(steps, row.said) {
			t.Errorf("%s%s: %s %s", row.lines, last, told.First, steps)
		}
	}
	const removed = "202 Accepted, removed Ana's snapshot unread"
	for _, row := range []struct{ delete, asked string }{
		{"snapshot=$s.snapshot", "DELETE wiki/b, its snapshot of v1 by #3"},
		{"snapshots=include", "DELETE wiki/b, with its snapshots"},
		{"snapshots=only", "DELETE wiki/b, its snapshots alone"},
	} {
		r, _ := run(t, head+"ben: delete-blob wiki/b "+row.delete+"\n")
		log := ""
		for _, o := range r.Outcomes {
			for _, e := range o.Events {
				log += conflict.Tell(r.Timeline.World(), e).What + "\n"
			}
		}
		if !strings.Contains(log, row.asked+"\n") || !strings.Contains(log, removed+"\n") {
			t.Errorf("%s: %s", row.delete, log)
		}
	}
}

// So is one of a share (engine/share/rules.md, "State"): who deletes it, alone or with the share, takes away what
// another took, unless it has read it.
func TestASnapshotOfAShareIsSomebodys(t *testing.T) {
	const head = "seed: create-share sh\nseed: create-file sh/f 2\nann: snapshot-share sh as s\ntell ben $s.snapshot\n"
	for _, row := range []struct {
		lines string
		told  bool
	}{
		{head + "ben: delete-share sh snapshot=$s.snapshot\n", true},
		{head + "ben: delete-share sh snapshots=include\n", true},
		{head + "ben: list-shares include=snapshots\nben: delete-share sh snapshots=include\n", true},
		{head + "ben: get-file sh/f snapshot=$s.snapshot\nben: delete-share sh snapshot=$s.snapshot\n", false},
		{head + "ben: list-directories-and-files sh snapshot=$s.snapshot\n" +
			"ben: delete-share sh snapshots=include\n", false},
		{head + "ben: get-share-properties sh snapshot=$s.snapshot\nben: delete-share sh snapshots=include\n", false},
		{head + "ann: delete-share sh snapshots=include\n", false},
	} {
		r, _ := run(t, row.lines)
		log := ""
		for _, o := range r.Outcomes {
			for _, e := range o.Events {
				log += conflict.Tell(r.Timeline.World(), e).What + "\n"
			}
		}
		if strings.Contains(log, "202 Accepted, removed Ana's snapshot unread\n") != row.told {
			t.Errorf("%s: %s", row.lines, log)
		}
	}
}
