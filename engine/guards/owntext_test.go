package guards_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/guards"
)

// marker is two hosts that do a job behind a marker; who hears nothing reads it, and goes on where it is there.
func marker(read string) string {
	text := "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n"
	for _, id := range []string{"ana", "ben"} {
		text += "plan " + id + "\n  put-object lake/marker \"taken\" if-none-match=* as m\n" +
			"  on lost m\n    " + strings.ReplaceAll(read, "ID", id) + "\n" +
			"  if m 200\n    put-object lake/out-" + id + " done\n"
	}
	return text
}

// bothDone is the end in which both have done the job.
const bothDone = "state object lake/out-ana body=done; state object lake/out-ben body=done"

// asked searches for an end, under each guard.
func asked(t *testing.T, text, wanted string) (table guards.OrdersTable, cells map[string]string) {
	t.Helper()
	f, s := enginetest.Searched(t, text)
	end, err := f.EndOf(wanted, []string{"ana", "ben"})
	if err != nil {
		t.Fatal(err)
	}
	s.Input.Wanted = []explore.Want{end.Want()}
	over := guards.Over(s.Input, guards.ReplayInput{}, explore.Budget{Faults: 1})
	over.Asked = wanted
	for row, ok := over.Next(nil, nil); ok; row, ok = over.Next(nil, nil) {
		table.Add(row)
	}
	cells = map[string]string{}
	for _, row := range table.Rows {
		for _, harm := range table.Harms {
			if harm.Text == guards.AskedEnd {
				cells[row.ID] = table.Cell(row, harm)
			}
		}
	}
	return table, cells
}

// A marker with the same text from everybody does not say whose it is, and no header does. Where each writes its own
// name and goes by that, no order has both do the job; and a policy that refuses the job itself stops nothing.
func TestOnlyItsOwnTextTellsATryFromAnothers(t *testing.T) {
	table, cells := asked(t, marker("get-object lake/marker as r\n    if r 200\n      put-object lake/out-ID done"),
		bothDone)
	for id, want := range map[string]string{"as-it-is": "allows ", "if-none-match": "allows ", "policy": "refuses ",
		"own-text": "stops"} {
		if !strings.HasPrefix(cells[id], want) {
			t.Errorf("%s: %q, want %q", id, cells[id], want)
		}
	}
	if none := table.Unstopped(); none != "" {
		t.Errorf("own text stops it, and yet: %s", none)
	}
	for _, row := range table.Rows {
		for _, harm := range table.Harms {
			if told := table.Tell(row, harm); row.ID == "policy" && harm.Text == guards.AskedEnd &&
				!strings.Contains(told, "not done at all") {
				t.Error(told)
			}
		}
		if row.ID == "own-text" && !workIsDone(row) {
			t.Errorf("own text keeps the job from being done: %s", row.Found.Verdict())
		}
		if row.ID == "own-text" && !strings.Contains(strings.Join(row.Notes, " "),
			`Ana writes "taken ana" to lake/marker`) {
			t.Error(row.Notes)
		}
	}
}

// workIsDone says whether some order ends with the job done by one of the two, as it is without a fault.
func workIsDone(row guards.OrdersRow) bool {
	for _, end := range row.Found.Outcomes {
		if strings.Contains(end.String(), `out-ana "done"`) || strings.Contains(end.String(), `out-ben "done"`) {
			return true
		}
	}
	return false
}

// A plan that takes any marker for its own has no read to go by: no guard helps it, and that is said.
func TestWhatNoGuardStopsIsSaid(t *testing.T) {
	table, cells := asked(t, marker("put-object lake/out-ID done"), bothDone)
	if cells["own-text"] != "" ||
		!strings.HasPrefix(table.Unstopped(), "No guard here stops the end that was asked for.") {
		t.Errorf("%q: %s", cells, table.Unstopped())
	}
}

// Who takes a refusal for another's marker leaves the job undone where it met its own. Without a guard that end is not
// met, and none keeps it away: both do the job instead.
func TestNoGuardIsPraisedForWhatNoneIsSentAgainst(t *testing.T) {
	text := "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n"
	for _, id := range []string{"ana", "ben"} {
		text += "plan " + id + "\n  put-object lake/marker taken if-none-match=* as m\n  on lost m\n" +
			"    put-object lake/marker taken if-none-match=* again=m as m\n  if m 200\n    put-object lake/out-" + id +
			" done\n"
	}
	table, cells := asked(t, text, "state object lake/out-ana absent; state object lake/out-ben absent")
	for id, want := range map[string]string{"as-it-is": "allows ", "if-none-match": "allows ", "none": "-",
		"if-match": cells["as-it-is"]} { // which names no tag, as none was heard, and takes no If-None-Match off
		if !strings.HasPrefix(cells[id], want) {
			t.Errorf("%s: %q, want %q", id, cells[id], want)
		}
	}
	for _, row := range table.Rows {
		told := ""
		for _, harm := range table.Harms {
			if harm.Text == guards.AskedEnd {
				told = table.Tell(row, harm)
			}
		}
		if row.ID == "none" && !strings.Contains(told, "of them end with this instead: ") {
			t.Error(told)
		}
		if never := strings.Contains(strings.Join(row.Notes, " "), "No request carries it in any order"); never !=
			(row.ID == "if-match") {
			t.Errorf("%s: %q", row.ID, row.Notes)
		}
	}
}

