package dialogs

import (
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/scenario"
	"interleave/engine/view"
	"interleave/ui/widget"
)

// field is one parameter of an operation as a person fills it.
type field struct {
	engine.Param
	input  *widget.Input  // of one line
	editor *widget.Editor // of content, and of pairs: `name=value` lines
	must   bool           // it cannot be absent
	absent bool           // it is not sent at all; an empty text is
	choice int            // of a parameter that takes certain words: 0 absent, else the word's number
	given  engine.Value   // what it was prefilled with; it stays itself as long as its text does
	ref    engine.Value   // what the writer can fill it with
	stands engine.Value   // what that reference stands for
	dollar bool           // the last key was the $ that filled in the reference: who types on means another one
	recent []view.Recent  // what else the writer was told that fits, the newest first; ref is the first of it
	word   bool           // it is no argument of the operation, but a word of the line: from, again
	long   string         // a text that a program sent and is longer than people type: it stays as it is
}

// The words of a line that say of a request what its writer means by it.
const (
	fromWord  = "from"
	againWord = "again"
)

// older is what $ fills in: the newest of what the writer was told, and where that or an older one stands there already
// the next older one, behind the last the newest again.
func (f *field) older() (v engine.Value, ok bool) {
	if f.absent {
		return f.ref, !f.ref.IsZero()
	}
	at := slices.IndexFunc(f.recent, func(r view.Recent) bool { return valueText(r.Ref) == f.text() })
	if at < 0 || len(f.recent) < 2 || f.input == nil || f.text() == "" {
		return v, false
	}
	return f.recent[(at+1)%len(f.recent)].Ref, true
}

// meant is what the reference that stands in the field stands for.
func (f *field) meant() (v engine.Value, ok bool) {
	if !f.ref.IsZero() && f.text() == valueText(f.ref) {
		return f.stands, true
	}
	at := slices.IndexFunc(f.recent, func(r view.Recent) bool { return valueText(r.Ref) == f.text() })
	if at < 0 || f.text() == "" {
		return v, false
	}
	return f.recent[at].Value, true
}

// pairsMost is how long the lines of a field like `meta.*` may be together: those of a row are the longest.
const pairsMost = 4 << 20

// target is how the parameter is called that names what a request is for.
const target = "path"

func newField(p engine.Param) *field {
	must := p.Positional() && (p.Content && !p.Kept || p.Name == target)
	f := &field{Param: p, must: must, absent: !must}
	switch {
	case len(p.One) > 0 && must:
		f.choice = 1 // one of them it is
	case len(p.One) > 0:
	case p.Prefix():
		f.editor = widget.NewEditor(pairsMost)
		f.editor.SetNumbers(false)
	case p.Content:
		f.editor = widget.NewEditor(engine.MaxTyped)
		f.editor.SetNumbers(false)
	default:
		f.input = widget.NewInput("", 4096)
	}
	return f
}

// names makes the field one that has to be there: it names what the request is for.
func (f *field) names() {
	if f.Positional() {
		f.must, f.absent = true, false
	}
}

// set prefills a field.
func (f *field) set(v engine.Value) {
	f.absent, f.given = false, v
	text := valueText(v)
	switch {
	case f.editor != nil && len(text) > engine.MaxTyped:
		f.editor, f.long = nil, text
	case f.editor != nil:
		_ = f.editor.SetText(text)
		if !strings.Contains(text, "\n") { // who goes on typing means its end, as in other fields
			f.editor.ToEnd()
		}
	case f.input != nil:
		_ = f.input.SetText(text)
	default:
		f.choice = 1 + slices.Index(f.One, v.String())
		f.absent = f.choice == 0
	}
}

// addPair prefills a line of a field that gathers pairs.
func (f *field) addPair(a engine.Arg) {
	text := f.editor.Text()
	if text != "" {
		text += "\n"
	}
	_ = f.editor.SetText(text + strings.TrimPrefix(a.Name, f.stem()) + "=" + valueText(a.Value))
	f.absent = false
}

// stem is what stands before the star of `meta.*`.
func (f *field) stem() string { return strings.TrimSuffix(f.Name, "*") }

func (f *field) text() string {
	switch {
	case f.editor != nil:
		return f.editor.Text()
	case f.input != nil:
		return f.input.Text()
	case f.long != "":
		return f.long
	case f.choice > 0:
		return f.One[f.choice-1]
	}
	return ""
}

