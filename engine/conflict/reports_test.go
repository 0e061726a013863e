package conflict_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine/conflict"
	"interleave/engine/scenario"
)

// What the people of public reports would have to be told: who can know, where an id came from, why a lease could not
// be renewed.
func TestStoriesOfTheReports(t *testing.T) {
	const (
		borrowed = "seed: create-container wiki\nseed: put-blob wiki/a v1\nann: acquire-blob-lease wiki/a " +
			"duration=60 id=guid:A " +
			"as l\nann: put-blob wiki/a guid:A lease=$l.lease\nben: get-blob wiki/a as g\nben: put-blob wiki/a x lease=guid:A\n"
		short = "seed: create-container wiki\nseed: put-blob wiki/a v1\nann: acquire-blob-lease wiki/a duration=15 " +
			"as l\n" +
			"clock +16s\nben: acquire-blob-lease wiki/a duration=15 as m\nben: release-blob-lease wiki/a " +
			"lease=$m.lease\n" +
			"ann: renew-blob-lease wiki/a lease=$l.lease\n"
		jobs = "seed: create-queue jobs\nseed: put-message jobs hello\nann: get-messages jobs visibilitytimeout=30 " +
			"as g\n" +
			"ann: does $g.0\nann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30 as u\n" +
			"ann: delete-message $g.0 popreceipt=$g.0.receipt does=none\nclock +31s\nben: get-messages jobs as h\n" +
			"ben: does $h.0\n"
	)
	for _, row := range []struct{ lines, says, never string }{
		{borrowed, "Ana cannot know.", "Ben cannot know."},
		{borrowed, "Ben read the id in #5", ""},
		{borrowed + "ann: put-blob wiki/a y lease=$l.lease from=l\n", "it had been sent under the id of Ana's lease",
			""},
		{jobs, "Ana's #5 was refused: its receipt no longer counted, so the message stayed.", ""},
		{jobs, "to Ben the dequeue count, 2, says", "Neither"},
		{short, "Ben took the lease", ""},
	} {
		r, last := run(t, row.lines)
		said(t, r, last, row.lines, row.says, row.never)
	}
}

func said(t *testing.T, r scenario.Result, last conflict.Finding, lines, says, never string) {
	t.Helper()
	told := conflict.Story(r.Timeline.World(), last)
	all := []string{told.First, told.Heard}
	for _, s := range told.Steps {
		all = append(all, s.Text)
	}
	if !slices.ContainsFunc(all, func(text string) bool { return strings.Contains(text, says) }) ||
		never != "" && slices.ContainsFunc(all, func(text string) bool { return strings.Contains(text, never) }) {
		t.Errorf("%s%s: %s", lines, last, strings.Join(all, "\n"))
	}
}
