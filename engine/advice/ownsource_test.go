package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// The lease of what is moved is named apart from that of its new name (engine/share/rules.md, "Lease File"): who sent
// its own id as the other's is told where it belongs, and nothing is to be put into what moves.
func TestTheLeaseOfASourceIsNamed(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share docs\nseed: create-file docs/g 4\n" +
		"seed: create-file docs/f 4\nann: acquire-file-lease docs/g duration=-1 as l\n" +
		"ann: rename-file docs/f source=docs/g lease=$l.lease replace=true\n"
	advises(t, []advised{
		{"over another", lines, engine.IsLeased, "lease",
			"Send it with the lease's current id, as source-lease.", "put the change into it"},
		{"under a new name", strings.Replace(lines, "docs/f source", "docs/k source", 1), engine.IsLeased, "lease",
			"Send it with the lease's current id, as source-lease.", ""},
	})
}
