package widget

import (
	"image"
	"slices"
	"strings"

	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
)

func rectangle(x, y, w, h int) image.Rectangle { return image.Rect(x, y, x+max(w, 0), y+max(h, 0)) }

// Node is one entry of a tree. Nodes are data: the tree keeps them and never changes them.
type Node struct {
	ID       string // tells the node apart in the whole tree, and recognises it in newer data
	Label    string
	Right    string      // the column at the right edge: a version, a count, marks
	Sign     string      // one cell before the label of a leaf: `*` the current one
	Ink      themes.Role // of the label; Default is Text
	RightInk themes.Role // Default is Dim
	Closed   bool        // how a branch starts, until a person opens or closes it
	Data     any         // whatever the pane wants back
	Children []*Node
}

// Tree shows nodes in rows, indented by depth, and keeps what is open and what is selected over newer data. Keys are
// the desktop's; the methods are what they mean.
type Tree struct {
	// Content paints a row instead of label and right column, after indent and arrow; nil paints those two.
	Content func(a grid.Area, n *Node, state RowState)

	roots  []*Node
	opened map[string]bool // what a person has opened (true) or closed (false)
	rows   List[treeRow]
}

type treeRow struct {
	node   *Node
	depth  int
	parent int  // the parent's row, -1 for a root
	flush  bool // nothing beside it can be opened: no room is kept for an arrow
}

const indent = 2

// NewTree makes a tree that shows a sentence while it has no nodes.
func NewTree(empty string) *Tree {
	t := &Tree{opened: map[string]bool{}}
	t.rows.Empty = empty
	t.rows.Row = t.paintRow
	t.rows.Same = func(a, b treeRow) bool { return a.node.ID == b.node.ID }
	t.rows.Match = func(r treeRow, filter string) bool {
		return strings.Contains(strings.ToLower(r.node.Label), strings.ToLower(filter))
	}
	return t
}

// SetRoots shows newer data. A selected node that is gone leaves the selection to the row in its place.
func (t *Tree) SetRoots(roots []*Node) {
	t.roots = roots
	t.flatten()
}

// flatten lists the rows that can be seen: the children of closed branches cost nothing.
func (t *Tree) flatten() {
	rows := make([]treeRow, 0, t.rows.Len())
	var walk func(nodes []*Node, depth, parent int)
	walk = func(nodes []*Node, depth, parent int) {
		flush := depth > 0 && !slices.ContainsFunc(nodes, func(n *Node) bool { return len(n.Children) > 0 })
		for _, n := range nodes {
			rows = append(rows, treeRow{n, depth, parent, flush})
			if len(n.Children) > 0 && t.IsOpen(n) {
				walk(n.Children, depth+1, len(rows)-1)
			}
		}
	}
	walk(t.roots, 0, -1)
	t.rows.SetItems(rows)
}

// IsOpen is true when the node's children are shown.
func (t *Tree) IsOpen(n *Node) bool {
	if open, said := t.opened[n.ID]; said {
		return open
	}
	return !n.Closed
}

func (t *Tree) setOpen(n *Node, open bool) {
	t.opened[n.ID] = open
	t.flatten()
}

// Selected is the selected node, nil when the tree is empty.
func (t *Tree) Selected() *Node {
	row, _ := t.rows.Selected()
	return row.node
}

// Select selects a node by its id and opens the branches above it; false when there is no such node.
func (t *Tree) Select(id string) bool {
	path := pathTo(t.roots, id)
	if path == nil {
		return false
	}
	for _, n := range path[:len(path)-1] {
		t.opened[n.ID] = true
	}
	t.flatten()
	for i, row := range t.rows.items {
		if row.node.ID == id {
			return t.rows.Select(i)
		}
	}
	return false
}

func pathTo(nodes []*Node, id string) []*Node {
	for _, n := range nodes {
		if n.ID == id {
			return []*Node{n}
		}
		if path := pathTo(n.Children, id); path != nil {
			return append([]*Node{n}, path...)
		}
	}
	return nil
}

// In goes deeper: it opens a closed branch, and of an open one selects the first child. False on a leaf.
func (t *Tree) In() bool {
	n := t.Selected()
	switch {
	case n == nil || len(n.Children) == 0:
		return false
	case !t.IsOpen(n):
		t.setOpen(n, true)
	default:
		t.rows.Move(1)
	}
	return true
}

