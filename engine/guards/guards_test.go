package guards_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine/catalog"
	"interleave/engine/guards"
	"interleave/engine/scenario"
)

// twoReadOneLoses is the lost update of engine/blob/rules.md, "Marks of the races": both read the page, both write it,
// nobody compares.
const twoReadOneLoses = `writer ann "Ana"
writer ben "Ben"
seed: create-container wiki
seed: put-blob wiki/home one
ann: get-blob wiki/home as a
ben: get-blob wiki/home as b
ann: put-blob wiki/home "one and Ana's" from=a
ben: put-blob wiki/home "one and Ben's" from=b
`

// replayed is a scenario as a history that can be run again: what makes its start is done.
func replayed(text string) (in guards.ReplayInput, err error) {
	file, err := scenario.Parse("pages.race", []byte(text), catalog.Services())
	if err != nil {
		return in, err
	}
	in.What, in.World = "pages.race", catalog.New()
	for _, s := range file.Statements {
		for _, input := range s.Inputs {
			if !s.IsSetup() {
				in.Inputs = append(in.Inputs, input)
				continue
			}
			in.Start++
			if _, err := in.World.Step(in.Start, input); err != nil {
				return in, err
			}
		}
	}
	in.World.Freeze()
	return in, nil
}

// underGuards is the table of a history under each of the guards.
func underGuards(t testing.TB, text string) *guards.Table {
	t.Helper()
	in, err := replayed(text)
	if err != nil {
		t.Fatal(err)
	}
	return guards.New(in, func() bool { return false }).All()
}

// One history, under each guard in its turn.
func Example() {
	in, err := replayed(twoReadOneLoses)
	if err != nil {
		fmt.Println(err)
		return
	}
	runs := guards.New(in, func() bool { return false })
	table := runs.Table()
	for row, ok := runs.Next(); ok; row, ok = runs.Next() {
		table.Add(row)
	}
	for _, id := range []string{"none", "if-match"} {
		row, _ := table.Row(id)
		fmt.Printf("%s: lost update %s, stale write %s\n", row.Title, table.Cell(row, "~ lost-update"),
			table.Cell(row, "! stale-write"))
	}
	// Output:
	// none: lost update allows, stale write -
	// If-Match: lost update stops, stale write refuses 1
}

// What is replaced unread, because nobody had put a guard on it, is not stopped. The tags of a listing are guards too.
func TestAGuardThatOnlyHidesALossDoesNotStopIt(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\n"
	const late = "seed: put-blob wiki/lock l\nseed: put-blob wiki/x 0\nlock blob wiki/lock covers blob wiki/x\n" +
		"ann: acquire-blob-lease wiki/lock duration=15\nclock +16s\nben: acquire-blob-lease wiki/lock duration=15\n" +
		"ben: put-blob wiki/x ben\nann: put-blob wiki/x ann\n" // without their locks the two writes are as blind
	for _, c := range []struct{ lines, id, cell string }{
		{late, "as-it-is", "allows"}, {late, "none", "unread 1"}, {late, "lease", "stops"},
		{"ann: put-blob wiki/x one\nann: put-blob wiki/x two\nben: put-blob wiki/x three\n", "none", "unread 1"},
		{"ann: put-blob wiki/x one\nann: put-blob wiki/x two\nben: put-blob wiki/x three\n", "if-match", "allows"},
		{"seed: put-blob wiki/x v\nann: list-blobs wiki include=metadata\nben: list-blobs wiki include=metadata\n" +
			"ann: set-blob-metadata wiki/x meta.by=ann\nben: set-blob-metadata wiki/x meta.by=ben\n", "if-match",
			"stops"},
	} {
		table := underGuards(t, who+c.lines)
		row, _ := table.Row(c.id)
		anomaly := "~ lost-update"
		if c.lines == late {
			anomaly = "~ stale-holder"
		}
		if cell := table.Cell(row, anomaly); cell != c.cell {
			t.Errorf("%s under %s: %s, want %s", c.lines, c.id, cell, c.cell)
		}
	}
}

