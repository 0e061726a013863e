package advice_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/room"
	"interleave/engine/roomtest"
)

// twoUnderOneID are two writers under one lease: Ana has told its id, and both have read the text.
const twoUnderOneID = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container hub\n" +
	"seed: put-blob hub/p \"one\\ntwo\\nthree\"\n" +
	"ann: acquire-blob-lease hub/p duration=15 id=guid:A as m\ntell ben $m.lease\nann: get-blob hub/p as a\n" +
	"ben: get-blob hub/p as b\nben: put-blob hub/p \"ONE\\ntwo\\nthree\" lease=$m.lease\n"

// A request that went under a lease goes under it too where a guard on the version is put beside it: without its id the
// answer would be of the lease (blob/rules.md, "Using a blob while leased"), and say nothing of the version.
func TestAGuardKeepsTheLeaseOfItsRequest(t *testing.T) {
	card, found := cardOf(t, twoUnderOneID+"ann: put-blob hub/p mine lease=$m.lease from=a\n", engine.LostUpdate, 0)
	if !found || card.Action != "guard" || !strings.Contains(sentLease(card), "lease=$m.lease if-match=$a.etag") ||
		!strings.Contains(strings.Join(card.Stops, "\n"), "If-Match ") {
		t.Errorf("%v %q sends %q, stops %q", found, card.Action, sentLease(card), card.Stops)
	}
	card, found = cardOf(t, twoUnderOneID+"ann: put-blob hub/p \"one\\ntwo\\nTHREE\" lease=$m.lease if-match=$a.etag\n",
		engine.StaleWrite, 0)
	if !found || card.Action != "redrive" || !strings.Contains(sentLease(card), "lease=$m.lease") {
		t.Errorf("%v %q sends %q: %s", found, card.Action, sentLease(card), card.Say)
	}
}

// Who is refused because another's lease stands is told what can work: not before the lease is over, and then from what
// is there by then (blob/rules.md, "Using a blob while leased": every write needs its id). Who sent an id that it was
// never given, read out of the text, goes on under one of its own, as does who sent none. Pressed until nothing is
// left, the advice never writes over what the holder wrote.
func TestAdviceUnderAnothersLease(t *testing.T) {
	const (
		who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter zed \"Zed\"\nseed: create-container hub\n" +
			"seed: put-blob hub/p ten\n"
		takes = "ann: acquire-blob-lease hub/p duration=15 id=guid:A as m\n"
		works = takes + "ann: put-blob hub/p \"A 15\" lease=$m.lease\n"
		stale = who + "ben: acquire-blob-lease hub/p duration=15 id=guid:B as l\nclock +18s\n" + works
	)
	for name, c := range map[string]struct{ lines, say, never string }{
		"the id that was read, and that was changed since": {who + works + "ben: get-blob hub/p\n" +
			"ann: change-blob-lease hub/p lease=$m.lease id=guid:C as c\nben: put-blob hub/p twelve lease=guid:A\n",
			"#7 sent a lease id that Ben was never given. Stop the work; Ana holds it until 00:15.0, and may renew " +
				"it. When it is free, acquire it under an id of one's own and read: if that claims it for somebody " +
				"else, stop; otherwise redo the change", "the same again"},
		"no id, where a version is named": {who + "ben: get-blob hub/p as r\n" + works +
			"ben: put-blob hub/p twelve if-match=$r.etag\n", "Wait until 00:15.0, then read", "Read again"},
		"no id, by who had read": {who + takes + "ben: get-blob hub/p as r\nben: put-blob hub/p twelve\n",
			"Ana holds the lease until 00:15.0, and may renew it. When it is free, acquire it, read, redo",
			"same again"},
		"a lease that is being broken": {who + takes + "ann: break-blob-lease hub/p period=10\n" +
			"ben: put-blob hub/p twelve\n", "Ana holds the lease until 00:10.0, when it is broken. When", "renew"},
		"one's own old id, and the text was read since": {stale + "ben: get-blob hub/p\n" +
			"ben: put-blob hub/p twelve lease=$l.lease\n", "acquire it again and read: if that claims it for " +
			"somebody else, stop; otherwise redo the change", "current id"},
	} {
		card, found := cardOf(t, c.lines, engine.IsLeased, 0)
		if !found || !strings.Contains(card.Say, c.say) || strings.Contains(card.Say, c.never) {
			t.Errorf("%s: %v %q: %s", name, found, card.Action, card.Say)
		}
		if sent := sentToTheEnd(t, c.lines); strings.Contains(sent, "put-blob") {
			t.Errorf("%s: R after R sends\n%s", name, sent)
		}
	}
}

