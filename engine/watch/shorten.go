package watch

import (
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/conflict"
	"interleave/engine/scenario"
)

// What shortening may cost: steps of the engine for all findings of a session, and for one of them.
const (
	stepsInAll  = 6_000_000
	stepsForOne = 1_000_000
)

// Session is what was recorded, from which scenarios are made.
type Session struct {
	inputs []engine.Input
	empty  *engine.World
	left   int // steps that shortening may still take
	listed map[listedItem]string
}

// NewSession reads a session that was written as a scenario file.
func NewSession(text []byte) (*Session, error) {
	s := &Session{empty: catalog.New(), left: stepsInAll, listed: map[listedItem]string{}}
	parsed, err := scenario.Parse("session", text, s.empty.Services())
	if err != nil {
		return nil, err
	}
	for _, statement := range parsed.Statements {
		s.inputs = append(s.inputs, statement.Inputs...)
	}
	s.keepListed()
	return s, nil
}

// Shorten makes the scenario that shows a finding with as little as it can: what is left shows the same kind by the
// same operation on the same object to the same writer with its last input; nil where even the whole session does not.
// short is false where the work was given up before nothing more could be taken out.
func (s *Session) Shorten(f *Finding) (file []byte, short bool, err error) {
	h := &shortening{session: s, want: f, left: min(stepsForOne, s.left)}
	spent := h.left
	defer func() { s.left -= spent - max(h.left, 0) }()
	inputs := s.inputs[:min(f.Step, len(s.inputs))]
	if near := h.near(inputs); h.shows(near) {
		inputs = near
	} else if !h.shows(inputs) {
		return nil, false, nil
	}
	inputs = h.all(h.shortTexts(inputs))
	inputs = h.shortTexts(inputs) // a sum of the text was taken out
	file, err = written(s.places(inputs), f)
	return file, h.left > 0, err
}

// shortening is one search for what can be left out.
type shortening struct {
	session *Session
	want    *Finding
	left    int // steps that it may still take
}

// shows says whether the last of the inputs still leads to the finding.
func (s *shortening) shows(inputs []engine.Input) bool {
	s.left -= len(inputs)
	for _, in := range inputs {
		s.left -= weight(in) / bytesForAStep
	}
	if s.left < 0 || len(inputs) == 0 {
		return false
	}
	w := s.session.empty.Clone()
	w.FollowOnly() // nobody asks for its digest
	for i, in := range inputs {
		var before *engine.World
		if i == len(inputs)-1 {
			before = w.Clone()
		}
		in, there := s.session.placed(w, in)
		if !there {
			return false
		}
		events, err := w.Step(i+1, in)
		switch {
		case err != nil:
			return false
		case before == nil:
			continue
		}
		for _, marks := range conflict.Judge(before, events) {
			if slices.ContainsFunc(marks, func(m conflict.Finding) bool { return s.same(w, m) }) {
				return true
			}
		}
	}
	return false
}

// same says whether a mark is that of the finding. A request whose answer nobody heard is marked whatever it was: one
// that was accepted stays so.
func (s *shortening) same(w *engine.World, m conflict.Finding) bool {
	x := w.Exchange(m.Request)
	return m.Kind == s.want.Kind && m.Severity == s.want.Severity && m.Whose == s.want.Whose && m.By == s.want.By &&
		m.Object == s.want.Object && x != nil && x.Verb == s.want.Verb &&
		(x.Decided.IsZero() || x.Answer.Code() == s.want.refused)
}

// all takes out what it can: halves, quarters and single requests, then what the requests say, until nothing goes any
// more.
func (s *shortening) all(inputs []engine.Input) []engine.Input {
	for size := len(inputs); ; {
		before := len(inputs)
		inputs = s.pieces(inputs)
		inputs = s.words(inputs)
		if len(inputs) == before && size == before || s.left < 0 {
			return s.unconnected(inputs)
		}
		size = before
	}
}

// unconnected leaves out on which connections the requests came, where the finding needs all of them even so: a request
// that names none is judged as that of a person, whose own success is a base.
func (s *shortening) unconnected(inputs []engine.Input) []engine.Input {
	less := slices.Clone(inputs)
	for i, in := range less {
		if send, ok := in.(engine.Send); ok {
			send.Words.On = ""
			less[i] = send
		}
	}
	if !s.shows(less) {
		return inputs
	}
	for _, unit := range units(less) {
		if s.shows(without(less, [][]int{unit})) {
			return inputs
		}
	}
	return less
}

// near is what is about the finding's object or what it lies in, and what no request is.
func (s *shortening) near(inputs []engine.Input) []engine.Input {
	w := s.session.empty
	far := map[string]bool{}
	object := s.want.Object.Name
	return slices.DeleteFunc(slices.Clone(inputs), func(in engine.Input) bool {
		if send, ok := in.(engine.Send); ok {
			spec := w.Spec(send.Verb)
			target := ""
			if spec != nil {
				target = spec.Target(send.Args)
			}
			far[send.As] = target != object && !strings.HasPrefix(object, target+"/") &&
				!strings.HasPrefix(target, object+"/")
		}
		names := namesOf(in)
		return len(names) == 1 && far[names[0]]
	})
}

// namesOf are the requests that an input is about.
func namesOf(in engine.Input) []string {
	trim := func(name string) []string { return []string{strings.TrimRight(name, "'")} }
	switch in := in.(type) {
	case engine.Send:
		return []string{in.As}
	case engine.Deliver:
		return in.Names
	case engine.ReceiveAnswer:
		return in.Names
	case engine.Arrive:
		return in.Names
	case engine.Lose:
		return trim(in.Name)
	case engine.Duplicate:
		return trim(in.Name)
	case engine.Timeout:
		return trim(in.Name)
	case engine.Finish:
		return trim(in.Name)
	}
	return nil
}

