package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// A plan works in the very moment in which it hears: what it heard stands before what it did, and the try that was not
// heard before that (engine/conflict/rules.md, "Sentences and advice come from the cause").
func TestWhatWasHeardStandsBeforeTheWork(t *testing.T) {
	r, last := run(t, `seed: create-table jobs
plan ben
  insert-entity jobs/p/r .by=ben as m
  on lost m
    insert-entity jobs/p/r .by=ben again=m as n
    if n 409
      does inv
ann: insert-entity jobs/p/r .by=ann
ann: does inv
next ben
lose ben-m1
next ben
step ben
`)
	text := ""
	for _, s := range conflict.Story(r.Timeline.World(), last).Steps {
		text += s.Text + "\n"
	}
	const want = "Ben heard nothing of #3, and #4 sent the same again.\nBen heard that #4 was refused: it was to be " +
		"done only if nothing was there.\nBen did the work too.\n"
	if !strings.HasSuffix(text, want) {
		t.Error(text)
	}
}