// sentToTheEnd are the requests that R sends, pressed on the newest finding that has an action until none has.
func sentToTheEnd(t *testing.T, lines string) (sent string) {
	t.Helper()
	r := roomtest.Of(t, "case.race", lines+"zed: list-containers as last\n")
	for r.View().Named("last") == nil {
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	const most = 10
	for range most {
		list := r.View().Troubles()
		at := len(list) - 1
		for at >= 0 && advice.For(r.View(), list[at].Finding).Action == "" {
			at--
		}
		if at < 0 {
			return sent
		}
		for _, in := range advice.For(r.View(), list[at].Finding).Inputs {
			if s, ok := in.(engine.Send); ok {
				sent += fmt.Sprintln(s.By, s.Verb, s.Args)
			}
		}
		if _, err := r.Recommend(list[at].Finding); err != nil && !errors.Is(err, room.ErrByHand) {
			t.Fatal(err)
		}
	}
	t.Errorf("%d times R, and still something to do", most)
	return sent
}

// Who waited for the end of another's lease and has read then is told the tag that this gave (blob/rules.md, "Using a
// blob while leased": the holder's writes give new ones): under the old one it would be refused again.
func TestWhoHasReadBehindALeaseIsToldTheTag(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container hub\nseed: put-blob hub/p ten\n" +
		"ben: get-blob hub/p as g\nann: acquire-blob-lease hub/p duration=15 as l\n" +
		"ben: put-blob hub/p his if-match=$g.etag from=g\nann: put-blob hub/p mine lease=$l.lease as new\n" +
		"clock +16s\nben: get-blob hub/p as h\n"
	v := roomtest.AtEnd(t, lines)
	want := "with the tag of #7, If-Match " + v.Tag(v.Named("new").Answer.Field("etag"))
	for _, tr := range v.Troubles() {
		if card := advice.For(v, tr.Finding); tr.Kind == engine.IsLeased && !strings.Contains(card.Say, want) {
			t.Errorf("%s\nwant %s", card.Say, want)
		}
	}
}

// The referee's rules, "Own lease over": its end is the first cause, and the advice follows from it. Of what a lock
// covers too: who was refused there after its lease had ended takes the lease first (a merge now would be work beside
// the one who holds it), and reads then.
func TestWhoLostTheLockTakesItBeforeItMerges(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container hub\nseed: put-blob hub/l x\n" +
		"seed: put-blob hub/w w0\nlock blob hub/l covers blob hub/w\nann: acquire-blob-lease hub/l duration=15\n" +
		"ann: get-blob hub/w as a\nclock 00:16.0\nben: acquire-blob-lease hub/l duration=15\nben: get-blob hub/w\n" +
		"ben: put-blob hub/w b1\nann: put-blob hub/w late if-match=$a.etag\n"
	card, found := cardOf(t, lines, engine.StaleWrite, 0)
	if !found || card.Action != "wait, lease anew" || !strings.Contains(card.Say, "Ana's lease (15 s from 00:00.0) "+
		"ended at 00:15.0. Ben holds the lease of hub/l until 00:31.0, and may renew it. When it is free, acquire it") {
		t.Errorf("%v %q: %s", found, card.Action, card.Say)
	}
}

// A lease that was renewed since it stood in the way ends with its renewal (lease/rules.md, "States and actions": the
// clock restarts): the wait is until then, as was tried.
func TestTheWaitIsUntilTheRenewedEnd(t *testing.T) {
	const lines = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container hub\nseed: put-blob hub/l x\n" +
		"ann: acquire-blob-lease hub/l duration=15 as a\nben: acquire-blob-lease hub/l duration=15\nclock 00:00.5\n" +
		"ann: renew-blob-lease hub/l lease=$a.lease\n"
	r := roomtest.Of(t, "case.race", lines)
	for v := r.View(); v.Requests() < 5 || !v.Exchange(5).Took; v = r.View() {
		if _, err := r.Step(); err != nil {
			t.Fatal(err)
		}
	}
	v := r.View()
	for _, tr := range v.Troubles() {
		card := advice.For(v, tr.Finding)
		if card.Action != "wait" || !strings.Contains(card.Say, "Wait until 00:15.5, then send the same again.") {
			t.Errorf("%q: %s %q", card.Action, card.Say, card.Others)
		}
	}
}

// Who goes through by the id of another's lease is told what its own id would have been answered, as was tried, and R
// sends that on a branch. Where it was given none, a write without an id is what was tried; where nothing can be sent
// without one, nothing is claimed.
func TestABorrowedLeaseIsStoppedByOnesOwnID(t *testing.T) {
	const (
		start = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container hub\nseed: put-blob hub/p v1\n"
		mine  = start + "ben: acquire-blob-lease hub/p duration=15 id=guid:B as l\n"
		stale = mine + "clock +16s\n" + "ann: acquire-blob-lease hub/p duration=15 id=guid:A as m\n" +
			"ann: put-blob hub/p ann lease=$m.lease\n"
		stolen = mine + "ben: put-blob hub/p ben lease=$l.lease\n" +
			"ann: change-blob-lease hub/p lease=guid:B id=guid:A as m\n" +
			"ann: put-blob hub/p ann lease=$m.lease\n"
		write = "ben: put-blob hub/p bogus lease=guid:A\n"
	)
	for name, c := range map[string]struct {
		lines       string
		kind        engine.Trouble
		action      string
		say, stops  string
		neverInStop string
	}{
		"its own lease is over": {stale + write, engine.BorrowedLease, "guard", "send it with the lease id that Ben " +
			"was given itself, ..", "Had #6 been sent with the lease id that Ben was given itself", ""},
		"its own lease was taken by a change of the id": {stolen + write, engine.StaleHolder, "guard",
			"send it with the lease id that Ben was given itself", "the answer would be 412", ""},
		"it never had one": {start + "ann: acquire-blob-lease hub/p duration=15 id=guid:A as m\n" + write,
			engine.BorrowedLease, "guard", "send it without a lease id, for Ben was given none",
			"Had #4 been sent without a lease id, for Ben was given none, the answer would be 412", ""},
		"a change of the id by who never had one": {mine + "ann: change-blob-lease hub/p lease=guid:B id=guid:A as m\n",
			engine.BorrowedLease, "", "Stop, and tell Ben, whose id no longer fits", "", "answer"},
		"a renewal by the id under which another took a lease since": {mine + "clock +16s\n" +
			"ann: acquire-blob-lease hub/p duration=15 id=guid:B\nben: renew-blob-lease hub/p lease=guid:B\n",
			engine.BorrowedLease, "", "Stop: Ben's own lease is over, and the one that stands under its id is Ana's.",
			"", "answer"},
		"a write by that id": {mine + "clock +16s\nann: acquire-blob-lease hub/p duration=15 id=guid:B\n" +
			"ben: put-blob hub/p bogus lease=guid:B\n", engine.BorrowedLease, "guard",
			"send it without a lease id, for the lease that Ben was given is over", "the answer would be 412", ""},
	} {
		card, found := cardOf(t, c.lines, c.kind, 0)
		stops := strings.Join(card.Stops, "\n")
		if !found || card.Action != c.action || !strings.Contains(card.Say, c.say) ||
			!strings.Contains(stops, c.stops) || c.neverInStop != "" && strings.Contains(stops, c.neverInStop) {
			t.Errorf("%s: %v %q\n%s\n%s", name, found, card.Action, card.Say, stops)
		}
		if sent := sentLease(card); c.action != "" && (strings.Contains(sent, "guid:A") || card.Foretold == "") {
			t.Errorf("%s: R sends %q, foretold %q", name, sent, card.Foretold)
		}
	}
}

// The referee's rules, "Sentences and advice come from the cause": advice is a function of the mark and of what was
// done. What stays where a request is refused is the work that it replaced, though its sender had read that; where it
// replaced nothing of the holder's, nobody has lost any.
func TestABorrowedLeaseNamesTheWorkThatItReplaced(t *testing.T) {
	const (
		takes = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container hub\nseed: put-blob hub/p v1\n" +
			"ben: acquire-blob-lease hub/p duration=60 id=guid:B as l\n" +
			"ann: change-blob-lease hub/p lease=guid:B id=guid:A as m\n"
		saves = takes + "ann: put-blob hub/p ten lease=$m.lease\nben: get-blob hub/p as r\n"
	)
	for name, c := range map[string]struct{ lines, stays, tell string }{
		"overwritten": {saves + "ben: put-blob hub/p five lease=guid:A from=r\n", "Ana's #5 stays.",
			"If it has already happened, tell Ana what #7 replaced: a plain read no longer shows it."},
		"deleted": {saves + "ben: delete-blob hub/p lease=guid:A\n", "Ana's #5 stays.",
			"If it has already happened, tell Ana what #7 removed: a plain read no longer shows it."},
		"nothing of the holder's": {takes + "ben: get-blob hub/p as r\n" +
			"ben: put-blob hub/p five lease=guid:A from=r\n", "and replaces nothing.", ""},
	} {
		card, found := cardOf(t, c.lines, engine.BorrowedLease, 0)
		others := strings.Join(card.Others, "\n")
		if !found || !strings.Contains(card.Say, c.stays) || !strings.HasPrefix(others, c.tell) ||
			c.tell == "" && others != "" {
			t.Errorf("%s: %v %s\n%s", name, found, card.Say, others)
		}
	}
}

// sentLease are the arguments of what a card's action sends.
func sentLease(card advice.Card) (args string) {
	for _, in := range card.Inputs {
		if s, ok := in.(engine.Send); ok {
			for _, a := range s.Args {
				args += a.Name + "=" + a.Value.String() + " "
			}
		}
	}
	return args
}

// Who took a lease under the id of one that stood is told to propose one of its own, as was tried: that is refused
// while the other holds (lease/rules.md, "States and actions", acquire without an id in Leased).
func TestTwoUnderOneProposedIDAreToldToTakeTheirOwn(t *testing.T) {
	const one = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container hub\nseed: put-blob hub/p v1\n" +
		"ann: acquire-blob-lease hub/p duration=15 id=guid:A\nben: acquire-blob-lease hub/p duration=15 id=guid:A\n"
	card, found := cardOf(t, one, engine.BorrowedLease, 0)
	if !found || card.Action != "guard" || !strings.Contains(card.Say, "Take an id of one's own, a new GUID") ||
		card.Foretold != "409 Conflict" || sentLease(card) != "path=hub/p duration=15 " ||
		!strings.Contains(strings.Join(card.Stops, "\n"), "the answer would be 409") {
		t.Errorf("%v %q sends %q, foretold %q: %s %q", found, card.Action, sentLease(card), card.Foretold, card.Say,
			card.Stops)
	}
}

// The referee's rules, "Borrowed lease": what the holder writes under its own lease over the borrower's work is lost
// work all the same, but the holder is in the right. It is sent nowhere, and no guard of its own is named as what would
// stop it: who stops is the borrower, and what would have stopped that is the answer to it without the id.
func TestTheHolderIsNotSentAwayFromItsOwnLease(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container hub\n"
		blob  = who + "seed: put-blob hub/p v1\nann: get-blob hub/p as r\n"
		takes = blob + "ann: acquire-blob-lease hub/p duration=15 id=guid:A as l\n"
		his   = takes + "ben: put-blob hub/p his lease=guid:A\n"
		mine  = "ann: put-blob hub/p mine lease=$l.lease from=r\n"
		file  = who + "seed: create-share s\nseed: create-file s/f 4\nann: get-file s/f as r\n" +
			"ann: acquire-file-lease s/f duration=-1 id=guid:A as l\nben: put-range s/f BBBB range=0-3 lease=guid:A\n"
		box = who + "ann: get-container-properties hub as r\nann: acquire-container-lease hub duration=-1 id=guid:A " +
			"as l\nben: set-container-metadata hub meta.x=ben lease=guid:A\n"
	)
	for name, c := range map[string]struct {
		lines, stops string
		rightful     bool
	}{
		"a blob": {his + mine, "the answer would be 412", true},
		"a blob, and the lease was given back since": {his + mine + "ann: release-blob-lease hub/p lease=$l.lease\n",
			"the answer would be 412", true},
		"a delete of a file": {file + "ann: delete-file s/f lease=$l.lease\n", "the answer would be 412", true},
		"a range of a file": {file + "ann: put-range s/f MMMM range=0-3 lease=$l.lease from=r\n",
			"the answer would be 412", true},
		"the metadata of a container, which need no lease": {box + "ann: set-container-metadata hub meta.x=ann " +
			"lease=$l.lease from=r\n", "", true},
		"a lease that was handed over": {takes + "tell ben $l.lease\nben: put-blob hub/p his lease=$l.lease\n" + mine,
			"If-Match", false},
		"a lease that was over": {his + "clock +16s\nann: put-blob hub/p mine from=r\n", "If-Match", false},
	} {
		card, found := cardOf(t, c.lines, engine.LostUpdate, 0)
		if !found {
			card, found = cardOf(t, c.lines, engine.StaleHolder, 0)
		}
		stops := strings.Join(card.Stops, "\n")
		if rightful := strings.Contains(card.Say, "Ana wrote under its own lease"); !found || rightful != c.rightful ||
			!strings.Contains(stops, c.stops) ||
			rightful && (card.Action != "" || strings.Contains(stops, "If-Match")) {
			t.Errorf("%s: %v %q %s\n%s", name, found, card.Action, card.Say, stops)
		}
		if c.rightful && !strings.Contains(card.Say, "Ben stops: #") {
			t.Errorf("%s: nobody is told to stop: %s", name, card.Say)
		}
	}
}

