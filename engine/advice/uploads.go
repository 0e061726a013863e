package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
)

// uploadOver is for a refusal that says of an upload that it is over, where an earlier try to complete it had no
// answer: it may have been completed by that, or have been aborted, and the refusal is the same. An abort that was
// accepted tells that it had not been completed by then.
func (a *adviser) uploadOver(try *engine.Exchange) Card {
	if card, ok := a.afterAbort(try); ok {
		return card
	}
	anew := a.uploadAnew()
	switch shown, tells := a.toldOf(try); tells {
	case foundNothing, asBefore:
		return Card{Say: fmt.Sprintf("#%d does not show what #%d was to write, and the upload is over: %s",
			shown.Number, try.Number, anew)}
	case somethingElse:
		card := a.afterShown(try, shown)
		switch text, ok := a.piecesComeTo(try); {
		case ok && text == shown.Answer.Text().String():
		case ok && only(a, "if-none-match"): // what is there may do
			card.Say += " If not, " + anew
		default:
			card.Say += " If it is, " + anew
		}
		return card
	}
	then := "Compare its ETag with the one that the parts come to: another is not from them; of the same bytes only " +
		"an id in them tells whose they are. If what is there is not from them, "
	card, _ := a.readsOf(try.Object, fmt.Sprintf("The upload is over: by %s's own #%d, which had no answer, "+
		"because somebody else completed it, or because somebody aborted it, and then nothing of it was stored. This "+
		"refusal does not say which. Read what is there. ", a.who(), try.Number)+then+anew, then+anew)
	card.Others = listed(a.sameAgain(), a.bySomeLibrary())
	return card
}

// piecesComeTo is the text that a commit makes of its pieces, as its sender can reckon it: it was sent without its
// conditions in the world in which it was sent, whatever became of it. ok is false where it could not be done there, or
// no read would show it.
func (a *adviser) piecesComeTo(commit *engine.Exchange) (text string, ok bool) {
	for _, try := range triesOf(a.v, commit) { // a later one may find its pieces used up by others
		if try.Number > commit.Number || ok {
			break
		}
		if try.Object == commit.Object {
			text, ok = a.comesTo(try, try.Sent.Event)
		}
	}
	return text, ok
}

// comesTo is the same of any request, in the world in front of a record.
func (a *adviser) comesTo(x *engine.Exchange, record int) (text string, ok bool) {
	t := a.before(record)
	if t.w.Setting(x.By+".hold") == "on" { // asked is what it would come to, not when
		t.put(engine.Set{Scope: x.By, Key: "hold", Value: "off"})
	}
	bare, _ := a.service().BareOf(a.v.Spec(x.Verb), engine.Send{By: x.By, Verb: x.Verb, Args: x.Resolved()})
	hidden := func(f conflict.Finding) bool { return f.Kind == engine.ShadowedWrite }
	if !t.send(bare).accepted() || slices.ContainsFunc(t.found, hidden) {
		return "", false
	}
	read, ok := a.readOf(t, x.Object)
	if !ok || !t.send(read).accepted() {
		return "", false
	}
	return t.last.Answer.Text().String(), true
}

// uploadAnew is what is left of an upload that is over, where nothing of it was stored.
func (a *adviser) uploadAnew() string {
	if only(a, "if-none-match") { // who wanted it only where nothing was does not want it over what came since
		return "begin a new upload and send every part again, if it is still wanted, and complete it under " +
			"If-None-Match * again: where somebody's object is there by now, stop, or take another name."
	}
	if p, ok := a.spec.Param("if-match"); ok && p.Version { // without it, what came in between would be gone
		return "begin a new upload and send every part again, if it is still wanted, and complete it under If-Match " +
			"with the tag that was read, or under If-None-Match * where nothing was there."
	}
	return "begin a new upload and send every part again, if it is still wanted."
}

// afterAbort is for a commit without an answer whose sender has aborted its upload since. ok is false where it has not.
func (a *adviser) afterAbort(try *engine.Exchange) (Card, bool) {
	if a.spec.Effect != engine.Commits {
		return Card{}, false
	}
	for x := range a.v.HeardBy(a.c.By) {
		if x.Number < try.Number {
			break
		}
		if a.v.Spec(x.Verb).Effect == engine.Aborts && x.Took && x.Object == try.Object && a.sameUpload(x) {
			return Card{Say: fmt.Sprintf("%s's own #%d aborted the upload, and was accepted: #%d had not been done by "+
				"then. B%s", a.who(), x.Number, try.Number, a.uploadAnew()[1:]), Others: listed(a.sameAgain())}, true
		}
	}
	return Card{}, false
}

// afterLostPiece is for a piece without an answer: a read of the object never shows it, and the same under the same
// name takes its place.
//
// Source: Amazon S3, UploadPart: a part number that was used before overwrites the part that was uploaded. Azure, Put
// Block: the newest block of an id counts (engine/bucket/rules.md, engine/blob/rules.md).
func (a *adviser) afterLostPiece() Card {
	return a.sendAgain("What is kept aside until it is committed is in no read of the object.",
		"Send the same again: it takes the place of what may have been kept.")
}

