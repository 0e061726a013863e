package conflict_test

import (
	"fmt"
	"index/suffixarray"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"interleave/engine/conflict"
)

// What is left out in front and behind is equal in all texts, and where nothing was cut, the excerpt with it is the
// whole again.
func TestAnExcerptIsWhereTextsDiffer(t *testing.T) {
	lines := func(n int) []string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf("line %d of many, with é in it\n", i)
		}
		return list
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		base := lines(6_000)
		at := random.IntN(len(base))
		mine, theirs := append([]string(nil), base...), append([]string(nil), base...)
		mine[at] = "mine\n"
		theirs = append(theirs[:at], theirs[min(at+random.IntN(40), len(theirs)):]...)
		whole := []string{strings.Join(base, ""), strings.Join(mine, ""), strings.Join(theirs, "")}
		e := conflict.Differing(whole...)
		front := strings.Join(base[:e.Front], "")
		back := strings.Join(base[len(base)-e.Back:], "")
		if e.Whole || e.Cut {
			t.Fatalf("whole: %t, cut: %t", e.Whole, e.Cut)
		}
		for i, part := range e.Texts {
			if front+part+back != whole[i] {
				t.Fatalf("change at %d: text %d is another", at, i)
			}
			if n := strings.Count(part, "\n"); n > 60 {
				t.Fatalf("change at %d: %d lines of text %d are compared", at, n, i)
			}
		}
	}
}

func TestShortTextsAreComparedWhole(t *testing.T) {
	short := strings.Repeat("x\n", conflict.CompareMost/2)
	if e := conflict.Differing(short, ""); !e.Whole || e.Cut || e.Texts[0] != short || e.Texts[1] != "" {
		t.Errorf("whole: %t, cut: %t", e.Whole, e.Cut)
	}
}

// Two bodies as long as a program may send, with nothing in common, and with an endless line: little is compared. What
// would compare all of them would not end.
func TestAnExcerptOfLongTextsIsShort(t *testing.T) {
	const size = 16 << 20
	a, b := strings.Repeat("one line\n", size/9), strings.Repeat("other line\n", size/11)
	endless := strings.Repeat("é", size/2)
	for _, texts := range [][]string{{a, b, endless}, {endless, endless[:size/2] + "x" + endless[size/2:]}, {a, ""},
		{a, a[:len(a)-1]}, {a, a}} {
		e := conflict.Differing(texts...)
		for i, part := range e.Texts {
			if len(part) > conflict.CompareMost || !strings.Contains(texts[i], part) {
				t.Errorf("%d bytes are compared", len(part))
			}
		}
		if e.Cut != (len(texts) == 3 || texts[1] == "") {
			t.Errorf("cut: %t", e.Cut)
		}
	}
}

// Where an excerpt is cut, the other side may have its last lines behind the cut: no line that stands in both is shown
// as taken away or put in.
func TestACutExcerptTakesAwayNoLineOfBoth(t *testing.T) {
	var b strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&b, "line %05d\n", i)
	}
	base := b.String()
	changed := strings.TrimSuffix(base, "line 09999\n") + "changed\n"
	inserted := strings.Repeat("a line of which there are many, put in above all the others, to fill it\n", 1_000)
	oneLine := "x" + strings.TrimSuffix(strings.ReplaceAll(base, "\n", " "), " ")
	long := strings.Repeat("y", 90_000) + "\n"
	for name, texts := range map[string][2]string{
		"a line above":          {base, "new first\n" + changed},
		"much above":            {base, inserted + changed},
		"no text":               {base, ""},
		"a short text":          {base, "nothing\nline 09998\n"},
		"one line for all":      {base, oneLine},
		"much above a long one": {long, inserted + long},
	} {
		base, mine := texts[0], texts[1]
		e := conflict.Differing(base, mine)
		if !e.Cut {
			t.Fatalf("%s: nothing is cut", name)
		}
		inBase, inMine := suffixarray.New([]byte(base)), suffixarray.New([]byte(mine))
		both := func(line string) bool {
			return len(inBase.Lookup([]byte(line), 1)) > 0 && len(inMine.Lookup([]byte(line), 1)) > 0
		}
		lines := conflict.Lines([]byte(e.Texts[0]), []byte(e.Texts[1]))
		for _, l := range lines {
			if l.Kind != conflict.Kept && both(l.Text) {
				t.Errorf("%s: %q stands in both, and is shown as another's", name, l.Text)
				break
			}
		}
		for _, h := range conflict.Diff3([]byte(e.Texts[0]), []byte(e.Texts[1]), []byte(e.Texts[0])) {
			for _, l := range h.Base {
				if h.Kind != conflict.Same && both(l) {
					t.Fatalf("%s: %q is taken away", name, l)
				}
			}
		}
		if name == "a line above" && (len(lines) == 0 || lines[0].Text != "new first\n") {
			t.Errorf("%s: it is not shown", name)
		}
		if name == "no text" && len(lines) < 5_000 {
			t.Errorf("%s: of what was taken away %d lines are shown", name, len(lines))
		}
	}
}

// Only whole lines count as being as before; of a long line that differs in its middle, the rest is said to be so.
func TestALineThatDiffersIsNotAsBefore(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	other := long[:50_000] + "y" + long[50_001:]
	e := conflict.Differing(long, other)
	front, back := e.LeftOut()
	if e.Front != 0 || e.Back != 0 || !slices.Equal(front, []string{"(the beginning of the line is as before)"}) ||
		!slices.Equal(back, []string{"(the end of the line is as before)"}) {
		t.Errorf("of one line: %q, %q", front, back)
	}
	e = conflict.Differing("a\nb\n"+long+"\nc", "a\nb\n"+other+"\nc")
	front, back = e.LeftOut()
	if !slices.Equal(front, []string{"(2 lines as before)", "(the beginning of the line is as before)"}) ||
		!slices.Equal(back, []string{"(the end of the line is as before)", "(1 line as before)"}) {
		t.Errorf("of a line between others: %q, %q", front, back)
	}
}
