package conflict_test

import "testing"

// Tags of a version that was the newest when its writer read them, or that nobody had set, are not replaced unread.
func TestTheTagsOfAnOlderVersionAreKnownAsTheyWereRead(t *testing.T) {
	const (
		start = "seed: create-bucket data; seed: put-bucket-versioning data status=Enabled; "
		put   = "ben: put-object data/k one; "
		with  = "ben: put-object data/k one tag.state=draft; "
		read  = "ann: get-object-tagging data/k as t; cy: get-object-tagging data/k as u; "
		newer = "ben: put-object data/k two; "
		cy    = "cy: put-object-tagging data/k tag.state=no version-id=$u.version-id; "
		set   = "ann: put-object-tagging data/k tag.state=ok version-id=$t.version-id"
	)
	judgedSo(t, []raced{
		{"read", start + with + read + newer + set, ""},
		{"none were set", start + put + "ann: get-object data/k as t; " + newer + set, ""},
		{"others since", start + with + read + newer + cy + set, "~ lost-update cy"},
		{"others, read since", start + with + read + newer + cy + "ann: get-object-tagging data/k " +
			"version-id=$t.version-id; " + set, ""},
	})
}
