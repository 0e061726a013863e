package panes

import (
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/room"
)

// nothingFlies is said where there is no message.
const nothingFlies = "Nothing is in flight. H holds the next request."

// deliver hands over the selected message, or all in their order as one action.
func (f *Flight) deliver(all bool) {
	if all {
		events, err := f.desk.Room().DeliverAll()
		f.answer(events, err)
		return
	}
	if row, ok := f.chosen(); ok {
		events, err := f.desk.Room().Deliver(row.Name)
		f.answer(events, err)
	}
}

// chosen is the message that a key acts on; why there is none is said.
func (f *Flight) chosen() (row flightRow, ok bool) {
	row, ok = f.list.Selected()
	switch {
	case !ok:
		f.desk.Say(nothingFlies, 0)
	case row.isLost():
		f.desk.Say(fmt.Sprintf("%s %s was lost at %s. It is in flight no more.", lostWhose(row.lost), row.lost.Lost, row.lost.At), 0)
		return row, false
	}
	return row, ok
}

func lostWhose(l room.Landed) string { return l.No + "'s" }

// place moves a message among those in flight.
func (f *Flight) place(row flightRow, place int) {
	_, err := f.desk.Room().Do(engine.Order{Name: row.Name, Place: place})
	f.list.Select(place - 1)
	if err != nil {
		f.desk.Say(sentence(err), 0)
		return
	}
	f.desk.Say(fmt.Sprintf("%s goes to place %d. `u` puts it back.", row.No, place), 0)
}

// answer says what came of a message that was handed over: the first sentence of its mark, else who did what.
func (f *Flight) answer(events []engine.Event, err error) {
	if err != nil {
		f.desk.Say(sentence(err), 0)
		return
	}
	if len(events) == 0 {
		return
	}
	v := f.desk.Room().View()
	log := v.Log()
	for i := len(log) - 1; i >= max(len(log)-len(events), 0); i-- {
		for _, m := range log[i].Marks {
			if m.Kind != "" {
				f.desk.Say(v.Story(m).First, m.Sort)
				return
			}
		}
	}
	t := v.Tell(log[len(log)-1])
	f.desk.Say(strings.TrimSpace(fmt.Sprintf("%s %s %s. u takes it back.", t.Who, t.No, t.What)), 0)
}
