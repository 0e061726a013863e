package widget

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"interleave/themes"
	"interleave/ui/face"
	"interleave/ui/grid"
)

// numbers is a list of 0 to n-1; a filter keeps the numbers whose digits hold it.
func numbers(n int) *List[int] {
	l := &List[int]{Empty: "No numbers.",
		Row:   func(a grid.Area, n int, _ RowState) { a.Put(0, 0, fmt.Sprint(n), themes.Style{}) },
		Match: func(n int, filter string) bool { return strings.Contains(fmt.Sprint(n), filter) },
		Same:  func(a, b int) bool { return a == b },
	}
	items := make([]int, n)
	for i := range items {
		items[i] = i
	}
	l.SetHeight(5)
	l.SetItems(items)
	return l
}

func TestListMoves(t *testing.T) {
	l := numbers(20)
	for _, step := range []struct {
		name string
		do   func()
		want int
	}{
		{"up at the top", func() { l.Move(-1) }, 0},
		{"down", func() { l.Move(1) }, 1},
		{"page down keeps one row in sight", func() { l.Page(1) }, 5},
		{"half page down", func() { l.HalfPage(1) }, 7},
		{"last", l.Last, 19},
		{"down at the end", func() { l.Move(1) }, 19},
		{"page up", func() { l.Page(-1) }, 15},
		{"first", l.First, 0},
		{"select", func() { l.Select(7) }, 7},
		{"select what is not there", func() { l.Select(20) }, 7},
	} {
		step.do()
		if l.Index() != step.want {
			t.Errorf("%s: at %d, want %d", step.name, l.Index(), step.want)
		}
	}
}

func TestListKeepsItsItem(t *testing.T) {
	l := numbers(20)
	l.Select(12)
	l.SetItems([]int{11, 12, 13})
	if got, _ := l.Selected(); got != 12 {
		t.Errorf("newer data: %d", got)
	}
	l.SetItems([]int{1, 2})
	if got, _ := l.Selected(); got != 2 {
		t.Errorf("the item is gone: %d", got)
	}
	l.SetItems(nil)
	if _, ok := l.Selected(); ok || l.Index() != -1 {
		t.Error("an item of an empty list is selected")
	}
}

func TestListFilter(t *testing.T) {
	l := numbers(40)
	l.Select(13)
	l.SetFilter("3")
	if l.Len() != 13 || l.Index() != 13 { // 3 13 23, 30 to 39
		t.Errorf("%d rows, selected %d", l.Len(), l.Index())
	}
	l.Move(1)
	if l.Index() != 23 {
		t.Errorf("down: %d", l.Index())
	}
	if index, ok := l.Hit(0); !ok || index != 3 {
		t.Errorf("the first row is item %d, %v", index, ok)
	}
	l.SetFilter("99")
	wantRows(t, paint(l, 12, 2), "No numbers.", "")
	l.SetFilter("")
	if l.Len() != 40 {
		t.Errorf("without a filter: %d", l.Len())
	}
}

func TestListScrollsAndHits(t *testing.T) {
	l := numbers(20)
	l.Wheel(1)
	wantRows(t, paint(l, 6, 5), "3    |", "4    #", "5    |", "6    |", "7    |")
	if index, ok := l.Hit(2); !ok || index != 5 || l.Index() != 0 {
		t.Errorf("hit %d %v, selected %d", index, ok, l.Index())
	}
	if _, ok := l.Hit(5); ok {
		t.Error("a hit below the area")
	}
	l.Wheel(99)
	if index, _ := l.Hit(4); index != 19 {
		t.Errorf("the last row shows %d", index)
	}
	l.Move(1) // the selected row comes back into sight
	if index, _ := l.Hit(0); index != 1 {
		t.Errorf("the first row shows %d", index)
	}
}

func TestListSelectedRowHasItsGround(t *testing.T) {
	l := numbers(3)
	l.Move(1)
	g := paint(l, 6, 3)
	for y := range 3 {
		for _, x := range []int{0, 5} {
			if _, s := g.Cell(x, y); (s.Ground == themes.Selected) != (y == 1) {
				t.Errorf("cell %d,%d stands on %v", x, y, s.Ground)
			}
		}
	}
}

func TestListSelectionIsAlwaysInSight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := numbers(rapid.IntRange(0, 30).Draw(t, "items"))
		for range 20 {
			switch n := rapid.IntRange(-12, 12).Draw(t, "n"); rapid.IntRange(0, 4).Draw(t, "act") {
			case 0:
				l.Move(n)
			case 1:
				l.Page(n)
			case 2:
				l.SetHeight(n)
				l.Move(0)
			case 3:
				l.SetFilter(fmt.Sprint(max(n, 0)))
			case 4:
				l.Wheel(n)
				l.Move(0)
			}
			seen := l.height == 0 || l.Len() == 0
			for y := range l.height {
				index, ok := l.Hit(y)
				seen = seen || ok && index == l.Index()
			}
			if !seen {
				t.Fatalf("selected %d, rows from %d, height %d, %d rows", l.Index(), l.first, l.height, l.Len())
			}
		}
	})
}

func TestThumb(t *testing.T) {
	tests := []struct {
		bar                 Bar
		height, top, length int
	}{
		{Bar{0, 10, 10}, 10, 0, 10}, // everything is on screen
		{Bar{0, 10, 20}, 10, 0, 5},
		{Bar{10, 10, 20}, 10, 5, 5},
		{Bar{5, 10, 20}, 10, 2, 5},
		{Bar{1, 10, 10_000}, 10, 1, 1}, // not at the top any more, and says so
		{Bar{9_989, 10, 10_000}, 10, 8, 1},
		{Bar{9_990, 10, 10_000}, 10, 9, 1},
		{Bar{3, 1, 9}, 1, 0, 1},
		{Bar{0, 0, 9}, 0, 0, 0},
	}
	for _, test := range tests {
		if top, length := test.bar.Thumb(test.height); top != test.top || length != test.length {
			t.Errorf("%v in %d: %d+%d, want %d+%d", test.bar, test.height, top, length, test.top, test.length)
		}
	}
}

func TestBarDragReachesBothEnds(t *testing.T) {
	b := Bar{First: 40, Shown: 10, Total: 100}
	if first := b.FirstAt(0, 10); first != 0 {
		t.Errorf("top: %d", first)
	}
	if first := b.FirstAt(9, 10); first != 90 {
		t.Errorf("bottom: %d", first)
	}
}

// A heading whose rows do not fit is not painted: a list does not end with it.
func TestAHeadingWithoutARowIsLeftOut(t *testing.T) {
	list := List[string]{Row: func(a grid.Area, item string, _ RowState) { a.Put(0, 0, item, themes.Style{}) },
		Head: func(item string) bool { return item == "Head" }}
	list.SetItems([]string{"one", "Head", "two"})
	for high, want := range map[int]bool{2: false, 3: true} {
		g := grid.New(8, high)
		list.Paint(g.Area(g.Bounds()), face.Look{})
		if got := strings.Contains(strings.Join(g.Text(), "\n"), "Head"); got != want {
			t.Errorf("in %d rows the heading is painted: %v", high, got)
		}
	}
}
