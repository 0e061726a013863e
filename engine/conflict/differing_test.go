package conflict_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

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

// Two bodies as long as a program may send, with nothing in common, and with an endless line: little is compared, soon.
func TestAnExcerptOfLongTextsIsShort(t *testing.T) {
	const size = 16 << 20
	a, b := strings.Repeat("one line\n", size/9), strings.Repeat("other line\n", size/11)
	endless := strings.Repeat("é", size/2)
	for _, texts := range [][]string{{a, b, endless}, {endless, endless[:size/2] + "x" + endless[size/2:]}, {a, ""},
		{a, a[:len(a)-1]}, {a, a}} {
		begun := time.Now()
		e := conflict.Differing(texts...)
		if took := time.Since(begun); took > time.Second {
			t.Errorf("it takes %v", took)
		}
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
