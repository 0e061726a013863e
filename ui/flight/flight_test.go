package flight

import (
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/uitest"
)

// threeWriters is the middle drawing of a desk on a page: Chen's write was saved and its answer lost, then Ana and Ben
// read, and both hold a write.
func threeWriters(t testing.TB) *uitest.Desk {
	t.Helper()
	r := room.New(catalog.New, room.Options{})
	uitest.Do(t, r, engine.AddWriter{ID: "ann", Title: "Ana"}, engine.AddWriter{ID: "ben", Title: "Ben"},
		engine.AddWriter{ID: "che", Title: "Chen"})
	uitest.Send(t, r, uitest.Request("ann", "create-container", "wiki"),
		uitest.Request("ann", "put-blob", "wiki/home.md", "body", "# Home\n"),
		uitest.Request("che", "get-blob", "wiki/home.md"))
	uitest.Do(t, r, engine.Clock{By: 10e9}, engine.Send{By: "che", Verb: "put-blob",
		Args: engine.Args("path", "wiki/home.md", "body", "Chen's"), As: "c"},
		engine.Deliver{Names: []string{"c"}}, engine.Lose{Name: "c"}, engine.Clock{By: 3e9})
	uitest.Send(t, r, uitest.Request("ann", "get-blob", "wiki/home.md"),
		uitest.Request("ben", "get-blob", "wiki/home.md"))
	uitest.Do(t, r, engine.Set{Scope: "ann", Key: "hold", Value: "on"},
		engine.Set{Scope: "ben", Key: "hold", Value: "on"},
		engine.Clock{By: 1e9})
	uitest.Send(t, r, uitest.Request("ann", "put-blob", "wiki/home.md", "body", "Ana's"))
	uitest.Do(t, r, engine.Clock{By: 9e8})
	uitest.Send(t, r, uitest.Request("ben", "put-blob", "wiki/home.md", "body", "Ben's"))
	uitest.Do(t, r, engine.Clock{By: 3100e6})
	return uitest.NewDesk(t, r)
}

func TestFramesOfMessagesInFlight(t *testing.T) {
	d := threeWriters(t)
	f := New(d)
	d.With(f)
	uitest.Frame(t, "50x12", f, 50, 12, true, uitest.ASCII())
	uitest.Frame(t, "52x24", f, 52, 24, false, uitest.ASCII())
	uitest.Frame(t, "36x9", f, 36, 9, true, uitest.ASCII())
	uitest.Frame(t, "80x11-unicode", f, 80, 11, true, uitest.Unicode())
	if _, err := d.Room().Deliver("r7"); err != nil {
		t.Fatal(err)
	}
	uitest.Frame(t, "answer-52x16", f, 52, 16, true, uitest.ASCII())
	if _, err := d.Room().DeliverAll(); err != nil {
		t.Fatal(err)
	}
	uitest.Frame(t, "over-52x16", f, 52, 16, true, uitest.ASCII())
}

func TestNothingInFlight(t *testing.T) {
	f := New(uitest.NewDesk(t, room.New(catalog.New, room.Options{})))
	f.Show(f.Desk.Room().View())
	if got := uitest.Text(uitest.Screen(f, 52, 8, true, uitest.ASCII())); !strings.Contains(got,
		"Nothing is in flight. H holds the next request.") {
		t.Error(got)
	}
}

// flightRowAt is where the line of a message stands inside the pane.
func flightRowAt(t *testing.T, p uitest.Pane, words string) int {
	t.Helper()
	for y, line := range uitest.Screen(p, 52, 24, true, uitest.ASCII()).Text() {
		if strings.Contains(line, words) {
			return y - 1
		}
	}
	t.Fatalf("%q is not in the pane", words)
	return 0
}

