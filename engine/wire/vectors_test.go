package wire_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/enginetest"
	"interleave/engine/scenario"
	"interleave/engine/wire"
)

// The forms as the documents print them: Azure REST "Put Blob", "Put Block List", "Put Message", "Insert Entity" and
// "Update Entity2", S3 "CopyObject" and "CompleteMultipartUpload", the RESP specification, [MS-SMB2] 2.2.13.
func TestFormsOfTheDocuments(t *testing.T) {
	for _, row := range []struct {
		line string // of a scenario
		want []string
	}{
		{`put-blob "wiki/my home.md" "Open" if-match=0x8D1 meta.by=ana tag.a=1 tag.b="x y"`, []string{
			"PUT /wiki/my%20home.md HTTP/1.1", "Host: devstore.blob.core.windows.net", "x-ms-blob-type: BlockBlob",
			`If-Match: "0x8D1"`, "x-ms-meta-by: ana", "x-ms-tags: a=1&b=x%20y", "Content-Length: 4", "Open"}},
		{`put-block-list wiki/b [uncommitted QTAx committed QTAy latest QTAz]`,
			[]string{"PUT /wiki/b?comp=blocklist HTTP/1.1",
				"<BlockList>", "  <Uncommitted>QTAx</Uncommitted>", "  <Committed>QTAy</Committed>",
				"  <Latest>QTAz</Latest>"}},
		{`acquire-blob-lease wiki/b duration=15 id=guid:A`,
			[]string{"PUT /wiki/b?comp=lease HTTP/1.1", "x-ms-lease-action: acquire", "x-ms-lease-duration: 15"}},
		{`copy-blob wiki/b source=wiki/a source-snapshot=2026-01-05T09:00:00.0000001Z`, []string{
			"x-ms-copy-source: " +
				"https://devstore.blob.core.windows.net/wiki/a?snapshot=2026-01-05T09%3A00%3A00.0000001Z"}},
		{`put-message jobs "a<b" messagettl=-1`,
			[]string{"POST /jobs/messages?messagettl=-1 HTTP/1.1", "  <MessageText>a&lt;b</MessageText>"}},
		{`delete-message jobs/00000000-0000-0000-0000-000000000001 popreceipt=AgAA+`, []string{
			"DELETE /jobs/messages/00000000-0000-0000-0000-000000000001?popreceipt=AgAA%2B HTTP/1.1"}},
		{`update-entity stock/p/it's .n=5000000000L .s="two words" if-match="W/\"datetime'x'\""`, []string{
			"PUT /stock(PartitionKey='p',RowKey='it%27%27s') HTTP/1.1", `If-Match: W/"datetime'x'"`,
			`  "PartitionKey": "p",`, `  "RowKey": "it's",`,
			`  "n@odata.type": "Edm.Int64",`, `  "n": "5000000000",`, `  "s": "two words"`}},
		{`query-entities stock filter="n gt 5" top=2`, []string{"GET /stock()?$filter=n%20gt%205&$top=2 HTTP/1.1"}},
		{`put-object lake/registry "{}" if-none-match=*`,
			[]string{"PUT /lake/registry HTTP/1.1", "Host: s3.us-east-1.amazonaws.com", "If-None-Match: *"}},
		{`copy-object lake/b source=lake/a source-version-id=v1 source-if-match=abc`, []string{
			"PUT /lake/b HTTP/1.1", "x-amz-copy-source: /lake/a?versionId=v1", `x-amz-copy-source-if-match: "abc"`}},
		{`complete-multipart-upload lake/k [1=aa 2=bb] upload=u1 if-match=e`,
			[]string{"POST /lake/k?uploadId=u1 HTTP/1.1", `If-Match: "e"`,
				"    <PartNumber>1</PartNumber>", `    <ETag>"aa"</ETag>`, "    <PartNumber>2</PartNumber>"}},
		{`EXSET stock:42 "two words" VER 3`, []string{"*5", "$5", "EXSET", "$8", "stock:42", "$9", "two words", "$3",
			"VER", "$1", "3"}},
		{`smb-create docs/plan.txt access=RW share=R disposition=OPEN_IF`,
			[]string{"SMB2 CREATE request", "FileName: docs/plan.txt",
				"DesiredAccess: FILE_READ_DATA | FILE_WRITE_DATA", "ShareAccess: FILE_SHARE_READ",
				"CreateDisposition: FILE_OPEN_IF"}},
		{`create-file docs/plan.txt size=10`,
			[]string{"PUT /docs/plan.txt HTTP/1.1", "x-ms-type: file", "x-ms-content-length: 10"}},
		{`entity-group-transaction stock p [update-entity a .n=2 if-match=*; insert-entity b .n=1]`,
			[]string{"POST /$batch HTTP/1.1",
				"PUT https://devstore.table.core.windows.net/stock(PartitionKey='p',RowKey='a') HTTP/1.1",
				"If-Match: *",
				"POST https://devstore.table.core.windows.net/stock HTTP/1.1", `  "RowKey": "b",`, "--changeset_1--",
				"--batch_1--"}},
	} {
		send := sendOf(t, row.line)
		raw := wire.Request(enginetest.Spec(send.Verb), send.Args, wire.Context{Request: 7, Spec: enginetest.Spec})
		texts := make([]string, len(raw.Lines))
		for i, l := range raw.Lines {
			texts[i] = l.Text
		}
		at := 0
		for _, want := range row.want {
			n := slices.Index(texts[at:], want)
			if n < 0 {
				t.Errorf("%s: no line %q behind line %d of:\n%s", row.line, want, at, strings.Join(texts, "\n"))
				break
			}
			at += n
			if raw.Kind == wire.RESP {
				at++
			}
		}
	}
}

