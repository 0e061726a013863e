package tair_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/tair"
)

// rows runs lines and the replies they get on one world, `+N` as a line moves the clock by N milliseconds.
func rows(t *testing.T, list ...[2]string) {
	t.Helper()
	b := newBench(t)
	for _, r := range list {
		if r[0][0] == '+' {
			var ms int
			if _, err := fmt.Sscan(r[0][1:], &ms); err != nil {
				t.Fatal(err)
			}
			b.Wait(time.Duration(ms) * time.Millisecond)
			continue
		}
		b.Want(r[0], r[1])
	}
}

// rules.md, "Commands": what becomes of version, expiry and flags. The key is v (or 5) at version 4, with flags 7
// and 100 seconds.
func TestCommandsAtAGlance(t *testing.T) {
	for _, row := range []struct{ value, line, reply, after, ttl string }{
		{"v", "EXSET k w", "+OK", `["w", 5, 7]`, ":-1"},
		{"v", "EXSET k w KEEPTTL", "+OK", `["w", 5, 7]`, ":100"},
		{"v", "EXSET k w EX 50 FLAGS 1", "+OK", `["w", 5, 1]`, ":50"},
		{"v", "EXSET k w ABS 2", "+OK", `["w", 2, 7]`, ":-1"},
		{"v", "EXGET k", `["v", 4]`, `["v", 4, 7]`, ":100"},
		{"v", "EXGET k WITHFLAGS", `["v", 4, 7]`, `["v", 4, 7]`, ":100"},
		{"v", "EXSETVER k 9", ":1", `["v", 9, 7]`, ":100"},
		{"5", "EXINCRBY k 2", ":7", `["7", 5, 7]`, ":-1"},
		{"5", "EXINCRBY k 2 WITHVERSION KEEPTTL", "[7, 5]", `["7", 5, 7]`, ":100"},
		{"5", "EXINCRBYFLOAT k 0.5", `"5.5"`, `["5.5", 5, 7]`, ":-1"},
		{"5", "EXINCRBYFLOAT k 0.5 KEEPTTL", `"5.5"`, `["5.5", 5, 7]`, ":100"},
		{"v", "EXCAS k w 4", "[+OK, +, 5]", `["w", 5, 7]`, ":-1"},
		{"v", "EXCAS k w 4 KEEPTTL", "[+OK, +, 5]", `["w", 5, 7]`, ":100"},
		{"v", "EXCAS k w 4 PX 2000", "[+OK, +, 5]", `["w", 5, 7]`, ":2"},
		{"v", "EXCAD k 4", ":1", "nil", ":-2"},
		{"v", "EXCAD k 3", ":0", `["v", 4, 7]`, ":100"},
		{"v", "EXAPPEND k w", ":5", `["vw", 5, 7]`, ":100"},
		{"v", "EXPREPEND k w", ":5", `["wv", 5, 7]`, ":100"},
		{"v", "EXGAE k EX 50", `["v", 4, 7]`, `["v", 4, 7]`, ":50"},
		{"v", "RENAME k k", "+OK", `["v", 4, 7]`, ":100"},
		{"v", "EXSET k w NX", "nil", `["v", 4, 7]`, ":100"},
		{"v", "EXSET k w VER 99 EX 5", "ERR update version is stale", `["v", 4, 7]`, ":100"},
	} {
		b := newBench(t)
		b.All("EXSET k " + row.value + " ABS 4 FLAGS 7 EX 100")
		b.Want(row.line, row.reply)
		b.Want("EXGET k WITHFLAGS", row.after)
		b.Want("TTL k", row.ttl)
	}
	rows(t, [2]string{"EXSET k v ABS 4 FLAGS 7 EX 100", "+OK"}, [2]string{"RENAME k j", "+OK"},
		[2]string{"EXGET j WITHFLAGS", `["v", 4, 7]`}, [2]string{"TTL j", ":100"})
	rows(t, [2]string{"EXSET k v XX", "nil"}, [2]string{"EXSET k v XX WITHVERSION", "nil"}, [2]string{"EXISTS k", ":0"})
}

