package ui

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"interleave/engine/export"
	"interleave/engine/lesson"
	"interleave/engine/scenario"
	"interleave/ui/command"
	"interleave/ui/dialogs"
	"interleave/ui/layout"
	"interleave/ui/learn"
	"interleave/ui/say"
)

// course is the lesson that the session plays, and what is asked before a decision in any session.
type course struct {
	root   *Root
	player *lesson.Player // nil: no lesson is on
	code   []takenHome    // the request to take home, by language
	shown  int            // which of them
	most   int            // rows of its longest page
	told   bool           // that nothing is remembered was said
	guess  guesses
	stage  stage
}

// lessonLayout is the layout that has the lesson below the writers.
const lessonLayout = "lesson"

// lessonNote is where a session keeps how far its lesson is.
const lessonNote = "lesson.state"

// begin looks whether the session's script is a lesson, and goes on where it was left.
func (c *course) begin() {
	c.player, c.code, c.shown = nil, nil, 0
	if c.root.desk.arranged.Layout == lessonLayout {
		c.root.desk.arranged.Layout = layout.Layouts()[0]
	}
	c.stage.arrange(c.root)
	c.guess = guesses{on: c.guess.on}
	name, text := c.root.room.ScriptText()
	if text == "" || c.root.view.Lesson == "" {
		return
	}
	l, err := lesson.Parse(name, []byte(text), c.root.view.Services())
	if err != nil {
		return
	}
	c.player = lesson.NewPlayer(l, c.kept(name))
	if note := c.root.view.Note(lessonNote); note == "" && c.player.State.Page > 0 {
		if err := c.player.Resume(c.root.room); err != nil {
			c.root.status.sayError(err)
		}
		c.root.view = c.root.room.View()
	}
	c.root.status.sayError(c.player.Begin(c.root.room))
	if c.player.Changed {
		c.root.status.say(lesson.ChangedSentence, 0)
	}
	c.root.view = c.root.room.View()
	c.code, c.most = takeHome(l), longest(l)
	c.root.desk.arranged.Layout = lessonLayout
	c.stage.arrange(c.root)
	c.keep()
}

// kept is where the session, else the learner, has left the lesson.
func (c *course) kept(name string) (s lesson.State) {
	if note := c.root.view.Note(lessonNote); note != "" {
		if json.Unmarshal([]byte(note), &s) == nil {
			return s
		}
	}
	if hook := c.root.deps.Hooks.Lesson; hook != nil {
		return hook(name).State
	}
	return lesson.State{}
}

// keep remembers how far the lesson is, with the session and for the map.
func (c *course) keep() {
	c.stage.place(c)
	text, _ := json.Marshal(c.player.State)
	if string(text) == c.root.view.Note(lessonNote) {
		return
	}
	c.root.room.Note(lessonNote, string(text))
	hook := c.root.deps.Hooks.Learned
	if hook == nil || c.player.State.Page == 0 || c.stage.on { // what a room sees is nobody's progress
		return
	}
	if err := hook(c.player.Lesson, c.player.State); err != nil && !c.told {
		c.told = true
		c.root.status.say(say.Error(err), 0)
	}
}

// homeLanguages are those in which a request is taken home, in their order.
var homeLanguages = [...]string{"curl", "redis-cli", "go", "python", "net", "java", "javascript"}

// takenHome is a request as code, and the title of its language.
type takenHome struct{ language, text string }

// takeHome is the request of a lesson as code, once for each language that has it: the guard is in it.
func takeHome(l *lesson.Lesson) (list []takenHome) {
	result, err := l.File.Run()
	if err != nil || l.TakeHome == "" {
		return nil
	}
	words, titles := export.Languages()
	for _, language := range homeLanguages {
		if text, _ := export.CodeOf(result.Timeline.World(), l.TakeHome, language); text != "" {
			list = append(list, takenHome{titles[slices.Index(words, language)], text})
		}
	}
	return list
}

// codeRows is the request to take home, broken into rows of at most w columns, 0: as it is, and the title of its
// language.
func (c *course) codeRows(w int) (language string, rows []string) {
	if len(c.code) == 0 {
		return "", nil
	}
	shown := c.code[c.shown%len(c.code)]
	for row := range strings.Lines(shown.text) {
		row = strings.TrimRight(row, "\n")
		rows = append(rows, folded(row, w)...)
	}
	return shown.language, rows
}

