package wire_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/bucket"
	"interleave/engine/enginetest"
	"interleave/engine/queue"
	"interleave/engine/wire"
)

// read is what a service says of a message that it does not read; empty where it reads one.
func read(service string, m *wire.Message) string {
	_, err := wire.Read(service, m, enginetest.Spec)
	if no := new(wire.NotReadError); errors.As(err, &no) {
		return engine.Number(int64(no.Status)).String() + " " + no.Code
	}
	return ""
}

// A document of tags that is none, and a header that nobody can decode.
//
// Source: bucket/rules.md, "Tags"; for the header of blobs an assumption.
func TestTagsThatCannotBeRead(t *testing.T) {
	for document, want := range map[string]string{
		"<Tagging><TagSet/></Tagging>": "",
		"<Tagging><TagSet><Tag><Key>a</Key><Value>1</Value></Tag></TagSet></Tagging>": "",
		"<Tagging><TagSet><Tag><Key>a</Key></Tag></TagSet></Tagging>":                 "400 MalformedXML",
		"<Tagging><TagSet><Tag><Value>1</Value></Tag></TagSet></Tagging>":             "400 MalformedXML",
		"<Tagging></Tagging>": "400 MalformedXML",
	} {
		m := message("PUT", "/lake/k", document)
		m.Query = "tagging"
		if got := read("bucket", m); got != want {
			t.Errorf("%s: %q, want %q", document, got, want)
		}
	}
	for service, header := range map[string]string{"bucket": "x-amz-tagging", "blob": "x-ms-tags"} {
		want := map[string]string{"bucket": "400 InvalidArgument", "blob": "400 InvalidHeaderValue"}[service]
		for said, want := range map[string]string{"a=%31": "", "a=%zz": want} {
			m := message("PUT", "/lake/k", "x", wire.Header{Name: header, Value: said},
				wire.Header{Name: "x-ms-blob-type", Value: "BlockBlob"})
			if got := read(service, m); got != want {
				t.Errorf("%s: %s: %q, want %q", header, said, got, want)
			}
		}
	}
}

// What a page of an operation calls required has to be there: nothing is taken for said.
//
// Source: Azure REST, the pages of the operations, the column "Required" of their headers and parameters.
func TestRequiredHeadersAreMissed(t *testing.T) {
	const box, header, query = "/box/k", "400 MissingRequiredHeader", "400 MissingRequiredQueryParameter"
	for _, c := range []struct {
		service, query string
		headers        string // all that are required, one a line
		without        string
	}{
		{"blob", "", "x-ms-blob-type: BlockBlob", header},
		{"blob", "comp=page", "x-ms-page-write: update", header},
		{"blob", "comp=tier", "x-ms-access-tier: Hot", header},
		{"blob", "comp=lease", "x-ms-lease-action: renew", header},
		{"blob", "comp=block&blockid=AAAA", "", query},
		{"blob", "comp=copy&copyid=1", "x-ms-copy-action: abort", header},
		{"share", "comp=range", "x-ms-write: update\nx-ms-range: bytes=0-1", header},
		{"share", "comp=range", "x-ms-write: update\nRange: bytes=0-1", header},
		{"share", "comp=range", "x-ms-write: update\nx-ms-copy-source: http://a/b/c\nx-ms-source-range: bytes=0-1\n" +
			"x-ms-range: bytes=0-1", header},
		{"share", "comp=rename", "x-ms-file-rename-source: http://a/b/c", header},
		{"share", "comp=forceclosehandles", "x-ms-handle-id: *", header},
		{"share", "comp=lease", "x-ms-lease-action: break", header},
	} {
		var all []wire.Header
		for line := range strings.SplitSeq(c.headers, "\n") {
			name, value, _ := strings.Cut(line, ": ")
			all = append(all, wire.Header{Name: name, Value: value})
		}
		m := message("PUT", box, "x", all...)
		m.Query = c.query
		if got := read(c.service, m); got != "" {
			t.Errorf("%s %s with %v is answered %s", c.service, c.query, all, got)
		}
		for i, h := range all {
			if h.Name == "x-ms-copy-source" { // without it the message is another one
				continue
			}
			m := message("PUT", box, "x", slices.Delete(slices.Clone(all), i, i+1)...)
			m.Query, _, _ = strings.Cut(c.query, "&")
			if got := read(c.service, m); got != c.without {
				t.Errorf("%s %s without %s is answered %q, want %q", c.service, c.query, h.Name, got, c.without)
			}
		}
	}
}

