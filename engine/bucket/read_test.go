package bucket_test

import (
	"testing"

	"interleave/engine"
)

// rules.md, "Reads: GetObject and HeadObject", the table: true and false of each header for an object written at 00:10,
// read at 00:20.
func TestReadTable(t *testing.T) {
	const (
		imT, imF   = "if-match=" + test, "if-match=x"
		inmT, inmF = "if-none-match=x", "if-none-match=" + test
		imsT, imsF = "if-modified-since=00:05.0", "if-modified-since=00:15.0"
		iusT, iusF = "if-unmodified-since=00:15.0", "if-unmodified-since=00:05.0"
	)
	b := newBench(t)
	b.Wait(10e9)
	b.All("seed: create-bucket path=lake", "seed: put-object path=lake/k body=test")
	b.Wait(10e9)
	for _, row := range []struct{ words, want, condition string }{
		{imT, "200", ""}, {imF, fails, "If-Match"}, {imF + " " + inmF + " " + imsF + " " + iusF, fails, "If-Match"},
		{imT + " " + iusF, "200", ""},
		{imT + " " + inmF, "304", ""}, {imT + " " + inmF + " " + iusF, "304", ""}, {imT + " " + imsF, "304", ""},
		{imT + " " + imsF + " " + iusF, "304", ""},
		{inmF + " " + imsT, "304", ""}, {inmF + " " + iusF, fails, "If-Unmodified-Since"},
		{inmF + " " + imsT + " " + iusF, fails, "If-Unmodified-Since"},
		{inmT + " " + imsF, "200", ""}, {inmT + " " + iusF, fails, "If-Unmodified-Since"},
		{inmT + " " + imsF + " " + iusF, fails, "If-Unmodified-Since"},
		{imsF, "304", ""}, {imsF + " " + iusF, fails, "If-Unmodified-Since"}, {iusF, fails, "If-Unmodified-Since"},
		{iusT, "200", ""}, {imsT, "200", ""},
		{"if-match=*", "200", ""}, {"if-none-match=*", "304", ""},
		{"if-modified-since=00:10.0", "304", ""}, {"if-unmodified-since=00:10.0", "200", ""},
		{"if-modified-since=01:00.0", "200", ""},
		{"if-modified-since=00:10.4", "304", ""}, {`if-match="` + test, "200", ""},
		{"if-modified-since=never-mind", "200", ""},
	} {
		a := b.Want("ann: get-object path=lake/k "+row.words, row.want)
		wantFields(t, a, "condition="+row.condition)
		h := b.Say("ann: head-object path=lake/k " + row.words)
		if h.Status != a.Status || h.Why != nil && (len(h.Fields) > 0 || h.Code() != "412") {
			t.Errorf("HEAD %s: %s %v, GET %s", row.words, h, h.Fields, a)
		}
		if a.Status == 304 {
			wantFields(t, a, "etag="+test+" last-modified=00:10.0 body=")
		}
	}
}

// All 81 ways to have each of the four headers absent, true or false, against the order of RFC 7232, section 6.
func TestReadOrder(t *testing.T) {
	b := newBench(t)
	b.Wait(10e9)
	b.All("seed: create-bucket path=lake", "seed: put-object path=lake/k body=test")
	b.Wait(10e9)
	words := [4][3]string{{"", "if-match=" + test, "if-match=x"},
		{"", "if-unmodified-since=00:15.0", "if-unmodified-since=00:05.0"},
		{"", "if-none-match=x", "if-none-match=" + test},
		{"", "if-modified-since=00:05.0", "if-modified-since=00:15.0"}}
	for n := range 81 {
		im, ius, inm, ims := n%3, n/3%3, n/9%3, n/27
		want := 200
		switch { // 0 absent, 1 true, 2 false
		case im == 2, im == 0 && ius == 2:
			want = 412
		case inm == 2, inm == 0 && ims == 2:
			want = 304
		}
		line := "ann: get-object path=lake/k " + words[0][im] + " " + words[1][ius] + " " + words[2][inm] + " " +
			words[3][ims]
		if a := b.Say(line); a.Status != want {
			t.Errorf("%s: %s, want %d", line, a, want)
		}
	}
}

