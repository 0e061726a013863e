package persist

import (
	"maps"
	"slices"
	"sync"

	"interleave/engine/timeline"
)

// memory is the place of a session that nobody wants kept.
type memory struct {
	mu      sync.Mutex
	batches [][]timeline.Record // as they came: one list of all would be copied again and again as it grows
	notes   map[string]string
	closed  bool
}

func (m *memory) keep(b batch) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(b.records) > 0 {
		m.batches = append(m.batches, slices.Clone(b.records))
	}
	for key, value := range b.notes {
		if value == "" {
			delete(m.notes, key)
			continue
		}
		m.notes[key] = value
	}
	return nil
}

func (m *memory) load() (Session, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return Session{}, &Trouble{Doing: "open", Kind: ErrClosed}
	}
	return Session{Records: slices.Concat(m.batches...), Notes: maps.Clone(m.notes)}, nil
}

func (m *memory) close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	return nil
}

// frozen is the place of a file that may be read but not be written: what could be trusted in it when it was opened.
type frozen struct {
	session Session
}

func (f *frozen) keep(batch) error       { return f.session.Trouble }
func (f *frozen) load() (Session, error) { return f.session, nil }
func (f *frozen) close() error           { return nil }