// openBeside says that an earlier try without an answer may have begun an upload too, beside the one that its sender
// goes on with. Empty where none can have, or it was aborted since.
func (a *adviser) openBeside(x *engine.Exchange) string {
	if a.spec.Effect != engine.Creates || x.Answer.Field("upload").IsZero() {
		return ""
	}
	for _, try := range append(a.tries(), a.x) {
		if try.Number == x.Number || !try.Heard.IsZero() || a.aborted(try.Answer.Field("upload")) {
			continue
		}
		return fmt.Sprintf("#%d may have begun an upload as well, which then stays open with its parts: list the open "+
			"uploads, and abort the one that nobody goes on with.", try.Number)
	}
	return ""
}

// aborted says whether the finding's sender has aborted an upload since.
func (a *adviser) aborted(upload engine.Value) bool {
	for x := range a.v.RequestsOf(a.c.By) {
		switch {
		case upload.IsZero() || x.Number <= a.x.Wish:
			return false
		case a.v.Spec(x.Verb).Effect == engine.Aborts && x.Took && a.uploadOf(x) == upload.String():
			return true
		}
	}
	return false
}

// sameUpload says whether a request names the same upload as the finding's.
func (a *adviser) sameUpload(x *engine.Exchange) bool {
	return a.uploadOf(x) != "" && a.uploadOf(x) == a.uploadOf(a.x)
}

// uploadOf is the upload that a request names; empty: none.
func (a *adviser) uploadOf(x *engine.Exchange) string {
	for _, arg := range x.Resolved() {
		if p, ok := a.v.Spec(x.Verb).Param(arg.Name); ok && p.Guard == "upload" {
			return arg.Value.String()
		}
	}
	return ""
}

// stagedAnew is how a change whose blocks are used up is brought in where a read does not show what they came to;
// empty where it does, and for what has no blocks.
func (a *adviser) stagedAnew(try, shown *engine.Exchange) string {
	if a.spec.Effect != engine.Commits || a.c.Cause.Rule.Name != "block list" {
		return ""
	}
	if text, ok := a.piecesComeTo(try); ok && text == shown.Answer.Text().String() {
		return ""
	}
	return " If it is, stage the blocks again, then commit" + a.underReadTag() + "."
}

// afterLostBlocks stages again what the writer had staged for the object, and commits. What another has taken away
// since the first of it was staged is not made again so: that is settled with who did.
func (a *adviser) afterLostBlocks() Card {
	if card, ok := a.afterUnansweredTry(); ok {
		return card
	}
	x := a.v.Exchange(a.c.Cause.Since.Request)
	if now := a.standingNow(a.x.Object); x != nil && x.By == a.c.By && now != nil {
		x = now
	}
	if x != nil && x.By != a.c.By && a.v.Title(x.By) != "" && a.v.Readable(a.x.Object) {
		then := "If the blocks are still wanted, stage them again, then commit" + a.underReadTag() + "."
		card, _ := a.reads(fmt.Sprintf("The blocks would take the place of what %s wrote with #%d. Read that first. %s",
			a.v.Title(x.By), x.Number, then), then)
		card.Others = listed(a.sameAgain())
		return card
	}
	t, first := a.trial(), a.x.Decided.Event
	seen := map[string]bool{}
	for n := a.x.Number - 1; n > 0; n-- {
		x := a.v.Exchange(n)
		if x.By != a.x.By || x.Object != a.x.Object || a.v.Spec(x.Verb).Effect != engine.Stages || len(x.Args) < 2 ||
			seen[x.Args[1].Value.String()] {
			continue
		}
		seen[x.Args[1].Value.String()] = true
		if x.Took {
			first = min(first, x.Decided.Event)
		}
		t.send(engine.Send{By: x.By, Verb: x.Verb, Args: x.Args, Words: engine.Words{From: x.Words.From}})
	}
	if how, ended := a.cameToEnd(a.x.Object, first); ended && a.byAnother(how) && !a.v.Readable(a.x.Object) {
		return Card{Say: fmt.Sprintf("%s.%s If it is, stage the blocks again, then commit.",
			a.removal(how, a.x.Object), a.settleWanted(how)), Others: listed(a.sameAgain())} // by hand
	}
	const say = "Stage the blocks again, then commit."
	if card, ok := a.offer(t.send(a.again()), "stage", say, a.who()+" staged the blocks again and committed"); ok {
		return card
	}
	return Card{Say: "Read what is there before the blocks are staged and committed again.",
		Others: listed(a.sameAgain())}
}

