package card

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/engine"
	"interleave/engine/act"
	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/export"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
)

// Pane is the conflict card: one mark of the path in four views.
type Pane struct {
	pane.Base
	troubles []view.Trouble
	at       int // the one that is told
	shows    cardView
	width    int // for which the lines were made
	height   int
	stale    bool        // they have to be made anew
	text     int         // the row in which the text begins, below the names of the views
	pinned   []pane.Line // what is recommended, where it stays below a text that is longer than its place
	sheet    pane.Sheet
	fresh    bool     // the view has just been turned to
	wide     int      // columns inside the frame; 0: not known yet
	wanted   []string // properties that both changed, of which theirs is taken into a merge
	trial    trial
	without  string // what stands where no conflict is told; empty: not found out at this moment
}

// trial is what came of trying what helps with the told conflict.
type trial struct {
	view   *view.View // the moment that it was tried at
	of     conflict.Finding
	known  bool
	beside bool // somebody else runs it, beside the screen
	advice advice.Card
}

// Trial is work for beside the screen, on clones of what the view shows: what helps with the told conflict now, and
// what takes the result. ok is false where nothing is new. Until the result comes the card shows what was found before,
// if that was for the same conflict.
func (c *Pane) Trial() (try func() advice.Card, take func(advice.Card), ok bool) {
	c.trial.beside = true
	t, told := c.Trouble()
	if !told || c.trial.view == c.View && c.trial.of == t.Finding {
		return nil, nil, false
	}
	v := c.View
	c.trial.known = c.trial.known && c.trial.of == t.Finding
	c.trial.view, c.trial.of = v, t.Finding
	return func() advice.Card { return advice.For(v, t.Finding) }, func(a advice.Card) {
		if c.trial.view == v && c.trial.of == t.Finding {
			c.trial.advice, c.trial.known = a, true
			c.again()
		}
	}, true
}

// advised is what is known to help with a conflict.
func (c *Pane) advised(t view.Trouble) advice.Card {
	switch {
	case !c.trial.beside:
		return advice.For(c.View, t.Finding)
	case !c.trial.known || c.trial.of != t.Finding:
		return advice.Card{Say: "What helps is being tried.", Tried: true}
	}
	return c.trial.advice
}

// OnlySays says whether what is recommended for the told conflict is known, and is a person's to do: no key sends it.
func (c *Pane) OnlySays() bool {
	t, told := c.Trouble()
	return told && c.trial.known && c.trial.of == t.Finding && c.trial.advice.Action == "" &&
		c.View.Client(t.Whose) == nil // R says what a program is
}

// Action is what the key of the recommended action does for the told conflict, in a word; empty where that is not
// known, or is a person's to do.
func (c *Pane) Action() string {
	if t, told := c.Trouble(); told && c.trial.known && c.trial.of == t.Finding {
		return c.trial.advice.Action
	}
	return ""
}

// New is the pane of the conflict card.
func New(d command.Host) *Pane {
	return &Pane{Base: pane.Base{Desk: d, Keys: command.Card}, stale: true, sheet: pane.Sheet{Chosen: -1}}
}

// Show tells the newest conflict of the path where there is another newest one than before.
func (c *Pane) Show(v *view.View) {
	troubles := v.Told()
	newest := func(list []view.Trouble) string {
		if len(list) == 0 {
			return ""
		}
		t := list[len(list)-1]
		return fmt.Sprint(len(list), t.Event, t.Request, t.Kind)
	}
	if newest(troubles) != newest(c.troubles) {
		c.shows = storyView // the tab that was open is of another conflict: cause and advice of this one stand here
		c.tell(max(len(troubles)-1, 0))
	}
	if c.View != v {
		c.without = ""
	}
	c.View, c.troubles = v, troubles
	c.again()
}

// tell begins another conflict at its top.
func (c *Pane) tell(n int) {
	c.at, c.wanted = n, nil
	c.turn(c.shows)
}

// Turns says whether there is a conflict, whose other views `v` shows.
func (c *Pane) Turns() bool {
	_, ok := c.Trouble()
	return ok
}

// Together is what puts both texts of the told conflict into its writer's draft; ok is false where the diff offers no
// such thing.
func (c *Pane) Together() (take command.TakeText, ok bool) {
	t, told := c.Trouble()
	if !told || c.View == nil {
		return take, false
	}
	for _, l := range (cardPage{view: c.View, t: t, advice: c.advised(t), w: 80, wanted: c.wanted}).diffLines() {
		if take, ok = l.Does.(command.TakeText); ok { // of what both changed a person chooses first
			return take, take.Chosen == ""
		}
	}
	return take, false
}

