package wire_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
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
