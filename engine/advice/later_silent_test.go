package advice_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/catalog"
	"interleave/engine/conflict"
	"interleave/engine/enginetest"
	"interleave/engine/room"
	"interleave/engine/view"
)

// stranger neither sent a finding's request nor lost work to it.
const stranger = "zoe"

// scene is a silent finding in a room that stands where something more is to happen.
type scene struct {
	r      *room.Room
	c      conflict.Finding
	object engine.ObjectID // what its card is about: of a mix what was made, else what was harmed
}

// laters are what may happen to the object behind the finding; false: it cannot happen there.
var laters = []moment{
	{"another removes it", func(s *scene) bool { return s.removes(stranger) }},
	{"its sender removes it", func(s *scene) bool { return s.removes(s.c.By) }},
	{"another removes what it lies in", func(s *scene) bool {
		holder, _, inside := strings.Cut(s.object.Name, "/")
		return inside && s.v().Readable(s.object) && s.does(stranger, holder, removesHolder, func() bool {
			return !s.v().Readable(s.object)
		})
	}},
	{"it expires", func(s *scene) bool {
		if s.object.Kind != "key" || !s.sends(stranger, "EXPIRE", engine.Args("line", s.object.Name+" 1"), "none") {
			return false
		}
		_, err := s.r.Do(engine.Clock{By: 2 * time.Second})
		return err == nil
	}},
	{"another renames it", func(s *scene) bool {
		if s.object.Kind != "key" || !s.v().Readable(s.object) ||
			!s.sends(stranger, "RENAME", engine.Args("line", s.object.Name+" elsewhere"), "none") {
			return false
		}
		s.object.Name = "elsewhere"
		return true
	}},
	{"another puts another there", func(s *scene) bool { return s.puts(stranger, "none") }},
	{"another makes it anew", func(s *scene) bool { return s.removes(stranger) && s.puts(stranger, "none") }},
	{"its sender puts another there", func(s *scene) bool { return s.puts(s.c.By, "none") }},
	{"its sender reads it and writes", func(s *scene) bool {
		read := s.reads(s.c.By)
		return read != "" && s.puts(s.c.By, read)
	}},
	{"who lost it puts the same again", (*scene).putsAgain},
	{"who lost it reads it and writes", func(s *scene) bool {
		read := s.reads(s.c.Whose)
		return read != "" && s.c.Whose != s.c.By && s.puts(s.c.Whose, read)
	}},
}

func (s *scene) v() *view.View { return s.r.View() }

// sends sends a request and has its answer heard; false where it took no effect.
func (s *scene) sends(by, verb string, args []engine.Arg, from string) bool {
	if by == stranger && s.v().Clone().Writer(stranger) == nil {
		if _, err := s.r.Do(engine.AddWriter{ID: stranger, Title: "Zoe"}); err != nil {
			return false
		}
	}
	name := fmt.Sprint("later", s.v().Requests()+1)
	if spec := s.v().Spec(verb); spec.Prompt() && len(args) > 0 {
		var words []engine.Value
		for _, w := range strings.Fields(args[0].Value.String()) {
			words = append(words, engine.Text(w))
		}
		args = []engine.Arg{{Name: spec.Params()[0].Name, Value: engine.List(words...)}}
	}
	for _, in := range []engine.Input{
		engine.Send{By: by, Verb: verb, Args: args, Words: engine.Words{From: from}, As: name},
		engine.Deliver{Names: []string{name}}, engine.ReceiveAnswer{Names: []string{name}},
	} {
		if _, err := s.r.Do(in); err != nil {
			return false
		}
	}
	x := s.v().Named(name)
	return x != nil && (x.Took || s.v().Spec(verb).Effect == engine.Reads && x.Answer.Accepted())
}

// does sends the first operation of some that has done what is asked for.
func (s *scene) does(by, name string, fits func(*engine.OpSpec, string) bool, done func() bool) bool {
	return s.doesFrom(by, name, "none", fits, done)
}

func (s *scene) doesFrom(by, name, from string, fits func(*engine.OpSpec, string) bool, done func() bool) bool {
	before := s.v().Record
	for _, service := range s.v().Services() {
		for i := range service.Ops {
			op := &service.Ops[i]
			if len(op.Params()) > 0 && fits(op, s.object.Kind) && s.sends(by, op.Verb, laterArgs(op, name), from) &&
				done() {
				return true
			}
			s.back(before)
		}
	}
	return false
}

