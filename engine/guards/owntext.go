package guards

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"interleave/engine"
	"interleave/engine/explore"
)

// ownText is no guard of a service: it tells a try of one's own from another writer's by what it wrote. An answer that
// was lost and a refusal say neither; the same text from everybody says it least of all.
//
// Source: rules.md of bucket, "Which answer, which reaction": compare what is there with one's own body.
var ownText = engine.Guarding{ID: "own-text", Title: "own text", Keeps: true,
	Say: "A text that its own writer looks for again names that writer, and who reads it goes on only where it is " +
		"its own. Who is refused because something is there, and had tried before, reads it first."}

// goesByReading says whether a plan of what is searched decides by having read what it writes itself, or could: it
// tries a create again, and a refusal of that may be the echo of its first try.
func goesByReading(in explore.Input) bool {
	r := rewriting{in: in}
	goes := func(by string, steps []engine.PlanStep) bool {
		steps, _ = r.heeding(r.readsApart(steps))
		return len(r.named(by, steps)) > 0
	}
	for _, p := range in.Programs {
		if r.heeds(p) {
			p = linesAsPlan(p)
		}
		for _, input := range p.Steps {
			if plan, ok := input.(engine.Plan); ok && goes(p.By, plan.Steps) {
				return true
			}
		}
	}
	for _, w := range in.World.Writers() {
		if plan := in.World.PlanOf(w.ID); plan != nil && !plan.Ended() && goes(w.ID, plan.Steps) {
			return true
		}
	}
	return false
}

// ownName is what a writer's request says that names its writer, and the field of an answer that shows it.
type ownName struct {
	field    string // body, value, or a property of a row
	was, now string // the text as the plan has it, and as it names its writer
	row      string // what else every such request of the plan writes to a row, as tests, a line each
}

func (o ownName) test() string { return o.field + "=" + o.now }

// says is the text in words, of a row with its property.
func (o ownName) says() string {
	if strings.HasPrefix(o.field, ".") {
		return strconv.Quote(o.test())
	}
	return strconv.Quote(o.now)
}

// asked says whether a test asks for the text that everybody writes; of a row, in any of its properties.
func (o ownName) asked(is string) bool {
	if strings.Contains("\n"+o.row, "\n"+is+"\n") {
		return true
	}
	return o.was != o.now && (is == o.field+"="+o.was || o.field == "value" && is == o.was)
}

// named are the texts that name their writer, by the objects that a plan writes and then goes by having read. What it
// writes one text after the other tells no try from another.
func (r *rewriting) named(by string, steps []engine.PlanStep) map[engine.ObjectID]ownName {
	written, read := map[engine.ObjectID]ownName{}, map[engine.ObjectID]bool{}
	changing := map[engine.ObjectID]bool{}
	eachStep(steps, func(s *engine.PlanStep) {
		if object, name, writes := r.textOf(by, *s); writes {
			if before, again := written[object]; again {
				both := commonLines(before.row, name.row)
				before.row, name.row = both, both
				changing[object] = changing[object] || before != name
			}
			written[object] = name
		}
	})
	eachStep(steps, func(s *engine.PlanStep) {
		if of := r.readBehind(steps, s); of != nil && (r.finds(of, s.Is) || written[r.target(*of)].asked(s.Is)) {
			read[r.target(*of)] = true
		}
		for _, of := range []*engine.PlanStep{r.triedAgain(steps, s), r.refusedAgain(steps, s)} {
			if of != nil {
				read[r.target(*of)] = true
			}
		}
	})
	for object := range written {
		if !read[object] || changing[object] {
			delete(written, object)
		}
	}
	return written
}

// commonLines are the lines of one text that stand in another, too.
func commonLines(one, other string) (both string) {
	for line := range strings.Lines(one) {
		if strings.Contains("\n"+other, "\n"+line) {
			both += line
		}
	}
	return both
}

// found says whether a test asks for nothing but that something is there.
func found(is string) bool {
	property := strings.HasPrefix(is, ".") && !strings.Contains(is, "=")
	return property || slices.Contains([]string{success, "etag", "body", "value"}, is)
}

// signed is a text that names its writer.
func (r *rewriting) signed(text, by string) string {
	if r.names(text, by) {
		return text
	}
	return text + " " + by
}

