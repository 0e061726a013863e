package room_test

import (
	"errors"
	"slices"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/engine/scenario"
	"interleave/engine/view"
)

const asked = `writer ann
writer ben
seed: create-container wiki
seed: put-blob wiki/home.md one
draft ann wiki/home.md mine
bookmark start
ann: get-blob wiki/home.md as a1
bookmark read
ann: send put-blob wiki/home.md mine if-match=$a1.etag as a2
draft ben wiki/home.md his
ask What does Ann hear?
  right 201
  > 201
  choice 412
deliver a2
answer a2
goal state blob wiki/home.md holds="his" within 1
ben: put-blob wiki/home.md his as b1
> 201
back read
ann: get-blob wiki/home.md as a3
`

func loadAsked(t *testing.T) *room.Room {
	t.Helper()
	return roomtest.Of(t, "asked.race", asked)
}

func stepToGate(t *testing.T, r *room.Room) {
	t.Helper()
	for range 20 {
		if r.View().Gate != nil {
			return
		}
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("no question and no goal came")
}

// While a question is open nothing that would tell its answer is carried out or tried; drafts in front of it are there.
func TestAQuestionStopsWhatWouldTell(t *testing.T) {
	r := loadAsked(t)
	stepToGate(t, r)
	v := r.View()
	if v.Gate.Kind != scenario.Ask || v.Next != "" {
		t.Fatalf("%v, next %q", v.Gate.Kind, v.Next)
	}
	if d, ok := v.Draft("ben", engine.ParseObject("blob wiki/home.md")); !ok || d.Text != "his" {
		t.Errorf("Ben's draft is %+v", d)
	}
	for name, do := range map[string]func() error{
		"step":        func() error { _, err := r.Step(); return err },
		"run":         func() error { _, _, err := r.RunToMark(); return err },
		"deliver":     func() error { _, err := r.Deliver("a2"); return err },
		"deliver all": func() error { _, err := r.DeliverAll(); return err },
		"lose answer": func() error { _, err := r.LoseAnswer("a2"); return err },
		"send":        func() error { _, err := r.Send(engine.Send{By: "ben", Verb: "list-containers"}); return err },
		"try": func() error {
			_, _, err := r.Try(engine.Deliver{Names: []string{"a2"}})
			return err
		},
	} {
		if err := do(); !errors.Is(err, room.ErrAsked) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if now := r.View(); now.Record != v.Record || now.Gate != v.Gate {
		t.Errorf("record %d after %d", now.Record, v.Record)
	}
	if err := r.PassQuestion(false); err != nil || r.View().Gate != nil {
		t.Errorf("%v", err)
	}
	if _, err := r.Step(); err != nil || r.View().Named("a2").Answer.Status != 201 {
		t.Errorf("%v %v", err, r.View().Named("a2").Answer)
	}
}

// At a goal hands are free; one that is reached leaves out the author's way, one that is given up plays it.
func TestAGoalWaitsForHands(t *testing.T) {
	for byHand, sent := range map[bool]int{true: 5, false: 6} {
		r := loadAsked(t)
		stepToGate(t, r)
		if err := r.PassQuestion(false); err != nil {
			t.Fatal(err)
		}
		stepToGate(t, r)
		v := r.View()
		if v.Gate.Kind != scenario.Goal {
			t.Fatalf("at %v", v.Gate.Kind)
		}
		_, err := r.Send(engine.Send{By: "ben", Verb: "get-blob", Args: engine.Args("path", "wiki/home.md")})
		if err != nil {
			t.Fatal(err)
		}
		if r.View().Gate != v.Gate {
			t.Fatal("the goal is passed by a hand that does not reach it")
		}
		if err := r.PassQuestion(byHand); err != nil {
			t.Fatal(err)
		}
		branch := r.View().Branch
		for r.View().Branch == branch {
			if n := r.View().Requests(); n > sent {
				t.Fatalf("by hand %t: %d requests", byHand, n)
			}
			if r.View().ScriptLine == 0 {
				t.Fatal("the script ended without going back")
			}
			if _, err := r.Step(); err != nil {
				t.Fatal(err)
			}
		}
		if r.View().Named("b1") != nil {
			t.Error("going back to the bookmark kept what came behind it")
		}
	}
}

// A kept session goes on at its question.
func TestAQuestionIsKept(t *testing.T) {
	r := loadAsked(t)
	stepToGate(t, r)
	again := roomtest.Restored(t, r)
	if g := again.View().Gate; g == nil || g.Line != r.View().Gate.Line {
		t.Errorf("%+v", g)
	}
}

// A lease that ends while a clock line runs is what its reader is to see: nobody acts in the same step. Where nothing
// ends, the line goes with what stands behind it.
func TestAStepStopsWhereSomethingEnds(t *testing.T) {
	for clock, stops := range map[string]bool{"clock +10s": false, "clock +15s": true, "clock 01:00": true} {
		r := roomtest.Of(t, "lease.race", "writer ann\nwriter ben\nseed: create-container wiki\n"+
			"seed: put-blob wiki/a v1\nann: acquire-blob-lease wiki/a duration=15 as a\n"+clock+
			"\nben: send get-blob wiki/a as b\n")
		ended := func(e view.Entry) bool { return e.Event().Kind == engine.Ended }
		byBen := func(e view.Entry) bool { return e.Event().Kind == engine.Sent && e.Event().By == "ben" }
		for seen := 0; r.View().Next != ""; seen = r.View().Log().Len() {
			if _, err := r.Step(); err != nil {
				t.Fatal(err)
			}
			events := slices.Collect(some(r.View().Log(), seen, r.View().Log().Len()))
			moved := slices.ContainsFunc(events, func(e view.Entry) bool { return e.Event().Kind == engine.Passed })
			if slices.ContainsFunc(events, ended) != (stops && moved) || moved &&
				slices.ContainsFunc(events, byBen) == stops {
				t.Errorf("%s: one step does %v", clock, events)
			}
			if slices.ContainsFunc(events, byBen) {
				break
			}
		}
	}
}

// TestARaceThatStoodReadyGivesWayToWhatAHandMakes: who makes a queue beside the race of the first start is not to meet
// that race's conflict behind it. One that was asked for goes on, and so does every one until a hand makes something of
// its own.
func TestARaceThatStoodReadyGivesWayToWhatAHandMakes(t *testing.T) {
	const race = "blob/wiki.race"
	text, err := races.FS.ReadFile(race)
	if err != nil {
		t.Fatal(err)
	}
	offer := func(r *room.Room) error { return r.Offer(race, text) }
	said := func(line string) func(*testing.T, *room.Room) {
		return func(t *testing.T, r *room.Room) { roomtest.Say(t, r, line) }
	}
	queue := engine.Send{By: "ann", Verb: "create-queue", Args: engine.Args("queue", "orders")}
	sent := func(t *testing.T, r *room.Room) {
		if _, err := r.Send(queue); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		open func(*room.Room) error
		does func(*testing.T, *room.Room)
		goes bool
	}{
		"stood ready, a line makes a queue": {offer, said("ann: create-queue orders"), false},
		"stood ready, a form makes a queue": {offer, sent, false},
		"stood ready, its page is read":     {offer, said("ann: get-blob wiki/home.md"), true},
		"asked for, a queue is made":        {func(r *room.Room) error { return r.Load(race, text) }, sent, true},
	} {
		t.Run(name, func(t *testing.T) {
			r := room.New(catalog.New, room.Options{})
			if err := c.open(r); err != nil {
				t.Fatal(err)
			}
			before := r.View().Next
			c.does(t, r)
			if goes := r.View().Next == before; goes != c.goes {
				t.Errorf("what comes next is %q, and was %q", r.View().Next, before)
			}
			if named := r.View().Script == race; named != c.goes {
				t.Errorf("the script is called %q", r.View().Script)
			}
			if err := r.Undo(); err != nil {
				t.Fatal(err)
			}
			if r.View().Next != before {
				t.Errorf("undone, %q comes next, and was %q", r.View().Next, before)
			}
		})
	}
}
