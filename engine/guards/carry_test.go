package guards_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
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
		return twoPlans("", "SET lock WHO NX PX 30000 as l; if l OK ["+remove+" as d]")
	}
	_, typed := overOrders(t, lock("CAD lock WHO"), explore.Budget{Jumps: 1})
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

// A version that was typed (tair/rules.md, VER) refuses as one that was heard does: under VER nothing was heard that
// could stand in its place, it stays, and stops what it stops as the requests are. So does If-Match *, which only asks
// that something is there (blob/rules.md): it is carried, and refuses nobody.
func TestAGuardThatWasTypedIsCarried(t *testing.T) {
	for _, c := range []struct{ seed, ann, ben, row, cell string }{
		{"seed: EXSET k 0\n", "EXSET k Ann VER 1", "EXSET k Ben VER 1", "ver", "stops"},
		{"seed: create-container box\nseed: put-blob box/a 0\n", "put-blob box/a Ann if-match=*",
			"put-blob box/a Ben if-match=*", "if-match", "allows 2"},
	} {
		table := compared(t, "writer ann\nwriter ben\n"+c.seed+"plan ann ["+c.ann+" as m]\nplan ben ["+c.ben+
			" as m]\n")
		seen := false
		for _, row := range table.Rows {
			if row.ID != c.row {
				continue
			}
			if notes := strings.Join(row.Notes, " "); !strings.Contains(notes, "keeps its own, as it was typed") ||
				strings.Contains(notes, "No request carries it") {
				t.Errorf("%s: %s", row.ID, notes)
			}
			for _, harm := range table.Harms {
				if cell := table.Cell(row, harm); harm.IsUnread() {
					if seen = true; cell != c.cell || strings.Contains(table.Tell(row, harm), "no request carries") {
						t.Errorf("%s: %s. %s", row.ID, cell, table.Tell(row, harm))
					}
				}
			}
		}
		if !seen {
			t.Errorf("no cell of %s", c.row)
		}
	}
}

// A plain Redis has neither CAS nor versioned strings, which are the module's (tair/rules.md, Plain Redis string): a
// table of plain SETs says so in these rows, and in no other, and not where a CAS is there already.
func TestWhatARowNeedsIsSaid(t *testing.T) {
	for sets, want := range map[string]bool{"SET k": true, "CAS k 0": false} {
		table := compared(t, "writer ann\nwriter ben\nseed: SET k 0\nplan ann [GET k as g; "+sets+" ann]\nplan ben "+
			"[GET k as g; "+sets+" ben]\n")
		for _, row := range table.Rows {
			told := strings.Contains(strings.Join(row.Notes, " "), "of the module TairString: a Redis without it")
			if told != (want && (row.ID == "cas" || row.ID == "versioned")) {
				t.Errorf("%s, %s: %s", sets, row.ID, row.Notes)
			}
		}
	}
}

// The row none takes the conditions on a source off too (blob/rules.md, "Copy, source header": 412 where they are not
// met; bucket/rules.md the same of CopyObject): each copy is accepted. Of the 3 orders of a read and a copy and one
// write between, one copies what its writer has not read. The rows of what is changed leave them.
func TestNoneTakesTheConditionsOnASourceOff(t *testing.T) {
	for service, seed := range map[string]string{
		"blob":   "seed: create-container ctr\nseed: put-blob ctr/src 1\n",
		"object": "seed: create-bucket ctr\nseed: put-object ctr/src 1\n"} {
		read := fmt.Sprintf("get-%s ctr/src as g", service)
		copies := fmt.Sprintf("copy-%s ctr/dst source=ctr/src source-if-match=$g.etag", service)
		writes := fmt.Sprintf("put-%s ctr/src 2", service)
		for way, text := range map[string]string{
			"planned": "plan ann [" + read + "; " + copies + "]\nplan ben [" + writes + "]\n",
			"typed":   "ann: " + read + "\nann: " + copies + "\nben: " + writes + "\n"} {
			_, list := overOrders(t, "writer ann\nwriter ben\n"+seed+text, explore.Budget{})
			rows := rowsOf(list)
			if got := marksOf(rows["none"]); !strings.HasPrefix(got, "3: ") || strings.Contains(got, "stale-write") {
				t.Errorf("%s, %s, none: %s", service, way, got)
			}
			for _, id := range []string{"as-it-is", "if-match"} {
				if got := marksOf(rows[id]); !strings.Contains(got, "stale-write 1") {
					t.Errorf("%s, %s, %s: %s", service, way, id, got)
				}
			}
		}
	}
}

