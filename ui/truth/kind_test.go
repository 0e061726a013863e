package truth

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
	"interleave/engine/races"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/uitest"
)

// truthOf is what the truth shows of the selected object.
func truthOf(d *uitest.Desk, w, h int) string {
	p := New(d)
	d.With(p)
	return uitest.Text(uitest.Screen(p, w, h, true, uitest.ASCII()))
}

var screens = [][2]int{{58, 5}, {78, 6}, {48, 14}, {60, 24}, {120, 30}}

// Ana received the message at 00:00 for ten seconds and Ben at 00:11 for thirty: at 00:12 it is hidden for 29 seconds
// more, in his hands.
func TestAQueueShowsWhatIsHiddenAndWhoseReceiptIsOld(t *testing.T) {
	for _, size := range [][2]int{{78, 5}, {48, 14}, {60, 24}, {120, 30}} {
		d := uitest.At(t, "queue/q02-slow-worker.race", 8, engine.ParseObject("queue jobs"))
		got := truthOf(d, size[0], size[1])
		uitest.Holds(t, got, "1 message, 1 hidden", "hidden", "29.0 s", "Ben", "2x", "Ana has the old receipt")
		if strings.Contains(got, "Ben has the old receipt") {
			t.Errorf("Ben's receipt counts:\n%s", got)
		}
	}
}

func TestAMessageThatNobodyReceivedIsVisible(t *testing.T) {
	d := uitest.At(t, "queue/q02-slow-worker.race", 0, engine.ParseObject("queue jobs"))
	got := truthOf(d, 80, 12)
	uitest.Holds(t, got, "1 message ", "visible", "0x")
	if strings.Contains(got, "hidden") || strings.Contains(got, "old receipt") {
		t.Errorf("nobody has received it:\n%s", got)
	}
	d.Chosen = d.First(t, "message")
	uitest.Holds(t, truthOf(d, 80, 12), "visible", "Received", "0x")
}

func TestARowStandsPropertyByPropertyBesideItsDrafts(t *testing.T) {
	d := uitest.At(t, "table/t04-merge-of-different-properties.race", 0, engine.ParseObject("entity stock/p/r"))
	for _, by := range []string{"ann", "ben"} {
		uitest.Send(t, d.Room(), engine.Send{By: by, Verb: "get-entity", Args: engine.Args("path", "stock/p/r"),
			As: by + "-reads"})
	}
	d.Room().SetDraft("ann", d.Chosen, view.Draft{Text: "a=5\nb=1\n", From: []string{"ann-reads"}})
	d.Room().SetDraft("ben", d.Chosen, view.Draft{Text: "a=7\nb=1\n", From: []string{"ben-reads"}})
	uitest.Send(t, d.Room(), engine.Send{By: "ann", Verb: "update-entity",
		Args: append(engine.Args("path", "stock/p/r", "body", "a=5\nb=1\n"),
			engine.Arg{Name: "if-match", Value: engine.Ref("ann-reads.etag", false)}),
		Words: engine.Words{From: "ann-reads"}})
	got := truthOf(d, 90, 16)
	a := uitest.Row(t, got, "| a ")
	uitest.Holds(t, a, "5", "< 1", "<> 7", "Ana")
	if b := uitest.Row(t, got, "| b "); strings.Contains(b, "<") {
		t.Errorf("nobody changed b: %s", b)
	}
	d.Chosen = engine.ParseObject("table stock")
	uitest.Holds(t, truthOf(d, 60, 10), "1 entity", "p/r", "a=5", "b=1", "Ana")
}

func TestAnUploadShowsBothListsOfBlocks(t *testing.T) {
	d := uitest.At(t, "blob/r15-committing-throws-away-the-others-blocks.race", 5, engine.ParseObject("blob wiki/film"))
	got := truthOf(d, 78, 8)
	if head := uitest.Row(t, got, "Staged"); !strings.Contains(head, "Committed") {
		t.Errorf("the lists do not stand side by side:\n%s", got)
	}
	uitest.Holds(t, uitest.Row(t, got, "A001"), "Ana", "no block")
	uitest.Holds(t, uitest.Row(t, got, "B001"), "Ben")
	narrow := truthOf(d, 40, 12)
	if strings.Index(narrow, "Staged") > strings.Index(narrow, "Committed") {
		t.Errorf("not one below the other:\n%s", narrow)
	}
}

