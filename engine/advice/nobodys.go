package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
)

// afterNobodys is for a refusal that is nobody's trouble. That the request is to be corrected is said where
// nothing shows otherwise: what is there may have changed since and let it through, or what its sender had read would
// have.
func (a *adviser) afterNobodys() Card {
	if card, ok := a.countEcho(); ok {
		return card
	}
	if card, ok := a.strayReceipt(); ok {
		return card
	}
	t := a.trial().send(a.again())
	if t.accepted() {
		if card, ok := a.offer(t, "retry", "It would be accepted by now: send the same again, if it is still wanted.",
			fmt.Sprintf("%s sent #%d again", a.who(), a.x.Number)); ok {
			return card
		}
		const by = "It would be accepted by now"
		if !t.unmeant.Mark.IsZero() {
			return a.overUnmeant(t, by)
		}
		card, _ := a.reads(by+". Read what is there before anything is sent again.", a.stillMeant()+".")
		return card
	}
	if card, ok := a.fittedBefore(); ok {
		return card
	}
	if card, ok := a.afterBusy(t); ok {
		return card
	}
	for _, of := range []func() (Card, bool){a.underEndless, a.notOnCopies, a.takesNoCondition, a.takesStarAlone,
		a.withoutID, a.acquireFirst, a.noLease, a.byNoPolicy} {
		if card, ok := of(); ok {
			return card
		}
	}
	if a.c.Cause.Rule.Fault.Code == "NoPendingCopyOperation" && !a.c.Cause.Since.IsZero() {
		const then = "If it holds what the copy was to bring, that has ended; if not, the copy was ended before."
		card, _ := a.reads(fmt.Sprintf("The copy is over, and nothing is left to abort. Read %s. %s", a.place(), then),
			then)
		return card
	}
	if a.c.Cause.Rule.Fault.Status == 404 {
		if state := a.keptStateNamed(); state != "" {
			return Card{Say: fmt.Sprintf("No such %s is there, and none is made under an id of one's own: correct "+
				"what it names.", state)}
		}
		switch holder, makes := a.v.Absent(a.x.Object); {
		case a.spec.Group == engine.GroupDelete:
			return Card{Say: "What it names is not there, and nothing is left to delete. If that is not what was " +
				"meant, correct the name."}
		case makes != nil:
			return Card{Say: fmt.Sprintf("There is no %s: make it first, with %s %s, or correct the name.", holder,
				makes.Verb, holder.Name)}
		}
		return Card{Say: "What it names is not there. Create that first, or correct the name."}
	}
	for _, of := range []func() (Card, bool){a.afterFull, a.broughtAbout, a.withoutRight} {
		if card, ok := of(); ok {
			return card
		}
	}
	return Card{Say: "Correct the request: the same again would be refused."}
}

// byNoPolicy is for a request under an access policy that is over, has not begun or is not there: its words may well be
// right. ok is false for any other request.
func (a *adviser) byNoPolicy() (card Card, ok bool) {
	switch a.c.Cause.Rule.Name { // the words of the request may well be right
	case "policy expiry":
		return Card{Say: "Nothing in the request is wrong: the access policy that it goes by is over. Who set that " +
			"has to prolong it; then send the same again."}, true
	case "policy start":
		return Card{Say: "Nothing in the request is wrong: the access policy that it goes by has not begun yet. Send " +
			"the same again once it has."}, true
	}
	if conflict.NoSuchPolicy(a.c.Cause) { // it may have been there, and every set replaces the whole list
		return Card{Say: "No such access policy is there now. If the name is right, ask who sets them for it: each " +
			"set replaces the whole list. If not, correct the name."}, true
	}
	return card, false
}

// notOnCopies is for a copy that was refused for carrying a condition at all, where a put may carry it: to leave that
// out would have the copy go over whatever stands there. ok is false where no put of the service would compare it.
//
// Source: engine/bucket/rules.md, "Bucket policies", the note to P13 and P14.
func (a *adviser) notOnCopies() (card Card, ok bool) {
	at := slices.IndexFunc(a.x.Resolved(), func(arg engine.Arg) bool {
		p, known := a.spec.Param(arg.Name)
		return known && (p.Version || p.Guards()) && !a.v.LeftOut(arg.Value)
	})
	if at < 0 || a.spec.Effect != engine.Copies || a.c.Cause.Rule.Fault.Status != 501 {
		return card, false
	}
	condition := a.x.Resolved()[at]
	for _, op := range a.service().Ops {
		if op.Object != a.spec.Object || op.Effect != engine.Writes || !op.Takes(condition.Name) {
			continue
		}
		args := engine.Args(op.Params()[0].Name, a.x.Object.Name)
		for _, p := range op.Params() {
			if p.Content && p.Positional() {
				args = engine.With(args, p.Name, engine.Text("x"))
			}
		}
		t := a.trial().send(engine.Send{By: a.x.By, Verb: op.Verb, Args: engine.With(args, condition.Name,
			condition.Value)})
		if t.err != nil || t.why() != nil && t.why().Rule.Fault.Status == a.c.Cause.Rule.Fault.Status {
			continue
		}
		name := conflict.GuardName(condition.Name)
		return Card{Say: fmt.Sprintf("This service compares nothing on %s: without %s it would be done, over whatever "+
			"stands there. %s takes %[2]s: send the text itself with that, or keep the others out by a lock.",
			a.x.Verb, name, op.Verb), Others: listed(a.sameAgain())}, true
	}
	return card, false
}

