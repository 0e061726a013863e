package dialogs

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine/explore"
	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/ui/command"
	"interleave/ui/grid"
)

// raced is a desk with a race loaded and nothing of it played.
func raced(t testing.TB, name string) *desk {
	t.Helper()
	data, err := races.FS.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	d := empty(t)
	if err := d.room.Load(name, data); err != nil {
		t.Fatal(err)
	}
	return d
}

// The counts of the documents' example: two counters of three rounds without a guard have 12!/(6!)^2 = 924 orders, of
// which 6!/(3!)^2 = 20 lose nothing.
func TestAllOrdersOfTheCounterAreCounted(t *testing.T) {
	d := raced(t, "blob/plan-read-modify-write-no-guard.race")
	o := ready(NewOrders(d, 2, 0)).(*orders)
	if text := o.verdict(); !strings.Contains(text, "complete: 924 orders") {
		t.Fatalf("the verdict is %q", text)
	}
	first, ok := o.selected()
	if !ok || first.text != "lost update" || !strings.HasPrefix(strings.TrimSpace(first.right), "904 ") {
		t.Fatalf("the first row is %q %q", first.text, first.right)
	}
	before := d.room.View().Branch
	if !send(o, "enter") {
		t.Fatalf("Enter opens nothing: %s", o.problem)
	}
	v := d.room.View()
	if v.Branch == before || !v.Past || v.Steps == v.Step {
		t.Fatalf("it is %s, past %v, step %d of %d", v.Branch, v.Past, v.Step, v.Steps)
	}
	for d.room.View().Past {
		if _, err := d.room.Step(); err != nil {
			t.Fatal(err)
		}
	}
	if _, silent, _ := d.room.View().Counts(); silent != 1 {
		t.Errorf("the shortest order to a lost update has %d silent marks", silent)
	}
	if kept := d.room.View().Orders(); !strings.Contains(kept, "924 orders") {
		t.Errorf("the session keeps %q", kept)
	}
}

// What may happen is changed by keys; a search that went before is not heard any more.
func TestBudgetsOfAllOrders(t *testing.T) {
	d := raced(t, "blob/wiki-no-guard.race")
	o := ready(NewOrders(d, 1, 0)).(*orders)
	if text := o.verdict(); !strings.Contains(text, "complete: 6 orders") {
		t.Fatalf("the verdict is %q", text)
	}
	old := o.run
	send(o, "x")
	if text := o.verdict(); !strings.Contains(text, "faults <= 1") || !old.stopped.Load() {
		t.Fatalf("the verdict is %q", text)
	}
	o.take(ended{of: old})
	if o.found == nil {
		t.Error("the end of an older search counts")
	}
	send(o, "X", "X")
	if text := o.verdict(); !strings.Contains(text, "complete: 6 orders") {
		t.Fatalf("the verdict is %q", text)
	}
	send(o, "/")
	for _, key := range "lost" {
		send(o, string(key))
	}
	send(o, "enter")
	if o.list.Len() != 2 { // the heading and the one row
		t.Errorf("the filter leaves %d rows", o.list.Len())
	}
	if send(o, "esc"); o.list.Len() < 4 {
		t.Errorf("Esc shows %d rows", o.list.Len())
	}
	if !send(o, "esc") {
		t.Error("the second Esc does not close")
	}
}

// Rows follow the trouble that is typed, which is said while it narrows them; a click on its buttons counts.
func TestOrdersFollowWhatIsTyped(t *testing.T) {
	o := ready(NewOrders(raced(t, "blob/r02-lost-update.race"), 1, 0)).(*orders)
	all := o.list.Len()
	send(o, "/")
	write(o, "lost")
	see(t, o, "What goes wrong, only 'lost': Esc shows all", "lost update")
	if o.list.Len() != 2 { // the heading and the one row
		t.Errorf("%d rows under what is typed", o.list.Len())
	}
	write(o, "x")
	see(t, o, "No match for 'lostx'. Esc shows all.")
	if _, _, visible := o.Cursor(); !visible {
		t.Error("nobody sees where is typed")
	}
	if send(o, "esc"); o.list.Len() != all || o.filter != nil {
		t.Errorf("Esc leaves %d rows of %d", o.list.Len(), all)
	}
	send(o, "/")
	write(o, "LOST")
	click(t, o, "[ Show ]")
	if o.filter != nil || o.list.Len() != 2 {
		t.Errorf("a click on Show leaves %d rows, typing %v", o.list.Len(), o.filter != nil)
	}
	send(o, "esc", "e")
	click(t, o, "[ Close ]")
	if o.filter != nil {
		t.Error("a click on Close does not close the line")
	}
}

