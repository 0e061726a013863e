package explore

import (
	"slices"

	"interleave/engine"
)

// What a writer knew of an object does not count any more where its next request reads all of that object: what it
// knows then is what the answer shows, nothing else of it is asked for in between, and no mark hangs on what a whole
// read's sender knew. That a read shows all of it is no rule that stands here: each such step is carried out once by
// the engine, and where one does not show what was taken for known anew the search begins again without this.

// rereads says whether a search may take it so: an answer that is lost leaves its writer with what it knew.
func (s *search) rereads(in Input) bool {
	b := s.budget
	return s.rules.Dead && b.Faults+b.Copies+b.Lates+b.Jumps+b.Stops+b.Samples == 0 && !b.Bounded && in.Guard == nil &&
		in.Instead == nil && in.Waits == nil && !s.connects && !s.amid
}

// again begins anew without what was taken wrongly to be read again, or for compare-and-swaps.
func (s *search) again() {
	rules, each, in := s.rules, s.each, s.in
	rules.Reread, rules.Swaps, in.Rules = !s.misread, false, &rules
	*s = *newSearch(in, s.budget, s.tick)
	s.root.s, s.each, s.ahead = s, each, map[work]carried{}
	s.run()
}

// anew is the object of which a writer knows only what its next request, which reads it, will show; empty: none.
func (s *search) anew(wishes []int, g *stage, i int) string {
	a := s.actors[i]
	if !s.rules.Reread || a.literals || len(a.versions) > 0 || g.at[i] < len(a.items) || g.standing(i) != ready ||
		len(g.w.Flight()) > 0 || len(wishes) > 0 || len(g.w.Writer(a.id).Open) > 0 {
		return ""
	}
	p := g.w.PlanOf(a.id)
	if p == nil || p.Next() == nil {
		return ""
	}
	return wholeRead(g.w, p.Next())
}

// withoutAnew leaves away what is about to be known anew, with its names: the request will have to show as much.
func (s *search) withoutAnew(c *scribe, g *stage, i int, l *looking) {
	object := s.anew(c.wishes, g, i)
	if object == "" {
		return
	}
	var kept []seen
	for _, p := range l.parts {
		if p.object == object && s.isWhole(g, p) {
			l.anew = append(l.anew, p.part)
		} else {
			kept = append(kept, p)
		}
	}
	if l.anew == nil {
		return
	}
	l.parts = kept
	l.answers = slices.DeleteFunc(l.answers, func(n int) bool {
		return !slices.ContainsFunc(kept, func(p seen) bool { return slices.Contains(p.requests, n) })
	})
}

// isWhole says whether no answer showed a piece of a part.
func (s *search) isWhole(g *stage, p seen) bool {
	return !slices.ContainsFunc(p.requests, func(n int) bool {
		return slices.ContainsFunc(g.w.Exchange(n).Shows, func(s engine.Part) bool {
			return s.Name == p.part && isPiece(s)
		})
	})
}

// expected are the parts that the next request of a writer is taken to show; none: nothing of it is.
func (p *place) expected(actor int) (object string, parts []string) {
	c, l := p.form.facts, looking{}
	if !p.rules.Reread || p.rules.Swaps || actor < 0 { // swapped asks for more
		return "", nil
	}
	l.parts, l.answers = p.newest(c, p.stage, p.actors[actor].id, 1<<60)
	p.withoutAnew(c, p.stage, actor, &l)
	return p.anew(c.wishes, p.stage, actor), l.anew
}

// shows says whether the newest request showed all of some parts, was accepted, and left nothing under way.
func (g *stage) shows(object string, parts []string) bool {
	x := g.w.Exchange(g.w.Requests())
	return x.Answer.Accepted() && !x.Heard.IsZero() && len(g.w.Flight()) == 0 &&
		!slices.ContainsFunc(parts, func(part string) bool {
			return !slices.ContainsFunc(x.Shows, func(s engine.Part) bool {
				return s.Object.String() == object && s.Name == part && !isPiece(s)
			})
		})
}

// wrong says whether what the search went by did not hold.
func (s *search) wrong() bool { return s.misread || s.missed }
