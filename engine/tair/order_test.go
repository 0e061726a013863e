package tair_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
)

const wrong = "WRONGTYPE Operation against a key holding the wrong kind of value"

func arity(verb string) string {
	return "ERR wrong number of arguments for '" + verb + "' command"
}

// ladder is one command's order of checks: each line breaks a rule and all the later ones. In the world are s (a plain
// string), e (an exString x at version 1, not a number), n (an exString 5 at version 1).
var ladders = map[string][][2]string{
	"EXSET": {{"EXSET s", arity("exset")}, {"EXSET s v EX abc NX XX", "ERR syntax error"},
		{"EXSET s v EX abc VER -1 FLAGS x", "ERR syntax error"},
		{"EXSET s v NX VER 9", wrong}, {"EXSET e v NX VER 9", "nil"},
		{"EXSET e v VER 9", "ERR update version is stale"},
		{"EXSET none v XX VER 9", "nil"}, {"EXSET none v VER 9", "+OK"}},
	"EXGET": {{"EXGET s WITHFLAGS x", arity("exget")}, {"EXGET s PX", "ERR syntax error"}, {"EXGET s", wrong},
		{"EXGET none", "nil"}},
	"EXSETVER": {{"EXSETVER s", arity("exsetver")}, {"EXSETVER s abc", wrong}, {"EXSETVER none abc", ":0"},
		{"EXSETVER e abc", "ERR syntax error"}, {"EXSETVER e 0", "ERR syntax error"}},
	"EXINCRBY": {{"EXINCRBY s", arity("exincrby")}, {"EXINCRBY s abc EX", "ERR syntax error"},
		{"EXINCRBY s abc DEF x EX 0 MIN x", wrong},
		{"EXINCRBY e abc DEF 1 EX 0 MIN x", "ERR value is not an integer"},
		{"EXINCRBY e 1 DEF x EX 0 MIN x", "ERR value is not an integer"},
		{"EXINCRBY e 1 EX 0 VER -1 MIN x", "ERR syntax error"}, {"EXINCRBY e 1 VER -1 MIN x", "ERR syntax error"},
		{"EXINCRBY e 1 MIN x NX", "ERR min or max is specified, but not valid"},
		{"EXINCRBY e 1 MIN 5 MAX 4 NX", "ERR min or max is specified, but not valid"},
		{"EXINCRBY e 1 NX VER 9", "nil"}, {"EXINCRBY e 1 VER 9 MAX 0", "ERR value is not an integer"},
		{"EXINCRBY n 1 VER 9 MAX 0", "ERR update version is stale"},
		{"EXINCRBY n 1 MAX 0", "ERR increment or decrement would overflow"},
		{"EXINCRBY none 1 XX MAX 0", "nil"}},
	"EXINCRBYFLOAT": {{"EXINCRBYFLOAT s", arity("exincrbyfloat")}, {"EXINCRBYFLOAT s abc EX", wrong},
		{"EXINCRBYFLOAT e abc EX", "ERR value is not a float"},
		{"EXINCRBYFLOAT e 1 EX", "ERR syntax error"}, {"EXINCRBYFLOAT e 1 EX 0 MIN x", "ERR syntax error"},
		{"EXINCRBYFLOAT e 1 MIN x NX", "ERR min or max is specified, but not valid"},
		{"EXINCRBYFLOAT e 1 NX VER 9", "nil"}, {"EXINCRBYFLOAT e 1 VER 9", "ERR value is not a float"},
		{"EXINCRBYFLOAT n 1 VER 9 MAX 0", "ERR update version is stale"},
		{"EXINCRBYFLOAT n inf", "ERR increment or decrement would overflow"}},
	"EXCAS": {{"EXCAS s v", arity("excas")}, {"EXCAS s v abc EX abc NX", "ERR syntax error"},
		{"EXCAS s v abc EX abc", "ERR syntax error"},
		{"EXCAS s v abc EX 0", "ERR version should be integer"}, {"EXCAS s v -1 EX 0", "ERR syntax error"},
		{"EXCAS s v 9 EX 0", "ERR syntax error"},
		{"EXCAS s v 9", wrong}, {"EXCAS none v 9", ":-1"}, {"EXCAS e v 9", `[+ERR update version is stale, "x", 1]`}},
	"EXCAD": {{"EXCAD s 1 2", arity("excad")}, {"EXCAD s abc", wrong}, {"EXCAD none abc", "ERR syntax error"},
		{"EXCAD none 9", ":-1"}, {"EXCAD e 9", ":0"}},
	"EXAPPEND": {{"EXAPPEND s", arity("exappend")}, {"EXAPPEND s v VER x NX", "ERR syntax error"},
		{"EXAPPEND s v NX VER 9", "nil"}, {"EXAPPEND s v VER 9", wrong},
		{"EXAPPEND e v VER 9", "ERR update version is stale"}, {"EXAPPEND none v XX", "nil"}},
	"EXPREPEND": {{"EXPREPEND s", arity("exprepend")}, {"EXPREPEND s v VER x NX", "ERR syntax error"},
		{"EXPREPEND s v NX VER 9", "nil"}, {"EXPREPEND s v VER 9", wrong},
		{"EXPREPEND e v VER 9", "ERR update version is stale"}, {"EXPREPEND none v XX", "nil"}},
	"EXGAE": {{"EXGAE s EX", arity("exgae")}, {"EXGAE s EX 10 NX", "ERR syntax error"},
		{"EXGAE s EX 0", "ERR syntax error"}, {"EXGAE s EX 10", wrong}, {"EXGAE none EX 10", "nil"}},
	"CAS": {{"CAS e a", arity("cas")}, {"CAS e a b NX", "ERR syntax error"},
		{"CAS e a b EX 0", "ERR syntax error"}, {"CAS e a b", wrong}, {"CAS none a b", ":-1"}, {"CAS s a b", ":0"}},
	"CAD": {{"CAD e a b", arity("cad")}, {"CAD e a", wrong}, {"CAD none a", ":-1"}, {"CAD s a", ":0"}},
	"SET": {{"SET e", arity("set")}, {"SET e v EX 0 NX XX", "ERR syntax error"},
		{"SET e v EX x GET NX", "ERR value is not an integer or out of range"},
		{"SET e v EX 0 GET NX", "ERR invalid expire time in 'set' command"}, {"SET e v GET NX", wrong},
		{"SET e v NX", "nil"}},
}