func TestTheMouseSelectsDragsAndDelivers(t *testing.T) {
	d := threeWriters(t)
	f := New(d)
	d.With(f)
	first, second := flightRowAt(t, f, "Ana"), flightRowAt(t, f, "Ben")
	f.Mouse(face.Mouse{Kind: face.Click, X: 8, Y: second})
	if row, _ := f.list.Selected(); row.By != "ben" {
		t.Errorf("a click selects %q", row.By)
	}
	f.Mouse(face.Mouse{Kind: face.Drag, X: 8, Y: first})
	if got := flightRowAt(t, f, "Ben"); got != first {
		t.Errorf("while it is dragged, Ben's request stands in row %d, not %d", got, first)
	}
	f.Mouse(face.Mouse{Kind: face.Release, X: 8, Y: first})
	if list := d.Room().View().Flight(); list[0].By != "ben" {
		t.Errorf("first comes %s", list[0].By)
	}
	f.Mouse(face.Mouse{Kind: face.Double, X: 8, Y: first})
	if d.Last() != (command.Deliver{}) {
		t.Errorf("a double click asks for %v", d.Last())
	}
	f.Mouse(face.Mouse{Kind: face.Right, X: 8, Y: first})
	if d.Last() != (command.Menu{Name: "In-flight"}) {
		t.Errorf("a right click asks for %v", d.Last())
	}
	f.Mouse(face.Mouse{Kind: face.Double, X: 8, Y: flightRowAt(t, f, "x lost")})
	if at, ok := d.Last().(command.GoTo); !ok || at.Record == 0 {
		t.Errorf("a double click on what was lost asks for %v", d.Last())
	}
}

// A message that is dragged beyond the last one goes behind it, and one that is let go where it was stays.
func TestADragEndsAtTheEnds(t *testing.T) {
	d := threeWriters(t)
	f := New(d)
	d.With(f)
	first := flightRowAt(t, f, "Ana")
	f.Mouse(face.Mouse{Kind: face.Click, X: 8, Y: first})
	f.Mouse(face.Mouse{Kind: face.Drag, X: 8, Y: 20})
	f.Mouse(face.Mouse{Kind: face.Release, X: 8, Y: 20})
	if list := d.Room().View().Flight(); list[1].By != "ann" {
		t.Errorf("behind all comes %s", list[1].By)
	}
	before := d.Room().View().Record
	f.Mouse(face.Mouse{Kind: face.Click, X: 8, Y: first})
	f.Mouse(face.Mouse{Kind: face.Drag, X: 8, Y: first + 1})
	f.Mouse(face.Mouse{Kind: face.Drag, X: 8, Y: first})
	f.Mouse(face.Mouse{Kind: face.Release, X: 8, Y: first})
	if d.Room().View().Record != before {
		t.Error("a message that was let go at its place was moved")
	}
	f.Mouse(face.Mouse{Kind: face.Click, X: 8, Y: first})
	f.Mouse(face.Mouse{Kind: face.Drag, X: 8, Y: -4})
	f.Mouse(face.Mouse{Kind: face.Release, X: 8, Y: -4})
	if d.Room().View().Record != before {
		t.Error("the first message was moved before the first place")
	}
}

// The marks of what was delivered stand in their colours.
func TestWhatIsHeldHasItsInk(t *testing.T) {
	f := New(threeWriters(t))
	f.Show(f.Desk.Room().View())
	if got := uitest.StyleOf(t, uitest.Screen(f, 52, 12, true, uitest.ASCII()), "# held").Ink; got != themes.Behind {
		t.Errorf("held has the ink %v", got)
	}
}

