package explore

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// Rules are the switches of what makes moments equal: results are the same with each of them on or off, only the number
// of states changes.
type Rules struct {
	Tokens      bool // minted tokens have the numbers of their places
	Dead        bool // what can only lead to a refusal is not looked at
	Symmetry    bool // writers who do the same may change places
	Memo        bool // steps of the engine are remembered
	Independent bool // writers whose requests touch different objects are not interleaved
	Reread      bool // what a writer knew of an object does not count where it is about to read all of it
	Swaps       bool // whose the work is does not count where all writes are compare-and-swaps of what was just read
}

// AllRules is what a search uses unless told otherwise.
func AllRules() Rules {
	return Rules{Tokens: true, Dead: true, Symmetry: true, Memo: true, Independent: true, Reread: true, Swaps: true}
}

// Program is what hands typed for a writer, in order, to be taken as its plan: Send, Act, Tell and Plan.
type Program struct {
	By    string
	Steps []engine.Input
	// GivesUp says that who gets no answer stops waiting and goes on with the next line; else it waits for ever.
	GivesUp bool
	// Beside says of requests, by their names, which of their writer's earlier ones still waited for their answers when
	// they were sent: in a search either may be decided first, and answered first. A request that is not named here is
	// sent when all before it have been answered.
	Beside map[string][]string
	// the requests that were sent again because no answer to the first had come, or because the try before was refused,
	// by their names, each with what that was refused with
	retries map[string]string
}

// Input is what is searched: a moment with the plans that stand in it and what is under way, and what hands typed.
type Input struct {
	World    *engine.World
	Programs []Program
	Rules    *Rules // nil: AllRules
	// Front is what Cut has done to the world already, in front of the programs. A search does not look at it; who
	// plays an order on the world that was cut plays it first.
	Front []engine.Input
	// Meets says that writes of one key of a bucket stood undecided while another of it was decided: then it is looked
	// at when each arrives, be the switch bucket.contention on or off.
	Meets bool
	// InTurn are the writers of whom Cut found several requests under way at once, beside what no request is, or beside
	// another try: in a search each of theirs waits for the answer to the one before.
	InTurn []string
	// AsTyped are the writers whose plan Cut found taken away in its midst, and who went on by hand: what it had done
	// stands in the search as if it had been typed.
	AsTyped []string

	// Guard gives a request that was sent other arguments before it travels, by what its writer has heard; nil: none
	// does.
	Guard func(w *engine.World, x *engine.Exchange) []engine.Arg
	// Instead is what is sent in the place of a line that hands typed, by what its writer has heard; nil: the line.
	// Guard looks at what plans send only then.
	Instead func(w *engine.World, in engine.Send) engine.Send
	// Waits says of a request that was decided and refused that its writer waits with it: it cannot be sent now. nil:
	// nobody waits.
	Waits  func(w *engine.World, x *engine.Exchange) bool
	Wanted []Want            // ends to be counted
	Works  []engine.ObjectID // the works of which it is counted that nobody did them; nil: those of WorksIn
	Behind []Behind          // the markers behind which work is counted; nil: those of BehindIn
	// Overwritten has the orders counted in which a claim is overwritten by who had read it (conflict.Overwritten).
	Overwritten bool
	// Changed hears, from any goroutine, whose request changes something or is accepted where it would, each time that
	// the engine carries one out: of writers who do the same it may be either. nil: nobody asks.
	Changed func(by string)
	// Typed has the orders counted in which a text that hands typed goes over another's that its writer has read by
	// then (conflict.Retyped): what it was made from. Who types the same made it from the same.
	Typed map[conflict.Typing]string

	only []string // who does anything; nil: all
}

// Begun is the world in which a search begins: what stands in front of a first request is done at the start.
func (in Input) Begun() *engine.World {
	w := in.World.Clone()
	for _, p := range in.Programs {
		for _, input := range p.Steps {
			if _, sends := input.(engine.Send); sends {
				break
			}
			_, _ = w.Step(w.Record()+1, input) // a search leaves out what cannot be
		}
	}
	return w
}

// Want is an end that is counted.
type Want struct {
	Is    func(w *engine.World) bool // looks at nothing but what the services keep
	Heard []Status                   // what these writers heard last
	Saw   []Status                   // what these writers heard on the way, at most SawMost

	settled bool // nobody who waits for the clock may still say that work is done
}