// folded is a line of code in rows of at most w columns, 0 for any number: what does not fit goes on below, set in, and
// where possible it is broken between two words of the line or of its address.
func folded(line string, w int) (rows []string) {
	const deeper = "   .. " // the line goes on
	for w > 2*len(deeper) && utf8.RuneCountInString(line) > w {
		letters := []rune(line)
		at := w
		for i := w; i > w/2; i-- {
			if strings.ContainsRune(" ?&", letters[i]) {
				at = i
				break
			}
		}
		rows = append(rows, string(letters[:at]))
		line = deeper + strings.TrimLeft(string(letters[at:]), " ")
	}
	return append(rows, line)
}

func (c *course) pane() *learn.Pane {
	if w, ok := c.root.desk.windows[layout.Lesson]; ok {
		return w.pane.(*learn.Pane)
	}
	return nil
}

// look follows the session: pages turn, goals are reached.
func (c *course) look() {
	if c.player == nil {
		return
	}
	reached := c.player.Done().Reached
	if !c.player.Look(c.root.room) {
		return
	}
	c.turned()
	if !reached && c.player.Done().Reached {
		c.root.status.say("Reached. Space goes on in the lesson.", 0)
	}
}

// turned shows what the player shows now.
func (c *course) turned() {
	if p := c.pane(); p != nil {
		p.Turned()
	}
	if c.rows() != c.root.desk.arranged.Rows {
		c.root.desk.arrange()
	}
	c.followPage()
	c.keep()
}

// ends gives the last page the focus when it was just turned to: its keys copy what is taken home.
func (c *course) ends() {
	if c.player.Part().Sort == lesson.Ended && !c.stage.on {
		c.root.desk.focusOn(layout.Lesson)
	}
}

// rows are how many the page needs in its fullest state, so that nothing moves while it is read; 0: as many as there
// are. The last page has the request to take home too. Where the lesson stands above all, it needs as many as its
// longest page, so that nothing moves when a page is turned either.
func (c *course) rows() int {
	p, class := c.player, c.root.desk.places.Class
	switch {
	case p == nil, p.Part().Sort == lesson.Ended && (c.stage.on || class < layout.Medium):
		return 0
	case p.Part().Sort == lesson.Ended:
		const gaps, lead = 3, 3
		_, code := c.codeRows(lesson.Columns)
		return max(c.most, len(p.Rows(lesson.Columns))+gaps+lead+len(code))
	case class == layout.Medium && !c.stage.on:
		return c.most
	}
	return max(p.Most(p.State.Page, lesson.Columns), len(p.Rows(lesson.Columns)))
}

// longest is how many rows the longest page needs on a screen of medium size, with blank ones between its parts.
func longest(l *lesson.Lesson) (rows int) {
	p := lesson.NewPlayer(l, lesson.State{})
	for page, part := range l.Parts {
		n := l.Most(page, learn.Widest)
		if part.Text != "" && part.Goal != nil {
			n++
		}
		p.State.Page = page
		rows = max(rows, n, min(len(lesson.Spaced(p.Rows(learn.Widest), lesson.RowsMost)), lesson.RowsMost))
	}
	return rows
}

// asks says whether a question is open on the page that stands: a number answers it.
func (c *course) asks() bool {
	return c.guess.open != nil || c.gated() && (c.player == nil || c.player.Waits())
}

// gated says whether the script waits for the answer to a question, though its page may be turned to only next.
func (c *course) gated() bool {
	g := c.root.view.Gate
	return g != nil && g.Kind == scenario.Ask
}

// keepsBack says whether what would tell an answer is hidden: while a question is open, and as well where somebody
// looks at what was before it, or where the next page asks it.
func (c *course) keepsBack() bool { return c.keptBack() != lesson.AsksNothing }

func (c *course) keptBack() lesson.Asks {
	switch {
	case c.asks():
		return lesson.AsksHere
	case c.player != nil:
		return c.player.Asks(c.root.view)
	}
	return lesson.AsksNothing
}

// coverSentence says what is hidden, and what uncovers it.
func (c *course) coverSentence() string {
	switch c.keptBack() {
	case lesson.AsksNext:
		return "This would tell the answer to the next question. " + c.onKey() + " asks it."
	case lesson.AsksAhead:
		return "This would tell the answer to the question that is open. " + c.onKey() + " leads back to it."
	}
	return "A question is open: what stands here is told when it is answered."
}

