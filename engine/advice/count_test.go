package advice_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
)

// A number that was read may be a port or an id as well as a count. Only a request that reckoned its value from the one
// that was read says that it counts; any other value is its owner's to choose.
func TestOnlyACounterIsCarriedOver(t *testing.T) {
	for _, c := range []struct{ name, lines, action, sends string }{
		{"a port", who + "seed: SET port 8080\nann: GET port\nben: SET port 8443\nann: CAS port 8080 9090\n",
			"read", ""},
		{"a port with a version", who + "seed: EXSET port 8080\nann: EXGET port\nben: EXSET port 8443\n" +
			"ann: EXCAS port 9090 1\n", "read", ""},
		{"the id of a leader", who + "seed: SET leader 1\nann: GET leader\nben: CAS leader 1 2\n" +
			"ann: CAS leader 1 2\n", "read", ""},
		{"a number that is put back to nought", who + "seed: EXSET n 5\nann: EXGET n\nben: EXINCRBY n 1\n" +
			"ann: EXSET n 0 VER 1\n", "read", ""},
		{"a count", who + "seed: SET n 10\nann: GET n as r\nben: INCR n\nann: CAS n $r.value {$r.value + 1}\n",
			"redrive", "12"},
		{"a count with a version", who + "seed: EXSET n 10\nann: EXGET n as r\nben: EXINCRBY n 5\n" +
			"ann: EXCAS n {$r.value + -3} $r.version\n", "redrive", "12"},
	} {
		card, found := cardAtEnd(t, c.lines, engine.StaleWrite)
		sends := ""
		for _, in := range card.Inputs {
			if s, ok := in.(engine.Send); ok && strings.Contains(s.Verb, "CAS") {
				sends = engine.LineWords(s.Args[0].Value)[map[string]int{"CAS": 2, "EXCAS": 1}[s.Verb]].String()
			}
		}
		if !found || card.Action != c.action || sends != c.sends {
			t.Errorf("%s: %v %q sends %q, want %q %q: %s", c.name, found, card.Action, sends, c.action, c.sends,
				card.Say)
		}
	}
}

// VER n makes a count whose reply was lost safe to send again: the second try is stale (engine/tair/rules.md, race 16,
// "Lost reply"). That holds whether it had arrived, had not, or another wrote in between; not where the key was
// removed, for VER on a missing key is ignored.
func TestACountUnderAVersionIsSentAgain(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: EXSET c 10\n"
		sent = "ann: send EXINCRBY c 5 VER 1 as p\n"
		done = sent + "deliver p\nlose p\n"
		safe = "Send the same again: under VER 1 only one of the two can be done, unless the key is removed or its " +
			"version set back."
		next = "Next time keep an id of each count beside the number"
	)
	const stale = "ERR update version is stale"
	for _, c := range []struct{ name, lines, action, foretold, want, never string }{
		{"it was done", who + done, "retry", stale, safe, next},
		{"it was not", who + sent + "lose p\n", "retry", "", safe, next},
		{"another counted", who + done + "ben: EXINCRBY c 5\n", "retry", stale, safe, next},
		{"a float", who + strings.ReplaceAll(done, "EXINCRBY", "EXINCRBYFLOAT"), "retry", stale, safe, next},
		{"the key was removed", who + done + "ben: DEL c\n", "", "", next, safe},
		{"version nought compares nothing", who + strings.ReplaceAll(done, "VER 1", "VER 0"), "", "", next, safe},
		{"no version", who + strings.ReplaceAll(done, " VER 1", ""), "", "", next, safe},
	} {
		card, found := cardAtEnd(t, c.lines, engine.NoAnswer)
		if !found || card.Action != c.action || card.Foretold != c.foretold || !strings.Contains(card.Say, c.want) ||
			strings.Contains(card.Say, c.never) {
			t.Errorf("%s: %v %q %q %s", c.name, found, card.Action, card.Foretold, card.Say)
		}
	}
}

// A number has nobody's name (engine/tair/rules.md, "Values": INCR answers the new one): whether a count of a
// transaction whose answer was lost is in it, a read tells only who had read it before, and of what is set it does.
func TestALostTransactionThatCountsIsInNoRead(t *testing.T) {
	const head = "writer ann \"Ana\"\nseed: SET n 1\n"
	for lines, want := range map[string]string{
		"ann: MULTI\nann: INCR n\n":                  "#4 only counts, and Ana had not read n before it",
		"ann: MULTI\nann: INCR n\nann: INCRBY m 5\n": "#5 only counts, and Ana had not read n or m before it",
		"ann: MULTI\nann: INCR n\nann: SET d 1\n":    "Read before the next try",
		"ann: GET n\nann: MULTI\nann: INCR n\n":      "Read before the next try",

		"SCRIPT redis.call('INCR', KEYS[1])": "#2 only counts, and Ana had not read n before it",
		"SCRIPT redis.call('SET', KEYS[1], redis.call('GET', KEYS[1])*3)": "Read before the " +
			"next try",
		"SCRIPT redis.call('SET', KEYS[1], 7)": "Read before the next try",
	} {
		lost := "ann: send EXEC as e\ndeliver e\nlose e\n"
		if script, is := strings.CutPrefix(lines, "SCRIPT "); is {
			lines, lost = "", "ann: send EVAL \"return "+script+"\" 1 n as e\ndeliver e\nlose e\n"
		}
		card, found := cardAtEnd(t, head+lines+lost, engine.NoAnswer)
		if !found || !strings.HasPrefix(card.Say, want) {
			t.Errorf("%s%v %q, want %q", lines, found, card.Say, want)
		}
	}
}

