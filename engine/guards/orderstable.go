package guards

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/explore"
)

// OrdersTable is every guard over all orders: rows are guards, columns are what goes wrong under any of them.
type OrdersTable struct {
	Rows  []OrdersRow
	Harms []explore.Row // by Mark and Name; the silent first

	// retraced is what losesAsMade has found, by row and harm: a cell is told as often as it is painted.
	retraced map[string]retraced
}

// Add puts a row below the others. A harm that no row had gets its column.
func (t *OrdersTable) Add(row OrdersRow) {
	t.Rows = append(t.Rows, row)
	t.Harms, t.retraced = nil, nil
	for _, sort := range []engine.Severity{engine.SeveritySilent, engine.SeverityRefused, engine.SeverityUnknown, ' '} {
		for _, r := range t.Rows {
			for _, harm := range r.troubles {
				if harm.Mark == sort && !slices.ContainsFunc(t.Harms, harm.Same) {
					t.Harms = append(t.Harms, harm)
				}
			}
		}
	}
}

// Harm is a column's harm under the row's guard, with the shortest order that meets it; ok is false where none does.
func (row OrdersRow) Harm(harm explore.Row) (found explore.Row, ok bool) {
	if at := slices.IndexFunc(row.troubles, harm.Same); at >= 0 {
		return row.troubles[at], true
	}
	return harm, false
}

// Cell is what the table says: `allows 904`, `refuses 904` or, of a harm that is met neither as the requests are nor
// without any guard, `brings 904`; `stops` where no order has it and bare requests do, and `overwrites 904` where it is
// lost work and in so many orders a claim is overwritten by who has read it; a dash where there is nothing to stop;
// `none seen` where not all orders were looked at; `not run` where none was made. An end that is not met because a
// policy refuses the work itself is refused, not stopped, and where no request carries a guard nothing is. `undone`
// where nobody works in any order, so that nothing can be lost. Of work done twice, where no order is marked so: `no
// conflict` where one writer's text stands twice at the end of some, and `not seen` where the ends are too many to
// tell.
func (t *OrdersTable) Cell(row OrdersRow, harm explore.Row) string {
	found, ok := row.Harm(harm)
	switch {
	case row.Found == nil:
		return "not run"
	case ok:
		return t.word(row, harm) + " " + cmp.Or(found.Orders, "some")
	case !row.Found.Complete(), t.cutShort(row, harm):
		return "none seen"
	case (harm.Text == AskedEnd || harm.IsBehind()) && t.forbids(row) != "":
		return "refuses " + t.forbids(row)
	case harm.Mark == engine.SeverityRefused, harm.IsRefused(), !t.Occurs(harm), row.bare, row.absent,
		row.unleased(harm), t.waitsAsMade(harm):
		return "-"
	case row.lockless(harm) != "":
		return "-"
	case t.refusesAlways(row, harm) != nil:
		return "refuses " + cmp.Or(t.refusesAlways(row, harm).Orders, "some")
	case t.neverDone(row, harm) != nil:
		return undone
	case row.work.idle && (harm.Mark == engine.SeveritySilent || harm.IsUnread() || harm.Text == AskedEnd):
		return undone
	case harm.Name == string(engine.DoneTwice):
		if _, replaced := t.inPlace(row); replaced && row.work.cell() == "stops" {
			return "-"
		}
		return row.work.cell()
	case t.lostAs(row, harm) != "", row.refusesNobody(), t.allStuck(row), harm.IsUnread() && row.work.covered:
		return "-"
	}
	if over, ok := t.overwritten(row, harm); ok {
		return overwrites + " " + cmp.Or(over.Orders, "some")
	}
	return "stops"
}

// inPlace is lost work that orders of a row meet where the requests as they are have nothing marked as done twice, and
// bare ones have: what is done twice may be writes, of which the second replaces the first. The column is of another's
// then, as of a marker that is made again, and no guard of the row is praised for it.
func (t *OrdersTable) inPlace(row OrdersRow) (lost explore.Row, ok bool) {
	for _, r := range t.Rows {
		if r.ID == asItIs.ID && slices.ContainsFunc(r.troubles, isDoneTwice) {
			return lost, false
		}
	}
	at := slices.IndexFunc(row.troubles, losesWork)
	if at < 0 {
		return lost, false
	}
	return row.troubles[at], true
}

func isDoneTwice(harm explore.Row) bool { return harm.Name == string(engine.DoneTwice) }

