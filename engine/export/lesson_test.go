package export_test

import (
	"errors"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/export"
	"interleave/engine/lesson"
	"interleave/engine/races"
	"interleave/engine/room"
)

// What is made of a session is a sound lesson: its answers are the engine's.
func TestALessonMadeOfASessionIsSound(t *testing.T) {
	for _, name := range []string{"blob/wiki.race", "blob/wiki-no-guard.race", "table/t01-lost-update-prevented.race",
		"queue/q02-slow-worker.race"} {
		text, why := export.Write(played(t, name), engine.ObjectID{}, export.AsLesson, export.Made{})
		if why != "" {
			t.Errorf("%s: %s", name, why)
			continue
		}
		for _, sentence := range lesson.Check(stem(name), text, catalog.Services()) {
			t.Errorf("%s\n%s", sentence, text)
		}
	}
}

// The back of a handout tells what happened in the session, on every branch of it: the story, the difference, the
// messages. Its front tells nothing of that.
func TestTheBackOfAHandoutTellsWhatHappened(t *testing.T) {
	script, err := races.FS.ReadFile("lessons/02-every-answer-was-a-success.race")
	if err != nil {
		t.Fatal(err)
	}
	r := room.New(catalog.New, room.Options{})
	for err = r.Load("02-every-answer-was-a-success.race", script); err == nil; {
		if r.View().Gate != nil {
			err = r.PassQuestion(false)
		} else {
			_, err = r.Step()
		}
	}
	if !errors.Is(err, room.ErrNothing) {
		t.Fatal(err)
	}
	text, why := export.Write(r, engine.ObjectID{}, export.AsHandout, export.Made{})
	if why != "" {
		t.Fatal(why)
	}
	front, back, _ := strings.Cut(string(text), lesson.PageBreak)
	_, happened, _ := strings.Cut(back, "## What happened")
	happened, _, _ = strings.Cut(happened, "## To take home")
	for _, want := range []string{"lost update: Ana", "lost update: Ben", "stale write: Ana", // the question's, the goals'
		"```diff\n- Open 9 to 5 ", "+ Open 10 to 6 ", "+ Open 9 to 5, closed on Sunday ",
		"```mermaid\nsequenceDiagram\n    actor w1 as Ana\n"} {
		if !strings.Contains(happened, want) {
			t.Errorf("the back does not tell %q:\n%s", want, happened)
		}
		if strings.Contains(front, want) {
			t.Errorf("the front tells %q", want)
		}
	}
}
