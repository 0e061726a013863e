package advice_test

import (
	"strings"
	"testing"

	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// A refusal that is nobody's trouble need not be the request's fault for ever: what is there may have made it so.
func TestARequestIsCorrectedOnlyWhereItsWordsAreWrong(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cyd\"\n"
		stock = who + "seed: EXSET stock 10\nann: EXGET stock\nben: EXGET stock\nann: EXINCRBY stock -8 MIN 0\n" +
			"ben: EXINCRBY stock -5 MIN 0\n"
		site = who + "seed: create-container site\nseed: put-blob site/a v1\nann: set-container-acl site " +
			"policy.guest=r policy-expiry.guest=2026-01-05T10:00:00Z policy.later=r policy-start.later=2027-01-01\n" +
			"clock 00:40.0\n"
	)
	for _, c := range []struct{ name, lines, action, want string }{
		{"a bound that another's change reached", stock, "read",
			"It fitted what Ben had read with #3, and Ana's #4 has changed that since."},
		{"and that was raised again", stock + "cy: EXINCRBY stock 5\n", "retry", "It would be accepted by now"},
		{"a queue that is not there", who + "ann: put-message poison job\n", "",
			"There is no queue poison: make it first, with create-queue poison, or correct the name."},
		{"a container", who + "ann: put-blob site/a x\n", "", "There is no container site: make it first, with " +
			"create-container site, or correct the name."},
		{"a bucket", who + "ann: put-object lake/a x\n", "", "with create-bucket lake"},
		{"a table", who + "ann: insert-entity shop/p/r\n", "", "with create-table shop"},
		{"a share", who + "ann: create-file s/f 1\n", "", "There is no share s: make it first, with create-share s"},
		{"a blob alone", who + "ann: create-container site\nann: set-blob-metadata site/a meta.x=1\n", "",
			"Create that first"},
		{"what was to go", who + "ann: delete-queue poison\n", "", "nothing is left to delete"},
		{"and was made", who + "ann: put-message poison job\nben: create-queue poison\n", "retry",
			"It would be accepted by now"},
		{"a bound that nobody moved", who + "seed: EXSET stock 2\nben: EXGET stock\n" +
			"ben: EXINCRBY stock -5 MIN 0\n", "", "Correct the request"},
		{"a policy that is over", site + "clock 60:00.0\nben: get-blob site/a under=guest\n", "",
			"Nothing in the request is wrong: the access policy that it goes by is over."},
		{"and was prolonged", site + "clock 60:00.0\nben: get-blob site/a under=guest\nann: set-container-acl site " +
			"policy.guest=r policy-expiry.guest=2026-01-06\nclock 61:00.0\n", "retry", "It would be accepted by now"},
		{"a policy that has not begun", site + "ben: get-blob site/a under=later\n", "",
			"has not begun yet. Send the same again once it has."},
		{"a wrong name", who + "ann: create-container Wiki!\n", "", "Correct the request"},
	} {
		v, said := roomtest.AtEnd(t, c.lines), advice.Card{}
		for _, m := range v.Marks() {
			said = advice.For(v, m.Finding)
		}
		if said.Action != c.action || !strings.Contains(said.Say, c.want) {
			t.Errorf("%s: %q %s", c.name, said.Action, said.Say)
		}
	}
}
