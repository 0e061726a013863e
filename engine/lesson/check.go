package lesson

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/scenario"
)

// What a lesson may have at most.
const (
	titleMost  = 48
	ideaMost   = 32
	choiceMost = 4
	minuteMost = 30
)

// Check holds a lesson file to its promises and says what is broken, a sentence for each, with its line. Nothing: it is
// sound.
func Check(name string, data []byte, services []*engine.Service) (broken []string) {
	l, err := Parse(name, data, services)
	if err != nil {
		return []string{err.Error()}
	}
	c := &checking{Lesson: l}
	c.heading()
	result, err := l.File.Run()
	for _, f := range result.Failures {
		c.broken = append(c.broken, Spoken(f.String(), true))
	}
	for i := range l.Parts {
		c.part(i, result)
	}
	if err != nil {
		return append(c.broken, err.Error())
	}
	c.goals(result)
	c.home(result)
	return c.broken
}

type checking struct {
	*Lesson
	broken []string
}

func (c *checking) say(line int, format string, args ...any) {
	c.broken = append(c.broken, fmt.Sprintf("%s:%d: ", c.Name, line)+fmt.Sprintf(format, args...))
}

func (c *checking) heading() {
	switch n := utf8.RuneCountInString(c.Title); {
	case n > titleMost:
		c.say(1, "the title has %d letters, and the map has room for %d: make it shorter", n, titleMost)
	case utf8.RuneCountInString(c.Idea) > ideaMost:
		c.say(1, "the idea has more than %d letters, and the map has room for no more: make it shorter", ideaMost)
	case c.Minutes == 0 || c.Minutes > minuteMost:
		c.say(1, "a lesson says how long it takes, from 1 to %d minutes: write minutes=6", minuteMost)
	}
	if c.Questions()+c.Goals() == 0 {
		c.say(1, "nothing is asked and no goal is set: an ask or a goal makes it a lesson")
	}
}

// part looks at one page: its room, and of a question its choices and its place.
func (c *checking) part(i int, result scenario.Result) {
	part := c.Parts[i]
	line := part.Line
	if part.Sort == Ended {
		line = 1
	}
	if n := c.Most(i, Columns); n > RowsMost {
		c.say(line, "this page needs %d rows, and a screen of 80x24 has room for %d: say it shorter", n, RowsMost)
	}
	for _, text := range part.texts() {
		c.readable(line, text)
	}
	if part.Sort != Asked && part.Sort != Aimed {
		return
	}
	if len(part.Hints()) == 0 {
		c.say(line, "nobody who is stuck gets on: a hint is missing")
	}
	for _, text := range append(part.Hints(), part.task()) {
		if strings.ContainsAny(twofold.ReplaceAllString(text, ""), "{}") {
			c.say(line, "keys and words are written {2 w|as ben; write}, the keys of the desk first: %s", text)
		}
	}
	if part.Sort == Asked {
		c.question(part, result)
	} else if part.task() == "" {
		c.say(line, "what to do is told by a machine's sentence: write task and a sentence of your own below the goal")
	}
}

// texts are all that people read on a page.
func (part *Part) texts() (list []string) {
	list = append([]string{part.Text, part.task()}, part.Hints()...)
	if part.Question != nil {
		list = append(list, part.Question.Text)
		for _, o := range part.Question.Choices {
			list = append(list, o.Text, o.Because)
		}
	}
	return list
}

// readable says where a text has what no screen shows as it is written.
func (c *checking) readable(line int, text string) {
	for _, word := range strings.Fields(text) {
		if n := utf8.RuneCountInString(word); n > Columns {
			c.say(line, "the word %.20s... has %d letters, and a row has %d: say it otherwise", word, n, Columns)
		}
	}
	if at := strings.IndexFunc(text, unicode.IsControl); at >= 0 {
		c.say(line, "there is a control character in %q: no screen shows it", text)
	}
}

// task is what its author says of a goal.
func (part *Part) task() string {
	if part.Goal == nil {
		return ""
	}
	return part.Goal.Task
}

