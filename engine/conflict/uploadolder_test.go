package conflict_test

import (
	"strings"
	"testing"
)

// An upload counts from its beginning: what it makes lies below what was put meanwhile, and the story of a condition on
// its tag says so (engine/bucket/rules.md, "Multipart life cycle").
func TestAnUploadThatCountsAsOlderIsToldSo(t *testing.T) {
	const head = "seed: create-bucket ver\nseed: put-bucket-versioning ver Enabled\n"
	const upload = "ben: create-multipart-upload ver/f as u\nben: upload-part ver/f b part=1 upload=$u.upload as p\n"
	const complete = "ben: complete-multipart-upload ver/f [1=$p.etag] upload=$u.upload as c\n"
	const put = "ben: put-object ver/f more if-match=$c.etag\n"
	for lines, older := range map[string]bool{
		head + upload + "ann: put-object ver/f a\n" + complete + put: true,
		head + upload + complete + "ann: put-object ver/f a\n" + put: false,
	} {
		var steps []string
		for _, s := range toldOf(t, lines).Steps {
			steps = append(steps, s.Text)
		}
		if told := strings.Join(steps, " "); strings.Contains(told, "and so it counts as older") != older {
			t.Errorf("%s: %s", lines, told)
		}
	}
}
