package explore_test

import (
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"interleave/engine/catalog"
	"interleave/engine/explore"
	"interleave/engine/guards"
	"interleave/engine/scenario"
)

// Under every guard that the requests of a drawn scenario know, a search finds what following every order by itself
// finds: what a guard fills in, leaves out or writes into the plans is carried out in both. INTERLEAVE_DRAWN=N tries a
// sixth of N scenarios.
func TestDrawnScenariosUnderGuardsAreCountedAsOneByOne(t *testing.T) {
	tries := 3
	if n, err := strconv.Atoi(os.Getenv("INTERLEAVE_DRAWN")); err == nil {
		tries = n / 6
	}
	r := rand.New(rand.NewPCG(seedOf(t, 29), 7))
	services := catalog.New().Services()
	compared := 0
	for range tries {
		d := &drawing{Rand: r, from: drawnFrom[r.IntN(len(drawnFrom))]}
		text := d.scenario()
		b := explore.Budget{Faults: r.IntN(3) / 2, Jumps: r.IntN(3) / 2, States: 4000}
		f, err := scenario.Parse("drawn.race", []byte(text), services)
		if err != nil {
			continue
		}
		s, err := f.Searched()
		if err != nil || !s.Any() || strings.Contains(text, "wish ") { // an enumeration tells no wishes
			continue
		}
		for _, row := range guards.Orders(s.Input, b, nil, nil) {
			if row.Found == nil || !row.Found.Complete() || row.Found.Schedules == nil ||
				row.Found.Schedules.Cmp(big.NewInt(300)) > 0 {
				continue
			}
			c, ok := explore.Enumerate(row.Input, b, 400)
			if !ok {
				continue
			}
			compared++
			found := explore.Search(row.Input, b, nil, nil)
			if diff := explore.Compare(found, c); diff != "" {
				t.Errorf("%s %+v\n%s\n%s", row.ID, b, text, diff)
			}
		}
	}
	t.Log(compared, "rows compared")
}
