package bucket_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
)

const (
	test    = "098f6bcd4621d373cade4e832627b4f6" // ETags of contents
	test2   = "ad0234829205b9033196ba818f7a872b"
	missing = "404 NoSuchKey"
	fails   = "412 PreconditionFailed"
	clash   = "409 ConditionalRequestConflict"
	not     = "501 NotImplemented"
	denied  = "403 AccessDenied"
)

// lake is a bucket with the key lake/k = test.
func lake(t testing.TB, lines ...string) *bench {
	t.Helper()
	b := newBench(t)
	b.All("seed: create-bucket path=lake", "seed: put-object path=lake/k body=test")
	b.All(lines...)
	return b
}

// rules.md, "ETag", "Vectors".
func TestETagsOfContents(t *testing.T) {
	b := lake(t)
	for body, want := range map[string]string{"": "d41d8cd98f00b204e9800998ecf8427e", "test": test, "test2": test2,
		"A": "7fc56270e7a70fa81a5935b72eacbe29", "B": "9d5ed678fe57bcca610140957afab571",
		"C":  "0d61f8370cad1d412f80b84d143e1257",
		"v1": "6654c734ccab8f440ff0825eb443dc7f", "v2": "1b267619c4812cc46ee281747884ca50",
		"hello": "5d41402abc4b2a76b9719d911017c592",
		"world": "7d793037a0760186574b0282f2f435e7", "universe": "7d9a0d11cb36e12a68817aff945390de",
		`{"datasets":[]}`: "6b13652db4fa739b0c1dd66c80829f21", `{"datasets":["A"]}`: "4dc6a5405e7eda2ad26af893dcef04d8",
		`{"datasets":["B"]}`:         "0ac7af8047f8c06bc6d193fdcf6652d1",
		`{"datasets":["C"]}`:         "40f8f6ea654b2bfdcaa8b3a005b292e5",
		`{"datasets":["A","B"]}`:     "4a56d113e728eb423f53a0f0ac688aa5",
		`{"datasets":["A","B","C"]}`: "961ad2f17d91fb8d21414c11aa4b30e8"} {
		a := b.send("ann", "put-object", engine.Args("path", "lake/v", "body", body))
		if got := a.Field("etag").String(); got != want {
			t.Errorf("%q has the ETag %s, want %s", body, got, want)
		}
	}
}

// rules.md, "ETag", the rows of parts, copies, metadata and spelling.
func TestETagRows(t *testing.T) {
	b := lake(t, "ann u: create-multipart-upload path=lake/m",
		"ann p: upload-part path=lake/m body=test upload=$u.upload part=1")
	a := b.Want("ann: complete-multipart-upload path=lake/m parts=[1:$p.etag] upload=$u.upload", "200")
	wantFields(t, a, "etag=60cd54a928cbbcbb6e7b5595bab46a9e-1")
	wantFields(t, b.Want("ann: copy-object path=lake/whole source=lake/m", "200"), "etag="+test)
	wantFields(t, b.Want("ann: put-object path=lake/k body=test meta.a=1", "200"), "etag="+test)
	for _, tag := range []string{test, `"` + test + `"`, `"` + test, test + `"`} {
		b.Want("ann: put-object path=lake/k body=test if-match="+tag, "200")
	}
	for _, tag := range []string{`W/"` + test + `"`, `"` + test + `","x"`} { // [unsure] in rules.md: they match nothing
		b.Want("ann: put-object path=lake/k body=test if-match="+tag, fails)
	}
	// Last-Modified of a multipart object is the time of its initiation.
	b.All("ann u2: create-multipart-upload path=lake/m",
		"ann p2: upload-part path=lake/m body=test upload=$u2.upload part=1")
	b.Wait(9e9)
	b.All("ann: complete-multipart-upload path=lake/m parts=[1:$p2.etag] upload=$u2.upload")
	wantFields(t, b.Want("ann: head-object path=lake/m", "200"), "last-modified=00:00.0")
}

