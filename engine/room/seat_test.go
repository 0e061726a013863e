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

// A client that hangs up is a time-out of its writer, and its request travels on. It hears nothing on that connection
// any more: an answer that is handed over later reaches nobody.
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
	for range 2 { // the request, and the answer
		if _, err := r.Deliver(w.Exchange(1).Name); err != nil {
			t.Fatal(err)
		}
	}
	if x := r.View().Exchange(1); !x.Took || !x.Heard.IsZero() || x.Lost.IsZero() {
		t.Errorf("it was done: %v; heard %v, lost %v", x.Took, x.Heard, x.Lost)
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

// The rules on pages of other origins are those that the programs have set, also while somebody looks back.
func TestOriginsAreThoseOfThePrograms(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	s := seated(t, r, "app")
	asked := engine.Crossing{Target: "dev", Origin: "http://a", Method: "GET"}
	sent(t, s, "create-queue", "queue", "q")
	if x := r.Cross("queue", asked); x.Ruled || x.Rule != nil {
		t.Fatalf("without rules: %+v", x)
	}
	sent(t, s, "set-queue-service-properties", "account", "dev", "property.Cors",
		"<CorsRule><AllowedOrigins>*</AllowedOrigins><AllowedMethods>GET</AllowedMethods><AllowedHeaders>"+
			"</AllowedHeaders><ExposedHeaders></ExposedHeaders><MaxAgeInSeconds>1</MaxAgeInSeconds></CorsRule>")
	for _, travel := range []func() error{nil, r.Undo} {
		if travel != nil {
			if err := travel(); err != nil {
				t.Fatal(err)
			}
		}
		if x := r.Cross("queue", asked); x.Rule == nil || !x.Anyone {
			t.Errorf("it is not let in: %+v", x)
		}
	}
	if x := r.Cross("table", asked); x.Ruled {
		t.Errorf("the rules of queues are those of tables: %+v", x)
	}
}