// A lease that another took under the same id since one's own ended is not one's own: who is refused by it waits for
// it.
func TestALeaseOfTheSameIDIsAnothers(t *testing.T) {
	const id = "id=11111111-1111-1111-1111-111111111111"
	race := "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\n" +
		"seed: put-blob wiki/a v1\nann: acquire-blob-lease wiki/a duration=15 " + id + "\nclock +16s\n" +
		"ben: acquire-blob-lease wiki/a duration=15 " + id + "\nann: put-blob wiki/a x\n"
	if over, _ := cardAtEnd(t, race, engine.IsLeased); strings.Contains(over.Say, "Ana holds") {
		t.Error(over.Say)
	}
	back := strings.Replace(race, "ben: acquire-blob-lease wiki/a duration=15 id=",
		"ben: renew-blob-lease wiki/a lease=", 1)
	for _, asks := range []string{"", "ann: acquire-blob-lease wiki/a duration=15\n"} {
		card, _ := cardOf(t, back+asks, engine.IsLeased, 0)
		if strings.Contains(card.Say, "Ana holds") || strings.Contains(card.Say, "current id") ||
			card.Action == "lease" {
			t.Errorf("brought back: %q %s", card.Action, card.Say)
		}
	}
	card, _ := cardOf(t, race, engine.IsLeased, 0)
	if card.Action != "wait, lease anew" || !strings.Contains(card.Say, "Ben holds the lease until") {
		t.Errorf("%q %s", card.Action, card.Say)
	}
}

