package ui

import (
	"fmt"
	"image"
	"os"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/explore"
	"interleave/engine/room"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/layout"
	"interleave/ui/sessions"
	"interleave/ui/uitest"
)

// longRoom is a session with about so many events: two people who write one page by turns.
func longRoom(b testing.TB, events int) *room.Room {
	b.Helper()
	r := room.New(catalog.New, room.Options{})
	do := func(inputs ...engine.Input) {
		if _, err := r.Do(inputs...); err != nil {
			b.Fatal(err)
		}
	}
	do(engine.AddWriter{ID: "ann", Title: "Ana"}, engine.AddWriter{ID: "ben", Title: "Ben"})
	send := func(by, verb string, args ...string) []engine.Input {
		name := fmt.Sprintf("q%d", r.View().Log().Len())
		return []engine.Input{engine.Send{By: by, Verb: verb, Args: engine.Args(args...), As: name},
			engine.Deliver{Names: []string{name}}, engine.ReceiveAnswer{Names: []string{name}}}
	}
	do(send(engine.Seed, "create-container", "path", "wiki")...)
	for n := 0; r.View().Log().Len() < events || n < 2; n++ {
		do(send([]string{"ann", "ben"}[n%2], "put-blob", "path", "wiki/home.md", "body",
			fmt.Sprintf("# Home\nround %d\n", n))...)
	}
	return r
}

func benchDesk(b *testing.B, size image.Point, events int) (*uitest.Driver, *Root) {
	clock := uitest.NewClock()
	r := roomOfFile(b)
	if r == nil {
		r = longRoom(b, events)
	}
	root := New(Deps{Room: r, Themes: themes.Builtin(), Theme: "dark", Glyphs: "unicode",
		After: clock.After})
	d := uitest.New(b, root, clock, size.X, size.Y)
	d.Frame()
	return d, root
}

// roomOfFile is the session in the file INTERLEAVE_SESSION, as BenchmarkOpen of ui/sessions makes one of any length;
// nil: none is asked for.
var roomOfFile = func() func(testing.TB) *room.Room {
	var kept *room.Room
	return func(b testing.TB) *room.Room {
		path := os.Getenv("INTERLEAVE_SESSION")
		if path != "" && kept == nil {
			s, err := sessions.Open(sessions.Choice{Session: path}, time.Now(), nil)
			if err != nil {
				b.Fatal(err)
			}
			kept = s.Room
		}
		return kept
	}
}()

func each(b *testing.B, do func(*testing.B, image.Point, int)) {
	for _, size := range []image.Point{{80, 24}, {120, 36}, {200, 60}} {
		for _, events := range []int{10, 10000} {
			b.Run(fmt.Sprintf("%dx%d/%d-events", size.X, size.Y, events), func(b *testing.B) { do(b, size, events) })
		}
	}
}

// frames measures presses one by one, each with its frame, and reports the median and the 99th percentile beside the
// mean of all.
func frames(b *testing.B, root *Root, presses ...func()) {
	var took []time.Duration
	for b.Loop() {
		for _, press := range presses {
			start := time.Now()
			press()
			root.View()
			took = append(took, time.Since(start))
		}
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2].Seconds()*1000, "ms-median/frame")
	b.ReportMetric(took[len(took)*99/100].Seconds()*1000, "ms-p99/frame")
}

// BenchmarkKeyToFrame types a letter into an editor.
func BenchmarkKeyToFrame(b *testing.B) {
	each(b, func(b *testing.B, size image.Point, events int) {
		_, root := benchDesk(b, size, events)
		root.Update(uitest.Key("e"))
		key, erase := uitest.Key("x"), uitest.Key("backspace")
		frames(b, root, func() { root.Update(key) }, func() { root.Update(erase) })
	})
}

// BenchmarkWhileASearchRuns types a letter, and steps, while all orders of a race are searched beside it as the desk
// does.
func BenchmarkWhileASearchRuns(b *testing.B) {
	size := image.Point{X: 120, Y: 36}
	for name, keys := range map[string][]string{"typing": {"e", "x", "backspace"}, "stepping": {"", "r", "u"}} {
		b.Run(name, func(b *testing.B) {
			_, root := benchDesk(b, size, 10000)
			if keys[0] != "" {
				root.Update(uitest.Key(keys[0]))
			}
			defer searchBeside(b, "bucket/r03-three-update-the-registry.race")()
			frames(b, root, func() { root.Update(uitest.Key(keys[1])) }, func() { root.Update(uitest.Key(keys[2])) })
		})
	}
}

// searchBeside searches all orders of a race, again and again, until it is ended.
func searchBeside(b *testing.B, race string) (end func()) {
	b.Helper()
	scene := uitest.Play(b, race).Room().CutOrders()
	var stopped atomic.Bool
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for !stopped.Load() {
			scene.Search(explore.Budget{Faults: 3, Copies: 2}, max(runtime.NumCPU()-1, 1),
				func(explore.Progress) bool { return !stopped.Load() })
		}
	}()
	return func() { stopped.Store(true); <-ended }
}

// BenchmarkActToFrame lets a writer write: the world moves and every pane shows it.
func BenchmarkActToFrame(b *testing.B) {
	each(b, func(b *testing.B, size image.Point, events int) {
		_, root := benchDesk(b, size, events)
		read, undo := uitest.Key("r"), uitest.Key("u")
		frames(b, root, func() { root.Update(read) }, func() { root.Update(undo) })
	})
}

// BenchmarkTravelToFrame goes one step back in time and forward again, to the middle of the session and to its end.
func BenchmarkTravelToFrame(b *testing.B) {
	each(b, func(b *testing.B, size image.Point, events int) {
		_, root := benchDesk(b, size, events)
		back, now := uitest.Key(","), uitest.Key("space")
		b.Run("back", func(b *testing.B) {
			frames(b, root, func() { root.Update(back) }, func() { root.Update(now) })
		})
		b.Run("middle", func(b *testing.B) {
			middle := func() {
				root.Do(command.GoTo{Record: root.view.Last / 2})
				root.Update(nil)
			}
			frames(b, root, middle, func() { root.Update(now) })
		})
	})
}

// BenchmarkTimelineToFrame scrolls the timeline by pages.
func BenchmarkTimelineToFrame(b *testing.B) {
	each(b, func(b *testing.B, size image.Point, events int) {
		_, root := benchDesk(b, size, events)
		root.Goto(layout.Timeline)
		up, down := uitest.Key("pgup"), uitest.Key("pgdown")
		frames(b, root, func() { root.Update(up) }, func() { root.Update(down) })
	})
}

func BenchmarkFrame(b *testing.B) {
	each(b, func(b *testing.B, size image.Point, events int) {
		_, root := benchDesk(b, size, events)
		b.Run("all", func(b *testing.B) {
			for b.Loop() {
				root.desk.generation++
				root.screen.dirty = true
				root.View()
			}
		})
		b.Run("one", func(b *testing.B) {
			w := root.desk.focused()
			for b.Loop() {
				w.drawn = drawn{}
				root.screen.dirty = true
				root.View()
			}
		})
		b.Run("none", func(b *testing.B) {
			for b.Loop() {
				root.View()
			}
		})
	})
}
