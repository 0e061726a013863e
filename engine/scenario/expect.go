package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// Expectation is one line of what must come of the statement above it. What is not stated is not checked.
type Expectation struct {
	Line    int
	Lead    string // blank lines and comments in front
	Raw     string // its bytes with the line end
	Request string // the request it is about; empty where the statement is about none or several
	Named   bool   // the line itself names the request

	Mark    *Mark
	Waits   bool
	Cause   *CauseWanted
	Status  *Wanted // 0 where only a code is stated
	Code    *Wanted
	Reply   []engine.Value // of a prompt's command; nil: not stated
	Inner   *Wanted        // inner answers, in brackets
	Fields  []Wanted
	Check   *Check   // of the truth; under a choice only
	Promise *Promise // of an explore

	begin, from, end, stop int // the line, what it states, behind that, behind the line
}

// Wanted is one thing that is stated: a value, or one of the words new, same, none, nothing, absent.
type Wanted struct {
	Name  string
	Value engine.Value
	Word  string // `new` and the others; empty: the value counts
	from  int    // of the value
	start int    // of all
	end   int
}

// CauseWanted is what a `because` states: which rule, what was wanted and found, who made it so and when, until when it
// holds.
type CauseWanted struct {
	Rule                       Wanted
	Want, Found, By, At, Until *Wanted
}

// Check is what a state statement says of an object or a writer.
type Check struct {
	Object engine.ObjectID // as `blob wiki/home.md`; of a writer its id
	Writer bool
	Absent bool
	Fields []Wanted

	from, end int // of what it says behind the object
}

const expectForm = "a status and code (> 412 ConditionNotMet), fields (> 201 etag=new), a mark (> ! stale-write " +
	"ann), because, or waits"

// expectation reads a line that begins with `>`.
func (p *parser) expectation(s *Statement) (*Expectation, error) {
	at := p.pos
	e := &Expectation{Line: p.lineOf(p.pos), begin: lineStart(p.src, p.pos), Request: s.Name}
	if s.IsUnderQuestion() && !s.isOption() {
		return nil, &wrong{p.pos, "what must hold stands directly below its choice"}
	}
	if s.Kind == Bookmark || s.Kind == Back || s.Kind == State ||
		len(s.Inputs) == 0 && !s.Walks() && !s.isOption() && s.Kind != Explore {
		return nil, &wrong{p.pos, fmt.Sprintf(
			"nothing is answered to %s: an expectation belongs to a statement that does something", s.Kind)}
	}
	p.pos++
	first := strings.Fields(p.src[p.pos:lineEnd(p.src, p.pos)])
	p.commas = slices.Contains(first[:min(2, len(first))], "because")
	items, err := p.items()
	p.commas = false
	if err != nil {
		return nil, err
	}
	if len(items) > 0 && items[0].form == bare && !items[0].hasKey && strings.HasSuffix(items[0].value.String(), ":") {
		e.Request, e.Named = strings.TrimSuffix(items[0].value.String(), ":"), true
		if p.ownOf(s, e.Request) == "" {
			if err := p.named(e.Request, items[0].start); err != nil {
				return nil, err
			}
		}
		items = items[1:]
	}
	if len(items) == 0 {
		return nil, &wrong{at, "nothing is stated here: write " + expectForm}
	}
	e.from, e.end, e.stop = items[0].start, items[len(items)-1].end, p.pos
	if s.Kind == Explore {
		e.Promise, err = p.promise(items)
		return e, err
	}
	if items[0].is("state") && s.isOption() {
		of := &Statement{}
		err := readState(p, of, words{items[1:], items[0].start})
		e.Check = of.Check
		return e, err
	}
	if err := p.states(s, e, items); err != nil {
		return nil, err
	}
	if e.Mark == nil && e.Request == "" && s.Kind != NextOf && s.Kind != StepOf {
		return nil, &wrong{at, "this statement is about no request or several: name one, as > a1: 201"}
	}
	return e, p.known(items)
}

// states reads what an expectation states.
func (p *parser) states(s *Statement, e *Expectation, items []item) (err error) {
	switch word := items[0]; {
	case word.is("!"), word.is("~"), word.is("?"):
		e.Mark, err = markOf(items, "> ! stale-write ann, with - for no kind")
		return err
	case word.is("because"):
		e.Cause, err = p.because(items)
		return err
	case word.is("waits"):
		e.Waits = true
		if len(items) > 1 {
			return &wrong{items[1].start, "behind waits stands nothing"}
		}
		return nil
	}
	if isPrompt(p.askedOf(s, e)) {
		for _, i := range items {
			e.Reply = append(e.Reply, i.whole())
		}
		return nil
	}
	for n, i := range items {
		if err := e.state(n, i); err != nil {
			return err
		}
	}
	return nil
}

