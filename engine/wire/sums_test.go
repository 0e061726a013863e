package wire_test

import (
	"bufio"
	"crypto/md5"
	"encoding/base64"
	"io"
	"net/http"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/enginetest"
	"interleave/engine/wire"
)

// decide has a world judge one request, behind others that prepare it.
func decide(t *testing.T, before []engine.Send, in engine.Send) engine.Answer {
	t.Helper()
	w, record := catalog.New(), 0
	step := func(in engine.Input) {
		t.Helper()
		record++
		if _, err := w.Step(record, in); err != nil {
			t.Fatalf("%+v: %v", in, err)
		}
	}
	step(engine.AddWriter{ID: "ann"})
	for _, send := range append(before, in) {
		send.By = "ann"
		step(send)
		step(engine.Deliver{Names: []string{w.Exchange(w.Requests()).Name}})
	}
	return w.Exchange(w.Requests()).Answer
}

// The checksum of a block list is that of the document as it travels: what a client computes from the bytes that it
// sends is right.
func TestTheChecksumOfAListIsThatOfItsDocument(t *testing.T) {
	before := []engine.Send{{Verb: "create-container", Args: engine.Args("path", "wiki")},
		{Verb: "put-block", Args: engine.Args("path", "wiki/x", "body", "a", "block", "AAAA")},
		{Verb: "put-block", Args: engine.Args("path", "wiki/x", "body", "b", "block", "BBBB")}}
	word := engine.Text
	for _, blocks := range []engine.Value{engine.List(), word("AAAA"),
		engine.List(word("uncommitted"), word("AAAA"), word("latest"), word("BBBB"), word("BBBB"))} {
		args := append(engine.Args("path", "wiki/x"), engine.Arg{Name: "blocks", Value: blocks})
		sum := md5.Sum([]byte(wire.Request(enginetest.Spec("put-block-list"), args, wire.Context{}).Body))
		args = append(args, engine.Args("md5", base64.StdEncoding.EncodeToString(sum[:]))...)
		if a := decide(t, before, engine.Send{Verb: "put-block-list", Args: args}); a.String() != "201" {
			t.Errorf("%s: %s %+v", blocks, a, a.Why)
		}
	}
}

// A client writes the document of a list as it likes: its checksum is asked of what it sent, and stands in the answer.
func TestTheChecksumOfAListIsThatOfWhatAClientSent(t *testing.T) {
	body := "<?xml version='1.0' encoding='utf-8'?>\n<BlockList><Latest>AAAA</Latest></BlockList>"
	sum := md5.Sum([]byte(body))
	before := []engine.Send{{Verb: "create-container", Args: engine.Args("path", "wiki")},
		{Verb: "put-block", Args: engine.Args("path", "wiki/x", "body", "a", "block", "AAAA")}}
	for said, want := range map[string]string{base64.StdEncoding.EncodeToString(sum[:]): "201",
		"1B2M2Y8AsgTpgAmY7PhCfg==": "400 Md5Mismatch"} {
		m := &wire.Message{Method: "PUT", Path: "/wiki/x", Query: "comp=blocklist", Body: body,
			Headers: []wire.Header{{Name: "Content-MD5", Value: said}}}
		read, err := wire.Read("blob", m, enginetest.Spec)
		if err != nil {
			t.Fatal(err)
		}
		a := decide(t, before, engine.Send{Verb: read.Verb, Args: read.Args})
		if a.String() != want {
			t.Errorf("%s: %s, want %s", said, a, want)
		}
		back := wire.Answer(enginetest.Spec(read.Verb), read.Args, a, wire.Context{Asked: m})
		if got := back.Header("Content-MD5"); want == "201" && got != said {
			t.Errorf("the answer says %s, was sent %s", got, said)
		}
	}
}

// Without Content-Length a body travels in chunks, and reads back whole.
func TestABodyInChunks(t *testing.T) {
	for _, body := range []string{"", "some content\r\nin two lines"} {
		raw := request(t, "put-blob", "path", "wiki/x", "body", body, "content-length", "none")
		if raw.Header("Content-Length") != "" || raw.Header("Transfer-Encoding") != "chunked" {
			t.Errorf("the headers are %v", raw.Headers)
		}
		back, err := http.ReadRequest(bufio.NewReader(strings.NewReader(raw.Bytes())))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(back.Body); err != nil || string(got) != body {
			t.Errorf("%q reads back as %q: %v", body, got, err)
		}
	}
}

// What decided is marked: the header with the checksum, and where no length was said, how the body travels instead. The
// refusal tells both checksums.
func TestWhatDecidesAboutABody(t *testing.T) {
	before := []engine.Send{{Verb: "create-container", Args: engine.Args("path", "wiki")}}
	for _, row := range [][3]string{{"md5", "1B2M2Y8AsgTpgAmY7PhCfg==", "Content-MD5"},
		{"crc64", "AAAAAAAAAAA=", "x-ms-content-crc64"},
		{"content-length", "none", "Transfer-Encoding"}} {
		spec, args := enginetest.Spec("put-blob"), engine.Args("path", "wiki/x", "body", "123456789", row[0], row[1])
		a := decide(t, before, engine.Send{Verb: "put-blob", Args: args})
		var marked []string
		for _, l := range wire.Request(spec, args, wire.Context{Answer: a}).Lines {
			if l.Deciding {
				marked = append(marked, l.Name)
			}
		}
		if got := strings.Join(marked, " "); got != row[2] {
			t.Errorf("%s: %q decided, want %s", a, got, row[2])
		}
		said := wire.Answer(spec, args, a, wire.Context{}).Body
		for _, want := range map[string][]string{"md5": {"<UserSpecifiedMd5>1B2M2Y8AsgTpgAmY7PhCfg==<",
			"<ServerCalculatedMd5>JfnnlDI7RTiF9RgfG2JNCw==<"},
			"crc64": {"<UserSpecifiedCrc>AAAAAAAAAAA=<", "<ServerCalculatedCrc>iJh5CoYUi64=<"}}[row[0]] {
			if !strings.Contains(said, want) {
				t.Errorf("%s: no %s in\n%s", a, want, said)
			}
		}
	}
}

