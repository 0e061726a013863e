package room

import (
	"errors"
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/view"
)

// The hands on messages: each is one action and says in a sentence what it did. An error is a sentence too: why it
// cannot be done.

// message does one thing with a message.
func (r *Room) message(name string, do func(v *view.View, m view.Moving) (inputs []engine.Input, said string,
	err error)) (
	said string, err error) {
	err = r.change(func() error {
		v := r.look()
		m, err := v.Find(name)
		if err != nil {
			return err
		}
		var inputs []engine.Input
		if inputs, said, err = do(v, m); err == nil {
			_, err = r.do(inputs...)
		}
		return err
	})
	if err != nil {
		return "", err
	}
	return said, nil
}

// Lose takes a message away: a request that nobody will ever see, or an answer.
func (r *Room) Lose(name string) (said string, err error) {
	return r.message(name, func(_ *view.View, m view.Moving) ([]engine.Input, string, error) {
		switch {
		case m.State == engine.Working:
			return nil, "", m.Alone()
		case m.Back:
			return []engine.Input{engine.Lose{Name: m.Name}}, fmt.Sprintf("Lost %s's answer", m.No), nil
		}
		return []engine.Input{engine.Lose{Name: m.Name}}, fmt.Sprintf("Lost %s on its way", m.No), nil
	})
}

// LoseAnswer loses the answer of a request, which is delivered first: what it does stays done.
func (r *Room) LoseAnswer(name string) (said string, err error) {
	return r.message(name, func(v *view.View, m view.Moving) ([]engine.Input, string, error) {
		switch {
		case m.State == engine.Working:
			return nil, "", m.Alone()
		case m.State == engine.AtServiceWaiting:
			return nil, "", fmt.Errorf("%s %s: there is no answer yet", m.No, m.Waiting(v))
		}
		lose := engine.Lose{Name: m.Name}
		if m.Back {
			return []engine.Input{lose}, fmt.Sprintf("Lost %s's answer", m.No), nil
		}
		inputs := append(handOver(m), lose)
		if !r.answers(inputs[:len(inputs)-1], m.Name) {
			return nil, "", fmt.Errorf("%s would have to wait at the service: there would be no answer to lose", m.No)
		}
		return inputs, fmt.Sprintf("Delivered %s and lost its answer", m.No), nil
	})
}

// LoseHeard loses the answer that a writer has heard last: it goes back to where that was under way, and on from there
// without it. What the request does stays done.
func (r *Room) LoseHeard(writer string) (said string, err error) {
	err = r.change(func() error {
		request := r.look().JustHeard(writer)
		if request == 0 {
			return fmt.Errorf("no answer to %s is the last thing that happened", r.titleOf(writer))
		}
		here, past := r.line.Here(), r.past
		if err := r.line.Go(r.line.Parent(here)); err != nil {
			return err
		}
		r.moved()
		if _, err := r.do(engine.Lose{Name: r.line.World().Exchange(request).Name}); err != nil {
			_ = r.line.Go(here) // it was there
			r.past = past
			r.moved()
			return err
		}
		said = fmt.Sprintf("#%d's answer is lost instead", request)
		return nil
	})
	return said, err
}

// answers says whether inputs lead to an answer under way, tried on a clone.
func (r *Room) answers(inputs []engine.Input, name string) bool {
	w, number := r.line.World().Clone(), r.line.Last()
	for _, in := range inputs {
		number++
		if _, err := w.Step(number, in); err != nil {
			return true // doing it says why it cannot be done
		}
	}
	return slices.ContainsFunc(w.Flight(), func(m *engine.Message) bool {
		return m.Back && w.NameOf(m) == name
	})
}

// Double makes a second copy of a message that is under way.
func (r *Room) Double(name string) (said string, err error) {
	return r.message(name, func(v *view.View, m view.Moving) ([]engine.Input, string, error) {
		switch {
		case m.State == engine.Working:
			return nil, "", m.Alone()
		case m.State != engine.Travelling:
			return nil, "", fmt.Errorf("%s is at the service already: only what is under way can come twice", m.No)
		}
		return []engine.Input{engine.Duplicate{Name: m.Name}}, fmt.Sprintf("%s has a second copy under way", m.No), nil
	})
}

// Later moves a message down by some places, up if negative, as far as the last or the first one.
func (r *Room) Later(name string, by int) (said string, err error) {
	v := r.View()
	at := slices.IndexFunc(v.Flight(), func(m view.Moving) bool { return m.Name == name || m.No == name })
	if at < 0 {
		_, err := v.Find(name)
		return "", err
	}
	return r.Place(name, min(max(at+1+by, 1), len(v.Flight())))
}

