package explore

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// form is a moment as bytes: what all share, and what is each writer's own, in the order of the writers. Moments with
// the same bytes go on alike, with the same answers and the same marks.
type form struct {
	shared []byte
	own    [][]byte
	facts  *scribe // the numbers behind the places in shared

	requests int // that were sent
}

func (s *search) formOf(g *stage) form {
	f := s.sharedForm(g)
	for i := range s.actors {
		own, _ := s.ownForm(f, g, i)
		f.own = append(f.own, own)
	}
	return f
}

// sharedForm is formOf without what is each writer's own.
func (s *search) sharedForm(g *stage) form {
	c := newScribe(g.w, s.drafts)
	c.dead, c.alike = s.rules.Dead && !s.connects, s.rules.Swaps
	s.records(c, g)
	s.requestsOf(c, g) // what is asked of a mark goes in front of who was shown it, and is asked
	s.doings(c, g)
	s.wishes(c, g)
	s.flights(c, g)
	s.requestsOf(c, g)
	s.arrivals(c, g)
	s.silent(c, g)
	if s.ranksAll {
		c.ranks(c.events.list)
	}
	f := form{shared: c.buf, facts: c}
	if !s.rules.Tokens { // each history is its own
		f.shared = fmt.Appendf(f.shared, " %v", c.tokens.list)
	}
	c.holding = true
	return f
}

// silent writes which of the writers that were mentioned answer nothing that a service asks them: what another's
// request comes to depends on it, as where it breaks an oplock.
func (s *search) silent(c *scribe, g *stage) {
	if !s.someSilent {
		return
	}
	c.section("silent")
	for _, id := range c.writers.list {
		c.flag(isSilent(g.w, id))
	}
}

func isSilent(w *engine.World, id string) bool { return w.Setting(id+".responsive") == "off" }

// leftAs is what all share behind a step that left it as it was, as most reads do: no record of a service was written,
// nothing is under way, and nobody has a lease or works outside, on which an answer could have told upon. ok is false
// where that is not sure.
func (p *place) leftAs(g *stage) (f form, ok bool) {
	before := p.form.facts
	if g.w.Now() != before.now || len(before.wishes) > 0 || before.leaves || len(g.w.Flight()) > 0 ||
		p.memo.flights[p.words[1]] > 0 || g.w.Works() {
		return f, false
	}
	for _, a := range p.actors {
		if len(g.w.Writer(a.id).Beliefs) > 0 {
			return f, false
		}
	}
	for _, d := range g.done[p.base:] {
		for _, e := range d.events {
			for range e.Touched(g.w) {
				return f, false
			}
		}
	}
	facts := *before
	facts.record = g.w.Record()
	return form{shared: p.form.shared, facts: &facts}, true
}

// ownForm is what is one writer's own, at the moment that the rest of the form was made of; tied says that it is that
// of no other, as ids stand in texts.
func (s *search) ownForm(f form, g *stage, i int) (own []byte, tied bool) {
	c := f.facts
	c.ink, c.tried, c.opened, c.literal = newInk(), nil, nil, false
	s.ownOf(c, g, i)
	if tied = c.literal || c.named[i]; tied {
		c.section("as")
		c.plain(s.actors[i].id)
	}
	return c.buf, tied
}

// numberOf is the number of a writer among those that all share, from 1; 0: it has none.
func (f form) numberOf(writer string) int {
	if n, ok := f.facts.writers.of(writer); ok {
		return n + 1
	}
	return 0
}

func (s *search) records(c *scribe, g *stage) {
	c.number(int64(g.w.Now()))
	type one struct {
		id     engine.ObjectID
		key    string
		record engine.Record
	}
	var list []one
	for id, r := range g.w.Kept() {
		list = append(list, one{id, c.sortKey(id.Name), r})
	}
	slices.SortStableFunc(list, func(a, b one) int {
		return cmp.Or(cmp.Compare(a.id.Kind, b.id.Kind), cmp.Compare(a.key, b.key))
	})
	for n, o := range list {
		c.place, c.within = n, c.within[:0]
		c.plain(o.id.Kind)
		if o.id.Kind == "client" { // its name is the writer whose connection it is
			c.who(o.id.Name)
		} else {
			c.text(o.id.Name)
		}
		known, d := len(c.tokens.list), c.drafts.record(o.record, c.record)
		c.write(d.atoms)
		s.textOf(c, d, known)
		c.ranks(c.within)
	}
}

// textOf notes the text of an object with the tokens that its record mentions first; known is how many there were.
func (s *search) textOf(c *scribe, d *draft, known int) {
	if len(c.tokens.list) == known || !s.rules.Dead {
		return
	}
	if text, ok := d.text(); ok {
		for _, t := range c.tokens.list[known:] {
			c.texts[t] = text
		}
	}
}

