package endpoint

import (
	"bufio"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
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
