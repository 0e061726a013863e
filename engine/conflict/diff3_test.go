package conflict_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine/conflict"

	"pgregory.net/rapid"
)

// text makes a text of one line per word.
func text(words string) []byte {
	var b strings.Builder
	for _, w := range strings.Fields(words) {
		b.WriteString(w + "\n")
	}
	return []byte(b.String())
}

// sketch writes hunks as `kind base/mine/theirs`, and a Same hunk as its lines alone.
func sketch(hunks []conflict.Hunk) string {
	names := map[conflict.HunkKind]string{conflict.Mine: "mine", conflict.Theirs: "theirs", conflict.Both: "both",
		conflict.Clash: "clash"}
	words := func(lines []string) string { return strings.Join(strings.Fields(strings.Join(lines, "")), "") }
	var out []string
	for _, h := range hunks {
		if h.Kind == conflict.Same {
			out = append(out, words(h.Base))
			continue
		}
		out = append(out, names[h.Kind]+" "+words(h.Base)+"/"+words(h.Mine)+"/"+words(h.Theirs))
	}
	return strings.Join(out, ", ")
}

func TestHunksSayWhoChangedWhat(t *testing.T) {
	for _, c := range []struct{ name, base, mine, theirs, want string }{
		{"nothing at all", "", "", "", ""},
		{"nobody", "a b", "a b", "a b", "ab"},
		{"only mine", "a b c", "a X c", "a b c", "a, mine b/X/b, c"},
		{"only theirs", "a b c", "a b c", "a Y c", "a, theirs b/b/Y, c"},
		{"both the same", "a b c", "a X c", "a X c", "a, both b/X/X, c"},
		{"both the same insert", "a c", "a X c", "a X c", "a, both /X/X, c"},
		{"both removed it", "a b c", "a c", "a c", "a, both b//, c"},
		{"both differently", "a b c", "a X c", "a Y c", "a, clash b/X/Y, c"},
		{"apart by one line", "a b c", "X b c", "a b Y", "mine a/X/a, b, theirs c/c/Y"},
		{"neighbouring lines", "a b c d", "a X c d", "a b Y d", "a, clash bc/Xc/bY, d"},
		{"neighbouring lines, theirs above", "a b c d", "a b X d", "a Y c d", "a, clash bc/bX/Yc, d"},
		{"two inserts at one place", "a b", "a X b", "a Y b", "a, clash /X/Y, b"},
		{"two inserts at the start", "a", "X a", "Y a", "clash /X/Y, a"},
		{"two inserts at the end", "a", "a X", "a Y", "a, clash /X/Y"},
		{"an insert under a change", "a b c", "a X c", "a b Y c", "a, clash b/X/bY, c"},
		{"an insert above a change", "a b c", "a Y b c", "a X c", "a, clash b/Yb/X, c"},
		{"one removes, the other changes", "a b c", "a c", "a Y c", "a, clash b//Y, c"},
		{"both created it", "", "X", "Y", "clash /X/Y"},
		{"a chain of touching changes", "a b c d e", "a V c W e", "a b Y d e", "a, clash bcd/VcW/bYd, e"},
	} {
		if got := sketch(conflict.Diff3(text(c.base), text(c.mine), text(c.theirs))); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// Khanna, Kunal and Pierce, "A Formal Investigation of Diff3", figure 1: 1 4 5 2 3 6 against 1 2 4 5 3 6.
// Their longest match of mine is one of two of a length, so only what both have in common is held: the clash.
func TestMovedLinesClash(t *testing.T) {
	hunks := conflict.Diff3(text("1 2 3 4 5 6"), text("1 4 5 2 3 6"), text("1 2 4 5 3 6"))
	got := sketch(hunks)
	paper := "1, mine /45/, 2, clash 345/3/453, 6"
	other := "1, clash 23//2, 45, clash /23/3, 6"
	if got != paper && got != other {
		t.Errorf("got %q, want %q or %q", got, paper, other)
	}
}

func TestLineNumbersCountOnEachSide(t *testing.T) {
	hunks := conflict.Diff3(text("a b c d"), text("N M a b c d"), text("a b c Y"))
	want := [][3]int{{1, 1, 1}, {1, 3, 1}, {4, 6, 4}} // mine inserts two, then a to c stand, then theirs changes d
	if len(hunks) != len(want) {
		t.Fatalf("got %q, want three hunks", sketch(hunks))
	}
	for i, h := range hunks {
		if got := [3]int{h.BaseAt, h.MineAt, h.TheirsAt}; got != want[i] {
			t.Errorf("hunk %d begins at %v, want %v", i, got, want[i])
		}
	}
}

func TestMergeNamesTheSidesOfAClash(t *testing.T) {
	got, clashes := conflict.Merge(conflict.Diff3(text("a b c d e"), text("a X c d M"), text("a Y c d e")),
		conflict.Names{Mine: "Ana", Base: "v1", Theirs: "Ben"})
	want := "a\n<<<<<<< Ana\nX\n||||||| v1\nb\n=======\nY\n>>>>>>> Ben\nc\nd\nM\n"
	if string(got) != want || clashes != 1 {
		t.Errorf("got %d clashes in\n%s\nwant 1 in\n%s", clashes, got, want)
	}
}

func TestMergeKeepsAMissingNewline(t *testing.T) {
	for _, c := range []struct {
		name, base, mine, theirs, want string
		clashes                        int
	}{
		{"never there", "a\nb\nc", "X\nb\nc", "a\nb\nc", "X\nb\nc", 0},
		{"taken by mine", "a\nb\nc\n", "a\nb\nc", "Y\nb\nc\n", "Y\nb\nc", 0},
		{"given by theirs", "a\nb\nc", "X\nb\nc", "a\nb\nc\n", "X\nb\nc\n", 0},
		{"taken by mine, line added by theirs", "a\n", "a", "a\nY\n",
			"<<<<<<< M\na\n||||||| B\na\n=======\na\nY\n>>>>>>> T\n", 1},
		{"in a clash, a marker begins a line", "a", "X", "Y", "<<<<<<< M\nX\n||||||| B\na\n=======\nY\n>>>>>>> T\n", 1},
	} {
		got, clashes := conflict.Merge(conflict.Diff3([]byte(c.base), []byte(c.mine), []byte(c.theirs)),
			conflict.Names{Mine: "M", Base: "B", Theirs: "T"})
		if string(got) != c.want || clashes != c.clashes {
			t.Errorf("%s: got %d clashes in %q, want %d in %q", c.name, clashes, got, c.clashes, c.want)
		}
	}
}

func TestLinesTellKeptRemovedAdded(t *testing.T) {
	got := conflict.Lines([]byte("a\nb\nc"), []byte("a\nX\nc\n"))
	want := []conflict.DiffLine{
		{Kind: conflict.Kept, Text: "a\n", Old: 1, New: 1}, {Kind: conflict.Removed, Text: "b\n", Old: 2},
		{Kind: conflict.Removed, Text: "c", Old: 3}, {Kind: conflict.Added, Text: "X\n", New: 2},
		{Kind: conflict.Added, Text: "c\n", New: 3},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// three draws a base and two texts made from it by a few edits, so that clean hunks and clashes both occur.
func three(t *rapid.T) (base, mine, theirs []byte) {
	lines := rapid.SliceOfN(rapid.SampledFrom([]string{"a\n", "b\n", "c\n", "d\n", "\n"}), 0, 12).Draw(t, "base")
	edit := func(who string) []byte {
		out := slices.Clone(lines)
		for range rapid.IntRange(0, 3).Draw(t, who+" edits") {
			at := rapid.IntRange(0, len(out)).Draw(t, "at")
			end := min(len(out), at+rapid.IntRange(0, 2).Draw(t, "remove"))
			put := rapid.SliceOfN(rapid.SampledFrom([]string{"a\n", "x\n", "y\n"}), 0, 2).Draw(t, "put")
			out = slices.Replace(out, at, end, put...)
		}
		return ending(t, strings.Join(out, ""))
	}
	return ending(t, strings.Join(lines, "")), edit("mine"), edit("theirs")
}

// ending takes the last newline away now and then.
func ending(t *rapid.T, text string) []byte {
	if rapid.Bool().Draw(t, "open end") {
		text = strings.TrimSuffix(text, "\n")
	}
	return []byte(text)
}

func TestHunksAreTheWholeOfEverySide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, mine, theirs := three(t)
		var b, m, o []string
		for _, h := range conflict.Diff3(base, mine, theirs) {
			if h.BaseAt != len(b)+1 || h.MineAt != len(m)+1 || h.TheirsAt != len(o)+1 {
				t.Fatalf("a hunk begins at %d/%d/%d, want %d/%d/%d",
					h.BaseAt, h.MineAt, h.TheirsAt, len(b)+1, len(m)+1, len(o)+1)
			}
			b, m, o = append(b, h.Base...), append(m, h.Mine...), append(o, h.Theirs...)
		}
		for _, s := range []struct {
			name, want string
			got        []string
		}{{"base", string(base), b}, {"mine", string(mine), m}, {"theirs", string(theirs), o}} {
			if got := strings.Join(s.got, ""); got != s.want {
				t.Fatalf("the hunks give %s as %q, want %q", s.name, got, s.want)
			}
		}
	})
}

func TestChangedHunksAreApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hunks := conflict.Diff3(three(t))
		for i := 1; i < len(hunks); i++ {
			if (hunks[i-1].Kind == conflict.Same) == (hunks[i].Kind == conflict.Same) {
				t.Fatalf("hunks %d and %d should be one: %s", i-1, i, sketch(hunks))
			}
		}
	})
}

