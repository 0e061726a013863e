package room_test

import (
	"testing"

	"interleave/engine/roomtest"
)

// A branch of a comparison has sent what the plans had sent: no plan stands at its beginning there, to send it once
// more.
func TestAComparedHistoryLeavesNoPlanToSendItAgain(t *testing.T) {
	r := roomtest.Of(t, "plans.race", "writer ann\nwriter ben\nwriter cy\nseed: create-container wiki\n"+
		"seed: put-blob wiki/n 0\nplan ann [get-blob wiki/n as r; put-blob wiki/n {$r.body + 1}]\n"+
		"plan ben [get-blob wiki/n as r; put-blob wiki/n {$r.body + 1}]\nplan cy [get-blob wiki/n]\n"+
		"step ann\nstep ben\nstep ben\nstep ann\n")
	for len(r.View().Troubles()) == 0 {
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	for _, guard := range []string{"as-it-is", "none"} {
		if _, err := r.LoadGuard(r.CompareGuards(), guard, "~ lost-update"); err != nil {
			t.Fatal(err)
		}
		v := r.View()
		for _, id := range []string{"ann", "ben"} {
			if p, planned := v.Known(id).Plan(); planned && !p.Ended {
				t.Errorf("%s: the plan of %s would send it again", guard, id)
			}
		}
		if p, planned := v.Known("cy").Plan(); !planned || p.Ended {
			t.Errorf("%s: Cy, who has sent nothing, has no plan", guard)
		}
		if err := r.Undo(); err != nil {
			t.Fatal(err)
		}
	}
}
