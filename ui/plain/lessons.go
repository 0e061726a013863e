package plain

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/export"
	"interleave/engine/lesson"
	"interleave/engine/room"
	"interleave/engine/view"
	"interleave/ui/sessions"
)

// The lesson that a session plays: the pages of the desk, as lines.

// lessonNote is where a session keeps how far its lesson is; the desk has the same.
const lessonNote = "lesson.state"

// lineWide is how long the lines of a page are.
const lineWide = 96

// coursed is what the plain mode knows of a lesson.
type coursed struct {
	player  *lesson.Player // nil: no lesson is on
	told    bool           // that nothing is remembered was said
	guessOn bool
	asked   int
	right   int
}

// beginLesson looks whether the script is a lesson, goes on where it was left, and says its page.
func (d *desk) beginLesson() {
	d.course.player = nil
	name, text := d.room.ScriptText()
	v := d.room.View()
	if v.Lesson == "" {
		return
	}
	l, err := lesson.Parse(name, []byte(text), v.Services())
	if err != nil {
		d.complain("%s", sessions.Sentence(err))
		return
	}
	kept, err := sessions.Learned()
	if err != nil {
		d.course.told = true
		d.say("%s", sessions.Sentence(err))
	}
	state, fresh := kept.Lessons[sessions.LessonKey(name)].State, true
	if d.session.Path() == "" {
		state = lesson.State{} // nothing is kept here, so nothing is taken up
	}
	if note := v.Note(lessonNote); note != "" {
		fresh = json.Unmarshal([]byte(note), &state) != nil
	}
	d.course.player = lesson.NewPlayer(l, state)
	d.course.player.Lines = true
	if d.course.player.Changed {
		d.say("%s", lesson.ChangedSentence)
	}
	if fresh && d.course.player.State.Page > 0 {
		d.say("This goes on where it was left.")
		if err := d.course.player.Resume(d.room); err != nil {
			d.complain("%s", d.sentence(err))
		}
	}
	if err := d.course.player.Begin(d.room); err != nil {
		d.complain("%s", d.sentence(err))
	}
	d.told = d.room.View().Lines()
	d.page()
}

// whenHeard is an event as a lesson tells it: a refusal gets its mark and its story where its writer hears it, as on
// the desk, since a question may stand between the two.
func (d *desk) whenHeard(v *view.View, e view.Entry) view.Entry {
	if d.course.player == nil {
		return e
	}
	switch e.Event().Kind {
	case engine.Decided:
		e.Marks = slices.DeleteFunc(slices.Clone(e.Marks), func(m conflict.Finding) bool {
			return m.Severity == engine.SeverityRefused && v.Exchange(m.Request) != nil
		})
	case engine.Heard:
		if m, found := v.Refusal(e.Event().Request); found {
			e.Marks = append(slices.Clone(e.Marks), m)
		}
	}
	return e
}

// page says the page of the lesson, and what can be said to it.
func (d *desk) page() {
	p := d.course.player
	name := p.Lesson.Title
	if p.Number > 0 {
		name = fmt.Sprintf("Lesson %d: %s", p.Number, name)
	}
	d.say("-- %s (%d of %d)", name, p.State.Page+1, len(p.Parts))
	for _, r := range p.Rows(lineWide) {
		switch {
		case r.Look == lesson.Choice && r.Number > 0:
			d.say("%3d  %s", r.Number, r.Text)
		case r.Look == lesson.Choice:
			d.say("     %s", r.Text)
		default:
			d.say("%s", r.Text)
		}
	}
	d.choices = d.answers()
	switch {
	case p.Waits():
		d.say("A number answers; hint, skip.")
	case p.Aims():
		d.say("Reach it with the words of help; hint, skip shows the way.")
	case p.Part().Sort == lesson.Ended:
		d.say("home says the request to take home. lessons lists what is next.")
	default:
		d.say("on goes on.")
	}
}

