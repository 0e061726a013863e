package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// Two who both heeded what they were told worked all the same, because the claim of the one was over when the other's
// was accepted: the story says what ended it, and in the order of events (engine/blob/rules.md, If-None-Match * and
// leases; engine/tair/rules.md, "Commands", NX and EX).
func TestAClaimThatWasOver(t *testing.T) {
	const (
		head  = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: create-container jobs\nseed: put-blob jobs/inv x\n"
		blob  = "put-blob jobs/done x if-none-match=*\n"
		ann   = head + "ann: " + blob
		took  = head + "ann: acquire-blob-lease jobs/inv duration=15\n"
		lock  = "ann: SET lk ann NX\nann: SET x 1\n"
		again = "ben: SET lk ben NX\nben: does job\nann: does job\n"
		takes = "ben: acquire-blob-lease jobs/inv duration=15\nben: does job\nann: does job\n"
	)
	for _, c := range []struct{ name, lines, first, step, say string }{
		{"its maker removed it", ann + "ann: does job\nann: delete-blob jobs/done\nben: " + blob + "ben: does job\n",
			"Both had made jobs/done: Ann's #4 had removed what #3 had made when Ben's #5 was accepted.",
			"Ann removed jobs/done with #4.", "#4 removed the marker of #3: only one that stays keeps others"},
		{"the other removed it", ann + "ben: " + blob + "ben: delete-blob jobs/done\nben: " + blob +
			"ben: does job\nann: does job\n", "Ben's #5 had removed what #3 had made when Ben's #6 was accepted.",
			"Ben removed jobs/done with #5.", "#5 took away the claim of #3: settle with Ann first"},
		{"a key's time was over", head + "ann: SET lk ann NX EX 10\nclock +11s\nben: SET lk ben NX EX 10\n" +
			"ben: does job\nann: does job\n", "what Ann's #3 had made was gone when Ben's #4 was accepted.",
			"lk expired at 00:10.001.", "The claim of #3 was over when #4 was accepted"},
		{"a lease's time was over", took + "clock +16s\n" + takes, "that of Ann's #3 was over when Ben's #4",
			"The lease of jobs/inv ended at 00:15.0.", "The claim of #3 was over when #4 was accepted"},
		{"a lease was broken", strings.Replace(took, "=15", "=-1", 1) +
			"ben: break-blob-lease jobs/inv\n" + takes,
			"Ben's #4 had broken the one of #3 when Ben's #5", "Ben broke the lease of jobs/inv at 00:00.0.",
			"#4 took away the claim of #3"},
		{"one of several keys", head + lock + "ben: DEL x lk\n" + again,
			"Ben's #5 had removed what #3 had made when Ben's #6", "Ben removed lk with #5.",
			"#5 took away the claim of #3: settle with Ann first"},
		{"a transaction", head + lock + "ben: MULTI\nben: DEL lk\nben: EXEC\n" + again,
			"Ben's #7 had removed what #3 had made when Ben's #8", "Ben removed lk with #7.",
			"#7 took away the claim of #3"},
		{"a script", head + lock + "ben: EVAL \"if redis.call('GET', KEYS[1]) then return redis.call('DEL', KEYS[1]) " +
			"end\" 1 lk\n" + again, "Ben's #5 had removed what #3 had made when Ben's #6", "Ben removed lk with #5.",
			"#5 took away the claim of #3"},
		{"a rename", head + lock + "ben: RENAME lk old\n" + again,
			"Ben's #5 had moved away what #3 had made when Ben's #6", "Ben moved lk away with #5.",
			"#5 took away the claim of #3"},
		{"replaced before it was removed", head + lock + "ben: RENAME x lk\nben: DEL lk\n" + again,
			"what Ann's #3 had made was gone when Ben's #7 was accepted.", "Ben made lk with #7",
			"#5 replaced Ann's #3 before."},
		{"another thing was made", ann + "ann: does job\nann: delete-blob jobs/done\n" +
			"ben: put-blob jobs/else x if-none-match=*\nben: does job\n",
			"by Ann and by Ben. Nobody was told.", "", ""},
	} {
		v := roomtest.AtEnd(t, c.lines)
		for _, f := range v.Troubles() {
			if f.Kind != engine.DoneTwice {
				continue
			}
			told, text, last := v.Story(f.Finding), "", 0
			for _, s := range told.Steps {
				text += s.Text + "\n"
				if s.Event < last {
					t.Errorf("%s: out of order: %s", c.name, s.Text)
				}
				last = s.Event
			}
			card := advice.For(v, f.Finding)
			if !strings.Contains(told.First, c.first) || !strings.Contains(text, c.step) ||
				!strings.HasPrefix(card.Say, c.say) || !strings.Contains(card.Say, "Make the work safe to repeat") {
				t.Errorf("%s: %s\n%s%s", c.name, told.First, text, card.Say)
			}
			c.name = ""
		}
		if c.name != "" {
			t.Errorf("%s: no mark", c.name)
		}
	}
}
