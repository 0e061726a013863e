package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// EXEC does nothing where a watched key was touched since WATCH, by whomever (engine/tair/rules.md, "Values"), and a
// tag is over with one's own write as well: the cause and the advice name oneself, and nobody to settle it with.
func TestWhatOneMovedOneselfIsToldAsThat(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: SET k 1\nann: WATCH k\nann: GET k\n"
		exec  = "ann: MULTI\nann: SET k 3\nann: EXEC\n"
		blob  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container own\nseed: put-blob own/x one\n"
		read  = blob + "ann: get-blob own/x as g\n"
		sends = "ann: put-blob own/x three if-match=$g.etag from=g\n"
		line  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: EXSET e 1\nann: EXGET e\nann: EXSET e 2\n"
	)
	own := read + "ann: put-blob own/x two from=g\n"
	staged := read + "ann: put-block own/x two block=aaaa\nben: put-blob own/x b\n"
	const met = "What it met is Ana's own #"
	advisesBehind(t, []advised{
		{"between WATCH and EXEC", who + "ann: SET k 2\n" + exec, engine.StaleWrite, "",
			met + "4: EXEC asks that nobody touched the key since WATCH", "somebody else"},
		{"which a read without a WATCH before it does not mend", who + "ann: SET k 2\n" + exec + "ann: GET k\n",
			engine.StaleWrite, "", "WATCH, then read again, then send MULTI", "has read it"},
		{"its expiry", who + "ann: EXPIRE k 60\n" + exec, engine.StaleWrite, "",
			"WATCH, then read again, then send MULTI", "Under a WATCH"},
		{"and another's behind it", who + "ann: SET k 2\nben: SET k 9\n" + exec, engine.StaleWrite, "",
			"WATCH and read again", "own #4"},
		{"the text", own + sends, engine.StaleWrite, "", met + "4, whose answer said the newer tag.", "somebody else"},
		{"which another replaced since", own + sends + "ben: put-blob own/x x from=none\n", engine.StaleWrite, "read",
			"Read again", "own #4"},
		{"what nobody told it", read + "ann: send put-blob own/x two from=g as p\ndeliver p\nlose p\n" + sends,
			engine.StaleWrite, "read", "Ana's own #4 had no answer, and this refusal does not say whose work it " +
				"met. Read " +
				"what is there", "both changed"},
		{"a delete", own + "ann: delete-blob own/x if-match=$g.etag\n", engine.StaleWrite, "read",
			met + "4. Read again. See whether", "change"},
		{"a version", line + "ann: EXSET e 3 VER 1\n", engine.StaleWrite, "read", met + "3. Read again",
			"somebody else"},
	})
	for lines, want := range map[string]string{
		who + "ann: SET k 2\n" + exec: "Ana set k to 2. That was Ana's own #4. Ana's request",
		own + sends:                   "Ana saved v2. That was Ana's own #4. Ana's request",
		own + "ben: put-blob own/x b from=none\n" + sends: "Ana saved v2. Ben saved v3. Ana's request",
		staged + sends: "Ana read v1. Ben saved v2. Ana's request",
	} {
		v := roomtest.AtEnd(t, lines)
		list := v.Troubles()
		told := conflict.Story(v.Clone(), list[len(list)-1].Finding).First
		if plain := noNumbers(told); !strings.Contains(plain, want) {
			t.Errorf("%s: %q, want %q", lines, plain, want)
		}
	}
}

// noNumbers is a story without the numbers of requests and the moments that stand behind what was done.
func noNumbers(told string) string {
	var kept []string
	words := strings.Fields(told)
	for i := 0; i < len(words); i++ {
		if (words[i] == "with" || words[i] == "at") && i+1 < len(words) && strings.ContainsAny(words[i+1], "#:") {
			if i++; strings.HasSuffix(words[i], ".") {
				kept[len(kept)-1] += "."
			}
			continue
		}
		kept = append(kept, words[i])
	}
	return strings.Join(kept, " ")
}
