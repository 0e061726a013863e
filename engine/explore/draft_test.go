package explore

import (
	"slices"
	"testing"

	"interleave/engine"
)

// What a client wrote may be the text of a token that a later record mints: it is a token from then on, and again a
// mere text where that record is taken back.
func TestATextIsATokenOnceItIsMinted(t *testing.T) {
	token := engine.Token{Kind: engine.ETag, N: 5<<16 | 1}
	d := newDrafts(newFieldTable(false), nil, nil)
	for _, moment := range []struct {
		newest int
		is     bool
	}{{4, false}, {5, true}, {6, true}, {4, false}} {
		atoms := d.text("if "+token.String()+" stands", moment.newest).atoms
		is := slices.ContainsFunc(atoms, func(a atom) bool { return a.as == asToken && a.number == token.N })
		if is != moment.is {
			t.Errorf("at record %d a token of record 5 stands in the text: %v", moment.newest, is)
		}
	}
}

// Few things and many have the numbers of their first mention.
func TestThingsAreNumberedByTheirFirstMention(t *testing.T) {
	var n numbering[int]
	for i := range 3 * fewNumbered {
		if at := n.add(100 - i); at != i {
			t.Fatalf("the thing behind %d others has the number %d", i, at)
		}
		for known := range i + 1 {
			if at, ok := n.of(100 - known); at != known || !ok {
				t.Fatalf("of %d things that with number %d has %d, %v", i+1, known, at, ok)
			}
		}
		if at, ok := n.of(1000); at != 0 || ok {
			t.Fatalf("of %d things one that was never mentioned has number %d", i+1, at)
		}
	}
}
