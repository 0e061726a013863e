package widget

import (
	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
)

// RowState is what a row's painter must know besides its item.
type RowState struct {
	Index    int // among all items, filtered out or not
	Selected bool
	Look     face.Look
}

// List shows items in rows, one of them selected. What a key or a click does costs the same for ten items and ten
// thousand, and only the rows on screen are painted; a new filter looks at every item once.
type List[T any] struct {
	// Row paints one item into its row; styles without a ground stand on that of the row, selected or not.
	Row func(a grid.Area, item T, state RowState)
	// Match says whether an item stays under a filter. Without it there is no filter.
	Match func(item T, filter string) bool
	// Same recognises an item in newer data, so that the selection stays on it. Without it the selection keeps its
	// number.
	Same func(a, b T) bool
	// Head says whether an item is a heading: without a row below it on screen it is not painted. nil: none is.
	Head func(T) bool
	// Empty is the sentence shown when there is nothing to show.
	Empty string

	items    []T
	filter   string
	kept     []int // indices of the items that pass the filter; unused without one
	selected int   // a row: counts what passes the filter
	first    int   // the first row on screen
	height   int
	version  uint64
}

// SetItems shows newer data. The list keeps the slice and never changes it.
func (l *List[T]) SetItems(items []T) {
	old, had := l.Selected()
	l.items = items
	l.match()
	if had && l.Same != nil {
		l.find(old)
	}
	l.settle()
}

// find puts the selection on the same item as before, looking at the old place first: mostly it is still there.
func (l *List[T]) find(old T) {
	if l.selected < l.Len() && l.Same(l.items[l.index(l.selected)], old) {
		return
	}
	for row := range l.Len() {
		if l.Same(l.items[l.index(row)], old) {
			l.selected = row
			return
		}
	}
}

// SetFilter shows only the items that match; an empty filter shows all. The selection stays on its item if that is
// still shown.
func (l *List[T]) SetFilter(filter string) {
	index := l.Index()
	l.filter = filter
	l.match()
	l.first = 0
	for row := range l.Len() {
		if l.index(row) >= index {
			l.selected = row
			break
		}
	}
	l.settle()
}

// Filter is the text that the shown items match.
func (l *List[T]) Filter() string { return l.filter }

func (l *List[T]) filtering() bool { return l.filter != "" && l.Match != nil }

func (l *List[T]) match() {
	l.kept = l.kept[:0]
	if !l.filtering() {
		return
	}
	for i, item := range l.items {
		if l.Match(item, l.filter) {
			l.kept = append(l.kept, i)
		}
	}
}

// Len is the number of rows: the items that pass the filter.
func (l *List[T]) Len() int {
	if l.filtering() {
		return len(l.kept)
	}
	return len(l.items)
}

func (l *List[T]) index(row int) int {
	if l.filtering() {
		return l.kept[row]
	}
	return row
}

// Index is the selected item's place among all items, -1 when no row is shown.
func (l *List[T]) Index() int {
	if l.Len() == 0 {
		return -1
	}
	return l.index(l.selected)
}

// Selected is the selected item; false when no row is shown.
func (l *List[T]) Selected() (item T, ok bool) {
	if l.Len() == 0 || l.Index() >= len(l.items) {
		return item, false
	}
	return l.items[l.Index()], true
}

// Select selects an item by its place among all items; false when the filter hides it or it does not exist.
func (l *List[T]) Select(index int) bool {
	if !l.filtering() {
		if index < 0 || index >= len(l.items) {
			return false
		}
		l.selected = index
		l.settle()
		return true
	}
	for row, kept := range l.kept {
		if kept == index {
			l.selected = row
			l.settle()
			return true
		}
	}
	return false
}

// Move selects the row n further down (up if negative), the first or last one at the most.
func (l *List[T]) Move(n int) {
	l.selected += n
	l.settle()
}

// Leave moves on by n from rows that are not to be selected, and back where there is no other there.
func (l *List[T]) Leave(n int, not func(T) bool) {
	for range 2 {
		for range l.Len() {
			if r, ok := l.Selected(); !ok || !not(r) {
				return
			}
			l.Move(n)
		}
		n = -n
	}
}

// Page moves by n screens, less one row that stays in sight.
func (l *List[T]) Page(n int) { l.Move(n * max(l.height-1, 1)) }

// HalfPage moves by n half screens.
func (l *List[T]) HalfPage(n int) { l.Move(n * max(l.height/2, 1)) }

// First selects the first row.
func (l *List[T]) First() { l.Move(-l.Len()) }

// Last selects the last row.
func (l *List[T]) Last() { l.Move(l.Len()) }

// Scroll moves the rows, not the selection: the wheel.
func (l *List[T]) Scroll(rows int) { l.ScrollTo(l.first + rows) }

// ScrollTo puts a row at the top: the scroll bar.
func (l *List[T]) ScrollTo(first int) {
	l.first = min(max(first, 0), max(l.Len()-l.height, 0))
	l.version++
}

// Wheel scrolls by notches, down if positive.
func (l *List[T]) Wheel(notches int) { l.Scroll(notches * wheelRows) }

// SetHeight says how many rows there are on screen. Paint does it as well.
func (l *List[T]) SetHeight(rows int) {
	if rows = max(rows, 0); rows != l.height {
		l.height = rows
		l.settle()
	}
}

// settle keeps the selection on a row and its row on screen.
func (l *List[T]) settle() {
	l.selected = max(min(l.selected, l.Len()-1), 0)
	if l.selected < l.first {
		l.first = l.selected
	} else if l.height > 0 && l.selected >= l.first+l.height {
		l.first = l.selected - l.height + 1
	}
	l.ScrollTo(l.first)
}

// Hit is the item in a row of the area, counted from its top, as its place among all items.
func (l *List[T]) Hit(y int) (index int, ok bool) {
	if row := l.first + y; y >= 0 && y < l.height && row < l.Len() {
		return l.index(row), true
	}
	return 0, false
}

// Bar is the list's scroll bar, for presses and drags on it.
func (l *List[T]) Bar() Bar { return Bar{First: l.first, Shown: l.height, Total: l.Len()} }

// Version counts whatever changes what Paint shows. Items changed in place are not seen.
func (l *List[T]) Version() uint64 { return l.version }

// Paint shows the rows that fit in the area.
func (l *List[T]) Paint(a grid.Area, look face.Look) {
	w, h := a.Size()
	l.SetHeight(h)
	a.Fill(ink(themes.Text))
	if l.Len() == 0 {
		a.Put(0, 0, look.Glyphs.Fit(l.Empty, w), ink(themes.Dim))
		return
	}
	bar := l.Bar()
	for y := range min(h, l.Len()-l.first) {
		if last := y == h-1 && l.first+h < l.Len(); last && l.Head != nil && l.Head(l.items[l.index(l.first+y)]) {
			continue // what it is above does not fit any more
		}
		l.paintRow(a, y, look, bar.Needed())
	}
	bar.Paint(a, look)
}

func (l *List[T]) paintRow(a grid.Area, y int, look face.Look, bar bool) {
	w, _ := a.Size()
	row := l.first + y
	index := l.index(row)
	if row == l.selected {
		a = a.On(themes.Selected)
		a.FillRow(y, ink(themes.Text))
	}
	if bar {
		w--
	}
	line := a.Sub(rectangle(0, y, w, 1))
	l.Row(line, l.items[index], RowState{Index: index, Selected: row == l.selected, Look: look})
}
