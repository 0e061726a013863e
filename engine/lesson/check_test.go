package lesson_test

import (
	"io/fs"
	"path"
	"strings"
	"testing"

	"interleave/engine/catalog"
	"interleave/engine/lesson"
	"interleave/engine/races"
)

// files are the names of the lessons, puzzles and cases of the library.
func files(t testing.TB) []string {
	t.Helper()
	names, err := fs.Glob(races.FS, "lessons/*.race")
	if err != nil || len(names) == 0 {
		t.Fatalf("the library holds %d lessons: %v", len(names), err)
	}
	return names
}

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
	for _, name := range files(t) {
		t.Run(strings.TrimSuffix(path.Base(name), ".race"), func(t *testing.T) {
			for _, sentence := range lesson.Check(path.Base(name), text(t, name), catalog.Services()) {
				t.Error(sentence)
			}
		})
	}
}