// The tag of a read that gives properties or metadata alone is a guard as well.
func TestTheTagOfMetadataIsHeard(t *testing.T) {
	table := underGuards(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container own\n"+
		"seed: put-blob own/p0 0\n"+
		"ann: get-blob-metadata own/p0\nben: get-blob-metadata own/p0\nann: set-blob-metadata own/p0 meta.by=ann\n"+
		"ben: set-blob-metadata own/p0 meta.by=ben\n")
	row, _ := table.Row("if-match")
	if cell := table.Cell(row, "~ lost-update"); cell != "stops" || len(row.Notes) > 0 {
		t.Errorf("%s, %q", cell, row.Notes)
	}
}

// The runs leave the world in which the history began as it is, and each begins there: a second table says the same.
func TestRunsBeginWhereTheHistoryBegan(t *testing.T) {
	in, err := replayed(twoReadOneLoses)
	if err != nil {
		t.Fatal(err)
	}
	before := in.World.Digest()
	first := guards.New(in, func() bool { return false }).All()
	second := guards.New(in, func() bool { return false }).All()
	if in.World.Digest() != before {
		t.Error("the runs changed the world that they begin in")
	}
	if len(first.Rows) < 4 || len(first.Rows) != len(second.Rows) {
		t.Fatalf("%d rows, then %d", len(first.Rows), len(second.Rows))
	}
	for i, row := range first.Rows {
		for _, anomaly := range first.Anomalies {
			if a, b := first.Cell(row, anomaly), second.Cell(second.Rows[i], anomaly); a != b {
				t.Errorf("%s, %s: %s, then %s", row.ID, anomaly, a, b)
			}
		}
	}
}

// What shows a cell ends with its first case, and is told as the referee tells it.
func TestACellHasItsShortestRunAndItsSentence(t *testing.T) {
	table := underGuards(t, twoReadOneLoses)
	row, ok := table.Row("none")
	if !ok {
		t.Fatal("there is no row without a guard")
	}
	told := row.Tell("~ lost-update")
	if told == "" || row.Tell("! stale-write") != "" {
		t.Errorf("it tells %q of the lost update and %q of a refusal that it has not", told, row.Tell("! stale-write"))
	}
	if n, all := len(row.Inputs("~ lost-update")), len(row.Inputs("! stale-write")); n == 0 || n > all {
		t.Errorf("the lost update takes %d of %d inputs", n, all)
	}
}

func TestAHistoryThatCannotBeComparedSaysWhy(t *testing.T) {
	runs := guards.New(guards.ReplayInput{None: "Nobody has done anything yet."}, func() bool { return false })
	if table := runs.All(); table.None != "Nobody has done anything yet." || len(table.Rows) > 0 || runs.Guards != 0 {
		t.Errorf("%q with %d rows", table.None, len(table.Rows))
	}
}

func TestStoppedRunsGiveNoRow(t *testing.T) {
	in, err := replayed(twoReadOneLoses)
	if err != nil {
		t.Fatal(err)
	}
	stopped := false
	runs := guards.New(in, func() bool { return stopped })
	if row, ok := runs.Next(); !ok || row.ID != "as-it-is" {
		t.Fatalf("the first row is %q, %v", row.ID, ok)
	}
	stopped = true
	if row, ok := runs.Next(); ok {
		t.Errorf("a row %q after the stop", row.ID)
	}
}

// Claims upon one another that nobody had looked at are no anomaly, and not nothing: the table says which guard leaves
// them, and which does not.
func TestTheTableTellsOfWhatIsReplacedUnread(t *testing.T) {
	table := underGuards(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container own\n"+
		"ann: put-blob own/p0 ann\nben: put-blob own/p0 ben\n")
	for id, told := range map[string]bool{"as-it-is": true, "none": true, "if-match": true, "if-none-match": false} {
		row, _ := table.Row(id)
		says := table.Unread(row)
		if told != (says == "Work is replaced unread once: the last writer wins, and that has no mark.") {
			t.Errorf("%s: %q", id, says)
		}
	}
}

