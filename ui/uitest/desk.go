package uitest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
)

const Page = "blob wiki/home.md"

// Pane is the method set that the desktop asks of a pane.
type Pane interface {
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

// Desk is a desktop of one pane, without keys and screen.
type Desk struct {
	Session    *room.Room
	Chosen     engine.ObjectID
	Said       []string
	Severities []engine.Severity
	Asked      []command.Intent
	Panes      []Pane
}

func (d *Desk) Room() *room.Room { return d.Session }
func (d *Desk) Say(text string, mark engine.Severity) {
	d.Said, d.Severities = append(d.Said, text), append(d.Severities, mark)
}
func (d *Desk) Object() engine.ObjectID { return d.Chosen }
func (d *Desk) Select(object engine.ObjectID) {
	d.Chosen = object
	d.Show()
}
func (d *Desk) Writer() string       { return "ann" }
func (d *Desk) Do(in command.Intent) { d.Asked = append(d.Asked, in) }
func (d *Desk) Goto(string)          {}

func (d *Desk) Show() {
	for _, p := range d.Panes {
		p.Show(d.Room().View())
	}
}

func (d *Desk) With(panes ...Pane) {
	d.Panes = append(d.Panes, panes...)
	d.Show()
}

func NewDesk(t testing.TB, r *room.Room) *Desk {
	t.Helper()
	d := &Desk{Session: r, Chosen: engine.ParseObject(Page)}
	r.OnNews(func(*view.View) { d.Show() })
	return d
}

// Play is a desktop with a race as its script: of blobs unless its name begins with a folder.
func Play(t testing.TB, race string) *Desk {
	t.Helper()
	if !strings.Contains(race, "/") {
		race = "blob/" + race
	}
	return NewDesk(t, roomtest.Race(t, race))
}

// ToMark steps until something is marked and heard.
func (d *Desk) ToMark(t testing.TB) {
	t.Helper()
	for range 40 {
		if _, err := d.Room().Step(); err != nil {
			t.Fatal(err)
		}
		if len(d.Room().View().Troubles()) > 0 {
			break
		}
	}
	if _, err := d.Room().Step(); err != nil {
		t.Fatal(err)
	}
	if len(d.Room().View().Troubles()) == 0 {
		t.Fatal("the race has no mark")
	}
}

func Do(t testing.TB, r *room.Room, list ...engine.Input) {
	t.Helper()
	for _, in := range list {
		if _, err := r.Do(in); err != nil {
			t.Fatal(err)
		}
	}
}

func Send(t testing.TB, r *room.Room, list ...engine.Send) {
	t.Helper()
	for _, s := range list {
		if _, err := r.Send(s); err != nil {
			t.Fatal(err)
		}
	}
}

// Request is a request by hand: the target, then names and values.
func Request(by, verb, path string, more ...string) engine.Send {
	return engine.Send{By: by, Verb: verb, Args: engine.Args(append([]string{"path", path}, more...)...)}
}

// Screen is a pane in its frame, w columns and h rows with it.
func Screen(p Pane, w, h int, focused bool, look face.Look) *grid.Grid {
	g := grid.New(w, h)
	p.SetFocus(focused)
	left, right := p.Title()
	look.Turns = focused
	p.Paint(g.Area(g.Bounds()).Frame(grid.Frame{Title: left, Right: right, Focused: focused}, look.Glyphs), look)
	return g
}

func ASCII() face.Look {
	theme, _ := themes.Named("dark")
	return face.Look{Glyphs: grid.ASCII(), Theme: theme}
}

func Unicode() face.Look {
	l := ASCII()
	l.Glyphs = grid.Unicode()
	return l
}

func Text(g *grid.Grid) string { return strings.Join(g.Text(), "\n") + "\n" }

// Frame compares a pane with its picture in testdata.
func Frame(t *testing.T, name string, p Pane, w, h int, focused bool, look face.Look) {
	t.Helper()
	got := Text(Screen(p, w, h, focused, look))
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

// StyleOf is the style of the first cell of a text on a screen.
func StyleOf(t *testing.T, g *grid.Grid, words string) themes.Style {
	t.Helper()
	for y, line := range g.Text() {
		if before, _, found := strings.Cut(line, words); found {
			_, style := g.Cell(grid.Width(before), y)
			return style
		}
	}
	t.Fatalf("%q is not on screen:\n%s", words, Text(g))
	return themes.Style{}
}

// asked is the last intent that a pane gave to the desktop.
func (d *Desk) Last() command.Intent {
	if len(d.Asked) == 0 {
		return nil
	}
	return d.Asked[len(d.Asked)-1]
}

// Long is a session of about that many events.
func Long(t testing.TB, events int) *Desk {
	t.Helper()
	r := room.New(catalog.New, room.Options{})
	Do(t, r, engine.AddWriter{ID: "ann", Title: "Ana"}, engine.AddWriter{ID: "ben", Title: "Ben"})
	Send(t, r, Request("ann", "create-container", "wiki"),
		Request("ann", "put-blob", "wiki/home.md", "body", "# Home\n"))
	batch := make([]engine.Input, 0, events)
	for n := 0; n < events; n += 5 {
		name := fmt.Sprintf("n%d", n)
		send := Request([]string{"ann", "ben"}[n/5%2], "put-blob", "wiki/home.md", "body", name)
		send.As = name
		batch = append(batch, send, engine.Clock{By: 1e8}, engine.Deliver{Names: []string{name}}, engine.Clock{By: 1e8},
			engine.ReceiveAnswer{Names: []string{name}})
	}
	if _, err := r.Do(batch...); err != nil {
		t.Fatal(err)
	}
	return NewDesk(t, r)
}

// Leases is a page that Ana holds, with Ben's request held, and one of Chen's that nobody has heard of since.
func Leases(t testing.TB) *Desk {
	t.Helper()
	r := room.New(catalog.New, room.Options{})
	Do(t, r, engine.AddWriter{ID: "ann", Title: "Ana"}, engine.AddWriter{ID: "ben", Title: "Ben"},
		engine.AddWriter{ID: "che", Title: "Chen"})
	Send(t, r, Request("ann", "create-container", "wiki"),
		Request("ann", "put-blob", "wiki/home.md", "body", "# Home\n"),
		Request("ann", "acquire-blob-lease", "wiki/home.md", "duration", "30"),
		Request("ben", "get-blob", "wiki/home.md"))
	Do(t, r, engine.Set{Scope: "ben", Key: "hold", Value: "on"}, engine.Set{Scope: "che", Key: "hold", Value: "on"})
	Send(t, r, Request("ben", "put-blob", "wiki/home.md", "body", "mine"))
	Do(t, r, engine.Send{By: "che", Verb: "get-blob", Args: engine.Args("path", "wiki/home.md"), As: "c"},
		engine.Set{Scope: "che", Key: "hold", Value: "off"},
		engine.Clock{By: 8400e6}, engine.Lose{Name: "c"})
	r.Bookmark("the lease stands")
	return NewDesk(t, r)
}

// Carry carries out scenario lines as the palette does.
func Carry(t testing.TB, list ...string) *Desk {
	t.Helper()
	r := room.New(catalog.New, room.Options{})
	roomtest.Say(t, r, list...)
	return NewDesk(t, r)
}

// At is a desktop with a race of any service as its script, after so many steps, with an object selected.
func At(t testing.TB, race string, steps int, object engine.ObjectID) *Desk {
	t.Helper()
	r := roomtest.Race(t, race)
	for range steps {
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	d := NewDesk(t, r)
	d.Chosen = object
	return d
}

// First is the first object of a kind.
func (d *Desk) First(t testing.TB, kind string) engine.ObjectID {
	t.Helper()
	for _, s := range d.Room().View().Services() {
		for _, thing := range d.Room().View().Things(s.Name) {
			if thing.Kind == kind {
				return thing.Object
			}
		}
	}
	t.Fatalf("there is no %s", kind)
	return engine.ObjectID{}
}

// Holds fails for each text that is not on a screen.
func Holds(t *testing.T, screen string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(screen, w) {
			t.Errorf("%q is not on screen:\n%s", w, screen)
		}
	}
}

// Row is the row of a screen that has a text.
func Row(t *testing.T, screen, words string) string {
	t.Helper()
	for row := range strings.Lines(screen) {
		if strings.Contains(row, words) {
			return row
		}
	}
	t.Fatalf("%q is not on screen:\n%s", words, screen)
	return ""
}

// StepAll steps a race to its end and looks at each state.
func StepAll(t *testing.T, path string, look func(v *view.View)) *room.Room {
	t.Helper()
	r := roomtest.Race(t, path)
	for range 300 {
		look(r.View())
		if _, err := r.Step(); err != nil {
			break
		}
	}
	return r
}

func (d *Desk) DraftOf(writer string) string {
	draft, _ := d.Room().View().Draft(writer, d.Chosen)
	return draft.Text
}

// ToEnd plays the whole race.
func (d *Desk) ToEnd() {
	for range 100 {
		if _, err := d.Room().Step(); err != nil {
			return
		}
	}
}

// Share is a desktop with a file of 20 bytes and nobody who has it open.
func Share(t *testing.T) *Desk {
	t.Helper()
	r := room.New(catalog.New, room.Options{})
	d := NewDesk(t, r)
	Do(t, r, engine.AddWriter{ID: "ann", Title: "Ana"}, engine.AddWriter{ID: "ben", Title: "Ben"})
	ask := func(by, verb string, args ...string) {
		Send(t, r, engine.Send{By: by, Verb: verb, Args: engine.Args(args...)})
	}
	ask("ann", "create-share", "share", "s")
	ask("ann", "create-file", "path", "s/f", "size", "20")
	d.Chosen = engine.ObjectID{Kind: "file", Name: "s/f"}
	return d
}

// Open opens the file; the name is that of the answer.
func (d *Desk) Open(t *testing.T, by, name, access, shares string) {
	t.Helper()
	Send(t, d.Room(), engine.Send{By: by, Verb: "smb-create",
		Args: engine.Args("path", "s/f", "access", access, "share", shares), As: name})
	if doing, _ := d.Room().View().Known(by).Doing(); doing.Refused {
		t.Fatalf("%s does not open it: %s", by, doing.Code)
	}
}

// Asks sends something of a handle.
func (d *Desk) Asks(t *testing.T, by, verb, handle string, args ...string) {
	t.Helper()
	list := append([]engine.Arg{{Name: "handle", Value: engine.Ref(handle+".handle", false)}}, engine.Args(args...)...)
	Send(t, d.Room(), engine.Send{By: by, Verb: verb, Args: list})
	if doing, _ := d.Room().View().Known(by).Doing(); doing.Refused {
		t.Fatalf("%s was refused: %s", verb, doing.Code)
	}
}
