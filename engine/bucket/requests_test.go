package bucket_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// rules.md, "Error bodies": a range beside a part number, a part number that can be none, a part without bytes.
func TestReadsOfParts(t *testing.T) {
	b := lake(t, "ann: put-object path=lake/k body=test", "ann: put-object path=lake/empty",
		"ann: put-bucket-versioning path=lake status=Enabled")
	for _, verb := range []string{"get-object", "head-object"} {
		code := func(text string) string {
			if verb == "head-object" {
				return text[:4] + text[:3]
			}
			return text
		}
		b.Want("ann: "+verb+" path=lake/k part=1 range=0-1", code("400 InvalidRequest"))
		b.Want("ann: "+verb+" path=lake/none part=1 range=0-1", code("400 InvalidRequest"))
		for _, number := range []string{"0", "-3", "10001", "x"} {
			b.Want("ann: "+verb+" path=lake/none part="+number, code("400 InvalidArgument"))
		}
		wantFields(t, b.Want("ann: "+verb+" path=lake/k part=1", "206"), "from=0 of=4")
		wantFields(t, b.Want("ann: "+verb+" path=lake/empty part=1", "200"), "from= of=")
	}
	wantFields(t, b.Want("ann: list-object-versions path=lake version-marker=x", "400 InvalidArgument"),
		"argument-name=version-id-marker argument-value=x")
	b.Want("ann: list-object-versions path=lake version-marker=x key-marker=k", "200")
}

// rules.md, "Error bodies", MetadataTooLarge: 2048 bytes of names and values are taken, one more is not.
func TestMetadataHasAnEnd(t *testing.T) {
	b := lake(t)
	for _, verb := range []string{"put-object path=lake/k", "copy-object path=lake/l source=lake/k",
		"create-multipart-upload path=lake/k"} {
		half := strings.Repeat("v", 1022)
		b.Want("ann: "+verb+" meta.ab="+half+" meta.cd="+half, "200")
		wantFields(t, b.Want("ann: "+verb+" meta.ab="+half+" meta.cd="+half+"v", "400 MetadataTooLarge"),
			"size=2049 max-size-allowed=2048")
	}
}

// rules.md, "Words that are looked at first", below the table: a copy may have no tags of its source.
func TestCopyWithoutTheTagsOfItsSource(t *testing.T) {
	b := lake(t, "ann: put-object path=lake/k body=test tag.a=1 meta.b=2")
	b.All("ann: copy-object path=lake/l source=lake/k")
	wantFields(t, b.Want("ann: get-object-tagging path=lake/l", "200"), "tag.a=1")
	b.All("ann: copy-object path=lake/l source=lake/k tagging-directive=REPLACE")
	wantFields(t, b.Want("ann: get-object-tagging path=lake/l", "200"), "tag.a=")
	wantFields(t, b.Want("ann: head-object path=lake/l", "200"), "meta.b=2")
	// Onto itself that is a change too.
	b.Want("ann: copy-object path=lake/k source=lake/k tagging-directive=REPLACE", "200")
}

// Amazon S3 API, "ListParts": the marker of a page is a number.
func TestMarkerOfPartsIsANumber(t *testing.T) {
	b := lake(t, "ann u: create-multipart-upload path=lake/k",
		"ann: upload-part path=lake/k body=x upload=$u.upload part=1")
	for _, marker := range []string{"x", "-14", "2736457823532448723"} {
		a := b.Want("ann: list-parts path=lake/k upload=$u.upload part-marker="+marker, "400 InvalidArgument")
		wantFields(t, a, "argument-name=part-number-marker argument-value="+marker)
	}
	if a := b.Want("ann: list-parts path=lake/k upload=$u.upload part-marker=0", "200"); a.Field("count") !=
		engine.Number(1) {
		t.Errorf("behind 0 stand %s parts, want 1", a.Field("count"))
	}
}
