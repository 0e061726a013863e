package engine_test

import (
	"fmt"
	"testing"
	"time"

	"interleave/engine"
)

// withLocks is a world with so many cells, of which so many are locked until 00:10.0.
func withLocks(t tester, objects, locks int) *engine.World {
	t.Helper()
	w := probes(t)
	step := func(in engine.Input) {
		if _, err := w.Step(w.Record()+1, in); err != nil {
			t.Fatalf("%T%+v: %v", in, in, err)
		}
	}
	done := func(s engine.Send) {
		step(s)
		step(deliver(s.As))
		step(engine.ReceiveAnswer{Names: []string{s.As}})
	}
	for from := 0; from < objects; from += 1000 {
		rows := make([]engine.Value, min(1000, objects-from))
		for i := range rows {
			rows[i] = engine.Text(fmt.Sprint(from + i))
		}
		done(send("ann", "group", fmt.Sprint("fill", from), arg("table", engine.Text("T")),
			arg("rows", engine.List(rows...))))
	}
	for i := range locks {
		done(send("ann", "lock", fmt.Sprint("l", i), arg("file", engine.Text(fmt.Sprint("f", i)))))
	}
	return w
}

// What a clock input costs does not grow with what is there, and only as a tree's height with what ends some day:
// counted in what it allocates, of which each look at a record would take some.
func TestAClockInputLooksOnlyAtWhatIsDue(t *testing.T) {
	cost := func(objects, locks int) float64 {
		w := withLocks(t, objects, locks)
		w.Digest() // as behind each record of a session
		return testing.AllocsPerRun(10, func() {
			if _, err := w.Step(w.Record()+1, engine.Clock{By: time.Millisecond}); err != nil {
				t.Fatal(err)
			}
		})
	}
	few, many := cost(100, 10), cost(20_000, 1_000)
	if many > few+2 {
		t.Errorf("a clock input allocates %v times with 100 objects and 10 locks, %v times with 20,000 and 1,000", few,
			many)
	}
}

// The timers of forks and of the past are those that their records have: World.Check walks all records beside the
// index, and run checks after each step, its undo and its redo.
func TestTimersFollowUndoAndForks(t *testing.T) {
	w := withLocks(t, 10, 3)
	fork := w.Clone()
	run(t, w, send("ann", "lock", "again", arg("file", engine.Text("f1")), arg("drop", engine.Text("on"))),
		deliver("again"))
	run(t, fork, engine.Clock{Next: true})
	for _, at := range []*engine.World{w, fork} {
		if err := at.Check(); err != nil {
			t.Error(err)
		}
	}
	if got, there := len(w.Timers()), len(fork.Timers()); got != 2 || there != 0 {
		t.Errorf("%d timers where one of three locks was let go, %d on the fork where all are over", got, there)
	}
}

// What waits at a service is judged again whenever something ends there, whatever else ends later.
func TestWhatWaitsIsJudgedAgainWhereMoreEndsLater(t *testing.T) {
	w := probes(t)
	lockOf := func(by, name, file string) {
		run(t, w, send(by, "lock", name, arg("file", engine.Text(file))), deliver(name))
	}
	lockOf("ann", "first", "f")
	lockOf("ben", "waits", "f")
	run(t, w, engine.Clock{By: 5 * time.Second})
	lockOf("ann", "later", "g")
	if x := w.Named("waits"); !x.Decided.IsZero() {
		t.Fatalf("ben has the lock at once\n%s", w.Describe())
	}
	run(t, w, engine.Clock{By: 6 * time.Second})
	if x := w.Named("waits"); x.Decided.At != 10_000 {
		t.Errorf("ann's lock of f ended at 00:10.0, ben's was decided: %s", x.Decided)
	}
}
