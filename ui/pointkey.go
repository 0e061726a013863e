package ui

import (
	"image"
	"strings"

	"interleave/themes"
	"interleave/ui/command"
	"interleave/ui/grid"
)

// pressKeyAt is a click on a key that a window shows, or on what it says of it: the key does what it does there.
func (p *pointer) pressKeyAt(at image.Point, window image.Rectangle) bool {
	g := p.root.screen.grids.desk
	if p.root.screen.floats() {
		g = p.root.screen.grids.screen
	}
	name := keyAt(g, at, window)
	if name == "" {
		return false
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

// keyAt is the name of the key at a place of a window: it stands there, or before the dim words there. Of several with
// a stroke between them it is the one that was hit.
func keyAt(g *grid.Grid, at image.Point, window image.Rectangle) string {
	isKey := func(x int) bool {
		_, s := g.Cell(x, at.Y)
		return s.Ink == themes.Key && s.Bold
	}
	blank := func(x int) bool {
		text, _ := g.Cell(x, at.Y)
		return text == " "
	}
	x := at.X
	for ; x > window.Min.X && !isKey(x); x-- {
		if _, s := g.Cell(x, at.Y); s.Ink != themes.Dim || blank(x) && blank(x-1) {
			return ""
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
	list := strings.Split(strings.TrimSpace(keys.String()), "/")
	if len(list) == 2 && len(list[0]) == 1 && at.X >= from+2 && at.X < to {
		return list[1]
	}
	return list[0]
}
