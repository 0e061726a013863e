package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// Nothing is left to read or to take back of a delete that was done twice: what others had made under the name since is
// gone, and they are told, of all that lay inside too.
func TestWhoLostWhatToASecondDeleteIsTold(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cyd\"\nseed: create-container con\n" +
		"seed: put-blob con/a v0\nseed: SET k v\n"
	for _, c := range []struct{ name, lines, want string }{
		{"a container, with what was put into it", who + "ann: send delete-container con as d\ndeliver d\nlose d\n" +
			"clock +35s\nben: create-container con\nben: put-blob con/x bens\ncy: put-blob con/y cyds\n" +
			"ann: delete-container con again=d\n",
			"#4 had deleted what was meant: #8 took what was made under the name since. Tell Ben, whose con (#5) and " +
				"con/x (#6) went with it: whether that is made again is for Ben to say. Tell Cyd, whose con/y (#7)"},
		{"a blob", who + "ann: send delete-blob con/a as d\ndeliver d\nlose d\nben: put-blob con/a b\n" +
			"ann: delete-blob con/a again=d\n", "Tell Ben, whose con/a (#5) went with it"},
		{"a key", who + "ann: send DEL k as d\ndeliver d\nlose d\nben: SET k w\nann: DEL k again=d\n",
			"Tell Ben, whose k (#5) went with it"},
		{"what was brought back", who + softDelete + "ann: send delete-blob con/a as d\ndeliver d\nlose d\n" +
			"ben: undelete-blob con/a\nann: delete-blob con/a again=d\n", "#5 had deleted what was meant: #7 took " +
			"what was brought back since. Tell Ben, whose #6 had brought it back"},
	} {
		card, found := cardAtEnd(t, c.lines, engine.DoneTwice)
		if !found || card.Action != "" || !strings.Contains(card.Say, c.want) ||
			strings.Contains(card.Say, "own work") {
			t.Errorf("%s: %v %q %s", c.name, found, card.Action, card.Say)
		}
	}
}

// To remove what lies in a thing is not to remove it (engine/bucket/rules.md, "DeleteObjects", "DeleteBucket";
// engine/queue/rules.md, "Clear Messages", "Delete Queue"): the delete that was refused is still to be sent.
func TestWhatIsEmptiedIsNotDeleted(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter cy \"Cy\"\n"
		lake = who + "seed: create-bucket lake\nann: put-object lake/a x\ncy: delete-bucket lake\n" +
			"cy: delete-objects lake [a]\n"
		key  = who + "seed: SET k 1\ncy: GET k\ncy: send DEL k as d\nlose d\n"
		jobs = who + "seed: create-queue jobs\nann: put-message jobs x\ncy: send delete-queue jobs as d\nlose d\n"
	)
	for _, c := range []struct {
		name, lines string
		kind        engine.Trouble
		done        bool
		want        string
	}{
		{"a bucket", lake, engine.AlreadyThere, false, "What stood in the way is over: send the same again."},
		{"and deleted", lake + "cy: delete-bucket lake\n", engine.AlreadyThere, true, ""},
		{"a queue", jobs + "cy: clear-messages jobs\n", engine.NoAnswer, false, ""},
		{"and a queue deleted", jobs + "cy: delete-queue jobs\n", engine.NoAnswer, true, ""},
		{"a key by another word", key + "cy: GETDEL k\n", engine.NoAnswer, true, ""},
	} {
		card, found := cardAtEnd(t, c.lines, c.kind)
		if !found || strings.Contains(card.Say, "Nothing is left to send") != c.done ||
			!strings.Contains(card.Say, c.want) {
			t.Errorf("%s: %v %q", c.name, found, card.Say)
		}
	}
}

// Each thing that went is named once, with all that was done to it, the oldest first.
func TestWhatWentWithASecondDeleteIsNamedOnce(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share sha\nseed: create-file sha/f 4\n" +
		"ann: send delete-file sha/f as d\ndeliver d\nlose d\nben: create-file sha/f 4\n" +
		"ben: put-range sha/f BBBB range=0-3\nann: delete-file sha/f again=d\n"
	saysAtEnd(t, lines, engine.DoneTwice, "Tell Ben, whose sha/f (#4 and #5) went with it", "")
}
