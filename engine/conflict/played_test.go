package conflict_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/enginetest"
	"interleave/engine/timeline"
)

// judged is one record of a session with the worlds around it and what the referee says of its events.
type judged struct {
	from          string // the race, or the seed of a history
	before, after *engine.World
	events        []engine.Event
	marks         [][]conflict.Finding
}

// eachRecord hands out all records of a session, on every branch.
func eachRecord(from string, t *timeline.Timeline, do func(judged)) {
	worlds := []*engine.World{t.At(0)}
	for n := 1; n <= t.Last(); n++ {
		j := judged{from: from, before: worlds[t.Record(n).Parent], events: t.Events(n)}
		j.after = j.before.Clone()
		j.marks = conflict.Judge(j.after, j.events)
		worlds = append(worlds, j.after)
		do(j)
	}
}

// eachRace hands out the records of the library's races.
func eachRace(t *testing.T, do func(judged)) {
	t.Helper()
	enginetest.Played(t, func(name string, tl *timeline.Timeline) { eachRecord(name, tl, do) })
}