// sendOf is a request as a line of a scenario says it.
func sendOf(t testing.TB, line string) engine.Send {
	t.Helper()
	f, err := scenario.Parse("vector.race", []byte("writer ann \"Ana\"\nann: "+line+"\n"), catalog.Services())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range f.Statements {
		for _, in := range s.Inputs {
			if send, ok := in.(engine.Send); ok {
				return send
			}
		}
	}
	t.Fatalf("%s sends nothing", line)
	return engine.Send{}
}

// What decided is marked: in the request the header whose rule was broken, in the answer what it says of it.
func TestDecidingLinesAreMarked(t *testing.T) {
	// by service and kind: the headers, fields or words that may have decided; empty: not looked at
	want := map[string]string{
		"blob stale-write": "If-Match If-None-Match If-Modified-Since If-Unmodified-Since x-ms-if-tags " +
			"x-ms-blob-condition-appendpos " +
			"x-ms-if-sequence-number-eq x-ms-if-sequence-number-lt x-ms-if-sequence-number-le x-ms-source-if-match " +
			"first",
		"table stale-write": "If-Match body first",
		"bucket stale-write": "If-Match If-Unmodified-Since x-amz-copy-source-if-match " +
			"x-amz-copy-source-if-unmodified-since body first",
		"blob lease-over": "x-ms-lease-id first", "queue old-receipt": "first",
		"bucket two-at-once":   "If-Match If-None-Match first",
		"bucket already-there": "If-None-Match first",
	}
	exchanges(t, func(race string, _ *engine.World, x *engine.Exchange, spec *engine.OpSpec, args []engine.Arg) {
		if x.Answer.Accepted() || x.Answer.Why == nil || x.Answer.Why.Rule.Kind == "" {
			return
		}
		asked, said := travels(x, spec, args)
		marked := func(l wire.Line) bool { return l.Deciding }
		if !slices.ContainsFunc(asked.Lines, marked) || !slices.ContainsFunc(said.Lines, marked) {
			t.Errorf("%s #%d %s: nothing is marked as what decided", race, x.Number, x.Verb)
		}
		names, looked := want[x.Service()+" "+string(x.Answer.Why.Rule.Kind)]
		for i, l := range asked.Lines {
			name := l.Name
			if i == 0 {
				name = "first"
			}
			if looked && l.Deciding && !slices.Contains(strings.Fields(names), name) {
				t.Errorf("%s #%d %s: %q is marked for %s", race, x.Number, x.Verb, l.Text, x.Answer.Why.Rule.Kind)
			}
		}
	})
}

// A header that would have decided and was not sent cannot be marked: it is named.
func TestAbsentHeaderIsNamed(t *testing.T) {
	found := 0
	exchanges(t, func(race string, _ *engine.World, x *engine.Exchange, spec *engine.OpSpec, args []engine.Arg) {
		if x.Answer.Code() != "LeaseIdMissing" {
			return
		}
		found++
		asked := wire.Request(spec, args, wire.Context{Answer: x.Answer, Spec: enginetest.Spec})
		if asked.Absent != "x-ms-lease-id" || !asked.Lines[0].Deciding {
			t.Errorf("%s #%d: a missing lease id is told as %q", race, x.Number, asked.Absent)
		}
	})
	if found == 0 {
		t.Error("no race lacks a lease id")
	}
}