// sortKey is a name in which tokens count by their age.
func (c *scribe) sortKey(name string) string {
	if !mayHold(name) {
		return name
	}
	var b strings.Builder
	at := 0
	for _, t := range engine.TokensIn(name, c.record) {
		fmt.Fprintf(&b, "%s%016x", name[at:t.From], t.Number)
		at = t.To
	}
	b.WriteString(name[at:])
	return b.String()
}

// doings are all work that answers gave, in the order of the tokens in their names.
func (c *scribe) doings() []engine.Doing {
	list := c.world.Doings()
	slices.SortStableFunc(list, func(a, b engine.Doing) int {
		return cmp.Compare(c.sortKey(a.Name),
			c.sortKey(b.Name))
	})
	return list
}

func (s *search) doings(c *scribe, g *stage) {
	for n, d := range c.doings() {
		c.section("work")
		c.text(d.Name)
		for _, t := range d.Handed {
			if _, stands := c.tokens.of(t.N); stands && t.N != 0 {
				c.token(t)
			} else {
				c.traits[t.N] = append(c.traits[t.N], fmt.Sprint("handed ", n))
			}
		}
		c.flag(d.First.IsZero())
	}
	c.section("held")
	for _, a := range s.actors {
		for _, b := range g.w.Writer(a.id).Beliefs {
			if g.w.Held(b.Object, b.Token) {
				c.who(a.id)
				c.text(b.Object.String())
				c.token(b.Token)
			}
		}
	}
}

// wishes writes what the writers knew whose requests may still be carried out, as a delete at the last close: then, and
// now; and what has been done since.
func (s *search) wishes(c *scribe, g *stage) {
	for _, n := range c.wishes {
		x := g.w.Exchange(n)
		c.asks = n
		c.section("wish")
		c.request(n)
		c.flag(x.Blind())
		c.basis(x)
		then, now := s.knowledge(c, g, x.By, x.AsOf), s.knowledge(c, g, x.By, 1<<60)
		c.heardIn(x, append(then, now...))
		for _, done := range c.events.list {
			c.flag(done > x.Decided.Event)
		}
	}
	c.asks = 0
}

// basis writes what the answers showed that a request's content and its guard come from.
func (c *scribe) basis(x *engine.Exchange) {
	for _, n := range append([]int{x.Base, x.Guards}, x.Made...) {
		h := c.world.Exchange(n)
		c.flag(h == nil)
		if h != nil {
			c.shown(h, x.By)
		}
	}
}

// heardIn writes in which order the answers were heard that a request comes from, and those that its writer knew: a
// guard from a newer answer than the content fits what the content does not know.
func (c *scribe) heardIn(x *engine.Exchange, knew []int) {
	var heard []int
	for _, n := range slices.Concat([]int{x.Base, x.Guards}, x.Made, knew) {
		if h := c.world.Exchange(n); h != nil {
			heard = append(heard, h.Heard.Event)
		}
	}
	order := slices.Compact(slices.Sorted(slices.Values(heard)))
	for _, at := range heard {
		c.count(slices.Index(order, at))
	}
}

// requestsOf writes of each request that a mark names what the referee asks of it.
func (s *search) requestsOf(c *scribe, g *stage) {
	for ; c.told < len(c.requests.list); c.told++ { // what one set to what stood there may name another
		x := g.w.Exchange(c.requests.list[c.told])
		c.compared(x)
		c.nobodys(x)
		c.leaves = c.leaves || len(x.Left) > 0
		for i := range x.Left {
			part := x.Left[i].Part
			c.part(part)
			c.flag(part.Mark.Event < x.Decided.Event && conflict.Knew(g.w, x, part))
		}
	}
}

// nobodys writes which parts a request set that are nobody's work all the same, as the tags that a write clears unasked
// and a name that a rename left: what it was asked for stands in no record.
func (c *scribe) nobodys(x *engine.Exchange) {
	for _, p := range x.Shows {
		if p.Mark.Request == x.Number {
			c.flag(conflict.NobodysWork(c.world, p))
		}
	}
}

// compared writes for which objects a request had a version compared.
func (c *scribe) compared(x *engine.Exchange) {
	c.count(len(x.Compared))
	for _, v := range x.Compared {
		c.text(v.Object.String())
	}
}

func (c *scribe) part(p engine.Part) {
	c.text(p.Object.String())
	c.text(p.Name)
	c.flag(p.Gone)
	if p.To != 0 || p.From != 0 || p.Upto != "" || p.After != "" || p.Direct {
		c.number(p.From)
		c.number(p.To)
		c.flag(p.Alone)
		c.flag(p.Direct)
		c.text(p.Upto)
		c.text(p.After)
	}
	c.mark(p.Mark)
}

