package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

const (
	twoOfLake = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\nseed: put-object lake/b v0\n" +
		"seed: put-object lake/c v0\nann: get-object lake/b as r\n"
	noDeletes = `ben: put-bucket-policy lake "{\"Version\":\"2012-10-17\",\"Statement\":[{` +
		`\"Effect\":\"Deny\",\"Principal\":\"*\",\"Action\":\"s3:DeleteObject\",\"Resource\":\"arn:aws:s3:::lake/*\"}]}"` + "\n"
)

// A key of DeleteObjects is refused inside an answer of 200, each by itself: what is advised goes by that key and by
// what it met, as if it had been deleted alone (engine/bucket/rules.md, "DeleteObjects"; engine/conflict/rules.md,
// "Several objects in one request").
func TestAKeyAmongSeveralIsAdvisedByItself(t *testing.T) {
	const stale = twoOfLake + "ben: put-object lake/b v1\nann: delete-objects lake [b if-match=$r.etag]\n"
	for name, c := range map[string]struct {
		lines   string
		kind    engine.Trouble
		says    string
		never   string
		actions bool
	}{
		"a policy that stands": {twoOfLake + noDeletes + "ann: delete-objects lake [b; c]\n", engine.ByPolicy,
			"The policy as Ben set it denies it, whatever else is allowed. Ask Ben whether it may be done",
			"there again", false},
		"a policy that is over": {twoOfLake + noDeletes + "ann: delete-objects lake [b]\n" +
			"ben: delete-bucket-policy lake\n", engine.ByPolicy, "there again", "Ask Ben", true},
		"gone since": {stale + "ben: delete-object lake/b\n", engine.StaleWrite, "nothing is left to delete",
			"new tag", false},
		"gone since, of one deleted alone": {twoOfLake + "ben: put-object lake/b v1\nann: delete-object lake/b " +
			"if-match=$r.etag\nben: delete-object lake/b\n", engine.StaleWrite, "nothing is left to delete", "new tag",
			false},
		"another key is none of its own": {stale + "ann: delete-objects lake [c]\n", engine.StaleWrite,
			"delete it with the new tag", "gone through", true},
		"refused once more": {stale + "ann: delete-objects lake [c; b if-match=$r.etag]\n", engine.StaleWrite,
			"delete it with the new tag", "gone through", true},
		"deleted since": {stale + "ann: get-object lake/b as s\nann: delete-objects lake [c; b if-match=$s.etag]\n",
			engine.StaleWrite, "has gone through since", "new tag", false},
	} {
		v := roomtest.AtEnd(t, c.lines)
		var first *conflict.Finding
		for _, f := range v.Troubles() {
			if f.Kind == c.kind && first == nil {
				first = &f.Finding
			}
		}
		if first == nil {
			t.Error(name, "no mark")
			continue
		}
		card := advice.For(v, *first)
		if !strings.Contains(card.Say, c.says) || strings.Contains(card.Say, c.never) ||
			card.Action != "" != c.actions {
			t.Errorf("%s: %q %q", name, card.Say, card.Action)
		}
	}
}
