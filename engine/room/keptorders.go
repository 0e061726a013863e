package room

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"

	"interleave/engine/explore"
	"interleave/engine/guards"
	"interleave/engine/scenario"
	"interleave/engine/view"
)

// resultNote is the key of the note that keeps what the last search of all orders found, to be shown again without
// another search.
const resultNote = "orders-result"

// resultMost is how many bytes such a note may have: where there are very many ends they are searched anew.
const resultMost = 1 << 20

// keptResult is a result as a session keeps it, with its examples apart: their inputs are lines of the scenario
// grammar.
type keptResult struct {
	Of       string         `json:"of"` // what was searched, with which budget
	Found    explore.Result `json:"found"`
	Examples [][]keptStep   `json:"examples"`
}

type keptStep struct {
	By    string   `json:"by,omitempty"`
	Verb  string   `json:"verb,omitempty"`
	What  string   `json:"what"`
	Name  string   `json:"name,omitempty"`
	Lines []string `json:"lines"`
}

// KeepResult keeps what a search of o found within a budget with the session, also where somebody stopped it: its
// verdict says how far it went.
func (r *Room) KeepResult(o Orders, b explore.Budget, found *explore.Result) {
	kept := ""
	if text, err := json.Marshal(keptOf(o, b, found)); err == nil && len(text) <= resultMost {
		kept = string(text)
	}
	r.Note(resultNote, kept)
}

func keptOf(o Orders, b explore.Budget, found *explore.Result) keptResult {
	k := keptResult{Of: o.print(b), Found: *found}
	f := &k.Found
	f.Outcomes, f.Marks, f.Wanted = slices.Clone(f.Outcomes), slices.Clone(f.Marks), slices.Clone(f.Wanted)
	f.Undone, f.Refused = slices.Clone(f.Undone), slices.Clone(f.Refused)
	for n := range f.Wanted {
		if unseen := f.Wanted[n].Unseen; unseen != nil {
			without := *unseen
			f.Wanted[n].Unseen = &without
		}
	}
	for _, apart := range []**explore.MarkOf{&f.Unread, &f.Overwritten, &f.Retyped} {
		if *apart != nil {
			m := **apart
			*apart = &m
		}
	}
	for _, example := range examplesIn(f) {
		var steps []keptStep
		for _, s := range *example {
			one := keptStep{By: s.By, Verb: s.Verb, What: s.What, Name: s.Name}
			for _, in := range s.Inputs {
				one.Lines = append(one.Lines, scenario.FormatInput(in))
			}
			steps = append(steps, one)
		}
		k.Examples = append(k.Examples, steps)
		*example = nil
	}
	return k
}

// examplesIn are where the examples of a result stand, in one order.
func examplesIn(f *explore.Result) (list []*[]explore.Step) {
	for n := range f.Outcomes {
		list = append(list, &f.Outcomes[n].Example)
	}
	for n := range f.Marks {
		list = append(list, &f.Marks[n].Example)
	}
	for _, apart := range []*explore.MarkOf{f.Unread, f.Overwritten, f.Retyped} {
		if apart != nil {
			list = append(list, &apart.Example)
		}
	}
	for n := range f.Wanted {
		list = append(list, &f.Wanted[n].Example)
		if unseen := f.Wanted[n].Unseen; unseen != nil {
			list = append(list, &unseen.Example)
		}
	}
	for n := range f.Undone {
		list = append(list, &f.Undone[n].Example)
	}
	for n := range f.Refused {
		list = append(list, &f.Refused[n].Example)
	}
	return list
}

// ResultOf is what the session keeps of a search of o within a budget; nil: it was not searched, or something of it has
// changed since.
func ResultOf(v *view.View, o Orders, b explore.Budget) *explore.Result {
	var k keptResult
	if json.Unmarshal([]byte(v.Note(resultNote)), &k) != nil {
		return nil
	}
	return k.result(o.print(b))
}

// result is what was found where it was found of that; else nil.
func (k *keptResult) result(of string) *explore.Result {
	if k.Of != of {
		return nil
	}
	list := examplesIn(&k.Found)
	if len(list) != len(k.Examples) {
		return nil
	}
	for n, steps := range k.Examples {
		for _, s := range steps {
			one := explore.Step{By: s.By, Verb: s.Verb, What: s.What, Name: s.Name}
			for _, line := range s.Lines {
				in, err := scenario.ParseInput(line)
				if err != nil {
					return nil
				}
				one.Inputs = append(one.Inputs, in)
			}
			*list[n] = append(*list[n], one)
		}
	}
	return &k.Found
}

// guardsNote is the key of the note that keeps what the newest searches under guards found.
const guardsNote = "guards-result"

// Guards are searches of all orders of o, one under each guard that the requests know. What the session keeps of them
// is not searched again, and what is found is kept, also where somebody stopped it.
func (r *Room) Guards(o Orders, b explore.Budget) *guards.OverOrders {
	kept := map[string]keptResult{} // by guard
	_ = json.Unmarshal([]byte(r.View().Note(guardsNote)), &kept)
	over, history := o.Guards(b), o.history()
	under := func(id string, in explore.Input) Orders {
		o := o
		o.Input, o.subject.Under = in, id
		return o
	}
	over.Known = func(id string, in explore.Input) *explore.Result {
		one := kept[id]
		return one.result(under(id, in).print(b) + history)
	}
	over.Keep = func(id string, in explore.Input, found *explore.Result) {
		one := keptOf(under(id, in), b, found)
		one.Of += history
		kept[id] = one
		if text, err := json.Marshal(kept); err == nil && len(text) <= resultMost {
			r.Note(guardsNote, string(text))
		}
	}
	return over
}

// history tells what was done from anything else: how long a message has to be hidden is read from it.
func (o Orders) history() string {
	h := sha256.New()
	for _, in := range o.made.Inputs {
		fmt.Fprintln(h, scenario.FormatInput(in))
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}

// print tells what is searched from anything else: the moment, what the writers do from there on, under which guard,
// the end that is asked for, the budget, and the edition of the search.
func (o Orders) print(b explore.Budget) string {
	h := sha256.New()
	fmt.Fprintf(h, "edition %d\n%x\n%+v\n%q %q\n", explore.Edition, o.Input.World.Clone().Digest(), b, o.Asked,
		o.subject.Under)
	var typed []string
	for t, from := range o.Input.Typed {
		typed = append(typed, fmt.Sprintf("typed %q %q", t, from))
	}
	slices.Sort(typed)
	fmt.Fprintln(h, typed)
	fmt.Fprintln(h, o.Input.Behind)
	for _, p := range o.Input.Programs {
		fmt.Fprintf(h, "program %q %v %q\n", p.By, p.GivesUp, p.Beside)
		for _, in := range p.Steps {
			fmt.Fprintln(h, scenario.FormatInput(in))
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}