// Each carries out n pieces of work, side by side where it can: f(0) to f(n-1).
type Each func(n int, f func(i int))

// Progress says how far a search is.
type Progress struct {
	Depth, States, Frontier, Transitions int
	Bytes                                int64
	Marks                                []MarkOf // found so far, in that order; how many orders have them is not known

	// Orders is how many orders there are that differ in their first Followed steps, or have fewer: exact up to 2 to
	// the 53rd. Of a sampled search it is how many were followed, and Followed how long the longest is. 0: not counted.
	Orders   float64
	Followed int

	tally func() (float64, int)
}

// Tick hears of progress every few states, and of each kind of mark once it is found; false ends the search.
type Tick func(Progress) bool

// search is one search.
type search struct {
	budget Budget
	rules  Rules
	actors []*actor
	ids    []string
	drafts *drafts
	root   *stage
	start  []uint32 // the numbers of the first moment, each writer at its own place
	places []uint8  // 0, 1, 2 and so on, one for each writer

	meeting    meeting
	connects   bool           // somebody has several connections
	amid       bool           // somebody sends requests beside others of its own
	opening    []engine.Input // by which those are sent that wait for nothing
	someSilent bool           // somebody answers nothing that a service asks
	ranksAll   bool           // a plan lists names: which work is the newest of several objects matters
	memo       *memo
	guard      func(*engine.World, *engine.Exchange) []engine.Arg
	instead    func(*engine.World, engine.Send) engine.Send
	waits      func(*engine.World, *engine.Exchange) bool
	cursor     cursor
	marks      kindSets
	seen       kindSet // kinds that some order makes
	sayings    map[saying][]engine.Input
	called     map[string]saying // whose request has a name, by the writer and what the plan calls it
	first      []MarkOf

	states
	each    Each             // nil: one thing after the other
	helpers []*search        // with a world of their own each
	ahead   map[work]carried // what they have done ahead
	under   map[asked]bool   // steps that are being carried out, with what comes behind them
	delving bool             // what the memo lacks is carried out from where the world stands
	delved  int              // steps that were carried out behind others, before they were asked for
	tick    Tick
	tally   func() (float64, int) // the orders so far; nil: they are not counted now
	begins  beginnings
	asleep  map[int]bool // by writer: its plan waits for the clock at some end
	told    bool         // tick ended the search
	worked  int          // steps that the engine carried out since tick was asked
	asksAt  uint32       // the state that is looked at
	named   bool         // some step put the id of one of several who do the same into a text: none is remembered
	in      Input        // what is searched
	misread bool         // a request did not show what was taken for read anew
	missed  bool         // or it was no compare-and-swap, for which it was taken
	ordered bool         // messages could have come in another order than they became visible
	full    string       // why the search ended early
}

// Search finds all orders of the requests within the budgets. It starts no goroutine.
func Search(in Input, b Budget, each Each, tick Tick) *Result {
	works := WorksIn(in)
	r := searched(wantUndone(in, works), b, each, tick)
	r.takeUndone(works)
	r.Behind = BehindIn(in)
	return r
}

func searched(in Input, b Budget, each Each, tick Tick) *Result {
	if in.Rules == nil || in.Rules.Independent {
		if groups := groupsApart(in, b); len(groups) > 1 {
			if r := searchApart(in, b, groups, each, tick); r != nil {
				return r
			}
		}
	}
	s := newSearch(in, b, tick)
	s.each, s.ahead = each, map[work]carried{}
	if b.Samples > 0 {
		return s.sample()
	}
	s.run()
	return s.result()
}

func newSearch(in Input, b Budget, tick Tick) *search {
	b.States, b.Bytes = b.Limits()
	s := &search{in: in, budget: b, rules: AllRules(), memo: newMemo(), tick: tick, under: map[asked]bool{},
		asleep: map[int]bool{}, sayings: map[saying][]engine.Input{}, called: map[string]saying{}}
	s.in.Wanted = in.unseen()
	s.memo.wanted, s.guard, s.instead, s.waits = s.in.Wanted, in.Guard, in.Instead, in.Waits
	if in.Rules != nil {
		s.rules = *in.Rules
	}
	// what a plan compares is not what it sends then
	s.rules.Dead = s.rules.Dead && in.Guard == nil && in.Instead == nil
	s.rules.Symmetry = s.rules.Symmetry && !b.Bounded && b.Samples == 0 // whose turn it is counts there
	s.prepare(in)
	return s
}

