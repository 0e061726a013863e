package advice_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/advice"
	"interleave/engine/room"
	"interleave/engine/roomtest"
	"interleave/engine/view"
)

// The same again goes over what another has put there meanwhile, or puts there as long as it stands in the way: that is
// read first (the referee's rules, "Silent": a blind write over another's work is what last writer wins allows, and no
// advice). The tag of S3 is that of the content, so that one of before fits a text that a third has put there.
func TestTheSameAgainIsNotSentOverAnothersWork(t *testing.T) {
	const (
		who = "writer ann \"Ana\"\nwriter ben \"Ben\"\nwriter cy \"Cy\"\n"
		two = who + "set bucket.contention=on\nseed: create-bucket lake\nseed: put-object lake/k v1 as w\n" +
			"tell ann $w.etag\ntell ben $w.etag\n" +
			"ben: send put-object lake/k mine if-match=$w.etag from=none as p\n" +
			"ann: send put-object lake/k v2 if-match=$w.etag from=none as q\n" +
			"arrive q\narrive p\ndeliver q\ndeliver p\nanswer q\nanswer p\n"
		slow = who + "set blob.copy=slow\nseed: create-container wiki\nseed: put-blob wiki/s v1\n" +
			"seed: put-blob wiki/a v1\nben: copy-blob wiki/a source=wiki/s as c\nann: put-blob wiki/a v2\n"
		open = who + "seed: create-share docs\nseed: create-file docs/f 4\n" +
			"ben: smb-create docs/f access=RW share=NONE as h\n"
		put = "ann: put-range docs/f aaaa range=0-3\n"
	)
	advisesBehind(t, []advised{
		{"two at once", two, engine.TwoAtOnce, "retry", "a 412 then says that somebody else was first", "go over"},
		{"and a third has put the old text there", two + "cy: get-object lake/k\ncy: put-object lake/k v1\n",
			engine.TwoAtOnce, "read", "The same again would go over Cy's #6, which Ana has not read.", "Send the same"},
		{"a slow copy", slow, engine.Unfinished, "",
			"Wait until it is finished, and read then what is there: the same again would go over Ben's #4",
			"send the same"},
		{"an open file", open + put, engine.SharedFile, "", "Wait until Ben closes it, then send the same again.",
			"go over"},
		{"and it was written to", open + "ben: smb-write $h.handle bbbb offset=0\n" + put, engine.SharedFile, "",
			"Wait until Ben closes it, then read what is there: the same again would go over Ben's #4", "then send"},
	})
}

// What a refused request carried is what its sender wanted (engine/conflict/rules.md, "Sentences and advice come from
// the cause": advice is a function of the mark): a text from before it, that a card had left in the editor or that was
// typed before the sender had read what the request was made from, is not sent in its place.
func TestAnOlderDraftIsNotSentInThePlaceOfTheRequest(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container locks\n" +
			"ann: send put-blob locks/lock \"ann\" if-none-match=* as a\ndeliver a\nlose a\n" +
			"ann: put-blob locks/lock \"ann\" if-none-match=* again=a as a2\n"
		read, typed = "ann: get-blob locks/lock as r4", "typed before"
		both        = "both changed the same lines. If what is there now claims it for somebody else, stop"
	)
	lock := engine.ParseObject("blob locks/lock")
	for _, c := range []struct {
		name  string
		first func(r *room.Room)
		left  string
	}{
		{"left there by a card", func(r *room.Room) {
			list := r.View().Troubles()
			if _, err := r.Recommend(list[len(list)-1].Finding); err != nil {
				t.Fatal(err)
			}
		}, "ann until 120"},
		{"typed before the read", func(r *room.Room) {
			r.SetDraft("ann", lock, view.Draft{Text: typed})
			roomtest.Say(t, r, read)
		}, typed},
		{"no draft", func(r *room.Room) { roomtest.Say(t, r, read) }, "ann until 120"},
	} {
		r := roomtest.Of(t, "case.race", head)
		roomtest.PlayOn(t, r)
		c.first(r)
		roomtest.Say(t, r, "ben: get-blob locks/lock as g", "ben: put-blob locks/lock \"ben\" if-match=$g.etag",
			"ann: put-blob locks/lock \"ann until 120\" if-match=$r4.etag")
		list := r.View().Troubles()
		mark := list[len(list)-1].Finding
		card := advice.For(r.View(), mark)
		if mark.Kind != engine.StaleWrite || card.Action != "read" || !strings.Contains(card.Say, both) {
			t.Errorf("%s: %s %q %s", c.name, mark.Kind, card.Action, card.Say)
		}
		_, _ = r.Recommend(mark)
		if d, _ := r.View().Draft("ann", lock); d.Text != c.left {
			t.Errorf("%s: the editor holds %q, want %q", c.name, d.Text, c.left)
		}
	}
}

