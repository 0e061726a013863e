package timeline

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/uitest"
)

// strip and sequence make the timeline show one of its views.
func timelineAs(d *uitest.Desk, view string) *Pane {
	t := New(d)
	t.Restore(view)
	d.With(t)
	return t
}

func eyes(l face.Look) face.Look {
	l.ClientEyes = true
	return l
}

// The sizes are those of the desks: 80x24, 120x36, 200x60.
func TestFramesOfTheTimelineOfARefusedWrite(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	strip, sequence := timelineAs(d, stripView), timelineAs(d, sequenceView)
	d.ToMark(t)
	uitest.Frame(t, "refused-strip-80x6", strip, 80, 6, false, uitest.ASCII())
	uitest.Frame(t, "refused-strip-120x8-unicode", strip, 120, 8, true, uitest.Unicode())
	uitest.Frame(t, "refused-strip-120x12", strip, 120, 12, false, uitest.ASCII())
	uitest.Frame(t, "refused-strip-eyes-80x6", strip, 80, 6, false, eyes(uitest.ASCII()))
	uitest.Frame(t, "refused-sequence-80x12", sequence, 80, 12, false, uitest.ASCII())
	uitest.Frame(t, "refused-sequence-120x20-unicode", sequence, 120, 20, true, uitest.Unicode())
	uitest.Frame(t, "refused-sequence-eyes-80x12", sequence, 80, 12, false, eyes(uitest.ASCII()))
	if err := d.Room().Back(); err != nil {
		t.Fatal(err)
	}
	uitest.Frame(t, "past-strip-120x8", strip, 120, 8, true, uitest.ASCII())
	uitest.Frame(t, "past-sequence-120x20", sequence, 120, 20, true, uitest.ASCII())
}

func TestFramesOfTheTimelineOfASilentLoss(t *testing.T) {
	d := uitest.Play(t, "wiki-no-guard.race")
	strip, sequence := timelineAs(d, stripView), timelineAs(d, sequenceView)
	d.ToMark(t)
	uitest.Frame(t, "silent-strip-120x8", strip, 120, 8, false, uitest.ASCII())
	uitest.Frame(t, "silent-sequence-80x14", sequence, 80, 14, false, uitest.ASCII())
}

// underWay is the second drawing of a timeline: one request held, one whose answer is lost, one that waits in between.
func underWay(t testing.TB, names ...string) *uitest.Desk {
	t.Helper()
	r := room.New(catalog.New, room.Options{})
	for i, id := range []string{"ann", "ben", "che"} {
		uitest.Do(t, r, engine.AddWriter{ID: id, Title: names[i]})
	}
	uitest.Send(t, r, uitest.Request("ann", "create-container", "wiki"),
		uitest.Request("ann", "put-blob", "wiki/home.md", "body", "# Home\n"),
		uitest.Request("che", "get-blob", "wiki/home.md"))
	uitest.Do(t, r, engine.Clock{By: 12 * time.Second},
		engine.Send{By: "che", Verb: "put-blob", Args: engine.Args("path", "wiki/home.md", "body", "x"), As: "lost"},
		engine.Deliver{Names: []string{"lost"}}, engine.Lose{Name: "lost"}, engine.Clock{By: 3100 * time.Millisecond})
	r.Bookmark("the answer is lost")
	uitest.Send(t, r, uitest.Request("ann", "get-blob", "wiki/home.md"),
		uitest.Request("ben", "acquire-blob-lease", "wiki/home.md", "duration", "30"))
	uitest.Do(t, r, engine.Set{Scope: "ben", Key: "hold", Value: "on"})
	uitest.Send(t, r, uitest.Request("ben", "put-blob", "wiki/home.md", "body", "mine"))
	uitest.Do(t, r, engine.Clock{By: 4 * time.Second})
	return uitest.NewDesk(t, r)
}

func TestFramesOfTheTimelineOfWhatIsUnderWay(t *testing.T) {
	d := underWay(t, "Ana", "Ben", "Chen")
	strip, sequence := timelineAs(d, stripView), timelineAs(d, sequenceView)
	uitest.Frame(t, "lost-strip-120x9", strip, 120, 9, false, uitest.ASCII())
	uitest.Frame(t, "lost-strip-80x7-unicode", strip, 80, 7, true, uitest.Unicode())
	uitest.Frame(t, "lost-strip-200x12", strip, 200, 12, false, uitest.ASCII())
	uitest.Frame(t, "lost-sequence-120x24", sequence, 120, 24, true, uitest.ASCII())
	uitest.Frame(t, "lost-sequence-80x24-unicode", sequence, 80, 24, false, uitest.Unicode())
}

