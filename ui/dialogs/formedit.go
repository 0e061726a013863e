package dialogs

import (
	"errors"
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/scenario"
	"interleave/engine/view"
	"interleave/ui/command"
	"interleave/ui/say"
	"interleave/ui/widget"
)

// underWay is a request that its writer still has in hand.
type underWay struct {
	view.Moving
	args []engine.Arg // as it was sent
}

// NewEdit opens a request that is under way: as a form, or where it is a line of a prompt, as that line.
func NewEdit(d command.Host, name string) Dialog {
	v := d.Room().View()
	m, err := v.Find(name)
	if err == nil {
		err = m.Editable()
	}
	if err != nil {
		return NewNotice([]string{say.Error(err)})
	}
	x := v.Exchange(m.Request)
	if v.Spec(x.Verb).Prompt() {
		return newLineEdit(d, m, x)
	}
	f := &form{d: d, spec: v.Spec(x.Verb), by: x.By, k: v.Known(x.By), edits: &underWay{m, x.Args}}
	for _, p := range inFormOrder(f.spec.Params()) {
		f.fields = append(f.fields, newField(p))
	}
	f.preset(x.Args)
	for _, to := range f.fields { // content that was not sent need not be now
		if _, sent := argOf(x.Args, to.Name); !sent && to.Content && to.text() == "" {
			to.must, to.absent = false, true
		}
	}
	f.refer()
	f.move(1)
	return f
}

// verb is what the form does in a word.
func (f *form) verb() string {
	if f.edits != nil {
		return "Change"
	}
	return "Send"
}

// inputs are what would be tried: a new request, or the change of one, and its delivery.
func (f *form) inputs(s engine.Send) []engine.Input {
	if f.edits != nil {
		return []engine.Input{engine.Edit{Name: f.edits.Name, Args: changes(f.edits.args, s.Args)},
			engine.Deliver{Names: []string{f.edits.Name}}}
	}
	s.As = trial
	return []engine.Input{s, engine.Deliver{Names: []string{trial}}}
}

// changes are the arguments that are not what they were; one of nothing takes an old one away.
func changes(old, now []engine.Arg) (list []engine.Arg) {
	for _, a := range now {
		if was, ok := argOf(old, a.Name); !ok || !was.Equal(a.Value) {
			list = append(list, a)
		}
	}
	for _, a := range old {
		if _, ok := argOf(now, a.Name); !ok {
			list = append(list, engine.Arg{Name: a.Name})
		}
	}
	return list
}

func argOf(args []engine.Arg, name string) (engine.Value, bool) {
	for _, a := range args {
		if a.Name == name {
			return a.Value, true
		}
	}
	return engine.Value{}, false
}

// change edits the request; false: it cannot be what the fields say, and the form says why.
func (f *form) change(s engine.Send) bool {
	list := changes(f.edits.args, s.Args)
	if len(list) == 0 {
		f.d.Say(f.edits.No+" stays as it is.", 0)
		return true
	}
	if err := edit(f.d, f.edits.Moving, list); err != nil {
		f.problem = say.Error(err)
		return false
	}
	return true
}

func edit(d command.Host, m view.Moving, list []engine.Arg) error {
	text, err := d.Room().Edit(m.Name, list)
	if err == nil {
		d.Say(fmt.Sprintf("%s: %s. u takes it back.", text, d.Room().View().Asks(m.Request)), 0)
	}
	return err
}

// newLineEdit asks for the line anew.
func newLineEdit(d command.Host, m view.Moving, x *engine.Exchange) Dialog {
	const by = "form"
	line := strings.TrimPrefix(scenario.FormatInput(engine.Send{By: by, Verb: x.Verb, Args: x.Args}), by+": send ")
	if len(line) > engine.MaxTyped {
		return NewNotice([]string{fmt.Sprintf("%s has %s, and at most %d can be typed: it stays as it is.", m.No,
			say.Number(len(line), "byte"), engine.MaxTyped)})
	}
	p := newPrompt("Edit "+m.No, "Line", line, "Change", func(text string) error {
		in, err := scenario.ParseInput(by + ": send " + strings.TrimSpace(text))
		if err != nil {
			return errors.New(strings.TrimSuffix(reason(err), "."))
		}
		s, ok := in.(engine.Send)
		switch list := changes(x.Args, s.Args); {
		case !ok || s.Verb != x.Verb:
			return fmt.Errorf("%s stays an %s: only its words can be changed. x loses it", m.No, x.Verb)
		case s.As != "" || s.Words.From != "" || s.Words.Again != "" || s.Words.Fault != "" || len(s.Words.Choose) > 0:
			return errors.New("what stands behind the line's own words, as from= or as, stays what it is")
		case len(list) == 0:
			d.Say(m.No+" stays as it is.", 0)
			return nil
		default:
			return edit(d, m, list)
		}
	})
	p.input = widget.NewInput("Line", engine.MaxTyped)
	_ = p.input.SetText(line)
	p.input.SelectAll()
	p.below = "The words of the line, as they were typed. $name.field stands for what an answer said."
	return p
}
