package room_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/view"
)

// A look at every branch leaves the cursor, what undo takes back and the counts as they were, and tells nobody.
func TestBranchesAreLookedAtFromWhereOneStands(t *testing.T) {
	r, _ := wiki(t)
	steps := toConflict(t, r)
	if err := r.Back(); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Do(engine.Set{Scope: "ann", Key: "guard", Value: "none"}); err != nil {
		t.Fatal(err)
	}
	if err := r.Back(); err != nil {
		t.Fatal(err)
	}
	before, news := r.View(), 0
	r.OnNews(func(*view.View) { news++ })
	list := r.Branches()
	after := r.View()
	if len(list) != 2 || list[0].Branch == list[1].Branch {
		t.Fatalf("%d branches after %d steps, want 2 of different names", len(list), steps)
	}
	for _, v := range list {
		if refused, _, _ := v.Counts(); v.Branch == "main" && refused != 1 {
			t.Errorf("main shows %d refusals, want the one at its end", refused)
		}
		if v.Branch == before.Branch && v.Step != before.Step {
			t.Errorf("the cursor's branch is shown to step %d, the cursor is at %d", v.Step, before.Step)
		}
	}
	if after.Record != before.Record || after.Branch != before.Branch || after.Past != before.Past ||
		after.UndoName != before.UndoName || after.Digest() != before.Digest() || news != 0 {
		t.Errorf("the session moved: %+v, was %+v; %d times news", after, before, news)
	}
	if err := r.Now(); err != nil || r.View().Branch != before.Branch {
		t.Errorf("now leads to %s: %v", r.View().Branch, err)
	}
}
