package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
)

// Who goes through by the id of another's lease is told what its own id would have been answered, as was tried, and R
// sends that on a branch. Where it was given none, a write without an id is what was tried; where nothing can be sent
// without one, nothing is claimed.
func TestABorrowedLeaseIsStoppedByOnesOwnID(t *testing.T) {
	const (
		start = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container hub\nseed: put-blob hub/p v1\n"
		mine  = start + "ben: acquire-blob-lease hub/p duration=15 id=guid:B as l\n"
		stale = mine + "clock +16s\n" + "ann: acquire-blob-lease hub/p duration=15 id=guid:A as m\n" +
			"ann: put-blob hub/p ann lease=$m.lease\n"
		stolen = mine + "ben: put-blob hub/p ben lease=$l.lease\n" +
			"ann: change-blob-lease hub/p lease=guid:B id=guid:A as m\n" +
			"ann: put-blob hub/p ann lease=$m.lease\n"
		write = "ben: put-blob hub/p bogus lease=guid:A\n"
	)
	for name, c := range map[string]struct {
		lines       string
		kind        engine.Trouble
		action      string
		say, stops  string
		neverInStop string
	}{
		"its own lease is over": {stale + write, engine.BorrowedLease, "guard", "send it with the lease id that Ben " +
			"was given itself, ..", "Had #6 been sent with the lease id that Ben was given itself", ""},
		"its own lease was taken by a change of the id": {stolen + write, engine.StaleHolder, "guard",
			"send it with the lease id that Ben was given itself", "the answer would be 412", ""},
		"it never had one": {start + "ann: acquire-blob-lease hub/p duration=15 id=guid:A as m\n" + write,
			engine.BorrowedLease, "guard", "send it without a lease id, for Ben was given none",
			"Had #4 been sent without a lease id, for Ben was given none, the answer would be 412", ""},
		"a change of the id by who never had one": {mine + "ann: change-blob-lease hub/p lease=guid:B id=guid:A as m\n",
			engine.BorrowedLease, "", "Stop, and tell Ben, whose id no longer fits", "", "answer"},
		"a renewal by the id under which another took a lease since": {mine + "clock +16s\n" +
			"ann: acquire-blob-lease hub/p duration=15 id=guid:B\nben: renew-blob-lease hub/p lease=guid:B\n",
			engine.BorrowedLease, "", "Stop: Ben's own lease is over, and the one that stands under its id is Ana's.",
			"", "answer"},
		"a write by that id": {mine + "clock +16s\nann: acquire-blob-lease hub/p duration=15 id=guid:B\n" +
			"ben: put-blob hub/p bogus lease=guid:B\n", engine.BorrowedLease, "guard",
			"send it without a lease id, for the lease that Ben was given is over", "the answer would be 412", ""},
	} {
		card, found := cardOf(t, c.lines, c.kind, 0)
		stops := strings.Join(card.Stops, "\n")
		if !found || card.Action != c.action || !strings.Contains(card.Say, c.say) ||
			!strings.Contains(stops, c.stops) || c.neverInStop != "" && strings.Contains(stops, c.neverInStop) {
			t.Errorf("%s: %v %q\n%s\n%s", name, found, card.Action, card.Say, stops)
		}
		if sent := sentLease(card); c.action != "" && (strings.Contains(sent, "guid:A") || card.Foretold == "") {
			t.Errorf("%s: R sends %q, foretold %q", name, sent, card.Foretold)
		}
	}
}

// The referee's rules, "Sentences and advice come from the cause": advice is a function of the mark and of what was
// done. What stays where a request is refused is the work that it replaced, though its sender had read that; where it
// replaced nothing of the holder's, nobody has lost any.
func TestABorrowedLeaseNamesTheWorkThatItReplaced(t *testing.T) {
	const (
		takes = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container hub\nseed: put-blob hub/p v1\n" +
			"ben: acquire-blob-lease hub/p duration=60 id=guid:B as l\n" +
			"ann: change-blob-lease hub/p lease=guid:B id=guid:A as m\n"
		saves = takes + "ann: put-blob hub/p ten lease=$m.lease\nben: get-blob hub/p as r\n"
	)
	for name, c := range map[string]struct{ lines, stays, tell string }{
		"overwritten": {saves + "ben: put-blob hub/p five lease=guid:A from=r\n", "Ana's #5 stays.",
			"If it has already happened, tell Ana what #7 replaced: a plain read no longer shows it."},
		"deleted": {saves + "ben: delete-blob hub/p lease=guid:A\n", "Ana's #5 stays.",
			"If it has already happened, tell Ana what #7 removed: a plain read no longer shows it."},
		"nothing of the holder's": {takes + "ben: get-blob hub/p as r\n" +
			"ben: put-blob hub/p five lease=guid:A from=r\n", "and replaces nothing.", ""},
	} {
		card, found := cardOf(t, c.lines, engine.BorrowedLease, 0)
		others := strings.Join(card.Others, "\n")
		if !found || !strings.Contains(card.Say, c.stays) || !strings.HasPrefix(others, c.tell) ||
			c.tell == "" && others != "" {
			t.Errorf("%s: %v %s\n%s", name, found, card.Say, others)
		}
	}
}