// RENAME brings the version of what it moves (engine/tair/rules.md, "Values"): a version that nobody had, which the
// write before it gave to the key, is gone with that, and what was sent fits all the same.
func TestAVersionThatARenameReplacesStopsNothing(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\nseed: EXSET a 1\nseed: EXSET b other\n" +
		"ann: EXGET b as m\n"
	for _, c := range []struct {
		name, lines string
		stops       bool
	}{
		{"renamed over it", "ben: EXSET b ben\ncy: RENAME a b\nann: EXSET b mine VER 1\n", false},
		{"renamed over it in a transaction",
			"ben: EXSET b ben\ncy: MULTI\ncy: RENAME a b\ncy: EXEC\nann: EXSET b mine VER 1\n", false},
		{"deleted and made anew", "ben: DEL b\ncy: EXSET b cy\nann: EXSET b mine VER 1\n", true},
		{"another renamed", "ben: DEL b\ncy: RENAME a c\ncy: EXSET b cy\nann: EXSET b mine VER 1\n", true},
	} {
		card, found := cardAtEnd(t, head+c.lines, engine.SameNumber)
		if !found || strings.Contains(fmt.Sprint(card.Stops), "a version that nobody had") != c.stops {
			t.Errorf("%s: %v %q", c.name, found, card.Stops)
		}
	}
}

// A receipt that is over as the message was deleted: what was done outside is there as often as the work was done.
func TestWhatWasDoneOutsideIsThereAsOftenAsItWasDone(t *testing.T) {
	const (
		head = "writer ana \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\nseed: create-queue jobs\n" +
			"seed: put-message jobs m1 messagettl=-1\n"
		first  = "ana: get-messages jobs visibilitytimeout=5 as g\nana: does $g.0\nclock +6s\n"
		second = "ben: get-messages jobs visibilitytimeout=5 as h\nben: does $h.0\nclock +6s\n"
		third  = "cy: get-messages jobs visibilitytimeout=30 as k\n"
		ends   = "ana: delete-message $g.0 popreceipt=$g.0.receipt\n" +
			"cy: delete-message $k.0 popreceipt=$k.0.receipt\n"
	)
	for lines, want := range map[string]string{
		head + first + second + third + "cy: does $k.0\n" + ends: "What the 3 who worked on it did outside may " +
			"be there 3 times.",
		head + first + third + "cy: does $k.0\n" + ends: "What both did outside may be there twice.",
	} {
		saysAtEnd(t, lines, engine.OldReceipt, want, "")
	}
}

// A number that was counted on shows no id of who did (engine/tair/rules.md, "Versions": the reply of a stale version
// gives no value), neither before it is read nor after.
func TestACountThatMetItselfIsNotLookedForByAnID(t *testing.T) {
	const (
		met = who + "ann: EXSET n 5\nann: EXGET n\nann: send EXINCRBY n 1 VER 1 as r\ndeliver r\nlose r\n" +
			"ann: EXINCRBY n 1 VER 1 again=r\n"
		settle = "whose count is in it: settle by what that stands for whether it is missing."
	)
	saysDoing(t, "before it is read", met, engine.OwnEcho, "read", "Read what is there. It does not tell "+
		settle+" Next time keep an id of each count", "such as an id")
	saysDoing(t, "behind the read", met+"ann: EXGET n\n", engine.OwnEcho, "", "shows what is there now, which does "+
		"not tell "+settle, "alone wrote")
	saysDoing(t, "a text", strings.ReplaceAll(met, "EXINCRBY n 1", "EXSET n 6"), engine.OwnEcho, "read",
		"such as an id", settle)
}

// A late copy of one's own is stopped by what would have let it through in time (engine/tair/rules.md, NX: nil where
// the key is there).
func TestALateRequestIsToBeDoneWhereItComesInTime(t *testing.T) {
	const late = "ben: send SET k 1 as r\nben: SET k 2\ndeliver r\n"
	for lines, want := range map[string]bool{who + "ann: SET k 0\n" + late: false, who + late: true} {
		card, found := cardAtEnd(t, lines, engine.LostUpdate)
		if stops := strings.Join(card.Stops, " "); !found || strings.Contains(stops, "SET k 1 NX.") != want {
			t.Errorf("%s%v %q", lines, found, stops)
		}
	}
}

// One count that is sent with other words is done twice as well, and the referee does not know whether it was meant as
// the same (engine/conflict/rules.md, done-twice): the card of the one without an answer says so.
func TestACountWithOtherWordsMayBeTheSameCount(t *testing.T) {
	const (
		lost  = who + "ann: send INCR n as a\ndeliver a\nlose a\n"
		since = "#2 has counted n since. Where it was to count the same, and #1 was done too, that is in it twice"
	)
	advisesBehind(t, []advised{
		{"a script", lost + "ann: EVAL \"return redis.call('INCR', KEYS[1])\" 1 n\n", engine.NoAnswer, "", since, ""},
		{"another command", lost + "ann: INCRBY n 1\n", engine.NoAnswer, "", since, ""},
		{"of a versioned string", strings.Replace(lost, "INCR n", "EXINCRBY n 2", 1) +
			"ann: EXINCRBY n 2 WITHVERSION\n", engine.NoAnswer, "", since, ""},
		{"another number", lost + "ann: INCRBY n 5\n", engine.NoAnswer, "", "count", "since. Where"},
		{"another key", lost + "ann: INCRBY m 1\n", engine.NoAnswer, "", "count", "since. Where"},
		{"another's", lost + "ben: INCRBY n 1\n", engine.NoAnswer, "", "count", "since. Where"},
	})
}
