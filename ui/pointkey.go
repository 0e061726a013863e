package ui

import (
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/grid"
)

// pressKeyAt is a click on a key that a window shows, or on what it says of it: the key does what it does there. With
// the key that the first press of a double click pressed it is for that one, where its row shows it still.
func (p *pointer) pressKeyAt(at image.Point, window image.Rectangle, first string) bool {
	g := p.painted()
	if first != "" {
		for x := window.Min.X; x < window.Max.X; x++ {
			if slices.Contains(keysAt(g, image.Pt(x, at.Y), window), first) {
				return p.pressNamed(first)
			}
		}
		return true
	}
	for _, name := range keysAt(g, at, window) {
		if p.pressNamed(name) {
			p.click.named = name
			return true
		}
	}
	return false
}

// pressNamed does what the key with that name does in the window with the focus.
func (p *pointer) pressNamed(name string) bool {
	if p.root.course.key(name) { // a number answers a question
		return true
	}
	if name == "Enter" && p.root.keys.offerKey("enter") { // a question in the status row
		return true
	}
	if name == "Esc" {
		p.root.keys.press(tea.KeyPressMsg{Code: tea.KeyEscape})
		return true
	}
	for _, c := range command.All() {
		for _, key := range c.Keys.Keys() {
			if command.KeyName(key) != name {
				continue
			}
			if c, ok := command.Resolve(key, command.Nav, p.root.keys.chain()...); ok {
				p.root.keys.perform(c)
				return true
			}
		}
	}
	return false
}

// keysAt are the names of the key at a place of a window, the likeliest first: it stands there, or before the dim words
// there, or before the word there. Of two with a stroke or a blank between them it is the one that was hit.
func keysAt(g *grid.Grid, at image.Point, window image.Rectangle) []string {
	isKey := func(x int) bool {
		_, s := g.Cell(x, at.Y)
		return s.Ink == themes.Key && s.Bold
	}
	blank := func(x int) bool {
		text, _ := g.Cell(x, at.Y)
		return text == " "
	}
	x, words := at.X, 0
	for ; x > window.Min.X && !isKey(x); x-- {
		_, s := g.Cell(x, at.Y)
		if blank(x) {
			words++
		}
		if s.Ink != themes.Dim && (s.Ink != themes.Text || words > 1) || blank(x) && blank(x-1) {
			return nil
		}
	}
	from, to := x, x
	for from > window.Min.X && isKey(from-1) {
		from--
	}
	for to < window.Max.X && isKey(to) {
		to++
	}
	var keys strings.Builder
	for i := from; i < to; i++ {
		text, _ := g.Cell(i, at.Y)
		keys.WriteString(text)
	}
	whole := strings.TrimSpace(keys.String())
	list := strings.FieldsFunc(whole, func(r rune) bool { return r == '/' || r == ' ' })
	switch {
	case len(list) < 2:
		return []string{whole}
	case len(list) == 2 && len(list[0]) == 1 && at.X >= from+2 && at.X < to:
		return []string{whole, list[1]}
	}
	return []string{whole, list[0]}
}
