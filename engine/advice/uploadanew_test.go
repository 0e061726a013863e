package advice_test

import (
	"testing"

	"interleave/engine"
)

// The ETag of an object is that of its content, so that a text which was written over itself has the tag of before
// (engine/bucket/rules.md, "ETag"): a Complete that met it is let through by the same condition in a new upload.
func TestANewUploadIsNotSettledByATagThatFitsAgain(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nset bucket.minimum-part=1\nseed: create-bucket lake\n" +
			"seed: put-object lake/k v1\nann: get-object lake/k as r\nann: create-multipart-upload lake/k as u\n" +
			"ann: upload-part lake/k aaa upload=$u.upload part=1 as p\n"
		done = "ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload if-match=$r.etag\n"
		put  = "ann: put-object lake/k v3 if-match=$r.etag\n"
	)
	advises(t, []advised{
		{"the same text", head + "ben: put-object lake/k v1\n" + done, engine.TwoAtOnce, "read",
			"The tag fits what Ben's #6 put there too", "settles it"},
		{"over itself", head + "ben: put-object lake/k v1\n" + put, engine.SameNumber, "", "no text is lost by this",
			"different in between"},
		{"another in between", head + "ben: put-object lake/k v2\nben: put-object lake/k v1\n" + put,
			engine.SameNumber, "", "nobody saw that it had been different in between", "stood there"},
	})
}
