package wire_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/wire"
)

// What a client reads of an answer, as the services write it: ranges, dates, tags, the parts of a batch, what stands
// beside the entries of a list.
func TestWhatAClientReads(t *testing.T) {
	text, number := engine.Text, func(n int64) engine.Value { return engine.Number(n) }
	fields := func(pairs ...any) (list []engine.Field) {
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, engine.Field{Name: pairs[i].(string), Value: pairs[i+1].(engine.Value)})
		}
		return list
	}
	tag := engine.TokenOf(engine.ETag, "0x8D1").Value()
	for _, row := range []struct {
		verb, args string
		answer     engine.Answer
		want       []string
		not        string
	}{
		{"get-blob", "path=wiki/x range=2-4",
			engine.Answer{Status: 206, Fields: fields("body", text("cde"), "size", number(10))},
			[]string{"Content-Range: bytes 2-4/10"}, ""},
		{"get-object", "path=lake/x range=-3",
			engine.Answer{Status: 206, Fields: fields("body", text("hij"), "size", number(10))},
			[]string{"Content-Range: bytes 7-9/10"}, ""},
		{"get-blob", "path=wiki/x if-none-match=0x8D1", engine.Answer{Status: 304, Fields: fields("etag", tag)},
			[]string{"x-ms-error-code: ConditionNotMet"}, ""},
		{"list-blobs", "path=wiki", engine.Answer{Status: 200,
			Fields: fields("count", number(1), "0.name", text("x"), "0.etag", tag)},
			[]string{"<Etag>0x8D1</Etag>"}, "&quot;0x8D1"},
		{"peek-messages", "queue=jobs", engine.Answer{Status: 200, Fields: fields("count", number(1), "0", text("id"),
			"0.id", text("id"), "0.expires", engine.Moment(engine.Never))}, []string{"Fri, 31 Dec 9999 23:59:59 GMT"},
			""},
		{"list-objects-v2", "path=lake max=2",
			engine.Answer{Status: 200, Fields: fields("count", number(1), "0.key", text("k"),
				"0.last-modified", engine.Moment(0), "marker", text("l"))},
			[]string{"<LastModified>2026-01-05T09:00:00.000Z</LastModified>",
				"<Name>lake</Name>", "<MaxKeys>2</MaxKeys>", "<IsTruncated>true</IsTruncated>"}, ""},
		{"create-multipart-upload", "path=lake/a/b", engine.Answer{Status: 200, Fields: fields("upload", text("u1"))},
			[]string{"<Bucket>lake</Bucket>", "<Key>a/b</Key>", "<UploadId>u1</UploadId>"}, ""},
		{"complete-multipart-upload", "path=lake/a/b upload=u1",
			engine.Answer{Status: 200, Fields: fields("etag", tag)},
			[]string{"<Location>https://s3.us-east-1.amazonaws.com/lake/a/b</Location>", "<Bucket>lake</Bucket>"}, ""},
	} {
		raw := wire.Answer(enginetest.Spec(row.verb), enginetest.Arguments(enginetest.Words(row.args)), row.answer,
			wire.Context{})
		got := all(t, raw)
		for _, want := range row.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", row.verb, want, got)
			}
		}
		if row.not != "" && strings.Contains(got, row.not) {
			t.Errorf("%s: %q in\n%s", row.verb, row.not, got)
		}
	}
}

// A part of a batch that has no body ends its headers with a blank line of its own, before the boundary.
func TestPartsWithoutABodyEndTheirHeaders(t *testing.T) {
	answers := engine.List(engine.List(engine.Number(204)), engine.List(engine.Number(204)))
	a := engine.Answer{Status: 202, Fields: []engine.Field{{Name: "answers", Value: answers}}}
	body := wire.Answer(enginetest.Spec("entity-group-transaction"), engine.Args("path", "jobs"), a,
		wire.Context{}).Body
	if parts := strings.Count(body, "HTTP/1.1 204 No Content\r\n\r\n\r\n--changesetresponse_1"); parts != 2 {
		t.Errorf("%d of 2 parts end their headers:\n%s", parts, body)
	}
}
