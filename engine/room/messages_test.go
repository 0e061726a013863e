package room_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
)

// flying is a page that Ana and Ben have read; Ana's PUT #5 and Ben's PUT #6 are held.
func flying(t testing.TB) *room.Room {
	t.Helper()
	r := room.New(catalog.New, room.Options{})
	must := func(_ []engine.Event, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(r.Do(engine.AddWriter{ID: "ann", Title: "Ana"}, engine.AddWriter{ID: "ben", Title: "Ben"}))
	must(r.Send(engine.Send{By: "ann", Verb: "create-container", Args: engine.Args("path", "wiki")}))
	must(r.Send(engine.Send{By: "ann", Verb: "put-blob", Args: engine.Args("path", "wiki/home.md", "body", "v1")}))
	for _, by := range []string{"ann", "ben"} {
		must(r.Send(engine.Send{By: by, Verb: "get-blob", Args: engine.Args("path", "wiki/home.md")}))
	}
	must(r.Do(engine.Set{Scope: "ann", Key: "hold", Value: "on"}, engine.Set{Scope: "ben", Key: "hold", Value: "on"}))
	must(r.Send(engine.Send{By: "ann", Verb: "put-blob", Args: engine.Args("path", "wiki/home.md", "body", "Ana's")}))
	must(r.Send(engine.Send{By: "ben", Verb: "put-blob", Args: engine.Args("path", "wiki/home.md", "body", "Ben's")}))
	return r
}

func flightOf(r *room.Room) string {
	var list []string
	for _, m := range r.View().Flight() {
		way := ">"
		if m.Back {
			way = "<"
		}
		list = append(list, m.No+way)
	}
	return strings.Join(list, " ")
}

// Each hand on a message is one action with a name, says a sentence, and undo gives the world back to the last bit;
// redo brings the same.
func TestEveryHandIsOneAction(t *testing.T) {
	guard := []engine.Arg{{Name: "if-match", Value: engine.Ref("r4.etag", false)}}
	for _, c := range []struct {
		name       string
		do         func(r *room.Room) (string, error)
		said, undo string
		flight     string // what is in flight afterwards
	}{
		{"lose a request", func(r *room.Room) (string, error) { return r.Lose("r5") }, "Lost #5 on its way", "lose #5",
			"#6>"},
		{"lose an answer", func(r *room.Room) (string, error) { return r.LoseAnswer("r5") },
			"Delivered #5 and lost its answer", "lose #5's answer", "#6>"},
		{"double", func(r *room.Room) (string, error) { return r.Double("r5") }, "#5 has a second copy under way",
			"double #5", "#5> #6> #5'>"},
		{"later", func(r *room.Room) (string, error) { return r.Later("r5", 1) }, "#5 is number 2 of 2 now",
			"move #5 to place 2", "#6> #5>"},
		{"earlier", func(r *room.Room) (string, error) { return r.Later("#6", -1) }, "#6 is number 1 of 2 now",
			"move #6 to place 1", "#6> #5>"},
		{"far later", func(r *room.Room) (string, error) { return r.Later("r5", 99) }, "#5 is number 2 of 2 now",
			"move #5 to place 2", "#6> #5>"},
		{"edit", func(r *room.Room) (string, error) { return r.Edit("r6", guard) }, "Changed #6", "change #6",
			"#5> #6>"},
		{"give up", func(r *room.Room) (string, error) { return r.GiveUp(5) }, "Ana waits for #5 no more",
			"Ana stops waiting for #5", "#5> #6>"},
		{"hold off", func(r *room.Room) (string, error) { return r.Hold("ann", false) },
			"Ana's requests are held no more", "hold Ana's requests no more", "#5> #6>"},
		{"hold off for all", func(r *room.Room) (string, error) { return r.HoldAll(false) },
			"No requests are held any more", "hold all writers' requests, or no more", "#5> #6>"},
		{"deliver", func(r *room.Room) (string, error) { _, err := r.Deliver("r5"); return "", err }, "", "deliver #5",
			"#6> #5<"},
		{"deliver all", func(r *room.Room) (string, error) { _, err := r.DeliverAll(); return "", err }, "",
			"deliver 2 messages", "#5< #6<"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := flying(t)
			before := r.View()
			said, err := c.do(r)
			if err != nil || said != c.said {
				t.Fatalf("said %q, %v", said, err)
			}
			after := r.View()
			if got := flightOf(r); got != c.flight || after.UndoName != c.undo {
				t.Errorf("in flight %q, want %q; undo is called %q, want %q", got, c.flight, after.UndoName, c.undo)
			}
			if err := r.Undo(); err != nil || r.View().Digest() != before.Digest() || r.View().Record != before.Record {
				t.Errorf("undo leads to another world: %v", err)
			}
			if err := r.Redo(); err != nil || r.View().Digest() != after.Digest() {
				t.Errorf("redo leads to another world: %v", err)
			}
		})
	}
}

