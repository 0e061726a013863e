package conflict_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/enginetest"
	"interleave/engine/timeline"
)

// What a write replaced unread is the same whether the world before it is asked or the one at the branch's end: a card
// that looks back says what the log said.
func TestUnreadIsTheSameInEveryLaterWorld(t *testing.T) {
	unread := 0
	enginetest.Played(t, func(name string, tl *timeline.Timeline) {
		goesOn := map[int]bool{}
		for n := 1; n <= tl.Last(); n++ {
			goesOn[tl.Record(n).Parent] = true
		}
		for tip := 1; tip <= tl.Last(); tip++ {
			if goesOn[tip] {
				continue
			}
			end := tl.At(tip)
			for n := tip; n != 0; n = tl.Record(n).Parent {
				w := tl.At(tl.Record(n).Parent)
				for i, e := range tl.Events(n) {
					then, ok := conflict.Unread(w, e)
					now, same := conflict.Unread(end, e)
					if ok != same || then.Part.Same(now.Part) != true || then.Mark != now.Mark {
						t.Errorf("%s, record %d: %v %v before it, %v %v at the end", name, n, ok, then, same, now)
					}
					if ok {
						unread++
					}
					w.Redo(tl.Events(n)[i : i+1])
				}
			}
		}
	})
	if unread < 10 {
		t.Errorf("only %d writes replaced work unread: the races no longer try this", unread)
	}
}

// Programs that say the same again and again are judged in one look each. Walking back through what each of them had
// left alone doubled with every two requests: of two hundred nobody would live to see the end.
func TestWhatManyLeaveAloneIsNotWalkedAgain(t *testing.T) {
	var lines strings.Builder
	lines.WriteString("writer cem\nseed: create-table stock\nseed: insert-entity stock/p/r .a=1\n" +
		"ann: get-entity stock/p/r\nben: get-entity stock/p/r\ncem: get-entity stock/p/r\n")
	for range 70 {
		for _, by := range []string{"ann", "ben", "cem"} {
			lines.WriteString(by + ": merge-entity stock/p/r .a=1 if-match=*\n")
		}
	}
	r, last := run(t, lines.String()+"ben: merge-entity stock/p/r .a=2 if-match=*\n"+
		"ann: merge-entity stock/p/r .a=3 if-match=*\n")
	silent := 0
	for _, o := range r.Outcomes {
		for _, found := range slices.Concat(o.Marks...) {
			if found.Severity == engine.SeveritySilent {
				silent++
			}
		}
	}
	if silent != 1 || last.Kind != engine.LostUpdate || last.Whose != "ben" {
		t.Errorf("%d silent marks, the last %s of %s; only ben had anything to lose, at the end", silent, last.Kind,
			last.Whose)
	}
}
