package room_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/engine/view"
)

// begun sends a request that is held or waits, and comes back when the desk knows of it.
func begun(t *testing.T, r *room.Room, s *room.Seat, try, verb string, pairs ...string) (answered chan error) {
	t.Helper()
	known := make(chan bool, 1)
	out := func(v *view.View) (n int) {
		for _, c := range v.Clients {
			n += c.Out + c.Outside
		}
		return n
	}
	before := out(r.View())
	r.OnNews(func(v *view.View) {
		if out(v) > before {
			select {
			case known <- true:
			default:
			}
		}
	})
	answered = make(chan error, 1)
	go func() {
		_, err := s.SendTry(context.Background(), try, verb, engine.Args(pairs...))
		answered <- err
	}()
	<-known
	r.OnNews(nil)
	return answered
}

// A request that its library calls as one before it is another try of that one: where nothing was heard, and where the
// service was busy. One that was answered is none, however equal.
func TestARetryIsKnownByWhatItsLibraryCallsIt(t *testing.T) {
	for _, row := range []struct {
		name  string
		fate  room.Fate
		try   [2]string
		again bool
	}{{"lost answer", room.AnswerLost, [2]string{"a", "a"}, true}, {"busy", room.Busy, [2]string{"a", "a"}, true},
		{"busy, called otherwise", room.Busy, [2]string{"a", "b"}, false},
		{"busy, called nothing", room.Busy, [2]string{}, false},
		{"answered", room.Delivered, [2]string{"a", "a"}, false}} {
		r := room.New(catalog.New, room.Options{})
		s, other := seated(t, r, "app"), seated(t, r, "app")
		sent(t, s, "create-container", "path", "wiki")
		r.Fates(func() room.Fate { return row.fate })
		args := engine.Args("path", "wiki/home", "body", "x")
		_, _ = s.SendTry(context.Background(), row.try[0], "put-blob", args) // whatever comes of it
		r.Fates(nil)
		reply, err := other.SendTry(context.Background(), row.try[1], "put-blob", args)
		if err != nil {
			t.Fatalf("%s: %v", row.name, err)
		}
		x := r.View().Exchange(reply.Request)
		if got := x.Wish != x.Number; got != row.again {
			t.Errorf("%s: #%d is a try of #%d", row.name, x.Number, x.Wish)
		}
		retries := 0
		for _, c := range r.Clients() {
			retries += c.Retries
		}
		if (retries == 1) != row.again {
			t.Errorf("%s: %d retries are counted", row.name, retries)
		}
	}
}

// A pause holds what comes, which is seen, and lets it go when it ends.
func TestAPauseHoldsWhatComes(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	s := seated(t, r, "app")
	if err := r.Pause(true); err != nil {
		t.Fatal(err)
	}
	before := r.Moment()
	answered := begun(t, r, s, "", "create-container", "path", "wiki")
	if v := r.View(); len(v.Flight()) != 1 || !v.Stopped || v.Follows || r.Moment() != before {
		t.Errorf("%d messages are under way, stopped %t, the clock stands at %s", len(v.Flight()), v.Stopped, v.Now())
	}
	if err := r.Pause(false); err != nil {
		t.Fatal(err)
	}
	if err := <-answered; err != nil {
		t.Error(err)
	}
}

// Who takes a seat over writes in its program's place; what that sends waits, and goes on when it has its seat again.
func TestASeatIsTakenOver(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	s := seated(t, r, "app")
	sent(t, s, "create-container", "path", "wiki")
	if r.View().Client("app") == nil {
		t.Error("the program does not write")
	}
	if _, err := r.TakeOver("app", true); err != nil {
		t.Fatal(err)
	}
	answered := begun(t, r, s, "", "put-blob", "path", "wiki/home", "body", "x")
	if v := r.View(); v.Client("app") != nil || v.Requests() != 1 || v.Clients[0].Outside != 1 {
		t.Errorf("%d requests, %+v", v.Requests(), v.Clients)
	}
	if _, err := r.TakeOver("app", false); err != nil {
		t.Fatal(err)
	}
	if err := <-answered; err != nil {
		t.Error(err)
	}
	if _, err := r.TakeOver("ben", true); err == nil {
		t.Error("the seat of nobody is taken")
	}
}

// While the desk looks back what a program sends waits; where that is asked for, the service is busy after a while.
func TestTheServiceIsBusyWhileTheDeskIsElsewhere(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	s := seated(t, r, "app")
	sent(t, s, "create-container", "path", "wiki")
	r.Busy(time.Nanosecond)
	if err := r.Back(); err != nil {
		t.Fatal(err)
	}
	_, err := s.Send(context.Background(), "create-container", engine.Args("path", "w"))
	if !errors.Is(err, room.ErrBusy) {
		t.Errorf("it hears %v", err)
	}
}

// What was answered to a program stays for it: where that is taken back it waits, and goes on where it stands.
func TestAnAnswerCannotBeUndoneForAProgram(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	s := seated(t, r, "app")
	sent(t, s, "create-container", "path", "wiki")
	if err := r.Undo(); err != nil {
		t.Fatal(err)
	}
	answered := begun(t, r, s, "", "put-blob", "path", "wiki/home", "body", "x")
	if err := r.Redo(); err != nil {
		t.Fatal(err)
	}
	if err := <-answered; err != nil {
		t.Error(err)
	}
	if b := r.View().Branches(); len(b) != 1 || !b[0].Live {
		t.Errorf("%+v", b)
	}
}

// So it is where a person handed the answer over, or lost it: what is done behind an undo is not seen by the program,
// which has heard something else.
func TestWhatWasHandedOverCannotBeUndoneForAProgram(t *testing.T) {
	for name, tell := range map[string]func(r *room.Room) error{
		"the answer": func(r *room.Room) error { _, err := r.Deliver("r1"); return err },
		"its loss":   func(r *room.Room) error { _, err := r.Lose("r1"); return err },
	} {
		r := room.New(catalog.New, room.Options{})
		s := seated(t, r, "app")
		if _, err := r.Hold("app", true); err != nil {
			t.Fatal(err)
		}
		answered := begun(t, r, s, "", "create-container", "path", "wiki")
		if _, err := r.Deliver("r1"); err != nil {
			t.Fatal(err)
		}
		if err := tell(r); err != nil {
			t.Fatal(err)
		}
		<-answered
		if _, err := r.Hold("app", false); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(r.Undo(), r.Undo()); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Do(engine.AddWriter{ID: "ben"}); err != nil {
			t.Fatal(err)
		}
		waits := begun(t, r, s, "", "get-container-properties", "path", "wiki")
		if c := r.Clients()[0]; c.Outside != 1 {
			t.Errorf("%s was taken back, and %+v goes on behind it", name, c)
			continue
		}
		if err := r.Switch("main"); err != nil {
			t.Fatal(err)
		}
		if err := <-waits; err != nil {
			t.Error(err)
		}
	}
}

func TestAProgramIsDisconnected(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	hungUp := 0
	if _, err := r.Seat(room.Joining{Name: "app", HangUp: func() { hungUp++ }}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Disconnect("app"); err != nil || hungUp != 1 {
		t.Errorf("%v, %d connections were closed", err, hungUp)
	}
	if _, err := r.Disconnect("ben"); err == nil {
		t.Error("the connections of nobody were closed")
	}
}
