package enginetest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
)

// changing is what differs from scene to scene without being another story.
var changing = regexp.MustCompile(`#\d+|\bv\d+\b|\d\d+:\d\d\.\d+|\.\.[0-9A-Za-z+.]{2,8}|"[^"]*"` +
	`| \d+-[0-9a-f]{12}\b`) // the last is the id of a version, whole

// Alike is a text with the names of its writers and all that differs from scene to scene replaced.
func Alike(w *engine.World, text string) string {
	names := []string{}
	for _, x := range w.Writers() {
		if x.Title != "" {
			names = append(names, x.Title)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
	seen := map[string]string{}
	if len(names) > 0 {
		for i, n := range names {
			names[i] = regexp.QuoteMeta(n)
		}
		text = regexp.MustCompile(`\b(`+strings.Join(names, "|")+`)\b`).ReplaceAllStringFunc(text,
			func(name string) string {
				if seen[name] == "" {
					seen[name] = []string{"Ana", "Ben", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida"}[len(seen)%9]
				}
				return seen[name]
			})
	}
	return changing.ReplaceAllStringFunc(text, func(s string) string {
		switch s[0] {
		case ' ':
			return " whole-id"
		case '#':
			return "#n"
		case 'v':
			return "vn"
		case '.':
			return "..tag"
		case '"':
			return `"text"`
		}
		return "mm:ss"
	})
}

// HoldSheet compares a proof sheet with the kept one, a text file of the test's package. INTERLEAVE_UPDATE=1 writes it
// anew: whoever does reads first what changed.
func HoldSheet(t testing.TB, file, got string) {
	t.Helper()
	if os.Getenv("INTERLEAVE_UPDATE") != "" {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (INTERLEAVE_UPDATE=1 writes it anew)", err)
	}
	has, had := strings.Split(got, "\n"), strings.Split(string(kept), "\n")
	for i := range min(len(has), len(had)) {
		if has[i] != had[i] {
			t.Fatalf("%s:%d differs; read what changed, then INTERLEAVE_UPDATE=1 writes it anew:\nkept %s\ngot  %s",
				file, i+1, had[i], has[i])
		}
	}
	if len(has) != len(had) {
		t.Fatalf("%s has %d lines, %d come now (INTERLEAVE_UPDATE=1 writes it anew)", file, len(had), len(has))
	}
}
