package explore_test

import (
	"strings"
	"testing"

	"interleave/engine/explore"
)

// Among the shortest orders that make a mark stands the one with the fewest faults, jumps and changes of the writer:
// as few as in the best of all orders, followed one by one.
func TestTheExampleIsTheMostReadable(t *testing.T) {
	lost := strings.ReplaceAll(cond(2, 1), "      break on", "      on lost w\n        wait 5s\n      break on")
	for _, c := range []struct {
		text   string
		budget explore.Budget
	}{
		{lost, explore.Budget{Faults: 1, Jumps: 1}}, {blind(3, 1), explore.Budget{Stops: 1}},
		{blind(2, 2), explore.Budget{Copies: 1}},
	} {
		in := explore.Input{World: start(t, c.text)}
		one, ok := explore.Enumerate(in, c.budget, 50000)
		if !ok {
			t.Fatal("too many orders to follow one by one")
		}
		for _, m := range explore.Search(in, c.budget, nil, nil).Marks {
			kind := string(m.Severity) + " " + string(m.Kind)
			if got, want := explore.EffortOf(m.Example), one.Efforts[kind]; got != want ||
				m.Length != one.Length[kind] {
				t.Errorf("%s in %d steps: effort %v, least %v\n%v", kind, m.Length, got, want, m.Example)
			}
		}
	}
}

// Ben reads and writes between what Ann does: two changes of the writer, and the first writer begins.
func TestTheFirstWriterBegins(t *testing.T) {
	var who []string
	for _, s := range find(t, blind(3, 2), explore.Budget{}, "").Marks[0].Example {
		who = append(who, s.By)
	}
	if got := strings.Join(who, " "); got != "w0 w1 w1 w0" {
		t.Errorf("%s, want w0 w1 w1 w0", got)
	}
}