// Out goes up: it closes an open branch, and from anything else selects the parent. False on a closed root.
func (t *Tree) Out() bool {
	n := t.Selected()
	if n == nil {
		return false
	}
	if len(n.Children) > 0 && t.IsOpen(n) {
		t.setOpen(n, false)
		return true
	}
	return t.Up()
}

// Up selects the parent; false on a root.
func (t *Tree) Up() bool {
	row, ok := t.rows.Selected()
	return ok && row.parent >= 0 && t.rows.Select(row.parent)
}

// HasUp says whether a node holds the selected one.
func (t *Tree) HasUp() bool {
	row, ok := t.rows.Selected()
	return ok && row.parent >= 0
}

// Choose opens or closes a branch; on a leaf it answers the leaf, for the pane to act on.
func (t *Tree) Choose() (leaf *Node) {
	n := t.Selected()
	if n == nil || len(n.Children) == 0 {
		return n
	}
	t.setOpen(n, !t.IsOpen(n))
	return nil
}

// Toggle opens or closes a branch by its node: a click on its arrow.
func (t *Tree) Toggle(n *Node) {
	if len(n.Children) > 0 {
		t.setOpen(n, !t.IsOpen(n))
	}
}

// Hit is the node in a cell of the area; onArrow when the cell is its arrow.
func (t *Tree) Hit(x, y int) (n *Node, onArrow bool) {
	index, ok := t.rows.Hit(y)
	if !ok {
		return nil, false
	}
	row := t.rows.items[index]
	return row.node, len(row.node.Children) > 0 && x >= row.depth*indent && x < row.depth*indent+indent
}

// Len is the number of rows.
func (t *Tree) Len() int { return t.rows.Len() }

// Move selects the row n further down; see List.
func (t *Tree) Move(n int) { t.rows.Move(n) }

// Page moves by n screens.
func (t *Tree) Page(n int) { t.rows.Page(n) }

// HalfPage moves by n half screens.
func (t *Tree) HalfPage(n int) { t.rows.HalfPage(n) }

// First selects the first row.
func (t *Tree) First() { t.rows.First() }

// Last selects the last row.
func (t *Tree) Last() { t.rows.Last() }

// Wheel scrolls by notches, down if positive.
func (t *Tree) Wheel(notches int) { t.rows.Wheel(notches) }

// ScrollTo puts a row at the top.
func (t *Tree) ScrollTo(first int) { t.rows.ScrollTo(first) }

// Bar is the tree's scroll bar.
func (t *Tree) Bar() Bar { return t.rows.Bar() }

// SetFilter shows only the rows whose label holds the text, among those that are not in closed branches.
func (t *Tree) SetFilter(filter string) { t.rows.SetFilter(filter) }

// Version counts whatever changes what Paint shows.
func (t *Tree) Version() uint64 { return t.rows.Version() }

// SetHeight says how many rows there are on screen.
func (t *Tree) SetHeight(rows int) { t.rows.SetHeight(rows) }

// Paint shows the rows that fit in the area.
func (t *Tree) Paint(a grid.Area, look face.Look) { t.rows.Paint(a, look) }

func (t *Tree) paintRow(a grid.Area, row treeRow, state RowState) {
	n, look := row.node, state.Look
	x := row.depth * indent
	if row.flush {
		x -= indent
	}
	switch {
	case len(n.Children) == 0:
		if n.Sign != "" {
			sign := ink(n.Ink)
			sign.Bold = true
			a.Put(x, 0, n.Sign, sign)
		}
	case t.IsOpen(n):
		a.Put(x, 0, look.Glyphs.TreeOpen, ink(themes.Dim))
	default:
		a.Put(x, 0, look.Glyphs.TreeClosed, ink(themes.Dim))
	}
	w, _ := a.Size()
	content := a.Sub(rectangle(x+indent, 0, w-x-indent, 1))
	if t.Content != nil {
		t.Content(content, n, state)
		return
	}
	paintNode(content, n, state)
}

// paintNode puts the label left and the column right; where both do not fit, the right one gives way last: it tells a
// version or a mark, and the label can still be guessed from its beginning.
func paintNode(a grid.Area, n *Node, state RowState) {
	w, _ := a.Size()
	room := w
	if right := grid.Width(n.Right); right > 0 && right < w {
		role := n.RightInk
		if role == themes.Default {
			role = themes.Dim
		}
		a.PutRight(w, 0, n.Right, ink(role))
		room = w - right - 1
	}
	style := ink(n.Ink)
	style.Bold = state.Selected && state.Look.Focused
	a.Put(0, 0, state.Look.Glyphs.Fit(n.Label, max(room, 0)), style)
}
