package scenario

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"interleave/engine"
)

// planWords are the first words of the steps of a plan that are no requests.
var planWords = [...]string{"loop", "break", "if", "else", "stop", "wait", "on", "wish", "does"}

// drawing is a plan being read: the names that its requests have, and how many loops are open.
type drawing struct {
	names map[string]string   // verbs, by name
	verbs []string            // of all its requests
	named map[string][]string // all verbs by name: several requests may come to one answer
	loops int
	block bool // in brackets; else by lines
}

// over puts a plan over the one that its writer had: what that one has sent keeps its name.
func (d *drawing) over(old *drawing) *drawing {
	if old == nil {
		return d
	}
	for name, verb := range old.names {
		if d.names[name] == "" {
			d.names[name] = verb
		}
	}
	if len(d.verbs) == 0 {
		d.verbs = old.verbs
	}
	return d
}

const planForm = "plan ann, and its steps indented under it; or plan ann [get-blob hits as r; stop]; or plan ann off"

// readPlan reads a plan behind its keyword: by lines, in brackets, or `off`.
func (p *parser) readPlan(s *Statement, at int) error {
	s.Kind = PlanOf
	p.blanks()
	if p.atLineEnd() {
		return &wrong{at, "whose plan is it? Write " + planForm}
	}
	i, err := p.item()
	if err != nil {
		return err
	}
	id, err := p.writerAt(words{[]item{i}, at}, 0, planForm)
	if err != nil {
		return err
	}
	s.By = id
	in := engine.Plan{By: id}
	d := &drawing{names: map[string]string{}, named: map[string][]string{}}
	p.plan = d
	defer func() { p.plan = nil }()
	switch p.blanks(); {
	case p.at('['):
		if in.Steps, err = p.bracket(d); err == nil && len(in.Steps) == 0 {
			err = &wrong{at, "this plan has no steps; plan " + name(id) + " off takes a plan away"}
		}
		if err == nil {
			err = p.lineEnds()
		}
	case p.atLineEnd():
		_ = p.lineEnds()
		if in.Steps, err = p.lines(d, indentAt(p.src, at)); err == nil && len(in.Steps) == 0 {
			err = &wrong{at, "this plan has no steps: write " + planForm}
		}
	default:
		err = p.planOff(&in)
	}
	s.Inputs = []engine.Input{in}
	p.plans[id] = d.over(p.plans[id])
	return err
}

func (p *parser) planOff(in *engine.Plan) error {
	i, err := p.item()
	if err == nil && !i.is("off") {
		err = &wrong{i.start, "the steps of a plan stand under it, one a line: write " + planForm}
	}
	if err != nil {
		return err
	}
	in.Steps = nil
	return p.lineEnds()
}

// atLineEnd says whether nothing more stands on the line.
func (p *parser) atLineEnd() bool { return p.pos >= len(p.src) || p.at('\n') }

// lineEnds reads the end of a line behind a comment or nothing.
func (p *parser) lineEnds() error {
	p.blanks()
	if !p.atLineEnd() {
		return &wrong{p.pos, "this is too much on the line"}
	}
	p.pos = min(p.pos+1, len(p.src))
	return nil
}

// indentAt is how far the line of a place is moved in.
func indentAt(src string, pos int) int {
	line := src[lineStart(src, pos):]
	return len(line) - len(strings.TrimLeft(line, " \t"))
}

// ahead is the place where the next line that says something begins to, and how far it is moved in; -1 where there is
// none.
func (p *parser) ahead() (at, indent int) {
	for at = p.pos; at < len(p.src); at = lineEnd(p.src, at) + 1 {
		text := strings.TrimLeft(p.src[at:lineEnd(p.src, at)], " \t")
		if trimmed := strings.TrimRight(text, "\r"); trimmed != "" && trimmed[0] != '#' {
			indent = lineEnd(p.src, at) - at - len(text)
			return at + indent, indent
		}
	}
	return -1, -1
}

// lines reads the block of the lines that are further in than the line above them.
func (p *parser) lines(d *drawing, outer int) (steps []engine.PlanStep, err error) {
	at, indent := p.ahead()
	if at < 0 || indent <= outer {
		return nil, nil
	}
	for {
		next, in := p.ahead()
		switch {
		case next < 0 || in <= outer:
			return steps, nil
		case in != indent:
			return nil, &wrong{next, "this line is further in or out than the line that its block begins with"}
		}
		p.pos = next
		if err := p.nested(d, func() error { return p.planStep(d, &steps, indent) }); err != nil {
			return nil, err
		}
	}
}

