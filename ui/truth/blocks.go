package truth

import (
	"fmt"

	"interleave/engine"
	"interleave/ui/grid"
	"interleave/ui/pane"
	"interleave/ui/say"
)

// sideBySide is from how many columns on two lists stand beside each other.
const sideBySide = 56

// blockCell is a block of a blob in one of its two lists.
type blockCell struct {
	id, size, text string
	by             engine.Mark
}

// blockLines are the blocks of an upload: those that are staged beside those that the content is made of.
func blockLines(k *kindArea) []pane.Line {
	var staged, committed []blockCell
	for _, g := range k.Groups("staged.") {
		if body, ok := g.Find(""); ok && body.Kind == "bytes" {
			staged = append(staged, blockCell{id: g.Name, size: bytesOf(len(body.Text)), text: say.Quoted(body.Text),
				by: g.Mark("by")})
		}
	}
	for _, g := range k.Groups("blocks.") {
		n, _ := engine.Text(g.Text("size")).Int()
		committed = append(committed, blockCell{id: g.Text("id"), size: bytesOf(int(n)), by: g.Mark("by")})
	}
	if len(staged)+len(committed) == 0 {
		return nil
	}
	var lines []pane.Line
	if k.wide < sideBySide {
		lines = append(k.blockList("Staged", staged, k.wide), k.blockList("Committed", committed, k.wide)...)
	} else {
		half := k.wide / 2
		left, right := k.blockList("Staged", staged, half), k.blockList("Committed", committed, k.wide-half)
		for i := range max(len(left), len(right)) {
			l := pane.Line{}
			switch {
			case i >= len(left):
				l.Left = beside(k.column(half), right[i].Left)
				l.Does = right[i].Does
			case i >= len(right):
				l = left[i]
			default:
				l.Left, l.Does = beside(k.column(half, left[i].Left...), right[i].Left), left[i].Does
			}
			lines = append(lines, l)
		}
	}
	return lines
}

// blocksWait says whether blocks are staged.
func blocksWait(k *kindArea) bool { return len(k.Groups("staged.")) > 0 }

func bytesOf(n int) string { return fmt.Sprintf("%d B", n) }

// blockList is one list with its heading.
func (k *kindArea) blockList(title string, blocks []blockCell, wide int) []pane.Line {
	lines := []pane.Line{heading(title)}
	if len(blocks) == 0 {
		return append(lines, note("no block"))
	}
	for _, b := range blocks {
		cells := beside(k.column(min(wide/3, 14), say.Plain(b.id)), k.column(9, say.Dim(b.size)),
			k.column(9, say.Person(k.view, b.by.By, k.view.Title(b.by.By))))
		if b.text != "" && wide >= 40 {
			cells = append(cells, grid.Span{Text: k.glyphs.Fit(b.text, wide-say.Width(cells)-2),
				Style: say.Dim("").Style})
		}
		lines = append(lines, pane.Line{Left: cells, Does: goTo(b.by)})
	}
	return lines
}