// prepare makes the writers' programs and the moment that the search begins at.
func (s *search) prepare(in Input) {
	in = in.namedApart()
	w := in.World.Clone()
	w.FollowOnly() // nobody asks for its digest
	asks := false
	for _, x := range w.Writers() {
		a := &actor{id: x.ID}
		for _, p := range in.Programs {
			if p.By == x.ID {
				a.items, a.givesUp, a.retries = append(a.items, p.Steps...), p.GivesUp, p.retries
				a.goesBeside(p.Beside)
			}
		}
		a.fliesAlready(w)
		s.actors = append(s.actors, a)
		s.ids = append(s.ids, x.ID)
		a.live = liveness(w, a.items)
		each := func(verb string, args []engine.Arg) {
			spec := w.Spec(verb)
			s.ranksAll = s.ranksAll || spec.Lists || emptied(spec)
			a.looksAt(spec, args)
			for _, u := range engine.UsesOf(spec, args, engine.Words{}) {
				asks = asks || strings.HasSuffix(u.Field, "version")
			}
		}
		s.someSilent = s.someSilent || isSilent(w, x.ID)
		s.connects, s.amid = s.connects || a.connects(w), s.amid || a.beside != nil
		a.requests(w, each)
		for _, in := range a.items {
			if _, tells := in.(engine.Tell); tells {
				s.rules.Memo = false // what one hears changes what another may use
			}
		}
	}
	s.rules.Reread = s.rules.Reread && s.rereads(in)
	s.rules.Swaps = s.rules.Swaps && s.swapsOnly(in, w)
	s.drafts = newDrafts(newFieldTable(asks), s.ids, tellsApart(w))
	s.root = &stage{s: s, w: w, course: newCourse(len(s.actors))}
	for i := range s.actors {
		s.root.stopped[i] = in.only != nil && !slices.Contains(in.only, s.actors[i].id)
	}
	s.meetings(in, w)
	for i := range s.actors {
		if p := w.PlanOf(s.actors[i].id); p != nil && !s.root.stopped[i] && s.root.copes(i) && w.Answerless(p.Last) {
			s.root.put(engine.Timeout{Name: w.Exchange(p.Last).Name})
		}
		s.root.local(i)
	}
	s.opening = s.root.sentAlready()
	s.root.done = nil
	s.classes(w)
}

// emptied says whether an operation takes away or renames what others lie in: then the newest work of all of it counts,
// and whether a thing was removed before what it had lain in.
func emptied(spec *engine.OpSpec) bool {
	return spec.OnHolder() && (spec.Effect == engine.Deletes || spec.Effect == engine.Renames)
}

// requests visits all requests that a writer may send.
func (a *actor) requests(w *engine.World, visit func(verb string, args []engine.Arg)) {
	var steps func(list []engine.PlanStep)
	steps = func(list []engine.PlanStep) {
		for _, p := range list {
			if p.Do == engine.DoSend {
				visit(p.Verb, p.Args)
			}
			steps(p.Then)
			steps(p.Else)
		}
	}
	for _, in := range a.items {
		switch in := in.(type) {
		case engine.Send:
			visit(in.Verb, in.Args)
		case engine.Plan:
			steps(in.Steps)
		}
	}
	if p := w.PlanOf(a.id); p != nil {
		steps(p.Steps)
	}
}

// patient says whether a writer never stops waiting for an answer.
func (a *actor) patient(w *engine.World) bool {
	var says func(list []engine.PlanStep) bool
	says = func(list []engine.PlanStep) bool {
		return slices.ContainsFunc(list, func(p engine.PlanStep) bool {
			return p.Do == engine.DoLost || says(p.Then) || says(p.Else)
		})
	}
	for _, in := range a.items {
		if plan, ok := in.(engine.Plan); ok && says(plan.Steps) {
			return false
		}
	}
	p := w.PlanOf(a.id)
	return !a.givesUp && (p == nil || !says(p.Steps))
}