// names says whether a text names its writer, as "by=ann" does; of a title, in whatever letters.
func (r *rewriting) names(text, by string) bool {
	words := append(strings.Fields(text), strings.FieldsFunc(text, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' && c != '-'
	})...)
	title := r.in.World.Writer(by).Title
	return slices.ContainsFunc(words, func(word string) bool { return word == by || strings.EqualFold(word, title) })
}

// success is the status by which a plan goes on behind a read that found something.
const success = "200"

// ownTexts is a plan whose texts name their writer, and that goes on behind a read only where it finds its own.
func (r *rewriting) ownTexts(by string, steps []engine.PlanStep) []engine.PlanStep {
	made := steps
	steps, markers := r.heeding(r.readsApart(steps))
	texts := r.named(by, steps)
	for _, marker := range markers {
		if _, looks := texts[marker]; !looks {
			r.announce(by, fmt.Sprintf("works only where %s was not there before", marker.Name))
		}
	}
	if len(texts) == 0 && len(markers) == 0 {
		return made
	}
	out, shows := cloned(steps), map[string]bool{}
	eachStep(out, func(s *engine.PlanStep) {
		object, _, writes := r.textOf(by, *s)
		if text, named := texts[object]; writes && named {
			s.Args = r.namingText(s, text)
			does := fmt.Sprintf("writes %s to %s, and goes on behind a read of it only where it finds that",
				text.says(), object.Name)
			switch elsewhere := r.movesOn(steps, object); {
			case elsewhere && text.was == text.now:
				does = fmt.Sprintf("tries it elsewhere only where a read of %s does not show %s", object.Name,
					text.says())
			case elsewhere:
				does = fmt.Sprintf("writes %s to %s, and tries it elsewhere only where a read of it does not show that",
					text.says(), object.Name)
			case text.was == text.now:
				does = fmt.Sprintf("goes on behind a read of %s only where it finds %s", object.Name, text.says())
			}
			r.announce(by, does+r.orNothing(steps, object))
		}
		if of := r.readBehind(steps, s); of != nil {
			if text, named := texts[r.target(*of)]; named && (r.finds(of, s.Is) || text.asked(s.Is)) {
				if r.leaves(out, s) {
					s.Then, s.Else = s.Else, r.unlessAbsent(of, *s)
				}
				s.Is = text.test()
				shows[s.Name] = true
			}
		}
		if of := r.triedAgain(steps, s); of != nil && !r.worksRefused(steps, s.Name) {
			s.Else = r.looks(*of, texts[r.target(*of)], *s)
		}
		if of := r.refusedAgain(steps, s); of != nil && !r.looksItself(steps, s.Then, r.target(*of), texts) {
			s.Then = r.looksRefused(*of, texts[r.target(*of)], *s)
		}
	})
	r.showTexts(by, out, shows)
	return out
}

// namingText are the arguments of a write with the text that names its writer.
func (r *rewriting) namingText(s *engine.PlanStep, text ownName) []engine.Arg {
	spec := r.in.World.Spec(s.Verb)
	switch {
	case text.was == text.now:
		return s.Args
	case !spec.Prompt():
		args := s.Args
		if strings.HasPrefix(text.field, ".") {
			args = propertiesApart(spec, args)
		}
		return engine.With(args, text.field, engine.Text(text.now))
	}
	words := slices.Clone(engine.LineWords(s.Args[0].Value))
	if at := contentWord(spec, s.Args); at >= 0 {
		words[at] = engine.Text(text.now)
	}
	return engine.With(s.Args, s.Args[0].Name, engine.List(words...))
}

// looksItself says whether steps read an object and go by whose text they find: no look in front of it is missing.
func (r *rewriting) looksItself(all, steps []engine.PlanStep, object engine.ObjectID,
	texts map[engine.ObjectID]ownName) (looks bool) {
	eachStep(steps, func(s *engine.PlanStep) {
		of := r.readBehind(all, s)
		looks = looks || of != nil && r.target(*of) == object &&
			(r.finds(of, s.Is) || texts[object].asked(s.Is) || s.Is == texts[object].test())
	})
	return looks
}

