package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// What carries several requests was refused as a whole: it has gone through since where all that it was to change has
// been changed by its sender, and not where another transaction was carried out.
func TestAGroupThatWasDoneAnewOffersNothing(t *testing.T) {
	const (
		jobs = who + "seed: create-table jobs\nseed: insert-entity jobs/p/a .n=1\nseed: insert-entity jobs/p/b .n=1\n" +
			"ann: get-entity jobs/p/a as a\nben: merge-entity jobs/p/a .n=7\n" +
			"ann: entity-group-transaction jobs p [merge-entity a .n=2 if-match=$a.etag; update-entity b .n=3 " +
			"if-match=*]\nann: get-entity jobs/p/a as n\n"
		keys = who + "seed: SET a 1\nann: WATCH a\nann: GET a\nann: MULTI\nann: SET a 5\nben: SET a 9\nann: EXEC\n"
		left = "has gone through since. Nothing is left to send."
	)
	for _, row := range []struct {
		lines string
		done  bool
	}{
		{jobs + "ann: entity-group-transaction jobs p [merge-entity a .n=8 if-match=$n.etag; update-entity b .n=3 " +
			"if-match=*]\n", true},
		{jobs + "ann: merge-entity jobs/p/a .n=8 if-match=$n.etag\n", false},
		{jobs + "ann: entity-group-transaction jobs p [update-entity b .n=3 if-match=*; insert-entity c]\n", false},
		{keys + "ann: WATCH a\nann: GET a\nann: MULTI\nann: SET a 10\nann: EXEC\n", true},
		{keys + "ann: MULTI\nann: SET b 10\nann: EXEC\n", false},
		{keys + "ann: GET a\nann: SET a 10\n", true},
	} {
		card, found := cardAtEnd(t, row.lines, engine.StaleWrite)
		if !found || strings.Contains(card.Say, left) != row.done || row.done && card.Action != "" {
			t.Errorf("%s%s, done %t", row.lines, card.Say, row.done)
		}
	}
}

// Not to write it under another name is advice for who has not done so yet.
func TestNobodyIsToldNotToDoWhatWasDone(t *testing.T) {
	const lost = "writer ann \"Ana\"\nseed: create-bucket lake\nann: send put-object lake/2 x if-none-match=* as a\n" +
		"deliver a\nlose a\ntimeout a\nann: put-object lake/2 x if-none-match=* again=a\n"
	for more, told := range map[string]bool{"": true, "ann: put-object lake/3 x if-none-match=*\n": false} {
		card, found := cardAtEnd(t, lost+more, engine.OwnEcho)
		if !found || strings.Contains(card.Say, "do not write it under another name") != told {
			t.Errorf("%q: %s", more, card.Say)
		}
	}
}

// Which operation of a group was refused stands in its answer (engine/table/rules.md, "Entity group transactions"): the
// row that it names is what another try of the group met, and only a read of that tells whose work it was.
func TestWhatTheRefusedOperationMetIsRead(t *testing.T) {
	const lost = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table tasks\n" +
		"ann: send entity-group-transaction tasks p [insert-entity a .n=1; insert-entity b .n=1] as t\n" +
		"deliver t\nlose t\n" +
		"ben: get-entity tasks/p/a as b\nben: delete-entity tasks/p/a if-match=$b.etag\n" +
		"ann: entity-group-transaction tasks p [insert-entity a .n=1; insert-entity b .n=1] again=t\n"
	const whole = "with it the whole group was done"
	advises(t, []advised{
		{"the other row was taken away", lost, engine.OwnEcho, "read", "Read what is there. Compare something", "404"},
		{"that row was read", lost + "ann: get-entity tasks/p/a\n", engine.OwnEcho, "read", "Read what is there.",
			"has read it"},
		{"the refused one was read", lost + "ann: get-entity tasks/p/b\n", engine.OwnEcho, "",
			"#6 has read it. Compare something that only #2 wrote, such as an id: " + whole, "404"},
	})
}

