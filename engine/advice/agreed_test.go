package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// The referee's rules, "A lock by agreement": no guard stops its holder, who has nothing to send again; the other's
// renewal would have told it; and who is refused acquires it first where it had given it back.
func TestTheHolderOfALockByAgreementIsNotStopped(t *testing.T) {
	const (
		begun = who + "lock blob hub/lock covers blob hub/d\nseed: create-container hub\n" +
			"seed: put-blob hub/lock -\nseed: put-blob hub/d v1\n" +
			"ann: acquire-blob-lease hub/lock duration=15 as l\nann: get-blob hub/d as a\n"
		taken = "clock 00:16.0\nben: acquire-blob-lease hub/lock duration=60 as m\nben: get-blob hub/d as b\n"
		late  = "ann: put-blob hub/d a\n"
		back  = "ann: send put-blob hub/d a if-match=$a.etag as w\nann: release-blob-lease hub/lock lease=$l.lease\n" +
			"ben: acquire-blob-lease hub/lock duration=60 as m\nben: get-blob hub/d as b\nben: put-blob hub/d b\n" +
			"deliver w\nanswer w\n"
	)
	card, found := cardAtEnd(t, begun+taken+late+"ben: put-blob hub/d b\n", engine.LostUpdate)
	if !found || card.Action != "" || !strings.Contains(card.Say, "Ana stops: #") ||
		!strings.Contains(strings.Join(card.Stops, " "), "A renewal of the lease of hub/lock") {
		t.Error(found, card.Action, card.Say, card.Stops)
	}
	saysAtEnd(t, begun+taken+late+"ben: put-blob hub/d b\n", engine.LostUpdate, "Ana puts into what is there, once", "")
	saysAtEnd(t, begun+taken+late+"ben: put-blob hub/d b\nben: delete-blob hub/d\n", engine.LostUpdate,
		"Ana writes again, once it has acquired the lease.", "what is there")
	saysAtEnd(t, begun+taken+late+"ben: put-blob hub/d b if-match=$b.etag\n", engine.StaleWrite,
		"without the lease of hub/lock, which Ben held: tell Ana, who stops. Read again", "")
	saysAtEnd(t, begun+back, engine.StaleWrite,
		"Ana gave the lease back at 00:00.0. Acquire the lease of hub/lock first, then read", "")
}

// Of a key that is made as a lock no service says what it guards: both are said.
func TestWhatMayBeALockIsSaidBothWays(t *testing.T) {
	const scene = who + "seed: SET d 1\nann: SET lk t1 NX PX 10000\nann: GET d\nclock 00:11.0\n" +
		"ben: SET lk t2 NX PX 60000\nben: GET d\nann: SET d 3\n"
	const both = "Where it is the lock of d, Ben is in the right: tell Ana, who stops. Else: "
	saysAtEnd(t, scene+"ben: SET d 2\n", engine.LostUpdate, both+"SET compared nothing.", "")
	saysAtEnd(t, scene+"ben: CAS d 1 2\n", engine.StaleWrite, both+"Read again", "")
}