// What stands above the numbers ends where they end, with a scroll bar and without.
func TestOrdersStandUnderTheirHeads(t *testing.T) {
	o := ready(NewOrders(raced(t, "blob/r02-lost-update.race"), 1, 0)).(*orders)
	for _, key := range []string{"", "x"} { // more ends than 80x24 has room for
		if key != "" {
			send(o, key)
		}
		inside, _ := paint(o, 80, 24, grid.ASCII())
		end := 0
		for _, line := range inside.Text() {
			switch line = strings.TrimRight(line, " |#"); {
			case strings.HasSuffix(line, "steps"):
				end = len(line)
			case strings.Contains(line, "~ lost update") && len(line) != end:
				t.Errorf("the numbers end at %d, their heads at %d", len(line), end)
			}
		}
		if end == 0 {
			t.Fatalf("no head stands in\n%s", strings.Join(inside.Text(), "\n"))
		}
	}
}

// Where no writer does anything there is a sentence in place of rows.
func TestNothingToOrder(t *testing.T) {
	o := ready(NewOrders(wiki(t), 1, 0)).(*orders)
	o.take(room.Orders{None: "no writer sends anything here"})
	if o.list.Len() != 0 || !strings.Contains(screen(o), "no writer sends anything here") {
		t.Errorf("%d rows:\n%s", o.list.Len(), screen(o))
	}
	unseen(t, o, "doubled 0") // no budget counts there
}

// Every guard over all orders: what loses 904 of 924 without one loses nothing under If-Match, which refuses instead.
func TestGuardsOverAllOrders(t *testing.T) {
	d := raced(t, "blob/plan-read-modify-write-no-guard.race")
	g := ready(NewGuardOrders(d, 2, 0)).(*guardOrders)
	under := map[string]map[string]string{}
	for i, row := range g.t.Rows {
		under[row.ID] = map[string]string{"orders": g.text[i][allOrders], "this": g.text[i][thisOrder]}
		for n, harm := range g.t.Harms {
			under[row.ID][harm.Text] = g.text[i][firstHarm+n]
		}
	}
	for _, c := range []struct{ guard, column, want string }{
		{"as-it-is", "lost update", "allows 904"}, {"none", "lost update", "allows 904"}, {"none", "orders", "924"},
		{"if-match", "lost update", "stops"}, {"if-match", "stale write", "refuses 904"},
		{"none", "stale write", "-"}, {"if-none-match", "already there", "refuses 924"},
		// dates of one second are alike: what was lost unseen is lost behind a guard
		{"if-unmodified-since", "same number", "brings 904"}, {"none", "same number", "-"},
		// 6!/(3!)^2 orders of rounds that nobody breaks into
		{"lease", "orders", "20"}, {"lease", "lost update", "stops"},
	} {
		if got := under[c.guard][c.column]; got != c.want {
			t.Errorf("%s, %s: %q, want %q", c.guard, c.column, got, c.want)
		}
	}
	if told := g.told(g.t.Rows[g.row]); told != "None of 20 orders meets lost update." { // rounds refuse nobody
		t.Errorf("the cell %d, %d says %q", g.row, g.col, told)
	}
	if send(g, "enter") || g.problem == "" {
		t.Error("a cell without an order opens one")
	}
	g.row, g.col = 1, firstHarm
	if !send(g, "enter") || !d.room.View().Past {
		t.Errorf("Enter opens no branch: %s", g.problem)
	}
}

