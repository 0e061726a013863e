package engine

import "slices"

// trace finds what the request goes back to: an earlier try, the answers its content and its guard come from.
func (s *step) trace(writer *Writer, spec *OpSpec, x *Exchange, args []Arg) error {
	if err := s.traceWish(writer, spec, x, args); err != nil {
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
		var room [4]int
		for _, source := range s.sources(room[:0], writer, g.arg.Value, g.Version) {
			if g.Content {
				x.Made = append(x.Made, source)
			}
			if g.Version {
				x.Guards = max(x.Guards, source)
			}
		}
	})
}

func (s *step) traceWish(writer *Writer, spec *OpSpec, x *Exchange, args []Arg) error {
	if again := x.Words.Again; again != "" {
		first := s.Named(again)
		if first == nil || first.By != writer.ID {
			return impossible("send again=%s: %s has sent nothing of that name", again, writer.Title)
		}
		x.Wish = first.Wish
		return nil
	}
	wish, granted := 0, 0
	for _, number := range writer.Open {
		first := s.Exchange(number)
		if first.Verb != x.Verb || !s.repeats(first, x) || !sameArgs(first, args) ||
			spec.Effect == Groups && spec.Prompt() && !s.carriesAlike(first, x) {
			continue
		}
		if first.Wish != wish { // hundreds of equal requests may be under way, and are of one
			wish, granted = first.Wish, s.granted(first.Wish)
		}
		if granted <= first.Number {
			x.Wish = first.Wish
		}
	}
	return nil
}

// carriesAlike says whether what a request is to carry out, as EXEC does what was queued, are the commands of an
// earlier one about the same keys: its own words are the same every time. Without any it is that one sent again.
func (s *step) carriesAlike(first, x *Exchange) bool {
	lines := func(of *Exchange, most int) (list []*Exchange) {
		for y := range s.SentBefore(of) {
			if y.Words.On != of.Words.On {
				continue
			}
			if y.Verb == of.Verb || len(list) == most {
				break
			}
			list = append(list, y)
		}
		return list
	}
	again := lines(x, triedWithin)
	return len(again) == 0 || slices.EqualFunc(again, lines(first, len(again)), func(a, b *Exchange) bool {
		return a.Verb == b.Verb && a.Object == b.Object
	})
}

// Granted says whether the writer of a request has heard that a later try of its wish was accepted: the same words are
// no try of it any more.
func (w *World) Granted(x *Exchange) bool { return w.granted(x.Wish) > x.Number }

// granted is the newest try of a wish of which the writer has heard that it was accepted; 0 where there is none. The
// same words are a new wish then, as the next renewal of a lease is.
func (w *World) granted(wish int) int {
	for _, number := range slices.Backward(w.Exchange(wish).Again) {
		if try := w.Exchange(number); !try.Heard.IsZero() && try.Answer.Accepted() {
			return number
		}
	}
	return 0
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
	return failed && tries[len(tries)-1] == first.Number && s.triesAgain(first, x)
}

// triedWithin is how many of a real program's own requests may lie between a try and the next one: a library does not
// wait for long.
const triedWithin = 256

// triesAgain says whether a real program's request with the words of one that failed is another try, as a library makes
// it: on a new connection, before the program is told anything more about the object. Behind that, or where others of
// its connections say the same all the time, the words mean something new.
func (s *step) triesAgain(first, x *Exchange) bool {
	failed := first.GaveUp.Event
	if !first.Lost.IsZero() && (failed == 0 || first.Lost.Event < failed) {
		failed = first.Lost.Event
	}
	number := x.Before
	for range triedWithin {
		if number == 0 {
			break
		}
		other := s.Exchange(number)
		sentBefore := other.Sent.Event < failed
		switch {
		case other.Words.On == x.Words.On && sentBefore,
			other.Object == first.Object && !sentBefore && !other.Heard.IsZero():
			return false
		}
		number = other.Before
	}
	return number < first.Number
}

func sameArgs(first *Exchange, args []Arg) bool {
	return slices.EqualFunc(first.sent, args, func(a, b Arg) bool { return a.Name == b.Name && a.Value.Equal(b.Value) })
}

// refusedKept is how many of a writer's newest requests are looked at for a body that is sent again as it was.
const refusedKept = 32

// keepBase: a body that was refused and is sent again byte for byte keeps its base, by whichever operation: what it was
// made from is not what compares. That of a real program may say the same each time, as a claim does, and be made from
// what it has read since.
func (s *step) keepBase(writer *Writer, spec *OpSpec, x *Exchange, args []Arg) {
	if len(x.Made) > 0 || x.Words.On != "" || writer.looks == 0 {
		return
	}
	mine := ""
	for n, number := 0, x.Before; number > 0 && n < refusedKept; n++ {
		old := s.Exchange(number)
		number = old.Before
		if old.Heard.IsZero() || old.Answer.Accepted() || !carriesAlike(old.spec, spec) ||
			old.Object != x.Object && s.WorkedOn(old.Object) != s.WorkedOn(x.Object) {
			continue
		}
		if mine == "" {
			mine = s.contentOf(spec, s.opOf(x), args)
		}
		if mine == "" {
			return
		}
		if s.contentOf(old.spec, old.Op(), old.sent) == mine && atSame(old.Op(), s.opOf(x)) {
			x.Base, x.Made, x.AsOf, x.blind = old.Base, old.Made, old.AsOf, old.blind
			return
		}
	}
}

