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
		first = who + "seed: create-bucket lake\nann: send put-object lake/01 A if-none-match=* as p\ndeliver p\n" +
			"lose p\n"
		late = who + "seed: create-container wiki\nseed: put-blob wiki/a v1\nann: get-blob wiki/a as g\n" +
			"ann: send put-blob wiki/a mine if-match=$g.etag as s\ntimeout s\n" +
			"ann: put-blob wiki/a mine if-match=$g.etag again=s\ndeliver s\nlose s\n"
		jobs = who + "seed: create-queue jobs\nseed: put-message jobs m\n" +
			"ann: get-messages jobs visibilitytimeout=30 as g\n" +
			"ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30 as u\nclock +20s\n" +
			"ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=30\nann: does $g.0\n" +
			"ann: delete-message $g.0 popreceipt=$g.0.receipt does=none\nclock +15s\n" +
			"ben: get-messages jobs as h\nben: does $h.0\n"
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
		{first + "ann: put-object lake/02 A if-none-match=*\nben: put-object lake/02 B if-none-match=*\n",
			engine.AlreadyThere, "Ana's #3 put the text of #2 into lake/02 too. #2 had put it into lake/01, and " +
				"Ana had not heard that.", ""},
		{first + "ann: put-object lake/02 C if-none-match=*\nben: put-object lake/02 B if-none-match=*\n",
			engine.AlreadyThere, "", "too"}, // another text
		{first + "ann: put-object lake/01 A if-none-match=* again=p\nann: put-object lake/02 A if-none-match=*\n",
			engine.OwnEcho, "#4 has put the same text into lake/02 since", "the text of #2"}, // which says it
		{first + "ann: put-object lake/01 rebased if-none-match=*\n", engine.AlreadyThere,
			"Ana's own #2 was sent to the same name and had no answer", "somebody else's"},
		{late, engine.OwnEcho, "#5, the same again, has gone through: nothing is left to send", "Read"},
		{jobs, engine.DoneTwice, "#5 sent an older receipt than #4 had given: renew with the newest one", "#6"},
		{who + "ann: send CONFIG SET maxmemory 1 as c\nlose c\n", engine.NoAnswer, "No work is in doubt.", "read"},
	} {
		card, found := cardAtEnd(t, row.lines, row.kind)
		said := strings.Join(slices.Concat([]string{card.Say, card.Beside}, card.Stops), " ")
		if !found || !strings.Contains(said, row.want) || row.never != "" && strings.Contains(said, row.never) {
			t.Errorf("%s%q", row.lines, said)
		}
	}
}
