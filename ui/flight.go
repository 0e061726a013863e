package ui

import (
	"fmt"

	"interleave/ui/command"
	"interleave/ui/dialogs"
	"interleave/ui/flight"
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
	rect, placed := r.desk.places.Find(layout.Flight)
	placed = placed && r.desk.places.At(rect.Min) == layout.Flight // nothing lies over it
	if f := w.pane.(*flight.Pane); !placed && !all.All && !f.Aim(r.writer) {
		r.status.hint(fmt.Sprintf("%s %s has none. g i goes to the requests in flight.", flightWords(in),
			r.view.Title(r.writer)))
		return true
	}
	return r.byPane(w, in)
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
