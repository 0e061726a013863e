package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
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
		{"and ended at once", ended + "ana: EXPIRE lk 0\n", engine.LostUpdate, 3, "",
			"Tell Ben, who stops if it was a lock", "", "plain read"},
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