// TestTheTimelineKeepsItsColumnsWithWideNames: lanes and poles stand where they stand with narrow names of the same
// width.
func TestTheTimelineKeepsItsColumnsWithWideNames(t *testing.T) {
	wide, narrow := underWay(t, "王小明", "Анна", "👩‍🚀 Zoe"), underWay(t, "sixsix", "four", "cosmo")
	for _, view := range []string{stripView, sequenceView} {
		a, b := timelineAs(wide, view), timelineAs(narrow, view)
		for _, w := range []int{60, 80, 120} {
			one, two := uitest.Screen(a, w, 16, true, uitest.Unicode()), uitest.Screen(b, w, 16, true, uitest.Unicode())
			for y, line := range one.Text() {
				if grid.Width(line) != w {
					t.Errorf("%s at %d: row %d is %d wide: %q", view, w, y, grid.Width(line), line)
				}
			}
			if x, y := strings.Join(one.Text()[15:], ""), strings.Join(two.Text()[15:], ""); x != y {
				t.Errorf("%s at %d: the frames end apart", view, w)
			}
		}
	}
	for i, c := range timelineAs(wide, stripView).columns {
		if other := timelineAs(narrow, stripView).columns[i]; c.x != other.x {
			t.Errorf("column %d begins at %d, want %d", i, c.x, other.x)
		}
	}
}

// Beside five writers the column of the service is narrow: it tells the mark, and leaves out that nothing changed.
func TestTheMarkOfARefusalIsWhole(t *testing.T) {
	d := uitest.Play(t, "bucket/r02-many-create-one-marker.race")
	sequence := timelineAs(d, sequenceView)
	d.ToMark(t)
	uitest.Holds(t, uitest.Text(uitest.Screen(sequence, 92, 20, false, uitest.ASCII())), "! already there")
	uitest.Holds(t, uitest.Text(uitest.Screen(sequence, 160, 20, false, uitest.ASCII())), "no change  ! already there")
}

// Words of one lane may stand above the times of others: a silence of many letters hides nothing that others do, and
// each word is hit where it stands.
func TestWordsOfOtherLanesStandBelowEachOther(t *testing.T) {
	strip := timelineAs(underWay(t, "Ana", "Ben", "Chen"), stripView)
	screen := uitest.Text(uitest.Screen(strip, 120, 9, false, uitest.ASCII()))
	uitest.Holds(t, screen, "? no answer for 7.5 s", "x lost", "#7 PUT # held")
	long := 0
	for i, c := range strip.columns[:len(strip.columns)-1] {
		for _, words := range c.words {
			end := c.x + strip.widthIn(c, words.lane)
			if at, ok := strip.hit(end-1, strip.row(words.lane)); !ok || at != c.at {
				t.Errorf("the end of the words of column %d is hit as %d, %v", i, at, ok)
			}
			for _, later := range strip.columns[i+1:] {
				if n := strip.widthIn(later, words.lane); n > 0 && later.x <= end {
					t.Errorf("column %d reaches into words of its own lane", i)
				}
				if later.x < end {
					long++
				}
			}
		}
	}
	if long == 0 {
		t.Errorf("no words reach below another column:\n%s", screen)
	}
}

// TestClickingTheTimelineMovesInTime: the timeline cursor drags.
func TestClickingTheTimelineMovesInTime(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	strip, sequence := timelineAs(d, stripView), timelineAs(d, sequenceView)
	d.ToMark(t)
	lines := d.Room().View().Course().Lines
	uitest.Screen(strip, 120, 8, true, uitest.ASCII())
	uitest.Screen(sequence, 120, 20, true, uitest.ASCII())
	at := func(kind face.MouseKind, x, y int, p *Pane) int {
		d.Asked = nil
		p.Mouse(face.Mouse{Kind: kind, X: x, Y: y})
		if len(d.Asked) == 0 {
			return 0
		}
		return d.Asked[0].(command.GoTo).Record
	}
	first, last := strip.columns[0], strip.columns[len(strip.columns)-1]
	if got, want := at(face.Click, first.x+1, 0, strip), lines.At(strip.last(first.at)).Record; got != want {
		t.Errorf("a click on the first column goes to %d, want %d", got, want)
	}
	if got, want := at(face.Drag, last.x, 3, strip), lines.At(lines.Len()-1).Record; got != want {
		t.Errorf("dragged to the last column it goes to %d, want %d", got, want)
	}
	if got := at(face.Drag, last.x+1, 3, strip); got != 0 {
		t.Errorf("dragged within the column it goes to %d", got)
	}
	if got, want := at(face.Click, 20, 1, sequence), lines.At(sequence.last(sequence.rows[0].at)).Record; got != want {
		t.Errorf("a click on the first row goes to %d, want %d", got, want)
	}
	if got := at(face.Right, 20, 2, sequence); got != 0 {
		t.Errorf("the right button goes to %d", got)
	}
}

