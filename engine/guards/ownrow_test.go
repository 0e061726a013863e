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

// harmed is in how many orders of a row work is done twice and left undone.
func harmed(row guards.OrdersRow) (twice, undone string) {
	twice, undone = "0", "0"
	for _, m := range row.Found.Marks {
		if m.Kind == engine.DoneTwice {
			twice = m.Schedules.String()
		}
	}
	for _, u := range row.Found.Undone {
		undone = u.Schedules.String()
	}
	return twice, undone
}

// twoWriters are two with the same lines, in which WHO is the writer.
func twoWriters(start, lines string) string {
	return "writer ann\nwriter ben\n" + start + enginetest.Each(lines, "ann", "ben")
}

// twoPlans are two writers with one plan, in which WHO is the writer.
func twoPlans(start, plan string) string { return twoWriters(start, "plan WHO ["+plan+"]\n") }

// One loss, and who hears nothing reads the marker: 2 orders without a loss; behind a put that is lost, or whose answer
// is, its writer's read and the other's put stand in 3 orders: 2 + 2*2*3 = 14. Work is done twice where the other's
// marker is taken for one's own: behind a lost request in 2 of the 3, behind a lost answer in 1, so in 6. A name in the
// marker, as a property of a row or the value of a key, keeps all of them away, and leaves nothing undone.
func TestOwnTextOfARowAndOfAKey(t *testing.T) {
	const row, key = "seed: create-table jobs\n", ""
	for name, c := range map[string]struct{ text, says string }{
		"a row that names its writer": {twoPlans(row, "insert-entity jobs/p/1 .owner=WHO as m; on lost m "+
			"[get-entity jobs/p/1 as g; if g 200 [does job]]; if m 201 [does job]"),
			`ann goes on behind a read of jobs/p/1 only where it finds ".owner=ann".`},
		"a row that does not": {twoPlans(row, "insert-entity jobs/p/1 .state=taken as m; on lost m "+
			"[get-entity jobs/p/1 as g; if g .state [does job]]; if m 201 [does job]"),
			`ann writes ".by=ann" to jobs/p/1, and goes on behind a read of it only where it finds that.`},
		"a row that is asked for what all write": {twoPlans(row, "insert-entity jobs/p/1 .state=taken as m; on lost m "+
			"[get-entity jobs/p/1 as g; if g .state=taken [does job]]; if m 201 [does job]"),
			`ann writes ".by=ann" to jobs/p/1, and goes on behind a read of it only where it finds that.`},
		"a row that names its writer, asked for another property": {twoPlans(row, "insert-entity jobs/p/1 .n=1 "+
			".owner=WHO .state=taken as m; on lost m [get-entity jobs/p/1 as g; if g .state=taken [does job]]; "+
			"if m 201 [does job]"), `ann goes on behind a read of jobs/p/1 only where it finds ".owner=ann".`},
		"a key that names its writer": {twoPlans(key, "SET job1 WHO NX as m; on lost m [GET job1 as g; "+
			"if g value [does job]]; if m OK [does job]"),
			`ann goes on behind a read of job1 only where it finds "ann".`},
		"a key that does not": {twoPlans(key, "SET job1 taken NX PX 30000 as m; on lost m [GET job1 as g; "+
			"if g value=taken [does job]]; if m OK [does job]"),
			`ann writes "taken ann" to job1, and goes on behind a read of it only where it finds that.`},
		"a versioned key": {twoPlans(key, "EXSET job1 taken NX as m; on lost m [EXGET job1 as g; "+
			"if g taken [does job]]; if m OK [does job]"),
			`ann writes "taken ann" to job1, and goes on behind a read of it only where it finds that.`},
	} {
		rows := rowsOf(ordersOf(t, c.text, explore.Budget{Faults: 1}))
		for id, want := range map[string]string{"as-it-is": "6", "own-text": "0"} {
			r, ok := rows[id]
			if !ok {
				t.Errorf("%s: no row %s", name, id)
				continue
			}
			if twice, undone := harmed(r); r.Found.Schedules.String() != "14" || twice != want || undone != "0" {
				t.Errorf("%s, %s: %s, done twice %s, undone %s", name, id, r.Found.Verdict(), twice, undone)
			}
			if id == "own-text" && !slices.Contains(r.Notes, c.says) {
				t.Errorf("%s: %q", name, r.Notes)
			}
		}
	}
}