// answers are the choices of the question that is open; none where none is.
func (d *desk) answers() (list []choice) {
	p := d.course.player
	if p == nil || !p.Waits() {
		return nil
	}
	for i := range p.Part().Question.Choices {
		list = append(list, choice{"", func() { d.answerQuestion(i + 1) }})
	}
	return list
}

// followLesson follows what was done by hand: a goal may be reached.
func (d *desk) followLesson() {
	p := d.course.player
	if p == nil || !p.Look(d.room) {
		return
	}
	d.keepLesson()
	d.page()
}

func (d *desk) keepLesson() {
	p := d.course.player
	text, _ := json.Marshal(p.State)
	d.room.Note(lessonNote, string(text))
	if d.session.Path() == "" {
		return
	}
	key := sessions.LessonKey(p.Name)
	err := sessions.Learn(func(kept *lesson.Progress) { kept.Lessons[key] = kept.Lessons[key].Keep(p.Lesson, p.State) })
	if err != nil && !d.course.told {
		d.course.told = true
		d.say("%s", sessions.Sentence(err))
	}
}

// player plays the lesson that is on; nil where none is, which is said then.
func (d *desk) player() *lesson.Player {
	if d.course.player == nil {
		d.complain("No lesson is on. lessons lists them.")
	}
	return d.course.player
}

// inLesson does something with the lesson that is on, tells what happened, and says the page where it is another.
func (d *desk) inLesson(do func(p *lesson.Player) error) {
	p := d.player()
	if p == nil {
		return
	}
	d.lookAtFile()
	before := p.State.Page
	was := *p.Done()
	err := do(p)
	d.follow()
	if err != nil {
		d.complain("%s", d.sentence(err))
	}
	if p.State.Page != before || !reflect.DeepEqual(*p.Done(), was) {
		d.keepLesson()
		d.page()
	}
}

func (d *desk) goOn(string) {
	if p := d.course.player; p != nil && p.Part().Sort == lesson.Ended {
		d.say("This was the last page. lessons lists what is next.")
		return
	}
	d.inLesson(func(p *lesson.Player) error { return p.GoOn(d.room) })
}

func (d *desk) pageBack(string) {
	d.inLesson(func(p *lesson.Player) error { return p.Back(d.room) })
}

func (d *desk) hint(string) {
	d.inLesson(func(p *lesson.Player) error {
		if !p.Hint() {
			d.say("There is no further hint here.")
		}
		return nil
	})
}

func (d *desk) skip(string) {
	if p := d.course.player; p == nil && d.room.View().Gate != nil {
		d.tried(nil, d.room.PassQuestion(false))
		return
	}
	d.inLesson(func(p *lesson.Player) error { return p.Skip(d.room) })
}

func (d *desk) answer(rest string) {
	n, err := strconv.Atoi(rest)
	if err != nil {
		d.complain("answer wants a number.")
		return
	}
	d.answerQuestion(n)
}

func (d *desk) answerQuestion(n int) {
	d.inLesson(func(p *lesson.Player) error { return p.Choose(d.room, n) })
}

// lesson says the page, or begins the lesson with that number.
func (d *desk) lesson(rest string) {
	switch {
	case rest == "" && d.course.player != nil:
		d.page()
	case rest == "":
		d.complain("No lesson is on. lessons lists them.")
	default:
		l, err := sessions.FindLesson(rest)
		if err != nil {
			d.complain("%s", sessions.Sentence(err))
			return
		}
		d.enter(sessions.Choice{Files: []string{l.Name}})
	}
}

// lessons lists them with what is remembered.
func (d *desk) lessons(rest string) {
	if rest != "" {
		d.lesson(rest)
		return
	}
	kept, err := sessions.Learned()
	if err != nil {
		d.say("%s", sessions.Sentence(err))
	}
	var list []choice
	for _, l := range sessions.Lessons() {
		title := lessonLine(l, kept.Lessons[sessions.LessonKey(l.Name)])
		list = append(list, choice{title, func() { d.enter(sessions.Choice{Files: []string{l.Name}}) }})
	}
	d.offer("There are no lessons.", list)
}

