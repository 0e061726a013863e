package advice_test

import (
	"testing"

	"interleave/engine"
)

// A break names no lease (engine/blob/rules.md; engine/share/rules.md): sent again it ends whichever stands by then.
func TestARetriedBreakMayEndAnothersLease(t *testing.T) {
	const (
		blob = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cat \"Cat\"\nseed: create-container con\n" +
			"seed: put-blob con/b v0\nann: acquire-blob-lease con/b duration=-1 as a\n" +
			"ben: send break-blob-lease con/b as br\n"
		share = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cat \"Cat\"\nseed: create-share sha\n" +
			"seed: create-file sha/f 5\nann: acquire-file-lease sha/f duration=-1 as a\n" +
			"ben: send break-file-lease sha/f as br\n"
	)
	const tell = "Tell Cat, who may still work under it"
	advisesBehind(t, []advised{
		{"another's", blob + "deliver br\nlose br\ncat: acquire-blob-lease con/b duration=-1 as c\n" +
			"ben: break-blob-lease con/b again=br\n", engine.NoAnswer, "", tell, "Nothing is left to send"},
		{"a file's", share + "deliver br\nlose br\ncat: acquire-file-lease sha/f duration=-1 as c\n" +
			"ben: break-file-lease sha/f again=br\n", engine.NoAnswer, "", tell, "Nothing is left to send"},
		{"what was meant", blob + "lose br\nben: break-blob-lease con/b again=br\n", engine.NoAnswer, "",
			"Nothing is left to send", "Tell"},
	})
}
