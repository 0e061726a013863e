package advice_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
)

// A copy goes over what is leased only under a lease without end (engine/blob/rules.md, "Copy Blob": a matching finite
// lease is refused, and R28).
func TestACopyTakesALeaseWithoutEnd(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container box\nseed: put-blob box/src s\n" +
		"seed: put-blob box/dst d\n"
	v := beforeTimers(t, head+"ann: acquire-blob-lease box/dst duration=30\nben: copy-blob box/dst source=box/src\n")
	card, found := advice.Card{}, false
	for _, tr := range v.Troubles() {
		card, found = advice.For(v, tr.Finding), tr.Kind == engine.IsLeased
	}
	forever := slices.ContainsFunc(card.Inputs, func(in engine.Input) bool {
		s, ok := in.(engine.Send)
		return ok && slices.ContainsFunc(s.Args, func(a engine.Arg) bool { return a.Value.String() == "-1" })
	})
	if !found || !forever || !strings.Contains(card.Say, "acquire it with no end, read, and copy with the new id") {
		t.Error(found, card.Say, card.Rest, card.Inputs)
	}
	card, found = cardAtEnd(t, head+"ben: get-blob box/dst\nann: get-blob box/dst\nben: put-blob box/dst b\n"+
		"ann: copy-blob box/dst source=box/src\n", engine.LostUpdate)
	stops := strings.Join(card.Stops, " ")
	if !found || !strings.Contains(stops, "A lease with no end taken by Ana before #") ||
		strings.Contains(stops, "of 60 s") {
		t.Error(found, card.Stops)
	}
	card, found = cardAtEnd(t, head+"ben: get-blob box/dst\nann: get-blob box/dst\nben: put-blob box/dst b\n"+
		"ann: put-blob box/dst a\n", engine.LostUpdate)
	stops = strings.Join(card.Stops, " ")
	if !found || !strings.Contains(stops, "A lease of 60 s taken by Ana before #") {
		t.Error(found, card.Stops)
	}
}

// A lease without end that a copy needed stands for ever, unless it is given back (engine/blob/rules.md, "Copy Blob"
// and "Fate of a blob lease"): whoever is sent to take one is told so, and so is who has copied under it.
func TestALeaseThatACopyNeededIsGivenBack(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container box\nseed: put-blob box/src s\n" +
			"seed: put-blob box/dst d\n"
		held  = head + "ben: acquire-blob-lease box/dst duration=15\nann: copy-blob box/dst source=box/src\n"
		taken = held + "clock +20s\nann: acquire-blob-lease box/dst duration=-1 as l\n"
		done  = taken + "ann: copy-blob box/dst source=box/src lease=$l.lease\n"
		own   = head + "ann: acquire-blob-lease box/dst duration=60 as l\n"
		short = own + "ann: copy-blob box/dst source=box/src lease=$l.lease\n"
		said  = "elease the lease behind that: it does not end by itself."
	)
	advisesBehind(t, []advised{
		{"before it is free", held, engine.IsLeased, "wait, lease anew", said, ""},
		{"one's own, which ends", own + "ann: copy-blob box/dst source=box/src\n", engine.IsLeased, "read",
			"Release it behind that: it does not end by itself.", ""},
		{"one's own, without end", taken, engine.IsLeased, "read", "Release it behind that", "acquire the lease"},
		{"it was copied", done, engine.IsLeased, "", "Release the lease, ..", ""},
		{"and given back", done + "ann: release-blob-lease box/dst lease=$l.lease\n", engine.IsLeased, "",
			"Nothing is left to send.", "elease the lease"},
		{"a put needs none", head + "ben: acquire-blob-lease box/dst duration=15\nann: put-blob box/dst x\n",
			engine.IsLeased, "wait, lease anew", "", said},
		{"sent under one that ends", short, "", "lease anew", "with no end, and send the same again. R" + said, ""},
	})
}
