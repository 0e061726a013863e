package room_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/engine/view"
)

func seated(t *testing.T, r *room.Room, name string) *room.Seat {
	t.Helper()
	s, err := r.Seat(room.Joining{Name: name, Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func sent(t *testing.T, s *room.Seat, verb string, pairs ...string) room.Reply {
	t.Helper()
	reply, err := s.Send(context.Background(), verb, engine.Args(pairs...))
	if err != nil {
		t.Fatalf("%s: %v", verb, err)
	}
	return reply
}

func TestAClientIsAWriter(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	ana, ben := seated(t, r, "ana"), seated(t, r, "ben")
	sent(t, ana, "create-container", "path", "wiki")
	first := sent(t, ana, "put-blob", "path", "wiki/home", "body", "one")
	sent(t, ben, "put-blob", "path", "wiki/home", "body", "two")
	late := sent(t, ana, "put-blob", "path", "wiki/home", "body", "three", "if-match",
		first.Answer.Field("etag").String())
	if late.Answer.Code() != "ConditionNotMet" {
		t.Errorf("a write over another's is answered %s", late.Answer)
	}
	if ana.Writer() != "ana" || len(r.View().Writers()) != 2 {
		t.Errorf("%q is the writer of ana", ana.Writer())
	}
}

// What is held comes back when a person delivers it, and as an error where it was lost.
func TestAHeldRequestWaitsForAPerson(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	s := seated(t, r, "app")
	sent(t, s, "create-container", "path", "wiki")
	if _, err := r.Do(engine.Set{Scope: "app", Key: "hold", Value: "on"}); err != nil {
		t.Fatal(err)
	}
	ctx, hangsUp := context.WithCancel(context.Background())
	for _, end := range []struct {
		do   func(string) error
		want error
	}{{func(name string) error {
		if _, err := r.Deliver(name); err != nil {
			return err
		}
		_, err := r.Deliver(name)
		return err
	}, nil}, {func(name string) error { _, err := r.Lose(name); return err }, room.ErrLost},
		{func(name string) error {
			_, err := r.LoseSilently(name, true)
			defer hangsUp()
			return err
		}, context.Canceled}} {
		var got error
		var group sync.WaitGroup
		group.Add(1)
		before, news := r.View().Requests(), make(chan *view.View, 1000)
		r.OnNews(func(v *view.View) { news <- v })
		go func() {
			defer group.Done()
			_, got = s.Send(ctx, "put-blob", engine.Args("path", "wiki/home", "body", "x"))
		}()
		for v := range news { // until the request is in the room
			if v.Requests() > before {
				break
			}
		}
		name := r.View().Clone().Exchange(before + 1).Name
		if err := end.do(name); err != nil {
			t.Fatal(err)
		}
		group.Wait()
		if !errors.Is(got, end.want) {
			t.Errorf("the client hears %v, should be %v", got, end.want)
		}
	}
}

// A client that hangs up is a time-out of its writer, and its request travels on.
func TestAClientThatHangsUpIsATimeout(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	s := seated(t, r, "app")
	if _, err := r.Do(engine.Set{Scope: "app", Key: "hold", Value: "on"}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Send(ctx, "create-container", engine.Args("path", "wiki")); !errors.Is(err, context.Canceled) {
		t.Fatalf("it hears %v", err)
	}
	w := r.View().Clone()
	if x := w.Exchange(1); x.GaveUp.IsZero() || len(w.Flight()) != 1 {
		t.Errorf("it gave up %v, %d messages are under way", x.GaveUp, len(w.Flight()))
	}
}

// Many clients at once lose nothing, and what is kept opens again without a difference.
func TestManyClientsAtOnce(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	sent(t, seated(t, r, "app"), "create-container", "path", "wiki")
	var group sync.WaitGroup
	for range 8 {
		s := seated(t, r, "app")
		group.Add(1)
		go func() {
			defer group.Done()
			for range 20 {
				if reply, err := s.Send(context.Background(), "put-blob",
					engine.Args("path", "wiki/k", "body", "x")); err !=
					nil || !reply.Answer.Accepted() {
					t.Errorf("%v, %v", reply.Answer, err)
				}
			}
		}()
	}
	group.Wait()
	if n := r.View().Requests(); n != 161 {
		t.Errorf("%d requests", n)
	}
	records, notes := r.Kept()
	again := room.New(catalog.New, room.Options{})
	if diverged, err := again.Restore(records, notes); err != nil || len(diverged) > 0 {
		t.Errorf("%d differences: %v", len(diverged), err)
	}
}

// Names beyond the writers that a world has place for are one writer together, whose place is kept for them.
func TestNamesWithoutAPlaceAreOneWriter(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	for n := range engine.MaxWriters + 2 {
		s := seated(t, r, fmt.Sprintf("w%d", n))
		want := fmt.Sprintf("w%d", n)
		if n >= engine.MaxWriters-1 {
			want = room.Others
		}
		if s.Writer() != want {
			t.Fatalf("name %d writes as %s", n, s.Writer())
		}
	}
}

// A server may stand for long before the first program comes: the time that it is told is that on the wall all the
// same.
func TestTimeGoesOnBeforeTheFirstProgramComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		<-time.After(30 * 366 * 24 * time.Hour) // a test begins in 2000, a service in 2026
		r := room.New(catalog.New, room.Options{})
		if err := r.Date(); err != nil {
			t.Fatal(err)
		}
		<-time.After(10 * time.Minute)
		seated(t, r, "app")
		if now, follows := r.LiveClock(); !follows || now != engine.InstantAt(time.Now()) {
			t.Errorf("the clock stands %v before the one on the wall", engine.InstantAt(time.Now()).Sub(now))
		}
	})
}

// A library closes its connections while its program waits, and a shell has one for each command: the clock goes on.
// Where nobody is connected a person may take it in hand, until somebody comes.
func TestTimeGoesOnBetweenTheConnectionsOfPrograms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := room.New(catalog.New, room.Options{})
		r.SetDoor(view.Door{Ports: []view.Port{{Flag: "blob"}}})
		seated(t, r, "app").Leave()
		begin := r.Moment()
		passes := func(want time.Duration, follows bool) {
			t.Helper()
			<-time.After(time.Minute)
			now, does := r.LiveClock()
			if got := now.Sub(begin); got != want || does != follows || r.View().Follows != follows {
				t.Errorf("%v have passed, the clock follows: %t; want %v, %t", got, does, want, follows)
			}
		}
		passes(time.Minute, true)
		if !r.Rest() {
			t.Error("nobody is connected, and a person cannot take the clock")
		}
		passes(time.Minute, false)
		s := seated(t, r, "app")
		passes(2*time.Minute, true)
		if r.Rest() {
			t.Error("the clock is taken from a program that is connected")
		}
		s.Leave()
		r.SetDoor(view.Door{})
		passes(2*time.Minute, false)
	})
}

