package bucket_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
)

const noUpload = "404 NoSuchUpload"

// uploading is a lake with an open upload u of lake/k and its parts p1 and p2.
func uploading(t testing.TB, lines ...string) *bench {
	t.Helper()
	b := lake(t)
	b.Step(engine.Set{Scope: "bucket", Key: "minimum-part", Value: "3"})
	b.All("ann u: create-multipart-upload path=lake/k",
		"ann p1: upload-part path=lake/k body=one upload=$u.upload part=1",
		"ann p2: upload-part path=lake/k body=2 upload=$u.upload part=2")
	b.All(lines...)
	return b
}

const complete = "ann: complete-multipart-upload path=lake/k parts=[1:$p1.etag,2:$p2.etag] upload=$u.upload "

// rules.md, "Multipart life cycle", the first table.
func TestPartsOfAnUpload(t *testing.T) {
	b := uploading(t)
	// The key's state is untouched; any number of uploads may be open.
	wantFields(t, b.Want("ben: get-object path=lake/k", "200"), "body=test")
	b.Want("ann v: create-multipart-upload path=lake/k", "200")
	wantFields(t, b.Say("ann: list-multipart-uploads path=lake"), "count=2 0.key=k 1.key=k")
	// The same number again replaces the part; any order.
	b.Want("ann: upload-part path=lake/k body=three upload=$u.upload part=10000", "200")
	wantFields(t, b.Want("ann q: upload-part path=lake/k body=uno upload=$u.upload part=1", "200"),
		"etag="+b.World.Named("q").Answer.Field("etag").String())
	wantFields(t, b.Want("ann: list-parts path=lake/k upload=$u.upload", "200"),
		"count=3 0.part=1 0.size=3 1.part=2 2.part=10000")
	for _, n := range []string{"0", "10001", "-1", "x", ""} {
		a := b.Want("ann: upload-part path=lake/k body=x upload=$u.upload part="+n, "400 InvalidArgument")
		wantFields(t, a, "argument-name=partNumber argument-value="+n)
	}
	for _, line := range []string{"path=lake/other upload=$u.upload", "path=lake/k upload=x"} {
		for _, verb := range []string{"upload-part body=x part=1", "upload-part-copy source=lake/k part=1",
			"list-parts", "abort-multipart-upload", "complete-multipart-upload parts=[1:x]"} {
			b.Want("ann: "+verb+" "+line, noUpload)
		}
	}
	b.Want("ann: abort-multipart-upload path=lake/k upload=$v.upload", "204")
	for _, verb := range []string{"abort-multipart-upload", "list-parts", "upload-part body=x part=1",
		"complete-multipart-upload parts=[1:x]"} {
		b.Want("ann: "+verb+" path=lake/k upload=$v.upload", noUpload) // the second abort is [unsure] in rules.md
	}
	// Numbering may have holes; parts that are not listed are dropped.
	b.Want("ann: complete-multipart-upload path=lake/k parts=[1:$q.etag,2:$p2.etag] upload=$u.upload", "200")
	wantFields(t, b.Say("ann: get-object path=lake/k"), "body=uno2")
	b.Want("ann: list-parts path=lake/k upload=$u.upload", noUpload)
}

// rules.md, "Multipart life cycle", "Complete, order of checks": each line breaks one row and all that follow.
func TestOrderOfComplete(t *testing.T) {
	rows := []struct{ parts, upload, words, want, fields string }{
		{"[2:x,1:x]", "none", "if-match=*", not, "header=If-Match"},
		{"[2:x,1:x]", "none", "if-none-match=*", noUpload, "upload-id=none"},
		{"[]", "$u.upload", "if-none-match=*", "400 InvalidRequest", ""},
		{"[2:x,1:x]", "$u.upload", "if-none-match=*", "400 InvalidPartOrder", ""},
		{"[1:x,1:x]", "$u.upload", "if-none-match=*", "400 InvalidPartOrder", ""},
		{"[1:x,2:x]", "$u.upload", "if-none-match=*", "400 InvalidPart", "part-number=1 etag=x"},
		{"[1:$p1.etag,9:x]", "$u.upload", "if-none-match=*", "400 InvalidPart", "part-number=9"},
		{"[1:$p1.etag,2:$p2.etag,3:$p3.etag]", "$u.upload", "if-none-match=*", "400 EntityTooSmall",
			"part-number=2 proposed-size=1 min-size-allowed=3"},
		{"[1:$p1.etag,3:$p3.etag]", "$u.upload", "if-none-match=*", fails, "condition=If-None-Match"},
		{"[1:$p1.etag,3:$p3.etag]", "$u.upload", "if-match=x", fails, "condition=If-Match"},
		{"[1:$p1.etag,3:$p3.etag]", "$u.upload", "if-match=" + test, "200", ""},
	}
	for _, row := range rows {
		b := uploading(t, "ann p3: upload-part path=lake/k body=3 upload=$u.upload part=3")
		b.give("s3:GetObject")
		b.Want("rob: complete-multipart-upload path=lake/k parts=[2:x,1:x] upload=none if-match=*", denied)
		line := fmt.Sprintf("ann: complete-multipart-upload path=lake/k parts=%s upload=%s %s",
			strings.ReplaceAll(row.parts, "[]", "-"), row.upload, row.words)
		line = strings.ReplaceAll(line, "parts=- ", "")
		a := b.Want(line, row.want)
		wantFields(t, a, row.fields)
		if strings.HasPrefix(row.want, "400") { // the upload is open, all parts kept
			wantFields(t, b.Want("ann: list-parts path=lake/k upload=$u.upload", "200"), "count=3")
		}
	}
}