// rules.md, "Words and order of checks": the order of each command.
func TestOrderOfChecks(t *testing.T) {
	for verb, lines := range ladders {
		t.Run(verb, func(t *testing.T) {
			for _, l := range lines {
				b := newBench(t)
				b.All("SET s text", "EXSET e x", "EXSET n 5")
				before := b.World.Object(engine.ParseObject("key e"))
				b.Want(l[0], l[1])
				if l[1] != "+OK" && b.World.Object(engine.ParseObject("key e")) != before {
					t.Errorf("%s was refused and changed the key", l[0])
				}
			}
		})
	}
}

// rules.md, "Words and order of checks", the rows on words and numbers.
func TestWordsAndNumbers(t *testing.T) {
	const bad = "ERR syntax error"
	for _, row := range [][2]string{
		{"EXSET k v ex 10 nx Ver 3 withVERSION", ":1"}, {"EXSET k v EX", bad}, {"EXSET k v VER", bad},
		{"EXSET k v NOPE", bad}, {"EXSET k v DEF 1", bad},
		{"EXSET k v EX NX", bad}, {"EXSET k v EX 1 PX 1", bad}, {"EXSET k v EX 1 EX 1", bad},
		{"EXSET k v EXAT 1 PXAT 1", bad},
		{"EXSET k v EX 1 KEEPTTL", bad}, {"EXSET k v KEEPTTL PX 1", bad}, {"EXSET k v VER 1 VER 1", bad},
		{"EXSET k v VER 1 ABS 1", bad},
		{"EXSET k v FLAGS 1 FLAGS 1", bad}, {"EXINCRBY k 1 DEF 1 DEF 1", bad}, {"EXINCRBY k 1 MIN 1 MIN 1", bad},
		{"EXINCRBY k 1 MAX 1 MAX 1", bad},
		{"EXSET k v NX XX", bad}, {"EXSET k v XX NX", bad}, {"EXSET k v NX NX", "+OK"}, {"EXSET k v XX XX", "nil"},
		{"EXSET k v KEEPTTL KEEPTTL", "+OK"}, {"EXSET k v WITHVERSION WITHVERSION", ":1"},
		{"EXINCRBY k 1 NONEGATIVE NONEGATIVE", ":1"},
		{"EXSET k v VER +1", bad}, {"EXSET k v VER 01", bad}, {`EXSET k v VER " 1"`, bad}, {"EXSET k v ABS -0", bad},
		{"EXSET k v VER 9223372036854775808", bad},
		{"EXSET k v VER -1", bad}, {"EXSET k v ABS -1", bad}, {"EXSET k v ABS 9223372036854775807", "+OK"},
		{"EXSET k v FLAGS -1", bad},
		{"EXSET k v FLAGS 4294967295", "+OK"}, {"EXSET k v FLAGS 4294967296", bad}, {"EXSET k v EX 0", bad},
		{"EXSET k v EX -1", bad}, {"EXSET k v EXAT 0", bad},
		{"EXSET k v EX 9223372036854776", bad}, {"EXSET k v EX 9223372036854775807", bad},
		{"EXSET k v PXAT 9223372036854775807", "+OK"},
		{"EXAPPEND k v EX 1", bad}, {"EXAPPEND k v KEEPTTL", bad}, {"EXCAS k v 1 NX", bad},
		{"EXINCRBYFLOAT k 1 WITHVERSION", bad}, {"EXINCRBYFLOAT k 1 DEF 1", bad},
	} {
		newBench(t).Want(row[0], row[1])
	}
	b := newBench(t)
	b.Want("EXSET k v EXAT 1", "+OK")
	b.Want("EXGET k", "nil")
}

