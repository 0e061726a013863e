package scenario

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"interleave/engine"
)

// words are the items behind a keyword.
type words struct {
	items []item
	at    int // where the statement begins
}

// reader reads the statements that begin with a keyword.
type reader func(p *parser, s *Statement, w words) error

// reading is the reader of a keyword; nil where it is none.
func reading(keyword string) reader {
	switch Kind(keyword) {
	case Version:
		return readVersion
	case Writer:
		return readWriter
	case Set:
		return readSet
	case Lock:
		return readLock
	case Arrive, Deliver, Answer:
		return readSeveral
	case Lose, Double, Timeout, Finish:
		return readOne
	case Move:
		return readMove
	case Edit:
		return readEdit
	case Clock:
		return readClock
	case Tell:
		return readTell
	case Draft:
		return readDraft
	case State:
		return readState
	case Explore:
		return readExplore
	case Bookmark, Back:
		return readPlace
	case Goal:
		return readGoal
	case LessonOf:
		return readLesson
	case TakeHome:
		return readOne
	case NextOf, StepOf:
		return readStepOf
	case HoldOf:
		return readHold
	case RunOf:
		return readRun
	}
	return nil
}

// Keywords are the first words of all statements but those of writers, for completion.
func Keywords() []string {
	return []string{"answer", "arrive", "ask", "back", "because", "bookmark", "choice", "clock", "deliver", "double",
		"draft", "edit", "explore", "finish", "goal", "hint", "hold", "lesson", "lock", "lose", "move", "next", "plan",
		"remember", "right", "run", "scenario", "set", "state", "step",
		"take-home", "task", "tell", "timeout", "writer"}
}

// need refuses a statement that has not that many words without a name, and says its form.
func (w words) need(least, most int, form string) error {
	if len(w.items) < least {
		return &wrong{w.at, "something is missing: write " + form}
	}
	if len(w.items) > most {
		return &wrong{w.items[most].start, "this is too much: write " + form}
	}
	return nil
}

// text is the n-th item as a text.
func (w words) text(n int, form string) (string, error) {
	text, ok := w.items[n].text()
	if !ok {
		return "", &wrong{w.items[n].start, "this is no plain word: write " + form}
	}
	return text, nil
}

func readVersion(_ *parser, _ *Statement, w words) error {
	const form = "scenario 1"
	if err := w.need(1, 1, form); err != nil {
		return err
	}
	if !w.items[0].is("1") {
		return &wrong{w.items[0].start,
			"this file is of a version that this program does not know; it reads scenario 1"}
	}
	return nil
}

func readWriter(p *parser, s *Statement, w words) error {
	const form = `writer ann "Ana" principal=role1`
	if err := w.need(1, 3, form); err != nil {
		return err
	}
	var in engine.AddWriter
	for n, i := range w.items {
		text, ok := i.value.String(), i.form != other
		switch {
		case i.hasKey && i.key == "principal" && ok:
			in.Principal = text
		case i.hasKey || !ok || n > 1:
			return &wrong{i.start, "this does not belong here: write " + form}
		case n == 0:
			in.ID = text
		default:
			in.Title = text
		}
	}
	if p.strict && slices.Contains(p.writers, in.ID) {
		return &wrong{w.items[0].start, fmt.Sprintf("there is a writer %s already", in.ID)}
	}
	p.writers = append(p.writers, in.ID)
	s.By, s.Inputs = in.ID, []engine.Input{in}
	return nil
}

func readSet(p *parser, s *Statement, w words) error {
	const form = "set blob.copy=slow"
	if err := w.need(1, 3, form); err != nil {
		return err
	}
	var in engine.Set
	first := w.items[0]
	scope, key, dotted := strings.Cut(first.key, ".")
	switch {
	case len(w.items) == 1 && first.hasKey && dotted && first.form != other:
		in = engine.Set{Scope: scope, Key: key, Value: first.value.String()}
	case len(w.items) == 3:
		for n, part := range []*string{&in.Scope, &in.Key, &in.Value} {
			text, err := w.text(n, form)
			if err != nil {
				return err
			}
			*part = text
		}
	default:
		return &wrong{first.start, "a switch is set so: " + form}
	}
	s.Inputs = []engine.Input{in}
	return p.knownSwitch(in, first.start)
}

