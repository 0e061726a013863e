package explore_test

import (
	"strings"
	"testing"

	"interleave/engine/explore"
)

// S3 answers a delete that names a version and compares a tag with 501 NotImplemented, whoever comes first (the sheet
// on conditional requests, If-Match with versionId): nobody's trouble, and told all the same, as the version stays.
func TestARequestThatIsRefusedInEveryOrderIsTold(t *testing.T) {
	in := explore.Input{World: start(t, "writer ann\nwriter ben\nseed: create-bucket buck\n"+
		"seed: put-bucket-versioning buck Enabled\nseed: put-object buck/k v1\n"+
		"plan ann [get-object buck/k as r; delete-object buck/k version-id=$r.version-id if-match=$r.etag]\n"+
		"plan ben [get-object buck/k as r; put-object buck/k v2 if-match=$r.etag]\n")}
	found := explore.Search(in, explore.Budget{}, nil, nil)
	const want = " 1  delete-object refused with 501 NotImplemented: 6 orders, all, shortest 2 steps\n" +
		"    ann get-object, ann delete-object"
	said := strings.Join(explore.Lines("all", found, func(id string) string { return id }), "\n")
	if !strings.Contains(said, want) || strings.Contains(said, "No order meets") {
		t.Error(said)
	}
}

// Of two orders the one in which there is no container yet refuses the blob. That no mark comes up is not all then.
func TestARequestThatIsRefusedInSomeOrdersIsNoCleanEnd(t *testing.T) {
	in := explore.Input{World: start(t, "writer ann\nwriter ben\n"+
		"plan ann [create-container cont]\nplan ben [put-blob cont/b x]\n")}
	const want = "No order meets any trouble but this: put-blob refused with 404 ContainerNotFound in 1 of 2 orders."
	if got := explore.Search(in, explore.Budget{}, nil, nil).Clean(); got != want {
		t.Error(got)
	}
}

// While a search goes on nobody knows what all orders meet: such a refusal is no trouble that was found.
func TestARefusalWithoutAKindIsNotToldMeanwhile(t *testing.T) {
	in := explore.Input{World: start(t, "writer ann\nwriter ben\n"+
		"plan ann [create-container cont]\nplan ben [put-blob cont/b x; put-blob cont/c x; put-blob cont/d x]\n")}
	told := 0
	explore.Search(in, explore.Budget{}, nil, func(p explore.Progress) bool {
		told += len(p.Marks)
		return true
	})
	if told > 0 {
		t.Errorf("told %d times", told)
	}
}
