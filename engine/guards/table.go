package guards

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// Table is one scenario, run again under every guard that its objects know: for all writers alike, on clones of
// the world in which it began. What stands in it was found by the referee in those runs.
type Table struct {
	What  string // what was run, as `wiki.race` or `the branch main`
	Start int    // the record behind which every run begins
	// Anomalies are the columns, as `~ lost-update`: every mark with a kind that occurs in some row, the silent first;
	// behind them, with a blank for its mark, a lease that some run leaves without an end.
	Anomalies []string
	Rows      []Row
	None      string // why there is nothing to compare, in a sentence; empty: there is
	Ahead     string // whose plans have not come to their end, in a sentence; empty: nobody's
	pairs     map[string]map[pair]bool
}

// Row is one run.
type Row struct {
	ID    string   // as people and programs name it, as `if-match`
	Title string   // as the table shows it, as `If-Match`
	Say   string   // what every writer does, in a sentence
	Notes []string // what could not be done as the guard wants it, in sentences
	run   *run
}

// Count is how often an anomaly occurs in the row's run.
func (row Row) Count(anomaly string) int { return row.run.counts[anomaly] }

// Cell is what the table says: a silent or unknown anomaly that occurs in another row is stopped or allowed here, a
// refusal is counted. Where the last writer wins over work that it has not read, and whose writer asked for no guard,
// nothing is stopped: that is counted as unread. A dash: there is none, or what one writer suffers there from another
// it suffers here as another kind; or no guard keeps it away, as no request carries one, as there is no lease whose
// id could be borrowed and the request goes through, or as it needs the locks that the row leaves out; or the same is
// made anew behind a delete by who asks here for the absence. Overwrites: a claim is overwritten by who has read it.
// Undone: nobody changes or does anything there, so that nothing can be lost; refuses behind a harm: see notDone.
// No conflict: nothing is marked as done twice, and one writer's text stands twice at the end, which may be as it was
// meant.
func (t *Table) Cell(row Row, anomaly string) string {
	n, plain := row.Count(anomaly), notDone{}
	if n == 0 {
		plain = t.notDone(row, anomaly)
	}
	switch {
	case n == 0 && (anomaly[0] == '!' || t.elsewhere(row, anomaly)):
		return "-"
	case anomaly[0] == '!':
		return fmt.Sprintf("refuses %d", n)
	case n == 0 && t.unread(row, anomaly) > 0: // nobody is harmed who had asked not to be
		return fmt.Sprintf("unread %d", t.unread(row, anomaly))
	case n == 0 && (row.run.isBare() || t.isUnborrowed(row, anomaly) ||
		anomaly == leftEndless && row.run.kind.unlocked() || t.isUnneeded(row, anomaly)):
		return "-"
	case plain.requests != nil:
		return plain.cell()
	case n == 0 && anomaly[0] == '~' && row.run.idle:
		return undone
	case n == 0 && anomaly == doneTwice && row.Twice() != "":
		return noConflict
	case n == 0 && anomaly == doneTwice && t.inPlace(row) > 0:
		return "-"
	case n == 0 && t.overwritten(row, anomaly) > 0:
		return fmt.Sprintf("%s %d", overwrites, t.overwritten(row, anomaly))
	case n == 0 && t.madeAnew(row, anomaly) != "":
		return "-"
	case n == 0:
		return "stops"
	case n == 1:
		return "allows"
	}
	return fmt.Sprintf("allows %d", n)
}

// pair is who harms whom, whatever the anomaly is called.
type pair struct {
	severity  engine.Severity
	whose, by string
}

// noConflict is the cell of work that no mark calls done twice, and that no guard keeps from it.
const noConflict = "no conflict"

// undone is the cell of a harm in whose row nobody works.
const undone = "undone"

// doneTwice is the column of work that was done twice.
const doneTwice = string(engine.SeveritySilent) + " " + string(engine.DoneTwice)

