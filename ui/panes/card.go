package panes

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/engine/conflict"
	"interleave/engine/view"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
	"interleave/ui/say"
)

// Card is the conflict card: one mark of the path in four views.
type Card struct {
	pane
	troubles []view.Trouble
	at       int // the one that is told
	shows    cardView
	width    int // for which the lines were made
	height   int
	stale    bool   // they have to be made anew
	text     int    // the row in which the text begins, below the names of the views
	pinned   []line // what is recommended, where it stays below a text that is longer than its place
	sheet    sheet
	fresh    bool     // the view has just been turned to
	wanted   []string // properties that both changed, of which theirs is taken into a merge
}

// cardView is one of the views of the card.
type cardView uint8

const (
	storyView cardView = iota
	diffView
	exchangeView
	ruleView
	cardViews
)

// cardNames are the names of the views as they stand in the first row.
var cardNames = [cardViews]string{"Story", "Diff", "Exchange", "Rule"}

// NewCard is the pane of the conflict card.
func NewCard(d command.Host) *Card {
	return &Card{pane: pane{desk: d, scope: command.Card}, stale: true, sheet: sheet{chosen: -1}}
}

// Show tells the newest conflict of the path where there is another newest one than before.
func (c *Card) Show(v *view.View) {
	troubles := v.Troubles()
	newest := func(list []view.Trouble) string {
		if len(list) == 0 {
			return ""
		}
		t := list[len(list)-1]
		return fmt.Sprint(len(list), t.Event, t.Request, t.Kind)
	}
	if newest(troubles) != newest(c.troubles) {
		c.tell(max(len(troubles)-1, 0))
	}
	c.view, c.troubles = v, troubles
	c.again()
}

// tell begins another conflict at its top.
func (c *Card) tell(n int) {
	c.at, c.wanted = n, nil
	c.turn(c.shows)
}

// turn shows another view from its top.
func (c *Card) turn(to cardView) {
	c.shows, c.fresh, c.sheet.top, c.sheet.chosen = to, true, 0, -1
	c.again()
}

// again has the lines made anew.
func (c *Card) again() {
	c.stale = true
	c.version++
}

// Choose tells another conflict of the path, counted from 0; false where there is none.
func (c *Card) Choose(n int) bool {
	if n < 0 || n >= len(c.troubles) {
		return false
	}
	c.tell(n)
	return true
}

// Trouble is the conflict that is told; ok is false where there is none.
func (c *Card) Trouble() (t view.Trouble, ok bool) {
	if c.at >= len(c.troubles) {
		return view.Trouble{}, false
	}
	return c.troubles[c.at], true
}

// Version grows whenever what the pane shows may have changed.
func (c *Card) Version() uint64 { return c.version }

// Title is which conflict of how many, and its mark.
func (c *Card) Title() (left, right []grid.Span) {
	t, ok := c.Trouble()
	if !ok {
		return []grid.Span{say.Bold(themes.Title, "Conflict")}, []grid.Span{say.Dim("c")}
	}
	words := t.Kind.Words()
	which := "Conflict:"
	if len(c.troubles) > 1 {
		which = fmt.Sprintf("Conflict %d of %d:", c.at+1, len(c.troubles))
	}
	left = []grid.Span{say.Bold(themes.Title, which),
		say.Bold(say.MarkInk(t.Severity), fmt.Sprintf("%c %s", t.Severity, words)),
		say.Dim("(" + say.MarkWord(t.Severity) + ")")}
	if len(c.troubles) > 1 {
		right = []grid.Span{say.Dim("{ }")}
	}
	return left, right
}

