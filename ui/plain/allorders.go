package plain

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/explore"
	"interleave/engine/guards"
	"interleave/engine/room"
	"interleave/engine/view"
	"interleave/ui/sessions"
)

const ordersHelp = "Find what can come of these requests in any order, how often, and the shortest order to each. " +
	"Budgets let more happen: lost 1, doubled 1, late 1, timers 1, stops 1; the next search of the same, of an end " +
	"too, begins with them. With the number of a row, open its shortest order as a branch; step goes along it."

// guardsHelp says what guards does, and what its cells mean.
func guardsHelp() string {
	text := "Run this again under every guard that its objects know; all: over all orders."
	for i, w := range guards.Words() {
		sign := ";"
		if i == 0 {
			sign = ""
		}
		text += sign + " " + w.Cell + ": " + strings.ToLower(w.Means[:1]) + strings.TrimSuffix(w.Means[1:], ".")
	}
	return text + ". Budgets as those of orders stand behind all: guards all lost 1. With the number of a row of the " +
		"last search, open its shortest order as a branch."
}

// foundOrders are what the last search of all orders came to.
type foundOrders []foundOrder

// foundOrder is a row, with what was searched.
type foundOrder struct {
	explore.Row
	scene room.Orders
}

func (f *foundOrders) add(scene room.Orders, rows ...explore.Row) {
	for _, r := range rows {
		*f = append(*f, foundOrder{r, scene})
	}
}

// orders searches all orders, or opens a row of the last search.
func (d *desk) orders(rest string) {
	words := strings.Fields(rest)
	if n, err := strconv.Atoi(rest); err == nil && len(words) == 1 {
		d.openOrder(d.found, n, "orders searches")
		return
	}
	scene, ok := d.scene()
	if !ok {
		return
	}
	budget, ok := d.budgetOf(scene.Budget, words)
	if !ok {
		return
	}
	d.room.AskBudget(&scene, budget)
	d.say("%s.", scene.Searched())
	found := d.searched(scene, budget)
	troubles, ends := explore.Rows(found, scene.Title)
	d.found = nil
	d.found.add(scene, append(troubles, ends...)...)
	lines := explore.Lines(scene.What, found, scene.Title)
	d.room.Note(view.OrdersNote, strings.Join(lines, "\n"))
	for _, line := range lines {
		d.say("%s", line)
	}
	if len(d.found) > 0 {
		d.say("orders 1 opens the shortest order of the first row as a branch.")
	}
}

// scene is what is to be ordered; ok is false where there is nothing, which is said then.
func (d *desk) scene() (scene room.Orders, ok bool) {
	scene = d.room.CutOrders()
	if scene.None != "" {
		d.complain("%s", scene.None)
	}
	return scene, scene.None == ""
}

// searched is what a search of all orders finds, or found when the same was searched last and nobody stopped that.
func (d *desk) searched(scene room.Orders, b explore.Budget) *explore.Result {
	found := room.ResultOf(d.room.View(), scene, b)
	if found == nil || found.Stopped == explore.StoppedByHand {
		found = scene.Search(b, runtime.NumCPU(), func(explore.Progress) bool { return true })
		d.room.KeepResult(scene, b, found)
	}
	return found
}

// endsAs finds the orders that end as a line says, or that none does.
func (d *desk) endsAs(rest string) {
	scene, ok := d.scene()
	if !ok {
		return
	}
	turns, state := d.turnsOf(rest)
	budget, ok := d.budgetOf(scene.Budget, turns)
	if !ok {
		return
	}
	if rest = state; rest == "" {
		d.complain("end wants what is to be there at the end, such as end state blob wiki/hits body=9. " +
			"Budgets stand in front, such as end lost 1 state blob wiki/hits body=9.")
		return
	}
	if err := d.room.AskEnd(&scene, rest); err != nil {
		d.complain("%v.", err)
		return
	}
	d.room.AskBudget(&scene, budget)
	found := d.searched(scene, scene.Budget)
	row, more := explore.AskedRow(found, rest, scene.Title), "; guards all says which guard stops it"
	d.say("%s: %s", scene.What, found.Verdict())
	if row.Steps == nil {
		d.say("%s.", row.Text)
		near, ok := scene.Nearest(found)
		if !ok {
			return
		}
		row, more = near, ""
	}
	d.found = foundOrders{{row, scene}}
	d.say(" 1  %s: %s", row.Text, strings.Join(row.Counts(), ", "))
	d.say("    %s", row.Way)
	d.say("orders 1 opens it as a branch%s.", more)
}

// turnsOf are the words of budgets in front of what is said of an end, and that.
func (d *desk) turnsOf(text string) (words []string, rest string) {
	for {
		word, behind, _ := strings.Cut(strings.TrimSpace(text), " ")
		number, more, _ := strings.Cut(strings.TrimSpace(behind), " ")
		known := slices.ContainsFunc(explore.Turns(), func(t explore.Turn) bool { return t.Word == word })
		if !known {
			return words, strings.TrimSpace(text)
		}
		words, text = append(words, word, number), more
	}
}

// budgetOf reads words and numbers, as lost 1 timers 2; what is not said is as in
// the last search, or as it happened.
func (d *desk) budgetOf(b explore.Budget, words []string) (budget explore.Budget, ok bool) {
	var known []string
	for _, t := range explore.Turns() {
		known = append(known, t.Word)
	}
	for i := 0; i < len(words); i += 2 {
		at := slices.Index(known, words[i])
		if at < 0 {
			d.complain("There is no budget %q.%s There are %s.", words[i], sessions.Nearest(words[i], known),
				strings.Join(known, ", "))
			return b, false
		}
		n, err := 0, error(nil)
		if i+1 < len(words) {
			n, err = strconv.Atoi(words[i+1])
		}
		if i+1 == len(words) || err != nil || n < 0 || n > explore.MostBudget {
			d.complain("%s wants a whole number from 0 to %d behind it.", words[i], explore.MostBudget)
			return b, false
		}
		*explore.Turns()[at].Of(&b) = n
	}
	return b, true
}