func TestOneSideAloneNeverClashes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, mine, _ := three(t)
		for name, hunks := range map[string][]conflict.Hunk{
			"theirs is the base": conflict.Diff3(base, mine, base),
			"mine is the base":   conflict.Diff3(base, base, mine),
			"both are the same":  conflict.Diff3(base, mine, mine),
		} {
			if got, clashes := conflict.Merge(hunks, conflict.Names{}); string(got) != string(mine) || clashes != 0 {
				t.Fatalf("%s: got %d clashes in %q, want %q", name, clashes, got, mine)
			}
		}
	})
}

func TestAClashIsTheSameFromBothSides(t *testing.T) {
	mirror := map[conflict.HunkKind]conflict.HunkKind{conflict.Same: conflict.Same, conflict.Mine: conflict.Theirs,
		conflict.Theirs: conflict.Mine, conflict.Both: conflict.Both, conflict.Clash: conflict.Clash}
	rapid.Check(t, func(t *rapid.T) {
		base, mine, theirs := three(t)
		here, there := conflict.Diff3(base, mine, theirs), conflict.Diff3(base, theirs, mine)
		if len(here) != len(there) {
			t.Fatalf("%d hunks from here, %d from there", len(here), len(there))
		}
		for i, h := range here {
			o := there[i]
			if o.Kind != mirror[h.Kind] || !slices.Equal(o.Mine, h.Theirs) || !slices.Equal(o.Theirs, h.Mine) ||
				!slices.Equal(o.Base, h.Base) {
				t.Fatalf("hunk %d: %s from here, %s from there", i, sketch(here), sketch(there))
			}
		}
	})
}

func TestLinesAreTheWholeOfBothTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, older, newer := three(t)
		var was, is []string
		for _, l := range conflict.Lines(older, newer) {
			if l.Kind != conflict.Added {
				was = append(was, l.Text)
			}
			if l.Kind != conflict.Removed {
				is = append(is, l.Text)
			}
			if (l.Kind != conflict.Added && l.Old != len(was)) || (l.Kind != conflict.Removed && l.New != len(is)) ||
				(l.Kind == conflict.Added && l.Old != 0) || (l.Kind == conflict.Removed && l.New != 0) {
				t.Fatalf("line %+v stands at %d and %d", l, len(was), len(is))
			}
		}
		if strings.Join(was, "") != string(older) || strings.Join(is, "") != string(newer) {
			t.Fatalf("the lines give %q and %q, want %q and %q", was, is, older, newer)
		}
	})
}
