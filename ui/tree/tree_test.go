package tree

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/uitest"
)

func TestTheTreeSelectsSwitchesAndGoes(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	tree := New(d)
	d.Chosen = engine.ObjectID{}
	d.With(tree)
	d.ToMark(t)
	at := func(words string) face.Mouse {
		t.Helper()
		for y, line := range uitest.Screen(tree, 26, 20, true, uitest.ASCII()).Text() {
			if x := strings.Index(line, words); x >= 0 {
				return face.Mouse{Kind: face.Click, X: x - 1, Y: y - 1}
			}
		}
		t.Fatalf("%q is not in the tree", words)
		return face.Mouse{}
	}
	tree.Mouse(at("home.md"))
	if d.Chosen != engine.ParseObject(uitest.Page) {
		t.Errorf("a click selects %q", d.Chosen)
	}
	d.Select(engine.ParseObject("container wiki"))
	if n := tree.tree.Selected(); n.ID != "object container wiki" {
		t.Errorf("what is selected elsewhere is not selected in the tree: %s", n.ID)
	}
	tree.Do(command.Move{Where: command.Below})
	tree.Do(command.Open{})
	if d.Chosen != engine.ParseObject(uitest.Page) {
		t.Errorf("Enter selects %q", d.Chosen)
	}
	d.Room().Bookmark("a mark")
	here := d.Room().View().Record
	fork := d.Room().Fork()
	uitest.Do(t, d.Room(), engine.AddWriter{ID: "che", Title: "Chen"})
	tree.Mouse(at("main"))
	if v := d.Room().View(); v.Branch != "main" || v.Record != here || fork == "main" {
		t.Errorf("on %s at %d", v.Branch, v.Record)
	}
	if err := d.Room().Switch(fork); err != nil {
		t.Fatal(err)
	}
	tree.Mouse(at("a mark"))
	if v := d.Room().View(); v.Record != here {
		t.Errorf("the bookmark leads to %d, not %d", v.Record, here)
	}
}

// A form selects what it makes before that is there: the row is in front as soon as it comes.
func TestWhatIsMadeBehindItsSelectionIsSelected(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	tree := New(d)
	d.With(tree)
	d.ToMark(t)
	d.Select(engine.ParseObject("queue jobs"))
	uitest.Send(t, d.Room(), engine.Send{By: "ann", Verb: "create-queue", Args: engine.Args("queue", "jobs")})
	d.Show()
	if n := tree.tree.Selected(); n.ID != "queue jobs" && n.ID != "object queue jobs" {
		t.Errorf("%s is selected", n.ID)
	}
}

func TestTheTreeMovesOverItsGaps(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	tree := New(d)
	d.With(tree)
	uitest.Screen(tree, 26, 20, true, uitest.ASCII())
	tree.Do(command.Move{Where: command.First})
	for range 20 {
		if e, _ := tree.selected(); e.gap {
			t.Fatal("a gap is selected")
		}
		tree.Do(command.Move{Where: command.Below})
	}
	for range 20 {
		if e, _ := tree.selected(); e.gap {
			t.Fatal("a gap is selected")
		}
		tree.Do(command.Move{Where: command.Above})
	}
}

// What lies in something else is called by the rest of its name, and a snapshot by the time of day of its id.
func TestTheTreeShortensNames(t *testing.T) {
	for rest, want := range map[string]string{"/home.md": "home.md", "/a/b": "a/b",
		"@2026-01-05T09:00:09.3000000Z": "@ 09:00:09.3", "@2026-01-05T09:00:10.0000001Z": "@ 09:00:10.0000001",
		"@2026-01-05T09:00:10.0000000Z": "@ 09:00:10.0"} {
		if got := inside(rest); got != want {
			t.Errorf("%s is called %q, not %q", rest, got, want)
		}
	}
}

// treeOf is what the tree shows.
func treeOf(d *uitest.Desk, w, h int) string {
	p := New(d)
	d.With(p)
	return uitest.Text(uitest.Screen(p, w, h, true, uitest.ASCII()))
}