// A copy that names the tag of its source as its writer read it is refused where the source has changed since
// (blob/rules.md and bucket/rules.md: source If-Match, 412): in one of the 3 orders of a read and a copy and one write
// between. The target has no tag that anybody heard, and the source's is none of its.
func TestARowNamesTheTagOfASource(t *testing.T) {
	for service, seed := range map[string]string{
		"blob":   "seed: create-container ctr\nseed: put-blob ctr/src 1\n",
		"object": "seed: create-bucket ctr\nseed: put-object ctr/src 1\n"} {
		read := fmt.Sprintf("get-%s ctr/src as g", service)
		copies := fmt.Sprintf("copy-%s ctr/dst source=ctr/src", service)
		writes := fmt.Sprintf("put-%s ctr/src 2", service)
		for way, text := range map[string]string{
			"planned": "plan ann [" + read + "; " + copies + "]\nplan ben [" + writes + "]\n",
			"typed":   "ann: " + read + "\nann: " + copies + "\nben: " + writes + "\n",
			"blind":   "ann: " + copies + "\nann: " + read + "\nben: " + writes + "\n"} {
			_, list := overOrders(t, "writer ann\nwriter ben\n"+seed+text, explore.Budget{})
			row := rowsOf(list)["source-if-match"]
			notes, refused := strings.Join(row.Notes, " "), strings.Contains(marksOf(row), "stale-write 1")
			if refused != (way != "blind") {
				t.Errorf("%s, %s: %s", service, way, marksOf(row))
			}
			if strings.Contains(notes, "no tag of what is copied was heard") != (way == "blind") {
				t.Errorf("%s, %s: %s", service, way, notes)
			}
			notes = strings.Join(rowsOf(list)["if-match"].Notes, " ")
			if way != "blind" && !strings.Contains(notes, "nothing of what is changed was heard") {
				t.Errorf("%s, %s, if-match: %s", service, way, notes)
			}
		}
	}
}

// What takes the conditions off takes those on tags off too (blob/rules.md: if-tags that are not met, 412).
func TestNoneTakesConditionsOnTagsOff(t *testing.T) {
	const text = "writer ann\nwriter ben\nseed: create-container ctr\nseed: put-blob ctr/a 0\nseed: set-blob-tags " +
		"ctr/a tag.state=open\nplan ann [put-blob ctr/a ann if-tags=\"state = 'open'\"]\nplan ben [set-blob-tags " +
		"ctr/a tag.state=done]\n"
	_, list := overOrders(t, text, explore.Budget{})
	rows := rowsOf(list)
	refused := func(row guards.OrdersRow) bool { return len(row.Found.Refused)+len(row.Found.Marks) > 0 }
	if refused(rows["none"]) || !refused(rows["as-it-is"]) {
		t.Errorf("none %s, as it is %s", marksOf(rows["none"]), marksOf(rows["as-it-is"]))
	}
}