// shown writes what an answer shows to a writer: of a mark that stands nowhere only that it is over, and of one that
// the writer knows anyway no more than that.
func (c *scribe) shown(x *engine.Exchange, to string) {
	c.count(len(x.Shows))
	for _, p := range x.Shows {
		switch at, stands := c.events.of(p.Mark.Event); {
		case p.Mark.IsZero():
			p.Mark = engine.Mark{}
		case !stands, c.knownAnyway(p, to):
			c.sign('x')
			p.Mark = engine.Mark{}
		default:
			c.sign('e')
			c.count(at)
			p.Mark = engine.Mark{}
		}
		c.part(p)
	}
}

// knownAnyway says whether whose work a part is makes it known to a writer's requests, whatever answers showed of it:
// the referee takes what seed wrote, and what the writer itself sent earlier, as known. Where the request of the mark
// left the part as another had made it, it asks for that other's work, and of a piece whether the next one goes on in
// the same work. Of a client with several connections it asks whether an answer showed the doing of that request
// itself: there is none in such a search. Of what the writer sent behind the request that asks, as that one is carried
// out late, it asks whether an answer showed it.
func (c *scribe) knownAnyway(p engine.Part, to string) bool {
	own := p.Mark.By == to && (c.asks == 0 || p.Mark.Request <= c.asks)
	if !c.dead || isPiece(p) || p.Mark.By != engine.Seed && !own {
		return false
	}
	x := c.world.Exchange(p.Mark.Request)
	return x == nil || len(x.Left) == 0
}

func (s *search) flights(c *scribe, g *stage) {
	for _, m := range g.w.Flight() {
		x := g.w.Exchange(m.Request)
		c.section("message")
		c.flag(m.Back)
		c.count(int(m.State))
		c.count(m.Copy)
		c.request(m.Request)
		c.dated = true
		c.mark(m.Arrived)
		c.dated = false
		c.number(int64(m.Until))
		c.count(m.Chose)
		c.flag(m.Back && s.amid && g.overtaken(x))
		g.passedBy(c, x)
		c.flag(s.budget.Words.Handled && g.mayBeLost(lostRequest, x, slices.Index(s.ids, x.By)))
		s.sending(c, g, x)
		if m.Back {
			s.answer(c, x, &m.Answer)
			for _, p := range m.Shows {
				c.part(p)
			}
			for _, b := range m.Beliefs {
				c.text(b.Object.String())
				c.token(b.Token)
			}
		}
	}
}

// arrivals writes what was done since a request came to its service, which decides by it and by who came first.
func (s *search) arrivals(c *scribe, g *stage) {
	for _, m := range g.w.Flight() {
		if m.Arrived.IsZero() {
			continue
		}
		var since []int
		for at, n := range c.events.list {
			if n > m.Arrived.Event {
				since = append(since, at)
			}
		}
		c.section("since")
		for _, at := range since {
			c.count(at)
		}
		c.sign('.')
	}
}

// sending writes a request that may still be decided or heard, with what its writer knew when it was sent.
func (s *search) sending(c *scribe, g *stage, x *engine.Exchange) {
	c.asks = x.Number
	defer func() { c.asks = 0 }()
	c.who(x.By)
	c.plain(x.Verb)
	c.args(x.Resolved())
	c.plain(fmt.Sprint(x.Words.Fault, x.Words.Does, x.Words.Choose))
	c.text(x.Object.String())
	for _, is := range []bool{x.Blind(), x.Heard.IsZero(), x.GaveUp.IsZero(), x.Lost.IsZero(), x.Decided.IsZero()} {
		c.flag(is)
	}
	c.compared(x)
	s.wish(c, g, x)
	c.basis(x)
	c.heardIn(x, s.knowledge(c, g, x.By, x.AsOf))
	for n := range g.w.Requests() { // which of its writer's own marks are older
		_, named := c.requests.of(n + 1)
		if y := g.w.Exchange(n + 1); named && y.By == x.By {
			c.request(n + 1)
			c.flag(n+1 <= x.Number)
			c.flag(y.Wish == x.Wish)
		}
	}
}

// wish writes whether a try of the request's wish took effect, and which of them are under way.
func (s *search) wish(c *scribe, g *stage, x *engine.Exchange) {
	first := g.w.Exchange(x.Wish)
	took, altered := first.Took, first.Altered
	for _, n := range first.Again {
		try := g.w.Exchange(n)
		took, altered = took || try.Took, altered || try.Altered
	}
	c.flag(took)
	c.flag(altered)
	c.ended(first, x)
	for _, n := range first.Again {
		c.ended(g.w.Exchange(n), x)
	}
	if spec := g.w.Spec(x.Verb); altered && !spec.Effect.Contents() { // who takes the same away again does it twice
		for _, n := range append([]int{x.Wish}, first.Again...) {
			if try := g.w.Exchange(n); try.Altered {
				c.args(try.Resolved())
			}
		}
	}
	if c.holding { // which of a writer's requests are tries of one wish
		if !slices.Contains(c.tried, x.Wish) {
			c.tried = append(c.tried, x.Wish)
		}
		c.count(slices.Index(c.tried, x.Wish))
	}
	for _, m := range g.w.Flight() {
		if g.w.Exchange(m.Request).Wish == x.Wish {
			c.request(m.Request)
		}
	}
}

