package plain

import (
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/endpoint"
	"interleave/engine/room"
	"interleave/engine/starters"
	"interleave/engine/view"
	"interleave/ui/sessions"
)

// programWords are what concerns real programs that join.
func programWords() []word {
	return []word{
		{name: "listen", form: "[SERVICE]", help: "Let real programs join, and say what to put into their " +
			"environment; with a service, such as blob, say a program that works as it stands.", do: (*desk).listen},
		{name: "stop-listening", do: (*desk).stopListening},
		{name: "programs", do: (*desk).programs},
		{name: "disconnect", form: "[WRITER]", do: (*desk).disconnect},
		{name: "take-over", form: "[WRITER]", do: (*desk).takeOver},
		{name: "hang", form: "[NAME]", do: byHand(func(r *room.Room, name string) (string, error) {
			return r.LoseSilently(name, false)
		}, "brings it back")},
		{name: "hang-answer", form: "[NAME]", do: byHand(func(r *room.Room, name string) (string, error) {
			return r.LoseSilently(name, true)
		}, "brings it back")},
		{name: "pause", help: "Stop the clock that runs with the one on the wall, and hold what programs send; " +
			"again: let both go on.", do: (*desk).pause},
	}
}

func (d *desk) listen(rest string) {
	if rest != "" {
		for _, p := range starters.List() {
			if p.Flag == rest {
				d.say("%s", strings.TrimSuffix(p.Text, "\n"))
				return
			}
		}
		d.complain("%s is no service: there are blob, queue, table, file, s3 and redis.", rest)
		return
	}
	if len(d.room.View().Door.Ports) == 0 {
		if err := d.door.Open(d.room); err != nil {
			d.complain("%s", sessions.Sentence(err))
			return
		}
	}
	door := d.room.View().Door
	d.say("%s", endpoint.Invitation(door))
	for _, line := range door.Paste {
		d.say("export %s", sessions.Quoted(line))
	}
}

func (d *desk) stopListening(string) {
	switch wasOpen, err := d.door.Close(); {
	case err != nil:
		d.complain("%s", sessions.Sentence(err))
	case !wasOpen:
		d.complain("Programs cannot join. listen lets them.")
	default:
		d.say("The ports are closed. What the programs did stays.")
	}
}

func (d *desk) programs(string) {
	v := d.room.View()
	for _, p := range v.Door.Ports {
		d.say("%s %s", p.Flag, p.URL)
		if odd := p.Unread(); odd != "" {
			d.say("    %s", odd)
		}
	}
	if len(v.Door.Ports) == 0 {
		d.say("Programs cannot join. listen lets them.")
	}
	for _, c := range v.Clients {
		d.say("%s", clientLine(v, c))
	}
}

// clientLine is a program in a line.
func clientLine(v *view.View, c view.Client) string {
	text := fmt.Sprintf("%s: %s, %s, %s", v.Title(c.Writer), c.Title(),
		engine.Counted(c.Connections, "connection", "connections"), engine.Counted(c.Sent, "request", "requests"))
	if c.Retries > 0 {
		text += ", " + engine.Counted(c.Retries, "retry", "retries")
	}
	if n := c.Out + c.Outside; n > 0 {
		text += fmt.Sprintf(", %d wait", n)
	}
	if c.Taken {
		text += ", its seat is taken"
	}
	return text + "."
}

// named is the writer that a line names, else the one that acts.
func (d *desk) named(rest string) string {
	for _, w := range d.room.View().Writers() {
		if rest != "" && (w.ID == rest || strings.EqualFold(w.Title, rest)) {
			return w.ID
		}
	}
	if rest != "" {
		return rest
	}
	return d.writer
}

func (d *desk) disconnect(rest string) { d.done(d.room.Disconnect(d.named(rest))) }

func (d *desk) takeOver(rest string) {
	id := d.named(rest)
	d.done(d.room.TakeOver(id, d.room.View().Client(id) != nil))
}

func (d *desk) done(text string, err error) {
	if d.tried(nil, err) {
		d.say("%s.", text)
	}
}

func (d *desk) pause(string) {
	on := !d.room.View().Stopped
	if err := d.room.Pause(on); err != nil {
		d.complain("%s", sessions.Sentence(err))
		return
	}
	if on {
		d.say("The clock stands, and what programs send is held. pause lets both go on.")
		return
	}
	d.say("The clock goes with the one on the wall.")
}
