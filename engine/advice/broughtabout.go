package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// broughtAbout is for a request whose words are right, and that an act of another's made unfit, as a file that was
// made read-only or a size that was cut: just before that the same would have been accepted, and from then on it was
// not. ok is false where it would have been refused before too, or by its own sender's doing.
func (a *adviser) broughtAbout() (Card, bool) {
	const most, lately = 32, 512 // acts, and records
	same, looked := engine.Send{By: a.x.By, Verb: a.x.Verb, Args: a.x.Resolved()}, 0
	if card, ok := a.ownCondition(same); ok {
		return card, true
	}
	for e := range a.v.Between(a.c.Event-lately, a.c.Event) {
		act := a.v.Exchange(e.Request)
		if e.Kind != engine.Decided || act == nil || !act.Took || act.Service() != a.x.Service() {
			continue
		}
		if looked++; looked > most {
			break
		}
		t := a.before(e.Number)
		t.decide(same)
		if t.err != nil || t.last == nil || t.last.Decided.IsZero() {
			break
		}
		if c := t.why(); c != nil && c.Rule == a.c.Cause.Rule {
			continue
		}
		if !t.last.Answer.Accepted() || e.By == a.c.By || e.By == engine.Seed {
			break
		}
		return Card{Say: fmt.Sprintf("Nothing in the request is wrong: before %s's #%d (%s) it would have got %s. %s",
			a.v.Title(e.By), act.Number, act.Verb, t.reply(), a.whetherStays(act)),
			Others: listed(a.sameAgain())}, true
	}
	return Card{}, false
}

// whetherStays is with whom it is to be settled whether what an act brought about is to stay: its writer, and each
// whose work has come into the same thing since. What holds work of several is better left, where another name would
// do.
func (a *adviser) whetherStays(act *engine.Exchange) string {
	names := []string{a.v.Title(act.By)}
	for e := range a.v.Between(act.Decided.Event, a.c.Event) {
		x := a.v.Exchange(e.Request)
		if e.Kind == engine.Decided && x != nil && x.Took && x.Object == a.x.Object && x.By != a.c.By &&
			a.v.Spec(x.Verb).Changes() && !a.v.Spec(x.Verb).Effect.OfLease() && a.v.Title(x.By) != "" &&
			!slices.Contains(names, a.v.Title(x.By)) {
			names = append(names, a.v.Title(x.By))
		}
	}
	settle := fmt.Sprintf("ettle with %s whether that is to stay", conflict.And(names))
	if len(names) == 1 {
		return "S" + settle + "."
	}
	say := fmt.Sprintf("It holds work of %s by now: s%s", conflict.And(names[1:]), settle)
	again := a.again()
	if name := a.spec.Params()[0].Name; a.sent(name).String() == a.x.Object.Name {
		again.Args = engine.With(again.Args, name, engine.Text(a.x.Object.Name+"-2"))
		if t := a.trial().send(again); t.accepted() && !t.blind {
			say += fmt.Sprintf(", or send it under another name, where it would get %s", t.reply())
		}
	}
	return say + "."
}

// ownCondition is for a request that the service would carry out but for a condition that it carries itself, as the id
// of a lease that nobody has, or an If-None-Match with the tag of what is there: whoever made the object is not why.
func (a *adviser) ownCondition(same engine.Send) (Card, bool) {
	bare, _ := a.service().BareOf(a.spec, same)
	var names []string
	for _, arg := range same.Args {
		if p, ok := a.spec.Param(arg.Name); ok && p.Guards() && !a.v.LeftOut(arg.Value) {
			names = append(names, conflict.GuardName(arg.Name))
		}
	}
	status := a.c.Cause.Rule.Fault.Status // of a condition that was compared: a 400 or a 501 compares none
	ofLease := slices.Equal(names, []string{conflict.GuardName("lease")})
	if len(names) == 0 || status != 412 && status != 409 || ofLease && a.bareOfID() == nil ||
		!ofLease && !a.trial().send(bare).accepted() {
		return Card{}, false
	}
	own := strings.Replace(strings.Join(names, " and "), "Lease", "lease id", 1)
	say, do := fmt.Sprintf("It is its own %s that has it refused", own), ""
	switch name := names[0]; {
	case len(names) > 1:
		do = "Send it with what fits what is there, if it is still wanted."
	case ofLease:
		say += ": without that id it would be done by now"
		do = "Settle whether a lease is wanted at all."
	case a.spec.Takes("if-match") && (name == "If-None-Match" || name == "If-Modified-Since"):
		say += ", which lets a change through only where another version is there"
		do = "To go on from what was read, send it with If-Match in the place of that."
	default:
		do = fmt.Sprintf("Send it with the %s of what is there, if it is still wanted.", name)
	}
	card, _ := a.reads(fmt.Sprintf("%s. Read what is there. %s", say, do), say+". "+do)
	card.Others = listed(a.sameAgain())
	return card, true
}
