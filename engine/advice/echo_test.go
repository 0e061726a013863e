package advice_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
)

// A refusal that may come from one's own first try: what is there by now may be somebody else's claim, who took it
// over since; and what its sender itself has taken away leaves nothing to settle, and no work of a marker to keep.
func TestAnOwnEchoGoesByWhatHasBecomeOfIt(t *testing.T) {
	const (
		who   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n"
		renew = "ann: put-object lake/l \"ann 1\" if-none-match=* as c\n" +
			"ann: send put-object lake/l \"ann 2\" if-match=$c.etag as r\ndeliver r\nlose r\n" +
			"ann: put-object lake/l \"ann 2\" if-match=$c.etag again=r\n"
		taken = "ben: get-object lake/l as g\nben: put-object lake/l ben if-match=$g.etag\n"
		mark  = "ann: send put-object lake/m ann if-none-match=* as m\ndeliver m\nlose m\n" +
			"ann: put-object lake/m ann if-none-match=* again=m\n"
	)
	advises(t, []advised{
		{"taken over", who + renew + taken, engine.OwnEcho, "read",
			"If it is a claim, and somebody else's by now, stop.", ""},
		{"a marker", who + mark, engine.OwnEcho, "read", "If it is a marker, do not leave its work to others",
			"by now"},
		{"removed by itself", who + mark + "ann: delete-object lake/m\n", engine.OwnEcho, "",
			"Ana's own #4 has removed it since, whoever had made it: nothing is left to settle",
			"do not leave its work"},
	})
}

// Who had no answer to the try whose echo this is cannot tell the two ways apart in which the refusal comes about: what
// only the service knows is no advice. Where the answer came after all, the sender knows.
func TestAnEchoOfWhatWasNotAnsweredIsNoCertainty(t *testing.T) {
	const (
		either = "which had no answer, was done, and this is its echo, or somebody else brought it about"
		sure   = "Stop: #"
		file   = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-share sh\nseed: create-file sh/f 4\n"
		rename = "writer ann \"Ana\"\nseed: SET a 1\nann: send RENAME a b as p\ndeliver p\n"
		lock   = file + "ann: smb-create sh/f access=RW share=RW disposition=OPEN as h\nann: send smb-lock $h.handle " +
			"offset=0 length=2 fail-immediately=true as p\ndeliver p\nlose p\n" +
			"ann: smb-lock $h.handle offset=0 length=2 fail-immediately=true again=p\n"
		closes = file + "ann: smb-create sh/f access=RW share=RW disposition=OPEN oplock=RW as h\n"
		wrote  = "ann: smb-write $h.handle two offset=0\n"
		twice  = "ann: send smb-close $h.handle as p\ndeliver p\nlose p\nann: smb-close $h.handle again=p\n"
		unsure = "by another's, what had not been written back is lost: read what is there."
		open   = file + "ann: send smb-create sh/f access=RW share=R disposition=OPEN as p\ndeliver p\nlose p\n" +
			"ann: smb-create sh/f access=RW share=R disposition=OPEN again=p\n"
	)
	saysAtEnd(t, rename+"lose p\nann: RENAME a b again=p\n", engine.OwnEcho, either, sure)
	saysAtEnd(t, lock, engine.OwnEcho, either, sure)
	saysAtEnd(t, open, engine.OwnEcho, "its handle is open, and nobody works with it", sure)
	saysAtEnd(t, closes+twice, engine.OwnEcho, either+": either way the handle is closed.", unsure)
	saysAtEnd(t, closes+wrote+twice, engine.OwnEcho, "either way the handle is closed. By its own close all that was "+
		"written is there; "+unsure, "find that out")
	saysAtEnd(t, closes+wrote+"ann: smb-flush $h.handle\n"+twice, engine.OwnEcho,
		"either way the handle is closed.", unsure)
	saysAtEnd(t, rename+"ann: send RENAME a b again=p as q\ndeliver q\nanswer q\nanswer p\n", engine.OwnEcho, sure,
		either)
}

// An older try that arrives behind a later one and does harm has a mark of its own (engine/conflict/rules.md, "an old
// copy of one's own request lands after a later one"): who never heard of it is not done with it.
func TestAnOlderTryThatDidHarmIsNotOverWithTheRetry(t *testing.T) {
	const (
		head = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-container cont\nseed: put-blob cont/b v1\n"
		late = "Ana's #4 has gone through since. But the older #3 was done after that: what to do stands at that mark."
		left = "Nothing is left to send"
	)
	for _, c := range []struct{ name, lines, want, never string }{
		{"over another's work", head + "ann: send put-blob cont/b x as p\ntimeout p\n" +
			"ann: put-blob cont/b x again=p\nben: get-blob cont/b as s\n" +
			"ben: put-blob cont/b ben if-match=$s.etag\ndeliver p\n", late, left},
		{"over another's new blob", head + "ann: send delete-blob cont/b as p\ntimeout p\n" +
			"ann: delete-blob cont/b again=p\nben: put-blob cont/b new\ndeliver p\n", late, left},
		{"over one's own newer text", head + "ann: send put-blob cont/b x as p\ntimeout p\n" +
			"ann: put-blob cont/b x again=p\nann: put-blob cont/b y\ndeliver p\n", late, left},
		{"before the retry", head + "ann: send put-blob cont/b x as p\ndeliver p\nlose p\n" +
			"ann: put-blob cont/b x again=p\n", "Ana's #4 has gone through since. " + left, late},
	} {
		saysAtEnd(t, c.lines, engine.NoAnswer, c.want, c.never)
	}
}