// rules.md, "Versions", row by row, and the top of the range.
func TestVersionRules(t *testing.T) {
	rows(t, [2]string{"EXSET k v", "+OK"}, [2]string{"EXGET k", `["v", 1]`}, [2]string{"EXAPPEND k \"\"", ":2"},
		[2]string{"EXCAS k v 2", "[+OK, +, 3]"},
		[2]string{"EXSET k 1", "+OK"}, [2]string{"EXINCRBY k 0 WITHVERSION", "[1, 5]"}, [2]string{"EXPIRE k 10", ":1"},
		[2]string{"PERSIST k", ":1"},
		[2]string{"EXGET k", `["1", 5]`}, [2]string{"EXSET k x VER 5 WITHVERSION", ":6"},
		[2]string{"EXSET k x VER 5", "ERR update version is stale"},
		[2]string{"EXSET k x VER 0 WITHVERSION", ":7"},
		[2]string{"EXCAS k x 0", `[+ERR update version is stale, "x", 7]`},
		[2]string{"EXAPPEND k x VER 0", ":8"})
	rows(t, [2]string{"EXSET k x VER 7 WITHVERSION", ":1"}, [2]string{"EXSET k a ABS 7", "+OK"},
		[2]string{"EXSET k b ABS 7 WITHVERSION", ":7"},
		[2]string{"EXSET k a ABS 0 WITHVERSION", ":0"}, [2]string{"EXCAS k x 0", "[+OK, +, 1]"},
		[2]string{"EXSETVER k 1", ":1"}, [2]string{"DEL k", ":1"},
		[2]string{"EXSET k x WITHVERSION", ":1"}, [2]string{"SET k x", "+OK"}, [2]string{"DEL k", ":1"},
		[2]string{"EXSET k x WITHVERSION", ":1"})
	rows(t, [2]string{"EXSET k v ABS 9223372036854775807", "+OK"},
		[2]string{"EXSET k w WITHVERSION", ":-9223372036854775808"},
		[2]string{"EXSET k x VER -9223372036854775808", "ERR syntax error"},
		[2]string{"EXCAS k x -9223372036854775808", "ERR syntax error"},
		[2]string{"EXSET k x VER 0 WITHVERSION", ":-9223372036854775807"},
		[2]string{"EXCAD k -9223372036854775807", ":1"})
}

// rules.md, "EXINCRBY", and EXINCRBYFLOAT.
func TestIncrementDetails(t *testing.T) {
	const over, noInt = "ERR increment or decrement would overflow", "ERR value is not an integer"
	rows(t, [2]string{"EXINCRBY a 5 DEF 100 MAX 1", ":100"},
		[2]string{"EXINCRBY b 5 DEF -7 NONEGATIVE ABS 9 WITHVERSION", "[0, 9]"},
		[2]string{"EXINCRBY c -5", ":-5"}, [2]string{"EXINCRBY d -5 MIN 0", over}, [2]string{"EXISTS d", ":0"},
		[2]string{"EXSET x 15", "+OK"},
		[2]string{"EXINCRBY x -20 MIN 0 NONEGATIVE", over}, [2]string{"EXINCRBY x -20 NONEGATIVE", ":0"},
		[2]string{"EXSET x -9223372036854775808", "+OK"},
		[2]string{"EXINCRBY x -1", over}, [2]string{"EXINCRBY x 1.5", noInt})
	for _, stored := range []string{"str", "05", `" 5"`, "3.5", `""`} {
		rows(t, [2]string{"EXSET x " + stored, "+OK"}, [2]string{"EXINCRBY x 1", noInt})
	}
	rows(t, [2]string{"EXINCRBYFLOAT f 3.0", `"3"`}, [2]string{"EXINCRBYFLOAT f 12.1", `"15.1"`},
		[2]string{"EXINCRBYFLOAT f 0.2", `"15.3"`},
		[2]string{"EXINCRBYFLOAT f 1e2", `"115.3"`}, [2]string{"EXINCRBYFLOAT f nan", "ERR value is not a float"},
		[2]string{"EXINCRBYFLOAT f inf", over},
		[2]string{"EXINCRBYFLOAT f -inf", over}, [2]string{"EXINCRBYFLOAT f 1e5000", "ERR value is not a float"},
		[2]string{"EXINCRBYFLOAT f 1_0", "ERR value is not a float"},
		[2]string{"EXINCRBYFLOAT f -115.3", `"0"`}, [2]string{"EXINCRBYFLOAT f 1 MAX 0.5", over},
		[2]string{"EXINCRBYFLOAT f 0.1 MIN 0.05 MAX 0.5", `"0.1"`})
}