// overwritten is what becomes of work in the place of a loss that no order meets: a claim that is overwritten by who
// had read it. A lock has each read when it is its turn, and so has another guard under which nobody ends refused; one
// that refuses somebody to the end has chosen, unless work is done twice behind its claims all the same.
func (t *OrdersTable) overwritten(row OrdersRow, harm explore.Row) (over explore.Row, ok bool) {
	lost := losesWork(harm) || harm.Name == string(engine.StaleHolder)
	if !lost || !row.locks && row.work.refuses && !row.worksTwice() {
		return over, false
	}
	if over, ok = explore.OverwrittenRow(row.Found, row.title); ok || !row.locks {
		return over, ok
	}
	return explore.RetypedRow(row.Found, row.title)
}

// worksTwice says whether some order has work done twice.
func (row OrdersRow) worksTwice() bool {
	return slices.ContainsFunc(row.troubles, isDoneTwice)
}

// Opened is the order that a cell opens: the shortest with the harm, or with what the cell says in its place. ok is
// false where there is none.
func (t *OrdersTable) Opened(row OrdersRow, harm explore.Row) (found explore.Row, ok bool) {
	if strings.HasPrefix(t.Cell(row, harm), overwrites) {
		return t.overwritten(row, harm)
	}
	return row.Harm(harm)
}

// overwrites is what a cell says of lost work where one claim replaces the other all the same, by who has read it.
const overwrites = "overwrites"

// refusesNobody says whether a row's guard does nothing but refuse, and refuses nobody in any order: what is not met is
// not stopped by it.
func (row OrdersRow) refusesNobody() bool {
	refuses := slices.ContainsFunc(row.troubles, func(o explore.Row) bool {
		return o.Mark == engine.SeverityRefused
	})
	return row.sends && !refuses && len(row.Found.Refused) == 0
}

// refusesAlways is a request that is refused in every order under a guard, and not in every one without any: a harm
// that is not met is no merit of the guard where part of the work is not done at all. nil: there is none, or the harm
// is none that bare requests do.
func (t *OrdersTable) refusesAlways(row OrdersRow, harm explore.Row) *explore.Row {
	bare := t.rowAt(none.ID)
	if bare < 0 || harm.IsRefused() || harm.Mark == engine.SeverityUnknown {
		return nil
	}
	if _, met := t.Rows[bare].Harm(harm); !met {
		return nil
	}
	at := slices.IndexFunc(row.troubles, func(o explore.Row) bool {
		_, always := t.Rows[bare].Harm(o)
		return o.IsRefused() && !always && !row.isOwnLock(o)
	})
	if at < 0 {
		return t.refusesOnly(row, t.Rows[bare])
	}
	return &row.troubles[at]
}

// isOwnLock says whether a refusal is of what the row's guard takes a lock with: who goes without it, as there is
// nothing to lock, does the work all the same.
func (row OrdersRow) isOwnLock(refused explore.Row) bool {
	if !row.locks || len(refused.Steps) == 0 {
		return false
	}
	return row.Input.World.Spec(refused.Steps[len(refused.Steps)-1].Verb).Group == engine.GroupLease
}

// lockless is the refusal, in words, of a lock of a row's guard in every order, of which lost work is not met: who was
// refused worked without it, with the own guard that it has, and no lock is praised for that. Empty: there is none.
func (row OrdersRow) lockless(harm explore.Row) string {
	at := slices.IndexFunc(row.troubles, func(o explore.Row) bool { return o.IsRefused() && row.isOwnLock(o) })
	if at < 0 || harm.Mark != engine.SeveritySilent && !harm.IsUnread() {
		return ""
	}
	return row.troubles[at].Text
}

// allStuck says whether under a guard all orders end with somebody who cannot go on, and none does as the requests are
// or bare: what is not met is not stopped then, it is not got to.
func (t *OrdersTable) allStuck(row OrdersRow) bool {
	return slices.ContainsFunc(row.troubles, func(o explore.Row) bool {
		return o.Text == explore.Stuck && t.isBrought(o) && row.Found.Schedules != nil && row.Found.StuckIn != nil &&
			row.Found.StuckIn.Cmp(row.Found.Schedules) == 0
	})
}

// lostAs is what a guard brings in the place of lost work: it is lost under another name, in words. Empty: it is not.
func (t *OrdersTable) lostAs(row OrdersRow, harm explore.Row) string {
	switch {
	case harm.IsUnread() && t.markedHere(row) != "":
		return t.markedHere(row)
	case !losesWork(harm):
		return ""
	}
	at := slices.IndexFunc(row.troubles, func(o explore.Row) bool { return losesWork(o) && t.isBrought(o) })
	if at < 0 {
		return ""
	}
	return row.troubles[at].Text
}

