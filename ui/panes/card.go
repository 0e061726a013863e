package panes

import (
	"fmt"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/engine/conflict"
	"interleave/engine/room"
	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/face"
	"interleave/ui/grid"
)

// Card is the conflict card: one mark of the path, told as a story or as a difference.
type Card struct {
	pane
	troubles []room.Trouble
	at       int // the one that is told
	diff     bool
	width    int // for which the lines were made; 0: not yet
	tight    bool
	text     int // the row in which the text begins, below the names of the views
	advice   []line
	pins     bool // its first line stays in the last row
	sheet    sheet
}

// NewCard is the pane of the conflict card.
func NewCard(d command.DeskTop) *Card {
	return &Card{pane: pane{desk: d, scope: command.Card}, sheet: sheet{chosen: -1}}
}

// Show tells the newest conflict of the path where there is another newest one than before.
func (c *Card) Show(v *room.View) {
	troubles := v.Troubles()
	newest := func(list []room.Trouble) string {
		if len(list) == 0 {
			return ""
		}
		t := list[len(list)-1]
		return fmt.Sprint(len(list), t.Event, t.Request, t.Kind)
	}
	if newest(troubles) != newest(c.troubles) {
		c.at, c.sheet.top, c.sheet.chosen = max(len(troubles)-1, 0), 0, -1
	}
	c.view, c.troubles = v, troubles
	c.again()
}

// again has the lines made anew.
func (c *Card) again() {
	c.width = 0
	c.version++
}

// Choose tells another conflict of the path, counted from 0; false where there is none.
func (c *Card) Choose(n int) bool {
	if n < 0 || n >= len(c.troubles) {
		return false
	}
	c.at, c.sheet.top, c.sheet.chosen = n, 0, -1
	c.again()
	return true
}

// Trouble is the conflict that is told; ok is false where there is none.
func (c *Card) Trouble() (t room.Trouble, ok bool) {
	if c.at >= len(c.troubles) {
		return room.Trouble{}, false
	}
	return c.troubles[c.at], true
}

// Version grows whenever what the pane shows may have changed.
func (c *Card) Version() uint64 { return c.version }

// Title is which conflict of how many, and its mark.
func (c *Card) Title() (left, right []grid.Span) {
	t, ok := c.Trouble()
	if !ok {
		return []grid.Span{bold(themes.Title, "Conflict")}, []grid.Span{dim("c")}
	}
	words := kindWords(t.Kind)
	which := "Conflict:"
	if len(c.troubles) > 1 {
		which = fmt.Sprintf("Conflict %d of %d:", c.at+1, len(c.troubles))
	}
	left = []grid.Span{bold(themes.Title, which),
		bold(markRole(t.Sort), fmt.Sprintf("%c %s", t.Sort, words)), dim("(" + sortOf(t.Sort) + ")")}
	if len(c.troubles) > 1 {
		right = []grid.Span{dim("{ }")}
	}
	return left, right
}

// Do chooses links and conflicts, turns to the other view, and copies the story.
func (c *Card) Do(intent command.Intent) (tea.Cmd, bool) {
	switch intent := intent.(type) {
	case command.View:
		c.diff = !c.diff
		c.sheet.top, c.sheet.chosen = 0, -1
		c.again()
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

// open does what the chosen line is for: goes to its event, or follows the advice. Without one it goes to the conflict itself.
func (c *Card) open() bool {
	t, ok := c.Trouble()
	if !ok {
		return false
	}
	does := c.sheet.link()
	if does == nil {
		does = command.GoTo{Record: t.Event}
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
	return tea.SetClipboard(storyText(c.view.Story(t.Conflict))), true
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

// Mouse follows links, turns to the other view by its name, scrolls.
func (c *Card) Mouse(m face.Mouse) (tea.Cmd, bool) {
	switch m.Kind {
	case face.Click, face.Double:
		if m.Y == 0 && len(c.troubles) > 0 {
			c.tab(m.X)
			return nil, true
		}
		does := c.sheet.under(m.Y - c.text)
		if c.pins && m.Y == c.text+c.sheet.height {
			does = c.advice[0].does
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

// tightCard is the height below which the card has no blank rows and keeps what is recommended in its last row.
const tightCard = 14

func (c *Card) tab(x int) {
	diff := x >= 8
	if diff != c.diff {
		c.diff = diff
		c.sheet.top, c.sheet.chosen = 0, -1
		c.again()
	}
}

// Paint shows the views' names and the text.
func (c *Card) Paint(a grid.Area, look face.Look) {
	a.Fill(themes.Style{})
	w, h := a.Size()
	t, ok := c.Trouble()
	if !ok {
		paintSentence(a.Inset(1, 0, 0, 0), "No conflict yet. Space runs, . steps.")
		return
	}
	c.paintTabs(a, w)
	c.write(t, w, h < tightCard)
	c.pins = c.tight && len(c.sheet.lines) > h-c.text && len(c.advice) > 0
	below := 0
	if c.pins {
		below = 1
		line{left: c.pinned(t)}.paint(a, h-1, w, look.Glyphs)
	}
	c.sheet.paint(a.Inset(0, c.text, 0, below), look.Glyphs, c.focused)
}

// write makes the lines anew where they were made for another width, or with another air.
func (c *Card) write(t room.Trouble, w int, tight bool) {
	if c.width == w && c.tight == tight {
		return
	}
	c.width, c.tight, c.text = w, tight, 2
	if tight {
		c.text, w = 1, w-1 // a column for the bar
	}
	c.advice = adviceLines(c.view.Story(t.Conflict).Advice, w)
	if c.diff {
		c.sheet.set(c.diffLines(t, w))
	} else {
		c.sheet.set(c.storyLines(t, w))
	}
}

// pinned is what is recommended, in one row.
func (c *Card) pinned(t room.Trouble) []grid.Span {
	advice := c.view.Story(t.Conflict).Advice
	return []grid.Span{c.advice[0].left[0], plain(advice.Say)}
}

func (c *Card) paintTabs(a grid.Area, w int) {
	story, diff := bold(themes.Text, "[Story]"), dim(" Diff ")
	if c.diff {
		story, diff = dim(" Story "), bold(themes.Text, "[Diff]")
	}
	a.PutSpans(1, 0, story, plain(" "), diff)
	if hint := key("v", "next"); w > 16+widthOf(hint) {
		putRight(a, w-1, 0, hint...)
	}
}

// Keep is the view; Restore takes it back.
func (c *Card) Keep() string { return strconv.FormatBool(c.diff) }

// Restore takes back what Keep gave.
func (c *Card) Restore(kept string) {
	c.diff = kept == "true"
	c.again()
}
