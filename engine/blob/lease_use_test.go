package blob_test

import (
	"strings"
	"testing"
	"time"
)

const (
	npb     = "412 LeaseNotPresentWithBlobOperation"
	misb    = "412 LeaseIdMismatchWithBlobOperation"
	npc     = "412 LeaseNotPresentWithContainerOperation"
	misc    = "412 LeaseIdMismatchWithContainerOperation"
	missing = "412 LeaseIdMissing"
	lost    = "412 LeaseLost"
)

// uses is a row of one of the tables: the operations, how they are worded, the cells. ok is followed by the lease
// afterwards.
type uses struct {
	ops   []string
	words string
	cells [5]string
}

var blobReads = []string{"get-blob path=wiki/x", "get-blob-properties path=wiki/x", "get-blob-metadata path=wiki/x",
	"get-blob-tags path=wiki/x",
	"snapshot-blob path=wiki/x", "get-block-list path=wiki/x"}

var blobWrites = []string{"put-blob path=wiki/x body=2", "set-blob-metadata path=wiki/x",
	"set-blob-properties path=wiki/x",
	"set-blob-tags path=wiki/x", "set-blob-tier path=wiki/x tier=Cool", "delete-blob path=wiki/x snapshots=only",
	"put-block path=wiki/x block=AAAA body=1", "put-block-from-url path=wiki/x block=AAAA source=wiki/x",
	"put-block-list path=wiki/x blocks=[]"}

var containerOthers = []string{"get-container-properties path=wiki", "get-container-metadata path=wiki",
	"get-container-acl path=wiki",
	"set-container-metadata path=wiki", "set-container-acl path=wiki"}

var containerDelete = []string{"delete-container path=wiki"}

func TestUsingABlobWhileLeased(t *testing.T) { // rules.md, "Using a blob while leased"
	checkUses(t, "blob", "wiki/x", []uses{
		{blobWrites, " lease=guid:A", [5]string{npb, "ok leased A", "ok breaking A", npb, lost}},
		{blobWrites, " lease=guid:B", [5]string{npb, misb, misb, npb, npb}},
		{blobWrites, "", [5]string{"ok available", missing, missing, "ok available", "ok available"}},
		{blobReads, " lease=guid:A", [5]string{npb, "ok leased A", "ok breaking A", npb, lost}},
		{blobReads, " lease=guid:B", [5]string{npb, misb, misb, npb, npb}},
		{blobReads, "", [5]string{"ok available", "ok leased A", "ok breaking A", "ok broken A", "ok expired A"}},
	})
	b := newBench(t)
	b.All("seed: create-container path=wiki")
	b.Set("blob", "lease-on-nothing", "refused")
	b.Want("ann: put-blob path=wiki/none body=1 lease=guid:A", npb)
	// rules.md, "Copy", destination leased: an id for a destination that is missing, whatever the switch says
	b.Set("blob", "lease-on-nothing", "created")
	b.All("seed: put-blob path=wiki/src body=1")
	b.Want("ann: copy-blob path=wiki/none source=wiki/src lease=guid:A", npb)
	b.Want("ann: copy-blob-from-url path=wiki/none source=wiki/src lease=guid:A", npb)
}

// rules.md, "Using a blob while leased": the live service creates a missing blob whatever lease id is named.
func TestALeaseIDDoesNotStopACreation(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-container path=wiki", "ann: put-blob path=wiki/none body=1 lease=guid:A")
	if got := b.leaseOf("blob wiki/none"); got != "available" {
		t.Errorf("the new blob is %s", got)
	}
}

func TestUsingAContainerWhileLeased(t *testing.T) { // rules.md, "Using a container while leased"
	gone := "ok available"
	checkUses(t, "container", "wiki", []uses{
		{containerDelete, " lease=guid:A", [5]string{npc, gone, gone, npc, lost}},
		{containerDelete, " lease=guid:B", [5]string{npc, misc, misc, npc, npc}},
		{containerDelete, "", [5]string{gone, missing, missing, gone, gone}},
		{containerOthers, " lease=guid:A", [5]string{npc, "ok leased A", "ok breaking A", npc, lost}},
		{containerOthers, " lease=guid:B", [5]string{npc, misc, misc, npc, npc}},
		{containerOthers, "", [5]string{"ok available", "ok leased A", "ok breaking A", "ok broken A", "ok expired A"}},
	})
}

