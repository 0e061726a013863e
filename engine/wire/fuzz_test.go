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