// A group transaction that is sent again and refused inside is refused (engine/conflict/rules.md): what to do next
// stands at that refusal, as of one write.
func TestAGroupThatWasSentAgainIsNotReadForTwice(t *testing.T) {
	card, found := cardAtEnd(t, "writer ann \"Ana\"\nseed: create-table acc\n"+
		"ann: send entity-group-transaction acc p [insert-entity x .n=1; insert-entity y .n=2] as p\n"+
		"deliver p\nlose p\n"+
		"ann: entity-group-transaction acc p [insert-entity x .n=1; insert-entity y .n=2] again=p\n", engine.NoAnswer)
	const want = "#3 sent the same again, and was told 409"
	if !found || !strings.Contains(card.Say, want) || strings.Contains(card.Say, "Read before") {
		t.Errorf("%v %s", found, card.Say)
	}
}

// A log's commit whose answer was lost goes out under the next number, which is taken: what settles the first is read
// at the first's own name, whether the second says again= or only has the same text, and nothing sends on until then.
// Where no first try is unsettled, what is read is what the refusal met.
func TestWhatSettlesATryIsReadWhereItWasSent(t *testing.T) {
	const (
		lost = "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n" +
			"ann: send put-object lake/1 mine if-none-match=* as p\ndeliver p\nlose p\n"
		taken = lost + "ben: put-object lake/2 theirs if-none-match=*\nann: put-object lake/2 mine if-none-match=*"
		never = "go on under the next name"
	)
	for name, c := range map[string]struct{ lines, reads, want, never string }{
		"says again=": {taken + " again=p\n", "lake/1", "#2 was sent to lake/1: read that", never},
		"the same text": {taken + "\n", "lake/1", "Ana's #2 had the same text, and no answer. If it is the same " +
			"work, settle that first. #2 was sent to lake/1: read that", never},
		"it was read, and shows the text": {taken + "\nann: get-object lake/1\n", "",
			"What #5 shows is what #2 was to write.", never},
		"it was read before the second was sent": {strings.Replace(taken, "ann: put-object lake/2", "ann: get-object "+
			"lake/1\nann: put-object lake/2", 1) + "\n", "", "What #4 shows is what #2 was to write.", never},
		"another text went out before": {strings.Replace(taken, "lake/1 mine", "lake/1 other", 1) + "\n", "lake/2",
			never, "#2"},
		"the first was answered in the end": {strings.Replace(taken, "deliver p\nlose p", "deliver p\nanswer p", 1) +
			"\n", "lake/2", never, "#2"},
		"a later try of the first was answered": {strings.Replace(taken, "deliver p\nlose p\n",
			"lose p\nann: put-object lake/1 mine if-none-match=* again=p\n", 1) + "\n", "lake/2", never, "#2"},
	} {
		card, found := cardAtEnd(t, c.lines, engine.AlreadyThere)
		if !found || (card.Action == "read") != (c.reads != "") || !strings.Contains(card.Say, c.want) ||
			strings.Contains(card.Say, c.never) {
			t.Errorf("%s: %q %s", name, card.Action, card.Say)
		}
		var reads []string
		for _, in := range card.Inputs {
			if s, ok := in.(engine.Send); ok {
				reads = append(reads, s.Verb+" "+s.Args[0].Value.String())
			}
		}
		if c.reads != "" && !slices.Equal(reads, []string{"get-object " + c.reads}) || c.reads == "" && reads != nil {
			t.Errorf("%s: R does %v", name, card.Inputs)
		}
	}
}

// Another's text where nothing is ever written over proves that a try was not done; where that is not agreed it proves
// nothing.
func TestAnothersTextInALogSaysThatATryWasNotDone(t *testing.T) {
	card, _ := cardAtEnd(t, "writer ann \"Ana\"\nwriter ben \"Ben\"\nseed: create-bucket lake\n"+
		"ann: send put-object lake/1 mine if-none-match=* as p\nlose p\n"+
		"ben: put-object lake/1 theirs if-none-match=*\nann: put-object lake/1 mine if-none-match=* again=p\n"+
		"ann: get-object lake/1\n", engine.AlreadyThere)
	const want = "If all write there only if nothing is there, and nobody deletes, #2 was not done, and a log " +
		"goes on under the next name. Otherwise it can no longer be seen whether that try had been done before."
	if !strings.Contains(card.Say, want) {
		t.Error(card.Say)
	}
}