// nested keeps blocks from lying too deep in blocks.
func (p *parser) nested(d *drawing, read func() error) error {
	if d.loops++; d.loops > maxDepth {
		return &wrong{p.pos, "blocks lie in blocks at most " + strconv.Itoa(maxDepth) + " deep"}
	}
	err := read()
	d.loops--
	return err
}

// bracket reads `[a; b]`.
func (p *parser) bracket(d *drawing) (steps []engine.PlanStep, err error) {
	start := p.pos
	p.pos++
	p.depth++
	block := d.block
	d.block = true
	defer func() { p.depth--; d.block = block }()
	for {
		switch p.blanks(); {
		case p.pos >= len(p.src):
			return nil, &wrong{start, "this bracket is never closed: a ] is missing"}
		case p.at(';'):
			p.pos++
		case p.at(']'):
			p.pos++
			return steps, nil
		default:
			if err := p.nested(d, func() error { return p.planStep(d, &steps, 0) }); err != nil {
				return nil, err
			}
		}
	}
}

// planStep reads one step, and the block under it.
func (p *parser) planStep(d *drawing, steps *[]engine.PlanStep, indent int) error {
	at := p.pos
	first, err := p.item()
	if err != nil {
		return err
	}
	step := engine.PlanStep{}
	switch {
	case first.is("loop"):
		step.Do = engine.DoLoop
		if step.Times, err = p.rounds(at); err == nil {
			step.Then, err = p.under(d, at, indent, "")
		}
	case first.is("break"):
		step.Do = engine.DoBreak
		if err = p.keyword("on", at, breakForm); err == nil {
			if step.Name, step.Is, err = p.test(at, breakForm); err == nil {
				err = p.stepEnds(d)
			}
		}
	case first.is("if"):
		step.Do = engine.DoIf
		err = p.branch(d, &step, at, indent)
	case first.is("else"):
		return &wrong{at, "else stands behind the block of an if, as far in as that"}
	case first.is("stop"):
		step.Do = engine.DoStop
		err = p.stepEnds(d)
	case first.is("wait"):
		if err = p.waits(&step, at); err == nil {
			err = p.stepEnds(d)
		}
	case first.is("wish"):
		step.Do = engine.DoWish
		if step.Name, err = p.wishName(at); err == nil {
			step.Then, err = p.under(d, at, indent, "")
		}
	case first.is("does"):
		if err = p.does(&step, at); err == nil {
			err = p.stepEnds(d)
		}
	case first.is("on"):
		err = p.onLost(d, &step, at, indent)
	default:
		err = p.planned(d, &step, first)
	}
	*steps = append(*steps, step)
	return err
}

// wishName reads what a wish over several requests is called.
func (p *parser) wishName(at int) (string, error) {
	if p.stepOver() || p.at('[') {
		return "", &wrong{at, "a wish has a name: write " + wishForm}
	}
	i, err := p.item()
	if err != nil {
		return "", err
	}
	text, ok := i.text()
	if !ok || text == "" && p.strict {
		return "", &wrong{i.start, "this is no name: write " + wishForm}
	}
	return text, nil
}

const (
	wishForm  = "wish transfer [put-blob a x; put-blob b y]"
	breakForm = "break on w 201"
	ifForm    = "if w 412"
	lostForm  = "on lost w"
	doesForm  = "does $g.0"
	waitForm  = "wait 2s, wait 600ms, wait {2 * $round}s or wait on l 409"
)

// rounds reads how many rounds a loop has.
func (p *parser) rounds(at int) (int, error) {
	if p.stepOver() || p.at('[') {
		return 0, &wrong{at, "a loop has an end: write loop 3"}
	}
	i, err := p.item()
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(i.value.String())
	if err != nil || i.hasKey || p.strict && (n < 1 || n > engine.MaxRounds) {
		return 0, &wrong{i.start, fmt.Sprintf("a loop has from 1 to %d rounds: write loop 3", engine.MaxRounds)}
	}
	return n, nil
}

// stepOver says whether nothing more belongs to the step.
func (p *parser) stepOver() bool {
	p.blanks()
	return p.atLineEnd() || p.depth > 0 && (p.at(';') || p.at(']'))
}

