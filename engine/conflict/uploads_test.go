package conflict_test

import "testing"

// What a repeated Complete is answered is open (bucket/rules.md, "A Complete that is repeated"): the card says so
// whichever way it went, and names the change since which the same again is refused.
func TestStoriesOfARepeatedComplete(t *testing.T) {
	const (
		again = "ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload again=c\n"
		lost  = "set bucket.minimum-part=1\nseed: create-bucket lake\nann: create-multipart-upload lake/k as u\n" +
			"ann: upload-part lake/k x upload=$u.upload part=1 as p\n" +
			"ann: send complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload as c\ndeliver c\nlose c\n"
		open    = "what a Complete that is repeated is answered, and for how long, is open"
		deleted = lost + "ben: delete-object lake/k\n" + again
	)
	for _, row := range []struct{ lines, says, never string }{
		{lost, "a retry may meet that work", open},
		{lost + again, open, ""},
		{lost + again[:len(again)-1] + " choose=1\n", open, "The same again is answered"},
		{deleted, open, ""},
		{deleted, "It was saved as v1 and its answer was lost. The same again is answered as the first was until " +
			"somebody changes lake/k, and Ben deleted lake/k", ""},
		{deleted, "Ben deleted lake/k with #5.", ""},
	} {
		r, last := run(t, row.lines)
		said(t, r, last, row.lines, row.says, row.never)
	}
}

// A Complete that was refused has stored nothing, also where the refusal ended its upload.
func TestARefusedCompleteHasCompletedNothing(t *testing.T) {
	const commit = "ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload if-match=$g.etag\n"
	r, last := run(t, "set bucket.minimum-part=1\nseed: create-bucket lake\nseed: put-object lake/k v0\n"+
		"ann: create-multipart-upload lake/k as u\nben: put-object lake/k ben\nann: get-object lake/k as g\n"+
		"ann: upload-part lake/k x upload=$u.upload part=1 as p\n"+commit+commit)
	said(t, r, last, "the same again", "Ana's #7 was refused, which ended the upload", "completed the upload")
}

// An entry of a DeleteObjects is judged as a request of its own: what went is the key, and the bucket stands.
func TestWhatADeleteOfSeveralRemovedIsTheKey(t *testing.T) {
	r, last := run(t, "seed: create-bucket lake\nseed: put-object lake/k v0\nben: get-object lake/k as g\n"+
		"ann: delete-objects lake [k]\nben: put-object lake/k v1 if-match=$g.etag\n")
	said(t, r, last, "a key of several", "Ana deleted lake/k with", "deleted lake ")
}
