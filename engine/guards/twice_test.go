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

// twiceUnder is what the tables of the guards say of work done twice, by guard: how many orders there are, the cell and
// its sentence.
func twiceUnder(t *testing.T, text string, b explore.Budget) map[string]string {
	t.Helper()
	table := tableOf(ordersOf(t, text, b))
	said := map[string]string{}
	for _, row := range table.Rows {
		for _, harm := range table.Harms {
			if harm.Name == string(engine.DoneTwice) {
				said[row.ID] = explore.Grouped(row.Found.Schedules) + ": " + table.Cell(row, harm) + ". " +
					table.Tell(row, harm)
			}
		}
	}
	return said
}

// twoHosts are two with the same lines, in which WHO is the host.
func twoHosts(start, lines string) string {
	return "writer ana \"Ana\"\nwriter ben \"Ben\"\n" + start + enginetest.Each(lines, "ana", "ben")
}

// hostsOf are the same plan for two hosts, each with its own name in it.
func hostsOf(start, plan string) string { return twoHosts(start, "plan WHO ["+plan+"]\n") }

// Two hosts write an entry each into a log of numbered objects; who hears nothing sends the same again, and who is
// refused takes the next number. Bare, the last writer of a number wins: 2 orders without a fault and 2*2*3 with one,
// and in half of these 12 the answer was lost and the entry is written twice.
//
// Under If-None-Match * there are 26 orders, in which A is X's first try, A' its second, N its next number, and B and M
// are the other's. Without a fault A B M: 2. A's request is lost: A A' B M, B A A' N, A B A' N: 2*3. A's answer is
// lost: A first, then A' and N in any order with B and M: 2*6; B first: 2. M's request or answer is lost, which nobody
// copes with: 2*2. In the 2*6 one host stands in the log under two numbers.
func TestAnEntryUnderTheNextNumberIsNotStopped(t *testing.T) {
	said := twiceUnder(t, hostsOf("seed: create-bucket lake\n", "put-object lake/1 WHO-1 as a; "+
		"on lost a [put-object lake/1 WHO-1 again=a as a]; if a 412 [put-object lake/2-WHO WHO-2]"),
		explore.Budget{Faults: 1})
	for id, want := range map[string]string{"as-it-is": "14: allows 6. ", "if-none-match": "26: no conflict. None of " +
		"26 orders meets done twice. But at the end of 12 orders two texts of one writer, which differ by numbers " +
		"alone, stand under two names, as lake/1 and lake/2-ana.",
		"policy": "14: undone. None of 14 orders meets done twice: nobody does the work in any of them."} {
		if !strings.HasPrefix(said[id], want) {
			t.Errorf("%s: %s\nwant %s", id, said[id], want)
		}
	}
}

// The same as rows of a group, which are inserted under "insert only": the orders are those of the log, and what the
// group made stands there under two names (engine/table/rules.md, "Entity group transactions").
func TestAGroupUnderTheNextNumberIsNotStopped(t *testing.T) {
	const group = "entity-group-transaction tab p [insert-or-replace-entity k .t=WHO; insert-or-replace-entity l .of=x]"
	said := twiceUnder(t, hostsOf("seed: create-table tab\n", group+" as a; on lost a ["+group+" again=a as a]; "+
		"if a EntityAlreadyExists ["+strings.NewReplacer("entity k ", "entity k2-WHO ", "entity l ", "entity l2-WHO ").
		Replace(group)+"]"), explore.Budget{Faults: 1})
	for id, want := range map[string]string{"as-it-is": "14: allows 6. ", "insert": "26: no conflict. None of 26 " +
		"orders meets done twice. But at the end of 12 orders one writer's text stands under two names, as tab/p/"} {
		if !strings.HasPrefix(said[id], want) {
			t.Errorf("%s: %s\nwant %s", id, said[id], want)
		}
	}
}

