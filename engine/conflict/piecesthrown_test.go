package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// A whole put, a delete and a commit throw away all that is staged, also what others staged (engine/blob/rules.md,
// "Block blobs"): who finds others under the same ids, or nothing, is told of that first, and of each piece.
func TestWhoThrewStagedBlocksAwayIsTold(t *testing.T) {
	const (
		own = "seed: create-container wiki\nben: put-block wiki/film b1 block=0001\n" +
			"ben: put-block wiki/film b2 block=0002\n"
		put   = "cyd: put-blob wiki/film Z\n"
		other = "ann: put-block wiki/film a1 block=0001\nann: put-block wiki/film a2 block=0002\n" +
			"ann: put-block-list wiki/film [latest 0001 0002] from=none\n"
		latest = "ben: put-block-list wiki/film [latest 0001 0002] from=none\n"
		staged = "ben: put-block-list wiki/film [uncommitted 0001 0002] from=none\n"
		mine   = "ben: send put-block-list wiki/film [uncommitted 0001 0002] from=none as p\ndeliver p\nlose p\n"
		retry  = "ben: put-block-list wiki/film [uncommitted 0001 0002] from=none again=p\n"
	)
	for _, c := range []struct {
		name, lines, first string
		kind               engine.Trouble
		step, never        string
	}{
		{"by a whole put", own + put + other + latest, "Cyd saved v1 with #4. That threw away what Ben had staged. " +
			"What Ben stored holds Ana's block 0001 and block 0002, which Ben had not read.", engine.MixedContent,
			"Ben staged a block of wiki/film with #2: block 0001.", ""},
		{"and only staged ones are asked for", own + put + other + staged, "Cyd saved v1 with #4. That threw away " +
			"what Ben had staged. Ben's request was refused", engine.IsGone, "Ana saved v2 with #7.", "took the block"},
		{"by a delete", "seed: create-container wiki\nseed: put-blob wiki/film z\nben: put-block wiki/film b1 " +
			"block=0001\ncyd: delete-blob wiki/film\nann: put-block wiki/film a1 block=0001\n" +
			"ben: put-block-list wiki/film [latest 0001] from=none\n",
			"Cyd deleted wiki/film with #4. That threw away what Ben had staged.", engine.MixedContent, "", ""},
		{"another's took its place", own + other + staged, "Ana staged a block of wiki/film with #4. That took the " +
			"place of what Ben had staged.", engine.IsGone, "Ana saved v1 with #6.", "took the block"},
		{"and was taken in", own + other + latest, "What Ben stored holds Ana's block 0001 and block 0002,",
			engine.MixedContent, "in the place of that of #2.", "threw away"},
		{"by who committed it", own + "ann: put-block-list wiki/film [latest 0001] from=none\n" + staged,
			"Ana saved v1 with #4. That took the block that Ben had staged.", engine.IsGone, "", "threw away"},
		{"by one's own unheard commit", own + mine + "cyd: put-blob wiki/film Z from=none\n" + retry,
			"This 400 comes from Ben's own first try, #4.", engine.OwnEcho, "Cyd saved v2 with #5.", "threw away"},
		{"by one's own, looked for everywhere", own + mine + "cyd: put-blob wiki/film Z from=none\n" +
			strings.ReplaceAll(retry, "uncommitted", "latest"), "Ben saved v1 with #4. That took the block that Ben " +
			"had staged.", engine.IsGone, "Cyd saved v2 with #5.", "threw away"},
	} {
		r, last := run(t, "writer cyd \"Cyd\"\n"+c.lines)
		told := conflict.Story(r.Timeline.World(), last)
		said := told.First
		for _, s := range told.Steps {
			said += "\n" + s.Text
		}
		if last.Kind != c.kind || !strings.HasPrefix(told.First, c.first) || !strings.Contains(said, c.step) ||
			c.never != "" && strings.Contains(said, c.never) {
			t.Errorf("%s: %s: %s", c.name, last, said)
		}
	}
}
