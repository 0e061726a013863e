package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// A change that is put over what another has claimed takes the claim away: the service says yes, and the version that
// was read keeps nobody out then. So where the change may be a claim, who was second looks whose it is first.

// claims says whether the change may be a claim: those are written into metadata.
func (a *adviser) claims() bool { return a.spec.Effect == engine.Describes }

// mayClaim says whether a text may be a claim, as a name in an otherwise empty blob is: it has one line, with which the
// whole is replaced.
func (a *adviser) mayClaim(text string) bool {
	return view.OneText(a.spec) && oneLine(text)
}

func oneLine(text string) bool {
	return text != "" && !strings.Contains(strings.TrimSpace(text), "\n")
}

// carriesClaim says whether the request carries what may be a claim.
func (a *adviser) carriesClaim() bool {
	mine, ok := view.Carried(a.spec, a.x.Args)
	if ok && a.c.Object.Kind == "entity" {
		return slices.ContainsFunc(conflict.Rows3("", mine, ""),
			func(r conflict.Row) bool { return !countsInRow(r.Mine) })
	}
	return a.claims() || ok && a.mayClaim(mine)
}

// rowClaim says whether a property that two sides changed may say there whose the row is: it holds one value, no count
// and no list.
func rowClaim(base, mine, theirs string) bool {
	return slices.ContainsFunc(conflict.Rows3(base, mine, theirs), func(r conflict.Row) bool {
		return r.Kind == conflict.Clash && r.Theirs != "" && !countsInRow(r.Theirs)
	})
}

// countsInRow says whether the literal of a property can be put together with another: an Int64 is written as 5L.
func countsInRow(literal string) bool { return addable(strings.TrimSuffix(literal, "L")) }

// othersClaim says whether what was read may be another's claim to the same as the text of a try: another line, or
// another value of a property that the try was to set.
func (a *adviser) othersClaim(mine, theirs string) bool {
	if a.c.Object.Kind == "entity" {
		return rowClaim("", mine, theirs)
	}
	return mine != theirs && oneLine(mine) && oneLine(theirs)
}

// settling is what is done with two texts that changed the same: both are put together, unless the one that stands
// there may be a claim, of which stop warns.
func (a *adviser) settling(base, mine, theirs string) (stop, settle string) {
	stop, settle = "if what is there now claims it for somebody else, stop; otherwise ", "put the two together"
	switch {
	case a.c.Object.Kind == "entity" && rowClaim(base, a.rowOf(base, mine), theirs):
		return stop, "decide which value counts"
	case a.c.Object.Kind == "entity":
	case a.mayClaim(mine) && a.mayClaim(theirs):
		return stop, settle
	}
	return "", settle
}

// clashing is that, with how it goes out then said behind it.
func (a *adviser) clashing(base, mine, theirs, send string) string {
	stop, settle := a.settling(base, mine, theirs)
	return stop + settle + ", then " + send
}

// readAndClash is what is done with two such texts, the read of the newer one before it.
func (a *adviser) readAndClash(again, same, base, mine, theirs, with string) string {
	send := fmt.Sprintf("send it with the new %s%s.", a.versionWord(), with)
	if stop, settle := a.settling(base, mine, theirs); stop == "" {
		return fmt.Sprintf("%s and %s: both changed %s. Then %s", again, settle, same, send)
	}
	return fmt.Sprintf("%s: both changed %s. %s", again, same, capital(a.clashing(base, mine, theirs, send)))
}

// replacedClaim says of a later request that it sent the refused text as it was, over the one that had refused it, or
// any text over one that had been made only where nothing was: if that was a claim, it is gone, and nobody was told.
// Empty where what stood there may have been put into it, and for a text of several lines.
func (a *adviser) replacedClaim(x *engine.Exchange) string {
	marker := a.c.Kind == engine.AlreadyThere && a.c.Cause != nil && a.madeAsMarker(a.c.Cause.Since.Event)
	if a.c.Kind != engine.StaleWrite && !marker || a.c.Cause == nil || x.Object != a.c.Object ||
		!a.v.Spec(x.Verb).Effect.Contents() || a.v.Spec(x.Verb).Effect == engine.Appends { // what was there stays
		return ""
	}
	first := a.v.Exchange(a.c.Cause.Since.Request)
	if first == nil || first.Object != x.Object || a.v.Title(first.By) == "" || !x.Took {
		return ""
	}
	if how, ended := a.cameToEnd(x.Object, first.Decided.Event); marker && ended && how.record < x.Decided.Event {
		return "" // it had been given back by then
	}
	mine, _ := a.textOf(x)
	if refused, _ := view.Carried(a.spec, a.x.Args); !marker && (refused != mine || a.spec.Prompt()) {
		return "" // another text: what stood there may have been put into it
	}
	return a.claimGone(first, x)
}

// claimGone says of a request that put aside the text of another's, which may have been a claim, that its maker is to
// be told. Empty where that is in what was put there, and where it can have been none.
func (a *adviser) claimGone(first, x *engine.Exchange) string {
	theirs, ok := a.claimOf(first)
	mine, carries := a.claimOf(x)
	_, piece := x.Op().(engine.Stretcher)
	what, effect, row := "The text of %s's #%d", a.v.Spec(x.Verb).Effect, x.Object.Kind == "entity"
	switch {
	case first.By == x.By, piece, row && !rowClaim("", mine, theirs): // what it does not name stays
		return ""
	case row, effect == engine.Describes && a.claims():
		what = "What %s's #%d had set"
	case !ok || !carries || strings.Contains(mine, theirs), !a.spec.Prompt() && !view.OneText(a.spec),
		!oneLine(theirs) || !oneLine(mine):
		return ""
	}
	return fmt.Sprintf(what+" is not in it: if that claimed it for %[1]s, tell %[1]s.", a.v.Title(first.By),
		first.Number)
}

// claimOf is the text by which a request may claim its object: that of an editor, or the value of a line.
func (a *adviser) claimOf(x *engine.Exchange) (text string, ok bool) {
	if word, line := x.Content(); line {
		return word.String(), true
	}
	return a.textOf(x)
}

// capital is a text as a sentence begins with it.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
