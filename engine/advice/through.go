package advice

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// overcome says that the writer has overcome it by itself: a later request of it was accepted that did the same thing,
// or leaves nothing of it to be done. Empty where there is none.
func (a *adviser) overcome() string {
	if a.c.Severity == '~' || a.halfDone() {
		return ""
	}
	var done, other *engine.Exchange
	for n := a.x.Number + 1; a.v.Exchange(n) != nil; n++ {
		x, did := a.asEntry(a.v.Exchange(n))
		if x.By != a.x.By || x.Heard.IsZero() || !x.Answer.Accepted() || !did || a.leftUndone(x) ||
			a.copyCameToNothing(x) {
			continue
		}
		if isQueued(x) && !isQueued(a.x) {
			if x.Wish != a.x.Wish {
				continue
			}
			if said := a.queuedAgain(x); said != "" {
				return said
			}
			continue
		}
		if a.spec.Effect == engine.Reads && (x.Wish == a.x.Wish || x.Verb == a.x.Verb && x.Object == a.x.Object) {
			return fmt.Sprintf("%s has read it with #%d.", a.who(), n)
		}
		// An accepted try settles it also where it changed nothing, as what was done already: but one that was handed
		// no message says nothing of the message that an earlier one may have hidden.
		settles := x.Wish == a.x.Wish && a.spec.Changes() && a.spec.Effect != engine.Receives
		if a.spec.Hands && (a.c.Severity == engine.SeverityUnknown || x.Wish == a.x.Wish) {
			continue // what the first one took is in no other's answer
		}
		switch {
		case !x.Took && !settles:
		case x.Wish == a.x.Wish:
			return a.through(x)
		case done == nil && a.doesSame(x):
			done = x
		case other == nil && a.endsIt(x):
			other = x
		}
	}
	switch {
	case done != nil:
		return a.through(done)
	case other != nil:
		return a.otherwiseDone(other)
	}
	return ""
}

// doesSame says whether a later request was to do what the finding's was: the same to the same object, with the same
// content where it has some. To prepare, to remove, to abort or to set what stands beside the content is not to write.
func (a *adviser) doesSame(x *engine.Exchange) bool {
	spec := a.v.Spec(x.Verb)
	if x.Verb != a.x.Verb && a.samePiece(x) {
		return true
	}
	if x.Object != a.x.Object || !a.spec.Changes() && x.Verb != a.x.Verb || !a.sameEffect(spec) || a.prepares(x) ||
		a.ofVersion(x) != a.ofVersion(a.x) {
		return false
	}
	switch {
	case a.spec.Effect == engine.Deletes && x.Verb != a.x.Verb:
		return a.removed(x)
	case a.spec.Effect == engine.Receives: // that hands out other messages
		return false
	case a.spec.Effect == engine.Groups:
		return a.sameWords(x) && len(a.targets(a.x)) == 0 || a.changesAll(x) && (a.toldOff() || a.sameWords(x))
	case a.spec.Effect == engine.Commits && spec.Effect == engine.Commits && a.uploadOf(a.x) != "":
		sent := a.piecesOf(a.x)
		return len(sent) > 0 && maps.Equal(sent, a.piecesOf(x))
	case a.spec.Effect.Contents():
		sent, now := view.SentBy(a.v, a.x), view.SentBy(a.v, x)
		if x.Verb == a.x.Verb || sent == "" {
			return a.sameWords(x) || sent != "" && a.whole(spec) && strings.Contains(now, sent)
		}
		return a.whole(spec) && strings.Contains(now, sent)
	case a.spec.Effect == engine.Stages, a.spec.Effect == engine.Describes, a.spec.Effect == engine.Permits,
		!a.spec.Changes() && !a.spec.Effect.OfLease():
		return a.sameWords(x)
	}
	return true
}

// removed says whether a request removed the finding's object itself: of what one removes by other words it may be
// something in that, as objects of a bucket and messages of a queue.
func (a *adviser) removed(x *engine.Exchange) bool {
	w := a.v.Clone()
	for e := range a.v.Between(x.Decided.Event-1, x.Decided.Event+1) {
		for object, r := range e.Touched(w) {
			if object == a.x.Object && !view.Stands(r[1]) {
				return true
			}
		}
	}
	return false
}

