package advice

import (
	"fmt"

	"interleave/engine"
)

// afterTwoAtOnce sends the same again, with its condition: a 409 settles nothing, and whatever the answer is then does.
//
// Source: Amazon S3, PutObject, If-None-Match and If-Match: "On a 409 failure, retry the upload"; with If-Match the
// ETag is fetched first.
func (a *adviser) afterTwoAtOnce() Card {
	if say := a.wentElsewhere(); say != "" {
		return Card{Say: say}
	}
	const later = "Send the same again; wait longer each time."
	say, creates := later, only(a, "if-none-match")
	if creates {
		say = "That does not say that anything is there. " + later
	}
	again := a.trial().send(a.again())
	did := fmt.Sprintf("%s sent #%d again", a.who(), a.x.Number)
	if card, ok := a.offer(again, "retry", say, did); ok {
		return card
	}
	if card, ok := a.piecesOlder(); ok {
		return card
	}
	if _, known := a.base(); !known && a.spec.Effect != engine.Commits {
		if card, ok := a.overAnothers(again); ok {
			return card
		}
	}
	if card, ok := a.piecesOfAnother(); ok {
		return card
	}
	if a.spec.Effect == engine.Commits {
		return a.afterOtherUpload()
	}
	if why := again.why(); why != nil && why.Rule.Kind == engine.TwoAtOnce {
		return Card{Say: "Nothing is settled yet: another request for it is undecided. " + later,
			Others: listed(a.sameAgain())}
	}
	if _, known := a.base(); creates || !known {
		if len(again.refusals()) != 1 || !again.harmless() {
			return Card{Say: "Nothing is settled by this. " + later, Others: listed(a.sameAgain())}
		}
		first := "somebody else was first"
		if try := a.firstUnanswered(); try != nil {
			first += fmt.Sprintf(", or that #%d, which had no answer, was done", try.Number)
		}
		card := again.card("retry", fmt.Sprintf("That does not say what is there. Send the same again, with its "+
			"condition: a 412 then says that %s.", first), did)
		card.Foretold = again.reply()
		return card
	}
	card, ok := a.redrive()
	if !ok && card.Say == "" {
		card, _ = a.reads("Read what is there before anything is sent again.",
			fmt.Sprintf("Put %s's change into it, and %s with its %s.", a.who(), a.sends(), a.versionWord()))
	}
	card.Others = append(card.Others, listed(a.sameAgain())...)
	return card
}

// afterOtherUpload is for a Complete that met another write: a new upload under the same condition is refused or done
// by what is there then, unless its tag fits that work too.
func (a *adviser) afterOtherUpload() Card {
	t, sent, from := a.trial(), a.sent("if-match"), a.v.Exchange(a.x.Guards)
	before := a.x.Guards != 0 && from.Decided.Event < a.c.Cause.Since.Event // else it named that very work
	if send, ok := a.readOf(t, a.x.Object); ok && before && !sent.IsZero() {
		t.send(send)
		read, known := t.known().Reading(a.x.Object)
		if by := a.v.Title(a.c.Cause.Since.By); known && by != "" && read.Tag.String() == sent.String() {
			say := fmt.Sprintf("The tag fits what %s's #%d put there too: under the same condition a new upload would "+
				"go over that.", by, a.c.Cause.Since.Request)
			then := "Check whether the change still fits, then begin a new upload and send every part again."
			card, _ := a.reads(say+" Read it first. "+then, say+" "+then)
			card.Others = listed(a.sameAgain())
			return card
		}
	}
	return Card{Say: "Begin a new upload and send every part again, under the same condition: the answer to that " +
		"settles it.", Others: listed(a.sameAgain())}
}
