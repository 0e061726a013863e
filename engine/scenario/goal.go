package scenario

import (
	"fmt"
	"slices"
	"strconv"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/explore"
	"interleave/engine/timeline"
)

// How a goal is read, and when it is reached.

const goalForm = "goal ~ lost-update ann within 6, goal state blob wiki/home.md holds=\"text\" without ~ " +
	"lost-update, or goal never ~ lost-update in all orders"

// readGoal reads what is to be reached: a mark or a state, then what must not happen, then what no order may have, then
// in how many actions.
func readGoal(p *parser, s *Statement, w words) error {
	if err := w.need(2, 40, goalForm); err != nil {
		return err
	}
	items := w.items
	s.Goal = &Aim{text: p.src[items[0].start:items[len(items)-1].end]}
	if n := len(items) - 2; n > 0 && items[n].is("within") {
		most, err := strconv.Atoi(items[n+1].value.String())
		if err != nil || most < 1 || items[n+1].hasKey {
			return &wrong{items[n+1].start, "this is no number of actions: write " + goalForm}
		}
		s.Goal.Within, items = most, items[:n]
	}
	items, err := s.Goal.readNever(items)
	if err != nil {
		return err
	}
	if items, err = s.Goal.readClauses(items); err != nil {
		return err
	}
	switch {
	case len(items) == 0 && s.Goal.Never != nil && s.Goal.Without == nil:
		return nil
	case len(items) > 0 && items[0].is("state"):
		of := &Statement{}
		err = readState(p, of, words{items[1:], items[0].start})
		s.Goal.Check = of.Check
		return err
	case len(items) < 2:
		return &wrong{w.at, "something is missing: write " + goalForm}
	}
	s.Goal.Mark, err = markOf(items, goalForm)
	return err
}

// readClauses takes off the end what must be so besides: by, with, after, without, in any order.
func (a *Aim) readClauses(items []item) (left []item, err error) {
	clause := func(i item) bool {
		return !i.hasKey && (i.is("by") || i.is("with") || i.is("after") || i.is("without"))
	}
	for n := len(items) - 1; n >= 0; n-- {
		if !clause(items[n]) {
			continue
		}
		rest := items[n+1:]
		switch {
		case items[n].is("by"):
			var d *Deed
			d, err = deedOf(items[n], rest)
			a.By = slices.Insert(a.By, 0, d)
		case items[n].is("with"):
			a.With, err = markOf(rest, goalForm)
		case items[n].is("without"):
			a.Without, err = markOf(rest, goalForm)
		default:
			a.After, err = momentOf(items[n], rest)
		}
		if err != nil {
			return nil, err
		}
		items = items[:n]
	}
	return items, nil
}

func deedOf(by item, items []item) (*Deed, error) {
	const form = "by put-object if-none-match=*, or by put-blob lease"
	if len(items) == 0 || len(items) > 2 || items[0].hasKey {
		return nil, &wrong{by.start, "behind by stand an operation and perhaps an argument: write " + form}
	}
	d := &Deed{Verb: items[0].value.String()}
	if len(items) == 2 {
		d.Name = items[1].value.String()
		if items[1].hasKey {
			d.Name, d.Value = items[1].key, items[1].value.String()
		}
	}
	return d, nil
}

func momentOf(after item, items []item) (engine.Instant, error) {
	if len(items) == 1 && !items[0].hasKey {
		if at, err := engine.ParseInstant(items[0].value.String()); err == nil && at > 0 {
			return at, nil
		}
	}
	return 0, &wrong{after.start, "behind after stands a moment: write after 00:40.0"}
}

// readNever takes off the end what no order may have: `never ~ done-twice in all orders --jumps 1`.
func (a *Aim) readNever(items []item) (left []item, err error) {
	n := slices.IndexFunc(items, func(i item) bool { return i.is("never") })
	if n < 0 {
		return items, nil
	}
	rest := items[n+1:]
	in := slices.IndexFunc(rest, func(i item) bool { return i.is("in") })
	if in < 0 || len(rest) < in+3 || !rest[in+1].is("all") || !rest[in+2].is("orders") {
		return nil, &wrong{items[n].start, "a search is meant: write goal never ~ lost-update in all orders"}
	}
	if a.Never, err = markOf(rest[:in], goalForm); err != nil {
		return nil, err
	}
	if err := a.Never.known(items[n].start); err != nil {
		return nil, err
	}
	if a.Never.Whose != "" {
		return nil, &wrong{items[n].start, "a search knows marks by their kind, not by whose they are: write never " +
			line(string(a.Never.Severity), string(a.Never.Kind))}
	}
	return items[:n], readBudget(&a.Budget, rest[in+3:], "goal never ~ lost-update in all orders --jumps 1")
}

// known refuses a kind of trouble that there is not: that nobody meets it says nothing.
func (m *Mark) known(at int) error {
	if conflict.SeverityOf(m.Kind) == byte(m.Severity) {
		return nil
	}
	var kinds []string
	for _, k := range conflict.Kinds() {
		kinds = append(kinds, string(k))
	}
	return &wrong{at, fmt.Sprintf("there is no mark %s %s", string(m.Severity), m.Kind) +
		near(string(m.Kind), kinds)}
}

// Since is what was done since a goal was asked for.
type Since struct {
	Events []engine.Event
	Marks  []conflict.Finding
	Branch []engine.Event // all that happened from the beginning on; of a goal that looks at orders
	// All is what the writers did from their first request on, to be tried in all orders; asked where a goal wants it.
	All func() (explore.Input, error)
}

