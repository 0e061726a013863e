package guards_test

import (
	"testing"

	"interleave/engine/explore"
)

// Under If-Match the delete of a version is answered with 501 in each of the six orders (the sheet on S3's conditional
// requests): no update is lost, and that is no merit. A delete without a version may be compared, and is refused where
// the other was first.
func TestAGuardThatNoServiceTakesStopsNothing(t *testing.T) {
	const begin = "writer ann\nwriter ben\nseed: create-bucket buck\nseed: put-bucket-versioning buck Enabled\n" +
		"seed: put-object buck/k v1\nplan ben [get-object buck/k as r; put-object buck/k v2 if-match=$r.etag]\n"
	said := reasons(t, begin+"plan ann [get-object buck/k as r; delete-object buck/k version-id=$r.version-id]\n",
		"lost-update", explore.Budget{})
	const want = "refuses 6: None of 6 orders meets lost update. But in each of them there is delete-object refused " +
		"with 501 NotImplemented: that is not done at all."
	if said["if-match"] != want {
		t.Errorf("%q, want %q", said["if-match"], want)
	}
	said = reasons(t, begin+"plan ann [get-object buck/k as r; delete-object buck/k]\n", "lost-update",
		explore.Budget{})
	if said["if-match"] != "stops: None of 6 orders meets lost update." {
		t.Errorf("%q", said["if-match"])
	}
}
