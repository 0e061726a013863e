package scenario

import (
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
)

// stretch is what plays behind a question or a goal, up to the next one, to a comment, to a way back or to the end:
// what the choices say of answers, marks and states is looked at where it ends. Behind a goal it is the author's way
// there.
type stretch struct {
	of      *Statement // the ask or the goal; nil: none is open
	first   int        // its first outcome
	actions int
	done    bool // the goal is reached
	before  bool // and was so when it was asked for
}

// endsStretch says whether a statement ends what plays behind a question or a goal.
func (s *Statement) endsStretch() bool {
	return s.Kind == Ask || s.Kind == Goal || s.Kind == Back || s.Comment() != "" && !s.IsUnderQuestion()
}

// IsAction says whether a statement counts towards a goal: it puts something into the world, and not only time.
func (s *Statement) IsAction() bool { return s.acts() && s.Kind != Clock }

func (s *Statement) acts() bool { return len(s.Inputs) > 0 || s.Walks() }

// inStretch counts the actions towards a goal, and begins a stretch.
func (r *run) inStretch(s *Statement) {
	if s.Kind == Ask || s.Kind == Goal {
		r.stretch = stretch{of: s, first: len(r.result.Outcomes)}
		r.stretch.before = s.Goal != nil && s.Goal.Check != nil && s.Goal.Reached(r.file, r.t.World(), nil)
		return
	}
	open := &r.stretch
	if open.of == nil || open.of.Goal == nil || open.done || !s.acts() {
		return
	}
	if s.IsAction() {
		open.actions++
	}
	open.done = open.of.Goal.Reached(r.file, r.t.World(), r.whole().marks())
}

// whole is all that came of the stretch.
func (r *run) whole() (all Outcome) {
	all.Statement = r.stretch.of
	for _, o := range r.result.Outcomes[min(r.stretch.first, len(r.result.Outcomes)):] {
		all.Events, all.Marks = append(all.Events, o.Events...), append(all.Marks, o.Marks...)
	}
	return all
}

func (o Outcome) marks() []conflict.Finding { return slices.Concat(o.Marks...) }

// endStretch looks at what the choices of a question say, or whether a goal is reached.
func (r *run) endStretch() {
	s := r.stretch.of
	if s == nil {
		return
	}
	all := r.whole()
	switch {
	case s.Goal != nil:
		r.endGoal(s, all)
	default:
		r.outcome = &all
		for _, o := range r.file.Statements[slices.Index(r.file.Statements, s)+1:] {
			if !o.IsUnderQuestion() {
				break
			}
			r.option(o)
		}
	}
	r.stretch = stretch{}
}

func (r *run) endGoal(s *Statement, all Outcome) {
	done := r.stretch.done
	if len(all.Events) == 0 { // it stands behind what it is about
		done = s.Goal.Reached(r.file, r.t.World(), r.marks)
	}
	r.result.Goals = append(r.result.Goals, Reached{s, done, r.stretch.actions, r.stretch.before})
	if !done {
		found := "no such mark"
		if s.Goal.Check != nil {
			found = "it is not so"
		}
		r.fail(s.Line, "the goal "+s.Goal.String(), found, edit{})
	}
}

// option holds a right choice to all that stands below it, and any other to not all of that being so.
func (r *run) option(s *Statement) {
	first := len(r.result.Failures)
	for _, e := range s.Expect {
		r.expect(e)
	}
	failed := slices.Clone(r.result.Failures[first:])
	r.result.Failures = r.result.Failures[:first]
	switch {
	case s.Kind == Right:
		for _, f := range failed {
			r.fail(f.Line, "the right answer to be so: "+f.Wanted, f.Found, edit{})
		}
	case len(s.Expect) > 0 && len(failed) == 0:
		r.fail(s.Line, "a choice that is wrong: "+s.Text, "that it is so", edit{})
	}
}

// Reached says whether a goal is reached in a world, with the marks that came since it was asked for.
func (a *Aim) Reached(f *File, w *engine.World, since []conflict.Finding) bool {
	seen := func(m *Mark) bool { return slices.ContainsFunc(since, m.is) }
	switch {
	case a.Without != nil && seen(a.Without):
		return false
	case a.Mark != nil:
		return seen(a.Mark)
	}
	r := &run{file: f, elsewhere: w}
	r.state(a.Check, 0)
	return len(r.result.Failures) == 0
}
