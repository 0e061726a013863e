package lesson_test

import (
	"path"
	"testing"

	"interleave/engine/lesson"
	"interleave/engine/races"
)

// Pages and time go together: who turns back to the first page and forward again stands at each page where it was read
// first, and at the newest one where the session was left.
func TestPagesTurnTimeBack(t *testing.T) {
	for _, name := range races.Of("lessons") {
		t.Run(path.Base(name), func(t *testing.T) {
			p, r := begun(t, name, text(t, name))
			if err := p.Begin(r); err != nil {
				t.Fatal(err)
			}
			var stood []int // the record behind what was done on each page
			for p.Part().Sort != lesson.Ended {
				if err := p.Skip(r); err != nil {
					t.Fatal(err)
				}
				for len(stood) <= p.State.Page {
					stood = append(stood, r.View().Record)
				}
				stood[p.State.Page] = r.View().Record
			}
			last, begins := p.State.Page, len(stood)
			for p.HasBack() {
				page := p.State.Page
				if err := p.Back(r); err != nil {
					t.Fatal(err)
				}
				p.Look(r)
				if p.State.Page != page-1 {
					t.Fatalf("back from page %d leads to %d", page, p.State.Page)
				}
				if v := r.View(); p.State.Page > 0 && p.State.Page < begins && v.Record != stood[p.State.Page] {
					t.Errorf("page %d stands at %d, and was read at %d", p.State.Page, v.Record, stood[p.State.Page])
				}
			}
			if first := p.State.Page; first > 1 || first == 1 && p.Parts[0].Text != "" {
				t.Fatalf("the way back ends on page %d", first)
			}
			for range last - p.State.Page {
				if err := p.GoOn(r); err != nil {
					t.Fatal(err)
				}
				p.Look(r)
			}
			if v := r.View(); p.State.Page != last || v.Record != stood[last] || v.Past {
				t.Errorf("page %d at %d, past %t; it was left on page %d at %d", p.State.Page, v.Record, v.Past, last,
					stood[last])
			}
		})
	}
}

// An undo stops where the page begins: what the lesson played before it is no action of the reader's.
func TestUndoStopsAtThePage(t *testing.T) {
	const name = "lessons/13-done-twice-correctly.race"
	p, r := begun(t, name, text(t, name))
	for !p.Aims() {
		if err := p.Skip(r); err != nil {
			t.Fatal(err)
		}
	}
	if !p.Begins(r.View()) {
		t.Fatal("its goal has begun before anybody acts")
	}
	hands(t, p, r)
	if p.Begins(r.View()) {
		t.Error("what was done by hand cannot be taken back")
	}
}