// unleased says whether a harm to a lease is not met because the row's guard left the leases out: it stops none. Where
// it takes leases of its own, these end, and none of them is another's. Who writes behind the end of a lease is stopped
// by a guard that loses no work; else what it harms is lost without a lease too, under another name.
func (row OrdersRow) unleased(harm explore.Row) bool {
	ofLease := harm.Name == string(engine.BorrowedLease) || harm.Name == endlessLease && !row.locks ||
		harm.Name == string(engine.StaleHolder) && !row.locks && slices.ContainsFunc(row.troubles, losesWork)
	return ofLease && leavesLocksOut(row.Notes)
}

// losesWork says whether a trouble is work that was replaced, marked or not.
func losesWork(harm explore.Row) bool {
	return harm.IsUnread() || slices.Contains(lostWork, engine.Trouble(harm.Name))
}

// lostWork are the names of work that was replaced.
var lostWork = []engine.Trouble{engine.LostUpdate, engine.GuardDefeated, engine.SameNumber}

func leavesLocksOut(notes []string) bool {
	return slices.ContainsFunc(notes, func(note string) bool { return strings.HasPrefix(note, locksLeftOut) })
}

// locksLeftOut begins the note on a row whose guard stands in the place of the scenario's own locks.
const locksLeftOut = "The scenario's own locks are left out"

// textsStay says of texts that no answer went into what a lock does for them.
const textsStay = "The texts are those of the history: who waits reads the other's work first, and keeps it only " +
	"where it puts its change into that."

// TextsStay says of a row under a lock whose texts were written beforehand what that means: who waits reads the other's
// work, and sends a text that does not have it, which no mark tells of. Empty: it takes no lock, or its texts are made
// from what is read.
func (row OrdersRow) TextsStay() string {
	if !row.locks || !fixedTexts(row.Input) {
		return ""
	}
	return textsStay
}

// fixedTexts says whether a request that may be sent carries content that no answer goes into.
func fixedTexts(in explore.Input) bool {
	return slices.ContainsFunc(sendsOf(in), func(s engine.Send) bool {
		spec := in.World.Spec(s.Verb)
		made := slices.ContainsFunc(engine.UsesOf(spec, s.Args, engine.Words{}), func(u engine.Use) bool {
			return u.As == engine.UsedContent
		})
		return !made && spec.Effect == engine.Writes
	})
}

func inOrders(count string) string {
	if count == "1" {
		return "1 order"
	}
	return cmp.Or(count, "some") + " orders"
}

func (t *OrdersTable) word(row OrdersRow, harm explore.Row) string {
	switch {
	case harm.Mark == engine.SeverityRefused, harm.IsRefused():
		return "refuses"
	case t.isBrought(harm) && !row.absent && t.byClock(row, harm) == "":
		return "brings"
	}
	return "allows"
}

// isBrought says whether a harm is met neither as the requests are nor without a guard. What is lost there without a
// mark, because nobody looked at what it replaced, is not brought by who looks.
func (t *OrdersTable) isBrought(harm explore.Row) bool {
	return !t.Occurs(harm) && !t.isUnreadBare(harm)
}

// Occurs says whether a harm is met as the requests are, or without a guard.
func (t *OrdersTable) Occurs(harm explore.Row) bool {
	for _, row := range t.Rows {
		if row.ID == asItIs.ID || row.ID == none.ID {
			if _, ok := row.Harm(harm); ok {
				return true
			}
		}
	}
	return false
}

// isUnreadBare says whether a silent harm is lost work that bare requests lose as well: they replace it unread.
func (t *OrdersTable) isUnreadBare(harm explore.Row) bool {
	lost := slices.Contains(lostWork, engine.Trouble(harm.Name))
	at := slices.IndexFunc(t.Harms, explore.Row.IsUnread)
	return lost && at >= 0 && t.Occurs(t.Harms[at])
}

