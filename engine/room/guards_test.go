package room_test

import (
	"fmt"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/enginetest"
	"interleave/engine/guards"
	"interleave/engine/races"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/engine/scenario"
)

// race is a session with a race of the library, which nobody has played.
func race(t testing.TB, name string) *room.Room {
	t.Helper()
	return roomtest.Race(t, name)
}

func rowsOf(t *guards.Table) (ids []string) {
	for _, row := range t.Rows {
		ids = append(ids, row.ID)
	}
	return ids
}

// The expectations come from the tables of marks in the services' rules.md and from what the guards are documented to
// do; the reason stands beside each.
var guardCases = []struct {
	race, why string
	rows      []string
	cells     []string // row, harm = cell
}{
	{"blob/wiki.race", "marks-blob R01 and R02: both read v4; a condition refuses the second, nothing refuses it " +
		"without",
		[]string{"as-it-is", "none", "if-match", "if-none-match", "if-unmodified-since", "lease"}, []string{
			"as-it-is, ! stale-write = refuses 1", "as-it-is, ~ lost-update = stops",
			"none, ~ lost-update = allows", "none, ! stale-write = -",
			"if-match, ~ lost-update = stops", "if-match, ! stale-write = refuses 1",
			"if-none-match, ! already-there = refuses 2", // the page is there: neither may create it
			"if-unmodified-since, ! stale-write = refuses 1", "if-unmodified-since, ~ lost-update = stops",
			// Ben waits, reads what Ana wrote, then sends the text that he made from v4: hers is not in it
			"lease, ! leased = refuses 1", "lease, ~ lost-update = overwrites 1",
		}},
	{"blob/wiki-no-guard.race",
		"marks-blob R02: the guard decides, so the table is that of the race with a guard, but for its first row", nil,
		[]string{
			"as-it-is, ~ lost-update = allows", "as-it-is, ! stale-write = -", "none, ~ lost-update = allows",
			"if-match, ! stale-write = refuses 1",
			"if-match, ~ lost-update = stops", "lease, ~ lost-update = overwrites 1"}},
	{"blob/r23-one-second-hole-in-dates.race",
		"marks-blob R23: a date cannot tell two writes of one second apart, a tag can",
		nil, []string{"if-unmodified-since, ~ same-number = allows 2", "if-match, ~ same-number = stops",
			"if-match, ~ lost-update = stops"}},
	{"queue/q02-slow-worker.race",
		"marks-queue Q2: Ana is too slow; hidden until she is done, the message is not received again; the newest " +
			"receipt that she heard is the one that she sends",
		[]string{"as-it-is", "hidden", "receipt"}, []string{"as-it-is, ~ done-twice = allows",
			"as-it-is, ! old-receipt = refuses 1", "receipt, ~ done-twice = allows",
			"receipt, ! old-receipt = refuses 1",
			"hidden, ~ done-twice = stops", "hidden, ! old-receipt = -"}},
	{"table/t02-lost-update-with-the-wildcard.race",
		"marks-queue-table T1, T2: a tag refuses, a star compares nothing; an insert meets the row",
		[]string{"as-it-is", "none", "if-match", "if-match-any", "insert"},
		[]string{"as-it-is, ~ lost-update = allows", "none, ~ lost-update = allows",
			"if-match-any, ~ lost-update = allows", "if-match, ~ lost-update = stops",
			"if-match, ! stale-write = refuses 1", "insert, ! already-there = refuses 2"}},
	{"table/t08-group-against-a-single-writer.race",
		"marks-queue-table T8: the group's inner condition is a guard like any other", nil, []string{
			"as-it-is, ! stale-write = refuses 1", "none, ~ lost-update = allows",
			"if-match, ! stale-write = refuses 1",
			"if-match-any, ~ lost-update = allows"}},
	{"bucket/r04-fresh-tag-old-content.race", "marks-s3 4: a HEAD's tag over old content; the tag that came with " +
		"the content stays old and is refused again; a policy wants a header, not a merge",
		[]string{"as-it-is", "none", "if-match", "if-none-match", "policy"},
		[]string{"as-it-is, ~ guard-defeated = allows", "as-it-is, ! stale-write = refuses 1",
			"none, ~ guard-defeated = -", "none, ~ lost-update = allows", "if-match, ~ guard-defeated = stops",
			"if-match, ! stale-write = refuses 2",
			"policy, ~ guard-defeated = allows", "if-none-match, ! already-there = refuses 3"}},
	{"bucket/r14-with-and-without-conditions.race",
		"marks-s3 14: Ben's PUT without a header meets the policy, so Ana's passes", nil, []string{
			"as-it-is, ! stale-write = refuses 1", "none, ~ lost-update = allows", "policy, ! policy = refuses 1",
			"policy, ! stale-write = -"}},
	{"tair/r01-last-writer-wins-key_1.race", "marks-tair 1: plain strings; CAS compares the value that was read",
		[]string{"as-it-is", "none", "cas", "versioned", "nx"},
		[]string{"none, ~ lost-update = allows", "cas, ~ lost-update = stops", "cas, ! stale-write = refuses 1",
			"versioned, ~ lost-update = stops", "versioned, ! stale-write = refuses 1"}},
	{"tair/r02-optimistic-lock-exset-ver-key_2.race", "marks-tair 2: VER refuses; without it the same words overwrite",
		[]string{"as-it-is", "none", "ver", "excas", "nx"},
		[]string{"as-it-is, ! stale-write = refuses 1", "none, ~ lost-update = allows", "ver, ~ lost-update = stops",
			"ver, ! stale-write = refuses 1", "excas, ! stale-write = refuses 1"}},
	{"tair/plan-exget-exset.race", "the loop: without VER the first write of each is OK, so nobody comes to a " +
		"second round, and two of three ones are lost", nil, []string{
		"as-it-is, ! stale-write = refuses 3", "none, ~ lost-update = allows 2", "ver, ~ lost-update = stops"}},
	{"tair/r05-version-refreshed-value-not-rebuilt.race",
		"marks-tair 5: CAS_FAILED tells the version, EXSET's error does not", nil, []string{
			"as-it-is, ~ guard-defeated = allows", "excas, ~ guard-defeated = allows", "ver, ~ guard-defeated = stops",
			"ver, ! stale-write = refuses 2"}},
	{"tair/r18-watch-against-excas.race", "marks-tair 18: the watch is the guard, and goes with it", nil,
		[]string{"as-it-is, ! stale-write = refuses 1"}},
	{"share/f16-read-modify-write.race", "marks-files F16, F1, F12: the second open, or the second lock, has to wait",
		[]string{"as-it-is", "none", "share-none", "byte-lock"},
		[]string{"as-it-is, ~ lost-update = allows", "none, ~ lost-update = allows",
			"share-none, ~ lost-update = stops", "share-none, ! shared-file = refuses 1",
			"byte-lock, ~ lost-update = stops", "byte-lock, ! shared-file = refuses 1"}},
}

