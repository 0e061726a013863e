package advice_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// An open over SMB names no lease and meets that of its own writer too (engine/share/rules.md, the lease of a file):
// who heard the id gives the lease back, and the same open goes through.
func TestOnesOwnLeaseThatWasHeardIsReleasedForAnOpen(t *testing.T) {
	const (
		docs = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share docs\nseed: create-file docs/a.txt 4\n"
		open = "ann: smb-create docs/a.txt access=RW share=RW as h\n"
	)
	advisesBehind(t, []advised{
		{"heard", docs + "ann: acquire-file-lease docs/a.txt duration=-1 as l\n" + open, engine.IsLeased, "",
			"Release it by its id, if the work under it is done, then send the same again.", "never heard"},
		{"never heard", docs + "ann: send acquire-file-lease docs/a.txt duration=-1 as l\ndeliver l\nlose l\n" + open,
			engine.IsLeased, "", "under an id that was never heard", "Release it by its id"},
	})
}

// While a copy onto a blob is pending, every lease operation on it gets 409 (engine/blob/rules.md, Leases, "Copy
// pending onto it"), and its abort takes the id of the lease: neither a release nor a break helps it.
func TestAnAbortUnderALeaseWithoutEndCarriesItsID(t *testing.T) {
	const wiki = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/b one\n" +
		"seed: put-blob wiki/src src\nset blob.copy=slow\nben: acquire-blob-lease wiki/b duration=-1 as l\n"
	advisesBehind(t, []advised{
		{"pending", wiki + "ben: copy-blob wiki/b source=wiki/src lease=$l.lease as cp\ntell ann $cp.copy-id\n" +
			"ann: abort-copy-blob wiki/b copy=$cp.copy-id\n", engine.IsLeased, "",
			"a release of it gets PendingCopyOperation. Settle with Ben: either this is sent with the lease's id",
			"release by its id ends it"},
		{"none", wiki + "ann: put-blob wiki/b two\n", engine.IsLeased, "", "a release by its id ends it too",
			"a release of it gets"},
	})
}

// A lease without end that is being broken over a period ends with that (engine/blob/rules.md, "Containers": leases).
func TestALeaseWithoutEndThatIsBeingBrokenEnds(t *testing.T) {
	const wiki = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\n" +
		"ben: acquire-container-lease wiki duration=-1 as l\nann: delete-container wiki\n"
	advisesBehind(t, []advised{
		{"being broken", wiki + "ben: break-container-lease wiki period=10\n", engine.IsLeased, "wait",
			"Wait until 00:10.0, then send the same again.", "does not end by itself"},
		{"not", wiki, engine.IsLeased, "", "The lease does not end by itself", "Wait until"},
	})
}

// The id of a lease is told by the answer to the acquire alone, unless its sender proposed it (engine/blob/rules.md,
// "Leases"): where that answer was lost nobody has an id to hand over or to release it by, and a break is what is left.
func TestAnEndlessLeaseWhoseIDNobodyHeardIsBroken(t *testing.T) {
	const (
		wiki  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/b one\n"
		lost  = "deliver a\nlose a\n"
		heard = "deliver a\nanswer a\n"
		put   = "ben: put-blob wiki/b two\n"
	)
	acquire := func(id string) string {
		return wiki + "ann: send acquire-blob-lease wiki/b duration=-1" + id + " as a\n"
	}
	const own = " id=11111111-1111-1111-1111-111111111111"
	for _, c := range []struct {
		lines   string
		unheard bool
	}{{acquire("") + lost + put, true}, {acquire("") + heard + put, false}, {acquire(own) + lost + put, false}} {
		card, found := cardAtEnd(t, c.lines, engine.IsLeased)
		text := card.Say + " " + strings.Join(card.Others, " ")
		if !found || strings.Contains(card.Say, "Nobody knows its id") != c.unheard ||
			!strings.Contains(text, "break it") ||
			strings.Contains(card.Say, "a release by its id") == c.unheard ||
			strings.Contains(text, "to hand over") == c.unheard {
			t.Errorf("%s%v %s", c.lines, found, text)
		}
	}
	v := roomtest.AtEnd(t, acquire("")+lost+put)
	for _, f := range v.Troubles() {
		told := fmt.Sprint(conflict.Story(v.Clone(), f.Finding).Steps)
		if f.Kind == engine.IsLeased && !strings.Contains(told, "Ana took the lease with #3; its answer was lost.") {
			t.Error(told)
		}
	}
}
