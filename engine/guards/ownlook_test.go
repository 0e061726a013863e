package guards_test

import (
	"strings"
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/guards"
)

// rules.md of bucket, "Which answer, which reaction": a refusal of a try again says nothing of whose thing is there,
// and a read that compares the body does.
func TestWhoIsRefusedLooksForItsOwnText(t *testing.T) {
	const start = `writer ann "Ana"
writer ben "Ben"
seed: create-container jobs
`
	const lost = "ann: send put-blob jobs/m ann if-none-match=* as m1\ndeliver m1\nlose m1\n"
	for _, row := range []struct{ lines, says string }{
		{lost + "ann: put-blob jobs/m ann if-none-match=* again=m1\n", "shows its own text: its try before was done"},
		{"ben: put-blob jobs/m ben if-none-match=*\nann: send put-blob jobs/m ann if-none-match=* as m1\nlose m1\n" +
			"ann: put-blob jobs/m ann if-none-match=* again=m1\n", "shows another text: somebody else was first"},
		{"ben: put-blob jobs/m x if-none-match=*\nann: send put-blob jobs/m x if-none-match=* as m1\nlose m1\n" +
			"ann: put-blob jobs/m x if-none-match=* again=m1\n", "shows another text: somebody else was first"},
		{"ben: put-blob jobs/m ben:ann if-none-match=*\n" +
			"ann: send put-blob jobs/m ben:ann if-none-match=* as m1\nlose m1\n" +
			"ann: put-blob jobs/m ben:ann if-none-match=* again=m1\n", "a text has to name its writer"},
		{"ann: put-blob jobs/m ann if-none-match=*\nben: put-blob jobs/m ben if-none-match=*\n", ""},
	} {
		found, ok := underGuards(t, start+row.lines).Row("own-text")
		notes := strings.Join(found.Notes, " ")
		if ok != (row.says != "") || !strings.Contains(notes, row.says) {
			t.Errorf("%s: %t, %q, want %q", row.lines, ok, notes, row.says)
		}
	}
}

// Whose create had no answer and who reads another's marker then leaves the work to that one, whatever the marker is:
// rules.md of bucket, "Which answer, which reaction": compare what is there with one's own body. Its own text it goes
// on behind. A text that both would write names its writer then, as over all orders; of one that names both, nobody
// can tell, and a HEAD shows none at all: a read behind it does.
func TestWhoReadsAnothersMarkerLeavesTheWork(t *testing.T) {
	for _, c := range []struct{ create, read, twice, says string }{
		{"put-object jobs/m WHO if-none-match=*", "get-object jobs/m", "stops", "whose text it shows: GET #5."},
		{"insert-entity rows/p/m .owner=WHO", "get-entity rows/p/m", "stops", "whose text it shows: GET #5."},
		{"SET m WHO NX", "GET m", "stops", "whose text it shows: GET #5."},
		{"SET m taken NX", "GET m", "stops", "The text names its writer: SET #3, SET #4."},
		{"SET m ben:ann NX", "GET m", "allows", "a text has to name its writer"},
		{"put-object jobs/m taken if-none-match=*", "head-object jobs/m", "stops",
			"whose text a read behind it shows, as it shows none: HEAD #5."},
		{"put-object jobs/m ben:ann if-none-match=*", "head-object jobs/m", "allows", "a text has to name its writer"},
	} {
		who := func(by string) string { return strings.ReplaceAll(c.create, "WHO", by) }
		start := "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket jobs\nseed: create-table rows\n"
		table := underGuards(t, start+"ann: "+who("ann")+"\nann: does job\nben: send "+who("ben")+
			" as b\nlose b\nben: "+c.read+"\nben: does job\n")
		row, ok := table.Row("own-text")
		notes := strings.Join(row.Notes, " ")
		if !ok || table.Cell(row, "~ done-twice") != c.twice || !strings.Contains(notes, c.says) {
			t.Errorf("%s: %t, %q", c.create, ok, notes)
			continue
		}
		row, ok = underGuards(t, start+"ann: send "+who("ann")+" as a\ndeliver a\nlose a\nann: "+c.read+
			"\nann: does job\n").Row("own-text")
		if !ok || len(row.Notes) > 0 {
			t.Errorf("%s, its own: %t, %q", c.create, ok, row.Notes)
		}
	}
}