// A request that is refused by a limit of the program is none: what passed in front of it passes in front of the next.
func TestTimePassesInFrontOfWhatIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := room.New(catalog.New, room.Options{})
		app := seated(t, r, "app")
		sent(t, app, "create-container", "path", "wiki")
		begin := r.Moment()
		for n := range 3 {
			<-time.After(time.Second)
			args := engine.Args("path", "wiki/home", "if-match-not", "x")
			if _, err := app.Send(context.Background(), "put-blob", args); !errors.Is(err, engine.ErrArgument) {
				t.Fatalf("try %d: %v", n, err)
			}
		}
		if now, _ := r.LiveClock(); now.Sub(begin) != 3*time.Second {
			t.Errorf("the clock shows %v, and 3 s have passed", now.Sub(begin))
		}
		if reply := sent(t, app, "put-blob", "path", "wiki/home", "body", "one"); reply.At.Sub(begin) != 3*time.Second {
			t.Errorf("a request 3 s later is decided %v later", reply.At.Sub(begin))
		}
	})
}

// Programs compare dates with the clock on the wall.
func TestASessionOfProgramsBeginsToday(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	for range 2 {
		if err := r.Date(); err != nil {
			t.Fatal(err)
		}
		if off := engine.InstantAt(time.Now()).Sub(r.Moment()); off < 0 || off > time.Minute {
			t.Errorf("the clock stands %v before the one on the wall", off)
		}
		if err := r.Reset(); err != nil {
			t.Fatal(err)
		}
	}
	started := race(t, "blob/r01-optimistic-demonstration.race")
	before := started.Moment()
	if err := started.Date(); err != nil || started.Moment() != before {
		t.Errorf("a session in which something happened was moved from %s to %s, %v", before, started.Moment(), err)
	}
}
