package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// Who hears nothing of its own create, reads the other's marker and works all the same is told whose it is, in whatever
// words its service has for a create: an insert, NX, If-None-Match (engine/*/rules.md). A marker that names nobody is
// to name its maker. No id of a message is spoken of where there is none, though a key is called as the work is.
func TestAMarkerIsToldInTheWordsOfItsService(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket jobs\nseed: create-table jobs\n"
	const row, key, object = "insert-entity jobs/p/job1 .owner=WHO", "SET job1 WHO NX", "put-object jobs/job1 WHO " +
		"if-none-match=*"
	for _, c := range []struct{ create, read, says string }{
		{row, "get-entity jobs/p/job1", `It says "owner=ann": work only where the name in it is one's own.`},
		{"insert-entity jobs/p/job1 .state=taken", "get-entity jobs/p/job1", "Let a marker name its maker"},
		{key, "GET job1", `It says "ann": work only where the name in it is one's own.`},
		{"SETNX job1 taken", "GET job1", "Let a marker name its maker"},
		{"EXSET job1 WHO NX", "EXGET job1", `It says "ann": work only`},
		{object, "get-object jobs/job1", `It says "ann": work only where the name in it is one's own.`},
	} {
		create := func(by string) string { return strings.ReplaceAll(c.create, "WHO", by) }
		lines := who + "ann: " + create("ann") + "\nann: does job1\nben: send " + create("ben") +
			" as b\nlose b\nben: " + c.read + "\nben: does job1\n"
		saysAtEnd(t, lines, engine.DoneTwice, "Ben worked all the same. "+c.says, "message")
	}
	const customer = "ann: insert-entity jobs/p/customer .city=Rome\nben: get-entity jobs/p/customer\n" // is no marker
	for id, lines := range map[string]string{
		"an id of its own": customer + "ann: does job1\nben: does job1\n",
		"the message's id": "seed: create-queue jobq\nseed: put-message jobq job1\n" +
			"ann: get-messages jobq visibilitytimeout=5 as a\nclock +6s\n" +
			"ben: get-messages jobq visibilitytimeout=30 as b\n" + customer + "ann: does $a.0\nben: does $b.0\n",
	} {
		saysAtEnd(t, who+lines, engine.DoneTwice, "Make the work safe to repeat: keep its result under "+id, "marker")
	}
	const nobody = "writer ann\nwriter ben\nann: SET job1 1\nann: does job1\nben: does job1\n"
	saysAtEnd(t, nobody, engine.DoneTwice, "under an id of its own, where the storage takes it only once, as a SET "+
		"with NX does.", "")
}

// Who claims under the tag that it read, and replaces what says that another has it, is told to look at what it reads:
// the condition held.
func TestWhoReplacesAClaimItReadIsToldToLook(t *testing.T) {
	card, found := cardAtEnd(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container own\n"+
		"seed: put-blob own/p free\nann: get-blob own/p as a\nann: put-blob own/p ann if-match=$a.etag\n"+
		"ann: does job\nben: get-blob own/p as b\nben: put-blob own/p ben if-match=$b.etag\nben: does job\n",
		engine.DoneTwice)
	if want := `#5 had shown Ben that own/p says "ann", and #6 replaced it.`; !found ||
		!strings.HasPrefix(card.Say, want) || !strings.Contains(card.Say, "leave what says that another has it") {
		t.Errorf("%t %s", found, card.Say)
	}
}
