package flight

import (
	"errors"
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/room"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/say"
)

// nothingFlies says so, and how the next request would stay under way.
func (f *Pane) nothingFlies() string {
	if by := f.Desk.Writer(); by != "" && f.View.Setting(by+".hold") == "on" {
		return "Nothing is in flight. The next request of " + f.View.Title(by) + " is held."
	}
	return "Nothing is in flight. H holds the next request."
}

// chosen is the message that a key acts on; why there is none is said.
func (f *Pane) chosen() (m view.Moving, ok bool) {
	row, ok := f.list.Selected()
	switch {
	case !ok:
		f.Desk.Say(f.nothingFlies(), 0)
	case row.isLost():
		what := "#" + strings.TrimPrefix(row.lost.No, "#")
		if row.lost.Lost == "answer" {
			what += "'s answer"
		}
		f.Desk.Say(fmt.Sprintf("%s was lost at %s: it is in flight no more.", what, row.lost.At), 0)
		return m, false
	}
	return row.Moving, ok
}

// Idle says whether a key finds nothing to act on here: nothing is in flight, or what is selected was lost.
func (f *Pane) Idle(in command.Intent) bool {
	switch in := in.(type) {
	case command.Deliver:
		if in.All {
			return f.moving == 0
		}
	case command.GiveUp:
		_, ok := f.list.Selected()
		return !ok && f.View.Awaited(f.Desk.Writer()) == 0
	case command.EditRequest:
		if row, ok := f.list.Selected(); ok && !row.isLost() && row.Editable() != nil {
			return true
		}
	case command.Arrive, command.Lose, command.Hang, command.Double:
	case command.Reorder:
		if f.moving < 2 {
			return true
		}
	default:
		return false
	}
	row, ok := f.list.Selected()
	return !ok || row.isLost()
}

// hand does something to the selected message, and says so with its undo.
func (f *Pane) hand(undo string, do func(name string) (string, error)) {
	if m, ok := f.chosen(); ok {
		text, err := do(m.Name)
		f.report(text, undo, err)
	}
}

// report says what a hand did, with its undo, or why it cannot be done.
func (f *Pane) report(text, undo string, err error) {
	if err != nil {
		f.Desk.Say(say.Error(err), 0)
		return
	}
	f.Desk.Say(fmt.Sprintf("%s. u %s.", text, undo), 0)
}

// deliver hands over the selected message, or all in their order as one action.
func (f *Pane) deliver(all bool) {
	if all {
		f.answer(f.Desk.Room().DeliverAll())
		return
	}
	if m, ok := f.chosen(); ok {
		f.answer(f.Desk.Room().Deliver(m.Name))
	}
}

func (f *Pane) lose(answer bool) {
	how := f.Desk.Room().Lose
	if answer {
		how = f.Desk.Room().LoseAnswer
	}
	f.hand("brings it back", how)
}

// hang loses the selected message so that a program hears nothing at all.
func (f *Pane) hang(answer bool) {
	f.hand("brings it back", func(name string) (string, error) { return f.Desk.Room().LoseSilently(name, answer) })
}

func (f *Pane) reorder(by int) {
	f.hand("puts it back", func(name string) (string, error) { return f.Desk.Room().Later(name, by) })
}

// place moves the message of a row among those in flight.
func (f *Pane) place(row flightRow, place int) {
	text, err := f.Desk.Room().Place(row.Name, place)
	f.report(text, "puts it back", err)
}

// giveUp ends the waiting for the selected message's answer, also where that was lost. Where the keys go elsewhere, the
// writer's own newest request counts: not mine.
func (f *Pane) giveUp() bool {
	row, ok := f.list.Selected()
	if !f.Focused || !ok {
		return false
	}
	request := row.Request
	if row.isLost() {
		request = row.lost.Request
	}
	GiveUp(f.Desk, request)
	return true
}

// GiveUp ends the waiting for an answer and says so.
func GiveUp(d command.Host, request int) bool {
	text, err := d.Room().GiveUp(request)
	if err != nil {
		d.Say(say.Error(err), 0)
		return false
	}
	d.Say(text+". u takes it back.", 0)
	return true
}

// edit opens the selected request where its writer still has it in hand.
func (f *Pane) edit() bool {
	m, ok := f.chosen()
	if !ok {
		return true
	}
	if err := m.Editable(); err != nil {
		f.Desk.Say(say.Error(err), 0)
		return true
	}
	f.Desk.Do(command.EditRequest{Name: m.Name})
	return true
}

// answer says what came of messages that were handed over: the first sentence of a mark, else who did what.
func (f *Pane) answer(events []engine.Event, err error) {
	switch {
	case errors.Is(err, room.ErrNothing):
		f.Desk.Say(say.Error(errors.New(strings.TrimPrefix(err.Error(), room.ErrNothing.Error()+": "))), 0)
		return
	case err != nil:
		f.Desk.Say(say.Error(err), 0)
		return
	case len(events) == 0:
		return
	}
	v := f.Desk.Room().View()
	log := v.Log()
	for i := log.Len() - 1; i >= max(log.Len()-len(events), 0); i-- {
		for _, m := range log.At(i).Marks {
			if m.Kind != "" {
				f.Desk.Say(v.First(m), m.Severity)
				return
			}
		}
	}
	t := v.Tell(log.At(log.Len() - 1))
	f.Desk.Say(strings.TrimSpace(fmt.Sprintf("%s %s %s. u takes it back.", t.Who, t.No, t.What)), 0)
}