// A value that ends by the expiry which another set to come sooner, with no look at both, is gone without a mark
// (conflict/rules.md, "An expiry"): it is not nothing either.
func TestTheTableTellsOfWhatEndsSooner(t *testing.T) {
	const taken = "writer ann \"Ana\"\nwriter ben \"Ben\"\nann: SET lock ann NX PX 3000\nclock +4s\n" +
		"ben: SET lock ben NX PX 30000\n"
	for lines, told := range map[string]bool{
		taken + "ann: PEXPIRE lock 100\nclock +1s\n":                               true,
		taken + "ann: PEXPIRE lock 100\n":                                          false, // it stands yet
		taken + "ann: PEXPIRE lock 40000\nclock +50s\n":                            false, // later than it was to
		taken + "ann: GET lock\nann: TTL lock\nann: PEXPIRE lock 100\nclock +1s\n": false, // who has read it
		taken + "ann: PEXPIRE lock 100\nben: PERSIST lock\nclock +1s\n":            false,
	} {
		table := underGuards(t, lines)
		row, _ := table.Row("as-it-is")
		says := table.Unread(row)
		if told != (says == "A value ends once by an expiry that another set to come sooner: that has no mark.") {
			t.Errorf("%s: %q", lines, says)
		}
	}
}

// Who has heard nothing of a try compares nothing in the next: its own text is what it wanted to put there, and may not
// be there (tair/rules.md, CAS: a row by it is of who heard a value).
func TestATryAgainComparesNothingThatWasNotHeard(t *testing.T) {
	table := underGuards(t, "writer ann \"Ana\"\nann: send SET lock ann NX PX 30000 as l\ndeliver l\nlose l\n"+
		"ann: SET lock ann NX PX 30000 again=l\n")
	row, _ := table.Row("cas")
	if row.Count("! own-echo") != 1 || row.Count("~ done-twice") != 0 {
		t.Errorf("by CAS: %d refused, %d done twice", row.Count("! own-echo"), row.Count("~ done-twice"))
	}
}

// A refusal that is no conflict has no column: the table says of it in which rows it stands.
func TestTheTableTellsOfPlainRefusals(t *testing.T) {
	table := underGuards(t, "writer ann \"Ana\"\nseed: create-container own\nann: put-blob own/x x if-match=abc\n")
	says := table.Refused()
	if len(table.Anomalies) != 0 || !strings.HasPrefix(says, "#2 is refused as it is") ||
		strings.Contains(says, "none") {
		t.Errorf("%v: %q", table.Anomalies, says)
	}
}

// A row in which nothing keeps a harm away does not say that it stops it: one without guards stops nothing; where no
// lease is taken none can be borrowed, and the request goes through all the same. A text that one writer put under two
// names is work done twice that no mark tells.
func TestOnlyAGuardStopsAHarm(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\n"
	const borrowed = "seed: put-blob wiki/p 0\nann: get-blob wiki/p\n" +
		"ann: acquire-blob-lease wiki/p duration=15 as l\n" +
		"ann: put-blob wiki/p 500 lease=$l.lease\nben: get-blob-properties wiki/p\ntell ben $l.lease\n" +
		"ann: change-blob-lease wiki/p lease=$l.lease id=guid:A as c\nben: get-blob wiki/p\n" +
		"ben: put-blob wiki/p 120 lease=guid:A\n"
	const proposed = "seed: put-blob wiki/p 0\nann: acquire-blob-lease wiki/p duration=15 id=guid:A\n" +
		"ben: acquire-blob-lease wiki/p duration=15 id=guid:A\nben: put-blob wiki/p 1 lease=guid:A\n"
	const again = "ann: send put-blob wiki/1 add if-none-match=* as one\ndeliver one\nlose one\n" +
		"ann: put-blob wiki/1 add if-none-match=* again=one\nann: put-blob wiki/2 add if-none-match=*\n"
	for _, c := range []struct{ lines, anomaly, id, cell, why string }{
		{borrowed, "~ borrowed-lease", "as-it-is", "allows", ""},
		{borrowed, "~ borrowed-lease", "none", "-", "#9 goes through all the same."},
		{borrowed, "~ borrowed-lease", "if-match", "-", "#9 goes through all the same."},
		{borrowed, "~ borrowed-lease", "if-none-match", "undone", "Nobody does the work"},
		{borrowed, "~ borrowed-lease", "lease", "-", "#9 goes through all the same."},
		{proposed, "~ borrowed-lease", "as-it-is", "allows", ""},
		{proposed, "~ borrowed-lease", "if-none-match", "-", "#4 is left out: none is borrowed."},
		{proposed, "~ borrowed-lease", "lease", "-", "Each takes a lease of its own here, and #4 is left out"},
		{again, "~ done-twice", "none", "allows", ""},
		{again, "~ done-twice", "as-it-is", "no conflict", "under two names, as wiki/1 and wiki/2."},
	} {
		table := underGuards(t, who+c.lines)
		row, ok := table.Row(c.id)
		if cell := table.Cell(row, c.anomaly); !ok || cell != c.cell {
			t.Errorf("%s under %s: %q, want %q", c.anomaly, c.id, cell, c.cell)
		}
		if why := table.Why(row, c.anomaly); !strings.Contains(why, c.why) || c.why == "" && why != "" {
			t.Errorf("%s under %s: %q, want %q", c.anomaly, c.id, why, c.why)
		}
	}
	if told := underGuards(t, who+again).About("~ done-twice"); !strings.HasPrefix(told,
		"~ done-twice happens under none, at wiki/1.") {
		t.Error(told)
	}
}