// triedAgain is the create whose answer a step of a plan decides by, where the plan tries it again and what it made may
// refuse that; nil: it is no such step.
func (r *rewriting) triedAgain(steps []engine.PlanStep, decides *engine.PlanStep) *engine.PlanStep {
	if decides.Do != engine.DoIf {
		return nil
	}
	of := r.retried(steps, decides.Name)
	if of == nil {
		return nil
	}
	status, err := strconv.Atoi(decides.Is)
	if spec := r.in.World.Spec(of.Verb); spec.Prompt() && !slices.Contains(doneReplies[:], decides.Is) ||
		!spec.Prompt() && (err != nil || status < 200 || status > 299) {
		return nil
	}
	return of
}

// doneReplies are what a line is told that has set a key, as SET and as SETNX.
var doneReplies = [...]string{"OK", "1"}

// refusedAgain is the same where the step decides by the refusal: it goes on, or stops, where something is there.
func (r *rewriting) refusedAgain(steps []engine.PlanStep, decides *engine.PlanStep) *engine.PlanStep {
	if decides.Do != engine.DoIf {
		return nil
	}
	of := r.retried(steps, decides.Name)
	if of == nil || !r.isMet(of.Verb, decides.Is) {
		return nil
	}
	return of
}

// isMet says whether a test of an answer is met where a request is refused because something is there.
func (r *rewriting) isMet(verb, is string) bool {
	return slices.ContainsFunc(r.meets(verb), func(f engine.Fault) bool {
		return is == strconv.Itoa(f.Status) || is == f.Code
	})
}

// worksRefused says whether a plan works although a request was refused because something is there.
func (r *rewriting) worksRefused(steps []engine.PlanStep, name string) (works bool) {
	eachStep(steps, func(s *engine.PlanStep) {
		works = works || s.Name == name && r.refusedAgain(steps, s) != nil && goesOn(s.Then)
	})
	return works
}

// goesOn says whether there is anything to do in steps but to end.
func goesOn(steps []engine.PlanStep) bool {
	return slices.ContainsFunc(steps, func(s engine.PlanStep) bool {
		return s.Do != engine.DoStop && s.Do != engine.DoBreak
	})
}

// retried is the create of that name, where a plan tries it again and what it made may refuse that; nil: it is none.
func (r *rewriting) retried(steps []engine.PlanStep, name string) (found *engine.PlanStep) {
	again := false
	eachStep(steps, func(s *engine.PlanStep) {
		if _, _, writes := r.textOf("", *s); writes && s.As == name && s.As != "" {
			again = again || s.Words.Again != ""
			if found == nil && len(r.meets(s.Verb)) > 0 {
				found = s
			}
		}
	})
	if !again {
		return nil
	}
	return found
}

// meets are the answers that refuse a request because something is there, as what its first try made: under ownID a
// lease.
func (r *rewriting) meets(verb string) (list []engine.Fault) {
	kind := engine.AlreadyThere
	if r.kind.ID == ownID.ID {
		kind = engine.IsLeased
	}
	for _, rule := range r.in.World.Spec(verb).Refuses {
		if rule.Kind == kind {
			list = append(list, rule.Fault)
		}
	}
	return list
}

// looksRefused is what a writer does who has an answer to that refusal: it reads what is there. Where that is its own
// text it works as it would have, or goes on where it would have ended. Who tries the same elsewhere then, as a log
// does under the next number, does so only where it is another's.
func (r *rewriting) looksRefused(create engine.PlanStep, text ownName, decides engine.PlanStep) []engine.PlanStep {
	refused := decides.Then
	if goesOn(refused) && !r.triesElsewhere(refused, create) {
		decides.Else = nil
	} else {
		decides.Then, decides.Else = nil, refused
	}
	if look := r.looks(create, text, decides); len(look) > 1 {
		return look
	}
	return refused
}

// triesElsewhere says whether steps try what a create was to do under another name: they take it for refused.
func (r *rewriting) triesElsewhere(steps []engine.PlanStep, create engine.PlanStep) (tries bool) {
	eachStep(steps, func(s *engine.PlanStep) {
		again := s.Words.Again != "" && s.Words.Again == create.As
		tries = tries || s.Do == engine.DoSend && r.target(*s) != r.target(create) &&
			(again || r.createsAlike(*s, create))
	})
	return tries
}

// createsAlike says whether two requests each make the same text, where there is none.
func (r *rewriting) createsAlike(one, other engine.PlanStep) bool {
	_, a, makes := r.textOf("", one)
	_, b, too := r.textOf("", other)
	return makes && too && a == b && len(r.meets(one.Verb)) > 0 && len(r.meets(other.Verb)) > 0 &&
		r.carriesOwn(one) && r.carriesOwn(other)
}

