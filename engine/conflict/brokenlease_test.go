package conflict_test

import (
	"slices"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// A delete needs the id of the lease while one is active (engine/blob/rules.md, "What each operation accepts"): that
// another had broken it is a cause of what went, whoever held it, and is told once. What ended before is no cause, nor
// is a break by the holder itself.
func TestABrokenLeaseIsACauseOfADelete(t *testing.T) {
	const (
		cont  = "writer cy \"Cy\"\nseed: create-container con\n"
		held  = cont + "cy: acquire-container-lease con duration=60 as l\n"
		work  = "ann: put-blob con/k x\n"
		torn  = "ben: break-container-lease con period=0\nben: delete-container con\n"
		blob  = cont + "seed: put-blob con/k x\nann: acquire-blob-lease con/k duration=60 as l\n"
		renew = "ann: renew-blob-lease con/k lease=$l.lease\n"
	)
	for _, row := range []struct {
		name, lines string
		kind        engine.Trouble
		first       string
		steps       []string
	}{
		{"renewed when it is gone", blob + "ben: break-blob-lease con/k period=0\nben: delete-blob con/k\n" + renew,
			engine.IsGone, "Ben broke Ana's lease with #4. Ben deleted con/k with #5. Ana's request was refused and " +
				"nothing changed.",
			[]string{"Ana took the lease with #3.", "Ben broke Ana's lease with #4.", "Ben deleted con/k with #5."}},
		{"it had run out", blob + "clock +61s\nben: delete-blob con/k\n" + renew, engine.IsGone,
			"Ana's lease (60 s from 00:00.0) ended at 01:00.0. Ben deleted con/k at 01:01.0. Ana's request was " +
				"refused and nothing changed.",
			[]string{"Ana took the lease at 00:00.0.", "Ana's lease (60 s from 00:00.0) ended at 01:00.0.",
				"Ben deleted con/k at 01:01.0."}},
		{"a write into the container", held + work + torn + work, engine.IsGone,
			"Ben broke Cy's lease of con with #4. Ben deleted con with #5. Ana's request was refused and nothing " +
				"changed.",
			[]string{"Cy took the lease of con with #2.", "Ana saved v1 with #3.",
				"Ben broke Cy's lease of con with #4.", "Ben deleted con with #5."}},
		{"what went with the container", cont + "ben: list-blobs con\ncy: acquire-container-lease con duration=60\n" +
			work + torn, engine.LostUpdate,
			"Ana's v1 of con/k was deleted by Ben. Before that, Ben had broken Cy's lease of con. Nobody was told.",
			[]string{"Ben listed con's blobs and did not find con/k with #2.", "Cy took the lease of con with #3.",
				"Ana saved v1 of con/k with #4.", "Ben broke Cy's lease of con with #5."}},
		{"it would have run out", held + work + "ben: break-container-lease con period=0\nclock +61s\n" +
			"ben: delete-container con\n" + work, engine.IsGone,
			"Ben deleted con at 01:01.0. Ana's request was refused and nothing changed.",
			[]string{"Ana saved v1 at 00:00.0.", "Ben deleted con at 01:01.0."}},
		{"its holder broke it", held + work + "cy: break-container-lease con period=0\nben: delete-container con\n" +
			work, engine.IsGone, "Ben deleted con with #5. Ana's request was refused and nothing changed.",
			[]string{"Ana saved v1 with #3.", "Ben deleted con with #5."}},
	} {
		r, last := run(t, row.lines)
		told := conflict.Story(r.Timeline.World(), last)
		var steps []string
		for _, s := range told.Steps[:len(told.Steps)-2] { // what was sent and answered stands behind
			steps = append(steps, s.Text)
		}
		if last.Kind != row.kind || told.First != row.first || !slices.Equal(steps, row.steps) {
			t.Errorf("%s: %s\n%s\n%q", row.name, last, told.First, steps)
		}
	}
}
