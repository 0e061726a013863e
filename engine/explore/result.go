package explore

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// Edition is raised whenever a search may find something else of the same input than before: what was kept of it then
// is searched anew.
const Edition = 29

// StoppedByHand is why a search ended early that its caller ended.
const StoppedByHand = "stopped"

// Result is what a search found.
type Result struct {
	Schedules   *big.Int // all orders; nil where the search ended early or a loop has no end
	States      int
	Transitions int
	Ends        int    // states in which nobody can go on
	Depth       int    // steps of the longest shortest way to a state
	Covered     int    // of a search that ended early: all orders of up to so many steps were looked at
	Stopped     string // why it ended early: states, memory, stopped; empty: it did not
	Endless     bool   // some orders never end
	Budget      Budget
	Merged      bool // an outcome stands for all in which equal writers change places: there are too many to list
	Samples     int  // of a sampled search: how many orders were followed, each chosen by chance
	Ordered     bool // messages came in the order in which they became visible, and the service promises none
	Guarded     bool // under a guard that is filled in when a request is sent: some request carried it
	OwnGuards   bool // under a guard that stands in the place of others: some request kept one of its own

	Outcomes     []Outcome
	Values       []ValueOf
	Marks        []MarkOf
	Unread       *MarkOf     // orders in which work is replaced that its replacer had not read: no mark; nil: none
	Retyped      *MarkOf     // orders in which a typed text goes over one that was read; nil as below
	Overwritten  *MarkOf     // orders in which a claim is overwritten by who had read it; nil: none, or not asked for
	Wanted       []WantedEnd // by Input.Wanted
	Behind       []Behind    // work that is to be done once, behind a marker
	Undone       []Undone    // work that a plan says to be done, and nobody did in some order
	SampledStuck int
	Beside       bool     // requests of one writer were under way at once: decided in any order, and so answered
	Asleep       []string // whose plans wait for the clock at some end, for which no jump of it is left
	StuckIn      *big.Int // orders at whose end somebody waits for what cannot come; nil as Schedules
}

// Outcome is what the objects say at the end of an order, and what each writer heard last.
type Outcome struct {
	End       []Content
	Last      []Status
	Schedules *big.Int
	Samples   int // of a sampled search: how many of the orders
	Example   []Step
}

// String is the end and what each writer that heard anything heard last, in one line.
func (o Outcome) String() string {
	var words []string
	for _, c := range o.End {
		if c.Text != "" {
			words = append(words, fmt.Sprintf("%s %q", c.Object, c.Text))
		}
	}
	for _, l := range o.Last {
		if l.Status != "" {
			words = append(words, l.Writer+" "+l.Said())
		}
	}
	return strings.Join(words, ", ")
}

// WantedEnd says in how many orders an end comes that was asked for, and one of the shortest that lead there.
type WantedEnd struct {
	Schedules *big.Int // nil as Result.Schedules
	Samples   int      // of a sampled search: how many of the orders
	Found     bool
	Example   []Step
	Unseen    *WantedEnd // where no order has it with all that was to be heard: without that; nil: none either
}

// Status is the last status that a writer heard; Stuck where it waits for what cannot come.
type Status struct{ Writer, Status string }

// Said is the status in words; in quotes where it is an answer that says one of the words which an end that is asked
// for means something else by, as heard=nothing.
func (s Status) Said() string {
	switch s.Status {
	case "nothing", "lost", "no-answer", "unknown", "refused", "accepted":
		return strconv.Quote(s.Status)
	}
	return s.Status
}

// ValueOf is what the objects say at the end, whatever the writers heard.
type ValueOf struct {
	End       []Content
	Schedules *big.Int
	Samples   int // of a sampled search: how many of the orders
}

// MarkOf is a kind of mark: in how many orders it comes up, and the shortest of them up to it.
type MarkOf struct {
	Severity  engine.Severity
	Kind      engine.Trouble
	Schedules *big.Int
	Samples   int // of a sampled search: how many of the orders
	Length    int
	Example   []Step
}