// Source: Amazon S3 API, "CompleteMultipartUpload", "CompletedPart"; bucket/rules.md, "Complete, order of checks".
func TestAPartOfACompleteHasNumberAndETag(t *testing.T) {
	for part, want := range map[string]string{
		"<PartNumber>1</PartNumber><ETag>x</ETag>": "",
		"<PartNumber>1</PartNumber>":               "400 MalformedXML",
		"<ETag>x</ETag>":                           "400 MalformedXML",
	} {
		m := message("POST", "/lake/k", "<CompleteMultipartUpload><Part>"+part+"</Part></CompleteMultipartUpload>")
		m.Query = "uploadId=u"
		if got := read("bucket", m); got != want {
			t.Errorf("%s: %q, want %q", part, got, want)
		}
	}
}

// Azure REST, "Blob service error codes", "Queue service error codes", "Table service error codes", "Azure Files error
// codes" and "Common REST API error codes": a code has one message, which says nothing of the rule that it answers for.
func TestRefusalsSayTheDocumentsMessage(t *testing.T) {
	for _, row := range []struct{ verb, code, want string }{
		{"put-blob", "ConditionNotMet", "The condition specified using HTTP conditional header(s) is not met."},
		{"put-blob", "LeaseIdMissing",
			"There is currently a lease on the blob and no lease ID was specified in the request."},
		{"delete-container", "LeaseIdMissing",
			"There is currently a lease on the container and no lease ID was specified in the request."},
		{"delete-blob", "SnapshotsPresent", "This operation is not permitted while the blob has snapshots."},
		{"put-block", "BlockCountExceedsLimit",
			"The uncommitted block count cannot exceed the maximum limit of 100,000 blocks."},
		// of a name, as Azurite's tests have it
		{"put-block", "OutOfRangeInput",
			"The specified resource name length is not within the permissible limits."},
		{"create-queue", "OutOfRangeInput",
			"The specified resource name length is not within the permissible limits."},
		{"delete-blob", "InvalidHeaderValue", "The value for one of the HTTP headers is not in the correct format."},
		{"create-queue", "QueueBeingDeleted", "The specified queue is being deleted."},
		{"delete-message", "QueueNotFound", "The specified queue does not exist."},
		{"update-entity", "UpdateConditionNotSatisfied",
			"The update condition specified in the request was not satisfied."},
		{"insert-entity", "TooManyProperties", "The entity contains more properties than allowed."},
		// the documents' has gaps: only the rule knows
		{"create-table", "OutOfRangeInput", "The name of a table has 3 to 63 characters."},
		{"get-file", "SharingViolation", "The specified resource may be in use by an SMB client."},
		{"put-range", "FileLockConflict", "A portion of the specified file is locked by an SMB client."},
		{"put-range", "LeaseIdMissing",
			"There is currently a lease on the file and no lease ID was specified in the request."},
		{"get-file", "DeletePending", "The specified resource is marked for deletion by an SMB client."},
		{"get-file", "ResourceNotFound", "The specified resource does not exist."},
		{"put-object", "NoSuchBucket", "The specified bucket does not exist"},
	} {
		spec := enginetest.Spec(row.verb)
		at := slices.IndexFunc(spec.Refuses, func(r *engine.Rule) bool { return r.Fault.Code == row.code })
		if at < 0 {
			t.Errorf("%s refuses nothing with %s", row.verb, row.code)
			continue
		}
		rule := spec.Refuses[at]
		answer := engine.Answer{Status: rule.Fault.Status, Why: &engine.Cause{Rule: rule}}
		raw := wire.Answer(spec, nil, answer, wire.Context{Request: 7, Spec: enginetest.Spec})
		said, _, _ := strings.Cut(raw.Body, "RequestId")
		if !strings.Contains(said, row.want) {
			t.Errorf("%s, %s: the body is %q, want the message %q", row.verb, row.code, raw.Body, row.want)
		}
	}
}

