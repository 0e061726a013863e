package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// Who waits for another's lease reads what the other wrote under it: where that says whose the thing is, it stops, as
// under a tag that no longer fits. Where the same was put over it all the same, nobody has told the other.
//
// Source: engine/blob/rules.md, "Leases": a write under the id goes through, whatever stands there;
// engine/share/rules.md, "Lease File".
func TestWhoComesByALeaseHeedsAClaim(t *testing.T) {
	const (
		who   = "writer ann \"Ann\"\nwriter ben \"Ben\"\n"
		blob  = who + "seed: create-container own\nseed: put-blob own/p none\n"
		ended = blob + "ben: acquire-blob-lease own/p duration=15 as b\nben: put-blob own/p ben lease=$b.lease\n" +
			"clock +16s\nann: acquire-blob-lease own/p duration=15 as a\n"
		taken = ended + "ann: put-blob own/p ann lease=$a.lease\n"
		late  = "ben: put-blob own/p ben2 lease=$b.lease\n"
		again = "clock +16s\nben: acquire-blob-lease own/p duration=-1 as c\nben: get-blob own/p as g\n"
		file  = who + "seed: create-share sh\nseed: create-file sh/f 4\n" +
			"ann: acquire-file-lease sh/f duration=-1 as a\nann: set-file-metadata sh/f meta.by=ann lease=$a.lease\n" +
			"ben: set-file-metadata sh/f meta.by=ben\n"
		freed = "ann: release-file-lease sh/f lease=$a.lease\nben: acquire-file-lease sh/f duration=-1 as c\n"
		heeds = "if that claims it for somebody else, stop; otherwise "
		tells = "The text of Ann's #6 is not in it: if that claimed it for Ann, tell Ann."
	)
	for _, c := range []struct{ name, lines, want, never string }{
		{"before the wait", taken + late, "acquire it again and read: " + heeds + "redo the change", "read, redo"},
		{"behind it", taken + late + again, "has read it. " + capital(heeds) + "put the change into it",
			"what is there,"},
		{"put there all the same", taken + late + again + "ben: put-blob own/p ben2 lease=$c.lease from=g\n", tells,
			"Nothing is left"},
		{"with the other's in it", taken + late + again + "ben: put-blob own/p \"ann, ben2\" lease=$c.lease from=g\n",
			"Nothing is left to send", "tell Ann"},
		{"its own stands there", ended + late, "acquire it again, read, redo the change", "claims it"},
		{"of a file", file + freed, "holds the lease. Read what is there: " + heeds, "what is there, put"},
		{"of several lines", taken + "ben: put-blob own/p \"b\\n2\" lease=$b.lease\n",
			"read, redo the change", "claims it"},
	} {
		card, found := cardOf(t, c.lines, engine.IsLeased, 0)
		if end, too := cardAtEnd(t, c.lines, engine.IsLeased); strings.Contains(c.lines, " as c\n") {
			card, found = end, too
		}
		if !found || !strings.Contains(card.Say, c.want) || strings.Contains(card.Say, c.never) {
			t.Errorf("%s: %t %s\nwant %q, never %q", c.name, found, card.Say, c.want, c.never)
		}
	}
	if card, _ := cardOf(t, taken+late, engine.IsLeased, 0); !strings.Contains(card.Did,
		"as Ann did not renew it, and took the lease") {
		t.Errorf("whose lease it was, and that it was not renewed, is not told: %s", card.Did)
	}
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