// rules.md, "The write rule", header validation: whatever is there.
func TestHeadersOfWrites(t *testing.T) {
	both := "Multiple conditional request headers present in the request"
	value := func(h string) string { return "We don't accept the provided value of " + h + " header for this API" }
	for _, row := range []struct{ words, header, more string }{
		{"if-none-match=x", "If-None-Match", value("If-None-Match")}, {"if-match=*", "If-Match", value("If-Match")},
		{"if-match=* if-none-match=x", "If-Match,If-None-Match", both},
		{"if-match=" + test + " if-none-match=*", "If-Match,If-None-Match", both},
	} {
		for _, key := range []string{"lake/k", "lake/none"} {
			b := lake(t, "ann u: create-multipart-upload path="+key,
				"ann p: upload-part path="+key+" body=x upload=$u.upload part=1")
			for _, op := range []string{"put-object path=" + key + " body=x",
				"copy-object path=" + key + " source=lake/k",
				"complete-multipart-upload path=" + key + " parts=[1:$p.etag] upload=$u.upload"} {
				a := b.Want("ann: "+op+" "+row.words, not)
				if a.Field("header").String() != row.header || a.Field("additional-message").String() != row.more {
					t.Errorf("%s %s: %v", op, row.words, a.Fields)
				}
			}
		}
	}
}

// rules.md, "The write rule", "PutObject truth table", row by row.
func TestPutTruthTable(t *testing.T) {
	for _, row := range []struct{ state, words, want string }{
		{"missing", "", "200"}, {"missing", "if-none-match=*", "200"}, {"missing", "if-none-match=x", not},
		{"missing", "if-match=" + test, missing},
		{"missing", "if-match=abcdef", missing}, {"missing", "if-match=*", not}, {"exists", "", "200"},
		{"exists", "if-none-match=*", fails},
		{"exists", "if-match=" + test, "200"}, {"exists", `if-match="` + test + `"`, "200"},
		{"exists", "if-match=f", fails},
		{"exists", "if-match=" + test + " if-none-match=*", not}, {"deleted", "if-none-match=*", "200"},
		{"deleted", "if-match=" + test, missing},
		{"marker", "if-none-match=*", "200"}, {"marker", "if-match=" + test, missing},
		{"versioned", "if-none-match=*", fails},
	} {
		b := lake(t)
		switch row.state {
		case "missing":
			b = newBench(t)
			b.All("seed: create-bucket path=lake")
		case "deleted":
			b.All("seed: delete-object path=lake/k")
		case "marker":
			b.All("seed: put-bucket-versioning path=lake status=Enabled", "seed: put-object path=lake/k body=test",
				"seed: delete-object path=lake/k")
		case "versioned":
			b.All("seed: put-bucket-versioning path=lake status=Enabled")
		}
		before := b.World.Object(engine.ParseObject("object lake/k"))
		a := b.Want("ann: put-object path=lake/k body=test2 "+row.words, row.want)
		if a.Accepted() {
			wantFields(t, a, "etag="+test2)
		} else if b.World.Object(engine.ParseObject("object lake/k")) != before {
			t.Errorf("%s %s: a write that fails changed something", row.state, row.words)
		}
		if row.state == "marker" && a.Accepted() {
			wantFields(t, b.Say("ann: list-object-versions path=lake"),
				"count=4 0.etag="+test2+" 1.delete-marker=true 2.etag="+test)
		}
	}
	// The last row: a body fully identical to the current one.
	b := lake(t, "seed: put-bucket-versioning path=lake status=Enabled", "ann a1: put-object path=lake/k body=test")
	b.Wait(3e9)
	a := b.Want("ann a2: put-object path=lake/k body=test if-match=$a1.etag", "200")
	wantFields(t, a, "etag="+test)
	if b.Property("object lake/k", "last-modified") != "00:03.0" ||
		a.Field("version-id").Equal(b.World.Named("a1").Answer.Field("version-id")) {
		t.Error("the same bytes again are a new version with a new date")
	}
}

