package guards

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/explore"
)

// rewriting makes what is searched of what the writers would do under a strategy. Requests keep their order; what a
// request compares is filled in when it is sent (explore.Input.Instead and Guard), all else is written into the plans.
type rewriting struct {
	kind  strategy
	until map[string]int64 // for how many seconds an answer is needed
	in    explore.Input
	sends []engine.Send // of all writers, before any program is rewritten
	notes []note
	takes map[string][]string // who takes which lock, in words, by what it does
	order []string            // of takes
	locks int
	gone  int             // how many deletes got a name
	ours  map[string]bool // the names of these locks
	why   string          // what cannot be rewritten, in a sentence
	keeps []string        // whose plans would keep a lock
	sent  *carried
	left  map[string]bool      // names of requests of hands that are left out
	works *workNames           // how work is called; nil: as the plans call it
	other map[string]replacing // by what the plan calls a request
}

// under is the input of a search under a strategy, with what was rewritten in sentences; why says why it cannot be
// searched. Whether a request carries the strategy's guard is known once it was searched.
func under(k strategy, in explore.Input, until map[string]int64, sent *carried) (out explore.Input, notes []string,
	why string) {
	if k.ID == asItIs.ID {
		return in, nil, ""
	}
	if of := textless(in); k.ID == ownText.ID && of != nil && !goesByReading(in) {
		return in, nil, fmt.Sprintf("%s is a %s: it has no text that could name who made it, and that a read would "+
			"show.", of.Name, of.Kind)
	}
	r := &rewriting{kind: k, until: until, in: in, takes: map[string][]string{},
		sent: sent, left: map[string]bool{}, other: map[string]replacing{}}
	r.prepare()
	if !k.Keeps && !r.isLock() {
		r.takeToLines()
	}
	r.callWorks()
	r.sends = sendsOf(r.in)
	programs := map[string]explore.Program{}
	for _, p := range r.in.Programs {
		programs[p.By] = p
		for _, in := range p.Steps { // before any program is rewritten: a name may have been told to others
			if in, ok := in.(engine.Send); ok && in.As != "" && r.leavesOut(in) {
				r.left[in.As] = true
			}
		}
	}
	r.in.Programs = nil
	for _, w := range r.in.World.Writers() {
		p := programs[w.ID]
		p.By = w.ID
		if p = r.program(p); len(p.Steps) > 0 {
			r.in.Programs = append(r.in.Programs, p)
		}
	}
	if r.why != "" {
		return in, nil, r.why
	}
	switch {
	case !r.isLock():
		r.in.Guard, r.in.Instead = r.otherwise(), r.instead()
	default:
		r.in.Waits = r.waits
	}
	if len(r.in.World.Flight()) > 0 {
		r.notes = append(r.notes, note{text: "What is under way already goes as it was sent."})
	}
	return r.in, r.sentences(), ""
}

// isLock says whether the strategy takes a lock before and gives it back behind.
func (r *rewriting) isLock() bool { return r.kind.locks() }

// locks says whether the strategy is a lock.
func (k strategy) locks() bool {
	for _, g := range k.of {
		if g.Lock != nil {
			return true
		}
	}
	return false
}

// prepare has done on the world what a strategy needs in front of the first request.
func (r *rewriting) prepare() {
	for _, service := range r.in.World.Services() {
		do := r.kind.of[service].Prepare
		if do == nil {
			continue
		}
		w := r.in.World.Clone()
		for _, input := range do(sendsOf(r.in)) {
			if _, err := w.Step(w.Record()+1, input); err == nil {
				r.in.Front = append(slices.Clone(r.in.Front), input)
			}
		}
		w.Freeze()
		r.in.World = w
	}
}

// takeToLines has those whose plans do nothing but send one request after the other send the same as lines: what a line
// compares in the place of its own guard is known when it is sent.
func (r *rewriting) takeToLines() {
	var list []explore.Program
	w := r.in.World.Clone()
	for _, writer := range w.Writers() {
		p := explore.Program{By: writer.ID}
		if at := slices.IndexFunc(r.in.Programs, func(o explore.Program) bool { return o.By == p.By }); at >= 0 {
			p = r.in.Programs[at]
		}
		plan := w.PlanOf(p.By)
		if plan != nil && !plan.Ended() && !plan.Out && plan.Last == 0 && len(p.Steps) == 0 {
			has := explore.Program{By: p.By, Steps: []engine.Input{engine.Plan{By: p.By, Steps: plan.Steps}}}
			away := engine.Plan{By: p.By}
			if lines := has.AsLines(); !slices.ContainsFunc(lines.Steps, isPlan) {
				if _, err := w.Step(w.Record()+1, away); err == nil {
					p, r.in.Front = lines, append(slices.Clone(r.in.Front), away)
				}
			}
		}
		if p = p.AsLines(); len(p.Steps) > 0 {
			list = append(list, p)
		}
	}
	w.Freeze()
	r.in.World, r.in.Programs = w, list
}

