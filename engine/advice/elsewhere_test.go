package advice_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
)

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