// samePiece says whether a later request put the bytes where the finding's was to put them, by whichever way they reach
// the thing: a file by its name, or through a handle, if they do not wait in a cache.
func (a *adviser) samePiece(x *engine.Exchange) bool {
	mine, piece := a.x.Op().(engine.Stretcher)
	its, both := x.Op().(engine.Stretcher)
	if !piece || !both || x.Answer.Field("cached").String() == "true" {
		return false
	}
	from, to, named := mine.Stretch()
	at, upto, ok := its.Stretch()
	w := a.v.Clone()
	return named && ok && from == at && to == upto && w.WorkedOn(x.Object) == w.WorkedOn(a.x.Object) &&
		view.SentBy(a.v, x) == view.SentBy(a.v, a.x)
}

// changesAll says whether a request changed all that the finding's was to change, where that carries others.
func (a *adviser) changesAll(x *engine.Exchange) bool {
	mine, its := a.targets(a.x), a.targets(x)
	return len(mine) > 0 && !slices.ContainsFunc(mine, func(o engine.ObjectID) bool { return !slices.Contains(its, o) })
}

// targets are the things that a request was to change which may carry others.
func (a *adviser) targets(x *engine.Exchange) (list []engine.ObjectID) {
	spec := a.v.Spec(x.Verb)
	switch {
	case spec.Effect != engine.Groups:
		return []engine.ObjectID{x.Object}
	case spec.Prompt():
		return a.queuedFor(x)
	}
	for _, inner := range spec.Carries(x.Resolved(), a.v.Spec) {
		list = append(list, inner.Of)
	}
	return list
}

// ofVersion is the version that a request names as what it is to be done to, whatever stands on top of that; empty: it
// names none.
func (a *adviser) ofVersion(x *engine.Exchange) string { return a.versionOf(x).String() }

// versionOf is that version; of a request that names several things in a list, the one that its entry for the finding's
// object names.
func (a *adviser) versionOf(x *engine.Exchange) engine.Value {
	spec := a.v.Spec(x.Verb)
	for _, arg := range x.Resolved() {
		switch p, ok := spec.Param(arg.Name); {
		case ok && p.Guard == versionID && arg.Name == p.Guard:
			return arg.Value
		case ok && p.Content && spec.Effect == engine.Deletes:
			for _, one := range engine.NamedOf(arg.Value) {
				if spec.Target(x.Resolved())+"/"+one.Name == a.c.Object.Name {
					return engine.ValueOf(one.With, versionID)
				}
			}
		}
	}
	return engine.Value{}
}

// sameEffect says whether an operation does the same as the finding's, for what is left to be done.
func (a *adviser) sameEffect(spec *engine.OpSpec) bool {
	mine, its := a.spec.Effect, spec.Effect
	ends := func(e engine.Effect) bool { return e == engine.ReleasesLease || e == engine.BreaksLease }
	switch {
	case mine.Contents():
		return its.Contents()
	case ends(mine): // either leaves no lease to be ended
		return ends(its)
	case mine == engine.RenewsLease: // an acquire is a lease with a new clock as well
		return its == mine || its == engine.AcquiresLease
	case mine == engine.Describes, mine == engine.Permits, mine == engine.Creates:
		return spec.Verb == a.spec.Verb
	}
	return its == mine
}

// sameWords says whether a request says the same as the finding's but for what is compared.
func (a *adviser) sameWords(x *engine.Exchange) bool {
	mine, its := a.words(a.x), a.words(x)
	return slices.EqualFunc(mine, its, func(m, i engine.Arg) bool { return m.Name == i.Name && m.Value.Equal(i.Value) })
}

// piecesOf are the texts of the pieces that a commit was sent for, by their place in its upload.
func (a *adviser) piecesOf(commit *engine.Exchange) map[string]string {
	looked, pieces := 0, map[string]string{}
	for x := range a.v.RequestsOf(commit.By) {
		if looked++; looked > pieceLook {
			break
		}
		if x.Number >= commit.Number || x.Object != commit.Object || a.uploadOf(x) != a.uploadOf(commit) ||
			a.v.Spec(x.Verb).Effect != engine.Stages {
			continue
		}
		spec, place := a.v.Spec(x.Verb), ""
		for _, arg := range x.Resolved() {
			if p, ok := spec.Param(arg.Name); ok && !p.Content && p.Guard != "upload" {
				place += " " + arg.Name + "=" + arg.Value.String()
			}
		}
		if _, newer := pieces[place]; !newer {
			pieces[place] = view.SentBy(a.v, x)
		}
	}
	return pieces
}

// words are the arguments of a request but for its guards, by name.
func (a *adviser) words(x *engine.Exchange) (list []engine.Arg) {
	spec := a.v.Spec(x.Verb)
	for _, arg := range x.Resolved() {
		p, ok := spec.Param(arg.Name)
		if guards := p.Version || p.Guard != "" && p.Guard != "upload" || strings.HasPrefix(arg.Name, "if-"); ok &&
			!guards && !a.v.LeftOut(arg.Value) {
			list = append(list, arg)
		}
	}
	slices.SortStableFunc(list, func(m, i engine.Arg) int { return strings.Compare(m.Name, i.Name) })
	return list
}

