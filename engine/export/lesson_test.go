package export_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/export"
	"interleave/engine/lesson"
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