// laterArgs are what an operation needs: a name, another text where it carries one, and `*` where it asks for a tag.
func laterArgs(op *engine.OpSpec, name string) []engine.Arg {
	args := engine.Args(op.Params()[0].Name, name)
	if op.Prompt() && op.Effect == engine.Writes {
		return engine.Args(op.Params()[0].Name, name+" another")
	}
	for _, p := range op.Params() {
		switch {
		case p.Name == "if-match" && op.Object == "entity":
			args = engine.With(args, p.Name, engine.Text("*"))
		case p.Name == ".*":
			args = engine.With(args, ".zoe", engine.Text("another"))
		case p.Content && p.Positional():
			args = engine.With(args, p.Name, engine.Text("another"))
		}
	}
	return args
}

func removesHolder(op *engine.OpSpec, _ string) bool {
	return op.Effect == engine.Deletes && slices.Contains([]string{"container", "bucket", "share", "table", "queue"},
		op.Object)
}

func (s *scene) removes(by string) bool {
	return s.v().Readable(s.object) && s.does(by, s.object.Name, func(op *engine.OpSpec, kind string) bool {
		return op.Effect == engine.Deletes && op.Object == kind
	}, func() bool { return !s.v().Readable(s.object) })
}

// puts puts another text there as a whole, from an answer or from none.
func (s *scene) puts(by, from string) bool {
	was := conflict.TextIn(s.v().Clone().Object(s.object))
	return s.doesFrom(by, s.object.Name, from, func(op *engine.OpSpec, kind string) bool {
		return op.Effect == engine.Writes && op.Object == kind && view.OneText(op)
	}, func() bool {
		return s.v().Readable(s.object) && conflict.TextIn(s.v().Clone().Object(s.object)) != was
	})
}

// putsAgain has whoever lost work put just that there once more, without what it had compared.
func (s *scene) putsAgain() bool {
	lost := s.v().Exchange(s.c.Victim.Request)
	if lost == nil || s.c.Whose == s.c.By || lost.By != s.c.Whose {
		return false
	}
	spec := s.v().Spec(lost.Verb)
	if spec.Effect != engine.Writes || spec.Prompt() {
		return false
	}
	args := slices.DeleteFunc(slices.Clone(lost.Resolved()), func(a engine.Arg) bool {
		p, ok := spec.Param(a.Name)
		return !ok || p.Guards()
	})
	if spec.Object == "entity" && spec.Takes("if-match") {
		args = engine.With(args, "if-match", engine.Text("*"))
	}
	return s.sends(s.c.Whose, lost.Verb, args, "none")
}

// reads has a writer read it, and names the answer; empty where no read shows it.
func (s *scene) reads(by string) (name string) {
	if s.does(by, s.object.Name, func(op *engine.OpSpec, kind string) bool {
		return op.Effect == engine.Reads && op.Object == kind && !op.Lists
	}, func() bool {
		x := s.v().Exchange(s.v().Requests())
		name = x.Name
		return slices.ContainsFunc(x.Shows, func(p engine.Part) bool {
			return p.Object == s.c.Object && p.Name == s.c.Part && p.Mark.Event >= s.c.Event
		})
	}) {
		return name
	}
	return ""
}

// back takes back what was done since a record.
func (s *scene) back(record int) {
	for s.v().Record != record && s.r.Undo() == nil {
	}
}

// laterLaw holds that the card of a silent finding says what stands when it is read, and not what stood when the harm
// was done (engine/conflict/rules.md, "Sentences and advice come from the cause").
type laterLaw struct{ *afterLaw }

func (l *laterLaw) hold(from string, r *room.Room, c conflict.Finding) {
	l.t.Helper()
	if c.Severity != engine.SeveritySilent || c.Object.Kind == "work" {
		return
	}
	s := &scene{r: r, c: c, object: c.Object}
	var was, left engine.Record
	for e := range s.v().Between(c.Event-1, c.Event+1) {
		if own := e.Own(); c.Kind == engine.MixedContent && len(own) > 0 {
			s.object = own[0].Object
		}
		if before, after, touched := e.On(s.v().Clone(), c.Object.Kind, c.Object.Name); touched {
			was, left = before, after
		}
	}
	l.at(from, *s, func(from string, now *scene) { l.check(from, now, was, left) })
}

// Sentences that are true only while something stands there, of what the finding left there, or while work is lost.
var (
	ofSomething = []string{"what is there", "stays there", "there once", "a read shows it", "is there again", "Read ",
		"look at what", "without one it stays", "the lease is", "has read it. ", "by hand", "written there since"}
	ofTheHarm = []string{"stays there", "there once", "a read shows it", "without one it stays", "look at what",
		"by hand"}
)

