package wire_test

import (
	"errors"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/wire"
)

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
		{"/lake/videos/2014/../../video1.wmv", "", ""}, {"/lake/videos/../../video1.wmv", "", "400 BadRequest"},
		{"/lake/videos/../../2014/video1.wmv", "", "400 BadRequest"}, {"/lake/..", "", "400 BadRequest"},
		{"/lake/%2e%2E%2Fk", "", "400 BadRequest"}, {"/lake/..k", "", ""}, {"/lake/a/..", "", ""}, {"/..", "", ""}} {
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

// A key that leads out of its bucket is refused without a document, so that clients name it by its status.
func TestAKeyOutOfItsBucketIsRefusedWithoutADocument(t *testing.T) {
	m := message("PUT", "/lake/../k", "x")
	_, err := wire.Read("bucket", m, enginetest.Spec)
	no := new(wire.NotReadError)
	if !errors.As(err, &no) {
		t.Fatalf("it is read, %v", err)
	}
	if raw := wire.Refusal("bucket", m, no, wire.Context{}); raw.Status != 400 || raw.Body != "" {
		t.Errorf("%d %q", raw.Status, raw.Body)
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
