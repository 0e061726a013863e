package scenario

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// expect compares one expectation with what came.
func (r *run) expect(e *Expectation) {
	if e.Check != nil {
		r.state(e.Check, e.Line)
		return
	}
	if e.Mark != nil {
		if marks := r.marksOf(e); !r.seen(*e.Mark, marks) {
			found := "no mark"
			for n, c := range marks {
				if n == 0 {
					found = c.String()
				} else {
					found += ", " + c.String()
				}
			}
			r.fail(e.Line, e.Mark.String(), found, e.delete())
		}
		return
	}
	request := r.named(e)
	name := strings.TrimRight(request, "'")
	x := r.world().Named(name)
	if x == nil {
		r.fail(e.Line, "an answer to "+name, "no request of that name on this branch", e.delete())
		return
	}
	copied := len(request) - len(name)
	a := r.answer(x, copied)
	switch {
	case e.Waits:
		if a.String() != "waits" {
			r.fail(e.Line, "waits", said(a), e.instead(said(a)))
		}
	case e.Cause != nil:
		r.cause(e, a)
	case e.Reply != nil:
		r.reply(e, a)
	default:
		r.compare(e, a, engine.Properties(r.earlier[decision{x.Number, copied}]))
	}
}

// answer is the newest answer to a request within the statement, else the one that stands.
func (r *run) answer(x *engine.Exchange, copied int) engine.Answer {
	a := x.Answer
	for _, e := range r.outcome.Events {
		if e.Request == x.Number && e.Copy == copied && e.Answer != nil {
			a = *e.Answer
		}
	}
	return a
}

// said is an answer in short, also where there is none.
func said(a engine.Answer) string {
	if text := a.String(); text != "" {
		return text
	}
	return "no answer"
}

// compare compares status, code, inner answers and fields.
func (r *run) compare(e *Expectation, a engine.Answer, earlier []engine.Property) {
	status, code := e.Status, e.Code
	switch {
	case status != nil && !status.Value.Equal(engine.Number(int64(a.Status))), code != nil &&
		!a.Coded(code.Value.String()):
		first, last := status, code
		if first == nil {
			first = code
		}
		if last == nil {
			last = status
		}
		wanted := r.file.source()[first.start:last.end]
		r.fail(e.Line, wanted, said(a), edit{first.start, last.end, said(a)})
	}
	if e.Inner != nil {
		r.value(e, *e.Inner, inner(e.Inner.Value, a.Field("answers")))
	}
	for _, w := range e.Fields {
		found := a.Field(w.Name)
		if w.Word == "new" || w.Word == "same" {
			r.moved(e, w, found, earlier)
		} else {
			r.value(e, w, found)
		}
	}
}

// inner are the answers within an answer; where there is one alone, it may be stated without a list of its own, as
// `[412 PreconditionFailed]`.
func inner(wanted, found engine.Value) engine.Value {
	of := func(v engine.Value) []engine.Value {
		list, _ := v.List()
		return list
	}
	if all := of(found); len(all) == 1 && of(all[0]) != nil && len(of(wanted)) > 0 && of(of(wanted)[0]) == nil {
		return all[0]
	}
	return found
}

// moved compares a field with what the object had under its name before the request was decided.
func (r *run) moved(e *Expectation, w Wanted, found engine.Value, earlier []engine.Property) {
	is := "new"
	switch old, _ := property(earlier, w.Name); {
	case found.IsZero():
		is = "none"
	case found.String() == old.Text:
		is = "same"
	}
	if is != w.Word {
		r.fail(e.Line, w.Name+"="+w.Word, w.Name+"="+is, edit{w.from, w.end, is})
	}
}

// value compares one value; of a word only none and nothing have a meaning here.
func (r *run) value(e *Expectation, w Wanted, found engine.Value) {
	if r.fits(w, found) {
		return
	}
	label := ""
	if w.Name != "" {
		label = w.Name + "="
	}
	text := "none"
	if !found.IsZero() {
		text = r.written(found)
	}
	r.fail(e.Line, label+r.shown(w), label+text, edit{w.from, w.end, text})
}

// shown is what was wanted, with what a reference stands for.
func (r *run) shown(w Wanted) string {
	text := FormatValue(w.Value)
	if _, _, ok := w.Value.RefName(); ok {
		text += " (" + r.resolve(w.Value).String() + ")"
	}
	return text
}

func (r *run) fits(w Wanted, found engine.Value) bool {
	if w.Word == "none" || w.Word == "nothing" || w.Word == "absent" {
		return found.IsZero() || found.String() == "" || found.String() == w.Word
	}
	return !found.IsZero() && equal(found, r.resolve(w.Value))
}

// equal compares what was found with what a file states: the same value, or the same text.
func equal(found, want engine.Value) bool {
	return found.Equal(want) || !want.IsZero() && found.String() == want.String()
}

// resolve puts what answers said in the place of references: any answer may be named.
func (r *run) resolve(v engine.Value) engine.Value {
	if list, ok := v.List(); ok {
		resolved := make([]engine.Value, len(list))
		for n, e := range list {
			resolved[n] = r.resolve(e)
		}
		return engine.List(resolved...)
	}
	name, field, ok := v.RefName()
	if !ok {
		return v
	}
	if x := r.world().Named(name); x != nil {
		return x.Answer.Field(field)
	}
	return engine.Value{}
}

