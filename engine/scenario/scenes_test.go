package scenario_test

import (
	"testing"

	"interleave/engine/catalog"
	"interleave/engine/scenario"
)

// Scenes too small for a race of their own. Where one states no mark, it has none: the runner holds a file to each.
func TestShortScenesGetTheirAnswers(t *testing.T) {
	for name, text := range map[string]string{
		// engine/share/rules.md: a lease goes with its file, whatever is tried with its id
		"the id of a file that is gone": `seed: create-share s
seed: create-file s/f size=4
ann: acquire-file-lease s/f duration=-1 as a
tell ben $a.lease
ben: delete-file s/f lease=$a.lease
ben: create-file s/f size=4
ann: create-file s/f size=8 lease=$a.lease
> 412 LeaseNotPresentWithFileOperation
> ! lease-over ann
ann: change-file-lease s/f lease=$a.lease id=guid:B
> 409 LeaseNotPresentWithLeaseOperation
> ! lease-over ann
ann: delete-file s/f lease=$a.lease
> 412 LeaseNotPresentWithFileOperation
> ! lease-over ann
`,
		// engine/conflict/rules.md, "By part": what a replace leaves as it stood harms nobody
		"a merge behind a replace": `seed: create-table stock
seed: insert-entity stock/p/r .a=1 .b=2
ann: get-entity stock/p/r as a
ben: get-entity stock/p/r as b
ben: update-entity stock/p/r .a=7 .b=2 if-match=$b.etag
ann: merge-entity stock/p/r .b=9 if-match=* from=a
state entity stock/p/r .a={7} .b={9}
`,
		// engine/conflict/rules.md: an expiry is a part of its own, and what ends by the clock is nobody's request
		"an expiry on what another rewrote": `ann: SET k v1
ben: GET k as b
ann: SET k v2
ben: EXPIRE k 10 from=b
> {1}
clock +11s
ann: GET k
> nil
`,
	} {
		f, err := scenario.Parse(name, []byte("writer ann\nwriter ben\n"+text), catalog.Services())
		if err != nil {
			t.Fatal(err)
		}
		result, err := f.Run()
		if err != nil || len(result.Failures) > 0 {
			t.Errorf("%s: %v %v", name, result.Failures, err)
		}
	}
}