// What cannot be done says why, and nothing happens.
func TestHandsThatDoNotApply(t *testing.T) {
	other := []engine.Arg{{Name: "if-match", Value: engine.Ref("r4.etag", false)}}
	unknown := []engine.Arg{{Name: "if-mtach", Value: engine.Text("x")}}
	for _, c := range []struct {
		first, do func(r *room.Room) (string, error)
		why       string
	}{
		{nil, func(r *room.Room) (string, error) { return r.Lose("r99") }, "no request is called r99"},
		{nil, func(r *room.Room) (string, error) { return r.Lose("r5'") }, "#5 has no such copy in flight"},
		{nil, func(r *room.Room) (string, error) { return r.Lose("r4") }, "#4's answer was heard at 00:00.8"},
		{nil, func(r *room.Room) (string, error) { return r.Later("r5", -1) }, "#5 is the first already"},
		{nil, func(r *room.Room) (string, error) { return r.Later("r6", 1) }, "#6 is the last already"},
		{nil, func(r *room.Room) (string, error) { return r.GiveUp(0) }, "nothing is waited for"},
		{nil, func(r *room.Room) (string, error) { return r.GiveUp(3) }, "#3's answer was heard at 00:00.6"},
		{nil, func(r *room.Room) (string, error) { return r.Hold("ann", true) }, "hold is on already"},
		{nil, func(r *room.Room) (string, error) { return r.Finish("r5") },
			"the service has no work of its own left for #5"},
		{nil, func(r *room.Room) (string, error) { return r.Edit("r5", other) }, "r4 was answered to ben"},
		{nil, func(r *room.Room) (string, error) { return r.Edit("r5", unknown) }, "if-mtach"},
		{func(r *room.Room) (string, error) { return r.Lose("r5") },
			func(r *room.Room) (string, error) { _, err := r.Deliver("r5"); return "", err }, "#5 was lost at 00:00.8"},
		{func(r *room.Room) (string, error) { return r.LoseAnswer("r5") },
			func(r *room.Room) (string, error) { _, err := r.Deliver("r5"); return "", err },
			"#5's answer was lost at 00:00.9"},
		{func(r *room.Room) (string, error) { return r.LoseAnswer("r5") },
			func(r *room.Room) (string, error) { return r.Later("r6", 1) }, "#6 is the only message in flight"},
		{func(r *room.Room) (string, error) { return r.GiveUp(5) },
			func(r *room.Room) (string, error) { return r.GiveUp(5) }, "Ana stopped waiting for #5 at 00:00.8"},
		{func(r *room.Room) (string, error) { _, err := r.Deliver("r5"); return "", err },
			func(r *room.Room) (string, error) { return r.Edit("r5", nil) },
			"#5 is decided: an answer cannot be edited"},
		{func(r *room.Room) (string, error) {
			_, err := r.Do(engine.Arrive{Names: []string{"r5"}})
			return "", err
		}, func(r *room.Room) (string, error) { return r.Double("r5") },
			"#5 is at the service already: only what is under way can come twice"},
		{func(r *room.Room) (string, error) {
			_, err := r.Do(engine.Arrive{Names: []string{"r5"}})
			return "", err
		}, func(r *room.Room) (string, error) { return r.Edit("r5", nil) },
			"#5 is at the service already: only what is under way can be edited"},
	} {
		t.Run(c.why, func(t *testing.T) {
			r := flying(t)
			if c.first != nil {
				if _, err := c.first(r); err != nil {
					t.Fatal(err)
				}
			}
			before := r.View()
			if _, err := c.do(r); err == nil || !strings.Contains(err.Error(), c.why) {
				t.Errorf("said %v", err)
			}
			if now := r.View(); now.Record != before.Record || now.Digest() != before.Digest() ||
				now.Last != before.Last {
				t.Error("something happened")
			}
		})
	}
}

