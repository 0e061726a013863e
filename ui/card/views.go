package card

import (
	"slices"

	"interleave/themes"
	"interleave/ui/grid"
	"interleave/ui/say"
)

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

// turn shows another view from its top.
func (c *Pane) turn(to cardView) {
	c.shows, c.fresh, c.sheet.Top, c.sheet.Chosen = to, true, 0, -1
	c.again()
}

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

func (c *Pane) paintTabs(a grid.Area, w int, turns bool) {
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
	for _, hints := range c.tabHints(turns) {
		if w > 3+say.Width(spans)+say.Width(hints) {
			say.PutRight(a, w-1, 0, hints...)
			return
		}
	}
}

// tabHints are the keys beside the names of the views: what shows the rest of a text that is longer than its place, and
// the next view; after them the fewer that stand where all find no room.
func (c *Pane) tabHints(turns bool) [][]grid.Span {
	var next, more, whole []grid.Span
	if turns {
		next = say.Key("v", "next")
	}
	if c.Focused && c.sheet.More() {
		more = say.Key("j", "more")
		if c.height < tightCard { // the whole screen holds most of them
			whole = say.Key("z", "whole")
		}
	}
	return [][]grid.Span{say.Joined(more, whole, next), say.Joined(more, next), more, next}
}

// Keep is the view; Restore takes it back.
func (c *Pane) Keep() string { return cardNames[c.shows] }

// Restore takes back what Keep gave.
func (c *Pane) Restore(kept string) {
	if at := slices.Index(cardNames[:], kept); at >= 0 {
		c.shows = cardView(at)
	}
	c.again()
}
