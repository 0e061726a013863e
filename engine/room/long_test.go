package room_test

import (
	"errors"
	"fmt"
	"iter"
	"runtime"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/enginetest"
	"interleave/engine/room"
	"interleave/engine/view"
)

// long is a session with about so many events: two people who write one page by turns, each write with its answer in
// one press.
func long(b testing.TB, events int) *room.Room {
	b.Helper()
	r, _ := wiki(b)
	for n := 0; r.View().Log().Len() < events; n++ {
		name := fmt.Sprintf("q%d", n)
		s := write([]string{"ann", "ben"}[n%2], fmt.Sprint(n))
		s.As = name
		if _, err := r.Do(s, engine.Deliver{Names: []string{name}},
			engine.ReceiveAnswer{Names: []string{name}}); err != nil {
			b.Fatal(err)
		}
	}
	return r
}

// TestThePathIsWhatAFreshRoomFinds goes through the tree at random; whatever the path shares with what it was before,
// it is the path that the kept session gives when it is opened anew, and the course of the branch begins with it.
func TestThePathIsWhatAFreshRoomFinds(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r, kept := wiki(t)
		for n := range rapid.IntRange(1, 25).Draw(rt, "moves") {
			switch rapid.SampledFrom([]string{"send", "send", "step", "undo", "redo", "back", "go", "now",
				"fork"}).Draw(rt, "move") {
			case "send":
				_, _ = r.Send(write(rapid.SampledFrom([]string{"ann", "ben"}).Draw(rt, "by"), fmt.Sprint(n)))
			case "step":
				_, _ = r.Step()
			case "undo":
				_ = r.Undo()
			case "redo":
				_ = r.Redo()
			case "back":
				_ = r.Back()
			case "go":
				_ = r.Go(rapid.IntRange(0, r.View().Last).Draw(rt, "record"))
			case "now":
				_ = r.Now()
			case "fork":
				r.Fork()
			}
		}
		fresh := room.New(catalog.New, room.Options{})
		if _, err := fresh.Restore(kept.records, kept.notes); err != nil {
			rt.Fatal(err)
		}
		got, want := r.View(), fresh.View()
		a := told(got, some(got.Log(), 0, got.Log().Len()))
		if b := told(want, some(want.Log(), 0, want.Log().Len())); a != b ||
			told(got, loud(got.Lines())) != told(want, loud(want.Lines())) {
			rt.Fatalf("the path is\n%s\nwant\n%s", a, b)
		}
		if a, b := fmt.Sprint(got.Counts()), fmt.Sprint(want.Counts()); a != b ||
			len(got.Troubles()) != len(want.Troubles()) {
			rt.Fatalf("counts %s and %d troubles, want %s and %d", a, len(got.Troubles()), b, len(want.Troubles()))
		}
		if a, b := fmt.Sprint(got.Truth(engine.ParseObject(page)).Versions), fmt.Sprint(
			want.Truth(engine.ParseObject(page)).Versions); a != b {
			rt.Fatalf("versions %s, want %s", a, b)
		}
		c := got.Course()
		if c.Here != got.Lines().Len() || told(got, loud(c.Lines.To(c.Here))) != told(got, loud(got.Lines())) ||
			!got.Past && c.Lines.Len() != c.Here {
			rt.Fatalf("the course has %d lines up to the cursor of %d, want %d; past %v", c.Here, c.Lines.Len(),
				got.Lines().Len(), got.Past)
		}
		for _, e := range c.Lines.All() {
			_ = c.Line(e) // what lies behind the cursor can be told too
		}
	})
}

// TestTheFarPastIsReadWhileTheSessionGoesOn: views that were taken far apart are read from their beginnings by several
// at once, each event as it was told when it happened, while events are made and forgotten.
func TestTheFarPastIsReadWhileTheSessionGoesOn(t *testing.T) {
	kept := &log{notes: map[string]string{}}
	short, r := played(t, 700, nil), played(t, 5900, kept)
	first := told(short.View(), some(short.View().Log(), 0, 2000)) // nothing of it is forgotten
	var readers sync.WaitGroup
	for range 2 {
		v := r.View()
		readers.Go(func() {
			for at := 0; at < 2000; at += 500 {
				if got := told(v, some(v.Log(), at, at+500)); !strings.Contains(first, got) {
					t.Errorf("events from %d on are told otherwise", at)
				}
			}
		})
		for n := range 400 {
			if _, err := r.Send(write("ann", fmt.Sprint(n))); err != nil {
				t.Fatal(err)
			}
		}
	}
	readers.Wait()
	fresh := room.New(catalog.New, room.Options{})
	if _, err := fresh.Restore(kept.records, kept.notes); err != nil {
		t.Fatal(err)
	}
	if v := fresh.View(); told(v, some(v.Log(), 0, 2000)) != first || v.Digest() != r.View().Digest() {
		t.Error("a session that is opened anew tells its far past otherwise")
	}
	if err := errors.Join(r.Go(700), fresh.Go(700)); err != nil || r.View().Digest() != fresh.View().Digest() {
		t.Errorf("the two stand elsewhere at record 700: %v", err)
	}
}

// loud are lines without their places.
func loud(lines view.Lines) iter.Seq[view.Entry] {
	return func(yield func(view.Entry) bool) {
		for _, e := range lines.All() {
			if !yield(e) {
				return
			}
		}
	}
}

// some are the entries of a log from one place up to another.
func some(log view.Log, from, to int) iter.Seq[view.Entry] {
	return func(yield func(view.Entry) bool) {
		for i := from; i < to && yield(log.At(i)); i++ {
		}
	}
}

func told(v *view.View, entries iter.Seq[view.Entry]) string {
	var text strings.Builder
	for e := range entries {
		fmt.Fprintf(&text, "%d %d %s\n", e.Record, e.Step, v.Line(e))
	}
	return text.String()
}

// BenchmarkLong is a session of 10,000 events and one of nearly as many as there may be: what an event keeps, a press,
// and going back in time to any of them. The long one is left out with -short: it takes minutes and gigabytes.
func BenchmarkLong(b *testing.B) {
	for _, events := range []int{10_000, 900_000} {
		b.Run(fmt.Sprintf("%d events", events), func(b *testing.B) {
			if events > 10_000 && testing.Short() {
				b.Skip("minutes and gigabytes")
			}
			before := enginetest.Heap()
			r := long(b, events)
			travelLong(b, r, float64(enginetest.Heap()-before)/float64(r.View().Log().Len()))
		})
	}
}

func travelLong(b *testing.B, r *room.Room, perEvent float64) {
	last := r.View().Last
	b.Run("press", func(b *testing.B) {
		for i := range b.N {
			if _, err := r.Send(write("ben", fmt.Sprint(i))); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(perEvent, "B/event")
	})
	b.Run("any event", func(b *testing.B) {
		for i := range b.N {
			if err := r.Go(1 + i*7919%last); err != nil {
				b.Fatal(err)
			}
		}
	})
	_ = r.Now()
	b.Run("back and forward", func(b *testing.B) {
		for range b.N {
			_ = r.Back()
			_ = r.Redo()
		}
	})
	b.Run("look", func(b *testing.B) {
		for range b.N {
			_ = r.Back()
			v := r.View()
			_, _, _, _ = v.Truth(engine.ParseObject(page)), v.Things("blob"), v.Course(), v.Troubles()
		}
	})
	runtime.KeepAlive(r)
}
