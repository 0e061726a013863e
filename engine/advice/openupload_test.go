package advice_test

import (
	"testing"

	"interleave/engine"
)

// After 412, after the 404 of a condition and after the 403 of a policy an upload is still open, after 409 it is gone
// (engine/bucket/rules.md, "What a failed Complete leaves behind"): whatever is done instead, it is to be aborted, or
// its parts stay. A list of parts that was refused is to be corrected, and the upload completed.
func TestAnUploadThatStaysOpenIsToBeAborted(t *testing.T) {
	const (
		lake = "writer ann \"Ana\"\nwriter ben \"Ben\"\nset bucket.minimum-part=1\nseed: create-bucket lake\n"
		sent = "ann: create-multipart-upload lake/k as u\nann: upload-part lake/k aaa upload=$u.upload part=1 as p\n"
		made = lake + sent + "ben: put-object lake/k b if-none-match=*\nann: complete-multipart-upload lake/k " +
			"[1=$p.etag] upload=$u.upload if-none-match=*\n"
		there    = lake + "seed: put-object lake/k v1\nann: get-object lake/k as g\n"
		complete = "ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload if-match=$g.etag\n"
		moved    = there + sent + "ben: put-object lake/k v2\n" + complete
		abort    = "ann: abort-multipart-upload lake/k upload=$u.upload\n"
		open     = "Abort the upload, which is still open with its parts"
		anew     = "ann: get-object lake/k as h\nann: create-multipart-upload lake/k as w\n" +
			"ann: upload-part lake/k aaa upload=$w.upload part=1 as q\n" +
			"ann: complete-multipart-upload lake/k [1=$q.etag] upload=$w.upload if-match=$h.etag\n"
	)
	advises(t, []advised{
		{"something is there", made, engine.AlreadyThere, "read", open + ".", "unless"},
		{"and is gone again", made + "ben: delete-object lake/k\n", engine.AlreadyThere, "",
			"Create it, with a new upload, only where nothing is, if it is still wanted", "unless"},
		{"a log goes on", made, engine.AlreadyThere, "read", "under the next name, with a new upload,", "unless"},
		{"it was there before the upload", there + sent + "ann: complete-multipart-upload lake/k [1=$p.etag] " +
			"upload=$u.upload if-none-match=*\n", engine.AlreadyThere, "read",
			open + ", unless it is still to be completed.", ""},
		{"and it was aborted", made + abort, engine.AlreadyThere, "read", "", "Abort the upload"},
		{"another version is there", moved, engine.StaleWrite, "read", open + ".", "unless"},
		{"and it was aborted too", moved + abort, engine.StaleWrite, "read", "", "Abort the upload"},
		{"and a new one went through", moved + anew, engine.StaleWrite, "", open, ""},
		{"nothing is there any more", there + sent + "ben: delete-object lake/k\n" + complete, engine.IsGone, "",
			open + ".", "unless"},
		{"two at once", there + sent + "ben: put-object lake/k v1\n" + complete, engine.TwoAtOnce, "read", "",
			"Abort the upload"},
		{"another's part lies in it", lake + sent + "tell ben $u.upload\n" +
			"ben: upload-part lake/k bbb upload=$u.upload part=2\nben: put-object lake/k b if-none-match=*\n" +
			"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload if-none-match=*\n",
			engine.AlreadyThere, "read", "", "Abort the upload"},
		{"a part was sent again", lake + sent + "ann: upload-part lake/k ccc upload=$u.upload part=1\n" +
			"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n", engine.StaleWrite, "complete", "",
			"Abort the upload"},
	})
}