// Under a lease that another holds now what it guards may change until that one is over (engine/blob/rules.md,
// "Leases"): who goes on later reads that again, also where nothing has been written yet.
func TestWhatALockGuardsIsReadAgainUnderTheNextLease(t *testing.T) {
	const (
		who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container wiki\nseed: put-blob wiki/l one\n" +
			"seed: put-blob wiki/b one\n"
		late = "ann: acquire-blob-lease wiki/l duration=15 as a\nann: get-blob wiki/b\nclock +20s\n" +
			"ben: acquire-blob-lease wiki/l duration=15\nann: renew-blob-lease wiki/l lease=$a.lease\n"
	)
	advisesBehind(t, []advised{
		{"guarded", who + "lock blob wiki/l covers blob wiki/b\n" + late, engine.IsLeased, "wait, lease anew",
			"acquire it again, and read wiki/b again, before the work goes on.", ""},
		{"not", who + late, engine.IsLeased, "wait, lease anew", "acquire it again before the work goes on.",
			"read wiki/b"},
	})
}

// Who asked that nothing be there makes its own once the maker of what was has taken that away, as a lock is handed on:
// nothing of the maker's is brought back by that (engine/tair/rules.md, "Values": NX).
func TestALockThatIsHandedOnIsNotBroughtBack(t *testing.T) {
	advises(t, []advised{
		{"a key", who + "ann: SET n 1 NX\nben: SET n 2 NX\nann: DEL n\nben: SET n 2 NX\n", engine.AlreadyThere, "",
			"Ben's #4 has gone through since. Nothing is left to send.", "brought it back"},
	})
}

