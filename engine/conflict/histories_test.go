package conflict_test

import (
	"fmt"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/conflict"
	"interleave/engine/enginetest"
)

// history is a world in which the steps of a random history are judged one by one; what is impossible is left out.
func history(from string, do func(judged)) (step func(engine.Input), sender func(string) string) {
	w := catalog.New()
	return func(in engine.Input) {
			before := w.Clone()
			events, err := w.Step(w.Record()+1, in)
			if err != nil {
				return
			}
			j := judged{from: from, before: before, events: events}
			j.after = before.Clone()
			j.marks = conflict.Judge(j.after, events)
			do(j)
		}, func(request string) string {
			if x := w.Named(request); x != nil {
				return x.By
			}
			return ""
		}
}

// eachHistory hands out the records of random histories of every service.
func eachHistory(t *testing.T, do func(judged)) {
	t.Helper()
	enginetest.WorseNets(t, enginetest.Histories(t), func(s string, n int) (func(engine.Input), func(string) string) {
		return history(fmt.Sprintf("history %d of %s", n, s), do)
	})
}

// eachMix hands out the records of mixes of what the races of every service send.
func eachMix(t *testing.T, do func(judged)) {
	t.Helper()
	enginetest.Mixes(t, enginetest.Histories(t), func(s string, n int) (func(engine.Input), func(string) string) {
		return history(fmt.Sprintf("mix %d of %s", n, s), do)
	})
}