// ended writes how the work of a try went before anybody heard of it: by the clock, by its own writer, and whether
// before the request was sent, or by others.
func (c *scribe) ended(try, x *engine.Exchange) {
	c.count(len(try.Ended))
	for _, end := range try.Ended {
		by := c.world.Exchange(end.Mark.Request)
		c.text(end.Object.String())
		c.text(end.Name)
		c.number(end.From)
		c.number(end.To)
		c.flag(end.Drops)
		c.flag(by == nil)
		own := by != nil && by.By == x.By
		c.flag(own)
		c.flag(own && by.Wish != x.Wish && by.Decided.Event < x.Sent.Event)
	}
}

func (c *scribe) args(args []engine.Arg) {
	for _, a := range args {
		c.plain(a.Name)
		c.value(a.Value)
	}
	c.sign('.')
}

func (c *scribe) value(v engine.Value) {
	if t, ok := v.Token(); ok {
		c.token(t)
		return
	}
	if list, ok := v.List(); ok {
		c.sign('[')
		for _, e := range list {
			c.value(e)
		}
		return
	}
	c.text(v.String())
}

func (s *search) answer(c *scribe, x *engine.Exchange, a *engine.Answer) {
	counted := !s.drafts.fields.versions && countsOnly(x.Service())
	c.number(int64(a.Status))
	c.plain(a.Code())
	for _, f := range a.Fields {
		if counted && f.Name == "version" {
			continue
		}
		c.plain(f.Name)
		c.value(f.Value)
	}
	c.sign('.')
}

// knowledge writes for each part that a writer was shown the answers that count before a record, and in which order
// they were heard: it gives them in that order.
func (s *search) knowledge(c *scribe, g *stage, by string, before int) (heard []int) {
	var parts []seen
	parts, heard = s.newest(c, g, by, before)
	var rank numbering[int]
	for _, request := range heard {
		rank.add(request)
		c.shown(g.w.Exchange(request), by)
	}
	c.parts(parts, &rank)
	c.sign('.')
	return heard
}

// seen is a part that a writer was shown, with the requests whose answers count, the newest first.
type seen struct {
	object, part string // as those of a Showing
	requests     []int
}

// parts writes parts with the places of their answers in the order in which all were heard.
func (c *scribe) parts(parts []seen, rank *numbering[int]) {
	for _, p := range parts {
		c.text(p.object)
		c.text(p.part)
		for _, n := range p.requests {
			at, _ := rank.of(n)
			c.count(at)
		}
	}
}

// newest are, for each part that a writer was shown before a record, the answers that may count: the newest, and of
// pieces all up to one that showed the whole; and all these answers in the order in which they were heard.
func (s *search) newest(c *scribe, g *stage, by string, before int) (parts []seen, heard []int) {
	for _, p := range g.w.Showings(by) {
		one := seen{object: p.Object, part: p.Part}
		for n := range p.Requests() {
			x := g.w.Exchange(n)
			if x.Heard.Event >= before {
				continue
			}
			one.requests = append(one.requests, n)
			if !slices.Contains(heard, n) {
				heard = append(heard, n)
			}
			all := func(s engine.Part) bool { return s.LacksNames() && !isPiece(s) }
			piece := func(s engine.Part) bool { return s.Name == p.Part && isPiece(s) }
			if slices.ContainsFunc(x.Shows, all) || !slices.ContainsFunc(x.Shows, piece) {
				break
			}
		}
		if len(one.requests) > 0 {
			parts = append(parts, one)
		}
	}
	if slices.ContainsFunc(parts, func(p seen) bool { return mayHold(p.object) || mayHold(p.part) }) {
		slices.SortStableFunc(parts, func(a, b seen) int {
			return cmp.Or(cmp.Compare(c.sortKey(a.object), c.sortKey(b.object)),
				cmp.Compare(c.sortKey(a.part), c.sortKey(b.part)))
		})
	}
	slices.SortFunc(heard, func(a, b int) int { return g.w.Exchange(a).Heard.Event - g.w.Exchange(b).Heard.Event })
	return parts, heard
}

func isPiece(p engine.Part) bool { return p.To != 0 || p.Upto != "" || p.After != "" }
