package blob_test

import (
	"testing"

	"interleave/engine/enginetest"
)

// staysAsStated runs a scenario; a mark or an answer that it does not state fails.
func staysAsStated(t *testing.T, lines string) {
	t.Helper()
	text := "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/x v1\n" + lines
	for _, failure := range enginetest.RanText(t, text, service).Failures {
		t.Error(failure)
	}
}

// The referee's rules on parts, "Shown": a missing container shows the absence of all in it, also of what was deleted
// before. So whoever heard that undoes no delete unknown to it.
func TestAMissingContainerShowsTheAbsenceOfAllInIt(t *testing.T) {
	staysAsStated(t, `ann: get-blob wiki/x
ben: delete-blob wiki/x from=none
ben: delete-container wiki from=none
clock +30s
ann: get-blob wiki/x
> 404 ContainerNotFound
ben: create-container wiki
ann: put-blob wiki/x v2
> 201
`)
}

// The referee's rules on parts, "Believes": until the answer to its own delete, also where the lease had been wiped
// before; a refusal does not end it.
func TestBeliefInALeaseEndsWithAnOwnDelete(t *testing.T) {
	staysAsStated(t, `ann: get-blob wiki/x as a1
ann: acquire-blob-lease wiki/x duration=15 as l
clock +16s
ben: put-blob wiki/x b1
ann: put-blob wiki/x a1 lease=$l.lease
> 412 LeaseNotPresentWithBlobOperation
> ! lease-over ann
ann: delete-blob wiki/x from=a1
> ~ stale-holder ben
ben: put-blob wiki/x b2 from=none
ann: put-blob wiki/x a3 from=a1
> ~ lost-update ben
`)
}

// The same of a container's lease. That a lease is over is heard, not believed.
func TestBeliefInAContainersLeaseEndsWithAnOwnDelete(t *testing.T) {
	staysAsStated(t, `ann: get-container-metadata wiki as a1
ann: acquire-container-lease wiki duration=-1 as l
ben: break-container-lease wiki period=0
ben: acquire-container-lease wiki duration=15 as m
ben: release-container-lease wiki lease=$m.lease
ben: set-container-metadata wiki meta.b=1
ann: delete-container wiki from=a1
> ~ stale-holder ben
clock +30s
ben: create-container wiki
ben: set-container-metadata wiki meta.b=2
ann: set-container-metadata wiki meta.a=1 from=a1
> ~ lost-update ben
`)
}

// rules.md, "Conditions on writes", "Blob missing": If-Match of a write that creates nothing is 404; "Uncommitted
// blob": to If-Match it is missing.
func TestIfMatchOfAnUncommittedBlob(t *testing.T) {
	for _, tag := range []string{"*", "stale"} {
		for _, row := range [][2]string{{"delete-blob path=wiki/u", "404 BlobNotFound"},
			{"acquire-blob-lease path=wiki/u duration=15", "404 BlobNotFound"},
			{"break-blob-lease path=wiki/u", "404 BlobNotFound"},
			{"put-block-list path=wiki/u blocks=[AAAA]", "412 ConditionNotMet"},
			{"put-blob path=wiki/u body=1", "412 ConditionNotMet"}} {
			b := newBench(t)
			b.All("seed: create-container path=wiki", "ann: put-block path=wiki/u body=1 block=AAAA")
			b.Want("ann: "+row[0]+" if-match="+tag, row[1])
		}
	}
	for _, row := range [][2]string{{"acquire-blob-lease path=wiki/u duration=15 if-none-match=*", "201"},
		{"delete-blob path=wiki/u if-none-match=*", "202"},
		{"put-block-list path=wiki/u blocks=[AAAA] if-none-match=*", "201"}} {
		b := newBench(t)
		b.All("seed: create-container path=wiki", "ann: put-block path=wiki/u body=1 block=AAAA")
		b.Want("ann: "+row[0], row[1])
	}
}