// One host and one log: it reads, appends, and where no answer comes appends again; where it is refused it reads and
// appends anew. One answer of the append may be lost: 2 orders. With If-Match the second try is refused, and the entry
// that follows is not said to be a try of the first.
func TestAnEntryAppendedAnewIsNotStopped(t *testing.T) {
	const log = "writer ana\nseed: create-container logs\nseed: put-blob logs/day type=AppendBlob\n" +
		"plan ana [get-blob logs/day; append-block logs/day ran as a; on lost a [append-block logs/day ran again=a " +
		"as a]; if a 412 [get-blob logs/day; append-block logs/day ran]]\n"
	said := twiceUnder(t, log, explore.Budget{Faults: 1, Words: explore.FaultWords{Answers: true, Handled: true}})
	for id, want := range map[string]string{"as-it-is": "2: allows 1. ",
		"if-match": "2: no conflict. None of 2 orders meets done twice. But at the end of 1 order one writer's text " +
			"was put twice into logs/day."} {
		if !strings.HasPrefix(said[id], want) {
			t.Errorf("%s: %s\nwant %s", id, said[id], want)
		}
	}
	// Where nothing follows the refusal, the guard stops it.
	said = twiceUnder(t, strings.Replace(log, "; if a 412 [get-blob logs/day; append-block logs/day ran]", "", 1),
		explore.Budget{Faults: 1, Words: explore.FaultWords{Answers: true, Handled: true}})
	if !strings.HasPrefix(said["if-match"], "2: stops. ") {
		t.Errorf("if-match: %s", said["if-match"])
	}
}

// What is done twice by writing stands once at the end: the second result replaces the first, and has no mark. Nothing
// stopped that, whatever becomes of the marker, which bare requests would make again.
func TestNoGuardIsPraisedWhereTheSecondResultReplacesTheFirst(t *testing.T) {
	const text = "writer ann\nwriter ben\nseed: create-container jobs\n" +
		"ann: send put-blob jobs/m x if-none-match=* as a\ndeliver a\nlose a\n" +
		"ann: put-blob jobs/m x if-none-match=* again=a\nann: put-blob jobs/out r1\n" +
		"ben: put-blob jobs/m x if-none-match=*\nben: put-blob jobs/out r2\n"
	one := underGuards(t, text)
	for id, want := range map[string]string{"as-it-is": "-", "none": "allows", "if-none-match": "stops"} {
		row, _ := one.Row(id)
		if cell := one.Cell(row, "~ done-twice"); cell != want {
			t.Errorf("one order, %s: %q, want %q", id, cell, want)
		}
		if why := one.Why(row, "~ done-twice"); (want == "-") != strings.Contains(why, "replaced unread") {
			t.Errorf("one order, %s: %q", id, why)
		}
	}
	table := overOne(t, text)
	for _, row := range table.Rows {
		for _, harm := range table.Harms {
			want := map[string]string{"as-it-is": "-", "none": "allows 10", "if-none-match": "stops"}[row.ID]
			if cell := table.Cell(row, harm); harm.Name == string(engine.DoneTwice) && want != "" && cell != want {
				t.Errorf("%s: %q, want %q", row.ID, cell, want)
			}
		}
	}
}

// A marker that was heard to stand and the result put down behind it are a claim and its work, though they say the
// same; what is put down elsewhere behind a refusal, or where nothing was heard, may be the same work.
func TestAClaimAndItsWorkAreNotDoneTwice(t *testing.T) {
	const marker = "put-blob jobs/m WHO if-none-match=* "
	plan := marker + "as m; on lost m [" + marker + "again=m as n; if n 201 [put-blob jobs/out-WHO WHO]]; " +
		"if m 201 [put-blob jobs/out-WHO WHO]"
	said := twiceUnder(t, hostsOf("seed: create-container jobs\n", plan), explore.Budget{Faults: 1})
	if what := said["as-it-is"]; !strings.Contains(what, ": stops. ") || strings.Contains(what, "under two names") {
		t.Error(what)
	}
	plan = marker + "as m; on lost m [" + marker + "again=m as n; if n 409 [put-blob jobs/m2-WHO WHO]]"
	said = twiceUnder(t, hostsOf("seed: create-container jobs\n", plan), explore.Budget{Faults: 1})
	if !strings.Contains(said["as-it-is"], "stands under two names, as jobs/m and jobs/m2-ana") {
		t.Errorf("behind a refusal: %q", said["as-it-is"])
	}
}

// A marker and its work are that under each guard, also where the work carries what made the marker one: the row
// If-None-Match * sends what the plans send, in 36 orders as they are. Without a loss 4; the maker's answer is lost,
// and the other is refused in one of 2 places, 2*2; the refusal is lost, with the work in one of 3 places, 2*3; the
// work's answer, 4, or its request, 4; the marker's request: its writer is first in 2, the other in 5 of 6, 2*7. In
// none of them does one text stand twice for two works.
func TestAMarkerAndItsWorkUnderEachGuard(t *testing.T) {
	const marker = "put-blob jobs/m WHO if-none-match=* "
	said := twiceUnder(t, hostsOf("seed: create-container jobs\n", marker+"as m; on lost m ["+marker+"again=m as m]; "+
		"if m 201 [put-blob jobs/out WHO]"), explore.Budget{Faults: 1})
	for _, id := range []string{"as-it-is", "if-none-match"} {
		if want := "36: stops. None of 36 orders meets done twice."; said[id] != want {
			t.Errorf("%s: %s", id, said[id])
		}
	}
}

