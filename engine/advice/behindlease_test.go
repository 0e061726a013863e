package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A lease keeps a writer out while it stands. One that had read nothing and sends the same again afterwards writes over
// what was written under it, as the comparison of guards shows in race f05; one that read first reads again.
func TestALeaseIsNoCureForWhoNeverReads(t *testing.T) {
	const (
		share = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share s\nseed: create-file s/f 4\n"
		wrote = "ben: put-range s/f BB range=0-1\nann: put-range s/f AA range=0-1 from=m\n"
	)
	for lines, again := range map[string]bool{
		share + "ann: put-range s/f A range=0-0 as m\n" + wrote:                    true,
		share + "ann: put-range s/f A range=0-0 as m\nben: get-file s/f\n" + wrote: false,
	} {
		card, found := cardAtEnd(t, lines, engine.LostUpdate)
		stops := strings.Join(card.Stops, " ")
		if !found || !strings.Contains(stops, "A lease taken by Ana before #3: Ben's request would get 412.") ||
			strings.Contains(stops, "it would replace Ana's work: who waits for a lease reads") != again {
			t.Errorf("%s: %v %q", lines, found, stops)
		}
	}
}