// An end that is asked for stands first, with the orders that lead there; one that no order has is said to be none.
func TestTheEndIsFound(t *testing.T) {
	d := raced(t, "blob/plan-read-modify-write-no-guard.race")
	o := ready(NewOrders(d, 2, 0)).(*orders)
	ask := func(text string) row {
		t.Helper()
		send(o, "e")
		_ = o.filter.input.SetText(text)
		send(o, "enter")
		if o.filter != nil {
			t.Fatalf("%s is not taken", text)
		}
		o.list.First()
		o.skip(1)
		r, _ := o.selected()
		return r
	}
	// 20 of the 924 orders lose nothing: 6!/(3!)^2
	if r := ask("state blob wiki/hits body=6"); !strings.HasPrefix(strings.TrimSpace(r.right), "20 ") || r.act == nil {
		t.Errorf("the end 6: %q %q", r.text, r.right)
	}
	if r := ask("state blob wiki/hits body=7"); !strings.HasPrefix(r.text, "No order ends so") || r.right != "" ||
		r.act() || o.problem != "There is no order to open. The nearest stands below." {
		t.Errorf("the end 7: %q %q %q", r.text, r.right, o.problem)
	}
	send(o, "e")
	_ = o.filter.input.SetText("body is seven")
	if send(o, "enter"); o.filter == nil {
		t.Error("what is no state is taken")
	}
}

// A search begins with what happened: the time that passed in the scene hides no message for ever. What goes wrong says
// so where nothing does.
func TestOrdersBeginWithWhatHappened(t *testing.T) {
	o := ready(NewOrders(raced(t, "queue/q02-slow-worker.race"), 1, 0)).(*orders)
	if o.budget.Jumps != 1 || !strings.Contains(o.verdict(), "clock jumps <= 1") {
		t.Fatalf("the budget is %+v: %s", o.budget, o.verdict())
	}
	if r, _ := o.selected(); r.text != "done twice" {
		t.Errorf("the first row is %q", r.text)
	}
	send(o, "T") // no time passes: the second worker is handed nothing, and has no receipt to delete with
	if r, _ := o.selected(); r.text != "stuck" ||
		!strings.Contains(r.say, "Then Ben cannot use $b1.0: the answer 200 has no") {
		t.Errorf("without time the first row is %q: %s", r.text, r.say)
	}
	o = ready(NewOrders(raced(t, "blob/r42-a-read-beside-a-write.race"), 1, 0)).(*orders)
	if r, _ := o.selected(); r.text != "No order meets any trouble." {
		t.Errorf("a scene without trouble begins with %q", r.text)
	}
}

// What a search has met stands in the list before it ends; the first Esc ends it and keeps that, the second closes.
func TestASearchShowsWhatItHasMet(t *testing.T) {
	o := ready(NewOrders(raced(t, "blob/plan-read-modify-write-no-guard.race"), 1, 0)).(*orders)
	run := &search{}
	o.run, o.found = run, nil
	o.take(heard{run, explore.Progress{States: 64,
		Marks: []explore.MarkOf{{Severity: '~', Kind: "lost-update", Length: 4,
			Example: o.troubles[0].Steps}}}})
	r, ok := o.selected()
	if !ok || r.text != "lost update" || strings.TrimSpace(r.right) != "4" {
		t.Fatalf("it shows %q %q", r.text, r.right)
	}
	if send(o, "esc") || !run.stopped.Load() {
		t.Fatal("the first Esc does not stop, or closes")
	}
	if o.take(ended{of: run, result: &explore.Result{Stopped: "stopped", Covered: 4},
		troubles: o.troubles}); o.list.Len() != 2 {
		t.Errorf("%d rows stay", o.list.Len())
	}
	if !send(o, "esc") {
		t.Error("the second Esc does not close")
	}
}

// What was found before somebody stopped the search is there when the orders are listed again, with how far it went;
// Space searches to the end.
func TestAStoppedSearchIsKept(t *testing.T) {
	d := raced(t, "blob/plan-read-modify-write-no-guard.race")
	o := ready(NewOrders(d, 1, 0)).(*orders)
	ticks := 0
	part := o.scene.Search(o.budget, 1, func(explore.Progress) bool { ticks++; return ticks < 3 })
	o.take(ended{of: o.run, budget: o.budget, result: part})
	o = ready(NewOrders(d, 1, 0)).(*orders)
	see(t, o, "partial: stopped at ")
	was := screen(o)
	again := o.search(nil) // what Space does, and somebody stops it at once
	o.run.stopped.Store(true)
	if finish(o, again); screen(o) != was {
		t.Errorf("a search that went less far takes the place of\n%s:\n%s", was, screen(o))
	}
	if send(o, "space") || !strings.Contains(screen(o), "complete: 924 orders") {
		t.Errorf("Space does not search to the end:\n%s", screen(o))
	}
}