func checkUses(t *testing.T, kind, path string, rows []uses) {
	t.Helper()
	for _, row := range rows {
		for _, op := range row.ops {
			for i, cell := range row.cells {
				b := newBench(t)
				b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1")
				b.lease(kind, path, states[i], false)
				object := kind + " " + path
				before := b.leaseOf(object)
				a := b.Say("ann: " + op + row.words)
				got, want := a.String()+" "+b.leaseOf(object), cell+" "+before
				if after, ok := strings.CutPrefix(cell, "ok "); ok && a.Accepted() {
					got, want = b.leaseOf(object), after
				}
				if got != want {
					t.Errorf("%s, %s: %s, want %s\n%s", op+row.words, states[i], got, want, b.World.Describe())
				}
			}
		}
	}
}

// rules.md, "Using a container while leased": everything in a container works without the container's lease id.
func TestAContainersLeaseGuardsOnlyItsRemoval(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1",
		"ann: acquire-container-lease path=wiki duration=-1",
		"ben: put-blob path=wiki/x body=2", "ben: put-blob path=wiki/y body=2", "ben: delete-blob path=wiki/x",
		"ben: list-blobs path=wiki",
		"ben: set-container-metadata path=wiki meta.a=1")
	b.Want("ben: delete-container path=wiki", missing)
}

// rules.md, "Using a container while leased": a write to the container does not reset its lease; blob leases do not
// protect the container.
func TestAContainersLeaseOutlivesWrites(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-container path=wiki")
	b.lease("container", "wiki", "expired", false)
	b.All("ben: set-container-metadata path=wiki meta.a=1", "ben: set-container-acl path=wiki",
		"ann: renew-container-lease path=wiki lease=guid:A",
		"ann: release-container-lease path=wiki lease=guid:A", "ben: put-blob path=wiki/x body=1",
		"ben: acquire-blob-lease path=wiki/x duration=-1")
	b.Want("ann: delete-container path=wiki", "202")
}

// rules.md, "Fate of a blob lease", row by row.
func TestFateOfABlobLease(t *testing.T) {
	for _, row := range [][3]string{ // event, lease afterwards, answer of a Put with the id
		{"put-blob path=wiki/x body=2 lease=guid:A", "leased A", "201"},
		{"set-blob-metadata path=wiki/x meta.a=1 lease=guid:A", "leased A", "201"},
		{"set-blob-properties path=wiki/x lease=guid:A", "leased A", "201"},
		{"put-block path=wiki/x block=AAAA body=1 lease=guid:A", "leased A", "201"},
		{"put-block-list path=wiki/x blocks=[] lease=guid:A", "leased A", "201"},
		{"copy-blob path=wiki/copy source=wiki/x", "leased A", "201"},
		{"delete-blob path=wiki/x lease=guid:A", "available", npb},
		{"snapshot-blob path=wiki/x", "leased A", "201"},
		{"delete-container path=wiki", "available", "404 ContainerNotFound"},
	} {
		b := newBench(t)
		b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1")
		b.Set("blob", "lease-on-nothing", "refused")
		b.lease("blob", "wiki/x", "leased", false)
		ends := b.Property("blob wiki/x", "lease.ends")
		b.All("ann: " + row[0])
		if got := b.leaseOf("blob wiki/x"); got != row[1] {
			t.Errorf("%s: %s, want %s", row[0], got, row[1])
		}
		if got := b.Property("blob wiki/x", "lease.ends"); row[1] == "leased A" && got != ends {
			t.Errorf("%s: the lease ends at %s, not at %s", row[0], got, ends)
		}
		b.Want("ann: put-blob path=wiki/x body=3 lease=guid:A", row[2])
	}
	b := newBench(t)
	b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1", "ann s: snapshot-blob path=wiki/x")
	b.lease("blob", "wiki/x", "leased", false)
	b.Want("ann: delete-blob path=wiki/x snapshots=only", missing)
	b.Want("ann: delete-blob path=wiki/x snapshot=$s.snapshot lease=guid:A", npb)
	b.Want("ann: delete-blob path=wiki/x snapshot=$s.snapshot", "202")
}

