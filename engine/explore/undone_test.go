package explore_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/explore"
)

// Work that is called as the answer to a write is has no name where nobody does it; what a receive gives is left for
// the next, and is no work undone. The numbers are those of TestWorkThatNobodyDidIsCounted.
func TestWorkThatAnAnswerNamesIsCounted(t *testing.T) {
	queue := "writer ana \"Ana\"\nseed: create-queue jobs\nseed: put-message jobs one\n" +
		"plan ana [get-messages jobs as g; if g 0.receipt [does $g.0]]\n"
	for text, want := range map[string]string{strings.ReplaceAll(claimants(), "run-7", "$m.etag"): "4", queue: ""} {
		f, s := enginetest.Searched(t, text)
		troubles, _ := explore.Rows(explore.Search(s.Input, explore.Budget{Faults: 1}, nil, nil), f.Title)
		got := ""
		for _, r := range troubles {
			if r.IsUndone() && r.Text == "work left undone" {
				got = r.Orders
			}
		}
		if got != want {
			t.Errorf("%s\n%q orders, want %q", text, got, want)
		}
	}
}

// hostsAtALake are two hosts with the same lines, in which WHO stands for the host.
func hostsAtALake(lines string) string {
	return "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n" + enginetest.Each(lines, "ana", "ben")
}

// claimants are two hosts who do a run behind a marker: who heard nothing of it sends the same again.
func claimants() string {
	return hostsAtALake("plan WHO\n  put-object lake/marker taken if-none-match=* as m\n  on lost m\n" +
		"    put-object lake/marker taken if-none-match=* again=m as m\n  if m 200\n    does run-7\n")
}

// rules.md of conflict, "Cases that had to be settled": a marker that nobody works by has no mark; a search counts the
// orders at whose end no writer did the work.
//
// Without a fault there are 2 orders, and who comes first works. With one fault one of the two sends twice, and the
// other's request stands at one of 3 places among the two: for a lost request or a lost answer of either that is 2*2*3,
// with the 2 without a fault 14. Where the answer is lost and the other does not come first (2 of its 3 places), the
// marker refuses who made it and the other: 2*2 of the 14.
func TestWorkThatNobodyDidIsCounted(t *testing.T) {
	f, s := enginetest.Searched(t, claimants())
	for _, row := range []struct {
		budget      explore.Budget
		all, undone string
		share       string
	}{
		{explore.Budget{}, "2", "", ""},
		{explore.Budget{Faults: 1}, "14", "4", "28.6 %"},
	} {
		found := explore.Search(s.Input, row.budget, nil, nil)
		troubles, _ := explore.Rows(found, f.Title)
		orders, share := "", ""
		for _, r := range troubles {
			if r.Text == "work run-7 left undone" {
				orders, share = r.Orders, r.Share
				if !r.IsBehind() || len(r.Steps) != 3 || !strings.Contains(r.Way, "the answer is lost") {
					t.Errorf("the shortest order: %d steps, %s", len(r.Steps), r.Way)
				}
			}
		}
		if all := explore.Grouped(found.Schedules); all != row.all || orders != row.undone || share != row.share {
			t.Errorf("%+v: %s orders, %q undone (%s), want %s and %q", row.budget, all, orders, share, row.all,
				row.undone)
		}
		if len(found.Wanted) > 0 {
			t.Error("an end is told that nobody asked for")
		}
	}
}

// Who stops behind the answer to its marker does no work: with a stop of either, in 2 of the 6 orders the first of the
// two stops, and the second is refused. That both requests are one wish, and that the work stands behind a wait or a
// test of what was read before, changes nothing of it.
func TestWhoStopsDoesNoWorkOfItsPlan(t *testing.T) {
	for _, plan := range []string{
		"put-object lake/marker taken if-none-match=* as m; if m 200 [does run-7]",
		"wish both [put-object lake/marker taken if-none-match=* as m; if m 200 [does run-7]]",
		"wish both [put-object lake/marker taken if-none-match=* as m]; if m 200 [does run-7]",
	} {
		orders, undone := undoneOf(t, hostsAtALake("plan WHO ["+plan+"]\n"), explore.Budget{Stops: 1})
		if orders != "6" || undone != "work run-7 left undone 2" {
			t.Errorf("%s\n%s orders, %q", plan, orders, undone)
		}
	}
}