// A refusal names what was sent in the form in which the page has it: the seconds of a visibility timeout, not the
// moment that they come to; the ETag of a part without the quotes in which it came.
//
// Source: queue/rules.md, "Error codes"; bucket/rules.md, "Complete, order of checks", row 7.
func TestRefusalsNameWhatWasSent(t *testing.T) {
	b := enginetest.NewBench(t, queue.Service(), "ann")
	b.All("seed: create-queue queue=jobs")
	put := b.Say("ann: put-message queue=jobs text=a")
	update := engine.Send{By: "ann", Verb: "update-message", Args: []engine.Arg{
		{Name: "message", Value: put.Field("0")}, {Name: "popreceipt", Value: put.Field("0.receipt")},
		{Name: "visibilitytimeout", Value: engine.Text("604800")}}}
	b.Wait(time.Second)
	refused(t, b, update, "400 InvalidQueryParameterValue",
		"<QueryParameterName>visibilitytimeout<", "<QueryParameterValue>604800<")

	b = enginetest.NewBench(t, bucket.Service(), "ann")
	b.All("seed: create-bucket path=lake")
	upload := b.Say("ann: create-multipart-upload path=lake/k").Field("upload")
	refused(t, b, engine.Send{By: "ann", Verb: "complete-multipart-upload", Args: []engine.Arg{
		{Name: "path", Value: engine.Text("lake/k")}, {Name: "upload", Value: upload},
		{Name: "parts", Value: engine.List(engine.List(engine.Text("1"), engine.Text(`"abc"`)))}}},
		"400 InvalidPart", "<PartNumber>1<", "<ETag>abc<")
}

// refused carries out what is refused, and looks for words in the body of the refusal.
func refused(t *testing.T, b *enginetest.Bench, in engine.Send, code string, words ...string) {
	t.Helper()
	a := b.Send(in)
	if a.String() != code {
		t.Fatalf("%s: %s, want %s", in.Verb, a, code)
	}
	body := wire.Answer(enginetest.Spec(in.Verb), in.Args, a, wire.Context{}).Body
	for _, word := range words {
		if !strings.Contains(body, word) {
			t.Errorf("no %s in\n%s", word, body)
		}
	}
}