// The rows say whose text is lost in their shortest order, and which have no conflict at all.
func TestOrdersSayWhichTextIsLost(t *testing.T) {
	o := ready(NewOrders(raced(t, "blob/r02-lost-update.race"), 1, 0)).(*orders)
	lost := `Ben's v2 was overwritten by Ana. Nobody was told. Lost: "12".`
	if r, _ := o.selected(); !strings.HasPrefix(r.say, lost) {
		t.Errorf("of lost update it says %q", r.say)
	}
	for _, want := range []string{"15. In the shortest order: " + lost, "12. The shortest order has no conflict: "} {
		found := false
		for n := range o.list.Len() {
			o.list.Select(n)
			r, _ := o.selected()
			found = found || strings.HasPrefix(r.say, want)
		}
		if !found {
			t.Errorf("no row says %q", want)
		}
	}
}

// What stands beside an end is what its orders meet, and not the shortest alone. Of the five in which Ann made the row
// and Ben heard 409 one has no loss; in the others a request of hers or his, sent again, or the answer to his was lost.
// Of the two in which both heard 409 her first answer was lost, with his insert before her second or behind it.
func TestMarksOfAnEndAreThoseOfAllItsOrders(t *testing.T) {
	const race = `writer ann "Ann"
writer ben "Ben"
seed: create-table jobs
plan ann
  insert-entity jobs/p/r .by=ann as m
  on lost m
    insert-entity jobs/p/r .by=ann again=m as m
plan ben
  insert-entity jobs/p/r .by=ben as m
  on lost m
    insert-entity jobs/p/r .by=ben again=m as m
`
	d := empty(t)
	if err := d.room.Load("marker.race", []byte(race)); err != nil {
		t.Fatal(err)
	}
	o := ready(NewOrders(d, 2, 0)).(*orders)
	send(o, "x")
	shown, ends := screen(o), 0
	if !strings.Contains(shown, "orders     share  marks  shortest") {
		t.Errorf("the marks have no column:\n%s", shown)
	}
	for n := range o.list.Len() {
		o.list.Select(n)
		r, _ := o.selected()
		if !strings.Contains(r.say, "he shortest order") || r.sign != "" {
			continue
		}
		ends++
		want := "Of all that end so: already there in all, own echo in all, no answer in all."
		if strings.Contains(r.right, " 5 ") {
			want = "Of all that end so: already there in all, no answer in 4."
		}
		if !strings.HasSuffix(r.say, want) {
			t.Errorf("%s: an end says only %q", r.right, r.say)
		}
	}
	if ends == 0 {
		t.Errorf("no end was found:\n%s", shown)
	}
}

// An order whose work is replaced unread has no mark, and is not said to be without conflict.
func TestAnEndWithWorkReplacedUnreadSaysSo(t *testing.T) {
	o := ready(NewOrders(raced(t, "bucket/r18-shadowed-multipart.race"), 1, 0)).(*orders)
	o.list.Select(o.list.Len() - 1)
	const want = "ana's part. In the shortest order: Ana's complete-multipart-upload replaces Ben's work unread, " +
		"which has no mark"
	if r, _ := o.selected(); !strings.HasPrefix(r.say, want) {
		t.Errorf("it says %q", r.say)
	}
}

// Texts that begin alike are told by what differs in them: cut in the middle they would look the same.
func TestEndsAreToldByWhatDiffers(t *testing.T) {
	o := ready(NewOrders(raced(t, "bucket/r03-three-update-the-registry.race"), 2, 0)).(*orders)
	var ends []string
	for n := range o.list.Len() {
		o.list.Select(n)
		if r, _ := o.selected(); r.tail != "" {
			ends = append(ends, r.text)
		}
	}
	for _, text := range ends {
		if !strings.HasPrefix(text, "..[") || strings.Contains(text, "dataset") || !strings.HasSuffix(text, `]}`) {
			t.Errorf("%q does not begin with what differs", text)
		}
	}
	if len(ends) < 3 {
		t.Errorf("there are %d ends", len(ends))
	}
}

