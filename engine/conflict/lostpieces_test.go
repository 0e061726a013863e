package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// The byte range is the part (rules.md, "Words"): of what another wrote into a file the bytes that were replaced are
// lost, and the rest of it stands.
func TestLostBytesAreNamed(t *testing.T) {
	const head = "seed: create-share sh\nseed: create-file sh/f 8\n" +
		"seed: put-range sh/f 00000000 range=0-7\nann: get-file sh/f\n"
	for _, c := range []struct{ name, lines, want string }{
		{"some", "ben: put-range sh/f bbbb range=0-3\nann: put-range sh/f aaaa range=2-5\n",
			"Ben's bytes 2-3 were overwritten by Ana."},
		{"one", "ben: put-range sh/f bbbbbb range=0-5\nann: put-range sh/f a range=5-5\n",
			"Ben's byte 5 was overwritten by Ana."},
		{"two stretches", "ben: put-range sh/f bb range=0-1\nben: put-range sh/f bb range=4-5\n" +
			"ann: put-range sh/f aaaaaaaa range=0-7\n",
			"Ben's bytes 0-1 and 4-5 were overwritten by Ana."},
		{"neighbours", "ben: put-range sh/f bb range=0-1\nben: put-range sh/f cc range=2-3\n" +
			"ann: put-range sh/f aaaaaaaa range=0-7\n", "Ben's bytes 0-3 were overwritten by Ana."},
		{"cleared, which writes zeros", "ben: put-range sh/f bbbb range=0-3\n" +
			"ann: put-range sh/f range=2-5 write=clear\n",
			"Ben's bytes 2-3 were overwritten by Ana."},
		{"the whole file", "ben: put-range sh/f bbbb range=0-3\nann: create-file sh/f 8\n",
			"Ben's v3 was overwritten by Ana."},
	} {
		if told := lostOf(t, head+c.lines); !strings.HasPrefix(told.First, c.want) {
			t.Errorf("%s: want %q, got %+v", c.name, c.want, told)
		}
	}
}

// A text that was put there piece by piece is lost as the newest piece left it: of an append blob, whose Put Blob makes
// it empty (engine/blob/rules.md, Append Block), it is not the empty start that another replaces.
func TestTheNewestPieceOfATextIsLost(t *testing.T) {
	const head = "seed: create-container cont\nann: get-blob cont/b\n"
	for _, c := range []struct{ name, lines, want, step string }{
		{"an append", "ben: put-blob cont/b \"\" type=AppendBlob\nben: append-block cont/b order\n" +
			"ann: put-blob cont/b \"\" type=AppendBlob\n", "Ben's v2 was overwritten by Ana.", "Ben saved v2"},
		{"a page", "ben: put-blob cont/b \"\" type=PageBlob size=512\nben: put-page cont/b \"" +
			strings.Repeat("x", 512) + "\" range=0-511\nann: put-blob cont/b \"\" type=PageBlob size=512\n",
			"Ben's v2 was overwritten by Ana.", "Ben saved v2"},
		{"deleted", "ben: put-blob cont/b \"\" type=AppendBlob\nann: get-blob cont/b\n" +
			"ben: append-block cont/b order\nann: delete-blob cont/b\n", "Ben's block 1 was deleted by Ana.",
			"Ben saved v2"},
	} {
		told := lostOf(t, head+c.lines)
		steps := ""
		for _, s := range told.Steps {
			steps += s.Text
		}
		if !strings.HasPrefix(told.First, c.want) || !strings.Contains(steps, c.step) {
			t.Errorf("%s: want %q, got %+v", c.name, c.want, told)
		}
	}
}

// lostOf is the story of the last mark of a scene, which says that an update was lost.
func lostOf(t *testing.T, lines string) conflict.Narrative {
	t.Helper()
	r, last := run(t, lines)
	if last.Kind != "lost-update" {
		t.Fatalf("%q comes of\n%s", last.Kind, lines)
	}
	return conflict.Story(r.Timeline.World(), last)
}
