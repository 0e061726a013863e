package wire_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/wire"
)

// Whatever a message says, it is read or refused, and what was read can be built or is refused by its name.
func FuzzRead(f *testing.F) {
	for _, seed := range [][4]string{
		{"PUT", "/wiki/home", "comp=blocklist", "<BlockList><Latest>AAAA</Latest></BlockList>"},
		{"POST", "/$batch", "", "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\nPUT /t " +
			"HTTP/1.1\r\n\r\n{}\r\n--c--\r\n--b--"},
		{"POST", "/stock", "", `{"PartitionKey":"p","RowKey":"r","n@odata.type":"Edm.Int64","n":"5","x":null}`},
		{"POST", "/lake", "delete", "<Delete><Object><Key>a</Key></Object><Quiet>true</Quiet></Delete>"},
		{"POST", "/jobs/messages", "visibilitytimeout=1", "<QueueMessage><MessageText>x</MessageText></QueueMessage>"},
		{"GET", "/%zz//../a%2Fb", "x=%&y", ""}, {"MERGE", "/t(PartitionKey='a',RowKey='b''c')", "", "{"},
		{"PUT", "/lake/k", "tagging", "<Tagging><TagSet><Tag><Key>a</Key></Tag></TagSet></Tagging>"},
	} {
		f.Add(seed[0], seed[1], seed[2],
			"Content-Type: multipart/mixed; boundary=b\nIf-Match: \"a\", b\nx-ms-copy-source: /a/b?c",
			seed[3])
	}
	f.Fuzz(func(t *testing.T, method, path, query, headers, body string) {
		for _, service := range []string{"blob", "queue", "table", "share", "bucket"} {
			m := &wire.Message{Method: method, Path: path, Query: query, Host: "127.0.0.1", Account: "dev", Body: body}
			for line := range strings.Lines(headers) {
				name, value, _ := strings.Cut(line, ":")
				m.Headers = append(m.Headers, wire.Header{Name: name, Value: strings.TrimSpace(value)})
			}
			if m.IsBatch() {
				_, _ = m.Batched() // requests or a refusal
			}
			reading, err := wire.Read(service, m, enginetest.Spec)
			if err != nil {
				continue
			}
			spec := enginetest.Spec(reading.Verb)
			_, _ = spec.Build(reading.Args) // an argument that does not fit is refused with a name
			wire.Request(spec, reading.Args, wire.Context{Spec: enginetest.Spec})
			wire.Answer(spec, reading.Args, engine.Answer{Status: 200}, wire.Context{Spec: enginetest.Spec, Asked: m})
		}
	})
}

// Whatever stands in the body of a batch, of tables or of blobs, is requests or a refusal, and each request is read or
// refused.
func FuzzBatch(f *testing.F) {
	part := func(request string) string {
		return "--b\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n" + request + "\r\n"
	}
	set := func(parts string) string {
		return "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n" + strings.ReplaceAll(parts, "--b", "--c") +
			"--c--\r\n--b--\r\n"
	}
	for _, body := range []string{"", "--b--", "--b\r\n\r\n--b--\r\n",
		part("DELETE /dev/wiki/a HTTP/1.1\r\nx-ms-delete-snapshots: include\r\nContent-Length: 0\r\n\r\n") + "--b--",
		part("PUT /wiki/a?comp=tier HTTP/1.1\r\nx-ms-access-tier: Cool\r\n\r\n") + "--b--",
		set(part("POST http://h/dev/stock HTTP/1.1\r\nContent-Length: " +
			"40\r\n\r\n{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}")),
		set(part("MERGE /stock(PartitionKey='p',RowKey='r') HTTP/1.1\r\nIf-Match: *\r\n\r\n{\"n\":1}") +
			part("DELETE /stock(PartitionKey='p',RowKey='q') HTTP/1.1\r\nIf-Match: *\r\n\r\n")),
		// In lower case, bytes that are no letters are three each.
		"--b\r\nContent-Type: \x80\x80boundary=\r\n\r\n--b--"} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		for _, path := range []string{"/$batch", "/", "/wiki"} {
			m := &wire.Message{Method: "POST", Path: path, Query: "comp=batch", Host: "127.0.0.1", Account: "dev",
				Body:    body,
				Headers: []wire.Header{{Name: "Content-Type", Value: "multipart/mixed; boundary=b"}}}
			if path == "/$batch" {
				m.Query = ""
			}
			for _, service := range []string{"blob", "table"} {
				if reading, err := wire.Read(service, m, enginetest.Spec); err == nil {
					_, _ = enginetest.Spec(reading.Verb).Build(reading.Args) // refused with a name, or built
				}
			}
			if !m.IsBatch() {
				continue
			}
			list, _ := m.Batched()
			for _, one := range list {
				_, _ = wire.Read("blob", one, enginetest.Spec) // an operation or a refusal
			}
		}
	})
}