// lessonLine is a lesson in a list.
func lessonLine(l *lesson.Lesson, r lesson.Record) string {
	state := fmt.Sprintf("%d min", l.Minutes)
	switch {
	case r.Done:
		state = fmt.Sprintf("%d of 3 stars", r.Stars)
	case r.Begun():
		state = "begun"
	}
	number := "  "
	if l.Number > 0 {
		number = fmt.Sprintf("%2d", l.Number)
	}
	return strings.TrimRight(fmt.Sprintf("%s  %-48s %-30s %s", number, l.Title, l.Idea, state), " ")
}

// home says the request to take home, in a language.
func (d *desk) home(rest string) {
	p := d.player()
	if p == nil {
		return
	}
	text, why := homeOf(p.Lesson, rest)
	if why != "" {
		d.complain("%s", why)
		return
	}
	d.say("%s", strings.TrimRight(text, "\n"))
}

// homeOf is the request to take home of a lesson; without a language the first that has a call for it.
func homeOf(l *lesson.Lesson, word string) (text, why string) {
	result, err := l.File.Run()
	if err != nil {
		return "", sessions.Sentence(err)
	}
	words, _ := export.Languages()
	if word != "" {
		words = []string{word}
	}
	for _, word := range words {
		if text, why = export.CodeOf(result.Timeline.World(), l.TakeHome, word); text != "" {
			return text, ""
		}
	}
	return "", why
}

// predict asks before each decision what will be heard, or stops asking.
func (d *desk) predict(string) {
	c := &d.course
	c.guessOn = !c.guessOn
	d.room.StopBeforeDecisions(c.guessOn)
	if c.guessOn {
		d.say("Before each decision you are asked what will be heard. predict ends that.")
		return
	}
	d.say("Nothing is asked any more. %d of %d were right.", c.right, c.asked)
}

// guess asks where the next step decides something; true: it asks, and the step waits for a number.
func (d *desk) guess() bool {
	if !d.course.guessOn {
		return false
	}
	decision, ok := d.room.Coming()
	if !ok {
		return false
	}
	guess, ok := lesson.Predict(decision.Spec, decision.Answer)
	if !ok {
		return false
	}
	d.say("What answer will %s get to #%d, %s?", d.room.View().Title(decision.Request.By), decision.Request.Number,
		decision.Request.Verb)
	var list []choice
	for i, text := range guess.Choices {
		list = append(list, choice{text, func() { d.guessed(decision, guess, i+1) }})
	}
	d.offer("", append(list, choice{"skip: show it", func() { d.guessed(decision, guess, 0) }}))
	return true
}

func (d *desk) guessed(_ room.Decision, g lesson.Guess, n int) {
	c := &d.course
	right := g.Choices[g.Right-1]
	if n > 0 {
		c.asked++
	}
	switch {
	case n == g.Right:
		c.right++
		d.say("Right: %s.", right)
	case n > 0:
		d.say("It is %s, not %s.", right, g.Choices[n-1])
	default:
		d.say("It is %s.", right)
	}
	c.guessOn = false
	d.next()
	c.guessOn = true
	d.say("%d of %d right so far.", c.right, c.asked)
}

// lessonWords are the words of lessons.
func lessonWords() []word {
	return []word{
		{name: "lessons", form: "[NUMBER]", help: "List the lessons, puzzles and cases; or begin one.",
			do: (*desk).lessons},
		{name: "lesson", form: "[NUMBER]", help: "Say the page of the lesson again; or begin another one.",
			also: titled, do: (*desk).lesson},
		{name: "on", do: (*desk).goOn},
		{name: "page-back", do: (*desk).pageBack},
		{name: "answer", form: "NUMBER", help: "Answer the question that is open.", also: underWay, do: (*desk).answer},
		{name: "hint", also: anything, do: (*desk).hint},
		{name: "skip", do: (*desk).skip},
		{name: "home", form: "[LANGUAGE]", help: "Say the lesson's request to take home, as curl, go, python, net, " +
			"java or javascript.", do: (*desk).home},
		{name: "predict", do: (*desk).predict},
	}
}