// Who tries its own again and is refused by that reads it: Redis and rows as S3.
func TestWhoIsRefusedByItsOwnRowOrKeyReadsIt(t *testing.T) {
	for name, text := range map[string]string{
		"row": twoPlans("seed: create-table jobs\n", "insert-entity jobs/p/1 .owner=WHO as m; on lost m "+
			"[insert-entity jobs/p/1 .owner=WHO again=m as m]; if m 201 [does job]"),
		"key": twoPlans("", "SET job1 WHO NX as m; on lost m [SET job1 WHO NX again=m as m]; if m OK [does job]"),
	} {
		rows := rowsOf(ordersOf(t, text, explore.Budget{Faults: 1}))
		if _, undone := harmed(rows["as-it-is"]); undone == "0" {
			t.Errorf("%s: nothing is left undone as it is", name)
		}
		if twice, undone := harmed(rows["own-text"]); twice != "0" || undone != "0" {
			t.Errorf("%s: done twice %s, undone %s", name, twice, undone)
		}
	}
}

// A plan that asks for the text that everybody writes asks for its own once the texts name their writers. Where it
// reads the marker behind the refusal itself, no second read is put in front.
func TestAPlansOwnTestsAskForItsOwnText(t *testing.T) {
	const put = `put-blob jobs/1 "x" if-none-match=* `
	text := "writer ann\nwriter ben\nseed: create-container jobs\n" +
		"plan ann [" + put + "as m; on lost m [" + put + "again=m as m]; if m 201 [does job]; " +
		"if m 409 [get-blob jobs/1 as g; if g body=x [does job]]]\n" +
		"plan ben [" + put + "as m; on lost m [" + put + "again=m as m]; if m 201 [does job]]\n"
	row := rowsOf(ordersOf(t, text, explore.Budget{Faults: 1}))["own-text"]
	if twice, undone := harmed(row); twice != "0" || undone != "0" {
		t.Errorf("%s: done twice %s, undone %s", row.Found.Verdict(), twice, undone)
	}
	for _, p := range row.Input.Programs {
		reads := 0
		var visit func([]engine.PlanStep)
		visit = func(steps []engine.PlanStep) {
			for _, s := range steps {
				if s.Verb == "get-blob" {
					reads++
				}
				visit(s.Then)
			}
		}
		visit(p.Steps[0].(engine.Plan).Steps)
		if p.By == "ann" && reads != 1 {
			t.Errorf("ann reads %d times: %v", reads, p.Steps)
		}
	}
}

// Who reads before it writes looks for no echo of its own: there is no such row.
func TestAReadInFrontOfTheWriteIsNoLookAtOnesOwn(t *testing.T) {
	for _, text := range []string{
		twoPlans("seed: create-table own\nseed: insert-entity own/p/1 .owner=free\n", "get-entity own/p/1 as g; "+
			"if g 200 [update-entity own/p/1 .owner=WHO if-match=$g.etag]"),
		twoPlans("seed: create-container own\nseed: put-blob own/1 free\n", "get-blob own/1 as g; "+
			"if g 200 [put-blob own/1 WHO if-match=$g.etag]"),
	} {
		if _, ok := rowsOf(ordersOf(t, text, explore.Budget{}))["own-text"]; ok {
			t.Errorf("%s", text)
		}
	}
}

