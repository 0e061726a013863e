package advice_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
)

// What was put behind all that is there is no longer taken out, as of a log: what stands there twice is corrected by
// another entry. A text that was put twice under two names is another matter.
func TestWhatWasAppendedTwiceIsCorrected(t *testing.T) {
	const (
		logs = "writer ann \"Ana\"\nseed: create-container logs\nseed: put-blob logs/a type=AppendBlob\n" +
			"seed: put-blob logs/b type=AppendBlob\n"
		lost   = "deliver a\nlose a\ntimeout a\n"
		behind = "What was added a second time stays there: add an entry that corrects it."
	)
	for _, row := range []struct {
		lines string
		kind  engine.Trouble
		want  string
	}{
		{logs + "ann: send append-block logs/a x as a\n" + lost + "ann: append-block logs/a x again=a\n",
			engine.DoneTwice, behind},
		{"writer ann \"Ana\"\nann: send APPEND log x as a\n" + lost + "ann: APPEND log x again=a\n", engine.DoneTwice,
			behind},
		{"writer ann \"Ana\"\nseed: create-queue jobs\nann: send put-message jobs x messagettl=-1 as a\n" +
			lost + "ann: put-message jobs x messagettl=-1 again=a\n", engine.DoneTwice,
			"one of the two has to be taken back by hand"},
		{logs + "ann: send append-block logs/a x as a\n" + lost + "ann: append-block logs/b x again=a\n",
			engine.NoAnswer, "the same is there twice, and one of them has to be corrected by an entry behind it."},
		{logs + "ann: send append-block logs/a x as a\n" + lost + "ann: append-block logs/b x again=a\n" +
			"ann: delete-blob logs/a\n", engine.NoAnswer, "the two do not both stand there any more."},
	} {
		saysAtEnd(t, row.lines, row.kind, row.want, "")
	}
}

// A list holds entries, and equal ones are equal: which of two is taken out makes no difference (Redis, LREM, with a
// count of 1 the first from the head that is equal). Where the list has another name by then, that is the one.
func TestWhatWasPushedTwiceIsTakenOut(t *testing.T) {
	const (
		twice = "writer ann \"Ana\"\nwriter ben \"Ben\"\nann: send LPUSH jobs a \"b c\" as a\ndeliver a\nlose a\n" +
			"timeout a\nann: LPUSH jobs a \"b c\" again=a\n"
		out = "unless it was handled or taken out already, take it out (LREM %s 1 a, LREM %[1]s 1 \"b c\")."
	)
	advises(t, []advised{
		{"stands", twice, engine.DoneTwice, "", fmt.Sprintf(out, "jobs"), "corrects"},
		{"renamed", twice + "ben: RENAME jobs old\n", engine.DoneTwice, "", fmt.Sprintf(out, "old"), "LREM jobs"},
		{"gone", twice + "ben: DEL jobs\n", engine.DoneTwice, "", "nothing has to be taken back", "LREM"},
	})
}

// What is appended where the blob ends now leaves there what others had appended (engine/blob/rules.md): nobody's claim
// is replaced by it.
func TestAnAppendTakesNobodysTextAway(t *testing.T) {
	advises(t, []advised{{"at the new end", "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container logs\n" +
		"seed: put-blob logs/a \"\" type=AppendBlob\nann: append-block logs/a a appendpos=0\n" +
		"ben: append-block logs/a b appendpos=0\nben: get-blob logs/a\nben: append-block logs/a b appendpos=1\n",
		engine.StaleWrite, "", "Ben's #6 has gone through since. Nothing is left to send.", "is not in it"}})
}

// A block is added at the end of an append blob, and no operation takes one out (engine/blob/rules.md, "Append blobs"):
// a read of all of it without the block of a try tells that this had not been done, whoever has appended since. A new
// blob put there empties it, and a read of some bytes shows no more than those.
func TestABlockThatIsNotShownWasNotAppended(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container logs\n" +
			"seed: put-blob logs/a \"\" type=AppendBlob\nann: get-blob logs/a\n" +
			"ann: send append-block logs/a AAA as x\n"
		lost   = head + "lose x\nben: append-block logs/a BBB\n"
		done   = head + "deliver x\nlose x\nben: append-block logs/a BBB\n"
		gone   = head + "deliver x\nlose x\nben: put-blob logs/a \"\" type=AppendBlob\nben: append-block logs/a BBB\n"
		read   = "ann: get-blob logs/a\n"
		not    = "#4 had not been done by then. Send the same again."
		unseen = "can no longer be seen"
	)
	advises(t, []advised{
		{"lost on its way", lost + read, engine.NoAnswer, "retry", not, unseen},
		{"done", done + read, engine.NoAnswer, "", "holds what #4 was to put there", not},
		{"emptied since", gone + read, engine.NoAnswer, "", unseen, not},
		{"some bytes alone", lost + "ann: get-blob logs/a range=0-1\n", engine.NoAnswer, "", "", not},
	})
}

