package engine

import (
	"fmt"
	tt "testing"

	"pgregory.net/rapid"
)

// The oracle of a table is a map, also for names that requests get by themselves: in order, with gaps, by hand, taken
// back, and on forks that go on apart.
func TestForksShareTheRowOfNames(t *tt.T) {
	rapid.Check(t, func(t *rapid.T) {
		tables, oracles := []*table{NewTable[*word]("name").t}, []map[string]string{{}}
		for i := range rapid.IntRange(1, 120).Draw(t, "steps") {
			n := rapid.IntRange(0, len(tables)-1).Draw(t, "table")
			one, names := tables[n], oracles[n]
			name := fmt.Sprint(rapid.SampledFrom([]string{"r", "r", "r", "r0", "q"}).Draw(t, "letter"),
				rapid.IntRange(0, 90).Draw(t, "number"))
			switch rapid.SampledFrom([]string{"next", "next", "write", "delete", "fork"}).Draw(t, "kind") {
			case "fork":
				fork := map[string]string{}
				for name, text := range names {
					fork[name] = text
				}
				tables, oracles = append(tables, one.fork()), append(oracles, fork)
				continue
			case "delete":
				one.set(name, nil)
				delete(names, name)
				continue
			case "next":
				name = fmt.Sprint("r", len(one.index.row.places)+1)
			}
			names[name] = fmt.Sprint(i)
			one.set(name, &word{names[name]})
		}
		for n, one := range tables {
			for name, text := range oracles[n] {
				if w, ok := one.get(name).(*word); !ok || w.text != text {
					t.Fatalf("table %d has %v under %s, the oracle %s", n, w, name, text)
				}
			}
			if got := one.sorted(); len(got) != len(oracles[n]) || one.live != len(got) {
				t.Fatalf("table %d has %d names, %d live, the oracle %d", n, len(got), one.live, len(oracles[n]))
			}
		}
	})
}