// Table REST, Insert Entity and Get Entity: the text of a row is its properties, and an answer gives them one by one.
// A row names its writer by any of them, called as they may be. Where two try again after silence and read what refuses
// that, there are 2 orders without a loss, and for each of the two 3 in which its request is lost (the other comes
// first, between, or behind its second try) and 4 in which its answer is (the other comes before it, or in one of three
// places behind): 16, and each ends with the work done once.
func TestARowNamesItsWriterByAnyProperty(t *testing.T) {
	for _, row := range []string{`.by=WHO`, `"by=WHO"`, `.owner=WHO .n=5`, `"n=5\nowner=WHO"`, `.by=x`, `"by=x"`} {
		table := overOne(t, twoWriters("seed: create-table jobs\n", "plan WHO\n  insert-entity jobs/p/inv "+row+
			" as m\n  on lost m\n    insert-entity jobs/p/inv "+row+" again=m as n\n    if n 201\n      does \"inv\"\n"+
			"    if n 409\n      does \"inv\"\n  if m 201\n    does \"inv\"\n"))
		told := false
		for _, found := range table.Rows {
			if found.ID != "own-text" {
				continue
			}
			told = true
			if n := found.Found.Schedules; n == nil || n.String() != "16" || len(found.Found.Undone) > 0 {
				t.Errorf("%s: %s, undone %v, want 16 orders", row, found.Found.Verdict(), found.Found.Undone)
			}
			for _, m := range found.Found.Marks {
				if m.Kind == engine.DoneTwice {
					t.Errorf("%s: done twice in %s orders", row, m.Schedules)
				}
			}
		}
		if !told {
			t.Errorf("%s: no row own text", row)
		}
	}
}

// overOne is every guard over all orders in which one message may be lost.
func overOne(t *testing.T, text string) *guards.OrdersTable {
	t.Helper()
	return tableOf(ordersOf(t, text, explore.Budget{Faults: 1}))
}

// engine/bucket/rules.md, "Which answer, which reaction": who reads its own text behind a refusal has made what is
// there. In a log it has nothing to add elsewhere then; who finds another's takes the next number. As it is, the
// refused try of what had been written writes it under the next number too: in 3 orders of each writer.
func TestALogGoesOnUnderTheNextNumberBehindAnothersText(t *testing.T) {
	const first, second = "put-object lake/log/7.json \"added by WHO\" if-none-match=* ",
		"put-object lake/log/8.json \"added by WHO\" if-none-match=* "
	table := overOne(t, twoWriters("seed: create-bucket lake\n", "plan WHO\n  "+first+"as m\n  on lost m\n    "+first+
		"again=m as m\n  if m 412\n    "+second+"again=m as n\n"))
	for _, row := range table.Rows {
		for _, harm := range table.Harms {
			want := map[string]string{"as-it-is": "allows 6", "own-text": "stops"}[row.ID]
			if cell := table.Cell(row, harm); harm.Name == string(engine.DoneTwice) && want != "" && cell != want {
				t.Errorf("%s: %q, want %q: %s", row.ID, cell, want, table.Tell(row, harm))
			}
		}
		if notes := strings.Join(row.Notes, " "); row.ID == "own-text" &&
			(!strings.Contains(notes, "ann tries it elsewhere only where") ||
				strings.Contains(notes, "goes on behind")) {
			t.Error(notes)
		}
		if row.ID == "own-text" && !slices.ContainsFunc(row.Found.Outcomes, func(o explore.Outcome) bool {
			return strings.Contains(o.String(), "log/8.json") && !strings.Contains(o.String(), "stuck")
		}) {
			t.Errorf("own text: nobody takes the next number: %s", row.Found.Verdict())
		}
	}
}