// rules.md, "Fate of a blob lease": a re-created blob starts available, its old id is refused (R34).
func TestALeaseDiesWithItsBlob(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1",
		"ann l: acquire-blob-lease path=wiki/x duration=-1",
		"ann: delete-blob path=wiki/x lease=$l.lease", "ben: put-blob path=wiki/x body=3")
	a := b.Want("ann: put-blob path=wiki/x body=4 lease=$l.lease", npb)
	if a.Why.Rule.Kind != "lease-over" || a.Why.Since.By != "ann" {
		t.Errorf("the cause is %+v", a.Why)
	}
}

// rules.md, "Kind of trouble by code": whose trouble a refused id is, and since when.
func TestKindsOfLeaseRefusals(t *testing.T) {
	for _, row := range []struct{ before, line, answer, kind, by string }{
		{"", "ben: put-blob path=wiki/x body=2", missing, "leased", "ann"},
		{"", "ann: put-blob path=wiki/x body=2", missing, "leased", "ann"},
		{"", "ben: put-blob path=wiki/x body=2 lease=guid:B", misb, "leased", "ann"},
		{"", "ann: put-blob path=wiki/x body=2 lease=guid:B", misb, "leased", "ann"},
		{"", "ben: acquire-blob-lease path=wiki/x duration=15", lap, "leased", "ann"},
		{"ann: change-blob-lease path=wiki/x lease=guid:A id=guid:B", "ann: put-blob path=wiki/x body=2 lease=guid:A",
			misb, "lease-over", "ann"},
		{"ann: change-blob-lease path=wiki/x lease=guid:A id=guid:B",
			"ann: change-blob-lease path=wiki/x lease=guid:A id=guid:C", misl, "lease-over", "ann"},
		{"ben: break-blob-lease path=wiki/x period=0", "ann: renew-blob-lease path=wiki/x lease=guid:A", isBroken,
			"lease-over", "ben"},
		{"ben: break-blob-lease path=wiki/x period=30", "ann: renew-blob-lease path=wiki/x lease=guid:A", isBroken,
			"lease-over", "ben"},
		{"ben: break-blob-lease path=wiki/x period=30", "ben: acquire-blob-lease path=wiki/x duration=15", lap,
			"leased", "ann"},
		{"ann: release-blob-lease path=wiki/x lease=guid:A", "ann: put-blob path=wiki/x body=2 lease=guid:A", npb,
			"lease-over", "ann"},
	} {
		b := newBench(t)
		b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1")
		b.lease("blob", "wiki/x", "leased", false)
		if row.before != "" {
			b.All(row.before)
		}
		if why := b.Want(row.line, row.answer).Why; why == nil || string(why.Rule.Kind) != row.kind ||
			why.Since.By != row.by {
			t.Errorf("%s, %s: the cause is %+v, want %s by %s", row.before, row.line, why, row.kind, row.by)
		}
	}
}

// R05, R10, R40: what an ended lease leaves behind.
func TestWhoEndedALease(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=1",
		"ann l: acquire-blob-lease path=wiki/x duration=15")
	b.Wait(20 * time.Second)
	if why := b.Want("ann: put-blob path=wiki/x body=2 lease=$l.lease", lost).Why; why.Since.At != 15000 ||
		why.Since.By != "ann" {
		t.Errorf("it ended at %s by %s", why.Since.At, why.Since.By)
	}
	b.All("ben: put-blob path=wiki/x body=3")
	for _, verb := range []string{"renew", "release"} {
		why := b.Want("ann: "+verb+"-blob-lease path=wiki/x lease=$l.lease", misl).Why
		if why.Rule.Kind != "lease-over" || why.Since.By != "ben" {
			t.Errorf("%s: the cause is %+v", verb, why)
		}
	}
	b.All("ben m: acquire-blob-lease path=wiki/x duration=-1")
	if why := b.Want("ann: put-blob path=wiki/x body=4 lease=$l.lease", misb).Why; why.Rule.Kind != "leased" ||
		why.Since.By != "ben" {
		t.Errorf("the cause is %+v", why)
	}
	b.Set("blob", "lease-on-nothing", "refused")
	if why := b.Want("ann: put-blob path=wiki/none body=4 lease=guid:A", npb).Why; !why.Since.IsZero() {
		t.Errorf("a lease that never was ended by %+v", why.Since)
	}
}
