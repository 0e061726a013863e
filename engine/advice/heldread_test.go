package advice_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// What a writer knows is what it has heard (engine/conflict/rules.md, "Words"): a read whose answer came when the write
// was on its way has shown it what that replaced, and is not what the write was made from.
func TestAReadBesideAWriteThatWasHeldIsTold(t *testing.T) {
	const held = "ben: put-blob own/x b\nann: send get-blob own/x as g\ndeliver g\n"
	const goes = "deliver p\nanswer p\n"
	const blob = who + "seed: create-container own\nseed: put-blob own/x one\nann: get-blob own/x\n"
	for lines, want := range map[string]string{
		blob + "ann: send put-blob own/x a as p\nben: put-blob own/x b\nann: get-blob own/x\n" + goes: "#6 has " +
			"shown Ana what #4 replaced, after that had been sent: 200 OK v2",
		blob + held + "lose g\nann: put-blob own/x a\n": "Ana cannot know.",
		blob + held + "ann: put-blob own/x a\nanswer g\n": "#5 has " +
			"shown Ana what #6 replaced",
		who + "seed: SET k 1\nann: GET k\nann: send SET k a as p\nben: SET k b\nann: GET k\n" + goes: "#5 has " +
			"shown Ana what #3 replaced, after that had been sent: b.",
	} {
		v := roomtest.AtEnd(t, lines)
		list := v.Troubles()
		told := conflict.Story(v.Clone(), list[len(list)-1].Finding)
		if !strings.Contains(told.Heard, want) || want != "Ana cannot know." &&
			strings.Contains(told.Heard, "cannot know") {
			t.Errorf("%s%q", lines, told.Heard)
		}
	}
}