// Whose create was refused and who reads another's marker then leaves the work to that one as well, whatever the marker
// is; whose own try made it goes on. A row gives its properties by name, in whatever order they were sent. A text that
// both would write names its writer; one that names both tells nothing.
func TestWhoIsRefusedByAnothersMarkerLeavesTheWork(t *testing.T) {
	for _, c := range []struct{ create, twice string }{
		{"put-object jobs/m WHO if-none-match=*", "stops"},
		{"insert-entity rows/p/m .owner=WHO .n=5", "stops"},
		{"SET m WHO NX", "stops"},
		{"EXSET m WHO NX", "stops"},
		{"SET m taken NX", "stops"},
		{"SET m ben:ann NX", "allows"},
	} {
		who := func(by string) string { return strings.ReplaceAll(c.create, "WHO", by) }
		table := underGuards(t, "writer ann\nwriter ben\nseed: create-bucket jobs\nseed: create-table rows\n"+
			"ann: send "+who("ann")+" as a\ndeliver a\nlose a\nann: "+who("ann")+" again=a\nann: does job\n"+
			"ben: "+who("ben")+"\nben: does job\n")
		row, ok := table.Row("own-text")
		notes := strings.Join(row.Notes, " ")
		if !ok || table.Cell(row, "~ done-twice") != c.twice || !strings.Contains(notes, "its try before was done") ||
			strings.Contains(notes, "left to another") != (c.twice == "stops") {
			t.Errorf("%s: %t, %q, %q", c.create, ok, table.Cell(row, "~ done-twice"), notes)
		}
	}
}

// The same of a log: who has read that its own entry stands does not write it under the next number, and whoever finds
// another's there does.
func TestWhoHasReadItsOwnEntryWritesNoSecondOne(t *testing.T) {
	const put = "put-object lake/N \"by WHO\" if-none-match=*"
	as := func(who, n string) string { return strings.NewReplacer("WHO", who, "N", n).Replace(put) }
	table := underGuards(t, "writer ann\nwriter ben\nseed: create-bucket lake\nann: send "+as("ann", "7")+
		" as a\ndeliver a\nlose a\nann: "+as("ann", "7")+" again=a\nann: "+as("ann", "8")+" again=a\n"+
		"ben: "+as("ben", "7")+" as b\nben: "+as("ben", "8")+" again=b\n")
	made, _ := table.Row("as-it-is")
	row, ok := table.Row("own-text")
	notes := strings.Join(row.Notes, " ")
	if !ok || table.Cell(made, "~ done-twice") != "allows" || table.Cell(row, "~ done-twice") != "stops" ||
		row.Count("! already-there") != 1 || !strings.Contains(notes, "a read has shown that it is done: PUT #4") {
		t.Errorf("%t, %q, %d, %q", ok, table.Cell(row, "~ done-twice"), row.Count("! already-there"), notes)
	}
}

// In the order that happened and over all orders own text is one guard: what it keeps away over all it keeps away in
// each. A HEAD is a GET in the plans, and that is said; a text with the writer's title in it names that writer.
func TestOwnTextIsOneGuardInOneOrderAndInAll(t *testing.T) {
	const plan = "put-object jobs/m taken if-none-match=* as m; on lost m [head-object jobs/m as h; " +
		"if h 200 [does job]]; if m 200 [does job]"
	cells := map[string]string{}
	table := overOne(t, twoPlans("seed: create-bucket jobs\n", plan))
	for _, row := range table.Rows {
		if row.ID == "own-text" {
			said := strings.Join(row.Notes, " ")
			const reads = "ann reads jobs/m by get-object in the place of head-object, which shows no text."
			if !strings.Contains(said, reads) {
				t.Errorf("the plans: %s", said)
			}
			for _, harm := range table.Harms {
				cells[harm.Name] = table.Cell(row, harm)
			}
		}
	}
	if cells["done-twice"] != "stops" {
		t.Errorf("over all orders: %v", cells)
	}
}

// A text that has its writer's title in it, in small letters, names it: no name is written behind it. The same under
// the next number is the same elsewhere, with and without again=: in no order the text stands twice.
func TestATitleInATextNamesItsWriter(t *testing.T) {
	_, s := enginetest.Searched(t, "writer a \"App\"\nseed: create-bucket lake\nplan a [put-object lake/2 \"by app\" "+
		"if-none-match=* as m; on lost m [put-object lake/2 \"by app\" if-none-match=* again=m as m]; "+
		"if m 412 [put-object lake/3 \"by app\" if-none-match=* as n]]\n")
	row := rowsOf(guards.Orders(s.Input, explore.Budget{Faults: 1}, nil, nil))["own-text"]
	said := strings.Join(row.Notes, " ")
	if !strings.Contains(said, `tries it elsewhere only where a read of lake/2 does not show "by app".`) {
		t.Error(said)
	}
	for _, end := range row.Found.Outcomes {
		if len(end.End) > 2 { // the bucket is one
			t.Errorf("it ends with %v", end.End)
		}
	}
}
