package wire_test

import (
	"errors"
	"strings"
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/wire"
)

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