// A click on the line that says what t does there does that, also a double one once; neither it nor a drag from there
// goes anywhere in time, and where no timer runs nothing is done.
func TestAClickOnTheNextTimerGoesThere(t *testing.T) {
	for name, want := range map[string]int{"r06-second-acquire.race": 1, "wiki.race": 0} {
		d := uitest.Play(t, name)
		strip := timelineAs(d, stripView)
		d.ToMark(t)
		uitest.Screen(strip, 120, 8, true, uitest.ASCII())
		if strip.timerY == 0 {
			t.Fatal("no line tells of timers")
		}
		d.Asked = nil
		strip.Mouse(face.Mouse{Kind: face.Click, X: 20, Y: strip.timerY})
		strip.Mouse(face.Mouse{Kind: face.Double, X: 20, Y: strip.timerY})
		strip.Mouse(face.Mouse{Kind: face.Drag, X: 20, Y: 1})
		if len(d.Asked) != want || want > 0 && d.Asked[0] != command.NextTimer(command.NextTimer{}) {
			t.Errorf("%s: it asks for %v", name, d.Asked)
		}
	}
}

// TestKeysMoveTheSelectionAndEnterTheTime: h, l, j and k select an event; only Enter and F4 move in time.
func TestKeysMoveTheSelectionAndEnterTheTime(t *testing.T) {
	d := uitest.Play(t, "wiki.race")
	strip := timelineAs(d, stripView)
	d.ToMark(t)
	uitest.Screen(strip, 80, 6, true, uitest.ASCII())
	lines := d.Room().View().Course().Lines
	newest := strip.sel
	for _, where := range []command.Direction{command.Left, command.Above, command.Right} {
		strip.Do(command.Move{Where: where})
	}
	if before, _ := strip.before(newest); strip.sel != before || len(d.Asked) != 0 {
		t.Fatalf("selected %d, want %d; asked %v", strip.sel, before, d.Asked)
	}
	strip.Do(command.Open{})
	if want := (command.GoTo{Record: lines.At(strip.last(strip.sel)).Record}); len(d.Asked) != 1 || d.Asked[0] != want {
		t.Fatalf("Enter asked %v, want %v", d.Asked, want)
	}
	strip.Do(command.Move{Where: command.First})
	if !strings.Contains(uitest.Text(uitest.Screen(strip, 80, 6, true, uitest.ASCII())), "[01.0]") {
		t.Errorf("the first event is not in brackets:\n%s",
			uitest.Text(uitest.Screen(strip, 80, 6, true, uitest.ASCII())))
	}
}

// TestEveryEventIsFoundFromBothSides walks the events on and back: both ways give the same, and each entry belongs to
// one of them.
func TestEveryEventIsFoundFromBothSides(t *testing.T) {
	for _, name := range []string{"wiki.race", "wiki-no-guard.race"} {
		d := uitest.Play(t, name)
		p := New(d)
		d.With(p)
		for range 40 {
			if _, err := d.Room().Step(); err != nil {
				break
			}
			for _, view := range []string{stripView, sequenceView} {
				for _, blind := range []bool{false, true} {
					p.chosen, p.eyes = view, blind
					on, back := walked(p, -1, p.after), walked(p, p.course.Lines.Len(), p.before)
					for i, at := range on {
						if at != back[len(back)-1-i] {
							t.Fatalf("%s, %s, eyes %v: on %v, back %v", name, view, blind, on, back)
						}
					}
				}
			}
		}
	}
}

func walked(p *Pane, from int, next func(int) (int, bool)) (list []int) {
	for at, ok := next(from); ok; at, ok = next(at) {
		list = append(list, at)
	}
	return list
}