func (s *search) result() *Result {
	r := &Result{States: len(s.parents), Transitions: s.edges.count, Stopped: s.full,
		Budget: s.budget, Ordered: s.ordered}
	r.Depth = s.depth(uint32(len(s.parents) - 1))
	var order []uint32
	if s.full != "" {
		r.Covered = s.covered()
	} else {
		order, r.Endless = s.sorted()
	}
	exact := s.full == "" && !r.Endless
	var ways *counts
	var marked []*big.Int
	s.ended()
	if exact {
		ways, marked = s.countAll(order)
	}
	if exact && ways == nil { // all states are known, and not how many orders
		exact, r.Stopped, r.Covered = false, s.full, r.Depth
	}
	if exact {
		r.Schedules, r.StuckIn = new(big.Int), new(big.Int)
	}
	s.ends(r, ways)
	r.Asleep, r.Beside = s.sleepers(), s.amid
	s.wanted(r, order, ways)
	for _, m := range s.first {
		at := slices.Index(s.marks.all, markKind{m.Severity, m.Kind})
		if way := s.readable(1<<at, m.Length); way != nil {
			m.Example = s.inputs(way)
		}
		if exact {
			m.Schedules = marked[at]
		}
		r.Marks = append(r.Marks, m)
	}
	s.split(r, ways)
	r.sortMarks()
	return r
}

// noMark is the severity of what is counted as a mark is, and is none: every search looks for it.
const noMark engine.Severity = ' '

// unread is that work was replaced which its replacer had not read: last writer wins, and somebody's work is gone.
const unread engine.Trouble = "unread"

// overwritten is that one writer's claim was replaced by another's, who had read it.
const overwritten engine.Trouble = "overwritten"

// retyped is that a text went as it was typed over another's, which its writer had read by then.
const retyped engine.Trouble = "retyped"

// sortMarks sorts the marks, and sets apart what is none.
func (r *Result) sortMarks() {
	for kind, apart := range map[engine.Trouble]**MarkOf{unread: &r.Unread, overwritten: &r.Overwritten,
		retyped: &r.Retyped} {
		is := func(m MarkOf) bool { return m.Severity == noMark && m.Kind == kind }
		if at := slices.IndexFunc(r.Marks, is); at >= 0 {
			m := r.Marks[at]
			*apart, r.Marks = &m, slices.Delete(slices.Clone(r.Marks), at, at+1)
		}
	}
	slices.SortFunc(r.Marks, func(a, b MarkOf) int {
		return cmp.Or(cmp.Compare(severityRank(a.Severity), severityRank(b.Severity)), cmp.Compare(a.Kind, b.Kind))
	})
}

// Complete says whether all orders within the budgets were followed: what was not found is in none of them.
func (r *Result) Complete() bool { return r.Stopped == "" && !r.Budget.Bounded && r.Samples == 0 }

func severityRank(s engine.Severity) int {
	switch s {
	case engine.SeveritySilent:
		return 0
	case engine.SeverityRefused:
		return 1
	}
	return 2
}

// covered is how many steps every order was followed.
func (s *search) covered() int {
	for state := range s.parents {
		if !s.expanded(state) {
			return s.depth(uint32(state))
		}
	}
	return 0
}

func (s *search) expanded(state int) bool { return state < s.expansions }

func (s *search) from(state uint32) []edge { return s.edges.at(s.starts[state], s.starts[state+1]) }

func (s *search) isEnd(state uint32) bool {
	return s.expanded(int(state)) && len(s.from(state)) == 0 && !s.cut[state]
}

// ended are the states in which nobody can go on.
func (s *search) ended() []uint32 {
	if s.endings == nil {
		for state := range uint32(s.expansions) {
			if s.isEnd(state) {
				s.endings = append(s.endings, state)
			}
		}
	}
	return s.endings
}

