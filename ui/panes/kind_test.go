package panes

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/engine/view"
	"interleave/themes"
)

// of is a desktop with a race of any service as its script, after so many steps, with an object selected.
func of(t testing.TB, race string, steps int, object string) *desk {
	t.Helper()
	data, err := races.FS.ReadFile(race)
	if err != nil {
		t.Fatal(err)
	}
	r := room.New(catalog.New, room.Options{})
	if err := r.Load(race, data); err != nil {
		t.Fatal(err)
	}
	for range steps {
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	d := newDesk(t, r)
	d.object = object
	return d
}

// first is the first object of a kind.
func (d *desk) first(t testing.TB, kind string) string {
	t.Helper()
	for _, s := range d.room.View().Services() {
		for _, thing := range d.room.View().Things(s.Name) {
			if thing.Kind == kind {
				return thing.Object
			}
		}
	}
	t.Fatalf("there is no %s", kind)
	return ""
}

// truthOf is what the truth shows of the selected object.
func (d *desk) truthOf(w, h int) string {
	p := NewTruth(d)
	d.with(p)
	return text(screen(p, w, h, true, ascii()))
}

// holds fails for each text that is not on a screen.
func holds(t *testing.T, screen string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(screen, w) {
			t.Errorf("%q is not on screen:\n%s", w, screen)
		}
	}
}

// rowOf is the row of a screen that has a text.
func rowOf(t *testing.T, screen, words string) string {
	t.Helper()
	for row := range strings.Lines(screen) {
		if strings.Contains(row, words) {
			return row
		}
	}
	t.Fatalf("%q is not on screen:\n%s", words, screen)
	return ""
}

var screens = [][2]int{{58, 5}, {78, 6}, {48, 14}, {60, 24}, {120, 30}}

// Ana received the message at 00:00 for ten seconds and Ben at 00:11 for thirty: at 00:12 it is hidden for 29 seconds
// more, in his hands.
func TestAQueueShowsWhatIsHiddenAndWhoseReceiptIsOld(t *testing.T) {
	for _, size := range [][2]int{{78, 5}, {48, 14}, {60, 24}, {120, 30}} {
		d := of(t, "queue/q02-slow-worker.race", 7, "queue jobs")
		got := d.truthOf(size[0], size[1])
		holds(t, got, "1 message, 1 hidden", "hidden", "29.0 s", "Ben", "2x", "Ana has the old receipt")
		if strings.Contains(got, "Ben has the old receipt") {
			t.Errorf("Ben's receipt counts:\n%s", got)
		}
	}
}

func TestAMessageThatNobodyReceivedIsVisible(t *testing.T) {
	d := of(t, "queue/q02-slow-worker.race", 0, "queue jobs")
	got := d.truthOf(80, 12)
	holds(t, got, "1 message ", "visible", "0x")
	if strings.Contains(got, "hidden") || strings.Contains(got, "old receipt") {
		t.Errorf("nobody has received it:\n%s", got)
	}
	d.object = d.first(t, "message")
	holds(t, d.truthOf(80, 12), "visible", "Received", "0x")
}

func TestARowStandsPropertyByPropertyBesideItsDrafts(t *testing.T) {
	d := of(t, "table/t04-merge-of-different-properties.race", 0, "entity stock/p/r")
	for _, by := range []string{"ann", "ben"} {
		sendAll(t, d.room, engine.Send{By: by, Verb: "get-entity", Args: engine.Args("path", "stock/p/r"),
			As: by + "-reads"})
	}
	d.room.SetDraft("ann", d.object, view.Draft{Text: "a=5\nb=1\n", From: []string{"ann-reads"}})
	d.room.SetDraft("ben", d.object, view.Draft{Text: "a=7\nb=1\n", From: []string{"ben-reads"}})
	sendAll(t, d.room, engine.Send{By: "ann", Verb: "update-entity",
		Args: append(engine.Args("path", "stock/p/r", "body", "a=5\nb=1\n"),
			engine.Arg{Name: "if-match", Value: engine.Ref("ann-reads.etag", false)}),
		Words: engine.Words{From: "ann-reads"}})
	got := d.truthOf(90, 16)
	a := rowOf(t, got, "| a ")
	holds(t, a, "5", "< 1", "<> 7", "Ana")
	if b := rowOf(t, got, "| b "); strings.Contains(b, "<") {
		t.Errorf("nobody changed b: %s", b)
	}
	d.object = "table stock"
	holds(t, d.truthOf(60, 10), "1 row", "p/r", "a=5", "b=1", "Ana")
}

func TestAnUploadShowsBothListsOfBlocks(t *testing.T) {
	d := of(t, "blob/r15-committing-throws-away-the-others-blocks.race", 5, "blob wiki/film")
	got := d.truthOf(78, 8)
	if head := rowOf(t, got, "Staged"); !strings.Contains(head, "Committed") {
		t.Errorf("the lists do not stand side by side:\n%s", got)
	}
	holds(t, rowOf(t, got, "A001"), "Ana", "no block")
	holds(t, rowOf(t, got, "B001"), "Ben")
	narrow := d.truthOf(40, 12)
	if strings.Index(narrow, "Staged") > strings.Index(narrow, "Committed") {
		t.Errorf("not one below the other:\n%s", narrow)
	}
}

