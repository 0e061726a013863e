package advice_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
)

// What people who knew public bug reports were not convinced by: what no writer can know, a guard that was not named,
// and what is nobody's work.
func TestAdviceThatWasNotBelieved(t *testing.T) {
	const (
		who     = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		stock   = who + "seed: create-table stock\n"
		upserts = "ann: insert-or-merge-entity stock/p/r .a=1 from=g\n" +
			"ben: insert-or-merge-entity stock/p/r .a=3 from=h\n"
		looked = "ann: get-entity stock/p/r as g\nben: get-entity stock/p/r as h\n"
		beside = who + "seed: create-container wiki\nseed: put-blob wiki/a v1\nann: get-blob-metadata wiki/a as g\n" +
			"ann: send set-blob-metadata wiki/a meta.x=1 if-match=$g.etag as s\ndeliver s\nlose s\n" +
			"ann: set-blob-metadata wiki/a meta.x=1 if-match=$g.etag again=s\n"
	)
	for _, row := range []struct {
		lines       string
		kind        engine.Trouble
		want, never string
	}{
		{stock + looked + upserts, engine.LostUpdate, "insert-entity. The answer would be 409.", "no control"},
		{beside, engine.OwnEcho, "this refusal does not say whose work it met. Read what is there. If it is what #4 " +
			"was to set, nothing is left to send", "was done"},
		{beside + "ann: get-blob-metadata wiki/a\n", engine.OwnEcho, "#6 has read it. If it is what #4 was to set",
			"was done"},
		{who + "ann: send CONFIG SET maxmemory 1 as c\nlose c\n", engine.NoAnswer, "No work is in doubt.", "read"},
	} {
		card, found := cardAtEnd(t, row.lines, row.kind)
		said := strings.Join(slices.Concat([]string{card.Say}, card.Stops), " ")
		if !found || !strings.Contains(said, row.want) || row.never != "" && strings.Contains(said, row.never) {
			t.Errorf("%s%q", row.lines, said)
		}
	}
}
