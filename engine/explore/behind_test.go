package explore_test

import (
	"strings"
	"testing"

	"interleave/engine/enginetest"
	"interleave/engine/explore"
)

// hosts are two who look for a marker, make it where there is none, and do the work behind it: who heard nothing sends
// the same again, and takes a refusal for the other's marker, or goes on as if it had been done.
func hosts(lost, text string) string {
	return hostsAtALake("plan WHO\n  put-object lake/marker taken if-none-match=* as m\n  on lost m\n    " + lost +
		"\n  if m 200\n    put-object lake/out-WHO " + text + "\n")
}

// rules.md of conflict, "Cases that had to be settled": a marker that nobody works by has no mark, and what is said of
// it is counted at the ends. Work that both did has none either, where nobody says that it is one work.
func TestWorkBehindAMarkerIsCountedAtTheEnds(t *testing.T) {
	const again, on = "put-object lake/marker taken if-none-match=* again=m as m", "put-object lake/out-WHO done"
	for _, row := range []struct {
		lost, text   string
		faults       int
		many, undone bool
	}{
		{again, "done", 0, false, false},
		{again, "done", 1, false, true}, // its own marker refuses who made it
		{on, "done", 1, true, true},     // as what is lost may be the work itself
		{on, "by-WHO", 1, false, true},  // two texts are two works, and none of them stands
	} {
		f, s := enginetest.Searched(t, hosts(row.lost, row.text))
		found := explore.Search(s.Input, explore.Budget{Faults: row.faults}, nil, nil)
		troubles, _ := explore.Rows(found, f.Title)
		many, undone := false, false
		for _, r := range troubles {
			if r.IsBehind() && (r.About != "lake/out-ana, lake/out-ben" || len(r.Steps) == 0 || r.Orders == "") {
				t.Errorf("%+v", r)
			}
			many = many || r.Text == "work under two names, behind lake/marker"
			undone = undone || r.Text == "work left undone, behind lake/marker"
		}
		if many != row.many || undone != row.undone {
			t.Errorf("%q %q, %d lost: twice %t, undone %t", row.lost, row.text, row.faults, many, undone)
		}
	}
}

// A marker and the work behind it in the words of each service: made under If-None-Match *, by an insert, by NX
// (conflict/rules.md, "Words", the absence that a write asks for). Who gets no answer looks, finds the marker and
// takes it for its own.
//
// Without a fault who makes the marker works before the other is refused, or behind it: 4 orders. One lost answer is
// that of the work (the same 4), of the marker that was made (its maker looks and works, the other is refused in one of
// 3 places: 6), or of the refusal: then the other looks and works as well, 3 requests with the maker's work in one of 4
// places, 8 orders of 22. With one stop it is behind the work (4), behind the refusal (4), or behind the marker (2 of
// 14): then nobody works.
func TestAMarkerOfEachServiceAndTheWorkBehindIt(t *testing.T) {
	for _, c := range []struct{ seed, marker, made, read, seen, work, names string }{
		{"create-container lake", "put-blob lake/m taken if-none-match=*", "201", "get-blob lake/m", "200",
			"put-blob lake/out-WHO done", "lake/m: lake/out-ana, lake/out-ben"},
		{"create-bucket lake", "put-object lake/m taken if-none-match=*", "200", "get-object lake/m", "200",
			"put-object lake/out-WHO done", "lake/m: lake/out-ana, lake/out-ben"},
		{"create-table tab", "insert-entity tab/p/m .by=host", "201", "get-entity tab/p/m", "200",
			"insert-entity tab/p/out-WHO .n=1 .state=done", "tab/p/m: tab/p/out-ana, tab/p/out-ben"},
		{"create-table tab", "insert-entity tab/p/m .by=WHO", "201", "get-entity tab/p/m", "200",
			"insert-or-replace-entity tab/p/out-WHO .state=done", "tab/p/m: tab/p/out-ana, tab/p/out-ben"},
		{"SET other 0", "SET m taken NX", "OK", "GET m", "taken", "SET out-WHO done", "m: out-ana, out-ben"},
		{"SET other 0", "SET m WHO NX EX 60", "OK", "EXISTS m", "1", "SETEX out-WHO 60 done", "m: out-ana, out-ben"},
		{"SET other 0", "SETNX m taken", "1", "GET m", "taken", "SET out-WHO done", "m: out-ana, out-ben"},
		{"SET other 0", "EXSET m taken NX", "OK", "EXGET m", "taken", "EXSET out-WHO done", "m: out-ana, out-ben"},
		{"create-container lake", "SET m taken NX", "OK", "GET m", "taken", "put-blob lake/out-WHO done",
			"m: lake/out-ana, lake/out-ben"},
	} {
		text := both(c.seed, c.marker+" as m; on lost m ["+c.read+" as g; if g "+c.seen+" ["+c.work+"]; stop]; if m "+
			c.made+" ["+c.work+"]")
		marker, names, _ := strings.Cut(c.names, ": ")
		lost := explore.Budget{Faults: 1, Words: explore.FaultWords{Answers: true}}
		for want, b := range map[string]explore.Budget{
			"22 orders; work under two names, behind MARKER: WORK 8": lost,
			"14 orders; work left undone, behind MARKER: WORK 2":     {Stops: 1},
			"4 orders": {},
		} {
			want = strings.NewReplacer("MARKER", marker, "WORK", names).Replace(want)
			if got := workBehind(t, text, b); got != want {
				t.Errorf("%s\n%s, want %s", text, got, want)
			}
		}
	}
}

