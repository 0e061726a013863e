package room_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/explore"
	"interleave/engine/guards"
	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/engine/roomtest"
)

// An order that was found is a branch that is looked at from its beginning; stepping goes along it, one undo leaves it
// and one redo returns.
func TestAnOrderIsLoadedAsABranch(t *testing.T) {
	r, _ := wiki(t)
	before := r.View()
	var steps []explore.Step
	for _, by := range []string{"ben", "ann"} {
		send := write(by, "# by "+by+"\n")
		send.As = by + "1"
		steps = append(steps, explore.Step{By: by, Inputs: []engine.Input{send,
			engine.Deliver{Names: []string{send.As}}, engine.ReceiveAnswer{Names: []string{send.As}}}})
	}
	branch, err := r.LoadOrder(room.Orders{Start: before.Record}, "lost-update", steps)
	if err != nil || branch != "lost-update" {
		t.Fatalf("the branch %q: %v", branch, err)
	}
	v := r.View()
	if !v.Past || v.Digest() != before.Digest() || v.Steps != v.Step+6 || v.UndoName != "the order lost-update" {
		t.Fatalf("past %v, step %d of %d, undo takes back %q", v.Past, v.Step, v.Steps, v.UndoName)
	}
	for r.View().Past {
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	if v := r.View(); v.Branch != "lost-update" || v.Step != v.Steps {
		t.Fatalf("stepping ends on %s at step %d of %d", v.Branch, v.Step, v.Steps)
	}
	left := func(from string) {
		t.Helper()
		if err := r.Undo(); err != nil || r.View().Branch != "main" || r.View().Record != before.Record {
			t.Fatalf("undo from %s leads to %s, record %d: %v", from, r.View().Branch, r.View().Record, err)
		}
		if name := r.View().RedoName; name != "the order lost-update" {
			t.Fatalf("redo would do %q", name)
		}
		if err := r.Redo(); err != nil || r.View().Branch != "lost-update" {
			t.Fatalf("redo leads to %s: %v", r.View().Branch, err)
		}
	}
	left("the end")
	if err := r.Go(before.Record); err != nil {
		t.Fatal(err)
	}
	left("the beginning")
	if !r.View().Past {
		t.Error("redo does not lead to the beginning of the branch")
	}
	if again, err := r.LoadOrder(room.Orders{Start: before.Record}, "lost-update", steps); err != nil ||
		again != "lost-update" || len(r.View().Branches()) != 2 {
		t.Fatalf("the same order again: %s, %d branches: %v", again, len(r.View().Branches()), err)
	}
	if _, err := r.LoadOrder(room.Orders{}, "empty", nil); err == nil {
		t.Error("an order without steps was loaded")
	}
}

// An order is about what its search was, with its budget and under its guard, when the session is opened anew too.
func TestWhatAnOrderIsAboutIsKept(t *testing.T) {
	data, err := races.FS.ReadFile("blob/plan-read-modify-write-no-guard.race")
	if err != nil {
		t.Fatal(err)
	}
	for _, guard := range []string{"", "if-match", "lease"} {
		r := roomtest.Of(t, "plans.race", string(data))
		scene := r.CutOrders()
		scene.Budget.Stops = 1
		if guard != "" {
			row, ok := scene.Guards(scene.Budget).Under(guard)
			if !ok {
				t.Fatalf("the requests cannot be sent under %s: %s", guard, row.Why)
			}
			scene = scene.Under(row)
		}
		search := func(o room.Orders) string {
			return o.What + ": " + o.Search(o.Budget, 1, func(explore.Progress) bool { return true }).Verdict()
		}
		want := search(scene)
		found := scene.Search(scene.Budget, 1, func(explore.Progress) bool { return true })
		if _, err := r.LoadOrder(scene, "an-order", found.Outcomes[0].Example); err != nil {
			t.Fatalf("under %q: %v %v", guard, err, found.Outcomes[0].Example)
		}
		if got := search(r.CutOrders()); got != want {
			t.Errorf("under %q, at once: %s, want %s", guard, got, want)
		}
		again := roomtest.Restored(t, r)
		if got := search(again.CutOrders()); got != want {
			t.Errorf("under %q, opened anew: %s, want %s", guard, got, want)
		}
		if branch, err := again.LoadOrder(again.CutOrders(), "another", found.Outcomes[0].Example); err != nil {
			t.Errorf("under %q an order of it is not opened: %s, %v", guard, branch, err)
		}
		if err := again.Load("wiki.race", []byte("writer ann\nann: create-container wiki\n")); err != nil {
			t.Fatal(err)
		}
		if o := again.CutOrders(); strings.Contains(o.What, "plans") {
			t.Errorf("another file is about %s", o.What)
		}
	}
}

// What a search found is kept with the session, word for word and step by step, until something else is searched.
func TestWhatASearchFoundIsKept(t *testing.T) {
	for _, name := range []string{"blob/r02-lost-update.race", "queue/q02-slow-worker.race",
		"blob/plan-read-modify-write-no-guard.race", "tair/r05-version-refreshed-value-not-rebuilt.race",
		"bucket/r05-409-then-412.race", "share/f16-read-modify-write.race"} {
		r := race(t, name)
		scene := r.CutOrders()
		scene.Budget.Faults, scene.Budget.States = 1, 20000
		if err := r.AskEnd(&scene, "state "+scene.Input.World.Writers()[0].ID+" heard=412"); err != nil {
			t.Fatal(err)
		}
		if room.ResultOf(r.View(), scene, scene.Budget) != nil {
			t.Errorf("%s: something is known in front of a search", name)
		}
		found := scene.Search(scene.Budget, 1, nil)
		r.KeepResult(scene, scene.Budget, found)
		again := roomtest.Restored(t, r)
		later := again.CutOrders()
		later.Budget = scene.Budget
		if err := again.AskEnd(&later, scene.Asked); err != nil {
			t.Fatal(err)
		}
		if kept := room.ResultOf(again.View(), later, later.Budget); kept == nil {
			t.Errorf("%s: nothing is known any more", name)
		} else if !reflect.DeepEqual(kept, found) {
			t.Errorf("%s: kept\n%+v\nfound\n%+v", name, kept, found)
		}
		more := later.Budget
		more.Jumps++
		if room.ResultOf(again.View(), later, more) != nil {
			t.Errorf("%s: with another budget the same is known", name)
		}
		if err := again.AskEnd(&later, ""); err != nil || room.ResultOf(again.View(), later, later.Budget) != nil {
			t.Errorf("%s: without the end the same is known: %v", name, err)
		}
		found.Stopped = explore.StoppedByHand
		if r.KeepResult(scene, scene.Budget, found); room.ResultOf(r.View(), scene, scene.Budget) == nil {
			t.Errorf("%s: what was found before it was stopped is not kept", name)
		}
	}
}

// The table of guards over all orders is kept with the session, row by row: who opens it again searches nothing, and
// reads the same.
func TestTheGuardsOverAllOrdersAreKept(t *testing.T) {
	for _, name := range []string{"blob/r02-lost-update.race", "queue/q02-slow-worker.race"} {
		r := race(t, name)
		scene := r.CutOrders()
		scene.Budget.States = 20000
		var rows []guards.OrdersRow
		over := r.Guards(scene, scene.Budget)
		for row, ok := over.Next(nil, nil); ok; row, ok = over.Next(nil, nil) {
			rows = append(rows, row)
		}
		again := roomtest.Restored(t, r)
		later := again.CutOrders()
		over = again.Guards(later, scene.Budget)
		over.Keep = func(id string, _ explore.Input, _ *explore.Result) {
			t.Errorf("%s: %s is searched again", name, id)
		}
		var found, kept guards.OrdersTable
		for _, row := range rows {
			one, ok := over.Next(nil, nil)
			if !ok || !reflect.DeepEqual(one.Found, row.Found) || !slices.Equal(one.Notes, row.Notes) {
				t.Errorf("%s: under %s kept\n%q %+v\nfound\n%q %+v", name, row.ID, one.Notes, one.Found, row.Notes,
					row.Found)
			}
			found.Add(row)
			kept.Add(one)
		}
		if was, is := found.Lines(name), kept.Lines(name); !slices.Equal(was, is) {
			t.Errorf("found\n%s\nkept\n%s", strings.Join(was, "\n"), strings.Join(is, "\n"))
		}
		more, searched := scene.Budget, 0
		more.Jumps++
		over = again.Guards(later, more)
		over.Keep = func(string, explore.Input, *explore.Result) { searched++ }
		if over.Next(nil, nil); searched != 1 {
			t.Errorf("%s: with another budget the same is known", name)
		}
	}
}

// What the author of a file says is about his order: on another, which may end otherwise, it is not said.
func TestNoAuthorSpeaksOfAnOrderThatIsNotHis(t *testing.T) {
	r := race(t, "blob/r02-lost-update.race")
	if r.View().Caption == "" {
		t.Fatal("the author says nothing at the beginning")
	}
	scene := r.CutOrders()
	found := scene.Search(scene.Budget, 1, func(explore.Progress) bool { return true })
	if _, err := r.LoadOrder(scene, "end-1", found.Outcomes[0].Example); err != nil {
		t.Fatal(err)
	}
	if v := r.View(); !v.Past || v.Caption != "" {
		t.Errorf("at the beginning of the order, past %v, the author says %q", v.Past, v.Caption)
	}
	if _, err := r.Step(); err != nil || r.View().Caption != "" {
		t.Errorf("in the order the author says %q: %v", r.View().Caption, err)
	}
	if err := r.Undo(); err != nil || r.View().Caption == "" {
		t.Errorf("back on %s the author says nothing: %v", r.View().Branch, err)
	}
}

// Where a script gives plans, what is searched is the plans; where hands typed, their requests.
func TestWhatIsSearched(t *testing.T) {
	for name, want := range map[string]string{
		"blob/plan-read-modify-write-no-guard.race": "complete: 924 orders",
		"blob/wiki-no-guard.race":                   "complete: 6 orders",
	} {
		r := race(t, name)
		for _, played := range []string{"nothing", "one step", "to the mark"} {
			switch played {
			case "one step":
				_, _ = r.Step()
			case "to the mark":
				_, _, _ = r.RunToMark()
			}
			found := r.CutOrders().Search(explore.Budget{}, 2, func(explore.Progress) bool { return true })
			if verdict := found.Verdict(); !strings.HasPrefix(verdict, want) {
				t.Errorf("%s, %s played: %s", name, played, verdict)
			}
		}
	}
	if o := room.New(catalog.New, room.Options{}).CutOrders(); o.None == "" {
		t.Error("an empty session is searched")
	}
}

// A branch that is an order of a search is about all that was searched, not only about the steps that it shows; once
// somebody goes on from there it is a history of its own. Guards that hands chose are chosen on it too.
func TestALoadedOrderKeepsWhatWasSearched(t *testing.T) {
	r := race(t, "bucket/r03-three-update-the-registry.race")
	scene := r.CutOrders()
	found := scene.Search(scene.Budget, 1, nil)
	if _, err := r.LoadOrder(scene, "stale-write", found.Marks[0].Example); err != nil {
		t.Fatal(err)
	}
	for r.View().Past {
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	again := r.CutOrders()
	if got := again.Search(again.Budget, 1, nil); got.Verdict() != found.Verdict() {
		t.Errorf("on its order: %s, want %s", got.Verdict(), found.Verdict())
	}
	// 60 of the 13,860 orders refuse nobody
	other := again.Otherwise(r.View().Troubles()[0].Finding, again.Budget, nil)
	if said := other.Say("stale write"); !strings.HasPrefix(said, "60 of 13,860 orders avoid stale write.") {
		t.Errorf("it says %q", said)
	}
	if _, err := r.Do(engine.AddWriter{ID: "zoe", Title: "Zoe"}); err != nil {
		t.Fatal(err)
	}
	if got := r.CutOrders(); got.Input.World.Writer("zoe") == nil {
		t.Error("what was done since is not looked at")
	}
	r = race(t, "blob/wiki-no-guard.race")
	scene = r.CutOrders()
	if _, err := r.LoadOrder(scene, "one", scene.Search(scene.Budget, 1, nil).Marks[0].Example); err != nil {
		t.Fatal(err)
	}
	if guard := r.View().Known("ann").Guard; guard != "none" {
		t.Errorf("Ana's guard is %q on the branch", guard)
	}
}

// From an empty desk: one makes the container and the marker, whose answer is lost; it stops waiting and tries again,
// while another has read the marker and written too. Making the container is in front of all orders, and what happened
// is among them: the second try does again what was done.
func TestHandsThatGiveUpGoOn(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	put := func(by, name, body string) engine.Send {
		return engine.Send{By: by, Verb: "put-blob", As: name, Args: engine.Args("path", "app/marker", "body", body)}
	}
	if _, err := r.Do(engine.AddWriter{ID: "one", Title: "One"}, engine.AddWriter{ID: "two", Title: "Two"},
		engine.Send{By: "one", Verb: "create-container", As: "c", Args: engine.Args("path", "app")},
		engine.Deliver{Names: []string{"c"}}, engine.ReceiveAnswer{Names: []string{"c"}},
		put("one", "first", "one works"), engine.Deliver{Names: []string{"first"}}, engine.Lose{Name: "first"},
		engine.Send{By: "two", Verb: "get-blob", As: "seen", Args: engine.Args("path", "app/marker")},
		engine.Deliver{Names: []string{"seen"}}, engine.ReceiveAnswer{Names: []string{"seen"}},
		put("two", "other", "two works"), engine.Deliver{Names: []string{"other"}},
		engine.ReceiveAnswer{Names: []string{"other"}}, engine.Timeout{Name: "first"},
		put("one", "second", "one works"), engine.Deliver{Names: []string{"second"}},
		engine.ReceiveAnswer{Names: []string{"second"}}); err != nil {
		t.Fatal(err)
	}
	o := r.CutOrders()
	const want = "One a plan, Two 2 requests; first of all, in every order, One's create-container app"
	if got := o.Searched(); got != want || o.Budget.Faults != 1 || o.Budget.Lates != 0 {
		t.Fatalf("searched: %s, with %+v", got, o.Budget)
	}
	found, kinds := o.Search(o.Budget, 1, nil), ""
	for _, m := range found.Marks {
		kinds += string(m.Kind) + " "
	}
	if !strings.Contains(kinds, "done-twice") {
		t.Errorf("%s: %s", found.Verdict(), kinds)
	}
	over := o.Guards(o.Budget)
	for row, ok := over.Next(nil, nil); ok; row, ok = over.Next(nil, nil) {
		done, _ := row.Harm(explore.Row{Mark: '~', Name: "done-twice"})
		if want := row.ID != "if-none-match"; want != (done.Orders != "") {
			t.Errorf("%s: %s orders do it twice", row.Title, done.Orders)
		}
	}
	for _, end := range found.Outcomes {
		if strings.Contains(end.String(), "one stuck") {
			t.Errorf("who gave up in what happened waits for ever: %s", end)
		}
	}
}

// A plan that is given behind what hands typed belongs to the beginning of every order: the branch of one can be made.
func TestAnOrderOfAPlanBehindHandsIsLoaded(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	plan := engine.Plan{By: "one", Steps: []engine.PlanStep{
		{Do: engine.DoSend, Verb: "put-blob", Args: engine.Args("path", "app/m", "body", "1")},
		{Do: engine.DoSend, Verb: "put-blob", Args: engine.Args("path", "app/m", "body", "2")}}}
	if _, err := r.Do(engine.AddWriter{ID: "one", Title: "One"},
		engine.Send{By: "one", Verb: "create-container", As: "c", Args: engine.Args("path", "app")},
		engine.Deliver{Names: []string{"c"}}, engine.ReceiveAnswer{Names: []string{"c"}}, plan); err != nil {
		t.Fatal(err)
	}
	o := r.CutOrders()
	found := o.Search(o.Budget, 1, nil)
	if len(found.Outcomes) != 1 {
		t.Fatal(found.Verdict())
	}
	if _, err := r.LoadOrder(o, "an end", found.Outcomes[0].Example); err != nil {
		t.Fatal(err)
	}
	if _, ok := r.View().Known("one").Plan(); !ok {
		t.Error("the branch begins without the plan")
	}
	for r.View().Past {
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	if words, _ := r.View().Known("one").Last(); words == "" {
		t.Error("nothing was heard at its end")
	}
}

// What was sent again because its answer was lost is sent only in the orders in which an answer or a request is lost:
// nobody does it twice unless something is.
func TestAnotherTryBelongsToALoss(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	put := func(name, again string) engine.Send {
		return engine.Send{By: "one", Verb: "put-message", As: name, Words: engine.Words{Again: again},
			Args: engine.Args("queue", "jobs", "text", "hi")}
	}
	if _, err := r.Do(engine.AddWriter{ID: "one", Title: "One"},
		engine.Send{By: "one", Verb: "create-queue", As: "c", Args: engine.Args("queue", "jobs")},
		engine.Deliver{Names: []string{"c"}}, engine.ReceiveAnswer{Names: []string{"c"}},
		put("first", ""), engine.Deliver{Names: []string{"first"}}, engine.Lose{Name: "first"},
		engine.Timeout{Name: "first"}, put("second", "first"), engine.Deliver{Names: []string{"second"}},
		engine.ReceiveAnswer{Names: []string{"second"}}); err != nil {
		t.Fatal(err)
	}
	o := r.CutOrders()
	for _, one := range []struct {
		faults int
		twice  string
	}{{0, ""}, {1, "1"}} {
		found, twice := o.Search(explore.Budget{Faults: one.faults}, 1, nil), ""
		for _, m := range found.Marks {
			if m.Kind == engine.DoneTwice {
				twice = m.Schedules.String()
			}
		}
		if twice != one.twice {
			t.Errorf("with %d lost, %q orders do it twice, want %q: %s", one.faults, twice, one.twice, found.Verdict())
		}
	}
	troubles := r.View().Troubles()
	other := o.Otherwise(troubles[len(troubles)-1].Finding, o.Budget, nil)
	if said := other.Say("done twice"); said != "2 of 3 orders avoid done twice. In the nearest, one request is not "+
		"sent, and one message that was lost arrives." {
		t.Errorf("it says %q", said)
	}
	if did, err := r.MakePlans(); err != nil || !strings.Contains(did, "One 3 requests") {
		t.Fatalf("%q, %v", did, err)
	}
	found := r.CutOrders()
	if marks := found.Search(explore.Budget{}, 1, nil).Marks; len(marks) > 0 {
		t.Errorf("with nothing lost the plan does it twice: %v", marks)
	}
}

// An end may be of several states; it is a column of the guards over all orders, and stays asked for until another is.
func TestAnEndThatWasAskedForStays(t *testing.T) {
	r := race(t, "blob/plan-read-modify-write-no-guard.race")
	scene := r.CutOrders()
	if err := r.AskEnd(&scene, "body is nine"); err == nil || !strings.Contains(err.Error(), "semicolon") {
		t.Errorf("no state is answered by %v", err)
	}
	if err := r.AskEnd(&scene, "state blob wiki/hits body=6; blob wiki/hits body=7"); err != nil {
		t.Fatal(err)
	}
	if found := scene.Search(scene.Budget, 1, nil); found.Wanted[0].Found {
		t.Error("an order ends as 6 and as 7")
	}
	if err := r.AskEnd(&scene, "blob wiki/hits body=9"); err != nil {
		t.Fatal(err)
	}
	scene = r.CutOrders() // another search
	over := scene.Guards(scene.Budget)
	for row, ok := over.Next(nil, nil); ok; row, ok = over.Next(nil, nil) {
		_, met := row.Harm(explore.Row{Mark: ' ', Text: guards.AskedEnd, Name: "asked-end"})
		found := scene.Under(row).Search(scene.Budget, 1, nil)
		if met != found.Wanted[0].Found {
			t.Errorf("under %s the column says %v, the search %v", row.Title, met, found.Wanted[0].Found)
		}
	}
	if err := r.AskEnd(&scene, ""); err != nil || r.CutOrders().Asked != "" {
		t.Errorf("nothing is asked for, and %q stays: %v", r.CutOrders().Asked, err)
	}
}

// An order without an own echo in which the text went to a second name all the same is no cure: it says so.
func TestAnOrderThatAvoidsAnEchoSaysWhatStandsTwice(t *testing.T) {
	for second, twice := range map[string]bool{"mine": true, "other": false} {
		r := room.New(catalog.New, room.Options{})
		put := func(name, path, text, again string) engine.Send {
			return engine.Send{By: "ann", Verb: "put-object", As: name, Words: engine.Words{Again: again},
				Args: engine.Args("path", path, "body", text, "if-none-match", "*")}
		}
		if _, err := r.Do(engine.AddWriter{ID: "ann", Title: "Ann"},
			engine.Send{By: "ann", Verb: "create-bucket", As: "c", Args: engine.Args("path", "lake")},
			engine.Deliver{Names: []string{"c"}}, engine.ReceiveAnswer{Names: []string{"c"}},
			put("p", "lake/1", "mine", ""), engine.Deliver{Names: []string{"p"}}, engine.Lose{Name: "p"},
			engine.Timeout{Name: "p"}, put("q", "lake/1", "mine", "p"), engine.Deliver{Names: []string{"q"}},
			engine.ReceiveAnswer{Names: []string{"q"}}, put("s", "lake/2", second, ""),
			engine.Deliver{Names: []string{"s"}}, engine.ReceiveAnswer{Names: []string{"s"}}); err != nil {
			t.Fatal(err)
		}
		troubles, o := r.View().Troubles(), r.CutOrders()
		said := o.Otherwise(troubles[len(troubles)-1].Finding, o.Budget, nil).Say("own echo")
		if strings.HasSuffix(said, "But at its end one writer's text stands under two names, as lake/1 and lake/2. "+
			"No mark tells whether that is one work done twice, unless the second request says again=.") != twice {
			t.Errorf("%s: %s", second, said)
		}
	}
}

// What was sent again because an answer was lost is sent only where one is, also where work outside the storage stands
// behind it: 12 orders, 6 with a whole first try (2 interleavings, 3 ways of Ben's read), 6 with a lost one (3 places
// of the read, 2 ways to lose it).
func TestAnotherTryBelongsToALossInFrontOfWork(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	put := func(name, again string) engine.Send {
		return engine.Send{By: "ann", Verb: "put-object", As: name, Words: engine.Words{Again: again},
			Args: engine.Args("path", "lake/m", "body", "t", "if-none-match", "*")}
	}
	if _, err := r.Do(engine.AddWriter{ID: "ann", Title: "Ann"}, engine.AddWriter{ID: "ben", Title: "Ben"},
		engine.Send{By: engine.Seed, Verb: "create-bucket", As: "c", Args: engine.Args("path", "lake")},
		engine.Deliver{Names: []string{"c"}}, engine.ReceiveAnswer{Names: []string{"c"}},
		put("p", ""), engine.Deliver{Names: []string{"p"}}, engine.Lose{Name: "p"}, engine.Timeout{Name: "p"},
		put("q", "p"), engine.Deliver{Names: []string{"q"}}, engine.ReceiveAnswer{Names: []string{"q"}},
		engine.Act{By: "ann", What: engine.Text("job.1")},
		engine.Send{By: "ben", Verb: "get-object", As: "g", Args: engine.Args("path", "lake/m")},
		engine.Deliver{Names: []string{"g"}}, engine.ReceiveAnswer{Names: []string{"g"}},
		engine.Act{By: "ben", What: engine.Text("job.1")}); err != nil {
		t.Fatal(err)
	}
	o := r.CutOrders()
	for _, m := range o.Search(explore.Budget{}, 1, nil).Marks {
		if m.Kind == engine.OwnEcho {
			t.Errorf("with nothing lost %s orders meet an own echo", m.Schedules)
		}
	}
	if found := o.Search(explore.Budget{Faults: 1}, 1, nil); found.Schedules.String() != "12" {
		t.Errorf("%s orders, want 12: %s", found.Schedules, found.Verdict())
	}
}

// Who stopped waiting for a request that was under way may have it come after what it sent then: that is what happened
// here, so it is among the orders. What was lost is no late one.
func TestWhatComesLateIsAmongTheOrders(t *testing.T) {
	put := func(name, body string) engine.Send {
		return engine.Send{By: "one", Verb: "put-blob", As: name, Args: engine.Args("path", "app/f", "body", body)}
	}
	both := func(name string) []engine.Input {
		return []engine.Input{engine.Deliver{Names: []string{name}}, engine.ReceiveAnswer{Names: []string{name}}}
	}
	gaveUp, lost := engine.Timeout{Name: "old"}, engine.Lose{Name: "old"}
	for what, c := range map[string]struct {
		without, behind []engine.Input
		faults, lates   int
		older           bool
	}{
		"gave up":      {[]engine.Input{gaveUp}, both("old")[:1], 0, 1, true},
		"gave up lost": {[]engine.Input{lost, gaveUp}, nil, 1, 0, false},
		"lost later":   {[]engine.Input{gaveUp}, []engine.Input{lost}, 1, 0, false},
	} {
		r := room.New(catalog.New, room.Options{})
		inputs := []engine.Input{engine.AddWriter{ID: "one", Title: "One"},
			engine.Send{By: engine.Seed, Verb: "create-container", As: "c", Args: engine.Args("path", "app")}}
		inputs = append(append(append(inputs, both("c")...), put("old", "late")), c.without...)
		inputs = append(append(append(inputs, put("new", "newer")), both("new")...), c.behind...)
		if _, err := r.Do(inputs...); err != nil {
			t.Fatal(what, err)
		}
		o := r.CutOrders()
		found := o.Search(o.Budget, 1, nil)
		older := slices.ContainsFunc(found.Marks, func(m explore.MarkOf) bool { return m.Kind == engine.LostUpdate })
		if o.Budget.Faults != c.faults || o.Budget.Lates != c.lates || older != c.older {
			t.Errorf("%s: %s, the older over the newer: %v", what, found.Verdict(), older)
		}
	}
}

// What a session keeps of a result is all that a step says: which of two requests under way at once it is counts.
func TestAKeptOrderSaysWhichRequestItIs(t *testing.T) {
	r := roomtest.Of(t, "beside.race", "writer ann\nwriter ben\nseed: create-container wiki\nseed: put-blob wiki/n 0\n"+
		"ann: send put-blob wiki/n 1 as a1\nann: send put-blob wiki/n 2 as a2\n")
	scene := r.CutOrders()
	found := scene.Search(scene.Budget, 1, func(explore.Progress) bool { return true })
	r.KeepResult(scene, scene.Budget, found)
	kept := room.ResultOf(r.View(), scene, scene.Budget)
	if kept == nil || fmt.Sprint(kept.Outcomes[1].Example) != fmt.Sprint(found.Outcomes[1].Example) ||
		found.Outcomes[1].Example[0].Name == "" {
		t.Errorf("kept %v, found %v", kept, found.Outcomes)
	}
}
