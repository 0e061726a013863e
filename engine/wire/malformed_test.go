package wire_test

import (
	"strings"
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/wire"
)

// bucket/rules.md, "Words that are looked at first", row by row.
func TestWordsThatS3LooksAtFirst(t *testing.T) {
	const argument = "400 InvalidArgument"
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
		{"PUT", "", append(header("x-amz-sdk-checksum-algorithm", "CRC32"), header("X-Amz-Checksum-Crc32",
			"AAAAAA==")...), ""},
		{"GET", "", header("x-amz-sdk-checksum-algorithm", "CRC32"), ""},
	} {
		m := message(c.method, "/lake/k", "", c.headers...)
		m.Query = c.query
		if got := read("bucket", m); got != c.want {
			t.Errorf("%s ?%s %v: %q, want %q", c.method, c.query, c.headers, got, c.want)
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