// carriesOwn says whether a request has a guard of its own.
func (r *rewriting) carriesOwn(s engine.PlanStep) bool {
	return !worksBare(r.in.World, engine.Send{Verb: s.Verb, Args: s.Args})
}

// movesOn says whether a plan tries elsewhere what a create of an object was refused.
func (r *rewriting) movesOn(steps []engine.PlanStep, object engine.ObjectID) (moves bool) {
	eachStep(steps, func(s *engine.PlanStep) {
		of := r.refusedAgain(steps, s)
		moves = moves || of != nil && r.target(*of) == object && r.triesElsewhere(s.Then, *of)
	})
	return moves
}

// looks is what a writer does whose create was not accepted: it reads what is there, once more where it hears nothing,
// and goes on as if it had been where that is its own text.
func (r *rewriting) looks(create engine.PlanStep, text ownName, decides engine.PlanStep) []engine.PlanStep {
	read, ok := r.readOf(create)
	if !ok {
		return decides.Else
	}
	read.As = decides.Name + "look"
	then := cloned(decides.Then)
	eachStep(then, func(s *engine.PlanStep) {
		s.For = ofAnother(s.For, decides.Name, read.As)
		for n := range s.Args {
			s.Args[n].Value = ofAnother(s.Args[n].Value, decides.Name, read.As)
		}
	})
	return []engine.PlanStep{read,
		{Do: engine.DoLost, Name: read.As, Then: []engine.PlanStep{read}},
		{Do: engine.DoIf, Name: read.As, Is: text.test(), Then: then, Else: cloned(decides.Else)}}
}

// ofAnother is a value that looks at another answer in the place of one.
func ofAnother(v engine.Value, one, other string) engine.Value {
	path, optional, ok := v.Ref()
	if name, _, _ := strings.Cut(path, "."); !ok || name != one {
		return v
	}
	return engine.Ref(other+strings.TrimPrefix(path, one), optional)
}

// announce says once what a writer does in its plan now.
func (r *rewriting) announce(by, does string) {
	r.announceOnce(fmt.Sprintf("%s %s.", r.in.World.Writer(by).Title, does))
}

func (r *rewriting) announceOnce(text string) {
	if !slices.ContainsFunc(r.notes, func(n note) bool { return n.text == text }) {
		r.notes = append(r.notes, note{text: text})
	}
}

// readOf is a request that reads what a request made; ok is false where the service has none.
func (r *rewriting) readOf(create engine.PlanStep) (read engine.PlanStep, ok bool) {
	read.Do = engine.DoSend
	read.Verb, read.Args, ok = plainRead(r.in.World, create.Verb, r.target(create))
	return read, ok
}

// textOf is the object that a request writes a text to which stands in the plan itself, and how that names the writer.
func (r *rewriting) textOf(by string, s engine.PlanStep) (object engine.ObjectID, text ownName, ok bool) {
	spec := r.in.World.Spec(s.Verb)
	if s.Do != engine.DoSend || spec == nil || spec.Group != engine.GroupWrite {
		return object, text, false
	}
	if spec.Prompt() {
		at := contentWord(spec, s.Args)
		if at < 0 {
			return object, text, false
		}
		return r.target(s), r.ownName("value", engine.LineWords(s.Args[0].Value)[at].String(), by), true
	}
	properties, own, named := "", ownName{field: byProperty, now: by}, false
	for _, a := range propertiesApart(spec, s.Args) {
		p, takes := spec.Param(a.Name)
		if !takes || !p.Content {
			continue
		}
		row := strings.HasPrefix(a.Name, ".")
		switch {
		case !isLiteral(a.Value) && named:
		case !isLiteral(a.Value):
			return object, text, false
		case a.Name == "body":
			return r.target(s), r.ownName("body", a.Value.String(), by), true
		case row && !named && by != "" && r.names(a.Value.String(), by):
			own, named = r.ownName(a.Name, a.Value.String(), by), true
		case row:
			properties += a.Name + "=" + a.Value.String() + "\n"
		}
	}
	own.row = properties
	return r.target(s), own, named || properties != "" && spec.Effect == engine.Writes
}

