package ui

import (
	"strings"
	"testing"
)

// TestTheKeyForHelpExplainsAllOrders and the guards over them, with the keys and the words that stand there; Esc leads
// back, and where a text is typed the sign is a letter.
func TestTheKeyForHelpExplainsAllOrders(t *testing.T) {
	for _, key := range []string{"?", "f1"} {
		d, _, _ := newDesk(t, "r02-lost-update.race", 120, 36)
		d.Press("V")
		d.See("66.7 %")
		d.Press(key)
		d.See("What All orders says")
		d.See("A writer stops for good, wherever it is.")
		d.Press("esc")
		d.Not("What All orders says")
		d.See("66.7 %")
		d.Press("W")
		d.Press(key)
		d.See("What Guards over all orders says")
		d.See("No order has the harm.")
		d.Press("esc", "V", "/", "?")
		d.Not("What All orders says")
	}
}

// TestRowsOfAllOrdersStayWhereTheyAre as a budget is raised: the next click is meant for the same row.
func TestRowsOfAllOrdersStayWhereTheyAre(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		d, _, _ := newDesk(t, "tair/plan-exget-exset.race", size[0], size[1])
		at := func() int {
			for y, row := range strings.Split(d.Frame(), "\n") {
				if strings.Contains(row, "What goes wrong") {
					return y
				}
			}
			return -1
		}
		d.Press("V")
		before := at()
		d.Press("x")
		if before < 0 || at() != before {
			t.Errorf("%v: the heading stood in row %d, and stands in row %d", size, before, at())
		}
	}
}
