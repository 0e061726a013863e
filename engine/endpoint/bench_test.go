package endpoint_test

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"interleave/engine/catalog"
	"interleave/engine/endpoint"
	"interleave/engine/room"
)

// BenchmarkRedis is what one command costs over a socket, sent, decided, judged and answered: SET of 1,000 keys with
// 16 commands in one write, as redis-benchmark -P 16 does, and one by one.
func BenchmarkRedis(b *testing.B) {
	for _, size := range []int{1, 16} {
		b.Run(fmt.Sprintf("SET, %d in one write", size), func(b *testing.B) {
			conn := connect(b, "redis")
			in := bufio.NewReader(conn)
			b.ReportAllocs()
			b.ResetTimer()
			for n := 0; n < b.N; n += size {
				var lines strings.Builder
				for i := n; i < n+size; i++ {
					key := fmt.Sprintf("key:%012d", i*7919%1000)
					fmt.Fprintf(&lines, "*3\r\n$3\r\nSET\r\n$%d\r\n%s\r\n$3\r\nxxx\r\n", len(key), key)
				}
				if _, err := io.WriteString(conn, lines.String()); err != nil {
					b.Fatal(err)
				}
				for range size {
					if line, err := in.ReadString('\n'); err != nil || line != "+OK\r\n" {
						b.Fatalf("SET is answered %q, %v", line, err)
					}
				}
			}
		})
	}
}

// BenchmarkBlob is what one request costs over a socket, with the headers that the Go SDK sends and its signature: Put
// and Get of 1 KiB.
func BenchmarkBlob(b *testing.B) {
	conn := connect(b, "blob")
	in := bufio.NewReader(conn)
	ask := func(b *testing.B, request, status string) {
		if _, err := io.WriteString(conn, request); err != nil {
			b.Fatal(err)
		}
		a, err := http.ReadResponse(in, nil)
		if err != nil || a.Status != status {
			b.Fatalf("%s is answered %v, %v", request[:60], a, err)
		}
		if _, err := io.Copy(io.Discard, a.Body); err != nil {
			b.Fatal(err)
		}
	}
	body := strings.Repeat("x", 1024)
	ask(b, signed("PUT", "/wiki?restype=container", ""), "201 Created")
	for _, one := range []struct{ name, request, status string }{
		{"Put", signed("PUT", "/wiki/home.md", body, "x-ms-blob-type", "BlockBlob"), "201 Created"},
		{"Get", signed("GET", "/wiki/home.md", ""), "200 OK"},
	} {
		b.Run(one.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ask(b, one.request, one.status)
			}
		})
	}
}

// signed is a request with a shared key, as the Go SDK sends it.
func signed(method, target, body string, headers ...string) string {
	headers = append(headers, "x-ms-client-request-id", "d0cf1e51-8bb4-4d8c-7a0e-5a3b8f0d2a11",
		"x-ms-date", "Mon, 23 Nov 2026 04:24:00 GMT", "x-ms-version", "2026-04-06")
	list := make([]string, 0, len(headers)/2)
	for i := 0; i < len(headers); i += 2 {
		list = append(list, headers[i]+":"+headers[i+1]+"\n")
	}
	slices.Sort(list)
	length, kind := "", ""
	if body != "" {
		length, kind = strconv.Itoa(len(body)), "application/octet-stream"
	}
	path, query, _ := strings.Cut("/"+endpoint.Emulator+target, "?")
	text := method + "\n\n\n" + length + "\n\n" + kind + "\n\n\n\n\n\n\n" + strings.Join(list, "") +
		"/" + endpoint.Emulator + path
	if query != "" {
		text += "\n" + strings.ReplaceAll(query, "=", ":")
	}
	key, _ := base64.StdEncoding.DecodeString(endpoint.Secret) // the constant is base64
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return method + " /" + endpoint.Emulator + target + " HTTP/1.1\r\nHost: 127.0.0.1:10000\r\n" +
		"User-Agent: azsdk-go-azblob/v1.8.1 (go1.26.0; linux)\r\nContent-Length: " + strconv.Itoa(len(body)) +
		"\r\nAccept: application/xml\r\n" +
		"Authorization: SharedKey " + endpoint.Emulator + ":" + base64.StdEncoding.EncodeToString(mac.Sum(nil)) +
		"\r\nContent-Type: " + kind + "\r\n" + strings.ReplaceAll(strings.Join(list, ""), "\n", "\r\n") + "\r\n" + body
}

func connect(b *testing.B, flag string) net.Conn {
	b.Helper()
	o := endpoint.Options{Addresses: map[string]string{flag: ":0"}}
	for _, s := range endpoint.Services() {
		if s.Flag != flag {
			o.Addresses[s.Flag] = "off"
		}
	}
	s, err := endpoint.Open(room.New(catalog.New, room.Options{}), o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Close() })
	conn, err := net.Dial("tcp", s.Opened()[0].Address)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = conn.Close() })
	return conn
}
