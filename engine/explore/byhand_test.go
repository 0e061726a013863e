package explore_test

import (
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/explore"
)

// A request without a name is called by its number, one by hand by the number that it had: in another order a plan's
// would get the same. What a search finds is what following every order by itself finds.
func TestRequestsByHandAndOfPlansHaveNamesOfTheirOwn(t *testing.T) {
	const data = "writer ann\nwriter ben\nset bucket.contention=on\nseed: create-bucket data\n"
	for _, text := range []string{
		data + "ann: put-object data/m old\nplan ann [put-object data/m A if-none-match=*]\nplan ben [delete-object " +
			"data/m]\n",
		data + "ann: put-object data/m old if-none-match=*\nben: put-object data/m x if-none-match=*\n" +
			"plan ann [put-object data/m A if-none-match=*]\n",
		data + "ann: put-object data/m old\nann: put-object data/m A if-match=$r2.etag\nplan ben [delete-object " +
			"data/m; put-object data/m B]\n",
	} {
		_, s := enginetest.Searched(t, text)
		r := explore.Search(s.Input, explore.Budget{}, nil, nil)
		c, ok := explore.Enumerate(s.Input, explore.Budget{}, 20000)
		if wrong := explore.Compare(r, c); !ok || wrong != "" || len(r.Marks) == 0 {
			t.Errorf("%s\nfound %s\n%s", text, r.Verdict(), wrong)
		}
	}
}

// Ben stopped waiting for an answer, so he goes on behind any that is lost: also behind one that came late, as his open
// waited for Ann to give back what she may cache. Only Ann can be stuck, behind a loss.
func TestHandsGoOnBehindTheLossOfAnAnswerThatATimerLetGo(t *testing.T) {
	const open = "smb-create docs/f access=RW share=RW oplock=RWH as "
	_, s := enginetest.Searched(t, "writer ann\nwriter ben\nset ann.responsive=off\nseed: create-share docs\n"+
		"seed: create-file docs/f 10\nann: send "+open+"x0\nben: "+open+"x1\nben: send "+open+"x2\ntimeout x2\n")
	r := explore.Search(s.Input, explore.Budget{Faults: 1, Jumps: 1}, nil, nil)
	for _, o := range r.Outcomes {
		if o.Last[1].Status == explore.Stuck {
			t.Errorf("%s in %s orders: %v", o, o.Schedules, o.Example)
		}
	}
	c, ok := explore.Enumerate(s.Input, explore.Budget{Faults: 1, Jumps: 1}, 20000)
	if !ok || explore.Compare(r, c) != "" {
		t.Error(explore.Compare(r, c))
	}
}

// An outcome is what the objects say and what each heard last. Which scripts a server has in its cache is
// neither: with the same keys and answers there is one end, in 3 orders.
func TestACachedScriptIsNoEnd(t *testing.T) {
	_, s := enginetest.Searched(t, "writer ann\nwriter ben\nseed: SET sw 0\nplan ann [GET sw as g; if g value=1 "+
		"[EVAL \"return redis.call('set','z','1')\" 0] else [SET z 1]]\nplan ben [SET sw 1]\n")
	r := explore.Search(s.Input, explore.Budget{}, nil, nil)
	if len(r.Outcomes) != 1 || r.Outcomes[0].Schedules.String() != "3" {
		t.Errorf("%v", r.Outcomes)
	}
}
