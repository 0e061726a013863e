package advice_test

import (
	"testing"

	"interleave/engine"
)

// Rows that a group made and that another group of the same sender makes again under other names stand there twice, as
// one text under two names does (the referee's rules, "Sentences and advice come from the cause"). What both groups
// change is one thing, and groups that change different rows beside it are two works.
func TestAGroupThatStandsThereTwiceIsTold(t *testing.T) {
	const (
		rows = who + "seed: create-table pay\nseed: insert-entity pay/p/a .n=1\nseed: insert-entity pay/p/b .n=1\n"
		both = "[insert-entity i1 .sum=5; insert-entity l1 .of=i]"
		send = rows + "ann: send entity-group-transaction pay p " + both + " as t\ndeliver t\n"
		lost = send + "lose t\n"
		next = "ann: entity-group-transaction pay p "
		says = "Ana's #5 put into pay/p/i2 and pay/p/l2 what #4 had put into pay/p/i1 and pay/p/l1, and Ana had not " +
			"heard that. If it is one work, it stands there twice, and nobody is told."
		it = "it stands there twice"
	)
	other := next + "[insert-entity i2 .sum=5; insert-entity l2 .of=i]\n"
	count := func(row, log string) string {
		return "[merge-entity " + row + " .n=2; insert-entity " + log + " .of=i]"
	}
	counted := func(row string) string {
		return rows + "ann: send entity-group-transaction pay p " + count("a", "l1") + " as t\ndeliver t\nlose t\n" +
			next + count(row, "l2") + "\n"
	}
	advises(t, []advised{
		{"under other names", lost + other, engine.NoAnswer, "read", says, ""},
		{"one of them is gone", lost + other + "ben: delete-entity pay/p/l1 if-match=*\n", engine.NoAnswer, "read",
			"Read before the next try", it},
		{"another sum", lost + next + "[insert-entity i2 .sum=6; insert-entity l2 .of=i]\n", engine.NoAnswer, "read",
			"Read before the next try", it},
		{"by another", lost + "ben: entity-group-transaction pay p [insert-entity i2 .sum=5; insert-entity l2 .of=i]\n",
			engine.NoAnswer, "read", "Read before the next try", it},
		{"the same row beside it", counted("a"), engine.NoAnswer, "read",
			"Ana's #5 put into pay/p/l2 what #4 had put into pay/p/l1", ""},
		{"another row beside it", counted("b"), engine.NoAnswer, "read", "Read before the next try", it},
	})
}

// What is sent again as one wish is marked; its story says what each of the two wrote, and what holds what stood there
// already is there once (engine/table/rules.md, "Entity group transactions").
func TestAGroupDoneTwiceSaysWhatEachOfTheTwoWrote(t *testing.T) {
	const (
		rows = who + "seed: create-table pay\nseed: insert-entity pay/p/a .n=1\n"
		puts = "[insert-or-replace-entity a .n=2; insert-or-replace-entity q .x=1]"
		send = rows + "ann: send entity-group-transaction pay p "
		lost = " as t\ndeliver t\nlose t\n"
		next = "ann: entity-group-transaction pay p "
	)
	advises(t, []advised{
		{"the same names", send + puts + lost + next + puts + " again=t\n", engine.DoneTwice, "",
			"#4 put there again what #3 had put there: pay/p/a and pay/p/q are there once, and nothing has to be " +
				"taken back.", "a second time"},
		{"over another's change of one", send + puts + lost + "ben: get-entity pay/p/a as g\n" +
			"ben: update-entity pay/p/a .n=7 if-match=$g.etag\n" + next + puts + " again=t\n", engine.DoneTwice, "",
			"pay/p/q is there once. #6 put into pay/p/a again what #3 had, and took away what Ben's #5 had put there " +
				"since. Tell Ben", "by hand"},
	})
}