// Queues, 2 "Parameter rules" and 7: the body of a refusal names the parameter, what it was given, and the range or the
// reason.
func TestWhatARefusalOfAQueueNames(t *testing.T) {
	before := []engine.Send{{Verb: "create-queue", Args: engine.Args("queue", "jobs")}}
	for _, row := range []struct {
		verb, code string
		args       []engine.Arg
		want       []string
	}{
		{"get-messages", "400 OutOfRangeQueryParameterValue", engine.Args("queue", "jobs", "numofmessages", "33"),
			[]string{"<QueryParameterName>numofmessages<", "<QueryParameterValue>33<", "<MinimumAllowed>1<",
				"<MaximumAllowed>32<"}},
		{"put-message", "400 OutOfRangeQueryParameterValue",
			engine.Args("queue", "jobs", "text", "a", "visibilitytimeout", "-1"),
			[]string{"<QueryParameterName>visibilitytimeout<", "<QueryParameterValue>-1<", "<MinimumAllowed>0<",
				"<MaximumAllowed>604800<"}},
		{"delete-message", "400 InvalidQueryParameterValue",
			engine.Args("message", "jobs/2c7d0a6e-4a1b-4f5a-9c66-0d8c2a5e9d10", "popreceipt", "%%%"),
			[]string{"<QueryParameterName>popreceipt<", "<QueryParameterValue>%%%<",
				"<Reason>Invalid pop receipt format.<"}},
		{"put-message", "413 RequestBodyTooLarge", engine.Args("queue", "jobs", "text", strings.Repeat("a", 65537)),
			[]string{"<MaxLimit>65536<"}},
	} {
		a := decide(t, before, engine.Send{Verb: row.verb, Args: row.args})
		if a.String() != row.code {
			t.Errorf("%s: %s, want %s", row.verb, a, row.code)
		}
		said := wire.Answer(enginetest.Spec(row.verb), row.args, a, wire.Context{}).Body
		for _, want := range row.want {
			if !strings.Contains(said, want) {
				t.Errorf("%s: no %s in\n%s", row.code, want, said)
			}
		}
	}
}

// S3 takes no list of keys to delete without a checksum of it, and its documents but for errors stand in its name
// space.
//
// Source: Amazon S3 API reference, "DeleteObjects", "CompleteMultipartUpload", "Error responses".
func TestDocumentsOfS3(t *testing.T) {
	const space = ` xmlns="http://s3.amazonaws.com/doc/2006-03-01/">`
	spec := enginetest.Spec("delete-objects")
	raw := wire.Request(spec, []engine.Arg{{Name: "path", Value: engine.Text("lake")},
		{Name: "keys", Value: engine.List(engine.Text("a"))}}, wire.Context{Spec: enginetest.Spec})
	sum := md5.Sum([]byte(raw.Body))
	if got := raw.Header("Content-MD5"); got != base64.StdEncoding.EncodeToString(sum[:]) ||
		!strings.Contains(raw.Body, "<Delete"+space) {
		t.Errorf("the checksum %q stands over\n%s", got, raw.Body)
	}
	done := wire.Answer(enginetest.Spec("copy-object"), nil,
		engine.Answer{Status: 200, Fields: []engine.Field{{Name: "etag", Value: engine.Text("0a")}}},
		wire.Context{Spec: enginetest.Spec})
	if !strings.Contains(done.Body, "<CopyObjectResult"+space) {
		t.Error(done.Body)
	}
	why := &engine.Cause{Rule: &engine.Rule{Fault: engine.Fault{Status: 404, Code: "NoSuchKey"}}}
	if refused := wire.Answer(enginetest.Spec("get-object"), nil, engine.Answer{Status: 404, Why: why},
		wire.Context{Spec: enginetest.Spec}); !strings.Contains(refused.Body, "<Error>") {
		t.Error(refused.Body)
	}
}

// What stands behind a key belongs to it, whether each key has a list of its own or all stand in one.
//
// Source: Amazon S3 API reference, "DeleteObjects", ObjectIdentifier (Key, VersionId, ETag); bucket/delete_many.go.
func TestKeysToDeleteWithWhatBelongsToThem(t *testing.T) {
	pair := func(name, value string) engine.Value {
		return engine.List(engine.Text(name), engine.Text("="), engine.Text(value))
	}
	b, c, tag, id := engine.Text("b"), engine.Text("c"), pair("if-match", "0a"), pair("version-id", "1-0000000000ab")
	for name, keys := range map[string]engine.Value{
		"one list":       engine.List(b, tag, c, id),
		"a list of each": engine.List(engine.List(b, tag), engine.List(c, id)),
	} {
		raw := wire.Request(enginetest.Spec("delete-objects"), []engine.Arg{{Name: "path", Value: engine.Text("lake")},
			{Name: "keys", Value: keys}}, wire.Context{Spec: enginetest.Spec})
		got := strings.Join(strings.Fields(raw.Body), "")
		for _, want := range []string{"<Object><Key>b</Key><ETag>&quot;0a&quot;</ETag></Object>",
			"<Object><Key>c</Key><VersionId>1-0000000000ab</VersionId></Object></Delete>"} {
			if !strings.Contains(strings.ReplaceAll(got, "\"0a\"", "&quot;0a&quot;"), want) {
				t.Errorf("%s: no %s in\n%s", name, want, raw.Body)
			}
		}
	}
}
