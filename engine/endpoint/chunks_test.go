package endpoint

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
)

// TestAChunkThatNoBodyMayHaveIsRefusedAtOnce holds that a client which announces a chunk and never sends it hears why
// it is refused without a wait: none of these has an end, so that whoever waited for more would wait for ever.
func TestAChunkThatNoBodyMayHaveIsRefusedAtOnce(t *testing.T) {
	for text, status := range map[string]int{
		"ffffffffffffffff\r\n":           413, // 2^64-1: a length that can be read, and has no room
		"8000000000000000\r\n":           413, // 2^63
		"10000000000000000\r\n":          413,
		"-1\r\n":                         400,
		"\r\n":                           400,
		"3\nabc":                         400, // a line ends with CR and LF
		"3\r\nabcd\r\n":                  400, // more than was said
		strings.Repeat("3", 5000):        400,
		"1;" + strings.Repeat("x", 5000): 400,
		"7fffffffffffffff\r\n":           413,
		fmt.Sprintf("%x\r\n", maxBody+1): 413,
		fmt.Sprintf("3\r\nabc\r\n%x\r\n", maxBody-2):                   413, // with what came before it
		strings.Repeat("1;"+strings.Repeat("x", 2000)+"\r\na\r\n", 10): 400,
	} {
		synctest.Test(t, func(t *testing.T) {
			from, to := io.Pipe()
			defer from.Close()
			go func() { _, _ = io.WriteString(to, text) }() // and nothing more
			var bad badRequest
			err := (&request{}).readChunks(bufio.NewReader(from))
			if !errors.As(err, &bad) || bad.status != status {
				t.Errorf("%.40q: %v, want %d", text, err, status)
			}
		})
	}
}

// TestChunksAreOneBody holds that a body is the same whatever its chunks are, also with what may stand around them.
func TestChunksAreOneBody(t *testing.T) {
	long := strings.Repeat("x", 70_000)
	for text, want := range map[string]string{
		"3\r\nabc\r\n0\r\n\r\n":                               "abc",
		"3;name=value\r\nabc\r\n1 \r\nd\r\n0\r\nx: y\r\n\r\n": "abcd",
		"00011170\r\n" + long + "\r\n0\r\n\r\n":               long,
		"0\r\n\r\n":                                           "",
	} {
		r := &request{}
		if err := r.readChunks(bufio.NewReader(strings.NewReader(text))); err != nil || r.Body != want {
			t.Errorf("%.40q: %v, %d bytes", text, err, len(r.Body))
		}
		if strings.Contains(text, "x: y") && (len(r.trailers) != 1 || r.trailers[0].Value != "y") {
			t.Errorf("%q: %v", text, r.trailers)
		}
	}
}
