package dialogs

import (
	"time"

	"interleave/engine"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/say"
)

// spans are how far the clock is moved at once; two after each other come to any time between.
var spans = [...]struct {
	text string
	by   time.Duration
}{{"0.1 s", 100 * time.Millisecond}, {"1 s", time.Second}, {"5 s", 5 * time.Second}, {"10 s", 10 * time.Second},
	{"15 s", 15 * time.Second}, {"30 s", 30 * time.Second}, {"1 min", time.Minute}, {"10 min", 10 * time.Minute}}

// NewClock lists how far the clock can be moved, each with the time that it is then and with what ends on the way.
func NewClock(d command.Host) Dialog {
	v := d.Room().View()
	var rows []row
	for _, far := range spans {
		rows = append(rows, row{text: far.text, note: "to " + later(v, far.by).String(), say: ending(v, far.by),
			act: func() bool { return moveClock(d, far.by) }})
	}
	return &picker{chooser: newChooser("", "", rows), title: "Move the clock from " + v.Now().String(), wide: 60,
		hints: []Hint{{"Enter", "move"}, upDown, escCloses}}
}

func later(v *view.View, by time.Duration) engine.Instant {
	return v.Now() + engine.Instant(by.Milliseconds())
}

// ending says what ends by itself before so much time has gone by.
func ending(v *view.View, by time.Duration) string {
	var over []engine.Timer
	for _, t := range v.Timers() {
		if t.At <= later(v, by) {
			over = append(over, t)
		}
	}
	if len(over) == 0 {
		return "No timer ends on the way."
	}
	text := "At " + over[0].At.String() + ", "
	for _, part := range say.Timer(v, over[0]) {
		text += part.Text
	}
	if more := len(over) - 1; more > 0 {
		text += ", and " + engine.Counted(more, "timer", "timers") + " more"
	}
	return text + "."
}

func moveClock(d command.Host, by time.Duration) bool {
	before := d.Room().View()
	if _, err := d.Room().Do(engine.Clock{By: by}); err != nil {
		d.Say(say.Error(err), 0)
		return true
	}
	said(d, before, "The clock went on by "+by.String()+". u takes it back.")
	return true
}
