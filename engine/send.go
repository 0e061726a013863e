package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// send puts a request under way: its references are resolved by what its writer has heard, the operation is built, and
// what it was made from is fixed, because only what was known when it was sent counts.
func (s *step) send(in Send) error {
	writer, spec := s.Writer(in.By), s.specs[in.Verb]
	switch {
	case writer == nil:
		return impossible("send for %q: there is no such writer", in.By)
	case spec == nil:
		return impossible("send %q: no service has such an operation", in.Verb)
	case len(s.global().Order) >= MaxInFlight:
		return LimitError{What: "messages in flight", Most: MaxInFlight}
	}
	args, err := s.resolveArgs(writer, in.Args)
	if err != nil {
		return err
	}
	op, err := spec.Build(args)
	if err != nil {
		return impossible("send %s: %w", in.Verb, err)
	}
	number := s.Requests() + 1
	x := &Exchange{Sending: &Sending{Number: number, keys: keysOf(number), named: nameRecord{number}, Name: in.As,
		By: in.By, Verb: in.Verb,
		Args: reckoned(in.Args, args), Words: in.Words, Wish: number,
		Object: ObjectID{spec.Object, spec.Target(args)}, Before: int(writer.Last), Sent: s.mark(in.By, number),
		AsOf: s.number,
		spec: spec, given: in.Args, sent: args}}
	s.built = built{x.Sending, op}
	if x.Name == "" {
		x.Name = "r" + strconv.Itoa(number)
	}
	if err := s.trace(writer, spec, x, args); err != nil {
		return err
	}
	if x.Wish != number {
		first := *s.Exchange(x.Wish)
		first.Again = append(slices.Clone(first.Again), number)
		s.put(s.exchanges.t, first.key(), &first)
	}
	next := *writer
	next.Last, next.Open = int64(number), with(writer.Open, number)
	s.put(s.writers.t, in.By, &next)
	s.put(s.exchanges.t, x.key(), x)
	s.put(s.names.t, x.Name, &x.named)
	s.fly(&Message{of: x.Sending, Request: number})
	s.globals(func(g *globals) { g.Requests++ })
	s.emit(Event{Kind: Sent, By: in.By, Request: number, Object: x.Object, Worked: s.claimed(x)})
	return nil
}

// trace finds what the request goes back to: an earlier try, the answers its content and its guard come from.
func (s *step) trace(writer *Writer, spec *OpSpec, x *Exchange, args []Arg) error {
	if err := s.traceWish(writer, x, args); err != nil {
		return err
	}
	if x.Words.Fault != "" && s.fault(x) == nil {
		return impossible("send %s fault=%s: the service has no such fault", x.Verb, x.Words.Fault)
	}
	if line, ok := s.opOf(x).(Liner); ok {
		s.traceLine(writer, x, line.Roles())
	} else {
		s.traceArgs(writer, spec, x)
	}
	switch from := x.Words.From; from {
	case "":
		s.keepBase(writer, spec, x, args)
	case "none":
		x.blind = true
	default:
		base := s.Named(from)
		if base == nil || base.Heard.IsZero() || base.By != writer.ID && !s.told(writer, from) {
			return impossible("send from=%s: %s has heard no answer of that name", from, writer.Title)
		}
		x.Base = base.Number
	}
	return nil
}

func (s *step) traceArgs(writer *Writer, spec *OpSpec, x *Exchange) {
	s.given(spec, x.given, func(g given) {
		for _, source := range s.sources(writer, g.arg.Value, g.Version) {
			if g.Content {
				x.Made = append(x.Made, source)
			}
			if g.Version {
				x.Guards = max(x.Guards, source)
			}
		}
	})
}

func (s *step) traceWish(writer *Writer, x *Exchange, args []Arg) error {
	if again := x.Words.Again; again != "" {
		first := s.Named(again)
		if first == nil || first.By != writer.ID {
			return impossible("send again=%s: %s has sent nothing of that name", again, writer.Title)
		}
		x.Wish = first.Wish
		return nil
	}
	for _, number := range writer.Open {
		first := s.Exchange(number)
		if first.Verb == x.Verb && s.repeats(first, x) && sameArgs(first, args) {
			x.Wish = first.Wish
		}
	}
	return nil
}