// longTimeline is the timeline of a session with so many events: a hundred ticks of the clock to each write, so that it
// is made fast.
func longTimeline(b testing.TB, events int) (*uitest.Desk, *Pane) {
	b.Helper()
	r := room.New(catalog.New, room.Options{})
	uitest.Do(b, r, engine.AddWriter{ID: "ann", Title: "Ana"}, engine.AddWriter{ID: "ben", Title: "Ben"})
	uitest.Send(b, r, uitest.Request("ann", "create-container", "wiki"))
	for n := 0; r.View().Lines().Len() < events; n++ {
		name := fmt.Sprintf("q%d", n)
		batch := []engine.Input{engine.Send{By: "ann", Verb: "put-blob",
			Args: engine.Args("path", "wiki/home.md", "body", name), As: name},
			engine.Deliver{Names: []string{name}}, engine.ReceiveAnswer{Names: []string{name}}}
		if _, err := r.Do(batch...); err != nil {
			b.Fatal(err)
		}
		for range min(97, events/100) {
			if _, err := r.Do(engine.Clock{By: 100 * time.Millisecond}); err != nil {
				b.Fatal(err)
			}
		}
	}
	d := &uitest.Desk{Session: r, Chosen: engine.ParseObject(uitest.Page)}
	p := New(d)
	d.With(p)
	return d, p
}

// BenchmarkTimeline paints both views after a key, with 10,000 events and with nearly as many as a session may have.
func BenchmarkTimeline(b *testing.B) {
	for _, events := range []int{1_000, 10_000, 990_000} {
		b.Run(fmt.Sprintf("%d events", events), func(b *testing.B) {
			d, p := longTimeline(b, events)
			for _, view := range []string{stripView, sequenceView} {
				b.Run(view, func(b *testing.B) { paintTimeline(b, d, p, view) })
			}
		})
	}
}

func paintTimeline(b *testing.B, d *uitest.Desk, p *Pane, view string) {
	p.chosen = view
	g := grid.New(200, 20)
	look := uitest.Unicode()
	p.SetFocus(true)
	b.Run("key", func(b *testing.B) {
		p.choose(p.start(p.course.Lines.Len() / 2))
		for i := range b.N {
			p.Do(command.Move{Where: []command.Direction{command.PageDown, command.PageUp}[i%2]})
			p.Paint(g.Area(g.Bounds()), look)
		}
	})
	b.Run("show", func(b *testing.B) {
		v := d.Room().View()
		for range b.N {
			p.Show(v)
			p.Paint(g.Area(g.Bounds()), look)
		}
	})
}

// What a plan waits for is its writer's own: it stands in that lane, client eyes see it, and the service's lane says
// nothing of it. The end of a lease is the service's alone.
func TestAWaitOfAPlanIsInItsWritersLane(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	uitest.Do(t, r, engine.AddWriter{ID: "ann", Title: "Ana"}, engine.AddWriter{ID: "ben", Title: "Ben"})
	uitest.Send(t, r, uitest.Request("ann", "create-container", "wiki"),
		uitest.Request("ben", "put-blob", "wiki/home.md", "body", "x"),
		uitest.Request("ben", "acquire-blob-lease", "wiki/home.md", "duration", "15"))
	uitest.Do(t, r, engine.Plan{By: "ann", Steps: []engine.PlanStep{{Do: engine.DoWait, For: engine.Number(1),
		Unit: time.Second}}}, engine.Clock{Next: true}, engine.Clock{Next: true})
	d := uitest.NewDesk(t, r)
	strip, sequence := timelineAs(d, stripView), timelineAs(d, sequenceView)
	for _, look := range []face.Look{uitest.ASCII(), eyes(uitest.ASCII())} {
		rows := strings.Split(uitest.Text(uitest.Screen(strip, 120, 8, false, look)), "\n")
		for _, row := range rows {
			if strings.Contains(row, "waited") != strings.Contains(row, "1 Ana") {
				t.Errorf("client eyes %v: the wait is not in Ana's lane alone:\n%s", look.ClientEyes,
					strings.Join(rows, "\n"))
				break
			}
		}
		told := uitest.Text(uitest.Screen(sequence, 120, 30, false, look))
		if strings.Count(told, "waited") != 1 || strings.Contains(told, "lease of") {
			t.Errorf("client eyes %v:\n%s", look.ClientEyes, told)
		}
	}
	if line := r.View().Line(r.View().Lines().At(r.View().Lines().Len() - 3)); !strings.Contains(line, "Ana") ||
		!strings.Contains(line, "has waited") {
		t.Errorf("the log says %q", line)
	}
}

