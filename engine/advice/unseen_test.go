package advice_test

import (
	"testing"

	"interleave/engine"
)

// An append to a text that was never read may be seen, and not be told from what stood there before; a key that had
// expired is nobody's text that a read has lost (engine/conflict/rules.md, "Sentences and advice come from the cause").
func TestWhatWasNeverReadOrHadEndedIsToldSo(t *testing.T) {
	const who = "writer ana \"Ana\"\nwriter ben \"Ben\"\n"
	for _, c := range []struct {
		lines       string
		kind        engine.Trouble
		want, never string
	}{
		{"seed: SET log a\nana: send APPEND log b as a\ndeliver a\nlose a\n", engine.NoAnswer,
			"it may have stood there before, or be another's", "that tells whether it was done"},
		{"seed: SET log a\nana: GET log\nana: send APPEND log b as a\ndeliver a\nlose a\n", engine.NoAnswer,
			"that tells whether it was done", "stood there before"},
		{"ben: EXSET d v1 PX 30\nana: EXGET d\nclock 00:02.0\nana: EXSET d mine VER 1\n", engine.LostUpdate,
			"brought back what had ended by the expiry that Ben set", "read no longer shows"},
	} {
		saysAtEnd(t, who+c.lines, c.kind, c.want, c.never)
	}
}
