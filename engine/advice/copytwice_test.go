package advice_test

import (
	"testing"

	"interleave/engine"
)

// Each copy of a request is done by itself (the referee's rules, "Silent"): what others did between the two goes with
// the second, which is their loss and theirs to be told, and not something that its sender takes back.
func TestWhoLostSomethingToASecondCopyIsTold(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container con\nseed: put-blob con/a one\n"
		reads = "ben: get-blob con/a as g\n"
		twice = " as w\ndouble w\ndeliver w\n"
		late  = "deliver w'\n"
		put   = who + "ann: get-blob con/a\nann: send put-blob con/a two" + twice
		hand  = "taken back by hand"
	)
	advisesBehind(t, []advised{
		{"work that is marked", put + reads + "ben: put-blob con/a bens if-match=$g.etag\n" + late,
			engine.DoneTwice, "", "The second copy of #4 did again what the first had done, and took away what " +
				"Ben's #6 had put there since. Tell Ben: if it is still wanted, it is Ben's to put into what is there.",
			hand},
		{"work that is not marked", who + "ann: send put-blob con/a two" + twice +
			"ben: put-blob con/a bens\n" + late, engine.DoneTwice, "",
			"took away what Ben's #4 had put there since. Tell Ben", hand},
		{"metadata", who + "ann: send set-blob-metadata con/a meta.k=v" + twice +
			"ben: set-blob-metadata con/a meta.k=w\n" + late, engine.DoneTwice, "", "Tell Ben", hand},
		{"a key", who + "seed: SET k one\nann: send SET k two" + twice + "ben: SET k three\n" + late,
			engine.DoneTwice, "", "took away what Ben's #5 had put there since.", hand},
		{"a delete", who + "ann: send delete-blob con/a" + twice + "ben: put-blob con/a bens\n" + late,
			engine.DoneTwice, "", "#3 had deleted what was meant: a second copy of it took what was made under the " +
				"name since. Tell Ben, whose con/a (#4) went with it", hand},
		{"what was removed in between", put + "ben: delete-blob con/a\n" + late, engine.DoneTwice, "",
			"Ben had removed with #5 what #4 did, and a second copy of that brought it back. Settle with Ben", hand},
		{"nobody's work", who + "seed: put-blob con/l \"\" type=AppendBlob\nann: send append-block con/l x" +
			twice + late, engine.DoneTwice, "read", "What was added a second time stays there", "Tell"},
	})
}
