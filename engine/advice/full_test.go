package advice_test

import (
	"strings"
	"testing"

	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// x-ms-blob-condition-maxsize proceeds where length + block <= N (engine/blob/rules.md, "Append blobs"), and no
// operation takes a block out again: a log that others have filled is no matter to settle with them. A block that alone
// is larger fits into no log.
func TestALogThatIsFullIsGoneOnInAnotherOne(t *testing.T) {
	const log = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: create-container ccc\n" +
		"seed: put-blob ccc/l \"\" type=AppendBlob\n"
	const full, larger = "ccc/l is full for it", "or here with a larger maxsize"
	for _, c := range []struct {
		lines string
		says  []string
	}{
		{"ann: append-block ccc/l aaaa\nben: append-block ccc/l bb maxsize=5\n", []string{full, larger}},
		{"ben: append-block ccc/l aaaa\nben: append-block ccc/l bb maxsize=5\n", []string{full, larger}},
		{"ann: append-block ccc/l aaaa\nben: append-block ccc/l bb maxsize=5 appendpos=4\n", []string{full, larger}},
		{"ann: append-block ccc/l aaaa\nben: append-block ccc/l bbbbbb maxsize=5\n", []string{"Correct the request"}},
	} {
		v, say := roomtest.AtEnd(t, log+c.lines), ""
		for _, m := range v.Marks() {
			say = advice.For(v, m.Finding).Say
		}
		for _, says := range c.says {
			if !strings.Contains(say, says) || strings.Contains(say, "Settle with Ann") {
				t.Errorf("%s: %s", c.lines, say)
			}
		}
	}
}
