package lesson_test

import (
	"errors"
	"path"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/lesson"
	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/engine/scenario"
)

func begun(t testing.TB, name string, data []byte) (*lesson.Player, *room.Room) {
	t.Helper()
	r := roomtest.Of(t, name, string(data))
	l, err := lesson.Parse(name, data, catalog.Services())
	if err != nil {
		t.Fatal(err)
	}
	return lesson.NewPlayer(l, lesson.State{}), r
}

func right(p *lesson.Player) int {
	for i, c := range p.Part().Question.Choices {
		if c.Right {
			return i + 1
		}
	}
	return 0
}

// hands does what the author wrote behind the goal of the page, as a person would: statement for statement.
func hands(t testing.TB, p *lesson.Player, r *room.Room) {
	t.Helper()
	for _, s := range p.File.Statements {
		if s.Line <= p.Part().Line || s.Line >= p.Part().End || p.Done().Reached {
			continue
		}
		if len(s.Inputs) == 0 {
			continue
		}
		if _, err := r.Do(s.Inputs...); err != nil {
			t.Fatalf("line %d: %v", s.Line, err)
		}
		p.Look(r)
	}
}

// Every lesson is played to its end: all questions right, all goals by the author's way done by hand. It earns three
// stars, and no page of words tells what a question is still to ask.
func TestEveryLessonCanBePlayed(t *testing.T) {
	for _, name := range races.Of("lessons") {
		t.Run(path.Base(name), func(t *testing.T) {
			p, r := begun(t, name, text(t, name))
			for step := 0; p.Part().Sort != lesson.Ended; step++ {
				if step > 100 {
					t.Fatalf("it does not end: page %d", p.State.Page)
				}
				switch {
				case p.Waits():
					if err := p.GoOn(r); err == nil {
						t.Fatal("the page was turned with its question open")
					}
					if g := r.View().Gate; g == nil || g.Kind != scenario.Ask {
						t.Fatalf("line %d: the session does not wait at the question", p.Part().Line)
					}
					if err := p.Choose(r, right(p)); err != nil {
						t.Fatal(err)
					}
				case p.Aims():
					if g := r.View().Gate; g == nil || g.Kind != scenario.Goal {
						t.Fatalf("line %d: the session does not wait at the goal", p.Part().Line)
					}
					hands(t, p, r)
					if !p.Done().Reached {
						t.Fatalf("line %d: the author's way by hand does not reach the goal", p.Part().Line)
					}
				default:
					if err := p.GoOn(r); err != nil {
						t.Fatalf("page %d: %v", p.State.Page, err)
					}
				}
			}
			if stars := p.Stars(p.State); stars != 3 {
				t.Errorf("%d stars: %+v", stars, p.State)
			}
		})
	}
}

