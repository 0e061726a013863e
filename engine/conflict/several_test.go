package conflict_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// A line over several keys is told by those that it wrote, an expiry that is taken away as that, an operation inside of
// a group by itself, and a reply as that copy of the request got it.
func TestWhatALineDidIsToldByWhatItLeft(t *testing.T) {
	const stock = "seed: create-table stock\nseed: insert-entity stock/p/a .n=1\n"
	for _, row := range []struct{ lines, says string }{
		{"ann: MSET a 1 b 2\nben: MSETNX b 3 c 4\n", "Ana set a and b"},
		{"seed: SET a 1\nann: COPY a b\nben: COPY a b\n", "Ana copied a to b"},
		{"seed: SET a 1\nseed: SET c 1\nann: RENAME a b\nben: RENAMENX c b\n", "Ana renamed a to b"},
		{"seed: SET a 1\nann: DUMP a as d\nann: COPY a b\nann: RESTORE b 0 $d.payload\n", "Ana copied a to b"},

		{"seed: EXSET k v EX 50\nben: EXGET k as b\nann: EXPIRE k 600\nben: EXSET k w VER $b.version\n",
			"Ana's expiry was removed by Ben."},
		{"seed: EXSET k v EX 50\nben: EXGET k as b\nann: EXPIRE k 600\nben: EXSET k w EX 9 VER $b.version\n",
			"Ana's expiry was overwritten by Ben."},

		{"seed: EXSET k v\nann: MULTI\nann: SET a 1\nann: EXSET k x VER 9\nann: EXEC\n",
			"Command 2 of 2 was refused: EXSET k x VER 9."},
		{stock + "ann: entity-group-transaction stock p operations=[merge-entity a .n=2; insert-entity a .n=3; " +
			"insert-entity c .n=4]\n", "Operation 2 of 3 was refused: insert-entity a."},

		{"ann: send SETEX s 0 never as s\ndouble s\ndeliver s\ndeliver s'\n",
			"ERR invalid expire time in 'setex' command"},
		{"seed: EXSET h 1\nann: send EXSET h 2 VER 1 as one\ndeliver one\nlose one\nann: send EXSET h 2 VER 2 " +
			"again=one as two\ndouble two\ndeliver two\ndeliver two'\n", "the first copy of Ana's own #3."},

		{"ann: send SELECT 3 as s\nlose s\n", "What applies to its connection is in doubt."},
	} {
		r, last := run(t, row.lines)
		told := conflict.Story(r.Timeline.World(), last)
		says := func(s conflict.Step) bool { return strings.Contains(s.Text, row.says) }
		if !strings.Contains(told.First, row.says) && !slices.ContainsFunc(told.Steps, says) {
			t.Errorf("%s%s: %s %v", row.lines, last, told.First, told.Steps)
		}
	}
}

// The first sentence about one of several rows names which (rules.md, "Several objects in one request").
func TestWhatAGroupReplacedNamesItsRow(t *testing.T) {
	r, last := run(t, "seed: create-table carts\nseed: insert-entity carts/p/a .n=1\nann: get-entity carts/p/a as a\n"+
		"ben: get-entity carts/p/a\nann: merge-entity carts/p/a .n=2 if-match=$a.etag\n"+
		"ben: entity-group-transaction carts p [update-entity a .n=3 if-match=*]\n")
	told := conflict.Story(r.Timeline.World(), last)
	if !strings.HasPrefix(told.First, "In carts/p/a Ana's change to") {
		t.Error(told.First)
	}
}
