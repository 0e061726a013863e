package room

import (
	"fmt"

	"interleave/engine/timeline"
)

// Clone is a room of its own in the same state: with the same records, notes and script, at the same place, kept
// nowhere. What is done in one of them is not seen in the other.
func (r *Room) Clone() (*Room, error) {
	r.mu.Lock()
	records := make([]timeline.Record, 0, r.line.Last())
	for n := 1; n <= r.line.Last(); n++ {
		records = append(records, r.line.Record(n))
	}
	notes, here := r.allNotes(), r.line.Here()
	r.mu.Unlock()
	twin := New(r.make, Options{})
	notes["cursor"] = fmt.Sprint(here)
	if _, err := twin.Restore(records, notes); err != nil {
		return nil, fmt.Errorf("make a twin of a session: %w", err)
	}
	return twin, nil
}