// Reached says whether a goal is reached in a world. Where all is so but one order of what was done has what none may
// have, or nobody can know that, but is a sentence about it; of one that is reached it says what was tried for it.
func (a *Aim) Reached(f *File, w *engine.World, since Since) (reached bool, but string) {
	seen := func(m *Mark) bool { return slices.ContainsFunc(since.Marks, m.is) }
	other := slices.IndexFunc(a.By, func(d *Deed) bool {
		return !slices.ContainsFunc(since.Events, func(e engine.Event) bool { return d.isDoneBy(w, e) })
	})
	switch {
	case a.Without != nil && seen(a.Without), a.Mark != nil && !seen(a.Mark):
		return false, ""
	case a.Check != nil && !a.Check.isSo(f, w):
		return false, ""
	case other >= 0:
		return false, "The end is right, but the way is another: what counts here is " + a.By[other].String() +
			". {u|undo} takes the last action back."
	case a.With != nil && !seen(a.With):
		return false, "The end is right; " + a.With.words(f.Title) +
			" is still to come. Go on, or {u|undo} takes the last action back."
	case a.tooEarly(w, since) != "":
		return false, a.tooEarly(w, since)
	case a.Never == nil:
		return true, ""
	case len(changes(w, since.Events)) == 0 || !contested(changes(w, since.Branch)):
		return false, ""
	}
	return a.inNoOrder(f, since)
}

// isDoneBy says whether an event is the decision that accepts such a request.
func (d *Deed) isDoneBy(w *engine.World, e engine.Event) bool {
	x := w.Exchange(e.Request)
	if e.Kind != engine.Decided || x == nil || x.Verb != d.Verb || !x.Answer.Accepted() {
		return false
	}
	return d.Name == "" || slices.ContainsFunc(x.Resolved(), func(a engine.Arg) bool {
		return a.Name == d.Name && (d.Value == "" && a.Value.String() != "" || d.Value != "" &&
			a.Value.String() == d.Value)
	})
}

// tooEarly says of a goal with a moment that the last change was asked for before it; empty: it was not.
func (a *Aim) tooEarly(w *engine.World, since Since) string {
	if a.After == 0 {
		return ""
	}
	done := changes(w, since.Events)
	if len(done) == 0 {
		return "Nothing was done yet."
	}
	if at := done[len(done)-1].At; at < a.After {
		return fmt.Sprintf("The end is right, but too early: at %s, and it counts from %s on. {u|undo} takes the "+
			"last action back.", at, a.After)
	}
	return ""
}

// isSo says whether a world is as a line says, whatever that refers to.
func (c *Check) isSo(f *File, w *engine.World) bool {
	r := &run{file: f, elsewhere: w}
	r.state(c, 0)
	return len(r.result.Failures) == 0
}

// changes are the events in which a request that wants to change something was decided.
func changes(w *engine.World, events []engine.Event) (list []engine.Event) {
	for _, e := range events {
		if e.Kind != engine.Decided || e.By == engine.Seed || e.Request == 0 {
			continue
		}
		x := w.Exchange(e.Request)
		if x == nil {
			continue
		}
		if spec := w.Spec(x.Verb); spec != nil && spec.Effect != engine.Reads && spec.Effect != engine.NoEffect {
			list = append(list, e)
		}
	}
	return list
}

// contested says whether two writers have asked to change one and the same thing: where only one of them wants
// something of it, no order harms anybody, and there is nothing to show.
func contested(changes []engine.Event) bool {
	first := map[engine.ObjectID]string{}
	for _, e := range changes {
		if by := first[e.Object]; by != "" && by != e.By {
			return true
		}
		first[e.Object] = e.By
	}
	return false
}

// goalStates is how many states the search of a goal looks at: a lesson's few requests need some hundreds, and who
// waits for it sits at the keys.
const goalStates = 5000

// inNoOrder searches.
func (a *Aim) inNoOrder(f *File, since Since) (bool, string) {
	in, err := since.All()
	if err != nil {
		return false, ""
	}
	budget := a.Budget
	budget.States = goalStates
	found := explore.Search(in, budget, nil, nil)
	troubles, _ := explore.Rows(found, f.Title)
	for _, row := range troubles {
		if row.Mark == a.Never.Severity && row.Name == string(a.Never.Kind) {
			return false, fmt.Sprintf("This time it went well. %s %s in %s of %s orders, for example: %s.",
				string(row.Mark), row.Text, row.Orders, explore.Grouped(found.Schedules), row.Way)
		}
	}
	if found.Schedules == nil {
		return false, "So much was done that not all its orders can be tried here. {u|undo} takes back."
	}
	return true, fmt.Sprintf("All %s orders of it were tried: no %c %s in any.", explore.Grouped(found.Schedules),
		a.Never.Severity, a.Never.Kind.Words())
}

// Did is what the writers did on a timeline's branch up to a record, from their first request on, to be tried in all
// orders.
func Did(t *timeline.Timeline, record int) (explore.Input, error) {
	records := t.Path(record)
	first := slices.IndexFunc(records, func(n int) bool { return ByHand(t.Input(n)) })
	if first < 0 {
		return explore.Input{}, explore.ErrNothing
	}
	start := 0
	if first > 0 {
		start = records[first-1]
	}
	var inputs []engine.Input
	for _, n := range records[first:] {
		inputs = append(inputs, t.Input(n))
	}
	return explore.Cut(t.At(start), inputs)
}

// ByHand says whether an input is a writer's doing, and so no part of the start.
func ByHand(in engine.Input) bool {
	switch in := in.(type) {
	case engine.Send:
		return in.By != engine.Seed
	case engine.Act, engine.Tell, engine.Next:
		return true
	}
	return false
}