// workBehind is how many orders a scenario has, and in how many of them work behind a marker is done twice, or not.
func workBehind(t *testing.T, text string, b explore.Budget) string {
	t.Helper()
	f, s := enginetest.Searched(t, text)
	found := explore.Search(s.Input, b, nil, nil)
	got := explore.Grouped(found.Schedules) + " orders"
	troubles, _ := explore.Rows(found, f.Title)
	for _, r := range troubles {
		if r.IsBehind() {
			got += "; " + r.Text + ": " + r.About + " " + r.Orders
		}
	}
	return got
}

// both is a scenario in which ana and ben have the same plan, with their ids in it.
func both(seed, plan string) string {
	return "writer ana\nwriter ben\nseed: " + seed + "\n" + enginetest.Each("plan WHO ["+plan+"]\n", "ana", "ben")
}

// Who looks for a marker, and makes it and works where there is none, has a marker as well: whatever its request asks
// for, two who have looked both work.
//
// Three requests each, 20 orders of them all. Where both look before the first marker is made both work: behind the two
// looks there are 6 orders of the rest, 12 with either look in front. Where the one has made it before the other looks,
// that look is all the other does, in front of the work or behind it: 4. Where the work comes in front of the marker
// the look comes at the end, 2, and of the 20 only those 2 are left out: 18.
func TestWhoLooksForAMarkerHasOne(t *testing.T) {
	const marked, worked = "16 orders; work under two names, behind MARKER: WORK 12",
		"20 orders; work under two names, behind MARKER: WORK 18"
	for _, c := range []struct{ seed, plan, want, names string }{
		{"create-container lake", "get-blob lake/m as g; if g 404 [put-blob lake/m WHO; put-blob lake/out-WHO 1]",
			marked, "lake/m: lake/out-ana, lake/out-ben"},
		{"create-container lake", "get-blob-properties lake/m as g; if g 200 [stop]; put-blob lake/out-WHO 1; " +
			"put-blob lake/m x", worked, "lake/m: lake/out-ana, lake/out-ben"},
		{"create-bucket lake", "head-object lake/m as g; if g 200 [stop] else [put-object lake/m WHO; " +
			"put-object lake/out-WHO 1]", marked, "lake/m: lake/out-ana, lake/out-ben"},
		{"create-bucket lake", "get-object lake/m as g; if g 404 [put-object lake/m WHO if-none-match=*; " +
			"put-object lake/out-WHO 1]", marked, "lake/m: lake/out-ana, lake/out-ben"},
		{"create-table tab", "get-entity tab/p/m as g; if g 404 [insert-or-replace-entity tab/p/m .by=WHO; " +
			"insert-entity tab/p/out-WHO .n=1]", marked, "tab/p/m: tab/p/out-ana, tab/p/out-ben"},
		{"SET other 0", "GET m as g; if g nil [SET m WHO; SET out-WHO 1]", marked, "m: out-ana, out-ben"},
		{"SET other 0", "EXISTS m as g; if g 1 [stop]; SET out-WHO 1; SET m WHO", worked, "m: out-ana, out-ben"},
		// what is done whether the marker was there or not is no work behind it, and who writes on is no maker of it
		{"create-container lake", "get-blob lake/m as g; if g 404 [put-blob lake/m WHO]; put-blob lake/out-WHO 1",
			"18 orders", ":"},
		{"create-container lake", "get-blob lake/m as g; if g 404 [put-blob lake/m 1; put-blob lake/out-WHO 1] else " +
			"[put-blob lake/m {$g.body + 1}]", "18 orders", ":"},
		{"create-container lake", "create-container jobs; put-blob jobs/out-WHO 1", "6 orders", ":"},
		{"create-container lake", "put-blob lake/m WHO if-none-match=* as m; if m 409 [put-blob lake/late-WHO 1]",
			"2 orders", ":"},
	} { // 12 and, behind a marker that is there, 3 places of two among three: 18
		marker, names, _ := strings.Cut(c.names, ": ")
		want := strings.NewReplacer("MARKER", marker, "WORK", names).Replace(c.want)
		if got := workBehind(t, both(c.seed, c.plan), explore.Budget{}); got != want {
			t.Errorf("%s\n%s, want %s", c.plan, got, want)
		}
	}
}

