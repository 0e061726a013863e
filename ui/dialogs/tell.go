package dialogs

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/say"
)

// NewTell lists the writers whom the id of a lease can be told, as in a hand-over: who was told it may use it.
func NewTell(d command.Host) Dialog {
	v := d.Room().View()
	from := v.Known(d.Writer())
	title, none, rows := "Tell the lease id", "No writer yet. + adds one.", []row(nil)
	hold, holds := view.Hold{}, false
	if from != nil {
		none = from.Title + " holds no lease on it."
		hold, holds = from.Holds(d.Object())
	}
	if holds && hold.Answer != "" {
		none = "No other writer. + adds one."
		title = fmt.Sprintf("Tell the id %s of the lease on %s", hold.Token.Short(), d.Object().Name)
		for _, w := range v.Writers() {
			if w.ID == from.ID {
				continue
			}
			id := engine.Ref(hold.Answer+".lease", false)
			rows = append(rows, row{text: w.Title, say: w.Title + " may use the id then. " + act.WouldSend(v, w.ID, id),
				act: func() bool { return tell(d, w.ID, id) }})
		}
	}
	return &picker{chooser: newChooser("", none, rows), title: title, wide: 60,
		hints: []Hint{{"Enter", "tell"}, upDown, escCloses}}
}

func tell(d command.Host, to string, what engine.Value) bool {
	before := d.Room().View()
	does := act.WouldSend(before, to, what)
	if _, err := d.Room().Do(engine.Tell{To: to, What: what}); err != nil {
		d.Say(say.Error(err), 0)
		return true
	}
	said(d, before, before.Title(to)+" was told the lease id. "+does+" u takes it back.")
	return true
}
