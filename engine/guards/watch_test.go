package guards_test

import (
	"strings"
	"testing"

	"interleave/engine/explore"
)

// Who reads a key and changes it by what it read is refused by EXEC where another touched the key since WATCH
// (tair/rules.md, "Plain Redis commands"): of two such plans every order loses an update as they are but those in which
// one is done before the other reads, and none loses it so. What is written directly beside it is carried out with it.
func TestWhoReadsAndWritesWatchesTheKey(t *testing.T) {
	const round = "loop 2 [GET n as g; SET n $g.value as s; break on s OK]"
	for _, c := range []struct{ plan, sends string }{
		{"GET n as g; SET n %", "SET n"},
		{"EXISTS done as g; if g 0 [LPUSH jobs %; SET done %]", "LPUSH jobs and SET done"},
		{"GET n as g; SET n % as s; if s OK [LPUSH log %]", "SET n"},
	} {
		text := "writer ann\nwriter ben\nseed: SET n 1\nplan ann [" + strings.ReplaceAll(c.plan, "%", "5") +
			"]\nplan ben [" + strings.ReplaceAll(c.plan, "%", "6") + "]\n"
		said := reasons(t, text, "lost-update", explore.Budget{})
		if !strings.HasPrefix(said["as-it-is"], "allows ") || !strings.HasPrefix(said["watch"], "stops: ") {
			t.Errorf("%sas it is: %q\nwatched: %q", text, said["as-it-is"], said["watch"])
		}
		_, list := overOrders(t, text, explore.Budget{})
		want := "ann watches (WATCH) what it changes before it reads it, and sends " + c.sends +
			" between MULTI and EXEC."
		if notes := strings.Join(rowsOf(list)["watch"].Notes, " "); !strings.Contains(notes, want) {
			t.Errorf("%s%s", text, notes)
		}
	}
	text := "writer ann\nwriter ben\nseed: SET n 1\nplan ann [" + round + "]\nplan ben [GET n as g; SET n 6]\n"
	_, list := overOrders(t, text, explore.Budget{})
	row := rowsOf(list)["watch"]
	if row.Found == nil || row.Found.StuckIn != nil && row.Found.StuckIn.Sign() > 0 {
		t.Errorf("%sfound %v", text, row.Found)
	}
}

// A plan that watches itself, guards its write itself, takes something from the write's answer, or has read nothing,
// stays: there is no such row.
func TestWhatGuardsItselfIsNotWatched(t *testing.T) {
	for _, plan := range []string{
		"WATCH n; GET n as g; MULTI; SET n 15; EXEC as e",
		"GET n as g; SET n 5 NX",
		"GET n as g; INCR n as i; SET m $i.value",
		"SET n 5",
	} {
		_, list := overOrders(t, "writer ann\nseed: SET n 1\nplan ann ["+plan+"]\n", explore.Budget{})
		if row, there := rowsOf(list)["watch"]; there {
			t.Errorf("%s: %v", plan, row.Notes)
		}
	}
}
