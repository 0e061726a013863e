package wire_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/wire"
)

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