// A marker is there and nobody works by it, whatever the works are called and whatever the marker is.
//
// With one stop of 14 orders: the maker stops behind its marker, and the other is refused, 2. Of one answer that is
// lost and asked for again, where who made it is refused by its own: the other is refused in one of 2 places, 4 of 18
// orders (4 without a loss, 4 with the work's, and 6 with a refusal's: its two in one of 3 places).
func TestWorkLeftUndoneIsCountedWhateverItIsCalled(t *testing.T) {
	for _, c := range []struct{ seed, make, made, work, names string }{
		{"create-container lake", "put-blob lake/m WHO if-none-match=*", "201", "put-blob lake/out done",
			"lake/m: lake/out"},
		{"create-container lake", "put-blob lake/m WHO if-none-match=*", "201", "put-blob lake/out WHO",
			"lake/m: lake/out"},
		{"create-bucket lake", "put-object lake/m WHO if-none-match=*", "200", "put-object lake/WHO by-WHO",
			"lake/m: lake/ana, lake/ben"},
		{"create-table tab", "insert-entity tab/p/m .by=WHO", "201", "insert-entity tab/p/out .by=WHO",
			"tab/p/m: tab/p/out"},
		{"create-table tab", "insert-entity tab/p/m .by=WHO", "201", "insert-entity tab/p/out-WHO .by=WHO",
			"tab/p/m: tab/p/out-ana, tab/p/out-ben"},
		{"create-container lake", "create-container jobs", "201", "put-blob lake/out-WHO done",
			"jobs: lake/out-ana, lake/out-ben"},
		{"create-container lake", "create-queue jobs", "201", "put-blob lake/out WHO", "jobs: lake/out"},
		{"SET other 0", "SET m WHO NX", "OK", "LPUSH out WHO", "m: out"},
	} {
		marker, names, _ := strings.Cut(c.names, ": ")
		behind := "; work left undone, behind " + marker + ": " + names
		once := both(c.seed, c.make+" as m; if m "+c.made+" ["+c.work+"]")
		again := both(c.seed, c.make+" as m; on lost m ["+c.make+" again=m as m]; if m "+c.made+" ["+c.work+"]")
		if got, want := workBehind(t, once, explore.Budget{Stops: 1}), "14 orders"+behind+" 2"; got != want {
			t.Errorf("%s\n%s, want %s", once, got, want)
		}
		lost := explore.Budget{Faults: 1, Words: explore.FaultWords{Answers: true}}
		if got, want := workBehind(t, again, lost), "18 orders"+behind+" 4"; got != want {
			t.Errorf("%s\n%s, want %s", again, got, want)
		}
	}
}

