package room

import "fmt"

// Clone is a room of its own in the same state: with the same records, notes and script, at the same place, kept
// nowhere. What is done in one of them is not seen in the other.
func (r *Room) Clone() (*Room, error) {
	records, notes := r.Kept()
	twin := New(r.make, Options{})
	if _, err := twin.Restore(records, notes); err != nil {
		return nil, fmt.Errorf("make a twin of a session: %w", err)
	}
	return twin, nil
}
