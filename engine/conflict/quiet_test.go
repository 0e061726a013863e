package conflict_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// What is quiet has no mark, in all races and histories, asked right behind it and behind all that came of its record.
func TestQuietHasNoMark(t *testing.T) {
	decided, quiet := 0, 0
	look := func(j judged) {
		w := j.before.Clone()
		for i := range j.events {
			e := &j.events[i]
			w.Redo(j.events[i : i+1])
			for _, behind := range []*engine.World{w, j.after} {
				is := conflict.Quiet(behind, e)
				if found := j.marks[i]; is && len(found) > 0 {
					t.Errorf("%s, record %d: the event %d of kind %d is quiet, and has %s", j.from, e.Number, i, e.Kind,
						found[0])
				}
				if e.Kind == engine.Decided && e.By != engine.Seed {
					decided++
					if is {
						quiet++
					}
				}
			}
		}
	}
	eachRace(t, look)
	eachHistory(t, look)
	if 4*quiet < decided {
		t.Errorf("only %d of %d decisions are quiet", quiet, decided)
	}
}
