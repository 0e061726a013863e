package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// Each operation of a group, each key of DeleteObjects, takes an If-Match of its own, and a file a lease
// (engine/table/rules.md, engine/bucket/rules.md, "DeleteObjects", engine/share/rules.md): none is without control.
func TestOneOfSeveralIsNotWithoutControl(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\n"
		rows = "seed: create-table shop\nseed: insert-entity shop/p/a .n=1\nann: get-entity shop/p/a as a\n" +
			"ben: get-entity shop/p/a as b\nann: merge-entity shop/p/a .n=2 if-match=$a.etag\n"
		keys = "seed: create-bucket lake\nseed: put-object lake/k v0\nben: get-object lake/k as b\n" +
			"cy: put-object lake/k c1\n"
		file = "seed: create-share s\nseed: create-file s/a 16\nseed: put-range s/a aaaa range=0-3\n" +
			"ben: get-file s/a\ncy: smb-create s/a access=RW share=RW as o\ncy: smb-write $o.handle CCCC\n" +
			"cy: smb-close $o.handle\nben: put-range s/a BBBB range=0-3\n"
	)
	for name, c := range map[string]struct{ lines, stops string }{
		"an operation of a group": {rows + "ben: entity-group-transaction shop p [update-entity a .n=3 if-match=*]\n",
			"with its entry for shop/p/a. The answer there would be 412."},
		"a key": {keys + "ben: delete-objects lake [k]\n", "with its entry for lake/k. The answer there would be 412."},
		"several keys": {keys + "seed: put-object lake/l v0\nben: get-object lake/l\ncy: put-object lake/l c1\n" +
			"ben: delete-objects lake [k; l]\n",
			"with its entry for lake/k, and their own with the others. The answer there would be 412."},
		"a file that is written through a handle": {file, "A lease taken by Ben before #4: Cy's request would get " +
			"STATUS_SHARING_VIOLATION."},
	} {
		card, found := cardAtEnd(t, head+c.lines, engine.LostUpdate)
		if !found || !strings.Contains(strings.Join(card.Stops, " "), c.stops) ||
			strings.Contains(card.Say, "no control") {
			t.Error(name, found, card.Say, card.Stops)
		}
	}
}

// What a group was refused for is one row, so that is what is read for its new tag; its table shows none.
func TestARefusedGroupReadsTheRow(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table shop\n" +
		"seed: insert-entity shop/p/a .n=1\nseed: insert-entity shop/p/b .n=1\nann: get-entity shop/p/b as b\n" +
		"ben: merge-entity shop/p/b .n=5 if-match=*\n" +
		"ann: entity-group-transaction shop p [merge-entity a .n=2 if-match=*; merge-entity b .n=2 if-match=$b.etag]\n"
	card, _ := cardAtEnd(t, lines, engine.StaleWrite)
	if len(card.Inputs) == 0 || card.Inputs[0].(engine.Send).Verb != "get-entity" ||
		card.Inputs[0].(engine.Send).Args[0].Value.String() != "shop/p/b" {
		t.Error(card.Say, card.Inputs)
	}
}

// A count is approximate and shows no message, and a peek shows none that is hidden (engine/queue/rules.md).
func TestNoReadTellsOfAMessageThatMayHaveBeenAdded(t *testing.T) {
	const lines = "writer ann \"Ana\"\nseed: create-queue jobs\nann: send put-message jobs m as p\ndeliver p\nlose p\n"
	card, _ := cardAtEnd(t, lines, engine.NoAnswer)
	if card.Action != "" || !strings.Contains(card.Say, "No read tells that it was not done") {
		t.Error(card.Action, card.Say)
	}
}

// What a policy lets through stays so when another has written meanwhile, and when it is gone
// (engine/bucket/rules.md, bucket policies).
func TestAPolicyIsTriedAsItStands(t *testing.T) {
	const (
		deny = `"{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Deny\",\"Principal\":\"*\",` +
			`\"Action\":\"s3:PutObject\",\"Resource\":\"arn:aws:s3:::lake/*\",\"Condition\":{\"Null\":` +
			`{\"s3:if-match\":\"true\"},\"Bool\":{\"s3:ObjectCreationOperation\":\"true\"}}}]}"`
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\nseed: create-bucket lake\n" +
			"seed: put-object lake/k v0\nann: get-object lake/k as a\nben: get-object lake/k as b\n" +
			"cy: put-bucket-policy lake " + deny + "\nann: put-object lake/k ann\n" +
			"ben: put-object lake/k ben if-match=$b.etag\n"
	)
	for lines, want := range map[string]string{
		head:                                     "The policy lets it through with If-Match.",
		head + "cy: delete-bucket-policy lake\n": "The permission is there again",
	} {
		saysAtEnd(t, lines, engine.ByPolicy, want, "no header helps")
	}
}
