package bucket

import (
	"bytes"
	"testing"
)

// rules.md, "ETag", "Vectors": those that need more bytes than one body of the simulation has.
func TestETagsOfLargeParts(t *testing.T) {
	large := &part{body: bytes.Repeat([]byte("x"), minimumPart)}
	tail := &part{body: []byte("tail")}
	if got := hashOf(large.body); got != "4f08eef4096726bff1125e1b1b734644" {
		t.Errorf("part 1 has %s", got)
	}
	if got := hashOf(tail.body); got != "7aea2552dfe7eb84b9443b6fc9ba6e01" {
		t.Errorf("part 2 has %s", got)
	}
	if got := hashOfParts([]*part{large, tail}); got != "a45f1422f2dbe3d2890829dd76adba1b-2" {
		t.Errorf("the whole has %s", got)
	}
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
		if got := like(row.text, row.pattern); got != row.want {
			t.Errorf("%q like %q: %t", row.text, row.pattern, got)
		}
	}
}