// Who keeps its result under the message's id, where it is taken once, still deletes the message with its receipt, and
// that is taken for work: the cell says so. A plan that says where it works is taken at its word, and the guard stops
// the second.
func TestADeleteThatIsTakenForWorkSaysSo(t *testing.T) {
	const seed = "seed: create-container lake\nseed: create-queue jobs\nseed: put-message jobs one\n"
	for _, c := range []struct {
		plan  string
		bare  string // by a guard's id: how its cell begins, and whether it tells of the delete
		own   string
		tells bool
	}{
		{"delete-message $g.0 popreceipt=$g.0.receipt", "allows", "allows", true},
		{"if w 201 [does $g.0]; delete-message $g.0 popreceipt=$g.0.receipt", "allows", "stops", false},
	} {
		said := twiceUnder(t, hostsOf(seed, "get-messages jobs visibilitytimeout=30 as g; if g count=1 "+
			"[put-blob lake/one WHO if-none-match=* as w; "+c.plan+"]"), explore.Budget{Jumps: 2})
		for id, want := range map[string]string{"none": c.bare, "as-it-is": c.own, "if-none-match": c.own} {
			_, what, _ := strings.Cut(said[id], ": ")
			if !strings.HasPrefix(what, want) || strings.Contains(what, "a receipt is taken for work") != c.tells {
				t.Errorf("%s, %s: %s", c.plan, id, said[id])
			}
		}
	}
}

// One worker that receives its message again, because it deleted with a receipt that a renewal had replaced, does the
// work twice. With the newest receipt the delete is accepted, and nothing is left to receive (queue/rules.md, R2).
func TestTheNewestReceiptKeepsAWorkerFromDoingItsWorkTwice(t *testing.T) {
	table := underGuards(t, `writer ann
seed: create-queue jobs
seed: put-message jobs m
ann: get-messages jobs visibilitytimeout=10 as g
ann: update-message $g.0 popreceipt=$g.0.receipt visibilitytimeout=20
ann: does $g.0
ann: delete-message $g.0 popreceipt=$g.0.receipt
clock +21s
ann: get-messages jobs as h
ann: does $h.0
`)
	for id, want := range map[string]string{"as-it-is": "allows", "receipt": "stops"} {
		row, _ := table.Row(id)
		if cell := table.Cell(row, "~ done-twice"); cell != want {
			t.Errorf("%s: %s, want %s", id, cell, want)
		}
	}
}

// engine/bucket/rules.md, "Which answer, which reaction": a 409 settles nothing, and is sent again. Who takes it for a
// sign that something is there leaves the work undone (arrow-rs-object-store 852, opendal 6741).
func TestAConflictIsSentAgain(t *testing.T) {
	const who = "writer ann\nwriter ben\nwriter cy\nseed: create-bucket lake\nset bucket.contention=on\n" +
		"seed: put-object lake/claim old\n"
	row, ok := underGuards(t, who+`ann: send put-object lake/claim ann if-none-match=* as p
ben: send put-object lake/claim ben if-none-match=* as q
cy: send delete-object lake/claim as d
arrive p q d
deliver d p q
answer d
answer p
answer q
`).Row("again")
	want := []string{"Sent again behind its refusal, it is done: PUT #3.",
		"Sent again behind its refusal, it is told 412: PUT #4."}
	if !ok || !slices.Equal(row.Notes, want) {
		t.Errorf("%t: %q, want %q", ok, row.Notes, want)
	}
	// two requests that each arrive and are decided: 6 orders. In 1 the delete is decided before the put arrives; in 2
	// between its arrival and its decision, which is then a 409; in 3 behind that, which is a 412 then.
	undone := reasons(t, who+"plan ann [put-object lake/claim ann if-none-match=* as p; if p 200 [does run]]\n"+
		"plan cy [delete-object lake/claim]\n", "undone-1", explore.Budget{})
	if !strings.HasPrefix(undone["as-it-is"], "allows 5: ") || !strings.HasPrefix(undone["again"], "allows 3: ") {
		t.Errorf("%q", undone)
	}
}

