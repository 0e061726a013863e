package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// What is left under a lease is left to do for that request: a delete and a read carry no change. Who holds it is asked
// where somebody does; where nobody does, what stands in the way of a new one is named.
func TestWhatIsLeftUnderALeaseFitsTheRequest(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
		share = who + "seed: create-share s\nann: acquire-share-lease s duration=30 as l\nben: break-share-lease s " +
			"period=0\n"
		anew = "ann: acquire-share-lease s duration=-1 as n\n"
		file = who + "seed: create-share s\nseed: create-file s/f 4\nann: acquire-file-lease s/f duration=-1 as l\n"
		wiki = who + "seed: create-container wiki\nseed: put-blob wiki/a v1\nann: acquire-blob-lease wiki/a " +
			"duration=60 as l\n"
	)
	for _, c := range []struct {
		name, lines string
		kind        engine.Trouble
		want, never string
	}{
		{"a delete that snapshots would stop", share + "ben: snapshot-share s\nann: send delete-share s " +
			"lease=$l.lease as p\ndeliver p\nanswer p\n" +
			anew, engine.LeaseOver, "read what is there, decide whether it is still to be deleted", "redo the change"},
		{"a read", file + "ann: change-file-lease s/f lease=$l.lease id=guid:N as m\nann: release-file-lease s/f " +
			"lease=$m.lease\nann: get-file s/f lease=$l.lease\nann: acquire-file-lease s/f duration=-1 as n\n",
			engine.LeaseOver, "Send it with the lease's current id.", "redo the change"},
		{"an open stands in the way", file + "ben: break-file-lease s/f\nben: smb-create s/f access=W share=RWD\n" +
			"ann: put-range s/f A range=0-0 lease=$l.lease\n", engine.LeaseOver,
			"no lease stands now, and an acquire would get 409 Conflict: Ben's #5 stands in its way.", "whoever holds"},
		{"another holds it for ever", who + "seed: create-container wiki\nseed: put-blob wiki/a v1\n" +
			"ann: acquire-blob-lease wiki/a duration=-1 as l\nben: break-blob-lease wiki/a\nben: acquire-blob-lease " +
			"wiki/a duration=-1\nann: put-blob wiki/a v2 lease=$l.lease\n", engine.IsLeased,
			"whoever holds the lease now", "no lease stands"},
	} {
		saysAtEnd(t, c.lines, c.kind, c.want, c.never)
	}
}

// A lease that is being broken cannot be renewed (engine/blob/rules.md, LeaseIsBrokenAndCannotBeRenewed): who holds it
// and asks for it once more is not told to.
func TestALeaseThatIsBeingBrokenIsNotToBeRenewed(t *testing.T) {
	r := roomtest.Of(t, "case.race", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\n"+
		"seed: put-blob wiki/a v1\nann: send acquire-blob-lease wiki/a duration=-1 as l\ndouble l\ndeliver l\n"+
		"answer l\nann: break-blob-lease wiki/a period=30\ndeliver l'\n")
	said, seen := "", map[conflict.Finding]bool{}
	for err := error(nil); err == nil && said == ""; _, err = r.Step() {
		newlyKnown(r.View(), seen, func(c conflict.Finding) { said = advice.For(r.View(), c).Say })
	}
	if !strings.Contains(said, "and it is being broken: it ends at 00:30.0, and cannot be renewed.") {
		t.Error(said)
	}
}
