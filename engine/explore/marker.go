package explore

import (
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
)

// A marker is what a writer makes only if nothing is there: its request asks for that (If-None-Match *, an insert, NX),
// the service answers otherwise where it is there, as for a container, or its plan has looked and found nothing. Which
// answer says which is asked of the engine: the requests are carried out where nothing is there, and where something
// was made.

// knowing is what a plan knows at a step of whether something is there.
type knowing struct {
	object engine.ObjectID
	absent bool // nothing was there, or it was made; else something is there
}

// writing is a request of a program that makes something, or changes content.
type writing struct {
	engine.Send
	object engine.ObjectID
	spec   *engine.OpSpec
	knows  []knowing
	place  int // among the requests of its writer
}

// finds says whether what stands in front of a request of a plan says that nothing was there; known is whether it says
// anything.
func (w writing) finds(object engine.ObjectID) (absent, known bool) {
	for _, k := range slices.Backward(w.knows) {
		if k.object == object {
			return k.absent, true
		}
	}
	return false, false
}

// reader goes through the programs of a search, and notes what is written.
type reader struct {
	world *engine.World
	by    string
	named map[string][]engine.Send // of the writer, by what its plan calls them
	sends []engine.Send            // of all writers
	place int
	all   []writing
	// programs are what each writer does, by its id.
	programs map[string][]engine.Input
}

// read goes through what writers may send, and notes the requests which make something, or change content.
func read(in Input) *reader {
	r := &reader{world: in.World, programs: map[string][]engine.Input{}}
	var actors []*actor
	for _, w := range in.World.Writers() {
		a := in.actor(w.ID)
		actors = append(actors, a)
		a.requests(in.World, func(verb string, args []engine.Arg) {
			if in.World.Spec(verb) != nil {
				r.sends = append(r.sends, engine.Send{By: w.ID, Verb: verb, Args: args})
			}
		})
	}
	for _, a := range actors {
		r.by, r.named, r.place = a.id, map[string][]engine.Send{}, 0
		if p := in.World.PlanOf(a.id); p != nil {
			a.items = append(a.items, engine.Plan{By: a.id, Steps: p.Steps})
		}
		r.programs[a.id] = a.items
		r.items(a.items)
	}
	return r
}

func (r *reader) items(items []engine.Input) {
	plans := [][]engine.PlanStep{}
	for _, in := range items {
		switch in := in.(type) {
		case engine.Send:
			r.request(in.Verb, in.Args, nil)
		case engine.Plan:
			plans = append(plans, in.Steps)
		}
	}
	for _, steps := range plans {
		r.name(steps)
		r.steps(steps, nil)
	}
}

func (r *reader) name(steps []engine.PlanStep) {
	for _, s := range steps {
		if s.Do == engine.DoSend && s.As != "" {
			r.named[s.As] = append(r.named[s.As], engine.Send{By: r.by, Verb: s.Verb, Args: s.Args})
		}
		r.name(s.Then)
		r.name(s.Else)
	}
}

// steps goes through a block, behind what is known in front of it.
func (r *reader) steps(steps []engine.PlanStep, knows []knowing) {
	for _, s := range steps {
		switch s.Do {
		case engine.DoSend:
			r.request(s.Verb, s.Args, knows)
		case engine.DoIf:
			then, otherwise := r.told(s, true), r.told(s, false)
			r.steps(s.Then, append(slices.Clip(knows), then...))
			r.steps(s.Else, append(slices.Clip(knows), otherwise...))
			switch {
			case ends(s.Then):
				knows = append(slices.Clip(knows), otherwise...)
			case ends(s.Else):
				knows = append(slices.Clip(knows), then...)
			}
		default:
			r.steps(s.Then, knows)
			r.steps(s.Else, knows)
		}
	}
}

// ends says whether nothing comes behind steps.
func ends(steps []engine.PlanStep) bool {
	return len(steps) > 0 && steps[len(steps)-1].Do == engine.DoStop
}

func (r *reader) request(verb string, args []engine.Arg, knows []knowing) {
	r.place++
	spec := r.world.Spec(verb)
	if spec == nil || !spec.Effect.Contents() && spec.Effect != engine.Creates {
		return
	}
	r.all = append(r.all, writing{Send: engine.Send{By: r.by, Verb: verb, Args: args}, spec: spec,
		object: spec.About(args), knows: knows, place: r.place})
}

