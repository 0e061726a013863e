package room

import (
	"fmt"
	"strconv"
	"time"

	"interleave/engine"
	"interleave/engine/view"
)

// oneWay is the time that the desktop gives a message of a hand; in the engine a message takes none.
const oneWay = 100 * time.Millisecond

// Send is a request by hand, as one action. Where the writer's requests are held it only goes under way, else it goes
// all the way: to the service, and the answer back, each a tenth of a second. A request that has to wait stays at the
// service.
func (r *Room) Send(s engine.Send) (events []engine.Event, err error) {
	return r.SendThen(s)
}

// SendThen sends several requests of one writer as one action, each once the answer to the one before it was heard: a
// request that is held, waits or is refused ends them.
func (r *Room) SendThen(s engine.Send, then ...engine.Send) (events []engine.Event, err error) {
	err = r.change(func() error {
		if s.As == "" {
			s.As = r.freeName(r.line.World().Requests() + 1)
		}
		if r.follows() { // a hand acts now, as programs do
			if passed := r.wallClock(); passed != nil {
				if _, err := r.do(passed...); err != nil {
					r.notPassed(passed)
					return err
				}
			}
		}
		events, err = r.byHand(r.allTheWay(append([]engine.Send{s}, then...)...)...)
		return err
	})
	return events, err
}

func (r *Room) freeName(number int) string {
	name := "r" + strconv.Itoa(number)
	for r.line.World().Named(name) != nil {
		name += "x"
	}
	return name
}

// allTheWay is what sends by hand come to, found out on a clone: each of them needs the one before it.
func (r *Room) allTheWay(sends ...engine.Send) (inputs []engine.Input) {
	w, number := r.line.World().Clone(), r.line.Last()
	for i, s := range sends {
		if i > 0 {
			s.As = r.freeName(w.Requests() + 1)
		}
		way, whole := r.wayOf(w, number, s)
		inputs = append(inputs, way...)
		if number += len(way); !whole || !w.Named(s.As).Answer.Accepted() {
			break
		}
	}
	return inputs
}

// wayOf takes a send on a world as far as it goes by itself; whole says that its answer was heard.
func (r *Room) wayOf(w *engine.World, number int, s engine.Send) (way []engine.Input, whole bool) {
	if r.stops || w.Setting(s.By+".hold") == "on" {
		return []engine.Input{s}, false
	}
	way = []engine.Input{s, engine.Clock{By: oneWay}, engine.Deliver{Names: []string{s.As}}, engine.Clock{By: oneWay},
		engine.ReceiveAnswer{Names: []string{s.As}}}
	for i, in := range way {
		number++
		events, err := w.Step(number, in)
		if err != nil {
			return way[:max(i, 1)], false
		}
		for _, e := range events {
			if e.Kind == engine.Waiting {
				return way[:i+1], false
			}
		}
	}
	return way, true
}

// Deliver hands a message over: a request to the service, an answer to its writer; what the service goes on with alone
// it finishes.
func (r *Room) Deliver(name string) (events []engine.Event, err error) {
	err = r.change(func() error {
		v := r.look()
		m, err := v.Find(name)
		switch {
		case err != nil:
			return err
		case m.State == engine.AtServiceWaiting:
			return fmt.Errorf("%s %s. It is decided when that is over", m.No, m.Waiting(v))
		case m.State == engine.Working:
			events, err = r.do(engine.Clock{By: oneWay}, engine.Finish{Name: m.Name})
		default:
			events, err = r.byHand(handOver(m)...)
		}
		return err
	})
	return events, err
}

// Arrive brings a request to the service, which decides nothing yet: another may arrive meanwhile and be in its way.
func (r *Room) Arrive(name string) (did string, err error) {
	err = r.change(func() error {
		m, err := r.look().Find(name)
		switch {
		case err != nil:
			return err
		case m.Back:
			return fmt.Errorf("%s is decided: what is under way is its answer", m.No)
		case m.State != engine.Travelling:
			return fmt.Errorf("%s has arrived already", m.No)
		}
		did = fmt.Sprintf("%s has arrived, and the service has not decided it", m.No)
		_, err = r.do(engine.Clock{By: oneWay}, engine.Arrive{Names: []string{m.Name}})
		return err
	})
	return did, err
}

