package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/roomtest"
)

// Without TIME or KEEPTTL a write takes away the expiry that is there (engine/tair/rules.md, "Expiry", first row): with
// KEEPTTL nothing is lost, and no comparison would have helped.
func TestAnExpiryThatIsTakenAwayIsKeptByItsWord(t *testing.T) {
	const who = "writer ana \"Ana\"\nwriter ben \"Ben\"\n"
	for _, c := range []struct{ lines, stops string }{
		{"seed: SET s data EX 100\nana: GET s\nben: EXPIRE s 5000\nana: SET s data2\n", "SET s data2 KEEPTTL."},
		{"seed: EXSET s data EX 100\nana: EXGET s\nben: EXPIRE s 5000\nana: EXSET s data2\n", "EXSET s data2 KEEPTTL."},
	} {
		v := roomtest.AtEnd(t, who+c.lines)
		card, found := cardAtEnd(t, who+c.lines, engine.LostUpdate)
		law := ""
		for _, tr := range v.Troubles() {
			law = v.Story(tr.Finding).Law
		}
		if !found || !strings.Contains(strings.Join(card.Stops, " "), c.stops+" It would be accepted") ||
			strings.Contains(card.Say, "compared nothing") || strings.Contains(card.Say, "read no longer shows") ||
			strings.Contains(law, "compared nothing") || !strings.Contains(card.Say, "expiry") {
			t.Errorf("%s: %s %q %s", c.lines, card.Say, card.Stops, law)
		}
	}
}

// Who sends a refused line again leaves the expiry of what is there by now (engine/tair/rules.md, "Expiry", first row),
// unless the line names a time itself; where its command has no word for that, nothing is sent by a key.
func TestALineThatIsSentAgainLeavesTheExpiry(t *testing.T) {
	const read, bens = "seed: EXSET s 1\nann: EXGET s as r\n", "ben: EXSET s 5 EX 100\n"
	for _, c := range []struct {
		lines, sent string
		ends        bool
	}{
		{read + bens + "ann: EXSET s {$r.value + 1} VER $r.version\n", "KEEPTTL", true},
		{read + bens + "ann: EXCAS s {$r.value + 1} $r.version\n", "KEEPTTL", true},
		{read + bens + "ann: EXSET s {$r.value + 1} VER $r.version EX 7\n", "EX 7", true},
		{read + "ben: EXSET s 5\nann: EXSET s {$r.value + 1} VER $r.version\n", "", false},
	} {
		r, found := refusedOf(t, c.lines, engine.StaleWrite)
		if did, err := r.Recommend(found); err != nil {
			t.Errorf("%s: %s, %v", c.lines, did, err)
			continue
		}
		v := r.View()
		last := v.Exchange(v.Requests())
		var words []string
		for _, word := range engine.LineWords(last.Args[0].Value) {
			words = append(words, word.String())
		}
		if sent := strings.Join(words, " "); !strings.Contains(sent, c.sent) || c.sent != "KEEPTTL" &&
			strings.Contains(sent, "KEEPTTL") {
			t.Errorf("%s: it sent %s", c.lines, sent)
		}
		value := propertyIn(v, found.Object, "value")
		if stays := propertyIn(v, found.Object, "expires") == ""; stays == c.ends || value != "6" {
			t.Errorf("%s: it stays %v with %q", c.lines, stays, value)
		}
	}
	r, found := refusedOf(t, "seed: SET s one\nann: GET s as r\nben: SET s two EX 100\nann: CAS s $r.value three\n",
		engine.StaleWrite)
	card := advice.For(r.View(), found)
	if card.Action != "read" || !strings.Contains(card.Rest, "Without a time it takes the expiry away") {
		t.Errorf("%q %q, %q", card.Say, card.Action, card.Rest)
	}
}

// A key that was set with an expiry goes by itself (engine/cache/rules.md): that nobody deletes does not tell of it
// that an unanswered SET NX had not been done. A lock is waited for, and when it is over the same may be sent again.
func TestWhatExpiresByItselfDoesNotTellThatItWasNotDone(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nann: send SET lock tokA NX PX 30000 as a\ndeliver a\n" +
		"lose a\nclock +31s\nben: SET lock tokB NX PX 30000\nann: SET lock tokA NX PX 30000 again=a\nann: GET lock\n"
	advisesBehind(t, []advised{
		{"it is held", lines, engine.AlreadyThere, "", "Where it is a lock", "nobody deletes"},
		{"it is over", lines + "clock +31s\n", engine.AlreadyThere, "retry", "Send the same again", "nobody deletes"},
	})
}

