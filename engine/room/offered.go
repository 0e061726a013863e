package room

import (
	"slices"

	"interleave/engine"
)

// offeredNote is the note of a session whose script stood ready without anybody having asked for it.
const offeredNote = "script.offered"

// Offer begins a new session as Load does, with a race that nobody asked for: where a hand makes something of its own
// beside it, it is laid aside on that branch. Who tries out a queue is not to meet its conflict about a page.
func (r *Room) Offer(name string, data []byte) error {
	if err := r.Load(name, data); err != nil {
		return err
	}
	return r.change(func() error {
		r.note(offeredNote, name)
		return nil
	})
}

// isAside says whether the race that stood ready was laid aside on the way to the cursor.
func (r *Room) isAside() bool {
	return r.script != nil && r.notes[offeredNote] == r.script.name && r.scriptAt() > r.script.player.Len()
}

// byHand carries out what a hand does; a race that stood ready may give way to it.
func (r *Room) byHand(inputs ...engine.Input) ([]engine.Event, error) {
	events, err := r.do(inputs...)
	if err == nil {
		r.giveWay(events)
	}
	return events, err
}

// giveWay lays a race that stood ready aside once what a hand has done just now changed something that it is not about.
func (r *Room) giveWay(events []engine.Event) {
	if r.script == nil || r.notes[offeredNote] != r.script.name || r.isAside() {
		return
	}
	own := func(e engine.Event) bool {
		x := r.line.World().Exchange(e.Request)
		return e.Kind == engine.Decided && x != nil && x.Took && len(e.Own()) > 0 && !r.isOfScript(x.Object)
	}
	if slices.ContainsFunc(events, own) {
		r.endScript()
	}
}

// isOfScript says whether any line of the script sends a request for an object.
func (r *Room) isOfScript(object engine.ObjectID) bool {
	for _, s := range r.script.file.Statements {
		if r.sendsTo(s, object) {
			return true
		}
	}
	return false
}