// The policy of the race names Role 1 and wants If-Match below metastore/; it says nothing of the others.
func TestAnObjectTellsWhatItWouldRefuseNow(t *testing.T) {
	d := uitest.At(t, "bucket/r01-policy-enforcement.race", 0,
		engine.ParseObject("object my-bucket/metastore/dataset_registry.json"))
	for range 100 {
		if _, err := d.Room().Step(); err != nil {
			break
		}
	}
	before := d.Room().View().Digest()
	got := truthOf(d, 100, 24)
	role1, admin := uitest.Row(t, got, "| Role 1 "), uitest.Row(t, got, "| Admin ")
	uitest.Holds(t, got, "If-Match", "If-None-Match", "Policy", "BlockNonConditional")
	if f := strings.Fields(role1); !slices.Equal(f[:10],
		[]string{"|", "Role", "1", "200", "!", "403", "!", "412", "!", "403"}) {
		t.Errorf("Role 1: %v", f)
	}
	// Admin has not seen what the others wrote: a success would lose it.
	if f := strings.Fields(admin); !slices.Equal(f[:7], []string{"|", "Admin", "200", "~", "200", "!", "412"}) {
		t.Errorf("Admin: %v", f)
	}
	if d.Room().View().Digest() != before {
		t.Error("to ask has changed the world")
	}
}

func TestAnUploadInPartsListsThem(t *testing.T) {
	d := uitest.At(t, "bucket/r08-multipart-beaten-by-a-put.race", 7, engine.ObjectID{})
	d.Chosen = d.First(t, "upload")
	uitest.Holds(t, truthOf(d, 78, 7), "open", "part", "1 ", "10 B", "ana's part", "Ana")
}

func TestAKeyShowsValueVersionAndWhoKnowsIt(t *testing.T) {
	d := uitest.At(t, "tair/r02-optimistic-lock-exset-ver-key_2.race", 0, engine.ParseObject("key key_2"))
	for range 100 {
		if _, err := d.Room().Step(); err != nil {
			break
		}
	}
	got := truthOf(d, 80, 16)
	uitest.Holds(t, got, "exstrtype", "never")
	uitest.Holds(t, uitest.Row(t, got, "Value"), "universe", "Application 2")
	uitest.Holds(t, uitest.Row(t, got, "Version  "), " 3 ")
	uitest.Holds(t, uitest.Row(t, got, "Known to"), "Application 1", "world", "< old")
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
		r := uitest.StepAll(t, path, func(v *view.View) {
			for _, thing := range v.Things(service) {
				for _, p := range v.Properties(thing.Object) {
					seen[p.Name] = true
				}
			}
		})
		d := uitest.NewDesk(t, r)
		for _, thing := range r.View().Things(service) {
			d.Chosen = thing.Object
			p := New(d)
			d.Panes = []uitest.Pane{p}
			d.Show()
			for _, size := range screens {
				uitest.Screen(p, size[0], size[1], true, uitest.Unicode())
			}
		}
		return nil
	})
	for _, d := range []*uitest.Desk{lockedAndPending(t), cached(t)} {
		for _, thing := range d.Room().View().Things("share") {
			for _, p := range d.Room().View().Properties(thing.Object) {
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
		case u.method == "Groups" && strings.HasPrefix(name, u.name):
			return true
		}
	}
	return false
}

// fieldsUsed are the names in the calls that read a record.
func fieldsUsed(t *testing.T) (list []fieldUse) {
	t.Helper()
	files, err := filepath.Glob("*.go")
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
				if from, ok := f.X.(*ast.Ident); ok && (from.Name == "engine" || from.Name == "say") {
					return true // a value or words, no field
				}
			case *ast.Ident:
				called = f.Name
			}
			last, literal := call.Args[len(call.Args)-1].(*ast.BasicLit)
			if !literal || !slices.Contains([]string{"Text", "Has", "Mark", "At", "Find", "Groups", "TimerOf"},
				called) {
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
