package explore

import (
	"slices"

	"interleave/engine"
)

// Where every writer only reads whole objects, and writes nothing but what it has just read, with content that is
// made from that answer and under a comparison of its version, each write is a compare-and-swap. Whose the work is
// that stands there makes no difference then, nor what a writer knew before: what is accepted replaces what its
// writer has read, what is refused met the work of another. No rule of a service says so here: the plans are
// looked at, and of each step that the engine carries out it is asked whether it went like that. Where one did not
// the search begins again without this.

// swapsOnly says whether a search may take all its writes for compare-and-swaps.
func (s *search) swapsOnly(in Input, w *engine.World) bool {
	if !s.rules.Reread || in.Overwritten || len(in.Typed) > 0 {
		return false
	}
	for _, a := range s.actors {
		p := w.PlanOf(a.id)
		begun := p != nil && (p.Last > 0 || len(p.Names) > 0)
		if len(a.items) > 0 || a.literals || len(a.versions) > 0 || len(w.Writer(a.id).Beliefs) > 0 || begun {
			return false
		}
		if p != nil {
			if _, ok := swaps(w, p.Steps, pulled{}); !ok {
				return false
			}
		}
	}
	return !w.Works()
}

// pulled is an object that has just been read whole, and what its plan calls the answer.
type pulled struct{ object, as string }

// swaps says whether the requests of a plan's block are reads of whole objects, and writes of what the request right
// before read; read is what that was in front of the block, and behind it.
func swaps(w *engine.World, block []engine.PlanStep, read pulled) (behind pulled, ok bool) {
	for i := range block {
		switch p := &block[i]; p.Do {
		case engine.DoSend:
			if object := wholeRead(w, p); object != "" {
				read = pulled{object, p.As}
				continue
			}
			if !read.swappedBy(w, p) {
				return pulled{}, false
			}
			read = pulled{}
		case engine.DoLoop:
			if _, ok := swaps(w, p.Then, pulled{}); !ok {
				return pulled{}, false
			}
			read = pulled{}
		case engine.DoIf:
			_, then := swaps(w, p.Then, read)
			_, other := swaps(w, p.Else, read)
			if !then || !other {
				return pulled{}, false
			}
			read = pulled{}
		case engine.DoBreak, engine.DoStop:
		default:
			return pulled{}, false
		}
	}
	return read, true
}

// wholeRead is the object that a plan's request reads, as one that names nothing else does; empty: it is another.
func wholeRead(w *engine.World, p *engine.PlanStep) (object string) {
	spec := w.Spec(p.Verb)
	if spec.Effect != engine.Reads || spec.Lists || spec.Prompt() || len(p.Args) != 1 || !plainWords(p.Words) ||
		len(engine.UsesOf(spec, p.Args, engine.Words{})) > 0 {
		return ""
	}
	return spec.About(p.Args).String()
}

// plainWords says whether a request has no word beside what it is called.
func plainWords(w engine.Words) bool {
	return w.Again == "" && w.From == "" && w.Fault == "" && w.Does == "" && w.On == "" && len(w.Choose) == 0
}

// swappedBy says whether a request replaces what was read with what is made from it, where its version is still the
// same: a version that comes again with the same content says less.
func (r pulled) swappedBy(w *engine.World, p *engine.PlanStep) bool {
	spec := w.Spec(p.Verb)
	object := spec.About(p.Args).String()
	if r.as == "" || spec.Effect != engine.Writes || spec.Prompt() || object != r.object || !plainWords(p.Words) {
		return false
	}
	guarded := false
	for _, u := range engine.UsesOf(spec, p.Args, p.Words) {
		if u.Name != r.as && u.Name != engine.RoundName {
			return false
		}
		guarded = guarded || u.As == engine.UsedGuard
	}
	return guarded && !slices.ContainsFunc(p.Args, func(a engine.Arg) bool {
		param, _ := spec.Param(a.Name)
		return param.Guard != "" && (!param.Version || param.Repeats)
	})
}

// swapped says whether the newest request went as such ones do: what it read it was shown; what it wrote was accepted
// while the version that it named stood, and replaced nothing that its writer had not been shown by the answer that it
// had that version from.
func (p *place) swapped() bool {
	w, g := p.stage.w, p.stage
	x := w.Exchange(w.Requests())
	if spec := w.Spec(x.Verb); spec.Effect == engine.Reads {
		return x.Answer.Accepted() && len(w.Flight()) == 0
	}
	if !x.Answer.Accepted() {
		return !p.standsFor(x)
	}
	read := w.Exchange(x.Guards)
	if !p.standsFor(x) || read == nil || !x.Compared.Of(x.Object) {
		return false
	}
	for _, d := range g.done[p.base:] {
		for _, e := range d.events {
			if e.Kind == engine.Decided && !replacesOnly(e, read) {
				return false
			}
		}
	}
	return true
}

// standsFor says whether the version that a request compares stood there in front of the step.
func (p *place) standsFor(x *engine.Exchange) bool {
	spec := p.stage.w.Spec(x.Verb)
	return slices.ContainsFunc(x.Resolved(), func(a engine.Arg) bool {
		param, _ := spec.Param(a.Name)
		t, ok := a.Value.Token()
		return ok && param.Version && t.N != 0 && !p.form.facts.over(t)
	})
}

// replacesOnly says whether all work of writers that an event replaced was shown by an answer.
func replacesOnly(e engine.Event, read *engine.Exchange) bool {
	return !slices.ContainsFunc(e.Changed, func(c engine.Change) bool {
		shown := func(p engine.Part) bool {
			return p.Object == c.Object && p.Name == c.Name && p.Mark.Event == c.Mark.Event && !isPiece(p)
		}
		return !c.Mark.IsZero() && c.Mark.By != engine.Seed && !slices.ContainsFunc(read.Shows, shown)
	})
}
