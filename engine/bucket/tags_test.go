package bucket_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
)

// tagElements are so many tags in a document.
func tagElements(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<Tag><Key>k%d</Key><Value>v</Value></Tag>", i)
	}
	return b.String()
}

// pairsOf are tags as they come in a request, one behind the other: key, value.
func pairsOf(words ...string) (args []engine.Arg) {
	for i := 0; i < len(words); i += 2 {
		args = append(args, engine.Arg{Name: "tag." + words[i], Value: engine.Text(words[i+1])})
	}
	return args
}

// rules.md, "Tags".
func TestTagsThatAreRefused(t *testing.T) {
	const header = "The header 'x-amz-tagging' shall be encoded as UTF-8 then URLEncoded URL query parameters " +
		"without tag name duplicates."
	var ten, eleven []string
	for i := range 11 {
		eleven = append(eleven, fmt.Sprint("k", i), "v")
	}
	ten = eleven[:20]
	for _, row := range []struct {
		tags                 []string
		document, inDocument string // the answer and its sentence to PutObjectTagging
		header, inHeader     string // and to a write with x-amz-tagging
	}{
		{tags: []string{"key of a+b-c", "=._:/@ \u00e9\u4e2d\u0663"}},
		{tags: []string{"aws", "aws:value"}},
		{tags: ten},
		{tags: []string{strings.Repeat("\u00e9", 128), strings.Repeat("\u4e2d", 256)}},
		{tags: []string{strings.Repeat("\U00020000", 64), strings.Repeat("\U00020000", 128)}}, // two units each
		{eleven, "400 BadRequest", "Object tags cannot be greater than 10",
			"400 BadRequest", "Object tags cannot be greater than 10"},
		{[]string{"Key1", "a", "Key1", "b"}, "400 InvalidTag", "Cannot provide multiple Tags with the same key",
			"400 InvalidArgument", header},
		{[]string{"Key1,Key2", "a"}, "400 InvalidTag", "The TagKey you have provided is invalid",
			"400 InvalidArgument", header},
		{[]string{"Key1", "Val1,Val2"}, "400 InvalidTag", "The TagValue you have provided is invalid",
			"400 InvalidArgument", header},
		{[]string{"aws:prefixed", "a"}, "400 InvalidTag", "Your TagKey cannot be prefixed with aws:",
			"400 InvalidTag", "Your TagKey cannot be prefixed with aws:"},
		{[]string{" ", "a"}, "400 InvalidTag", "The TagKey you have provided is invalid",
			"400 InvalidTag", "The TagKey you have provided is invalid"},
		{[]string{strings.Repeat("k", 129), "a"}, "400 InvalidTag", "The TagKey you have provided is invalid",
			"400 InvalidTag", "The TagKey you have provided is invalid"},
		{[]string{strings.Repeat("\U00020000", 65), "a"}, "400 InvalidTag", "The TagKey you have provided is invalid",
			"400 InvalidTag", "The TagKey you have provided is invalid"},
		{[]string{"k", strings.Repeat("v", 257)}, "400 InvalidTag", "The TagValue you have provided is invalid",
			"400 InvalidTag", "The TagValue you have provided is invalid"},
		{append([]string{"aws:k", "v"}, eleven...), "400 InvalidTag", "Your TagKey cannot be prefixed with aws:",
			"400 InvalidTag", "Your TagKey cannot be prefixed with aws:"},
	} {
		b := lake(t)
		for verb, args := range map[string][]engine.Arg{"put-object-tagging": engine.Args("path", "lake/k"),
			"put-object":              engine.Args("path", "lake/l", "body", "x"),
			"create-multipart-upload": engine.Args("path", "lake/m"),
			"copy-object":             engine.Args("path", "lake/n", "source", "lake/k")} {
			want, sentence := row.header, row.inHeader
			if verb == "put-object-tagging" {
				want, sentence = row.document, row.inDocument
			}
			if want == "" {
				want = "200"
			}
			a := b.send("ann", verb, append(args, pairsOf(row.tags...)...))
			said := a.Field("message").String()
			if a.Why != nil && said == "" {
				said = a.Why.Rule.Fault.Message
			}
			if a.String() != want || said != sentence {
				t.Errorf("%s %.60q: %s %s, want %s %s", verb, row.tags, a, said, want, sentence)
			}
		}
	}
}

// rules.md, "Tags", the 50 of a bucket.
func TestTagsOfABucketAreCounted(t *testing.T) {
	for n, want := range map[int]string{50: "204", 51: "400 BadRequest"} {
		put, _ := configured(lake(t), "tagging", "<TagSet>"+tagElements(n)+"</TagSet>")
		if put.String() != want {
			t.Errorf("%d tags: %s, want %s", n, put, want)
		}
	}
}

// Amazon S3 API, "PutObjectTagging", x-amz-version-id: the answers name the version whose tags they are.
func TestTagsNameTheirVersion(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-bucket path=lake", "seed: put-bucket-versioning path=lake status=Enabled",
		"seed: create-bucket path=pond", "ann old: put-object path=lake/k body=x",
		"ann new: put-object path=lake/k body=y", "ann: put-object path=pond/k body=x")
	version := func(line string) string { return b.Say(line).Field("version-id").String() }
	for _, verb := range []string{"put-object-tagging tag.a=1", "get-object-tagging", "delete-object-tagging"} {
		verb, rest, _ := strings.Cut(verb+" ", " ")
		line := "ann: " + verb + " path=lake/k " + rest
		for name, line := range map[string]string{"new": line, "old": line + " version-id=$old.version-id"} {
			want := b.World.Named(name).Answer.Field("version-id").String()
			if got := version(line); want == "" || got != want {
				t.Errorf("%s names %q, want %q", line, got, want)
			}
		}
		if got := version(strings.Replace(line, "lake", "pond", 1)); got != "" {
			t.Errorf("%s of a bucket without versions names %q", verb, got)
		}
	}
}