// openOrder opens the n-th row of those found; how says which word finds some.
func (d *desk) openOrder(list foundOrders, n int, how string) {
	if n < 1 || n > len(list) {
		d.complain("The last search has no row %d. %s.", n, how)
		return
	}
	row, was := list[n-1], d.room.View().Branch
	branch, err := d.room.LoadOrder(row.scene, row.Name, row.Steps)
	if err != nil {
		d.travelled(err)
		return
	}
	d.say("This is the beginning of the branch %s: %s to %s. %s%s", branch, leadsIn(row.Length), row.Text,
		along(row.Steps), leads(branch, was))
	if strings.HasSuffix(row.Row.Name, string(engine.SplitUpdate)) {
		d.say("%s", row.scene.TellSplit(row.Steps))
	}
}

// guards compares the guards: in the order that was made, or over all orders.
func (d *desk) guards(rest string) {
	if n, err := strconv.Atoi(rest); err == nil {
		d.openOrder(d.guarded, n, "guards all compares")
		return
	}
	all, turns, _ := strings.Cut(rest, " ")
	if all != "all" {
		d.compareGuards(rest)
		return
	}
	scene, ok := d.scene()
	if !ok {
		return
	}
	budget, ok := d.budgetOf(scene.Budget, strings.Fields(turns))
	if !ok {
		return
	}
	d.room.AskBudget(&scene, budget)
	d.guarded = nil
	if scene.Asked != "" {
		d.say("The end that was asked for: %s.", scene.Asked)
	}
	over, each := d.room.Guards(scene, budget), room.SideBySide(runtime.NumCPU())
	over.ToTheEnd = true
	var t guards.OrdersTable
	for row, ok := over.Next(each, nil); ok; row, ok = over.Next(each, nil) {
		t.Add(row)
	}
	t.Sort()
	d.room.Note(view.GuardsNote, strings.Join(t.Lines("Guards over all orders: "+scene.What), "\n"))
	for _, row := range t.Rows {
		if row.Found == nil {
			d.say("%s: not searched. %s", row.Title, row.Why)
			continue
		}
		d.say("%s: %s", row.Title, row.Found.Verdict())
		for _, said := range row.Notes {
			d.say("    %s", said)
		}
		for _, harm := range t.Harms {
			number := "  "
			if found, ok := t.Opened(row, harm); ok {
				found.Name = row.ID + "-" + found.Name
				d.guarded.add(scene.Under(row), found)
				number = fmt.Sprintf("%2d", len(d.guarded))
			}
			cell := t.Cell(row, harm)
			if cell == "-" && (harm.Mark == engine.SeverityRefused || harm.IsRefused() || !t.Occurs(harm)) {
				continue // it is another row's
			}
			d.say("%s  %c %s: %s. %s", number, harm.Mark, harm.Text, cell, t.Tell(row, harm))
		}
		if clean := t.Clean(row); clean != "" {
			d.say("    %s", clean)
		}
	}
	if none := t.Unstopped(); none != "" {
		d.say("%s", none)
	}
	if len(d.guarded) > 0 {
		d.say("guards 1 opens the shortest order of the first numbered row as a branch.")
	}
}

// otherwise counts the orders that avoid the newest conflict and opens the nearest one.
func (d *desk) otherwise(string) {
	list := d.room.View().Troubles()
	if len(list) == 0 {
		d.complain("%s", noMark(d.room.View(), "There is no conflict here."))
		return
	}
	scene, ok := d.scene()
	if !ok {
		return
	}
	c := list[len(list)-1].Finding
	other := scene.Otherwise(c, scene.Budget, func(explore.Progress) bool { return true })
	d.say("%s", other.Say(c.Kind.Words()))
	if !other.Found {
		return
	}
	was := d.room.View().Branch
	branch, err := d.room.LoadOrder(scene, "otherwise", other.Nearest)
	if err != nil {
		d.travelled(err)
		return
	}
	avoids := "which avoids it"
	if len(other.Instead) > 0 {
		avoids = "which avoids it, and has " + strings.Join(other.Instead, " and ") + " instead"
	}
	d.say("This is the beginning of the branch %s, %s. %s%s", branch, avoids, along(other.Nearest), leads(branch, was))
}

// leads says what the branch is about that an order became, and how one gets back to the one before.
func leads(branch, was string) string {
	if branch == was {
		return " You were on it already; undo goes back to where you were."
	}
	return " Until something else is done here, orders and guards search again what it is an order of; undo goes " +
		"back to " + was + "."
}

func leadsIn(steps int) string {
	if steps == 1 {
		return "1 step leads"
	}
	return explore.Steps(steps) + " lead"
}

// along says how one goes along an order: what a search calls a step is a request with its answer, and step does each
// part of that by itself.
func along(order []explore.Step) string {
	parts := 0
	for _, s := range order {
		parts += len(s.Inputs)
	}
	if parts <= len(order) {
		return "step goes along it."
	}
	return fmt.Sprintf("step goes along it, %d times to its end: a request is sent, decided and answered; run goes on "+
		"to the next mark.", parts)
}

// makePlans makes plans of what the writers did.
func (d *desk) makePlans(string) {
	did, err := d.room.MakePlans()
	if err != nil {
		d.travelled(err)
		return
	}
	d.say("%s run goes along them, orders tries all orders, undo goes back.", did)
}
