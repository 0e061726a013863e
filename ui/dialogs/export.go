package dialogs

import (
	"errors"
	"io/fs"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// Target is one thing that can be written to a file.
type Target struct {
	What string // as write takes it
	Text string // as people read it
	Say  string // one sentence
	Path string // the file it goes to unless another is typed
	Why  string // why it cannot be written now
}

// exporting goes from the choice of what to write to the file, and only where one exists already to a question.
type exporting struct {
	layered
	d     command.Host
	write Write
	going string // the file that is being written
	next  tea.Cmd
}

// Write begins to write something to a file: what it answers is run away from the screen. It says fs.ErrExist where a
// file would be overwritten and must not be.
type Write func(what, path string, overwrite bool) func() error

// wrote is how the writing of a file ended.
type wrote struct {
	target Target
	path   string
	err    error
}

// NewExport writes one of the targets to a file. It asks only where a file would be overwritten.
func NewExport(d command.Host, targets []Target, write Write) Dialog {
	e := &exporting{d: d, write: write}
	var rows []row
	for _, t := range targets {
		rows = append(rows, row{text: t.Text, note: t.Path, say: t.Say, why: t.Why,
			act: func() bool { e.file(t, t.Path); return false }})
	}
	e.picker = picker{chooser: newChooser("", "Nothing to export yet.", rows), title: "Export", wide: 72,
		hints: []Hint{{"Enter", "choose"}, upDown, escCloses}}
	e.possible()
	return e
}

// file asks for the file's name.
func (e *exporting) file(t Target, path string) {
	p := newPrompt("Export: "+t.Text, "File", path, "Write", func(text string) error {
		if text == "" {
			return errors.New("a file needs a name")
		}
		e.begin(t, text, false)
		return nil
	})
	p.folder = newFolder(".")
	e.above, e.next = p, p.Start()
}

// begin writes the file away from the screen.
func (e *exporting) begin(t Target, path string, over bool) {
	run := e.write(t.What, path, over)
	e.going = path
	e.next = func() tea.Msg { return Result{To: e, Found: wrote{t, path, run()}} }
}

// ended says what came of it.
func (e *exporting) ended(w wrote) (done bool) {
	e.going = ""
	switch {
	case w.err == nil:
		e.d.Say("Written: "+w.path+".", 0)
		return true
	case errors.Is(w.err, fs.ErrExist):
		e.ask(w.target, w.path)
	default:
		e.file(w.target, w.path)
		e.above.(*prompt).input.SetProblem(say.Error(elsewhere(w.err)))
	}
	return false
}

// elsewhere adds the way out to why a file cannot be written.
func elsewhere(err error) error {
	return errors.New(strings.TrimSuffix(err.Error(), ".") + ". E chooses another place.")
}

// ask: the safe choice goes back to the name.
func (e *exporting) ask(t Target, path string) {
	e.above = NewAsk("The file exists", path+" exists already. Overwriting it cannot be undone.", []Choice{
		{Text: "Choose another name", Do: func() { e.file(t, path) }},
		{Key: "o", Text: "Overwrite it", Do: func() { e.begin(t, path, true) }},
	}).OpenedBy("enter")
}

// Update goes to the open part.
func (e *exporting) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	if r, ok := msg.(Result); ok {
		done = e.ended(r.Found.(wrote))
		return done, e.asked()
	}
	return e.hand(func(d Dialog) (bool, tea.Cmd) { return d.Update(msg) })
}

// Mouse goes to the open part.
func (e *exporting) Mouse(m face.Mouse) (done bool, cmd tea.Cmd) {
	return e.hand(func(d Dialog) (bool, tea.Cmd) { return d.Mouse(m) })
}

// hand gives something to the open part. While a file is written, nothing is taken: it must not be written twice.
func (e *exporting) hand(give func(Dialog) (bool, tea.Cmd)) (done bool, cmd tea.Cmd) {
	switch part := e.above; {
	case e.going != "":
		return false, nil
	case part == nil:
		done, cmd = give(&e.picker)
	default:
		var over bool
		if over, cmd = give(part); over && e.above == part { // a part that is over and opened no other
			e.above = nil
		}
	}
	return done, tea.Batch(cmd, e.asked())
}

// asked is what a part wants run.
func (e *exporting) asked() tea.Cmd {
	next := e.next
	e.next = nil
	return next
}

// Paint shows the open part.
func (e *exporting) Paint(a grid.Area, look face.Look) {
	if e.going != "" {
		e.problem = "Writing " + e.going + "..."
	}
	e.layered.Paint(a, look)
}
