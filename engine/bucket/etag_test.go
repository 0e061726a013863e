package bucket_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
)

// rules.md, "ETag", "Vectors": that of a part of five MiB, that of a short one, and that of both.
func TestETagsOfLargeParts(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-bucket path=lake", "ann u: create-multipart-upload path=lake/k")
	for n, row := range [][2]string{{strings.Repeat("x", 5<<20), "4f08eef4096726bff1125e1b1b734644"},
		{"tail", "7aea2552dfe7eb84b9443b6fc9ba6e01"}} {
		b.Say(fmt.Sprintf("ann p%d: upload-part path=lake/k body=%s upload=$u.upload part=%[1]d", n+1, row[0]))
		if got := b.World.Named(fmt.Sprint("p", n+1)).Answer.Field("etag").String(); got != row[1] {
			t.Errorf("part %d has %s, want %s", n+1, got, row[1])
		}
	}
	b.Want(complete, "200", "etag=a45f1422f2dbe3d2890829dd76adba1b-2")
}

// rules.md, "Bucket policies", row Resource: `*` is any characters, `/` too, `?` one, case counts.
func TestPatternsOfResources(t *testing.T) {
	for _, row := range []struct {
		text, pattern string
		want          bool
	}{
		{"my-bucket/datasets/", "my-bucket/datasets/*", true}, {"my-bucket/datasets/a/b", "my-bucket/datasets/*", true},
		{"my-bucket/datasets", "my-bucket/datasets/*", false}, {"my-bucket/Datasets/x", "my-bucket/datasets/*", false},
		{"my-bucket/xdatasets/x", "my-bucket/datasets/*", false}, {"abc", "a?c", true}, {"ac", "a?c", false},
		{"a/c", "a?c", true},
		{"aXbXc", "a*b*c", true}, {"aXbX", "a*b*c", false}, {"", "*", true}, {"", "", true}, {"a", "", false},
		{"aab", "*ab", true},
	} {
		b := newBench(t)
		b.All("seed: create-bucket path=lake")
		b.policy("204", statement("Deny", `"*"`, "s3:GetObject", "/key-"+row.pattern, ""))
		a := b.send("rob", "get-object", engine.Args("path", "lake/key-"+row.text))
		if got := a.String() == denied; got != row.want {
			t.Errorf("%q like %q: %s", row.text, row.pattern, a)
		}
	}
}
