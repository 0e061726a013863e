package room_test

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"interleave/engine/catalog"
	"interleave/engine/room"
	"interleave/engine/timeline"
)

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
