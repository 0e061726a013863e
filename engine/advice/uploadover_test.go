package advice_test

import (
	"testing"

	"interleave/engine"
)

// Of an upload that is over it is told whose it was, and what stands under its name by now: what completed it may have
// been written over or removed since (engine/conflict/rules.md: advice is a function of what stands now).
func TestAnUploadThatIsOverIsToldByWhatStandsNow(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nset bucket.minimum-part=1\nseed: create-bucket lake\n" +
			"ann: create-multipart-upload lake/k as u\ntell ben $u.upload\n" +
			"ann: upload-part lake/k x upload=$u.upload part=1 as p\ntell ben $p.etag\n"
		late = head + "ben: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n" +
			"ann: abort-multipart-upload lake/k upload=$u.upload\n"
		gone = head + "ben: abort-multipart-upload lake/k upload=$u.upload\n" +
			"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n"
		put = "ben: put-object lake/k y\n"
	)
	advises(t, []advised{
		{"it stands", late, engine.IsGone, "", "for #4 completed it. What that wrote stays.", "What is there now"},
		{"written over", late + put, engine.IsGone, "", "for #4 completed it. What is there now is by Ben's #6, in " +
			"the place of what that wrote.", "stays"},
		{"removed", late + "ben: delete-object lake/k\n", engine.IsGone, "",
			"lake/k is gone, by Ben's #6 (delete-object).", "stays"},
		{"aborted", gone, engine.IsGone, "", "Settle with Ben whether it is still wanted", "What is there now"},
		{"aborted, and put", gone + put, engine.IsGone, "", "send every part again. What is there now is by Ben's #6.",
			"stays"},
	})
}
