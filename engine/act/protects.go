package act

import (
	"slices"

	"interleave/engine"
	"interleave/engine/view"
)

// Protection is what a write under its guard came to, where another had written in between.
type Protection uint8

// What a trial can end with.
const (
	NotTried   Protection = iota // nobody could write in between, or the write does not get so far
	Refused                      // it is refused: what the other wrote stays
	Overwrites                   // it is done, and what the other wrote is gone
	Leaves                       // it is done, and what the other wrote stays
)

// The text that the other writes in a trial, and the names of the trial's requests.
const (
	between = "written in between"
	rival   = "would-be-between"
	tried   = "would-be-write"
)

// Protects tries on a clone whether a write holds against another's that comes first: it says what the service does
// with such a write, not what is there now, so a writer may be told.
func Protects(v *view.View, a Act) Protection {
	if a.Why != "" || a.Spec == nil || !a.Spec.Changes() {
		return NotTried
	}
	for _, other := range rivals(v, a.Object) {
		if w := v.Clone(); done(w, v.Last, other, rival) != nil && w.Named(rival).Answer.Accepted() {
			return met(w, v.Last+2, a.Send)
		}
	}
	return NotTried
}

// rivals are the writes by which another could write an object first, the most likely one in front.
func rivals(v *view.View, object engine.ObjectID) (list []engine.Send) {
	for _, verb := range slices.Backward(verbs(v, object, engine.ToWrite)) {
		spec := v.Spec(verb)
		if spec.Object != object.Kind {
			continue
		}
		text := between
		switch {
		case object.Kind == "entity":
			text = "written='" + between + "'"
		case spec.Takes("range"): // the first byte, which is there where there is any
			text = text[:1]
		}
		args := engine.Args(spec.Params()[0].Name, object.Name)
		if content := view.ContentOf(*spec); content != "" {
			args = append(args, engine.Args(content, text)...)
		}
		if spec.Takes("range") {
			args = append(args, engine.Args("range", "0-0")...)
		}
		list = append(list, engine.Send{By: engine.Seed, Verb: verb, Args: args})
		if spec.Takes("if-match") {
			list = append(list, engine.Send{By: engine.Seed, Verb: verb, Args: engine.With(args, "if-match",
				engine.Text("*"))})
		}
	}
	return list
}

// done is what the service did with a request on a world; nil where it has not decided it.
func done(w *engine.World, number int, s engine.Send, name string) *engine.Event {
	s.As = name
	if _, err := w.Step(number+1, s); err != nil {
		return nil
	}
	events, err := w.Step(number+2, engine.Deliver{Names: []string{name}})
	if err != nil {
		return nil
	}
	for _, e := range events {
		if e.Kind == engine.Decided && e.Request == w.Named(name).Number {
			return &e
		}
	}
	return nil
}

// met is what a write came to behind the other's.
func met(w *engine.World, number int, s engine.Send) Protection {
	e := done(w, number, s, tried)
	switch {
	case e == nil:
		return NotTried
	case e.Answer.Accepted():
		first := w.Named(rival).Number
		if slices.ContainsFunc(e.Changed, func(c engine.Change) bool {
			return c.Mark.Request == first && !c.Adds && !c.Wanted
		}) {
			return Overwrites
		}
		return Leaves
	case slices.Contains([]engine.Trouble{engine.StaleWrite, engine.AlreadyThere, engine.IsGone},
		e.Answer.Why.Rule.Kind):
		return Refused
	}
	return NotTried
}