// window sends a request, has it arrive, does something else, and has it decided.
func (b *bench) window(line string, between ...string) engine.Answer {
	b.T.Helper()
	who, what, _ := strings.Cut(line, ": ")
	words := strings.Fields(what)
	b.Step(engine.Send{By: who, Verb: words[0], Args: enginetest.Arguments(words[1:]), As: "w"})
	b.Step(engine.Arrive{Names: []string{"w"}})
	for _, l := range between {
		b.Say(l)
	}
	b.Step(engine.Deliver{Names: []string{"w"}})
	b.Step(engine.ReceiveAnswer{Names: []string{"w"}})
	return b.World.Named("w").Answer
}

// rules.md, "The write rule", commit rule W1 to W5, with something between arrival and decision; the last row of the
// table of deletes.
func TestCommitRule(t *testing.T) {
	put, gone := "ben: put-object path=lake/k body=", "ben: delete-object path=lake/k"
	for _, row := range []struct {
		line    string
		between []string
		want    string
	}{
		{"put-object body=x if-none-match=*", nil, fails},
		{"put-object body=x if-none-match=*", []string{gone}, clash},
		{"put-object body=x if-none-match=*", []string{gone, put + "y"}, fails},
		{"put-object body=x if-match=" + test, nil, "200"},
		{"put-object body=x if-match=" + test, []string{gone}, missing},
		{"put-object body=x if-match=" + test, []string{put + "y"}, fails},
		{"put-object body=x if-match=" + test, []string{put + "test"}, clash},
		{"put-object body=x if-match=" + test, []string{gone, put + "test"}, clash},
		{"put-object body=x if-match=" + test, []string{put + "y", put + "test"}, clash},
		{"put-object body=x", []string{put + "y"}, "200"},
		{"copy-object source=lake/from if-none-match=*", []string{gone}, clash},
		{"copy-object source=lake/from if-match=" + test, []string{put + "test"}, clash},
		{"copy-object source=lake/from if-match=" + test, []string{put + "y"}, fails},
		{"delete-object if-match=" + test, nil, "204"},
		{"delete-object if-match=" + test, []string{gone}, missing},
		{"delete-object if-match=" + test, []string{put + "y"}, fails},
		{"delete-object if-match=" + test, []string{put + "test"}, clash},
		{"delete-object if-match=*", []string{put + "test"}, clash},
	} {
		verb, rest, _ := strings.Cut(row.line, " ")
		for _, versions := range []bool{false, true} {
			b := lake(t)
			if versions {
				b.All("seed: put-bucket-versioning path=lake status=Enabled")
			}
			b.All("seed: put-object path=lake/from body=f", "seed: put-object path=lake/k body=test")
			a := b.window("ann: "+verb+" path=lake/k "+rest, row.between...)
			if a.String() != row.want {
				t.Errorf("%s with %v in between: %s, want %s", row.line, row.between, a, row.want)
			}
			if row.want == clash {
				wantFields(t, a, "key=k")
			}
		}
	}
	// The delete of a key that is missing counts only where it leaves a marker.
	b := lake(t)
	if a := b.window("ann: put-object path=lake/none body=x if-none-match=*",
		"ben: delete-object path=lake/none"); a.String() != "200" {
		t.Errorf("a delete of nothing made it %s", a)
	}
	b = lake(t, "seed: put-bucket-versioning path=lake status=Enabled")
	if a := b.window("ann: put-object path=lake/none body=x if-none-match=*",
		"ben: delete-object path=lake/none"); a.String() != clash {
		t.Errorf("a marker on nothing made it %s", a)
	}
}

// W5 is off unless it is switched on, and then needs another write of the same key that stands undecided.
func TestContention(t *testing.T) {
	for _, row := range []struct{ contention, other, want string }{
		{"off", "put-object path=lake/k body=y", "200"}, {"on", "put-object path=lake/k body=y", clash},
		{"on", "put-object path=lake/other body=y", "200"},
		{"on", "get-object path=lake/k", "200"}, {"on", "delete-object path=lake/k", clash},
		{"on", "copy-object path=lake/k source=lake/k", clash},
		{"on", "delete-objects path=lake keys=[a,k]", clash}, {"on", "delete-objects path=lake keys=[a,b]", "200"},
	} {
		b := lake(t)
		b.Step(engine.Set{Scope: "bucket", Key: "contention", Value: row.contention})
		words := strings.Split(row.other, " ")
		b.Step(engine.Send{By: "ben", Verb: words[0], Args: enginetest.Arguments(words[1:]), As: "o"})
		b.Want("ann: put-object path=lake/k body=x if-match="+test, "200") // it still travels
		b.Step(engine.Arrive{Names: []string{"o"}})
		b.All("seed: put-object path=lake/k body=test")
		a := b.window("ann: put-object path=lake/k body=x if-match=" + test)
		if a.String() != row.want {
			t.Errorf("%s, %s: %s, want %s", row.contention, row.other, a, row.want)
		}
	}
}