// gathering are the ends of a search, gathered by what they say.
type gathering struct {
	*search
	found            *Result
	outcomes, values map[string]int
}

// alikeEnds are the ends with the same objects at which the writers stand alike and heard the same last.
type alikeEnds struct {
	text     string
	orders   []uint64 // to all of them: words of one number, the lowest first
	outcomes []int    // that they stand for, one for each way in which equal writers can have changed places
	stuck    bool
}

// ends gathers the states in which nobody goes on by what they say. Those that are alike come to the same, whatever
// else their writers knew: they are counted together.
func (s *search) ends(r *Result, ways *counts) {
	g := gathering{s, r, map[string]int{}, map[string]int{}}
	known, texts, heard := map[string]*alikeEnds{}, map[uint32]string{}, newNames()
	lasts := map[uint32]uint32{} // by own form
	words := make([]uint32, 2+len(s.actors))
	var all []*alikeEnds
	var key []byte
	for _, state := range s.ended() {
		r.Ends++
		s.packing.unpack(words, s.wordsAt(state))
		key = binary.LittleEndian.AppendUint32(key[:0], words[1])
		for _, own := range words[2:] {
			last, ok := lasts[own]
			if !ok {
				w := &s.memo.writers[own]
				last, _ = heard.id(fmt.Appendf(nil, "%d %d %s", w.standing, w.tied, w.last))
				lasts[own] = last
			}
			key = binary.LittleEndian.AppendUint32(key, last)
		}
		if s.variants(words[2:]) > arrangedMost {
			r.Merged, key = true, append(key, 'm')
		}
		e := known[string(key)]
		if e == nil {
			text, ok := texts[words[1]]
			if !ok {
				text = fmt.Sprint(s.memo.contents[words[1]])
				texts[words[1]] = text
			}
			e = g.alike(state, words, text, ways != nil)
			known[string(key)] = e
			all = append(all, e)
		}
		if ways != nil {
			e.orders = ways.addTo(e.orders, state)
		}
	}
	for _, e := range all {
		if ways != nil {
			g.count(e)
		}
	}
	for _, o := range r.Outcomes {
		s.shared(o.Schedules)
	}
	r.sortEnds()
}

// alike are the ends that are like a state, with the outcomes that they stand for.
func (g *gathering) alike(state uint32, words []uint32, text string, counted bool) *alikeEnds {
	e, r, content := &alikeEnds{text: text}, g.found, g.memo.contents[words[1]]
	if _, ok := g.values[text]; !ok && counted {
		g.values[text] = len(r.Values)
		r.Values = append(r.Values, ValueOf{End: content, Schedules: new(big.Int)})
	}
	all := [][]uint32{words[2:]}
	if g.variants(words[2:]) <= arrangedMost {
		all = g.arrangements(words[2:])
	}
	for _, own := range all {
		last, hangs := g.lasts(own)
		e.stuck = e.stuck || hangs
		key := text + fmt.Sprint(last)
		at, ok := g.outcomes[key]
		if !ok {
			at = len(r.Outcomes)
			g.outcomes[key] = at
			r.Outcomes = append(r.Outcomes, Outcome{End: content, Last: last, Example: g.example(state, own)})
			if counted {
				r.Outcomes[at].Schedules = new(big.Int)
			}
		}
		e.outcomes = append(e.outcomes, at)
	}
	return e
}

// count adds the orders of ends that are alike to what they stand for.
func (g *gathering) count(e *alikeEnds) {
	r, orders := g.found, numberOf(e.orders)
	add := func(to, n *big.Int) { to.Add(to, n) }
	add(r.Schedules, orders)
	add(r.Values[g.values[e.text]].Schedules, orders)
	if e.stuck {
		add(r.StuckIn, orders)
	}
	share := g.share(orders, 1, len(e.outcomes))
	for _, at := range e.outcomes {
		add(r.Outcomes[at].Schedules, share)
	}
}