// Who puts something beside what is there replaces nothing, so no mark tells that two did it behind a marker that both
// found free (rules.md of conflict, "Words": an increment, an append and a queue's put replace nothing). It is there
// twice all the same.
//
// The orders are those of TestWhoLooksForAMarkerHasOne, and with one stop of
// TestAMarkerOfEachServiceAndTheWorkBehindIt: both look before the first marker is made in 12 of 16 orders; its maker
// stops behind it in 2 of 14.
func TestWorkPutIntoOnePlaceBehindAMarkerIsCounted(t *testing.T) {
	const twice, undone = "; work twice in one place, behind m: OUT", "; work left undone, behind m: OUT"
	for _, c := range []struct{ seed, work, out string }{
		{"SET other 0", "LPUSH out WHO", "out"},
		{"SET other 0", "LPUSH out one two", "out"},
		{"LPUSH out before", "LPUSH out work", "out"},
		{"SET other 0", "INCR out", "out"},
		{"SET out 5", "INCRBY out 3", "out"},
		{"SET out begins", "APPEND out WHO", "out"},
		{"create-queue out", "put-message out work", "out"},
		{"create-queue out", "put-message out WHO", "out"},
		{"create-container lake", "LPUSH out work", "out"},
	} {
		looks := both(c.seed, "GET m as g; if g nil [SET m WHO; "+c.work+"]")
		if got, want := workBehind(t, looks, explore.Budget{}), "16 orders"+twice+" 12"; got !=
			strings.ReplaceAll(want, "OUT", c.out) {
			t.Errorf("%s\n%s, want %s", looks, got, want)
		}
		asks := both(c.seed, "SET m WHO NX as m; if m OK ["+c.work+"]")
		if got, want := workBehind(t, asks, explore.Budget{Stops: 1}), "14 orders"+undone+" 2"; got !=
			strings.ReplaceAll(want, "OUT", c.out) {
			t.Errorf("%s\n%s, want %s", asks, got, want)
		}
	}
}

// A place says nothing of two where what one plan alone puts there is not known, where others put something there or
// take it away, or where the marker is given back: each has its turn then.
func TestAPlaceTellsOnlyWhatItCan(t *testing.T) {
	for _, plan := range []string{
		"GET m as g; if g nil [SET m WHO; loop 2 [LPUSH out work]]",
		"GET m as g; if g nil [SET m WHO; GET other as o; APPEND out $o.value]",
		"GET m as g; LPUSH out work; if g nil [SET m WHO; LPUSH out work]",
		"GET m as g; if g nil [SET m WHO; LPUSH out work; DEL m]",
		"GET m as g; if g nil [SET m WHO; LPUSH out work; EXPIRE out 60]",
		"get-messages jobs as r; GET m as g; if g nil [SET m WHO; put-message jobs work]",
	} {
		text := both("SET other 0\nseed: create-queue jobs\nseed: put-message jobs first", plan)
		if got := workBehind(t, text, explore.Budget{}); strings.Contains(got, "one place") {
			t.Errorf("%s\n%s", text, got)
		}
	}
}

// What one plan puts there on the way on which that is most is the work of one: of two branches it is one, and another
// try of a request is none.
func TestOnePlansWorkIsNotTwice(t *testing.T) {
	lost := explore.Budget{Faults: 1, Words: explore.FaultWords{Answers: true}}
	for plan, twice := range map[string]bool{
		"SET m WHO NX as m; if m OK [LPUSH out one; LPUSH out two]":                                            false,
		"SET m WHO NX as m; on lost m [GET m as g; if g WHO [LPUSH out 1]; stop]; if m OK [LPUSH out 1]":       false,
		"SET m WHO NX as m; if m OK [LPUSH out work as w; on lost w [LPUSH out work again=w]]":                 true,
		"SET m WHO NX as m; if m OK [GET other as o; if o 0 [LPUSH out one] else [LPUSH out two; APPEND p 1]]": false,
	} {
		text := both("SET other 0", plan)
		if got := workBehind(t, text, lost); strings.Contains(got, "one place") != twice {
			t.Errorf("%s\n%s", text, got)
		}
	}
}