func isPlan(in engine.Input) bool { _, is := in.(engine.Plan); return is }

// program is what a writer does under the strategy: the lines of hands, and the plan that it has, where it has not
// begun yet.
func (r *rewriting) program(p explore.Program) explore.Program {
	if r.kind.ID == sendAgain.ID || r.kind.ID == watches.ID ||
		(r.kind.ID == ownText.ID || r.kind.ID == ownID.ID) && r.heeds(p) {
		p = linesAsPlan(p)
	}
	var steps []engine.Input
	for _, in := range p.Steps {
		switch in := in.(type) {
		case engine.Send:
			if r.leavesOut(in) {
				r.tell("The scenario's own locks are left out: %s.", in.Verb)
				continue
			}
			steps = append(steps, unnamed(r.in.World.Spec(in.Verb), in, r.left))
		case engine.Plan:
			in.Steps = r.plan(p.By, in.Steps)
			steps = append(steps, in)
		case engine.Tell:
			if name, _, _ := in.What.RefName(); !r.left[name] { // nobody can be told what is not answered
				steps = append(steps, in)
			}
		default:
			steps = append(steps, in)
		}
	}
	if plan := r.in.World.PlanOf(p.By); plan != nil && !plan.Ended() {
		if begun := plan.Out || plan.Last > 0; !begun {
			if was := plan.Steps; r.changes(p.By, was) {
				steps = append(steps, engine.Plan{By: p.By, Steps: r.plan(p.By, was)})
			}
		} else if r.changes(p.By, plan.Steps) {
			r.why = fmt.Sprintf("%s's plan is under way, and cannot be rewritten from the middle. The beginning of "+
				"the branch can be searched.", r.in.World.Writer(p.By).Title)
		}
	}
	if p.Steps = steps; r.isLock() {
		p.Steps = r.lockLines(p)
	} else {
		r.tellLines(p)
	}
	r.compiles(p)
	return p
}

// leavesOut says whether a request of hands is left out: it is nothing but a part of a lock.
func (r *rewriting) leavesOut(in engine.Send) bool {
	of := r.in.World.ServiceOf(in.Verb)
	_, only := of.BareOf(r.in.World.Spec(in.Verb), in)
	return only && r.kind.replaces(of)
}

// tellLines says of lines of hands, which get the strategy's guard when they are sent, what is said of a plan that does
// the same.
func (r *rewriting) tellLines(p explore.Program) {
	if steps, others := p.Planned(); others == 0 && !slices.ContainsFunc(p.Steps, isPlan) && !r.kind.Keeps {
		sent := r.sent
		r.sent = &carried{} // what they carry is known once they were sent
		r.bare(p.By, steps, r.hearing(), map[string]*engine.OpSpec{})
		r.sent = sent
	}
}

// hearing is what a plan will have heard in front of its first step.
func (r *rewriting) hearing() *planned {
	return &planned{until: r.until, world: r.in.World, steps: &[]engine.PlanStep{}}
}

// changes says whether the strategy writes a plan anew.
func (r *rewriting) changes(by string, steps []engine.PlanStep) bool {
	probe := *r
	probe.notes, probe.takes = slices.Clone(r.notes), map[string][]string{}
	probe.order = nil
	return fmt.Sprint(probe.plan(by, steps)) != fmt.Sprint(steps)
}

// compiles says why a plan that was written anew cannot be given to its writer.
func (r *rewriting) compiles(p explore.Program) {
	for _, in := range p.Steps {
		if plan, ok := in.(engine.Plan); ok && r.why == "" {
			w := r.in.World.Clone()
			if _, err := w.Step(w.Record()+1, plan); err != nil {
				r.why = fmt.Sprintf("%s's plan cannot be written so: %v.", w.Writer(p.By).Title, err)
			}
		}
	}
}

// plan is a plan under the strategy.
func (r *rewriting) plan(by string, steps []engine.PlanStep) []engine.PlanStep {
	switch r.kind.ID {
	case ownText.ID:
		return r.ownTexts(by, steps)
	case ownID.ID:
		return r.ownIDs(by, steps)
	case sendAgain.ID:
		return r.triesAtOnce(steps)
	case watches.ID:
		return r.watchedSteps(by, steps)
	}
	if r.works != nil {
		steps = r.works.plan(by, steps)
	}
	dropped := map[string]*engine.OpSpec{}
	r.other = map[string]replacing{}
	steps = r.bare(by, steps, r.hearing(), dropped)
	if r.isLock() {
		steps = r.withoutGuards(r.lockBlock(by, steps))
	}
	return steps
}