// askedSentence says why what would tell an answer is not done, and what is done instead.
func (c *course) askedSentence() string {
	switch c.keptBack() {
	case lesson.AsksNext:
		return "first comes the next question: " + c.onKey() + " asks it"
	case lesson.AsksAhead:
		return "a question is open: " + c.onKey() + " leads back to it"
	}
	if c.stage.on {
		return "a question is open: PgDn shows the answer"
	}
	return "a question is open: a number answers it, Esc skips it"
}

// onKey is the key that turns the page.
func (c *course) onKey() string {
	if c.stage.on {
		return "PgDn"
	}
	return "Space"
}

// key takes a key that answers an open question: a number, or Esc, which skips it.
func (c *course) key(key string) bool {
	if c.stage.key(c, key) {
		return true
	}
	if !c.asks() || c.root.keys.prefix != "" {
		return false
	}
	if len(key) == 1 && key >= "1" && key <= "9" {
		c.root.do(command.AnswerQuestion{Choice: int(key[0] - '0')})
		return true
	}
	if key == "esc" && !c.root.desk.isOver(c.root.desk.focus) && !c.root.desk.arranged.Zoom {
		c.root.do(command.AnswerQuestion{})
		return true
	}
	return false
}

// do carries out what concerns the lesson.
func (c *course) do(in command.Intent) bool {
	switch in := in.(type) {
	case command.Lessons:
		c.lessons(in.Number)
	case command.TurnPage:
		c.turn(in.Back)
	case command.AnswerQuestion:
		c.answer(in.Choice)
	case command.Hint:
		c.hint()
	case command.Copy:
		if in.What != "" || !c.atHome() {
			return false
		}
		c.root.ask(tea.SetClipboard(c.code[c.shown%len(c.code)].text))
		c.root.status.say("Copied the request to take home. v shows it in another language.", 0)
	case command.View:
		if !c.atHome() {
			return false
		}
		c.shown++
		c.turned()
	case command.Predict:
		c.guess.toggle(c.root)
	case command.Present:
		c.stage.toggle(c.root)
	case command.Move:
		return c.stage.turn(c, in.Where)
	case command.Undo:
		if !c.begins() {
			return false
		}
		c.root.status.hint(pageBegins)
	case command.Run:
		return c.run()
	default:
		return false
	}
	return true
}

const pageBegins = "This page begins here. g b turns back, and time with it."

// run is Space: it goes on in the lesson. Where it is the reader's turn it lets what is under way arrive, and no time
// pass.
func (c *course) run() bool {
	switch {
	case c.player == nil || c.root.playback.on:
		return false
	case c.player.IsBack():
	case c.root.view.Past:
		return false
	case c.player.Aims():
		if len(c.root.view.Flight()) > 0 {
			return false
		}
		c.root.status.hint("It is your turn. ; gives a hint, t leaps to the next timer, g q shows the way.")
		return true
	}
	c.turn(false)
	return true
}

// presented says whether a room looks at the end of a lesson.
func (c *course) presented() bool {
	return c.stage.on && c.player != nil && c.player.Part().Sort == lesson.Ended
}

// begins says whether the page of a lesson begins here: there is nothing on it that could be taken back.
func (c *course) begins() bool { return c.player != nil && c.player.Begins(c.root.view) }

// footer is what a command does on the page that stands, in its word for the key row; does is false where it would do
// nothing, and the word is empty where it is the command's own.
func (c *course) footer(in command.Intent) (word string, does bool) {
	p := c.player
	if _, delivers := in.(command.Deliver); delivers {
		return "", !c.keepsBack()
	}
	if p == nil {
		return "", true
	}
	switch in := in.(type) {
	case command.TurnPage:
		switch {
		case in.Back:
			return "", p.HasBack()
		case p.Part().Sort == lesson.Ended:
			return "Next", true
		}
		return "", p.IsBack() || !p.Aims() && !p.Waits()
	case command.Hint:
		return "", p.Hints()
	case command.AnswerQuestion:
		if p.Aims() {
			return "Show me", true
		}
		return "", p.Waits()
	}
	return "", !c.begins()
}

// atHome says whether the window with the focus shows what is taken home.
func (c *course) atHome() bool {
	return c.player != nil && c.root.desk.focus == layout.Lesson && c.player.Part().Sort == lesson.Ended &&
		len(c.code) > 0
}

