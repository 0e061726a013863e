package endpoint_test

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"interleave/engine/catalog"
	"interleave/engine/endpoint"
	"interleave/engine/room"
)

// open is a server for an empty room at free ports, and where each service listens.
func open(t *testing.T, o endpoint.Options) (*endpoint.Server, map[string]string) {
	t.Helper()
	return openFor(t, room.New(catalog.New, room.Options{}), o)
}

func openFor(t *testing.T, r *room.Room, o endpoint.Options) (*endpoint.Server, map[string]string) {
	t.Helper()
	o.Addresses = map[string]string{}
	for _, s := range endpoint.Services() {
		o.Addresses[s.Flag] = ":0"
	}
	server, err := endpoint.Open(r, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	at := map[string]string{}
	for _, opened := range server.Opened() {
		at[opened.Flag] = opened.Address
	}
	return server, at
}

// talk sends bytes and reads all answers until the connection ends or says nothing more.
func talk(t *testing.T, address, text string) string {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var group sync.WaitGroup
	group.Add(1)
	go func() {
		defer group.Done()
		_, _ = io.WriteString(conn, text) // it may be closed in the middle
		if half, ok := conn.(*net.TCPConn); ok {
			_ = half.CloseWrite()
		}
	}()
	_ = conn.SetReadDeadline(time.Now().Add(20 * time.Second))
	said, _ := io.ReadAll(conn) // what was said before it was closed counts
	group.Wait()
	return string(said)
}

func TestWhatIsNoRequestIsRefused(t *testing.T) {
	_, at := open(t, endpoint.Options{Trust: true})
	for name, row := range map[string]struct{ text, want string }{
		"nothing":           {"", ""},
		"half a first line": {"GET /", ""},
		"half the headers":  {"GET / HTTP/1.1\r\nHost: x\r\n", ""},
		"half a body":       {"PUT /a/b HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc", ""},
		"no HTTP":           {"hello\r\n\r\n", "HTTP/1.1 400 "},
		"TLS":               {"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", "HTTP/1.1 400 "},
		"another protocol":  {"SSH-2.0-x\r\n\r\n", "HTTP/1.1 400 "},
		"100 MB that are sent": {"PUT /a/b HTTP/1.1\r\nContent-Length: 104857600\r\n\r\n" +
			strings.Repeat("z", 100<<20), "HTTP/1.1 413 "},
		"headers without end": {"GET / HTTP/1.1\r\n" + strings.Repeat("a: b\r\n", 100_000),
			"HTTP/1.1 431 Request Header Fields Too Large\r\n"},
		"a header without end":    {"GET / HTTP/1.1\r\na: " + strings.Repeat("x", 1<<20), "HTTP/1.1 431 "},
		"a header without a name": {"GET / HTTP/1.1\r\n: x\r\n\r\n", "HTTP/1.1 400 "},
		"no length":               {"PUT /a/b HTTP/1.1\r\nContent-Length: many\r\n\r\n", "HTTP/1.1 400 "},
		"a negative length":       {"PUT /a/b HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "HTTP/1.1 400 "},
		"a length with a plus":    {"PUT /a/b HTTP/1.1\r\nContent-Length: +1\r\n\r\na", "HTTP/1.1 400 "},
		"an empty length":         {"PUT /a/b HTTP/1.1\r\nContent-Length:\r\n\r\n", "HTTP/1.1 400 "},
		"a length of 2^64": {"PUT /a/b HTTP/1.1\r\nContent-Length: 18446744073709551616\r\n\r\n",
			"HTTP/1.1 413 "},
		"100 MB": {"PUT /a/b HTTP/1.1\r\nContent-Length: 104857600\r\n\r\n", "HTTP/1.1 413 "},
		"a length and chunks": {"PUT /a/b HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
			"HTTP/1.1 400 "},
		"two lengths":       {"PUT /a/b HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", "HTTP/1.1 400 "},
		"bad chunks":        {"PUT /a/b HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "HTTP/1.1 400 "},
		"an unknown coding": {"PUT /a/b HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", "HTTP/1.1 501 "},
		"a bad escape":      {"GET /a/%zz HTTP/1.1\r\nConnection: close\r\n\r\n", "HTTP/1.1 400 "},
		"an unknown verb":   {"BREW /a/b HTTP/1.1\r\nConnection: close\r\n\r\n", "HTTP/1.1 405 "},
		"OPTIONS":           {"OPTIONS / HTTP/1.1\r\nConnection: close\r\n\r\n", "HTTP/1.1 400 "},
		"odd names": {"GET /dev/a//b/../c%2Fd%00?comp=metadata HTTP/1.1\r\nConnection: close\r\n\r\n",
			"HTTP/1.1 4"},
	} {
		for _, service := range []string{"blob", "s3", "table"} {
			if said := talk(t, at[service], row.text); !strings.HasPrefix(said, row.want) || row.want == "" &&
				said != "" {
				if service == "blob" || row.want == "" || !strings.HasPrefix(said, "HTTP/1.1 4") &&
					!strings.HasPrefix(said, "HTTP/1.1 501 ") {
					t.Errorf("%s to %s is answered %.80q, should be %q", name, service, said, row.want)
				}
			}
		}
	}
	if said := talk(t, at["blob"],
		"GET /?comp=list HTTP/1.1\r\nHost: dev.blob.x.y\r\nConnection: close\r\n\r\n"); !strings.HasPrefix(
		said, "HTTP/1.1 200 OK\r\n") {
		t.Errorf("after all that: %.200q", said)
	}
}

func TestOneConnectionManyRequests(t *testing.T) {
	_, at := open(t, endpoint.Options{Trust: true})
	put := "PUT /dev/wiki?restype=container HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" +
		"PUT /dev/wiki/home HTTP/1.1\r\nHost: 127.0.0.1\r\nx-ms-blob-type: BlockBlob\r\nx-ms-meta-CamelCase: yes\r\n" +
		"Expect: 100-continue\r\nContent-Length: 5\r\n\r\nhello" +
		"HEAD /dev/wiki/home HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" +
		"GET /dev/wiki/home HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
	in := bufio.NewReader(strings.NewReader(talk(t, at["blob"], put)))
	for _, want := range []struct {
		method string
		status int
		body   string
	}{{"PUT", 201, ""}, {"PUT", 201, ""}, {"HEAD", 200, ""}, {"GET", 200, "hello"}} {
		a, err := http.ReadResponse(in, &http.Request{Method: want.method})
		for err == nil && a.StatusCode == 100 {
			a, err = http.ReadResponse(in, &http.Request{Method: want.method})
		}
		if err != nil {
			t.Fatalf("%s: %v", want.method, err)
		}
		body, err := io.ReadAll(a.Body)
		if err != nil || a.StatusCode != want.status || string(body) != want.body {
			t.Errorf("%s: %d %q %v", want.method, a.StatusCode, body, err)
		}
		if want.method == "HEAD" && a.ContentLength != 5 {
			t.Errorf("HEAD says %d bytes", a.ContentLength)
		}
	}
	if said := talk(t, at["blob"],
		"HEAD /dev/wiki/home HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); !strings.Contains(
		said, "\r\nx-ms-meta-CamelCase: yes\r\n") {
		t.Errorf("the name of the metadata is lost: %q", said)
	}
}

// Source: Azure REST, "Create File", "Get File" and "Get File Properties", response headers. The Go client's are nil
// where a header is missing.
func TestFilesTellWhatSMBKeeps(t *testing.T) {
	_, at := open(t, endpoint.Options{Trust: true})
	host := " HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n"
	for _, line := range []string{"PUT /dev/docs?restype=share" + host,
		"PUT /dev/docs/a" + host + "x-ms-type: file\r\nx-ms-content-length: 0\r\n",
		"HEAD /dev/docs/a" + host, "GET /dev/docs/a" + host,
		"PUT /dev/docs/in?restype=directory" + host, "GET /dev/docs/in?restype=directory" + host} {
		said := talk(t, at["file"], line+"\r\n")
		if !strings.HasPrefix(said, "HTTP/1.1 20") {
			t.Fatalf("%q is answered %q", line, said)
		}
		a, err := http.ReadResponse(bufio.NewReader(strings.NewReader(said)), &http.Request{Method: line[:4]})
		if err != nil {
			t.Fatal(err)
		}
		_ = a.Body.Close()
		if strings.Contains(line, "restype=share") {
			continue
		}
		for _, name := range []string{"attributes", "creation-time", "last-write-time", "change-time", "permission-key",
			"parent-id"} {
			text := a.Header.Get("x-ms-file-" + name)
			_, err := time.Parse("2006-01-02T15:04:05.0000000Z07:00", text)
			if text == "" || strings.HasSuffix(name, "-time") && err != nil {
				t.Errorf("%.30q says of x-ms-file-%s: %q", line, name, text)
			}
		}
	}
}

// Source: Azure REST, "Copy File" and "Get File Properties": the headers of a copy are no longer there once the
// properties are set.
func TestFilesTellOfTheirCopy(t *testing.T) {
	_, at := open(t, endpoint.Options{Trust: true})
	send := func(line string) http.Header {
		t.Helper()
		said := talk(t, at["file"], strings.Replace(line, "|",
			" HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n", 1)+"\r\n")
		a, err := http.ReadResponse(bufio.NewReader(strings.NewReader(said)), &http.Request{Method: line[:4]})
		if err != nil || a.StatusCode/100 != 2 {
			t.Fatalf("%q is answered %q: %v", line, said, err)
		}
		_ = a.Body.Close()
		return a.Header
	}
	send("PUT /dev/docs?restype=share|")
	send("PUT /dev/docs/a|x-ms-type: file\r\nx-ms-content-length: 3\r\n")
	copied := send("PUT /dev/docs/b|x-ms-copy-source: http://" + at["file"] + "/dev/docs/a\r\n")
	if len(copied.Get("x-ms-copy-id")) != 36 || copied.Get("x-ms-copy-status") != "success" {
		t.Errorf("a copy is answered %v", copied)
	}
	for _, line := range []string{"HEAD /dev/docs/b|", "GET /dev/docs/b|"} {
		h := send(line)
		_, err := http.ParseTime(h.Get("x-ms-copy-completion-time"))
		if h.Get("x-ms-copy-id") != copied.Get("x-ms-copy-id") || h.Get("x-ms-copy-status") != "success" ||
			h.Get("x-ms-copy-progress") != "3/3" || err != nil ||
			!strings.HasSuffix(h.Get("x-ms-copy-source"), "/docs/a") {
			t.Errorf("%s says of the copy %v", line, h)
		}
	}
	send("PUT /dev/docs/b?comp=properties|")
	for _, name := range []string{"a", "b"} {
		if h := send("HEAD /dev/docs/" + name + "|"); h.Get("x-ms-copy-id")+h.Get("x-ms-copy-status") != "" {
			t.Errorf("%s is no copy, or none any more: %v", name, h)
		}
	}
}

// What a client is told of the queue service it can set back, and is told again. Source: Azure REST, "Get Queue Service
// Properties", "Set Queue Service Properties".
func TestQueuePropertiesAreWhole(t *testing.T) {
	_, at := open(t, endpoint.Options{Trust: true})
	got := func() (body string) {
		said := talk(t, at["queue"],
			"GET /dev?restype=service&comp=properties HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
		_, body, _ = strings.Cut(said, "\r\n\r\n")
		return body
	}
	type retention struct{ Enabled string }
	type metrics struct {
		Version, Enabled string
		RetentionPolicy  retention
	}
	type all struct {
		Logging struct {
			Version, Delete, Read, Write string
			RetentionPolicy              retention
		}
		HourMetrics, MinuteMetrics metrics
		Cors                       *struct{}
	}
	first, told := got(), all{}
	if err := xml.Unmarshal([]byte(first), &told); err != nil {
		t.Fatal(err)
	}
	off := retention{"false"}
	if l := told.Logging; l.Version != "1.0" || l.Delete+l.Read+l.Write != "falsefalsefalse" ||
		l.RetentionPolicy != off || told.Cors == nil {
		t.Errorf("told %q", first)
	}
	if want := (metrics{"1.0", "false", off}); told.HourMetrics != want || told.MinuteMetrics != want {
		t.Errorf("told %q", first)
	}
	if said := talk(t, at["queue"], fmt.Sprintf("PUT /dev?restype=service&comp=properties HTTP/1.1\r\nHost: x\r\n"+
		"Connection: close\r\nContent-Length: %d\r\n\r\n%s", len(first), first)); !strings.HasPrefix(said,
		"HTTP/1.1 202") {
		t.Errorf("what was told is set back: %q", said)
	}
	if again := got(); again == "" {
		t.Error("nothing is told after it was set back")
	} else if second := (all{}); xml.Unmarshal([]byte(again), &second) != nil || second.Logging != told.Logging ||
		second.HourMetrics != told.HourMetrics {
		t.Errorf("set back, it is %q", again)
	}
}

func TestBucketsInHostsAndReset(t *testing.T) {
	_, at := open(t, endpoint.Options{Trust: true})
	send := func(line, host string) string {
		return talk(t, at["s3"], line+" HTTP/1.1\r\nHost: "+host+"\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
	}
	for _, row := range []struct{ line, host, want string }{
		{"PUT /lake", "127.0.0.1:9000", "200"},
		{"PUT /key", "lake.s3.us-east-1.amazonaws.com", "200"},
		{"HEAD /key", "lake.localhost:9000", "200"},
		{"HEAD /lake/key", "localhost", "200"},
		{"HEAD /key", "lake.s3.amazonaws.com", "200"},
		{"HEAD /key", "pond.s3.amazonaws.com", "404"},
		{"POST /.interleave/reset", "localhost", "204"},
		{"HEAD /lake/key", "localhost", "404"},
		{"PUT /lake", "localhost", "200"},
	} {
		if said := send(row.line, row.host); !strings.HasPrefix(said, "HTTP/1.1 "+row.want) {
			t.Errorf("%s at %s is answered %.60q, should be %s", row.line, row.host, said, row.want)
		}
	}
}

func TestUnsignedAndWronglySignedRequestsAreRefused(t *testing.T) {
	_, at := open(t, endpoint.Options{})
	const forbidden, unknown = "HTTP/1.1 403 Forbidden\r\n", "HTTP/1.1 401 Unauthorized\r\n"
	for _, row := range []struct{ service, line, header, want string }{
		{"blob", "GET /dev/a?restype=container", "X: y", unknown},
		{"blob", "PUT /dev/a/b", "X: y", unknown},
		{"queue", "GET /dev/a/messages", "X: y", unknown},
		{"s3", "GET /", "X: y", forbidden},
		{"s3", "PUT /new-bucket", "X: y", forbidden},
		{"s3", "OPTIONS /a/b", "Origin: http://x", forbidden},
		{"s3", "GET /a?torrent", "X: y", forbidden},
		{"s3", "GET /a/b", "X: y", "HTTP/1.1 404 Not Found\r\n"}, // there is no such bucket: that anybody hears
		{"s3", "GET /a/b?response-expires=0", "X: y", "HTTP/1.1 400 Bad Request\r\n"},
		{"s3", "HEAD /a/b?response-content-type=text/plain", "X: y", "HTTP/1.1 400 Bad Request\r\n"},
		{"s3", "GET /a/b?response=0", "X: y", "HTTP/1.1 404 Not Found\r\n"},
		{"blob", "GET /dev/a/b", "Authorization: SharedKey dev:AAAA", forbidden},
		{"s3", "GET /a/b", "Authorization: AWS4-HMAC-SHA256 Credential=app/20260101/us-east-1/s3/aws4_request, " +
			"SignedHeaders=host, Signature=00", forbidden},
	} {
		said := talk(t, at[row.service], fmt.Sprintf(
			"%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s\r\n\r\n", row.line, row.header))
		if !strings.HasPrefix(said, row.want) {
			t.Errorf("%s to %s with %q is answered %.80q", row.line, row.service, row.header, said)
		}
	}
}

// openChecked opens endpoints of some services on a room that check signatures, and gives their addresses.
func openChecked(t *testing.T, r *room.Room, services ...string) map[string]string {
	t.Helper()
	o := endpoint.Options{Addresses: map[string]string{"blob": "off", "queue": "off", "table": "off", "file": "off",
		"s3": "off", "redis": "off"}}
	for _, s := range services {
		o.Addresses[s] = ":0"
	}
	checks, err := endpoint.Open(r, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { checks.Close() })
	at := map[string]string{}
	for _, o := range checks.Opened() {
		at[o.Flag] = o.Address
	}
	return at
}

// What a client sends without a signature reads what a container lets anybody read, and nothing else.
func TestUnsignedRequestsReadWhatIsPublic(t *testing.T) {
	server, at := open(t, endpoint.Options{Trust: true})
	for _, line := range []string{"PUT /dev/open?restype=container HTTP/1.1\r\nx-ms-blob-public-access: blob",
		"PUT /dev/open/b HTTP/1.1\r\nx-ms-blob-type: BlockBlob"} {
		talk(t, at["blob"], line+"\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
	}
	checked := openChecked(t, server.Room(), "blob")["blob"]
	for line, want := range map[string]string{"GET /dev/open/b": "200", "HEAD /dev/open/b": "200",
		"GET /dev/open?restype=container&comp=list": "401", "GET /dev/open?restype=container": "401",
		"GET /dev/?comp=list": "401", "DELETE /dev/open/b": "401", "GET /dev/none/b": "404"} {
		said := talk(t, checked, line+" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
		if !strings.HasPrefix(said, "HTTP/1.1 "+want) {
			t.Errorf("%s is answered %.60q, should be %s", line, said, want)
		}
	}
}

// What a policy lets anybody store is taken out of its chunks as what is signed is, and compared with the sums it names
// (rules.md of buckets, "What client libraries ask beside that").
func TestAnUnsignedBodyInChunks(t *testing.T) {
	server, at := open(t, endpoint.Options{Trust: true})
	const policy = `{"Statement": [{"Effect": "Allow", "Principal": "*", "Action": "s3:*", ` +
		`"Resource": "arn:aws:s3:::open/*"}]}`
	for _, line := range []string{"PUT /open HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
		"DELETE /open?publicAccessBlock HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
		fmt.Sprintf("PUT /open?policy HTTP/1.1\r\nContent-Length: %d\r\n\r\n%s", len(policy), policy)} {
		first, rest, _ := strings.Cut(line, "\r\n")
		talk(t, at["s3"], first+"\r\nHost: x\r\nConnection: close\r\n"+rest)
	}
	checked := openChecked(t, server.Room(), "s3")["s3"]
	send := func(line, headers, body string) string {
		return talk(t, checked, fmt.Sprintf("%s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%s"+
			"Content-Length: %d\r\n\r\n%s", line, headers, len(body), body))
	}
	chunks := "Content-Encoding: aws-chunked\r\nx-amz-decoded-content-length: 3\r\n" +
		"x-amz-content-sha256: STREAMING-UNSIGNED-PAYLOAD-TRAILER\r\nx-amz-trailer: x-amz-checksum-crc32\r\n"
	for _, row := range []struct{ headers, body, want string }{
		{chunks, "3\r\nabc\r\n0\r\nx-amz-checksum-crc32:NSRBwg==\r\n\r\n", "200"}, // the CRC32 of abc
		{chunks, "3\r\nabc\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n", "400"},
		{"x-amz-content-sha256: " + strings.Repeat("0", 64) + "\r\n", "abc", "400"},
	} {
		if said := send("PUT /open/k", row.headers, row.body); !strings.HasPrefix(said, "HTTP/1.1 "+row.want) {
			t.Errorf("%q is answered %.200q, should be %s", row.body, said, row.want)
		}
	}
	said := send("GET /open/k", "", "")
	if !strings.HasSuffix(said, "\r\n\r\nabc") || strings.Contains(said, "chunked") {
		t.Errorf("it keeps %q", said)
	}
}

// A request that ends in the middle is told to who keeps the log.
func TestHalfARequestIsTold(t *testing.T) {
	told := make(chan endpoint.Event, 10)
	_, at := open(t, endpoint.Options{Trust: true, Log: func(e endpoint.Event) { told <- e }})
	talk(t, at["blob"], "PUT /dev/a/b HTTP/1.1\r\nContent-Length: 5\r\n\r\nhel")
	if e := <-told; !strings.Contains(e.What, "half a request") || e.Status != 0 {
		t.Errorf("told: %+v", e)
	}
}

func TestConnectionsBeyondCounting(t *testing.T) {
	_, at := open(t, endpoint.Options{Trust: true})
	conns := make([]net.Conn, 300)
	for i := range conns {
		conn, err := net.Dial("tcp", at["blob"])
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conns[i] = conn
		if _, err := io.WriteString(conn, "GET /dev/?comp=list HTT"); err != nil { // slow senders
			t.Fatal(err)
		}
	}
	for _, conn := range conns {
		if _, err := io.WriteString(conn, "P/1.1\r\nHost: x\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
	}
	for _, conn := range conns {
		a, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || a.StatusCode != 200 {
			t.Fatalf("%v: %v", a, err)
		}
	}
}

func TestWritersAreReadOrRefused(t *testing.T) {
	for text, good := range map[string]bool{"account": true, "connection": true, "header:traceparent": true,
		"header:": false,
		"people":  false} {
		if _, err := endpoint.ParseWriters(text); (err == nil) != good {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// The log names the writer that a request counts to, however writers are told apart.
func TestTheLogNamesTheWriter(t *testing.T) {
	const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
	for way, want := range map[string]string{"account": "ana", "header:traceparent": trace,
		"connection": "ana-127.0.0.1:"} {
		writers, err := endpoint.ParseWriters(way)
		if err != nil {
			t.Fatal(err)
		}
		told := make(chan endpoint.Event, 1)
		_, at := open(t, endpoint.Options{Trust: true, Writers: writers, Log: func(e endpoint.Event) { told <- e }})
		talk(t, at["blob"], "PUT /ana/wiki?restype=container HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n"+
			"traceparent: 00-"+trace+"-00f067aa0ba902b7-01\r\nConnection: close\r\n\r\n")
		if e := <-told; !strings.HasPrefix(e.Writer, want) || e.Status != 201 {
			t.Errorf("by %s it is told of %q, %d, want %s", way, e.Writer, e.Status, want)
		}
	}
}

// What is asked of the account as a whole is told as of any operation, whatever in it is asked; a key of a user needs
// the token of one.
func TestTheAccountIsAskedForItself(t *testing.T) {
	told := make(chan endpoint.Event, 10)
	_, at := open(t, endpoint.Options{Trust: true, Log: func(e endpoint.Event) { told <- e }})
	const keyInfo = "<KeyInfo><Start>2026-01-01</Start><Expiry>2036-01-01</Expiry></KeyInfo>"
	key := "POST /dev?restype=service&comp=userdelegationkey HTTP/1.1\r\nContent-Length: " +
		strconv.Itoa(len(keyInfo)) + "\r\nConnection: close\r\n"
	for _, row := range []struct{ request, status, holds, told string }{
		{"HEAD /dev/wiki?restype=account&comp=properties HTTP/1.1\r\nConnection: close\r\n\r\n", "200",
			"x-ms-account-kind: StorageV2", "get-account-information dev"},
		{"GET /dev?restype=service&comp=stats HTTP/1.1\r\nConnection: close\r\n\r\n", "200", "<Status>live</Status>",
			"get-blob-service-stats dev"},
		{key + "\r\n" + keyInfo, "403", "AuthenticationFailed", "get-user-delegation-key dev"},
		{key + "Authorization: Bearer x\r\n\r\n" + keyInfo, "200", "<SignedExpiry>2036-01-01</SignedExpiry>",
			"get-user-delegation-key dev"},
	} {
		said := talk(t, at["blob"], row.request)
		if !strings.HasPrefix(said, "HTTP/1.1 "+row.status) || !strings.Contains(said, row.holds) {
			t.Errorf("%.40s is answered %q", row.request, said)
		}
		if e := <-told; e.What != row.told {
			t.Errorf("told: %+v, should be %s", e, row.told)
		}
	}
}

// rules.md of buckets, "Words that are looked at first", the row of lengths: an object has one.
func TestObjectsOfS3HaveALength(t *testing.T) {
	_, at := open(t, endpoint.Options{Trust: true})
	send := func(line, rest string) string {
		return talk(t, at["s3"], line+" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"+rest)
	}
	send("PUT /lake", "\r\n") // a bucket needs none
	const inChunks = "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
	for _, row := range [][3]string{
		{"PUT /lake/k", "Content-Length: 3\r\n\r\nabc", "200"}, {"PUT /lake/k", "Content-Length: 0\r\n\r\n", "200"},
		{"PUT /lake/k", "\r\n", "411"}, {"PUT /lake/k?partNumber=1&uploadId=u", "\r\n", "411"},
		{"PUT /lake/k", inChunks, "501"},
		{"PUT /lake/l", "x-amz-copy-source: lake/k\r\n\r\n", "200"}, {"GET /lake/k", "\r\n", "200"},
	} {
		if said := send(row[0], row[1]); !strings.HasPrefix(said, "HTTP/1.1 "+row[2]) {
			t.Errorf("%s %q is answered %.60q, want %s", row[0], row[1], said, row[2])
		}
	}
}

// A key that leads out of its bucket is refused without a document, so that clients name it by its status, and stands
// on record as what it was.
func TestAKeyOutOfItsBucketIsRefusedWithoutADocument(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	_, at := openFor(t, r, endpoint.Options{Trust: true})
	for _, target := range []string{"/lake/../k", "/lake/%2e%2E%2Fk"} {
		answer := talk(t, at["s3"], "PUT "+target+" HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n"+
			"Authorization: AWS4-HMAC-SHA256 Credential=ana/20261123/us-east-1/s3/aws4_request, "+
			"SignedHeaders=host, Signature=0\r\n\r\nx")
		head, body, _ := strings.Cut(answer, "\r\n\r\n")
		if !strings.HasPrefix(head, "HTTP/1.1 400 ") || body != "" {
			t.Errorf("%s is answered\n%s", target, answer)
		}
		if x := newest(r); x == nil || x.Verb != "put-object" || x.By != "ana" || x.Object.Name != "lake/../k" {
			t.Errorf("%s is on record as %v", target, x)
		}
	}
}