// bucket/rules.md, "Words that are looked at first", row by row.
func TestWordsThatS3LooksAtFirst(t *testing.T) {
	const argument, not = "400 InvalidArgument", "501 NotImplemented"
	header := func(name, value string) []wire.Header { return []wire.Header{{Name: name, Value: value}} }
	source := func(value string) []wire.Header { return header("x-amz-copy-source", value) }
	for _, c := range []struct {
		method, query string
		headers       []wire.Header
		want          string
	}{
		{"GET", "versionId=", nil, argument},
		{"DELETE", "versionId=", nil, argument},
		{"PUT", "retention=&versionId=", nil, argument},
		{"GET", "versionId=null", nil, ""},
		{"GET", "attributes", nil, "400 InvalidRequest"},
		{"GET", "attributes", header("x-amz-object-attributes", ","), "400 InvalidRequest"},
		{"GET", "attributes", header("x-amz-object-attributes", "ETag, Etags"), argument},
		{"GET", "attributes", header("x-amz-object-attributes", "ETag,ObjectSize"), ""},
		{"PUT", "", append(source("lake/l"), header("x-amz-metadata-directive", "replace")...), argument},
		{"PUT", "", append(source("lake/l"), header("x-amz-tagging-directive", "KEEP")...), argument},
		{"PUT", "", append(source("lake/l"), header("x-amz-tagging-directive", "COPY")...), ""},
		{"PUT", "", source("lake/%ZZ"), argument},
		{"PUT", "uploadId=u&partNumber=1", source("lake/100%"), argument},
		{"PUT", "", source("la@ke/l"), argument},
		{"PUT", "", source("192.168.1.1/l"), argument},
		{"PUT", "", source("lake"), argument},
		{"PUT", "", source("lake/"), argument},
		{"PUT", "", source("/lake/l?versionId=null"), ""},
		{"PUT", "", source("%2Flake%2Fl"), ""},
		{"PUT", "", header("x-amz-sdk-checksum-algorithm", "CRC32"), "400 InvalidRequest"},
		{"PUT", "", append(header("x-amz-sdk-checksum-algorithm", "CRC32"), header("x-amz-checksum-sha1", "x")...),
			"400 InvalidRequest"},
		{"PUT", "", append(header("x-amz-sdk-checksum-algorithm", "CRC32"), header("x-amz-trailer",
			"x-amz-checksum-sha1")...), "400 InvalidRequest"},
		{"PUT", "", append(header("x-amz-sdk-checksum-algorithm", "CRC32"), header("x-amz-trailer",
			"x-amz-checksum-crc32")...), ""},
		{"PUT", "", append(header("x-amz-sdk-checksum-algorithm", "CRC32"), header("x-amz-trailer",
			"x-amz-checksum-crc32c")...), "400 InvalidRequest"},
		{"PUT", "", append(header("x-amz-sdk-checksum-algorithm", "CRC32"), header("x-amz-trailer",
			"x-amz-meta-a, X-Amz-Checksum-Crc32")...), ""},
		{"PUT", "", append(header("x-amz-sdk-checksum-algorithm", "CRC32"), header("X-Amz-Checksum-Crc32",
			"AAAAAA==")...), ""},
		{"GET", "", header("x-amz-sdk-checksum-algorithm", "CRC32"), ""},
		{"GET", "", header("x-amz-expected-bucket-owner", "111111111111"), ""},
		{"GET", "", header("x-amz-expected-bucket-owner", "222222222222"), "403 AccessDenied"},
		{"GET", "", header("X-Amz-Expected-Bucket-Owner", "me"), "400 InvalidBucketOwnerAWSAccountID"},
		{"PUT", "", append(source("lake/l"), header("x-amz-source-expected-bucket-owner", "222222222222")...),
			"403 AccessDenied"},
		{"PUT", "", header("x-amz-server-side-encryption-customer-algorithm", "AES256"), not},
		{"GET", "", header("x-amz-server-side-encryption-customer-key", "x"), not},
		{"PUT", "", append(source("lake/l"), header("x-amz-copy-source-server-side-encryption-customer-key-md5",
			"x")...), not},
		{"PUT", "", header("x-amz-write-offset-bytes", "3"), not},
		{"DELETE", "uploadId=u", header("x-amz-if-match-initiated-time", "Mon, 05 Jan 2026 09:00:00 GMT"), not},
		{"PUT", "renameObject", header("x-amz-rename-source", "lake/l"), not},
		{"PUT", "uploadId=u&partNumber=1", append(source("lake/l"), header("x-amz-copy-source-range", "0-2")...),
			argument},
		{"PUT", "uploadId=u&partNumber=1", append(source("lake/l"), header("x-amz-copy-source-range", "bytes=0-2")...),
			""},
	} {
		m := message(c.method, "/lake/k", "", c.headers...)
		m.Query = c.query
		if got := read("bucket", m); got != c.want {
			t.Errorf("%s ?%s %v: %q, want %q", c.method, c.query, c.headers, got, c.want)
		}
	}
}