// Somebody who skips everything sees all of it, and gets a star for nothing but having asked for no hint.
func TestEveryLessonCanBeSkipped(t *testing.T) {
	for _, name := range races.Of("lessons") {
		p, r := begun(t, name, text(t, name))
		for step := 0; p.Part().Sort != lesson.Ended; step++ {
			if step > 100 {
				t.Fatalf("%s does not end: page %d", name, p.State.Page)
			}
			if err := p.Skip(r); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if stars := p.Stars(p.State); stars > 1 {
			t.Errorf("%s: %d stars for nothing", name, stars)
		}
	}
}

// A lesson that was left goes on at its page, wherever that is.
func TestALessonGoesOnWhereItWasLeft(t *testing.T) {
	const name = "lessons/02-every-answer-was-a-success.race"
	data := text(t, name)
	p, r := begun(t, name, data)
	for step := 0; p.Part().Sort != lesson.Ended && step < 100; step++ {
		again, fresh := begun(t, name, data)
		again.State = p.State
		if err := again.Resume(fresh); err != nil {
			t.Fatalf("page %d: %v", p.State.Page, err)
		}
		was, is := r.View(), fresh.View()
		if was.ScriptLine != is.ScriptLine || (was.Gate == nil) != (is.Gate == nil) ||
			was.Named("b2") == nil != (is.Named("b2") == nil) {
			t.Errorf("page %d: line %d, gate %v; was line %d, gate %v", p.State.Page, is.ScriptLine, is.Gate != nil,
				was.ScriptLine, was.Gate != nil)
		}
		if p.Waits() {
			if err := p.Choose(r, right(p)); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := p.Skip(r); err != nil {
			t.Fatal(err)
		}
	}
}

func TestStars(t *testing.T) {
	p, r := begun(t, "sound.race", []byte(sound))
	for !p.Waits() {
		if err := p.GoOn(r); err != nil {
			t.Fatal(err)
		}
	}
	if !p.Hint() || p.Hint() {
		t.Error("it has one hint")
	}
	if err := p.Choose(r, 1); err != nil || p.Done().Chosen != 1 {
		t.Fatal(err)
	}
	if err := p.Choose(r, 2); err != nil || p.Done().Chosen != 1 {
		t.Errorf("the second answer counted: %v", err)
	}
	if err := p.GoOn(r); err != nil || !p.Aims() {
		t.Fatal(err)
	}
	for _, send := range []engine.Send{
		{By: "ann", Verb: "get-blob", Args: engine.Args("path", "wiki/home.md")},
		{By: "ann", Verb: "get-blob", Args: engine.Args("path", "wiki/home.md")},
		{By: "ann", Verb: "put-blob", Args: engine.Args("path", "wiki/home.md", "body", "three")},
	} {
		if _, err := r.Send(send); err != nil {
			t.Fatal(err)
		}
		p.Look(r)
	}
	if !p.Done().Reached || p.Done().Actions != 3 {
		t.Errorf("%+v", p.Done())
	}
	if err := p.GoOn(r); err != nil || !p.State.Ended || p.Stars(p.State) != 0 {
		t.Errorf("%v, %d stars", err, p.Stars(p.State))
	}
	if got := (lesson.Record{Stars: 2}).Keep(p.Lesson, p.State); got.Stars != 2 || !got.Done || got.Begun() {
		t.Errorf("%+v", got)
	}
}

func TestProgressIsReadBack(t *testing.T) {
	p := lesson.NewProgress()
	p.Lessons["05"] = lesson.Record{Stars: 2, Done: true,
		State: lesson.State{Page: 1, Parts: []lesson.Done{{Chosen: -1}}}}
	again, err := lesson.ReadProgress(p.Text())
	if err != nil || string(again.Text()) != string(p.Text()) {
		t.Errorf("%v\n%s", err, again.Text())
	}
	for _, text := range []string{"", "{", `{"version":2}`, `{"version":1,"lessons":{"a":{"stars":9}}}`, "[]"} {
		if _, err := lesson.ReadProgress([]byte(text)); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

// What is offered holds the answer that comes, never twice the same, never more than four.
func TestPredict(t *testing.T) {
	asked := 0
	for _, name := range races.Of("lessons") {
		r := roomtest.Of(t, name, string(text(t, name)))
		for range 200 {
			if r.View().Gate != nil {
				_ = r.PassQuestion(false)
			}
			d, ok := r.Coming()
			before := r.View().Record
			guess, offered := lesson.Predict(d.Spec, d.Answer)
			if _, err := r.Step(); errors.Is(err, room.ErrNothing) {
				break
			}
			if !ok || !offered {
				continue
			}
			asked++
			seen := map[string]bool{}
			for _, c := range guess.Choices {
				if seen[c] || c == "" {
					t.Errorf("%s: %q", name, guess.Choices)
				}
				seen[c] = true
			}
			if len(guess.Choices) > 4 || guess.Right < 1 || guess.Right > len(guess.Choices) {
				t.Errorf("%s: %+v", name, guess)
				continue
			}
			x := r.View().Exchange(d.Request.Number)
			if got := guess.Choices[guess.Right-1]; x != nil && r.View().Record > before && x.Answer.Status != 0 &&
				got != lesson.Heard(d.Spec, x.Answer) {
				t.Errorf("%s: said %q, came %q", name, got, lesson.Heard(d.Spec, x.Answer))
			}
		}
	}
	if asked < 50 {
		t.Errorf("%d decisions were asked about", asked)
	}
}

// To let time pass is no action: who moves the clock before the goal's own actions needs no more of them than the
// author, and gets the star.
func TestTimeThatPassesIsNoAction(t *testing.T) {
	const name = "lessons/01-two-people-one-page.race"
	p, r := begun(t, name, text(t, name))
	for step := 0; p.Part().Sort != lesson.Ended && step < 100; step++ {
		switch {
		case p.Waits():
			if err := p.Choose(r, right(p)); err != nil {
				t.Fatal(err)
			}
		case p.Aims():
			for range 3 {
				if _, err := r.Do(engine.Clock{By: 700e6}); err != nil {
					t.Fatal(err)
				}
				p.Look(r)
			}
			hands(t, p, r)
			if done := p.Done(); !done.Reached || done.Actions != p.Part().Actions {
				t.Errorf("it took %d actions, the author %d; reached: %v", done.Actions, p.Part().Actions, done.Reached)
			}
		default:
			if err := p.GoOn(r); err != nil {
				t.Fatal(err)
			}
		}
	}
	if stars := p.Stars(p.State); stars != 3 {
		t.Errorf("%d stars: %+v", stars, p.State)
	}
}

// What one press plays, as the author's way to a goal or what was asked about, one undo takes back. Where it was, the
// next page plays it again first.
func TestOneUndoTakesBackWhatWasShown(t *testing.T) {
	many := 0
	for _, name := range races.Of("lessons") {
		p, r := begun(t, name, text(t, name))
		for p.Part().Sort != lesson.Ended {
			before := r.View()
			var err error
			switch {
			case p.Waits():
				err = p.Choose(r, right(p))
			case p.Aims():
				err = p.Skip(r)
			default:
				if err = p.GoOn(r); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				continue
			}
			after := r.View()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if after.Record == before.Record {
				continue
			}
			if after.Step > before.Step+1 {
				many++
			}
			if err := r.Undo(); err != nil || r.View().Digest() != before.Digest() {
				t.Fatalf("%s line %d: undo leads from record %d to %d, want %d: %v", name, p.Part().Line, after.Record,
					r.View().Record, before.Record, err)
			}
			if err := r.Redo(); err != nil || r.View().Digest() != after.Digest() {
				t.Fatalf("%s line %d: redo leads to record %d, want %d: %v", name, p.Part().Line, r.View().Record,
					after.Record, err)
			}
			_ = r.Undo()
			err = p.GoOn(r) // behind a walk back it may play on a branch of its own
			if v := r.View(); err != nil || v.Step != after.Step || v.ScriptLine != after.ScriptLine {
				t.Fatalf("%s line %d: the next page begins at step %d, want %d: %v", name, p.Part().Line, v.Step,
					after.Step, err)
			}
		}
	}
	if many == 0 {
		t.Error("nothing that was shown took more than one step")
	}
}
