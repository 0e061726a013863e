package scenario

import (
	"slices"

	"interleave/engine/explore"
)

// stretch is what plays behind a question or a goal, up to the next one, to a comment, to a way back or to the end:
// what the choices say of answers, marks and states is looked at where it ends. Behind a goal it is the author's way
// there.
type stretch struct {
	of      *Statement // the ask or the goal; nil: none is open
	first   int        // its first outcome
	actions int
	done    bool   // the goal is reached
	but     string // or what stands against it
	before  bool   // and was so when it was asked for
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
		r.stretch.before = s.Goal != nil && s.Goal.Check != nil && s.Goal.Never == nil &&
			s.Goal.Check.isSo(r.file, r.t.World())
		return
	}
	open := &r.stretch
	if open.of == nil || open.of.Goal == nil || open.done || !s.acts() {
		return
	}
	if s.IsAction() {
		open.actions++
	}
	open.done, open.but = open.of.Goal.Reached(r.file, r.t.World(), r.since(r.whole()))
}

// whole is all that came of the stretch.
func (r *run) whole() (all Outcome) {
	all.Statement = r.stretch.of
	for _, o := range r.result.Outcomes[min(r.stretch.first, len(r.result.Outcomes)):] {
		all.Events, all.Marks = append(all.Events, o.Events...), append(all.Marks, o.Marks...)
	}
	return all
}

// since is what came of a stretch, for a goal.
func (r *run) since(all Outcome) Since {
	since := Since{Events: all.Events, Marks: slices.Concat(all.Marks...),
		All: func() (explore.Input, error) { return Did(r.t, r.t.Here()) }}
	if r.stretch.of.Goal.Never != nil {
		for _, n := range r.t.Path(r.t.Here()) {
			since.Branch = append(since.Branch, r.t.Events(n)...)
		}
	}
	return since
}

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
		since := r.since(all)
		since.Marks, since.Events = r.marks, since.Branch
		done, r.stretch.but = s.Goal.Reached(r.file, r.t.World(), since)
	}
	r.result.Goals = append(r.result.Goals, Reached{s, done, r.stretch.actions, r.stretch.before})
	if !done {
		found := "no such mark"
		switch {
		case r.stretch.but != "":
			found = r.stretch.but
		case s.Goal.Never != nil:
			found = "that no two writers change the same thing so"
		case s.Goal.Check != nil:
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