// bucket/rules.md, "Words that are looked at first", the rows of lists and of addresses; "Error bodies", the row of a
// range: one that does not begin with bytes= is none.
func TestAddressesAndRangesOfS3(t *testing.T) {
	for _, c := range [][3]string{{"/lake", "list-type=2&continuation-token=", "400 InvalidArgument"},
		{"/lake", "list-type=2&continuation-token=k", ""}, {"/lake", "encoding-type=xml", "400 InvalidArgument"},
		{"/lake", "versions&encoding-type=url", ""}, {"/lake", "list-type=3", "400 InvalidArgument"},
		{"/lake", "session", "501 NotImplemented"},
		{"/lake/%AE%8A-", "", "400 InvalidURI"}, {"/lake/%C3%BC", "", ""}, {"/lake/%ZZ", "", "400 InvalidURI"},
		{"/lake/../video1.wmv", "", ""}, {"/..", "", ""}} {
		m := message("GET", c[0], "")
		m.Query = c[1]
		if got := read("bucket", m); got != c[2] {
			t.Errorf("%s?%s: %q, want %q", c[0], c[1], got, c[2])
		}
	}
	for line, want := range map[string]string{"POST /lake/k": "405 MethodNotAllowed",
		"PATCH /lake": "405 MethodNotAllowed", "DELETE /lake/k?acl": "405 MethodNotAllowed",
		"POST /lake/k?select": "501 NotImplemented",
		"PUT /":               "405 MethodNotAllowed"} {
		method, target, _ := strings.Cut(line, " ")
		path, query, _ := strings.Cut(target, "?")
		m := message(method, path, "")
		m.Query = query
		if got := read("bucket", m); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
	const keys = "<Delete><Object><Key>k</Key></Object></Delete>"
	for header, want := range map[string]string{"": "400 InvalidRequest", "Content-MD5: x": "400 InvalidDigest",
		"Content-MD5: CY9rzUYh03PK3k6DJie09g==": "400 BadDigest", "Content-MD5: 5DKh5iefM5MSKvRILIuFwQ==": "",
		"x-amz-checksum-crc32: " + engine.S3Sum("crc32", []byte(keys)): "",
		"X-Amz-Checksum-Sha1: x":              "400 InvalidRequest",
		"x-amz-trailer: x-amz-checksum-crc32": ""} {
		name, value, _ := strings.Cut(header, ": ")
		m := message("POST", "/lake", keys)
		if name != "" {
			m.Headers = append(m.Headers, wire.Header{Name: name, Value: value})
		}
		m.Query = "delete"
		if got := read("bucket", m); got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
		}
	}
	for said, want := range map[string]string{"bytes=0-2": " range=0-2", "0-2": "", "chars=0-2": ""} {
		m := message("GET", "/lake/k", "", wire.Header{Name: "Range", Value: said})
		if got := argsOf(t, m); got != "path=lake/k"+want {
			t.Errorf("%s: %s", said, got)
		}
	}
}

// bucket/rules.md, "Words that are looked at first", below the table.
func TestNamesOfSourcesAndMetadata(t *testing.T) {
	for said, want := range map[string]string{"lake/a #1": "source=lake/a #1", "lake/who?": "source=lake/who?",
		"lake/a%20b?versionId=v": "source=lake/a b source-version-id=v", "lake/a+b": "source=lake/a b"} {
		m := message("PUT", "/lake/k", "", wire.Header{Name: "x-amz-copy-source", Value: said})
		if got := argsOf(t, m); got != "path=lake/k "+want {
			t.Errorf("%s: %s", said, got)
		}
	}
	m := message("PUT", "/lake/k", "", wire.Header{Name: "x-amz-meta-a", Value: "1"},
		wire.Header{Name: "X-Amz-Meta-A", Value: "2"}, wire.Header{Name: "x-amz-meta-b", Value: "3"})
	if got := argsOf(t, m); got != "path=lake/k body= meta.a=1,2 meta.b=3" {
		t.Error(got)
	}
	m = message("PUT", "/lake/k", "", wire.Header{Name: "x-amz-copy-source", Value: "lake/l"},
		wire.Header{Name: "x-amz-tagging-directive", Value: "REPLACE"})
	if got := argsOf(t, m); got != "path=lake/k source=lake/l tagging-directive=REPLACE" {
		t.Error(got)
	}
}