// What was lost is told only while it is lost, whoever saw to that (engine/conflict/rules.md, "Sentences and advice
// come from the cause"): of a text that was replaced by the very same nothing has to be put anywhere, and who has read
// what replaced its own and put that under the next name has nothing to be told.
func TestAStaleHoldersHarmThatWasMended(t *testing.T) {
	const (
		head = "writer ann \"Ann\"\nwriter ben \"Ben\"\nseed: create-container lake\nseed: put-blob lake/lock x\n" +
			"seed: put-blob lake/tmp add\nlock blob lake/lock covers blob lake/log-2\n" +
			"ann: acquire-blob-lease lake/lock duration=15\n"
		put    = head + "ann: send put-blob lake/log-2 \"add a\" as p\nclock +20s\n"
		copied = head + "ann: send copy-blob lake/log-2 source=lake/tmp as p\nclock +20s\n"
		then   = "ben: acquire-blob-lease lake/lock duration=15\n"
		late   = "deliver p\n"
		other  = put + then + "ben: put-blob lake/log-2 \"add b\"\n" + late
		read   = "ben: get-blob lake/log-2\n"
		again  = "ben: put-blob lake/log-3 \"add b\" if-none-match=*\n"
		next   = "under the next name"
		same   = "put there the very text that Ben had put there, and a read shows it."
	)
	advises(t, []advised{
		{"another text", other, engine.StaleHolder, "guard", next, "very text"},
		{"the same text", put + then + "ben: put-blob lake/log-2 \"add a\"\n" + late, engine.StaleHolder, "guard", same,
			next},
		{"a copy of the same", copied + then + "ben: copy-blob lake/log-2 source=lake/tmp\n" + late, engine.StaleHolder,
			"guard", same, next},
		{"put under the next name", other + read + again, engine.StaleHolder, "guard",
			"Ben has read it since, and put the same text into lake/log-3 with #9: nothing is left to tell.", next},
		{"unread", other + again, engine.StaleHolder, "guard", next, "nothing is left to tell"},
		{"another text there", other + read + "ben: put-blob lake/log-3 \"add c\" if-none-match=*\n",
			engine.StaleHolder, "guard", next, "nothing is left to tell"},
		{"which is gone again", other + read + again + "ann: delete-blob lake/log-3\n", engine.StaleHolder, "guard",
			next, "nothing is left to tell"},
	})
}