// whole says whether an operation leaves nothing of the content that was there.
func (a *adviser) whole(spec *engine.OpSpec) bool {
	_, piece := spec.Op.(engine.Stretcher)
	switch spec.Effect {
	case engine.Writes:
		return view.OneText(spec) && !piece
	case engine.Copies, engine.Commits:
		return !piece
	}
	return false
}

// leftWhole says whether what a line set is all that its key held behind it: SETRANGE may leave a part of what was
// there.
func (a *adviser) leftWhole(x *engine.Exchange) bool {
	spec := a.v.Spec(x.Verb)
	if !spec.Prompt() || spec.Effect != engine.Writes {
		return false
	}
	_, is := a.around(x.Object, x.Decided.Event, x.Number)
	return view.Stands(is) && conflict.TextIn(is) == view.SentBy(a.v, x)
}

// endsIt says whether a later request that did another thing leaves nothing of what the finding's was to do: it put
// something else in its place, or removed it. What may still be done afterwards is not ended by it.
func (a *adviser) endsIt(x *engine.Exchange) bool {
	spec := a.v.Spec(x.Verb)
	if a.spec.Effect == engine.Groups && spec.Effect.Contents() { // one by itself, in the place of all
		return a.toldOff() && a.changesAll(x)
	}
	if x.Object != a.x.Object || a.ofVersion(x) != a.ofVersion(a.x) || a.inFlight(a.x) && !a.toldOff() ||
		a.x.Took && a.x.Decided.Event > x.Decided.Event {
		return false
	}
	switch effect := spec.Effect; {
	case a.spec.Effect == engine.Deletes:
		return effect.Contents()
	case a.spec.Effect == engine.Stages:
		return effect == engine.Commits && a.uploadOf(x) == a.uploadOf(a.x)
	case a.spec.Effect.Contents() && effect.Contents() && a.toldOff():
		return a.covers(x)
	case a.spec.Effect.Contents():
		return a.whole(spec) || a.leftWhole(x) || effect == engine.Deletes && a.c.Severity == engine.SeverityUnknown
	case a.spec.Effect == engine.Describes, a.spec.Effect == engine.Permits:
		return spec.Verb == a.spec.Verb
	}
	return false
}

// otherwiseDone says what a later request did in place of the finding's, and what of that is left to its sender.
func (a *adviser) otherwiseDone(x *engine.Exchange) string {
	effect := a.v.Spec(x.Verb).Effect
	switch {
	case a.spec.Effect == engine.Stages:
		return fmt.Sprintf("%s's #%d has committed since: each piece that it named was there, and what it did not "+
			"name is not in it.", a.who(), x.Number)
	case a.spec.Effect == engine.Deletes:
		return fmt.Sprintf("%s's #%d has written it since: sent again, #%d would delete that too.", a.who(), x.Number,
			a.x.Number)
	case effect == engine.Deletes:
		return fmt.Sprintf("%s's #%d has deleted it since: whether #%d was done or not, nothing of it stands there. "+
			"Send it again only if it is still wanted.", a.who(), x.Number, a.x.Number)
	case a.c.Severity == engine.SeverityUnknown && a.spec.Effect == engine.Adds:
		return fmt.Sprintf("%s's #%d put a value there since: whether #%d was done or not, only what that value has "+
			"in it counts. Send #%[3]d again only if that leaves it out.", a.who(), x.Number, a.x.Number)
	case a.c.Severity == engine.SeverityUnknown:
		return fmt.Sprintf("%s's #%d wrote something else: whether #%d was done or not, what that was to write does "+
			"not stand there now. Send it again only if it is still wanted, in place of that.", a.who(), x.Number,
			a.x.Number)
	}
	return a.through(x)
}

// toldOff says whether the sender knows that the finding's request was not done, by any try of it: what it wrote later
// it wrote in place of that.
func (a *adviser) toldOff() bool {
	return a.c.Severity == engine.SeverityRefused && a.firstUnanswered() == nil
}

// left says what is left to be sent behind a later request that has gone through.
func (a *adviser) left(x *engine.Exchange) string {
	if x.Wish == a.x.Wish || !a.spec.Changes() || a.toldOff() || a.doesSame(x) {
		return "Nothing is left to send." + a.twoMarkers(x)
	}
	return fmt.Sprintf("It wrote something else than #%d: if the change of that is in it, nothing is left to send.",
		a.x.Number)
}
