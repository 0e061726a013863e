package view_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
)

// Each writer stands beside the one state that it was shown last, also of what has no versions, and where the state is
// that nothing was there (engine/conflict/rules.md, "Words": there and gone are two states). Of a key without versions
// its coming and going are listed, and not each text.
func TestAStateIsKnownToWhoWasShownItLast(t *testing.T) {
	const (
		who = "writer ann\nwriter ben\n"
		row = who + "seed: create-table tab\nann: insert-entity tab/p/r .n=1\nben: get-entity tab/p/r as b\n" +
			"ann: delete-entity tab/p/r if-match=*\n"
		key = who + "ann: SET k one\nben: GET k as b\nann: DEL k\n"
	)
	for _, c := range []struct{ lines, object, want string }{
		{row, "entity tab/p/r", "gone ann, v1 ben"},
		{row + "ben: get-entity tab/p/r\n", "entity tab/p/r", "gone ann ben, v1"},
		{row + "ann: insert-entity tab/p/r .n=1\nben: delete-entity tab/p/r if-match=* from=b\n", "entity tab/p/r",
			"gone ben, v2 ann, gone, v1"},
		{key, "key k", "gone ann"},
		{key + "ben: SET k two from=b\n", "key k", "two ben, gone ann"},
		{key + "ben: SET k two from=b\nann: GET k\nben: SET k three\n", "key k", "two ann, gone"},
	} {
		v := roomtest.AtEnd(t, c.lines)
		kind, name, _ := strings.Cut(c.object, " ")
		var list []string
		for _, n := range v.Truth(engine.ObjectID{Kind: kind, Name: name}).Versions {
			state := n.Body
			switch {
			case n.Gone:
				state = "gone"
			case n.Number != "":
				state = "v" + n.Number
			}
			list = append(list, strings.Join(append([]string{state}, n.BaseOf...), " "))
		}
		if got := strings.Join(list, ", "); got != c.want {
			t.Errorf("%s: %s, want %s", c.lines, got, c.want)
		}
	}
}
