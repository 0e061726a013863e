package bucket_test

import (
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"testing"
)

// A page begins behind where the one before ended: each version, upload and part stands on exactly one.
func TestPagesBeginBehindEachOther(t *testing.T) {
	b := lake(t, "seed: put-bucket-versioning path=lake status=Enabled", "ann p: put-object path=lake/a body=1",
		"ann q: put-object path=lake/a body=2", "ann r: put-object path=lake/b/1 body=3",
		"ann s: put-object path=lake/b/2 body=4")
	wantFields(t, b.Want("ann v: list-object-versions path=lake prefix=a max=1", "200"),
		"count=1 0.key=a 0.is-latest=true truncated=true next-key=a")
	wantFields(t, b.Want("ann: list-object-versions path=lake prefix=a max=1 key-marker=$v.next-key "+
		"version-marker=$v.next-version", "200"), "count=1 0.key=a 0.is-latest= truncated=")
	wantFields(t, b.Want("ann: list-object-versions path=lake delimiter=/ key-marker=a", "200"),
		"0.prefix=b/ truncated=")
	b.All("ann u: create-multipart-upload path=lake/x", "ann w: create-multipart-upload path=lake/x",
		"ann z: create-multipart-upload path=lake/y", "ann: upload-part path=lake/y body=1 part=1 upload=$z.upload",
		"ann: upload-part path=lake/y body=2 part=3 upload=$z.upload")
	wantFields(t, b.Want("ann l: list-multipart-uploads path=lake max=1", "200"),
		"count=1 0.key=x truncated=true next-key=x")
	wantFields(t, b.Want("ann: list-multipart-uploads path=lake key-marker=$l.next-key upload-marker=$l.next-upload",
		"200"), "count=2 0.key=x 1.key=y truncated=")
	wantFields(t, b.Want("ann: list-multipart-uploads path=lake key-marker=x", "200"), "count=1 0.key=y")
	wantFields(t, b.Want("ann: list-parts path=lake/y upload=$z.upload max=1", "200"),
		"count=1 0.part=1 truncated=true next-part=1")
	wantFields(t, b.Want("ann: list-parts path=lake/y upload=$z.upload part-marker=1", "200"),
		"count=1 0.part=3 truncated=")
	wantFields(t, b.Want("ann: list-objects path=lake max=1", "200"), "count=1 0.key=a marker=a")
	wantFields(t, b.Want("ann: list-objects path=lake after=a max=5000", "200"), "count=3 0.key=b/1 2.key=k marker=")
}

// "ListBuckets": pages of at most max, each beginning where the one before ended; 1 to 10000.
func TestPagesOfBuckets(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-bucket path=aaa", "seed: create-bucket path=bbb1", "seed: create-bucket path=bbb2",
		"seed: create-bucket path=ccc")
	wantFields(t, b.Want("ann l: list-buckets max=2 prefix=bbb", "200"), "count=2 0.name=bbb1 1.name=bbb2 marker=")
	wantFields(t, b.Want("ann l: list-buckets max=3", "200"), "count=3 0.name=aaa 2.name=bbb2 marker=ccc")
	wantFields(t, b.Want("ann: list-buckets max=3 marker=$l.marker", "200"), "count=1 0.name=ccc marker=")
	wantFields(t, b.Want("ann: list-buckets", "200"), "count=4 marker=")
	for _, max := range []string{"0", "10001", "-1", "x"} {
		b.Want("ann: list-buckets max="+max, "400 InvalidArgument")
	}
}

// Amazon S3 User Guide, "Checking object integrity": a composite checksum is the checksum of the parts' checksums, with
// a dash and their number; one of the full object is that of all bytes.
func TestChecksumsOfUploads(t *testing.T) {
	sum := func(texts ...string) string {
		var all []byte
		for _, text := range texts {
			all = binary.BigEndian.AppendUint32(all, crc32.ChecksumIEEE([]byte(text)))
		}
		return base64.StdEncoding.EncodeToString(all)
	}
	whole := make([]byte, 8)
	binary.BigEndian.PutUint32(whole, crc32.ChecksumIEEE([]byte("one")))
	binary.BigEndian.PutUint32(whole[4:], crc32.ChecksumIEEE([]byte("two")))
	for kind, want := range map[string]string{"": sum(string(whole)) + "-2",
		" checksum-type=FULL_OBJECT": sum("onetwo")} {
		b := lake(t, "ann u: create-multipart-upload path=lake/k checksum-algorithm=CRC32"+kind,
			"ann p1: upload-part path=lake/k body=one part=1 upload=$u.upload checksum.crc32="+sum("one"),
			"ann p2: upload-part path=lake/k body=two part=2 upload=$u.upload checksum.crc32="+sum("two"))
		b.Set("bucket", "minimum-part", "1")
		wantFields(t, b.Want("ann: list-parts path=lake/k upload=$u.upload", "200"),
			"0.checksum.crc32="+sum("one")+" checksum-algorithm=CRC32")
		if a := b.withSums("crc32", "checksum.crc32=AAAAAA==", sum("one"), sum("two")); a.String() != "400 BadDigest" {
			t.Errorf("%s: another checksum of the whole: %s", kind, a)
		}
		wantFields(t, b.withSums("crc32", "checksum.crc32="+want, sum("one"), sum("two")), "checksum.crc32="+want)
		wantFields(t, b.Want("ann: head-object path=lake/k checksum-mode=ENABLED", "200"), "checksum.crc32="+want)
		wantFields(t, b.Want("ann: copy-object path=lake/c source=lake/k", "200"), "")
		wantFields(t, b.Want("ann: head-object path=lake/c checksum-mode=ENABLED", "200"),
			"checksum.crc32="+sum("onetwo")+" checksum-type=FULL_OBJECT")
	}
}

// A page of no entries is the last one: who goes on as long as there is more comes to an end.
//
// Source: rules.md, "What client libraries ask beside that".
func TestPagesOfNothingEnd(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-bucket path=lake", "seed: put-object path=lake/k body=v1",
		"ann: create-multipart-upload path=lake/k")
	for _, verb := range []string{"list-objects-v2", "list-objects", "list-object-versions", "list-multipart-uploads"} {
		for max, want := range map[string]string{"0": "0", "1": "1"} {
			a := b.Say("ann: " + verb + " path=lake max=" + max)
			if a.Status != 200 || a.Field("count").String() != want || !a.Field("marker").IsZero() ||
				!a.Field("truncated").IsZero() {
				t.Errorf("%s max=%s: %s %v", verb, max, a, a.Fields)
			}
		}
	}
}
