package guards_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/explore"
	"interleave/engine/guards"
)

// marksOf are what a row's orders meet, as `kind count`, and in how many work is replaced unread.
func marksOf(row guards.OrdersRow) string {
	var list []string
	for _, m := range row.Found.Marks {
		list = append(list, fmt.Sprint(m.Kind, " ", m.Schedules))
	}
	if row.Found.Unread != nil {
		list = append(list, fmt.Sprint("unread ", row.Found.Unread.Schedules))
	}
	slices.Sort(list)
	return fmt.Sprint(row.Found.Schedules, ": ", strings.Join(list, ", "))
}

func rowsOf(list []guards.OrdersRow) map[string]guards.OrdersRow {
	rows := map[string]guards.OrdersRow{}
	for _, row := range list {
		rows[row.ID] = row
	}
	return rows
}

// A header of a blob takes no NX away from a key: four requests and three have 7!/(4! 3!) = 35 orders, and a lock that
// is set with NX is never replaced by a SET. Where a row has nothing to name, it is the requests as they are.
func TestAGuardOfOneServiceLeavesThoseOfOthers(t *testing.T) {
	text := "writer ann\nwriter ben\nseed: create-container wiki\nseed: create-queue jobs\n" +
		"ann: SET lock ann NX\nann: put-blob wiki/a ann\nann: put-message jobs done\nann: DEL lock\n" +
		"ben: SET lock ben NX\nben: put-blob wiki/a ben\nben: DEL lock\n"
	_, list := overOrders(t, text, explore.Budget{})
	rows := rowsOf(list)
	made := marksOf(rows["as-it-is"])
	if !strings.HasPrefix(made, "35: ") || strings.Contains(made, "lost-update") {
		t.Errorf("as it is: %s", made)
	}
	for _, id := range []string{"if-match", "if-unmodified-since"} {
		if row := rows[id]; marksOf(row) != made || !strings.Contains(strings.Join(row.Notes, " "), "own guards stay") {
			t.Errorf("%s: %s, want %s, and says %q", id, marksOf(row), made, row.Notes)
		}
	}
	if row := rows["if-none-match"]; strings.Contains(marksOf(row), "lost-update") {
		t.Errorf("If-None-Match of the blob loses updates of the key: %s", marksOf(row))
	}
	for _, id := range []string{"if-none-match", "lease"} {
		if sent := fmt.Sprint(rows[id].Input.Programs); strings.Count(sent, "NX") != 2 {
			t.Errorf("%s: %s", id, sent)
		}
	}
}

// The same of one history: under no guard of the blob a key is set otherwise, and a blob that was not read keeps what
// says that it must not be there.
func TestOneHistoryKeepsTheGuardsOfOthers(t *testing.T) {
	table := underGuards(t, "writer ann\nwriter ben\nseed: create-container wiki\nann: SET lock ann NX\n"+
		"ann: put-blob wiki/a ann if-none-match=*\nben: SET lock ben NX\nben: put-blob wiki/a ben if-none-match=*\n")
	for id, want := range map[string][2]int{"as-it-is": {2, 2}, "none": {0, 0}, "if-match": {2, 2},
		"if-unmodified-since": {2, 2}, "if-none-match": {2, 2}, "nx": {2, 2}, "cas": {2, 2}} {
		row, ok := table.Row(id)
		if !ok {
			t.Fatalf("no row %s", id)
		}
		sent := fmt.Sprint(row.Inputs(""))
		if got := [2]int{strings.Count(sent, " NX"), strings.Count(sent, "{if-none-match *}")}; got != want {
			t.Errorf("%s: NX and If-None-Match %v, want %v: %s", id, got, want, sent)
		}
		if notes := strings.Join(row.Notes, " "); id == "if-match" && !strings.Contains(notes,
			", so it keeps its own guard.") {
			t.Errorf("%q", row.Notes)
		}
	}
}

