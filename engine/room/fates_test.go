package room_test

import (
	"context"
	"errors"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
)

// What becomes of a client's request on its way: what the service did, what the client hears, what the session keeps.
func TestFatesOfRequests(t *testing.T) {
	line := func(words ...string) []engine.Arg {
		values := make([]engine.Value, len(words))
		for i, w := range words {
			values[i] = engine.Text(w)
		}
		return []engine.Arg{{Name: "line", Value: engine.List(values...)}}
	}
	for _, row := range []struct {
		fate room.Fate
		lost bool
		then string
	}{{room.Delivered, false, "1"}, {room.RequestLost, true, ""}, {room.AnswerLost, true, "1"},
		{room.Doubled, false, "2"}, {room.Busy, false, ""}} {
		r := room.New(catalog.New, room.Options{})
		seat, err := r.Seat(room.Joining{Name: "ana", Program: "test"})
		if err != nil {
			t.Fatal(err)
		}
		r.Fates(func() room.Fate { return row.fate })
		_, err = seat.Send(context.Background(), "INCR", line("n"))
		if errors.Is(err, room.ErrLost) != row.lost {
			t.Errorf("fate %d: %v", row.fate, err)
		}
		r.Fates(nil)
		reply, err := seat.Send(context.Background(), "GET", line("n"))
		if got := reply.Answer.Field("value").String(); err != nil || got != row.then {
			t.Errorf("fate %d leaves %q, %v; want %q", row.fate, got, err, row.then)
		}
	}
	r := room.New(catalog.New, room.Options{})
	seat, err := r.Seat(room.Joining{Name: "ana", Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	r.Fates(func() room.Fate { return room.Busy })
	reply, err := seat.Send(context.Background(), "create-container", engine.Args("path", "wiki"))
	if err != nil || reply.Answer.Status != 503 {
		t.Errorf("a busy service answers %d, %v", reply.Answer.Status, err)
	}
}
