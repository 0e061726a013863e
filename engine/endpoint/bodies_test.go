package endpoint

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// Bodies that are on their way share their room: one that finds none is refused as busy, and what was taken is free
// again when its request is over, however it came.
func TestBodiesOnTheirWayShareTheirRoom(t *testing.T) {
	var room atomic.Int64
	room.Store(maxBodies - 3)
	send := func(text string) (r *request, err error) {
		in := bufio.NewReader(strings.NewReader(text))
		if r, err = readHead(in, nil); err != nil {
			t.Fatal(err)
		}
		r.room = &room
		if err = r.readBody(in); err != nil {
			r.free()
		}
		return r, err
	}
	var bad badRequest
	for _, text := range []string{"PUT / HTTP/1.1\r\nContent-Length: 4\r\n\r\nabcd",
		"PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n0\r\n\r\n"} {
		if _, err := send(text); !errors.As(err, &bad) || bad.status != 503 || room.Load() != maxBodies-3 {
			t.Errorf("%q: %v, %d bytes taken", text, err, room.Load())
		}
	}
	r, err := send("PUT / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc")
	if err != nil || r.Body != "abc" || room.Load() != maxBodies {
		t.Errorf("what fits: %v, %d bytes taken", err, room.Load())
	}
	if r.free(); room.Load() != maxBodies-3 {
		t.Errorf("%d bytes stay taken", room.Load())
	}
	room.Store(0)
	if r, err = send("PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"); err != nil ||
		room.Load() != 3 {
		t.Errorf("chunks: %v, %d bytes taken", err, room.Load())
	}
}

// A body that is larger than any object is refused by its length alone, however it is told, with a sentence that says
// how much there is room for: engine.MaxObject, 64 MiB.
func TestBodyTooLarge(t *testing.T) {
	for _, text := range []string{"PUT / HTTP/1.1\r\nContent-Length: 67108865\r\n\r\n",
		"PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4000001\r\n"} {
		in := bufio.NewReader(strings.NewReader(text))
		r, err := readHead(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		var bad badRequest
		err = r.readBody(in)
		if !errors.As(err, &bad) || bad.status != 413 || !strings.Contains(bad.Error(), "64 MiB") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

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
