package guards_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/guards"
	"interleave/engine/scenario"
)

// For how long a plan needs a message is what it waits for until its last request about it, and two seconds more: a
// receive that hides it for 10 s and is worked on for 12 s hides it for 14 s.
func TestAPlansReceiveIsHiddenForAsLongAsThePlanWaits(t *testing.T) {
	_, s := enginetest.Searched(t, "writer ann\nwriter ben\nseed: create-queue jobs\nseed: put-message jobs job1\n"+
		"plan ann [get-messages jobs visibilitytimeout=10 as g; if g 0.receipt [wait 12s; delete-message $g.0 "+
		"popreceipt=$g.0.receipt]]\nplan ben [get-messages jobs visibilitytimeout=10 as g]\n")
	row := rowsOf(guards.Orders(s.Input, explore.Budget{Jumps: 2}, nil, nil))["hidden"]
	said := strings.Join(row.Notes, " ")
	var lines []string
	for _, o := range row.Found.Outcomes {
		for _, step := range o.Example {
			for _, in := range step.Inputs {
				if edit, is := in.(engine.Edit); is {
					lines = append(lines, scenario.FormatInput(edit))
				}
			}
		}
	}
	if all := strings.Join(lines, "\n"); strings.Contains(said, "No request changes") ||
		!strings.Contains(all, "visibilitytimeout=14") || strings.Contains(all, "ben-g1") {
		t.Errorf("%s\n%s", said, all)
	}
}

// A message that is hidden for 30 s is visible again at 00:30.0 (rules.md of queue, "Order, delivery, concurrency"):
// who took 30 s until the delete needs it hidden for longer. What came of the next timer comes at the moment at which
// it came, and not when the message is visible under the guard.
func TestAMessageIsHiddenForLongerThanTheWorkTook(t *testing.T) {
	table := underGuards(t, "writer ann\nwriter ben\nseed: create-queue jobs\nseed: put-message jobs job1\n"+
		"ann: get-messages jobs visibilitytimeout=30 as g\nann: does $g.0\nclock next\n"+
		"ben: get-messages jobs as h\nben: does $h.0?\n"+
		"ann: delete-message $g.0 popreceipt=$g.0.receipt\n")
	made, _ := table.Row("as-it-is")
	hidden, ok := table.Row("hidden")
	if !ok || made.Count("~ done-twice") != 1 || hidden.Count("~ done-twice") != 0 ||
		hidden.Count("! old-receipt") != 0 || !strings.Contains(strings.Join(hidden.Notes, " "), "Hidden for 32 s: ") {
		t.Errorf("%t, as it is %d, hidden long %d, %q", ok, made.Count("~ done-twice"), hidden.Count("~ done-twice"),
			hidden.Notes)
	}
}

// An update hides its message anew, for as long as it says (rules.md of queue, "Order, delivery, concurrency"): who
// took 20 s behind one of 10 s needs that one longer, however long the receive had hidden it. One of 0 s gives it back.
func TestAMessageIsHiddenForLongerByTheUpdateThatRanOut(t *testing.T) {
	const head = "writer ann\nwriter ben\nseed: create-queue jobs\nseed: put-message jobs job1\n" +
		"ann: get-messages jobs visibilitytimeout=60 as g\nann: does $g.0\n"
	table := underGuards(t, head+"ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=10 as u\n"+
		"clock +20s\nben: get-messages jobs as h\nben: does $h.0?\n"+
		"ann: delete-message $g.0 popreceipt=$u.receipt\n")
	made, _ := table.Row("as-it-is")
	hidden, ok := table.Row("hidden")
	notes := strings.Join(hidden.Notes, " ")
	if !ok || made.Count("~ done-twice") != 1 || hidden.Count("~ done-twice") != 0 ||
		hidden.Count("! old-receipt") != 0 || !strings.Contains(notes, "Hidden for 22 s: UPDATE") {
		t.Errorf("%t, as it is %d, hidden long %d, %q", ok, made.Count("~ done-twice"), hidden.Count("~ done-twice"),
			hidden.Notes)
	}
	table = underGuards(t, head+"ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=0 as u\n"+
		"clock +20s\nann: delete-message $g.0 popreceipt=$u.receipt\n")
	if hidden, _ = table.Row("hidden"); strings.Contains(strings.Join(hidden.Notes, " "), "UPDATE") {
		t.Errorf("given back: %q", hidden.Notes)
	}
}