// An id says nothing: a message is called by its text, a handle by its opener, its access and what it shares, an upload
// by who began it.
func TestTheTreeCallsNothingByItsId(t *testing.T) {
	d := uitest.At(t, "queue/q02-slow-worker.race", 0, engine.ParseObject("queue jobs"))
	for range 2 {
		uitest.Send(t, d.Room(), engine.Send{By: "ann", Verb: "put-message",
			Args: engine.Args("queue", "jobs", "text", "resize")})
	}
	got := treeOf(d, 40, 16)
	uitest.Holds(t, got, `"m"`, `"resize"`, `"resize" 2`)
	if id := view.NameOf(d.First(t, "message")); strings.Contains(got, id[5:13]) {
		t.Errorf("the id is on screen:\n%s", got)
	}
	d = uitest.Share(t)
	d.Open(t, "ben", "h1", "RW", "R")
	got = treeOf(d, 40, 12)
	if at, file := strings.Index(got, "Ben RW/R"), strings.Index(got, " f "); at < 0 || file < 0 || at < file {
		t.Errorf("the handle does not stand below its file:\n%s", got)
	}
	d = uitest.At(t, "bucket/r08-multipart-beaten-by-a-put.race", 7, engine.ObjectID{})
	uitest.Holds(t, treeOf(d, 40, 12), "Ana's upload")
}

// The tree says `jobs 3 (1 hid)`, `12 rows`, `2 handles`, `policy`, `ver 12`, in the order of the drawings.
func TestTheTreeSaysHowMuchThereIs(t *testing.T) {
	d := uitest.Carry(t, `writer ana "Ana"`, "seed: create-queue jobs", `seed: put-message jobs "one"`,
		`seed: put-message jobs "two"`, `seed: put-message jobs "three"`,
		"ana: get-messages jobs visibilitytimeout=30", "seed: create-table customers",
		"seed: insert-entity customers/de/1 .name=Lea",
		"seed: create-share devshare", "seed: create-file devshare/plan.txt size=10",
		"ana: smb-create devshare/plan.txt access=R share=RWD",
		"seed: create-bucket lake", `seed: put-bucket-policy lake "{\"Version\":\"2012-10-17\",\"Statement\":[{`+
			`\"Effect\":\"Allow\",\"Principal\":\"*\",\"Action\":\"s3:GetObject\",`+
			`\"Resource\":\"arn:aws:s3:::lake/*\"}]}"`, "seed: EXSET stock:42 8",
		"seed: EXSET stock:42 7", "seed: create-queue idle")
	got := treeOf(d, 30, 30)
	at := -1
	for _, row := range [][2]string{{"Queues", ""}, {"idle", "0 messages"}, {"jobs", "3 (1 hid)"}, {"one", ""},
		{"two", ""}, {"three", ""}, {"Tables", ""}, {"customers", "1 entity "},
		{"Files", ""}, {"plan.txt", "1 handle "}, {"S3", ""}, {"lake", "policy"}, {"TairString", ""},
		{"stock:42", "ver 2"}} {
		n := -1
		for y, line := range strings.Split(got, "\n") {
			if y > at && strings.Contains(line, row[0]) && strings.Contains(line, row[1]) {
				n = y
				break
			}
		}
		if n < 0 {
			t.Fatalf("no row %v behind row %d:\n%s", row, at, got)
		}
		at = n
	}
}

// What a delete marker hides can be had back, so it can be selected; with client eyes it is gone.
func TestTheTreeShowsWhatADeleteMarkerHides(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	tree := New(d)
	for _, in := range []engine.Send{{Verb: "create-bucket", Args: engine.Args("path", "photos")},
		{Verb: "put-bucket-versioning", Args: engine.Args("path", "photos", "status", "Enabled")},
		{Verb: "put-object", Args: engine.Args("path", "photos/cat.txt", "body", "meow")},
		{Verb: "delete-object", Args: engine.Args("path", "photos/cat.txt")}} {
		in.By = "ann"
		if _, err := d.Room().Send(in); err != nil {
			t.Fatal(err)
		}
	}
	d.With(tree)
	shown := func() string {
		return strings.Join(uitest.Screen(tree, 40, 20, true, uitest.ASCII()).Text(), "\n")
	}
	if text := shown(); !strings.Contains(text, "cat.txt") || !strings.Contains(text, "deleted") {
		t.Errorf("it is not there:\n%s", text)
	}
	tree.eyes = true
	tree.Show(d.Room().View())
	if text := strings.Join(uitest.Screen(tree, 40, 20, true, uitest.ASCII()).Text(), "\n"); tree.eyes &&
		strings.Contains(text, "cat.txt") {
		t.Errorf("a client sees it:\n%s", text)
	}
}