// Place moves a message to a place among those in flight, 1 the first.
func (r *Room) Place(name string, place int) (said string, err error) {
	return r.message(name, func(v *view.View, m view.Moving) ([]engine.Input, string, error) {
		list := v.Flight()
		place = min(max(place, 1), len(list))
		switch at := slices.IndexFunc(list, func(o view.Moving) bool {
			return o.Name == m.Name &&
				o.State == m.State
		}); {
		case m.State == engine.Working:
			return nil, "", m.Alone()
		case len(list) == 1:
			return nil, "", fmt.Errorf("%s is the only message in flight", m.No)
		case at == place-1 && place == 1:
			return nil, "", fmt.Errorf("%s is the first already", m.No)
		case at == place-1 && place == len(list):
			return nil, "", fmt.Errorf("%s is the last already", m.No)
		case at == place-1:
			return nil, "", fmt.Errorf("%s is there already", m.No)
		}
		return []engine.Input{engine.Order{Name: m.Name, Place: place}}, fmt.Sprintf("%s is number %d of %d now", m.No,
			place, len(list)), nil
	})
}

// Edit changes arguments of a request that its writer still has in hand; a value of nothing takes its argument away.
func (r *Room) Edit(name string, args []engine.Arg) (said string, err error) {
	return r.message(name, func(_ *view.View, m view.Moving) ([]engine.Input, string, error) {
		if err := m.Editable(); err != nil {
			return nil, "", err
		}
		return []engine.Input{engine.Edit{Name: m.Name, Args: args}}, fmt.Sprintf("Changed %s", m.No), nil
	})
}

// Finish completes what the service does alone for a request, as a slow copy.
func (r *Room) Finish(name string) (said string, err error) {
	return r.message(name, func(_ *view.View, m view.Moving) ([]engine.Input, string, error) {
		if m.State != engine.Working {
			return nil, "", fmt.Errorf("the service has no work of its own left for %s", m.No)
		}
		return []engine.Input{engine.Clock{By: oneWay}, engine.Finish{Name: m.Name}}, fmt.Sprintf(
			"The service finished %s", m.No), nil
	})
}

// GiveUp ends a writer's waiting for an answer. Its message travels on and may still arrive.
func (r *Room) GiveUp(request int) (said string, err error) {
	err = r.change(func() error {
		x := r.line.World().Exchange(request)
		switch {
		case x == nil:
			return errors.New("nothing is waited for")
		case !x.Heard.IsZero():
			return fmt.Errorf("#%d's answer was heard at %s", request, x.Heard.At)
		case !x.GaveUp.IsZero():
			return fmt.Errorf("%s stopped waiting for #%d at %s", r.titleOf(x.By), request, x.GaveUp.At)
		}
		said = fmt.Sprintf("%s waits for #%d no more", r.titleOf(x.By), request)
		_, err := r.do(engine.Timeout{Name: x.Name})
		return err
	})
	return said, err
}

// SendAgain sends a request as it was, as another try of the same wish.
func (r *Room) SendAgain(request int) (events []engine.Event, err error) {
	x := r.View().Exchange(request)
	if x == nil {
		return nil, errors.New("there is no request to send again")
	}
	return r.Send(engine.Send{By: x.By, Verb: x.Verb, Args: x.Args,
		Words: engine.Words{From: x.Words.From, Again: x.Name, Does: x.Words.Does}})
}

// Hold keeps the requests of a writer under way until they are delivered by hand, or lets the next ones go by
// themselves. What is under way stays there.
func (r *Room) Hold(writer string, on bool) (said string, err error) {
	return r.hold([]string{writer}, on)
}

// HoldAll does so for all writers, as one action.
func (r *Room) HoldAll(on bool) (said string, err error) {
	var ids []string
	for _, w := range r.View().Writers() {
		ids = append(ids, w.ID)
	}
	if said, err = r.hold(ids, on); err != nil || len(ids) == 1 {
		return said, err
	}
	return map[bool]string{true: "All requests are held from now on", false: "No requests are held any more"}[on], nil
}

func (r *Room) hold(writers []string, on bool) (said string, err error) {
	value := map[bool]string{true: "on", false: "off"}[on]
	err = r.change(func() error {
		var inputs []engine.Input
		for _, id := range writers {
			if (r.line.World().Setting(id+".hold") == "on") != on {
				inputs = append(inputs, engine.Set{Scope: id, Key: "hold", Value: value})
			}
			said = fmt.Sprintf("%s's requests are held from now on", r.titleOf(id))
			if !on {
				said = fmt.Sprintf("%s's requests are held no more", r.titleOf(id))
			}
		}
		switch {
		case len(writers) == 0:
			return errors.New("there is no writer yet")
		case inputs == nil:
			return fmt.Errorf("hold is %s already", value)
		}
		_, err := r.do(inputs...)
		return err
	})
	return said, err
}
