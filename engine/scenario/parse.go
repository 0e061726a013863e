package scenario

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/catalog"
)

// parser reads statements one after another and keeps in mind what they name.
type parser struct {
	lexer
	g        *grammar
	strict   bool              // writers and answers that are named must be known: in a file
	checks   bool              // operations and their arguments must be known: in all but a record
	verbs    map[string]string // of the requests, by name
	writers  []string
	marks    map[string]int      // bookmarks: requests sent at each
	requests int                 // sent so far on this branch
	plans    map[string]*drawing // what plans were read, by writer
	plan     *drawing            // the plan being read; nil: none is
	promises []promise           // what the choices of questions state of answers that are still to come

	counted, line int // how far lines were counted, and the number of the one there
}

func newParser(g *grammar, src string) *parser {
	p := new(parser)
	p.begin(g, src)
	return p
}

// begin begins anew, with what the parser has for maps: those of a record stay empty or almost so.
func (p *parser) begin(g *grammar, src string) {
	verbs, marks, plans, writers := p.verbs, p.marks, p.plans, p.writers
	if verbs == nil {
		verbs, marks, plans = map[string]string{}, map[string]int{}, map[string]*drawing{}
	}
	clear(verbs)
	clear(marks)
	clear(plans)
	*p = parser{g: g, verbs: verbs, marks: marks, plans: plans, writers: append(writers[:0], engine.Seed)}
	p.src, p.files = src, noArchive
}

func noArchive(string) (text, why string) {
	return "", "there is no archive here, so @ names nothing: put the word in quotes"
}

// Parse reads a scenario for the services it may speak to, nil for all there are. The name is for errors, which are of
// type *Error. Nothing is run.
func Parse(name string, data []byte, services []*engine.Service) (*File, error) {
	if services == nil {
		services = catalog.Services()
	}
	src := strings.TrimPrefix(string(data), "\ufeff") // some editors begin a file with it
	script, sections := archive(src)
	f := &File{Name: name, Archive: sections, services: services}
	p := newParser(newGrammar(services), script)
	p.strict, p.checks = true, true
	files := map[string]string{}
	at := len(script)
	for _, s := range sections {
		if _, twice := files[s.Name]; twice {
			return nil, locate(name, src, at, fmt.Sprintf("there are two files called %s", s.Name))
		}
		files[s.Name] = s.Data
		at += len(s.Header) + len(s.Data)
	}
	p.files = func(file string) (string, string) {
		text, ok := files[file]
		if !ok {
			return "", fmt.Sprintf("the archive at the end has no file %q%s: it begins with a line -- %s --", file,
				near(file, slices.Sorted(maps.Keys(files))), file)
		}
		return text, ""
	}
	if err := p.all(f); err != nil {
		var w *wrong
		if errors.As(err, &w) {
			return nil, locate(name, src, w.at, w.text)
		}
		return nil, err
	}
	return f, nil
}

func (p *parser) all(f *File) error {
	for {
		start := p.pos
		p.skipLead()
		if p.pos >= len(p.src) {
			f.Tail = p.src[start:]
			return p.keepPromises(f)
		}
		begin := lineStart(p.src, p.pos)
		lead := p.src[start:begin]
		if p.at('>') {
			if len(f.Statements) == 0 {
				return &wrong{p.pos, "an expectation belongs to the statement above it, and there is none"}
			}
			s := f.Statements[len(f.Statements)-1]
			read := p.expectation
			if s.Kind == Choice || s.Kind == Right {
				read = p.promised
			}
			e, err := read(s)
			if err != nil {
				return err
			}
			e.Lead, e.Raw = lead, p.src[begin:p.pos]
			s.Expect = append(s.Expect, e)
			continue
		}
		s := &Statement{Lead: lead, Line: p.lineOf(begin), at: begin}
		if err := p.statement(s); err != nil {
			return err
		}
		s.Raw, s.end = p.src[begin:p.pos], p.pos
		f.Statements = append(f.Statements, s)
		if err := f.hang(s); err != nil {
			return err
		}
	}
}

// lineOf is the number of the line that a place stands in. Places come in order: each line is counted once.
func (p *parser) lineOf(at int) int {
	p.line += strings.Count(p.src[p.counted:at], "\n")
	p.counted = at
	return 1 + p.line
}

// skipLead skips blank lines and comment lines, and the blanks in front of what follows.
func (p *parser) skipLead() {
	for p.pos < len(p.src) {
		p.blanks()
		if !p.at('\n') {
			return
		}
		p.pos++
	}
}

// statement reads one statement up to behind its line end.
func (p *parser) statement(s *Statement) error {
	at := p.pos
	head, writer, err := p.head()
	if err != nil {
		return err
	}
	if writer {
		s.By = head
		if p.strict && !slices.Contains(p.writers, head) {
			return &wrong{at, fmt.Sprintf("there is no writer %s%s: a line `writer %s` brings one in", head,
				near(head, p.writers), name(head))}
		}
		items, err := p.items()
		if err != nil {
			return err
		}
		return p.spoken(s, items, at)
	}
	s.Kind = Kind(head)
	if s.Kind.isText() {
		return p.readText(s, at)
	}
	if s.Kind == PlanOf {
		return p.readPlan(s, at)
	}
	read := reading(head)
	if read == nil {
		return &wrong{at, unknownStatement(head, p)}
	}
	items, err := p.items()
	if err != nil {
		return err
	}
	return read(p, s, words{items, at})
}