// What a plan does where no answer comes to a request stands behind that request still, and so does what it waits for:
// nobody is stuck who was not.
func TestWhatIsSentAgainKeepsItsOnLost(t *testing.T) {
	const who = "writer ann\nwriter ben\nseed: create-bucket lake\nset bucket.contention=on\n"
	b := explore.Budget{Faults: 1, Words: explore.FaultWords{Handled: true}}
	for _, steps := range []string{"on lost p [get-object lake/claim]",
		"wait on p 404; on lost p [get-object lake/claim]"} {
		_, rows := overOrders(t, who+"plan ann [put-object lake/claim ann if-none-match=* as p; "+steps+"]\n"+
			"plan ben [delete-object lake/claim]\n", b)
		for _, row := range rows {
			if row.ID == "again" && (row.Why != "" || row.Found.StuckIn.Sign() != 0) {
				t.Errorf("%s: %q, stuck in %v of %v orders", steps, row.Why, row.Found.StuckIn, row.Found.Schedules)
			}
		}
		if !slices.ContainsFunc(rows, func(row guards.OrdersRow) bool { return row.ID == "again" }) {
			t.Error("there is no such row")
		}
	}
}

// An append whose answer was lost and that is sent again doubles the record; with the position at which its writer was
// to append it is refused with 412, which proves that the first try landed (blob/rules.md, R21).
func TestAnAppendAtItsPositionLandsOnce(t *testing.T) {
	text := "writer ann\nwriter ben\nseed: create-container logs\nseed: put-blob logs/a type=AppendBlob\n" +
		"plan ann [get-blob-properties logs/a as g; append-block logs/a x as m; on lost m [append-block logs/a x " +
		"again=m as m]]\nplan ben [get-blob-properties logs/a as g; append-block logs/a y]\n"
	_, rows := overOrders(t, text, explore.Budget{Faults: 1})
	seen := map[string]bool{}
	for _, row := range rows {
		if row.Found == nil {
			continue
		}
		kinds := map[engine.Trouble]bool{}
		for _, m := range row.Found.Marks {
			kinds[m.Kind] = true
		}
		at := row.ID == "appendpos"
		if at || row.ID == "none" {
			seen[row.ID] = true
			if kinds[engine.DoneTwice] == at || kinds[engine.OwnEcho] != at || kinds[engine.StaleWrite] != at {
				t.Errorf("%s: %v", row.ID, kinds)
			}
		}
	}
	if len(seen) != 2 {
		t.Errorf("rows %v", seen)
	}
}

// Each key of DeleteObjects may carry an ETag, and is judged by it (engine/bucket/rules.md, "DeleteObjects"): the row
// of If-Match names the one that was heard of each, and the row without guards takes them off.
func TestEachEntryOfAListIsGuarded(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\nseed: put-object lake/a 1\n" +
		"seed: put-object lake/b 1\nann: get-object lake/a as ga\nann: get-object lake/b as gb\n" +
		"ben: put-object lake/a 2\nann: delete-objects lake KEYS\n"
	for _, c := range []struct{ keys, row, harm, refused string }{
		{"[a; b]", "if-match", "stops", "refuses 1"},
		{"[a; b]", "as-it-is", "allows", "-"},
		{"[a if-match=$ga.etag; b]", "as-it-is", "stops", "refuses 1"},
		{"[a if-match=$ga.etag; b]", "none", "allows", "-"},
	} {
		table := underGuards(t, strings.ReplaceAll(lines, "KEYS", c.keys))
		row, _ := table.Row(c.row)
		if harm, refused := table.Cell(row, "~ lost-update"), table.Cell(row, "! stale-write"); harm != c.harm ||
			refused != c.refused || strings.Contains(strings.Join(row.Notes, " "), "There is no such guard") {
			t.Errorf("%s under %s: %s, %s, %v", c.keys, c.row, harm, refused, row.Notes)
		}
	}
}

