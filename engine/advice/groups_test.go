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
		two  = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		jobs = two + "seed: create-table jobs\nseed: insert-entity jobs/p/a .n=1\nseed: insert-entity jobs/p/b .n=1\n" +
			"ann: get-entity jobs/p/a as a\nben: merge-entity jobs/p/a .n=7\n" +
			"ann: entity-group-transaction jobs p [merge-entity a .n=2 if-match=$a.etag; update-entity b .n=3 " +
			"if-match=*]\nann: get-entity jobs/p/a as n\n"
		keys = two + "seed: SET a 1\nann: WATCH a\nann: GET a\nann: MULTI\nann: SET a 5\nben: SET a 9\nann: EXEC\n"
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
