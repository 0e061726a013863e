package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
)

// The floors answer what the clients of clients.go ask with what they want to read, and keep nothing.

// reply is what a floor answers.
type reply struct {
	status int
	reason string
	kind   string // Content-Type
	body   string
}

const message = `<?xml version="1.0" encoding="utf-8"?><QueueMessagesList><QueueMessage>` +
	`<MessageId>5974b586-0df3-4e2d-ad0c-18e3892bfca2</MessageId>` +
	`<InsertionTime>Mon, 23 Nov 2026 09:00:00 GMT</InsertionTime>` +
	`<ExpirationTime>Mon, 30 Nov 2026 09:00:00 GMT</ExpirationTime><PopReceipt>AgAAAAMAAAAAAAAA</PopReceipt>` +
	`<TimeNextVisible>Mon, 23 Nov 2026 09:00:30 GMT</TimeNextVisible>`

var (
	one   = string(body)
	xml   = "application/xml"
	taken = message + "<DequeueCount>1</DequeueCount><MessageText>" + strings.Repeat("x", 256) +
		"</MessageText></QueueMessage></QueueMessagesList>"
)

func answer(method, target string) reply {
	switch messages := strings.Contains(target, "/messages"); {
	case method == "GET" && messages:
		return reply{200, "OK", xml, taken}
	case method == "POST" && messages:
		return reply{201, "Created", xml, message + "</QueueMessage></QueueMessagesList>"}
	case method == "POST":
		return reply{204, "No Content", "", ""}
	case method == "GET":
		return reply{200, "OK", "application/octet-stream", one}
	case method == "HEAD":
		return reply{200, "OK", "", ""}
	case method == "DELETE", method == "PATCH":
		return reply{204, "No Content", "", ""}
	}
	return reply{201, "Created", "", ""}
}

// always are the headers of every answer.
var always = [][2]string{{"ETag", `"0x8DE2A4F1C3B5A00"`}, {"Last-Modified", "Mon, 23 Nov 2026 09:00:00 GMT"},
	{"Server", "Windows-Azure-Blob/1.0 Microsoft-HTTPAPI/2.0"}, {"x-ms-version", "2026-04-06"},
	{"x-ms-request-id", "7cfc2c11-001e-0035-1d5b-5c0e8f000000"}, {"x-ms-request-server-encrypted", "true"},
	{"Date", "Mon, 23 Nov 2026 09:00:00 GMT"}}

func floor(kind string) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	at := "http://" + l.Addr().String()
	if err := json.NewEncoder(os.Stdout).Encode(map[string]string{"blob": at, "queue": at, "table": at,
		"redis": l.Addr().String()}); err != nil {
		return err
	}
	serve := map[string]func(net.Conn){"sockets": sockets, "resp": echo}[kind]
	if serve == nil {
		return http.Serve(l, http.HandlerFunc(handle))
	}
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		go serve(conn)
	}
}

func handle(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	a := answer(r.Method, r.URL.Path)
	h := w.Header()
	for _, one := range always {
		h.Set(one[0], one[1])
	}
	if id := r.Header.Get("x-ms-client-request-id"); id != "" {
		h.Set("x-ms-client-request-id", id)
	}
	if a.kind != "" {
		h.Set("Content-Type", a.kind)
	}
	w.WriteHeader(a.status)
	_, _ = io.WriteString(w, a.body)
}

// sockets reads as much of HTTP as the clients send: heads that have a Content-Length, and bodies.
func sockets(conn net.Conn) {
	defer conn.Close()
	in, out := bufio.NewReaderSize(conn, 16<<10), bufio.NewWriter(conn)
	for {
		first, err := in.ReadSlice('\n')
		if err != nil {
			return
		}
		words := strings.Fields(string(first))
		length := 0
		for {
			line, err := in.ReadSlice('\n')
			if err != nil || len(words) < 2 {
				return
			}
			if len(line) <= 2 {
				break
			}
			if name, value, _ := bytes.Cut(line, []byte(": ")); strings.EqualFold(string(name), "Content-Length") {
				length, _ = strconv.Atoi(string(bytes.TrimSpace(value))) // the clients write it
			}
		}
		if _, err := in.Discard(length); err != nil {
			return
		}
		a := answer(words[0], words[1])
		fmt.Fprintf(out, "HTTP/1.1 %d %s\r\n", a.status, a.reason)
		for _, h := range always {
			out.WriteString(h[0] + ": " + h[1] + "\r\n")
		}
		if a.kind != "" {
			out.WriteString("Content-Type: " + a.kind + "\r\n")
		}
		if a.status != 204 {
			out.WriteString("Content-Length: " + strconv.Itoa(len(a.body)) + "\r\n")
		}
		out.WriteString("\r\n" + a.body)
		if out.Flush() != nil {
			return
		}
	}
}

var keys = struct {
	sync.Mutex
	of map[string]string
}{of: map[string]string{}}

// echo reads commands of Redis, keeps what SET sets, and answers OK to all.
func echo(conn net.Conn) {
	defer conn.Close()
	in, out := bufio.NewReaderSize(conn, 16<<10), bufio.NewWriter(conn)
	number := func() (int, error) {
		line, err := in.ReadSlice('\n')
		if err != nil || len(line) < 4 {
			return 0, io.ErrUnexpectedEOF
		}
		return strconv.Atoi(string(line[1 : len(line)-2]))
	}
	for {
		count, err := number()
		if err != nil {
			return
		}
		words := make([]string, count)
		for i := range words {
			n, err := number()
			if err != nil {
				return
			}
			word := make([]byte, n+2)
			if _, err := io.ReadFull(in, word); err != nil {
				return
			}
			words[i] = string(word[:n])
		}
		if len(words) == 3 {
			keys.Lock()
			keys.of[words[1]] = words[2]
			keys.Unlock()
		}
		out.WriteString("+OK\r\n")
		if in.Buffered() == 0 && out.Flush() != nil {
			return
		}
	}
}
