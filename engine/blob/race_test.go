package blob_test

import (
	"testing"
	"time"
)

// rules.md, "Races", the races that need nothing but what this package has; statuses are the page's.

func TestOptimisticDemonstrationR01(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-container path=wiki")
	b.Want("ann a1: put-blob path=wiki/x body=First", "201")
	b.Want("ben b1: put-blob path=wiki/x body=Second", "201")
	b.Want("ann: put-blob path=wiki/x body=Third if-match=$a1.etag", "412 ConditionNotMet")
	if got := b.Property("blob wiki/x", "body"); got != "Second" {
		t.Errorf("the blob holds %q", got)
	}
}

func TestPessimisticDemonstrationR04(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-container path=wiki")
	b.Want("ann a1: put-blob path=wiki/x body=First", "201")
	b.Want("ann l: acquire-blob-lease path=wiki/x duration=15", "201")
	b.Want("ann: put-blob path=wiki/x body=Second lease=$l.lease", "201")
	b.Want("ben: put-blob path=wiki/x body=Third", "412 LeaseIdMissing")
	b.Want("ann: release-blob-lease path=wiki/x lease=$l.lease", "200")
	b.Want("ben: put-blob path=wiki/x body=Third", "201")
}

func TestLeaseRanOutBeforeTheWriteR05(t *testing.T) {
	b := newBench(t)
	b.All("seed: create-container path=wiki", "seed: put-blob path=wiki/x body=v1",
		"ann l: acquire-blob-lease path=wiki/x duration=15")
	b.Wait(15 * time.Second)
	b.Want("ann: put-blob path=wiki/x body=v2 lease=$l.lease", "412 LeaseLost")
	b.Want("ann: renew-blob-lease path=wiki/x lease=$l.lease", "200")
	b.Want("ann: put-blob path=wiki/x body=v2 lease=$l.lease", "201")
}