// rules.md, "CopyObject", target rows.
func TestCopyTargets(t *testing.T) {
	for _, row := range []struct{ words, want, fields string }{
		{"path=lake/to if-none-match=*", "200", "etag=" + test2},
		{"path=lake/k if-none-match=*", fails, "condition=If-None-Match"},
		{"path=lake/from if-none-match=*", fails, "condition=If-None-Match"},
		{"path=lake/to if-none-match=x", not, "header=If-None-Match"},
		{"path=lake/k if-match=" + test, "200", "etag=" + test2},
		{"path=lake/from storage-class=STANDARD_IA if-match=" + test2, "200", "etag=" + test2},
		{"path=lake/k if-match=x", fails, "condition=If-Match"},
		{"path=lake/to if-match=" + test, missing, "key=to"},
		{"path=lake/k if-match=*", not, "header=If-Match"},
		{"path=lake/k if-match=x if-none-match=*", not, "header=If-Match,If-None-Match"},
		{"path=lake/k source=lake/none", missing, "key=none"},
		{"path=lake/k source=lake/none if-match=x", missing, "key=none"}, // [unsure] in rules.md: the source first
	} {
		b := lake(t, "seed: put-object path=lake/from body=test2")
		if !strings.Contains(row.words, "source=") {
			row.words += " source=lake/from"
		}
		wantFields(t, b.Want("ann: copy-object "+row.words, row.want), row.fields)
	}
	b := lake(t, "seed: put-bucket-versioning path=lake status=Enabled", "seed: put-object path=lake/from body=1",
		"seed: delete-object path=lake/k")
	b.Want("ann: copy-object path=lake/k source=lake/from if-match="+test, missing)
	b.Want("ann: copy-object path=lake/k source=lake/from if-none-match=*", "200")
}

// rules.md, "CopyObject", source conditions; UploadPartCopy has the same.
func TestCopySources(t *testing.T) {
	name := func(s string) string { return "condition=x-amz-copy-source-" + s }
	// The source was written at 00:10; now is 00:20.
	for _, row := range []struct{ words, want, fields string }{
		{"source-if-match=" + test2, "200", ""}, {"source-if-match=x", fails, name("If-Match")},
		{"source-if-match=" + test2 + " source-if-unmodified-since=00:05.0", "200", ""},
		{"source-if-unmodified-since=00:05.0", fails, name("If-Unmodified-Since")},
		{"source-if-none-match=" + test2 + " source-if-modified-since=00:05.0", fails, name("If-None-Match")},
		{"source-if-none-match=x source-if-unmodified-since=00:05.0", fails, name("If-Unmodified-Since")},
		{"source-if-modified-since=00:10.0", fails, name("If-Modified-Since")},
		{"source-if-unmodified-since=00:10.0", "200", ""},
		{"source-if-modified-since=00:59.0", "200", ""},
		{"source-if-match=" + test2 +
			" source-if-none-match=x source-if-modified-since=00:05.0 source-if-unmodified-since=00:15.0", "200", ""},
		{"source-if-match=x source-if-none-match=" + test2, fails, name("If-Match")},
		{`source-if-match="` + test2 + `"`, "200", ""},
	} {
		b := lake(t)
		b.Wait(10e9)
		b.All("seed: put-object path=lake/from body=test2", "ann u: create-multipart-upload path=lake/m")
		b.Wait(10e9)
		wantFields(t, b.Want("ann: copy-object path=lake/k source=lake/from "+row.words, row.want), row.fields)
		wantFields(t, b.Want("ann: upload-part-copy path=lake/m source=lake/from upload=$u.upload part=1 "+row.words,
			row.want), row.fields)
	}
}

