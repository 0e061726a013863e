package tair

import (
	"slices"

	"interleave/engine"
)

// Tracked is what an event is to connections that keep values of keys and want to hear when these change.
type Tracked struct {
	On      string   // the connection whose command it was; empty: that of a person, or of the clock
	Read    []string // keys that the command read, in the order in which it names them
	Changed []string // keys that are no longer what they were
	Emptied bool     // every key of a database, or of all, was removed
}

// TrackedIn says it of an event; the databases are not told apart, as CLIENT TRACKING does not.
//
// A command that only reads has read the keys that it names, whether they are there or not; a transaction what its
// lines have, and a script the keys that it was given, but for those that it changed without telling what it found.
//
// Source: Redis, "Client-side caching in Redis"; Redis 7.0.15, server.c, call, and tracking.c.
func TrackedIn(w *engine.World, e engine.Event) (t Tracked) {
	for _, c := range e.Changed {
		t.Changed = withKey(t.Changed, c.Object)
	}
	if e.Kind != engine.Decided {
		return t
	}
	x := w.Exchange(e.Request)
	if x == nil || !isLine(w, x.Verb) {
		return t
	}
	t.On = x.Words.On
	if e.Answer != nil && string(Encode(*e.Answer, 2)) == "+QUEUED\r\n" {
		return t // it is read when it is carried out
	}
	t.reads(w, x, e)
	for _, number := range e.Carried {
		if carried := w.Exchange(number); carried != nil && isLine(w, carried.Verb) {
			t.reads(w, carried, e)
		}
	}
	return t
}

func isLine(w *engine.World, verb string) bool {
	spec := w.Spec(verb)
	return spec != nil && rowOf(spec) != nil
}

// reads adds what one line has read in an event.
func (t *Tracked) reads(w *engine.World, x *engine.Exchange, e engine.Event) {
	spec := w.Spec(x.Verb)
	row := rowOf(spec)
	switch {
	case row.keyless && spec.Effect == engine.Deletes:
		t.Emptied = t.Emptied || e.Answer != nil && e.Answer.Accepted()
	case row.runs.script && len(x.Args) > 0:
		for _, key := range row.keys(typed(x)) {
			if !slices.Contains(t.Changed, key) {
				t.Read = append(t.Read, key)
			}
		}
		for _, p := range e.Showed {
			t.Read = withKey(t.Read, p.Object)
		}
	case row.reads && len(x.Args) > 0:
		t.Read = append(t.Read, row.keys(typed(x))...)
	}
}

func typed(x *engine.Exchange) []string { return Line{Words: x.Args[0].Value}.words() }

func withKey(list []string, object engine.ObjectID) []string {
	if object.Kind != keyObject("").Kind {
		return list
	}
	if _, key := keyOf(object.Name); !slices.Contains(list, key) {
		return append(list, key)
	}
	return list
}