func (c *checking) question(part Part, result scenario.Result) {
	choices := part.Question.Choices
	if n := len(choices); n < 2 || n > choiceMost {
		c.say(part.Line, "a question has 2 to %d answers, and this one has %d", choiceMost, n)
	}
	if !slices.ContainsFunc(choices, func(o scenario.Option) bool { return o.Right }) {
		c.say(part.Line, "no answer is right: write one of them as right")
	}
	for _, o := range choices {
		if o.Because == "" {
			c.say(part.Line, "the answer %q has no because: who chose it wants to know why it is so, or why not",
				o.Text)
		}
	}
	asked := slices.IndexFunc(c.File.Statements, func(s *scenario.Statement) bool { return s.Line == part.Line })
	for _, s := range c.File.Statements[asked+1:] {
		if !s.IsUnderQuestion() {
			return
		}
		if s.Kind == scenario.Right && len(s.Expect) == 0 {
			c.say(s.Line, "nothing holds this answer to be right: below it stands what must be so, as > 412")
		}
		for _, e := range s.Expect {
			if decidedBefore(result, part.Line, e.Request) {
				c.say(part.Line, "this asks about %s, which is decided above: ask before the line that decides it",
					e.Request)
				return
			}
		}
	}
}

// decidedBefore says whether a request is decided by a statement in front of a line.
func decidedBefore(result scenario.Result, line int, name string) bool {
	x := result.Timeline.World().Named(strings.TrimRight(name, "'"))
	for _, o := range result.Outcomes {
		if o.Statement.Line >= line || name == "" {
			return false
		}
		for _, e := range o.Events {
			if e.Kind == engine.Decided && (x != nil && e.Request == x.Number || o.Statement.Name == name) {
				return true
			}
		}
	}
	return false
}

// goals compares what each author promises with the author's own way.
func (c *checking) goals(result scenario.Result) {
	for _, g := range result.Goals {
		aim := g.Goal.Goal
		for _, m := range []*scenario.Mark{aim.Mark, aim.With, aim.Without, aim.Never} {
			c.mark(g.Goal.Line, m)
		}
		switch within := g.Goal.Goal.Within; {
		case g.Before:
			c.say(g.Goal.Line, "this goal is reached before anybody does anything: ask for what is not so yet")
		case g.Actions == 0:
			c.say(g.Goal.Line, "the author's way to this goal is missing: it stands behind the goal")
		case within == 0:
			c.say(g.Goal.Line, "a goal says how many actions it takes: write within %d", g.Actions)
		case g.Done && g.Actions > within:
			c.say(g.Goal.Line, "the author's way takes %d actions, and the goal allows %d", g.Actions, within)
		}
	}
}

// mark says where a goal names what no scene has: a kind of trouble, or somebody in it.
func (c *checking) mark(line int, m *scenario.Mark) {
	if m == nil {
		return
	}
	var kinds, writers []string
	for _, k := range conflict.Kinds() {
		kinds = append(kinds, string(k))
	}
	for _, s := range c.File.Statements {
		for _, in := range s.Inputs {
			if w, ok := in.(engine.AddWriter); ok {
				writers = append(writers, w.ID)
			}
		}
	}
	if m.Kind != "" && !slices.Contains(kinds, string(m.Kind)) {
		c.say(line, "there is no trouble called %s%s", m.Kind, meant(string(m.Kind), kinds))
	}
	if m.Whose != "" && !slices.Contains(writers, m.Whose) {
		c.say(line, "no writer of this lesson is called %s; there is %s", m.Whose, strings.Join(writers, ", "))
	}
}

// meant asks for the word that is nearest to one that is unknown; empty where none is near.
func meant(word string, among []string) string {
	if s := scenario.Suggest(word, among); s != "" {
		return "; did you mean " + s + "?"
	}
	return ""
}

// home looks at what is taken home.
func (c *checking) home(result scenario.Result) {
	switch {
	case len(c.Sources) == 0:
		c.say(1, "no document is named: write # source: in the first comment")
	case c.Sort != "": // a puzzle and a case stand for themselves
	case c.Remember == "":
		c.say(1, "the sentence to remember is missing: write remember and one sentence")
	case c.TakeHome == "":
		c.say(1, "the request to take home is missing: write take-home and its name")
	case result.Timeline.World().Named(c.TakeHome) == nil:
		c.say(1, "the request to take home, %s, is not on the branch on which the file ends", c.TakeHome)
	}
}