func (c *course) turn(back bool) {
	p := c.player
	switch {
	case p == nil:
		c.root.status.hint("No lesson is on. g m opens the map.")
		return
	case back:
		c.root.playback.pause()
		c.root.status.toast = toast{}
		c.root.status.sayError(p.Back(c.root.room))
	case p.Part().Sort == lesson.Ended:
		c.next()
		return
	default:
		c.root.playback.pause()
		c.root.playback.lookAtFile()
		c.root.status.toast = toast{} // what it says is of the page before
		was := p.IsBack()
		if err := p.GoOn(c.root.room); err != nil {
			c.root.status.sayError(err)
		}
		if was && !p.IsBack() && p.Aims() && !p.Begins(c.root.room.View()) {
			c.root.status.say("This is where you left it. u takes back what you did.", 0)
		}
	}
	c.root.catchUp()
	c.uncover()
	c.turned()
	c.ends()
}

// uncover takes away what lies over the page, or has the whole desk: who turns it wants to read it.
func (c *course) uncover() {
	d := &c.root.desk
	if d.arranged.Zoom && d.focus != layout.Lesson {
		d.zoom()
	}
	if d.isOver(d.docked) && d.docked != d.focus || d.isOver(d.focus) {
		d.docked = ""
		d.focusOn(layout.Lesson)
		d.generation++
		d.arrange()
	}
}

// library are the lessons that there are; ok is false where the program has none, which is said then.
func (c *course) library() (list []dialogs.Lesson, trouble string, ok bool) {
	hook := c.root.deps.Hooks.Lessons
	if hook == nil {
		c.root.status.hint("There are no lessons here.")
		return nil, "", false
	}
	list, trouble = hook()
	return list, trouble, true
}

// next begins the lesson behind this one, or opens the map behind the last. Before a room it is the next of those that
// an hour and a half goes through, so that a remote control leads from the first to the last.
func (c *course) next() {
	list, _, ok := c.library()
	if !ok {
		return
	}
	at := slices.IndexFunc(list, func(l dialogs.Lesson) bool { return l.Name == c.player.Name })
	if at < 0 || at == len(list)-1 {
		c.lessons(0)
		return
	}
	next := list[at+1]
	if list[at].Number > 0 && next.Number == 0 {
		c.root.status.hint("This was the last lesson. What the map has below it can be played in any order.")
		c.lessons(0)
		return
	}
	if i := slices.Index(lesson.Class(), list[at].Number); c.stage.on && i >= 0 {
		if i == len(lesson.Class())-1 {
			c.root.status.hint("This was the last lesson of the hour and a half. g m opens the map.")
			return
		}
		at = slices.IndexFunc(list, func(l dialogs.Lesson) bool { return l.Number == lesson.Class()[i+1] })
		if at >= 0 {
			next = list[at]
		}
	}
	c.root.do(command.OpenRace{Name: next.Name})
}

func (c *course) answer(n int) {
	if c.guess.open != nil {
		c.guess.answer(c.root, n)
		return
	}
	p := c.player
	switch {
	case p == nil && c.root.view.Gate == nil:
		c.root.status.hint("Nothing is asked here.")
		return
	case p == nil: // a race with a question that is no lesson
		c.root.status.sayError(c.root.room.PassQuestion(false))
		return
	}
	c.root.playback.pause()
	if n == 0 {
		c.root.status.sayError(p.Skip(c.root.room))
	} else {
		c.root.status.sayError(p.Choose(c.root.room, n))
	}
	c.root.catchUp()
	c.turned()
}

func (c *course) hint() {
	switch {
	case c.player == nil:
		c.root.status.hint("No lesson is on. g m opens the map.")
	case !c.player.Hint():
		c.root.status.hint("There is no further hint here.")
	default:
		c.turned()
	}
}

// lessons opens the map, or a lesson by its number.
func (c *course) lessons(number int) {
	list, trouble, ok := c.library()
	if !ok {
		return
	}
	if number == 0 {
		c.root.layers.open(dialogs.NewLessons(c.root, list, trouble))
		return
	}
	at := slices.IndexFunc(list, func(l dialogs.Lesson) bool { return l.Number == number })
	if at < 0 {
		c.root.status.hint(fmt.Sprintf("There is no lesson %d. g m opens the map.", number))
		return
	}
	c.root.do(command.OpenRace{Name: list[at].Name})
}
