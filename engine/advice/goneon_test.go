package advice_test

import (
	"testing"

	"interleave/engine"
)

// Who took a lease anew, read what another had written meanwhile and went on has nothing of that left to read.
func TestWhoHasReadAndGoneOnIsNotToReadOnceMore(t *testing.T) {
	const (
		locked = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/l one\n" +
			"seed: put-blob wiki/b one\nlock blob wiki/l covers blob wiki/b\n" +
			"ann: acquire-blob-lease wiki/l duration=15 as a\nclock +20s\nben: acquire-blob-lease wiki/l duration=15 " +
			"as b\nben: put-blob wiki/b two\nann: renew-blob-lease wiki/l lease=$a.lease\n" +
			"ben: release-blob-lease wiki/l lease=$b.lease\nann: acquire-blob-lease wiki/l duration=15 as n\n"
		read = "ann: get-blob wiki/b\n"
		left = "read wiki/b, which Ben changed meanwhile"
	)
	advisesBehind(t, []advised{
		{"nothing read", locked, engine.IsLeased, "read", left, ""},
		{"read", locked + read, engine.IsLeased, "", "Ana holds it again", left},
		{"gone on", locked + read + "ann: put-blob wiki/b three\n", engine.IsLeased, "", "Ana holds it again", left},
	})
}