func (p *parser) knownSwitch(in engine.Set, at int) error {
	if !p.strict {
		return nil
	}
	settings, ok := p.g.scopes()[in.Scope]
	if slices.Contains(p.writers, in.Scope) {
		settings, ok = engine.WriterSettings(), true
	}
	if !ok {
		scopes := append(slices.Sorted(maps.Keys(p.g.scopes())), p.writers...)
		return &wrong{at, fmt.Sprintf("there is no writer or service %s%s", in.Scope, near(in.Scope, scopes))}
	}
	known := make([]string, len(settings))
	for n, k := range settings {
		if known[n] = k.Name; k.Name != in.Key {
			continue
		}
		if len(k.Values) > 0 && !slices.Contains(k.Values, in.Value) {
			return &wrong{at, fmt.Sprintf("%s.%s takes %s", in.Scope, in.Key, strings.Join(k.Values, ", "))}
		}
		return nil
	}
	return &wrong{at, fmt.Sprintf("%s has no switch %s%s", in.Scope, in.Key, near(in.Key, known))}
}

func readLock(_ *parser, s *Statement, w words) error {
	const form = "lock blob locks/L covers table T"
	n := slices.IndexFunc(w.items, func(i item) bool { return i.is("covers") })
	if n < 1 || n == len(w.items)-1 {
		return &wrong{w.at, "something is missing: write " + form}
	}
	lease, err := thing(w.items[:n], form)
	if err != nil {
		return err
	}
	covers, err := thing(w.items[n+1:], form)
	s.Inputs = []engine.Input{engine.Lock{Lease: lease, Covers: covers}}
	return err
}

// thing is an object: its kind and its name, or both as one text.
func thing(items []item, form string) (engine.ObjectID, error) {
	if len(items) > 2 {
		return engine.ObjectID{}, &wrong{items[2].start, "an object is its kind and its name: write " + form}
	}
	var parts []string
	for _, i := range items {
		text, ok := i.text()
		if !ok {
			return engine.ObjectID{}, &wrong{i.start, "an object is its kind and its name: write " + form}
		}
		parts = append(parts, text)
	}
	return engine.ParseObject(strings.Join(parts, " ")), nil
}

// readSeveral reads arrive, deliver and answer.
func readSeveral(p *parser, s *Statement, w words) error {
	form := string(s.Kind) + " a1, or several names"
	var choose []int
	if s.Kind != Answer {
		var err error
		if choose, err = w.cutChoose(); err != nil {
			return err
		}
		if len(w.items) > 1 && choose != nil {
			return &wrong{w.items[1].start, "choose= is said of one request: give each its own line"}
		}
	}
	if err := w.need(1, engine.MaxInFlight, form); err != nil {
		return err
	}
	for n := range w.items {
		text, err := p.requestAt(w, n, form)
		if err != nil {
			return err
		}
		s.Names = append(s.Names, text)
	}
	if len(s.Names) == 1 {
		s.Name = s.Names[0]
	}
	switch s.Kind {
	case Arrive:
		s.Inputs = []engine.Input{engine.Arrive{Names: s.Names, Choose: choose}}
	case Deliver:
		s.Inputs = []engine.Input{engine.Deliver{Names: s.Names, Choose: choose}}
	default:
		s.Inputs = []engine.Input{engine.ReceiveAnswer{Names: s.Names}}
	}
	return nil
}

// requestAt is the n-th item as the name of a request that is known.
func (p *parser) requestAt(w words, n int, form string) (string, error) {
	text, err := w.text(n, form)
	if err != nil {
		return "", err
	}
	return text, p.named(text, w.items[n].start)
}