// atSame says whether two operations write their bytes at one place: of what is no piece there is but one.
func atSame(one, other Op) bool {
	a, piece := one.(Stretcher)
	b, both := other.(Stretcher)
	if !piece || !both {
		return true
	}
	from, _, named := a.Stretch()
	at, _, ok := b.Stretch()
	return from == at || !named || !ok
}

// carriesAlike says whether two operations may carry the same body to an object: one and the same, or two that write or
// merge what they carry. A list of pieces or the name of a source is no body.
func carriesAlike(one, other *OpSpec) bool {
	body := func(e Effect) bool { return e == Writes || e == Merges || e == Appends || e == Adds }
	return one.Verb == other.Verb || body(one.Effect) && body(other.Effect)
}

// sources are the requests whose answers a value refers to, behind those of a list. A version that was given as text
// comes from the newest answer that had it.
func (s *step) sources(list []int, writer *Writer, v Value, version bool) []int {
	if v.kind == isList || v.kind == isExpression {
		for _, p := range v.inside() {
			list = s.sources(list, writer, p, version && v.kind == isList)
		}
		return list
	}
	if name, _, ok := v.RefName(); ok {
		if x := s.Named(name); x != nil {
			return append(list, x.Number)
		}
		return list
	}
	if version && v.String() != "*" {
		if number := s.newestWith(writer, v); number > 0 {
			return append(list, number)
		}
	}
	return list
}

// tagsKept is how many of a writer's newest answers are looked at for a version that was given as text.
const tagsKept = 64

// newestWith is the newest answer to the writer that had a value in one of its fields; 0 where none had.
func (s *step) newestWith(writer *Writer, v Value) int {
	want := wantedTag{value: v}
	for n, number := 0, writer.Newest; n < tagsKept && number > 0; n++ {
		x := s.Exchange(number)
		if slices.ContainsFunc(x.Answer.Fields, func(f Field) bool { return want.is(f.Value) }) {
			return x.Number
		}
		number = x.HeardBefore
	}
	return 0
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
	return slices.ContainsFunc(writer.Told, func(t Telling) bool {
		told, _, _ := Ref(t.Path, false).RefName()
		return told == name
	})
}

// traceLine finds what the words of a line go back to. A version that was typed comes from the newest answer that said
// it of the object.
func (s *step) traceLine(writer *Writer, x *Exchange, roles []Role) {
	for i, word := range wordsOf(x.given) {
		if i >= len(roles) {
			return
		}
		sources := s.sources(nil, writer, word, false)
		if roles[i].Content {
			x.Made = append(x.Made, sources...)
		}
		if guard := roles[i].Guard; guard != "" {
			if len(sources) == 0 {
				sources = s.newestSaid(writer, x.Object, guard, word.String())
			}
			for _, n := range sources {
				x.Guards = max(x.Guards, n)
			}
		}
	}
}

// newestSaid is the newest answer about an object that had this text in the field.
func (s *step) newestSaid(writer *Writer, object ObjectID, field, text string) []int {
	for n, number := 0, writer.Newest; n < tagsKept && number > 0; n++ {
		x := s.Exchange(number)
		if said := x.Answer.Field(field); x.Object == object && !said.IsZero() && said.String() == text {
			return []int{x.Number}
		}
		number = x.HeardBefore
	}
	return nil
}

// contentOf is the content of a request as one text, empty where it has none.
func (s *step) contentOf(spec *OpSpec, op Op, args []Arg) (text string) {
	if line, ok := op.(Liner); ok {
		roles := line.Roles()
		for i, word := range wordsOf(args) {
			if i < len(roles) && roles[i].Content {
				text += word.String() + "\x00"
			}
		}
		return text
	}
	s.given(spec, args, func(g given) {
		if g.Content {
			text += g.arg.Name + "\x00" + g.arg.Value.String() + "\x00"
		}
	})
	return text
}

// wordsOf are the words of a line that is given as arguments.
func wordsOf(args []Arg) []Value {
	if len(args) == 0 {
		return nil
	}
	if _, _, reference := args[0].Value.Ref(); reference {
		return nil
	}
	return LineWords(args[0].Value)
}

// Content is the first word of a line that is its work, of the operation as it was sent; ok is false where it is no
// line or has none.
func (x *Exchange) Content() (v Value, ok bool) {
	line, isLine := x.Op().(Liner)
	if !isLine {
		return v, false
	}
	roles := line.Roles()
	for i, word := range wordsOf(x.Args) {
		if i < len(roles) && roles[i].Content {
			return word, true
		}
	}
	return v, false
}