// argsOf are the arguments that a message has.
func argsOf(t *testing.T, m *wire.Message) string {
	t.Helper()
	got, err := wire.Read("bucket", m, enginetest.Spec)
	if err != nil {
		t.Fatal(err)
	}
	words := make([]string, len(got.Args))
	for i, a := range got.Args {
		words[i] = a.Name + "=" + a.Value.String()
	}
	return strings.Join(words, " ")
}

// bucket/rules.md, "Words that are looked at first": a document is the one whose sums came with it.
func TestDocumentsAreTheOnesOfTheirSums(t *testing.T) {
	const tags = "<Tagging><TagSet/></Tagging>"
	for _, target := range [][2]string{{"policy", `{"Version":"1"}`}, {"tagging", tags}, {"cors", "<CORSConfiguration/>"},
		{"versioning", "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"}} {
		body := []byte(target[1])
		for header, want := range map[string]string{
			"Content-MD5: " + engine.S3Sum("md5", body): "", "Content-MD5: x": "400 InvalidDigest",
			"Content-MD5: " + engine.S3Sum("md5", nil):               "400 BadDigest",
			"x-amz-checksum-crc32c: " + engine.S3Sum("crc32c", body): "",
			"x-amz-checksum-sha256: " + engine.S3Sum("sha256", nil):  "400 BadDigest",
			"X-Amz-Checksum-Crc64nvme: AAAA":                         "400 InvalidRequest"} {
			name, value, _ := strings.Cut(header, ": ")
			m := message("PUT", "/lake", target[1], wire.Header{Name: name, Value: value})
			m.Query = target[0]
			if got := read("bucket", m); got != want {
				t.Errorf("PUT ?%s with %s: %q, want %q", target[0], header, got, want)
			}
			if reading, err := wire.Read("bucket", m, enginetest.Spec); err == nil && len(reading.Unread) > 0 {
				t.Errorf("PUT ?%s with %s: nobody reads %q", target[0], header, reading.Unread)
			}
		}
	}
}

