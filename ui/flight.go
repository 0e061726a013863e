package ui

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/dialogs"
	"interleave/ui/flight"
	"interleave/ui/grid"
	"interleave/ui/layout"
)

// flies says whether an intent is for a message in flight.
func flies(in command.Intent) bool {
	switch in := in.(type) {
	case command.Deliver, command.Arrive, command.Lose, command.Hang, command.Double, command.Reorder:
		return true
	case command.EditRequest:
		return in.Name == ""
	}
	return false
}

// byFlight hands an intent to the pane of the messages in flight. Where that is not on screen, the newest message of
// the writer for whom letters act is meant.
func (r *Root) byFlight(in command.Intent) bool {
	if !flies(in) {
		return false
	}
	w := r.desk.window(layout.Flight)
	w.show(r.view)
	all, _ := in.(command.Deliver)
	if f := w.pane.(*flight.Pane); !r.desk.showsFlight() && !all.All && !f.Aim(r.writer) {
		r.status.hint(fmt.Sprintf("%s %s has none. g i goes to the requests in flight.", flightWords(in),
			r.view.Title(r.writer)))
		return true
	}
	return r.byPane(w, in)
}

// byHeard loses the answer that was just heard, where no message is under way that could be meant.
func (r *Root) byHeard(in command.Intent) bool {
	if !r.meansHeard(in) {
		return false
	}
	r.loseHeard()
	return true
}

// meansHeard says whether a key is to lose an answer, and means the one that was just heard.
func (r *Root) meansHeard(in command.Intent) bool {
	lose, _ := in.(command.Lose)
	return lose.Answer && len(r.view.Flight()) == 0 && r.view.JustHeard(r.writer) != 0
}

// showsFlight says whether the messages in flight are on screen, and nothing lies over them.
func (d *desk) showsFlight() bool {
	rect, placed := d.places.Find(layout.Flight)
	return placed && d.places.At(rect.Min) == layout.Flight
}

// nothingFor says whether there is no message that a key for one in flight would act on.
func (r *Root) nothingFor(in command.Intent) bool {
	if r.meansHeard(in) {
		return false
	}
	if all, _ := in.(command.Deliver); r.desk.showsFlight() || all.All {
		p, ok := r.desk.window(layout.Flight).pane.(*flight.Pane)
		return ok && p.Idle(in)
	}
	return !slices.ContainsFunc(r.view.Flight(), func(m view.Moving) bool { return m.By == r.writer })
}

// loseHeard loses the answer that the writer for whom letters act has just heard: nothing else happened since.
func (r *Root) loseHeard() {
	r.playback.stop() // the time that has run since is not to become a record behind the answer
	request := r.view.JustHeard(r.writer)
	text, err := r.room.LoseHeard(r.writer)
	if err != nil {
		r.status.sayError(err)
		return
	}
	r.catchUp()
	r.status.say(text+". u brings it back.", 0)
	for _, t := range r.view.Marks() { // the cursor has travelled: what is new is not found by comparing
		if t.Request == request && t.Severity == engine.SeverityUnknown {
			r.alerts.raise(t.Finding)
		}
	}
}

// withLoss are the keys of a message, and the one that loses the answer which the writer has just heard, where that has
// changed something and the message leaves room for it in a row of w columns from column x on. A script and a lesson
// have a way of their own.
func (s *statusBar) withLoss(t toast, w, x int) []hint {
	v := s.root.view
	if t.text == "" || t.mark != 0 || t.token != 0 || s.offer != nil || v.Next != "" ||
		s.root.course.player != nil || s.root.keys.mode() != command.Nav {
		return t.keys
	}
	heard := v.Exchange(v.JustHeard(s.root.writer))
	if heard == nil || !heard.Answer.Accepted() || v.Spec(heard.Verb).Group == engine.GroupRead {
		return t.keys
	}
	keys := append(slices.Clone(t.keys), hint{"X", "loses the answer", "flight.lose-answer"})
	if keysBegin(w, keys)-x < grid.Width(t.text) {
		return t.keys
	}
	return keys
}

// flightWords say what a key is for, where it finds nothing to do.
func flightWords(in command.Intent) string {
	switch in := in.(type) {
	case command.Lose:
		if in.Answer {
			return "X loses an answer."
		}
		return "x loses a message."
	case command.Arrive:
		return "g A lets a request arrive."
	case command.Hang:
		return "A message that is lost silently lets its program wait."
	case command.Double:
		return "D doubles a message."
	case command.Reorder:
		return "J and K change the order of messages."
	case command.EditRequest:
		return "A request that is under way can be edited."
	}
	return "a delivers a message."
}

// doWriter is what happens to writers and messages.
func (r *Root) doWriter(in command.Intent) bool {
	switch in := in.(type) {
	case command.AddWriter:
		r.layers.open(dialogs.NewAddWriter(r))
	case command.Plan:
		r.plan(in.Name)
	case command.StepPlan:
		r.stepPlan()
	case command.StopPlan:
		r.stopPlan()
	case command.RunPlans:
		r.runPlans()
	case command.HoldAll:
		r.holdAll()
	case command.GiveUp:
		r.giveUp()
	case command.SendAgain:
		if other := r.view.SameAs(r.writer, r.object); other != 0 {
			r.layers.open(dialogs.NewSame(r, other))
			return true
		}
		r.sendAgain(int(r.view.Writer(r.writer).Last))
	case command.TakeText:
		r.takeText(in)
	case command.EditRequest:
		r.layers.open(dialogs.NewEdit(r, in.Name))
	default:
		return false
	}
	return true
}

// holdAll holds all writers' requests; where all are held already, none.
func (r *Root) holdAll() {
	text, err := r.room.HoldAll(len(r.view.Holding()) < len(r.view.Writers()))
	if err != nil {
		r.status.sayError(err)
		return
	}
	r.status.say(text+". u takes it back.", 0)
}

// giveUp ends the waiting of the writer for whom letters act. What its client library would do next is offered.
func (r *Root) giveUp() {
	request := r.view.Awaited(r.writer)
	if flight.GiveUp(r, request) {
		r.catchUp()
		r.offerAgain(request)
	}
}

// offerAgain asks whether a request that nobody waits for goes once more, as client libraries send it after a time-out.
func (r *Root) offerAgain(request int) {
	x := r.view.Exchange(request)
	r.status.offer = &offer{say: fmt.Sprintf(
		"%s waits for #%d no more. Enter sends the same again, as a client library would.", r.view.Title(x.By),
		request), do: func() { r.sendAgain(request) }}
}

// sendAgain sends a request once more as it was.
func (r *Root) sendAgain(request int) {
	r.playback.settle()
	events, err := r.room.SendAgain(request)
	if err != nil {
		r.status.sayError(err)
		return
	}
	if x := r.room.View().Exchange(request); r.room.View().Setting(x.By+".hold") == "on" {
		r.status.say(fmt.Sprintf("%s sends the same again as #%d, which is held. a delivers it.",
			r.room.View().Title(x.By), events[0].Request), 0)
	}
}
