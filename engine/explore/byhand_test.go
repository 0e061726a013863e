package explore_test

import (
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/explore"
)

// A request without a name is called by its number, one by hand by the number that it had: in another order a plan's
// would get the same. What a search finds is what following every order by itself finds.
func TestRequestsByHandAndOfPlansHaveNamesOfTheirOwn(t *testing.T) {
	const data = "writer ann\nwriter ben\nset bucket.contention=on\nseed: create-bucket data\n"
	for _, text := range []string{
		data + "ann: put-object data/m old\nplan ann [put-object data/m A if-none-match=*]\nplan ben [delete-object " +
			"data/m]\n",
		data + "ann: put-object data/m old if-none-match=*\nben: put-object data/m x if-none-match=*\n" +
			"plan ann [put-object data/m A if-none-match=*]\n",
		data + "ann: put-object data/m old\nann: put-object data/m A if-match=$r2.etag\nplan ben [delete-object " +
			"data/m; put-object data/m B]\n",
	} {
		_, s := enginetest.Searched(t, text)
		r := explore.Search(s.Input, explore.Budget{}, nil, nil)
		c, ok := explore.Enumerate(s.Input, explore.Budget{}, 20000)
		if wrong := explore.Compare(r, c); !ok || wrong != "" || len(r.Marks) == 0 {
			t.Errorf("%s\nfound %s\n%s", text, r.Verdict(), wrong)
		}
	}
}