// unborrowed is the request, by its number in the history as it was made, that borrows a lease in a row where the
// anomaly occurs, and here goes through without, or is left out with the locks; 0: none. goes says which.
func (t *Table) unborrowed(row Row, anomaly string) (request int, goes bool) {
	if row.run.kind.Keeps {
		return 0, false
	}
	for _, other := range t.Rows {
		for _, m := range other.run.found {
			if m.Kind != engine.BorrowedLease || m.anomaly() != anomaly {
				continue
			}
			name := other.run.w.Exchange(m.Request).Name
			if x := row.run.w.Named(name); x == nil || x.Took {
				return t.Rows[0].run.numbers[name], x != nil
			}
		}
	}
	return 0, false
}

// isUnneeded says whether a harm is not there because the scenario's own locks were left out: bare requests without
// them harm nobody so either, under whatever name, and the guard has changed nothing of what becomes of them.
func (t *Table) isUnneeded(row Row, anomaly string) bool {
	bare, ok := t.Row(none.ID)
	return ok && row.run.kind.unlocked() && leavesLocksOut(row.Notes) && bare.Count(anomaly) == 0 &&
		!t.elsewhere(bare, anomaly) && t.unread(bare, anomaly) == 0 &&
		len(row.run.found) == len(bare.run.found) && maps.Equal(row.run.counts, bare.run.counts)
}

func (t *Table) isUnborrowed(row Row, anomaly string) bool {
	request, _ := t.unborrowed(row, anomaly)
	return request != 0
}

// whyUnborrowed says why no lease is borrowed in a row, and what becomes of the request that borrows one elsewhere.
func (t *Table) whyUnborrowed(row Row, anomaly string) string {
	why := "No lease is taken here"
	if row.run.kind.locks() {
		why = "Each takes a lease of its own here"
	}
	switch request, goes := t.unborrowed(row, anomaly); {
	case goes:
		return fmt.Sprintf("%s, so there is none to borrow: #%d goes through all the same.", why, request)
	default:
		return fmt.Sprintf("%s, and #%d is left out: none is borrowed.", why, request)
	}
}

// Twice says that one writer's text stands twice at the end of the row's run, where nothing is marked as done
// twice; empty: it does not.
func (row Row) Twice() string {
	if said := row.run.twice.Load(); said != nil {
		return *said
	}
	said := row.run.madeTwice()
	row.run.twice.Store(&said) // each cell asks, and the run is over
	return said
}

func (r *run) madeTwice() string {
	if r.counts[doneTwice] > 0 {
		return ""
	}
	return standsTwice("At the end", r.w, r.in.World.Requests(), nil)
}

// Why says of a harm that a row's run does not have and no guard there stops what becomes of it, and of work done twice
// what a mark does not tell; empty where the cell says all.
func (t *Table) Why(row Row, anomaly string) string {
	switch cell := t.Cell(row, anomaly); {
	case cell == noConflict:
		return row.Twice()
	case strings.HasPrefix(cell, overwrites) && t.between(row.run.over, anomaly) == 0:
		return "Each has read what it replaces. But a text is sent as it was typed, from what was there before, and " +
			"another's change is gone. " + redoes
	case strings.HasPrefix(cell, overwrites):
		return "Each has read what it replaces. But a text that names its writer, as a claim does, is overwritten by " +
			"one that names another, whatever that one read. Who claims has to look at what it read, and leave it."
	case cell == "stops" && row.run.kind.locks() && anomaly[0] == '~' &&
		slices.Contains(lostWork, engine.Trouble(anomaly[2:])) && row.run.fixedTexts():
		return textsStay
	case row.Count(anomaly) == 0 && (cell == undone || strings.HasPrefix(cell, "refuses")) &&
		t.notDone(row, anomaly).requests != nil:
		return t.notDone(row, anomaly).String()
	case cell == undone:
		return "Nobody does the work in this row: that is no cure."
	case cell != "-" || row.Count(anomaly) > 0 || anomaly[0] == '!':
		return ""
	case t.isUnborrowed(row, anomaly):
		return t.whyUnborrowed(row, anomaly)
	case !t.elsewhere(row, anomaly) && t.madeAnew(row, anomaly) != "":
		return t.madeAnew(row, anomaly)
	case anomaly == leftEndless:
		return "No lease is taken here, so none stays behind."
	case row.run.isBare() && !t.elsewhere(row, anomaly):
		return "No request carries a guard here, so none stops it."
	case anomaly == doneTwice && t.inPlace(row) > 0 && !t.isUnneeded(row, anomaly):
		return "Nothing is marked so. But work is replaced unread here: " + sameResult
	case t.isUnneeded(row, anomaly) && !t.elsewhere(row, anomaly):
		return "Nor is there without any guard once those locks are left out: this one does not stop it."
	}
	return ""
}

