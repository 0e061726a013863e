package widget

import (
	"fmt"
	"strings"
	"unicode/utf8"

	bindings "charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
)

// Input is a line to type in, with a prompt before it and, when something is wrong, a sentence below it. The text and
// its keys are the text input's of bubbles. What is added here: it moves by what people take for a letter, takes the
// mouse, keeps to a number of bytes, and goes back with Ctrl+Z. Enter, Tab, Up, Down, PgUp and PgDn are left to the
// dialog around it.
type Input struct {
	Prompt      string
	Placeholder string // shown while nothing is typed
	line        textinput.Model
	maximum     int  // bytes; 0: no limit
	all         bool // the whole text is selected
	waiting     bool // the terminal was asked for its clipboard
	left, width int  // the first cell on screen, and how many there are
	offers      []string
	undo        []string
	problem     string
	refusal     string

	changed, version uint64
}

// NewInput makes an empty input for at most maximum bytes (0: no limit).
func NewInput(prompt string, maximum int) *Input {
	in := &Input{Prompt: prompt, line: textinput.New(), maximum: maximum, width: 80, changed: 1}
	in.line.Prompt = ""
	in.line.SetVirtualCursor(false)
	in.line.ShowSuggestions = true
	keys := &in.line.KeyMap
	keys.AcceptSuggestion.SetKeys("right")
	keys.Paste.SetEnabled(false) // the model would start a program that reads the clipboard of this computer
	keys.NextSuggestion.SetEnabled(false)
	keys.PrevSuggestion.SetEnabled(false)
	_ = in.line.Focus() // a cursor of the model would blink; the terminal has its own
	return in
}

// Suggest offers lines that begin with what is typed: the rest of the first one stands behind the cursor, and Right
// takes it.
func (in *Input) Suggest(lines []string) {
	in.offers = lines
	in.line.SetSuggestions(lines)
	in.version++
}

// Suggested is the line that Right takes; empty where there is none.
func (in *Input) Suggested() string {
	if typed := in.Text(); in.AtEnd() {
		if line := in.line.CurrentSuggestion(); len(line) > len(typed) {
			return line
		}
	}
	return ""
}

// AtEnd says whether the cursor stands behind the text.
func (in *Input) AtEnd() bool { return in.line.Position() == utf8.RuneCountInString(in.Text()) }

// Text is what stands in the input.
func (in *Input) Text() string { return in.line.Value() }

// SetText begins anew with the cursor behind the text; line ends and tabs become blanks.
func (in *Input) SetText(text string) error {
	text = oneLine(text)
	if in.maximum > 0 && len(text) > in.maximum {
		return in.refuse(len(text), "The text stays as it was.")
	}
	in.line.SetValue(text)
	in.line.CursorEnd()
	in.all, in.undo, in.refusal = false, nil, ""
	in.touch()
	return nil
}

// oneLine makes the line ends of all systems blanks; those at the end go.
func oneLine(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	return strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", " ")
}

// Insert puts text at the cursor or in the place of the selection: as much as fits, and the answer says so.
func (in *Input) Insert(text string) error {
	in.begin()
	text, kept := oneLine(text), in.Text()
	if in.all {
		kept = ""
	}
	var err error
	if room := in.maximum - len(kept); in.maximum > 0 && len(text) > room {
		err = in.refuse(len(kept)+len(text), "What did not fit was left out.")
		text = fitting(text, room)
	}
	in.edit(func() { in.line, _ = in.line.Update(tea.PasteMsg{Content: text}) })
	return err
}

// SelectAll selects the text, so that typing replaces it.
func (in *Input) SelectAll() {
	in.all = in.Text() != ""
	in.version++
}

// SetProblem shows a sentence below the input; an empty one takes it away. A change of the text does not: the caller
// checks it anew.
func (in *Input) SetProblem(sentence string) {
	in.problem = sentence
	in.version++
}

// Problem is the sentence below the input: what the caller set, or else why the last key was refused.
func (in *Input) Problem() string {
	if in.problem != "" {
		return in.problem
	}
	return in.refusal
}

// Changed counts the changes of the text.
func (in *Input) Changed() uint64 { return in.changed }

// Version counts whatever changes what Paint shows, but for the exported fields.
func (in *Input) Version() uint64 { return in.version }

// Update takes keys, pastes and the mouse, whose places count from the input's own upper left cell.
func (in *Input) Update(msg tea.Msg) (cmd tea.Cmd, taken bool) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return in.press(msg)
	case tea.PasteMsg:
		_ = in.Insert(msg.Content) // what did not fit is said below the line
		return nil, true
	case tea.ClipboardMsg:
		if !in.waiting {
			return nil, false
		}
		in.waiting = false
		_ = in.Insert(msg.Content)
		return nil, true
	case tea.MouseClickMsg:
		in.begin()
		in.all = false
		in.line.SetCursor(in.runeAt(msg.X - in.promptWidth() + in.left))
		return nil, true
	}
	return nil, false
}

func (in *Input) press(k tea.KeyPressMsg) (tea.Cmd, bool) {
	switch stroke := k.Keystroke(); {
	case isText(k):
		_ = in.Insert(k.Text)
		return nil, true
	case stroke == "ctrl+v":
		in.begin()
		in.waiting = true
		return tea.ReadClipboard, true
	case (stroke == "ctrl+c" || stroke == "ctrl+x") && in.all:
		text := in.Text()
		if stroke == "ctrl+x" {
			in.edit(func() {})
		}
		return tea.SetClipboard(text), true
	case stroke == "ctrl+z":
		in.takeBack()
		return nil, true
	case !in.knows(k):
		return nil, false
	default:
		in.begin()
		in.stroke(k)
		return nil, true
	}
}

