package room_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// What is recommended leaves the merged text in the writer's editor. It holds what another writer had written by then:
// in front of that, and on a branch without it, the editor holds what stood there before. What a person types stays.
func TestADraftThatNobodyTypedGoesBackWithItsMoment(t *testing.T) {
	r := roomtest.Of(t, "two lines", twoLines)
	mark := stepTo(t, r, engine.StaleWrite, true).Finding
	page, before := mark.Object, r.View().Record
	draft := func() string {
		d, _ := r.View().Draft(mark.By, page)
		return d.Text
	}
	was := draft()
	if _, err := r.Recommend(mark); err != nil {
		t.Fatal(err)
	}
	merged := draft()
	if merged == "" || merged == was {
		t.Fatalf("the editor holds %q, as before", merged)
	}
	if err := r.Undo(); err != nil || draft() != was {
		t.Errorf("undone (%v) it holds %q, want %q", err, draft(), was)
	}
	if err := r.Redo(); err != nil || draft() != merged {
		t.Errorf("done again (%v) it holds %q, want %q", err, draft(), merged)
	}
	if err := r.Go(before); err != nil || draft() != was {
		t.Errorf("gone back (%v) it holds %q, want %q", err, draft(), was)
	}
	if _, err := r.Do(engine.AddWriter{ID: "cy", Title: "Cy"}); err != nil || draft() != was {
		t.Errorf("on a branch without it (%v) it holds %q, want %q", err, draft(), was)
	}
	r.SetDraft(mark.By, page, view.Draft{Text: "typed", From: []string{}})
	if err := r.Go(before); err != nil || draft() != "typed" {
		t.Errorf("what was typed went too (%v): %q", err, draft())
	}
}
