package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/roomtest"
)

// A key with an expiry that was made only if nothing was there is a lock as Redis' documentation has it (SET,
// "Patterns"): it ends by itself, so that who is refused waits for that; who lost it stops; and what an own first try
// wrote is told by its token.
func TestALockThatIsAKey(t *testing.T) {
	const (
		head  = "writer ana \"Ana\"\nwriter ben \"Ben\"\n"
		taken = head + "ben: SET lk B NX PX 30000\nana: SET lk A NX PX 30000\n"
		echo  = head + "ana: send SET lk tok NX PX 30000 as p\ndeliver p\nlose p\n" +
			"ana: SET lk tok NX PX 30000 again=p as q\n"
		ended = head + "ana: SET lk A NX PX 1000\nclock 00:02.0\nben: SET lk B NX PX 30000\n"
	)
	for _, c := range []struct {
		name, lines   string
		kind          engine.Trouble
		last          int // the request behind whose answer it is looked at; 0: at the end
		action        string
		want, or, not string
	}{
		{"another's stands", taken, engine.AlreadyThere, 2, "wait",
			"lk ends by itself at 00:30.", "wait until then", ""},
		{"and has ended", taken + "clock 00:40.0\n", engine.AlreadyThere, 0, "retry",
			"lk has expired", "Send the same again", ""},
		{"and was moved", taken + "ben: PEXPIRE lk 60000\n", engine.AlreadyThere, 3, "wait", "ends by itself at 01:00.",
			"", "00:30."},
		{"it has no end", head + "ben: SET lk B NX\nana: SET lk A NX\n", engine.AlreadyThere, 2, "read",
			"decide whether it will do", "it never ends by itself", "lk ends by itself"},
		{"one's own token is read", echo + "ana: GET lk\n", engine.OwnEcho, 3, "",
			"is what #1 was to write. If it holds an id of that try, it was done", "", "still missing"},
		{"another's is deleted", ended + "ana: DEL lk\n", engine.LostUpdate, 3, "guard", "send CAD lk A",
			"There it is refused (0)", ""},
		{"and ended at once", ended + "ana: EXPIRE lk 0\n", engine.LostUpdate, 3, "guard",
			"EXPIRE compared nothing. Go back before it on a new branch and send CAD lk A", "There it is refused (0)",
			"plain read"},
		{"one's own had ended, and the next renewal met another's", head + "ana: SET lk A NX PX 1000\nclock 00:02.0\n" +
			"ana: PEXPIRE lk 1000\nben: SET lk B NX PX 30000\nana: PEXPIRE lk 1000\n", engine.IsGone, 0, "",
			"Ana's #4 set when lk ends, which was Ben's then, since #3",
			"stop what is done under it", "Nothing is left"},
	} {
		card, found := cardWhenHeard(t, c.lines, c.kind, c.last)
		if !found || card.Action != c.action || !strings.Contains(card.Say, c.want) ||
			!strings.Contains(card.Say, c.or) || c.not != "" && strings.Contains(card.Say, c.not) {
			t.Errorf("%s: %v %q %s", c.name, found, card.Action, card.Say)
		}
	}
	card, _ := cardAtEnd(t, ended+"ana: DEL lk\n", engine.LostUpdate)
	if others := strings.Join(card.Others, " "); !strings.Contains(others, "tell Ben, who stops if it was a lock") {
		t.Errorf("where it has happened: %s", others)
	}
}

