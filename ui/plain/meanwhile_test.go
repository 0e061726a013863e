package plain

import (
	"bufio"
	"context"
	"io"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/endpoint"
	"interleave/engine/room"
	"interleave/ui/sessions"
)

// TestWhatProgramsDoIsToldMeanwhile holds that a reader of lines hears what a program does while nothing is typed, and
// that the next line is done as it would be.
func TestWhatProgramsDoIsToldMeanwhile(t *testing.T) {
	addresses := map[string]string{"redis": ":0"}
	for _, s := range endpoint.Services() {
		if s.Flag != "redis" {
			addresses[s.Flag] = "off"
		}
	}
	shelf := sessions.New(func() {})
	session, err := shelf.Open(sessions.Choice{Empty: true, Ephemeral: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	door := endpoint.NewDoor(endpoint.Options{Addresses: addresses})
	if err := door.Open(session.Room); err != nil {
		t.Fatal(err)
	}
	from, to := io.Pipe()
	read, out := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		p := &program{in: from, out: out}
		ended <- p.converse(shelf, session, door)
		_ = out.Close() // it always works
	}()
	said := make(chan string, 1000)
	go func() {
		defer close(said)
		for lines := bufio.NewScanner(read); lines.Scan(); {
			said <- lines.Text()
		}
	}()
	until := func(what string) {
		t.Helper()
		for line := range said {
			if strings.Contains(line, what) {
				return
			}
		}
		t.Fatalf("nobody says %q", what)
	}
	_, _ = io.WriteString(to, "writer Ana\n") // the pipe is read until the test ends
	_, _ = io.WriteString(to, "# nothing\n")  // it is read when the line before it is done
	until("Ana")
	go func() {
		seat, err := session.Room.Seat(room.Joining{Name: "app"})
		if err == nil {
			_, err = seat.Send(context.Background(), "SET", []engine.Arg{{Name: "line",
				Value: engine.List(engine.Text("colour"), engine.Text("red"))}})
		}
		if err != nil {
			t.Error(err)
		}
	}()
	until("colour") // and no line was typed since
	_, _ = io.WriteString(to, "writer Ben\n")
	until("Ben")
	_ = to.Close()
	if code := <-ended; code != exitOK {
		t.Errorf("it ends with %d", code)
	}
	_, _ = door.Close()
	_ = shelf.Close()
}