// takesNoCondition is for a write that was refused for carrying a condition at all, whichever and with whatever value,
// by a store that takes none: to leave it out would have the write go over whatever stands there. ok is false where
// some condition would be compared.
//
// Source: engine/bucket/rules.md, "Stores that do not take these conditions".
func (a *adviser) takesNoCondition() (card Card, ok bool) {
	if !a.spec.Effect.Contents() || a.c.Cause.Rule.Fault.Status != 501 {
		return card, false
	}
	bare, _ := a.service().BareOf(a.spec, engine.Send{By: a.x.By, Verb: a.x.Verb, Args: a.x.Resolved()})
	carried := ""
	for _, p := range a.spec.Params() {
		if p.Guard != "etag" || !p.Guards() {
			continue
		}
		if carried == "" && slices.ContainsFunc(a.x.Resolved(), func(arg engine.Arg) bool {
			return arg.Name == p.Name && !a.v.LeftOut(arg.Value)
		}) {
			carried = conflict.GuardName(p.Name)
		}
		for _, value := range []string{"*", "x"} {
			s := bare
			s.Args = engine.With(s.Args, p.Name, engine.Text(value))
			if t := a.trial().send(s); t.why() == nil || t.why().Rule.Fault.Status != 501 {
				return card, false
			}
		}
	}
	without := a.trial().send(bare)
	if carried == "" || without.why() != nil && without.why().Rule.Fault.Status == 501 { // it is for something else
		return card, false
	}
	return Card{Say: fmt.Sprintf("This store takes no condition on %s: without %s it would be done, over whatever "+
		"stands there. Agree on one writer, or keep the others out by a lock that is not in this store.", a.x.Verb,
		carried), Others: listed(a.sameAgain())}, true
}

// keptStateNamed is what a request names of the states that are kept beside what is there, where it was refused for
// just that: the thing itself, or its source, stands. Empty: it names none.
func (a *adviser) keptStateNamed() string {
	of, kept := a.x.Object, "" // of the source, where that was missed
	if a.c.Cause.Rule.Looks == engine.AtSource {
		of.Name, kept = sourceOf(a.x), "source-"
	}
	for _, state := range []string{"version", "snapshot"} {
		name := kept + state
		if state == "version" {
			name += "-id"
		}
		if id := a.sent(name); !id.IsZero() && !a.v.LeftOut(id) && a.v.Exists(of) {
			return state
		}
	}
	return ""
}

// fittedBefore is for a request that fitted what its sender had read, and that another's change made unfit: the words
// are right. ok is false where it did not fit then either.
func (a *adviser) fittedBefore() (Card, bool) {
	base := a.v.BaseOf(a.x, a.c.Object)
	if base == nil || base.Decided.IsZero() || !a.spec.Changes() {
		return Card{}, false
	}
	t := a.before(base.Decided.Event + 1)
	again := engine.Send{By: a.x.By, Verb: a.x.Verb, Args: a.x.Args}
	if t.decide(again); t.err != nil || t.last == nil || t.last.Decided.IsZero() || !t.last.Answer.Accepted() {
		return Card{}, false
	}
	const most = 64
	looked := 0
	for e := range a.v.Between(base.Decided.Event, a.c.Event) {
		if looked++; looked > most {
			break
		}
		others := slices.ContainsFunc(e.Changed, func(c engine.Change) bool { return c.Object == a.c.Object })
		if !others || e.By == a.c.By || a.v.Title(e.By) == "" {
			continue
		}
		say := fmt.Sprintf("It fitted what %s had read with #%d, and %s's #%d has changed that since.", a.who(),
			base.Number, a.v.Title(e.By), e.Request)
		const then = "end what fits what is there now."
		card, _ := a.reads(say+" "+a.readWord(a.c.Object)+", and s"+then, "S"+then)
		card.Others = append(card.Others, listed(a.sameAgain())...)
		return card, true
	}
	return Card{}, false
}
