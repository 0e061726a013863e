package advice

import (
	"cmp"
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
)

// notEmpty is for a removal that what lies inside, or its snapshots, forbade: what stands there now decides.
func (a *adviser) notEmpty() Card {
	if card, ok := a.free(); ok {
		return card
	}
	if t := a.trial().send(a.again()); t.accepted() {
		const over = "What stood in the way is over. "
		card, _ := a.reads(over+"Read what is there now, before anything is sent again.",
			over+a.stillMeant()+a.underReadTag()+".")
		return card
	}
	return a.inside()
}

// inside is for a removal that what lies inside, or its snapshots, forbid.
func (a *adviser) inside() Card {
	takers, all := a.snapshotTakers()
	if len(takers) == 0 || !a.spec.Takes(snapshotsToo) {
		say := cmp.Or(a.anothersInside(), "What is inside has to go first, if it is no longer needed.")
		return Card{Say: say, Others: listed(a.sameAgain())}
	}
	again := a.again()
	again.Args = engine.With(again.Args, snapshotsToo, engine.Text("include"))
	t := a.trial().send(again)
	own := all && !slices.ContainsFunc(takers, func(x *engine.Exchange) bool { return x.By != a.c.By })
	if card, ok := a.offer(t, "delete", "Delete it with its snapshots, if they are no longer needed.",
		a.who()+" deleted it with its snapshots"); ok && own && !t.blind {
		return card
	}
	say := a.itsSnapshots(takers, all)
	if t.accepted() {
		say += fmt.Sprintf(" %s=include would delete it with all of them.", snapshotsToo)
	} else if t.why() != nil {
		say += fmt.Sprintf(" With %s=include it would get %s.", snapshotsToo, t.reply())
	}
	return Card{Say: say, Others: listed(a.sameAgain())}
}

// anothersInside says whose what lies inside is, as the refusal would name it now, where that is another writer's: who
// asked for the removal may never have seen it. Empty where it is its sender's own, or nobody's that is known.
func (a *adviser) anothersInside() string {
	t := a.trial()
	t.decide(a.again())
	why := t.why()
	if why == nil {
		return ""
	}
	by := a.v.Exchange(why.Since.Request)
	if left := a.leftByDelete(by); left != "" {
		return left
	}
	if by == nil || by.By == a.c.By || by.By == engine.Seed || a.v.Title(by.By) == "" || by.Object == a.x.Object {
		return ""
	}
	what, shown := a.v.Called(by.Object), ""
	if n, counted := why.Have.Int(); counted && n > 1 {
		what += ", among others,"
	}
	if !a.everShown(by.Object) {
		shown = fmt.Sprintf(", and %s has not been shown it", a.who())
	}
	return fmt.Sprintf("%s lies in it, by %s's #%d%s: settle first with %[2]s whether it may go.", what,
		a.v.Title(by.By), by.Number, shown)
}

// leftByDelete says that what lies inside is what a delete has left there, versions and delete markers, which no plain
// list shows and no delete without a version takes away. Empty where the newest work there is no delete.
//
// Source: engine/bucket/rules.md, "Versioning".
func (a *adviser) leftByDelete(by *engine.Exchange) string {
	if by == nil || by.Object == a.x.Object || a.v.Title(by.By) == "" ||
		a.v.Spec(by.Verb).Effect != engine.Deletes || !a.v.Spec(by.Verb).Takes(versionID) {
		return ""
	}
	say := fmt.Sprintf("What %s's #%d (%s) has left of %s lies in it, versions or delete markers: each goes by its "+
		"version id alone, and list-object-versions shows them.", a.v.Title(by.By), by.Number, by.Verb,
		a.v.Called(by.Object))
	if by.By == a.c.By {
		return say + " Delete them by that, if they are no longer needed."
	}
	return say + fmt.Sprintf(" Settle first with %s whether they may go.", a.v.Title(by.By))
}

// everShown says whether an answer that the sender has heard told it of an object, by itself or in a list.
func (a *adviser) everShown(object engine.ObjectID) bool {
	looked := 0
	for x := range a.v.RequestsOf(a.c.By) {
		if looked++; looked > pieceLook {
			break
		}
		if !x.Heard.IsZero() && x.Answer.Accepted() && (x.Object == object ||
			slices.ContainsFunc(x.Shows, func(p engine.Part) bool { return p.Object == object })) {
			return true
		}
	}
	return false
}

// itsSnapshots says by which requests the snapshots were taken that forbid a removal, and with whom it is to be settled
// whether they may go.
func (a *adviser) itsSnapshots(takers []*engine.Exchange, all bool) string {
	var numbers, others []string
	for _, x := range takers {
		numbers = append(numbers, fmt.Sprintf("#%d", x.Number))
		if x.By == a.c.By {
			continue
		}
		if whose := cmp.Or(a.v.Title(x.By), "whoever took it"); !slices.Contains(others, whose) {
			others = append(others, whose)
		}
	}
	has, they := "a snapshot", "that"
	if len(takers) > 1 || !all {
		has, they = "snapshots", "they"
	}
	if !all {
		numbers, others = append(numbers, "others"), append(others, "whoever took the others")
	}
	settle := "settle first"
	if len(others) > 0 {
		settle = "settle with " + conflict.And(others)
	}
	return fmt.Sprintf("It has %s by %s: %s whether %s may go.", has, conflict.And(numbers), settle, they)
}

// snapshotsMost is how many snapshots of a thing are looked for by whom they are.
const snapshotsMost = 6

// snapshotTakers are the requests by which the snapshots were taken that forbid a removal, the newest one first: each
// is what the refusal names where those before it are gone. all is false where there are more.
func (a *adviser) snapshotTakers() (list []*engine.Exchange, all bool) {
	t := a.trial()
	for {
		t.decide(a.again())
		why := t.why()
		if why == nil || why.Rule.Looks != engine.AtSnapshots {
			return list, t.err == nil
		}
		taker := a.v.Exchange(why.Since.Request)
		if taker == nil || len(list) == snapshotsMost {
			return list, false
		}
		list = append(list, taker)
		one := a.again()
		one.Words = engine.Words{}
		one.Args = engine.With(a.unguarded(one.Args), "snapshot", taker.Answer.Field("snapshot"))
		t.decide(one)
		if t.err != nil || !t.last.Answer.Accepted() {
			return list, false
		}
	}
}

// unguarded are arguments without conditions and leases, which are those of the thing itself, not of a snapshot of it.
func (a *adviser) unguarded(args []engine.Arg) []engine.Arg {
	return slices.DeleteFunc(slices.Clone(args), func(arg engine.Arg) bool {
		p, _ := a.spec.Param(arg.Name)
		return p.Version || p.Guard != ""
	})
}

// snapshotsToo is the parameter by which a delete says what becomes of the snapshots.
const snapshotsToo = "snapshots"