// ofRequest are the things that a finding's request changed.
func ofRequest(v *view.View, c conflict.Finding) (list []engine.ObjectID) {
	for e := range v.Between(c.Event-1, c.Event+1) {
		for _, own := range e.Own() {
			list = append(list, own.Object)
		}
	}
	return list
}

// check reads a card as things stand.
func (l *laterLaw) check(from string, s *scene, was, left engine.Record) {
	l.t.Helper()
	v, c := s.v(), s.c
	if !slices.ContainsFunc(v.Troubles(), func(tr view.Trouble) bool { return tr.Finding == c }) {
		return
	}
	card := advice.For(v, c)
	said := strings.Join(slices.Concat([]string{card.Say, card.Rest}, card.Others), " | ")
	for _, object := range ofRequest(v, c) { // another thing of the same request may well stand
		if object != s.object && v.Readable(object) {
			said = strings.ReplaceAll(said, v.Called(object)+" is there once", "")
		}
	}
	said = strings.ReplaceAll(said, "Before the next try, read what is there", "") // whatever that will be
	says := func(why string, any []string) {
		l.t.Helper()
		for _, text := range any {
			if strings.Contains(said, text) {
				l.t.Errorf("%s: %s #%d: %s: %q in %q", from, c, c.Request, why, text, said)
			}
		}
	}
	if strings.HasSuffix(from, "its sender reads it and writes") && c.Kind == engine.MixedContent {
		says("it was put right", []string{"Read ", "write what was meant"})
	}
	whose := v.Title(c.Whose)
	now, lost := v.Clone().Object(s.object), []string{"ell " + whose}
	other := c.Whose != c.By && whose != "" && c.Kind != engine.BorrowedLease && c.Kind != engine.DoneTwice
	switch {
	case !view.Readable(now):
		says("nothing is there", ofSomething)
		if card.Action == "read" && !card.Earlier { // before that it was there
			l.t.Errorf("%s: %s #%d: %q reads what is gone", from, c, c.Request, said)
		}
	case s.object.Name == "elsewhere" && !strings.Contains(said, "elsewhere"):
		says("it has another name", ofSomething)
	case c.Object == s.object && view.Readable(left) && !c.SameIn(left, now):
		says("another stands there", ofTheHarm)
	}
	switch {
	case !other:
	case view.Readable(now) && view.Readable(was) && c.SameIn(was, now) && !c.SameIn(was, left):
		says("what was lost stands again", lost)
	case strings.HasSuffix(from, "who lost it reads it and writes"):
		says("what stands there does not hold it", []string{"nothing is left to tell"})
	}
}

// After each race, when its mark is known.
func TestASilentLossIsToldAsItStandsLater(t *testing.T) {
	l := &laterLaw{newAfterLaw(t, laters)}
	inAllRaces(t, l.hold)
	l.enough(5)
}

// And in random histories.
func TestASilentLossIsToldAsItStandsLaterInRandomHistories(t *testing.T) {
	l := &laterLaw{newAfterLaw(t, laters)}
	inHistories(t, enginetest.WorseNets, nil, l.hold)
	l.enough(1)
}

// And in mixes of what the races send.
func TestASilentLossIsToldAsItStandsLaterInMixes(t *testing.T) {
	l := &laterLaw{newAfterLaw(t, laters)}
	inHistories(t, enginetest.Mixes, nil, l.hold)
	l.enough(1)
}

// inHistories looks at each finding of histories that are played when its writer knows of it; learn, where there is
// one, is told of each record, and of none where a history begins.
func inHistories(t *testing.T, play func(*testing.T, int, enginetest.Beginning), learn func(v *view.View,
	events []engine.Event), look func(from string, r *room.Room, c conflict.Finding)) {
	t.Helper()
	play(t, enginetest.Histories(t), func(s string, n int) (func(engine.Input), func(string) string) {
		r, seen := room.New(catalog.New, room.Options{}), map[conflict.Finding]bool{}
		if learn != nil {
			learn(r.View(), nil)
		}
		return func(in engine.Input) {
				events, err := r.Do(in)
				if err != nil {
					return
				}
				if learn != nil {
					learn(r.View(), events)
				}
				newlyKnown(r.View(), seen, func(c conflict.Finding) {
					look(fmt.Sprintf("history %d of %s", n, s), r, c)
				})
			}, func(request string) string {
				if x := r.View().Named(request); x != nil {
					return x.By
				}
				return ""
			}
	})
}
