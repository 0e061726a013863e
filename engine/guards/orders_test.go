package guards_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/guards"
	"interleave/engine/races"
)

// Two writers, three increments each, without a guard: 924 orders. 904 of them lose an update as they are; If-Match
// refuses in these and loses nothing; who only creates is refused in all; dates of the same second say nothing.
func TestGuardsOverAllOrders(t *testing.T) {
	_, s := enginetest.Searched(t, twoPlans("seed: create-container cont\nseed: put-blob cont/b \"0\"\n",
		"loop 3 [get-blob cont/b as r; put-blob cont/b {$r.body + 1}]"))
	want := map[string]map[string]string{
		"as-it-is":            {"lost-update": "904"},
		"none":                {"lost-update": "904"},
		"if-match":            {"stale-write": "904"},
		"if-none-match":       {"already-there": "924"},
		"if-unmodified-since": {"same-number": "904"},
	}
	for _, row := range guards.Orders(s.Input, explore.Budget{}, nil, nil) {
		found := map[string]string{}
		if row.ID == "lease" { // TestALeaseOverAllOrders
			continue
		}
		for _, m := range row.Found.Marks {
			found[string(m.Kind)] = m.Schedules.String()
		}
		if row.Found.Schedules.String() != "924" || want[row.ID] == nil {
			t.Errorf("%s: %s", row.ID, row.Found.Verdict())
		}
		for kind, n := range want[row.ID] {
			if found[kind] != n || len(found) != len(want[row.ID]) {
				t.Errorf("%s: %v, want %v", row.ID, found, want[row.ID])
			}
		}
		delete(want, row.ID)
	}
	if len(want) > 0 {
		t.Errorf("no rows for %v", want)
	}
}

// Hosts that list an empty container and claim the same blob lose a claim in every order: with a mark where both had
// listed before either claim, 4 of 6, and unread where one takes what its listing names.
func TestClaimsUponAListingAreJudged(t *testing.T) {
	_, rows := overOrders(t, twoWriters("seed: create-container own\n",
		"WHO: list-blobs own\nWHO: put-blob own/p0 WHO\n"), explore.Budget{})
	table := tableOf(rows)
	want := map[string]string{"as-it-is lost": "allows 4", "as-it-is unread": "allows 2",
		"if-none-match lost": "stops", "if-none-match unread": "stops"}
	for _, row := range table.Rows {
		for _, harm := range table.Harms {
			key := row.ID + " " + harm.Name
			switch {
			case harm.IsUnread():
				key = row.ID + " unread"
			case harm.Name == string(engine.LostUpdate):
				key = row.ID + " lost"
			}
			if says, ok := want[key]; ok && table.Cell(row, harm) != says {
				t.Errorf("%s: %s, want %s", key, table.Cell(row, harm), says)
			}
			delete(want, key)
		}
	}
	if len(want) > 0 {
		t.Errorf("no cells for %v", want)
	}
}

// Who claims a blob without having looked loses the other's claim in every order, without a mark. A lease that cannot
// be had of what is not there makes them look: the loss is called one then, and is not the guard's.
func TestAGuardDoesNotBringWhatWasLostUnread(t *testing.T) {
	_, rows := overOrders(t, twoWriters("seed: create-container own\n", "WHO: put-blob own/p0 WHO\n"), explore.Budget{})
	table := tableOf(rows)
	checked := 0
	for _, row := range table.Rows {
		for _, harm := range table.Harms {
			cell, told := table.Cell(row, harm), table.Tell(row, harm)
			switch {
			case strings.HasPrefix(cell, "brings") || strings.Contains(told, "brings"):
				t.Errorf("%s, %s: %s. %s", row.ID, harm.Text, cell, told)
			case row.ID == "lease" && harm.Name == string(engine.LostUpdate):
				checked++
				if cell != "allows 4" || !strings.Contains(told, "replaces work unread, which has no mark") {
					t.Errorf("%s: %s", cell, told)
				}
			case harm.IsUnread() && row.ID == "as-it-is":
				checked++
				if cell != "allows 2" {
					t.Errorf("%s: %s", cell, told)
				}
			case harm.IsUnread() && row.ID == "if-none-match":
				checked++
				if cell != "stops" {
					t.Errorf("%s: %s", cell, told)
				}
			}
		}
	}
	if checked != 3 {
		t.Errorf("only %d cells of 3 were there", checked)
	}
}

