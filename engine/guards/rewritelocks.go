package guards

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// waits says whether a refused request for a lock is held back: another has it.
func (r *rewriting) waits(w *engine.World, x *engine.Exchange) bool {
	if x == nil || x.Answer.Why == nil {
		return false
	}
	for _, g := range r.kind.of {
		if g.Lock != nil && g.Lock.Acquire == x.Verb {
			return isTaken(x.Answer.Why.Rule.Kind)
		}
	}
	return false
}

// isTaken says whether a refusal means that somebody else has the lock.
func isTaken(kind engine.Trouble) bool { return kind == engine.IsLeased || kind == engine.SharedFile }

// lockLines are the lines of hands as a plan that locks; those of a writer who locks nothing stay lines.
func (r *rewriting) lockLines(by string, items []engine.Input, givesUp bool) []engine.Input {
	var steps []engine.PlanStep
	rest := len(items)
	for i, in := range items {
		if work, ok := in.(engine.Act); ok {
			steps = append(steps, work.Step())
			continue
		}
		send, ok := in.(engine.Send)
		if !ok {
			rest = i
			break
		}
		bare, _ := r.of[send.Verb].BareOf(r.in.World.Spec(send.Verb), send)
		steps = append(steps, engine.PlanStep{Do: engine.DoSend, Verb: bare.Verb, Args: bare.Args, Words: send.Words,
			As: send.As})
		if givesUp && send.As != "" {
			steps = append(steps, engine.PlanStep{Do: engine.DoLost, Name: send.As})
		}
	}
	if len(steps) == 0 {
		return items
	}
	before := r.locks
	locked := r.lockBlock(by, steps)
	if r.locks == before {
		return items
	}
	for _, in := range items[rest:] {
		switch in.(type) {
		case engine.Send, engine.Tell:
			r.why = fmt.Sprintf("%s tells others between the requests what was answered, which no plan does; the "+
				"guards of one order show it.", r.in.World.Writer(by).Title)
			return items
		}
	}
	return append([]engine.Input{engine.Plan{By: by, Steps: locked}}, items[rest:]...)
}

// span is a writer's steps of a block under one lock: from its first read to its last change before it reads again.
type span struct {
	*engine.Locking
	key         string
	first       engine.PlanStep // the request whose first argument names what is locked
	last        engine.PlanStep
	from, to    int
	here, wrote bool // the first request stands in the block itself; something is changed
}

// lockBlock puts locks around the steps of a block, and of the blocks within it.
func (r *rewriting) lockBlock(by string, steps []engine.PlanStep) []engine.PlanStep {
	spans := r.spans(by, steps)
	steps = slices.Clone(steps)
	for i, s := range steps {
		if len(s.Then)+len(s.Else) > 0 {
			steps[i].Then, steps[i].Else = r.lockBlock(by, s.Then), r.lockBlock(by, s.Else)
		}
	}
	spans = slices.DeleteFunc(spans, func(s *span) bool { // what lies within one block is locked there
		return !s.wrote || s.from == s.to && steps[s.from].Do != engine.DoSend
	})
	for changed := true; changed; {
		changed = false
		for _, a := range spans {
			for _, b := range spans {
				if a.from < b.from && b.from <= a.to && a.to < b.to { // the one taken first is given back last
					a.to, changed = b.to, true
				}
			}
		}
	}
	slices.SortStableFunc(spans, func(a, b *span) int { // the inner ones first, the later ones first
		if a.from != b.from {
			return b.from - a.from
		}
		return a.to - b.to
	})
	for n, s := range spans {
		grown := len(steps)
		steps = r.wrap(by, steps, s)
		for _, outer := range spans[n+1:] {
			if outer.to >= s.to {
				outer.to += len(steps) - grown
			}
		}
	}
	return steps
}

// spans are the locks that a block needs.
func (r *rewriting) spans(by string, steps []engine.PlanStep) (list []*span) {
	open := map[string]*span{}
	var visit func(at int, s engine.PlanStep, deep bool)
	visit = func(at int, s engine.PlanStep, deep bool) {
		for _, in := range slices.Concat(s.Then, s.Else) {
			visit(at, in, true)
		}
		if s.Do != engine.DoSend {
			return
		}
		spec := r.in.World.Spec(s.Verb)
		l := r.kind.of[r.of[s.Verb]].Lock
		if l == nil || spec.Object != l.Object || spec.Group != engine.GroupRead && !spec.Changes() {
			return
		}
		key := r.placeOf(spec, s)
		one := open[key]
		if one == nil || one.wrote && spec.Group == engine.GroupRead && one.to < at {
			one = &span{Locking: l, key: key, first: s, from: at, here: !deep}
			open[key] = one
			list = append(list, one)
		}
		if one.to = max(one.to, one.from); spec.Changes() {
			one.to, one.wrote, one.last = at, true, s
		}
	}
	for at, s := range steps {
		visit(at, s, false)
	}
	return list
}

