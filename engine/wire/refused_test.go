package wire_test

import (
	"errors"
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