// stepEnds reads the end of a step without a block.
func (p *parser) stepEnds(d *drawing) error {
	if !p.stepOver() {
		return &wrong{p.pos, "this is too much: a step ends with its line, or in brackets with a ;"}
	}
	if !d.block {
		p.pos = min(p.pos+1, len(p.src))
	}
	return nil
}

// under reads the block of a step: in brackets, behind which its line ends or the word stands that may follow, or the
// lines that are further in.
func (p *parser) under(d *drawing, at, indent int, follows string) (steps []engine.PlanStep, err error) {
	p.blanks()
	switch {
	case p.at('['):
		if steps, err = p.bracket(d); err != nil {
			return nil, err
		}
		if p.blanks(); follows != "" && p.isWord(p.pos, follows) {
			return steps, nil
		}
		return steps, p.stepEnds(d)
	case d.block:
		return nil, &wrong{at, "its steps stand behind it in brackets, as [get-blob hits as r; stop]"}
	}
	if err := p.lineEnds(); err != nil {
		return nil, err
	}
	if steps, err = p.lines(d, indent); err == nil && len(steps) == 0 && p.strict {
		err = &wrong{at, "nothing stands under this line: its steps are the lines that are further in"}
	}
	return steps, err
}

func (p *parser) keyword(word string, at int, form string) error {
	if p.stepOver() {
		return &wrong{at, "something is missing: write " + form}
	}
	i, err := p.item()
	if err == nil && !i.is(word) {
		err = &wrong{i.start, fmt.Sprintf("here stands %s: write %s", word, form)}
	}
	return err
}

// test reads an answer and what it is to be.
func (p *parser) test(at int, form string) (name, is string, err error) {
	if name, err = p.requestName(at, form); err != nil {
		return "", "", err
	}
	if p.stepOver() {
		return "", "", &wrong{at,
			"something is missing: a status, a code, a reply's first word or a field stands behind the name: write " +
				form}
	}
	i, err := p.item()
	if err != nil {
		return "", "", err
	}
	if i.hasKey {
		return name, i.key + "=" + i.value.String(), p.says(name, i, form)
	}
	is, ok := i.text()
	if !ok {
		return "", "", &wrong{i.start, "this is no status and no code: write " + form}
	}
	return name, is, p.fits(name, is, i.start, form)
}

// says is nil where an answer could have the field of an item, as body=done, and what it says is a text.
func (p *parser) says(name string, i item, form string) error {
	if i.form == other {
		return &wrong{i.from, "an answer's field is compared with a text, as body=done: write " + form}
	}
	if _, err := strconv.Atoi(i.key); err == nil {
		return &wrong{i.start, "a status stands by itself: write " + form}
	}
	return p.fits(name, i.key, i.start, form)
}

// requestName reads the name of a request of the plan.
func (p *parser) requestName(at int, form string) (string, error) {
	if p.stepOver() {
		return "", &wrong{at, "something is missing: write " + form}
	}
	i, err := p.item()
	if err != nil {
		return "", err
	}
	name, ok := i.text()
	if !ok {
		return "", &wrong{i.start, "this is no name: write " + form}
	}
	return name, p.named(name, i.start)
}

func (p *parser) branch(d *drawing, step *engine.PlanStep, at, indent int) (err error) {
	if step.Name, step.Is, err = p.test(at, ifForm); err != nil {
		return err
	}
	if step.Then, err = p.under(d, at, indent, "else"); err != nil {
		return err
	}
	if d.block {
		p.blanks()
	} else if next, in := p.ahead(); next >= 0 && in == indent && p.isWord(next, "else") {
		p.pos = next
	}
	if !p.isWord(p.pos, "else") {
		return nil
	}
	at = p.pos
	p.pos += len("else")
	step.Else, err = p.under(d, at, indent, "")
	return err
}

// isWord says whether a word stands at a place.
func (p *parser) isWord(at int, word string) bool {
	rest, ok := strings.CutPrefix(p.src[min(at, len(p.src)):], word)
	return ok && (rest == "" || strings.IndexByte(" \t\r\n[;]", rest[0]) >= 0)
}

