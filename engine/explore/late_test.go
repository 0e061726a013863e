package explore_test

import (
	"testing"

	"interleave/engine"
	"interleave/engine/explore"
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
