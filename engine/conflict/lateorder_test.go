package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
)

// A story is told in the order of time: who stopped waiting before the request was done did so first.
func TestAnUnansweredRequestIsToldInOrder(t *testing.T) {
	const (
		late = "timeout p\nclock +1s\ndeliver p\n"
		lost = "clock +1s\ndeliver p\nlose p\n"
		lake = "seed: create-bucket lake\nann: send put-object lake/k a as p\n"
		con  = "seed: create-container con\nann: send put-blob con/k a as p\n"
	)
	for _, row := range []struct{ lines, first, second string }{
		{lake + late + "ann: get-object lake/k\n", "stopped waiting", "saved v1"},
		{con + late + "ann: get-blob con/k\n", "stopped waiting", "saved v1"},
		{lake + lost + "ann: get-object lake/k\n", "saved v1", "was lost"},
	} {
		r, last := run(t, row.lines)
		var told []string
		for _, s := range conflict.Story(r.Timeline.World(), last).Steps {
			told = append(told, s.Text)
		}
		said := strings.Join(told, " ")
		first, second := strings.Index(said, row.first), strings.Index(said, row.second)
		if last.Kind != engine.NoAnswer || first < 0 || second < first {
			t.Errorf("%s%s: %s", row.lines, last, said)
		}
	}
}
