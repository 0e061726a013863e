package room

import (
	"encoding/json"
	"fmt"

	"interleave/engine"
	"interleave/engine/view"
)

// SetDraft keeps a draft. It is no part of the history and tells no news: the window that edits it knows it.
func (r *Room) SetDraft(writer string, object engine.ObjectID, d view.Draft) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.note(view.DraftKey(writer, object), draftNote(d))
	r.view = nil
}

func draftNote(d view.Draft) string {
	text, _ := json.Marshal(d)
	return string(text)
}

// draftHere is the draft of a key at the cursor.
func (r *Room) draftHere(key string) (d view.Draft, ok bool) {
	return view.DraftIn(r.notes[key], func(record int) bool { return r.line.Contains(r.line.Here(), record) })
}

// DropDraft takes a draft away.
func (r *Room) DropDraft(writer string, object engine.ObjectID) {
	r.Note(view.DraftKey(writer, object), "")
}

// DraftAt is a draft as it is kept, to be handed to ChangedDraft later.
func (r *Room) DraftAt(writer string, object engine.ObjectID) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.notes[view.DraftKey(writer, object)]
}

// ChangedDraft says that a person is done with a change of a draft, which was as DraftAt said: it tells the news, and
// until something else happens undo takes the change back. Drafts are no part of the history, but who has dropped a
// part of one and presses undo means that, and not a request that went before.
func (r *Room) ChangedDraft(writer string, object engine.ObjectID, was string) {
	_ = r.change(func() error {
		key := view.DraftKey(writer, object)
		w := r.line.World().Writer(writer)
		if w == nil || r.notes[key] == was { // undo went back to before the writer was there, or nothing was changed
			return nil
		}
		if at := r.moment(); r.drafts.at != at {
			r.drafts = draftChanges{at: at}
		}
		r.drafts.done = append(r.drafts.done, draftChange{key: key, was: was, is: r.notes[key],
			name: fmt.Sprintf("the change of %s's draft", w.Title)})
		r.drafts.undone = nil
		return nil
	})
}

// JoinDraft says that the newest change of a draft and what happened since a record were one press: one undo takes both
// back.
func (r *Room) JoinDraft(from int) {
	_ = r.change(func() error {
		if c, ok := r.lastOf(r.drafts.done); ok && from != r.line.Here() {
			c.joined, c.from, c.name = true, r.beforePassed(from), r.actionName(r.line.Here())+", "+c.name
			r.drafts.done[len(r.drafts.done)-1] = c
		}
		return nil
	})
}

// passedSinceDraft says that since a moment nothing but time has passed. That is nothing that somebody did: undo still
// takes back the newest change of a draft, and the time with it, for a press may have come to no more than that. The
// time of programs that run outside stays: it cannot be taken back for them.
func (r *Room) passedSinceDraft(since moment) {
	if r.drafts.at != since {
		return
	}
	r.drafts.at = r.moment()
	if n := len(r.drafts.done); n > 0 && !r.drafts.done[n-1].joined && !r.follows() {
		r.drafts.done[n-1].joined, r.drafts.done[n-1].from = true, since.here
	}
}

// draftChange is a change of a draft that people see as one: what was kept before and after it.
type draftChange struct {
	key, was, is, name string

	joined   bool // with what happened between two records
	from, to int
}

// draftChanges are those since the last thing that happened.
type draftChanges struct {
	at           moment
	done, undone []draftChange
}

// moment is where the cursor stands, and how much has been recorded.
type moment struct{ here, last int }

func (r *Room) moment() moment { return moment{r.line.Here(), r.line.Last()} }

// lastOf is the change that undo, or doing again, is about here.
func (r *Room) lastOf(list []draftChange) (c draftChange, ok bool) {
	if len(list) == 0 || r.drafts.at != r.moment() {
		return c, false
	}
	return list[len(list)-1], true
}

// undoDraft takes back the newest change of a draft, where nothing has happened since.
func (r *Room) undoDraft() bool {
	c, ok := r.moveDraft(&r.drafts.done, &r.drafts.undone, func(c *draftChange, now string) { c.is = now })
	if ok {
		r.note(c.key, c.was)
	}
	if c.joined {
		r.past, r.drafts.undone[len(r.drafts.undone)-1].to = false, r.line.Here()
		_ = r.line.Go(c.from) // where it was a moment ago
		r.drafts.at = r.moment()
	}
	return ok
}

// redoDraft changes a draft again.
func (r *Room) redoDraft() bool {
	c, ok := r.moveDraft(&r.drafts.undone, &r.drafts.done, func(c *draftChange, now string) { c.was = now })
	if ok {
		r.note(c.key, c.is)
	}
	if c.joined {
		_ = r.line.Go(c.to)
		r.drafts.at = r.moment()
	}
	return ok
}

// moveDraft moves the newest change from one list to the other. What is kept now is what doing the opposite brings
// back: somebody may be typing on, and has not said yet that the change is done.
func (r *Room) moveDraft(from, to *[]draftChange, left func(c *draftChange, now string)) (draftChange, bool) {
	c, ok := r.lastOf(*from)
	if ok {
		left(&c, r.notes[c.key])
		*from, *to = (*from)[:len(*from)-1], append(*to, c)
	}
	return c, ok
}
