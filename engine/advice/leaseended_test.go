package advice_test

import (
	"testing"

	"interleave/engine"
)

// A break ends the lease of whoever holds it (engine/blob/rules.md, "Leases"): where that which may have been the own
// has been broken since, one more break would end another's.
func TestALeaseThatIsOverIsNotToBeBroken(t *testing.T) {
	const (
		lost = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/b one\n" +
			"ann: send acquire-blob-lease wiki/b duration=-1 as l\ndeliver l\nlose l\n"
		broken = "ann: break-blob-lease wiki/b\n"
	)
	advisesBehind(t, []advised{
		{"stands", lost, engine.NoAnswer, "", "break it; otherwise settle first who is working", "is over since"},
		{"broken", lost + broken, engine.NoAnswer, "retry",
			"that is over since Ana's #4 (break-blob-lease). No lease stands there now.", "break it"},
		{"another's stands", lost + broken + "ben: acquire-blob-lease wiki/b duration=-1\n", engine.NoAnswer, "",
			"The lease that stands now is Ben's: a break would end that one.", "break it"},
	})
}
