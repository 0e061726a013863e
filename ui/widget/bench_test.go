package widget

import (
	"fmt"
	"strings"
	"testing"

	"interleave/themes"
	"interleave/ui/grid"

	tea "charm.land/bubbletea/v2"
)

func textOf(lines int) string {
	return strings.TrimSuffix(strings.Repeat("Open 9 to 5, closed on Sunday, and on all the other days too.\n", lines),
		"\n")
}

// bodies are texts of growing length, and the worst one: all bytes that a body may have, in one line.
func bodies() map[string]string {
	return map[string]string{"12": textOf(12), "100": textOf(100), "1000": textOf(1000),
		"one-line-of-64kB": strings.Repeat("0123456789 abcde", 4096)}
}

func inTheMiddle(t testing.TB, text string) (*Editor, grid.Area) {
	e := NewEditor(1 << 20)
	if err := e.SetText(text); err != nil {
		t.Fatal(err)
	}
	g := grid.New(40, 20)
	e.Paint(g.Area(g.Bounds()), ascii)
	e.MoveTo(Pos{len(e.body.lines) / 2, 10})
	return e, g.Area(g.Bounds())
}

func BenchmarkKey(b *testing.B) {
	for name, text := range bodies() {
		b.Run(name, func(b *testing.B) {
			e, area := inTheMiddle(b, text)
			insert, erase := key("x"), key("backspace")
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if i%2 == 0 {
					e.Update(insert)
				} else {
					e.Update(erase)
				}
				e.Paint(area, ascii)
			}
		})
	}
}

func BenchmarkEnter(b *testing.B) {
	e, area := inTheMiddle(b, textOf(1000))
	for i := 0; b.Loop(); i++ {
		e.Update(key([]string{"enter", "backspace"}[i%2]))
		e.Paint(area, ascii)
	}
}

func BenchmarkList(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			l := numbers(n)
			g := grid.New(40, 20)
			b.ReportAllocs()
			for b.Loop() {
				l.Move(1)
				l.Paint(g.Area(g.Bounds()), ascii)
			}
		})
	}
}

func BenchmarkTree(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			tree := NewTree("")
			tree.SetRoots(forest(n))
			g := grid.New(40, 20)
			b.ReportAllocs()
			for b.Loop() {
				tree.Move(1)
				tree.Paint(g.Area(g.Bounds()), ascii)
			}
		})
	}
}

// A key may not cost more in a longer text: counted in allocations, which do not depend on the machine.
func TestKeyAllocatesTheSameInAnyText(t *testing.T) {
	cost := func(lines int) float64 {
		e, area := inTheMiddle(t, textOf(lines))
		insert, erase := key("x"), key("backspace")
		return testing.AllocsPerRun(50, func() {
			e.Update(insert)
			e.Paint(area, ascii)
			e.Update(erase)
			e.Paint(area, ascii)
		})
	}
	short, long := cost(12), cost(1000)
	if long > short+10 || long > 200 { // ten more: line numbers have more digits
		t.Errorf("two keys allocate %v times in 12 lines and %v times in 1,000", short, long)
	}
}

// Only what is on screen is painted, however many rows there are.
func TestListPaintsOnlyWhatIsOnScreen(t *testing.T) {
	painted := 0
	l := numbers(10_000)
	l.Row = func(a grid.Area, n int, _ RowState) {
		painted++
		a.Put(0, 0, fmt.Sprint(n), themes.Style{})
	}
	paint(l, 20, 12)
	if painted != 12 {
		t.Errorf("%d rows painted in an area of 12", painted)
	}
}

// A key in a line to type in, with suggestions for it.
func BenchmarkInputKey(b *testing.B) {
	in := NewInput(":", 4096)
	in.Suggest([]string{"theme dark", "theme light", "guard if-match"})
	press := [2]tea.KeyPressMsg{key("t"), key("backspace")}
	for i := range b.N {
		in.Update(press[i%2])
	}
}
