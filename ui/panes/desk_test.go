package panes

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
)

const page = "blob wiki/home.md"

// anyPane is the method set that the desktop asks of a pane.
type anyPane interface {
	Scope() command.Scope
	SetFocus(on bool) tea.Cmd
	Show(v *view.View)
	Do(in command.Intent) (tea.Cmd, bool)
	Update(msg tea.Msg) tea.Cmd
	Mouse(m face.Mouse) (tea.Cmd, bool)
	Paint(a grid.Area, look face.Look)
	Title() (left, right []grid.Span)
	Version() uint64
	Editing() bool
	Cursor() (x, y int, visible bool)
	Keep() string
	Restore(string)
}

// desk is a desktop of one pane, without keys and screen.
type desk struct {
	room   *room.Room
	object string
	said   []string
	marks  []byte
	asked  []command.Intent
	panes  []anyPane
}

func (d *desk) Room() *room.Room { return d.room }
func (d *desk) Say(text string, mark byte) {
	d.said, d.marks = append(d.said, text), append(d.marks, mark)
}
func (d *desk) Object() string { return d.object }
func (d *desk) Select(object string) {
	d.object = object
	d.show()
}
func (d *desk) Writer() string       { return "ann" }
func (d *desk) Do(in command.Intent) { d.asked = append(d.asked, in) }
func (d *desk) Goto(string)          {}

func (d *desk) show() {
	for _, p := range d.panes {
		p.Show(d.room.View())
	}
}

func (d *desk) with(panes ...anyPane) {
	d.panes = append(d.panes, panes...)
	d.show()
}

func newDesk(t testing.TB, r *room.Room) *desk {
	t.Helper()
	d := &desk{room: r, object: page}
	r.OnNews(func(*view.View) { d.show() })
	return d
}

// play is a desktop with a race as its script.
func play(t testing.TB, race string) *desk {
	t.Helper()
	data, err := races.FS.ReadFile("blob/" + race)
	if err != nil {
		t.Fatal(err)
	}
	r := room.New(catalog.New, room.Options{})
	if err := r.Load(race, data); err != nil {
		t.Fatal(err)
	}
	return newDesk(t, r)
}

// toMark steps until something is marked and heard.
func (d *desk) toMark(t testing.TB) {
	t.Helper()
	for range 40 {
		if _, err := d.room.Step(); err != nil {
			t.Fatal(err)
		}
		if len(d.room.View().Troubles()) > 0 {
			break
		}
	}
	if _, err := d.room.Step(); err != nil {
		t.Fatal(err)
	}
	if len(d.room.View().Troubles()) == 0 {
		t.Fatal("the race has no mark")
	}
}

func inputs(t testing.TB, r *room.Room, list ...engine.Input) {
	t.Helper()
	for _, in := range list {
		if _, err := r.Do(in); err != nil {
			t.Fatal(err)
		}
	}
}

func sendAll(t testing.TB, r *room.Room, list ...engine.Send) {
	t.Helper()
	for _, s := range list {
		if _, err := r.Send(s); err != nil {
			t.Fatal(err)
		}
	}
}

// hand is a request by hand: the target, then names and values.
func hand(by, verb, path string, more ...string) engine.Send {
	return engine.Send{By: by, Verb: verb, Args: engine.Args(append([]string{"path", path}, more...)...)}
}

// screen is a pane in its frame, w columns and h rows with it.
func screen(p anyPane, w, h int, focused bool, look face.Look) *grid.Grid {
	g := grid.New(w, h)
	p.SetFocus(focused)
	left, right := p.Title()
	p.Paint(g.Area(g.Bounds()).Frame(grid.Frame{Title: left, Right: right, Focused: focused}, look.Glyphs), look)
	return g
}

func ascii() face.Look {
	theme, _ := themes.Named("dark")
	return face.Look{Glyphs: grid.ASCII(), Theme: theme}
}

func unicodeLook() face.Look {
	l := ascii()
	l.Glyphs = grid.Unicode()
	return l
}

func text(g *grid.Grid) string { return strings.Join(g.Text(), "\n") + "\n" }

// frame compares a pane with its picture in testdata.
func frame(t *testing.T, name string, p anyPane, w, h int, focused bool, look face.Look) {
	t.Helper()
	got := text(screen(p, w, h, focused, look))
	file := filepath.Join("testdata", name+".txt")
	if os.Getenv("INTERLEAVE_UPDATE") == "1" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%swant\n%s", name, got, want)
	}
}

// roleAt is the style of the first cell of a text on a screen.
func roleAt(t *testing.T, g *grid.Grid, words string) themes.Style {
	t.Helper()
	for y, line := range g.Text() {
		if before, _, found := strings.Cut(line, words); found {
			_, style := g.Cell(grid.Width(before), y)
			return style
		}
	}
	t.Fatalf("%q is not on screen:\n%s", words, text(g))
	return themes.Style{}
}