// A commit that is written again under the next name is done twice, and no mark says so where the request does not say
// again=: the guard's row tells that the text stands there twice.
func TestWhatStandsUnderTwoNamesIsTold(t *testing.T) {
	const plan = "put-object lake/2 add if-none-match=* as m; on lost m [put-object lake/2 add if-none-match=* " +
		"again=m as m]; if m 412 [put-object lake/3 add if-none-match=*"
	for again, want := range map[string]string{
		"": "no conflict. None of 3 orders meets done twice. But at the end of 1 order one writer's text stands " +
			"under two names, as lake/2 and lake/3.",
		" again=m": "allows 1. ",
	} {
		table := tableOf(ordersOf(t, "writer ann\nseed: create-bucket lake\nplan ann ["+plan+again+"]]\n",
			explore.Budget{Faults: 1}))
		at := slices.IndexFunc(table.Harms, func(h explore.Row) bool { return h.Name == string(engine.DoneTwice) })
		if at < 0 {
			t.Fatalf("%q: nothing is done twice", again)
		}
		said := table.Cell(table.Rows[0], table.Harms[at]) + ". " + table.Tell(table.Rows[0], table.Harms[at])
		if !strings.HasPrefix(said, want) {
			t.Errorf("%q: %s", again, said)
		}
	}
}

// Who stops where another has the lock works on where the lock is left out: it is asked for no more, and so refused no
// more. Two writers, one put each: two orders, and in both the second replaces the first one's work unread.
func TestALockLeftOutRefusesNobody(t *testing.T) {
	for _, test := range []string{"if l 409 [stop]; PUT", "if l LeaseAlreadyPresent [stop] else [PUT]",
		"if l lease [PUT]", "if l 201 [PUT] else [stop]"} {
		rows := ordersOf(t, twoPlans("seed: create-container cont\nseed: put-blob cont/b 0\n",
			"acquire-blob-lease cont/b duration=-1 as l; "+
				strings.ReplaceAll(test, "PUT", "put-blob cont/b WHO lease=$l.lease")), explore.Budget{})
		for _, row := range rows {
			if row.ID != "none" {
				continue
			}
			if u := row.Found.Unread; u == nil || u.Schedules.Int64() != 2 || row.Found.Schedules.Int64() != 2 {
				t.Errorf("%s: %s, work replaced unread %v", test, row.Found.Verdict(), u)
			}
		}
	}
}

// engine/blob/rules.md, "Where sources disagree": a container takes no If-Match. So no request carries that row's
// guard, and what differs under it comes with the lease that was left out: without it the delete goes through, and Ana,
// who keeps the date of a read that is refused then, cannot go on.
func TestAGuardThatNobodyCarriesStopsAndBringsNothing(t *testing.T) {
	race, err := races.FS.ReadFile("blob/r38-container-optimistic-by-date.race")
	if err != nil {
		t.Fatal(err)
	}
	table := tableOf(ordersOf(t, string(race), explore.Budget{}))
	cells, tells := map[string]string{}, map[string]string{}
	for _, row := range table.Rows {
		for _, harm := range table.Harms {
			cells[row.ID+" "+harm.Text] = table.Cell(row, harm)
			tells[row.ID+" "+harm.Text] = table.Tell(row, harm)
		}
	}
	for cell, want := range map[string]string{"as-it-is lost update": "allows 4", "if-match lost update": "-",
		"if-match stuck": "allows 6", "if-unmodified-since lost update": "stops"} {
		if cells[cell] != want {
			t.Errorf("%s: %q, want %q: %s", cell, cells[cell], want, tells[cell])
		}
	}
	for cell, want := range map[string]string{"if-match lost update": "but not by this guard, which no request carries",
		"if-match stuck": "It comes with what is left out"} {
		if !strings.Contains(tells[cell], want) || strings.Contains(tells[cell], "This guard brings it") {
			t.Errorf("%s: %s", cell, tells[cell])
		}
	}
}

