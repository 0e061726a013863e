package guards

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/explore"
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

// lockLines are the lines of hands as a plan that locks; those of a writer who locks nothing stay lines. What was sent
// again behind a loss or a refusal is sent again there only.
func (r *rewriting) lockLines(p explore.Program) []engine.Input {
	rest := slices.IndexFunc(p.Steps, func(in engine.Input) bool {
		switch in.(type) {
		case engine.Send, engine.Act:
			return false
		}
		return true
	})
	if rest < 0 {
		rest = len(p.Steps)
	}
	lines := p
	lines.Steps = p.Steps[:rest]
	steps, _ := lines.Planned()
	if len(steps) == 0 {
		return p.Steps
	}
	before := r.locks
	locked := r.withoutGuards(r.lockBlock(p.By, steps))
	if r.locks == before {
		return p.Steps
	}
	for _, in := range p.Steps[rest:] {
		switch in.(type) {
		case engine.Send, engine.Tell:
			r.why = fmt.Sprintf("%s tells others between the requests what was answered, which no plan does; the "+
				"guards of one order show it.", r.in.World.Writer(p.By).Title)
			return p.Steps
		}
	}
	if len(p.Beside) > 0 {
		r.notes = append(r.notes, note{text: fmt.Sprintf("Requests of %s that were under way at once go one behind "+
			"the other under it.", r.in.World.Writer(p.By).Title)})
	}
	return append([]engine.Input{engine.Plan{By: p.By, Steps: locked}}, p.Steps[rest:]...)
}

// withoutGuards are steps whose requests carry no guard but the locks of this rewriting. Where there was nothing to
// lock each keeps its own.
func (r *rewriting) withoutGuards(steps []engine.PlanStep) []engine.PlanStep {
	list := slices.Clone(steps)
	for i, s := range list {
		if s.Do == engine.DoSend && r.kind.replaces(r.in.World.ServiceOf(s.Verb)) && !r.ours[s.As] {
			spec := r.in.World.Spec(s.Verb)
			bare, only := r.in.World.ServiceOf(s.Verb).BareOf(spec, engine.Send{Verb: s.Verb, Args: s.Args})
			for _, a := range s.Args {
				if name, _, refers := a.Value.RefName(); refers && r.ours[name] && !only {
					bare.Args = engine.With(bare.Args, a.Name, a.Value)
				}
			}
			if !only {
				r.replaces(s.As, spec, bare.Verb)
				list[i].Verb, list[i].Args = bare.Verb, bare.Args
			}
		}
		list[i].Is = r.tests(s)
		list[i].Then = r.withoutGuards(s.Then)
		if !r.ours[s.Name] {
			list[i].Else = r.withoutGuards(s.Else)
		}
	}
	return list
}

// span is a writer's steps of a block under one lock: from its first read to its last change before it reads again.
type span struct {
	*engine.Locking
	key         string
	first       engine.PlanStep // the request whose first argument names what is locked
	last        engine.PlanStep
	from, to    int
	here, wrote bool // the first request stands in the block itself; something is changed
	endless     bool // what is done in it takes a lock without an end
}

