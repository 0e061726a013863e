package engine_test

import (
	"fmt"
	"testing"

	"interleave/engine"
)

// However many steps nobody asks for the digest, and whatever of them is undone and done again, it is that of a full
// walk; and what events say of it, one after the other, comes to the same.
func TestDigestOfManyStepsIsThatOfAFullWalk(t *testing.T) {
	for _, requests := range []int{1, 5, 40, 400} {
		w := probes(t)
		digest, undone := w.Digest(), [][]engine.Event{}
		step := func(in engine.Input) {
			events, err := w.Step(w.Record()+1, in)
			if err != nil {
				t.Fatal(err)
			}
			undone = append(undone, events)
		}
		for i := range requests {
			name := fmt.Sprint("p", i%50)
			step(send("ann", "put", name, arg("key", engine.Text(fmt.Sprint("T/", i%7)))))
			if step(deliver(name)); i%3 > 0 {
				step(engine.ReceiveAnswer{Names: []string{name}})
			} else {
				step(engine.Lose{Name: name})
			}
		}
		for i := len(undone) - 1; i >= len(undone)/2; i-- {
			w.Undo(undone[i])
		}
		for _, events := range undone[len(undone)/2:] {
			w.Redo(events)
		}
		for _, events := range undone {
			digest = w.DigestBehind(digest, events)
		}
		if err := w.Check(); err != nil || w.Digest() != digest {
			t.Errorf("%d requests: %v; the digest is %x, by the events %x", requests, err, w.Digest(), digest)
		}
	}
}

// A step may write more than gathers between two of them; done again, undone and done once more it is that of a full
// walk.
func TestDigestOfALongStepIsThatOfAFullWalk(t *testing.T) {
	w := probes(t)
	rows := make([]engine.Value, 3000)
	for i := range rows {
		rows[i] = engine.Text(fmt.Sprint(i))
	}
	for n := range 3 { // the rows are new, then overwritten
		name := fmt.Sprint("g", n)
		run(t, w, send("ann", "group", name, arg("table", engine.Text("T")), arg("rows", engine.List(rows...))))
		before := w.Digest()
		events, err := w.Step(w.Record()+1, deliver(name))
		if err != nil || !w.Named(name).Answer.Accepted() {
			t.Fatalf("%s is answered %s, %v", name, w.Named(name).Answer, err)
		}
		after := w.DigestBehind(before, events)
		for range 2 {
			if err := w.Check(); err != nil || w.Digest() != after {
				t.Errorf("%s: %v; the digest is %x, by the events %x", name, err, w.Digest(), after)
			}
			w.Undo(events)
			if w.Digest() != before {
				t.Errorf("%s undone: the digest is %x, not %x", name, w.Digest(), before)
			}
			w.Redo(events)
		}
	}
}
