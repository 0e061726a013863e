package wire_test

import (
	"slices"
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

// What client libraries read of answers that a world gives: lengths of what has no body, times as ISO 8601, the
// version of a delete marker in its own element, how long a thing is whose range was not met.
func TestWhatAClientReadsOfAWorldsAnswers(t *testing.T) {
	s3 := []engine.Send{{Verb: "create-bucket", Args: engine.Args("path", "lake")},
		{Verb: "put-bucket-versioning", Args: engine.Args("path", "lake", "status", "Enabled")},
		{Verb: "put-object", Args: engine.Args("path", "lake/k", "body", "0123456789")}}
	blob := []engine.Send{{Verb: "create-container", Args: engine.Args("path", "wiki")},
		{Verb: "put-blob", Args: engine.Args("path", "wiki/x", "body", "0123456789")}}
	for _, row := range []struct {
		before []engine.Send
		in     engine.Send
		want   []string
	}{
		{s3, engine.Send{Verb: "head-object", Args: engine.Args("path", "lake/k")}, []string{"Content-Length: 10"}},
		{s3, engine.Send{Verb: "list-object-versions", Args: engine.Args("path", "lake")},
			[]string{"<LastModified>2026-01-05T09:00:00.000Z</LastModified>", "<Size>10</Size>", "<IsTruncated>false<",
				"<MaxKeys>1000<"}},
		{s3, engine.Send{Verb: "delete-objects", Args: []engine.Arg{{Name: "path", Value: engine.Text("lake")},
			{Name: "keys", Value: engine.List(engine.Text("k"))}}},
			[]string{"<DeleteMarker>true</DeleteMarker><DeleteMarkerVersionId>"}},
		{s3, engine.Send{Verb: "get-object", Args: engine.Args("path", "lake/k", "range", "10-20")},
			[]string{"HTTP/1.1 416",
				"<RangeRequested>bytes=10-20</RangeRequested><ActualObjectSize>10</ActualObjectSize>"}},
		{blob, engine.Send{Verb: "get-blob", Args: engine.Args("path", "wiki/x", "range", "20-30")},
			[]string{"HTTP/1.1 416", "Content-Range: bytes */10"}},
		{blob, engine.Send{Verb: "get-blob", Args: engine.Args("path", "wiki/x", "range", "2-4")},
			[]string{"HTTP/1.1 206", "Content-Range: bytes 2-4/10"}},
	} {
		raw := wire.Answer(enginetest.Spec(row.in.Verb), row.in.Args, decide(t, row.before, row.in),
			wire.Context{Spec: enginetest.Spec})
		var lines []string
		for _, l := range raw.Lines {
			lines = append(lines, strings.TrimSpace(l.Text))
		}
		got := strings.Join(lines, "\n") + "\n" + strings.ReplaceAll(strings.Join(lines, ""), "\n", "")
		for _, want := range row.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", row.in.Verb, want, strings.Join(lines, "\n"))
			}
		}
	}
}

// What an answer tells stands where its row says, in the words in which a client reads it: every field of every answer
// of the races that has a header or an element of its own, for people and for real clients.
func TestAnswersOfAllRacesReadBack(t *testing.T) {
	count, verbs := 0, map[string]bool{}
	exchanges(t, func(race string, _ *engine.World, x *engine.Exchange, spec *engine.OpSpec, args []engine.Arg) {
		for _, asked := range []*wire.Message{nil, {Method: "GET", Host: "127.0.0.1", Account: "dev"}} {
			raw := wire.Answer(spec, args, x.Answer, wire.Context{At: x.Decided.At, Request: x.Number,
				Spec: enginetest.Spec, Asked: asked})
			if !x.Answer.Accepted() || x.Answer.Status == 304 {
				return
			}
			for _, f := range x.Answer.Fields {
				want, found, ok := wire.Found(spec, raw, f, asked)
				if !ok {
					continue
				}
				count++
				verbs[spec.Verb] = true
				if !slices.ContainsFunc(found, func(have string) bool {
					return have == want || strings.TrimSpace(have) == strings.TrimSpace(want)
				}) {
					t.Errorf("%s #%d %s: %s is %q, told is %q\n%.900s", race, x.Number, spec.Verb, f.Name, want, found,
						raw.Bytes())
				}
			}
		}
	})
	if count < 7_000 || len(verbs) < 80 {
		t.Errorf("only %d fields of %d operations were looked for", count, len(verbs))
	}
}
