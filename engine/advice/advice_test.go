package advice_test

import (
	"testing"

	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/races"
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

// inAllRaces looks at each finding of the library when its writer knows of it.
func inAllRaces(t *testing.T, look func(from string, r *room.Room, c conflict.Finding)) {
	t.Helper()
	for _, name := range races.All() {
		findings(t, name, func(r *room.Room, c conflict.Finding) { look(name, r, c) })
	}
}

// moment is something that may happen behind a finding; false: it cannot happen there.
type moment struct {
	name string
	does func(s *scene) bool
}

// afterLaw holds something of a card in each moment that may come before it is read.
type afterLaw struct {
	t       *testing.T
	moments []moment
	tried   map[string]int
}

func newAfterLaw(t *testing.T, moments []moment) *afterLaw {
	return &afterLaw{t: t, moments: moments, tried: map[string]int{}}
}

// at holds it of a scene, which is afterwards as it was.
func (l *afterLaw) at(from string, s scene, hold func(from string, now *scene)) {
	l.t.Helper()
	record, before := s.v().Record, s.v().Digest()
	for _, m := range l.moments {
		now := s
		if m.does(&now) {
			l.tried[m.name]++
			hold(from+", "+m.name, &now)
		}
		s.back(record)
	}
	if s.v().Digest() != before {
		l.t.Fatal(from, "undo does not lead back")
	}
}

// enough says which moments the scenes no longer try as often as that.
func (l *afterLaw) enough(least int) {
	for _, m := range l.moments {
		if l.tried[m.name] < least {
			l.t.Errorf("%s: tried %d times: the scenes no longer try this", m.name, l.tried[m.name])
		}
	}
	l.t.Log(l.tried)
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