// rules.md, "Multipart life cycle", row 3, and "Open points": a Complete again for the same list, until the key is
// changed.
func TestCompleteAgain(t *testing.T) {
	b := uploading(t)
	first := b.Want(complete+"if-match="+test, "200")
	for _, words := range []string{"if-match=" + test, "if-none-match=*", ""} {
		wantFields(t, b.Want(complete+words, "200"), "etag="+first.Field("etag").String())
	}
	b.Want("ann: complete-multipart-upload path=lake/k parts=[1:$p1.etag] upload=$u.upload", noUpload)
	b.All("ben: put-object path=lake/k body=x")
	b.Want(complete, noUpload)
}

// rules.md, "Multipart life cycle", "What a failed Complete leaves behind".
func TestAfterAFailedComplete(t *testing.T) {
	for _, row := range []struct {
		between []string
		words   string
		want    string
		open    bool
	}{
		{nil, "if-none-match=*", fails, true},
		{nil, "if-match=x", fails, true},
		{[]string{"ben: delete-object path=lake/k"}, "if-match=" + test, missing, true},
		{[]string{"ben: put-object path=lake/k body=x"}, "if-match=" + test, fails, true},
		{[]string{"ben: delete-object path=lake/k"}, "if-none-match=*", clash, false},
		{[]string{"ben: put-object path=lake/k body=test"}, "if-match=" + test, clash, false},
		{[]string{"ben: put-object path=lake/k body=test2"}, "if-match=" + test2, clash, false},
		{[]string{"ben: delete-object path=lake/k", "ben: put-object path=lake/k body=test"}, "if-match=" + test, clash,
			false},
	} {
		b := uploading(t, row.between...)
		before := b.World.Object(engine.ParseObject("object lake/k"))
		b.Want(complete+row.words, row.want)
		if b.World.Object(engine.ParseObject("object lake/k")) != before {
			t.Errorf("%v, %s: the key changed", row.between, row.words)
		}
		want := noUpload
		if row.open {
			want = "200"
		}
		b.Want("ann: list-parts path=lake/k upload=$u.upload", want)
		want = strings.ReplaceAll(want, "200", "204")
		b.Want("ann: abort-multipart-upload path=lake/k upload=$u.upload", want)
	}
	// After 412 the same upload is of no use for an update: even the right tag now gives 409.
	b := uploading(t, "ben: put-object path=lake/k body=test2")
	b.Want(complete+"if-match="+test, fails)
	b.Want(complete+"if-match="+test2, clash)
	// W5 too ends an upload.
	b = uploading(t)
	b.Step(engine.Set{Scope: "bucket", Key: "contention", Value: "on"})
	b.Step(engine.Send{By: "ben", Verb: "put-object", Args: engine.Args("path", "lake/k"), As: "o"})
	b.Step(engine.Arrive{Names: []string{"o"}})
	b.Want(complete+"if-match="+test, clash)
	b.Want("ann: list-parts path=lake/k upload=$u.upload", noUpload)
}

// rules.md, "Order of unconditional writes", "initiation time", and the switch for other servers.
func TestPlaceOfAnUpload(t *testing.T) {
	for _, row := range []struct {
		versioning, order string
		between           []string
		body              string // afterwards
		shadowed          bool
	}{
		{"", "initiation", nil, "one2", false},
		{"", "initiation", []string{"ben: put-object path=lake/k body=b"}, "b", true},
		{"", "initiation", []string{"ben: delete-object path=lake/k"}, "", true},
		{"", "initiation", []string{"ben: put-object path=lake/other body=b"}, "one2", false},
		{"", "completion", []string{"ben: put-object path=lake/k body=b"}, "one2", false},
		{"", "completion", []string{"ben: delete-object path=lake/k"}, "one2", false},
		{"Enabled", "initiation", []string{"ben: put-object path=lake/k body=b"}, "b", false},
		{"Enabled", "initiation", []string{"ben: delete-object path=lake/k"}, "", false},
		{"Enabled", "completion", []string{"ben: put-object path=lake/k body=b"}, "one2", false},
		{"Suspended", "initiation", []string{"ben: put-object path=lake/k body=b"}, "b", true},
	} {
		b := lake(t)
		if row.versioning != "" {
			b.All("seed: put-bucket-versioning path=lake status=" + row.versioning)
		}
		b.Step(engine.Set{Scope: "bucket", Key: "minimum-part", Value: "1"})
		b.Step(engine.Set{Scope: "bucket", Key: "multipart-order", Value: row.order})
		b.All("ann u: create-multipart-upload path=lake/k",
			"ann p1: upload-part path=lake/k body=one upload=$u.upload part=1",
			"ann p2: upload-part path=lake/k body=2 upload=$u.upload part=2")
		b.All(row.between...)
		b.Want(complete, "200")
		decided := b.Events[0]
		for _, e := range b.Events {
			if e.Kind == engine.Decided {
				decided = e
			}
		}
		if decided.Shadowed != row.shadowed {
			t.Errorf("%+v: shadowed %t", row, decided.Shadowed)
		}
		if a := b.Say("ann: get-object path=lake/k"); a.Field("body").String() != row.body {
			t.Errorf("%+v: a read shows %s %q", row, a, a.Field("body"))
		}
	}
	// Two uploads created between the same two changes: the later created one stays.
	for _, order := range [][2]string{{"u", "v"}, {"v", "u"}} {
		b := uploading(t, "ann v: create-multipart-upload path=lake/k",
			"ann q: upload-part path=lake/k body=later upload=$v.upload part=1",
			"ann p: upload-part path=lake/k body=earlier upload=$u.upload part=1")
		for _, u := range order {
			part := map[string]string{"u": "p", "v": "q"}[u]
			b.Want(fmt.Sprintf("ann: complete-multipart-upload path=lake/k parts=[1:$%s.etag] upload=$%s.upload", part,
				u), "200")
		}
		wantFields(t, b.Say("ann: get-object path=lake/k"), "body=later")
	}
}

