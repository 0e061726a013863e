package advice_test

import (
	"testing"

	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/room"
	"interleave/engine/roomtest"
)

// findings plays a race and hands each finding with a kind to a test when its writer knows of it, with a room that
// stands there.
func findings(t *testing.T, name string, check func(r *room.Room, c conflict.Finding)) {
	t.Helper()
	r := roomtest.Race(t, name)
	seen := map[conflict.Finding]bool{}
	for range 400 {
		_, err := r.Step()
		newlyKnown(r.View(), seen, func(c conflict.Finding) { check(r, c) })
		if err != nil {
			return
		}
	}
}

// BenchmarkCard is what a card of a usual scene costs: the goal is 50 ms.
func BenchmarkCard(b *testing.B) {
	for _, name := range []string{"blob/wiki.race", "blob/wiki-no-guard.race", "queue/q02-slow-worker.race"} {
		r := roomtest.Race(b, name)
		roomtest.PlayOn(b, r)
		v := r.View()
		list := v.Troubles()
		b.Run(name, func(b *testing.B) {
			for range b.N {
				advice.For(v, list[len(list)-1].Finding)
			}
		})
	}
}
