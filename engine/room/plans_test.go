package room_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/explore"
	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/engine/scenario"
)

const addOne = `[loop 3 [get-blob wiki/hits as r; put-blob wiki/hits {$r.body + 1} if-match=$r.etag as w; break on w 201]]`

type failer interface {
	Helper()
	Fatal(args ...any)
}

// counting is a room with a counter and writers that have this plan.
func counting(t failer, plan string, writers ...string) *room.Room {
	t.Helper()
	r := room.New(catalog.New, room.Options{})
	steps, err := scenario.ParsePlan(plan, r.View().Services())
	if err != nil {
		t.Fatal(err)
	}
	do := func(in engine.Input) {
		t.Helper()
		if _, err := r.Do(in); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{"seed: create-container wiki", "seed: put-blob wiki/hits 0"} {
		s, err := scenario.ParseLine(line, 1, r.View().Services())
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range s.Inputs {
			do(in)
		}
	}
	for _, id := range writers {
		do(engine.AddWriter{ID: id, Title: strings.ToUpper(id[:1]) + id[1:]})
		do(engine.Plan{By: id, Steps: steps})
	}
	return r
}

func body(t testing.TB, r *room.Room) string {
	t.Helper()
	for _, p := range r.View().Properties(engine.ParseObject("blob wiki/hits")) {
		if p.Name == "body" {
			return p.Text
		}
	}
	return ""
}

// A plan step is due behind script and messages, a second behind the one before, and goes all the way in one action.
func TestStepsOfPlansAreDueAfterMessages(t *testing.T) {
	r := counting(t, addOne, "ann")
	v := r.View()
	if at, ok := v.NextDue(); !ok || at != 0 || v.Next != "Ann's plan: read" {
		t.Errorf("due is %q at %s", v.Next, at)
	}
	if did, err := r.Step(); err != nil || did != "Ann's plan: read" {
		t.Fatalf("%q, %v", did, err)
	}
	if v = r.View(); v.Now() != 200 || v.UndoName != "Ann's GET #3" {
		t.Errorf("behind a step it is %s, undo takes back %q", v.Now(), v.UndoName)
	}
	if at, _ := v.NextDue(); at != 1200 || v.Waits() {
		t.Errorf("the next step is due at %s, waits %t", at, v.Waits())
	}
	// A hand's request that is held up goes first.
	if _, err := r.Do(engine.Send{By: "ann", Verb: "get-blob", Args: engine.Args("path", "wiki/hits"),
		As: "hand"}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	if x := r.View().Named("hand"); x.Heard.IsZero() {
		t.Error("the plan went on before the message that was under way")
	}
	if _, err := r.Step(); err != nil || r.View().Now() != 1400 || body(t, r) != "1" {
		t.Errorf("the second step ended at %s with %s, %v", r.View().Now(), body(t, r), err)
	}
	if v = r.View(); v.Next != "" || !v.PlanEnded("ann") {
		t.Errorf("due is still %q", v.Next)
	}
	if _, err := r.StepPlan("ann"); err == nil || !strings.Contains(err.Error(), "has ended") {
		t.Errorf("a step behind the end: %v", err)
	}
}

// Two plans go on in turn, and the later one needs another round. u takes back a step of a plan with its time and its
// place.
func TestPlansTakeTurnsAndCanBeTakenBack(t *testing.T) {
	r := counting(t, addOne, "ann", "ben")
	var digests []uint64
	for r.View().Next != "" {
		digests = append(digests, r.View().Digest())
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	if body(t, r) != "2" || len(digests) != 6 {
		t.Errorf("%d steps came to %s", len(digests), body(t, r))
	}
	end := r.View().Digest()
	for _, want := range slices.Backward(digests) {
		if err := r.Undo(); err != nil || r.View().Digest() != want {
			t.Fatalf("undo gave %x, want %x: %v", r.View().Digest(), want, err)
		}
	}
	for r.View().RedoName != "" {
		if err := r.Redo(); err != nil {
			t.Fatal(err)
		}
	}
	if r.View().Digest() != end {
		t.Error("doing all again gives another world")
	}
}

// A held writer's plan sends and waits for the hand; the others go on.
func TestAPlanOfAHeldWriterWaitsForTheHand(t *testing.T) {
	r := counting(t, addOne, "ann", "ben")
	if _, err := r.Do(engine.Set{Scope: "ann", Key: "hold", Value: "on"}); err != nil {
		t.Fatal(err)
	}
	for r.View().Next != "" {
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	p, _ := r.View().Known("ann").Plan()
	if body(t, r) != "1" || p.For != "#3" || r.View().NoPlanStep("ann") == "" {
		t.Errorf("%s, ann waits for %q", body(t, r), p.For)
	}
	for range 2 {
		if _, err := r.Deliver("ann-r1"); err != nil {
			t.Fatal(err)
		}
	}
	if p, _ = r.View().Known("ann").Plan(); p.For != "" || p.Words[p.Next] != "write" {
		t.Errorf("behind the answer: %+v", p)
	}
}

// What the Plan row says of a plan, at each of its stations.
func TestKnownSaysWhereThePlanStands(t *testing.T) {
	r := counting(t, `[loop 3 [get-blob wiki/hits as r; put-blob wiki/hits {$r.body + 1} if-match="0x1" as w; on lost w [wait 2s; `+
		`put-blob wiki/hits {$r.body + 1} if-match="0x1" as w]; break on w 201; wait 600ms]]`, "ann")
	want := func(text string) {
		t.Helper()
		p, ok := r.View().Known("ann").Plan()
		next := "-"
		if p.Next >= 0 {
			next = p.Words[p.Next]
		}
		got := fmt.Sprintf("%s; %s %d/%d in %s for %q again %t same %t ended %t", strings.Join(p.Words, " "), next,
			p.Round, p.Of, p.In, p.For, p.Again, p.Same, p.Ended)
		if !ok || got != text {
			t.Errorf("%s\nwant %s", got, text)
		}
	}
	step := func() {
		t.Helper()
		if _, err := r.StepPlan("ann"); err != nil {
			t.Fatal(err)
		}
	}
	const words = "read add write wait redo; "
	want(words + `read 1/3 in 0s for "" again false same false ended false`)
	step()
	want(words + `write 1/3 in 0s for "" again false same false ended false`)
	if _, err := r.Do(engine.Next{By: "ann"}, engine.Lose{Name: "ann-w1"}); err != nil {
		t.Fatal(err)
	}
	want(words + `- 1/3 in 0s for "#4" again false same false ended false`)
	step()
	want(words + `write 1/3 in 2s for "" again false same true ended false`)
	step()
	want(words + `read 2/3 in 600ms for "" again true same false ended false`)
	if _, err := r.Do(engine.Plan{By: "ann"}); err != nil {
		t.Fatal(err)
	}
	if _, ok := r.View().Known("ann").Plan(); ok || r.View().NoPlan("ann") == "" {
		t.Error("the plan is still there")
	}
}

// Everything a plan does could have been typed by hand: the run is taken along as a file without plans that passes,
// with references where the writer used what it had heard.
func TestARunByPlansIsTakenAlong(t *testing.T) {
	r := counting(t, `[loop 3 [get-blob wiki/hits as r; put-blob wiki/hits {$r.body + 1} if-match=$r.etag as w; on lost w [wait 2s; get-blob wiki/hits as c]; break on w 201]]`, "ann", "ben")
	lost := false
	for r.View().Next != "" {
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
		if x := r.View().Named("ann-r1"); x != nil && !x.Heard.IsZero() && !lost {
			lost = true
			if _, err := r.Do(engine.Next{By: "ann"}, engine.Deliver{Names: []string{"ann-w1"}},
				engine.Lose{Name: "ann-w1"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	text := r.Scenario()
	file, err := scenario.Parse("run.race", text, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	result, err := file.Run()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Failures {
		t.Error(f)
	}
	for _, s := range file.Statements {
		if s.Kind == scenario.PlanOf || s.Kind == scenario.NextOf {
			t.Errorf("line %d is a plan's", s.Line)
		}
	}
	for _, part := range []string{"if-match=$ben-r1.etag", "{$ann-r1.body + 1}", "timeout ann-w1",
		"> ? no-answer ann"} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%s is not in it:\n%s", part, text)
		}
	}
}

// A search of the file finds what one of the session does: what was set up at the start and what has only been planned
// stands in it as it was given, and a plan in its midst with what it has sent. Two who read, add one and write have
// 4!/(2! 2!) orders; of one who tries again under If-Match, one who writes, and a plan that is taken away, the numbers
// are those of the session.
func TestASearchOfTheFileIsThatOfTheSession(t *testing.T) {
	const (
		blind = `[get-blob wiki/hits as r; put-blob wiki/hits {$r.body + 1} if-match=$r.etag]`
		tries = `[loop 3 [get-blob wiki/hits as r; put-blob wiki/hits {$r.body + 1} if-match=$r.etag as w; ` +
			`on lost w [wait 2s; get-blob wiki/hits as c]; break on w 201]]`
	)
	next := engine.Next{By: "ann"}
	byHand := engine.Send{By: "ann", Verb: "put-blob", Args: engine.Args("path", "wiki/hits", "body", "7")}
	typed := engine.Send{By: "cy", Verb: "put-blob", Args: engine.Args("path", "wiki/hits", "body", "7")}
	for _, c := range []struct {
		plan   string
		inputs []engine.Input
		orders string // empty: only as the session has it
	}{
		{blind, nil, "6"},
		{blind, []engine.Input{next}, "6"},
		{blind, []engine.Input{next, engine.Deliver{Names: []string{"ann-r1"}}}, "6"},
		{blind, []engine.Input{next, engine.Deliver{Names: []string{"ann-r1"}},
			engine.ReceiveAnswer{Names: []string{"ann-r1"}}, engine.Clock{To: 5e9}}, "6"},
		{tries, []engine.Input{next, engine.Deliver{Names: []string{"ann-r1"}},
			engine.ReceiveAnswer{Names: []string{"ann-r1"}}, next, engine.Lose{Name: "ann-w1"}, next}, ""},
		{tries, []engine.Input{next, engine.Deliver{Names: []string{"ann-r1"}},
			engine.ReceiveAnswer{Names: []string{"ann-r1"}}, typed, next}, ""},
		{blind, []engine.Input{next, engine.Deliver{Names: []string{"ann-r1"}},
			engine.ReceiveAnswer{Names: []string{"ann-r1"}}, engine.Plan{By: "ann"}}, "6"},
		{blind, []engine.Input{next, engine.Deliver{Names: []string{"ann-r1"}},
			engine.ReceiveAnswer{Names: []string{"ann-r1"}}, engine.Plan{By: "ann"}, byHand}, "6"},
		{`[get-blob wiki/hits as r; wait 5s; does run-7; put-blob wiki/hits {$r.body + 1}]`, []engine.Input{next,
			engine.Deliver{Names: []string{"ann-r1"}}, engine.ReceiveAnswer{Names: []string{"ann-r1"}},
			engine.Clock{To: 9e9}}, ""},
	} {
		r := counting(t, c.plan, "ann", "ben")
		if _, err := r.Do(engine.AddWriter{ID: "cy", Title: "Cy"}); err != nil {
			t.Fatal(err)
		}
		for _, in := range c.inputs {
			if _, err := r.Do(in); err != nil {
				t.Fatal(err)
			}
		}
		file, err := scenario.Parse("run.race", r.Scenario(), nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := file.Searched()
		if err != nil {
			t.Fatal(err)
		}
		if result, err := file.Run(); err != nil || len(result.Failures) > 0 {
			t.Errorf("%v %v\n%s", result.Failures, err, r.Scenario())
		}
		for _, b := range []explore.Budget{{}, {Faults: 1}, {Jumps: 1}} {
			there := explore.Search(s.Input, b, nil, nil)
			here := explore.Search(r.CutOrders().Input, b, nil, nil)
			lines := func(found *explore.Result) string {
				return strings.Join(explore.Lines("", found, strings.ToUpper), "\n")
			}
			if lines(there) != lines(here) || c.orders != "" && b == (explore.Budget{}) &&
				here.Schedules.String() != c.orders {
				t.Errorf("of the file %s\nof the session %s\n%s", lines(there), lines(here), r.Scenario())
			}
		}
	}
}

// A plan that waits, and works as the clock goes, has done something though nothing was sent: what it did stands there
// once, by the plan where that stands in its midst, and as typed where it has ended. The file says then what it lacks.
func TestWorkThatAPlanDidByTheClockStandsOnceInTheFile(t *testing.T) {
	for plan, byHand := range map[string]int{
		`[wait 10s; does run-7; put-blob wiki/hits A]`: 0,
		`[wait 10s; does run-7]`:                       1,
	} {
		r := counting(t, plan, "ann")
		if _, err := r.Do(engine.Clock{To: 30e9}); err != nil {
			t.Fatal(err)
		}
		text := "\n" + string(r.Scenario())
		says := strings.Count(text, "# What plans did stands below as if it had been typed.")
		if strings.Count(text, "\nplan ann") != 1-byHand || strings.Count(text, "\nann: does run-7") != byHand ||
			says != byHand {
			t.Error(text)
		}
		file, err := scenario.Parse("run.race", []byte(text), nil)
		if err != nil {
			t.Fatal(err)
		}
		result, err := file.Run()
		if err != nil {
			t.Fatal(err)
		}
		w := result.Timeline.World()
		if by := w.Work(engine.ObjectID{Kind: "work", Name: "run-7"}); by.By != "ann" {
			t.Errorf("%+v\n%s", by, text)
		}
	}
}

// Every plan of the library fits an object of its kind under another name, and is taken by a writer.
func TestPlansOfTheLibraryFitOtherObjects(t *testing.T) {
	offers, err := room.ReadPlans(races.FS)
	if err != nil || len(offers) < 11 {
		t.Fatalf("%d plans, %v", len(offers), err)
	}
	seen := map[string]bool{}
	for _, o := range offers {
		if seen[o.Name] || !strings.HasSuffix(o.Title, ".") {
			t.Errorf("%+v", o)
		}
		seen[o.Name] = true
		steps, ok := o.For(engine.ObjectID{Kind: o.Kind, Name: "other/thing"})
		if !ok || !strings.Contains(scenario.FormatPlan(steps), "other/thing") {
			t.Errorf("%s for another object:\n%s", o.Name, scenario.FormatPlan(steps))
		}
		if _, ok := o.For(engine.ParseObject("blog other")); ok {
			t.Errorf("%s fits everything", o.Name)
		}
		r := counting(t, addOne, "ann")
		if _, err := r.Do(engine.Plan{By: "ann", Steps: steps}); err != nil {
			t.Errorf("%s: %v", o.Name, err)
		}
	}
}

// Whatever plans and hands do in whatever order, the world is that of a replay, undo gives back each world on the way,
// and the file of the run passes.
func TestPlansAndHandsInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := counting(t, `[loop 2 [loop 3 [get-blob wiki/hits as r; does $r.body; `+
			`put-blob wiki/hits {$r.body + 1} if-match=$r.etag as w; `+
			`on lost w [does $w.etag?; wait 1s; does alone; put-blob wiki/hits {$r.body + 1} if-match=$r.etag as w]; break on w 201; if w 412 [wait {$round}s]]]]`, "ann", "ben")
		digests := []uint64{r.View().Digest()}
		for n := range rapid.IntRange(1, 30).Draw(t, "presses") {
			before := r.View().Record
			press(r, rapid.IntRange(0, 9).Draw(t, "what"), rapid.SampledFrom([]string{"ann", "ben"}).Draw(t, "who"), n)
			if r.View().Record != before {
				digests = append(digests, r.View().Digest())
			}
			if err := r.View().Clone().Check(); err != nil {
				t.Fatal(err)
			}
		}
		text := r.Scenario()
		for i := len(digests) - 1; i > 0; i-- {
			if r.View().Digest() != digests[i] {
				t.Fatalf("world %d is %x, was %x", i, r.View().Digest(), digests[i])
			}
			if err := r.Undo(); err != nil {
				t.Fatal(err)
			}
		}
		file, err := scenario.Parse("run.race", text, nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		result, err := file.Run()
		if err != nil || len(result.Failures) > 0 {
			t.Fatalf("%v %v\n%s", err, result.Failures, text)
		}
		replayed := room.New(catalog.New, room.Options{})
		kept, _ := r.Kept()
		if diverged, err := replayed.Restore(kept, nil); err != nil || len(diverged) > 0 {
			t.Fatalf("%v %v", diverged, err)
		}
		if got := replayed.View().Digest(); got != digests[len(digests)-1] {
			t.Fatalf("a replay gives %x, want %x", got, digests[len(digests)-1])
		}
	})
}

// press is one thing that somebody does; what cannot be done now changes nothing.
func press(r *room.Room, what int, who string, n int) {
	flight := r.View().Flight()
	switch {
	case what < 4:
		_, _ = r.StepPlan(who)
	case what == 4:
		_, _ = r.Step()
	case what == 5:
		on := map[bool]string{true: "off", false: "on"}[r.View().Setting(who+".hold") == "on"]
		_, _ = r.Do(engine.Set{Scope: who, Key: "hold", Value: on})
	case what == 6:
		_, _ = r.Do(engine.Next{By: who})
	case what == 7 && len(flight) > 0:
		_, _ = r.Do(engine.Lose{Name: flight[n%len(flight)].Name})
	case what == 8 && len(flight) > 0:
		_, _ = r.Do(engine.Duplicate{Name: flight[n%len(flight)].Name})
	case what == 9:
		_, _ = r.Send(engine.Send{By: who, Verb: "put-blob",
			Args: engine.Args("path", "wiki/hits", "body", fmt.Sprint(100*n))})
	}
}

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

// What hands did becomes plans on a branch in front of it: running them does the same, all orders of them are all
// orders of what was done, and one undo goes back.
func TestWhatWasDoneBecomesPlans(t *testing.T) {
	r := race(t, "blob/wiki-no-guard.race")
	roomtest.PlayOn(t, r)
	before, typed := r.View(), r.CutOrders()
	want := typed.Search(typed.Budget, 1, nil).Verdict()
	did, err := r.MakePlans()
	if err != nil || !strings.HasPrefix(did, "Branch plans: plans of what was done: Ana 2 requests, Ben 2 requests.") {
		t.Fatalf("%q, %v", did, err)
	}
	v := r.View()
	if v.Past || v.UndoName != "make plans of what was done" {
		t.Fatalf("past %v, undo takes back %q", v.Past, v.UndoName)
	}
	planned := r.CutOrders()
	if got := planned.Search(planned.Budget, 1, nil).Verdict(); got != want {
		t.Errorf("all orders of the plans: %s, want %s", got, want)
	}
	if err := r.Undo(); err != nil || r.View().Record != before.Record || r.View().Branch != before.Branch {
		t.Errorf("undo leads to %s, record %d: %v", r.View().Branch, r.View().Record, err)
	}
	if _, err := room.New(catalog.New, room.Options{}).MakePlans(); err == nil {
		t.Error("an empty session has plans")
	}
}
