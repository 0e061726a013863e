package scenario

import (
	"fmt"
	"math/big"
	"strings"

	"interleave/engine"
	"interleave/engine/explore"
)

// Explore is the statement that searches all orders: of the plans and of what is under way there, or where there is
// neither of what hands typed above.
const Explore Kind = "explore"

// Promise is what a search must find: a number of orders, a mark in none or in some of them, an end.
type Promise struct {
	Word     string // orders, never, some, outcome
	Mark     *Mark  // of never and some
	End      *Check // of outcome
	Count    *Wanted
	Shortest *Wanted
}

const exploreForm = "explore, or explore --faults 1 --jumps 2"

func readExplore(_ *parser, s *Statement, w words) error {
	s.Budget = &explore.Budget{}
	return readBudget(s.Budget, w.items, exploreForm)
}

// readBudget reads the words of a budget, as `--faults 1 --jumps 2`.
func readBudget(b *explore.Budget, items []item, form string) error {
	for n := 0; n < len(items); n++ {
		i := items[n]
		text, plain := i.text()
		option, ok := strings.CutPrefix(text, "--")
		if !plain || !ok {
			return &wrong{i.start, "this is no budget: write " + form}
		}
		value := ""
		if option != "before" && option != "any-message" {
			if n++; n >= len(items) {
				return &wrong{i.end, fmt.Sprintf("behind --%s stands a number: write %s", option, form)}
			}
			value, _ = items[n].text()
		}
		if err := b.Set(option, value); err != nil {
			return &wrong{i.start, err.Error()}
		}
	}
	if err := b.Check(); err != nil {
		return &wrong{items[0].start, err.Error()}
	}
	return nil
}

const promiseForm = "> orders 924, > never ~ done-twice, > some ~ lost-update 904 shortest 4, or " +
	"> outcome blob wiki/hits body=9 count 20"

// promise reads what an explore must find.
func (p *parser) promise(items []item) (*Promise, error) {
	word, _ := items[0].text()
	one := &Promise{Word: word}
	items = items[1:]
	number := func(i item) (*Wanted, error) {
		w := wantedOf(i)
		if _, ok := new(big.Int).SetString(i.value.String(), 10); !ok || i.hasKey {
			return nil, &wrong{i.start, "this is no number of orders: write " + promiseForm}
		}
		return &w, nil
	}
	cut := func(word string) (err error) {
		if n := len(items); n >= 2 && items[n-2].is(word) {
			to := &one.Count
			if word == "shortest" {
				to = &one.Shortest
			}
			*to, err = number(items[n-1])
			items = items[:n-2]
		}
		return err
	}
	var err error
	switch word {
	case "orders":
		if len(items) != 1 {
			break
		}
		one.Count, err = number(items[0])
		return one, err
	case "never", "some":
		if err = cut("shortest"); err != nil {
			return nil, err
		}
		if len(items) == 3 {
			if one.Count, err = number(items[2]); err != nil {
				return nil, err
			}
			items = items[:2]
		}
		if len(items) != 2 || word == "never" && (one.Count != nil || one.Shortest != nil) {
			break
		}
		one.Mark, err = markOf(items, promiseForm)
		return one, err
	case "outcome":
		if err = cut("count"); err != nil || len(items) == 0 {
			break
		}
		of := &Statement{}
		err = readState(p, of, words{items, items[0].start})
		one.End = of.Check
		return one, err
	}
	if err == nil {
		err = &wrong{p.pos, "this is nothing that a search can hold: write " + promiseForm}
	}
	return nil, err
}

// holds says whether an object is so.
func (c *Check) holds(w *engine.World) bool {
	list, there := c.properties(w)
	if !there || c.Absent {
		return there != c.Absent
	}
	for _, f := range c.Fields {
		switch p, _ := property(list, f.Name); {
		case f.Name == holds && p.Name == "":
			if !holdsText(list, f.Value.String()) {
				return false
			}
		case p.Name == "" || p.Text != f.Value.String():
			return false
		}
	}
	return true
}

// explore searches, and holds what was found against what is promised.
func (r *run) explore(s *Statement) error {
	in, err := r.searchedAt(s)
	if err != nil {
		return r.refused(s, err)
	}
	for _, e := range s.Expect {
		if e.Promise.End != nil {
			if err := e.Promise.End.atEnd(); err != nil {
				return r.refused(s, err)
			}
			in.Wanted = append(in.Wanted, explore.Want{Is: e.Promise.End.holds})
		}
	}
	found := explore.Search(in, *s.Budget, nil, nil)
	r.outcome.Lines = append(r.outcome.Lines, found.Verdict())
	r.outcome.Found = found
	ends := 0
	for _, e := range s.Expect {
		if e.Promise.End != nil {
			r.promised(e, found, found.Wanted[ends])
			ends++
			continue
		}
		r.promised(e, found, explore.WantedEnd{})
	}
	return nil
}

// searchedAt is what an explore is about.
func (r *run) searchedAt(s *Statement) (explore.Input, error) {
	if w := r.t.World(); goesOn(w) {
		return explore.Input{World: w}, nil
	}
	above := *r.file
	for n, st := range r.file.Statements {
		if st == s {
			above.Statements = r.file.Statements[:n]
		}
	}
	searched, err := above.typed()
	if err != nil {
		return explore.Input{}, err
	}
	if len(searched.Input.Programs) == 0 {
		return explore.Input{}, explore.ErrNothing
	}
	return searched.Input, nil
}

// promised compares one promise with what was found.
func (r *run) promised(e *Expectation, found *explore.Result, end explore.WantedEnd) {
	p := e.Promise
	count := func(want *Wanted, what string, got *big.Int) {
		switch {
		case want == nil:
		case got == nil:
			r.fail(e.Line, what+want.Value.String(), found.Verdict(), edit{})
		case got.String() != want.Value.String():
			r.fail(e.Line, what+want.Value.String(), got.String(), edit{want.from, want.end, got.String()})
		}
	}
	switch p.Word {
	case "orders":
		count(p.Count, "orders ", found.Schedules)
	case "outcome":
		switch none := p.Count != nil && p.Count.Value.String() == "0"; {
		case !end.Found && none && found.Complete():
			return
		case !end.Found:
			r.fail(e.Line, "an order that ends so", "none: "+found.Verdict(), edit{})
			return
		case none && end.Schedules == nil:
			r.fail(e.Line, "count 0", "some: "+found.Verdict(), edit{})
			return
		}
		count(p.Count, "count ", end.Schedules)
	default:
		var mark *explore.MarkOf
		for n := range found.Marks {
			if m := &found.Marks[n]; m.Severity == p.Mark.Severity && m.Kind == p.Mark.Kind {
				mark = m
			}
		}
		what := p.Word + " " + p.Mark.String()
		switch {
		case p.Word == "never" && mark != nil:
			with := "an order with it"
			if mark.Schedules != nil {
				with = fmt.Sprintf("%s orders with it", mark.Schedules)
			}
			r.fail(e.Line, what, with, edit{})
		case p.Word == "never" && !found.Complete():
			r.fail(e.Line, what, found.Verdict(), edit{})
		case p.Word == "some" && mark == nil:
			r.fail(e.Line, what, "no order with it: "+found.Verdict(), edit{})
		case p.Word == "some":
			count(p.Count, what+" ", mark.Schedules)
			if w := p.Shortest; w != nil && w.Value.String() != fmt.Sprint(mark.Length) {
				r.fail(e.Line, what+" shortest "+w.Value.String(), fmt.Sprint(mark.Length),
					edit{w.from, w.end, fmt.Sprint(mark.Length)})
			}
		}
	}
}
