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
	picker
	d     command.Host
	write func(what, path string, overwrite bool) error
	inner Dialog
	over  bool // the file is written, or left alone for good
}

// NewExport writes one of the targets to a file. It asks only where a file would be overwritten: write says so with
// fs.ErrExist.
func NewExport(d command.Host, targets []Target, write func(what, path string, overwrite bool) error) Dialog {
	e := &exporting{d: d, write: write}
	var rows []row
	for _, t := range targets {
		rows = append(rows, row{text: t.Text, note: t.Path, say: t.Say, why: t.Why,
			act: func() bool { e.file(t, t.Path); return false }})
	}
	e.picker = picker{chooser: newChooser("", "Nothing to export yet.", rows), title: "Export", wide: 72,
		hints: []Hint{{"Enter", "choose"}, upDown, escCloses}}
	return e
}

// file asks for the file's name.
func (e *exporting) file(t Target, path string) {
	p := newPrompt("Export: "+t.Text, "File", path, "Write", nil)
	p.accept = func(text string) error {
		path := strings.TrimSpace(text)
		if path == "" {
			return errors.New("a file needs a name")
		}
		err := e.write(t.What, path, false)
		if errors.Is(err, fs.ErrExist) {
			e.ask(t, path)
			return nil
		}
		if err == nil {
			e.written(path)
			return nil
		}
		return elsewhere(err)
	}
	e.inner = p
}

// elsewhere adds the way out to why a file cannot be written.
func elsewhere(err error) error {
	return errors.New(strings.TrimSuffix(err.Error(), ".") + ". E chooses another place.")
}

func (e *exporting) written(path string) {
	e.over = true
	e.d.Say("Written: "+path+".", 0)
}

// ask: the safe choice goes back to the name.
func (e *exporting) ask(t Target, path string) {
	e.inner = NewAsk("The file exists", path+" exists already. Overwriting it cannot be undone.", []Choice{
		{Text: "Choose another name", Do: func() { e.file(t, path) }},
		{Key: "o", Text: "Overwrite it", Do: func() {
			if err := e.write(t.What, path, true); err != nil {
				e.inner = nil
				e.problem = say.Error(elsewhere(err))
				return
			}
			e.written(path)
		}},
	}).OpenedBy("enter")
}

// Update goes to the open part.
func (e *exporting) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	if e.inner == nil {
		return e.picker.Update(msg)
	}
	part := e.inner
	over, cmd := part.Update(msg)
	e.next(part, over)
	return e.over, cmd
}

// next: a part that is over and opened no other gives way to the list.
func (e *exporting) next(part Dialog, over bool) {
	if over && e.inner == part {
		e.inner = nil
	}
}

// Mouse goes to the open part.
func (e *exporting) Mouse(m face.Mouse) (done bool, cmd tea.Cmd) {
	if e.inner == nil {
		return e.picker.Mouse(m)
	}
	part := e.inner
	over, cmd := part.Mouse(m)
	e.next(part, over)
	return e.over, cmd
}

// Title is the open part's.
func (e *exporting) Title() string {
	if e.inner != nil {
		return e.inner.Title()
	}
	return e.picker.Title()
}

// Size is what the open part wants.
func (e *exporting) Size(maxW, maxH int) (w, h int) {
	if e.inner != nil {
		return e.inner.Size(maxW, maxH)
	}
	return e.picker.Size(maxW, maxH)
}

// Paint shows the open part.
func (e *exporting) Paint(a grid.Area, look face.Look) {
	if e.inner != nil {
		e.inner.Paint(a, look)
		return
	}
	e.picker.Paint(a, look)
}

// Cursor is the open part's.
func (e *exporting) Cursor() (x, y int, visible bool) {
	if e.inner != nil {
		return e.inner.Cursor()
	}
	return 0, 0, false
}

// Hints are the open part's.
func (e *exporting) Hints() []Hint {
	if e.inner != nil {
		return e.inner.Hints()
	}
	return e.picker.Hints()
}