// A value of nothing takes an argument away: the write goes without its guard.
func TestAnEditTakesAGuardAway(t *testing.T) {
	r := flying(t)
	for _, v := range []engine.Value{engine.Ref("r4.etag", false), {}} {
		if _, err := r.Edit("r6", []engine.Arg{{Name: "if-match", Value: v}}); err != nil {
			t.Fatal(err)
		}
	}
	if x := r.View().Exchange(6); len(x.Args) != 2 {
		t.Errorf("#6 asks %v", x.Args)
	}
}

// Where a request would have to wait at the service there is no answer to lose, and nothing happens. What waits says
// for whom.
func TestNoAnswerIsLostOfARequestThatWaits(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	script := `writer ann "Ana"
writer ben "Ben"
seed: create-share s
seed: create-file s/f size=10
ann: smb-create s/f access=RW share=RWD   as h1
ben: smb-create s/f access=RW share=RWD   as h2
ann: smb-lock $h1.handle length=5
ben: send smb-lock $h2.handle length=5   as w
`
	if err := r.Load("wait.race", []byte(script)); err != nil {
		t.Fatal(err)
	}
	for len(r.View().Flight()) == 0 || r.View().Next != "deliver #6" {
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	before := r.View()
	if _, err := r.LoseAnswer("w"); err == nil ||
		err.Error() != "#6 would have to wait at the service: there would be no answer to lose" {
		t.Errorf("said %v", err)
	}
	if now := r.View(); now.Digest() != before.Digest() || now.Last != before.Last {
		t.Error("something happened")
	}
	if _, err := r.Deliver("w"); err != nil {
		t.Fatal(err)
	}
	m := r.View().Flight()[0]
	if m.State != engine.AtServiceWaiting || m.Waits != "byte lock" || m.For != "ann" {
		t.Errorf("it is %+v", m)
	}
	for _, do := range []func() error{func() error { _, err := r.Deliver("w"); return err },
		func() error { _, err := r.LoseAnswer("w"); return err }} {
		if err := do(); err == nil || !strings.HasPrefix(err.Error(), "#6 waits: byte lock of Ana") {
			t.Errorf("said %v", err)
		}
	}
}

// The limit is a sentence, and what is in flight stays as it is.
func TestTheLimitOfMessagesInFlight(t *testing.T) {
	r := flying(t)
	inputs := make([]engine.Input, 0, engine.MaxInFlight)
	for n := len(r.View().Flight()); n < engine.MaxInFlight; n++ {
		inputs = append(inputs, engine.Send{By: "ann", Verb: "get-blob", Args: engine.Args("path", "wiki/home.md"),
			As: fmt.Sprint("g", n)})
	}
	if _, err := r.Do(inputs...); err != nil {
		t.Fatal(err)
	}
	full := r.View()
	for _, do := range []func() error{
		func() error { _, err := r.Double("r5"); return err },
		func() error {
			_, err := r.Send(engine.Send{By: "ben", Verb: "get-blob", Args: engine.Args("path", "wiki/home.md")})
			return err
		},
	} {
		if err := do(); err == nil || !strings.Contains(err.Error(), "messages in flight") {
			t.Errorf("said %v", err)
		}
	}
	if now := r.View(); now.Digest() != full.Digest() || len(now.Flight()) != engine.MaxInFlight {
		t.Error("something was lost")
	}
	if said, err := r.Later("r5", 2000); err != nil ||
		said != fmt.Sprintf("#5 is number %d of %d now", engine.MaxInFlight, engine.MaxInFlight) {
		t.Errorf("said %q, %v", said, err)
	}
	if _, err := r.DeliverAll(); err != nil {
		t.Fatal(err)
	}
	if err := r.Undo(); err != nil || len(r.View().Flight()) != engine.MaxInFlight {
		t.Errorf("undo: %v", err)
	}
}

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

// Whatever the hands do with messages, in any order and also where it cannot be done: undo gives the world back to the
// last bit, redo brings the same again, and a refusal changes nothing.
func TestRandomHandsOnMessagesAreUndone(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := flying(t)
		for range rapid.IntRange(1, 12).Draw(rt, "hands") {
			before := r.View()
			what, err := oneHand(rt, r)
			after := r.View()
			if err != nil {
				if after.Digest() != before.Digest() || after.Last != before.Last {
					rt.Fatalf("%s is refused (%v), and something happened", what, err)
				}
				continue
			}
			if err := r.Undo(); err != nil || r.View().Digest() != before.Digest() {
				rt.Fatalf("undo of %s leads to another world: %v", what, err)
			}
			if err := r.Redo(); err != nil || r.View().Digest() != after.Digest() {
				rt.Fatalf("redo of %s leads to another world: %v", what, err)
			}
		}
	})
}

