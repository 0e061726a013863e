package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A refused write of a piece, or of a property, is not done by one of another: the bytes that were asked for have been
// written by nobody (MS-FSA, write; Azure REST, "Put Page", "Merge Entity").
func TestWhatWentElsewhereSettlesNothing(t *testing.T) {
	const (
		writers = "writer ana \"Ana\"\nwriter ben \"Ben\"\n"
		locked  = writers + "seed: create-share docs\nseed: create-file docs/f 20\n" +
			"ana: smb-create docs/f access=RW share=RW as ah\nben: smb-create docs/f access=RW share=RW as bh\n" +
			"ana: smb-lock $ah.handle offset=0 length=10 fail-immediately=true\n" +
			"ben: smb-write $bh.handle \"HEAD.\" offset=0\nben: smb-write $bh.handle \"TAIL.\" offset=10\n" +
			"ana: smb-close $ah.handle\n"
		pages = writers + "seed: create-container docs\nseed: put-blob docs/p \"\" type=PageBlob size=1024\n" +
			"ana: get-blob-properties docs/p as g\nben: set-blob-metadata docs/p meta.a=b\n" +
			"ana: put-page docs/p page-write=clear range=0-1023 if-match=$g.etag\n"
		row = writers + "seed: create-table acct\nseed: insert-entity acct/p/r .n=1\nana: get-entity acct/p/r as g\n" +
			"ben: merge-entity acct/p/r .n=2 if-match=*\nana: merge-entity acct/p/r .n=3 if-match=$g.etag\n"
		head  = "ana: put-page docs/p page-write=clear range=0-511\n"
		tail  = "ana: put-page docs/p page-write=clear range=512-1023\n"
		other = "ana: merge-entity acct/p/r .m=1 if-match=*\n"
	)
	for _, c := range []struct {
		name, lines string
		kind        engine.Trouble
		settled     bool
	}{
		{"other bytes", locked, engine.SharedFile, false},
		{"those bytes", locked + "ben: smb-write $bh.handle \".HEAD!!\" offset=0\n", engine.SharedFile, true},
		{"one page of two", pages + head, engine.StaleWrite, false},
		{"both, one after the other", pages + tail + head, engine.StaleWrite, true},
		{"another property", row + other, engine.StaleWrite, false},
		{"the property", row + "ana: merge-entity acct/p/r .n=4 .m=1 if-match=*\n", engine.StaleWrite, true},
		{"all of the row", row + "ana: update-entity acct/p/r .m=1 if-match=*\n", engine.StaleWrite, true},
	} {
		card, found := cardAtEnd(t, c.lines, c.kind)
		if !found || strings.Contains(card.Say, "gone through") != c.settled {
			t.Errorf("%s: %v %s", c.name, found, card.Say)
		}
	}
}
