package room_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/enginetest"
	"interleave/engine/room"
	"interleave/engine/scenario"
)

// A long body is kept as it was sent and as the service has it, not as a line with quotes besides; the line is there
// for who asks, and walking along, looking back and other branches find what was put.
func TestLongBodiesAreNotKeptAsLines(t *testing.T) {
	const size, count = 1 << 18, 12
	bytes := rand.NewChaCha8([32]byte{1})
	r := room.New(catalog.New, room.Options{})
	do := func(inputs ...engine.Input) {
		t.Helper()
		if _, err := r.Do(inputs...); err != nil {
			t.Fatal(err)
		}
	}
	put := func(body string) engine.Input {
		return engine.Send{By: "ann", Verb: "put-blob", Args: engine.Args("path", "wiki/a", "body", body)}
	}
	do(engine.AddWriter{ID: "ann"}, engine.Send{By: "ann", Verb: "create-container", Args: engine.Args("path", "wiki")})
	before := enginetest.Heap()
	var last string
	for range count {
		data := make([]byte, size)
		_, _ = bytes.Read(data) // it never fails
		last = string(data)
		do(put(last))
	}
	if grown := enginetest.Heap() - before; grown > count*size*5/2 {
		t.Errorf("%d bodies of %d bytes take %d, which is %.1f for each byte", count, size, grown,
			float64(grown)/(count*size))
	}
	records, _ := r.Kept()
	want := scenario.FormatInput(put(last))
	if got := records[len(records)-1].Line; got != want && !strings.HasPrefix(got, want) {
		t.Errorf("the last line has %d bytes, not %d", len(got), len(want))
	}
	all := len(records)
	if err := r.Undo(); err != nil {
		t.Fatal(err)
	}
	do(put(last))
	if again, _ := r.Kept(); len(again) != all {
		t.Errorf("the same body went another way: %d records, not %d", len(again), all)
	}
	if err := r.Undo(); err != nil {
		t.Fatal(err)
	}
	do(put("another"))
	if again, _ := r.Kept(); len(again) != all+1 {
		t.Errorf("another body made %d records, not one", len(again)-all)
	}
	fresh := room.New(catalog.New, room.Options{})
	records, notes := r.Kept()
	if diverged, err := fresh.Restore(records, notes); err != nil || len(diverged) > 0 {
		t.Errorf("restored: %v, %v", diverged, err)
	}
}
