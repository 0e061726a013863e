package plain

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/room"
	"interleave/engine/view"
	"interleave/ui/sessions"
)

func flightWords() []word {
	return []word{
		{name: "hold", form: "[off]", also: ofWriter, do: (*desk).hold},
		{name: "hold-all", form: "[off]", do: (*desk).holdAll},
		{name: "deliver", form: "[NAME]",
			help: "Hand over a message, the first one unless told: a request to the service, or the answer to the " +
				"writer.", also: underWay, do: (*desk).deliver},
		{name: "deliver-all", do: (*desk).deliverAll},
		{name: "lose", form: "[NAME]", also: underWay, do: byHand((*room.Room).Lose, "brings it back")},
		{name: "lose-answer", form: "[NAME]", do: (*desk).loseAnswer},
		{name: "double", form: "[NAME]", also: underWay, do: byHand((*room.Room).Double, "takes it back")},
		{name: "later", form: "[NAME]", do: byHand(
			func(r *room.Room, name string) (string, error) { return r.Later(name, 1) }, "puts it back")},
		{name: "earlier", form: "[NAME]", do: byHand(
			func(r *room.Room, name string) (string, error) { return r.Later(name, -1) }, "puts it back")},
		{name: "give-up", help: "The writer stops waiting for its answer; its message may still arrive. again sends " +
			"the same once more.", do: (*desk).giveUp},
		{name: "again", help: "The writer sends its newest request once more: one that no answer " +
			"came to, or that was answered 409, 500 or 503.", do: (*desk).again},
	}
}

// message is the name of the message that a line means: the first one unless told. ok is false where there is none,
// which is said.
func (d *desk) message(rest string) (name string, ok bool) {
	v := d.room.View()
	list := v.Flight()
	if rest == "" && len(list) > 0 {
		return list[0].Name, true
	}
	if rest == "" {
		d.complain("%s", d.nothingFlies())
		return "", false
	}
	m, err := v.Find(rest)
	if err != nil {
		d.complain("%s flight lists what is under way.", sessions.Sentence(err))
	}
	return m.Name, err == nil
}

// nothingFlies says so, and how the next request would stay under way.
func (d *desk) nothingFlies() string {
	if v := d.room.View(); v.Setting(d.writer+".hold") == "on" {
		return "Nothing is in flight. The next request of " + v.Title(d.writer) + " is held."
	}
	return "Nothing is in flight. hold holds the next request."
}

// byHand does one thing with a message and says it with its undo.
func byHand(do func(r *room.Room, name string) (string, error), undo string) func(d *desk, rest string) {
	return func(d *desk, rest string) {
		name, ok := d.message(rest)
		if !ok {
			return
		}
		text, err := do(d.room, name)
		d.hand(text, undo, err)
	}
}

// loseAnswer loses the answer of a message, or with nothing in flight the one that was just heard.
func (d *desk) loseAnswer(rest string) {
	if v := d.room.View(); rest == "" && len(v.Flight()) == 0 && v.JustHeard(d.writer) != 0 {
		text, err := d.room.LoseHeard(d.writer)
		d.hand(text, "brings it back", err)
		return
	}
	byHand((*room.Room).LoseAnswer, "brings it back")(d, rest)
}

func (d *desk) hand(text, undo string, err error) {
	if d.tried(nil, err) {
		d.say("%s. undo %s.", text, undo)
	}
}

func (d *desk) hold(rest string) {
	v := d.room.View()
	switch {
	case v.Writer(d.writer) == nil:
		d.complain("There is no writer yet. writer Ana adds one.")
	case rest == "all":
		d.holdAll("")
	default:
		if on, ok := d.switched("hold", rest, v.Setting(d.writer+".hold") == "on"); ok {
			text, err := d.room.Hold(d.writer, on)
			d.hand(text, "takes it back", err)
		}
	}
}

func (d *desk) holdAll(rest string) {
	v := d.room.View()
	if on, ok := d.switched("hold-all", rest, len(v.Holding()) == len(v.Writers())); ok {
		text, err := d.room.HoldAll(on)
		d.hand(text, "takes it back", err)
	}
}

// switched is what a switch is to stand at: the other way unless told.
func (d *desk) switched(word, rest string, is bool) (on, ok bool) {
	switch rest {
	case "":
		return !is, true
	case "on", "off":
		return rest == "on", true
	}
	d.complain("%s is on or off, not %q.", word, rest)
	return false, false
}

func (d *desk) deliver(rest string) {
	if name, ok := d.message(rest); ok {
		d.tried(d.room.Deliver(name))
	}
}

func (d *desk) deliverAll(string) {
	if len(d.room.View().Flight()) == 0 {
		d.complain("%s", d.nothingFlies())
		return
	}
	d.tried(d.room.DeliverAll())
}

func (d *desk) giveUp(string) {
	text, err := d.room.GiveUp(d.room.View().Awaited(d.writer))
	d.hand(text, "takes it back", err)
}

func (d *desk) again(string) {
	v := d.room.View()
	request := v.Awaited(d.writer)
	if request == 0 {
		request = d.failed(v)
	}
	if request == 0 {
		d.complain("%s waits for no answer. again sends what no answer came to, or what was answered 409, 500 or 503.",
			v.Title(d.writer))
		return
	}
	d.tried(d.room.SendAgain(request))
}

func (d *desk) flight(string) {
	v := d.room.View()
	list := v.Flight()
	if len(list) == 0 {
		d.say("%s", d.nothingFlies())
	}
	for i, m := range list {
		way, what := "->", m.What
		if m.Back {
			way, what = "<-", m.Said
		}
		d.say("%d  %s %s  %s %s  %s  %s%s", i+1, m.No, m.Name, v.Title(m.By), way, what, ago(m.Age), where(v, m))
	}
}

// where says where a message stands, where that is not on its way.
func where(v *view.View, m view.Moving) string {
	switch {
	case m.Held:
		return "  # held"
	case m.State == engine.AtService:
		return "  arrived"
	case m.State == engine.AtServiceWaiting:
		return fmt.Sprintf("  %s", m.Waiting(v))
	case m.State == engine.Working:
		return "  copy under way"
	}
	return ""
}

// repeatable are the answers after which the same may be right: the service failed or was busy, or another request was
// under way. A 409 of the latter sort says nothing of what is there.
var repeatable = []int{409, 500, 503}

// failed is the writer's newest request where its answer leaves open what was done, or says that nothing was and that
// it may be sent again; 0: it does neither.
func (d *desk) failed(v *view.View) (request int) {
	for n := v.Requests(); n > 0; n-- {
		if x := v.Exchange(n); x.By == d.writer {
			if !x.Heard.IsZero() && slices.Contains(repeatable, x.Answer.Status) {
				return n
			}
			return 0
		}
	}
	return 0
}
