package conflict_test

import (
	"io/fs"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/conflict"
	"interleave/engine/races"
	"interleave/engine/scenario"
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

// eachTimeline plays the library of races.
func eachTimeline(t *testing.T, do func(name string, tl *timeline.Timeline)) {
	t.Helper()
	names, err := fs.Glob(races.FS, "*/*.race")
	if err != nil || len(names) < 150 {
		t.Fatalf("the library holds %d races: %v", len(names), err)
	}
	for _, name := range names {
		text, err := races.FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := scenario.Parse(name, text, catalog.Services())
		if err != nil {
			t.Fatal(err)
		}
		result, err := f.Run()
		if err != nil {
			t.Fatal(err)
		}
		do(name, result.Timeline)
	}
}

// eachRace hands out the records of the library's races.
func eachRace(t *testing.T, do func(judged)) {
	t.Helper()
	eachTimeline(t, func(name string, tl *timeline.Timeline) { eachRecord(name, tl, do) })
}
