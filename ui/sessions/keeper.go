package sessions

import (
	"sync"

	"interleave/engine/timeline"
	"interleave/persist"
)

// keeper is what the room hands its records to: the store of the session, which Save exchanges for another. It
// remembers everything, because a session whose disk was full is saved again elsewhere as a whole.
type keeper struct {
	mu      sync.Mutex
	to      *persist.Store
	records []timeline.Record
	notes   map[string]string
}

func newKeeper(to *persist.Store, kept persist.Session) *keeper {
	k := &keeper{to: to, records: kept.Records, notes: map[string]string{}}
	for key, value := range kept.Notes {
		k.notes[key] = value
	}
	return k
}

// Append queues records; it never waits for the disk.
func (k *keeper) Append(records []timeline.Record) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.records = append(k.records, records...)
	k.to.Append(records)
}

// Note queues a note; it never waits for the disk.
func (k *keeper) Note(key, value string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.notes[key] = value
	k.to.Note(key, value)
}

// move hands everything so far, and all that comes, to another store, which is empty.
func (k *keeper) move(to *persist.Store) (old *persist.Store) {
	k.mu.Lock()
	defer k.mu.Unlock()
	to.Append(k.records)
	for key, value := range k.notes {
		to.Note(key, value)
	}
	old, k.to = k.to, to
	return old
}

func (k *keeper) store() *persist.Store {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.to
}
