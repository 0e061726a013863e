package dialogs

import "testing"

// TestAnOrderThatIsOpenedShowsWhatItIsAbout: the row that was overwritten, and not the one that the start made last.
func TestAnOrderThatIsOpenedShowsWhatItIsAbout(t *testing.T) {
	d := empty(t)
	if err := d.room.Load("group.race", []byte(`
writer a "Batch"
writer b "One"
seed: create-table crm
seed: insert-entity crm/p/c7 .n=1L
seed: insert-entity crm/p/c8 .n=1L
plan a [get-entity crm/p/c7 as g; update-entity crm/p/c7 .n=2L if-match=* as t]
plan b [get-entity crm/p/c7 as g; update-entity crm/p/c7 .n=3L if-match=$g.etag as w]
`)); err != nil {
		t.Fatal(err)
	}
	o := ready(NewOrders(d, 2, 0)).(*orders)
	if first, ok := o.selected(); !ok || first.text != "lost update" {
		t.Fatalf("the first row is %q", first.text)
	}
	if !send(o, "enter") {
		t.Fatalf("Enter opens nothing: %s", o.problem)
	}
	if d.object.Name != "crm/p/c7" {
		t.Errorf("the selected object is %q", d.object)
	}
}
