package room

import (
	"encoding/json"

	"interleave/engine"
	"interleave/engine/view"
)

// SetDraft keeps a draft. It is no part of the history and tells no news: the window that edits it knows it.
func (r *Room) SetDraft(writer string, object engine.ObjectID, d view.Draft) {
	text, _ := json.Marshal(d)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.note(view.DraftKey(writer, object), string(text))
	r.view = nil
}

// DropDraft takes a draft away.
func (r *Room) DropDraft(writer string, object engine.ObjectID) {
	r.Note(view.DraftKey(writer, object), "")
}
