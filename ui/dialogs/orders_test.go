package dialogs

import (
	"strings"
	"testing"

	"interleave/engine/races"
	"interleave/engine/room"
)

// raced is a desk with a race loaded and nothing of it played.
func raced(t *testing.T, name string) *desk {
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
	o.take(ended{run: old})
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

// Where no writer does anything there is a sentence in place of rows.
func TestNothingToOrder(t *testing.T) {
	o := ready(NewOrders(wiki(t), 1, 0)).(*orders)
	o.take(room.Orders{None: "no writer sends anything here"})
	if o.list.Len() != 0 || o.empty == "" {
		t.Errorf("%d rows, %q", o.list.Len(), o.empty)
	}
}

// Every guard over all orders: what loses 904 of 924 without one loses nothing under If-Match, which refuses instead.
func TestGuardsOverAllOrders(t *testing.T) {
	d := raced(t, "blob/plan-read-modify-write-no-guard.race")
	g := ready(NewGuardOrders(d, 2, 0)).(*guardOrders)
	under := map[string]map[string]string{}
	guard := ""
	for _, r := range g.rows {
		if r.head {
			guard = r.text
			under[guard] = map[string]string{}
			continue
		}
		under[guard][r.text] = r.right
	}
	if got := under["none"]["lost update"]; got != "allows 904" {
		t.Errorf("without a guard: %q", got)
	}
	if got := under["If-Match"]["lost update"]; got != "stops in all 924" {
		t.Errorf("under If-Match: %q", got)
	}
	if got := under["If-Match"]["stale write"]; got != "refuses 904" {
		t.Errorf("under If-Match: %q", got)
	}
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
	if r := ask("state blob wiki/hits body=7"); !strings.HasPrefix(r.text, "No order ends so") || r.act != nil {
		t.Errorf("the end 7: %q %q", r.text, r.right)
	}
	send(o, "e")
	_ = o.filter.input.SetText("body is seven")
	if send(o, "enter"); o.filter == nil {
		t.Error("what is no state is taken")
	}
}
