package conflict_test

import (
	"testing"

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