// Redis, SET, "Patterns": a lock is set with NX and a value of one's own, and removed only while it still holds it.
// CAS and CAD have nothing to compare at the SET, which keeps its NX, and at the removal the value that the plan itself
// put there. That is the cure, and where it is typed already no guard of keys takes it away.
func TestAComparingGuardIsTheCureOfALock(t *testing.T) {
	lock := func(remove string) string {
		text := "writer ann\nwriter ben\n"
		for _, id := range []string{"ann", "ben"} {
			text += fmt.Sprintf("plan %s [SET lock %s NX PX 30000 as l; if l OK [%s as d]]\n", id, id,
				strings.ReplaceAll(remove, "ID", id))
		}
		return text
	}
	_, typed := overOrders(t, lock("CAD lock ID"), explore.Budget{Jumps: 1})
	cure := marksOf(rowsOf(typed)["as-it-is"])
	if strings.Contains(cure, "lost-update") || strings.Contains(cure, "unread") {
		t.Fatalf("the cure loses work: %s", cure)
	}
	for _, id := range []string{"cas", "nx"} {
		if got := marksOf(rowsOf(typed)[id]); got != cure {
			t.Errorf("%s of the cure: %s, want %s", id, got, cure)
		}
	}
	_, bare := overOrders(t, lock("DEL lock"), explore.Budget{Jumps: 1})
	rows := rowsOf(bare)
	if got := marksOf(rows["cas"]); got != cure {
		t.Errorf("CAS, CAD: %s, want the cure's %s", got, cure)
	}
	// its time ends, the other's lock is there, and is removed: by either of the two, as it is and under NX
	for _, id := range []string{"as-it-is", "nx"} {
		if got := marksOf(rows[id]); !strings.Contains(got, "lost-update 2") || strings.Contains(got, "unread") {
			t.Errorf("%s: %s", id, got)
		}
	}
	if got := marksOf(rows["versioned"]); strings.Contains(got, "unread") {
		t.Errorf("versioned strings lose their NX: %s", got)
	}
}

// A removal behind a refused SET, or where its answer never came, has nothing of its own to compare.
func TestWhatIsNotThePlansOwnIsNotCompared(t *testing.T) {
	for plan, want := range map[string]string{
		"SET lock ann NX as l; if l OK [DEL lock]":         "CAD lock ann",
		"SET lock ann as l; DEL lock":                      "CAD lock ann",
		"SET lock ann NX as l; if l nil [DEL lock]":        "DEL lock",
		"SET lock ann NX as l; on lost l [DEL lock]":       "DEL lock",
		"SET k ann; DEL lock":                              "DEL lock",
		"GET lock as g; SET lock ann; DEL lock":            "CAD lock ann",
		"SET lock ann; GET lock as g; DEL lock":            "CAD lock $g.value",
		"SET lock ann; APPEND lock x; DEL lock":            "DEL lock",
		"GET lock as g; SET lock {$g.value + 1}; DEL lock": "DEL lock",
	} {
		// what only sends goes as lines, by what was heard: in a loop it stays a plan
		_, list := overOrders(t, "writer ann\nplan ann [loop 1 ["+plan+"]]\n", explore.Budget{})
		var last engine.PlanStep
		var visit func([]engine.PlanStep)
		visit = func(steps []engine.PlanStep) {
			for _, s := range steps {
				if s.Do == engine.DoSend {
					last = s
				}
				visit(s.Then)
				visit(s.Else) // where a read showed something
			}
		}
		for _, p := range rowsOf(list)["cas"].Input.Programs {
			for _, in := range p.Steps {
				visit(in.(engine.Plan).Steps)
			}
		}
		words := last.Verb
		for _, w := range engine.LineWords(last.Args[0].Value) {
			if name, field, ok := w.RefName(); ok {
				w = engine.Text("$" + name + "." + field)
			}
			words += " " + w.String()
		}
		if words != want {
			t.Errorf("%s: %s, want %s", plan, words, want)
		}
	}
}

// Azure REST, List Blobs: an entry of a listing has the tag and the date of its blob. Both are what was heard of it.
func TestAListingSaysTheDateToo(t *testing.T) {
	table := underGuards(t, "writer ann\nwriter ben\nseed: create-container own\n"+
		"seed: put-blob own/0 \"\" meta.by=seed\nann: list-blobs own include=metadata as g\nclock +3s\n"+
		"ben: set-blob-metadata own/0 meta.by=ben\nann: set-blob-metadata own/0 meta.by=ann\n")
	for _, id := range []string{"if-match", "if-unmodified-since"} {
		row, _ := table.Row(id)
		if cell := table.Cell(row, "~ lost-update"); cell != "stops" || row.Count("! stale-write") != 1 {
			t.Errorf("%s: %q, %q", id, cell, row.Notes)
		}
	}
}
