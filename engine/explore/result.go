package explore

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// Edition is raised whenever a search may find something else of the same input than before: what was kept of it then
// is searched anew.
const Edition = 75

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
	Merged      bool     // an outcome stands for all in which equal writers change places: there are too many to list
	Samples     int      // of a sampled search: how many orders were followed, each chosen by chance
	Ordered     bool     // messages came in the order in which they became visible, and the service promises none
	Guarded     bool     // under a guard that is filled in when a request is sent: some request carried it
	OwnGuards   bool     // under a guard that stands in the place of others: some request kept one of its own
	Kept        bool     // under such a guard: some request kept its own, which is of that sort
	Changed     []string // under such a guard: whose changes were accepted in some order, by their ids
	Unheard     bool     // under a guard that names what was heard: some request goes without, for nothing was

	Outcomes     []Outcome
	Values       []ValueOf
	Marks        []MarkOf
	Unread       *MarkOf     // orders in which work is replaced that its replacer had not read: no mark; nil: none
	Retyped      *MarkOf     // orders in which a typed text goes over one that was read; nil as below
	Overwritten  *MarkOf     // orders in which a claim is overwritten by who had read it; nil: none, or not asked for
	Refused      []MarkOf    // refusals without a kind, by what was asked and answered: nobody's trouble, and no mark
	Wanted       []WantedEnd // by Input.Wanted
	Behind       []Behind    // work that is to be done once, behind a marker
	Undone       []Undone    // work that a plan says to be done, and nobody did in some order
	SampledStuck int
	Beside       bool     // requests of one writer were under way at once: decided in any order, and so answered
	Patient      []string // who never stops waiting for an answer, as no plan says what is done then; asked for lates
	AllPatient   bool     // everybody who sends anything
	Asleep       []string // whose plans wait for the clock at some end, for which no jump of it is left
	StuckIn      *big.Int // orders at whose end somebody waits for what cannot come; nil as Schedules
}

// Outcome is what the objects say at the end of an order, and what each writer heard last.
type Outcome struct {
	End       []Content
	Last      []Status
	Schedules *big.Int
	Samples   int         // of a sampled search: how many of the orders
	Marks     []MarkCount // of these orders, those that meet each kind of mark; empty too where they were not counted
	Example   []Step
	Why       []Status // of some ends: what those do who are stuck, as `waits for what cannot come`
}

// MarkCount is in how many orders a kind of mark comes up.
type MarkCount struct {
	Severity  engine.Severity
	Kind      engine.Trouble
	Schedules *big.Int // nil as Result.Schedules
	Samples   int      // of a sampled search: how many of the orders
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
	var g *gathering
	if s.full != "" {
		r.Covered = s.covered()
	}
	s.sideBySide(len(s.parents) > batchMost, 2, func(n int) {
		switch {
		case n == 1:
			g = s.gather(r)
		case s.full == "":
			order, r.Endless = s.sorted()
		}
	})
	exact := s.full == "" && !r.Endless
	var ways *counts
	if exact {
		ways = s.countAll(order, g)
	}
	if exact && ways == nil { // all states are known, and not how many orders
		exact, r.Stopped, r.Covered = false, s.full, r.Depth
	}
	g.split(ways)
	if exact {
		g.count()
	}
	r.sortEnds()
	s.tellStuck(r)
	r.Asleep, r.Beside = s.sleepers(), s.amid
	s.tellPatient(r)
	s.wanted(r, order, ways)
	if s.budget.Bounded && exact {
		s.firstWhole(order)
	}
	for _, m := range s.first {
		at := slices.Index(s.marks.all, markKind{m.Severity, m.Kind})
		if !s.budget.Bounded { // else the most readable of them may not come to its end
			if way := s.readable(1<<at, m.Length); way != nil {
				m.Example = s.inputs(way)
			}
		}
		if exact {
			m.Schedules = g.marked(at)
		}
		r.Marks = append(r.Marks, m)
	}
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
	kept := r.Marks[:0:0]
	for _, m := range r.Marks {
		if (markKind{m.Severity, m.Kind}).isPlain() {
			r.Refused = append(r.Refused, m)
		} else {
			kept = append(kept, m)
		}
	}
	r.Marks = kept
	byKind := func(a, b MarkOf) int {
		return markKind{a.Severity, a.Kind}.compare(markKind{b.Severity, b.Kind})
	}
	slices.SortFunc(r.Marks, byKind)
	slices.SortFunc(r.Refused, byKind)
}

// compare puts first what is silent, then what was refused.
func (k markKind) compare(o markKind) int {
	return cmp.Or(cmp.Compare(severityRank(k.severity), severityRank(o.severity)), cmp.Compare(k.kind, o.kind))
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