// tellPatient says who never stops waiting, where a search lets somebody.
func (s *search) tellPatient(r *Result) {
	sends := 0
	for _, a := range s.actors {
		some := false
		a.requests(s.root.w, func(string, []engine.Arg) { some = true })
		if some && s.budget.Lates > 0 {
			if sends++; a.patient(s.root.w) {
				r.Patient = append(r.Patient, a.id)
			}
		}
	}
	r.AllPatient = sends > 0 && len(r.Patient) == sends
}

// connects says whether a writer has several connections: some request of it says on which one it travels.
func (a *actor) connects(w *engine.World) bool {
	var says func(list []engine.PlanStep) bool
	says = func(list []engine.PlanStep) bool {
		return slices.ContainsFunc(list, func(p engine.PlanStep) bool {
			return p.Words.On != "" || says(p.Then) || says(p.Else)
		})
	}
	for _, in := range a.items {
		switch in := in.(type) {
		case engine.Send:
			if in.Words.On != "" {
				return true
			}
		case engine.Plan:
			if says(in.Steps) {
				return true
			}
		}
	}
	if p := w.PlanOf(a.id); p != nil && says(p.Steps) {
		return true
	}
	return slices.ContainsFunc(w.Flight(), func(m *engine.Message) bool {
		x := w.Exchange(m.Request)
		return x.By == a.id && x.Words.On != ""
	})
}

// looksAt notes the versions that a request names by themselves, and whether its text is made from no answer.
func (a *actor) looksAt(spec *engine.OpSpec, args []engine.Arg) {
	made := false
	for _, arg := range args {
		p, _ := spec.Param(arg.Name)
		_, _, refers := arg.Value.RefName()
		if list, ok := arg.Value.List(); ok && spec.Prompt() {
			for _, v := range list {
				if _, ref, _ := v.Ref(); !ref {
					a.named(v)
				}
			}
		}
		if p.Version && !refers && arg.Value.String() != "*" {
			a.named(arg.Value)
		}
	}
	for _, u := range engine.UsesOf(spec, args, engine.Words{}) {
		made = made || u.As == engine.UsedContent
	}
	groups := spec.Effect == engine.Groups // what it refers to may be a guard within, and its content from nothing
	a.literals = a.literals || (!made || groups) && spec.Group != engine.GroupRead
}

func (a *actor) named(v engine.Value) {
	if !slices.ContainsFunc(a.versions, func(o engine.Value) bool { return o.Equal(v) }) {
		a.versions = append(a.versions, v)
	}
}

// liveness are, for each place in hand-typed lines, the answers that may be looked at from there on.
func liveness(w *engine.World, items []engine.Input) [][]engine.Use {
	live := make([][]engine.Use, len(items)+1)
	for at := len(items) - 1; at >= 0; at-- {
		var list []engine.Use
		switch in := items[at].(type) {
		case engine.Send:
			list = engine.UsesOf(w.Spec(in.Verb), in.Args, in.Words)
			for _, u := range live[at+1] {
				if u.Name != in.As && !slices.Contains(list, u) {
					list = append(list, u)
				}
			}
		case engine.Act:
			list = append(usesOf(in.What), live[at+1]...)
		case engine.Tell:
			list = append(usesOf(in.What), live[at+1]...)
		default:
			list = live[at+1]
		}
		live[at] = list
	}
	return live
}

func usesOf(v engine.Value) []engine.Use {
	name, field, ok := v.RefName()
	if !ok {
		return nil
	}
	return []engine.Use{{Name: name, Field: field, As: engine.UsedOther}}
}

// classes finds the writers who do the same: the same lines, the same plan at the same place, and nothing that tells
// them apart.
func (s *search) classes(w *engine.World) {
	seen := map[string]int{}
	texts, plans := make([]string, len(s.actors)), map[uint64]string{}
	for i, a := range s.actors {
		texts[i] = programText(w, a, plans)
	}
	all := strings.Join(texts, "\n") + underWay(w)
	apart := s.drafts.apart(all)
	for i, a := range s.actors {
		key := texts[i]
		signsNothing := a.id == engine.Anonymous // and is allowed less than others
		if apart || signsNothing || s.in.sawBy(a.id) || conflict.HasWords(all, a.id) ||
			slices.ContainsFunc(s.ids, func(id string) bool { return conflict.HasWords(key, id) }) {
			key += " by " + a.id // as a policy that another will set
		}
		if !s.rules.Symmetry {
			key += " by " + a.id
		}
		if _, ok := seen[key]; !ok {
			seen[key] = i
		}
		a.class = seen[key]
	}
	// Who do the same are equal only where they begin alike: nothing of theirs stands there, or is under way.
	f := s.formOf(s.root)
	begins := map[string]int{}
	for i, a := range s.actors {
		key := string(f.own[i])
		if _, ok := begins[key]; !ok {
			begins[key] = i
		}
		a.class = begins[key]
	}
}