// rules.md, "DeleteObject", row by row.
func TestDeleteTable(t *testing.T) {
	for _, row := range []struct{ state, words, want, fields string }{
		{"missing", "", "204", "delete-marker="}, {"missing versioned", "", "204", "delete-marker=true"},
		{"missing", "if-match=*", missing, "key=k"},
		{"missing", "if-match=" + test, missing, "key=k"}, {"exists", "if-match=*", "204", ""},
		{"exists", "if-match=" + test, "204", ""},
		{"exists", `if-match="` + test + `"`, "204", ""}, {"exists", "if-match=x", fails, "condition=If-Match"},
		{"marker versioned", "if-match=*", missing, "key=k"},
		{"marker versioned", "if-match=" + test, missing, "key=k"},
		{"exists versioned", "if-match=" + test, "204", "delete-marker=true"},
		{"exists", "version-id=null if-match=" + test, not, "header=If-Match"},
		{"exists", "version-id=null if-match=*", not, "header=If-Match"},
		{"exists", "if-match-size=4", not, "header=x-amz-if-match-size"},
		{"exists", "if-match-last-modified-time=x", not, "header=x-amz-if-match-last-modified-time"},
		{"exists", "if-match-size=4 if-match-last-modified-time=x", not, "header=x-amz-if-match-last-modified-time"},
	} {
		b := newBench(t)
		b.All("seed: create-bucket path=lake")
		if strings.HasSuffix(row.state, "versioned") {
			b.All("seed: put-bucket-versioning path=lake status=Enabled")
		}
		if !strings.HasPrefix(row.state, "missing") {
			b.All("seed: put-object path=lake/k body=test")
		}
		if strings.HasPrefix(row.state, "marker") {
			b.All("seed: delete-object path=lake/k")
		}
		wantFields(t, b.Want("ann: delete-object path=lake/k "+row.words, row.want), row.fields)
	}
}

// rules.md, "DeleteObject", DeleteObjects.
func TestDeleteMany(t *testing.T) {
	b := lake(t, "seed: put-object path=lake/l body=test2")
	b.give("s3:DeleteObject")
	ref := func(key, tag string) engine.Value {
		return engine.List(engine.Text(key), engine.List(engine.Text("if-match"), engine.Text("="), engine.Text(tag)))
	}
	keys := engine.List(ref("k", "x"), ref("l", test2), engine.List(engine.Text("none")), ref("none", "*"))
	args := append(engine.Args("path", "lake"), engine.Arg{Name: "keys", Value: keys})
	f := b.fork(t)
	a := f.send("ann", "delete-objects", args)
	if got := a.Field("answers").String(); a.Status != 200 ||
		got != "[[412 PreconditionFailed] [204] [204] [404 NoSuchKey]]" {
		t.Errorf("%s %s", a, got)
	}
	if f.World.Object(engine.ParseObject("object lake/l")).(engine.Gone).Gone() == false ||
		f.Property("object lake/k", "body") != "test" {
		t.Error("the right ones are deleted")
	}
	locked := engine.List(engine.Text("k"), engine.List(engine.Text("version-id"), engine.Text("="),
		engine.Text("v9")))
	b.give("s3:DeleteObject")
	told := b.fork(t).send("rob", "delete-objects", append(engine.Args("path", "lake"),
		engine.Arg{Name: "keys", Value: locked}))
	wantFields(t, told, "0.key=k 0.version-id=v9 0.code=AccessDenied") // s3:DeleteObjectVersion is another permission
	// A condition with a tag needs s3:GetObject beside s3:DeleteObject, * does not; each key is judged by itself.
	a = b.send("rob", "delete-objects", args)
	if got := a.Field("answers").String(); got != "[[403 AccessDenied] [403 AccessDenied] [204] [404 NoSuchKey]]" {
		t.Errorf("without s3:GetObject: %s", got)
	}
}