// Do chooses links and conflicts, turns to the next view, and copies the story.
func (c *Card) Do(intent command.Intent) (tea.Cmd, bool) {
	switch intent := intent.(type) {
	case command.View:
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

func (c *Card) move(where command.Direction) bool {
	switch where {
	case command.Above:
		c.sheet.next(-1)
	case command.Below:
		c.sheet.next(1)
	default:
		n := steps(where, c.sheet.height)
		if n == 0 {
			return false
		}
		c.sheet.scroll(n)
	}
	c.version++
	return true
}

// open does what the chosen line is for: goes to its event, or follows the advice. Without one it goes to the conflict
// itself.
func (c *Card) open() bool {
	t, ok := c.Trouble()
	if !ok {
		return false
	}
	if c.width > 0 {
		c.write(t, c.width, c.height)
	}
	does := c.sheet.link()
	if does == nil {
		does = command.GoTo{Record: t.Event}
	}
	if _, own := does.(command.Prefer); own {
		_, taken := c.Do(does)
		return taken
	}
	c.desk.Do(does)
	return true
}

func (c *Card) copy() (tea.Cmd, bool) {
	t, ok := c.Trouble()
	if !ok {
		return nil, false
	}
	c.desk.Say("Copied the story.", 0)
	return tea.SetClipboard(storyText(c.view.Story(t.Finding))), true
}

// storyText is a story as a text of its own.
func storyText(told conflict.Told) string {
	var b strings.Builder
	b.WriteString(told.First + "\n\n")
	for i, s := range told.Steps {
		fmt.Fprintf(&b, "%d. %s\n", i+1, s.Text)
	}
	for _, s := range []string{told.Heard, told.Stops, told.Advice.Say} {
		if s != "" {
			b.WriteString("\n" + s)
		}
	}
	return b.String() + "\n"
}

// prefer takes theirs of a property that both changed, or mine again.
func (c *Card) prefer(name string) {
	if at := slices.Index(c.wanted, name); at >= 0 {
		c.wanted = slices.Delete(slices.Clone(c.wanted), at, at+1)
	} else {
		c.wanted = append(slices.Clone(c.wanted), name)
	}
	c.again()
}

// Mouse follows links, turns to another view by its name, scrolls.
func (c *Card) Mouse(m face.Mouse) (tea.Cmd, bool) {
	switch m.Kind {
	case face.Click, face.Double:
		if m.Y == 0 && len(c.troubles) > 0 {
			if to, ok := tabAt(m.X); ok {
				c.turn(to)
			}
			return nil, true
		}
		does := c.sheet.under(m.Y - c.text)
		if y := m.Y - c.text - c.sheet.height; y >= 0 && y < len(c.pinned) {
			does = c.pinned[0].does
		}
		if _, own := does.(command.Prefer); own {
			return c.Do(does)
		}
		if does != nil {
			c.desk.Do(does)
			return nil, true
		}
	case face.Wheel:
		c.sheet.scroll(3 * m.Delta)
		c.version++
		return nil, true
	}
	return nil, false
}

// tightCard is the height below which the card has no blank rows and keeps what is recommended in its last rows.
const tightCard = 14

// tabAt is the view whose name stands in a column of the first row.
func tabAt(x int) (cardView, bool) {
	at := 1
	for i, name := range cardNames {
		if x >= at && x < at+len(name)+2 {
			return cardView(i), true
		}
		at += len(name) + 3
	}
	return 0, false
}

// none says what there is to do where there is no conflict.
func (c *Card) none() string {
	switch {
	case c.view.Next != "":
		return "No conflict yet. Space runs, . steps."
	case len(c.view.Branches()) > 1:
		return "No conflict on this branch, and nothing is due. B lists the others."
	}
	return "No conflict, and nothing is due. F3 opens a race."
}

// Paint shows the views' names and the text.
func (c *Card) Paint(a grid.Area, look face.Look) {
	a.Fill(themes.Style{})
	w, h := a.Size()
	t, ok := c.Trouble()
	if !ok {
		say.Paint(a.Inset(1, 0, 0, 0), c.none())
		return
	}
	c.paintTabs(a, w)
	c.write(t, w, h)
	for i, l := range c.pinned {
		l.paint(a, h-len(c.pinned)+i, w, look.Glyphs)
	}
	c.sheet.paint(a.Inset(0, c.text, 0, len(c.pinned)), look.Glyphs, c.focused)
}

// write makes the lines anew where they were made for another size. What is recommended stands at the end of the text,
// or stays below it where the text is longer than its place; never in both.
func (c *Card) write(t view.Trouble, w, h int) {
	if !c.stale && c.width == w && c.height == h {
		return
	}
	c.stale, c.width, c.height, c.text = false, w, h, 2
	tight := h < tightCard
	if tight {
		c.text, w = 1, w-1 // a column for the bar
	}
	p := cardPage{view: c.view, t: t, w: w, tight: tight, wanted: c.wanted}
	c.pinned = nil
	lines := p.lines(c.shows, true)
	if !tight && len(lines) > h-c.text { // a column for the bar here too: a message is broken where its row ends
		p.w--
		lines = p.lines(c.shows, true)
	}
	if pinned := p.pinnedLines(); tight && len(lines) > h-c.text && len(pinned) < h-c.text {
		lines, c.pinned = p.lines(c.shows, false), pinned
	}
	if foot := p.footLines(); !tight && len(lines)+len(foot) <= h-c.text {
		lines = append(lines, foot...)
	}
	if c.fresh && tight && c.shows == exchangeView { // what decided is what is looked for
		const above = 3
		c.sheet.height = h - c.text - len(c.pinned)
		c.sheet.top = max(slices.IndexFunc(lines, marked)-above, 0)
	}
	c.fresh = false
	c.sheet.set(lines)
	if c.shows == diffView && c.sheet.chosen < 0 { // Enter does what its last row says
		c.sheet.chosen = slices.IndexFunc(lines,
			func(l line) bool { _, take := l.does.(command.TakeText); return take })
	}
}

func (c *Card) paintTabs(a grid.Area, w int) {
	var spans []grid.Span
	for i, name := range cardNames {
		if i > 0 {
			spans = append(spans, say.Plain(" "))
		}
		if cardView(i) == c.shows {
			spans = append(spans, say.Bold(themes.Text, "["+name+"]"))
		} else {
			spans = append(spans, say.Dim(" "+name+" "))
		}
	}
	a.PutSpans(1, 0, spans...)
	if hint := say.Key("v", "next"); w > 3+say.Width(spans)+say.Width(hint) {
		say.PutRight(a, w-1, 0, hint...)
	}
}

// Keep is the view; Restore takes it back.
func (c *Card) Keep() string { return cardNames[c.shows] }

// Restore takes back what Keep gave.
func (c *Card) Restore(kept string) {
	if at := slices.Index(cardNames[:], kept); at >= 0 {
		c.shows = cardView(at)
	}
	c.again()
}
