package view

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/conflict"
)

// DraftSince is the draft that goes on from a request: what its sender has typed in the place of the request's text, or
// had sent it from. What a card had left in the editor before the request, or what was made from less than that had
// been shown, is of an older wish; ok is false.
func (v *View) DraftSince(x *engine.Exchange, object engine.ObjectID) (d Draft, ok bool) {
	if d, ok = v.Draft(x.By, object); !ok || d.Made != 0 && d.Made < x.Sent.Event {
		return d, false
	}
	made, from := v.BaseOf(x, object), v.Source(d)
	return d, made == nil || from != nil && from.Number >= made.Number
}

// ToMerge is ThreeWay as the two can be put together by now: for the sender of a refused request stands its draft as it
// is, and on the other side what is there now. open is false where there is nothing left to put together: the sender
// has gone on, or holds a text of something else, and neither is to be overwritten by what the request carried.
func (v *View) ToMerge(c conflict.Finding) (s ThreeWay, open bool) {
	s = v.ThreeWay(c)
	x := v.world.Exchange(c.Request)
	if x == nil || !s.Mine.Known || !s.Whole || v.goneOn(x, s.Object) {
		return s, false
	}
	d, goesOn := v.DraftSince(x, s.Object)
	typed := d.Text != "" && d.Made == 0
	if c.Severity != engine.SeverityRefused { // what it met is there no more: the draft is what has taken its place
		return s, !typed || d.Text == s.Mine.Text
	}
	if typed && !goesOn {
		return s, false
	}
	now := v.world.Object(s.Object)
	s.Theirs.Text, s.Theirs.Gone = textOf(now), sideOf(now).Gone
	if n := v.Truth(s.Object).Versions; !s.Theirs.Gone && len(n) > 0 && v.Title(n[0].By) != "" {
		s.Theirs.By, s.Theirs.Name = n[0].By, v.Title(n[0].By)+"'s "+versioned(now, "work")
	}
	if carried, _ := Carried(v.world.Spec(x.Verb), x.Resolved()); !goesOn || d.Made != 0 && d.Text == carried {
		return s, true // what a card has kept of the request is the request
	}
	from := v.Source(d)
	if s.Draft = d.Text != s.Mine.Text || from != nil && from.Sent.Event > x.Sent.Event; !s.Draft {
		return s, true
	}
	s.Mine.Text, s.Mine.Name, s.Beside = d.Text, fmt.Sprintf("%s's draft", v.Title(x.By)), nil
	if from != nil {
		made := v.recordBefore(s.Object, from.Decided.Event+1)
		s.Base = sideOf(made)
		s.Base.Name, s.Base.Text, s.Read = versioned(made, "what was read"), v.LeftBy(from, s.Object), true
	}
	s.Newest = from != nil && s.Base.Text == s.Theirs.Text && !s.Theirs.Gone
	return s, true
}

// LeftBy is the text of an object that an answer left its writer with: the one that it showed, else what stood there
// behind the writer's own change.
func (v *View) LeftBy(x *engine.Exchange, object engine.ObjectID) string {
	if shown := x.Answer.Text(); !shown.IsZero() {
		return shown.String()
	}
	return textOf(v.recordBefore(object, x.Decided.Event+1))
}

// goneOn says whether a later request of the same writer has changed the object's content.
func (v *View) goneOn(x *engine.Exchange, object engine.ObjectID) bool {
	for later := range v.RequestsOf(x.By) {
		if later.Number <= x.Number {
			return false
		}
		if spec := v.world.Spec(later.Verb); later.Took && later.Object == object &&
			(spec.Effect.Contents() || spec.Effect == engine.Deletes) {
			return true
		}
	}
	return false
}
