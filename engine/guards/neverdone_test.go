package guards_test

import (
	"strings"
	"testing"

	"interleave/engine/explore"
)

// Two puts that create only are refused by what stands there or by the policy (blob/rules.md: If-None-Match * on what
// is there 409, an access policy without w 403), whoever comes first: the wish is never begun, and that is no merit.
// That another's Set Container ACL is accepted is none of its work.
func TestAGuardUnderWhichAWriterDoesNothingStopsNothing(t *testing.T) {
	said := reasons(t, `writer ann
writer ben
seed: create-container ctr
seed: set-container-acl ctr policy.w=rw
seed: put-blob ctr/a 1
seed: put-blob ctr/b 1
clock +40s
plan ann [wish job [put-blob ctr/a ann under=w; put-blob ctr/b ann under=w]]
plan ben [set-container-acl ctr policy.w=r]
`, "split-update", explore.Budget{})
	const want = "undone: None of 7 orders meets split update: nothing that ann sends to change anything is accepted"
	if !strings.HasPrefix(said["if-none-match"], want) {
		t.Errorf("%q", said["if-none-match"])
	}
	if !strings.HasPrefix(said["as-it-is"], "allows 3") {
		t.Errorf("%q", said["as-it-is"])
	}
}

// An update that is sent as an insert is refused in every order, for the row is there (table/rules.md: 409
// EntityAlreadyExists): the other's group, which is accepted, does not make that a guard that stops the loss.
func TestAnInsertInThePlaceOfAnUpdateIsNeverDone(t *testing.T) {
	said := reasons(t, `writer ann
writer ben
seed: create-table tab
seed: insert-entity tab/p/r .n=1L
plan ann [get-entity tab/p/r as g; entity-group-transaction tab p [merge-entity r .n=5L if-match=*; insert-entity o]]
plan ben [get-entity tab/p/r as g; update-entity tab/p/r .n=7L if-match=$g.etag]
`, "lost-update", explore.Budget{})
	const want = "refuses 6: None of 6 orders meets lost update. But in each of them there is ben's insert-entity " +
		"refused"
	if !strings.HasPrefix(said["insert"], want) {
		t.Errorf("%q", said["insert"])
	}
}