// ShowDiff turns to the two texts side by side.
func (c *Pane) ShowDiff() { c.turn(diffView) }

// SetRuns tells the card whether the clock runs: what leads to a conflict is another key then.
func (c *Pane) SetRuns(on bool) {
	before := c.Changes
	if c.Base.SetRuns(on); c.Changes != before {
		c.without = ""
	}
}

// again has the lines made anew.
func (c *Pane) again() {
	c.stale = true
	c.Changes++
}

// Choose tells another conflict of the path, counted from 0; false where there is none.
func (c *Pane) Choose(n int) bool {
	if n < 0 || n >= len(c.troubles) {
		return false
	}
	c.tell(n)
	return true
}

// Chooses says whether there is another conflict so many behind the told one.
func (c *Pane) Chooses(by int) bool { return c.at+by >= 0 && c.at+by < len(c.troubles) }

// Trouble is the conflict that is told; ok is false where there is none.
func (c *Pane) Trouble() (t view.Trouble, ok bool) {
	if c.at >= len(c.troubles) {
		return view.Trouble{}, false
	}
	return c.troubles[c.at], true
}

// About says whether the told conflict is about an object, or about something inside it. Work stands outside the
// storage, its message in a queue.
func (c *Pane) About(object engine.ObjectID) bool {
	t, told := c.Trouble()
	inside := strings.HasPrefix(t.Object.Name, object.Name+"/")
	same := t.Object.Name == object.Name && (t.Object.Kind == object.Kind || t.Object.Kind == "work")
	return told && !object.IsZero() && (same || inside)
}

// Version grows whenever what the pane shows may have changed.
func (c *Pane) Version() uint64 { return c.Changes }

// Title is which conflict of how many, and its mark.
func (c *Pane) Title() (left, right []grid.Span) {
	t, ok := c.Trouble()
	if !ok {
		return []grid.Span{say.Bold(themes.Title, "Conflict")}, []grid.Span{say.TitleKey("c", "")}
	}
	words := t.Kind.Words()
	which := "Conflict:"
	switch {
	case t.Kind == "": // nobody's trouble: it is none of the conflicts
		which, words = "Not a conflict:", say.MarkWord(t.Severity)
	case len(c.View.Troubles()) > 1:
		which = fmt.Sprintf("Conflict %d of %d:", c.at+1, len(c.View.Troubles()))
	}
	left = []grid.Span{say.Bold(themes.Title, which),
		say.Finding(t.Severity, fmt.Sprintf("%c %s", t.Severity, words))}
	if t.Kind != "" {
		left = append(left, say.Dim("("+say.MarkWord(t.Severity)+")"))
	}
	marked := len(left)
	if c.Desk != nil && !c.About(c.Desk.Object()) { // else the other panes name it
		left = append(left, say.Plain(c.View.Called(t.Object)))
	}
	if len(c.troubles) > 1 {
		right = []grid.Span{say.TitleKey("{ }", "")}
	}
	return c.fitted(left, right, marked)
}

// fitted leaves out of a title what it has no room for, and never the mark and its word, so that none of it is cut: a
// word of the heading, the object's name behind so many spans, the keys.
func (c *Pane) fitted(left, right []grid.Span, marked int) (fits, keys []grid.Span) {
	const ends, keyBlanks = 2, 2
	over := func() bool {
		beside := ends + 1 // the blank behind the title
		for _, r := range right {
			beside += grid.Width(r.Key) + grid.Width(r.Text) + keyBlanks
		}
		return c.wide > 0 && say.Width(left)+len(left)+beside > c.wide
	}
	if over() {
		left[0].Text = strings.TrimPrefix(left[0].Text, "Conflict ")
	}
	if over() {
		left = left[:marked]
	}
	if over() {
		right = nil
	}
	if over() {
		left = left[1:]
	}
	return left, right
}

// Fit keeps for how many columns the title is made.
func (c *Pane) Fit(w, _ int) {
	if w != c.wide {
		c.wide = w
		c.Changes++
	}
}

// Do chooses links and conflicts, turns to the next view, and copies the story.
func (c *Pane) Do(intent command.Intent) (tea.Cmd, bool) {
	switch intent := intent.(type) {
	case command.View:
		if !c.Turns() {
			return nil, false
		}
		c.turn((c.shows + 1) % cardViews)
	case command.Prefer:
		c.prefer(intent.Name)
	case command.Conflict:
		return nil, c.Choose(c.at + intent.By)
	case command.Move:
		return nil, c.move(intent.Where)
	case command.Open:
		return nil, c.open()
	case command.GoTo:
		return nil, intent.Record == 0 && c.open()
	case command.Copy:
		return c.copy()
	default:
		return nil, false
	}
	return nil, true
}