// sentLease are the arguments of what a card's action sends.
func sentLease(card advice.Card) (args string) {
	for _, in := range card.Inputs {
		if s, ok := in.(engine.Send); ok {
			for _, a := range s.Args {
				args += a.Name + "=" + a.Value.String() + " "
			}
		}
	}
	return args
}

// Who took a lease under the id of one that stood is told to propose one of its own, as was tried: that is refused
// while the other holds (lease/rules.md, "States and actions", acquire without an id in Leased).
func TestTwoUnderOneProposedIDAreToldToTakeTheirOwn(t *testing.T) {
	const one = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container hub\nseed: put-blob hub/p v1\n" +
		"ann: acquire-blob-lease hub/p duration=15 id=guid:A\nben: acquire-blob-lease hub/p duration=15 id=guid:A\n"
	card, found := cardOf(t, one, engine.BorrowedLease, 0)
	if !found || card.Action != "guard" || !strings.Contains(card.Say, "Take an id of one's own, a new GUID") ||
		card.Foretold != "409 Conflict" || sentLease(card) != "path=hub/p duration=15 " ||
		!strings.Contains(strings.Join(card.Stops, "\n"), "the answer would be 409") {
		t.Errorf("%v %q sends %q, foretold %q: %s %q", found, card.Action, sentLease(card), card.Foretold, card.Say,
			card.Stops)
	}
}

// The referee's rules, "Borrowed lease": what the holder writes under its own lease over the borrower's work is lost
// work all the same, but the holder is in the right. It is sent nowhere, and no guard of its own is named as what would
// stop it: who stops is the borrower, and what would have stopped that is the answer to it without the id.
func TestTheHolderIsNotSentAwayFromItsOwnLease(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container hub\n"
		blob  = who + "seed: put-blob hub/p v1\nann: get-blob hub/p as r\n"
		takes = blob + "ann: acquire-blob-lease hub/p duration=15 id=guid:A as l\n"
		his   = takes + "ben: put-blob hub/p his lease=guid:A\n"
		mine  = "ann: put-blob hub/p mine lease=$l.lease from=r\n"
		file  = who + "seed: create-share s\nseed: create-file s/f 4\nann: get-file s/f as r\n" +
			"ann: acquire-file-lease s/f duration=-1 id=guid:A as l\nben: put-range s/f BBBB range=0-3 lease=guid:A\n"
		box = who + "ann: get-container-properties hub as r\nann: acquire-container-lease hub duration=-1 id=guid:A " +
			"as l\nben: set-container-metadata hub meta.x=ben lease=guid:A\n"
	)
	for name, c := range map[string]struct {
		lines, stops string
		rightful     bool
	}{
		"a blob": {his + mine, "the answer would be 412", true},
		"a blob, and the lease was given back since": {his + mine + "ann: release-blob-lease hub/p lease=$l.lease\n",
			"the answer would be 412", true},
		"a delete of a file": {file + "ann: delete-file s/f lease=$l.lease\n", "the answer would be 412", true},
		"a range of a file": {file + "ann: put-range s/f MMMM range=0-3 lease=$l.lease from=r\n",
			"the answer would be 412", true},
		"the metadata of a container, which need no lease": {box + "ann: set-container-metadata hub meta.x=ann " +
			"lease=$l.lease from=r\n", "", true},
		"a lease that was handed over": {takes + "tell ben $l.lease\nben: put-blob hub/p his lease=$l.lease\n" + mine,
			"If-Match", false},
		"a lease that was over": {his + "clock +16s\nann: put-blob hub/p mine from=r\n", "If-Match", false},
	} {
		card, found := cardOf(t, c.lines, engine.LostUpdate, 0)
		if !found {
			card, found = cardOf(t, c.lines, engine.StaleHolder, 0)
		}
		stops := strings.Join(card.Stops, "\n")
		if rightful := strings.Contains(card.Say, "Ana wrote under its own lease"); !found || rightful != c.rightful ||
			!strings.Contains(stops, c.stops) ||
			rightful && (card.Action != "" || strings.Contains(stops, "If-Match")) {
			t.Errorf("%s: %v %q %s\n%s", name, found, card.Action, card.Say, stops)
		}
		if c.rightful && !strings.Contains(card.Say, "Ben stops: #") {
			t.Errorf("%s: nobody is told to stop: %s", name, card.Say)
		}
	}
}

// A lease that another took under the same id since one's own ended is not one's own: who is refused by it waits for
// it.
func TestALeaseOfTheSameIDIsAnothers(t *testing.T) {
	const id = "id=11111111-1111-1111-1111-111111111111"
	race := "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\n" +
		"seed: put-blob wiki/a v1\nann: acquire-blob-lease wiki/a duration=15 " + id + "\nclock +16s\n" +
		"ben: acquire-blob-lease wiki/a duration=15 " + id + "\nann: put-blob wiki/a x\n"
	if over, _ := cardAtEnd(t, race, engine.IsLeased); strings.Contains(over.Say, "Ana holds") {
		t.Error(over.Say)
	}
	card, _ := cardOf(t, race, engine.IsLeased, 0)
	if card.Action != "wait, lease anew" || !strings.Contains(card.Say, "Ben holds the lease until") {
		t.Errorf("%q %s", card.Action, card.Say)
	}
}
