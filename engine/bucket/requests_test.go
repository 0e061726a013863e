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

// rules.md, "Checksums of an upload", row by row. The sums are those of the body x.
func TestChecksumsOfAnUpload(t *testing.T) {
	const crc32, sha1, part = "jNwWgw==", "EfatjsUqKYSrqv18O1FlA3hcIHI=", " path=lake/k upload=$u.upload "
	b := lake(t, "ann u: create-multipart-upload path=lake/k checksum-algorithm=CRC32",
		"ann p: upload-part path=lake/k upload=$u.upload part=1 body=x")
	invalid := "400 InvalidRequest"
	b.Want("ann: put-object path=lake/l body=x checksum.crc32="+crc32+" checksum.sha1="+sha1, invalid)
	b.Want("ann: upload-part"+part+"part=1 body=x checksum.sha1="+sha1, invalid)
	b.Want("ann: upload-part"+part+"part=1 body=x checksum.crc32="+crc32, "200")
	for words, want := range map[string]string{
		"checksum.crc32=x":                 invalid,
		"checksum.crc32=" + crc32 + "-a":   invalid,
		"checksum.crc32=x checksum.sha1=x": invalid,
		"checksum-type=FULL_OBJECT":        invalid,
		"checksum-type=x":                  invalid,
		"object-size=2":                    invalid,
		"object-size=-1":                   invalid,
		"parts=[-4:$p.etag]":               "400 InvalidArgument",
	} {
		if !strings.HasPrefix(words, "parts=") {
			words += " parts=[1:$p.etag]"
		}
		b.Want("ann: complete-multipart-upload"+part+words, want)
	}
	// The parts with their checksums: [[1=ETAG crc32=SUM]].
	pair := func(name string, v engine.Value) engine.Value {
		return engine.List(engine.Text(name), engine.Text("="), v)
	}
	upload := engine.Arg{Name: "upload", Value: engine.Ref("u.upload", false)}
	for _, c := range [][3]string{{"crc32", "AAAAAA==", "400 InvalidPart"}, {"md4", "x", "400 InvalidPart"},
		{"crc32", crc32, "200"}} {
		line := engine.List(pair("1", engine.Ref("p.etag", false)), pair(c[0], engine.Text(c[1])))
		args := append(engine.Args("path", "lake/k", "checksum-type", "COMPOSITE", "object-size", "1"),
			engine.Arg{Name: "parts", Value: engine.List(line)}, upload)
		if a := b.Send(engine.Send{By: "ann", Verb: "complete-multipart-upload", Args: args}); a.String() != c[2] {
			t.Errorf("%s=%s: %s, want %s", c[0], c[1], a, c[2])
		}
	}
	// Said again with the same parts it is the same, with their checksums or without.
	b.Want("ann: complete-multipart-upload"+part+"parts=[1:$p.etag]", "200")
}