// A policy is put on a bucket as soon as there is one: also where the history makes it. It then refuses what it is to
// refuse, as it does over all orders (bucket/rules.md, "Bucket policies").
func TestAPolicyStandsOnABucketThatTheHistoryMakes(t *testing.T) {
	table := underGuards(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\nann: create-bucket lake\n"+
		"ann: put-object lake/k 1\nben: put-object lake/k 2\n")
	row, ok := table.Row("policy")
	if cell := table.Cell(row, "! policy"); !ok || cell != "refuses 2" {
		t.Errorf("policy: %q", cell)
	}
}

// What is prepared is a request too, and those behind it have other numbers: what the history does with one that it did
// not name is done with the same one. A policy keeps no answer from being lost, nor a retry from meeting the first try.
func TestARequestKeepsTheNameThatItGotInTheHistory(t *testing.T) {
	table := underGuards(t, "writer ann \"Ana\"\nann: create-bucket lake\n"+
		"ann: send put-object lake/k 1 if-none-match=*\ndeliver r2\nlose r2\n"+
		"ann: send put-object lake/k 1 if-none-match=* again=r2\ndeliver r3\nanswer r3\n")
	row, ok := table.Row("policy")
	if !ok || table.Cell(row, "? no-answer") != "allows" || table.Cell(row, "! own-echo") != "refuses 1" {
		t.Errorf("policy: %q, %q", table.Cell(row, "? no-answer"), table.Cell(row, "! own-echo"))
	}
}

// The ETag of a part is none of the object (bucket/rules.md, "Multipart life cycle"): it is no guard of the completion.
func TestTheTagOfAPartIsNoGuard(t *testing.T) {
	table := underGuards(t, "writer ann \"Ana\"\nseed: create-bucket lake\nann: create-multipart-upload lake/k as u\n"+
		"ann: upload-part lake/k one upload=$u.upload part=1 as p\n"+
		"ann: complete-multipart-upload lake/k [1=$p.etag] upload=$u.upload as c\n")
	row, ok := table.Row("if-match")
	if note := strings.Join(row.Notes, " "); !ok || !strings.Contains(note, "No tag was heard before COMPLETE #4") {
		t.Errorf("%q", note)
	}
}

// A lease that a history takes itself stands in the way of its delete, so that Ben's metadata are overwritten behind
// it. Bare requests without the lease delete the container first, and no metadata are there to lose: a row that leaves
// the lease out stops nothing that is not there without any guard either.
func TestWhatLeavingTheLocksOutKeepsAwayIsNotStopped(t *testing.T) {
	table := underGuards(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\n"+
		"ann: get-container-properties wiki as a\nann: acquire-container-lease wiki duration=30\n"+
		"ann: delete-container wiki\nben: set-container-metadata wiki meta.b=2\n"+
		"ann: set-container-metadata wiki meta.a=1 from=a\n")
	const lost = "~ lost-update"
	for id, want := range map[string]string{"as-it-is": "allows", "none": "-", "if-unmodified-since": "-"} {
		row, ok := table.Row(id)
		if cell := table.Cell(row, lost); !ok || cell != want {
			t.Errorf("%s: %q, want %q", id, cell, want)
		}
		why := table.Why(row, lost)
		if id == "if-unmodified-since" && !strings.Contains(why, "this one does not stop it") {
			t.Error(why)
		}
	}
}
