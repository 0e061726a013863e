package uitest

import (
	"image"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"interleave/ui/command"
)

// Desktop is a model that does commands by their id.
type Desktop interface {
	tea.Model
	Perform(id string) tea.Cmd
}

// Driver stands where a person and a terminal would.
type Driver struct {
	t     testing.TB
	model Desktop
	clock *Clock
	W, H  int
	Quit  bool     // the model asked to leave
	Copy  []string // what went to the clipboard
	slow  bool
	held  []tea.Cmd

	texts  map[string]string // of rows that were on the screen: without colours
	widths map[string]int
}

// New shows a model on a screen of that size.
func New(t testing.TB, model Desktop, clock *Clock, w, h int) *Driver {
	t.Helper()
	d := &Driver{t: t, model: model, clock: clock, texts: map[string]string{}, widths: map[string]int{}}
	d.Size(w, h)
	d.run(model.Init())
	return d
}

// Send hands over a message and runs what comes of it.
func (d *Driver) Send(msg tea.Msg) {
	d.t.Helper()
	_, cmd := d.model.Update(msg)
	d.run(cmd)
}

// run runs a command, the messages it gives, and their commands, until none is left.
func (d *Driver) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	if d.slow {
		d.held = append(d.held, cmd)
		return
	}
	d.do(cmd)
}

// Slow lets commands wait until Let: so look a slow disk and a long search.
func (d *Driver) Slow() { d.slow = true }

// Held is how many commands wait.
func (d *Driver) Held() int { return len(d.held) }

// Let runs the command that has waited longest, and hands its result over; what comes of that waits again.
func (d *Driver) Let() {
	d.t.Helper()
	if len(d.held) == 0 {
		d.t.Fatal("no command waits")
	}
	cmd := d.held[0]
	d.held = d.held[1:]
	d.do(cmd)
}

func (d *Driver) do(cmd tea.Cmd) {
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			d.run(c)
		}
	case tea.QuitMsg:
		d.Quit = true
	default:
		v := reflect.ValueOf(msg)
		switch {
		case v.Type().PkgPath() != "charm.land/bubbletea/v2":
			d.Send(msg)
		case v.Kind() == reflect.String && strings.HasPrefix(v.Type().Name(), "setClipboard"):
			d.Copy = append(d.Copy, v.String())
		}
	}
}

// Size makes the screen another size.
func (d *Driver) Size(w, h int) {
	d.t.Helper()
	d.W, d.H = w, h
	d.Send(tea.WindowSizeMsg{Width: w, Height: h})
}

// Press presses keys, one after the other.
func (d *Driver) Press(keys ...string) {
	d.t.Helper()
	for _, key := range keys {
		d.Send(Key(key))
	}
}

// Type presses the key of each letter.
func (d *Driver) Type(text string) {
	d.t.Helper()
	for _, r := range text {
		d.Send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

// Run does a command by its id.
func (d *Driver) Run(id string) {
	d.t.Helper()
	if _, ok := command.ByID(id); !ok {
		d.t.Fatalf("no command %q", id)
	}
	d.run(d.model.Perform(id))
}

// Click presses and releases a button of the mouse.
func (d *Driver) Click(x, y int, button tea.MouseButton) {
	d.t.Helper()
	d.Send(tea.MouseClickMsg{X: x, Y: y, Button: button})
	d.Send(tea.MouseReleaseMsg{X: x, Y: y, Button: button})
}

// Drag moves the mouse with its left button down.
func (d *Driver) Drag(from, to image.Point) {
	d.t.Helper()
	d.Send(tea.MouseClickMsg{X: from.X, Y: from.Y, Button: tea.MouseLeft})
	d.Send(tea.MouseMotionMsg{X: to.X, Y: to.Y, Button: tea.MouseLeft})
	d.Send(tea.MouseReleaseMsg{X: to.X, Y: to.Y, Button: tea.MouseLeft})
}

// Pass lets time pass: the timers that end in it ring, each at its own moment.
func (d *Driver) Pass(time time.Duration) {
	d.t.Helper()
	end := d.clock.now + time
	for {
		msg, ok := d.clock.next(end)
		if !ok {
			break
		}
		d.Send(msg)
	}
	d.clock.now = end
}

// View is the frame as the terminal gets it.
func (d *Driver) View() tea.View { return d.model.View() }

// Frame is the screen as plain text, one line a row. Rows that are not exactly as wide as the screen fail the test.
func (d *Driver) Frame() string {
	d.t.Helper()
	rows := strings.Split(d.View().Content, "\n")
	if len(rows) != d.H {
		d.t.Fatalf("%d rows on a screen of %d", len(rows), d.H)
	}
	for y := range rows {
		rows[y] = d.plain(rows[y])
		if w := d.widths[rows[y]]; w != d.W {
			d.t.Errorf("row %d has %d columns on a screen of %d: %q", y, w, d.W, rows[y])
		}
	}
	return strings.Join(rows, "\n")
}

// plain is a row without its colours. Most rows of a frame are those of the frame before, and are measured once.
func (d *Driver) plain(row string) string {
	text, known := d.texts[row]
	if !known {
		text = ansi.Strip(row)
		d.texts[row], d.widths[text] = text, ansi.StringWidth(text)
	}
	return text
}

// Sees says whether a text stands on the screen, in one row.
func (d *Driver) Sees(text string) bool {
	d.t.Helper()
	return strings.Contains(d.Frame(), text)
}

// See fails where a text does not stand on the screen.
func (d *Driver) See(text string) {
	d.t.Helper()
	if frame := d.Frame(); !strings.Contains(frame, text) {
		d.t.Fatalf("%q is not on the screen:\n%s", text, frame)
	}
}

// Not fails where a text stands on the screen.
func (d *Driver) Not(text string) {
	d.t.Helper()
	if frame := d.Frame(); strings.Contains(frame, text) {
		d.t.Fatalf("%q is on the screen:\n%s", text, frame)
	}
}

// Golden compares the frame with a file; the end of each row is marked so that blanks show.
func (d *Driver) Golden(file string) {
	d.t.Helper()
	got := strings.ReplaceAll(d.Frame(), "\n", "|\n") + "|\n"
	if os.Getenv("INTERLEAVE_UPDATE") == "1" {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			d.t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			d.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		d.t.Fatal(err)
	}
	if got != string(want) {
		d.t.Errorf("%s differs (INTERLEAVE_UPDATE=1 writes it anew):\n%s", file, difference(string(want), got))
	}
}

// difference shows the rows that are not the same.
func difference(want, got string) string {
	was, is := strings.Split(want, "\n"), strings.Split(got, "\n")
	var out strings.Builder
	for i := range max(len(was), len(is)) {
		a, b := "", ""
		if i < len(was) {
			a = was[i]
		}
		if i < len(is) {
			b = is[i]
		}
		if a != b {
			out.WriteString("- " + a + "\n+ " + b + "\n")
		}
	}
	return out.String()
}
