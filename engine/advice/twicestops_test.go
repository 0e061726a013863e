package advice_test

import (
	"testing"

	"interleave/engine"
)

// What was done twice is stopped by what lets the first try through and refuses the second. Of a log of which its
// sender had heard no length, or an older one, that is the position from a read before (Azure REST, "Append Block",
// x-ms-blob-condition-appendpos): one that had moved by then would have refused both.
func TestAGuardLetsTheFirstOfTwoTriesThrough(t *testing.T) {
	const (
		logs = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container logs\n" +
			"seed: put-blob logs/a \"\" type=AppendBlob\n"
		twice = "ann: send append-block logs/a x as a\ndeliver a\nlose a\nann: append-block logs/a x again=a\n"
		key   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nann: EXSET k v1\n"
	)
	advises(t, []advised{
		{"nothing was read", logs + twice, engine.DoneTwice, "read", "Appendpos 0, from a read before #3.", ""},
		{"an older length", logs + "ann: append-block logs/a zero\nben: append-block logs/a bens\n" + twice,
			engine.DoneTwice, "read", "Appendpos 8, from a read before #5. The answer would be 412.", "Appendpos 4"},
		{"the length", logs + "ann: append-block logs/a zero\n" + twice, engine.DoneTwice, "read",
			"Appendpos 4. The answer would be 412.", "from a read"},
		{"another type", key + "ann: send EXCAD k 1 as d\ndeliver d\nlose d\nben: EXSET k v1\nann: EXCAD k 1 again=d\n",
			engine.DoneTwice, "", "Had #3 carried a version that nobody had", "WRONGTYPE"},
	})
}

// A removal under a tag that is a sum of the bytes, sent again over the same bytes, which another has made since: the
// tag fits both, and only what tells the two apart stops it (Amazon S3 User Guide, "Conditional deletes").
func TestWhatTellsTwoMakersApartStopsTheSecondRemoval(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\nseed: put-object lake/f one\n" +
			"ann: get-object lake/f as g\nann: send delete-object lake/f if-match=$g.etag as d\ndeliver d\nlose d\n"
		again = "ann: delete-object lake/f if-match=$g.etag again=d\n"
	)
	advises(t, []advised{
		{"the same bytes", head + "ben: put-object lake/f one\n" + again, engine.DoneTwice, "",
			"Had #5 carried a number in its content, the answer to #6 would be 412.", ""},
	})
}
