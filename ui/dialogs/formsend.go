package dialogs

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/conflict"
	"interleave/engine/rulebook"
	"interleave/engine/scenario"
	"interleave/engine/view"
	"interleave/ui/say"
)

// forecast is what the service would answer now.
type forecast struct {
	text string
	sort engine.Severity // '!' refused, '~' accepted with harm, 0 accepted, 'x' it cannot be sent
}

// trial is the name of a request that is only tried.
const trial = "would-be"

// request is what the fields make; err says in a sentence what is missing.
func (f *form) request() (engine.Send, error) {
	s := engine.Send{By: f.by, Verb: f.spec.Verb}
	if f.k == nil {
		return s, fmt.Errorf("there is no writer to send it. + adds one")
	}
	for _, from := range f.fields {
		args, err := from.args()
		if err == nil && from.Group {
			err = fits(from, args, f.d.Room().View().Services())
		}
		if err != nil {
			return s, err
		}
		if from.word {
			continue
		}
		s.Args = append(s.Args, args...)
	}
	switch first := f.fields[0]; {
	case first.must && first.text() == "":
		return s, fmt.Errorf("%s is empty: it names what the request is for", first.Name)
	case f.unnamed():
		return s, fmt.Errorf("%s is %s so far: the name of what lies in it follows", first.Name, first.text())
	}
	if s.Words.From = f.from(); f.said(fromWord) != "" {
		s.Words.From = f.said(fromWord)
	}
	s.Words.Again = f.said(againWord)
	return s, nil
}

// fits says of a group what is wrong with a request in it, as of one alone.
func fits(from *field, args []engine.Arg, services []*engine.Service) error {
	for _, a := range args {
		if err := scenario.GroupFits(scenario.FormatValue(a.Value), services); err != nil {
			return errors.New(from.Name + ": " + lower(reason(err)))
		}
	}
	return nil
}

// said is what stands in the field of a word of the line; empty: it has none, or nothing stands there.
func (f *form) said(word string) string {
	for _, to := range f.fields {
		if to.word && to.Name == word && !to.absent {
			return strings.TrimSpace(to.text())
		}
	}
	return ""
}

// from is the answer that the content was made from, where it is still the writer's draft.
func (f *form) from() string {
	v := f.d.Room().View()
	draft, ok := v.Draft(f.by, f.object())
	name := content(f.spec)
	for _, to := range f.fields {
		if ok && name != "" && to.Name == name && to.text() == draft.Text {
			return v.From(draft)
		}
	}
	return ""
}

// unnamed says whether the target is only how the form began it: what holds the new thing, and no name of its own.
func (f *form) unnamed() bool {
	v := f.d.Room().View()
	if holder, rest, ok := strings.Cut(f.target(), "/"); !ok || rest != "" || holder == "" {
		return false
	}
	return slices.ContainsFunc(v.Services(), func(s *engine.Service) bool {
		return slices.ContainsFunc(s.Holders, func(kind string) bool {
			into := act.Into(v, engine.ObjectID{Kind: kind})
			return into != nil && into.Object == f.spec.Object && into.Object != kind
		})
	})
}

// forecast asks the room what would be answered; nothing is kept. The same question is asked once.
func (f *form) forecast() forecast {
	if !f.tried {
		f.tried, f.would = true, f.try()
	}
	return f.would
}

func (f *form) try() forecast {
	if len(f.fields) == 0 {
		return forecast{}
	}
	s, err := f.request()
	if err != nil {
		return forecast{say.Error(err), 'x'}
	}
	inputs := f.inputs(s)
	v := f.d.Room().View()
	events, marks, err := f.d.Room().Try(inputs...)
	if err != nil {
		return forecast{say.Error(err), 'x'}
	}
	for _, e := range events {
		switch {
		case e.Kind == engine.Waiting:
			return forecast{"Would wait at the service: " + e.Answer.Why.Rule.Name + ".", engine.SeverityUnknown}
		case e.Kind == engine.Decided:
			return f.told(v.Page(f.object()), e, marks)
		}
	}
	return forecast{}
}

