package room_test

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/enginetest"
	"interleave/engine/room"
	"interleave/engine/scenario"
	"interleave/engine/timeline"
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

// TestABodyIsKeptOnce: what a request carries is part of the line that is kept of it, and no copy beside it.
func TestABodyIsKeptOnce(t *testing.T) {
	r, kept := wiki(t)
	body := strings.Repeat("0123456789abcdef", 64)
	if _, err := r.Send(write("ann", strings.Clone(body))); err != nil {
		t.Fatal(err)
	}
	x := r.View().Exchange(r.View().Requests())
	for _, a := range x.Resolved() {
		text, _ := a.Value.Plain()
		if a.Name != "body" || text != body {
			continue
		}
		for _, record := range kept.records {
			at := strings.Index(record.Line, text)
			if at >= 0 && unsafe.StringData(record.Line[at:]) == unsafe.StringData(text) {
				return
			}
		}
	}
	t.Errorf("the body of %s stands in no line", x.Name)
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

// A long body is kept as it was sent and as the service has it, not as a line with quotes besides; the line is there
// for who asks, and walking along, looking back and other branches find what was put.
func TestLongBodiesAreNotKeptAsLines(t *testing.T) {
	const size, count = 1 << 18, 12
	bytes := rand.NewChaCha8([32]byte{1})
	r := room.New(catalog.New, room.Options{})
	do := func(inputs ...engine.Input) {
		t.Helper()
		if _, err := r.Do(inputs...); err != nil {
			t.Fatal(err)
		}
	}
	put := func(body string) engine.Input {
		return engine.Send{By: "ann", Verb: "put-blob", Args: engine.Args("path", "wiki/a", "body", body)}
	}
	do(engine.AddWriter{ID: "ann"}, engine.Send{By: "ann", Verb: "create-container", Args: engine.Args("path", "wiki")})
	before := enginetest.Heap()
	var last string
	for range count {
		data := make([]byte, size)
		_, _ = bytes.Read(data) // it never fails
		last = string(data)
		do(put(last))
	}
	if grown := enginetest.Heap() - before; grown > count*size*5/2 {
		t.Errorf("%d bodies of %d bytes take %d, which is %.1f for each byte", count, size, grown,
			float64(grown)/(count*size))
	}
	records, _ := r.Kept()
	want := scenario.FormatInput(put(last))
	if got := records[len(records)-1].Line; got != want && !strings.HasPrefix(got, want) {
		t.Errorf("the last line has %d bytes, not %d", len(got), len(want))
	}
	all := len(records)
	if err := r.Undo(); err != nil {
		t.Fatal(err)
	}
	do(put(last))
	if again, _ := r.Kept(); len(again) != all {
		t.Errorf("the same body went another way: %d records, not %d", len(again), all)
	}
	if err := r.Undo(); err != nil {
		t.Fatal(err)
	}
	do(put("another"))
	if again, _ := r.Kept(); len(again) != all+1 {
		t.Errorf("another body made %d records, not one", len(again)-all)
	}
	fresh := room.New(catalog.New, room.Options{})
	records, notes := r.Kept()
	if diverged, err := fresh.Restore(records, notes); err != nil || len(diverged) > 0 {
		t.Errorf("restored: %v, %v", diverged, err)
	}
}

// tally is a keeper that counts what it is given.
type tally struct{ records, noted int }

func (t *tally) Append(records []timeline.Record) { t.records += len(records) }
func (t *tally) Note(key, value string)           { t.noted += len(key) + len(value) }

// longScript is a race of so many requests, two people by turns.
func longScript(requests int) []byte {
	var text strings.Builder
	text.WriteString("writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\n" +
		"seed: put-blob wiki/home.md \"0\"\n\n")
	for n := range requests {
		fmt.Fprintf(&text, "%s: put-blob wiki/home.md \"%d\"\n", []string{"ann", "ben"}[n%2], n)
	}
	return []byte(text.String())
}

// played is a room in which a long script was stepped to its end.
func played(t testing.TB, requests int, keep room.Keeper) *room.Room {
	t.Helper()
	r := room.New(catalog.New, room.Options{Keep: keep})
	if err := r.Load("long.race", longScript(requests)); err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := r.Step(); errors.Is(err, room.ErrNothing) {
			return r
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// TestAStepOfALongScriptNotesNoMoreThanAShortOnes: what is written for each record may not grow with the session.
func TestAStepOfALongScriptNotesNoMoreThanAShortOnes(t *testing.T) {
	perRecord := func(requests int) int {
		var kept tally
		played(t, requests, &kept)
		return (kept.noted - len(longScript(requests))) / kept.records
	}
	if short, long := perRecord(400), perRecord(1600); long > short+short/4 {
		t.Errorf("%d bytes of notes a record in a long script, %d in a short one", long, short)
	}
}

// TestAKeptScriptGoesOnWhereItStood: on each branch, also behind many records.
func TestAKeptScriptGoesOnWhereItStood(t *testing.T) {
	kept := &log{notes: map[string]string{}}
	r := room.New(catalog.New, room.Options{Keep: kept})
	if err := r.Load("long.race", longScript(300)); err != nil {
		t.Fatal(err)
	}
	for range 700 {
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	for _, from := range []int{300, 20} {
		if err := r.Go(from); err != nil {
			t.Fatal(err)
		}
		r.Fork()
		for range 5 {
			if _, err := r.Step(); err != nil {
				t.Fatal(err)
			}
		}
	}
	fresh := room.New(catalog.New, room.Options{})
	if _, err := fresh.Restore(kept.records, maps.Clone(kept.notes)); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for record := range r.View().Last + 1 {
		if err := errors.Join(r.Go(record), fresh.Go(record)); err != nil {
			t.Fatal(err)
		}
		got, want := fresh.View().Next, r.View().Next
		if got != want {
			t.Fatalf("behind record %d the script goes on with %q, want %q", record, got, want)
		}
		seen[want] = true
	}
	if len(seen) < 10 {
		t.Fatalf("all places look alike: %v", seen)
	}
}

// BenchmarkScript steps a script of 33,334 requests to its end: what a record costs.
func BenchmarkScript(b *testing.B) {
	var kept tally
	for range b.N {
		played(b, 33_334, &kept)
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(kept.records), "us/record")
}

// TestAForkNamedAtOnceKeepsItsName: the record at which it was named lies on the branch that it left.
func TestAForkNamedAtOnceKeepsItsName(t *testing.T) {
	r, kept := wiki(t)
	toConflict(t, r)
	if err := r.Back(); err != nil {
		t.Fatal(err)
	}
	r.Fork()
	if err := r.Rename(r.View().Branch, "what if"); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Send(write("ann", "by hand")); err != nil {
		t.Fatal(err)
	}
	if err := r.Rename("main", "as it was"); err != nil {
		t.Fatal(err)
	}
	fresh := room.New(catalog.New, room.Options{})
	if _, err := fresh.Restore(kept.records, maps.Clone(kept.notes)); err != nil {
		t.Fatal(err)
	}
	names := ""
	for _, b := range fresh.View().Branches() {
		names += b.Name + ", "
	}
	if want := "as it was, what if, "; names != want {
		t.Errorf("the branches are %s want %s", names, want)
	}
}

// TestAViewKeepsItsNotes holds that notes that are taken after a view was made do not reach it, however many there are
// between two views: what is shown is frozen.
func TestAViewKeepsItsNotes(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	r.Note("colour", "red")
	first := r.View()
	r.Note("colour", "green")
	r.Note("colour", "blue")
	second := r.View()
	r.Note("colour", "")
	for _, one := range []struct{ got, want string }{{first.Note("colour"), "red"}, {second.Note("colour"), "blue"},
		{r.View().Note("colour"), ""}} {
		if one.got != one.want {
			t.Errorf("a view says %q, and was made when it was %q", one.got, one.want)
		}
	}
}