// Tell is what a cell says, in sentences.
func (t *OrdersTable) Tell(row OrdersRow, harm explore.Row) string {
	if row.Found == nil {
		return row.Why
	}
	if found, ok := row.Harm(harm); ok {
		return t.tellMet(row, harm, found)
	}
	unmet := explore.None(row.Found.Schedules, "meet") + " " + harm.Text
	switch cell := t.Cell(row, harm); {
	case cell == "none seen" && row.Found.Complete():
		return fmt.Sprintf("%s, but in some %s for the clock, which no timer is left for: what comes then was not "+
			"looked at. More timers show it.", unmet, row.sleepers("waits", "wait"))
	case cell == "none seen":
		return "Not all orders were looked at: " + row.Found.Verdict() + "."
	case strings.HasPrefix(cell, "refuses") && t.refusesAlways(row, harm) != nil:
		return fmt.Sprintf("%s. But in each of them there is %s: that is not done at all.", unmet,
			t.refusesAlways(row, harm).Text)
	case strings.HasPrefix(cell, "refuses"):
		return fmt.Sprintf("%s, because in %s of them the policy refuses what was sent, whoever came first: that part "+
			"of the work is not done at all.", unmet, t.forbids(row))
	case cell == "stops" && losesWork(harm) && row.TextsStay() != "":
		return unmet + ". " + textsStay
	case cell == "stops":
		return unmet + "."
	case strings.HasPrefix(cell, overwrites):
		return t.tellOverwritten(row, harm, unmet)
	case t.lostAs(row, harm) != "":
		return unmet + ": such work is lost as " + t.lostAs(row, harm) + " here."
	case cell == undone && t.neverDone(row, harm) != nil:
		return fmt.Sprintf("%s: nothing that %s sends to change anything is accepted in any of them.", unmet,
			t.neverDone(row, harm).Title)
	case cell == undone:
		return unmet + ": nobody does the work in any of them."
	case cell == noConflict, cell == "not seen":
		return unmet + ". " + row.work.told
	}
	return unmet + t.whyUnmet(row, harm)
}

// whyUnmet says of a harm that no order of a row meets why no guard is praised for it, behind what says so.
func (t *OrdersTable) whyUnmet(row OrdersRow, harm explore.Row) string {
	switch {
	case row.bare && harm.Mark == engine.SeverityRefused:
		return ": no request carries a guard."
	case row.unleased(harm) && row.locks:
		return ": each takes a lease of its own here."
	case row.unleased(harm):
		return ": no lease is taken here."
	case t.Occurs(harm) && row.lockless(harm) != "":
		return fmt.Sprintf(". But in each of them there is %s, and who is refused it works without this lock, with "+
			"the guard that it has itself.", row.lockless(harm))
	case t.waitsAsMade(harm):
		return ". As the requests are, who is stuck only waits for the clock, and needs more timers than here."
	case isDoneTwice(harm) && t.Occurs(harm) && !row.bare && !row.absent:
		lost, _ := t.inPlace(row)
		return fmt.Sprintf(". But there is %s in %s: %s", lost.Text, inOrders(lost.Orders), sameResult)
	case row.absent && !row.bare && t.Occurs(harm):
		return ", but not by this guard, which no request carries: own guards stay."
	case row.bare && t.Occurs(harm):
		return ", and no guard keeps them from it: none is sent here." + t.lostInstead(row, harm) + row.mostEnd(harm)
	case t.Occurs(harm) && harm.IsUnread() && row.work.covered:
		return isCovered
	case t.Occurs(harm) && t.allStuck(row):
		return ", for in each of them somebody cannot go on."
	case t.Occurs(harm) && row.refusesNobody() && !row.absent && !row.bare:
		return ", but not by this guard, which refuses nobody in any of them" + t.withoutGuard(harm) + "." +
			t.lostInstead(row, harm)
	}
	return t.withoutGuard(harm) + "." + t.lostInstead(row, harm)
}

// lostInstead says of a wish that is left half way nowhere where no guard refuses it: others go over it as a lost
// update. Empty: they do not.
func (t *OrdersTable) lostInstead(row OrdersRow, harm explore.Row) string {
	at := slices.IndexFunc(row.troubles, func(o explore.Row) bool {
		return o.Mark == engine.SeveritySilent && losesWork(o)
	})
	if harm.Name != string(engine.SplitUpdate) || at < 0 {
		return ""
	}
	return fmt.Sprintf(" But nobody is refused half way, and parts go over those of others all the same: there is "+
		"%s in %s.", row.troubles[at].Text, inOrders(row.troubles[at].Orders))
}

// tellMet is what a cell says of a harm that orders of its row meet.
func (t *OrdersTable) tellMet(row OrdersRow, harm, found explore.Row) string {
	all := "every order"
	if row.Found.Schedules != nil {
		all = explore.Orders(row.Found.Schedules)
	}
	text := fmt.Sprintf("%s in %s of %s, shortest %s: %s.", capital(harm.Text), cmp.Or(found.Orders, "some"), all,
		explore.Steps(found.Length), strings.TrimSuffix(found.Way, "."))
	switch {
	case t.word(row, harm) == "brings":
		text = "This guard brings it. " + text
	case t.byClock(row, harm) != "":
		text += " " + t.byClock(row, harm)
	case row.absent && t.isBrought(harm):
		text = "It comes with what is left out, and not with this guard, which no request carries. " + text
	case losesWork(harm) && !harm.IsUnread() && row.ID != asItIs.ID && t.losesAsMade(row, found) == losesUnread:
		text += " As the requests are, this order replaces work unread, which has no mark."
	case isDoneTwice(harm) && takenForWork(row.Input, found.Steps):
		text += " " + onlyTakes
	case isDoneTwice(harm):
		text = strings.TrimSpace(text + " " + worksRefused(row.Input, found.Steps))
	}
	return text
}