// Who stops sleeps no more, and does nothing when its wait would have ended. With one jump of the clock Ana's request
// and a jump to her 5s is one order, in which the work is done; hers, with which she stops, a jump to Ben's 10s and his
// is another; and behind a jump to 10s both may send in 2 orders, in 4 with a stop of either, and no jump is left.
// Where Ana has stopped, in 3 of these, the work is left undone; in 4 she waits, with it in front of her.
func TestWhoStopsDoesNothingWhenItsWaitEnds(t *testing.T) {
	orders, undone := undoneOf(t, "writer ana\nwriter ben\nseed: create-bucket lake\n"+
		"plan ana [put-object lake/a x; wait 5s; does run-7]\nplan ben [wait 10s; put-object lake/b x]\n",
		explore.Budget{Stops: 1, Jumps: 1})
	if orders != "8" || undone != "work run-7 left undone 3" {
		t.Errorf("%s orders, %q", orders, undone)
	}
}

// A wish of which one write stands is half done by who stops behind it, though the plan is taken away in front of the
// work that stands there: of 3 orders, with a stop behind either write or none, one, and the work is left in it.
func TestAStopInFrontOfWorkLeavesAWishHalfDone(t *testing.T) {
	_, s := enginetest.Searched(t, "writer ana\nseed: create-container cont\n"+
		"plan ana [wish both [put-blob cont/a 1 as p; if p 201 [does run-7; put-blob cont/b 1]]]\n")
	found := explore.Search(s.Input, explore.Budget{Stops: 1}, nil, nil)
	undone := ""
	for _, u := range found.Undone {
		undone += u.Schedules.String()
	}
	if got := marked(found, "split-update") + " of " + found.Schedules.String(); got != "1 of 3" || undone != "1" {
		t.Errorf("%s orders are half done, %q leave the work", got, undone)
	}
	one, _ := oneByOne(s.Input, explore.Budget{Stops: 1}, 100)
	if diff := one.differs(found); diff != "" {
		t.Error(diff)
	}
}

// A message that its receiver deletes without having done its work is gone with it; whose plan says by itself when it
// works says nothing of it with the delete.
func TestAMessageThatIsGoneUndone(t *testing.T) {
	const start = "writer ana \"Ana\"\nseed: create-container done\nseed: create-queue jobs\n" +
		"seed: put-message jobs one\n"
	const plan = "plan ana [get-messages jobs as g; put-blob done/one x if-none-match=* as m; if m 201 [does $g.0]; " +
		"delete-message $g.0 popreceipt=$g.0.receipt]\n"
	const made = "seed: put-blob done/one x\n"
	for text, want := range map[string]string{
		start + plan:        "",
		start + made + plan: "message received, then gone, its work left undone 1",
		start + made + strings.Replace(plan, "if m 201 [does $g.0]; ", "", 1): "",
	} {
		if orders, undone := undoneOf(t, text, explore.Budget{}); orders != "1" || undone != want {
			t.Errorf("%s%s orders, %q, want %q", text, orders, undone, want)
		}
	}
}

// The advice of the cards, followed: the result is kept where the storage takes it once, and whose is refused works
// no more, but takes the message away. Nobody does its work twice, whatever message comes back.
func TestWorkBehindAMarkerIsDoneOnce(t *testing.T) {
	_, s := enginetest.Searched(t, "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-container done\n"+
		"seed: create-queue jobs\nseed: put-message jobs one\n"+
		enginetest.Each("plan WHO [get-messages jobs visibilitytimeout=30 as g; if g 0.receipt [put-blob done/one x "+
			"if-none-match=* as m; if m 201 [does $g.0]; delete-message $g.0 popreceipt=$g.0.receipt]]\n",
			"ana", "ben"))
	found := explore.Search(s.Input, explore.Budget{Jumps: 1}, nil, nil)
	if twice := marked(found, "done-twice"); twice != "0" || marked(found, "already-there") == "0" {
		t.Errorf("%s orders do it twice, %s find the marker, of %s", twice, marked(found, "already-there"),
			found.Schedules)
	}
}

// undoneOf are all orders of a scenario, and the rows of work that nobody does with how many orders have them.
func undoneOf(t *testing.T, text string, b explore.Budget) (orders, undone string) {
	t.Helper()
	f, s := enginetest.Searched(t, text)
	found := explore.Search(s.Input, b, nil, nil)
	troubles, _ := explore.Rows(found, f.Title)
	for _, r := range troubles {
		if r.IsUndone() {
			undone += r.Text + " " + r.Orders
		}
	}
	return explore.Grouped(found.Schedules), undone
}

