package advice_test

import (
	"testing"

	"interleave/engine"
)

// A read of a table shows its name and no entity (engine/table/rules.md, S11 and "Entity group transactions"): what is
// advised for a group reads a row of it, and for a page of a query the query from its beginning.
func TestARowOrAPageIsReadAndNotItsTable(t *testing.T) {
	const (
		rows  = who + "seed: create-table tab\nseed: insert-entity tab/p/a .n=1\nseed: insert-entity tab/p/b .n=1\n"
		group = "entity-group-transaction tab p [merge-entity a .n=2 if-match=*; merge-entity b .n=2 if-match=*]"
		pages = rows + "ann: query-entities tab top=1 as q\nben: update-entity tab/p/a .n=2 if-match=*\n"
	)
	for _, c := range []struct {
		name, lines string
		kind        engine.Trouble
		verb, path  string
	}{
		{"an insert", rows + "ann: entity-group-transaction tab p [insert-entity c .n=5; insert-entity b .n=5]\n",
			engine.AlreadyThere, "get-entity", "tab/p/b"},
		{"done twice", rows + "ann: send " + group + " as t\ndeliver t\nlose t\n" +
			"ann: merge-entity tab/p/a .n=3 if-match=*\nann: merge-entity tab/p/b .n=3 if-match=*\n" +
			"ann: " + group + " again=t\n", engine.DoneTwice, "get-entity", "tab/p/a"},
		{"a page", pages + "ann: query-entities tab top=1 next=$q.next\n", engine.TornRead, "query-entities", "tab"},
	} {
		card, found := cardAtEnd(t, c.lines, c.kind)
		if !found || len(card.Inputs) == 0 {
			t.Errorf("%s: %v %s", c.name, found, card.Say)
			continue
		}
		read := card.Inputs[0].(engine.Send)
		if read.Verb != c.verb || read.Args[0].Value.String() != c.path ||
			!engine.ValueOf(read.Args, "next").IsZero() {
			t.Errorf("%s: reads by %s %v", c.name, read.Verb, read.Args)
		}
	}
}
