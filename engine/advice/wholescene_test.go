package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// That a service gives no control is a claim of its own: not where Merge Entity under the tag of what was read refuses
// (Azure, "Managing concurrency in Table storage"), nor where an open or a lease of the file would (Azure, "Managing
// concurrency in Azure Files"). What one's own later write showed is no reading of what another had written before.
func TestNoControlIsSaidWhereThereIsNone(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		rows = who + "seed: create-table tab\nseed: insert-entity tab/p/r .n=1 .s=a\nann: get-entity tab/p/r as a0\n" +
			"ben: merge-entity tab/p/r .n=2 if-match=*\n"
		own  = "ann: merge-entity tab/p/r .s=z if-match=*\n"
		last = "ann: insert-or-merge-entity tab/p/r .n=5\n"
		docs = who + "seed: create-share docs\nseed: create-file docs/f.txt 10\n" +
			"ann: smb-create docs/f.txt access=RW share=RW as ah\nann: smb-read $ah.handle as r\n" +
			"ben: put-range docs/f.txt 11111 range=0-4\nann: smb-write $ah.handle 22222 offset=0\n"
		shut = "ann: smb-close $ah.handle\n"
		make = "ben: create-file docs/f.txt 10\n"
	)
	for _, row := range []struct{ name, race, stops, say, never string }{
		{"a merge under what was read", rows + last, "merge-entity If-Match ..00.0. The answer would be 412.", "",
			"no control"},
		{"also behind a write of one's own", rows + own + last,
			"merge-entity If-Match ..00.0. The answer would be 412.", "", "no control"},
		{"the other's handle stands open", docs + make,
			"Had #3 been shared with nobody, the answer to Ben's request would be 409.", "", "no control"},
		{"the other has closed it", docs + shut + make, "",
			"nothing that Ben could add to #8 stops it. The comparison of guards tries here what every writer would " +
				"have to keep to from its first read on: lease, shared with nobody, byte-range lock.", "no control"},
	} {
		card, found := cardAtEnd(t, row.race, engine.LostUpdate)
		stops := strings.Join(card.Stops, " ")
		if !found || !strings.Contains(stops, row.stops) || row.stops == "" && stops != "" ||
			!strings.Contains(card.Say, row.say) || strings.Contains(card.Say, row.never) {
			t.Errorf("%s: found %t: %s\n%s", row.name, found, stops, card.Say)
		}
	}
}
