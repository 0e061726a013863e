package bucket_test

import (
	"strconv"
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

// Amazon S3 User Guide, "Naming Amazon S3 objects": a key that, read from left to right, has more segments .. than
// others in front of them is not valid, its own examples first.
func TestNoKeyLeadsOutOfItsBucket(t *testing.T) {
	b := lake(t)
	for key, want := range map[string]string{"videos/2014/../../video1.wmv": "200",
		"videos/../../video1.wmv": "400 400", "videos/../../2014/video1.wmv": "400 400",
		"../x": "400 400", "..": "400 400", "..k": "200", "a/..": "200", "a..": "200"} {
		b.Want("ann: put-object path=lake/"+key, want)
	}
	b.Want("ann: get-object path=lake/../x", "400 400")
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

// withSums is a Complete of an upload u whose parts p1, p2 and so on have these checksums.
func (b *bench) withSums(algorithm, words string, sums ...string) engine.Answer {
	b.T.Helper()
	pair := func(name string, v engine.Value) engine.Value {
		return engine.List(engine.Text(name), engine.Text("="), v)
	}
	var lines []engine.Value
	for i, sum := range sums {
		n := strconv.Itoa(i + 1)
		lines = append(lines, engine.List(pair(n, engine.Ref("p"+n+".etag", false)), pair(algorithm, engine.Text(sum))))
	}
	_, in := request(b, "ann", "complete-multipart-upload path=lake/k upload=$u.upload "+words)
	in.As = ""
	in.Args = append(in.Args, engine.Arg{Name: "parts", Value: engine.List(lines...)})
	return b.Send(in)
}

// rules.md, "Checksums of an upload", row by row. The sums are those of the body x.
func TestChecksumsOfAnUpload(t *testing.T) {
	const crc32, sha1, part = "jNwWgw==", "EfatjsUqKYSrqv18O1FlA3hcIHI=", " path=lake/k upload=$u.upload "
	b := lake(t, "ann u: create-multipart-upload path=lake/k checksum-algorithm=CRC32",
		"ann p1: upload-part path=lake/k upload=$u.upload part=1 body=x checksum.crc32="+crc32)
	invalid := "400 InvalidRequest"
	b.Want("ann: put-object path=lake/l body=x checksum.crc32="+crc32+" checksum.sha1="+sha1, invalid)
	b.Want("ann: upload-part"+part+"part=1 body=x checksum.sha1="+sha1, invalid)
	saying := func(a engine.Answer, want string) {
		if got := a.Field("message").String(); got != want {
			t.Errorf("%s says %q, want %q", a, got, want)
		}
	}
	saying(b.Want("ann: upload-part"+part+"part=1 body=x", invalid),
		"Checksum Type mismatch occurred, expected checksum Type: crc32, actual checksum Type: null")
	b.Want("ann: upload-part"+part+"part=1 body=x checksum.crc32="+crc32, "200")
	for words, want := range map[string]string{
		"checksum.crc32=x":                 invalid,
		"checksum.crc32=" + crc32 + "-a":   invalid,
		"checksum.crc32=x checksum.sha1=x": invalid,
		"checksum-type=FULL_OBJECT":        invalid,
		"checksum-type=x":                  invalid,
		"object-size=2":                    invalid,
		"object-size=-1":                   invalid,
	} {
		if a := b.withSums("crc32", words, crc32); a.String() != want {
			t.Errorf("%s: %s, want %s", words, a, want)
		}
	}
	b.Want("ann: complete-multipart-upload"+part+"parts=[-4:$p1.etag]", "400 InvalidArgument")
	saying(b.Want("ann: complete-multipart-upload"+part+"parts=[1:$p1.etag]", invalid),
		"The upload was created using a crc32 checksum. The complete request must include the checksum for "+
			"each part. It was missing for part 1 in the request.")
	for _, c := range [][3]string{{"crc32", "AAAAAA==", "400 InvalidPart"}, {"md4", "x", "400 InvalidPart"},
		{"crc32", crc32, "200"}} {
		if a := b.withSums(c[0], "checksum-type=COMPOSITE object-size=1", c[1]); a.String() != c[2] {
			t.Errorf("%s=%s: %s, want %s", c[0], c[1], a, c[2])
		}
	}
	// Said again with the same parts it is the same, with their checksums or without.
	b.Want("ann: complete-multipart-upload"+part+"parts=[1:$p1.etag]", "200")
}

// rules.md, "What client libraries ask beside that": the checksum of what came without one, and of copies. The sums are
// those of the body x.
func TestChecksumsThatTheServiceMakes(t *testing.T) {
	const nvme, sha512 = "Lb1nAmRU5LE=",
		"pKvURIxJVi2CgRXROh/M6pJ/UrTVRZKX+LQ+QtqJI4vBNibkPcs43bCCSIkn7JBPtCBXRDmD6IWFF51QVRr+Yg=="
	b := lake(t, "ann: put-object path=lake/x body=x", "ann u: create-multipart-upload path=lake/k",
		"ann p1: upload-part path=lake/k upload=$u.upload part=1 body=x",
		"ann: put-object path=lake/md5 body=x checksum.md5=ndTkYSaMgDT1yFZOFVxnpg==")
	enabled := " checksum-mode=ENABLED"
	wantFields(t, b.Want("ann: complete-multipart-upload path=lake/k upload=$u.upload parts=[1:$p1.etag]", "200"),
		"checksum.crc64nvme="+nvme+" checksum-type=FULL_OBJECT")
	for _, line := range []string{"get-object path=lake/x" + enabled, "head-object path=lake/x" + enabled,
		"get-object-attributes path=lake/x", "head-object path=lake/k" + enabled} {
		wantFields(t, b.Want("ann: "+line, "200"), "checksum.crc64nvme="+nvme+" checksum-type=FULL_OBJECT")
	}
	wantFields(t, b.Want("ann: get-object path=lake/x", "200"), "checksum.crc64nvme=")
	wantFields(t, b.Want("ann: get-object path=lake/k part=1"+enabled, "206"), "checksum.crc64nvme= checksum-type=")
	wantFields(t, b.Want("ann: head-object path=lake/x part=1"+enabled, "206"), "checksum.crc64nvme="+nvme)
	wantFields(t, b.Want("ann: copy-object path=lake/c source=lake/x checksum-algorithm=SHA512", "200"),
		"checksum.sha512="+sha512)
	wantFields(t, b.Want("ann: head-object path=lake/c"+enabled, "200"), "checksum.sha512="+sha512)
	b.Want("ann: copy-object path=lake/d source=lake/c", "200")
	wantFields(t, b.Want("ann: head-object path=lake/d"+enabled, "200"), "checksum.sha512="+sha512)
	b.Want("ann: copy-object path=lake/d source=lake/c checksum-algorithm=MD4", "400 InvalidRequest")
	b.Want("ann: create-multipart-upload path=lake/e checksum-algorithm=MD5 checksum-type=FULL_OBJECT",
		"400 InvalidRequest")
	b.Want("ann: create-multipart-upload path=lake/e checksum-algorithm=SHA512", "200")
	b.Want("ann: list-multipart-uploads path=lake key-marker=e upload-marker=none", "400 InvalidArgument")
	b.Want("ann: list-multipart-uploads path=lake key-marker=d upload-marker=$u.upload", "200")
}