// Who appended to what it had read knows what that came to, though no reply shows it: the value that it sends is its
// own, and a line that compares the older one would be refused for its own append (engine/tair/rules.md, "Plain Redis
// commands").
func TestAnOwnAppendIsKnown(t *testing.T) {
	const (
		who  = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: SET k b\nann: GET k\n"
		back = "ben: SETRANGE k 1 y\nben: SETRANGE k 1 x\n"
	)
	advises(t, []advised{
		{"there and back", who + "ann: APPEND k x\n" + back + "ann: CAS k bx c\n", engine.SameNumber, "",
			"One value stood for two states here: that it fits proves nothing.", "CAS k b c"},
		{"from elsewhere", who + "ben: SET k bx\nann: CAS k bx c\n", engine.SameNumber, "guard", "CAS k b c", ""},
	})
}

// A sealed blob takes no append ever again (engine/blob/rules.md, "Append blobs"): what is told is where else to go,
// and with whom to settle it.
func TestASealIsForGood(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container logs\n" +
		"seed: put-blob logs/today \"\" type=AppendBlob\n"
	advises(t, []advised{
		{"by another", who + "ben: append-blob-seal logs/today\nann: append-block logs/today one\n", "", "",
			"logs/today is sealed for good: what is still to be written goes into another one. Settle with Ben, who " +
				"sealed it, where.", "send what fits"},
		{"by oneself", who + "ann: append-blob-seal logs/today\nann: append-block logs/today one\n", "", "",
			"logs/today is sealed for good", "Settle with"},
	})
}

// A guard lets its sender through where nobody else has come between: one that compares what its own write has changed
// since refuses everybody (engine/tair/rules.md, "Plain Redis commands"). What that write made
// of what it had read is compared in its place.
func TestAGuardLetsItsOwnWriterThrough(t *testing.T) {
	const who = "writer ann \"Ana\"\nwriter ben \"Ben\"\n"
	for _, c := range []struct{ lines, want, never string }{
		{"seed: SET r aaaaaaaaaa\nann: GET r\nann: SETRANGE r 2 AA\nben: SETRANGE r 5 CCC\nann: SET r aaAAaaaaaX\n",
			"CAS r aaAAaaaaaa aaAAaaaaaX. The answer would be 0.", "CAS r AA"},
		{"seed: SET r a\nann: GET r\nann: APPEND r b\nben: APPEND r c\nann: SET r abX\n",
			"CAS r ab abX. The answer would be 0.", "script"},
		{"seed: EXSET r a\nann: EXGET r\nann: EXAPPEND r b\nben: EXAPPEND r c\nann: EXSET r abX\n",
			"EXSET r abX VER 2. The answer would be ERR update version is stale.", "script"},
		{"seed: SET r a\nann: GET r\nben: APPEND r c\nann: SET r aX\n", "CAS r a aX. The answer would be 0.",
			"script"},
	} {
		card, found := cardAtEnd(t, who+c.lines, engine.LostUpdate)
		if stops := strings.Join(card.Stops, " "); !found || !strings.Contains(stops, c.want) ||
			strings.Contains(stops, c.never) || card.Action != "guard" {
			t.Errorf("%s%v %q %s", c.lines, found, card.Action, stops)
		}
	}
	const disk = who + "seed: create-container dsk\nseed: put-blob dsk/p \"\" type=PageBlob size=1024\n" +
		"ben: get-blob dsk/p as b\n"
	const clear = "ben: put-page dsk/p \"\" range=0-511 page-write=clear from=b\n"
	page := func(by, at string) string {
		return by + ": put-page dsk/p " + strings.Repeat("x", 512) + " range=" + at + "\n"
	}
	for _, c := range []struct {
		lines string
		names bool
	}{
		{disk + page("ann", "0-511") + clear, true},
		{disk + page("ann", "0-511") + page("ben", "512-1023") + clear, false},
	} {
		card, found := cardAtEnd(t, c.lines, engine.LostUpdate)
		if names := strings.Contains(strings.Join(card.Stops, " "), "If-Match"); !found || names != c.names ||
			(card.Action == "guard") != c.names {
			t.Errorf("%v %q %v", found, card.Action, card.Stops)
		}
	}
}