// written is a value as an expectation would state it: a token by the answer that first said it.
func (r *run) written(v engine.Value) string {
	if _, ok := v.Token(); !ok {
		if i, ok := v.Instant(); ok {
			return i.String()
		}
		if n, ok := v.Int(); ok {
			return fmt.Sprint(n)
		}
		return FormatValue(v)
	}
	w := r.world()
	for n := 1; n <= w.Requests(); n++ {
		x := w.Exchange(n)
		if !w.Named(x.Name).Is(x) {
			continue
		}
		for _, f := range x.Answer.Fields {
			if f.Value.Equal(v) {
				return FormatValue(engine.Ref(x.Name+"."+f.Name, false))
			}
		}
	}
	return word(v.String())
}

// cause compares what a because states.
func (r *run) cause(e *Expectation, a engine.Answer) {
	why, c := a.Why, e.Cause
	if why == nil {
		r.fail(e.Line, "because "+c.Rule.Value.String(), said(a), e.delete())
		return
	}
	r.clause(e, &c.Rule, "because ", engine.Text(why.Rule.Name), why.Rule.Name)
	r.clause(e, c.Want, "wanted ", why.Want, r.written(why.Want))
	r.clause(e, c.Found, "found ", why.Have, r.written(why.Have))
	by, at := "nobody", "never"
	if !why.Since.IsZero() {
		by, at = why.Since.By, why.Since.At.String()
	}
	r.clause(e, c.By, "by ", engine.Text(by), by)
	r.clause(e, c.At, "at ", engine.Text(at), at)
	r.clause(e, c.Until, "until ", engine.Text(why.Until.String()), why.Until.String())
}

func (r *run) clause(e *Expectation, w *Wanted, label string, found engine.Value, text string) {
	if w == nil || r.fits(*w, found) {
		return
	}
	if found.IsZero() {
		text = "nothing"
	}
	r.fail(e.Line, label+r.shown(*w), label+text, edit{w.from, w.end, text})
}

// reply compares the reply to a prompt's command: its field reply, else the message of its refusal.
func (r *run) reply(e *Expectation, a engine.Answer) {
	found, text := a.Field("reply"), replied(a)
	if found.IsZero() && a.Status != 0 && a.Why != nil {
		found = engine.Text(text)
	}
	words := make([]string, len(e.Reply))
	for n, v := range e.Reply {
		words[n] = r.resolve(v).String()
	}
	wanted := strings.Join(words, " ")
	if wanted == found.String() && !found.IsZero() || wanted == "nil" && found.IsZero() && a.Status != 0 {
		return
	}
	r.fail(e.Line, wanted, text, e.instead(text))
}

// replied is the reply to a prompt's command as an expectation states it.
func replied(a engine.Answer) string {
	switch found := a.Field("reply"); {
	case a.Status == 0:
		return said(a)
	case !found.IsZero():
		return FormatValue(found)
	case a.Why != nil:
		return a.Why.Rule.Fault.Message
	}
	return "nil"
}

// state compares a record with what a state statement says of it.
func (r *run) state(c *Check, line int) {
	w := r.world()
	var list []engine.Property
	there := false
	if c.Writer {
		sent := 0
		for n := 1; n <= w.Requests(); n++ {
			if w.Exchange(n).By == c.Object.Name {
				sent++
			}
		}
		list, there = append(engine.Properties(w.Writer(c.Object.Name)),
			engine.Property{Name: "sent", Text: fmt.Sprint(sent)}), true
	} else if record := w.Object(c.Object); record != nil {
		gone, ok := record.(engine.Gone)
		list, there = engine.Properties(record), !ok || !gone.Gone()
	}
	e := &Expectation{Line: line}
	switch {
	case c.Absent && there:
		r.fail(line, c.Object.String()+" absent", "it is there", edit{c.from, c.end, r.present(list)})
	case !c.Absent && !there:
		r.fail(line, c.Object.String(), "it is absent", edit{c.from, c.end, "absent"})
	case !c.Absent:
		for _, f := range c.Fields {
			if p, _ := property(list, f.Name); f.Name != holds || p.Name != "" {
				r.value(e, f, r.read(p))
			} else if !holdsText(list, f.Value.String()) {
				r.fail(line, "holds="+FormatValue(f.Value), r.present(list), edit{})
			}
		}
	}
}

// holds is the word of a state line for a text that stands somewhere in the content.
const holds = "holds"

func holdsText(list []engine.Property, text string) bool {
	return slices.ContainsFunc(engine.TextNames(), func(name string) bool {
		p, ok := property(list, name)
		return ok && strings.Contains(p.Text, text)
	})
}

// property is the field of a record with that name, or with `.state` behind it.
func property(list []engine.Property, name string) (engine.Property, bool) {
	for _, n := range []string{name, name + ".state"} {
		for _, p := range list {
			if p.Name == n {
				return p, true
			}
		}
	}
	return engine.Property{}, false
}

// read is a property as a value. Which kind its token is of, only the answers know that said it.
func (r *run) read(p engine.Property) engine.Value {
	if p.Name == "" {
		return engine.Value{}
	}
	if p.Kind == "token" {
		w := r.world()
		for n := 1; n <= w.Requests(); n++ {
			for _, f := range w.Exchange(n).Answer.Fields {
				if _, ok := f.Value.Token(); ok && f.Value.String() == p.Text {
					return f.Value
				}
			}
		}
	}
	return engine.Text(p.Text)
}

// present is what a state line says at least of what is there.
func (r *run) present(list []engine.Property) string {
	var parts []string
	for _, name := range append(engine.TextNames(), "etag") {
		if p, ok := property(list, name); ok {
			parts = append(parts, name+"="+r.written(r.read(p)))
		}
	}
	if len(parts) == 0 && len(list) > 0 {
		parts = append(parts, key(list[0].Name)+"="+r.written(r.read(list[0])))
	}
	return strings.Join(parts, " ")
}
