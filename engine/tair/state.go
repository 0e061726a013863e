package tair

import (
	"errors"
	"fmt"

	"interleave/engine"
)

// Name is the service's name in requests, switches and sources.
const Name = "tair"

// State is all keys of all databases, what connections have open, and the scripts.
type State struct {
	keys    engine.Table[*Key]
	clients engine.Table[*client]
	scripts engine.Table[*source] // by the sums of their texts

	commands map[string]*command // by verb; nothing of it changes
	judged   call                // the line of a client that is being judged: one for all, as none outlives that
}

func newState(commands map[string]*command) engine.State {
	return &State{keys: engine.NewTable[*Key]("key"), clients: engine.NewTable[*client]("client"),
		scripts: engine.NewTable[*source]("script"), commands: commands}
}

// What the world asks a state or a record for where it has it: a method that no longer fits would be passed over in
// silence.
var (
	_ engine.Ender   = (*State)(nil)
	_ engine.Gone    = (*Key)(nil)
	_ engine.Checker = (*State)(nil)
)

// Tables lists the state's tables.
func (s *State) Tables() []engine.Tabled {
	return []engine.Tabled{s.keys, s.clients, s.scripts}
}

// Fork is a state over forks of the tables.
func (s *State) Fork() engine.State {
	return &State{keys: s.keys.Fork(), clients: s.clients.Fork(), scripts: s.scripts.Fork(),
		commands: s.commands}
}

// Ends removes a key whose time is over. Its end is the doing of who set the expiry.
//
// Source: rules.md, "Expiry", "Expiry = deletion"; a key is there up to its deadline, and at it.
func (s *State) Ends(tx *engine.Tx, object engine.ObjectID, _ string) (by string) {
	name := object.Name
	old := s.keys.Get(name)
	by = old.wrote.expiry.By
	m := tx.As(by)
	for _, part := range old.parts(object) {
		tx.Change(engine.Change{Part: part, Drops: true})
	}
	s.keys.Put(tx, name, old.goneBy(m))
	return by
}

// Check says what must always hold and does not.
func (s *State) Check(now engine.Instant) error {
	var errs []error
	wrong := func(name, format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s: %s", keyObject(name), fmt.Sprintf(format, args...)))
	}
	for name, k := range s.keys.All() {
		switch {
		case k.gone && (k.touched.IsZero() || k.value != nil): // what was only passing through was removed by nobody
			wrong(name, "gone by %s, touched by %s, it holds %q", k.removed(), k.touched, k.value)
		case k.gone:
		case k.expires != 0 && k.expires < now:
			wrong(name, "it ended at %s and is there at %s", k.expires, now)
		case k.kind != exString && (k.version != 0 || k.flags != 0):
			wrong(name, "a %s has version %d and flags %d", k.kind, k.version, k.flags)
		case (k.kind == list) != (len(k.items) > 0):
			wrong(name, "a %s has %d items", k.kind, len(k.items))
		case k.wrote.value.IsZero() || k.touched.Event < k.wrote.value.Event:
			wrong(name, "written by %s, touched by %s", k.wrote.value, k.touched)
		}
	}
	for id, c := range s.clients.All() {
		if !c.multi && (c.broken || len(c.queue) > 0 || len(c.watched) == 0 && c.database == 0) {
			errs = append(errs, fmt.Errorf("client %s: outside MULTI it has %d lines queued, %d keys watched", id,
				len(c.queue), len(c.watched)))
		}
	}
	return errors.Join(errs...)
}

// key is what is there under a name; nil where it is missing or gone.
func (s *State) key(name string) *Key { return engine.There(s.keys, name) }

// removed says who removed a key that is not there; zero where there never was one.
func (s *State) removed(name string) engine.Mark {
	if k := s.keys.Get(name); k != nil {
		return k.removed()
	}
	return engine.Mark{}
}

// touched is the newest change of a name.
func (s *State) touched(name string) engine.Mark {
	if k := s.keys.Get(name); k != nil {
		return k.touched
	}
	return engine.Mark{}
}