// repeats says whether a request may be another try of one that its writer has heard nothing of. A client waits for
// each of its connections by itself: what is still waited for is no try that failed, and what failed is tried again
// once. Its equal requests would else be taken for one wish.
func (s *step) repeats(first, x *Exchange) bool {
	if x.Words.On == "" {
		return true
	}
	tries := append([]int{first.Wish}, s.Exchange(first.Wish).Again...)
	failed := !first.GaveUp.IsZero() || !first.Lost.IsZero()
	return failed && tries[len(tries)-1] == first.Number
}

func sameArgs(first *Exchange, args []Arg) bool {
	return slices.EqualFunc(first.sent, args, func(a, b Arg) bool { return a.Name == b.Name && a.Value.Equal(b.Value) })
}

// refusedKept is how many of a writer's newest requests are looked at for a body that is sent again as it was.
const refusedKept = 32

// keepBase: a body that was refused and is sent again byte for byte keeps its base.
func (s *step) keepBase(writer *Writer, spec *OpSpec, x *Exchange, args []Arg) {
	if len(x.Made) > 0 {
		return
	}
	mine := ""
	for n, number := 0, x.Before; number > 0 && n < refusedKept; n++ {
		old := s.Exchange(number)
		number = old.Before
		if old.Object != x.Object || old.Verb != x.Verb || old.Heard.IsZero() || old.Answer.Accepted() {
			continue
		}
		if mine == "" {
			mine = s.contentOf(spec, s.opOf(x), args)
		}
		if mine == "" {
			return
		}
		if s.contentOf(spec, old.Op(), old.sent) == mine {
			x.Base, x.Made, x.AsOf, x.blind = old.Base, old.Made, old.AsOf, old.blind
			return
		}
	}
}

// sources are the requests whose answers a value refers to. A version that was given as text comes from the newest
// answer that had it.
func (s *step) sources(writer *Writer, v Value, version bool) (list []int) {
	if v.kind == isList || v.kind == isExpression {
		for _, p := range v.inside() {
			list = append(list, s.sources(writer, p, version && v.kind == isList)...)
		}
		return list
	}
	if name, _, ok := v.RefName(); ok {
		if x := s.Named(name); x != nil {
			return []int{x.Number}
		}
		return nil
	}
	if version && v.String() != "*" {
		return s.newestWith(writer, v)
	}
	return nil
}

// tagsKept is how many of a writer's newest answers are looked at for a version that was given as text.
const tagsKept = 64

// newestWith is the newest answer to the writer that had a value in one of its fields.
func (s *step) newestWith(writer *Writer, v Value) []int {
	want := wantedTag{value: v}
	for n, number := 0, writer.Newest; n < tagsKept && number > 0; n++ {
		x := s.Exchange(number)
		if slices.ContainsFunc(x.Answer.Fields, func(f Field) bool { return want.is(f.Value) }) {
			return []int{x.Number}
		}
		number = x.HeardBefore
	}
	return nil
}

// wantedTag is a value that many are compared with: as a token of some kind its text is read once.
type wantedTag struct {
	value  Value
	tokens [TimeTag + 1]Token // by kind; none: not read yet
}

// is says whether a value is the one that is meant, as Equal does.
func (m *wantedTag) is(v Value) bool {
	token, ok := v.Token()
	if !ok || m.value.kind != isText || m.value.text == "" {
		return v.Equal(m.value)
	}
	if m.tokens[token.Kind].IsZero() {
		m.tokens[token.Kind] = TokenOf(token.Kind, m.value.text)
	}
	return token == m.tokens[token.Kind]
}

func (s *step) told(writer *Writer, name string) bool {
	return slices.ContainsFunc(writer.Told, func(path string) bool {
		told, _, _ := Ref(path, false).RefName()
		return told == name
	})
}