// rules.md, "Replies and errors", exact bytes.
func TestBytes(t *testing.T) {
	for _, row := range [][3]string{
		{"EXGET none", "$-1\r\n", "_\r\n"}, {"EXCAS k w 1", "*3\r\n+OK\r\n+\r\n:2\r\n", ""},
		{"EXCAS k w 9", "*3\r\n+ERR update version is stale\r\n$1\r\nv\r\n:1\r\n", ""},
		{"EXCAS none w 1", ":-1\r\n", ""}, {"EXGET k", "*2\r\n$1\r\nv\r\n:1\r\n", ""},
		{"EXINCRBY n 1 WITHVERSION", "*2\r\n:2\r\n:2\r\n", ""},
		{"EXINCRBYFLOAT f 1.5", "$3\r\n1.5\r\n", ""}, {"EXSET k w VER 9", "-ERR update version is stale\r\n", ""},
		{"EXSET k w NX", "$-1\r\n", "_\r\n"},
		{"EXSET k", "-ERR wrong number of arguments for 'exset' command\r\n", ""}, {"TYPE k", "+exstrtype\r\n", ""},
	} {
		b := newBench(t)
		b.All("EXSET k v", "EXSET n 1")
		a := b.Say(row[0])
		three := row[2]
		if three == "" {
			three = row[1]
		}
		if got2, got3 := string(tair.Encode(a, 2)), string(tair.Encode(a, 3)); got2 != row[1] || got3 != three {
			t.Errorf("%s: %q and %q, want %q and %q", row[0], got2, got3, row[1], three)
		}
	}
	b := newBench(t)
	b.All("WATCH k", "ben: EXSET k v", "MULTI")
	if a := b.Say("EXEC"); string(tair.Encode(a, 2)) != "*-1\r\n" || string(tair.Encode(a, 3)) != "_\r\n" {
		t.Errorf("a null array: %q %q", tair.Encode(a, 2), tair.Encode(a, 3))
	}
}

// rules.md, "Expiry": there at its deadline, gone behind it; what ended is as if deleted.
func TestExpiry(t *testing.T) {
	rows(t, [2]string{"EXSET k v PX 30", "+OK"}, [2]string{"+30", ""}, [2]string{"EXGET k", `["v", 1]`},
		[2]string{"PTTL k", ":0"}, [2]string{"+1", ""},
		[2]string{"EXGET k", "nil"}, [2]string{"EXCAS k w 1", ":-1"}, [2]string{"EXSET k w VER 9 WITHVERSION", ":1"},
		[2]string{"TTL k", ":-1"})
	rows(t, [2]string{"EXSET k v KEEPTTL", "+OK"}, [2]string{"TTL k", ":-1"}, [2]string{"TTL none", ":-2"},
		[2]string{"PTTL none", ":-2"})
	rows(t, [2]string{"EXSET k v EXAT 1767603610", "+OK"}, [2]string{"TTL k", ":10"},
		[2]string{"EXGAE k PXAT 1767603602500", `["v", 1, 0]`},
		[2]string{"PTTL k", ":2500"}, [2]string{"EXGAE k PXAT 1", `["v", 1, 0]`}, [2]string{"EXISTS k", ":0"})
	if engine.Instant(0).Date() != time.UnixMilli(1767603600000).UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT") {
		t.Error("instant zero is another moment than the one EXAT is reckoned from")
	}
	rows(t, [2]string{"EXSET k v", "+OK"}, [2]string{"EXPIRE k 0", ":1"}, [2]string{"EXISTS k", ":0"},
		[2]string{"EXPIRE k 1", ":0"})
	rows(t, [2]string{fmt.Sprint("EXSET k v PX ", int64(math.MaxInt64)), "ERR syntax error"})
}

// rules.md, "Plain Redis commands": mixing with them.
func TestMixing(t *testing.T) {
	for _, line := range []string{"EXSET s v", "EXGET s", "EXSETVER s 1", "EXINCRBY s 1", "EXINCRBYFLOAT s 1",
		"EXCAS s v 1", "EXCAD s 1", "EXAPPEND s v",
		"EXPREPEND s v", "EXGAE s EX 1", "EXSET l v", "EXGET l", "GET e", "APPEND e v", "STRLEN e", "INCR e",
		"GETSET e v", "GETEX e", "SETRANGE e 0 v",
		"CAS e v w", "CAD e v", "SET e v GET", "GET l", "LPUSH e v", "LPUSH s v"} {
		b := newBench(t)
		b.All("SET s text", "EXSET e x", "LPUSH l 1")
		b.Want(line, wrong)
	}
	for _, line := range []string{"SET e p", "SET e p XX", "SET e p KEEPTTL", "MSET e p"} {
		rows(t, [2]string{"EXSET e x FLAGS 3 EX 100", "+OK"}, [2]string{line, "+OK"}, [2]string{"TYPE e", "+string"},
			[2]string{"GET e", `"p"`},
			[2]string{"EXCAS e y 1", wrong}, [2]string{"EXSET e y", wrong}, [2]string{"DEL e", ":1"},
			[2]string{"EXSET e y WITHVERSION", ":1"})
	}
	rows(t, [2]string{"EXSET e x EX 100", "+OK"}, [2]string{"SET e p KEEPTTL", "+OK"}, [2]string{"TTL e", ":100"},
		[2]string{"SETNX e q", ":0"}, [2]string{"SET e q NX", "nil"})
}