// sortEnds puts first what most orders come to.
func (r *Result) sortEnds() {
	slices.SortStableFunc(r.Outcomes, func(a, b Outcome) int {
		if by := compareCounts(b.Schedules, a.Schedules); by != 0 {
			return by
		}
		return strings.Compare(fmt.Sprint(a.End, a.Last), fmt.Sprint(b.End, b.Last))
	})
	slices.SortStableFunc(r.Values, func(a, b ValueOf) int {
		return cmp.Or(compareCounts(b.Schedules, a.Schedules), strings.Compare(fmt.Sprint(a.End), fmt.Sprint(b.End)))
	})
}

// lasts are what the writers heard last, each standing as own says; stuck where one waits for what cannot come.
func (s *search) lasts(own []uint32) (last []Status, stuck bool) {
	for i, n := range own {
		end := s.memo.writers[n]
		if end.standing != done && end.standing != stopped {
			end.last, stuck = Stuck, true
		}
		if end.standing == asleep {
			s.asleep[i] = true
		}
		last = append(last, Status{s.actors[i].id, end.last})
	}
	return last, stuck
}

// sleepers are the writers whose plans wait for the clock at some end that was looked at.
func (s *search) sleepers() (list []string) {
	for i, a := range s.actors {
		if s.asleep[i] {
			list = append(list, a.id)
		}
	}
	return list
}

// split counts the orders at whose end a wish over several requests is done in part. The shortest goes up to the step
// behind which its writer has nothing left to do, so that nobody can mend it.
func (s *search) split(r *Result, ways *counts) {
	m := MarkOf{Severity: engine.SeveritySilent, Kind: engine.SplitUpdate, Schedules: new(big.Int), Length: -1}
	if !slices.ContainsFunc(s.memo.writers, func(w writerEnd) bool { return w.split }) {
		return
	}
	for state := range s.parents {
		words := s.at(uint32(state))
		end := s.isEnd(uint32(state))
		if !slices.ContainsFunc(words[2:], func(own uint32) bool {
			w := s.memo.writers[own]
			return w.split && (end || w.standing == done || w.standing == stopped || w.standing == hangs)
		}) {
			continue
		}
		if ways != nil && end {
			m.Schedules.Add(m.Schedules, ways.number(uint32(state)))
		}
		if depth := s.depth(uint32(state)); m.Length < 0 || depth < m.Length {
			m.Length, m.Example = depth, s.example(uint32(state), words[2:])
		}
	}
	if m.Length < 0 {
		return
	}
	if ways == nil {
		m.Schedules = nil
	}
	r.Marks = append(r.Marks, m)
}

// heard says whether writers heard last what is wanted.
func (w Want) heard(last []Status) bool {
	return !slices.ContainsFunc(w.Heard, func(h Status) bool { return !slices.Contains(last, h) })
}

func compareCounts(a, b *big.Int) int {
	if a == nil || b == nil {
		return 0
	}
	return a.Cmp(b)
}

// arrangedMost is how many outcomes one end may stand for and have them listed.
const arrangedMost = 5040

// variants is in how many ways equal writers can change places; up to arrangedMost it may say fewer.
func (s *search) variants(own []uint32) (count float64) {
	most := 1.0
	for _, group := range s.groups {
		for n := range group {
			most *= float64(n + 1)
		}
	}
	if most <= arrangedMost {
		return 1
	}
	count = 1
	for _, group := range s.groups {
		same := map[uint32]float64{}
		for n, place := range group {
			same[own[place]]++
			count *= float64(n+1) / same[own[place]]
		}
	}
	return count
}