func (c *Pane) move(where command.Direction) bool {
	switch where {
	case command.Above:
		c.sheet.Next(-1)
	case command.Below:
		c.sheet.Next(1)
	default:
		n := pane.Rows(where, c.sheet.Height)
		if n == 0 {
			return false
		}
		c.sheet.Scroll(n)
	}
	c.Changes++
	return true
}

// open does what the chosen line is for: goes to its event, or follows the advice. Without one it goes to the conflict
// itself.
func (c *Pane) open() bool {
	t, ok := c.Trouble()
	if !ok {
		return false
	}
	if c.width > 0 {
		c.write(t, c.width, c.height)
	}
	does := c.sheet.Link()
	if does == nil {
		does = command.GoTo{Record: t.Event}
	}
	if _, own := does.(command.Prefer); own {
		_, taken := c.Do(does)
		return taken
	}
	c.Desk.Do(does)
	return true
}

func (c *Pane) copy() (tea.Cmd, bool) {
	t, ok := c.Trouble()
	if !ok {
		return nil, false
	}
	c.Desk.Say("Copied the story.", 0)
	return tea.SetClipboard(export.Story(c.View.Story(t.Finding), advice.For(c.View, t.Finding))), true
}

// prefer takes theirs of a property that both changed, or mine again.
func (c *Pane) prefer(name string) {
	if at := slices.Index(c.wanted, name); at >= 0 {
		c.wanted = slices.Delete(slices.Clone(c.wanted), at, at+1)
	} else {
		c.wanted = append(slices.Clone(c.wanted), name)
	}
	c.again()
}

// Mouse follows links, turns to another view by its name, scrolls.
func (c *Pane) Mouse(m face.Mouse) (tea.Cmd, bool) {
	switch m.Kind {
	case face.Click, face.Double:
		if m.Y == 0 && len(c.troubles) > 0 {
			if to, ok := tabAt(m.X); ok {
				c.turn(to)
			}
			return nil, true
		}
		does := c.sheet.Under(m.Y - c.text)
		if y := m.Y - c.text - c.sheet.Height; y >= 0 && y < len(c.pinned) {
			does = c.pinned[0].Does
		}
		if _, own := does.(command.Prefer); own {
			return c.Do(does)
		}
		if does != nil {
			c.Desk.Do(does)
			return nil, true
		}
	case face.Wheel:
		c.sheet.Scroll(3 * m.Delta)
		c.Changes++
		return nil, true
	}
	return nil, false
}

// tightCard is the height below which the card has no blank rows and keeps what is recommended in its last rows.
const tightCard = 14

// storyLeast is how many rows of the story stay in sight above what is recommended.
const storyLeast = 2

// none says what there is to do where there is no conflict.
func (c *Pane) none() string {
	unmarked := advice.Unmarked(c.View)
	back := advice.Back(c.View)
	switch why, how := advice.Hidden(c.View); {
	case why != "": // what was removed unread is not lost
		return strings.TrimSpace(why + " " + c.undeletes() + " " + how + " No conflict is marked. " + unmarked)
	case back != "": // what was taken away unread is there
		return strings.TrimSpace(back + " No conflict is marked. " + unmarked)
	case unmarked != "":
		return "No conflict is marked. " + unmarked + c.lostUnread()
	case c.View.Lesson != "":
		return "No conflict yet."
	case c.View.Past:
		return "No conflict yet. Space goes to now, . steps."
	case c.View.Next != "":
		return "No conflict yet. " + c.Onward()
	case len(c.View.Branches()) > 1:
		return "No conflict on this branch, and nothing is due. B lists the others."
	}
	return "No conflict, and nothing is due. F3 opens a race."
}

// undeletes names the key that takes away the delete marker that hides what was read.
func (c *Pane) undeletes() string {
	read, ok := c.View.FoundHidden()
	switch {
	case !ok || read.Object != c.Desk.Object():
		return "o has the form that takes the marker away, with the id filled in:"
	case !act.Hides(c.View, c.Desk.Writer(), read.Object).IsZero():
		return "d takes the marker away:"
	}
	return "g u takes the marker away:"
}

