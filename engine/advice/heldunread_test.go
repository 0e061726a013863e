package advice_test

import (
	"testing"

	"interleave/engine"
)

// Where a writer's requests are held, the card takes away no more unread than where they go by themselves: what is
// tried aside, as if it had been delivered, counts as tried.
func TestAHeldRequestTakesNothingUnread(t *testing.T) {
	const (
		held   = "set ann.hold=on\n"
		unread = "What stood in the way is over, and Ben's "
		file   = who + "seed: create-share docs\nseed: create-file docs/f 2\n" +
			"ben: smb-create docs/f access=rw share=none as h\nann: delete-file docs/f\n"
		written = "ben: smb-write docs/f xx handle=$h.handle\n"
		closed  = "ben: smb-close docs/f handle=$h.handle\n"
		blob    = who + "seed: create-container con\nseed: put-blob con/a v1\nann: get-blob con/a\n" +
			"ben: acquire-blob-lease con/a duration=15 as l\n"
		wrote = "ben: put-blob con/a v2 lease=$l.lease\nclock +20s\n"
		snap  = who + "seed: create-container con\nseed: put-blob con/a v1\nann: get-blob con/a\n" +
			"ben: snapshot-blob con/a\nann: delete-blob con/a\nben: delete-blob con/a snapshots=only\n"
	)
	advises(t, []advised{
		{"a file that was written", file + written + closed + held, engine.SharedFile, "read", unread, "send the same"},
		{"one that was not", file + closed + held, engine.SharedFile, "retry", "send the same again", "Read"},
		{"a leased blob to delete", blob + "ann: delete-blob con/a\n" + wrote + held, engine.IsLeased, "read", unread,
			"send the same"},
		{"a leased blob to replace", blob + "ann: put-blob con/a mine\n" + wrote + held, engine.IsLeased, "read",
			unread, "send the same"},
		{"one with a snapshot", snap + "ben: put-blob con/a v2\n" + held, engine.AlreadyThere, "read", unread,
			"send the same"},
	})
}