func TestGuardsOfTheDocumentedRaces(t *testing.T) {
	for _, c := range guardCases {
		t.Run(strings.TrimSuffix(c.race[strings.IndexByte(c.race, '/')+1:], ".race"), func(t *testing.T) {
			table := race(t, c.race).CompareGuards()
			if table.None != "" || table.What != path.Base(c.race) {
				t.Fatalf("%q is compared, none: %q", table.What, table.None)
			}
			if c.rows != nil && !slices.Equal(rowsOf(table), c.rows) {
				t.Errorf("rows %v, want %v", rowsOf(table), c.rows)
			}
			for _, want := range c.cells {
				id, rest, _ := strings.Cut(want, ", ")
				harm, cell, _ := strings.Cut(rest, " = ")
				row, ok := table.Row(id)
				if !ok || !slices.Contains(table.Anomalies, harm) {
					t.Errorf("there is no %s: rows %v, harms %v (%s)", want, rowsOf(table), table.Anomalies, c.why)
				} else if got := table.Cell(row, harm); got != cell {
					t.Errorf("%s, %s = %s, want %s (%s)", id, harm, got, cell, c.why)
				}
			}
		})
	}
}

// The row without changes has just the marks that the file has up to its first `back` or goal: behind a goal stands the
// way of its author, which nobody has gone.
func TestTheSceneAsItIsHasTheMarksOfTheFile(t *testing.T) {
	for n, name := range races.All() {
		if n%enginetest.Part(1, 2) != 0 {
			continue
		}
		result := enginetest.Ran(t, name)
		var want []string
		goal := false
		for _, o := range result.Outcomes {
			if goal = o.Statement.Kind == scenario.Goal; goal || o.Statement.Kind == scenario.Back {
				break
			}
			for _, marks := range o.Marks {
				for _, m := range marks {
					if m.Kind != "" && !slices.Contains(want, string(m.Severity)+" "+string(m.Kind)) {
						want = append(want, string(m.Severity)+" "+string(m.Kind))
					}
				}
			}
		}
		runs := race(t, name).GuardRuns(func() bool { return false })
		table := runs.Table()
		if row, ok := runs.Next(); ok { // the others are compared in the documented races
			table.Add(row)
		}
		if table.None != "" {
			if !goal || len(want) > 0 { // in front of a goal there may be nothing to compare
				t.Errorf("%s: %s", name, table.None)
			}
			continue
		}
		var got []string
		for _, harm := range table.Anomalies {
			if harm[0] != ' ' && table.Rows[0].Count(harm) > 0 { // a blank is no mark
				got = append(got, harm)
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(want, got) {
			t.Errorf("%s: as it is %v, the file has %v", name, got, want)
		}
	}
}

// Every cell can be opened: the branch shows what the cell says, undo goes back, and doing it again comes back.
func TestEveryCellOpensItsExampleAsABranch(t *testing.T) {
	for _, c := range guardCases {
		name := c.race
		r := race(t, name)
		table := r.CompareGuards()
		for _, row := range table.Rows {
			for _, harm := range table.Anomalies {
				before, branches := r.View(), len(r.View().Branches())
				if _, err := r.LoadGuard(table, row.ID, harm); err != nil {
					t.Fatalf("%s, %s, %s: %v", name, row.ID, harm, err)
				}
				v := r.View()
				fresh := ""
				for _, m := range v.Fresh() {
					if m.Kind != "" && string(m.Severity)+" "+string(m.Kind) == harm {
						fresh = harm
					}
				}
				if (row.Count(harm) > 0) != (fresh != "") {
					t.Errorf("%s, %s: the cell %s says %s, the branch has %v", name, row.ID, harm,
						table.Cell(row, harm), v.Fresh())
				}
				if v.Digest() == before.Digest() || len(v.Branches()) < branches {
					t.Errorf("%s, %s: nothing was loaded", name, row.ID)
				}
				if err := r.Undo(); err != nil || r.View().Digest() != before.Digest() || r.View().Past != before.Past {
					t.Fatalf("%s, %s: undo leads to record %d, was %d, past %v, %v", name, row.ID, r.View().Record,
						before.Record, r.View().Past, err)
				}
				if err := r.Redo(); err != nil || r.View().Digest() != v.Digest() {
					t.Fatalf("%s, %s: doing it again leads to record %d, was %d, %v", name, row.ID, r.View().Record,
						v.Record, err)
				}
				if err := r.Undo(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

func TestHandsAreComparedAsTheyWere(t *testing.T) {
	r := room.New(catalog.New, room.Options{})
	if table := r.CompareGuards(); table.None == "" {
		t.Fatal("an empty session has a table")
	}
	send := func(by, verb string, args ...string) {
		t.Helper()
		if _, err := r.Send(engine.Send{By: by, Verb: verb, Args: engine.Args(args...)}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := r.Do(engine.AddWriter{ID: "ann", Title: "Ana"},
		engine.AddWriter{ID: "ben", Title: "Ben"}); err != nil {
		t.Fatal(err)
	}
	send("ann", "create-container", "path", "docs")
	send("ann", "put-blob", "path", "docs/b", "body", "one")
	send("ben", "get-blob", "path", "docs/b")
	send("ann", "put-blob", "path", "docs/b", "body", "two")
	send("ben", "put-blob", "path", "docs/b", "body", "his")
	before := r.View()
	table := r.CompareGuards()
	if table.What != "the branch main" || r.View().Digest() != before.Digest() || r.View().Last != before.Last {
		t.Fatalf("%q was compared, the session went to record %d of %d", table.What, r.View().Record, r.View().Last)
	}
	for id, want := range map[string]string{"as-it-is": "allows", "none": "allows", "if-match": "stops",
		"lease": "stops"} {
		row, _ := table.Row(id)
		if got := table.Cell(row, "~ lost-update"); got != want {
			t.Errorf("%s: %s, want %s; it says %v", id, got, want, row.Notes)
		}
	}
	row, _ := table.Row("if-match")
	if told := strings.Join(row.Notes, " "); !strings.Contains(told, "There is no such guard for PUT #1.") ||
		!strings.Contains(told, "No tag was heard before PUT #2") {
		t.Errorf("what cannot be guarded is not told: %q", told)
	}
	if _, err := r.LoadGuard(table, "if-match", "! stale-write"); err != nil {
		t.Fatal(err)
	}
	if m := r.View().Troubles(); len(m) != 1 || m[0].Kind != "stale-write" || m[0].Whose != "ben" {
		t.Fatalf("the branch has %v", m)
	}
	if _, err := r.LoadGuard(table, "seal", "! stale-write"); err == nil {
		t.Error("a guard that is no row is loaded")
	}
}

// The same table comes out of the same session, whatever was compared before.
func TestComparingIsPure(t *testing.T) {
	r := race(t, "blob/r09-stale-lease-holder.race")
	text := func() string {
		table, out := r.CompareGuards(), ""
		for _, row := range table.Rows {
			out += fmt.Sprint(row.ID, row.Notes)
			for _, harm := range table.Anomalies {
				out += " " + table.Cell(row, harm) + row.Tell(harm)
			}
		}
		return out
	}
	first := text()
	if again := text(); again != first {
		t.Errorf("twice:\n%s\n%s", first, again)
	}
}

// An opened example is a branch of its own: the script goes on where it stood, and the branch can be found again by its
// guard's name.
func TestAnExampleLeavesTheScriptWhereItStood(t *testing.T) {
	r, _ := wiki(t)
	table := r.CompareGuards()
	if _, err := r.LoadGuard(table, "none", "~ lost-update"); err != nil {
		t.Fatal(err)
	}
	if v := r.View(); v.Branch != "none" || v.Past || v.Next == "" {
		t.Fatalf("on %s, past %v, next %q", v.Branch, v.Past, v.Next)
	}
	if did, err := r.Step(); err != nil || did != "the answer of #9" {
		t.Fatalf("what is due there is the answer under way, not the script: %q, %v", did, err)
	}
	if err := r.Switch("main"); err != nil {
		t.Fatal(err)
	}
	toConflict(t, r)
	if m := r.View().Troubles(); r.View().Branch != "main" || len(m) != 1 || m[0].Kind != "stale-write" {
		t.Fatalf("the script on %s comes to %v", r.View().Branch, m)
	}
	if _, err := r.LoadGuard(table, "none", "~ lost-update"); err != nil || r.View().Branch != "none" ||
		len(r.View().Branches()) != 2 {
		t.Fatalf("opened again: %s of %d branches, %v", r.View().Branch, len(r.View().Branches()), err)
	}
	if err := r.Undo(); err != nil || r.View().Branch != "main" || len(r.View().Troubles()) != 1 ||
		r.View().RedoName != "the run under none" {
		t.Fatalf("undo leads to %s, %v", r.View().Branch, err)
	}
}

// What a guard cannot do it says, and leaves the request as it would be without: a line that would be no command any
// more is no guard's merit, a lock of handles does not know a path, and nobody tries again what has succeeded.
func TestAGuardTellsWhatItCannotGuard(t *testing.T) {
	const head = "writer x \"X\"\nseed: EXSET d v\nx: EXGET d as x1\n"
	for _, c := range []struct{ file, row, told string }{
		{head + "x: EXSET d a ABS 7\n", "ver", ""}, // what is compared stands in the place of what is set
		{head + "x: EXSET d a ABS 7\n", "excas", ""},
		{head + "x: EXSET d a EX 10 FLAGS 3\n", "ver", ""},
		{head + "x: EXSET d a EX 10 FLAGS 3\n", "excas", "There is no such guard for EXSET #3."},
		{head + "x: EXSET d a PX 10000 KEEPTTL\n", "excas", ""},
		{"share/f01-the-lock-that-works.race", "byte-lock", "There is no such guard for PUT #6, PUT #10."},
		{"tair/plan-exget-exset.race", "none",
			"Not tried again, because the try before has succeeded here: EXSET #10, EXSET #11, EXSET #13."},
	} {
		r := room.New(catalog.New, room.Options{})
		if strings.HasSuffix(c.file, ".race") {
			r = race(t, c.file)
		} else if err := r.Load("test.race", []byte(c.file)); err != nil {
			t.Fatal(err)
		}
		row, ok := r.CompareGuards().Row(c.row)
		if !ok || strings.Join(row.Notes, " ") != c.told {
			t.Errorf("%s of %q tells %q, it should tell %q", c.row, c.file, row.Notes, c.told)
		}
	}
}

// The runs and the look at a branch work on what the room was: others act meanwhile, and find the room free.
func TestTheRoomIsFreeWhileGuardsRunAndBranchesAreRead(t *testing.T) {
	r := race(t, "blob/wiki.race")
	for range 20 {
		_, _ = r.Step()
	}
	whole := r.CompareGuards()
	main := r.ViewOf("main")
	runs := r.GuardRuns(func() bool { return false })
	table := runs.Table()
	var all sync.WaitGroup
	all.Go(func() {
		for row, ok := runs.Next(); ok; row, ok = runs.Next() {
			table.Add(row)
		}
	})
	all.Go(func() {
		for range 20 {
			if v := r.ViewOf("main"); v == nil || v.Log().Len() < main.Log().Len() {
				t.Error("main has become shorter")
			}
		}
	})
	for i := range 50 {
		if _, err := r.Send(write("ben", fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	all.Wait()
	if len(table.Rows) != runs.Guards || len(whole.Rows) != runs.Guards {
		t.Fatalf("%d rows, %d in one go, %d guards", len(table.Rows), len(whole.Rows), runs.Guards)
	}
	for i, row := range whole.Rows {
		for _, harm := range whole.Anomalies {
			if got, want := table.Cell(table.Rows[i], harm), whole.Cell(row, harm); got != want {
				t.Errorf("%s, %s = %s; before anybody acted it was %s", row.ID, harm, got, want)
			}
		}
	}
}

// Each piece is done once and before the call returns: with more processors than pieces, right behind another call, and
// when those who helped have gone meanwhile.
func TestEachPieceIsDoneOnce(t *testing.T) {
	for _, processors := range []int{0, 1, 2, 3, 8} {
		each := room.SideBySide(processors)
		for round := range 300 {
			for _, n := range []int{0, 1, 2, 16} {
				done := make([]int, n)
				each(n, func(i int) { done[i]++ })
				if slices.ContainsFunc(done, func(times int) bool { return times != 1 }) {
					t.Fatalf("%d processors, round %d: %d pieces were done %v times", processors, round, n, done)
				}
			}
			if round%100 == 0 { // its own share takes so long that the others end meanwhile
				each(2, func(i int) {
					for begin := time.Now(); i == 0 && time.Since(begin) < time.Millisecond; {
						runtime.Gosched()
					}
				})
			}
		}
	}
}

// A piece may share its own work in turn.
func TestWorkIsSharedWithinWork(t *testing.T) {
	each := room.SideBySide(2)
	var done atomic.Int32
	each(4, func(int) {
		each(8, func(int) { done.Add(1) })
	})
	if done.Load() != 4*8 {
		t.Errorf("%d of %d pieces were done", done.Load(), 4*8)
	}
}
