package explore_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/scenario"
)

// A request whose writer stopped waiting may come behind a newer one of its own, and replace that. Hands that stopped
// waiting are followed as a plan is that says so, and what is found is what following every order by itself finds.
func TestAnOlderRequestOfOnesOwnMayComeLate(t *testing.T) {
	const table = "writer ann\nwriter ben\nseed: create-table stock\nseed: insert-entity stock/p/r .a=1 .b=1\n"
	const loops = "plan ben [loop 2 [get-entity stock/p/r as b1; update-entity stock/p/r .a=1 .b=9 if-match=* as b2; " +
		"on lost b2 [wait 0s]]]\n"
	planned := explore.Input{World: start(t, table+"plan ann [get-entity stock/p/r as a1; on lost a1 [wait 0s]; "+
		"update-entity stock/p/r .a=2 .b=1 if-match=* as a2; on lost a2 [wait 0s]]\n"+loops)}
	w, inputs := inputsOf(t, table+"ann: send get-entity stock/p/r as a1\ntimeout a1\n"+
		"ann: send update-entity stock/p/r .a=2 .b=1 if-match=* as a2\ntimeout a2\ndeliver a1\ndeliver a2\n"+loops)
	typed, err := explore.Cut(w, inputs)
	if err != nil {
		t.Fatal(err)
	}
	lost := map[string]string{}
	for what, in := range map[string]explore.Input{"planned": planned, "typed": typed} {
		b := explore.Budget{Lates: 1}
		one, whole := oneByOne(in, b, 400)
		found := explore.Search(in, b, nil, nil)
		if diff := one.differs(found); !whole || diff != "" {
			t.Errorf("%s: whole %v: %s", what, whole, diff)
		}
		lost[what] = found.Schedules.String() + " " + marked(found, string(engine.LostUpdate))
	}
	if lost["planned"] != lost["typed"] || lost["typed"] == "" {
		t.Errorf("orders, and those that lose work: %v", lost)
	}
}

// Who had read the row in front of Ben's first update replaces work of his that she does not know, who read it behind
// that does not, though his second update stands there alone: it left in place what the first had set. Her update was
// sent early and comes late in both.
func TestWhatALateRequestKnewCountsThroughWhatWasLeftAlone(t *testing.T) {
	in := explore.Input{World: start(t, "writer ann\nwriter ben\nwriter cy\nseed: create-table stock\n"+
		"seed: insert-entity stock/p/r .a=1 .b=1\n"+
		"plan ann [get-entity stock/p/r as a1; update-entity stock/p/r .a=2 .b=1 if-match=* as a2; "+
		"on lost a2 [wait 0s]]\n"+
		"plan ben [get-entity stock/p/r as b1; update-entity stock/p/r .a=1 .b=9 if-match=*; "+
		"get-entity stock/p/r as b1; update-entity stock/p/r .a=1 .b=9 if-match=*]\n"+
		"plan cy [get-entity stock/p/r; update-entity stock/p/r .a=1 .b=5 if-match=*]\n")}
	b := explore.Budget{Lates: 1}
	one, whole := oneByOne(in, b, 4000)
	if diff := one.differs(explore.Search(in, b, nil, nil)); !whole || diff != "" {
		t.Errorf("whole %v: %s", whole, diff)
	}
}

// Requests of one writer that were under way at once are decided in any order, and answered in any order: an answer in
// front of which another one comes is heard in a step of its own. The numbers are reckoned by hand: of two, 2 orders in
// which each is heard as it is decided, and 2 in which the first answer is overtaken; a request of another writer
// stands at any place among their steps; a third of the same writer comes behind both. One that waited for the first
// alone: 4 orders with the second where the first was heard at once, 1 where its answer was overtaken, 1 where the
// second came first, 2 where that one's answer was overtaken by the first's, as it may be by the third's too.
func TestRequestsOfOneWriterOvertakeEachOther(t *testing.T) {
	const head = "writer ann\nwriter ben\nseed: create-container wiki\nseed: put-blob wiki/n 0\n" +
		"ann: send put-blob wiki/n 1 as a1\nann: send put-blob wiki/n 2 as a2\n"
	for _, row := range []struct {
		lines, orders, lost string
		budget              explore.Budget
	}{
		{lines: "", orders: "4", lost: "2"}, // a1 comes behind a2, and replaces it
		{lines: "ben: get-blob wiki/n\n", orders: "14", lost: "7"},
		{lines: "deliver a1\ndeliver a2\nanswer a1\nanswer a2\nann: put-blob wiki/n 3\n", orders: "4", lost: "2"},
		{lines: "deliver a1\nanswer a1\nann: send put-blob wiki/n 3 as a3\n", orders: "8", lost: "5"},
	} {
		_, s := enginetest.Searched(t, head+row.lines)
		found := explore.Search(s.Input, row.budget, nil, nil)
		if got := found.Schedules.String(); got != row.orders || marked(found, "lost-update") != row.lost {
			t.Errorf("%q: %s orders, %s of them lose, want %s and %s", row.lines, got, marked(found, "lost-update"),
				row.orders, row.lost)
		}
		if one, whole := oneByOne(s.Input, row.budget, 400); !whole || one.differs(found) != "" {
			t.Errorf("%q: whole %v: %s", row.lines, whole, one.differs(found))
		}
	}
}

