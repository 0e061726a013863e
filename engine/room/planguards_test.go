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

// A plan that has come to its end would not go on, whatever stands in between that was done by hand: run again, its
// requests are sent as by hand, and it stays where it was.
func TestAPlanThatHasEndedDoesNotGoOn(t *testing.T) {
	const plan = "writer ann\nwriter ben\nseed: create-container wiki\nseed: put-blob wiki/n 0\n" +
		"plan ann [get-blob wiki/n as a; put-blob wiki/n A if-match=$a.etag as w]\nstep ann\n" +
		"ben: get-blob wiki/n as b\nben: put-blob wiki/n B if-match=$b.etag\nann: get-blob wiki/n as h\n"
	for lines, want := range map[string]string{
		plan + "step ann\n": "",
		plan:                "Behind what is compared ann would still go on by plan.",
	} {
		r := roomtest.Of(t, "plans.race", lines)
		for range 64 {
			if h := r.View().Exchange(6); want != "" && h != nil && !h.Heard.IsZero() {
				break // the script is over, and a further step would be the plan's
			}
			if _, err := r.Step(); err != nil {
				break
			}
		}
		if got := r.CompareGuards().Ahead; got != want {
			t.Errorf("%s%q, want %q", lines, got, want)
		}
	}
}