// lostUnread says which text was replaced unread; empty where what replaced it or stands there now has it too.
func (c *Pane) lostUnread() string {
	m, _ := c.View.ReplacedUnread()
	versions := c.View.Truth(m.Object).Versions
	lost := slices.IndexFunc(versions, func(n view.Version) bool { return n.Request == m.Victim.Request })
	instead := slices.IndexFunc(versions, func(n view.Version) bool { return n.Request == m.Request })
	if lost < 0 || instead < 0 {
		return ""
	}
	text := versions[lost].Body
	if strings.Contains(versions[instead].Body, text) || strings.Contains(versions[0].Body, text) {
		return ""
	}
	return fmt.Sprintf(" Lost: %s.", say.Quoted(text))
}

// SetFocus tells the pane whether keys go to it: what Enter does is another thing then.
func (c *Pane) SetFocus(on bool) tea.Cmd {
	c.stale = c.stale || c.Focused != on
	return c.Base.SetFocus(on)
}

// TellsCaption says whether the card is empty and shows what the author of a race says at this step, outside of client
// eyes.
func (c *Pane) TellsCaption() bool {
	_, ok := c.Trouble()
	return !ok && c.View.Lesson == "" && strings.TrimSpace(c.View.Caption) != ""
}

// Paint shows the views' names and the text.
func (c *Pane) Paint(a grid.Area, look face.Look) {
	a.Fill(themes.Style{})
	w, h := a.Size()
	t, ok := c.Trouble()
	if !ok {
		if c.without == "" { // once for each moment, and not for each frame: it tries what would help
			c.without = c.none()
		}
		text := c.without
		if words := strings.Join(strings.Fields(c.View.Caption), " "); words != "" && !look.ClientEyes &&
			c.View.Lesson == "" { // its own window has them
			text = words + "\n\n" + text
		}
		say.Paint(a.Inset(1, 0, 0, 0), text)
		return
	}
	c.write(t, w, h)
	for i, l := range c.pinned {
		l.Paint(a, h-len(c.pinned)+i, w, look.Glyphs)
	}
	c.sheet.Paint(a.Inset(0, c.text, 0, len(c.pinned)), look.Glyphs, c.Focused)
	c.paintTabs(a, w, look.Turns) // it says whether more lies below
}

// write makes the lines anew where they were made for another size. What is recommended stands at the end of the text,
// or stays below it where the text is longer than its place; never in both, but for the beginning of what is itself too
// long to stay.
func (c *Pane) write(t view.Trouble, w, h int) {
	if !c.stale && c.width == w && c.height == h {
		return
	}
	c.stale, c.width, c.height, c.text = false, w, h, 2
	tight := h < tightCard
	if tight {
		c.text, w = 1, w-1 // a column for the bar
	}
	p := cardPage{view: c.View, t: t, advice: c.advised(t), w: w, tight: tight, wanted: c.wanted, focused: c.Focused}
	lines := p.lines(c.shows, true)
	switch over := len(lines) > h-c.text; {
	case over && tight: // what decided is worth more than what the first sentence has told
		if brief := p; !p.decides(h - c.text) {
			brief.brief = true
			p.brief = brief.decides(h - c.text)
		}
		lines = p.lines(c.shows, true)
	case over:
		lines = c.closer(&p, h)
	}
	lines, c.pinned = p.parted(c.shows, lines, h-c.text)
	if foot := p.footLines(); !tight && len(lines)+len(foot) <= h-c.text {
		lines = append(lines, foot...)
	}
	if c.fresh && tight && c.shows == exchangeView { // what decided is what is looked for
		const above = 3
		c.sheet.Height = h - c.text - len(c.pinned)
		c.sheet.Top = max(slices.IndexFunc(lines, marked)-above, 0)
	}
	c.fresh = false
	c.sheet.Set(lines)
	if c.shows == diffView && c.sheet.Chosen < 0 { // Enter does what its last row says
		c.sheet.Chosen = slices.IndexFunc(lines,
			func(l pane.Line) bool { _, take := l.Does.(command.TakeText); return take })
	}
}

// closer are the lines with as many blank rows as there is room for: the last rows are worth more than air.
func (c *Pane) closer(p *cardPage, h int) []pane.Line {
	p.tight, c.text = true, 1
	lines := p.lines(c.shows, true)
	spare := h - c.text - len(lines)
	switch foot := len(p.footLines()); {
	case spare < 0: // a column for the bar here too: a message is broken where its row ends
		p.w--
		return p.lines(c.shows, true)
	case spare >= foot:
		spare -= foot
	}
	p.tight, p.airs = false, &spare
	return p.lines(c.shows, true)
}

// Request is the one that the told conflict is about.
func (c *Pane) Request() int {
	t, _ := c.Trouble()
	return t.Request
}
