package guards_test

import (
	"strings"
	"testing"

	"interleave/engine/explore"
)

// Where nobody is refused no wish is left half way, and the halves are mixed all the same: the second to write goes
// over the first, which is its lost update.
func TestAWishThatNobodyRefusesIsNotWhole(t *testing.T) {
	const seed = "writer ann\nwriter ben\nseed: create-container ctr\nseed: put-blob ctr/a 0\nseed: put-blob ctr/b 0\n"
	const plan = "[get-blob ctr/a as a; get-blob ctr/b as b; wish w [put-blob ctr/a x if-match=$a.etag; " +
		"put-blob ctr/b x if-match=$b.etag]]\n"
	said := reasons(t, seed+"plan ann "+strings.ReplaceAll(plan, "x", "ann")+"plan ben "+
		strings.ReplaceAll(plan, "x", "ben"), "split-update", explore.Budget{})
	if !strings.HasPrefix(said["none"], "-: ") || !strings.Contains(said["none"], "there is lost update in ") {
		t.Errorf("%q", said["none"])
	}
}