// waits reads how long, or for which answer.
func (p *parser) waits(step *engine.PlanStep, at int) (err error) {
	if p.stepOver() || !p.isWord(p.pos, "on") {
		step.Do = engine.DoWait
		return p.wait(step, at)
	}
	p.pos += len("on")
	step.Do = engine.DoWaitOn
	step.Name, step.Is, err = p.test(at, waitForm)
	return err
}

// does reads which work.
func (p *parser) does(step *engine.PlanStep, at int) error {
	step.Do = engine.DoWork
	if p.stepOver() {
		return &wrong{at, "which work? Write " + doesForm}
	}
	i, err := p.item()
	if err != nil {
		return err
	}
	if i.hasKey || i.value.IsZero() {
		return &wrong{i.start, "write `does` and what an answer gave, as " + doesForm}
	}
	step.For = i.value
	return p.knownIn(i.value, i.start)
}

// wait reads how long.
func (p *parser) wait(step *engine.PlanStep, at int) error {
	if p.stepOver() {
		return &wrong{at, "how long? Write " + waitForm}
	}
	start, unit := p.pos, ""
	if p.at('{') || p.at('$') {
		v, err := p.lexerValue()
		if err != nil {
			return err
		}
		step.For, unit = v, p.word(false)
	} else {
		text := p.word(false)
		unit = strings.TrimLeft(text, "0123456789")
		n, err := strconv.ParseInt(text[:len(text)-len(unit)], 10, 64)
		if err != nil {
			return &wrong{start, "this is no time: write " + waitForm}
		}
		step.For = engine.Number(n)
	}
	switch unit {
	case "s":
		step.Unit = time.Second
	case "ms":
		step.Unit = time.Millisecond
	default:
		return &wrong{start, "a wait is in s or ms: write " + waitForm}
	}
	return p.knownIn(step.For, start)
}

func (p *parser) lexerValue() (engine.Value, error) {
	_, v, err := p.value(false)
	return v, err
}

func (p *parser) onLost(d *drawing, step *engine.PlanStep, at, indent int) (err error) {
	step.Do = engine.DoLost
	if err = p.keyword("lost", at, lostForm); err != nil {
		return err
	}
	if step.Name, err = p.requestName(at, lostForm); err != nil {
		return err
	}
	step.Then, err = p.under(d, at, indent, "")
	return err
}

// planned reads a request of a plan.
func (p *parser) planned(d *drawing, step *engine.PlanStep, first item) error {
	list := []item{first}
	for !p.stepOver() {
		i, err := p.item()
		if err != nil {
			return err
		}
		list = append(list, i)
	}
	if word, ok := first.text(); ok && p.checks && p.g.verb(word) == nil {
		return &wrong{first.start, fmt.Sprintf("there is no step and no operation %s%s", strconv.Quote(word),
			near(word, append(p.g.names(), planWords[:]...)))}
	}
	in, err := p.request("", list)
	if err != nil {
		return err
	}
	*step = engine.PlanStep{Do: engine.DoSend, Verb: in.Verb, Args: in.Args, Words: in.Words, As: in.As}
	d.verbs = append(d.verbs, in.Verb)
	if in.As != "" {
		d.names[in.As], d.named[in.As] = in.Verb, append(d.named[in.As], in.Verb)
	}
	return p.stepEnds(d)
}

// Target is the object that the first request of a plan names: its kind and its name. ok is false where none has a
// plain name.
func (f *File) Target(steps []engine.PlanStep) (kind, name string, ok bool) {
	g := newGrammar(f.services)
	for _, s := range steps {
		if s.Do != engine.DoSend {
			if kind, name, ok = f.Target(s.Then); ok {
				return kind, name, ok
			}
			continue
		}
		spec := g.verb(s.Verb).spec
		name = spec.Target(s.Args)
		return spec.Object, name, name != "" && name[0] != '$'
	}
	return "", "", false
}

// ParsePlan reads the steps of a plan in brackets, as a person types them, for the services it may speak to.
func ParsePlan(text string, services []*engine.Service) ([]engine.PlanStep, error) {
	const front = "plan x "
	s, err := ParseLine(front+text, 1, services)
	if err != nil {
		var e *Error
		if errors.As(err, &e) {
			e.Col, e.Source = max(e.Col-len(front), 1), strings.TrimPrefix(e.Source, front)
		}
		return nil, err
	}
	plan, _ := s.Inputs[0].(engine.Plan)
	return plan.Steps, nil
}
