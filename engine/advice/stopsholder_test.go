package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
)

// What lies in a container is compared by none, and Azure Files compares nothing: what keeps out whoever had read
// nothing is a lease of the other's, that of the container against its delete (engine/blob/rules.md, "Using a container
// while leased"; engine/share/rules.md, "Lease File", "Lease Share"), and a rename without replace is refused with 409
// whatever has the name (engine/share/rules.md, Rename File).
func TestWhatWouldStopWhoHadReadNothing(t *testing.T) {
	const (
		who    = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		wiki   = who + "seed: create-container wiki\nseed: put-blob wiki/a one\n"
		put    = "ben: put-blob wiki/b new\n"
		kill   = "ann: delete-container wiki\n"
		docs   = who + "seed: create-share docs\nseed: create-file docs/a 4\nseed: create-file docs/b 4\n"
		bytes  = "ben: put-range docs/b wxyz range=0-3\n"
		rename = "ann: rename-file docs/b source=docs/a replace=true\n"
		lease  = "taken by Ben behind #"
	)
	for _, c := range []struct{ lines, want, never string }{
		{wiki + put + kill, "A lease of 60 s on wiki taken by Ben behind #3: Ana's request would get 412.", "If-"},
		{wiki + put + "clock +100s\n" + kill, "A lease with no end on wiki taken by Ben behind #3: Ana's", "60 s"},
		{wiki + "ben: put-blob wiki/a two\nann: delete-blob wiki/a\n", "If-Match ", lease}, // a tag does
		{docs + bytes + "ann: delete-share docs\n", "A lease of 60 s on docs taken by Ben behind #4: Ana's", ""},
		{docs + bytes + rename, "Without replace=true. The answer would be 409, whoever had made what has the name. " +
			"A lease on docs/b taken by Ben behind #4: Ana's request would get 412.", ""},
		{docs + bytes + "ann: copy-file docs/b source=docs/a\n", "A lease on docs/b taken by Ben behind #4", "Without"},
		{docs + bytes + "ann: delete-file docs/b\n", "A lease on docs/b taken by Ben behind #4", "share"},
		{docs + "ann: get-file docs/b\n" + bytes + rename, "", "Without replace"}, // it would refuse all
	} {
		if said := advice.Unread(behindLines(t, c.lines)); !strings.Contains(said, c.want) ||
			c.never != "" && strings.Contains(said, c.never) {
			t.Errorf("%s%s\nwant %q, never %q", c.lines, said, c.want, c.never)
		}
	}
	advisesBehind(t, []advised{{"a container whose blob was read", wiki + "ann: list-blobs wiki\nben: put-blob " +
		"wiki/a two\n" + kill, engine.LostUpdate, "", "A lease of 60 s on wiki taken by Ben behind #4: Ana's request " +
		"would get 412.", ""}})
}

// A lease that its holder gives back behind its work keeps out nobody who comes after that: the guard is told with that
// where even a newer read of what the other went by shows nothing of the work, and without it where a listing would
// (engine/blob/rules.md, "Using a container while leased"; the referee's rules, "Shown").
func TestAHoldersLeaseIsToldWithItsEnd(t *testing.T) {
	const (
		box  = who + "seed: create-container box\n"
		work = "ann: put-blob box/k more\nben: delete-container box\n"
		held = "A lease of 60 s on box taken by Ana behind #"
		end  = " Given back before #"
	)
	advisesBehind(t, []advised{
		{"its properties", box + "ben: get-container-properties box\n" + work, engine.LostUpdate, "",
			held + "3: Ben's request would get 412." + end + "4, it stops nothing.", ""},
		{"its list", box + "ben: list-blobs box\n" + work, engine.LostUpdate, "", held + "3: Ben's request would get " +
			"412.", end},
	})
	if said := advice.Unread(behindLines(t, box+work)); !strings.Contains(said, held+"2: Ben's request would get 412."+
		end+"3, it stops nothing.") {
		t.Error(said)
	}
}

// Who breaks the lease that the other holds breaks the next one in the same way: none is said to stop it.
func TestALeaseThatWasBrokenIsNotOfferedAgain(t *testing.T) {
	const (
		box  = who + "ben: create-container box\n"
		hold = "ben: acquire-container-lease box duration=60\n"
		work = "ann: list-blobs box\nben: put-blob box/k more\n"
		away = "ann: delete-container box\n"
		held = "A lease of 60 s on box taken by Ben"
	)
	advisesBehind(t, []advised{
		{"no lease", box + work + away, engine.LostUpdate, "", held, ""},
		{"broken", box + hold + work + "ann: break-container-lease box period=0\n" + away, engine.LostUpdate, "", "",
			held},
		{"by its holder", box + hold + "ben: break-container-lease box period=0\n" + work + away, engine.LostUpdate, "",
			held, ""},
	})
}
