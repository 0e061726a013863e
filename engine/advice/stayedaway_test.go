package advice_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// What another has taken away beside a text, and what is not sent again, nobody brings back and nobody loses
// (engine/conflict/rules.md, "Words", Mark: an action's work is what it makes different).
func TestARemovalThatStaysIsNotUndone(t *testing.T) {
	const (
		object = who + "seed: create-bucket buck\nseed: put-object buck/k test tag.a=1\nann: get-object buck/k\n" +
			"ben: delete-object-tagging buck/k\n"
		bare = who + "seed: create-bucket buck\nseed: put-object buck/k test\nann: get-object buck/k\n" +
			"ben: delete-object-tagging buck/k\n"
		blob = who + "seed: create-container www\nseed: put-blob www/k test tag.a=1\nann: get-blob www/k\n" +
			"ben: set-blob-tags www/k\n"
		file = who + "seed: create-share sh\nseed: create-file sh/f size=4 meta.a=1\nann: get-file sh/f\n" +
			"ben: set-file-metadata sh/f\n"
	)
	for name, c := range map[string]struct {
		lines string
		lost  bool
	}{
		"tags, and a text over them":         {object + "ann: put-object buck/k ten\n", false},
		"tags, and others over them":         {object + "ann: put-object buck/k ten tag.a=1\n", true},
		"no tags, and a text":                {bare + "ann: put-object buck/k ten\n", false},
		"tags, and the delete of the object": {object + "ann: delete-object buck/k\n", false},
		"tags of a blob, and a text":         {blob + "ann: put-blob www/k ten\n", false},
		"tags of a blob, and others":         {blob + "ann: put-blob www/k ten tag.a=1\n", true},
		"metadata, and the file made anew":   {file + "ann: create-file sh/f size=4\n", false},
		"metadata, and other metadata":       {file + "ann: create-file sh/f size=4 meta.a=1\n", true},
	} {
		lost := false
		for _, tr := range roomtest.AtEnd(t, c.lines).Troubles() {
			lost = lost || tr.Severity == engine.SeveritySilent
		}
		if lost != c.lost {
			t.Errorf("%s: a mark says that something was lost: %v, want %v", name, lost, c.lost)
		}
	}
}

// A card that has read what is there and kept the text in its writer's editor merges with what the request was made
// from, and not with what was read since: that would put the one over the other.
func TestAKeptTextIsMergedWithWhatItWasMadeFrom(t *testing.T) {
	r := roomtest.Of(t, "typed.race", who+"seed: create-bucket buck\nseed: put-object buck/k v0\n"+
		"ben: get-object buck/k\nann: put-object buck/k ann's\nben: head-object buck/k\nben: put-object buck/k ben's "+
		"if-match=\"\\\"6654c734ccab8f440ff0825eb443dc7f\\\"\"\n")
	roomtest.PlayOn(t, r)
	c := r.View().Troubles()[len(r.View().Troubles())-1].Finding
	for range 3 {
		_, _ = r.Recommend(c) // the second time nothing is left but for a person
	}
	if text := conflict.TextIn(r.View().Clone().Object(c.Object)); text != "ann's" {
		t.Errorf("what stands there is %q, Ana's text is gone", text)
	}
}
