package dialogs

import (
	"image"
	"os"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
	"interleave/ui/widget"
)

// prompt is a dialog with one line to type in.
type prompt struct {
	title   string
	below   string        // a sentence under it
	says    func() string // one that depends on what is typed; nil: it is always the same
	input   *widget.Input
	verb    string // what Enter does
	accept  func(text string) error
	typed   func(text string) // after every change
	folder  *folder           // where the file goes; nil: the line is no file
	listed  string            // the folder whose names the line suggests
	cancel  func()
	buttonY int
	okW     int
}

// newPrompt asks for a line; the text in it is selected, so that typing replaces it.
func newPrompt(title, label, text, verb string, accept func(string) error) *prompt {
	p := &prompt{title: title, verb: verb, accept: accept, input: widget.NewInput(label, 1024)}
	_ = p.input.SetText(text)
	p.input.SelectAll()
	return p
}

// Title is what stands in the frame.
func (p *prompt) Title() string { return p.title }

// Size is a few rows.
func (p *prompt) Size(maxW, maxH int) (w, h int) {
	w = max(min(64, maxW), 1)
	h = 3 + max(min(len(say.Wrap(p.below, w-2)), 2), 1)
	if p.folder != nil {
		h += folderRows + 2
	}
	return w, max(min(h, maxH), 1)
}

// Update takes keys and pastes.
func (p *prompt) Update(msg tea.Msg) (done bool, cmd tea.Cmd) {
	key := press(msg)
	switch {
	case p.folder != nil && (key == "" || p.folder.open && key != "esc" && key != "tab"):
		return p.inFolder(msg)
	case p.folder != nil && key == "tab":
		p.folder.open = !p.folder.open
		return false, nil
	}
	switch key {
	case "esc":
		if p.cancel != nil {
			p.cancel()
		}
		return true, nil
	case "enter":
		return p.enter(), nil
	}
	before := p.input.Changed()
	cmd, _ = p.input.Update(msg)
	if p.input.Changed() != before {
		p.input.SetProblem("")
		if p.typed != nil {
			p.typed(p.input.Text())
		}
		cmd = tea.Batch(cmd, p.list())
	}
	return false, cmd
}

// Start reads the folder.
func (p *prompt) Start() tea.Cmd {
	if p.folder == nil {
		return nil
	}
	return tea.Batch(p.folder.files.Init(), p.list())
}

// namesMsg are the names in the folder of a typed path, with that path in front.
type namesMsg []string

// list reads the folder that the typed path lies in, unless it is the one that was read.
func (p *prompt) list() tea.Cmd {
	in, _ := filepath.Split(p.input.Text())
	if p.folder == nil || p.listed == in+"." {
		return nil
	}
	p.listed = in + "."
	return func() tea.Msg {
		entries, _ := os.ReadDir(in + ".") // no folder, no suggestion
		names := make(namesMsg, 0, len(entries))
		for _, e := range entries {
			if name := in + e.Name(); e.IsDir() {
				names = append(names, name+string(filepath.Separator))
			} else {
				names = append(names, name)
			}
		}
		return names
	}
}

// inFolder is for the folder: a key while it has them, or what was read of it. A paste is for the line.
func (p *prompt) inFolder(msg tea.Msg) (done bool, cmd tea.Cmd) {
	if _, paste := msg.(tea.PasteMsg); paste {
		cmd, _ = p.input.Update(msg)
		return false, cmd
	}
	if names, ok := msg.(namesMsg); ok {
		p.input.Suggest(names)
		return false, nil
	}
	cmd = p.folder.update(msg)
	return p.picked(), cmd
}

// picked takes the file that was chosen in the folder.
func (p *prompt) picked() (done bool) {
	if p.folder.picked == "" {
		return false
	}
	_ = p.input.SetText(p.folder.picked)
	p.folder.open, p.folder.from, p.folder.picked = false, p.folder.files.CurrentDirectory, ""
	return p.enter()
}

func (p *prompt) enter() bool {
	text := p.input.Text()
	if p.folder != nil {
		text = p.folder.in(strings.TrimSpace(text))
	}
	if err := p.accept(text); err != nil {
		p.input.SetProblem(say.Error(err))
		return false
	}
	return true
}

// Mouse places the cursor or presses a button.
func (p *prompt) Mouse(m face.Mouse) (done bool, cmd tea.Cmd) {
	switch {
	case m.Kind != face.Click && m.Kind != face.Double:
	case p.folder != nil && image.Pt(m.X, m.Y).In(p.folder.at):
		cmd = p.folder.click(image.Pt(m.X, m.Y))
		return p.picked(), cmd
	case m.Y == 0:
		_, _ = p.input.Update(tea.MouseClickMsg{X: m.X - 1, Button: tea.MouseLeft})
	case m.Y == p.buttonY && m.X >= 1 && m.X <= p.okW:
		return p.enter(), nil
	case m.Y == p.buttonY && m.X > p.okW+1:
		return p.Update(tea.KeyPressMsg{Code: tea.KeyEscape})
	}
	return false, nil
}

// Paint shows the line, a sentence and two buttons for the mouse.
func (p *prompt) Paint(a grid.Area, look face.Look) {
	w, h := a.Size()
	inside := a.Sub(image.Rect(1, 0, w-1, h))
	p.buttonY = h - 1
	p.input.Paint(inside.Sub(image.Rect(0, 0, w-2, 1)), widgets(look))
	below, style := p.below, ink(themes.Dim)
	if p.says != nil {
		below = p.says()
	}
	if problem := p.input.Problem(); problem != "" {
		below, style = problem, ink(themes.Behind)
	}
	say.Paragraph(inside, 1, min(2, h-2), below, style, look.Glyphs)
	if p.folder != nil {
		p.folder.at = image.Rect(1, max(h-folderRows-2, min(4, h-1)), w-1, h-1)
		p.folder.paint(a.Sub(p.folder.at), look)
	}
	p.okW = inside.Put(0, h-1, "[ "+p.verb+" ]", bold(themes.Key))
	inside.Put(p.okW+2, h-1, "[ Close ]", ink(themes.Dim))
}

// Cursor is where the typed text goes on.
func (p *prompt) Cursor() (x, y int, visible bool) {
	if p.folder != nil && p.folder.open {
		return 0, 0, false
	}
	x, y, visible = p.input.Cursor()
	return x + 1, y, visible
}

// Hints are the keys that count here.
func (p *prompt) Hints() []Hint {
	switch {
	case p.folder == nil:
		return []Hint{{"Enter", lower(p.verb)}, escCloses}
	case p.folder.open:
		return []Hint{{"Enter", "go in"}, {"Left", "go up"}, upDown, {"Tab", "name"}, escCloses}
	}
	return []Hint{{"Enter", lower(p.verb)}, {"Tab", "folder"}, escCloses}
}
