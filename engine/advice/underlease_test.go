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
				"it. When it is free, acquire it under an id of one's own, read, redo the change", "the same again"},
		"no id, where a version is named": {who + "ben: get-blob hub/p as r\n" + works +
			"ben: put-blob hub/p twelve if-match=$r.etag\n", "Wait until 00:15.0, then read", "Read again"},
		"no id, by who had read": {who + takes + "ben: get-blob hub/p as r\nben: put-blob hub/p twelve\n",
			"Ana holds the lease until 00:15.0, and may renew it. When it is free, acquire it, read, redo",
			"same again"},
		"a lease that is being broken": {who + takes + "ann: break-blob-lease hub/p period=10\n" +
			"ben: put-blob hub/p twelve\n", "Ana holds the lease until 00:10.0. When", "renew"},
		"one's own old id, and the text was read since": {stale + "ben: get-blob hub/p\n" +
			"ben: put-blob hub/p twelve lease=$l.lease\n", "acquire it again, read, redo the change", "current id"},
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