// rules.md, "Product and module": what the two switches turn.
func TestProductAgainstModule(t *testing.T) {
	for _, row := range [][3]string{ // line, module, product
		{"EXCAS k w 9", `[+CAS_FAILED, "v", 1]`, `[+ERR update version is stale, "v", 1]`},
		{"EXCAS k w 1 EX 5", "[+OK, +, 2]", "ERR syntax error"},
		{"EXSET k w PXAT 0", "ERR syntax error", "+OK"},
		{"EXSET zero w VER 5", "ERR update version is stale", "+OK"},
		{"EXSET k w FLAGS 1", "+OK", "ERR syntax error"},
		{"EXINCRBY n 1 DEF 5", ":5", "ERR syntax error"},
		{"EXAPPEND k w", ":2", "ERR unknown command 'EXAPPEND', with args beginning with: 'k' 'w' "},
		{"CAS s a b KEEPTTL", ":1", "ERR syntax error"},
		{"EXSET none w VER 5 XX", "nil", "nil"},
		{"EXCAD k 9", ":0", ":0"},
	} {
		for i, side := range []string{"module", "product"} {
			b := newBench(t)
			b.All("EXSET k v", "EXSET zero v ABS 0", "SET s a")
			b.Step(engine.Set{Scope: "tair", Key: "wording", Value: side})
			b.Step(engine.Set{Scope: "tair", Key: "rules", Value: side})
			b.Want(row[0], row[1+i])
		}
	}
}

// rules.md, "Defects of the public module": they are not imitated, but where the page's order of checks has them.
func TestAppendInATransaction(t *testing.T) {
	rows(t, [2]string{"MULTI", "+OK"}, [2]string{"EXSET k a", "+QUEUED"}, [2]string{"EXAPPEND k b", "+QUEUED"},
		[2]string{"EXGET k", "+QUEUED"},
		[2]string{"EXEC", `[+OK, 2, ["ab", 2]]`})
}

// A cause names who moved what was compared: the version by EXSETVER, the value by a write, the watched key by any
// change.
func TestCausesNameWhoMovedIt(t *testing.T) {
	for _, row := range [][2]string{
		{"EXSETVER k 9", "EXSET k w VER 1"}, {"EXSETVER k 9", "EXCAS k w 1"}, {"EXSETVER k 9", "EXCAD k 1"},
		{"EXSET k x", "EXSET k w VER 1"},
		{"SET s x", "CAS s v w"}, {"SET k x", "EXGET k"}, {"DEL k", "EXCAS k w 1"}, {"DEL k", "EXSET k w XX"},
		{"EXSET k x PX 1", "EXCAS k w 1"},
		{"EXPIRE k 10", "EXEC"}, {"EXSETVER k 9", "EXEC"}, {"FLUSHALL", "EXEC"}, {"RENAME k j", "EXEC"},
	} {
		b := newBench(t)
		b.All("EXSET k v", "SET s v")
		if row[1] == "EXEC" {
			b.All("WATCH k", "MULTI", "EXGET k")
		}
		b.All("ben: " + row[0])
		b.Wait(2 * time.Millisecond)
		if why := b.Say(row[1]).Why; why == nil || why.Since.By != "ben" || why.Rule.Kind == "" {
			t.Errorf("%s after %s: %+v", row[1], row[0], why)
		}
	}
}

// The referee's rules on refusals, `gone`: a command on what was replaced by another type names who replaced it,
// whatever came after that.
func TestARetypedKeyNamesWhoRetypedIt(t *testing.T) {
	for _, lines := range [][]string{
		{"ben: SET k p", "SET k q"}, {"ben: SET k p", "DEL k", "SET k q"}, {"ben: SET k p", "DEL k", "LPUSH k 1"},
		{"ben: SET k p PX 1", "+2", "SET k q"}, {"ben: SET k p PX 1", "+2", "LPUSH k 1"},
		{"ben: SET k p", "GETEX k PX 1", "+2", "SETNX k q"},
	} {
		b := newBench(t)
		b.All("EXSET k v")
		for _, l := range lines {
			if l == "+2" {
				b.Wait(2 * time.Millisecond)
			} else {
				b.All(l)
			}
		}
		if why := b.Say("EXCAS k w 1").Why; why == nil || why.Rule.Kind != "gone" || why.Since.By != "ben" {
			t.Errorf("%v: %+v", lines, why)
		}
	}
}