// "CopyObject": metadata, type and headers of a copy come from the source or from the request, never some from each;
// so do its tags. Described anew, an object may be copied onto itself.
func TestWhatACopyTakesOver(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-bucket path=lake", "seed: put-object path=lake/s body=1 content-type=text/plain "+
		"cache-control=no-store meta.a=1 tag.t=1")
	for _, row := range []struct{ words, kind, cache, metadata, tag string }{
		{"", "text/plain", "no-store", "1", "1"},
		{"content-type=text/css", "text/css", "", "", "1"},
		{"metadata-directive=REPLACE", "binary/octet-stream", "", "", "1"},
		{"meta.b=2", "binary/octet-stream", "", "", "1"},
		{"tag.u=2", "text/plain", "no-store", "1", ""},
	} {
		b.Want("ann: copy-object path=lake/k source=lake/s "+row.words, "200")
		a := b.Say("ann: head-object path=lake/k")
		tags := b.Say("ann: get-object-tagging path=lake/k")
		if got := []string{a.Field("content-type").String(), a.Field("cache-control").String(),
			a.Field("meta.a").String(), tags.Field("tag.t").String()}; !slices.Equal(got, []string{row.kind, row.cache,
			row.metadata, row.tag}) {
			t.Errorf("%q: the copy has %q", row.words, got)
		}
	}
	b.Want("ann: copy-object path=lake/s source=lake/s", "400 InvalidRequest")
	b.Want("ann: copy-object path=lake/s source=lake/s metadata-directive=REPLACE", "200")
	// the service's own sum: the CRC64NVME of "1"
	b.Want("ann: copy-object path=lake/k source=lake/s", "200", "checksum.crc64nvme=I5Whw0YbvtI=",
		"checksum-type=FULL_OBJECT")
	b.All("seed: put-object path=lake/s body=1 checksum.crc32=g9zvtw==") // the CRC32 of "1"
	a := b.Want("ann: copy-object path=lake/k source=lake/s", "200", "checksum.crc32=g9zvtw==")
	if own := a.Field("checksum.crc64nvme"); !own.IsZero() {
		t.Errorf("beside that of its source a copy tells %s", own)
	}
}

// A weak tag and a list of tags match nothing, and the refusal says that this is adopted: no source settles it. A tag
// alone, with quotes, one or none, is compared.
//
// Source: rules.md, "ETag".
func TestWeakTagsAndListsOnWritesAreAdopted(t *testing.T) {
	for match, want := range map[string]string{"W/" + test: "412 PreconditionFailed",
		test + ",x": "412 PreconditionFailed", test: "200"} {
		b := enginetest.NewBench(t, service, "ann")
		b.All("seed: create-bucket path=lake", "seed: put-object path=lake/k body=test")
		a := b.Say("ann: put-object path=lake/k body=x if-match=" + match)
		if a.String() != want || a.Why != nil && a.Why.Rule.Source.Unsure == "" {
			t.Errorf("If-Match %s is answered %s, want %s: %+v", match, a, want, a.Why)
		}
	}
}

// What the sources leave open is a delete with If-Match * while a delete marker is current, and nothing else that finds
// no object ("The write rule", its last paragraph).
func TestWhatIsOpenAboutIfMatchOnNothing(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-bucket path=kept", "seed: put-bucket-versioning path=kept status=Enabled",
		"seed: put-object path=kept/k body=1", "seed: delete-object path=kept/k", "seed: create-bucket path=plain")
	for line, open := range map[string]bool{
		"delete-object path=kept/k if-match=*":            true,
		"delete-object path=kept/k if-match='\"1\"'":      false,
		"delete-object path=kept/none if-match=*":         false,
		"delete-object path=plain/k if-match=*":           false,
		"put-object path=kept/k body=2 if-match='\"1\"'":  false,
		"put-object path=plain/k body=2 if-match='\"1\"'": false,
	} {
		if why := b.Want("ann: "+line, "404 NoSuchKey").Why; (why.Rule.Source.Unsure != "") != open {
			t.Errorf("%s: assumed: %q", line, why.Rule.Source.Unsure)
		}
	}
}
