package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// What is moved away and back in one request stands there as it did: nothing was replaced, and the work in it is that
// of who wrote it (rules.md, "By part"). WATCH finds it touched all the same, as Redis does.
func TestThereAndBackChangesNothing(t *testing.T) {
	exec := func(who string, lines ...string) string {
		return who + ": MULTI\n" + who + ": " + strings.Join(lines, "\n"+who+": ") + "\n" + who + ": EXEC\n"
	}
	const lost = "seed: SET a 1\nann: GET a\nben: SET a 2\n"
	const script = "redis.call('RENAME', KEYS[1], KEYS[2]) return redis.call('RENAME', KEYS[2], KEYS[1])"
	const rests = "seed: SET a 1\nben: GET a\nann: SET a 2\n"
	for _, c := range []struct{ lines, mark, first string }{
		{lost + exec("ann", "RENAME a b", "RENAME b a"), "", ""},
		{lost + exec("ann", "RENAME a b", "RENAME b c", "RENAME c a"), "", ""},
		{lost + exec("ann", "MOVE a 1", "SELECT 1", "MOVE a 0", "SELECT 0"), "", ""},
		{lost + "ann: EVAL \"" + script + "\" 2 a b\n", "", ""},
		{lost + exec("ann", "RENAME a b"), "~ lost-update ben", "Ben's value 2 of a was moved to b by Ana."},
		{lost + exec("ann", "RENAME a b", "APPEND b x", "RENAME b a"), "~ lost-update ben", ""},
		{lost + exec("ann", "RENAME a b", "EXPIRE b 9", "RENAME b a"), "", ""},
		// What was over the other name is gone for all that.
		{"seed: SET a 1\nseed: SET b 1\nann: MGET a b\nben: SET b 2\n" + exec("ann", "RENAME a b", "RENAME b a"),
			"~ lost-update ben", "Ben's value 2 of b was deleted by Ana."},
		// The work is whose it was, and nobody made or deleted anything.
		{rests + exec("ben", "RENAME a b", "RENAME b a") + "ben: SET a 5\n", "~ lost-update ann",
			"Ana's value 2 was overwritten by Ben."},
		{"seed: SET a 1\nben: GET a\n" + exec("ann", "RENAME a b", "RENAME b a") + "ben: SET a 5\n", "", ""},
		{"seed: SET a 1\nben: GET b\n" + exec("ann", "RENAME a b", "RENAME b c", "RENAME c a") + "ben: SET b 5\n", "",
			""},
		{"seed: SET a 1\n" + exec("ann", "RENAME a b", "RENAME b a") + "ben: SET b 5 XX\n", "! - ben", ""},
		{"seed: SET a 1\nben: WATCH a\n" + exec("ann", "RENAME a b", "RENAME b a") + exec("ben", "SET a 5"),
			"! stale-write ben", "Ana touched a and left it as it was in a transaction with #6. Ben's"},
	} {
		r, last := run(t, c.lines)
		mark := ""
		if last.Severity != 0 {
			mark = last.String()
		}
		if mark != c.mark {
			t.Errorf("%s%q, want %q", c.lines, mark, c.mark)
		} else if mark == "" {
			continue
		} else if told := conflict.Story(r.Timeline.World(), last); !strings.HasPrefix(told.First, c.first) {
			t.Errorf("%s%q, want %q", c.lines, told.First, c.first)
		}
	}
}