// inPlace counts how often work is replaced unread in a row where the history as it was made has nothing marked as done
// twice: of what is done twice by writing, the second replaces the first.
func (t *Table) inPlace(row Row) (n int) {
	if len(t.Rows) == 0 || t.Rows[0].Count(doneTwice) > 0 {
		return 0
	}
	for _, times := range row.run.unread {
		n += times
	}
	return n
}

// sameResult is how work that is done twice looks where it is a write.
const sameResult = "where each of two writes the same result, that is how it looks."

// About tells of a silent harm that the history as it was made does not have in which row it occurs, and what it is
// there; empty: the history has it.
func (t *Table) About(anomaly string) string {
	if len(t.Rows) == 0 || t.Rows[0].Count(anomaly) > 0 || anomaly[0] != '~' {
		return ""
	}
	for _, row := range t.Rows {
		for _, m := range row.run.found {
			if m.anomaly() == anomaly {
				return fmt.Sprintf("%s happens under %s, at %s. %s", anomaly, row.Title,
					conflict.Called(row.run.w, m.Object), row.Tell(anomaly))
			}
		}
	}
	return ""
}

// elsewhere says whether the writer who harms another in a row where the anomaly occurs harms the same one here under
// another name.
func (t *Table) elsewhere(row Row, anomaly string) bool {
	for who := range t.pairs[anomaly] {
		if row.run.pairs[who] {
			return true
		}
	}
	return false
}

// unread counts how often who harms another in a row where the anomaly occurs replaces that one's work unread here, and
// does not there: the same loss, of work that its writer left without a guard.
func (t *Table) unread(row Row, anomaly string) (n int) {
	for who := range t.pairs[anomaly] {
		for _, other := range t.Rows {
			if other.run.pairs[who] && other.Count(anomaly) > 0 {
				n = max(n, row.run.unread[who]-other.run.unread[who])
			}
		}
	}
	return n
}

// fixedTexts says whether a write of the run went through with content that no answer went into.
func (r *run) fixedTexts() bool {
	for n := r.in.World.Requests() + 1; n <= r.w.Requests(); n++ {
		if x := r.w.Exchange(n); x.Took && len(x.Made) == 0 && x.By != engine.Seed &&
			r.w.Spec(x.Verb).Effect == engine.Writes {
			return true
		}
	}
	return false
}

// overwritten counts how often one of two of whom one loses work to the other in a row where the anomaly occurs, of
// which this run under a lock loses none, overwrites the other's claim, or sends a text as it was typed over the
// other's, which it has read.
func (t *Table) overwritten(row Row, anomaly string) (n int) {
	if anomaly[0] != '~' || !row.run.kind.locks() ||
		!slices.Contains(append(lostWork, engine.StaleHolder), engine.Trouble(anomaly[2:])) {
		return 0
	}
	return t.between(row.run.over, anomaly) + t.between(row.run.typed, anomaly)
}

// between counts what happens between two of whom one loses work to the other in a row where the anomaly occurs.
func (t *Table) between(counted map[pair]int, anomaly string) (n int) {
	for who, times := range counted {
		if t.pairs[anomaly][who] || t.pairs[anomaly][pair{who.severity, who.by, who.whose}] {
			n += times
		}
	}
	return n
}

// Unread is what a row's run replaces unread, where no column is about work that is lost.
func (t *Table) Unread(row Row) string {
	if slices.ContainsFunc(t.Anomalies, func(anomaly string) bool { return anomaly[0] == '~' }) {
		return ""
	}
	return row.Unread()
}