// readOne reads what concerns one request: lose, double, timeout, finish.
func readOne(p *parser, s *Statement, w words) error {
	form := string(s.Kind) + " a1"
	err := w.need(1, 1, form)
	if err != nil {
		return err
	}
	if s.Name, err = p.requestAt(w, 0, form); err != nil {
		return err
	}
	s.Names = []string{s.Name}
	switch s.Kind {
	case Lose:
		s.Inputs = []engine.Input{engine.Lose{Name: s.Name}}
	case Double:
		s.Inputs = []engine.Input{engine.Duplicate{Name: s.Name}}
	case Timeout:
		s.Inputs = []engine.Input{engine.Timeout{Name: s.Name}}
	case TakeHome:
	default:
		s.Inputs = []engine.Input{engine.Finish{Name: s.Name}}
	}
	return nil
}

func readMove(p *parser, s *Statement, w words) error {
	const form = "move a1 2: the name, and its place in the order"
	err := w.need(2, 2, form)
	if err != nil {
		return err
	}
	if s.Name, err = p.requestAt(w, 0, form); err != nil {
		return err
	}
	place, err := strconv.Atoi(w.items[1].value.String())
	if err != nil || w.items[1].hasKey {
		return &wrong{w.items[1].start, "a place is a number: write " + form}
	}
	s.Names = []string{s.Name}
	s.Inputs = []engine.Input{engine.Order{Name: s.Name, Place: place}}
	return nil
}

func readEdit(p *parser, s *Statement, w words) error {
	const form = "edit a1 if-match=*"
	err := w.need(1, engine.MaxInFlight, form)
	if err != nil {
		return err
	}
	if s.Name, err = p.requestAt(w, 0, form); err != nil {
		return err
	}
	in := engine.Edit{Name: s.Name}
	v := p.g.verb(p.verbOf(strings.TrimRight(s.Name, "'")))
	for _, i := range w.items[1:] {
		if !i.hasKey {
			return &wrong{i.start, "an edit names what it changes: write " + form}
		}
		if p.strict && !v.takes(i.key) {
			return &wrong{i.start, fmt.Sprintf("%s takes no %s=%s", v.spec.Verb, key(i.key),
				near(i.key, v.paramNames()))}
		}
		in.Args = append(in.Args, engine.Arg{Name: i.key, Value: i.value})
	}
	s.Names = []string{s.Name}
	s.Inputs = []engine.Input{in}
	return p.known(w.items[1:])
}

func readClock(_ *parser, s *Statement, w words) error {
	const form = "clock +15s, clock 00:45.0 or clock next"
	if err := w.need(1, 1, form); err != nil {
		return err
	}
	in, ok := clockOf(w.items[0])
	if !ok {
		return &wrong{w.items[0].start, "this is no time: write " + form}
	}
	s.Inputs = []engine.Input{in}
	return nil
}

func clockOf(i item) (engine.Clock, bool) {
	text := i.value.String()
	if at, ok := i.value.Instant(); ok && !i.hasKey {
		return engine.Clock{To: at}, true
	}
	switch {
	case i.hasKey || i.form != bare:
		return engine.Clock{}, false
	case text == "next":
		return engine.Clock{Next: true}, true
	case text[0] == '+' || text[0] == '-':
		by, err := time.ParseDuration(text)
		return engine.Clock{By: by}, err == nil
	}
	at, ok := readMoment(text)
	return engine.Clock{To: at}, ok
}

func readTell(p *parser, s *Statement, w words) error {
	const form = "tell ben $a1.lease"
	err := w.need(2, 2, form)
	if err != nil {
		return err
	}
	in := engine.Tell{What: w.items[1].value}
	if in.To, err = p.writerAt(w, 0, form); err != nil {
		return err
	}
	if _, _, ok := in.What.RefName(); w.items[1].hasKey || p.checks && !ok {
		return &wrong{w.items[1].start, "a writer is told a field of an answer: write " + form}
	}
	s.By, s.Inputs = in.To, []engine.Input{in}
	return p.known(w.items[1:])
}

// writerAt is the n-th item as the id of a writer that is there.
func (p *parser) writerAt(w words, n int, form string) (string, error) {
	text, err := w.text(n, form)
	if err == nil && p.strict && !slices.Contains(p.writers, text) {
		return "", &wrong{w.items[n].start, fmt.Sprintf("there is no writer %s%s", text, near(text, p.writers))}
	}
	return text, err
}