// state reads the n-th thing that is stated of an answer.
func (e *Expectation) state(n int, i item) error {
	w := wantedOf(i)
	_, isList := i.value.List()
	number, err := strconv.Atoi(i.value.String())
	switch {
	case i.hasKey:
		e.Fields = append(e.Fields, w)
	case isList && e.Inner == nil:
		e.Inner = &w
	case i.form == bare && n == 0 && err == nil:
		w.Value = engine.Number(int64(number))
		e.Status = &w
	case i.form == bare && e.Code == nil && len(e.Fields) == 0 && e.Inner == nil:
		e.Code = &w
	default:
		return &wrong{i.start, "this has no meaning here: write " + expectForm}
	}
	return nil
}

func wantedOf(i item) Wanted {
	w := Wanted{Name: i.key, Value: i.value, start: i.start, from: i.from, end: i.end}
	switch text := i.value.String(); text {
	case "new", "same", "none", "nothing", "absent":
		if i.form == bare {
			w.Word = text
		}
	}
	return w
}

// markOf reads a mark: its sign, its kind, and whose it is.
func markOf(items []item, form string) (*Mark, error) {
	text := make([]string, 3)
	for n, i := range items {
		t, ok := i.text()
		if !ok || n >= len(text) {
			return nil, &wrong{i.start, "a mark is a sign, a kind and a writer: write " + form}
		}
		text[n] = t
	}
	if len(text[0]) != 1 || strings.Trim(text[0], "!~?") != "" {
		return nil, &wrong{items[0].start, "a mark begins with ! (refused), ~ (silent) or ? (unknown)"}
	}
	if len(items) < 2 {
		return nil, &wrong{items[0].start, "a mark has a kind, or -: write " + form}
	}
	if text[1] == "-" {
		text[1] = ""
	}
	return &Mark{Severity: engine.Severity(text[0][0]), Kind: engine.Trouble(text[1]), Whose: text[2]}, nil
}

const becauseForm = "> because If-Match wanted $a1.etag, found $b2.etag, written by ben at 00:00.0"

// because reads the rule and the clauses behind it.
func (p *parser) because(items []item) (*CauseWanted, error) {
	c := &CauseWanted{}
	n := 1
	for n < len(items) && !items[n].is("wanted") && !items[n].is("found") && !items[n].is("written") &&
		!items[n].is("until") {
		n++
		if items[n-1].comma {
			break
		}
	}
	if n == 1 {
		return nil, &wrong{items[0].end, "behind because stands the rule: write " + becauseForm}
	}
	c.Rule = Wanted{start: items[1].start, from: items[1].start, end: items[n-1].end}
	c.Rule.Value = engine.Text(p.src[c.Rule.start:c.Rule.end])
	for n < len(items) {
		word, left := items[n], len(items)-n
		switch {
		case word.is("wanted") && left > 1:
			c.Want = wantedAt(items, &n)
		case word.is("found") && left > 1:
			c.Found = wantedAt(items, &n)
		case word.is("until") && left > 1:
			c.Until = wantedAt(items, &n)
		case word.is("written") && left > 2 && items[n+1].is("by"):
			n++
			c.By = wantedAt(items, &n)
		case word.is("at") && left > 1 && c.By != nil:
			c.At = wantedAt(items, &n)
		default:
			return nil, &wrong{word.start, "this has no meaning here: write " + becauseForm}
		}
	}
	return c, nil
}

// wantedAt is the value behind the n-th item, a clause's word; n moves behind it.
func wantedAt(items []item, n *int) *Wanted {
	w := wantedOf(items[*n+1])
	w.start = items[*n].start
	*n += 2
	return &w
}

// readState reads a check of the truth.
func readState(p *parser, s *Statement, w words) error {
	const form = `state blob wiki/home.md body="text" etag=$b2.etag, or absent`
	first := len(w.items)
	for n, i := range w.items {
		if i.hasKey || n > 0 && i.is("absent") {
			first = n
			break
		}
	}
	if first == 0 || first == len(w.items) {
		return &wrong{w.at, "something is missing: write " + form}
	}
	object, err := thing(w.items[:first], form)
	if err != nil {
		return err
	}
	c := &Check{Object: object, Writer: first == 1 && w.items[0].form == bare, from: w.items[first].start,
		end: w.items[len(w.items)-1].end}
	if c.Writer {
		if _, err := p.writerAt(w, 0, "state ann sent=4"); err != nil {
			return err
		}
	}
	for _, i := range w.items[first:] {
		switch {
		case i.is("absent") && len(w.items) == first+1:
			c.Absent = true
		case i.hasKey && i.key == "exists":
			return &wrong{i.start, "nothing has a property exists: `state KIND NAME absent` says that a thing is not " +
				"there, and any of its properties that it is"}
		case i.hasKey:
			c.Fields = append(c.Fields, wantedOf(i))
		default:
			return &wrong{i.start, "this has no meaning here: write " + form}
		}
	}
	s.Check = c
	return p.known(w.items[first:])
}