// Who does its work although its marker was not answered goes on, and does so where another answer is lost as well. Of
// 2 orders without a fault, and 2 with each of the two losses of either, hands of whom one went on so do it twice in
// the 6 in which the other hears its answer; where nobody went on, the one that hears nothing stands there.
func TestWorkIsGoingOn(t *testing.T) {
	const lines = "writer ana\nwriter ben\nseed: create-bucket lake\n" +
		"ana: send put-object lake/marker ana if-none-match=* as a\n%s" +
		"ana: does run-7\nben: put-object lake/marker ben if-none-match=*\nben: does run-7\n"
	for how, want := range map[string]string{"deliver a\nlose a\n": "6", "deliver a\nanswer a\n": "2"} {
		w, inputs := inputsOf(t, strings.Replace(lines, "%s", how, 1))
		in, err := explore.Cut(w, inputs)
		if err != nil {
			t.Fatal(err)
		}
		found := explore.Search(in, explore.Budget{Faults: 1}, nil, nil)
		if got := marked(found, "done-twice"); got != want || found.Schedules.String() != "10" {
			t.Errorf("%s%s of %s orders do it twice, want %s of 10", how, got, found.Schedules, want)
		}
	}
}

// The example of an order in which a writer stops says so in its inputs: played by whoever goes by the plans, its work
// stays undone. What was played so is searched from its beginning with the plan whole: to stop is a budget's.
func TestAStopIsPlayedAndIsNoPartOfThePlan(t *testing.T) {
	for _, plan := range []string{
		"put-object lake/marker taken if-none-match=* as m; if m 200 [put-object lake/result WHO; does run-7]",
		"put-object lake/marker taken if-none-match=* as m; if m 200 [does run-7]",
		"wish both [put-object lake/marker taken if-none-match=* as m; " +
			"if m 200 [does run-7; put-object lake/result WHO]]",
	} {
		playsItsStop(t, hostsAtALake("plan WHO ["+plan+"]\n"))
	}
}