// bare are the steps of a block with the operations that the strategy wants, without locks of the plan's own and what
// decides by these.
func (r *rewriting) bare(by string, steps []engine.PlanStep, heard *planned, dropped map[string]*engine.OpSpec) (
	list []engine.PlanStep) {
	for at, s := range steps {
		switch {
		case s.Do == engine.DoSend:
			now, only := r.request(by, s, heard, dropped)
			if only {
				dropped[s.As] = r.in.World.Spec(s.Verb)
				r.tell("The scenario's own locks are left out: %s.", s.Verb)
				continue
			}
			if read := r.mayShowNothing(s, now, heard); read != "" {
				return append(list, r.whereShown(by, read, steps[at:], heard, dropped)...)
			}
			heard.add(now)
			list = append(list, now)
			continue
		case dropped[s.Name] != nil && (s.Do == engine.DoBreak || s.Do == engine.DoLost):
			continue
		case dropped[s.Name] != nil && s.Do == engine.DoIf: // who asks for no lock is not refused one
			then := s.Else
			if isOfSuccess(dropped[s.Name], s.Is) {
				then = s.Then
			}
			list = append(list, r.bare(by, then, heard, dropped)...)
			continue
		}
		s.Is = r.tests(s)
		sent, front := sendsAny(s), len(*heard.steps)
		s.Then = r.bare(by, s.Then, heard.within(s, true), dropped)
		heard.forget(s, front)
		s.Else = r.bare(by, s.Else, heard.within(s, false), dropped)
		heard.forget(s, front)
		if sent && s.Do == engine.DoLoop && !sendsAny(s) {
			continue // it did nothing but try for the lock
		}
		list = append(list, s)
	}
	return list
}

// isOfSuccess says whether a test of an answer is met where the operation succeeds: by its status, or by what such an
// answer holds.
func isOfSuccess(spec *engine.OpSpec, is string) bool {
	if n, err := strconv.Atoi(is); err == nil && (!spec.Prompt() || slices.Contains(spec.OK, n)) {
		return slices.Contains(spec.OK, n)
	}
	refused := slices.ContainsFunc(spec.Refuses, func(r *engine.Rule) bool {
		return r.Fault.Code == is || r.Fault.Also != "" && r.Fault.Also == is
	})
	_, status := engine.NTStatus(is)
	return !refused && is != "nil" && (!status || is == engine.Success)
}

// replacing is an operation that stands in the place of another.
type replacing struct{ was, now *engine.OpSpec }

// replaces notes which operation stands in the place of another, under the name that the plan has for its request.
func (r *rewriting) replaces(name string, was *engine.OpSpec, verb string) {
	if name != "" && was.Verb != verb {
		r.other[name] = replacing{was, r.in.World.Spec(verb)}
	}
}

// tests is what a step asks of an answer, in the words of the operation whose answer it is now.
func (r *rewriting) tests(s engine.PlanStep) string {
	at, ok := r.other[s.Name]
	if !ok || s.Is == "" {
		return s.Is
	}
	return r.in.World.ServiceOf(at.was.Verb).InPlaceOf(s.Is, at.was, at.now)
}

// sendsAny says whether a step or one within it is a request.
func sendsAny(s engine.PlanStep) bool {
	return s.Do == engine.DoSend || slices.ContainsFunc(s.Then, sendsAny) || slices.ContainsFunc(s.Else, sendsAny)
}