// Ann reads and writes, Ben writes what he typed: Ann, Ben (no tag), behind each other. As it is her write loses his
// where he was in between, and behind hers his replaces it unread. Under a condition of hers the latter is a lost
// update: that it has no mark as the requests are is said of that order, and of none that is one as they are.
func TestWhatIsUnreadAsItIsIsSaidOfThatOrder(t *testing.T) {
	table := compared(t, "writer ann\nwriter ben\nseed: create-container cont\nseed: put-blob cont/dst d\n"+
		"ann: get-blob cont/dst\nann: put-blob cont/dst a\nben: put-blob cont/dst d2\n")
	const unread = "As the requests are, this order replaces work unread, which has no mark."
	seen := 0
	for _, row := range table.Rows {
		for _, harm := range table.Harms {
			want := harm.Name == string(engine.LostUpdate) && (row.ID == "if-match" || row.ID == "if-unmodified-since")
			if told := table.Tell(row, harm); strings.Contains(told, unread) != want {
				t.Errorf("%s, %s: %s", row.ID, harm.Text, told)
			}
			if want {
				seen++
			}
		}
	}
	if seen != 2 {
		t.Errorf("%d cells of 2", seen)
	}
}

// A date of one second refuses nobody, and what is not met beside it is not stopped by it. A row that no request takes
// says so, and not that nothing was heard.
func TestAGuardIsNotPraisedForWhatItDoesNotRefuse(t *testing.T) {
	const reads = "get-blob cont/b as b; "
	for _, c := range []struct{ text, row, harm, says, note string }{
		{"seed: create-container cont\nseed: put-blob cont/a 100\nseed: put-blob cont/b 0\n" +
			"plan ann [get-blob cont/a as a; " + reads + "wish transfer [put-blob cont/a {$a.body + -10} " +
			"if-match=$a.etag; put-blob cont/b {$b.body + 10} if-match=$b.etag]]\nplan ben [" + reads +
			"put-blob cont/b {$b.body + 1} if-match=$b.etag]\n",
			"if-unmodified-since", string(engine.SplitUpdate), "not by this guard, which refuses nobody", ""},
		{"seed: create-table t01\nseed: insert-entity t01/p/c .n=0\nplan ann [get-entity t01/p/c as r; merge-entity " +
			"t01/p/c .n={$r..n + 1} if-match=*]\nplan ben [get-entity t01/p/c as r; merge-entity t01/p/c " +
			".n={$r..n + 1} if-match=*]\n", "insert", "", "", "none here takes it"},
	} {
		table := compared(t, "writer ann\nwriter ben\n"+c.text)
		told := false
		for _, row := range table.Rows {
			if row.ID != c.row {
				continue
			}
			told = c.note == "" || strings.Contains(strings.Join(row.Notes, " "), c.note)
			for _, harm := range table.Harms {
				cell, says := table.Cell(row, harm), table.Tell(row, harm)
				if harm.Name == c.harm && (cell != "-" || !strings.Contains(says, c.says)) {
					t.Errorf("%s: %s. %s", c.row, cell, says)
				}
			}
		}
		if !told {
			t.Errorf("no such row, or note: %s", c.row)
		}
	}
}