// tellOverwritten tells of claims, and of other texts, that are overwritten by who had read them.
func (t *OrdersTable) tellOverwritten(row OrdersRow, harm explore.Row, unmet string) string {
	found, _ := t.overwritten(row, harm)
	all := "every order"
	if row.Found.Schedules != nil {
		all = explore.Orders(row.Found.Schedules)
	}
	if found.Name == explore.RetypedName {
		return fmt.Sprintf("%s, for each has read what it replaces. But in %s of %s a text is sent as it was typed, "+
			"from what was there before, and another's change is gone, shortest %s: %s. %s", unmet,
			cmp.Or(found.Orders, "some"), all, explore.Steps(found.Length), strings.TrimSuffix(found.Way, "."), redoes)
	}
	return fmt.Sprintf("%s, for each has read what it replaces. But in %s of %s a text that names its writer, as a "+
		"claim does, is overwritten by one that names another, whatever that one read, shortest %s: %s. Who claims "+
		"has to look at what it read, and leave it.", unmet, cmp.Or(found.Orders, "some"), all,
		explore.Steps(found.Length), strings.TrimSuffix(found.Way, "."))
}

// withoutGuard says how many orders meet a harm where no request carries a guard; empty: that was not searched.
func (t *OrdersTable) withoutGuard(harm explore.Row) string {
	at := t.rowAt(none.ID)
	if at < 0 {
		return ""
	}
	switch found, ok := t.Rows[at].Harm(harm); {
	case ok && t.Rows[at].Found.Schedules != nil:
		return fmt.Sprintf("; without a guard it is met in %s of %s", cmp.Or(found.Orders, "some"),
			explore.Orders(t.Rows[at].Found.Schedules))
	case ok:
		return "; without a guard it is met in some"
	case t.Rows[at].Found.Complete():
		return "; without a guard none does either"
	}
	return ""
}

// mostEnd says of the end that was asked for how most orders end instead; empty for a harm.
func (row OrdersRow) mostEnd(harm explore.Row) string {
	_, ends := explore.Rows(row.Found, row.title)
	if harm.Text != AskedEnd || len(ends) == 0 {
		return ""
	}
	return fmt.Sprintf(" %s of them end with this instead: %s.", cmp.Or(ends[0].Orders, "some"), ends[0].Text)
}

// forbids is in how many orders a policy that came with the row's guard refuses requests; empty: in none. Such a
// refusal does not ask who was first.
func (t *OrdersTable) forbids(row OrdersRow) string {
	for _, harm := range row.troubles {
		if harm.Mark == engine.SeverityRefused && harm.Name == string(engine.ByPolicy) && t.isBrought(harm) {
			return cmp.Or(harm.Orders, "some")
		}
	}
	return ""
}

// Clean says of a row that was searched to the end that no order of it meets a trouble, where others' do; empty: some
// does, or there is something else to tell of it.
func (t *OrdersTable) Clean(row OrdersRow) string {
	told := func(harm explore.Row) bool {
		return t.Cell(row, harm) != "-" || t.Occurs(harm) && !harm.IsRefused() &&
			harm.Mark != engine.SeverityRefused
	}
	if row.Found == nil || !row.Found.Complete() || len(t.Harms) == 0 || slices.ContainsFunc(t.Harms, told) {
		return ""
	}
	return explore.None(row.Found.Schedules, "meet") + " any trouble of the other rows."
}

// Lines are the table as lines of text: what was compared, then for each guard how many orders there are and what it
// does to each harm that there is something of to tell.
func (t *OrdersTable) Lines(what string) []string {
	list := []string{what}
	for _, row := range t.Rows {
		if row.Found == nil {
			list = append(list, row.Title+": not searched. "+row.Why)
			continue
		}
		line := row.Title + ": " + row.Found.Verdict()
		for _, harm := range t.Harms {
			if cell := t.Cell(row, harm); cell != "-" {
				line += fmt.Sprintf("\n    %s: %s", strings.TrimSpace(string(harm.Mark)+" "+harm.Text), cell)
				if cell == noConflict {
					line += ". " + row.work.told
				}
			}
		}
		if clean := t.Clean(row); clean != "" {
			line += "\n    " + clean
		}
		list = append(list, line)
	}
	return list
}

func capital(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