func playsItsStop(t *testing.T, text string) {
	t.Helper()
	w := start(t, text)
	in := explore.Input{World: w}
	found := explore.Search(in, explore.Budget{Stops: 1}, nil, nil)
	if len(found.Undone) != 1 {
		t.Fatal("no work is left undone")
	}
	at, stops := w.Clone(), 0
	for _, s := range found.Undone[0].Example {
		for _, input := range s.Inputs {
			if plan, ok := input.(engine.Plan); ok && len(plan.Steps) == 0 {
				stops++
			}
			if _, err := at.Step(at.Record()+1, input); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, id := range []string{"ana", "ben"} {
		if p := at.PlanOf(id); p != nil && !p.Ended() {
			t.Errorf("%s's plan still goes on", id)
		}
	}
	if stops != 1 || !at.Work(engine.ObjectID{Kind: "work", Name: "run-7"}).IsZero() {
		t.Errorf("%d plans are taken away, and the work was done", stops)
	}
	played, inputs := inputsOf(t, text)
	for _, s := range found.Undone[0].Example {
		inputs = append(inputs, s.Inputs...)
	}
	cut, err := explore.Cut(played, inputs)
	if err != nil {
		t.Fatal(err)
	}
	again := explore.Search(cut, explore.Budget{Stops: 1}, nil, nil)
	if again.Schedules.Cmp(found.Schedules) != 0 {
		t.Errorf("%s; at first %s", again.Verdict(), found.Verdict())
	}
}

// A plan that waits by itself goes on once the clock moves, which it does only by jumps: without one the verdict says
// so, and the row of who cannot go on.
func TestAPlanThatWaitsForTheClock(t *testing.T) {
	f, s := enginetest.Searched(t, "writer ana \"Ana\"\nplan ana [SET a 1; wait 2s; SET b 1]\n")
	for jumps, want := range []string{"complete within budgets: clock jumps <= 0 (a plan waits for the clock): 1 order",
		"complete within budgets: clock jumps <= 1: 1 order"} {
		found := explore.Search(s.Input, explore.Budget{Jumps: jumps}, nil, nil)
		troubles, _ := explore.Rows(found, f.Title)
		stands := slices.ContainsFunc(troubles, func(r explore.Row) bool {
			return r.Name == explore.Stuck &&
				strings.Contains(r.Way, "Ana waits for the clock, which moves only by the timers")
		})
		if !strings.HasPrefix(found.Verdict(), want) || stands != (jumps == 0) {
			t.Errorf("%d jumps: %s; the row %v", jumps, found.Verdict(), stands)
		}
	}
}

// A plan that is taken away before it has sent anything is no stop, though its writer sends something by hand
// meanwhile: it is carried out in no order. One that stood there before the first request and has sent something is.
func TestWhichPlansThatWereTakenAwayAreSearched(t *testing.T) {
	const begin = "writer ann\nwriter ben\nseed: create-container cont\n"
	const plan = "plan ann [put-blob cont/n PLAN]\n"
	send := engine.Next{By: "ann"}
	for text, want := range map[string]string{
		begin + "ben: get-blob cont/m\n" + plan + "ann: get-blob cont/m\nplan ann off\n": "2",
		begin + plan + "plan ann off\nben: get-blob cont/m\n":                            "1",
	} {
		w, inputs := inputsOf(t, text)
		in, err := explore.Cut(w, inputs)
		if err != nil {
			t.Fatal(err)
		}
		if found := explore.Search(in, explore.Budget{}, nil, nil); found.Schedules.String() != want {
			t.Errorf("%s%s, want %s orders", text, found.Verdict(), want)
		}
	}
	w := start(t, begin+plan)
	in, err := explore.Cut(w, []engine.Input{send, engine.Plan{By: "ann"},
		engine.Send{By: "ben", Verb: "get-blob", Args: engine.Args("path", "cont/n")}})
	if err != nil {
		t.Fatal(err)
	}
	if found := explore.Search(in, explore.Budget{}, nil, nil); found.Schedules.String() != "2" {
		t.Errorf("%s, want both orders of ann's plan and ben's read", found.Verdict())
	}
}

// Who goes on by hand behind a plan that was taken away has done what the plan did, and what hands typed behind it: the
// plan's requests are part of every order, and its work is the writer's own. Ben's are get, put and put, and he works
// in all; Ann's are get and put, and of 5!/(3! 2!) orders hers is accepted, and the work is done twice, in those in
// which no put of his stands between her two: she has both in one of 4 places, or his get alone between them, 5.
func TestHandsGoOnBehindAPlanThatWasTakenAway(t *testing.T) {
	const plan = " [get-blob cont/a as g; put-blob cont/a {$g.body + 1} if-match=$g.etag as w; " +
		"if w 201 [does run-7]; get-blob cont/a]\n"
	const begin = "writer ann\nwriter ben\nseed: create-container cont\nseed: put-blob cont/a 0\n"
	ann := "plan ann" + strings.Replace(plan, "; get-blob cont/a]", "]", 1)
	step := func(name string) []engine.Input {
		return []engine.Input{engine.Next{By: "ben"}, engine.Deliver{Names: []string{name}},
			engine.ReceiveAnswer{Names: []string{name}}}
	}
	behind := []engine.Input{engine.Plan{By: "ben"},
		engine.Send{By: "ben", Verb: "put-blob", Args: engine.Args("path", "cont/a", "body", "9"), As: "h"},
		engine.Deliver{Names: []string{"h"}}, engine.ReceiveAnswer{Names: []string{"h"}},
		engine.Act{By: "ben", What: engine.Text("run-7")}}
	for n, text := range []string{begin + ann, begin + ann + "plan ben" + plan} {
		w := start(t, text)
		var inputs []engine.Input
		if n == 0 { // the plan is given behind the moment that is cut
			_, given := inputsOf(t, begin+"plan ben"+plan)
			inputs = append(inputs, given[len(given)-1])
		}
		inputs = slices.Concat(inputs, step("ben-g1"), step("ben-w1"), behind)
		in, err := explore.Cut(w, inputs)
		if err != nil {
			t.Fatal(err)
		}
		found := explore.Search(in, explore.Budget{}, nil, nil)
		if got := marked(found, "done-twice"); found.Schedules.String() != "10" || got != "5" ||
			!slices.Equal(in.AsTyped, []string{"ben"}) {
			t.Errorf("%d: %s, %s do it twice, as typed: %q", n, found.Verdict(), got, in.AsTyped)
		}
		one, _ := oneByOne(in, explore.Budget{Faults: 1}, 2000)
		if diff := one.differs(explore.Search(in, explore.Budget{Faults: 1}, nil, nil)); diff != "" {
			t.Error(diff)
		}
	}
}

// Who waits for the clock with the work in front of it has not left it undone: ann, whose marker stands, works once the
// search may end her wait. Who waits behind its work, or has none in front of it, changes nothing.
func TestWhoWaitsForTheClockHasLeftNothingUndone(t *testing.T) {
	ben := "plan ben\n  SET inv ben NX as m\n  if m OK\n    does inv\n"
	for plan, want := range map[string]string{
		"  if m OK\n    wait 15s\n    does inv\n": "",
		"  if m OK\n    wait 15s\n":               "1", // ann first: she has the marker, and no work
		"  if m OK\n    stop\n  wait 15s\n":       "1",
	} {
		text := "writer ann\nwriter ben\nplan ann\n  SET inv ann NX as m\n" + plan + ben
		f, s := enginetest.Searched(t, text)
		for _, in := range []explore.Budget{{}, {Samples: 200}} {
			found := explore.Search(s.Input, in, nil, nil)
			troubles, _ := explore.Rows(found, f.Title)
			at := slices.IndexFunc(troubles, explore.Row.IsUndone)
			if (at >= 0) != (want != "") || at >= 0 && in.Samples == 0 && troubles[at].Orders != want {
				t.Errorf("%s%v: %v, want %q", text, in, found.Undone, want)
			}
		}
	}
}