// units are the inputs in pieces of which each is taken out whole: a request with all that became of it, or one input.
func units(inputs []engine.Input) (list [][]int) {
	at := map[string]int{}
	for i, in := range inputs {
		names := namesOf(in)
		if len(names) == 0 || names[0] == "" {
			list = append(list, []int{i})
			continue
		}
		n, known := at[names[0]]
		if !known {
			n = len(list)
			at[names[0]], list = n, append(list, nil)
		}
		list[n] = append(list[n], i)
	}
	return list
}

// without is the inputs without some units.
func without(inputs []engine.Input, drop [][]int) []engine.Input {
	gone := map[int]bool{}
	for _, unit := range drop {
		for _, i := range unit {
			gone[i] = true
		}
	}
	kept := make([]engine.Input, 0, len(inputs))
	for i, in := range inputs {
		if !gone[i] {
			kept = append(kept, in)
		}
	}
	return kept
}

// pieces takes out runs of units, ever shorter ones, the newest first: what came late matters most.
func (s *shortening) pieces(inputs []engine.Input) []engine.Input {
	for size := (len(units(inputs)) + 1) / 2; size > 0 && s.left > 0; size /= 2 {
		for end := len(units(inputs)); end > 0 && s.left > 0; {
			list := units(inputs)
			end = min(end, len(list))
			begin := max(end-size, 0)
			if less := without(inputs, list[begin:end]); s.shows(less) {
				inputs = less
			}
			end = begin
		}
	}
	return inputs
}

// words takes out of the requests what they need not say: arguments, words of a line. All tries of a request go on
// saying the same.
func (s *shortening) words(inputs []engine.Input) []engine.Input {
	for i := range inputs {
		send, ok := inputs[i].(engine.Send)
		if !ok {
			continue
		}
		try := func(less engine.Send) {
			changed := slices.Clone(inputs)
			changed[i] = less
			for _, j := range sameTries(inputs, i) {
				other := changed[j].(engine.Send) // as sameTries has it
				other.Args = less.Args
				changed[j] = other
			}
			if s.shows(changed) {
				inputs, send = changed, less
			}
		}
		for n := len(send.Args) - 1; n > 0; n-- {
			less := send
			less.Args = slices.Delete(slices.Clone(send.Args), n, n+1)
			try(less)
		}
		if len(send.Args) == 1 {
			s.line(&send, try)
		}
	}
	return inputs
}

// sameTries are the other tries of a request that say the same as it does.
func sameTries(inputs []engine.Input, i int) (list []int) {
	first := map[string]string{} // of each try, by its name, the name of the first one
	of := func(send engine.Send) string {
		again, _, _ := strings.Cut(send.Words.Again, "'")
		if root := first[again]; root != "" {
			again = root
		}
		if again == "" {
			again = send.As
		}
		return again
	}
	for _, in := range inputs {
		if send, ok := in.(engine.Send); ok && send.As != "" {
			first[send.As] = of(send)
		}
	}
	send := inputs[i].(engine.Send) // the caller has it
	for j, in := range inputs {
		other, ok := in.(engine.Send)
		if ok && j != i && send.As != "" && first[other.As] == first[send.As] && other.Verb == send.Verb &&
			slices.EqualFunc(other.Args, send.Args, func(a, b engine.Arg) bool {
				return a.Name == b.Name && a.Value.Equal(b.Value)
			}) {
			list = append(list, j)
		}
	}
	return list
}

// line takes words out of a line from its end on, one by one and in pairs: an option may have a value.
func (s *shortening) line(send *engine.Send, try func(engine.Send)) {
	for size := 1; size <= 2; size++ {
		for n := lineLength(send) - size; n > 0; n-- {
			words, isLine := send.Args[0].Value.List()
			if !isLine || n+size > len(words) {
				continue
			}
			less := *send
			less.Args = []engine.Arg{{Name: send.Args[0].Name,
				Value: engine.List(slices.Delete(slices.Clone(words), n, n+size)...)}}
			try(less)
		}
	}
}

func lineLength(send *engine.Send) int {
	words, _ := send.Args[0].Value.List()
	return len(words)
}

// written is the inputs as a file with what is to be expected, a request that went its way at once on one line.
func written(inputs []engine.Input, f *Finding) ([]byte, error) {
	var b strings.Builder
	b.WriteString("# " + strings.Join(strings.Fields(f.First), " ") + "\n")
	if when := f.When(`"`); when != "" {
		b.WriteString("# It was " + when + ".\n")
	}
	for i := 0; i < len(inputs); i++ {
		line := scenario.FormatInput(inputs[i])
		if send, ok := inputs[i].(engine.Send); ok && i+1 < len(inputs) && about(inputs[i+1], send.As, false) &&
			(i+2 == len(inputs) || about(inputs[i+2], send.As, true)) {
			line = strings.Replace(line, ": send ", ": ", 1)
			i += 2
		}
		b.WriteString(line + "\n")
	}
	parsed, err := scenario.Parse("finding", []byte(b.String()), catalog.New().Services())
	if err != nil {
		return nil, err
	}
	result, err := parsed.Run()
	if err != nil {
		return nil, err
	}
	return scenario.Update(parsed, result), nil
}

// about says whether an input delivers the request, or hands over its answer.
func about(in engine.Input, name string, answer bool) bool {
	switch in := in.(type) {
	case engine.Deliver:
		return !answer && slices.Equal(in.Names, []string{name})
	case engine.ReceiveAnswer:
		return answer && slices.Equal(in.Names, []string{name})
	}
	return false
}