func oneHand(rt *rapid.T, r *room.Room) (what string, err error) {
	name := rapid.SampledFrom([]string{"r4", "r5", "r5'", "r6", "#6", "#6'", "r7", "r9"}).Draw(rt, "message")
	request := rapid.IntRange(3, 9).Draw(rt, "request")
	by := rapid.SampledFrom([]string{"ann", "ben"}).Draw(rt, "writer")
	hands := []func() (string, error){
		func() (string, error) { return r.Lose(name) },
		func() (string, error) { return r.LoseAnswer(name) },
		func() (string, error) { return r.Double(name) },
		func() (string, error) { return r.Later(name, rapid.IntRange(-3, 3).Draw(rt, "by")) },
		func() (string, error) { return r.Edit(name, engine.Args("body", "edited")) },
		func() (string, error) { return r.GiveUp(request) },
		func() (string, error) { return r.Hold(by, rapid.Bool().Draw(rt, "on")) },
		func() (string, error) { return r.HoldAll(rapid.Bool().Draw(rt, "on")) },
		func() (string, error) { _, err := r.Deliver(name); return "deliver", err },
		func() (string, error) { _, err := r.DeliverAll(); return "deliver all", err },
		func() (string, error) { _, err := r.SendAgain(request); return "again", err },
		func() (string, error) { return r.Finish(name) },
		func() (string, error) { return r.Arrive(name) },
	}
	n := rapid.IntRange(0, len(hands)-1).Draw(rt, "hand")
	said, err := hands[n]()
	return fmt.Sprintf("hand %d on %s (%s)", n, name, said), err
}

// BenchmarkDeliverAll hands over 1,000 requests and their answers in one press.
func BenchmarkDeliverAll(b *testing.B) {
	r, _ := wiki(b)
	for _, by := range []string{"ann", "ben"} {
		if _, err := r.Do(engine.Set{Scope: by, Key: "hold", Value: "on"}); err != nil {
			b.Fatal(err)
		}
	}
	for i := range 1_000 {
		if _, err := r.Send(write([]string{"ann", "ben"}[i%2], fmt.Sprint(i))); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, err := r.DeliverAll(); err != nil {
			b.Fatal(err)
		}
		if err := r.Undo(); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		r.Fork()
		b.StartTimer()
	}
}
