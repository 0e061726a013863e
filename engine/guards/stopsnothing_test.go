package guards_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/explore"
)

// Two puts that create only are refused by what stands there or by the policy (blob/rules.md: If-None-Match * on what
// is there 409, an access policy without w 403), whoever comes first: the wish is never begun, and that is no merit.
// That another's Set Container ACL is accepted is none of its work.
func TestAGuardUnderWhichAWriterDoesNothingStopsNothing(t *testing.T) {
	said := reasons(t, `writer ann
writer ben
seed: create-container ctr
seed: set-container-acl ctr policy.w=rw
seed: put-blob ctr/a 1
seed: put-blob ctr/b 1
clock +40s
plan ann [wish job [put-blob ctr/a ann under=w; put-blob ctr/b ann under=w]]
plan ben [set-container-acl ctr policy.w=r]
`, "split-update", explore.Budget{})
	const want = "undone: None of 7 orders meets split update: nothing that ann sends to change anything is accepted"
	if !strings.HasPrefix(said["if-none-match"], want) {
		t.Errorf("%q", said["if-none-match"])
	}
	if !strings.HasPrefix(said["as-it-is"], "allows 3") {
		t.Errorf("%q", said["as-it-is"])
	}
}

// An update that is sent as an insert is refused in every order, for the row is there (table/rules.md: 409
// EntityAlreadyExists): the other's group, which is accepted, does not make that a guard that stops the loss.
func TestAnInsertInThePlaceOfAnUpdateIsNeverDone(t *testing.T) {
	said := reasons(t, `writer ann
writer ben
seed: create-table tab
seed: insert-entity tab/p/r .n=1L
plan ann [get-entity tab/p/r as g; entity-group-transaction tab p [merge-entity r .n=5L if-match=*; insert-entity o]]
plan ben [get-entity tab/p/r as g; update-entity tab/p/r .n=7L if-match=$g.etag]
`, "lost-update", explore.Budget{})
	const want = "refuses 6: None of 6 orders meets lost update. But in each of them there is ben's insert-entity " +
		"refused"
	if !strings.HasPrefix(said["insert"], want) {
		t.Errorf("%q", said["insert"])
	}
}

// A service without conditional copies answers both commits with 501, whatever stands there (bucket/rules.md, on
// conditional requests), and a policy that wants the header answers both with 403 (there, "Bucket policies"): nothing
// is lost where nothing is done, and no guard is praised. Where copies are compared, the second commit is refused
// because of the first.
func TestAGuardUnderWhichTheHarmIsNotDoneStopsNothing(t *testing.T) {
	const scene = `writer ann
writer ben
seed: create-bucket lake
seed: put-object lake/a a
seed: put-object lake/b b
ann: head-object lake/2
ben: head-object lake/2
ann: copy-object lake/2 source=lake/a
ben: copy-object lake/2 source=lake/b
`
	for _, c := range []struct{ setting, id, cell, why string }{
		{"set bucket.copy-conditions=refused\n", "if-none-match", "refuses 2",
			"Not done at all, but refused with 501 NotImplemented through nobody's doing: #6, #7."},
		{"", "if-none-match", "stops", ""},
		{"", "policy", "undone",
			"Not done at all, but refused with 403 AccessDenied by the policy, whoever comes first: #6, #7."},
		{"", "as-it-is", "allows", ""},
	} {
		table := underGuards(t, c.setting+scene)
		row, _ := table.Row(c.id)
		const harm = "~ lost-update"
		if cell, why := table.Cell(row, harm), table.Why(row, harm); cell != c.cell || why != c.why {
			t.Errorf("%s%s: %s %q, want %s %q", c.setting, c.id, cell, why, c.cell, c.why)
		}
		at, _, ok := table.Lead()
		if led := ok && strings.HasPrefix(table.Rows[at].ID, "if-none"); led != (c.setting == "") {
			t.Errorf("%sled to If-None-Match: %v", c.setting, led)
		}
	}
}