// placeOf is the object that a request of a plan uses: through a handle the file that was opened.
func (r *rewriting) placeOf(spec *engine.OpSpec, s engine.PlanStep) string {
	in := engine.Send{Verb: s.Verb, Args: s.Args}
	name, _, ok := target(spec, in).RefName()
	if !ok {
		return spec.Object + " " + spec.Target(s.Args)
	}
	for _, other := range sendsOf(r.in) {
		if opener := r.in.World.Spec(other.Verb); other.As == name {
			return opener.Object + " " + opener.Target(other.Args)
		}
	}
	return spec.Object + " " + name
}

// wrap puts a lock around a span of steps.
func (r *rewriting) wrap(by string, steps []engine.PlanStep, s *span) []engine.PlanStep {
	end := s.to + 1
	for end < len(steps) && steps[end].Do == engine.DoLost { // it stands directly behind its request
		end++
	}
	within := steps[s.from:end]
	if slices.ContainsFunc(within, leaves) {
		r.why = fmt.Sprintf("%s's plan leaves the block between the read and the write, and would keep the lock.",
			r.in.World.Writer(by).Title)
		return steps
	}
	r.locks++
	name := fmt.Sprintf("lock%d", r.locks)
	spec := r.in.World.Spec(s.first.Verb)
	named := target(spec, engine.Send{Verb: s.first.Verb, Args: s.first.Args})
	take := r.aboutLock(s.Acquire, named, s.AcquireArgs)
	take.As = name
	give := r.aboutLock(s.Release, named, s.ReleaseArgs)
	inside := within
	if s.Named {
		give.Args = engine.With(give.Args, "lease", engine.Ref(name+".lease", false))
		inside = r.naming(within, s, name)
	}
	r.note(by, s)
	out := append(slices.Clone(steps[:s.from]), take)
	locked := append(slices.Clone(inside), give)
	if s.Named && !r.stands(s) { // there may be nothing to lock yet
		out = append(out, engine.PlanStep{Do: engine.DoIf, Name: name, Is: "lease", Then: locked, Else: within})
	} else {
		out = append(out, locked...)
	}
	return append(out, steps[end:]...)
}

// leaves says whether a step may go on somewhere else than behind it.
func leaves(s engine.PlanStep) bool {
	switch s.Do {
	case engine.DoBreak, engine.DoStop:
		return true
	case engine.DoLoop:
		return slices.ContainsFunc(s.Then, stops)
	}
	return slices.ContainsFunc(s.Then, leaves) || slices.ContainsFunc(s.Else, leaves)
}

// stops says whether a step, or one within it, ends the plan.
func stops(s engine.PlanStep) bool {
	return s.Do == engine.DoStop || slices.ContainsFunc(s.Then, stops) || slices.ContainsFunc(s.Else, stops)
}

func (r *rewriting) aboutLock(verb string, named engine.Value, args []engine.Arg) engine.PlanStep {
	first := engine.Arg{Name: r.in.World.Spec(verb).Params()[0].Name, Value: named}
	return engine.PlanStep{Do: engine.DoSend, Verb: verb, Args: append([]engine.Arg{first}, args...)}
}

// naming are steps whose changes of a span's object name its lock.
func (r *rewriting) naming(steps []engine.PlanStep, s *span, lock string) (list []engine.PlanStep) {
	for _, one := range steps {
		if one.Do == engine.DoSend {
			spec := r.in.World.Spec(one.Verb)
			if spec.Changes() && spec.Takes("lease") && r.placeOf(spec, one) == s.key {
				one.Args = engine.With(one.Args, "lease", engine.Ref(lock+".lease", false))
			}
		}
		one.Then, one.Else = r.naming(one.Then, s, lock), r.naming(one.Else, s, lock)
		list = append(list, one)
	}
	return list
}

// stands says whether what is locked is there from the beginning on, and nobody removes it.
func (r *rewriting) stands(s *span) bool {
	found := false
	for id := range r.in.World.Objects() {
		found = found || id.Kind+" "+id.Name == s.key
	}
	return found && !slices.ContainsFunc(sendsOf(r.in), func(in engine.Send) bool {
		return r.in.World.Spec(in.Verb).Group == engine.GroupDelete
	})
}

// note says what a writer's plan does now.
func (r *rewriting) note(by string, s *span) {
	how := fmt.Sprintf("(%s) before %s, and %s behind %s", s.Acquire, s.first.Verb, s.Release, s.last.Verb)
	title := r.in.World.Writer(by).Title
	if r.takes[how] == nil {
		r.order = append(r.order, how)
	}
	if !slices.Contains(r.takes[how], title) {
		r.takes[how] = append(r.takes[how], title)
	}
}