// The least size of a part is Amazon's unless it is set.
func TestMinimumPart(t *testing.T) {
	b := lake(t, "ann u: create-multipart-upload path=lake/k",
		"ann p1: upload-part path=lake/k body=one upload=$u.upload part=1",
		"ann p2: upload-part path=lake/k body=2 upload=$u.upload part=2")
	wantFields(t, b.Want(complete, "400 EntityTooSmall"), "min-size-allowed=5242880 part-number=1 proposed-size=3")
	b.Want("ann: complete-multipart-upload path=lake/k parts=[1:$p1.etag] upload=$u.upload", "200")
}

// rules.md, "Multipart life cycle", AbortMultipartUpload, and "Order of unconditional writes", last row: what had
// arrived before an abort is refused by habit and goes through by choice; what arrives later is refused.
func TestRequestsBesideAnAbort(t *testing.T) {
	abort := "ann: abort-multipart-upload path=lake/k upload=$u.upload"
	for _, line := range []string{"upload-part path=lake/k body=late upload=$u.upload part=3",
		"complete-multipart-upload path=lake/k parts=[1:$p1.etag] upload=$u.upload"} {
		words := strings.Fields(line)
		for _, choose := range []int{0, 1} {
			b := uploading(t)
			b.Step(engine.Send{By: "ann", Verb: words[0], Args: enginetest.Arguments(words[1:]),
				Words: engine.Words{Choose: []int{choose}}, As: "w"})
			b.Step(engine.Arrive{Names: []string{"w"}})
			b.Want(abort, "204")
			b.Step(engine.Deliver{Names: []string{"w"}})
			if got, want := b.World.Named("w").Answer.String(), [...]string{noUpload, "200"}[choose]; got != want {
				t.Errorf("%s, choose %d: %s, want %s", words[0], choose, got, want)
			}
			if words[0][0] == 'u' {
				line += " choose=1" // a Complete again has another habit
			}
			b.Want("ann: "+line, map[bool]string{true: "200", false: noUpload}[choose == 1 &&
				words[0][0] == 'c'])
			if choose == 1 && words[0][0] == 'u' {
				b.Want(abort, "204") // something had landed
			}
			b.Want(abort, noUpload)
		}
	}
}

// rules.md, "A Complete that is repeated": the habit is 200 until the key changes; by choice the upload is looked for
// first, or the condition, where it no longer holds.
func TestWaysToAnswerACompleteAgain(t *testing.T) {
	const again = "ann: complete-multipart-upload path=lake/k parts=[1:$p1.etag] upload=$u.upload"
	for _, row := range []struct {
		condition string
		answers   [4]string // by habit, by choice 1 and 2, and by habit after another's write
	}{
		{"", [...]string{"200", noUpload, "200", noUpload}},
		{" if-none-match=*", [...]string{"200", noUpload, "412 PreconditionFailed", noUpload}},
		{" if-match=x", [...]string{"200", noUpload, "412 PreconditionFailed", noUpload}},
		{" if-match=$done.etag", [...]string{"200", noUpload, "200", noUpload}},
	} {
		b := uploading(t, "ann done: complete-multipart-upload path=lake/k parts=[1:$p1.etag] upload=$u.upload")
		for i, choose := range []string{"", " choose=1", " choose=2"} {
			b.Want(again+row.condition+choose, row.answers[i])
		}
		wantFields(t, b.Say("ann: get-object path=lake/k"), "body=one version=2")
		b.Want("ben: put-object path=lake/k body=other", "200")
		b.Want(again+row.condition+" choose=2", row.answers[3])
	}
}