// Where a store refuses conditional writes, a put under If-Match is answered with 501 in each of the six orders
// (engine/bucket/rules.md, "Stores that do not take these conditions"): no update is lost, and that is no merit. The
// delete of a version takes no condition (DeleteObject), and goes without one in the row; one without a version is
// compared, and refused where the other was first.
func TestAGuardThatNoServiceTakesStopsNothing(t *testing.T) {
	const begin = "writer ann\nwriter ben\nseed: create-bucket buck\nseed: put-bucket-versioning buck Enabled\n" +
		"seed: put-object buck/k v1\nplan ben [get-object buck/k as r; put-object buck/k v2 if-match=$r.etag]\n"
	said := reasons(t, "set bucket.write-conditions=refused\n"+strings.Replace(begin, " if-match=$r.etag", "", 1)+
		"plan ann [get-object buck/k as r; put-object buck/k a]\n", "lost-update", explore.Budget{})
	const want = "refuses 6: None of 6 orders meets lost update. But in each of them there is put-object refused " +
		"with 501 NotImplemented: that is not done at all."
	if said["if-match"] != want {
		t.Errorf("%q, want %q", said["if-match"], want)
	}
	for _, deletes := range []string{"delete-object buck/k", "delete-object buck/k version-id=$r.version-id"} {
		said = reasons(t, begin+"plan ann [get-object buck/k as r; "+deletes+"]\n", "lost-update", explore.Budget{})
		if said["if-match"] != "stops: None of 6 orders meets lost update." { // by that of Ben's put
			t.Errorf("%s: %q", deletes, said["if-match"])
		}
	}
}

// Ben replaces without a look what Ann made from what she had read. Bare, nobody compares, and that has no mark; where
// Ann compares, the same order is a lost update (conflict/rules.md, "Silent: the service said yes"). The row of her
// guard stops nothing by that, typed or in a plan; where each makes what is not there, the guard that asks for that
// does.
func TestANameThatChangesStopsNothing(t *testing.T) {
	const moved = "-: None of 3 orders meets work replaced unread: such work is lost as lost update here."
	for name, begin := range map[string]string{
		"typed": "ann: get-object buck/k as g\nann: put-object buck/k a if-match=$g.etag\nben: put-object buck/k b\n",
		"planned": "plan ann [get-object buck/k as g; put-object buck/k a if-match=$g.etag]\n" +
			"plan ben [put-object buck/k b]\n",
	} {
		said := reasons(t, "writer ann\nwriter ben\nseed: create-bucket buck\nseed: put-object buck/k 0\n"+begin,
			"unread", explore.Budget{})
		for _, row := range []string{"as-it-is", "if-match"} {
			if said[row] != moved {
				t.Errorf("%s, %s: %q, want %q", name, row, said[row], moved)
			}
		}
	}
	said := reasons(t, "writer ann\nwriter ben\nseed: create-bucket buck\n"+
		"plan ann [put-object buck/k a]\nplan ben [put-object buck/k b]\n", "unread", explore.Budget{})
	if want := "stops: None of 2 orders meets work replaced unread."; said["if-none-match"] != want {
		t.Errorf("%q, want %q", said["if-none-match"], want)
	}
}

