package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// The story of an upload that another ended says who had begun it (rules.md: each end and beginning of the thing).
func TestTheStoryOfAnUploadSaysWhoBeganIt(t *testing.T) {
	const head = "set bucket.minimum-part=1\nseed: create-bucket lake\nann: create-multipart-upload lake/k as u\n" +
		"tell ben $u.upload\nann: upload-part lake/k x upload=$u.upload part=1 as p\ntell ben $p.etag\n"
	for lines, first := range map[string]string{
		head + "ben: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n" +
			"ann: abort-multipart-upload lake/k upload=$u.upload\n": "Ben completed Ana's upload with #4.",
		head + "ben: abort-multipart-upload lake/k upload=$u.upload\n" +
			"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n": "Ben aborted Ana's upload of " +
			"lake/k with #4.",
		head + "ann: abort-multipart-upload lake/k upload=$u.upload\n" +
			"ben: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload\n": "Ana aborted an upload of lake/k " +
			"with #4.",
	} {
		r, last := run(t, lines)
		told := conflict.Story(r.Timeline.World(), last)
		if !strings.HasPrefix(told.First, first) || len(told.Steps) == 0 ||
			told.Steps[0].Text != "Ana began an upload of lake/k with #2." {
			t.Errorf("%s%q, want %q; %v", lines, told.First, first, told.Steps)
		}
	}
}
