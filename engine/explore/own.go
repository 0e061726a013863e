package explore

import (
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// ownOf writes what is one writer's own: where it stands, and what it knows that may still matter.
func (s *search) ownOf(c *scribe, g *stage, i int) {
	a := s.actors[i]
	c.count(a.class)
	c.count(int(g.standing(i)))
	if g.ends(i) || s.budget.Faults > 0 || s.budget.Lates > 0 { // the next request may be the last, and never heard of
		c.plain(g.last(i))
	}
	if !s.rules.Swaps {
		c.count(form{facts: c}.numberOf(a.id))
	}
	c.count(g.at[i])
	x := g.w.Writer(a.id)
	for _, b := range x.Beliefs {
		c.text(b.Object.String())
		c.held(b.Token)
	}
	s.wishing(c, g, i)
	if g.finished(i) {
		return
	}
	open := s.mayBeAskedAgain(c, g, i)
	c.opened = map[uint64]int{}
	for _, y := range open {
		for _, arg := range y.Resolved() {
			c.opens(arg.Value)
		}
	}
	s.place(c, g, a)
	c.worked(a.id)
	s.uses(c, g, i)
	if s.guard != nil || s.instead != nil {
		s.guards(c, g, a.id)
	}
	c.section("open")
	for _, y := range open {
		c.request(y.Number)
		s.asked(c, g, y)
	}
	c.section("told")
	for _, t := range x.Told {
		_, field, _ := strings.Cut(t.Path, ".")
		c.plain(t.Path)
		c.value(g.w.Exchange(t.Request).Answer.Field(field))
	}
}

// worked writes which work a writer has done, and of which answer it said so last: of that to say so again harms
// nobody.
func (c *scribe) worked(id string) {
	c.section("worked")
	for _, d := range c.doings() {
		if slices.Contains(d.Doers, id) {
			c.text(d.Name)
			for _, said := range d.Said {
				if said.By == id {
					c.request(said.From)
				}
			}
		}
	}
}

// wishing writes how far the wishes over several requests are.
func (s *search) wishing(c *scribe, g *stage, i int) {
	p := g.planOf(i)
	if p == nil {
		return
	}
	for _, wish := range p.Wishes {
		c.plain(wish.Name)
		altered, changed, whole := false, false, true
		for n, request := range wish.Requests {
			x := g.w.Exchange(request)
			altered = altered || x.Altered
			changed = changed || x.Altered && g.changes(x.Verb)
			whole = whole && (n < wish.Before || !x.Heard.IsZero() && x.Answer.Accepted())
			c.flag(n < wish.Before || g.granted(request))
			if !g.w.Answerless(request) {
				c.request(request)
			}
		}
		c.flag(altered)
		c.flag(changed)
		c.flag(whole)
		c.flag(p.Sends(g.w, wish.Name, g.changes))
	}
}

// place is where a plan stands.
func (s *search) place(c *scribe, g *stage, a *actor) {
	p := g.w.PlanOf(a.id)
	if p == nil {
		return
	}
	c.number(int64(p.Print()))
	c.count(p.At)
	for _, n := range p.Round {
		c.count(n)
	}
	c.flag(p.Out)
	c.number(int64(p.Until))
	c.plain(p.Why)
	if p.Out {
		c.request(p.Last)
	}
	for _, t := range p.Tries {
		c.plain(t.Name)
		s.wish(c, g, g.w.Exchange(t.Request))
	}
}

// mayBeAskedAgain are the requests of a writer that were never answered and may be asked again.
func (s *search) mayBeAskedAgain(c *scribe, g *stage, i int) (list []*engine.Exchange) {
	for _, n := range g.w.Writer(s.actors[i].id).Open {
		if x := g.w.Exchange(n); !s.names(c, g, x, i) {
			list = append(list, x)
		}
	}
	return list
}

// names says whether a request that was never answered can never be asked again: it compares a version that is over,
// and its writer will name that no more.
func (s *search) names(c *scribe, g *stage, x *engine.Exchange, i int) bool {
	spec := g.w.Spec(x.Verb)
	for _, arg := range x.Resolved() {
		p, _ := spec.Param(arg.Name)
		if t, ok := arg.Value.Token(); ok && p.Version && !p.Ignored && c.over(t) && !s.mayName(g, i, t) {
			return true
		}
	}
	return false
}

// mayName says whether a writer may still send a token, as an answer has it that it may look at.
func (s *search) mayName(g *stage, i int, t engine.Token) bool {
	live, named := s.liveOf(g, i)
	return slices.ContainsFunc(live, func(u engine.Use) bool {
		x := named(u.Name)
		if x == nil || x.Heard.IsZero() {
			return false
		}
		own, ok := x.Answer.Reach(u.Field).Token()
		return ok && own == t
	})
}

// asked writes a request as it could be asked again, and what came of it: after a later try that was accepted the same
// words are no try of it.
func (s *search) asked(c *scribe, g *stage, x *engine.Exchange) {
	c.plain(x.Verb)
	c.args(x.Resolved())
	s.wish(c, g, x)
	c.flag(g.w.Granted(x))
}

// looking is what a writer may still look at of what it heard.
type looking struct {
	live    []engine.Use
	named   func(string) *engine.Exchange // what a name means to it
	parts   []seen                        // what it was shown, with the answers that count
	answers []int                         // all answers that count, in the order in which they were heard
	shown   []int                         // those of them whose parts count
	anew    []string                      // parts that its next request will show anew
}

// liveOf are the answers that a writer's next lines, or its plan, may look at, and what a name means there.
func (s *search) liveOf(g *stage, i int) (live []engine.Use, named func(string) *engine.Exchange) {
	a := s.actors[i]
	p := g.w.PlanOf(a.id)
	if p == nil || p.Ended() || g.at[i] < len(a.items) {
		return a.live[g.at[i]], g.w.Named
	}
	return p.Live(), func(name string) *engine.Exchange {
		at := slices.IndexFunc(p.Names, func(n engine.Naming) bool { return n.Name == name })
		if at < 0 {
			return nil
		}
		return g.w.Exchange(p.Names[at].Request)
	}
}

// lookingOf finds what a writer may still look at.
func (s *search) lookingOf(c *scribe, g *stage, i int) looking {
	a, l := s.actors[i], looking{}
	l.live, l.named = s.liveOf(g, i)
	l.parts, l.answers = s.newest(c, g, a.id, 1<<60)
	s.withoutAnew(c, g, i, &l)
	l.shown = slices.Clone(l.answers)
	add := func(n int) {
		if !slices.Contains(l.answers, n) {
			l.answers = append(l.answers, n)
		}
	}
	for _, u := range l.live {
		x := l.named(u.Name)
		switch {
		case x == nil, x.Heard.IsZero(), u.As == engine.UsedTest, u.As == engine.UsedLost, u.As == engine.UsedAgain:
		case !s.isOver(c, u, l.named):
			add(x.Number)
			l.shown = append(l.shown, x.Number)
		}
	}
	for _, v := range a.versions {
		if n := s.newestWith(g, a.id, v); n != 0 {
			add(n)
		}
	}
	slices.SortFunc(l.answers, func(a, b int) int { return g.w.Exchange(a).Heard.Event - g.w.Exchange(b).Heard.Event })
	return l
}

// uses writes what a writer may still look at of what it heard.
func (s *search) uses(c *scribe, g *stage, i int) {
	a := s.actors[i]
	live, named := s.liveOf(g, i)
	for _, u := range live {
		c.plain(u.Name)
		if x := named(u.Name); x != nil {
			s.use(c, g, x, u, named)
			continue
		}
		c.sign('-')
	}
	if s.rules.Swaps {
		return
	}
	if a.literals {
		s.refused(c, g, a.id)
	}
	l := s.lookingOf(c, g, i)
	c.section("heard")
	var rank numbering[int]
	for _, request := range l.answers {
		rank.add(request)
		if slices.Contains(l.shown, request) {
			c.shown(g.w.Exchange(request), a.id)
		}
	}
	c.parts(l.parts, &rank)
	for _, part := range l.anew {
		c.section("anew")
		c.plain(part)
	}
	for _, u := range l.live {
		if x := l.named(u.Name); x != nil {
			if n, ok := rank.of(x.Number); ok && !s.isOver(c, u, l.named) {
				c.count(n)
			}
		}
	}
	for _, v := range a.versions {
		if n := s.newestWith(g, a.id, v); n != 0 {
			c.plain(v.String())
			at, _ := rank.of(n)
			c.count(at)
		}
	}
}

// guards writes what guards are filled from: the newest answers about each object, and those that showed it.
func (s *search) guards(c *scribe, g *stage, by string) {
	_, list := s.newest(c, g, by, 1<<60)
	var about []engine.ObjectID
	for n := g.w.Writer(by).Newest; n > 0; n = g.w.Exchange(n).HeardBefore {
		if x := g.w.Exchange(n); !slices.Contains(about, x.Object) {
			about, list = append(about, x.Object), append(list, n)
		}
	}
	for _, n := range list {
		x := g.w.Exchange(n)
		c.text(x.Object.String())
		c.plain(x.Verb)
		s.answer(c, x, &x.Answer)
	}
}

// isOver says whether all that a use can lead to is a refusal, as its guard is a version that is over.
func (s *search) isOver(c *scribe, u engine.Use, named func(string) *engine.Exchange) bool {
	if !s.rules.Dead {
		return false
	}
	guards := strings.Fields(u.Under)
	if u.As == engine.UsedGuard {
		guards = []string{u.Name + "." + u.Field}
	}
	for _, path := range guards {
		name, field, _ := strings.Cut(path, ".")
		x := named(name)
		if x == nil || x.Heard.IsZero() {
			continue
		}
		if t, ok := x.Answer.Field(field).Token(); ok && c.over(t) {
			return true
		}
	}
	return false
}

// stands says whether content is the text of the object whose present version its guard compares: what all share says
// it, and once that version is over the content only leads to a refusal.
func (s *search) stands(c *scribe, v engine.Value, u engine.Use, named func(string) *engine.Exchange) bool {
	if !s.rules.Dead {
		return false
	}
	for path := range strings.FieldsSeq(u.Under) {
		name, field, _ := strings.Cut(path, ".")
		x := named(name)
		if x == nil || x.Heard.IsZero() {
			continue
		}
		t, ok := x.Answer.Field(field).Token()
		if text, one := c.texts[t.N]; ok && one && t.N != 0 && text == v.String() {
			return true
		}
	}
	return false
}

func (s *search) use(c *scribe, g *stage, x *engine.Exchange, u engine.Use, named func(string) *engine.Exchange) {
	switch {
	case x.Heard.IsZero():
		c.sign('?')
		c.flag(x.GaveUp.IsZero())
		c.request(x.Number)
		if u.As == engine.UsedAgain {
			s.wish(c, g, x)
		}
	case u.As == engine.UsedAgain:
		s.wish(c, g, x)
	case u.As == engine.UsedLost, u.As == engine.UsedFrom:
		c.sign('!')
	case s.isOver(c, u, named):
		c.sign('x')
		switch {
		case u.As == engine.UsedContent:
			c.plain(shapeOf(x.Answer.Reach(u.Field)))
		case u.As == engine.UsedGuard && len(c.opened) > 0:
			c.value(x.Answer.Reach(u.Field))
		}
	case u.As == engine.UsedTest:
		s.answer(c, x, &x.Answer)
	default:
		v := x.Answer.Reach(u.Field)
		if u.As == engine.UsedContent && s.stands(c, v, u, named) {
			c.sign('=')
			return
		}
		c.kept = u.As == engine.UsedContent || u.As == engine.UsedOther
		c.value(v)
		c.kept = false
	}
}

// shapeOf is of a value what decides whether a request can be made from it: whether it is there, a small number, a
// list, and how long it is.
func shapeOf(v engine.Value) string {
	n, number := v.Int()
	text := v.String()
	switch {
	case v.IsZero():
		return "-"
	case number && n >= 0 && n <= 20: // what is reckoned from such ones is not too large
		return "i"
	case number:
		return text
	case strings.HasPrefix(strings.TrimSpace(text), "["):
		return "l" + strconv.Itoa(len(text))
	}
	return "t" + strconv.Itoa(len(text))
}

// newestWith is the newest answer to a writer that had a value in one of its fields; 0 where none had.
func (s *search) newestWith(g *stage, by string, v engine.Value) int {
	for n := g.w.Writer(by).Newest; n > 0; n = g.w.Exchange(n).HeardBefore {
		for _, f := range g.w.Exchange(n).Answer.Fields {
			if f.Value.Equal(v) {
				return n
			}
		}
	}
	return 0
}

// refused writes the refusals whose text may be sent again as it was: that keeps what it was made from.
func (s *search) refused(c *scribe, g *stage, by string) {
	written := map[string]bool{}
	var now []int // the answers that count
	for n := int(g.w.Writer(by).Last); n > 0; n = g.w.Exchange(n).Before {
		x := g.w.Exchange(n)
		if x.Heard.IsZero() || x.Answer.Accepted() || len(x.Made) > 0 {
			continue
		}
		args := x.Resolved()
		words := []string{x.Object.String(), x.Verb}
		for _, a := range args {
			words = append(words, a.Name, a.Value.String())
		}
		if key := strings.Join(words, "\x00"); written[key] {
			continue
		} else {
			written[key] = true
		}
		if len(written) == 1 {
			_, now = s.newest(c, g, by, 1<<60)
		}
		c.section("refused")
		c.plain(x.Verb)
		c.args(args)
		c.flag(x.Blind())
		if h := g.w.Exchange(x.Base); h != nil {
			c.shown(h, by)
		}
		then := s.knowledge(c, g, by, x.AsOf) // whether a guard comes from a newer answer than these
		for _, n := range append(then, x.Base) {
			c.count(slices.Index(now, n))
		}
	}
}
