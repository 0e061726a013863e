package advice

import (
	"cmp"
	"fmt"
	"strings"

	"interleave/engine"
)

// afterPolicy looks for the header that the policy lets through.
func (a *adviser) afterPolicy() Card {
	if until, ends := a.permitsUntil(); ends {
		card, what := a.forbidden(), "the same"
		if !a.trial().send(a.again()).accepted() { // what it compares has changed meanwhile
			what = "a request"
		}
		card.Say = fmt.Sprintf("The permission is on its way out: before %s %s may still be let through, from "+
			"then on it is refused. %s", until, what, card.Say)
		return card
	}
	if card, ok := a.givenBack(); ok {
		return card
	}
	there := a.thereAsSet()
	if card, ok := a.offer(a.trial().send(a.again()), "retry", there+": send the same again.",
		fmt.Sprintf("%s sent #%d again", a.who(), a.x.Number)); ok {
		return card
	}
	if !a.spec.Changes() {
		return a.forbidden()
	}
	if t := a.trial().send(a.again()); t.accepted() { // and replace what its writer has not read
		if !t.unmeant.Mark.IsZero() {
			return a.overUnmeant(t, there)
		}
		card, _ := a.reads(there+". The same again would replace work that came in between. Read that first.",
			there+". "+a.stillMeant()+".")
		return card
	}
	t := a.trial()
	if send, ok := a.readOf(t, a.x.Object); ok && a.spec.Takes("if-match") {
		t.send(send)
		if read, ok := t.known().Reading(a.x.Object); ok && !read.Gone && !read.Tag.IsZero() {
			again := a.again()
			again.Args = engine.With(unversioned(a.spec, again.Args), "if-match", engine.Ref(read.Name+".etag", false))
			if t.send(again).accepted() { // whether the text still fits is its owner's to say
				then := fmt.Sprintf("check whether the text still fits v%s, then write.", read.Version)
				if a.spec.Group == engine.GroupDelete {
					then = "see whether it is still to be deleted, then delete it with that tag."
				}
				return Card{Say: "The policy lets it through with If-Match. Read, " + then,
					Others: listed(a.sameAgain())}
			}
		}
	}
	if a.spec.Takes("if-none-match") {
		again := a.again()
		again.Args = engine.With(unversioned(a.spec, again.Args), "if-none-match", engine.Text("*"))
		t := a.trial().send(again)
		if card, ok := a.offer(t, "guard", "Send it with If-None-Match *, which the policy lets "+
			"through.", a.who()+" sent it with If-None-Match *"); ok {
			return card
		}
		if c := t.why(); c != nil && c.Rule.Kind == engine.AlreadyThere { // it came past the policy
			const lets = "The policy lets it through with If-None-Match * only, and something is there now"
			card, _ := a.reads(lets+". Read it: what is meant to be there may be.",
				lets+": under this name it is not sent. See whether what is there is what was meant, else go on under "+
					"another name.")
			return card
		}
	}
	return a.forbidden()
}

// permitsUntil is when a policy settles under which the same again, which may be let through now, is refused from then
// on; ends is false where it is not.
//
// Source: rules.md of blob, R39: a policy that was changed takes up to 30 s to count, and what held before may be met
// so long.
func (a *adviser) permitsUntil() (at engine.Instant, ends bool) {
	again := a.again()
	again.Words.Choose = nil // either answer may come
	if !a.trial().send(again).passesPolicy() {
		return 0, false
	}
	for _, timer := range a.v.Clone().Timers() {
		if !strings.HasSuffix(timer.Name, ".settles") {
			continue
		}
		t := a.trial()
		t.put(engine.Clock{To: timer.At})
		if t.send(again); t.err == nil && !t.passesPolicy() {
			return timer.At, true
		}
	}
	return 0, false
}

// passesPolicy says whether the newest request came past the policies, whatever refused it then.
func (t *trial) passesPolicy() bool {
	c := t.why()
	return t.accepted() || c != nil && c.Rule.Kind != engine.ByPolicy
}

// forbidden says who set the policy as it is, and by whom the same would be let through. From when on it counts is
// the service's to say: the old one may hold for a while.
func (a *adviser) forbidden() Card {
	say := cmp.Or(a.policyAnew(), a.policyStands())
	if try := a.firstUnanswered(); try != nil && a.spec.Changes() {
		say = fmt.Sprintf("#%d, the same, may have been done: have somebody look who may, before it is sent again. %s",
			try.Number, say)
	}
	return Card{Say: say, Others: append(listed(a.sameAgain()), a.sentByOthers()...)}
}

// policyAnew says of an access policy that was taken away who has set it anew since, where it does not allow the same
// again: what had been allowed before it was taken away is in no policy any more. Empty where nobody has.
func (a *adviser) policyAnew() string {
	now := a.trial().send(a.again()).why()
	if now == nil || now.Rule.Name != a.c.Cause.Rule.Name || !now.Since.IsZero() || now.Have.String() == "" {
		return ""
	}
	set := a.permittedSince()
	if set == nil {
		return ""
	}
	ask := fmt.Sprintf("Ask %s for it", a.v.Title(set.By))
	if set.By == a.c.By {
		ask = fmt.Sprintf("It is %s's own to set", a.who())
	}
	return fmt.Sprintf("Access policy %s is there again since %s, and does not allow this. %s; no header helps.",
		now.Want, a.requestOf(set), ask)
}

// policyStands says what of the policy stands against the request, and whose that is to settle: what is denied is so
// on purpose, and nothing is missing there.
func (a *adviser) policyStands() string {
	since, rule := a.c.Cause.Since, a.c.Cause.Rule.Name
	set := a.v.Title(since.By)
	if since.By == a.c.By {
		set = "who sets them"
	}
	asSet := fmt.Sprintf("as %s set it%s", a.v.Title(since.By), a.when(since.At))
	if own := a.ownPolicy(); own != "" {
		return own
	}
	switch {
	case since.By == engine.Seed && rule == "policy":
		return "No header helps: the policy has denied it from the start."
	case since.By == engine.Seed:
		return "No header helps: the policy has been there from the start."
	case rule == "policy":
		return fmt.Sprintf("The policy %s denies it, whatever else is allowed. Ask %s whether it may be done; "+
			"no header helps.", asSet, set)
	case rule == "policy condition":
		return fmt.Sprintf("The policy %s allows it only under a condition that #%d does not meet. Ask %s for it.",
			asSet, a.x.Number, set)
	case rule == "access policy" && a.c.Cause.Have.String() == "":
		return fmt.Sprintf("%s took access policy %s away%s: each set replaces the whole list. Ask %s for it; "+
			"no header helps.", a.v.Title(since.By), a.c.Cause.Want, a.when(since.At), set)
	}
	return fmt.Sprintf("The permission is missing from the policy %s. Ask %s for it; no header helps.", asSet, set)
}
