package advice

import (
	"cmp"
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// twinBefore goes back before a line that replaced or removed another's work, or an upsert, which compares nothing,
// alone or in a group, and sends what does the same if what its sender knew still stands: it is refused there, and
// nothing is lost.
func (a *adviser) twinBefore(k *view.Known) (Card, bool) {
	removes := a.spec.Effect == engine.Deletes
	if !a.spec.Prompt() && !a.ofGroup() && (removes || !a.spec.Effect.Contents()) ||
		a.c.Kind == engine.GuardDefeated && !removes { // it compared a version: the value is what was too old
		return Card{}, false
	}
	for _, s := range a.twins(k) {
		t := a.before(a.x.Sent.Event)
		t.send(engine.Send{By: a.c.By, Verb: s.Verb, Args: s.Args, Words: engine.Words{From: a.from(k)}})
		if s.Verb == a.x.Verb && !a.spec.Prompt() && !a.ofGroup() || t.err != nil || t.last == nil ||
			t.last.Heard.IsZero() || !t.stopped(k) || a.spec.Prompt() && t.why().Rule.Kind == engine.IsGone ||
			a.ofGroup() && conflict.MetInOne(t.w, conflict.Finding{Request: t.last.Number}) != a.c.Object ||
			!a.spec.Prompt() && (t.always(s, a.inFront()) || t.always(s, a.worldOfBase())) {
			continue
		}
		whose := a.v.Title(a.c.Whose)
		line, after := a.told(t, s), fmt.Sprintf("If it has already happened, tell %s, who stops if it was a lock%s.",
			whose, a.elseAgain())
		switch claim := t.why().Rule.Kind == engine.AlreadyThere; {
		case claim: // what is made where nothing was may say whose the thing is
			after = a.ifItHappened()
			if !a.spec.Prompt() {
				a.keepText(t)
			}
		case !a.spec.Prompt():
			after = fmt.Sprintf("If it has already happened, tell %s %s", whose, a.whatWasReplaced(whose))
			if w := a.v.Clone(); conflict.WasDelete(w, a.c) || conflict.UndidRemoval(w, a.c) { // no text was lost
				after = a.ifItHappened()
			} else if same, ok := a.overSameText(); ok { // nothing of it has to be put anywhere
				after = "If it has already happened: " + same.Say
			}
			a.keepText(t) // it is to be sent yet
		default:
			if same, ok := a.overSameText(); ok {
				after = "If it has already happened: " + same.Say
			}
		}
		if again := cmp.Or(a.settled(), a.wroteSince()); again != "" {
			after = again
		}
		did := fmt.Sprintf("%s in the place of #%d", line, a.c.Request)
		if a.ofGroup() {
			line = "it with " + line
			did = fmt.Sprintf("#%d %s", a.c.Request, strings.TrimPrefix(line, "it "))
		}
		card := t.card("guard", fmt.Sprintf("%sGo back before it on a new branch and send %s. There it is %s",
			a.whyTwin(), line, a.refusedThere(t)), fmt.Sprintf("%s sent %s, on a branch", a.who(), did))
		card.Foretold = t.reply()
		if a.c.Whose != a.c.By && whose != "" {
			card.Others = listed(after)
		}
		return card, true
	}
	return Card{}, false
}

// ofGroup says whether the request is a group of operations, each of which may compare by itself.
func (a *adviser) ofGroup() bool { return a.spec.Effect == engine.Groups && !a.spec.Prompt() }

// twins are what does the same as the request where what its sender knew still stands.
func (a *adviser) twins(k *view.Known) []engine.Send {
	list := a.guarded(k)
	if tagged, _, ok := a.tagged(a.heardFor(k)); ok && a.ofGroup() {
		list = append(list, tagged)
	}
	return list
}

// whyTwin is what was wrong with what the request compared, in front of what to send in its place.
func (a *adviser) whyTwin() string {
	switch {
	case !a.spec.Prompt():
		return a.comparesNothing() + ". "
	case a.spec.Effect == engine.Deletes:
		return ""
	case conflict.NotOfBase(a.v.Clone(), a.c) != nil:
		return "Only the value that was read or written tells whether it still stands. "
	case conflict.Guessed(a.v.Clone(), a.c):
		return fmt.Sprintf("A %s that was guessed may fit what nobody has read. ", a.versionWord())
	case conflict.ToldVersion(a.v.Clone(), a.c):
		return fmt.Sprintf("A %s that was told stands for what was not read. ", a.versionWord())
	case !a.compares():
		return a.comparesNothing() + ". "
	}
	return ""
}

// refusedThere says of a branch on which the request is refused what stays there, and that all that came later is not
// on it.
func (a *adviser) refusedThere(t *trial) string {
	said := fmt.Sprintf("refused (%s), and replaces nothing.", t.reply())
	if a.spec.Effect == engine.Deletes {
		said = fmt.Sprintf("refused (%s), and removes nothing.", t.reply())
	}
	if by := a.v.Title(a.c.Victim.By); by != "" && a.c.Victim.Request != 0 && a.c.Victim.Event <= t.back {
		said = fmt.Sprintf("refused (%s), and %s's #%d stays.", t.reply(), by, a.c.Victim.Request)
	}
	for n := a.x.Number + 1; a.v.Exchange(n) != nil; n++ {
		if x := a.v.Exchange(n); x.Altered && x.Decided.Event > t.back && x.By != engine.Seed &&
			a.v.Spec(x.Verb).Changes() {
			return said + fmt.Sprintf(" What came after #%d is not on that branch.", a.x.Number)
		}
	}
	return said
}
