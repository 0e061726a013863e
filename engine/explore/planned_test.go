package explore_test

import (
	"testing"

	"interleave/engine/explore"
	"interleave/engine/scenario"
)

// Who hears nothing, looks and then sends it again looks first in every order too: what was sent in between keeps its
// place in front of the retry, and is sent where nothing was lost as well.
func TestWhatWasSentBeforeARetryComesBeforeIt(t *testing.T) {
	const start = "writer ann\nseed: create-container cont\n"
	for name, c := range map[string]struct{ typed, plan string }{
		"directly behind it": {
			"ann: send put-blob cont/a 1 if-none-match=* as w\nlose w\ntimeout w\n" +
				"ann: put-blob cont/a 1 if-none-match=* again=w as x\n",
			"  put-blob cont/a 1 if-none-match=* as w\n  on lost w\n" +
				"    put-blob cont/a 1 if-none-match=* again=w as w\n    on lost w\n"},
		"a read in between": {
			"ann: send put-blob cont/a 1 if-none-match=* as w\nlose w\ntimeout w\nann: get-blob cont/a as g\n" +
				"ann: put-blob cont/a 1 if-none-match=* again=w as x\n",
			"  put-blob cont/a 1 if-none-match=* as w\n  on lost w\n  get-blob cont/a as g\n  on lost g\n" +
				"  on lost w\n    put-blob cont/a 1 if-none-match=* again=w as w\n    on lost w\n"},
		"a read behind each of two tries": {
			"ann: send put-blob cont/a 1 as w\nlose w\ntimeout w\nann: send put-blob cont/a 1 again=w as x\nlose x\n" +
				"timeout x\nann: get-blob cont/a as g\nann: put-blob cont/a 1 again=x as y\n",
			"  put-blob cont/a 1 as w\n  on lost w\n    put-blob cont/a 1 again=w as w\n    on lost w\n" +
				"  get-blob cont/a as g\n  on lost g\n  on lost w\n    put-blob cont/a 1 again=w as w\n" +
				"    on lost w\n"},
		"a read behind a refusal of the second": {
			"ann: send put-blob cont/a 1 if-none-match=* as w\ndeliver w\nlose w\ntimeout w\n" +
				"ann: put-blob cont/a 1 if-none-match=* again=w as x\nann: get-blob cont/a as g\n" +
				"ann: put-blob cont/a 1 if-none-match=* again=x as y\n",
			"  put-blob cont/a 1 if-none-match=* as w\n  on lost w\n" +
				"    put-blob cont/a 1 if-none-match=* again=w as w\n    on lost w\n  get-blob cont/a as g\n" +
				"  on lost g\n  if w 409\n    put-blob cont/a 1 if-none-match=* again=w as w\n" +
				"    on lost w\n"},
	} {
		w, inputs := inputsOf(t, start+c.typed)
		in, err := explore.Cut(w, inputs)
		if err != nil {
			t.Fatal(name, err)
		}
		steps, _ := in.Programs[0].Planned()
		if got := scenario.FormatPlan(steps); got != c.plan {
			t.Errorf("%s:\n%swant\n%s", name, got, c.plan)
		}
		if r := explore.Search(in, explore.Budget{Lates: 1, Faults: 1}, nil, nil); r.Schedules == nil {
			t.Errorf("%s: %s", name, r.Verdict())
		}
	}
}