// Ann goes by whose text the marker holds, and Ben works whatever his put of it is answered: what is said is what he
// lacks, and not what she has. Where he goes by the answer under a condition no order ends so any more.
func TestWhoAsksForNoAnswerIsNamed(t *testing.T) {
	const ann = "writer ann\nwriter ben\nseed: create-bucket lake\nplan ann [put-object lake/m ann " +
		"if-none-match=* as m; on lost m [put-object lake/m ann if-none-match=* again=m as m]; " +
		"if m 200 [put-object lake/out-ann 1] else " +
		"[get-object lake/m as g; if g body=ann [put-object lake/out-ann 1]]]\nplan ben [get-object lake/m as g; " +
		"if g 404 [put-object lake/m ben"
	const both = "state object lake/out-ann body=1; state object lake/out-ben body=1"
	table, _ := asked(t, ann+"; put-object lake/out-ben 1]]\n", both)
	const want = "No guard here stops the end that was asked for. ben works behind put-object of lake/m whatever " +
		"that is answered, for no step of the plan decides by it: a guard that refuses it keeps nobody from the work."
	if got := table.Unstopped(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	table, cells := asked(t, ann+" if-none-match=* as m; if m 200 [put-object lake/out-ben 1]]]\n", both)
	if got := table.Unstopped(); got != "" || cells["as-it-is"] != "" && cells["as-it-is"] != "stops" {
		t.Errorf("%q, %q", got, cells)
	}
}

// Where nobody is refused no wish is left half way, and the halves are mixed all the same: the second to write goes
// over the first, which is its lost update.
func TestAWishThatNobodyRefusesIsNotWhole(t *testing.T) {
	const seed = "writer ann\nwriter ben\nseed: create-container ctr\nseed: put-blob ctr/a 0\nseed: put-blob ctr/b 0\n"
	const plan = "[get-blob ctr/a as a; get-blob ctr/b as b; wish w [put-blob ctr/a x if-match=$a.etag; " +
		"put-blob ctr/b x if-match=$b.etag]]\n"
	said := reasons(t, seed+"plan ann "+strings.ReplaceAll(plan, "x", "ann")+"plan ben "+
		strings.ReplaceAll(plan, "x", "ben"), "split-update", explore.Budget{})
	if !strings.HasPrefix(said["none"], "-: ") || !strings.Contains(said["none"], "there is lost update in ") {
		t.Errorf("%q", said["none"])
	}
}

// A merge leaves the properties alone that it does not name (table/rules.md, Merge Entity): two who change one property
// each and write the other back as they read it lose one of the two in the 4 of 6 orders in which both read first, and
// none where each names only its own. Where both change the same one nothing is written back, and there is no such row.
func TestAMergeOfOnesOwnLosesNothingOfAnother(t *testing.T) {
	const start = "writer ann\nwriter ben\nseed: create-table tab\nseed: insert-entity tab/p/r .a=0 .b=0\n"
	for _, verb := range []string{"insert-or-replace-entity", "update-entity"} {
		tag := map[string]string{"update-entity": " if-match=*"}[verb]
		text := start + "plan ann [get-entity tab/p/r as g; " + verb + " tab/p/r .a=1 .b=$g..b" + tag + "]\n" +
			"plan ben [get-entity tab/p/r as g; " + verb + " tab/p/r .a=$g..a .b=1" + tag + "]\n"
		said := reasons(t, text, "lost-update", explore.Budget{})
		for id, want := range map[string]string{"as-it-is": "allows 4", "merge": "stops: None of 6"} {
			if !strings.HasPrefix(said[id], want) {
				t.Errorf("%s%s: %q, want %s", text, id, said[id], want)
			}
		}
		_, list := overOrders(t, text, explore.Budget{})
		for _, o := range rowsOf(list)["merge"].Found.Outcomes {
			if end := o.String(); !strings.Contains(end, "a=1") || !strings.Contains(end, "b=1") {
				t.Errorf("%s%s", text, end)
			}
		}
	}
	same := "[get-entity tab/p/r as g; insert-or-replace-entity tab/p/r .a={$g..a + 1}]\n"
	_, list := overOrders(t, start+"plan ann "+same+"plan ben "+same, explore.Budget{})
	if _, there := rowsOf(list)["merge"]; there {
		t.Error("a row without anything to leave out")
	}
}

// reasons are what a table of all orders says of one harm, by the ids of its rows.
func reasons(t *testing.T, text, harm string, b explore.Budget) map[string]string {
	t.Helper()
	_, rows := overOrders(t, text, b)
	table := tableOf(rows)
	said := map[string]string{}
	for _, row := range table.Rows {
		for _, h := range table.Harms {
			if h.Name == harm {
				said[row.ID] = table.Cell(row, h) + ": " + table.Tell(row, h)
			}
		}
	}
	return said
}

// A copy whose source was deleted before is refused as it is, and without a guard; a policy that wants a condition
// refuses it in each order, for another reason (bucket/rules.md, "Bucket policies"). What is said of requests without
// any guard is what the row of these found.
func TestWhatIsSaidOfBareRequestsIsWhatTheyMeet(t *testing.T) {
	said := reasons(t, `writer ann
writer ben
seed: create-bucket lake
seed: put-object lake/k "0"
ben: delete-object lake/k
ann: copy-object lake/j source=lake/k
`, "gone", explore.Budget{})
	if !strings.HasPrefix(said["none"], "refuses 1: ") {
		t.Fatalf("without a guard: %q", said["none"])
	}
	const want = "-: None of 2 orders meets gone; without a guard it is met in 1 of 2 orders."
	if said["policy"] != want {
		t.Errorf("%q, want %q", said["policy"], want)
	}
}

// A row that takes leases of its own, each for a while, leaves none without an end and borrows none. Where no lease is
// taken at all, none is stopped.
func TestARowThatLocksTakesLeases(t *testing.T) {
	const id = "11111111-1111-1111-1111-111111111111"
	said := reasons(t, `writer ann
writer ben
seed: create-container hub
seed: put-blob hub/0 "0"
ann: acquire-blob-lease hub/0 duration=15 id=`+id+`
ann: put-blob hub/0 "1" lease=`+id+`
ben: acquire-blob-lease hub/0 duration=15 id=`+id+`
ben: put-blob hub/0 "2" lease=`+id+`
`, "borrowed-lease", explore.Budget{})
	if !strings.HasSuffix(said["lease"], ": each takes a lease of its own here.") ||
		!strings.HasSuffix(said["if-none-match"], ": no lease is taken here.") {
		t.Errorf("%q", said)
	}
	const endless = `writer ann
writer ben
seed: create-container state
seed: put-blob state/env "serial 7"
ann: acquire-blob-lease state/env duration=-1 as l
ann: set-blob-metadata state/env meta.lock=ann lease=$l.lease
ben: acquire-blob-lease state/env duration=-1
`
	said = reasons(t, endless, "lease-without-end", explore.Budget{})
	if !strings.HasPrefix(said["lease"], "stops: ") || !strings.HasPrefix(said["if-none-match"], "-: ") {
		t.Errorf("%q", said)
	}
	table := underGuards(t, endless)
	for id, want := range map[string]string{"lease": "stops", "none": "-", "if-none-match": "-"} {
		row, ok := table.Row(id)
		if cell := table.Cell(row, "  lease-without-end"); !ok || cell != want {
			t.Errorf("%s: %q, want %q", id, cell, want)
		}
	}
}

// bucket/rules.md, "Bucket policies": a policy that wants a condition refuses who sends none, whoever comes first. Work
// that nobody can do is lost by nobody; that is not said to be the guard's merit.
func TestARowInWhichNobodyWorksStopsNothing(t *testing.T) {
	said := reasons(t, `writer ann
writer ben
seed: create-bucket lake
ann: put-object lake/log/2 "a"
ben: put-object lake/log/2 "b"
`, "unread", explore.Budget{})
	if said["policy"] != "undone: None of 2 orders meets work replaced unread: nobody does the work in any of them." ||
		!strings.HasPrefix(said["if-none-match"], "stops: ") {
		t.Errorf("%q", said)
	}
}

// Who may only create is refused where something is there (blob/rules.md, If-None-Match *), and where its container is
// gone: in each of the 3 places of its put among the other's two requests. Nothing is lost there, for it is never done;
// a guard under which either may be the one who is refused does stop a loss.
func TestARowInWhichOneNeverWorksStopsNothing(t *testing.T) {
	const start = "writer ann\nwriter ben\nseed: create-container lake\nseed: put-blob lake/a 0\n"
	said := reasons(t, start+"plan ann [put-blob lake/a new]\nplan ben [snapshot-blob lake/a as s; "+
		"delete-container lake]\n", "lost-update", explore.Budget{})
	const want = "refuses 3: None of 3 orders meets lost update. But in each of them there is ann's put-blob " +
		"refused: that is not done at all."
	if said["if-none-match"] != want {
		t.Errorf("%q", said["if-none-match"])
	}
	said = reasons(t, start+"plan ann [get-blob lake/a; put-blob lake/a ann]\nplan ben [get-blob lake/a; "+
		"put-blob lake/a ben]\n", "lost-update", explore.Budget{})
	if !strings.HasPrefix(said["if-match"], "stops: ") || !strings.HasPrefix(said["if-none-match"], "undone: ") {
		t.Errorf("%q", said)
	}
}

// Who holds the lock that covers what it writes, and replaces work unread, is not counted: it had its turn. No row in
// which it does so is said to stop it.
func TestALockByAgreementDoesNotStopABlindWrite(t *testing.T) {
	text := twoPlans("seed: create-container lake\nseed: put-blob lake/lock x\nseed: put-blob lake/data 0\n"+
		"lock blob lake/lock covers blob lake/data\n", "acquire-blob-lease lake/lock duration=15 as l; "+
		"if l 201 [put-blob lake/data WHO]")
	said := reasons(t, text, "unread", explore.Budget{Jumps: 1})["as-it-is"]
	if !strings.HasPrefix(said, "-: None of 14 orders meets work replaced unread, for that is not counted") {
		t.Error(said)
	}
}

// A message is hidden for 30 s and its work takes 40 s (queue/rules.md, visibilitytimeout): who receives it again at
// 30 s is done with it at 70 s, the fourth timer behind 30, 40 and 60 s. Hidden for 42 s it is received again at 42 s,
// and done at 82 s, the third. With three timers that difference is one of the budget: nothing is brought, nothing is
// stopped. With four both do it twice, and nobody is stuck.
func TestADifferenceOfTheTimersIsNotTheGuards(t *testing.T) {
	text := twoPlans("seed: create-queue jobs\nseed: put-message jobs job1\n", "get-messages jobs as g; "+
		"if g 0 [wait 40s; does $g.0; delete-message $g.0 popreceipt=$g.0.receipt]")
	for _, c := range []struct {
		timers                int
		row, harm, cell, says string
	}{
		{3, "as-it-is", string(engine.DoneTwice), "none seen", "in some ann and ben wait for the clock"},
		{3, "hidden", string(engine.DoneTwice), "allows 6", "whether this guard brings it, more timers show"},
		{3, "hidden", explore.Stuck, "-", "As the requests are, who is stuck only waits for the clock"},
		{4, "as-it-is", string(engine.DoneTwice), "allows 16", ""},
		{4, "hidden", string(engine.DoneTwice), "allows 14", ""},
	} {
		_, rows := overOrders(t, text, explore.Budget{Jumps: c.timers})
		table := tableOf(rows)
		seen := false
		for _, row := range rows {
			for _, harm := range table.Harms {
				if row.ID != c.row || harm.Name != c.harm {
					continue
				}
				seen = true
				cell, says := table.Cell(row, harm), table.Tell(row, harm)
				if cell != c.cell || !strings.Contains(says, c.says) || strings.Contains(says, "This guard brings it") {
					t.Errorf("%d timers, %s, %s: %s. %s", c.timers, c.row, c.harm, cell, says)
				}
			}
		}
		if !seen {
			t.Errorf("%d timers: no cell %s of %s", c.timers, c.harm, c.row)
		}
	}
}
