package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
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

// The bytes of a plain string are parts as those of a file are: SETRANGE replaces the ones that it writes over, APPEND
// none, and what stands beside them is whoever's it was (Redis, SETRANGE and APPEND; engine/tair/rules.md, "Plain Redis
// commands"). Empty: no mark.
func TestLostBytesOfAPlainString(t *testing.T) {
	const head = "writer cal \"Cal\"\nseed: SET k AAAABBBB\nann: GET k\n"
	for _, c := range []struct{ name, lines, want string }{
		{"the same bytes", "ben: SETRANGE k 0 bbbb\nann: SETRANGE k 2 aaaa\n",
			"Ben's bytes 2-3 were overwritten by Ana."},
		{"others", "ben: SETRANGE k 4 bbbb\nann: SETRANGE k 0 aaaa\n", ""},
		{"two stretches", "ben: SETRANGE k 0 b\nben: SETRANGE k 4 b\nann: SETRANGE k 0 aaaaaaaa\n",
			"Ben's bytes 0 and 4 were overwritten by Ana."},
		{"the whole was set", "ben: SET k bbbbbbbb\nann: SETRANGE k 4 aa\n",
			"Ben's bytes 4-5 were overwritten by Ana."},
		{"in front of an append", "ben: APPEND k bb\nann: SETRANGE k 0 aa\n", ""},
		{"what was appended", "ben: APPEND k bb\nann: SETRANGE k 8 aa\n", "Ben's bytes 8-9 were overwritten by Ana."},
		{"it only grows", "ben: SET k bb\nann: SETRANGE k 2 aa\n", ""},
		{"read again", "ben: SETRANGE k 0 bbbb\nann: GET k\nann: SETRANGE k 0 aaaa\n", ""},
		{"one's own", "ben: SETRANGE k 4 b\nann: SETRANGE k 0 a\nann: SETRANGE k 0 aa\n", ""},
		{"the seed's", "ann: SETRANGE k 0 aaaa\n", ""},
		{"deleted", "ben: DEL k\nann: SETRANGE k 0 aaaa\n", "Ben's delete of k was undone by Ana."},
		{"deleted and appended to", "ben: DEL k\nann: APPEND k aaaa\n", ""},
		{"the whole", "ben: SETRANGE k 4 b\nann: SET k aaaa\n", "Ben's value was overwritten by Ana."},
		{"the first of two appends", "ben: APPEND k b\ncal: APPEND k c\ncal: GET k\nann: SETRANGE k 8 a\n",
			"Ben's byte 8 was overwritten by Ana."},
		{"by a copy of what it was", "ben: SETRANGE k 4 b\nann: DEL k\n", "Ben's value was deleted by Ana."},
		{"a part that was read", "ann: GETRANGE k 0 3\nben: SETRANGE k 4 b\nann: SETRANGE k 4 a from=none\n", ""},
		{"in a script", "ben: SETRANGE k 0 b\nann: EVAL \"return redis.call('SETRANGE',KEYS[1],0,'a')\" 1 k\n",
			"Ben's value was overwritten by Ana."},
		{"in one that looks", "ben: SETRANGE k 0 b\nann: EVAL \"redis.call('GET',KEYS[1]) " +
			"return redis.call('SETRANGE',KEYS[1],0,'a')\" 1 k\n", ""},
		{"in a transaction", "ben: SETRANGE k 0 b\nann: MULTI\nann: SETRANGE k 0 a\nann: EXEC\n",
			"Ben's value of k was overwritten by Ana."},
	} {
		r, last := run(t, head+c.lines)
		told := ""
		if last.Kind != "" {
			told = conflict.Story(r.Timeline.World(), last).First
		}
		if (told == "") != (c.want == "") || !strings.HasPrefix(told, c.want) {
			t.Errorf("%s: want %q, got %q", c.name, c.want, told)
		}
	}
}

// An answer that goes on where an earlier one ended is torn where another replaced what that one covered
// (engine/conflict/rules.md, "Silent"); what others changed elsewhere in the value tears nothing.
func TestARangeOfAPlainStringIsTorn(t *testing.T) {
	const head = "seed: SET k AAAABBBB\nann: GETRANGE k 0 3\n"
	for lines, torn := range map[string]bool{
		"ben: SET k bbbbbbbb\nann: GETRANGE k 4 7\n":  true,
		"ben: SETRANGE k 0 b\nann: GETRANGE k 4 -1\n": true,
		"ben: SETRANGE k 6 b\nann: GETRANGE k 4 7\n":  false,
		"ben: SETRANGE k 0 b\nann: GETRANGE k 5 7\n":  false,
		"ben: SETRANGE k 0 b\nann: GETRANGE k 0 7\n":  false,
		"ben: APPEND k b\nann: GETRANGE k 4 8\n":      false,
		"ann: SETRANGE k 0 a\nann: GETRANGE k 4 7\n":  false,
	} {
		if _, last := run(t, head+lines); (last.Kind == engine.TornRead) != torn {
			t.Errorf("%s: %s", lines, last)
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