// propertiesApart are arguments in which the text of a row stands as the properties that it is made of: an answer gives
// them one by one.
func propertiesApart(spec *engine.OpSpec, args []engine.Arg) (list []engine.Arg) {
	for _, a := range args {
		if p, takes := spec.Param(".a"); a.Name != "body" || !takes || !p.Prefix() || !isLiteral(a.Value) {
			list = append(list, a)
			continue
		}
		for line := range strings.Lines(a.Value.String()) {
			if name, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "="); ok {
				list = append(list, engine.Arg{Name: "." + name, Value: engine.Text(text)})
			}
		}
	}
	return list
}

// byProperty is the property by which a row names its writer where it has none that does.
const byProperty = ".by"

func (r *rewriting) ownName(field, text, by string) ownName {
	if by == "" {
		return ownName{field: field, was: text, now: text}
	}
	return ownName{field: field, was: text, now: r.signed(text, by)}
}

// isLiteral says whether a value stands in the plan itself.
func isLiteral(v engine.Value) bool {
	_, _, refers := v.RefName()
	_, _, _, reckons := v.Expression()
	return !refers && !reckons
}

// contentWord is the place of the word that a line makes all there is of its object, where it stands in the plan
// itself; -1: there is none.
func contentWord(spec *engine.OpSpec, args []engine.Arg) int {
	text := spec.WholeText(args)
	if text.IsZero() || !isLiteral(text) {
		return -1
	}
	return slices.IndexFunc(engine.LineWords(args[0].Value)[1:], text.Equal) + 1
}

// target is the object that a request of a plan is about.
func (r *rewriting) target(s engine.PlanStep) engine.ObjectID {
	return r.in.World.Spec(s.Verb).About(s.Args)
}

// readAs is the plain read of a plan with that name; nil where there is none, where another request has the name, or
// where it compares a tag, which goes by the text already.
func (r *rewriting) readAs(steps []engine.PlanStep, name string) (found *engine.PlanStep) {
	eachStep(steps, func(s *engine.PlanStep) {
		if s.Do == engine.DoSend && s.As == name && name != "" && found == nil {
			found = s
		}
	})
	if found == nil {
		return nil
	}
	spec := r.in.World.Spec(found.Verb)
	compares := slices.ContainsFunc(found.Args, func(a engine.Arg) bool {
		p, ok := spec.Param(a.Name)
		return ok && p.Guards()
	})
	if spec.Group != engine.GroupRead || compares {
		return nil
	}
	return found
}

// readBehind is the plain read that a step decides by, where it stands behind a write of the same object, or in one
// loop with it; nil: it is no such step.
func (r *rewriting) readBehind(steps []engine.PlanStep, decides *engine.PlanStep) *engine.PlanStep {
	if decides.Do != engine.DoIf {
		return nil
	}
	of := r.readAs(steps, decides.Name)
	if of == nil || !r.isBehind(steps, of, map[engine.ObjectID]bool{}) {
		return nil
	}
	return of
}

func (r *rewriting) isBehind(steps []engine.PlanStep, read *engine.PlanStep, written map[engine.ObjectID]bool) bool {
	for i := range steps {
		s := &steps[i]
		if object, _, writes := r.textOf("", *s); writes {
			written[object] = true
		}
		if s.Do == engine.DoLoop {
			eachStep(s.Then, func(in *engine.PlanStep) {
				if object, _, writes := r.textOf("", *in); writes {
					written[object] = true
				}
			})
		}
		if s.Do == engine.DoSend && s.As == read.As && s.Verb == read.Verb && written[r.target(*s)] {
			return true
		}
		if r.isBehind(s.Then, read, written) || r.isBehind(s.Else, read, written) {
			return true
		}
	}
	return false
}

// eachStep goes through a plan's steps, those within others too.
func eachStep(steps []engine.PlanStep, do func(*engine.PlanStep)) {
	for i := range steps {
		do(&steps[i])
		eachStep(steps[i].Then, do)
		eachStep(steps[i].Else, do)
	}
}

// cloned are steps that can be changed.
func cloned(steps []engine.PlanStep) []engine.PlanStep {
	steps = slices.Clone(steps)
	for i := range steps {
		steps[i].Args = slices.Clone(steps[i].Args)
		steps[i].Then, steps[i].Else = cloned(steps[i].Then), cloned(steps[i].Else)
	}
	return steps
}