// A piece of a text leaves all else as it is (Azure REST, "Put Page"), what is appended is made from nothing that is
// there, and a snapshot carries no change: none of them is a change of lines to be put into what is there.
func TestWhatIsNoChangeOfTheWholeIsSentAsItWas(t *testing.T) {
	x, y := strings.Repeat("x", 512), strings.Repeat("y", 512)
	const (
		pages = who + "seed: create-container con\nseed: put-blob con/p \"\" type=PageBlob size=1024\n" +
			"ann: get-blob con/p as g\n"
		log = who + "seed: create-container con\nseed: put-blob con/l \"\" type=AppendBlob\n" +
			"ann: get-blob con/l as g\n" +
			"ben: append-block con/l bbb\nann: append-block con/l aaa if-match=$g.etag\n"
		text = who + "seed: create-container con\nseed: put-blob con/a one\nann: get-blob con/a as g\n" +
			"ben: put-blob con/a two\nann: snapshot-blob con/a if-match=$g.etag\n"
		key  = who + "seed: EXSET k c\nann: EXGET k\nben: EXSET k d\nann: EXAPPEND k x VER 1\n"
		mine = " range=0-511 if-match=$g.etag\n"
	)
	advises(t, []advised{
		{"another page", pages + "ben: put-page con/p " + x + " range=512-1023\nann: put-page con/p " + y + mine,
			engine.StaleWrite, "redrive", "nothing within bytes 0-511, which #5 writes, has changed", "lines"},
		{"which was sent so", pages + "ben: put-page con/p " + x + " range=512-1023\nann: put-page con/p " + y + mine +
			"ann: get-blob con/p as h\nann: put-page con/p " + y + " range=0-511 if-match=$h.etag\n",
			engine.StaleWrite, "", "Ana's #7 has gone through since. Nothing is left to send.", "is not in it"},
		{"the same page", pages + "ben: put-page con/p " + x + " range=0-511\nann: put-page con/p " + y + mine,
			engine.StaleWrite, "read", "Bytes 0-511, which #5 writes, have changed: decide which of the two counts",
			"lines"},
		{"a record of a log", log, engine.StaleWrite, "read", "see whether that is still to be added, then send it " +
			"unchanged with the new tag", "put the two together"},
		{"a piece of a value", key, engine.StaleWrite, "read", "then send it unchanged with the new version",
			"put the change"},
		{"a snapshot", text, engine.StaleWrite, "read", "see whether what is there is the state to keep, then take " +
			"it with the new tag", "put Ana's change"},
	})
}

// What an answer hands out is nowhere else, a number has nobody's name, and a transaction takes nothing back.
func TestWhatARetryCannotBringBackIsSaid(t *testing.T) {
	const (
		lost  = "deliver a\nlose a\n"
		taken = who + "seed: SET tok once\nann: send GETDEL tok as a\n" + lost
		half  = who + "seed: SET bal 100\nseed: SET n x\nann: MULTI\nann: DECR bal\nann: INCR n\nann: EXEC\n"
		count = who + "seed: SET n 10\nann: send DECR n as a\n" + lost
		bound = who + "seed: EXSET n 3\nann: send EXINCRBY n -2 MIN 0 as a\n" + lost
		retry = "ann: EXINCRBY n -2 MIN 0 again=a\n"
	)
	advises(t, []advised{
		{"the only copy went with the answer", taken, engine.NoAnswer, "read", "no second try brings it back",
			"Send the same again"},
		{"and the same again found nothing", taken + "ann: GETDEL tok again=a\n", engine.NoAnswer, "",
			"#3 found nothing: #2 took it, or somebody else did", "Nothing is left to send"},
		{"a command of a transaction was refused", half, "", "", "Send only what was refused", "Correct the request"},
		{"and what was done was sent again", half + "ben: SET n 1\nann: MULTI\nann: DECR bal\nann: EXEC\n", "", "",
			"Send only what was refused", "Nothing is left to send"},
		{"a count of a number that was never read", count, engine.NoAnswer, "", "Ana had not read n before #2",
			"that tells whether it was done"},
		{"a count of a number that was read", who + "seed: SET n 10\nann: GET n\nann: send DECR n as a\n" + lost,
			engine.NoAnswer, "read", "Read before the next try", ""},
		{"a count that was done twice", count + "ann: DECR n again=a\n", engine.DoneTwice, "",
			"a number has nobody's name", "recognise"},
		{"a bound met one's own count", bound + retry, engine.OwnEcho, "",
			"If it was done, the bound refused #3 for that", "Correct the request"},
		{"and another's count beside it", bound + "ben: EXINCRBY n -1\n" + retry, "", "",
			"If it was done, the bound refused #4 for that", "Correct the request"},
		{"a transaction that was done twice", who + "ann: MULTI\nann: APPEND d A\nann: send EXEC as a\n" + lost +
			"ann: MULTI\nann: APPEND d A\nann: EXEC again=a\n", engine.DoneTwice, "read", "Read d, recognise #3",
			"Read ,"},
	})
}

// A holder that told another the id of its lease and goes on under it: not the other has borrowed anything, and the
// lease keeps neither out. What would stop it stands beside that.
func TestWhoHandedItsLeaseOverIsToldSo(t *testing.T) {
	card, found := cardOf(t, twoUnderOneID+"ann: put-blob hub/p mine lease=$m.lease from=a\n", engine.LostUpdate, 0)
	if !found || !strings.HasPrefix(card.Say, "Ana had told Ben the id of its lease, so it keeps neither of them out") {
		t.Errorf("%v %q", found, card.Say)
	}
}