// afterUpload is for what was sent for an upload that is gone: what it was to lie in may be gone by now too.
func (a *adviser) afterUpload() Card {
	how, ended := a.cameToEnd(a.x.Object, a.x.Decided.Event)
	by := a.v.Exchange(a.c.Cause.Since.Request)
	aborted := by != nil && a.v.Spec(by.Verb).Effect == engine.Aborts
	if card, ok := a.outdatedPiece(); ok {
		return card
	}
	switch commits := a.spec.Effect == engine.Commits; {
	case ended && how.what != a.x.Object:
		return Card{Say: a.removal(how, how.what) + "." + a.settleWanted(how), Others: listed(a.sameAgain())}
	case commits && a.firstUnanswered() != nil:
		return a.uploadOver(a.firstUnanswered())
	case commits && aborted && by.By == a.c.By && !by.Heard.IsZero():
		return Card{Say: "The upload was aborted: nothing of it was stored. Begin a new one and send every part " +
			"again, if it is still wanted.", Others: listed(a.sameAgain())}
	case a.spec.Effect == engine.Aborts:
		return a.abortTooLate()
	case aborted && by.By != a.c.By && a.v.Title(by.By) != "":
		return Card{Say: fmt.Sprintf("The upload is gone, by %s (%s). Settle with %s whether it is still wanted; if "+
			"it is, begin a new upload and send every part again.%s", a.requestOf(by), by.Verb, a.v.Title(by.By),
			a.nowThere(by)),
			Others: listed(a.sameAgain())}
	}
	return Card{Say: "The upload is gone. Read what is there; begin a new upload and send every part again if " +
		"the change is not in it.", Others: listed(a.sameAgain())}
}

// abortTooLate is for the abort of an upload that is over: who aborts wants it gone, and has nothing to send.
func (a *adviser) abortTooLate() Card {
	say := "The upload is over: nothing is left to abort."
	if x := a.v.Exchange(a.c.Cause.Since.Request); x != nil && x.Took &&
		a.v.Spec(x.Verb).Effect == engine.Commits {
		say = fmt.Sprintf("Stop: the upload is over, for #%d completed it. %s", x.Number, a.whatStays(x))
	}
	return Card{Say: say, Others: listed(a.sameAgain())}
}

// whatStays says whether what a request wrote stands there still, and else by whom it went or what is there now.
func (a *adviser) whatStays(x *engine.Exchange) string {
	how, ended := a.cameToEnd(x.Object, x.Decided.Event)
	switch now := a.standingNow(x.Object); {
	case a.stands(x):
		return "What that wrote stays."
	case ended && !a.v.Readable(x.Object):
		return a.removal(how, x.Object) + "."
	case now != nil && !now.Is(x):
		return fmt.Sprintf("What is there now is by %s, in the place of what that wrote.", a.requestOf(now))
	}
	return "What that wrote does not stand there any more."
}

// standingNow is the request whose text a read of an object shows now; nil where none tells.
func (a *adviser) standingNow(object engine.ObjectID) *engine.Exchange {
	t := a.trial()
	read, ok := a.readOf(t, object)
	if !ok || !t.send(read).accepted() {
		return nil
	}
	for _, p := range t.last.Shows {
		if p.Object == object && slices.Contains(engine.TextNames(), p.Name) && p.Mark.Request != 0 {
			return a.v.Exchange(p.Mark.Request)
		}
	}
	return nil
}

// nowThere says what another has put there since an upload was ended, with a blank in front; empty where nobody has.
func (a *adviser) nowThere(ended *engine.Exchange) string {
	now := a.standingNow(a.x.Object)
	if now == nil || now.Decided.Event < ended.Decided.Event || a.v.Title(now.By) == "" {
		return ""
	}
	return fmt.Sprintf(" What is there now is by %s.", a.requestOf(now))
}

// endedSince is what another ended the finding's upload with since, a Complete or an Abort; nil: nobody has.
func (a *adviser) endedSince() *engine.Exchange {
	for e := range a.v.Between(a.c.Event, a.v.Last+1) { // what was sent before may be decided later
		if e.Kind != engine.Decided {
			continue
		}
		x := a.v.Exchange(e.Request)
		effect := a.v.Spec(x.Verb).Effect
		if x.By != a.c.By && x.Took && (effect == engine.Commits || effect == engine.Aborts) && a.sameUpload(x) {
			return x
		}
	}
	return nil
}

// uploadTaken is for a list of parts whose upload another has ended since: no part can be listed any more.
func (a *adviser) uploadTaken(over *engine.Exchange) Card {
	who := a.v.Title(over.By)
	if a.v.Spec(over.Verb).Effect == engine.Aborts {
		return Card{Say: fmt.Sprintf("The upload is over: %s aborted it with #%d. Settle with %s whether it is still "+
			"wanted; then b%s", who, over.Number, who, a.uploadAnew()[1:]), Others: listed(a.sameAgain())}
	}
	say := fmt.Sprintf("The upload is over: %s completed it with #%d. ", who, over.Number)
	then := fmt.Sprintf("Settle with %s whose is meant. If both are, each needs an upload of its own: begin a new "+
		"one, send every part again, and complete that.", who)
	card, _ := a.reads(say+"Read what is there. "+then, say+then)
	card.Others = listed(a.sameAgain())
	return card
}
