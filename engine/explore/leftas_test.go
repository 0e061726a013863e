package explore

import (
	"bytes"
	"fmt"
	"reflect"
)

// LeftAs holds what a search takes for what all share behind steps that left it as it was against what is made of the
// world there; it gives how many steps did, and which differ.
func LeftAs(in Input, b Budget) (left int, wrong []string) {
	s := newSearch(in, b, nil)
	s.run()
	for state := range uint32(s.expansions) {
		words := s.at(state)
		p := &place{search: s, state: state, words: words, left: s.left[words[0]]}
		p.bring()
		p.eachKey(words, func(at int, k kind, _ asked) bool {
			p.eachChoice(move{kind: k, actor: int(p.who[at])}, func(m move) {
				got, ok := p.leftAs(p.stage)
				if !ok {
					return
				}
				left++
				want := s.sharedForm(p.stage)
				if !bytes.Equal(got.shared, want.shared) || !sameFacts(got.facts, want.facts) {
					wrong = append(wrong, fmt.Sprintf("%v: %q, want %q", m, got.shared, want.shared))
				}
			})
			return true
		})
	}
	return left, wrong
}

func sameFacts(a, b *scribe) bool {
	list := func(c *scribe) []any {
		return []any{c.tokens.list, c.events.list, c.requests.list, c.writers.list, c.named, c.texts, c.traits,
			c.wishes, c.record, c.now, c.leaves, c.dead}
	}
	return reflect.DeepEqual(list(a), list(b))
}

// BeganAgain says whether a search took a request for one that shows all that its writer knew, and it did not.
func BeganAgain(in Input, b Budget) bool {
	s := newSearch(in, b, nil)
	may := s.rules.Reread
	s.run()
	return may && !s.rules.Reread
}

// Swapped says whether a search takes all its writes for compare-and-swaps, and whether it began again as one was none.
func Swapped(in Input, b Budget) (may, again bool) {
	s := newSearch(in, b, nil)
	may = s.rules.Swaps
	s.run()
	return may && s.rules.Swaps, may && !s.rules.Swaps
}