// A read that was answered before the try arrived tells nothing of it: it is to be read again.
func TestAReadFromBeforeTheTryArrivedTellsNothing(t *testing.T) {
	const unheard = "writer ann \"Ana\"\nseed: create-bucket lake\n" +
		"ann: send put-object lake/k mine if-none-match=* as p\ntimeout p\n"
	for lines, want := range map[string]string{
		unheard + "ann: get-object lake/k\ndeliver p\nlose p\n": "Read before the next try",
		unheard + "deliver p\nlose p\nann: get-object lake/k\n": "What #3 shows is what #2 was to write",
		unheard + "lose p\nann: get-object lake/k\n":            "#3 found nothing: #2 was not done",
	} {
		if card, _ := cardAtEnd(t, lines, engine.NoAnswer); !strings.Contains(card.Say, want) {
			t.Errorf("%s: %s", lines, card.Say)
		}
	}
}

// The same text under another name behind a try that was done stands on that try's card, as what it may be: only its
// sender knows whether it is the same work.
func TestTheSameTextUnderAnotherNameIsTold(t *testing.T) {
	const echo = "writer ann \"Ana\"\nseed: create-bucket lake\n" +
		"ann: send put-object lake/1 mine if-none-match=* as p\ndeliver p\nlose p\n" +
		"ann: put-object lake/1 mine if-none-match=* again=p\n"
	for then, told := range map[string]bool{
		"": false, "ann: put-object lake/2 other if-none-match=*\n": false,
		"ann: put-object lake/2 mine if-none-match=*\n":                            true,
		"ann: put-object lake/2 mine if-none-match=*\nann: get-object lake/1\n":    true,
		"ann: put-object lake/2 mine if-none-match=*\nann: delete-object lake/2\n": false, // it was taken back
		"ann: put-object lake/2 mine if-none-match=*\nann: delete-object lake/1\n": false,
	} {
		card, _ := cardAtEnd(t, echo+then, engine.OwnEcho)
		const want = "#4 has put the same text into lake/2 since, and #2 was done as well: if that is the same " +
			"work, it was done twice"
		if got := strings.HasPrefix(card.Say, want); got != told { // in front of what is left to send
			t.Errorf("%q: %q", then, card.Say)
		}
	}
}

// The same where the first landed late, and an answer told of it: that it came after all is not all that is to be said.
func TestTheSameTextUnderAnotherNameIsToldWhereTheFirstLandedLate(t *testing.T) {
	card, _ := cardAtEnd(t, "writer ann \"Ana\"\nseed: create-bucket lake\n"+
		"ann: send put-object lake/1 mine if-none-match=* as p\ntimeout p\n"+
		"ann: put-object lake/2 mine if-none-match=*\ndeliver p\nanswer p\n", engine.NoAnswer)
	const want = "#3 has put the same text into lake/2 since, and #2 was done as well"
	if !strings.HasPrefix(card.Say, want) {
		t.Error(card.Say)
	}
}

// A refusal that settles nothing is not answered by the same again where its sender has put the same text under another
// name since: both would be accepted, and one work would stand there twice.
func TestWhatWentElsewhereIsNotSentAgain(t *testing.T) {
	const refused = "writer ann \"Ana\"\nwriter ben \"Ben\"\nset bucket.contention=on\nseed: create-bucket lake\n" +
		"ann: send put-object lake/1 mine if-none-match=* as pa\nben: send delete-object lake/1 as pb\n" +
		"arrive pa\narrive pb\ndeliver pa\nanswer pa\ndeliver pb\nanswer pb\n"
	for then, elsewhere := range map[string]bool{
		"": false, "ann: put-object lake/2 other if-none-match=*\n": false,
		"ben: put-object lake/2 mine if-none-match=*\n":                            false, // another's work
		"ann: put-object lake/2 mine if-none-match=*\n":                            true,
		"ann: put-object lake/2 mine if-none-match=*\nann: delete-object lake/2\n": false, // it was taken back
	} {
		card, found := cardAtEnd(t, refused+then, engine.TwoAtOnce)
		const want = "That did not say that anything is there. #4 has put the same text into lake/2, and nothing " +
			"stands at lake/1. If that is the same work, send it only once: in a log, whose readers stop at a name " +
			"that is missing, fill that, or take #4 back and send #2 again; elsewhere #4 is enough."
		if told := card.Say == want; !found || told != elsewhere || told == (len(card.Inputs) > 0) {
			t.Errorf("%q: %q, R does %v", then, card.Say, card.Inputs)
		}
	}
	card, _ := cardAtEnd(t, "writer ann \"Ana\"\nseed: create-bucket lake\n"+
		"ann: send put-object lake/1 mine if-none-match=* as p\nlose p\n"+
		"ann: put-object lake/2 mine if-none-match=*\n", engine.NoAnswer)
	for _, in := range card.Inputs {
		if s, ok := in.(engine.Send); ok && s.Verb == "put-object" {
			t.Errorf("%q: R does %v", card.Say, s)
		}
	}
}