// A store whose copies take no condition answers 501 to one (engine/bucket/rules.md, the note on the enforcement page),
// and does the copy over whatever stands there without it; a put takes it there.
func TestACopyThatTakesNoConditionIsNotToldToDropIt(t *testing.T) {
	const (
		lines = "writer ann \"Ann\"\nwriter ben \"Ben\"\nset bucket.copy-conditions=refused\n" +
			"seed: create-bucket lake\nseed: put-object lake/tmp a\nann: put-object lake/log b\n"
		put = "put-object takes If-None-Match: send the text itself with that"
	)
	advises(t, []advised{
		{"under a condition", lines + "ben: copy-object lake/log source=lake/tmp if-none-match=*\n", "", "", put,
			"Correct the request"},
		{"where a put takes none either", "set bucket.write-conditions=refused\n" + lines +
			"ben: copy-object lake/log source=lake/tmp if-none-match=*\n", "", "",
			"This store takes no condition on copy-object: without If-None-Match it would be done", put},
		{"of a put that takes none", lines + "ben: put-object lake/log x if-match=*\n", "", "", "Correct the request",
			"takes If-"},
	})
}

// A store that takes no condition on a write answers 501 to each, and one that passes them over compares none
// (engine/bucket/rules.md, "Stores that do not take these conditions"): to leave the header out is no correction, and
// what was sent stops nothing. What no store takes, as If-Match *, is for the request to correct.
func TestAStoreWithoutConditionalWritesIsToldOf(t *testing.T) {
	const (
		who   = "writer ann \"Ann\"\nwriter ben \"Ben\"\n"
		lines = "seed: create-bucket lake\nseed: put-object lake/k a\n"
		both  = "ann: get-object lake/k as a\nben: get-object lake/k as b\n" +
			"ann: put-object lake/k va if-match=$a.etag\nben: put-object lake/k vb if-match=$b.etag\n"
		refused, ignored = "set bucket.write-conditions=refused\n", "set bucket.write-conditions=ignored\n"
		takes            = "This store takes no condition on put-object: without "
	)
	advises(t, []advised{
		{"create", who + refused + lines + "ann: put-object lake/l x if-none-match=*\n", "", "",
			takes + "If-None-Match it would be done, over whatever stands there.", "Correct the request"},
		{"replace", who + refused + lines + both, "", "", takes + "If-Match it would be done", "Correct the request"},
		{"a form that none takes", who + lines + "ann: put-object lake/k x if-match=*\n", "", "",
			"Correct the request", "This store"},
		{"ignored", who + ignored + lines + both, engine.LostUpdate, "",
			"The version that was sent was not compared: it stops nothing here.", "The answer would be"},
	})
}

// A lease keeps others out and not its holder: it stops nothing of what one does twice oneself (engine/blob/rules.md,
// "Fate of a blob lease").
func TestALeaseStopsNobodyFromDoingItAgain(t *testing.T) {
	const lines = who + "seed: create-container con\nseed: put-blob con/a v1\nann: get-blob con/a\n" +
		"ann: send put-blob con/a v2 as w\ndeliver w\nlose w\nben: put-blob con/a v3\nann: put-blob con/a v2 again=w\n"
	card, found := cardAtEnd(t, lines, engine.DoneTwice)
	if stops := strings.Join(card.Stops, " "); !found || strings.Contains(stops, "lease") {
		t.Errorf("%t %q", found, stops)
	}
}