// arrangements are all ways in which equal writers can have changed places: one state stands for all of them, and each
// is reached in as many orders as any other. Who is told by its name stands at its own place.
func (s *search) arrangements(own []uint32) [][]uint32 {
	all := [][]uint32{slices.Clone(own)}
	for _, group := range s.groups {
		var next [][]uint32
		for _, before := range all {
			values := make([]uint32, len(group))
			for i, place := range group {
				values[i] = before[place]
			}
			slices.Sort(values)
			for {
				one := slices.Clone(before)
				tied := false
				for i, place := range group {
					one[place] = values[i]
					at := s.memo.writers[values[i]].tied
					tied = tied || at >= 0 && at != place
				}
				if !tied {
					next = append(next, one)
				}
				if !permute(values) {
					break
				}
			}
		}
		all = next
	}
	return all
}

// share is the part of a count that some of a state's arrangements have, in pieces of an order: as many as the equal
// writers have ways to stand. What states come to is added up in pieces, so that nothing is lost between them.
func (s *search) share(count *big.Int, some, all int) *big.Int {
	pieces := new(big.Int).Mul(s.piecesOf(), big.NewInt(int64(some)))
	return pieces.Mul(pieces.Div(pieces, big.NewInt(int64(all))), count)
}

// shared makes orders of pieces of them; nil stays.
func (s *search) shared(pieces *big.Int) {
	if pieces != nil {
		pieces.Div(pieces, s.piecesOf())
	}
}

func (s *search) piecesOf() *big.Int {
	all := one()
	for _, group := range s.groups {
		all.Mul(all, new(big.Int).MulRange(1, int64(len(group))))
	}
	return all
}

// permute makes the next larger order of a list; false where there is none.
func permute(list []uint32) bool {
	i := len(list) - 2
	for i >= 0 && list[i] >= list[i+1] {
		i--
	}
	if i < 0 {
		return false
	}
	j := len(list) - 1
	for list[j] <= list[i] {
		j--
	}
	list[i], list[j] = list[j], list[i]
	slices.Reverse(list[i+1:])
	return true
}

// path are the steps that found a state first, by the writers as they stand at its places; who says which writer each
// place is.
func (s *search) path(state uint32) (moves []move, who []uint8) {
	var path []uint32
	for at := state; at != 0; at = s.parents[at].parent {
		path = append(path, at)
	}
	w := s.walk(len(path) + 1)
	for _, at := range slices.Backward(path) {
		w.step(s.moves[s.parents[at].move], s.order(at))
	}
	return w.moves, w.who
}

// walk is a way through the states, told by the writers as they stand at its places at first.
type walk struct {
	moves     []move
	who, from []uint8 // by place: which writer stands there now, and room to change that
}

func (s *search) walk(steps int) *walk {
	return &walk{make([]move, 0, steps), slices.Clone(s.order(0)), make([]uint8, len(s.actors))}
}

// step goes on by a move of who stands at a place; order says by place behind it where that one stood before.
func (w *walk) step(m move, order []uint8) {
	if m.actor >= 0 {
		m.actor = int(w.who[m.actor])
	}
	w.moves = append(w.moves, m)
	copy(w.from, w.who)
	for i, place := range order {
		w.who[i] = w.from[place]
	}
}

// example are the steps of an order that ends in a state with each writer standing as own says: equal writers change
// places throughout.
func (s *search) example(state uint32, own []uint32) []Step {
	return s.inputs(s.exampleWay(state, own))
}

func (s *search) exampleWay(state uint32, own []uint32) []move {
	moves, who := s.path(state)
	return s.placed(moves, who, s.at(state)[2:], own)
}

// placed are the steps of a way at whose end the writers stand as words say, with each standing as own says.
func (s *search) placed(moves []move, who []uint8, words, own []uint32) []move {
	as := make([]int, len(who)) // by writer of the path: whose part it plays
	taken := make([]bool, len(who))
	for place, w := range who {
		for i := range own {
			if !taken[i] && own[i] == words[place] && s.actors[i].class == s.actors[w].class {
				as[w], taken[i] = i, true
				break
			}
		}
	}
	for i := range moves {
		if moves[i].actor >= 0 {
			moves[i].actor = as[moves[i].actor]
		}
	}
	return moves
}