// request is a request of a plan with the operation that the strategy wants; only says that it is nothing but a part of
// a lock. What it compares is filled in when it is sent, unless another operation does the comparing.
func (r *rewriting) request(by string, s engine.PlanStep, heard *planned, dropped map[string]*engine.OpSpec) (
	now engine.PlanStep, only bool) {
	spec, of := r.in.World.Spec(s.Verb), r.in.World.ServiceOf(s.Verb)
	if !r.kind.replaces(of) {
		return s, false
	}
	bare, only := r.kind.bareOf(of, spec, engine.Send{By: by, Verb: s.Verb, Args: s.Args, As: s.As})
	if only {
		return s, true
	}
	s.Args = slices.DeleteFunc(slices.Clone(s.Args), func(a engine.Arg) bool {
		name, _, _ := a.Value.RefName()
		p, _ := spec.Param(a.Name)
		return dropped[name] != nil && p.Guards()
	})
	guard := r.kind.of[of].Guard
	switch {
	case r.isLock(): // what goes under a lock loses its guards once it is known what does
		return s, false
	case guard != nil:
		own := engine.Send{By: by, Verb: s.Verb, Args: s.Args, As: s.As}
		var note string
		if bare, note = r.kind.instead(of, spec, own, guard, heard, &carried{}); note != "" && bare.Verb != s.Verb {
			r.tell(note, inShort(spec, s.Args))
		}
	case r.kind.ID == creates.ID && spec.Takes("if-none-match"):
		bare, _ = creating(spec, bare, heard)
	case r.kind.ID != none.ID:
		return s, false
	}
	if bare.Verb != s.Verb || guard == nil { // else what it compares is filled in when it is sent
		r.replaces(s.As, spec, bare.Verb)
		s.Verb, s.Args = bare.Verb, bare.Args
		if r.kind.ID != none.ID && guard != nil {
			r.sent.guard.Store(true)
		}
	}
	return s, false
}

// otherwise gives a request that was sent the strategy's guard in the place of its own, as arguments to be changed.
func (r *rewriting) otherwise() func(*engine.World, *engine.Exchange) []engine.Arg {
	return func(w *engine.World, x *engine.Exchange) (changes []engine.Arg) {
		g := &run{kind: r.kind, w: w, until: r.until, sent: r.sent}
		was := x.Asked()
		now, _ := g.guarded(w.Spec(x.Verb), was)
		if now.Verb != was.Verb {
			return nil
		}
		for _, a := range was.Args {
			if !slices.ContainsFunc(now.Args, func(o engine.Arg) bool { return o.Name == a.Name }) {
				changes = append(changes, engine.Arg{Name: a.Name})
			}
		}
		for _, a := range now.Args {
			same := func(o engine.Arg) bool { return o.Name == a.Name && o.Value.String() == a.Value.String() }
			if !slices.ContainsFunc(was.Args, same) {
				changes = append(changes, a)
			}
		}
		return changes
	}
}

// instead gives a line that hands typed the strategy's guard in the place of its own.
func (r *rewriting) instead() func(*engine.World, engine.Send) engine.Send {
	return func(w *engine.World, in engine.Send) engine.Send {
		g := &run{kind: r.kind, w: w, until: r.until, sent: r.sent}
		now, _ := g.guarded(w.Spec(in.Verb), in)
		return now
	}
}

// inShort is an operation as a note names it, a line with its key: a plan may have several.
func inShort(spec *engine.OpSpec, args []engine.Arg) string {
	if spec.Prompt() {
		return strings.TrimSpace(spec.Verb + " " + spec.Target(args))
	}
	return spec.Verb
}

// tell notes once what is said of an operation.
func (r *rewriting) tell(text, verb string) {
	at := slices.IndexFunc(r.notes, func(n note) bool { return n.text == text })
	if at < 0 {
		at, r.notes = len(r.notes), append(r.notes, note{text: text})
	}
	if !slices.Contains(r.notes[at].about, verb) {
		r.notes[at].about = append(r.notes[at].about, verb)
	}
}

// sentences are what was rewritten, and how.
func (r *rewriting) sentences() (list []string) {
	for _, how := range r.order {
		list = append(list, fmt.Sprintf("The plans were rewritten: %s %s. Whoever finds it taken waits.",
			strings.Join(r.takes[how], " and "), how))
	}
	if without := r.withoutLock(); len(r.order) > 0 && len(without) > 0 {
		list = append(list, "Without a lock, and without waiting for one: "+strings.Join(without, ", ")+".")
	}
	for _, n := range r.notes {
		if len(n.about) == 0 {
			list = append(list, n.text)
			continue
		}
		list = append(list, n.String())
	}
	return list
}

// withoutLock are the writers, as people call them, who change something of a service whose requests the strategy
// locks, and take no lock.
func (r *rewriting) withoutLock() (list []string) {
	for _, in := range r.sends {
		spec, title := r.in.World.Spec(in.Verb), in.By
		if w := r.in.World.Writer(in.By); w != nil {
			title = w.Title
		}
		locks := slices.ContainsFunc(r.order, func(how string) bool {
			return slices.Contains(r.takes[how], title)
		})
		lockable := r.kind.of[r.in.World.ServiceOf(in.Verb)].Lock != nil
		if !locks && spec.Changes() && spec.Group != engine.GroupLease && lockable && !slices.Contains(list, title) {
			list = append(list, title)
		}
	}
	return list
}