// The referee's rules on refusals: what a transaction did itself, line by line, is nobody's trouble; what another did
// is.
func TestATransactionIsNotItsOwnTrouble(t *testing.T) {
	for _, row := range []struct {
		lines []string
		since string
	}{
		{[]string{"EXSET k x", "EXSET k y VER 1"}, ""}, {[]string{"EXSETVER k 7", "EXCAS k y 1"}, ""},
		{[]string{"DEL k", "EXCAS k y 1"}, ""},
		{[]string{"SET k p", "EXCAS k y 1"}, ""}, {[]string{"EXSET m x", "EXSET m y NX"}, ""},
		{[]string{"SET n p", "EXSET j y VER 1"}, "ben"},
	} {
		b := newBench(t)
		b.All("EXSET k v", "EXSET j v", "ben: EXSET j w", "MULTI")
		b.All(row.lines...)
		if why := b.Say("EXEC").Why; why == nil || why.Since.By != row.since {
			t.Errorf("%v: %+v, want since %q", row.lines, why, row.since)
		}
	}
}

// rules.md, "Values", the generic commands: MOVE takes the expiry along, and where it ends the name in the other
// database is free; DUMP and RESTORE keep type, version and flags; the time to live of RESTORE is in milliseconds.
func TestMoveAndRestore(t *testing.T) {
	rows(t, [2]string{"EXSET k v PX 30", "+OK"}, [2]string{"MOVE k 1", ":1"}, [2]string{"EXISTS k", ":0"},
		[2]string{"EXSET k w", "+OK"},
		[2]string{"MOVE k 1", ":0"}, [2]string{"MOVE k 2", ":1"}, [2]string{"EXSET k x", "+OK"}, [2]string{"+31", ""},
		[2]string{"MOVE k 1", ":1"},
		[2]string{"EXSET k y", "+OK"}, [2]string{"FLUSHALL", "+OK"}, [2]string{"EXSET k z", "+OK"},
		[2]string{"MOVE k 2", ":1"},
		[2]string{"MOVE k 16", "ERR DB index is out of range"},
		[2]string{"MOVE k 0", "ERR source and destination objects are the same"})
	for _, row := range [][3]string{
		{"EXSET k v ABS 4 FLAGS 7 EX 100", "EXGET j WITHFLAGS", `["v", 4, 7]`}, {"SET k p EX 100", "GET j", `"p"`},
		{"LPUSH k 1 2", "LPUSH j 3", ":3"},
	} {
		b := newBench(t)
		b.All(row[0])
		b.All("DUMP k")
		name := b.World.Exchange(b.World.Requests()).Name
		b.Want("RESTORE j 0 $"+name+".payload", "+OK")
		b.Want("TTL j", ":-1")
		b.Want("RESTORE j 0 $"+name+".payload", "BUSYKEY Target key name already exists.")
		b.Want("RESTORE j 2000 $"+name+".payload REPLACE", "+OK")
		b.Want("PTTL j", ":2000")
		b.Want(row[1], row[2])
		in := fmt.Sprint(1_767_603_600_000 + int64(b.World.Now()) + 5000) // Unix time, rules.md, "Product and module"
		b.Want("RESTORE j "+in+" $"+name+".payload ABSTTL REPLACE IDLETIME 3", "+OK")
		b.Want("PTTL j", ":5000")
		b.Want("RESTORE j 1000 $"+name+".payload ABSTTL FREQ 255", "BUSYKEY Target key name already exists.")
		b.Want("RESTORE j 1000 $"+name+".payload ABSTTL FREQ 255 REPLACE", "+OK")
		b.Want("EXISTS j", ":0")
		b.Want("RESTORE j 1000 $"+name+".payload ABSTTL", "+OK")
		b.Want("EXISTS j", ":0")
		b.Want("RESTORE j 0 $"+name+".payload ABSTTL", "+OK")
		b.Want("TTL j", ":-1")
		b.Want("RESTORE i -1 $"+name+".payload", "ERR Invalid TTL value, must be >= 0")
		b.Want("RESTORE i 0 garbage", "ERR DUMP payload version or checksum are wrong")
	}
}
