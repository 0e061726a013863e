package advice_test

import (
	"testing"

	"interleave/engine"
)

// An upload is refused for a change that came after its Create (engine/bucket/rules.md, "Multipart life cycle"), and
// its parts stay what they were made from: what is sent anew is made from what the condition names, in a new upload.
func TestAnUploadIsSentAnewFromWhatItsConditionNames(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nset bucket.minimum-part=1\nseed: create-bucket lake\n" +
			"seed: put-object lake/k v0\nann: get-object lake/k as g\n"
		create   = "ann: create-multipart-upload lake/k as u\n"
		part     = "ann: upload-part lake/k \"v0 ann\" upload=$u.upload part=1 as p\n"
		other    = "ben: get-object lake/k as h\nben: put-object lake/k \"v0 ben\" if-match=$h.etag\n"
		complete = "ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload if-match=$g.etag\n"
	)
	advises(t, []advised{
		{"the tag alone was read behind the parts", head + create + part + other + "ann: head-object lake/k as g\n" +
			complete, engine.TwoAtOnce, "read", "begin a new upload with parts made of it", "under the same condition"},
		{"the parts were made from what the tag names", head + create + other + "ann: get-object lake/k as g\n" +
			part + complete, engine.TwoAtOnce, "", "Begin a new upload and send every part again, under the same " +
			"condition", "Put Ana's change"},
		{"the tag is over", head + create + part + other + complete, engine.StaleWrite, "read",
			"in a new upload, completed with the new tag", "send its pieces again"},
	})
}