// tellsApart is whether some service goes by a text that tells writers apart without their names.
func tellsApart(w *engine.World) func(text string) bool {
	return func(text string) bool {
		return slices.ContainsFunc(w.Services(), func(s *engine.Service) bool {
			return s.TellsApart != nil && s.TellsApart(text)
		})
	}
}

// underWay is what the requests say that are under way.
func underWay(w *engine.World) string {
	var b strings.Builder
	for _, m := range w.Flight() {
		fmt.Fprintln(&b, argsText(w.Exchange(m.Request).Resolved()))
	}
	return b.String()
}

// programText is all that a writer does of itself, without its name; plans are the steps of plans, by their prints.
func programText(w *engine.World, a *actor, plans map[uint64]string) string {
	var b strings.Builder
	x := w.Writer(a.id)
	if x.Principal != "" {
		fmt.Fprint(&b, "principal ", x.Principal, a.id)
	}
	for _, set := range engine.WriterSettings() {
		fmt.Fprintf(&b, "%q", w.Setting(a.id+"."+set.Name))
	}
	fmt.Fprintf(&b, "gives up %v\n", a.givesUp)
	for _, in := range a.items {
		switch in := in.(type) {
		case engine.Send:
			in.By = ""
			if refused, retry := a.retries[in.As]; retry {
				fmt.Fprintf(&b, "where it was not answered or %q: ", refused)
			}
			fmt.Fprintf(&b, "beside %q ", a.beside[in.As])
			fmt.Fprintf(&b, "send %s %v %v %s\n", in.Verb, argsText(in.Args), in.Words, in.As)
		case engine.Plan:
			fmt.Fprintf(&b, "plan %v\n", stepsText(in.Steps))
		default:
			fmt.Fprintf(&b, "%v by %s\n", in, a.id)
		}
	}
	if p := w.PlanOf(a.id); p != nil {
		print := uint64(p.Print())
		if _, known := plans[print]; !known {
			plans[print] = fmt.Sprint(stepsText(p.Steps))
		}
		fmt.Fprintf(&b, "planned %x %d %v %s", print, p.At, p.Round, plans[print])
	}
	return b.String()
}

func argsText(args []engine.Arg) (list []string) {
	for _, a := range args {
		list = append(list, fmt.Sprintf("%s=%q %T", a.Name, a.Value.String(), a.Value))
	}
	return list
}

func stepsText(steps []engine.PlanStep) (list []string) {
	for _, p := range steps {
		list = append(list, fmt.Sprintf("%d %s %q %v %s %d %s %s %s %s [%v] [%v]", p.Do, p.Verb, argsText(p.Args),
			p.Words, p.As, p.Times, p.Name, p.Is, p.For.String(), p.Unit, stepsText(p.Then), stepsText(p.Else)))
	}
	return list
}

// kindSets numbers the sets of marks that a step makes.
type kindSets struct {
	list []kindSet
	all  []markKind // in the order in which they were found
	// plain is how many of them are refusals without a kind.
	plain int
}

type markKind struct {
	severity engine.Severity
	kind     engine.Trouble
}

type kindSet uint64

// of is the number of the marks in findings; those without a kind count for nothing.
func (k *kindSets) of(found []conflict.Finding) uint32 {
	var set kindSet
	for _, f := range found {
		if f.Kind == "" {
			continue
		}
		m := markKind{f.Severity, f.Kind}
		at := slices.Index(k.all, m)
		if at < 0 {
			at = len(k.all)
			k.all = append(k.all, m)
			if m.isPlain() {
				k.plain++
			}
		}
		set |= 1 << at
	}
	at := slices.Index(k.list, set)
	if at < 0 {
		at = len(k.list)
		k.list = append(k.list, set)
	}
	return uint32(at)
}

// one is the count of one order.
func one() *big.Int { return big.NewInt(1) }
