package room_test

import (
	"errors"
	"testing"

	"interleave/engine"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/engine/scenario"
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