// Who is refused by its own first try and believes that somebody else was first leaves the job to nobody. Who reads the
// marker then and finds its own name works, and nobody else does: all orders say so, and to that guard one is led.
func TestWhoReadsItsOwnMarkerDoesTheWork(t *testing.T) {
	text := "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n"
	for _, id := range []string{"ana", "ben"} {
		text += "plan " + id + "\n  put-object lake/marker taken if-none-match=* as m\n  on lost m\n" +
			"    put-object lake/marker taken if-none-match=* again=m as m\n  if m 200\n    does \"job\"\n"
	}
	_, s := enginetest.Searched(t, text)
	table := guards.OrdersTable{}
	for _, row := range guards.Orders(s.Input, explore.Budget{Faults: 1}, nil, nil) {
		table.Add(row)
		undone := slices.Contains([]string{"as-it-is", "if-none-match", "policy",
			"if-match"}, row.ID) // for own guards stay where no tag was heard
		if !row.Found.Complete() || (len(row.Found.Undone) > 0) != undone {
			t.Errorf("%s: %s, undone %v", row.ID, row.Found.Verdict(), row.Found.Undone)
		}
		for _, m := range row.Found.Marks {
			if row.ID == "own-text" && m.Kind == engine.DoneTwice {
				t.Errorf("%s: done twice in %s orders", row.ID, m.Schedules)
			}
		}
	}
	if row, harm, ok := table.Lead(); !ok || table.Rows[row].ID != "own-text" || !table.Harms[harm].IsUndone() {
		t.Errorf("led to %d, %d, %v", row, harm, ok)
	}
}

// Who takes any refusal of a second try for the echo of its first works although another was first: the job is done
// twice where a request was lost. Who ends at it leaves the job to nobody where an answer was. Who reads the marker
// first works exactly where it finds its own name, whichever way the plan decides.
func TestWhoDecidesByARefusalReadsWhatIsThere(t *testing.T) {
	const again = "    put-object lake/marker taken if-none-match=* again=m as q\n"
	for name, c := range map[string]struct {
		lost  string
		harms bool // as it is: done twice; else left undone
	}{
		"any refusal is its own": {"    if q 412\n      does \"job\"\n", true},
		"by the code":            {"    if q PreconditionFailed\n      does \"job\"\n", true},
		"it ends at a refusal":   {"    if q 412\n      stop\n", false},
	} {
		text := "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n"
		for _, id := range []string{"ana", "ben"} {
			text += "plan " + id + "\n  put-object lake/marker taken if-none-match=* as m\n  on lost m\n" + again +
				c.lost + "    if q 200\n      does \"job\"\n  if m 200\n    does \"job\"\n"
		}
		_, s := enginetest.Searched(t, text)
		for _, row := range guards.Orders(s.Input, explore.Budget{Faults: 1}, nil, nil) {
			twice := slices.ContainsFunc(row.Found.Marks, func(m explore.MarkOf) bool {
				return m.Kind == engine.DoneTwice
			})
			undone := len(row.Found.Undone) > 0
			switch row.ID {
			case "as-it-is":
				if twice != c.harms || undone == c.harms {
					t.Errorf("%s, as it is: done twice %v, left undone %v", name, twice, undone)
				}
			case "own-text":
				if twice || undone || !row.Found.Complete() {
					t.Errorf("%s, own text: done twice %v, left undone %v, %s", name, twice, undone,
						row.Found.Verdict())
				}
			}
		}
	}
}

// Whose text names its writer already does not write another one: only what it goes by is told.
func TestATextThatNamesItsWriterStays(t *testing.T) {
	text := "writer ana \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n"
	for id, body := range map[string]string{"ana": "ana", "ben": "taken"} {
		text += "plan " + id + "\n  put-object lake/marker " + body + " if-none-match=* as m\n  on lost m\n" +
			"    put-object lake/marker " + body + " if-none-match=* again=m as m\n  if m 200\n    does \"job\"\n"
	}
	_, s := enginetest.Searched(t, text)
	for _, row := range guards.Orders(s.Input, explore.Budget{Faults: 1}, nil, nil) {
		notes := strings.Join(row.Notes, " ")
		if row.ID == "own-text" && (!strings.Contains(notes, `Ana goes on behind a read of lake/marker only where it `+
			`finds "ana".`) || strings.Contains(notes, "Ana writes") || !strings.Contains(notes,
			`Ben writes "taken ben" to lake/marker`)) {
			t.Error(notes)
		}
	}
}