func (f *form) told(page string, e engine.Event, marks []conflict.Finding) forecast {
	a := e.Answer
	said := "Would be answered: "
	if !a.Accepted() {
		text := said + "! " + conflict.Says(f.spec, a)
		if !f.spec.Prompt() && !engine.IsNTStatus(a.Status) { // these say their code by themselves
			text += ", " + a.Code()
		}
		text += "."
		if a.Why != nil && a.Why.Rule.Kind == "" { // a form's mistake: what would fit
			text = strings.TrimSpace(text + " " + say.Besides(conflict.Says(f.spec, a), rulebook.InWords(page, a.Why)))
		}
		return forecast{text + f.holderMade(a, marks), engine.SeverityRefused}
	}
	text := said + conflict.Says(f.spec, a)
	for _, m := range marks {
		if m.Severity == engine.SeveritySilent {
			return forecast{text + ". But silently: ~ " + m.Kind.Words() + ".", engine.SeveritySilent}
		}
	}
	if f.spec.Effect == engine.Deletes && len(e.Changed) == 0 { // as of a version that is not there
		text += "; nothing would change"
	}
	return forecast{text + ".", 0}
}

// holderMade says how what would hold the object is made, where it is not there: behind the answer the desk offers it.
func (f *form) holderMade(a *engine.Answer, marks []conflict.Finding) string {
	const notFound = 404
	holder, makes := f.d.Room().View().Absent(f.object())
	trouble := func(m conflict.Finding) bool { return m.Kind != "" }
	if f.edits != nil || makes == nil || !f.spec.Changes() || f.spec.Group == engine.GroupDelete || a.Why == nil ||
		a.Why.Rule.Fault.Status != notFound || slices.ContainsFunc(marks, trouble) {
		return ""
	}
	return fmt.Sprintf(" Send, then Enter makes the %s %s and sends the same again.", holder.Kind, holder.Name)
}

// send puts the request under way; false: it cannot be sent like this, and the form says why.
func (f *form) send() bool {
	if len(f.fields) == 0 {
		return true
	}
	before, object := f.d.Room().View(), f.object()
	s, err := f.request()
	switch {
	case err != nil:
	case f.edits != nil:
		return f.change(s)
	default:
		var events []engine.Event
		events, err = f.d.Room().SendThen(s, f.tells(s)...)
		if len(events) > 0 && f.spec.Prompt() { // its line holds more than a name
			object = events[0].Object
		}
	}
	if err != nil {
		f.problem = say.Error(err)
		return false
	}
	through := object.Kind == "handle" // what is shown stays: the file that it is open on, or the handle itself
	if !through && (f.makes() && !f.refused() || f.d.Room().View().Truth(object).Exists) {
		f.d.Select(object)
	}
	said(f.d, before, f.outcome())
	return true
}

// SendWhole sends what a form holds where a line said all that an operation is told without names, and it can be sent;
// false: the form has to be seen.
func SendWhole(d Dialog, said []engine.Arg) bool {
	f, ok := d.(*form)
	if !ok || f.problem != "" {
		return false
	}
	for _, p := range f.spec.Params() {
		named := slices.ContainsFunc(said, func(a engine.Arg) bool { return a.Name == p.Name })
		if p.Positional() && !named {
			return false
		}
	}
	if _, err := f.request(); err != nil {
		return false
	}
	return f.send()
}

// tells is what the made object is told to do, in a request behind the one that makes it.
func (f *form) tells(made engine.Send) []engine.Send {
	if f.feature.Verb == "" {
		return nil
	}
	return []engine.Send{act.Tells(f.d.Room().View(), f.feature, made.By, f.target())}
}

// makes says whether the request writes what it names: the next words are about that, even while it is under way or
// where its answer is lost.
func (f *form) makes() bool {
	return f.spec.Group == engine.GroupWrite && !strings.HasSuffix(f.target(), "/")
}

// refused says whether the writer has heard that the request was refused: what it was to make may have no such name.
func (f *form) refused() bool {
	d, ok := f.d.Room().View().Known(f.by).Doing()
	return ok && d.Heard && d.Refused
}

// outcome is what came of the request: what its writer heard, where it has heard anything.
func (f *form) outcome() string {
	v := f.d.Room().View()
	if f.feature.Verb != "" && view.Record(v.Properties(f.object())).Text(f.feature.Property) == f.feature.On {
		return fmt.Sprintf("%s made a %s. u takes it back.", f.k.Title, f.feature.Makes)
	}
	if d, ok := v.Known(f.by).Doing(); ok && d.Heard {
		return fmt.Sprintf("%s heard %s. u takes it back.", f.k.Title, d.Words)
	}
	return fmt.Sprintf("%s sent %s %s. u takes it back.", f.k.Title, f.spec.Method, f.target())
}
