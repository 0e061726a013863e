package widget

import (
	tea "charm.land/bubbletea/v2"

	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
)

// Input is an editor of one line with a prompt before it and, when something is wrong, a sentence below it. Enter, Up,
// Down, PgUp and PgDn are left to the dialog around it.
type Input struct {
	Prompt      string
	Placeholder string // shown while nothing is typed
	editor      Editor
	problem     string
}

// NewInput makes an empty input for at most maximum bytes (0: no limit).
func NewInput(prompt string, maximum int) *Input {
	in := &Input{Prompt: prompt, editor: *NewEditor(maximum)}
	in.editor.oneLine, in.editor.wrap, in.editor.numbers = true, false, false
	in.editor.SetSize(80, 1)
	return in
}

// Share makes the input copy to and paste from a clipboard that others use too.
func (in *Input) Share(c *Clipboard) { in.editor.Share(c) }

// Text is what stands in the input.
func (in *Input) Text() string { return in.editor.Text() }

// SetText begins anew with the cursor behind the text; line ends become blanks.
func (in *Input) SetText(text string) error {
	if err := in.editor.SetText(in.editor.normal(text)); err != nil {
		return err
	}
	in.editor.MoveTo(in.editor.body.end())
	return nil
}

// Insert puts text at the cursor or in the place of the selection.
func (in *Input) Insert(text string) error { return in.editor.Insert(text) }

// SelectAll selects the text, so that typing replaces it.
func (in *Input) SelectAll() { in.editor.SelectAll() }

// SetProblem shows a sentence below the input; an empty one takes it away. A change of the text does not: the caller
// checks it anew.
func (in *Input) SetProblem(sentence string) {
	in.problem = sentence
	in.editor.version++
}

// Problem is the sentence below the input: what the caller set, or else why the last key was refused.
func (in *Input) Problem() string {
	if in.problem != "" {
		return in.problem
	}
	return in.editor.Refusal()
}

// Changed counts the changes of the text.
func (in *Input) Changed() uint64 { return in.editor.Changed() }

// Version counts whatever changes what Paint shows, but for the exported fields.
func (in *Input) Version() uint64 { return in.editor.Version() }

// Update takes keys, pastes and the mouse, whose places count from the input's own upper left cell.
func (in *Input) Update(msg tea.Msg) (cmd tea.Cmd, taken bool) {
	shift := in.promptWidth()
	switch m := msg.(type) {
	case tea.MouseClickMsg:
		m.X -= shift
		msg = m
	case tea.MouseMotionMsg:
		m.X -= shift
		m.Y = 0
		msg = m
	case tea.MouseWheelMsg:
		return nil, false
	}
	return in.editor.Update(msg)
}

func (in *Input) promptWidth() int {
	if in.Prompt == "" {
		return 0
	}
	return grid.Width(in.Prompt) + 1
}

// Height is the number of rows the input wants: one, and one for a problem.
func (in *Input) Height() int {
	if in.Problem() != "" {
		return 2
	}
	return 1
}

// SetWidth says how many cells a row has, prompt included. Paint does it as well.
func (in *Input) SetWidth(w int) { in.editor.SetSize(w-in.promptWidth(), 1) }

// Cursor is the cell for the terminal's own cursor, counted from the input's upper left.
func (in *Input) Cursor() (x, y int, visible bool) {
	x, y, visible = in.editor.Cursor()
	return x + in.promptWidth(), y, visible
}

// Paint shows prompt and text in the first row and the problem in the second.
func (in *Input) Paint(a grid.Area, look face.Look) {
	w, h := a.Size()
	a.Fill(ink(themes.Text))
	in.SetWidth(w)
	if h == 0 {
		return
	}
	a.Put(0, 0, look.Glyphs.Fit(in.Prompt, w), ink(themes.Dim))
	field := a.Sub(rectangle(in.promptWidth(), 0, w-in.promptWidth(), 1))
	in.editor.Paint(field, look)
	if in.editor.Size() == 0 {
		room, _ := field.Size()
		field.Put(0, 0, look.Glyphs.Fit(in.Placeholder, room), themes.Style{Ink: themes.Dim, Italic: true})
	}
	if problem := in.Problem(); problem != "" && h > 1 {
		a.Put(0, 1, look.Glyphs.Fit(problem, w), ink(themes.Refused))
	}
}