// rows is the height that the field's text has.
func (f *field) rows(tall int) int {
	switch {
	case f.editor == nil:
		return 1
	case f.Prefix(), f.Line:
		return min(1+strings.Count(f.editor.Text(), "\n"), 3)
	}
	return max(tall, 1)
}

// inLines says whether Enter begins a new line of the field: in the text of one line it does where that has others
// already, as of another's text, or pasted.
func (f *field) inLines() bool {
	return f.editor != nil && (!f.Line || strings.Contains(f.editor.Text(), "\n"))
}

// args are what the field sends.
func (f *field) args() ([]engine.Arg, error) {
	if f.Prefix() {
		return f.pairs()
	}
	if f.absent {
		return nil, nil
	}
	text := f.text()
	if !f.given.IsZero() && text == valueText(f.given) {
		return []engine.Arg{{Name: f.Name, Value: f.given}}, nil
	}
	if (f.Content || f.Positional()) && !f.Any {
		return engine.Args(f.Name, text), nil
	}
	v, err := readValue(text)
	if err != nil {
		return nil, errors.New(f.Name + ": " + lower(reason(err)))
	}
	return []engine.Arg{{Name: f.Name, Value: v}}, nil
}

// pairs are the lines of a field like `meta.*`.
func (f *field) pairs() ([]engine.Arg, error) {
	var args []engine.Arg
	for line := range strings.SplitSeq(f.editor.Text(), "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		if name = strings.TrimSpace(name); !ok || name == "" {
			return nil, errors.New(f.Name + " takes lines of the form name=value")
		}
		args = append(args, engine.Args(f.stem()+name, strings.TrimSpace(value))...)
	}
	return args, nil
}

// readValue reads a value as scenarios write it. A text that is no such value is itself; only what begins like a
// reference, a list or a quotation must be one.
func readValue(text string) (engine.Value, error) {
	in, err := scenario.ParseInput("form: send form it=" + text)
	if send, ok := in.(engine.Send); err == nil && ok && len(send.Args) == 1 && send.Words.From == "" && send.As == "" {
		return send.Args[0].Value, nil
	}
	if text != "" && strings.ContainsAny(text[:1], "$[\"") {
		return engine.Value{}, err
	}
	return engine.Text(text), nil
}

// valueText is a value as a person edits it: plain where that reads back as the same, else as scenarios write it.
func valueText(v engine.Value) string {
	if v.IsZero() {
		return ""
	}
	if _, _, ref := v.RefName(); !ref {
		if _, list := v.List(); !list && !strings.HasPrefix(v.String(), "$") {
			return v.String()
		}
	}
	return scenario.FormatValue(v)
}

// update takes a key that is no key of the form.
func (f *field) update(msg tea.Msg) tea.Cmd {
	key := press(msg)
	if f.long != "" {
		return nil
	}
	if f.input == nil && f.editor == nil {
		f.turn(map[string]int{"left": -1, "right": 1, "space": 1}[key])
		return nil
	}
	if key == "backspace" && f.text() == "" && !f.must {
		f.absent = !f.absent || f.Prefix()
		return nil
	}
	if next, ok := f.older(); ok && key == "$" && (f.absent || f.input.AtEnd()) { // within a text it is a letter
		f.set(next)
		f.dollar = true
		return nil
	}
	if k, ok := msg.(tea.KeyPressMsg); f.dollar && ok && strings.TrimSpace(k.Text) != "" && f.input != nil {
		_ = f.input.SetText("$") // shorter than what stood there
	}
	f.dollar = false
	var cmd tea.Cmd
	if f.editor != nil {
		cmd, _ = f.editor.Update(msg)
	} else {
		cmd, _ = f.input.Update(msg)
	}
	if f.text() != "" {
		f.absent = false
	}
	return cmd
}

// choices are the words of a choice, by their places: the first one stands for its absence.
func (f *field) choices() []string { return append([]string{"-"}, f.One...) }

// leastChoice is the first place that can be chosen: what has to be there is never absent.
func (f *field) leastChoice() int {
	if f.must {
		return 1
	}
	return 0
}

// turn goes through the words of a choice; before the first one it is absent, where it may be.
func (f *field) turn(by int) {
	least := f.leastChoice()
	n := len(f.One) + 1 - least
	f.choice = least + ((f.choice-least+by)%n+n)%n
	f.absent = f.choice == 0
}