// What hands have under way at once where a search begins is under way at once, as if the search began in front of it:
// two counts that are decided one behind the other, and heard in either order.
func TestWhatIsUnderWayAtTheStartOvertakes(t *testing.T) {
	in := explore.Input{World: start(t, "writer ann\nwriter ben\nseed: SET k 0\nann: send INCR k as a1\n"+
		"ann: send INCR k as a2\n")}
	found := explore.Search(in, explore.Budget{}, nil, nil)
	one, ok := oneByOne(in, explore.Budget{}, 100)
	if diff := one.differs(found); !ok || diff != "" || found.Schedules.Int64() != 4 {
		t.Errorf("%s %v %s", found.Verdict(), ok, diff)
	}
}

// Two requests that ask for the same are under way, and one that is sent later waits for the answer of the first of
// them alone, or of the second: which of them is still awaited counts, though both look alike.
func TestWhichOfTwoAlikeIsAwaitedCounts(t *testing.T) {
	for _, with := range []string{"r3", "r6"} {
		in := explore.Input{World: start(t, "writer ben\n"), Programs: []explore.Program{{By: "ben",
			Beside: map[string][]string{"r6": {"r3"}, "r26": {"r3", "r6"}, "r27": {with}}}}}
		for _, line := range []string{"SET lock b NX as r3", "SET lock b NX as r6", "GET k as r26", "GET j as r27"} {
			send, err := scenario.ParseInput("ben: send " + line)
			if err != nil {
				t.Fatal(err)
			}
			in.Programs[0].Steps = append(in.Programs[0].Steps, send)
		}
		one, whole := oneByOne(in, explore.Budget{}, 400)
		if diff := one.differs(explore.Search(in, explore.Budget{}, nil, nil)); !whole || diff != "" {
			t.Errorf("beside %s: whole %v: %s", with, whole, diff)
		}
	}
}

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

// stuckIn is the row of who is stuck in some order.
func stuckIn(t *testing.T, text string, b explore.Budget) string {
	t.Helper()
	found := explore.Search(explore.Input{World: start(t, text)}, b, nil, nil)
	troubles, _ := explore.Rows(found, strings.ToUpper)
	for _, r := range troubles {
		if r.Text == explore.Stuck {
			return r.Way
		}
	}
	return ""
}

// Who is stuck says why, in the words of the step that cannot be taken: a body that is no number, an answer without the
// field, an answer that was lost, a time that does not come.
func TestWhoIsStuckSaysWhy(t *testing.T) {
	const begin = "writer ann\nwriter ben\nseed: create-container cont\nseed: put-blob cont/b 1L\n"
	for _, c := range []struct {
		text   string
		budget explore.Budget
		want   string
	}{
		{"plan ann [get-blob cont/b as r; put-blob cont/b {$r.body + 1}]\n", explore.Budget{},
			`ANN get-blob. Then ANN cannot reckon "1L" + "1": "1L" is not a whole number (body).`},
		{"plan ann [get-blob cont/b as r; put-blob cont/b x if-match=$r.etag]\nplan ben [delete-blob cont/b]\n",
			explore.Budget{}, "BEN delete-blob, ANN get-blob. Then ANN cannot use the etag of get-blob cont/b: " +
				`the answer 404 BlobNotFound has no "etag" (if-match).`},
		{"plan ann [put-blob cont/b x]\nplan ben [put-blob cont/b y]\n", explore.Budget{Faults: 1},
			"ANN put-blob, BEN put-blob (the request is lost). Then BEN waits for an answer that is lost. In others " +
				"ANN waits for an answer that is lost."},
		{"plan ann [get-blob cont/b; wait 2s; get-blob cont/b]\n", explore.Budget{},
			"ANN get-blob. Then ANN waits for the clock, which moves only by the timers that a search is allowed."},
	} {
		if got := stuckIn(t, begin+c.text, c.budget); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// An Int64 property is a whole number, and stays one of 64 bits: 1L and twice one is 3L.
func TestAnInt64PropertyIsReckonedWith(t *testing.T) {
	const add = " [loop 2 [get-entity acc/p/r as r; merge-entity acc/p/r .n={$r..n + 1} if-match=$r.etag as w; " +
		"break on w 204]]\n"
	found := explore.Search(explore.Input{World: start(t, "writer ann\nwriter ben\nseed: create-table acc\n"+
		"seed: insert-entity acc/p/r .n=1L\nplan ann"+add+"plan ben"+add)}, explore.Budget{}, nil, nil)
	for _, end := range found.Outcomes {
		if !strings.Contains(end.String(), `entity acc/p/r "n=3L\n"`) {
			t.Error(end)
		}
	}
}

// A sampled search says how many orders it has followed, a whole one how many begin differently, up to all of them but
// for their last steps.
func TestOrdersSoFar(t *testing.T) {
	last := func(b explore.Budget) (orders float64, steps int) {
		explore.Search(explore.Input{World: start(t, cond(3, 2))}, b, nil, func(p explore.Progress) bool {
			if p = p.Counted(); p.Orders > 0 { // not while the whole ones are counted
				orders, steps = p.Orders, p.Followed
			}
			return true
		})
		return orders, steps
	}
	if orders, steps := last(explore.Budget{Samples: 64}); orders != 64 || steps < 12 {
		t.Errorf("%v sampled orders of up to %d steps", orders, steps)
	}
	if orders, steps := last(explore.Budget{}); orders > 166815042 || orders < 1e7 || steps < 16 {
		t.Errorf("%v orders of up to %d steps, of 166815042", orders, steps)
	}
}
