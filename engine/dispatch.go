package engine

import (
	"fmt"
	"slices"
)

// Step moves the world by one input, the record with that number: later records have larger numbers, on every branch.
// The events are the input's own first, then its consequences. On an error the world is as it was;
// so it is when the rules panic.
func (w *World) Step(number int, in Input) (events []Event, err error) {
	if len(w.pending.list) >= pendingMost {
		w.settle()
	}
	s := &w.step
	*s = step{World: w, number: number}
	w.minted = 0
	cutList(&w.journal, 0)
	cutList(&w.happens, 0)
	defer func() {
		p := recover()
		limit, reached := p.(LimitError)
		if reached {
			err = limit
		}
		if p == nil && err == nil {
			return
		}
		w.revert(openList(&w.journal))
		for _, e := range slices.Backward(openList(&w.happens)) {
			w.revert(e.written)
		}
		events = nil
		if p != nil && !reached {
			panic(p)
		}
	}()
	if number <= w.Record() {
		return nil, impossible("number a record %d after %d", number, w.Record())
	}
	if number > MaxInputs {
		return nil, LimitError{What: inSession, Most: MaxInputs}
	}
	s.globals(func(g *globals) { g.Events = int64(number) })
	if err := s.do(in); err != nil {
		return nil, err
	}
	return closeList(&w.happens), nil
}

func (s *step) do(in Input) error {
	switch in := in.(type) {
	case AddWriter:
		return s.addWriter(in)
	case Set:
		return s.set(in)
	case Lock:
		return s.lock(in)
	case Send:
		return s.send(in)
	case Arrive:
		return s.chosen(in.Names, in.Choose, s.arrive)
	case Deliver:
		return s.chosen(in.Names, in.Choose, s.deliver)
	case ReceiveAnswer:
		return s.each(in.Names, s.hear)
	case Lose:
		return s.lose(in)
	case Duplicate:
		return s.double(in)
	case Timeout:
		return s.timeout(in)
	case Order:
		return s.move(in)
	case Edit:
		return s.edit(in)
	case Finish:
		return s.finish(in)
	case Clock:
		return s.clock(in)
	case Act:
		return s.act(in)
	case Tell:
		return s.tell(in)
	case Plan:
		return s.plan(in)
	case Next:
		return s.next(in)
	}
	panic(fmt.Sprintf("engine: no step for %T", in))
}