// rules.md of conflict, "Words": a write that asks for an absence, by NX, as SETNX or as an insert, is guarded. Without
// the guard the same is done whatever is there (tair/rules.md, the answers of SET and SETNX; table/rules.md, of the
// upserts), and each plan goes on as if it were done: two requests each, 6 orders of them. With it one goes on: its
// work stands in front of the other's refusal or behind it, 4 orders.
//
// With a read in front each has 3 requests, 20 orders. By comparing, who comes second is refused where both read first:
// 2 orders of the reads, either compares first, its work stands on one of 2 sides of the refusal, 8. Else the first has
// compared before the other reads, and its work stands in one of 4 places: 8 more.
func TestAPlanGoesOnBehindWhatStandsInThePlaceOfItsRequest(t *testing.T) {
	for _, c := range []struct {
		seed, plan string
		want       map[string]string
	}{
		{"SET other 0", "SETNX m WHO as m; if m 1 [INCR out]",
			map[string]string{"as-it-is": "4", "none": "6", "nx": "4"}},
		{"SET other 0", "SETNX m WHO as m; if m 0 [stop]; INCR out",
			map[string]string{"as-it-is": "4", "none": "6", "nx": "4"}},
		{"SET other 0", "MSETNX m WHO n WHO as m; if m 1 [INCR out]",
			map[string]string{"as-it-is": "4", "none": "6", "nx": "4"}},
		{"SET other 0", "SET m WHO NX as m; if m OK [INCR out]",
			map[string]string{"as-it-is": "4", "none": "6", "nx": "4"}},
		{"create-table tab", "insert-entity tab/p/m .by=WHO as m; if m 201 [insert-or-replace-entity tab/p/out-WHO " +
			".n=1]", map[string]string{"as-it-is": "4", "none": "6", "insert": "4"}},
		{"create-table tab", "insert-entity tab/p/m .by=WHO prefer=return-content as m; if m EntityAlreadyExists " +
			"[stop]; merge-entity tab/p/m .n=1 if-match=*",
			map[string]string{"as-it-is": "4", "none": "6", "insert": "4"}},
		{"SET k 0", "GET k as g; CAS k $g.value WHO as m; if m 1 [INCR out]",
			map[string]string{"none": "20", "cas": "16"}},
		{"SET k 0", "GET k as g; SET k WHO as m; if m OK [INCR out]",
			map[string]string{"none": "20", "cas": "16"}},
	} {
		rows, _ := overOrders(t, twoPlans("seed: "+c.seed+"\n", c.plan), explore.Budget{})
		for id, orders := range c.want {
			if got, _, _ := strings.Cut(rows[id], ":"); got != orders {
				t.Errorf("%s under %s: %q orders, want %s", c.plan, id, rows[id], orders)
			}
		}
	}
}

// A lock by SETNX with an expiry of its own is given back by CAD only where it is still the writer's (tair/rules.md,
// CAD): an expiry between leaves the value what it was. As it is, the DEL of who comes late takes away the lock of the
// other.
func TestALockBySETNXIsGivenBackByItsValue(t *testing.T) {
	for _, take := range []string{"SETNX lk WHO as m; if m 1 [EXPIRE lk 5; DEL lk]",
		"SET lk WHO NX EX 5 as m; if m OK [DEL lk]"} {
		rows, _ := overOrders(t, twoPlans("seed: SET other 0\n", take), explore.Budget{Jumps: 1})
		if !strings.Contains(rows["as-it-is"], "lost-update") || strings.Contains(rows["cas"], "lost-update") ||
			!strings.Contains(rows["cas"], "stale-write") {
			t.Errorf("%s: %q, by CAD %q", take, rows["as-it-is"], rows["cas"])
		}
	}
}

// Who made a marker and did not hear so is refused by it, and tells it from the other's by its own text, whatever the
// service says where it is made: 26 orders as of a blob, and nobody's work is left out.
func TestOwnTextWhateverTheAnswerIs(t *testing.T) {
	lost := explore.Budget{Faults: 1}
	for seed, plan := range map[string]string{
		"create-bucket lake": "put-object lake/m WHO if-none-match=* as m; on lost m [put-object lake/m WHO " +
			"if-none-match=* again=m as m]; if m 200 [does job]",
		"SET other 0": "SETNX m WHO as m; on lost m [SETNX m WHO again=m as m]; if m 1 [does job]",
		"SET other 1": "SET m WHO NX as m; on lost m [SET m WHO NX again=m as m]; if m OK [does job]",
	} {
		_, rows := overOrders(t, twoPlans("seed: "+seed+"\n", plan), lost)
		told := false
		for _, row := range rows {
			if row.ID != "own-text" {
				continue
			}
			told = true
			if row.Found.Schedules.String() != "26" || len(row.Found.Undone) > 0 {
				t.Errorf("%s: %s, undone %v", plan, row.Found.Verdict(), row.Found.Undone)
			}
		}
		if !told {
			t.Errorf("%s: no row", plan)
		}
	}
}
