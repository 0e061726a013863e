package explore

import (
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// Work may be put beside what is there instead of under a name: into a list, a queue, behind a text, onto a number. Who
// does so replaces nobody's work, and behind a marker that two found free it is there twice: what there is of it at an
// end is compared with what one plan alone comes to.

// Pile is an object into which all who make a marker put something: how much is there where nobody does, and where the
// one does who puts in most. The zero value is none.
type Pile struct {
	Kind        string // of what lies in it, as messages in a queue; empty: how much is there is said by its text
	Adds        bool   // which is a number
	Start, Most int
}

func (p Pile) is() bool { return p.Most > p.Start }

// pilesBehind are those behind a marker that nobody takes away, into which nobody else puts anything.
func (r *reader) pilesBehind(marker engine.ObjectID, makers []maker) (list []Behind) {
	isBehind := func(o writing) bool {
		return slices.ContainsFunc(makers, func(m maker) bool { return m.worksBehind(o, marker) })
	}
	takenAway := func(s engine.Send) bool {
		return r.world.Spec(s.Verb).Group == engine.GroupDelete && targetIn(r.world, s) == marker
	}
	if slices.ContainsFunc(r.sends, takenAway) {
		return nil
	}
	for _, o := range r.all {
		piles := o.spec.Effect == engine.Appends || o.spec.Effect == engine.Adds
		listed := func(b Behind) bool { return b.Work[0] == o.object }
		if !piles || !isBehind(o) || slices.ContainsFunc(list, listed) {
			continue
		}
		same := func(other writing) bool { return other.spec.Effect == o.spec.Effect && isBehind(other) }
		if p := r.pile(o, len(makers), same); p.is() {
			list = append(list, Behind{Marker: marker, Work: []engine.ObjectID{o.object}, Pile: p})
		}
	}
	return list
}

// pile is the object of a request as one; none where not so many writers put something into it, or somebody does what
// is not the same with it, or how much it is cannot be told.
func (r *reader) pile(o writing, writers int, same func(writing) bool) Pile {
	p := Pile{Adds: o.spec.Effect == engine.Adds}
	if o.spec.Makes != o.object.Kind {
		p.Kind = o.spec.Makes
	}
	for _, s := range r.sends {
		at, spec := targetIn(r.world, s), r.world.Spec(s.Verb)
		inside := p.Kind != "" && at.Kind == p.Kind && strings.HasPrefix(at.Name, o.object.Name+"/")
		touches := spec.Changes() || spec.Effect == engine.Receives
		if touches && (inside || at == o.object && spec.Effect != o.spec.Effect) {
			return Pile{}
		}
	}
	puts := map[string]bool{}
	for _, other := range r.all {
		if other.object == o.object && !same(other) {
			return Pile{}
		}
		puts[other.By] = puts[other.By] || other.object == o.object
	}
	start, known := p.in(Contents(r.world), o.object)
	p.Start, p.Most = start, start
	for by, does := range puts {
		w := weighing{r, p, o.object, known}
		most := w.items(r.programs[by])
		if known = w.known; !does {
			writers++
		}
		p.Most, writers = max(p.Most, start+most), writers-1
	}
	if !known || writers > 0 {
		return Pile{}
	}
	return p
}

// in is how much is there; known is whether that can be said.
func (p Pile) in(list []Content, object engine.ObjectID) (n int, known bool) {
	for _, c := range list {
		switch {
		case p.Kind != "":
			if c.Object.Kind == p.Kind && strings.HasPrefix(c.Object.Name, object.Name+"/") {
				n++
			}
		case c.Object != object:
		case p.Adds:
			n, err := strconv.Atoi(c.Text)
			return n, err == nil
		default:
			return len(c.Text), true
		}
	}
	return n, true
}

// weighing reckons how much the requests of one writer put into an object.
type weighing struct {
	*reader
	pile   Pile
	object engine.ObjectID
	known  bool
}

func (w *weighing) items(items []engine.Input) (n int) {
	for _, in := range items {
		switch in := in.(type) {
		case engine.Send:
			if in.Words.Again == "" {
				n += w.request(in.Verb, in.Args)
			}
		case engine.Plan:
			goes, stops := w.steps(in.Steps)
			n += max(goes, stops)
		}
	}
	return n
}

// none is how much comes behind where a block never ends.
const none = -1 << 30

// steps is how much a block puts in along the way through it on which that is most: up to its end, and up to where the
// plan stops within it. Another try is no more work, and how often a loop goes round is not known.
func (w *weighing) steps(steps []engine.PlanStep) (goes, stops int) {
	stops = none
	for _, s := range steps {
		then, thenStops := 0, none
		other, otherStops := 0, none
		switch s.Do {
		case engine.DoSend:
			if s.Words.Again == "" {
				then = w.request(s.Verb, s.Args)
			}
			other = then
		case engine.DoStop:
			then, thenStops, other = none, 0, none
		default:
			then, thenStops = w.steps(s.Then)
			other, otherStops = w.steps(s.Else)
			w.known = w.known && (s.Do != engine.DoLoop || then <= 0 && thenStops <= 0)
		}
		stops = max(stops, goes+thenStops, goes+otherStops)
		goes = max(none, goes+max(then, other))
	}
	return goes, stops
}

// request is how much a request puts in where it is carried out in front of all others.
func (w *weighing) request(verb string, args []engine.Arg) int {
	spec := w.world.Spec(verb)
	if spec == nil || spec.About(args) != w.object || !spec.Effect.Contents() {
		return 0
	}
	for _, u := range engine.UsesOf(spec, args, engine.Words{}) {
		w.known = w.known && (u.As != engine.UsedContent || w.pile.Kind != "")
	}
	world := w.world.Clone()
	if a, ok := carriedOut(world, engine.Send{Verb: verb, Args: args}); !ok || !a.Accepted() {
		w.known = false
		return 0
	}
	n, known := w.pile.in(Contents(world), w.object)
	w.known = w.known && known
	return n - w.pile.Start
}
