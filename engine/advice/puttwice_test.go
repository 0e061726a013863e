package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A message put twice is two messages with ids of their own (Azure REST, "Put Message"): neither a peek nor a count
// says whose one is, so there is nothing to read. What was done of both has to be made good.
func TestAMessagePutTwiceIsToldByItsWork(t *testing.T) {
	const (
		put = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-queue jobs\n" +
			"ann: send put-message jobs pay messagettl=-1 as p\ndeliver p\nlose p\n" +
			"ann: put-message jobs pay messagettl=-1 again=p\n"
		got    = "ben: get-messages jobs numofmessages=2 as g\n"
		one    = "ben: does $g.0\n"
		other  = "ben: does $g.1\n"
		gone   = "ben: delete-message $g.1 popreceipt=$g.1.receipt does=none\n"
		copied = "writer ann \"Ana\"\nseed: create-queue jobs\nann: send put-message jobs pay messagettl=-1 as p\n" +
			"double p\ndeliver p\ndeliver p'\n"
		thrice = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cal \"Cal\"\nseed: create-queue jobs\n" +
			"ann: send put-message jobs pay messagettl=-1 as p\n" +
			"double p\ndouble p\ndeliver p\ndeliver p'\ndeliver p''\n"
		worked = "cal: get-messages jobs as c\ncal: does $c.0\n"
	)
	const each = "#2 and #3 have put the same twice, each as a message of its own, and " +
		"no read tells that they are the same."
	const twice = "Two copies of #2 have put it twice, each as a message of its own, and " +
		"no read tells that they are the same."
	for _, row := range []struct{ name, race, say string }{
		{"nothing was done", put + got, each + " Nobody has done the work yet"},
		{"one was done", put + got + one, each + " The work of one was done, by Ben: tell whoever receives the other"},
		{"both were done", put + got + one + other, each + " The work of both was done, by Ben: one of the two has"},
		{"one was done, the other removed", put + got + one + gone, each + " The work of one was done, by Ben. Next"},
		{"a second copy", copied, twice + " Nobody has done the work yet: one of the two has"},
		{"the work of both copies", strings.Replace(copied, "seed", "writer ben \"Ben\"\nwriter cal \"Cal\"\nseed", 1) +
			"ben: get-messages jobs as g\n" + one + worked,
			twice + " The work of both was done, by Ben and Cal: one of the two has"},
		{"the work of two of three copies", thrice + "ben: get-messages jobs as g\n" + one + worked,
			strings.NewReplacer("Two", "3", "twice", "3 times").Replace(twice) + " The work of 2 was done, by Ben " +
				"and Cal: all but one have to be taken back by hand. Tell whoever receives another"},
	} {
		card, found := cardAtEnd(t, row.race, engine.DoneTwice)
		if !found || card.Action != "" || !strings.HasPrefix(card.Say, row.say) ||
			strings.Contains(card.Say, "Read") {
			t.Errorf("%s: found %t, does %q: %s", row.name, found, card.Action, card.Say)
		}
	}
}