// drawnLines are what two may type, by service: TEXT stands for a text of theirs, SEEN for what they read last.
var drawnLines = map[string][]string{
	"create-container lake\nseed: put-blob lake/k 0": {"get-blob lake/k", "put-blob lake/k TEXT", "delete-blob lake/k",
		"put-blob lake/k TEXT if-none-match=*", "put-blob lake/k TEXT if-match=$SEEN.etag"},
	"SET k 0": {"GET k", "SET k TEXT", "SET k TEXT NX", "DEL k", "SETNX m TEXT", "DEL m", "CAS k 0 TEXT",
		"APPEND k TEXT", "EXPIRE k 60", "GETSET k TEXT"},
	"EXSET k 0": {"EXGET k", "EXSET k TEXT", "EXSET k TEXT NX", "DEL k", "EXCAS k TEXT 1", "EXCAD k 1",
		"EXSET k TEXT VER 1"},
	"create-table tab\nseed: insert-entity tab/p/k .n=0": {"get-entity tab/p/k", "insert-entity tab/p/m .n=TEXT",
		"insert-or-replace-entity tab/p/k .n=TEXT", "update-entity tab/p/k .n=TEXT if-match=*",
		"merge-entity tab/p/k .n=TEXT if-match=$SEEN.etag", "delete-entity tab/p/k if-match=*"},
	"create-bucket lake\nseed: put-object lake/k 0": {"get-object lake/k", "put-object lake/k TEXT",
		"put-object lake/k TEXT if-none-match=*", "delete-object lake/k", "put-object lake/k TEXT if-match=$SEEN.etag"},
}

// drawnHistory is a few such lines of two writers.
func drawnHistory(start string, lines []string, number uint64) string {
	draw := rand.New(rand.NewPCG(number, 7))
	text, seen := "writer ann\nwriter ben\nseed: "+start+"\n", map[string]string{}
	for n := range 4 + draw.IntN(2) {
		by, line := []string{"ann", "ben"}[draw.IntN(2)], lines[draw.IntN(len(lines))]
		if strings.Contains(line, "SEEN") && seen[by] == "" {
			continue
		}
		as := fmt.Sprint("x", n)
		if strings.HasPrefix(line, "get-") {
			seen[by] = as
		}
		line = strings.NewReplacer("SEEN", seen[by], "TEXT", fmt.Sprint(by, draw.IntN(2))).Replace(line)
		text += by + ": " + line + " as " + as + "\n"
	}
	return text
}

// Who types requests one after the other does what a plan does that sends them so: a guard stops for the one what it
// stops for the other, in as many orders.
func TestTypedOrPlannedTheTableIsTheSame(t *testing.T) {
	for start, lines := range drawnLines {
		for number := range uint64(10) {
			text := drawnHistory(start, lines, number)
			_, s := enginetest.Searched(t, text)
			planned, given := s.Input, s.Input
			planned.Programs, given.Programs, given.World = nil, nil, given.World.Clone()
			for _, p := range s.Input.Programs {
				steps, others := p.Planned()
				if others > 0 {
					t.Fatalf("%s\n%v", text, p)
				}
				plan := engine.Plan{By: p.By, Steps: steps}
				planned.Programs = append(planned.Programs, explore.Program{By: p.By, Steps: []engine.Input{plan}})
				if _, err := given.World.Step(given.World.Record()+1, plan); err != nil {
					t.Fatal(err)
				}
			}
			given.World.Freeze()
			for _, b := range []explore.Budget{{}, {Faults: 1}} {
				typed := cells(s.Input, b)
				for how, plans := range map[string]string{"planned": cells(planned, b), "given": cells(given, b)} {
					if typed != plans {
						t.Errorf("%d lost\n%s\ntyped\n%s\n%s\n%s", b.Faults, text, typed, how, plans)
					}
				}
			}
		}
	}
}

// cells are a table of all orders, a line for each row.
func cells(in explore.Input, b explore.Budget) (text string) {
	table := tableOf(guards.Orders(in, b, nil, nil))
	for _, row := range table.Rows {
		text += row.Title + " " + row.Why
		if row.Found != nil {
			text += fmt.Sprint(row.Found.Schedules)
		}
		for _, h := range table.Harms {
			text += "; " + h.Text + ": " + table.Cell(row, h)
		}
		text += "\n"
	}
	return text
}