// Unread says of a row's run that work is replaced in it which its replacer had not read, or ends by an expiry that
// another set to come sooner: nobody asked to be kept from it, so it is no anomaly, and gone all the same. Empty: none
// is.
func (row Row) Unread() string {
	n := 0
	for _, times := range row.run.unread {
		n += times
	}
	var said []string
	if n > 0 {
		said = append(said, "Work is replaced unread "+times(n)+": the last writer wins, and that has no mark.")
	}
	if n := row.run.expired; n > 0 {
		said = append(said, "A value ends "+times(n)+" by an expiry that another set to come sooner: that has "+
			"no mark.")
	}
	return strings.Join(said, " ")
}

// times is how often something happens, in words.
func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// Refused says which requests are refused in which rows without a conflict, so that no column tells of them. Empty:
// none is. Of many it names the first three.
func (t *Table) Refused() string {
	var names []string
	rows := map[string][]int{}
	for i, row := range t.Rows {
		for _, m := range row.run.found {
			x := row.run.w.Exchange(m.Request)
			if m.anomaly() != "! " || x == nil {
				continue
			}
			name := x.Name
			if t.Rows[0].run.numbers[name] == 0 || slices.Contains(rows[name], i) {
				continue
			}
			if rows[name] == nil {
				names = append(names, name)
			}
			rows[name] = append(rows[name], i)
		}
	}
	var said []string
	for _, name := range names[:min(3, len(names))] {
		said = append(said, fmt.Sprintf("#%d is refused %s.", t.Rows[0].run.numbers[name], t.in(rows[name])))
	}
	switch more := len(names) - len(said); {
	case more == 1:
		said = append(said, "One more is refused.")
	case more > 1:
		said = append(said, fmt.Sprintf("%d more are refused.", more))
	}
	return strings.Join(said, " ")
}

// in says in which rows, as `as it is, and under If-Match`.
func (t *Table) in(rows []int) string {
	asItIs, titles := rows[0] == 0, []string(nil)
	for _, i := range rows {
		if i > 0 {
			titles = append(titles, t.Rows[i].Title)
		}
	}
	switch {
	case asItIs && len(titles) == 0:
		return "as it is"
	case asItIs && len(rows) == len(t.Rows):
		return "as it is, and in every other row"
	case asItIs:
		return "as it is, and under " + strings.Join(titles, ", ")
	}
	return "under " + strings.Join(titles, ", ")
}

// Tell is the first case of an anomaly in the row's run, in the referee's words; empty where there is none.
func (row Row) Tell(anomaly string) string {
	if anomaly == leftEndless {
		return row.run.tellEndless()
	}
	for _, m := range row.run.found {
		if m.anomaly() == anomaly {
			return conflict.Story(row.run.w, m.Finding).First
		}
	}
	return ""
}

// Inputs are the shortest run that shows a cell: up to the first case of the anomaly, else all of it.
func (row Row) Inputs(anomaly string) []engine.Input {
	for _, m := range row.run.found {
		if m.anomaly() == anomaly {
			return row.run.done[:m.at:m.at]
		}
	}
	return row.run.done
}

// Row is the row with that id; ok is false where the object knows no such guard.
func (t *Table) Row(id string) (Row, bool) {
	at := slices.IndexFunc(t.Rows, func(row Row) bool { return row.ID == id })
	if at < 0 {
		return Row{}, false
	}
	return t.Rows[at], true
}

// Add puts a row below the others. An anomaly that no row had gets its column.
func (t *Table) Add(row Row) {
	t.Rows = append(t.Rows, row)
	if t.pairs == nil {
		t.pairs = map[string]map[pair]bool{}
	}
	for _, m := range row.run.found {
		if t.pairs[m.anomaly()] == nil {
			t.pairs[m.anomaly()] = map[pair]bool{}
		}
		t.pairs[m.anomaly()][m.pair()] = true
	}
	t.Anomalies = nil
	for _, sort := range "~!? " {
		for _, row := range t.Rows {
			for _, anomaly := range row.run.anomalies {
				if rune(anomaly[0]) == sort && len(anomaly) > len("~ ") && !slices.Contains(t.Anomalies, anomaly) {
					t.Anomalies = append(t.Anomalies, anomaly)
				}
			}
		}
	}
}