// A group is done as a whole or not at all (engine/table/rules.md, "Entity group transactions"): where another has
// changed or removed the row that the second try met, another row of it still tells whether the first was done.
func TestARowThatNobodyElseTouchedTellsOfTheGroup(t *testing.T) {
	const (
		sent = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table acc\nseed: insert-entity acc/p/a .n=1\n" +
			"ann: get-entity acc/p/a as r\n" +
			"ann: send entity-group-transaction acc p [update-entity a .n=5 if-match=$r.etag; insert-entity log " +
			".t=x] as t\n"
		again = "ann: entity-group-transaction acc p [update-entity a .n=5 if-match=$r.etag; insert-entity log .t=x] " +
			"again=t\n"
		done  = sent + "deliver t\nlose t\n" + again
		other = "ben: get-entity acc/p/a as b\nben: update-entity acc/p/a .n=3 if-match=$b.etag\n"
	)
	advises(t, []advised{
		{"the row that it met is its own", done, engine.OwnEcho, "read", "Read what is there. Compare", "log"},
		{"and is gone", done + "ben: delete-entity acc/p/a if-match=*\n", engine.OwnEcho, "read",
			"acc/p/a is gone, by Ben's #6 (delete-entity). Read acc/p/log, which was to be written with it.",
			"nothing tells"},
		{"and the other row was read", done + "ben: delete-entity acc/p/a if-match=*\nann: get-entity acc/p/log\n",
			engine.OwnEcho, "", "#7 has read it. Compare something that only #4 wrote", "nothing tells"},
		{"both rows are gone", done + "ben: delete-entity acc/p/a if-match=*\n" +
			"ben: delete-entity acc/p/log if-match=*\n", engine.OwnEcho, "",
			"nothing tells any more whether it was that which #5 met", "log"},
		{"the row that it met is another's", sent + "lose t\n" + other + again, engine.StaleWrite, "read",
			"Read acc/p/log, which was to be written with it.", "nothing tells"},
		{"and the other row was never there", sent + "lose t\n" + other + again + "ann: get-entity acc/p/log\n",
			engine.StaleWrite, "read", "Read again: both changed the same properties (n: 5, and 3 there)", "#4"},
	})
}

// A group is done as a whole or not at all (engine/table/rules.md, "Entity group transactions"), so behind a refusal
// all of it is sent again; and what both changed to the same property is no change that can be put into what is there:
// under the tag of now it would take the other's away.
func TestARefusedGroupGoesOutWholeAndPutsNothingOverTheOthers(t *testing.T) {
	const (
		rows = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-table acc\nseed: insert-entity acc/p/a .n=10L\n" +
			"seed: insert-entity acc/p/b .n=0L .owner=nobody\nann: get-entity acc/p/a as a\n" +
			"ann: get-entity acc/p/b as b\nben: get-entity acc/p/b as o\n"
		group = "ann: entity-group-transaction acc p [update-entity a .n=5L if-match=$a.etag; "
		count = rows + "ben: merge-entity acc/p/b .n=3L if-match=$o.etag\n"
		claim = rows + "ben: merge-entity acc/p/b .owner=ben if-match=$o.etag\n"
		whole = "send the whole group again with the new tag"
	)
	advises(t, []advised{
		{"two counts", count + group + "merge-entity b .n=5L if-match=$b.etag]\n", engine.StaleWrite, "read",
			"both changed the same properties (n: 5L, and 3L there). Put the two together, then " + whole,
			"change into"},
		{"two claims", claim + group + "merge-entity b .owner=ann if-match=$b.etag]\n", engine.StaleWrite, "read",
			"claims it for somebody else, stop; otherwise decide which value counts, then " + whole, "change into"},
		{"the same claim", claim + group + "merge-entity b .owner=ben if-match=$b.etag]\n", engine.StaleWrite, "read",
			"both changed owner to ben. Where both are to count", "change into"},
		{"two properties", claim + group + "merge-entity b .n=5L if-match=$b.etag]\n", engine.StaleWrite, "read",
			"Read again, put Ana's change into what is there, and " + whole, "both changed"},
		{"and that was read", claim + group + "merge-entity b .n=5L if-match=$b.etag]\nann: get-entity acc/p/b\n",
			engine.StaleWrite, "", "#9 has read it. Put Ana's change into what is there, and " + whole, "both changed"},
		{"what its sender had set itself", rows + "ann: merge-entity acc/p/b .n=2L if-match=$b.etag\n" +
			"ben: merge-entity acc/p/b .owner=ben if-match=*\n" + group + "merge-entity b .n=5L if-match=$b.etag]\n",
			engine.StaleWrite, "read", "Read again, put Ana's change into what is there, and " + whole, "both changed"},
		{"a delete", claim + group + "delete-entity b if-match=$b.etag]\n", engine.StaleWrite, "read",
			"see whether it is still to be deleted, then " + whole, "change into"},
	})
}

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