// So is what was found under the guards before somebody stopped: the window opens with it and says how far it went.
func TestStoppedSearchesUnderGuardsAreKept(t *testing.T) {
	d := raced(t, "blob/plan-read-modify-write-no-guard.race")
	scene := d.Room().CutOrders()
	part := d.Room().Guards(scene, scene.Budget)
	part.Next(room.SideBySide(1), func(explore.Progress) bool { return false })
	g := ready(NewGuardOrders(d, 1, 0)).(*guardOrders)
	see(t, g, "Stopped by hand: 1 of 6 guards searched, as it is up")
	if len(g.t.Rows) != 1 || !strings.Contains(g.copied(), "partial: stopped at ") {
		t.Errorf("%d rows are kept:\n%s", len(g.t.Rows), g.copied())
	}
	if send(g, "space") || len(g.t.Rows) != 6 || !strings.Contains(g.copied(), "as it is: complete: 924 orders") {
		t.Errorf("Space does not search to the end:\n%s", screen(g))
	}
	again := d.Room().Guards(scene, scene.Budget)
	row, _ := again.Next(room.SideBySide(1), func(explore.Progress) bool { return false })
	if row.Found.Stopped != "" {
		t.Errorf("what was searched to the end is not kept: %s", row.Found.Verdict())
	}
}

// While the search under one guard goes on, its numbers and the bar move; what it finds after a stop stays.
func TestGuardsTellHowFarOneIs(t *testing.T) {
	d := raced(t, "blob/plan-read-modify-write-no-guard.race")
	g := ready(NewGuardOrders(d, 1, 0)).(*guardOrders)
	all := len(g.t.Rows)
	run := &guardSearch{over: g.scene.Guards(g.budget)}
	g.run, g.t.Rows = run, g.t.Rows[:2]
	g.fill()
	g.next()
	bar := g.share()
	g.take(guardHeard{run, explore.Progress{Depth: 3, States: g.t.Rows[0].Found.States / 2}, nil})
	see(t, g, "2 of 6 guards searched. as it is: depth 3, ")
	if half := g.share(); bar != 0 || half < 0.4 || half > 0.6 || all < 3 {
		t.Errorf("the bar stands at %v, then at %v", bar, half)
	}
	if send(g, "esc") {
		t.Fatal("the first Esc closes")
	}
	see(t, g, "What was found so far stays.")
	g.take(guardFound{run: run})
	if len(g.t.Rows) != 2 || !run.done {
		t.Errorf("%d rows stay, done %v", len(g.t.Rows), run.done)
	}
}

// A row that opens nothing says why, and a verdict that takes three rows is shown whole: cut it would claim more.
func TestOrdersSayWhyNothingOpensAndHowFarItHolds(t *testing.T) {
	o := ready(NewOrders(raced(t, "blob/r42-a-read-beside-a-write.race"), 1, 0)).(*orders)
	if send(o, "enter"); o.problem != "There is no trouble to open." {
		t.Errorf("a scene without trouble says %q", o.problem)
	}
	o = ready(NewOrders(raced(t, "blob/r02-lost-update.race"), 1, 0)).(*orders)
	o.take(ended{of: o.run, result: &explore.Result{Stopped: "stopped", States: 3_637_000, Covered: 4,
		Budget: explore.Budget{Faults: 3, Copies: 1, Lates: 2, Jumps: 1, Stops: 1}}, troubles: o.troubles})
	see(t, o, "covered")
	see(t, o, "lost update")
}

