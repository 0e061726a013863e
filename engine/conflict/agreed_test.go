package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// The referee's rules, "A lock by agreement": who held the lease that guards a thing when another worked there without
// it is in the right; not who had read before it took the lease, who had it not when the other worked, nor who had told
// the other its id.
func TestTheHolderOfALockByAgreementIsInTheRight(t *testing.T) {
	const (
		begun = "writer cat \"Cat\"\nlock blob hub/lock covers blob hub/d\nseed: create-container hub\n" +
			"seed: put-blob hub/lock -\nseed: put-blob hub/d v1\n"
		first = begun + "ann: acquire-blob-lease hub/lock duration=15 as l\nann: get-blob hub/d as a\nclock 00:16.0\n"
		taken = "ben: acquire-blob-lease hub/lock duration=60 as m\n"
		read  = "ben: get-blob hub/d as b\n"
		late  = "ann: put-blob hub/d a\n"
		over  = "ben: put-blob hub/d b\n"
		under = first + taken + read
		lost  = engine.LostUpdate
		told  = "tell ann $m.lease\n"
	)
	for name, c := range map[string]struct {
		lines string
		kind  engine.Trouble
		right bool
	}{
		"it replaces what came late": {under + late + over, lost, true},
		"it deletes that":            {under + late + "ben: delete-blob hub/d\n", lost, true},
		"it is refused for that": {under + late + "ben: put-blob hub/d b if-match=$b.etag\n",
			engine.StaleWrite, true},
		"of one that never had the lock":  {begun + taken + read + "cat: put-blob hub/d c\n" + over, lost, true},
		"it had read before it took it":   {first + read + taken + late + over, lost, false},
		"it took it behind that":          {first + read + late + taken + over, lost, false},
		"it had told the other the id":    {first + taken + told + read + late + over, lost, false},
		"its own had ended in between":    {under + late + "clock 01:20.0\n" + over, engine.StaleHolder, false},
		"the other replaces the holder's": {under + over + late, engine.StaleHolder, false},
	} {
		r, last := run(t, c.lines)
		w := r.Timeline.World()
		_, _, right := conflict.Agreed(w, last)
		story := conflict.Story(w, last)
		steps := ""
		for _, s := range story.Steps {
			steps += s.Text + "\n"
		}
		if last.Kind != c.kind || right != c.right ||
			right && !strings.Contains(steps, "Ben took the lease of hub/lock") {
			t.Errorf("%s: %s, %v\n%s\n%s", name, last, right, story.First, steps)
		}
	}
}

// A key or a row may be the lock of another: that is told where its first maker's had come to its end by the clock or
// by its own doing, and the other had made it anew before the work that it met and before its own reading.
func TestWhatMayBeALockIsTold(t *testing.T) {
	const (
		first = "seed: SET d 1\nann: SET lk t1 NX PX 10000\nann: GET d\n"
		taken = "ben: SET lk t2 NX PX 60000\n"
		read  = "ben: GET d\n"
		late  = "ann: SET d 3\n"
		over  = "ben: SET d 2\n"
		rows  = "seed: create-table tab\nseed: insert-entity tab/p/d .n=1\nann: insert-entity tab/p/lk .by=ann as l\n" +
			"ann: get-entity tab/p/d\nann: delete-entity tab/p/lk if-match=*\nben: insert-entity tab/p/lk .by=ben\n" +
			"ben: get-entity tab/p/d\nann: insert-or-replace-entity tab/p/d .n=3\n" +
			"ben: insert-or-replace-entity tab/p/d .n=2\n"
	)
	for name, c := range map[string]struct{ lines, lock string }{
		"the clock ended the first":   {first + "clock 00:11.0\n" + taken + read + late + over, "lk"},
		"a guarded write is refused":  {first + "clock 00:11.0\n" + taken + read + late + "ben: CAS d 1 2\n", "lk"},
		"its maker gave it back":      {first + "ann: DEL lk\n" + taken + read + late + over, "lk"},
		"a row":                       {rows, "tab/p/lk"},
		"the other had removed it":    {first + "ben: DEL lk\n" + taken + read + late + over, ""},
		"it had read before that":     {first + "clock 00:11.0\n" + read + taken + late + over, ""},
		"it is given back by then":    {first + "clock 00:11.0\n" + taken + read + "ben: DEL lk\n" + late + over, ""},
		"the work was done before it": {first + "clock 00:11.0\n" + read + late + taken + over, ""},
	} {
		r, last := run(t, c.lines)
		w := r.Timeline.World()
		if lock, _, _ := conflict.LateMaker(w, last); lock.Name != c.lock {
			t.Errorf("%s: %s, %q, not %q", name, last, lock.Name, c.lock)
		}
	}
}