// A person is led to what leaves nobody's work undone, as a lock, and never to what refuses who was alone: a blob that
// is there refuses If-None-Match * (engine/blob/rules.md), so that it would be written only where it is gone.
func TestWhoLooksForAGuardIsLedToOneThatLetsTheFirstThrough(t *testing.T) {
	const editors = "writer ann\nwriter ben\nseed: create-container wiki\nseed: put-blob wiki/a 1\n" +
		"plan ann [get-blob wiki/a as g; put-blob wiki/a {$g.body + 1}]\nplan ben [get-blob wiki/a as g; " +
		"put-blob wiki/a {$g.body + 1}]\n"
	const again = "writer job\nwriter ops\nseed: create-container data\nseed: put-blob data/s 1\n" +
		"plan job [get-blob data/s as g; put-blob data/s {$g.body + 1}]\nplan ops [delete-container data; " +
		"wait 35s; create-container data; put-blob data/s 100]\n"
	for text, want := range map[string]string{editors: "lease", again: ""} {
		_, s := enginetest.Searched(t, text)
		var b explore.Budget
		if text == again { // the name is free after 30 s, and the plan waits longer
			b.Jumps = 3
		}
		table := tableOf(guards.Orders(s.Input, b, nil, nil))
		led := ""
		if row, _, ok := table.Lead(); ok {
			led = table.Rows[row].ID
		}
		if led != want {
			t.Errorf("%s\nis led to %q, want %q", text, led, want)
		}
	}
}

// Who compares what it read and read that nothing is there has NX for that (tair/rules.md: SET and EXSET with NX are
// done only where the key is not there): as the requests are the second of two who both read first overwrites the
// other in 4 of 6 orders, and under such a guard it is refused there. The plan finds out by the answer of its read.
func TestWhoReadNothingAsksThatNothingIsThere(t *testing.T) {
	for _, c := range []struct{ ann, ben, orders string }{
		{"GET n as g; SET n 5", "GET n as g; SET n 2", "4"},
		{"GET n as g; SET n 5 as s; if s OK [LPUSH log 1]", "GET n as g; SET n 2", ""},
		{"EXISTS n as g; if g 0 [SET n 5]", "EXISTS n as g; if g 0 [SET n 2]", "4"},
		{"GET n as g; if g nil [SET n 5]", "GET n as g; if g nil [SET n 2]", "4"},
		{"SET lock ann as m; if m OK [GET n as g; SET n 5]", "GET n as g; SET n 2", ""},
	} {
		text := "writer ann\nwriter ben\nplan ann [" + c.ann + "]\nplan ben [" + c.ben + "]\n"
		said := reasons(t, text, "lost-update", explore.Budget{})
		for _, id := range []string{"cas", "versioned"} {
			if _, there := said[id]; there && !strings.HasPrefix(said[id], "stops: ") {
				t.Errorf("%s%s: %q", text, id, said[id])
			}
		}
		if said["cas"] == "" || !strings.HasPrefix(said["as-it-is"], "allows "+c.orders) {
			t.Errorf("%sas it is: %q", text, said["as-it-is"])
		}
		_, list := overOrders(t, text, explore.Budget{})
		for _, row := range list {
			if row.Found != nil && row.Found.StuckIn != nil && row.Found.StuckIn.Sign() > 0 {
				t.Errorf("%s%s: %s are stuck", text, row.ID, row.Found.StuckIn)
			}
		}
	}
}

// What a plan does with the answer of a write that stands in the place of its own is done where that one was done, be
// it a SET with NX, as where nothing is there, or a CAS of what may end by the clock.
func TestWhatIsAskedOfAWriteIsAskedInTheWordsOfEither(t *testing.T) {
	const plan = "plan ann [GET n as g; SET n 5 as s; if s OK [SET log done] else [SET log refused]]\n"
	for _, seed := range []string{"", "seed: SET n 1 PX 1000000\n"} {
		_, list := overOrders(t, "writer ann\n"+seed+plan, explore.Budget{})
		row := rowsOf(list)["cas"]
		if end := row.Found.Outcomes[0].String(); !strings.Contains(end, "log \"done\"") {
			t.Errorf("%s%s", seed, end)
		}
	}
}

// A note on one of several lines of a plan says which.
func TestANoteNamesTheKeyOfALine(t *testing.T) {
	_, list := overOrders(t, twoPlans("seed: SET data 0\n",
		"SET lock WHO NX as m; if m OK [GET data as g; SET data WHO]"), explore.Budget{})
	if notes := strings.Join(rowsOf(list)["versioned"].Notes, " "); !strings.Contains(notes,
		"No version was heard before SET lock, so it keeps its own guard.") {
		t.Error(notes)
	}
}
