package dialogs

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"interleave/engine"
	"interleave/engine/blob"
	"interleave/engine/enginetest"
	"interleave/engine/export"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
)

// all makes every dialog on a desk.
func all(t testing.TB, d *desk) map[string]func() Dialog {
	library, err := ReadRaces(fstest.MapFS{
		"blob/wiki.race": {Data: []byte(
			"# Two people edit one wiki page.\nann: get-blob p\n> 412 ConditionNotMet\n> ! stale-write ann\n")},
		"blob/extra-echo.race": {Data: []byte(
			"# An answer is lost, and the second try meets the first.\n> ? no-answer ann\n> ! own-echo ann\n")},
		"blob/r02.race": {Data: []byte(
			"# 世界 read 10; one adds five, the other adds three, and nobody hears of it.\n> ~ lost-update ben\n")},
		"blob/plain.race":  {Data: []byte("scenario 1\n")},
		"table/merge.race": {Data: []byte("# Two merges.\n> ! - ann\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	list := func() ([]Session, error) {
		return []Session{{Path: "kept/wiki.db", Name: "wiki", Detail: "14 steps, yesterday", Here: true},
			{Path: "kept/jobs.db", Name: "jobs", Detail: "3 steps", Why: "it is open in another window"}}, nil
	}
	exists := func(_, _ string, overwrite bool) func() error {
		return func() error {
			if overwrite {
				return nil
			}
			return fs.ErrExist
		}
	}
	targets := []Target{{What: "object", Text: "wiki/home.md", Say: "The newest version, byte for byte.",
		Path: "home.md"},
		{What: "session", Text: "The whole session", Say: "A scenario file that runs again.", Path: "wiki.race"}}
	at := command.Place{Writer: d.writer, Object: d.object, Pane: command.Writer}
	const few = 100 // states: keys by chance ask for every fault at once, and searches run to their end here
	return map[string]func() Dialog{
		"palette":   func() Dialog { return NewPalette(d, d.room.View(), at) },
		"help":      func() Dialog { return NewHelp(d, command.Writer) },
		"more":      func() Dialog { return NewMore(fewOperations(t, d)) },
		"form":      func() Dialog { return NewForm(d, "put-blob", nil) },
		"guards":    func() Dialog { return NewGuards(d) },
		"clock":     func() Dialog { return NewClock(d) },
		"tell":      func() Dialog { return NewTell(d) },
		"compare":   func() Dialog { return ready(NewGuardTable(d)) },
		"orders":    func() Dialog { return ready(NewOrders(d, 1, few)) },
		"ordered":   func() Dialog { return ready(NewGuardOrders(d, 1, few)) },
		"themes":    func() Dialog { return NewThemes(d, []string{"dark", "light", "mono"}, "dark", func(string) {}) },
		"branches":  func() Dialog { return ready(NewBranches(d)) },
		"bookmarks": func() Dialog { return NewBookmarks(d) },
		"sessions":  func() Dialog { return NewSessions(d, list, func(string) error { return nil }) },
		"races":     func() Dialog { return NewRaces(d, library) },
		"export":    func() Dialog { return NewExport(d, targets, exists) },
		"copy": func() Dialog {
			return NewCopy(d, export.Subject{Object: d.object}, func(string) {})
		},
		"save": func() Dialog { return NewSaveAs(d, "wiki-2.db", func(string) error { return nil }) },
		"find": func() Dialog { return NewFind(d, func(string) {}) },
		"ask": func() Dialog {
			return NewAsk("The file exists", "It stays unless you say so.",
				[]Choice{{Text: "Leave it"}, {Key: "o", Text: "Overwrite it"}})
		},
		"writer": func() Dialog { return NewAddWriter(d) },
	}
}

// fewOperations is a desk with the same selected object and some operations of blobs: a list of all would be another
// one with each operation that a service learns.
func fewOperations(t testing.TB, d *desk) *desk {
	t.Helper()
	kept := strings.Fields("create-container get-blob get-blob-properties put-blob set-blob-metadata snapshot-blob " +
		"delete-blob acquire-blob-lease break-blob-lease")
	world := func() *engine.World {
		s := *blob.Service()
		s.Ops = slices.DeleteFunc(slices.Clone(s.Ops),
			func(op engine.OpSpec) bool { return !slices.Contains(kept, op.Verb) })
		return engine.NewWorld(&s)
	}
	few := &desk{room: room.New(world, room.Options{}), object: d.object, writer: d.writer}
	if !d.object.IsZero() {
		roomtest.Say(t, few.room, `writer ann "Ana"`, "seed: create-container wiki", `seed: put-blob wiki/home.md "# Home\n"`)
	}
	return few
}

var sizes = [][2]int{{60, 18}, {80, 24}, {120, 36}, {200, 60}}

func TestEveryDialogAtEverySize(t *testing.T) {
	home := t.TempDir() // folders are shown from there on, so that no frame depends on a machine
	t.Setenv("HOME", home)
	if err := os.Mkdir(filepath.Join(home, "work"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join(home, "work"))
	d := wiki(t)
	for name, open := range all(t, d) {
		var out strings.Builder
		for _, s := range sizes {
			g := grid.Unicode()
			if s[0] == 60 {
				g = grid.ASCII()
			}
			dialog := open()
			if w, h := dialog.Size(s[0]-6, s[1]-7); w > s[0]-6 || h > s[1]-7 || w < 1 || h < 1 {
				t.Errorf("%s on %v is %d x %d", name, s, w, h)
			}
			out.WriteString(frame(dialog, s[0], s[1], g))
		}
		golden(t, name, out.String())
	}
}

func TestNothingToShowIsSaidInASentence(t *testing.T) {
	var out strings.Builder
	d := empty(t)
	dialogs := all(t, d)
	for _, name := range []string{"more", "form", "guards", "branches", "bookmarks", "writer"} {
		out.WriteString(frame(dialogs[name](), 80, 24, grid.Unicode()))
	}
	golden(t, "empty", out.String())
}

// never are words that no sentence of ours holds; a name of HTTP is no sentence of ours.
var never = []string{"failed", "failure", "invalid", "oops", "please", "error"}

func TestNoDialogSaysWhatIsNeverSaid(t *testing.T) {
	d := wiki(t)
	for _, at := range []*desk{d, empty(t)} {
		for name, open := range all(t, at) {
			dialog := open()
			for range 60 {
				text := strings.ToLower(strings.ReplaceAll(frame(dialog, 200, 60, grid.Unicode())+at.last(),
					"Precondition Failed", ""))
				for _, word := range never {
					if strings.Contains(text, word) {
						t.Fatalf("%s says %q:\n%s", name, word, text)
					}
				}
				send(dialog, "down")
			}
		}
	}
}

func TestEscClosesEveryDialogAndChangesNothing(t *testing.T) {
	d := wiki(t)
	before := d.room.View()
	for name, open := range all(t, d) {
		dialog := open()
		frame(dialog, 80, 24, grid.Unicode())
		if !send(dialog, "esc") {
			t.Errorf("%s stays", name)
		}
	}
	after := d.room.View()
	if after.Digest() != before.Digest() || after.Record != before.Record || len(d.did) > 0 {
		t.Errorf("looking at dialogs changed something: %v", d.did)
	}
}

func TestNoKeyAndNoClickPanics(t *testing.T) {
	keys := []string{"enter", "esc", "tab", "shift+tab", "up", "down", "left", "right", "backspace", "delete", "pgup",
		"pgdown", "home", "end", "space",
		"ctrl+s", "ctrl+u", "a", "r", "b", "d", "$", "\"", "[", "=", "o", "k", "G", "1", "é", "世", "ctrl+z", "ctrl+k",
		"ctrl+a"}
	random := rand.New(rand.NewPCG(1, 2))
	for _, make := range []func(testing.TB) *desk{wiki, empty} {
		d := make(t)
		for _, open := range all(t, d) {
			dialog := open()
			for range enginetest.Part(400, 130) {
				s := sizes[random.IntN(len(sizes))]
				g, look := paint(dialog, s[0], s[1], grid.Unicode())
				w, h := g.Size()
				var done bool
				if random.IntN(4) == 0 {
					done, _ = dialog.Mouse(face.Mouse{Kind: face.MouseKind(random.IntN(6)), X: random.IntN(w),
						Y: random.IntN(h), Delta: 1 - 2*random.IntN(2)})
				} else {
					done = send(dialog, keys[random.IntN(len(keys))])
				}
				_, _, _ = dialog.Cursor()
				tiny := grid.New(random.IntN(4), random.IntN(3))
				dialog.Paint(tiny.Area(tiny.Bounds()), look)
				if done {
					dialog = open()
				}
			}
		}
	}
}