// lockBlock puts locks around the steps of a block, and of the blocks within it.
func (r *rewriting) lockBlock(by string, steps []engine.PlanStep) []engine.PlanStep {
	spans := r.spans(by, steps)
	steps = slices.Clone(steps)
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
	for i, s := range steps { // what a lock of this block covers takes no second one, for which it would wait for ever
		covered := slices.ContainsFunc(spans, func(o *span) bool { return o.from <= i && i < o.end(steps) })
		if len(s.Then)+len(s.Else) > 0 && !covered {
			steps[i].Then, steps[i].Else = r.lockBlock(by, s.Then), r.lockBlock(by, s.Else)
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
		l := r.kind.of[r.in.World.ServiceOf(s.Verb)].Lock
		if !l.Locks(spec) {
			return
		}
		key := r.placeOf(l, by, spec, s)
		one := open[key]
		if one == nil || one.wrote && spec.Group == engine.GroupRead && one.to < at {
			one = &span{Locking: l, key: key, first: s, from: at, here: !deep}
			open[key] = one
			list = append(list, one)
		}
		if one.to = max(one.to, one.from); spec.Changes() {
			one.to, one.wrote, one.last = at, true, s
			one.endless = one.endless || slices.Contains(l.Endless, spec.Verb)
			source := l.Takes(spec, s.Args)
			if read := open[source.Kind+" "+source.Name]; read != nil && read != one {
				read.to, read.wrote, read.last = at, true, s
			}
		}
	}
	for at, s := range steps {
		visit(at, s, false)
	}
	return list
}

// placeOf is what a request of a plan locks: the object that it uses, through a handle the file that was opened.
func (r *rewriting) placeOf(l *engine.Locking, by string, spec *engine.OpSpec, s engine.PlanStep) string {
	in := engine.Send{Verb: s.Verb, Args: s.Args}
	if len(l.Within) > 0 {
		return l.Object + " " + l.Locked(target(spec, in)).String()
	}
	name, _, ok := target(spec, in).RefName()
	if !ok {
		return spec.Object + " " + spec.Target(s.Args)
	}
	for _, other := range r.sends {
		if opener := r.in.World.Spec(other.Verb); other.As == name && other.By == by {
			return opener.Object + " " + opener.Target(other.Args)
		}
	}
	return spec.Object + " " + name
}

// end is the place behind a span, and behind what is done there where no answer comes.
func (s *span) end(steps []engine.PlanStep) int {
	end := s.to + 1
	for end < len(steps) && steps[end].Do == engine.DoLost { // it stands directly behind its request
		end++
	}
	return end
}

// wrap puts a lock around a span of steps.
func (r *rewriting) wrap(by string, steps []engine.PlanStep, s *span) []engine.PlanStep {
	end := s.end(steps)
	within := steps[s.from:end]
	if slices.ContainsFunc(within, leaves) {
		if title := r.in.World.Writer(by).Title; !slices.Contains(r.keeps, title) {
			r.keeps = append(r.keeps, title)
		}
		r.why = fmt.Sprintf("By plan %s may stop, or leave a loop, while the lock is held: it would stay taken. "+
			"So no plan was rewritten for it.", strings.Join(r.keeps, " and "))
		return steps
	}
	r.locks++
	name := fmt.Sprintf("lock%d", r.locks)
	if r.ours == nil {
		r.ours = map[string]bool{}
	}
	r.ours[name] = true
	spec := r.in.World.Spec(s.first.Verb)
	named := s.Locked(target(spec, engine.Send{Verb: s.first.Verb, Args: s.first.Args}))
	take := r.aboutLock(s.Acquire, named, s.ArgsFor(s.endless))
	take.As = name
	give := r.aboutLock(s.Release, named, s.ReleaseArgs)
	inside := within
	if s.Named {
		give.Args = engine.With(give.Args, "lease", engine.Ref(name+".lease", false))
		inside = r.naming(by, within, s, name)
	}
	r.note(by, within, s)
	out := append(slices.Clone(steps[:s.from]), take)
	locked := r.givenBack(by, inside, give, s)
	if s.Named && !r.stands(s) { // there may be nothing to lock yet
		out = append(out, engine.PlanStep{Do: engine.DoIf, Name: name, Is: "lease", Then: locked, Else: within})
	} else {
		out = append(out, locked...)
	}
	return append(out, steps[end:]...)
}

// givenBack are steps with the lock given back behind them. A lease goes with what is deleted: behind a delete that was
// accepted there is none to give back, and a refusal of that would be nobody's but the rewriting's. A delete that was
// not sent, as a branch was not taken, has no answer, and the lock is given back.
func (r *rewriting) givenBack(by string, inside []engine.PlanStep, give engine.PlanStep,
	s *span) []engine.PlanStep {
	list, names := r.deletesCalled(by, inside, s, nil)
	for _, name := range names {
		give = engine.PlanStep{Do: engine.DoIf, Name: name, Is: deleted, Else: []engine.PlanStep{give}}
	}
	return append(list, give)
}

// deletesCalled are steps in which each delete of what a span locks has a name, and names with these, each once.
func (r *rewriting) deletesCalled(by string, steps []engine.PlanStep, s *span, names []string) (
	[]engine.PlanStep, []string) {
	list := slices.Clone(steps)
	for i, one := range list {
		list[i].Then, names = r.deletesCalled(by, one.Then, s, names)
		list[i].Else, names = r.deletesCalled(by, one.Else, s, names)
		if !r.endsWith(by, one, s) {
			continue
		}
		if one.As == "" {
			r.gone++
			list[i].As = fmt.Sprintf("gone%d", r.gone)
		}
		if !slices.Contains(names, list[i].As) {
			names = append(names, list[i].As)
		}
	}
	return list, names
}

// endsWith says whether a step deletes what a lease is of, so that this ends with it.
func (r *rewriting) endsWith(by string, step engine.PlanStep, s *span) bool {
	if !s.Named || step.Do != engine.DoSend {
		return false
	}
	spec := r.in.World.Spec(step.Verb)
	onlyBeside := slices.ContainsFunc(step.Args, func(a engine.Arg) bool { // the snapshots, and not what they are of
		return a.Name == "snapshot" || a.Name == "snapshots" && a.Value.String() == "only"
	})
	return !onlyBeside && spec.Group == engine.GroupDelete && spec.Object == s.Object &&
		r.placeOf(s.Locking, by, spec, step) == s.key
}

// deleted is how the services that know leases accept a delete.
const deleted = "202"

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
func (r *rewriting) naming(by string, steps []engine.PlanStep, s *span, lock string) (list []engine.PlanStep) {
	for _, one := range steps {
		if one.Do == engine.DoSend {
			spec := r.in.World.Spec(one.Verb)
			if spec.Changes() && spec.Object == s.Object && spec.Takes("lease") &&
				r.placeOf(s.Locking, by, spec, one) == s.key {
				one.Args = engine.With(one.Args, "lease", engine.Ref(lock+".lease", false))
			}
		}
		one.Then, one.Else = r.naming(by, one.Then, s, lock), r.naming(by, one.Else, s, lock)
		list = append(list, one)
	}
	return list
}

// begins says whether what is locked is there from the beginning on.
func (r *rewriting) begins(s *span) bool {
	for id := range r.in.World.Objects() {
		if id.Kind+" "+id.Name == s.key {
			return true
		}
	}
	return false
}

// stands says whether it is there all the time: nobody removes it.
func (r *rewriting) stands(s *span) bool {
	return r.begins(s) && !slices.ContainsFunc(r.sends, func(in engine.Send) bool {
		return r.in.World.Spec(in.Verb).Group == engine.GroupDelete
	})
}

// keepsUnlocked says whether a request has a guard of its own, which a lock stands in the place of where there is one.
func (r *rewriting) keepsUnlocked(s engine.PlanStep) bool {
	own := engine.Send{Verb: s.Verb, Args: s.Args}
	bare, only := r.in.World.ServiceOf(s.Verb).BareOf(r.in.World.Spec(s.Verb), own)
	return !only && !asksSame(bare, own)
}

// unless says where the lock of a span is given back, in words: a delete may end it. Empty: everywhere.
func (r *rewriting) unless(by string, within []engine.PlanStep, s *span) string {
	_, names := r.deletesCalled(by, within, s, nil)
	switch at := within[s.to-s.from]; {
	case len(names) == 0:
		return ""
	case len(names) == 1 && r.endsWith(by, at, s):
		return " where that was refused"
	case len(names) == 1 && r.endsWith(by, s.last, s):
		return " where that was refused or not sent"
	}
	return " where no delete was accepted"
}

// note says what a writer's plan does now.
func (r *rewriting) note(by string, within []engine.PlanStep, s *span) {
	how := fmt.Sprintf("(%s) before %s, and %s behind %s", s.Acquire, s.first.Verb, s.Release, s.last.Verb)
	how += r.unless(by, within, s)
	title := r.in.World.Writer(by).Title
	if r.takes[how] == nil {
		r.order = append(r.order, how)
	}
	if !slices.Contains(r.takes[how], title) {
		r.takes[how] = append(r.takes[how], title)
	}
	if !s.Named || r.stands(s) {
		return
	}
	text := fmt.Sprintf("Nobody waits for a lock of what is not there, for there is none (404): %s goes without it",
		s.last.Verb)
	if r.keepsUnlocked(s.last) {
		text += " and keeps its own guard, which it is not sent with under a lock"
	}
	if !r.begins(s) {
		text += ". Make it first"
	}
	r.announceOnce(text + ".")
}
