package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A deleted name is free for anybody (Delete Container, Delete Queue, Delete Share, Delete Table, DeleteObjects in the
// services' rules.md): who heard nothing of a delete and finds the name taken is not told to send it again, and what it
// had not been shown before is not called new.
func TestADeleteThatNobodyHeardOfIsNotSentAgainOverWhatIsThere(t *testing.T) {
	const who, lost = "writer ann \"Ana\"\nwriter ben \"Ben\"\n", " as p\ndeliver p\nlose p\nclock +60s\n"
	for _, c := range []struct{ name, lines string }{
		{"a container", "seed: create-container con\nann: send delete-container con" + lost +
			"ben: create-container con\nben: put-blob con/f text\n"},
		{"a queue", "seed: create-queue con\nann: send delete-queue con" + lost +
			"ben: create-queue con\n"},
		{"a share", "seed: create-share con\nann: send delete-share con" + lost +
			"ben: create-share con\nben: create-file con/f 3\n"},
		{"a table", "seed: create-table ttt\nann: send delete-table ttt" + lost +
			"ben: create-table ttt\nben: insert-entity ttt/p/r .n=1\n"},
		{"two objects", "seed: create-bucket bkt\nseed: put-object bkt/k one\nseed: put-object bkt/l one\n" +
			"ann: send delete-objects bkt [k l]" + lost + "ben: put-object bkt/k two\n"},
		{"two keys", "seed: SET k 1\nseed: SET l 1\nann: send DEL k l" + lost + "ben: SET k 2\n"},
		{"a blob", "seed: create-container con\nseed: put-blob con/k one\nann: send delete-blob con/k" + lost +
			"ben: put-blob con/k two\n"},
		{"an object whose tag repeats", "seed: create-bucket con\nseed: put-object con/k one\n" +
			"ann: get-object con/k as a\nann: send delete-object con/k if-match=$a.etag" + lost +
			"ben: put-object con/k one\n"},
		{"a blob that nobody deleted", "seed: create-container con\nseed: put-blob con/k one\n" +
			"ann: send delete-blob con/k as p\nlose p\n"},
	} {
		card, found := cardAtEnd(t, who+c.lines, engine.NoAnswer)
		read := "ann: get-blob con/k\n"
		for _, in := range card.Inputs {
			if s, ok := in.(engine.Send); ok && card.Action == "read" {
				read = "ann: " + s.Verb + " " + s.Args[0].Value.String() + "\n"
			}
		}
		if c.name != "a blob that nobody deleted" && (!found || card.Action != "read") {
			t.Errorf("%s: %v %q %s", c.name, found, card.Action, card.Say)
		}
		card, found = cardAtEnd(t, who+c.lines+read, engine.NoAnswer)
		if !found || card.Action != "" || !strings.Contains(card.Say, "or has been made again since") {
			t.Errorf("%s, read: %v %q %s", c.name, found, card.Action, card.Say)
		}
	}
}
