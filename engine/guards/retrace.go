package guards

import (
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/explore"
)

// retracing goes along an order that was found under a guard with the requests as they are: whoever sends something
// under the guard sends what it would send next, and nobody takes the guard's own locks.
type retracing struct {
	under, bare *engine.World
	lines       map[string][]engine.Send // of hands, that were not sent yet, by writer
	names       map[string]string        // of the messages without the guard, by those under it
}

// retraced is what the order of a row loses where the requests go as they are.
type retraced uint8

const (
	losesNothing retraced = iota // or that order cannot be gone along so
	losesUnread                  // it replaces work unread, and loses none under a mark
	losesMarked
)

// losesAsMade is what the order of a row that a harm was found in loses where the requests go as they are.
func (t *OrdersTable) losesAsMade(row OrdersRow, harm explore.Row) retraced {
	key := row.ID + " " + harm.Name
	loses, known := t.retraced[key]
	if !known {
		if t.retraced == nil {
			t.retraced = map[string]retraced{}
		}
		loses = t.retrace(row, harm.Steps)
		t.retraced[key] = loses
	}
	return loses
}

func (t *OrdersTable) retrace(row OrdersRow, order []explore.Step) (loses retraced) {
	at := t.rowAt(asItIs.ID)
	if at < 0 || row.Input.World == nil {
		return losesNothing
	}
	in := t.Rows[at].Input
	r := &retracing{row.Input.Begun(), in.Begun(), map[string][]engine.Send{}, map[string]string{}}
	for _, p := range in.Programs {
		for _, input := range p.Steps {
			if send, is := input.(engine.Send); is {
				r.lines[p.By] = append(r.lines[p.By], send)
			}
		}
	}
	for _, step := range order {
		for _, input := range step.Inputs {
			lost, blind, ok := r.take(input)
			switch {
			case !ok:
				return losesNothing
			case lost:
				return losesMarked
			case blind:
				loses = losesUnread
			}
		}
	}
	return loses
}

// rowAt is the place of a guard's row that was searched; -1: there is none.
func (t *OrdersTable) rowAt(id string) int {
	return slices.IndexFunc(t.Rows, func(row OrdersRow) bool { return row.ID == id && row.Found != nil })
}

// markedHere is the name that a row has for work which bare requests replace unread, in words: where its writer or the
// other compares, the same order has a mark. Empty: no order of the row is such a one.
func (t *OrdersTable) markedHere(row OrdersRow) string {
	for _, harm := range row.troubles {
		if !slices.Contains(lostWork, engine.Trouble(harm.Name)) {
			continue
		}
		marked := t.marksBare()
		if row.ID != asItIs.ID {
			loses := t.losesAsMade(row, harm)
			marked = loses == losesUnread || marked && loses == losesMarked
		}
		if marked {
			return harm.Text
		}
	}
	return ""
}

// marksBare says whether the order in which bare requests replace work unread loses it under a mark as the requests
// are.
func (t *OrdersTable) marksBare() bool {
	at := t.rowAt(none.ID)
	if at < 0 {
		return false
	}
	n := slices.IndexFunc(t.Rows[at].troubles, explore.Row.IsUnread)
	return n >= 0 && t.losesAsMade(t.Rows[at], t.Rows[at].troubles[n]) == losesMarked
}

// take takes one input of the order; lost and blind say what it loses, and ok is false where it cannot be taken.
func (r *retracing) take(in engine.Input) (lost, blind, ok bool) {
	if plan, is := in.(engine.Plan); is && len(plan.Steps) > 0 { // one behind lines, as it was written for the guard
		return false, false, false
	}
	sent := r.under.Requests()
	if _, err := r.under.Step(r.under.Record()+1, in); err != nil {
		return false, false, false
	}
	if r.under.Requests() > sent {
		x := r.under.Exchange(r.under.Requests())
		if r.under.Spec(x.Verb).Group == engine.GroupLease && !r.sendsNext(x) {
			return false, false, true // a lock of the guard's
		}
		lines := r.lines[x.By]
		if len(lines) == 0 {
			in = engine.Next{By: x.By}
		} else {
			in, r.lines[x.By] = lines[0], lines[1:]
		}
		defer func() { r.names[x.Name] = r.bare.Exchange(r.bare.Requests()).Name }()
	} else if in = r.renamed(in); in == nil {
		return false, false, true
	}
	before := r.bare.Clone()
	events, err := r.bare.Step(r.bare.Record()+1, in)
	if err != nil {
		return false, false, false
	}
	for n, found := range conflict.Judge(before, events) {
		_, unread := conflict.Unread(r.bare, events[n])
		blind = blind || unread
		lost = lost || slices.ContainsFunc(found, func(f conflict.Finding) bool {
			return slices.Contains(lostWork, f.Kind)
		})
	}
	return lost, blind, true
}

// sendsNext says whether the writer of a request sends such a one next as the requests are.
func (r *retracing) sendsNext(x *engine.Exchange) bool {
	if lines := r.lines[x.By]; len(lines) > 0 {
		return lines[0].Verb == x.Verb
	}
	p := r.bare.PlanOf(x.By)
	return p != nil && p.Next() != nil && p.Next().Verb == x.Verb
}

// renamed is an input with the names that its messages have here; nil: it is about none that was sent.
func (r *retracing) renamed(in engine.Input) engine.Input {
	one := func(name string) (string, bool) { now, ok := r.names[name]; return now, ok }
	all := func(names []string) (list []string, ok bool) {
		for _, name := range names {
			now, sent := one(name)
			if !sent {
				return nil, false
			}
			list = append(list, now)
		}
		return list, true
	}
	ok := true
	switch was := in.(type) {
	case engine.Edit: // the guard is filled in by it
		return nil
	case engine.Deliver:
		was.Names, ok = all(was.Names)
		in = was
	case engine.ReceiveAnswer:
		was.Names, ok = all(was.Names)
		in = was
	case engine.Lose:
		was.Name, ok = one(was.Name)
		in = was
	case engine.Timeout:
		was.Name, ok = one(was.Name)
		in = was
	}
	if !ok {
		return nil
	}
	return in
}