// rules.md, "Reads: GetObject and HeadObject", the lines below the table: missing keys, markers, versions.
func TestReadsOfWhatIsNotThere(t *testing.T) {
	b := lake(t, "seed: put-bucket-versioning path=lake status=Enabled", "seed d: delete-object path=lake/k")
	wantFields(t, b.Want("ann: get-object path=lake/none", missing), "key=none delete-marker=")
	wantFields(t, b.Want("ann: get-object path=lake/k", missing), "key=k delete-marker=true")
	wantFields(t, b.Want("ann: head-object path=lake/k", "404 404"), "key= delete-marker=true")
	b.Step(tell("ann", "d.version-id"))
	wantFields(t, b.Want("ann: get-object path=lake/k version-id=$d.version-id", "405 MethodNotAllowed"),
		"method=GET resource-type=DeleteMarker delete-marker=true")
	wantFields(t, b.Want("ann: head-object path=lake/k version-id=$d.version-id", "405 405"),
		"method= delete-marker=true")
	wantFields(t, b.Want("ann: get-object path=lake/k version-id=x", "404 NoSuchVersion"), "key=k version-id=x")
	// The storage class: Get and Head leave out the usual one.
	b.Want("ann: put-object path=lake/cold body=x storage-class=GLACIER", "200")
	b.Want("ann: get-object path=lake/cold", "403 InvalidObjectState")
	for _, verb := range []string{"get-object", "head-object", "get-object-attributes"} {
		class := "GLACIER"
		if verb == "get-object" { // what is archived has no content to read
			class = "STANDARD_IA"
			b.Want("ann: put-object path=lake/cold body=x storage-class="+class, "200")
		}
		wantFields(t, b.Want("ann: "+verb+" path=lake/cold", "200"), "storage-class="+class)
		b.Want("ann: put-object path=lake/cold body=x storage-class=GLACIER", "200")
		usual := ""
		if verb == "get-object-attributes" {
			usual = "STANDARD"
		}
		b.Want("ann: put-object path=lake/warm body=x", "200")
		wantFields(t, b.Want("ann: "+verb+" path=lake/warm", "200"), "storage-class="+usual)
	}
	// Deletes: what is not there is told as if it had been.
	wantFields(t, b.Want("ann: delete-object path=lake/k version-id=x", "204"), "version-id=x delete-marker=")
	wantFields(t, b.Want("ann: delete-object path=lake/none version-id=x", "204"), "version-id=x delete-marker=")
	wantFields(t, b.Want("ann: get-object path=lake/k version-id=null", "200"), "body=test")
	wantFields(t, b.Want("ann: get-object path=pond/k", "404 NoSuchBucket"), "bucket-name=pond")
	// Without s3:ListBucket it is 403 whether the key is missing or hidden.
	b.give("s3:GetObject")
	b.Want("rob: get-object path=lake/none", denied)
	b.Want("rob: head-object path=lake/k", "403 403")
	b.give("s3:GetObject", "s3:ListBucket")
	b.Want("rob: get-object path=lake/none", missing)
	b.Want("rob: head-object path=lake/k", "404 404")
}

// rules.md, "Versioning", row by row.
func TestVersioning(t *testing.T) {
	b := lake(t)
	wantFields(t, b.Say("ann: put-object path=lake/k body=v0"), "version-id=")
	b.All("ann: put-bucket-versioning path=lake status=Enabled", "ann a1: put-object path=lake/k body=v1",
		"ann a2: put-object path=lake/k body=v2")
	// Conditions look at the current version only.
	b.Want("ann: put-object path=lake/k body=v3 if-match=$a1.etag", fails)
	// Every put adds a version, a delete a marker.
	wantFields(t, b.Want("ann d: delete-object path=lake/k", "204"),
		"delete-marker=true version-id="+b.Property("object lake/k", "versions.0.version-id"))
	wantFields(t, b.Say("ann: list-object-versions path=lake"),
		"count=4 0.delete-marker=true 0.is-latest=true 3.version-id=null")
	// The marker taken away, the version before is current with its old ETag.
	b.Want("ann: delete-object path=lake/k version-id=$d.version-id", "204")
	b.Want("ann: put-object path=lake/k body=v3 if-match=$a2.etag", "200")
	// Suspended: the null version is replaced, a delete leaves a null marker.
	b.All("ann: put-bucket-versioning path=lake status=Suspended")
	wantFields(t, b.Say("ann: put-object path=lake/k body=s1"), "version-id=")
	wantFields(t, b.Say("ann: list-object-versions path=lake"), "count=4 0.version-id=null")
	b.All("ann: put-object path=lake/k body=s2")
	wantFields(t, b.Say("ann: list-object-versions path=lake"), "count=4 0.version-id=null")
	wantFields(t, b.Want("ann: delete-object path=lake/k", "204"), "delete-marker=true version-id=null")
	wantFields(t, b.Say("ann: list-object-versions path=lake"), "count=4 0.version-id=null 0.delete-marker=true")
	// A put on top of the marker: here it takes the marker's place, for both are called null.
	b.Want("ann: put-object path=lake/k body=s3 if-none-match=*", "200")
	wantFields(t, b.Say("ann: list-object-versions path=lake"), "count=4 0.version-id=null 0.delete-marker=")
}

// rules.md, "Order of unconditional writes", the row of bucket configuration: for a while a changed policy or
// versioning may not be seen.
func TestConfigurationSpreads(t *testing.T) {
	b := lake(t)
	b.Step(engine.Set{Scope: "bucket", Key: "configuration", Value: "late"})
	b.Wait(1e9)
	b.All("ann: put-bucket-versioning path=lake status=Enabled")
	wantFields(t, b.Say("ann: put-object path=lake/k body=1 choose=1"), "version-id=")
	if b.Say("ann: put-object path=lake/k body=1").Field("version-id").IsZero() {
		t.Error("the habit is the new configuration")
	}
	b.Wait(15 * 60e9)
	if b.Say("ann: put-object path=lake/k body=1 choose=1").Field("version-id").IsZero() {
		t.Error("after 15 minutes there is no choice")
	}
}
