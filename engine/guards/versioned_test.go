package guards_test

import (
	"strings"
	"testing"

	"interleave/engine/explore"
)

// The document's proposal for the plain string key_1: the same history with a versioned string, whose version stops the
// second write. Who is at home on versioned strings already is offered none.
func TestAPlainStringIsTriedAsAVersionedOne(t *testing.T) {
	const plain = `writer app1 "Application 1"
writer app2 "Application 2"
seed: SET key_1 hello
app1: GET key_1 as r1
app2: GET key_1 as r2
app1: SET key_1 world
app2: SET key_1 universe
`
	for _, row := range []struct {
		lines string
		found bool
	}{{plain, true}, {strings.NewReplacer("SET", "EXSET", "GET", "EXGET").Replace(plain), false}} {
		table := underGuards(t, row.lines)
		versioned, found := table.Row("versioned")
		said := ""
		if found {
			said = table.Cell(versioned, "~ lost-update") + ", " + table.Cell(versioned, "! stale-write")
		}
		if found && said != "stops, refuses 1" {
			t.Errorf("it says %q", said)
		}
		if found != row.found {
			t.Errorf("%s is offered a versioned string: %v", row.lines, found)
		}
	}
}

// What SET has and EXSET has not is no versioned string's.
func TestAnExchangeIsOfferedNoVersionedString(t *testing.T) {
	if _, found := underGuards(t, "writer ann \"Ana\"\nseed: SET k 1\nann: SET k 2 GET\n").Row("versioned"); found {
		t.Error("SET with GET is tried as EXSET, which does not know that word")
	}
}

// What the history makes itself is not put in the place of a plain string: a lock by SET with NX keeps the second out
// as EXSET with NX does, and its holder removes its own (engine/tair/rules.md). What EXSET has no word for is left out,
// and of that alone no row is made.
func TestOnlyPlainStringsAreMadeVersioned(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	for _, row := range []struct{ name, lines, refused string }{
		{"a lock", who + "ann: SET k ann NX EX 30\nben: SET k ben NX EX 30\nann: DEL k\n", "refuses 1"},
		{"an exchange beside it", who + "seed: SET j 1\nann: SET k ann NX\nben: SET k ben NX\nann: SET j 2 GET\n",
			"refuses 1"},
	} {
		table := underGuards(t, row.lines)
		versioned, found := table.Row("versioned")
		if !found {
			t.Errorf("%s: no such row", row.name)
			continue
		}
		lost, refused := table.Cell(versioned, "~ lost-update"), table.Cell(versioned, "! already-there")
		if lost == "allows" || lost == "undone" || refused != row.refused {
			t.Errorf("%s: %s, %s", row.name, lost, refused)
		}
	}
}

// What was there before the history has a time to live as a versioned string too (engine/tair/rules.md, "Values":
// the expiry belongs to the key): once it is over, the first lock is granted.
func TestAVersionedStringKeepsItsTimeToLive(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	const lock = "ann: SET k ann NX\nben: SET k ben NX\n"
	for _, row := range []struct{ lines, refused string }{
		{"seed: SET k old EX 10\nclock +11s\n" + lock, "refuses 1"}, // Ben
		{"seed: SET k old EX 10\nclock +9s\n" + lock, "refuses 2"},
		{"seed: SET k old\nclock +11s\n" + lock, "refuses 2"},
	} {
		table := underGuards(t, who+row.lines)
		versioned, found := table.Row("versioned")
		if refused := table.Cell(versioned, "! already-there"); !found || refused != row.refused {
			t.Errorf("%s%v: %s, want %s", row.lines, found, refused, row.refused)
		}
	}
}

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
