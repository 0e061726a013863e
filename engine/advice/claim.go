package advice

import (
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/view"
)

// A change that is put over what another has claimed takes the claim away: the service says yes, and the version that
// was read keeps nobody out then. So where the change may be a claim, who was second looks whose it is first.

// claims says whether the change may be a claim: those are written into metadata.
func (a *adviser) claims() bool { return a.spec.Effect == engine.Describes }

// mayClaim says whether a text may be a claim, as a name in an otherwise empty blob is: it has one line, with which the
// whole is replaced.
func (a *adviser) mayClaim(text string) bool {
	return text != "" && view.OneText(a.spec) && !strings.Contains(strings.TrimSpace(text), "\n")
}

// carriesClaim says whether the request carries what may be a claim.
func (a *adviser) carriesClaim() bool {
	mine, ok := view.Carried(a.spec, a.x.Args)
	return a.claims() || ok && a.mayClaim(mine)
}

// clashing is what is done with two texts that changed the same: both are put together, unless the one that stands
// there may be a claim. How it goes out then is said behind it.
func (a *adviser) clashing(mine, theirs, send string) string {
	if a.mayClaim(mine) && a.mayClaim(theirs) {
		return "if what is there now claims it for somebody else, stop; otherwise put the two together, then " + send
	}
	return "put the two together, then " + send
}

// readAndClash is what is done with two such texts, the read of the newer one before it.
func (a *adviser) readAndClash(again, same, mine, theirs string) string {
	tag := a.versionWord()
	if !a.mayClaim(mine) || !a.mayClaim(theirs) {
		return fmt.Sprintf("%s and put the two together: both changed %s. Then send it with the new %s.",
			again, same, tag)
	}
	return fmt.Sprintf("%s: both changed %s. %s", again, same,
		capital(a.clashing(mine, theirs, fmt.Sprintf("send it with the new %s.", tag))))
}

// replacedClaim says of a later request that it sent the refused text as it was, over the one that had refused it: if
// that was a claim, it is gone, and nobody was told. Empty where another text was sent, or one of several lines.
func (a *adviser) replacedClaim(x *engine.Exchange) string {
	if a.c.Kind != engine.StaleWrite || a.c.Cause == nil || x.Object != a.c.Object {
		return ""
	}
	first := a.v.Exchange(a.c.Cause.Since.Request)
	if first == nil || first.Object != x.Object || a.v.Title(first.By) == "" || first.By == x.By || !x.Took {
		return ""
	}
	theirs, ok := a.textOf(first)
	mine, carries := a.textOf(x)
	if refused, _ := view.Carried(a.spec, a.x.Args); refused != mine {
		return "" // another text: what stood there may have been put into it
	}
	if !ok || !carries || !a.mayClaim(theirs) || !a.mayClaim(mine) || strings.Contains(mine, theirs) {
		return ""
	}
	return fmt.Sprintf("The text of %s's #%d is not in it: if that claimed it for %[1]s, tell %[1]s.",
		a.v.Title(first.By), first.Number)
}

// capital is a text as a sentence begins with it.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
