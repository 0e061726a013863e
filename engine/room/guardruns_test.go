package room_test

import (
	"fmt"
	"sync"
	"testing"
)

// The runs and the look at a branch work on what the room was: others act meanwhile, and find the room free.
func TestTheRoomIsFreeWhileGuardsRunAndBranchesAreRead(t *testing.T) {
	r := race(t, "blob/wiki.race")
	for range 20 {
		_, _ = r.Step()
	}
	whole := r.CompareGuards()
	main := r.ViewOf("main")
	runs := r.GuardRuns(func() bool { return false })
	table := runs.Table()
	var all sync.WaitGroup
	all.Go(func() {
		for row, ok := runs.Next(); ok; row, ok = runs.Next() {
			table.Add(row)
		}
	})
	all.Go(func() {
		for range 20 {
			if v := r.ViewOf("main"); v == nil || v.Log().Len() < main.Log().Len() {
				t.Error("main has become shorter")
			}
		}
	})
	for i := range 50 {
		if _, err := r.Send(write("ben", fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	all.Wait()
	if len(table.Rows) != runs.Guards || len(whole.Rows) != runs.Guards {
		t.Fatalf("%d rows, %d in one go, %d guards", len(table.Rows), len(whole.Rows), runs.Guards)
	}
	for i, row := range whole.Rows {
		for _, harm := range whole.Anomalies {
			if got, want := table.Cell(table.Rows[i], harm), whole.Cell(row, harm); got != want {
				t.Errorf("%s, %s = %s; before anybody acted it was %s", row.ID, harm, got, want)
			}
		}
	}
}