func unknownStatement(head string, p *parser) string {
	switch head {
	case "loop", "break", "if", "else", "stop", "wait", "on":
		return fmt.Sprintf("%s is a step of a plan: it stands under `plan ann`, further in", head)
	case "promise", "never", "some", "outcome", "orders":
		return fmt.Sprintf("%s stands below an explore, as > %s", head, head)
	}
	if head == "does" {
		return "work outside the storage has a writer in front: ann: does run-7"
	}
	if p.g.verb(head) != nil {
		return fmt.Sprintf("%s is a request, and a request has a writer in front: ann: %s", head, head)
	}
	return fmt.Sprintf("there is no statement %s%s: a request is `writer: verb target`", strconv.Quote(head),
		near(head, append(Keywords(), p.writers...)))
}

// head reads the first word: a writer with its colon, or a keyword.
func (p *parser) head() (word string, writer bool, err error) {
	if p.at('"') {
		start := p.pos
		if word, err = p.quote(); err != nil {
			return "", false, err
		}
		if !p.at(':') {
			return "", false, &wrong{start, "a statement begins with a word or a writer and a colon"}
		}
		p.pos++
		return word, true, nil
	}
	start := p.pos
	for !p.ends() {
		p.pos++
	}
	word, writer = strings.CutSuffix(p.src[start:p.pos], ":")
	if writer && word == "" {
		return "", false, &wrong{start, "a writer stands in front of the colon"}
	}
	return word, writer, nil
}

// spoken reads what stands behind a writer.
func (p *parser) spoken(s *Statement, items []item, at int) error {
	if len(items) == 0 {
		return &wrong{p.lineEndAt(at), fmt.Sprintf("what does %s do? A verb is missing, as get-blob", s.By)}
	}
	switch {
	case items[0].is("does"):
		s.Kind = Does
		if len(items) != 2 || items[1].hasKey {
			return &wrong{items[0].start, "write `does` and what an answer gave, as ann: does $g1.0"}
		}
		s.Inputs = []engine.Input{engine.Act{By: s.By, What: items[1].value}}
		return p.known(items)
	case items[0].is("send"):
		s.Kind = SendOnly
		if items = items[1:]; len(items) == 0 {
			return &wrong{p.lineEndAt(at), "what is sent? A verb is missing, as put-blob"}
		}
	default:
		s.Kind = Request
	}
	in, err := p.request(s.By, items)
	if err != nil {
		return err
	}
	p.requests++
	s.Name = in.As
	if s.Name == "" {
		s.Name = "r" + strconv.Itoa(p.requests)
	}
	s.Names = []string{s.Name}
	p.verbs[s.Name] = in.Verb
	if s.Kind == SendOnly {
		s.Inputs = []engine.Input{in}
		return nil
	}
	in.As = s.Name
	s.Inputs = []engine.Input{in, engine.Deliver{Names: s.Names}, engine.ReceiveAnswer{Names: s.Names}}
	return nil
}

func (p *parser) lineEndAt(at int) int { return lineEnd(p.src, at) }

// known refuses references to answers that nothing before them is called.
func (p *parser) known(items []item) error {
	for _, i := range items {
		if err := p.knownIn(i.value, i.from); err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) knownIn(v engine.Value, at int) error {
	list, _ := v.List()
	if _, a, b, ok := v.Expression(); ok {
		list = []engine.Value{a, b}
	}
	for _, e := range list {
		if err := p.knownIn(e, at); err != nil {
			return err
		}
	}
	if n, field, ok := v.RefName(); ok {
		if n == engine.RoundName && field == "" && p.plan != nil {
			return nil
		}
		if p.checks && field == "" {
			return &wrong{at, fmt.Sprintf("$%s says no field: write $%s.etag or another field of that answer", n, n)}
		}
		return p.named(n, at)
	}
	return nil
}

func (p *parser) named(n string, at int) error {
	plain := strings.TrimRight(n, "'")
	if p.plan != nil {
		if _, ok := p.plan.names[n]; ok || !p.strict {
			return nil
		}
		return &wrong{at, fmt.Sprintf("no request in front of this in the plan is called %s%s", n,
			near(n, slices.Sorted(maps.Keys(p.plan.names))))}
	}
	if p.verbOf(plain) != "" || !p.strict || len(p.plans) > 0 && isNumbered(plain) {
		return nil
	}
	return &wrong{at, fmt.Sprintf("nothing before this line is called %s%s: `as %s` behind a request names it", plain,
		near(plain, slices.Sorted(maps.Keys(p.verbs))), plain)}
}

// isNumbered says whether a name is one that the engine gives, as to what a plan sends and calls nothing: how many
// requests a plan has sent is known only in a run.
func isNumbered(n string) bool {
	number, ok := strings.CutPrefix(n, "r")
	return ok && number != "" && number[0] != '0' && strings.Trim(number, "0123456789") == ""
}

// verbOf is the verb of the request with that name, also of one that a plan sends; empty where there is none.
func (p *parser) verbOf(n string) string {
	if verb := p.verbs[n]; verb != "" {
		return verb
	}
	for writer, d := range p.plans {
		for own, verb := range d.names {
			if isPlanned(n, writer, own) {
				return verb
			}
		}
	}
	return ""
}

// isPlanned says whether a request has the name that a writer's plan gives to what it calls own.
func isPlanned(n, writer, own string) bool {
	number, ok := strings.CutPrefix(n, writer+"-"+own)
	return ok && number != "" && number[0] != '0' && strings.Trim(number, "0123456789") == ""
}
