package lesson_test

import (
	"path"
	"strings"
	"testing"

	"interleave/engine/catalog"
	"interleave/engine/lesson"
	"interleave/engine/races"
)

func text(t testing.TB, name string) []byte {
	t.Helper()
	data, err := races.FS.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Every right answer is what the engine says, every goal can be reached as its author says, every page fits 80x24.
func TestEveryLessonIsSound(t *testing.T) {
	for _, name := range races.Of("lessons") {
		t.Run(strings.TrimSuffix(path.Base(name), ".race"), func(t *testing.T) {
			for _, sentence := range lesson.Check(path.Base(name), text(t, name), catalog.Services()) {
				t.Error(sentence)
			}
		})
	}
}
