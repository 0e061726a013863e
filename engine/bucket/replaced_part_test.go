package bucket_test

import (
	"testing"

	"interleave/engine"
)

// conflict/rules.md, "Refused": a list that names a tag which stood for the part before it was sent again names a
// version that moved. A tag that the part never had is nobody's trouble.
func TestAListMeetsAPartThatWasSentAgain(t *testing.T) {
	const again = "ben: upload-part path=lake/k body=ben upload=$u.upload part=1"
	for _, row := range []struct {
		between []string
		parts   string
		kind    engine.Trouble
		by      string
	}{
		{[]string{again}, "[1:$p1.etag]", engine.StaleWrite, "ben"},
		{[]string{again, "ann own: upload-part path=lake/k body=own upload=$u.upload part=1"}, "[1:$p1.etag]",
			engine.StaleWrite, "ann"},
		{[]string{again}, "[1:x]", "", ""},
		{[]string{again}, "[1:$p1.etag,2:x]", engine.StaleWrite, "ben"},
		{nil, "[1:$p2.etag]", "", ""},
	} {
		b := uploading(t)
		b.Step(tell("ben", "u.upload"))
		b.All(row.between...)
		a := b.Want("ann: complete-multipart-upload path=lake/k upload=$u.upload parts="+row.parts, "400 InvalidPart")
		if a.Why.Rule.Kind != row.kind || a.Why.Since.By != row.by {
			t.Errorf("%v, %s: kind %q since %q, want %q %q", row.between, row.parts, a.Why.Rule.Kind, a.Why.Since.By,
				row.kind, row.by)
		}
	}
	// The first tag stands again where its bytes come back.
	const back = "ann: upload-part path=lake/k body=one upload=$u.upload part=1"
	b := uploading(t)
	b.Step(tell("ben", "u.upload"))
	b.All(again, back)
	b.Want("ann: complete-multipart-upload path=lake/k upload=$u.upload parts=[1:$p1.etag]", "200")
}