// resolveArgs puts what was heard in the place of references; an optional one that the answer has not is left out.
func (w *World) resolveArgs(writer *Writer, args []Arg) ([]Arg, error) {
	if !slices.ContainsFunc(args, func(a Arg) bool { return a.Value.IsZero() || a.Value.refers() }) {
		return args, nil
	}
	list := make([]Arg, 0, len(args))
	for _, a := range args {
		v, err := w.resolve(writer, a.Value)
		if err != nil {
			return nil, fmt.Errorf("%w (%s)", err, a.Name)
		}
		if !v.IsZero() {
			list = append(list, Arg{Name: a.Name, Value: v})
		}
	}
	return list, nil
}

func (w *World) resolve(writer *Writer, v Value) (Value, error) {
	if parts, ok := v.List(); ok {
		list := make([]Value, 0, len(parts))
		for _, p := range parts {
			r, err := w.resolve(writer, p)
			if err != nil {
				return Value{}, err
			}
			list = append(list, r)
		}
		return List(list...), nil
	}
	if v.kind == isExpression {
		r, err := w.reckon(writer, v)
		return Text(r.String()), err
	}
	path, optional, ok := v.Ref()
	if !ok {
		return v, nil
	}
	x, err := w.heardOf(writer, v)
	if err != nil {
		return Value{}, err
	}
	_, field, _ := v.RefName()
	found := x.Answer.Reach(field)
	if found.IsZero() && !optional {
		return Value{}, impossible("use $%s: the answer %s has no %q", path, x.Answer.String(), field)
	}
	return found, nil
}

// heardOf is the answer that a reference names, which its user must have heard or been told of.
func (w *World) heardOf(writer *Writer, v Value) (*Exchange, error) {
	path, _, _ := v.Ref()
	name, _, _ := v.RefName()
	x := w.Named(name)
	switch {
	case x == nil:
		return nil, impossible("use $%s: nothing is called %s", path, name)
	case x.By != writer.ID && !slices.ContainsFunc(writer.Told,
		func(told string) bool { return path == told || strings.HasPrefix(path, told+".") }):
		return nil, impossible("use $%s: %s was answered to %s; tell %s $%s makes it known", path, name, x.By,
			writer.ID, path)
	case x.By == writer.ID && x.Heard.IsZero():
		return nil, impossible("use $%s: %s has not heard that answer", path, writer.Title)
	}
	return x, nil
}

// LeftOut says whether a value is an optional reference to what its answer does not have: such an argument does not
// travel.
func (w *World) LeftOut(v Value) bool {
	_, optional, ok := v.Ref()
	if !ok || !optional {
		return false
	}
	name, field, _ := v.RefName()
	x := w.Named(name)
	return x != nil && x.Answer.Reach(field).IsZero()
}

// reckoned is arguments as they were given, but with what their expressions came to: what a request carries is what was
// reckoned when it was sent.
func reckoned(args, resolved []Arg) []Arg {
	if !slices.ContainsFunc(args, func(a Arg) bool { return a.Value.reckons() }) {
		return args
	}
	list := make([]Arg, 0, len(args))
	for _, a := range args {
		at := slices.IndexFunc(resolved, func(r Arg) bool { return r.Name == a.Name })
		if at < 0 { // it was left out
			list = append(list, a)
			continue
		}
		a.Value, resolved = plainly(a.Value, resolved[at].Value), resolved[at+1:]
		list = append(list, a)
	}
	return list
}

// plainly is a value with what it came to in the place of its expressions; references stay.
func plainly(v, resolved Value) Value {
	given, ok := v.List()
	switch {
	case v.kind == isExpression:
		return resolved
	case !ok || !v.reckons():
		return v
	}
	found, _ := resolved.List()
	list := make([]Value, len(given))
	for i, g := range given {
		list[i] = plainly(g, found[i])
	}
	return List(list...)
}

func (s *step) fault(x *Exchange) *Rule {
	for _, service := range s.services {
		for _, rule := range service.Faults {
			if service.Name == x.Service() && rule.Fault.Code == x.Words.Fault {
				return rule
			}
		}
	}
	return nil
}