func (in *Input) knows(k tea.KeyPressMsg) bool {
	m := in.line.KeyMap
	return bindings.Matches(k, m.CharacterForward, m.CharacterBackward, m.WordForward, m.WordBackward,
		m.DeleteWordBackward,
		m.DeleteWordForward, m.DeleteAfterCursor, m.DeleteBeforeCursor, m.DeleteCharacterBackward,
		m.DeleteCharacterForward, m.LineStart, m.LineEnd)
}

// stroke hands a key to the model: for a letter that is several code points as often as it has some.
func (in *Input) stroke(k tea.KeyPressMsg) {
	m, text := &in.line.KeyMap, in.Text()
	at := len(string([]rune(text)[:in.line.Position()]))
	erases := bindings.Matches(k, m.DeleteWordBackward, m.DeleteWordForward, m.DeleteAfterCursor, m.DeleteBeforeCursor,
		m.DeleteCharacterBackward, m.DeleteCharacterForward)
	times := 1
	switch {
	case bindings.Matches(k, m.CharacterBackward, m.DeleteCharacterBackward):
		times = utf8.RuneCountInString(text[clusterStart(text, at):at])
	case bindings.Matches(k, m.CharacterForward, m.DeleteCharacterForward):
		times = utf8.RuneCountInString(text[at:clusterEnd(text, at)])
	}
	if in.all && erases {
		in.edit(func() {})
		return
	}
	in.all = false
	m.AcceptSuggestion.SetEnabled(in.Suggested() != "")
	in.edit(func() {
		for range max(times, 1) {
			in.line, _ = in.line.Update(k)
		}
	})
}

// begin is what every key does first.
func (in *Input) begin() {
	in.refusal = ""
	in.version++
}

// edit changes the line, keeps what it was for Ctrl+Z, and puts what is inserted in the place of the selection.
func (in *Input) edit(change func()) {
	const kept = 100
	before := in.Text()
	if in.all {
		in.line.SetValue("")
		in.all = false
	}
	change()
	if in.Text() == before {
		return
	}
	if in.undo = append(in.undo, before); len(in.undo) > kept {
		in.undo = in.undo[1:]
	}
	in.touch()
}

// takeBack undoes the last change.
func (in *Input) takeBack() {
	in.begin()
	if n := len(in.undo); n > 0 {
		in.line.SetValue(in.undo[n-1])
		in.line.CursorEnd()
		in.undo, in.all = in.undo[:n-1], false
		in.touch()
	}
}

func (in *Input) touch() {
	in.line.SetSuggestions(in.offers) // the model looks at them anew only after keys
	in.changed++
	in.version++
}

func (in *Input) refuse(size int, outcome string) error {
	in.refusal = fmt.Sprintf("Too long: %d bytes, and %d is the limit. %s", size, in.maximum, outcome)
	in.version++
	return fmt.Errorf("%d of at most %d bytes: %w", size, in.maximum, ErrTooLong)
}

// fitting is the beginning of a text that has at most so many bytes, without half a letter.
func fitting(text string, bytes int) string {
	end := 0
	for end < len(text) {
		next := clusterEnd(text, end)
		if next > bytes {
			break
		}
		end = next
	}
	return text[:end]
}

// cell is where on the line the cursor stands, counted in cells; runeAt is the letter that stands there.
func (in *Input) cell() int { return grid.Width(string([]rune(in.Text())[:in.line.Position()])) }

func (in *Input) runeAt(cell int) int {
	text, at := in.Text(), 0
	for at < len(text) {
		end := clusterEnd(text, at)
		if grid.Width(text[:end]) > cell {
			break
		}
		at = end
	}
	return utf8.RuneCountInString(text[:at])
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
func (in *Input) SetWidth(w int) {
	in.width = max(w-in.promptWidth(), 0)
	at := in.cell()
	in.left = max(min(in.left, at, max(grid.Width(in.Text())+1-in.width, 0)), at-in.width+1, 0)
}

// Cursor is the cell for the terminal's own cursor, counted from the input's upper left.
func (in *Input) Cursor() (x, y int, visible bool) {
	x = in.cell() - in.left
	return x + in.promptWidth(), 0, x >= 0 && x < in.width
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
	text, style := in.Text(), ink(themes.Text)
	if in.all {
		style.Reverse = true // the ground of a chosen row would hide that of a selection
	}
	x := field.Put(-in.left, 0, text, style) - in.left
	if rest := in.Suggested(); rest != "" && look.Focused {
		field.Put(x, 0, look.Glyphs.Fit(rest[len(text):], max(in.width-x, 0)), ink(themes.Dim))
	}
	if text == "" {
		room, _ := field.Size()
		field.Put(0, 0, look.Glyphs.Fit(in.Placeholder, room), themes.Style{Ink: themes.Dim, Italic: true})
	}
	if problem := in.Problem(); problem != "" && h > 1 {
		a.Put(0, 1, look.Glyphs.Fit(problem, w), ink(themes.Refused))
	}
}