// Nobody is told to wait for what is over: what the same again would replace by then is read first, and of what is gone
// that is said.
func TestNobodyWaitsForWhatIsOver(t *testing.T) {
	const (
		file = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cyd\"\nseed: create-share s\n" +
			"seed: create-file s/a 8\nseed: put-range s/a aaaaaaaa range=0-7\n"
		opened = file + "ben: get-file s/a\ncy: smb-create s/a access=RW share=R as o\n" +
			"ben: put-range s/a BBBB range=0-3\n"
		locked = file + "ann: smb-create s/a access=RW share=RW as a\nben: smb-create s/a access=RW share=RW as b\n" +
			"ann: smb-lock $a.handle offset=0 length=4\nben: smb-read $b.handle\nben: smb-write $b.handle BB\n"
		marked = file + "ann: smb-create s/a access=RWD share=RWD as a\nann: smb-set-disposition $a.handle " +
			"delete=true\n"
		closed = "cy: put-range s/a CC range=0-1\nann: smb-close $a.handle\n"
	)
	for _, c := range []struct{ name, lines, action, want, never string }{
		{"it is open", opened, "", "Wait until Cyd closes it, then send the same again.", "over"},
		{"it was written and closed", opened + "cy: smb-write $o.handle CCCC\ncy: smb-close $o.handle\n", "read",
			"What stood in the way is over, and Cyd's #7 changed meanwhile what the same again would replace. Read " +
				"what is there now", "Wait"},
		{"it was closed, and nothing was written", opened + "cy: smb-close $o.handle\n", "retry",
			"What stood in the way is over: send the same again.", "Wait"},
		{"the bytes were written and unlocked", locked + "ann: smb-write $a.handle AA\n" +
			"ann: smb-unlock $a.handle offset=0 length=4\n", "read", "Read what is there now", "Wait"},
		{"what was marked for deletion is gone", marked + closed, "",
			"s/a is gone since its last close, as Ana's #5 (smb-set-disposition) had asked. Settle with Ana",
			"Create it"},
		{"to who reads it", strings.Replace(marked+closed, "put-range s/a CC range=0-1", "get-file s/a", 1), "",
			"nothing is left to read", "marked"},
	} {
		saysDoing(t, c.name, c.lines, engine.SharedFile, c.action, c.want, c.never)
	}
}

// A name that is free again may have been taken by another before the refused request comes back: then that is there,
// and whose it is decides what is left (engine/queue, engine/blob, engine/table rules.md: a second create gets 409).
func TestWhoCameFirstToAFreedNameIsTold(t *testing.T) {
	const head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cyd\"\n"
	const anew = "jobs is there anew since Ben's #4. Read it and decide whether it will do."
	for _, c := range []struct{ name, lines, want string }{
		{"a queue", "seed: create-queue jobs\ncy: delete-queue jobs\nann: create-queue jobs meta.a=1\n" +
			"clock +41s\nben: create-queue jobs meta.b=2\n", anew},
		{"a container", "seed: create-container jobs\ncy: delete-container jobs\nann: create-container jobs\n" +
			"clock +41s\nben: create-container jobs\n", anew},
		{"a table", "seed: create-table jobs\ncy: delete-table jobs\nann: create-table jobs\nclock +41s\n" +
			"ben: create-table jobs\n", anew},
		{"a share", "seed: create-share jobs\ncy: delete-share jobs\nann: create-share jobs\nclock +41s\n" +
			"ben: create-share jobs\n", anew},
		{"nobody did", "seed: create-queue jobs\ncy: delete-queue jobs\nann: create-queue jobs meta.a=1\nclock +41s\n",
			"What stood in the way is over: send the same again."},
	} {
		saysAtEnd(t, head+c.lines, engine.Unfinished, c.want, "")
	}
}