// What a message says that its operation has no place for, or does not say: blob/rules.md, "Limits and input rules" (a
// pair without a name), "Block blobs" (three elements there are); share/rules.md, "FileREST operations" (x-ms-type) and
// "Conditional headers".
func TestWhatAMessageLacksOrHasTooMuchOf(t *testing.T) {
	const range0 = "x-ms-write: update|x-ms-range: bytes=0-0"
	for _, row := range []struct{ service, method, target, headers, body, want string }{
		{"blob", "PUT", "/wiki/x", "x-ms-blob-type: BlockBlob|x-ms-meta-: 1", "", "put-blob meta. =1"},
		{"blob", "PUT", "/wiki/x", "x-ms-blob-type: BlockBlob|x-ms-tags: =1", "", "put-blob tag. =1"},
		{"blob", "PUT", "/wiki/x?comp=blocklist", "", "<BlockList><Latest>AAAA</Latest></BlockList>",
			"put-block-list blocks=[latest AAAA]"},
		{"blob", "PUT", "/wiki/x?comp=blocklist", "", "<BlockList><Food>AAAA</Food></BlockList>",
			"400 InvalidXmlDocument"},
		{"blob", "PUT", "/wiki/x?comp=lease", "", "", "400 MissingRequiredHeader"},
		{"blob", "PUT", "/wiki/x?comp=lease", "x-ms-lease-action: take", "", "400 InvalidHeaderValue"},
		{"blob", "PUT", "/wiki/x?comp=nothing", "", "", "400 InvalidQueryParameterValue"},
		// "Conditions on writes": more than one tag, and "Conditions on reads": several dates
		{"blob", "DELETE", "/wiki/x", "If-Match: \"a\"|If-Match: \"b\"", "", "delete-blob if-match=[a b]"},
		{"blob", "GET", "/wiki/x", "If-Modified-Since: Mon, 05 Jan 2026 09:00:00 GMT|" +
			"If-Modified-Since: Mon, 05 Jan 2026 09:00:00 GMT", "", "get-blob if-modified-since=Mon, 05 Jan 2026 " +
			"09:00:00 GMT, Mon, 05 Jan 2026 09:00:00 GMT"},
		// "Limits and input rules": the checksum of a range, the source of a copy, names
		{"blob", "GET", "/wiki/x", "x-ms-range-get-content-md5: true", "", "400 InvalidHeaderValue"},
		{"blob", "GET", "/wiki/x", "x-ms-range-get-content-crc64: True|Range: bytes=3-", "", "get-blob range=3-"},
		{"blob", "GET", "/wiki/x", "x-ms-range-get-content-crc64: true|x-ms-range: bytes=1-4194305", "",
			"400 InvalidHeaderValue"},
		{"blob", "GET", "/wiki/x", "x-ms-range-get-content-crc64: true|x-ms-range: bytes=1-4194304", "",
			"get-blob range=1-4194304"},
		{"blob", "GET", "/wiki/x", "x-ms-range-get-content-md5: false", "", "get-blob"},
		{"blob", "PUT", "/wiki/x", "x-ms-copy-source: /devstore/wiki/y", "", "400 InvalidHeaderValue"},
		{"blob", "PUT", "/wiki/x", `x-ms-copy-source: http://127.0.0.1:1/devstore/wiki/y%5Cz`, "",
			"copy-blob source=wiki/y/z"},
		{"blob", "PUT", "/wiki/a%5Cb", "x-ms-blob-type: BlockBlob", "", "put-blob path=wiki/a/b"},
		{"share", "PUT", "/s/f", "x-ms-content-length: 1", "", "400 MissingRequiredHeader"},
		{"share", "PUT", "/s/f", "x-ms-content-length: 1|x-ms-type: link", "", "400 InvalidHeaderValue"},
		{"share", "PUT", "/s/f?comp=lease", "x-ms-lease-action: renew", "", "400 InvalidHeaderValue"},
		{"share", "PUT", "/s/f?comp=lease", "x-ms-lease-action: break|If-Match: \"x\"", "",
			"400 ConditionHeadersNotSupported"},
		{"share", "PUT", "/s/d?restype=directory", "If-None-Match: *", "", "400 ConditionHeadersNotSupported"},
		{"blob", "GET", "/wiki/a?versionid=2026-01-01T00:00:00.0000000Z", "", "", "404 BlobNotFound"},
		{"blob", "DELETE", "/wiki/a?versionid=2026-01-01T00:00:00.0000000Z", "", "", "404 BlobNotFound"},
		{"share", "PUT", "/s?restype=share&comp=metadata", "If-Unmodified-Since: Mon, 05 Jan 2026 09:00:00 GMT", "",
			"400 ConditionHeadersNotSupported"},
		// this one has a place for it, and refuses it itself
		{"share", "PUT", "/s/f?comp=range", range0 + "|If-Match: \"x\"", "x", "put-range if-match=x"},
	} {
		m := &wire.Message{Method: row.method, Account: "devstore", Body: row.body}
		m.Path, m.Query, _ = strings.Cut(row.target, "?")
		for h := range strings.SplitSeq(row.headers, "|") {
			if name, value, ok := strings.Cut(h, ": "); ok {
				m.Headers = append(m.Headers, wire.Header{Name: name, Value: value})
			}
		}
		r, err := wire.Read(row.service, m, enginetest.Spec)
		got := r.Verb
		for _, a := range r.Args {
			got += " " + a.Name + "=" + a.Value.String()
		}
		var no *wire.NotReadError
		if errors.As(err, &no) {
			got, _, _ = strings.Cut(no.Error(), ":")
		}
		verb, arg, _ := strings.Cut(row.want, " ")
		if err == nil && (r.Verb != verb || !strings.Contains(got, arg)) || err != nil && got != row.want {
			t.Errorf("%s %s %s: %s, want %s", row.method, row.target, row.headers, got, row.want)
		}
	}
}
