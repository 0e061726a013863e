package advice_test

import (
	"testing"

	"interleave/engine"
)

// Under a newer tag an older text took the place of another's (rules.md, `guard-defeated`, whose: the replaced): it can
// be put together in front of that, also where nobody said what the text was made from; and whose work it was is told,
// for no read shows it any more.
func TestWhoseWorkANewerTagReplacedIsTold(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\nseed: create-bucket pics\n"
		page = head + "seed: put-object pics/a one\nann: get-object pics/a as g\ncy: put-object pics/a cy\n" +
			"ann: put-object pics/a two if-match=$g.etag\nann: get-object pics/a as h\n"
		is = engine.GuardDefeated
	)
	advises(t, []advised{
		{"both changed it", page + "ann: put-object pics/a two if-match=$h.etag\n", is, "back",
			"If it has already happened, tell Cy, who stops if it was a claim", "Read what is there and its tag"},
		{"nothing can be sent in its place", head + "seed: EXSET k 1\nann: EXGET k as g\ncy: EXSET k 2\n" +
			"ann: EXGET k as h\nann: EXSET k 12 VER $h.version from=g\n", is, "", "Tell Cy what #6 replaced", ""},
	})
}