// DeliverAll hands over all messages that are under way, in their order, as one action: requests to the service,
// answers to their writers.
func (r *Room) DeliverAll() (events []engine.Event, err error) {
	err = r.change(func() error {
		var inputs []engine.Input
		for _, m := range r.look().Flight() {
			if m.State == engine.Travelling || m.State == engine.AtService {
				inputs = append(inputs, handOver(m)...)
			}
		}
		switch {
		case len(r.look().Flight()) == 0:
			return fmt.Errorf("%w: nothing is in flight", ErrNothing)
		case inputs == nil:
			return fmt.Errorf("%w: what is in flight waits at the service. It is decided when that is over", ErrNothing)
		}
		events, err = r.do(inputs...)
		return err
	})
	return events, err
}

func handOver(m view.Moving) []engine.Input {
	if m.Back {
		return []engine.Input{engine.Clock{By: oneWay}, engine.ReceiveAnswer{Names: []string{m.Name}}}
	}
	return []engine.Input{engine.Clock{By: oneWay}, engine.Deliver{Names: []string{m.Name}}}
}

// Step does the next thing that is due: the branch's next record where the cursor is in the past, else the script's
// next moment, else the first message that is not held, else a step of the plan that is due first, else the next timer.
// It says what it did.
func (r *Room) Step() (did string, err error) {
	err = r.change(func() error {
		did, err = r.step()
		return err
	})
	return did, err
}

func (r *Room) step() (did string, err error) {
	if r.isPast() {
		did = r.recordName(r.line.Next())
		err := r.line.Forward()
		r.moved()
		return did, err
	}
	if did, err = r.stepScript(); did != "" || err != nil {
		return did, err
	}
	if err := r.asks(); err != nil {
		return "", err
	}
	inputs, what := r.due()
	if inputs == nil {
		return "", fmt.Errorf("%w: nothing is due. A request, a script, a plan or a timer would be", ErrNothing)
	}
	_, err = r.do(inputs...)
	return what, err
}

// due is what happens next without a script.
func (r *Room) due() (inputs []engine.Input, what string) {
	w := r.line.World()
	for _, m := range w.Flight() {
		x := w.Exchange(m.Request)
		held := w.Setting(x.By+".hold") == "on" && !m.Back
		if held || m.State == engine.Working || m.State == engine.AtServiceWaiting {
			continue
		}
		said := fmt.Sprintf("deliver #%d", x.Number)
		if m.Back {
			said = fmt.Sprintf("the answer of #%d", x.Number)
		}
		return []engine.Input{engine.Clock{By: oneWay}, w.Onward(m)}, said
	}
	if id, inputs := r.duePlan(); id != "" {
		return inputs, r.planName(id)
	}
	if timers := w.Timers(); len(timers) > 0 {
		if id, ok := timers[0].Object.Name, timers[0].Object.Kind == "plan"; ok {
			return []engine.Input{engine.Clock{Next: true}}, fmt.Sprintf("the end of %s's wait", r.titleOf(id))
		}
		return []engine.Input{engine.Clock{Next: true}}, fmt.Sprintf("the timer %s of %s", timers[0].Name,
			timers[0].Object)
	}
	return nil, ""
}

// nextDue says what a step would do (empty: nothing), when that is due, and whether it is only a timer.
func (r *Room) nextDue() (what string, at engine.Instant, timer bool) {
	now := r.line.World().Now()
	if n := r.line.Next(); r.isPast() {
		return r.recordName(n), now, false
	}
	if what, at := r.nextOfScript(); what != "" {
		return what, at, false
	}
	inputs, what := r.due()
	if len(inputs) == 0 || r.asks() != nil {
		return "", 0, false
	}
	clock, _ := inputs[0].(engine.Clock)
	if clock.Next {
		return what, r.line.World().Timers()[0].At, true
	}
	return what, now.Add(clock.By), false
}
