package guards

import (
	"fmt"
	"slices"
	"strconv"

	"interleave/engine"
	"interleave/engine/explore"
)

// What hands typed looks at no answer: work stands behind a marker, and is done whether the marker was refused or not.
// Under ownText and ownID its writer stops there, unless what is there is its own.

// heeding is a plan that ends where a create was refused because something is there, of each that work stands right
// behind and that no step decides by; of is what those creates make, one for each.
func (r *rewriting) heeding(steps []engine.PlanStep) (list []engine.PlanStep, of []engine.ObjectID) {
	marker := -1 // the place in list of the create in front, while nothing but its loss is told behind it
	for _, s := range steps {
		switch {
		case s.Do == engine.DoSend && r.isMarker(steps, s) && (marker < 0 || !r.isWork(list[marker], s)):
			if s.As == "" {
				s.As = fmt.Sprintf("marker%d", len(list)+1)
			}
			marker = len(list)
		case marker >= 0 && (s.Do == engine.DoWork || r.isWork(list[marker], s)):
			of = append(of, r.target(list[marker]))
			list = append(list, r.stopsRefused(list[marker])...)
			marker = -1
		case s.Do != engine.DoLost || marker < 0 || s.Name != list[marker].As:
			marker = -1
		}
		list = append(list, s)
	}
	if len(of) == 0 {
		return steps, nil
	}
	return list, of
}

// isWork says whether a request is work behind a marker: it changes something else, and carries no guard as that does.
func (r *rewriting) isWork(marker, s engine.PlanStep) bool {
	bare := func(s engine.PlanStep) bool {
		return worksBare(r.in.World, engine.Send{Verb: s.Verb, Args: s.Args})
	}
	return s.Do == engine.DoSend && r.target(s) != r.target(marker) && bare(s) && !bare(marker)
}

// worksBare says whether a request writes or deletes without a guard.
func worksBare(w *engine.World, in engine.Send) bool {
	spec := w.Spec(in.Verb)
	bare, only := w.ServiceOf(in.Verb).BareOf(spec, in)
	return !only && spec.Changes() && (spec.Group == engine.GroupWrite || spec.Group == engine.GroupDelete) &&
		asksSame(bare, in)
}

// isMarker says whether a request makes a text that may be there already, under ownID a lease, and no step of its plan
// decides by that.
func (r *rewriting) isMarker(steps []engine.PlanStep, s engine.PlanStep) bool {
	_, _, marks := r.textOf("", s)
	if r.kind.ID == ownID.ID {
		marks = r.in.World.Spec(s.Verb).Effect == engine.AcquiresLease
	}
	decides := false
	eachStep(steps, func(o *engine.PlanStep) {
		decides = decides || (o.Do == engine.DoIf || o.Do == engine.DoBreak) && o.Name == s.As && s.As != ""
	})
	return marks && len(r.meets(s.Verb)) > 0 && !decides
}

// stopsRefused are the steps that end a plan where a create was refused because something is there.
func (r *rewriting) stopsRefused(create engine.PlanStep) (list []engine.PlanStep) {
	var told []string
	for _, f := range r.meets(create.Verb) {
		is := f.Code
		if !r.in.World.Spec(create.Verb).Prompt() {
			is = strconv.Itoa(f.Status)
		}
		if !slices.Contains(told, is) {
			told = append(told, is)
			list = append(list, engine.PlanStep{Do: engine.DoIf, Name: create.As, Is: is,
				Then: []engine.PlanStep{{Do: engine.DoStop}}})
		}
	}
	return list
}

// heeds says whether what hands typed is another plan where refusals are heeded.
func (r *rewriting) heeds(p explore.Program) bool {
	steps, others := p.Planned()
	_, of := r.heeding(steps)
	return others == 0 && len(of) > 0
}
