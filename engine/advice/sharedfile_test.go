package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// Any open handle stops a delete (engine/share/rules.md, "What a share mode makes REST refuse"): all are named,
// whosever they are, and those alone that are still open.
func TestEveryOpenHandleIsNamed(t *testing.T) {
	const (
		lines = "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-share docs\nseed: create-file docs/f 5\n" +
			"ana: smb-create docs/f access=RW share=RWD as ah\nben: smb-create docs/f access=RW share=RWD as bh\n" +
			"ben: delete-file docs/f\n"
		anas, bens = "ana: smb-close $ah.handle\n", "ben: smb-close $bh.handle\n"
	)
	for _, c := range []struct {
		lines       string
		both, retry bool
	}{{lines, true, false}, {lines + anas, false, false}, {lines + anas + bens, false, true}} {
		card, found := cardAtEnd(t, c.lines, engine.SharedFile)
		if !found || strings.Contains(card.Say, "Ana's of #3, Ben's of #4") != c.both ||
			strings.Contains(card.Say, "Another handle of one's own") != (!c.both && !c.retry) ||
			strings.Contains(card.Say, "unlock") || (card.Action == "retry") != c.retry { // no lock stands there
			t.Errorf("%v %q %s", found, card.Action, card.Say)
		}
	}
}

// The id of a container's lease writes nothing: while it is being broken it keeps the container from being deleted
// (Azure REST, "Lease Container").
func TestABrokenLeaseOfAContainerWritesNothing(t *testing.T) {
	card, found := cardOf(t, "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-container docs\n"+
		"ana: acquire-container-lease docs duration=60 as l\nben: break-container-lease docs period=10\n"+
		"ana: renew-container-lease docs lease=$l.lease\n", engine.LeaseOver, 0)
	if !found || strings.Contains(card.Say, "writes") ||
		!strings.Contains(card.Say, "keeps docs from being deleted until") {
		t.Errorf("%v %s", found, card.Say)
	}
}

// A handle that is closed by force ends its locks and its share mode, and its client hears of it at its next use of the
// handle (engine/share/rules.md, "FileREST operations"): until then it may work on.
func TestWhoseHandleWasClosedByForceMayStillWork(t *testing.T) {
	const (
		who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cem \"Cy\"\nseed: create-share docs\n" +
			"seed: create-file docs/f 20\n"
		lock = who + "ann: smb-create docs/f access=RW share=RW as a\nann: smb-lock $a.handle offset=8 length=2\n" +
			"ben: put-range docs/f xx range=8-9\n"
		mode  = who + "ann: smb-create docs/f access=RW share=none as a\nben: put-range docs/f xx range=0-1\n"
		force = "force-close-handles docs/f handle=*\n"
		work  = ", which does not stop Ana, who held it. Settle first whether Ana is still working, then send the " +
			"same again."
		over = "What stood in the way is over: send the same again."
	)
	advises(t, []advised{
		{"a lock", lock + "cem: " + force, engine.SharedFile, "",
			"Cy closed the handle by force with #6" + work, over},
		{"a share mode", mode + "ben: " + force, engine.SharedFile, "",
			"Ben closed the handle by force with #5" + work, over},
		{"it has been told", lock + "cem: " + force + "ann: smb-read $a.handle\n", engine.SharedFile, "retry", over,
			"by force"},
		{"by its own close", lock + "ann: smb-close $a.handle\n", engine.SharedFile, "retry", over, "by force"},
		{"by its own force", lock + "ann: " + force, engine.SharedFile, "retry", over, "by force"},
	})
}

// A handle that its program has closed may be kept open by its client, for it opens the file again without asking
// (engine/share/rules.md, "SMB opens"): its program has nothing left to close.
func TestWhoHasClosedAHandleIsNotWaitedFor(t *testing.T) {
	const open = who + "seed: create-share docs\nseed: create-directory docs/d\nseed: create-file docs/d/f 4\n" +
		"ann: smb-create docs/d/f access=RW share=RW oplock=RWH as h\n"
	const rename = "ben: rename-directory docs/e source=docs/d\n"
	advises(t, []advised{
		{"kept by its client", open + "ann: smb-close $h.handle\n" + rename, engine.SharedFile, "",
			"Wait until Ana's client closes it, which keeps it open though Ana has closed it, or it is closed by force",
			"Wait until Ana closes it"},
		{"in use", open + rename, engine.SharedFile, "", "Wait until Ana closes it", "keeps it open"},
	})
}