// What is at the service says where it stands: arrived and undecided, waiting for somebody, or answered while the
// service goes on alone.
func TestWhereAMessageStands(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	script := `writer ann "Ana"
writer ben "Ben"
seed: create-share s
seed: create-file s/f size=10
seed: create-container wiki
seed: put-blob wiki/big "text"
set blob.copy=slow
ann: smb-create s/f access=RW share=RWD   as h1
ben: smb-create s/f access=RW share=RWD   as h2
ann: smb-lock $h1.handle length=5
ben: smb-lock $h2.handle length=5   as w
ann: copy-blob wiki/copy source=wiki/big   as c
ann: send get-blob wiki/big   as g
arrive g
`
	if err := r.Load("stands.race", []byte(script)); err != nil {
		t.Fatal(err)
	}
	for len(r.View().Flight()) < 3 || r.View().Flight()[2].State != engine.AtService {
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	d := uitest.NewDesk(t, r)
	f := New(d)
	d.With(f)
	uitest.Frame(t, "at-service-60x12", f, 60, 12, true, uitest.ASCII())
	uitest.Frame(t, "at-service-80x12", f, 80, 12, true, uitest.ASCII())
	for i, want := range []string{"#8 waits: byte lock of Ana. It is decided when that is over.",
		"service #9 finished: "} {
		f.list.Select(i)
		f.Do(command.Deliver{})
		if got := d.Said[len(d.Said)-1]; !strings.HasPrefix(got, want) {
			t.Errorf("said %q, want %q", got, want)
		}
	}
	for _, m := range r.View().Flight() {
		if m.State == engine.Working {
			t.Error("the copy goes on")
		}
	}
}

// thousand is a desk with as many messages in flight as there may be.
func thousand(t testing.TB) (*uitest.Desk, *Pane) {
	t.Helper()
	r := room.New(catalog.New, room.Options{})
	uitest.Do(t, r, engine.AddWriter{ID: "ann", Title: "Ana"}, engine.Set{Scope: "ann", Key: "hold", Value: "on"})
	batch := make([]engine.Input, engine.MaxInFlight)
	for n := range batch {
		batch[n] = engine.Send{By: "ann", Verb: "get-blob", Args: engine.Args("path", "wiki/home.md"),
			As: "g" + count(n)}
	}
	if _, err := r.Do(batch...); err != nil {
		t.Fatal(err)
	}
	d := uitest.NewDesk(t, r)
	f := New(d)
	d.With(f)
	return d, f
}

// With a thousand messages the list scrolls to both ends, and only what is on screen is painted.
func TestAThousandMessagesInFlight(t *testing.T) {
	d, f := thousand(t)
	f.SetFocus(true)
	uitest.Screen(f, 50, 16, true, uitest.ASCII())
	f.Do(command.Move{Where: command.Last})
	got := uitest.Text(uitest.Screen(f, 50, 16, true, uitest.ASCII()))
	if !strings.Contains(got, "> 1000 #1000") || !strings.Contains(got, "In flight: 1000") ||
		!strings.Contains(got, "a deliver") {
		t.Errorf("at the end:\n%s", got)
	}
	f.Do(command.Reorder{By: 1})
	if last := d.Said[len(d.Said)-1]; last != "#1000 is the last already." {
		t.Errorf("said %q", last)
	}
	f.Do(command.Double{})
	if last := d.Said[len(d.Said)-1]; !strings.Contains(last, "1000") ||
		len(d.Room().View().Flight()) != engine.MaxInFlight {
		t.Errorf("said %q", last)
	}
	f.Do(command.Move{Where: command.First})
	if got := uitest.Text(uitest.Screen(f, 50, 16, true, uitest.ASCII())); !strings.Contains(got, "> 1    #1 ") {
		t.Errorf("at the beginning:\n%s", got)
	}
	f.Mouse(face.Mouse{Kind: face.Wheel, X: 3, Y: 4, Delta: 5})
	if got := uitest.Text(uitest.Screen(f, 50, 16, true, uitest.ASCII())); !strings.Contains(got, "#16 ") ||
		strings.Contains(got, "#1 ") {
		t.Errorf("five notches of the wheel further down:\n%s", got)
	}
}

func BenchmarkScrollAThousandMessages(b *testing.B) {
	_, f := thousand(b)
	g := grid.New(50, 16)
	for b.Loop() {
		f.Do(command.Move{Where: command.Below})
		f.Paint(g.Area(g.Bounds()), uitest.ASCII())
	}
}

// An age has a sign only where there is something to wait for.
func TestWhatIsDueNowHasNoSign(t *testing.T) {
	for in, want := range map[time.Duration]string{-300 * time.Millisecond: "0.0", 0: "0.0",
		600 * time.Millisecond: "-0.6", 2 * time.Second: "-2.0"} {
		if got := dueIn(in); got != want {
			t.Errorf("due in %v: %q, want %q", in, got, want)
		}
	}
}

// What was delivered, or lost, longer ago than is said is listed no more, although nothing has happened since.
func TestWhatLandedIsForgottenAsTheClockRuns(t *testing.T) {
	d := threeWriters(t)
	f := New(d)
	d.With(f)
	if _, err := d.Room().DeliverAll(); err != nil {
		t.Fatal(err)
	}
	listed := func() string { return uitest.Text(uitest.Screen(f, 52, 24, true, uitest.ASCII())) }
	uitest.Holds(t, listed(), "Delivered in the last 10 s")
	uitest.Holds(t, listed(), "x lost")
	before, now := f.Version(), d.Room().View().Now()
	f.Tick(now + 2_000)
	uitest.Holds(t, listed(), "Delivered in the last 10 s")
	f.Tick(now + 10_001)
	if got := listed(); strings.Contains(got, "Delivered") || strings.Contains(got, "lost") || f.Version() == before {
		t.Errorf("10 s later it is still listed:\n%s", got)
	}
}