// The policy of the race names Role 1 and wants If-Match below metastore/; it says nothing of the others.
func TestAnObjectTellsWhatItWouldRefuseNow(t *testing.T) {
	d := of(t, "bucket/r01-policy-enforcement.race", 0, "object my-bucket/metastore/dataset_registry.json")
	for range 100 {
		if _, err := d.room.Step(); err != nil {
			break
		}
	}
	before := d.room.View().Digest()
	got := d.truthOf(100, 24)
	role1, admin := rowOf(t, got, "| Role 1 "), rowOf(t, got, "| Admin ")
	holds(t, got, "If-Match", "If-None-Match", "Policy", "BlockNonConditional")
	if f := strings.Fields(role1); !slices.Equal(f[:10],
		[]string{"|", "Role", "1", "200", "!", "403", "!", "412", "!", "403"}) {
		t.Errorf("Role 1: %v", f)
	}
	// Admin has not seen what the others wrote: a success would lose it.
	if f := strings.Fields(admin); !slices.Equal(f[:7], []string{"|", "Admin", "200", "~", "200", "!", "412"}) {
		t.Errorf("Admin: %v", f)
	}
	if d.room.View().Digest() != before {
		t.Error("to ask has changed the world")
	}
}

func TestAnUploadInPartsListsThem(t *testing.T) {
	d := of(t, "bucket/r08-multipart-beaten-by-a-put.race", 7, "")
	d.object = d.first(t, "upload")
	holds(t, d.truthOf(78, 7), "open", "part", "1 ", "10 B", "ana's part", "Ana")
}

func TestAKeyShowsValueVersionAndWhoKnowsIt(t *testing.T) {
	d := of(t, "tair/r02-optimistic-lock-exset-ver-key_2.race", 0, "key key_2")
	for range 100 {
		if _, err := d.room.Step(); err != nil {
			break
		}
	}
	got := d.truthOf(80, 16)
	holds(t, got, "exstrtype", "never")
	holds(t, rowOf(t, got, "Value"), "universe", "Application 2")
	holds(t, rowOf(t, got, "Version  "), " 3 ")
	holds(t, rowOf(t, got, "Known to"), "Application 1", "world", "< old")
}

// stepAll steps a race to its end and looks at each state.
func stepAll(t *testing.T, path string, look func(v *view.View)) *room.Room {
	t.Helper()
	data, err := races.FS.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := room.New(catalog.New, room.Options{})
	if err := r.Load(path, data); err != nil {
		t.Fatal(err)
	}
	for range 300 {
		look(r.View())
		if _, err := r.Step(); err != nil {
			break
		}
	}
	return r
}

// seen are the names of all fields that records have in the races, and every object that has a view is painted at every
// size.
func TestKindsReadFieldsThatExist(t *testing.T) {
	seen := map[string]bool{}
	_ = fs.WalkDir(races.FS, ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".race") {
			return err
		}
		service := filepath.Base(filepath.Dir(path))
		r := stepAll(t, path, func(v *view.View) {
			for _, thing := range v.Things(service) {
				for _, p := range v.Properties(thing.Object) {
					seen[p.Name] = true
				}
			}
		})
		d := newDesk(t, r)
		for _, thing := range r.View().Things(service) {
			d.object = thing.Object
			p := NewTruth(d)
			d.panes = []anyPane{p}
			d.show()
			for _, size := range screens {
				screen(p, size[0], size[1], true, unicodeLook())
			}
		}
		return nil
	})
	for _, d := range []*desk{lockedAndPending(t), cached(t)} {
		for _, thing := range d.room.View().Things("share") {
			for _, p := range d.room.View().Properties(thing.Object) {
				seen[p.Name] = true
			}
		}
	}
	for _, object := range gone(t, seen) {
		if !strings.HasPrefix(object, "handle ") && !strings.HasPrefix(object, "share ") {
			t.Errorf("%s was not to be gone", object)
		}
	}
	for _, use := range fieldsUsed(t) {
		if !use.in(seen) {
			t.Errorf("no record has the field %q, which %s reads", use.name, use.where)
		}
	}
}

// fieldUse is a name of a field in the sources.
type fieldUse struct{ name, method, where string }

func (u fieldUse) in(seen map[string]bool) bool {
	for name := range seen {
		switch {
		case name == u.name || strings.HasSuffix(name, "."+u.name):
			return true
		case u.method == "groups" && strings.HasPrefix(name, u.name):
			return true
		}
	}
	return false
}

// fieldsUsed are the names in the calls that read a record.
func fieldsUsed(t *testing.T) (list []fieldUse) {
	t.Helper()
	files, err := filepath.Glob("kind*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no source found", err)
	}
	set := token.NewFileSet()
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			called := ""
			switch f := call.Fun.(type) {
			case *ast.SelectorExpr:
				called = f.Sel.Name
			case *ast.Ident:
				called = f.Name
			}
			last, literal := call.Args[len(call.Args)-1].(*ast.BasicLit)
			if !literal || !slices.Contains([]string{"text", "has", "mark", "at", "find", "groups", "timer"}, called) {
				return true
			}
			if text, err := strconv.Unquote(last.Value); err == nil && text != "" {
				list = append(list, fieldUse{text, called, set.Position(call.Pos()).String()})
			}
			return true
		})
	}
	if len(list) < 20 {
		t.Fatalf("only %d uses found", len(list))
	}
	return list
}

func TestTheTriedAnswersHaveTheirMarks(t *testing.T) {
	for _, c := range []struct {
		says tried
		text string
		ink  themes.Role
	}{
		{tried{status: 412, refused: true}, "! 412", themes.Refused},
		{tried{status: 200, silent: true}, "~ 200", themes.Silent},
		{tried{status: 204}, "  204", themes.Fresh}, {tried{waits: true}, "waits", themes.Unknown},
		{tried{unasked: true}, "-", themes.Dim},
	} {
		if got := triedCell(c.says); got.Text != c.text || got.Style.Ink != c.ink {
			t.Errorf("%+v is %q in %v", c.says, got.Text, got.Style.Ink)
		}
	}
}