// told is what a condition of a plan says where it is met, or is not: of the object of the requests that it is about,
// where all of these say the same, and nothing else could have been answered so.
func (r *reader) told(s engine.PlanStep, met bool) (list []knowing) {
	for n, of := range r.named[s.Name] {
		without, with := r.answers(of)
		if len(with) == 0 {
			return nil
		}
		is := func(a engine.Answer) bool { return a.Is(s.Is) == met }
		isNot := func(a engine.Answer) bool { return !is(a) }
		absent := is(without)
		if absent && slices.ContainsFunc(with, is) || !absent && slices.ContainsFunc(with, isNot) {
			return nil
		}
		if k := (knowing{targetIn(r.world, of), absent}); n == 0 {
			list = []knowing{k}
		} else if list[0] != k {
			return nil
		}
	}
	return list
}

// answers are the answers to a request where nothing is there, and where what some request made is there, one for each
// that can. There are none where something is there from the start.
func (r *reader) answers(of engine.Send) (without engine.Answer, with []engine.Answer) {
	object := targetIn(r.world, of)
	without, ok := carriedOut(r.world.Clone(), of)
	if !ok || isThere(r.world, object) {
		return without, nil
	}
	for _, made := range r.sends {
		spec := r.world.Spec(made.Verb)
		if targetIn(r.world, made) != object || !spec.Effect.Contents() && spec.Effect != engine.Creates {
			continue
		}
		w := r.world.Clone()
		if a, ok := carriedOut(w, made); !ok || !a.Accepted() || !isThere(w, object) {
			continue
		}
		if a, ok := carriedOut(w, of); ok {
			with = append(with, a)
		}
	}
	return without, with
}

// carriedOut is the answer to a request that is carried out on a world. What answers would say in its content does not
// matter here; ok is false where it needs them for anything else, or waits.
func carriedOut(w *engine.World, s engine.Send) (a engine.Answer, ok bool) {
	spec := w.Spec(s.Verb)
	send := engine.Send{By: engine.Seed, Verb: s.Verb}
	for _, arg := range s.Args {
		p, _ := spec.Param(arg.Name)
		_, _, refers := arg.Value.RefName()
		_, _, _, reckons := arg.Value.Expression()
		if (refers || reckons) && p.Content {
			arg.Value = engine.Text("1")
		}
		send.Args = append(send.Args, arg)
	}
	if _, err := w.Step(w.Record()+1, send); err != nil {
		return a, false
	}
	x := w.Exchange(w.Requests())
	if _, err := w.Step(w.Record()+1, engine.Deliver{Names: []string{x.Name}}); err != nil {
		return a, false
	}
	x = w.Exchange(x.Number)
	return x.Answer, !x.Decided.IsZero()
}

func targetIn(w *engine.World, s engine.Send) engine.ObjectID { return w.Spec(s.Verb).About(s.Args) }

// isThere says whether something stands under a name.
func isThere(w *engine.World, object engine.ObjectID) bool {
	record := w.Object(object)
	gone, ok := record.(engine.Gone)
	return record != nil && !(ok && gone.Gone())
}

// maker is a writer who makes a marker, and how.
type maker struct {
	by     string
	asks   bool // its request makes it, or is refused; else only its plan knows
	behind int  // the place of the first such request
}

// makersOf are those who make an object only if nothing is there. Whose plan has looked writes it nowhere else.
func makersOf(w *engine.World, all []writing, object engine.ObjectID) (list []maker) {
	blind := map[string]bool{}
	for _, o := range all {
		absent, known := o.finds(object)
		if o.object != object {
			continue
		}
		m := maker{by: o.By, behind: o.place}
		switch of := func(o maker) bool { return o.by == m.by }; {
		case o.spec.Effect.Contents() && conflict.AsksForNothing(w, o.Verb, o.Args):
			m.asks = true
			if at := slices.IndexFunc(list, of); at < 0 || !list[at].asks {
				list = append(slices.DeleteFunc(list, of), m)
			}
		case o.spec.Effect == engine.Creates, absent && known:
			if !slices.ContainsFunc(list, of) {
				list = append(list, m)
			}
		default:
			blind[m.by] = true
		}
	}
	return slices.DeleteFunc(list, func(m maker) bool { return !m.asks && blind[m.by] })
}

// worksBehind says whether a request is work behind a marker that its writer makes: it is sent where nothing was there,
// or the marker was made. Where the request for that asks for it, it is enough that the plan does not know the other.
func (m maker) worksBehind(w writing, marker engine.ObjectID) bool {
	absent, known := w.finds(marker)
	if w.By != m.by || w.object == marker || !w.spec.Effect.Contents() {
		return false
	}
	return known && absent || m.asks && !known && w.place > m.behind
}