// What hands typed looks at no answer: who was refused works all the same. Under own text ann, who tried again, reads
// the marker, and ben, who did not, stops. 15 orders by hand: 2 without a loss (ann's create, ben's; ben's, ann's, her
// read), 3 in which ann's first request is lost and 4 in which its answer is, 2 with her read lost behind ben's marker,
// and 2 and 2 in which ben waits for ever. In one of these his marker stands and he has heard nothing, so nobody works.
func TestHandsThatWereRefusedHeedThatUnderOwnText(t *testing.T) {
	for _, create := range []string{"put-blob jobs/inv ID if-none-match=*", "put-object lake/inv ID if-none-match=*",
		"insert-entity rows/p/inv .owner=ID", "SET inv ID NX"} {
		ann, ben := strings.ReplaceAll(create, "ID", "ann"), strings.ReplaceAll(create, "ID", "ben")
		table := overOne(t, "writer ann\nwriter ben\nseed: create-container jobs\nseed: create-bucket lake\n"+
			"seed: create-table rows\nann: send "+ann+" as a\ndeliver a\nlose a\nann: "+ann+
			" again=a\nann: does \"inv\"\nben: "+ben+"\nben: does \"inv\"\n")
		told := false
		for _, row := range table.Rows {
			if row.ID != "own-text" {
				continue
			}
			told = true
			twice, undone := harmed(row)
			if n := row.Found.Schedules; n == nil || n.String() != "15" || twice != "0" || undone != "1" {
				t.Errorf("%s: %s, twice in %s, undone in %s", create, row.Found.Verdict(), twice, undone)
			}
			if notes := strings.Join(row.Notes, " "); !strings.Contains(notes, "ann goes on behind a read of") ||
				!strings.Contains(notes, "ben works only where") {
				t.Errorf("%s: %q", create, notes)
			}
		}
		if !told {
			t.Errorf("%s: no row own text", create)
		}
	}
}

// Work that is a write is left to another as any work, in one order and over all: each of two results would replace the
// other. What carries a guard of its own, or was not behind a marker under one, goes as it went.
func TestAWriteBehindARefusedMarkerIsWorkUnderOwnText(t *testing.T) {
	const start = "writer ann\nwriter ben\nseed: create-container jobs\nseed: create-bucket lake\n"
	for _, c := range []struct{ marker, work, one string }{
		{"put-blob jobs/m ID if-none-match=*", "put-blob jobs/out r-ID", "stops"},
		{"put-object lake/m ID if-none-match=*", "put-object lake/out r-ID", "stops"},
		{"SET m ID NX", "SET out r-ID", "stops"},
		{"SET m ID NX", "DEL out", "left"},
	} {
		say := func(line, id string) string { return strings.ReplaceAll(line, "ID", id) }
		text := start + "ann: send " + say(c.marker, "ann") + " as a\ndeliver a\nlose a\nann: " + say(c.marker, "ann") +
			" again=a\nann: " + say(c.work, "ann") + "\nben: " + say(c.marker, "ben") + "\nben: " +
			say(c.work, "ben") + "\n"
		one := underGuards(t, text)
		row, ok := one.Row("own-text")
		notes := strings.Join(row.Notes, " ")
		if cell := one.Cell(row, "~ done-twice"); !ok || c.one == "stops" && cell != c.one ||
			!strings.Contains(notes, "The work behind it is left to another") {
			t.Errorf("%s, one order: %t, %q, %q", c.marker, ok, cell, notes)
		}
		if c.one != "stops" {
			continue
		}
		cells := map[string]string{}
		table := overOne(t, text)
		for _, row := range table.Rows {
			for _, harm := range table.Harms {
				if harm.IsUnread() {
					cells[row.ID] = table.Cell(row, harm)
				}
			}
		}
		if cells["own-text"] != "stops" || !strings.HasPrefix(cells["as-it-is"], "allows") {
			t.Errorf("%s, all orders: %q", c.marker, cells)
		}
	}
	for _, row := range underGuards(t, start+"ann: send put-blob jobs/m x as a\ndeliver a\nlose a\n"+
		"ann: put-blob jobs/m x again=a\nann: put-blob jobs/out r\n").Rows {
		if strings.Contains(strings.Join(row.Notes, " "), "left to another") {
			t.Errorf("a marker without a guard: %q", row.Notes)
		}
	}
}
