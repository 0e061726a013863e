package ui

import (
	"image"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/uitest"
)

// newRoom is a session with a race of the library, or an empty one.
func newRoom(t testing.TB, name string) *room.Room { return keptRoom(t, name, nil) }

// keptRoom is one whose records and notes are kept. A race without a folder is one of blobs.
func keptRoom(t testing.TB, name string, keep room.Keeper) *room.Room {
	t.Helper()
	r := room.New(catalog.New, room.Options{Keep: keep})
	if name == "" {
		return r
	}
	if !strings.Contains(name, "/") {
		name = "blob/" + name
	}
	text, err := fs.ReadFile(races.FS, name)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Load(name, text); err != nil {
		t.Fatal(err)
	}
	return r
}

// newDesk is a desktop on a race, with a clock that stands still until the test moves it.
func newDesk(t testing.TB, name string, w, h int) (*uitest.Driver, *Root, *uitest.Clock) {
	t.Helper()
	clock := uitest.NewClock()
	root := New(Deps{Room: newRoom(t, name), Themes: themes.Builtin(), Theme: "dark", Glyphs: "unicode",
		After: clock.After, Hooks: Hooks{
			OpenRace: func(name string) (*room.Room, error) {
				return newRoom(t, strings.TrimPrefix(name, "blob/")),
					nil
			},
			New: func() (*room.Room, error) { // as the program begins one
				r := newRoom(t, "")
				_, err := r.Do(engine.AddWriter{ID: "ana", Title: "Ana"}, engine.AddWriter{ID: "ben", Title: "Ben"})
				return r, err
			},
		}})
	return uitest.New(t, root, clock, w, h), root, clock
}

// TestScripts runs the scripts of testdata.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.keys")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".keys"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			play(t, string(text))
		})
	}
}

func play(t *testing.T, text string) {
	t.Helper()
	s, at, failed := &script{t: t}, "", ""
	look := func() { // after each line: a frame that differs does not end the script
		if failed == "" && t.Failed() {
			failed = at
			t.Log("of the script: " + at)
		}
	}
	defer look()
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		at = "line " + strconv.Itoa(n+1) + ": " + line
		word, rest, _ := strings.Cut(line, " ")
		if !s.do(word, strings.TrimSpace(rest)) {
			t.Fatalf("what is %q?", line)
		}
		look()
	}
}

type script struct {
	t    testing.TB
	d    *uitest.Driver
	root *Root
}

func (s *script) do(word, rest string) bool {
	s.t.Helper()
	switch word {
	case "open": // RACE WxH, or - for an empty session
		name, size, _ := strings.Cut(rest, " ")
		w, h := sizeOf(s.t, size)
		s.d, s.root, _ = newDesk(s.t, strings.TrimPrefix(name, "-"), w, h)
	case "do":
		s.d.Run(rest)
	case "press":
		s.d.Press(strings.Fields(rest)...)
	case "type":
		s.d.Type(unquoted(rest))
	case "paste":
		s.d.Send(tea.PasteMsg{Content: unquoted(rest)})
	case "pass":
		length, err := time.ParseDuration(rest)
		if err != nil {
			s.t.Fatal(err)
		}
		s.d.Pass(length)
	case "size":
		s.d.Size(sizeOf(s.t, rest))
	case "click", "right", "drag", "wheel":
		s.mouse(word, strings.Fields(rest))
	case "see":
		s.d.See(unquoted(rest))
	case "unseen":
		s.d.Not(unquoted(rest))
	case "focus":
		if s.root.desk.focus != rest {
			s.t.Fatalf("the focus is on %s, want %s", s.root.desk.focus, rest)
		}
	case "glyphs":
		s.root.looks.glyphs = map[string]grid.Glyphs{"ascii": grid.ASCII(), "unicode": grid.Unicode()}[rest]
		s.d.Size(s.d.W, s.d.H)
	case "frame":
		name, size, sized := strings.Cut(rest, " ")
		if sized {
			s.d.Size(sizeOf(s.t, size))
		}
		s.d.Golden(filepath.Join("testdata", name+"-"+strconv.Itoa(s.d.W)+"x"+strconv.Itoa(s.d.H)+".txt"))
	default:
		return false
	}
	return true
}

// mouse is what the mouse does at COLUMN ROW, from 1; a drag ends at another such place, a wheel turns by so many
// notches.
func (s *script) mouse(word string, places []string) {
	s.t.Helper()
	var n [4]int
	for i := range min(len(places), len(n)) {
		n[i] = number(s.t, places[i])
	}
	at := image.Pt(n[0]-1, n[1]-1)
	switch word {
	case "click":
		s.d.Click(at.X, at.Y, tea.MouseLeft)
	case "right":
		s.d.Click(at.X, at.Y, tea.MouseRight)
	case "drag":
		s.d.Drag(at, image.Pt(n[2]-1, n[3]-1))
	case "wheel":
		button := tea.MouseWheelDown
		if n[2] < 0 {
			button = tea.MouseWheelUp
		}
		s.d.Send(tea.MouseWheelMsg{X: at.X, Y: at.Y, Button: button})
	}
}

// unquoted takes the quotes off a text that begins or ends with blanks.
func unquoted(text string) string {
	if plain, err := strconv.Unquote(text); err == nil {
		return plain
	}
	return text
}

func number(t testing.TB, text string) int {
	t.Helper()
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func sizeOf(t testing.TB, text string) (w, h int) {
	t.Helper()
	a, b, _ := strings.Cut(text, "x")
	return number(t, a), number(t, b)
}
