package guards

import (
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/explore"
)

// A guard may have its writers wait longer or shorter, and its orders need more or fewer jumps of the clock then than
// those of the requests as they are. Where a plan still waits when no jump is left, what it would do was not looked at:
// a difference between two rows may be one of the budget, and none that the guard makes.

// cutShort says whether a harm that no order of a row meets may come behind the last jump of the clock.
func (t *OrdersTable) cutShort(row OrdersRow, harm explore.Row) bool {
	return len(row.Found.Asleep) > 0 && harm.Mark != engine.SeverityRefused && !harm.IsRefused() &&
		harm.Text != explore.Stuck
}

// byClock says of a harm that a row meets, and the requests as they are do not, why the clock may make that difference:
// who is stuck waits for it, or orders of the requests as they are, or bare, end before a plan does that waits for it,
// while the row's shortest one has it go on. Empty: it does not.
func (t *OrdersTable) byClock(row OrdersRow, harm explore.Row) string {
	switch {
	case !t.isBrought(harm) || row.absent:
		return ""
	case harm.Text == explore.Stuck && row.Found.StuckForClock():
		return "More timers let them go on."
	case harm.Text != explore.Stuck && t.cutAsMade(row, harm):
		return "As the requests are, plans wait for the clock longer than the timers that are allowed: whether this " +
			"guard brings it, more timers show."
	}
	return ""
}

func (t *OrdersTable) cutAsMade(row OrdersRow, harm explore.Row) bool {
	found, _ := row.Harm(harm)
	jumps := func(s explore.Step) bool { return strings.HasPrefix(s.What, "clock") }
	return slices.ContainsFunc(found.Steps, jumps) &&
		slices.ContainsFunc(t.Rows, func(o OrdersRow) bool { return o.isMade() && len(o.Found.Asleep) > 0 })
}

// waitsAsMade says whether a harm is that somebody is stuck, and all who are, as the requests are or bare, wait for the
// clock.
func (t *OrdersTable) waitsAsMade(harm explore.Row) bool {
	return harm.Text == explore.Stuck && t.Occurs(harm) && !slices.ContainsFunc(t.Rows, func(o OrdersRow) bool {
		return o.isMade() && !o.Found.StuckForClock()
	})
}

// isMade says whether a row is of the requests as they are, or without a guard, and was searched.
func (row OrdersRow) isMade() bool {
	return (row.ID == asItIs.ID || row.ID == none.ID) && row.Found != nil
}

// sleepers are those whose plans wait for the clock at some end, with the verb for one of them or for several.
func (row OrdersRow) sleepers(one, several string) string {
	var names []string
	for _, id := range row.Found.Asleep {
		names = append(names, row.title(id))
	}
	if len(names) == 1 {
		return names[0] + " " + one
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " " + several
}
