package room

import (
	"slices"

	"interleave/engine"
)

// watcher is who is told of every event, in the order in which they happen.
type watcher struct {
	tell func(*engine.World, []engine.Event) // nil: nobody
	at   int                                 // the record up to which was told; -1: that of another history
}

// Watch sets who is told of the events of each record, in their order, before any answer to them is handed out: what
// has to reach a client behind the one answer and in front of the next. The world is as it stands behind the newest of
// them. Where the cursor goes elsewhere, so that anything may be otherwise, the list is empty. The call comes while the
// room is locked; it must not wait, nor ask the room. nil: nobody is told.
func (r *Room) Watch(tell func(*engine.World, []engine.Event)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.watcher = watcher{tell, r.line.Here()}
}

func (r *Room) tellWatcher() {
	w := &r.watcher
	here := r.line.Here()
	if w.tell == nil || w.at == here {
		return
	}
	from := w.at
	w.at = here
	if from < 0 || from > r.line.Last() || !r.line.Contains(here, from) {
		w.tell(r.line.World(), nil)
		return
	}
	var fresh []int
	for n := here; n != from; n = r.line.Parent(n) {
		fresh = append(fresh, n)
	}
	for _, n := range slices.Backward(fresh) {
		if events := r.line.Events(n); len(events) > 0 {
			w.tell(r.line.World(), events)
		}
	}
}
