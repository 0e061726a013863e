package dialogs

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/ui/grid"
)

// A text with a tail is cut in front of that: what each writer heard tells ends apart.
func TestATailStaysWhereTheTextIsCut(t *testing.T) {
	one := row{text: "Open 9 to 5, closed on Sunday", tail: "Ana 201, Ben 412"}
	c := newChooser("", "", []row{one})
	if c.textW != len("Open 9 to 5, closed on Sunday, Ana 201, Ben 412") {
		t.Errorf("it wants %d columns", c.textW)
	}
	for _, w := range []int{30, 40, 60} {
		if got := fitted(one, w, grid.ASCII()); !strings.HasSuffix(got, ", Ana 201, Ben 412") || grid.Width(got) > w {
			t.Errorf("in %d columns: %q", w, got)
		}
	}
}

// Where the tail is too long it is said in fewer words before it is cut: the names of three threads begin alike.
func TestATailIsBriefWhereItDoesNotFit(t *testing.T) {
	called := func(titles ...string) (list []*engine.Writer) {
		for _, title := range titles {
			list = append(list, &engine.Writer{Member: &engine.Member{Title: title}})
		}
		return list
	}
	threads := called("Thread A", "Thread B", "Thread C")
	if alike := alikeCalled(threads); alike != "Thread " {
		t.Fatalf("three threads are called %q alike", alike)
	}
	for _, others := range [][]*engine.Writer{threads[:1], called("Ana", "Ben"), called("Thread", "Thread A")} {
		if alike := alikeCalled(others); alike != "" {
			t.Errorf("%s and others are called %q alike", others[0].Title, alike)
		}
	}
	one := row{text: `{"datasets":["A","B","C"]}`, tail: "Thread A 412, Thread B 412, Thread C 200"}
	one.brief = strings.ReplaceAll(one.tail, "Thread ", "")
	for w, want := range map[int]string{39: `, A 412, B 412, C 200`, 70: `]}, Thread A 412, Thread B 412, Thread C 200`} {
		if got := fitted(one, w, grid.ASCII()); !strings.HasSuffix(got, want) || grid.Width(got) > w {
			t.Errorf("in %d columns: %q, want its end %q", w, got, want)
		}
	}
}