// Whoever compares guards is led to none that has another harm in the place of the one it stops, and reads of that in
// the cell which says that it stops: a version that is no longer compared loses what the lock had kept.
func TestNoGuardIsLedToThatTradesHarms(t *testing.T) {
	g := ready(NewGuardOrders(raced(t, "tair/r09-lock-by-version-deletes-anothers-lock.race"), 1, 0)).(*guardOrders)
	if g.row != 0 {
		t.Errorf("it leads to %s", g.t.Rows[g.row].Title)
	}
	for g.row = 0; g.t.Rows[g.row].ID != "none"; g.row++ {
	}
	g.col = firstHarm
	see(t, g, "But there is lost update in 2.")
	if send(g, "enter"); !strings.Contains(g.problem, "none meets same number under none") {
		t.Errorf("a cell without an order says %q", g.problem)
	}
	for race, want := range map[string]string{
		"blob/plan-read-modify-write-no-guard.race": "lease",    // both save; If-Match refuses one of them
		"blob/r02-lost-update.race":                 "if-match", // what was typed goes over the other, lease or not
	} {
		g = ready(NewGuardOrders(raced(t, race), 1, 0)).(*guardOrders)
		if g.t.Rows[g.row].ID != want || g.text[g.row][g.col] != "stops" {
			t.Errorf("%s leads to %s, which %s", race, g.t.Rows[g.row].Title, g.text[g.row][g.col])
		}
	}
}

// A guard that refuses everybody stops every harm, and nobody is led to it: it stands last, and where it alone stops
// the harm the cursor stays on the requests as they are.
func TestNoGuardIsLedToThatLetsNobodyThrough(t *testing.T) {
	for _, c := range []struct{ race, one, all string }{
		// an answer is lost in the one order alone
		{"blob/plan-retry-after-a-lost-answer.race", "as-it-is", "if-match"},
		{"blob/plan-read-modify-write-no-guard.race", "lease", "lease"},
	} {
		d := raced(t, c.race)
		d.room.RunToMark()
		one := ready(NewGuardTable(d)).(*guardTable)
		last := one.t.Rows[len(one.t.Rows)-1].ID
		if led := one.t.Rows[one.row].ID; led != c.one || last != "if-none-match" {
			t.Errorf("%s: the history leads to %s, and %s is last", c.race, led, last)
		}
		all := ready(NewGuardOrders(d, 2, 0)).(*guardOrders)
		last = all.t.Rows[len(all.t.Rows)-1].ID
		if led := all.t.Rows[all.row].ID; led != c.all || last != "if-none-match" {
			t.Errorf("%s: all orders lead to %s, and %s is last", c.race, led, last)
		}
	}
}

// On a wide screen nothing of what an end says is left out.
func TestAWideScreenShowsAllOfAnEnd(t *testing.T) {
	d := empty(t)
	const long = "description of the item that is for sale here, which is long"
	if err := d.room.Load("stock.race", []byte("writer ann\nwriter ben\nseed: create-table stock\n"+
		"seed: insert-entity stock/p/item .price=10 .name=\"A "+long+"\"\n"+
		"plan ann [get-entity stock/p/item as r; update-entity stock/p/item .price=12 .name=\"Ann's "+long+
		"\" if-match=$r.etag]\nplan ben [get-entity stock/p/item as r; merge-entity stock/p/item .price=9 "+
		"if-match=$r.etag]\n")); err != nil {
		t.Fatal(err)
	}
	o := ready(NewOrders(d, 1, 0)).(*orders)
	shown := frame(o, 200, 60, grid.Unicode())
	if strings.Contains(shown, "…") || !strings.Contains(shown, long+" / price=12") {
		t.Error(shown)
	}
}

// From all orders W leads to the guards over them, and V back; what may be lost is the same there.
func TestOrdersAndGuardsLeadToEachOther(t *testing.T) {
	d := raced(t, "blob/plan-read-modify-write-no-guard.race")
	o := ready(NewOrders(d, 2, 0)).(*orders)
	send(o, "x")
	if !send(o, "W") || !slices.Contains(d.did, command.Intent(command.CompareGuards{All: true})) {
		t.Fatalf("W did %v", d.did)
	}
	g := ready(NewGuardOrders(d, 2, 0)).(*guardOrders)
	if g.budget.Faults != 1 {
		t.Errorf("%d may be lost among the guards, want 1", g.budget.Faults)
	}
	if !send(g, "V") || !slices.Contains(d.did, command.Intent(command.AllOrders{})) {
		t.Errorf("V did %v", d.did)
	}
}
