package explore_test

import (
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/scenario"
)

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