// Every command is listed with its refusals; what it names is in a table of rules with a source.
func TestEveryCommandHasAnOrder(t *testing.T) {
	for _, spec := range service.Ops {
		if len(spec.Refuses) < 2 || spec.Source.Section == "" || !spec.Prompt() ||
			strings.ToUpper(spec.Verb) != spec.Verb {
			t.Errorf("%s: %d refusals, source %+v", spec.Verb, len(spec.Refuses), spec.Source)
		}
	}
}

// A text longer than a body may be is refused, typed or grown.
func TestLongValues(t *testing.T) {
	const text = "ERR string exceeds maximum allowed size (proto-max-bulk-len)"
	long := strings.Repeat("x", engine.MaxBody)
	b := newBench(t)
	b.Want("EXSET k "+long+"x", text)
	b.Want("EXSET k "+long, "+OK")
	b.Want("EXAPPEND k y", text)
	b.Want("SET s "+long, "+OK")
	b.Want("APPEND s y", text)
	b.Want(fmt.Sprintf("SETRANGE s %d y", engine.MaxBody+1), text)
	b.Want("STRLEN s", fmt.Sprintf(":%d", engine.MaxBody))
}

// What the screen names as a source is something that anybody can open or try out.
func TestSourcesArePublic(t *testing.T) {
	for _, spec := range service.Ops {
		sources := []engine.Source{spec.Source}
		for _, r := range spec.Refuses {
			sources = append(sources, r.Source)
		}
		for _, s := range sources {
			known := false
			for _, begins := range []string{"TairString, the public module (github.com/", "Alibaba Cloud, ",
				"Redis 7.0 "} {
				known = known || strings.HasPrefix(s.Document, begins)
			}
			if !known || strings.Contains(s.Document+s.Section+s.Unsure, "sheet") {
				t.Errorf("%s: %+v", spec.Verb, s)
			}
		}
	}
}

// rules.md, "Words and order of checks": seconds that do not fit into 64 bits of milliseconds are a syntax error by
// choice, and the rule says so; a number that is none is one by the source.
func TestSecondsThatOverflowAreAnAssumption(t *testing.T) {
	for _, line := range []string{"EXSET k v EX %s", "EXSET k v EXAT %s", "EXINCRBY n 1 EX %s",
		"EXINCRBYFLOAT n 1 EX %s", "EXCAS e v 1 EX %s", "EXGAE e EX %s", "CAS p a b EX %s"} {
		for seconds, unsure := range map[string]bool{"9223372036854775807": true, "x": false, "-1": false} {
			b := newBench(t)
			b.All("EXSET e v", "SET p a")
			a := b.Say(strings.ReplaceAll(line, "%s", seconds))
			if a.Code() != "ERR syntax error" || (a.Why.Rule.Source.Unsure != "") != unsure {
				t.Errorf("%s with %s: %s, unsure %q", line, seconds, a, a.Why.Rule.Source.Unsure)
			}
		}
	}
}
