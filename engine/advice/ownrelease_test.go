package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
)

// A release that nobody heard of ends what it names whenever it arrives, and no other id (engine/blob/rules.md and
// engine/share/rules.md, Leases): beside it a lease is not renewed, and its id not named anew.
func TestALeaseIsNotRenewedBesideItsOwnRelease(t *testing.T) {
	const (
		blob   = who + "seed: create-container box\nseed: put-blob box/a one\nann: acquire-blob-lease box/a duration="
		anew   = "\nann: acquire-blob-lease box/a duration=-1\n"
		send   = " as l\nann: send release-blob-lease box/a lease=$l.lease as r\n"
		change = "may still be under way, and would end it, renewed too. Change its id to a new one, which #"
		renew  = "renew it"
	)
	share := func(kind, name string) string {
		return who + "seed: create-share docs\nseed: create-file docs/a 4\nann: acquire-" + kind + "-lease " + name +
			" duration=-1 as l\nann: send release-" + kind + "-lease " + name + " lease=$l.lease as r\ntimeout r\n" +
			"ann: acquire-" + kind + "-lease " + name + " duration=-1\n"
	}
	for _, c := range []struct {
		name, lines         string
		request             int // that is refused: its card as it is when it is heard
		action, want, never string
	}{
		{"a blob's, without end", blob + "-1" + send + "timeout r" + anew, 5, "lease", change, renew},
		{"a blob's, which ends", blob + "30" + send + "timeout r" + anew, 5, "lease", change, renew},
		{"while its sender waits", blob + "-1" + send + anew, 5, "lease",
			"is still under way, and would end it, renewed too. Wait for its answer, or change its id", renew},
		{"a container's", who + "seed: create-container box\nann: acquire-container-lease box duration=-1 as l\n" +
			"ann: send release-container-lease box lease=$l.lease as r\ntimeout r\n" +
			"ann: acquire-container-lease box duration=-1\n", 4, "lease", change, renew},
		{"a share's", share("share", "docs"), 5, "lease", change, renew},
		{"a file's", share("file", "docs/a"), 5, "lease", change, "renew it,"},
		{"a break", blob + "-1\nann: send break-blob-lease box/a as r\ntimeout r" + anew, 5, "",
			"What is sent next has to be safe beside it.", "hange its id"},
		{"another's id", blob + "-1 as l\nann: send release-blob-lease box/a lease=guid:B as r\ntimeout r" + anew,
			5, "lease", ": renew it, or name that id.", "under way"},
		{"it is lost", blob + "-1" + send + "lose r" + anew, 5, "lease", ": renew it, or name that id.",
			"under way"},
		{"it does not fit", blob + "-1" + send + "timeout r\nann: change-blob-lease box/a lease=$l.lease id=guid:N" +
			anew, 6, "lease", ": renew it, or name that id.", "under way"},
	} {
		card, found := cardOf(t, c.lines, engine.IsLeased, c.request)
		if !found || card.Action != c.action || !strings.Contains(card.Say, c.want) ||
			strings.Contains(card.Say, c.never) {
			t.Errorf("%s: %v %q: %s\nwant %q %q, never %q", c.name, found, card.Action, card.Say, c.action, c.want,
				c.never)
		}
	}
}
