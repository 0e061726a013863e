package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
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

// A new append or page blob is empty (engine/blob/rules.md, "Append blobs", "Page blobs"): nobody's text can be put
// into one, so that whoever was refused to put one there decides whether it is still to go.
func TestNothingIsPutIntoAnEmptyOne(t *testing.T) {
	const (
		blobs = who + "seed: create-container con\n"
		log   = blobs + "seed: put-blob con/l \"\" type=AppendBlob\nben: append-block con/l aa\n" +
			"ann: get-blob con/l as r\nben: append-block con/l bb\nann: put-blob con/l \"\" " +
			"type=AppendBlob if-match=$r.etag\n"
		disk = blobs + "seed: put-blob con/l \"\" type=PageBlob size=512\nann: get-blob con/l as r\n" +
			"ben: put-blob con/l \"\" type=PageBlob size=1024\n" +
			"ann: put-blob con/l \"\" type=PageBlob size=512 if-match=$r.etag\n"
		text = blobs + "seed: put-blob con/l one\nann: get-blob con/l as r\nben: put-blob con/l two\n" +
			"ann: put-blob con/l \"\" if-match=$r.etag\n"
		want = "Read again, see whether what is there is still to give way to an empty one, then send it with the " +
			"new tag."
	)
	advisesBehind(t, []advised{
		{"a log", log, engine.StaleWrite, "read", want, "put the two together"},
		{"a disk", disk, engine.StaleWrite, "read", want, "put the two together"},
		{"a text can hold both", text, engine.StaleWrite, "read", "put the two together", "give way"},
	})
}
