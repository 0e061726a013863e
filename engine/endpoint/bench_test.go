package endpoint_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
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
			conn := connectRedis(b)
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

func connectRedis(b *testing.B) net.Conn {
	b.Helper()
	o := endpoint.Options{Addresses: map[string]string{"redis": ":0"}}
	for _, s := range endpoint.Services() {
		if s.Flag != "redis" {
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