// A handle that is closed and an upload that is done are not gone for anybody: only what a delete removed is.
func TestTheTimelineCallsGoneWhatADeleteRemoved(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	uitest.Do(t, r, engine.AddWriter{ID: "ann", Title: "Ana"})
	open := uitest.Request("ann", "smb-create", "s/f", "access", "RW", "share", "none")
	open.As = "h"
	uitest.Send(t, r, engine.Send{By: "ann", Verb: "create-share", Args: engine.Args("share", "s")},
		uitest.Request("ann", "create-file", "s/f", "size", "10"), open)
	closing := engine.Send{By: "ann", Verb: "smb-close",
		Args: []engine.Arg{{Name: "handle", Value: engine.Ref("h.handle", false)}}}
	uitest.Send(t, r, closing)
	shown := func() string {
		return uitest.Text(uitest.Screen(timelineAs(uitest.NewDesk(t, r), stripView), 160, 9, false, uitest.ASCII()))
	}
	if strip := shown(); strings.Contains(strip, "gone") || !strings.Contains(strip, "SMB CLOSE") {
		t.Errorf("nothing was deleted:\n%s", strip)
	}
	uitest.Send(t, r, uitest.Request("ann", "delete-file", "s/f"))
	if strip := shown(); !strings.Contains(strip, "gone") {
		t.Errorf("the file was deleted:\n%s", strip)
	}
}

// A write that its client keeps has changed nothing of the share, and the diagram does not say so.
func TestACachedWriteChangesNothingYet(t *testing.T) {
	d := uitest.At(t, "share/f13-a-cached-write.race", 12, engine.ParseObject("file s/f"))
	got := uitest.Text(uitest.Screen(timelineAs(d, sequenceView), 160, 60, false, uitest.ASCII()))
	for row := range strings.Lines(got) {
		if strings.Contains(row, "SMB WRITE") && !strings.Contains(row, "cached by its client") {
			t.Errorf("%s", row)
		}
	}
	if !strings.Contains(got, "cached by its client") {
		t.Errorf("no write is shown:\n%s", got)
	}
}

// A first block makes a blob that has no lease, and has ended none; a release has.
func TestOnlyARequestAboutALeaseEndsOne(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	uitest.Do(t, r, engine.AddWriter{ID: "ann", Title: "Ana"})
	uitest.Send(t, r, uitest.Request("ann", "create-container", "wiki"),
		uitest.Request("ann", "put-block", "wiki/film", "body", "a1", "block", "0001"))
	strip, sequence := timelineAs(uitest.NewDesk(t, r), stripView), timelineAs(uitest.NewDesk(t, r), sequenceView)
	for _, pane := range []*Pane{strip, sequence} {
		shown := uitest.Text(uitest.Screen(pane, 120, 20, false, uitest.ASCII()))
		if strings.Contains(shown, "no lease") || !strings.Contains(shown, "#2") {
			t.Errorf("a block is shown as\n%s", shown)
		}
	}
	uitest.Send(t, r, uitest.Request("ann", "put-blob", "wiki/home", "body", "x"),
		engine.Send{By: "ann", Verb: "acquire-blob-lease", As: "l",
			Args: engine.Args("path", "wiki/home", "duration", "30")},
		engine.Send{By: "ann", Verb: "release-blob-lease", Args: []engine.Arg{
			{Name: "path", Value: engine.Text("wiki/home")}, {Name: "lease", Value: engine.Ref("l.lease", false)}}})
	strip = timelineAs(uitest.NewDesk(t, r), stripView)
	shown := uitest.Text(uitest.Screen(strip, 200, 20, false, uitest.ASCII()))
	if !strings.Contains(shown, "no lease") {
		t.Errorf("a release is shown as\n%s", shown)
	}
}

// The next timer counts down with the clock on screen, though the view has not moved.
func TestTheNextTimerRunsWithTheClockOnScreen(t *testing.T) {
	d := uitest.Leases(t)
	p := New(d)
	d.With(p)
	_ = uitest.Screen(p, 80, 9, false, uitest.ASCII())
	before, v := p.Version(), d.Room().View()
	now := v.Now() + 5000
	p.Tick(now)
	if p.Version() == before {
		t.Error("a running timer does not ask to be painted")
	}
	want := fmt.Sprintf(" in %.1f s", v.Timers()[0].At.Sub(now).Seconds())
	uitest.Holds(t, uitest.Text(uitest.Screen(p, 80, 9, false, uitest.ASCII())), want)
}