// cardWhenHeard is the newest card of a kind when a request of a race has been answered; of 0 at its end.
func cardWhenHeard(t *testing.T, race string, kind engine.Trouble, last int) (card advice.Card, found bool) {
	t.Helper()
	if last == 0 {
		return cardAtEnd(t, race, kind)
	}
	r := roomtest.Of(t, "case.race", race)
	for x := r.View().Exchange(last); x == nil || x.Heard.IsZero(); x = r.View().Exchange(last) {
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	v := r.View()
	for _, tr := range v.Troubles() {
		if tr.Kind == kind {
			card, found = advice.For(v, tr.Finding), true
		}
	}
	return card, found
}

// A guard that compares things of another type would have removed nothing at any time: it is none
// (engine/tair/rules.md, "Words and order of checks", CAS and CAD).
func TestAGuardOfAnotherTypeIsNone(t *testing.T) {
	card, found := cardAtEnd(t, `writer ana "Ana"
writer ben "Ben"
seed: EXSET doc v1
ana: EXGET doc
ben: EXCAD doc 1
ana: EXCAS doc ana 1
ben: EXSET doc again
ana: EXCAD doc 1
`, engine.SameNumber)
	if stops := strings.Join(card.Stops, " "); !found || strings.Contains(stops, "WRONGTYPE") ||
		!strings.Contains(stops, "ABS") {
		t.Errorf("%v %s", found, stops)
	}
}

const (
	twoOfLake = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\nseed: put-object lake/b v0\n" +
		"seed: put-object lake/c v0\nann: get-object lake/b as r\n"
	noDeletes = `ben: put-bucket-policy lake "{\"Version\":\"2012-10-17\",\"Statement\":[{` +
		`\"Effect\":\"Deny\",\"Principal\":\"*\",\"Action\":\"s3:DeleteObject\",\"Resource\":\"arn:aws:s3:::lake/*\"}]}"` + "\n"
)

// A key of DeleteObjects is refused inside an answer of 200, each by itself: what is advised goes by that key and by
// what it met, as if it had been deleted alone (engine/bucket/rules.md, "DeleteObjects"; engine/conflict/rules.md,
// "Several objects in one request").
func TestAKeyAmongSeveralIsAdvisedByItself(t *testing.T) {
	const stale = twoOfLake + "ben: put-object lake/b v1\nann: delete-objects lake [b if-match=$r.etag]\n"
	for name, c := range map[string]struct {
		lines   string
		kind    engine.Trouble
		says    string
		never   string
		actions bool
	}{
		"a policy that stands": {twoOfLake + noDeletes + "ann: delete-objects lake [b; c]\n", engine.ByPolicy,
			"The policy as Ben set it denies it, whatever else is allowed. Ask Ben whether it may be done",
			"there again", false},
		"a policy that is over": {twoOfLake + noDeletes + "ann: delete-objects lake [b]\n" +
			"ben: delete-bucket-policy lake\n", engine.ByPolicy, "there again", "Ask Ben", true},
		"gone since": {stale + "ben: delete-object lake/b\n", engine.StaleWrite, "nothing is left to delete",
			"new tag", false},
		"gone since, of one deleted alone": {twoOfLake + "ben: put-object lake/b v1\nann: delete-object lake/b " +
			"if-match=$r.etag\nben: delete-object lake/b\n", engine.StaleWrite, "nothing is left to delete", "new tag",
			false},
		"another key is none of its own": {stale + "ann: delete-objects lake [c]\n", engine.StaleWrite,
			"delete it with the new tag", "gone through", true},
		"refused once more": {stale + "ann: delete-objects lake [c; b if-match=$r.etag]\n", engine.StaleWrite,
			"delete it with the new tag", "gone through", true},
		"deleted since": {stale + "ann: get-object lake/b as s\nann: delete-objects lake [c; b if-match=$s.etag]\n",
			engine.StaleWrite, "has gone through since", "new tag", false},
	} {
		v := roomtest.AtEnd(t, c.lines)
		var first *conflict.Finding
		for _, f := range v.Troubles() {
			if f.Kind == c.kind && first == nil {
				first = &f.Finding
			}
		}
		if first == nil {
			t.Error(name, "no mark")
			continue
		}
		card := advice.For(v, *first)
		if !strings.Contains(card.Say, c.says) || strings.Contains(card.Say, c.never) ||
			card.Action != "" != c.actions {
			t.Errorf("%s: %q %q", name, card.Say, card.Action)
		}
	}
}

// Of a line that names several keys it is not the first that stands in the way (Redis, MSETNX, RENAMENX, COPY, MOVE):
// the one that does is named and read.
func TestTheKeyInTheWayIsRead(t *testing.T) {
	const head = "writer ann \"Ann\"\nwriter ben \"Ben\"\n"
	for _, c := range []struct{ lines, say, reads string }{
		{"ben: SET b 1\nann: MSETNX a 1 b 2\n", "b existed then, and the refusal does not say who made it", "b"},
		{"ben: SET a 1\nann: MSETNX a 1 b 2\n", "It existed then, and the refusal does not say who made it", "a"},
		{"ben: SET b 1\nann: MSETNX a 1 b 2\nben: DEL b\n", "b is gone, by Ben's #3 (DEL).", "a"},
		{"seed: SET a 1\nben: SET b 1\nann: RENAMENX a b\n", "Read what is at b and decide", "b"},
		{"seed: SET a 1\nben: SET b 1\nann: COPY a b\n", "Read what is at b and decide", "b"},
		{"seed: SET a 1\nben: SET b 1\nann: MULTI\nann: RENAMENX a b\nann: EXEC\n", "Read what is at b and decide",
			"b"},
		{"seed: SET a 1\nben: SELECT 1\nben: SET a 1\nann: MOVE a 1\n", "Read what is at db1:a and decide", ""},
	} {
		card, found := cardAtEnd(t, head+c.lines, engine.AlreadyThere)
		reads := ""
		if len(card.Inputs) > 0 {
			reads = engine.LineWords(card.Inputs[0].(engine.Send).Args[0].Value)[0].String()
		}
		if !found || !strings.HasPrefix(card.Say, c.say) || reads != c.reads {
			t.Errorf("%s%t %q, reads %q", c.lines, found, card.Say, reads)
		}
	}
}

// A script watches nothing, and none of its lines waits for EXEC (tair/rules.md, "Scripts"): who wrote it with an older
// version is not told to send MULTI.
func TestAStaleScriptIsNoTransaction(t *testing.T) {
	const head = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: EXSET k v\nann: EXGET k\nben: EXSET k w\n"
	for _, c := range []struct{ lines, say string }{
		{"ann: EVAL \"return redis.call('EXSET', KEYS[1], 'x', 'VER', 1)\" 1 k\n", "Read again, put the change into " +
			"what is there, and run the script for that."},
		{"ann: EVAL \"return redis.call('EXSET', KEYS[2], 'x', 'VER', 1)\" 2 j k\n",
			"Read again what the script goes by, put the change into what is there"},
		{"ann: MULTI\nann: EXSET k x VER 1\nann: EXEC\n", "WATCH and read again"},
		{"ann: WATCH k\nben: EXSET k z\nann: MULTI\nann: EXEC\n", "WATCH and read again"},
	} {
		card, found := cardAtEnd(t, head+c.lines, engine.StaleWrite)
		if !found || !strings.HasPrefix(card.Say, c.say) {
			t.Errorf("%s%t %q", c.lines, found, card.Say)
		}
	}
}

// A number has nobody's name, in a transaction as well: that it was counted twice no read tells. What is appended may
// be recognised.
func TestACountInATransactionIsNotRecognised(t *testing.T) {
	for line, say := range map[string]string{
		"INCR a":     "#4 and #7 both counted, and no read tells that",
		"APPEND a x": "Read a, recognise #4 as one's own work",
	} {
		multi := "ann: MULTI\nann: " + line + "\n"
		lost := "ann: send EXEC as p\ndeliver p\nlose p\n"
		card, found := cardAtEnd(t, "writer ann \"Ann\"\nseed: SET z 1\n"+multi+lost+multi+"ann: EXEC again=p\n",
			engine.DoneTwice)
		if !found || !strings.HasPrefix(card.Say, say) {
			t.Errorf("%s: %t %q", line, found, card.Say)
		}
	}
}

// A line that compares nothing is kept from going over another's work by WATCH in front of the read, and EXEC
// (engine/tair/rules.md, "Plain Redis commands"); where a line of its own compares, that is named.
func TestALineIsTriedUnderWatch(t *testing.T) {
	const (
		head  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: MSET a 1 b 2\nann: MGET a b\nben: SET a 5\n"
		bytes = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: SET k AAAABBBB\nann: GET k\n"
		said  = "WATCH a before the read #2, and MSET between MULTI and EXEC. The answer would be nil."
	)
	advises(t, []advised{
		{"several keys", head + "ann: MSET a 2 b 3\n", engine.LostUpdate, "", said, ""},
		{"one that compares", head + "ann: GET a\nben: SET a 6\nann: SET a 2\n", engine.LostUpdate, "guard",
			"CAS a 5 2", "WATCH"},
		{"what was not read", "writer ann \"Ana\"\nwriter ben \"Ben\"\nann: SET a 3\nben: SET a 5\n" +
			"ann: MSET a 2 b 3\n", engine.LostUpdate, "", "", "WATCH"},
		{"bytes", bytes + "ben: SETRANGE k 0 bb\nann: SETRANGE k 0 a\n", engine.LostUpdate, "",
			"WATCH k before the read #2, and SETRANGE between MULTI and EXEC. The answer would be nil.", "CAS"},
		{"bytes that were deleted", bytes + "ben: DEL k\nann: SETRANGE k 0 a\n", engine.LostUpdate, "",
			"WATCH k before the read #2, and SETRANGE between MULTI and EXEC. The answer would be nil.", "CAS"},
		{"bytes, without a read", "writer ann \"Ana\"\nwriter ben \"Ben\"\nann: SETRANGE k 0 aa\n" +
			"ben: SETRANGE k 0 b\nann: SETRANGE k 0 c\n", engine.LostUpdate, "", "", "WATCH"},
	})
}

// EXEC compares what was watched, and a script what it compares itself (engine/tair/rules.md, "Values" and "Scripts"):
// what of this would have stopped a loss is tried, and not said of a key that its sender touched itself.
func TestWhatWouldHaveStoppedATransactionOrAScript(t *testing.T) {
	const (
		head   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: SET a 1\n"
		read   = "ann: GET a\nben: GET a\nben: SET a 2\n"
		exec   = "ann: MULTI\nann: SET a 7\nann: EXEC\n"
		script = "ann: EVAL \"return redis.call('set',KEYS[1],ARGV[1])\" 1 a 7\n"
		watch  = "WATCH a before the read"
		inside = "A script that compares a with what #2 read before it writes, and ends with false where that is " +
			"another. The answer would be nil."
	)
	advises(t, []advised{
		{"nothing watched", head + read + exec, engine.LostUpdate, "", watch + " #2. The answer would be nil.", ""},
		{"another key watched", head + "ann: WATCH b\n" + read + exec, engine.LostUpdate, "", watch + " #3. The", ""},
		{"touched by itself", head + "ann: GET a\nann: SET a 3\nben: SET a 2\n" + exec, engine.LostUpdate, "", "EXEC",
			watch},
		{"on another connection", head + "ann: GET a on=c2\nben: SET a 2\nann: MULTI on=c2\nann: SET a 7 on=c2\n" +
			"ann: EXEC on=c2\n", engine.LostUpdate, "", watch + " #2. The answer would be nil.", ""},
		{"a script", head + read + script, engine.LostUpdate, "", inside, watch},
		{"a value of the module", head + "seed: EXSET b 1\nann: EXGET b\nben: EXSET b 2\n" +
			"ann: EVAL \"return redis.call('exset',KEYS[1],ARGV[1])\" 1 b 7\n",
			engine.LostUpdate, "", "EVAL", "A script that"},
	})
}

// MULTI, WATCH and DISCARD change no key (engine/tair/rules.md): what a read shows says nothing of them. Of MULTI and
// DISCARD the second is refused where the first arrived; a key can be watched twice, and 99 is no database at any time.
func TestWhatAConnectionGoesByIsSettledByTheSameAgain(t *testing.T) {
	const (
		who     = "writer ann \"Ana\"\nseed: EXSET k v\n"
		first   = "Send the same again before anything else: it settles what applies to the connection."
		arrived = first + " A refusal says that the first had arrived."
		done    = " as p\ndeliver p\nlose p\n"
		lost    = " as p\nlose p\n"
	)
	for _, c := range []struct{ lines, action, say, foretold string }{
		{"ann: send MULTI" + done, "retry", arrived, "ERR MULTI calls can not be nested"},
		{"ann: send MULTI" + lost, "retry", arrived, ""},
		{"ann: MULTI\nann: send DISCARD" + done, "retry", arrived, "ERR DISCARD without MULTI"},
		{"ann: MULTI\nann: send DISCARD" + lost, "retry", arrived, ""},
		{"ann: send WATCH k" + done, "retry", first, ""},
		{"ann: send WATCH k" + lost, "retry", first, ""},
		{"ann: send SELECT 99" + lost, "", "The same again would not be accepted as it is.", ""},
		{"ann: send SCRIPT FLUSH" + done, "retry", "No work is in doubt. Send the same again: it comes to the same, " +
			"however often it arrives.", ""},
	} {
		card, found := cardAtEnd(t, who+c.lines, engine.NoAnswer)
		if !found || card.Action != c.action || card.Say != c.say || card.Foretold != c.foretold {
			t.Errorf("%s: %v %q %q, foretold %q", strings.TrimSpace(c.lines), found, card.Action, card.Say,
				card.Foretold)
		}
	}
}

// What belongs to one connection belongs to it again (engine/tair/rules.md, "belong to one connection").
func TestTheSameAgainTravelsOnTheSameConnection(t *testing.T) {
	card, found := cardAtEnd(t, "writer ann \"Ana\"\nann: send WATCH k on=c2 as p\nlose p\n", engine.NoAnswer)
	for _, in := range card.Inputs {
		if s, ok := in.(engine.Send); ok && s.Words.On != "c2" {
			t.Errorf("%s %v goes on %q", s.Verb, s.Args, s.Words.On)
		}
	}
	if !found || len(card.Inputs) == 0 {
		t.Errorf("%v %q", found, card.Say)
	}
}

// Whether a transaction was carried out that nobody heard of, a read of what it was to change tells; and that nothing
// is begun any more on the connection is its own doing.
func TestWhatALostTransactionChangedIsRead(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: SET n 1\n"
		begun = who + "ann: WATCH n\nann: GET n\nann: MULTI\nann: SET n 2\nann: send EXEC as e\n"
		lost  = begun + "deliver e\nlose e\n"
		shop  = who + "seed: create-table shop\nseed: insert-entity shop/i/2 .n=1\n" +
			"ann: send entity-group-transaction shop i [merge-entity 2 .n=2 if-match=*] as e\ndeliver e\nlose e\n"
	)
	for _, c := range []struct {
		name, lines        string
		kind               engine.Trouble
		action, reads, say string
	}{
		{"nobody heard it", lost, engine.NoAnswer, "read", "n", "Read before the next try"},
		{"nobody heard it, and it was read", lost + "ann: GET n\n", engine.NoAnswer, "", "",
			"#7 has read it. Check whether the change of #6 is in it; only if it is not, WATCH, read once more"},
		{"it was sent again", lost + "ann: EXEC again=e\n", engine.OwnEcho, "read", "n",
			"#6 has arrived, and ended what was begun on the connection"},
		{"it was sent again, and had been refused", strings.Replace(begun, "ann: MULTI", "ben: INCR n\nann: MULTI", 1) +
			"deliver e\nlose e\nann: EXEC again=e\n", "", "read", "n",
			"#7 has arrived, and ended what was begun on the connection"},
		{"nothing was begun", who + "ann: EXEC\n", "", "", "", "Correct the request"},
		{"a batch that nobody heard of", shop, engine.NoAnswer, "read", "shop/i/2", "Read before the next try"},
	} {
		card, found := cardAtEnd(t, c.lines, c.kind)
		if v := roomtest.AtEnd(t, c.lines); c.kind == "" { // nobody's trouble is none of the troubles
			for _, m := range v.Marks() {
				card, found = advice.For(v, m.Finding), true
			}
		}
		reads := ""
		for _, in := range card.Inputs {
			if s, ok := in.(engine.Send); ok {
				reads = strings.Trim(s.Args[0].Value.String(), "[]")
			}
		}
		if !found || card.Action != c.action || !strings.Contains(card.Say, c.say) || reads != c.reads {
			t.Errorf("%s: %v %q reads %q: %s", c.name, found, card.Action, reads, card.Say)
		}
	}
}
