package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// movesLook is how many renames are followed from one name to the next.
const movesLook = 8

// since is what became of an object since the finding's request was decided: the newest request by which it went, or
// what it lies in, and whether something has been made there in that time. nil: none did.
func (a *adviser) since(object engine.ObjectID) (went *engine.Exchange, made bool) {
	return a.between(object, a.x.Decided.Event)
}

func (a *adviser) between(object engine.ObjectID, after int) (went *engine.Exchange, made bool) {
	w := a.v.Clone()
	for e := range a.v.Between(after, a.v.Last+1) {
		for touched, r := range e.Touched(w) {
			if touched != object && !w.Holds(touched, object) {
				continue
			}
			switch was, is := view.Stands(r[0]), view.Stands(r[1]); {
			case !view.Readable(r[0]) && view.Readable(r[1]) && touched == object:
				made = true
			case was && !is && went == nil:
				went = a.v.Exchange(e.Request)
			}
		}
	}
	return went, made
}

// makerSince is the request of another by which something stands where there was nothing when the finding's request was
// refused; nil: there is none, or nothing stands there.
func (a *adviser) makerSince(object engine.ObjectID) *engine.Exchange {
	if made := a.standsBy(object); made != nil && made.By != a.c.By && a.v.Title(made.By) != "" {
		return made
	}
	return nil
}

// backAsItWas is for a request that met nothing where what it compares has been brought back since as it was, by a
// removal of its delete marker or while deleted things are kept. ok is false where it was not.
func (a *adviser) backAsItWas() (card Card, ok bool) {
	back := a.standsBy(a.x.Object)
	if back == nil || !a.restores(back) {
		return card, false
	}
	say := fmt.Sprintf("%s was gone, and is back as it was since %s's #%d: send the same again.",
		a.v.Called(a.x.Object), a.v.Title(back.By), back.Number)
	return a.offer(a.trial().send(a.again()), "again", say, a.who()+" sent the same again")
}

// restores says whether a request that made something stand where nothing stood put there what had been there before.
func (a *adviser) restores(x *engine.Exchange) bool {
	effect := a.v.Spec(x.Verb).Effect
	return effect == engine.Describes || effect == engine.Deletes
}

// thereAgain is for a delete or a read that met nothing where something stands again by now, as it was or another
// thing. ok is false where nothing does, and where its sender may have removed it itself without having heard so.
func (a *adviser) thereAgain() (card Card, ok bool) {
	reads, made := a.spec.Effect == engine.Reads, a.standsBy(a.x.Object)
	if !reads && a.spec.Group != engine.GroupDelete || a.spec.Effect == engine.Aborts || made == nil ||
		a.v.Title(made.By) == "" || a.unansweredTry() != nil {
		return card, false
	}
	who, name, with := a.v.Title(made.By), a.v.Called(a.x.Object), ""
	if made.By != a.c.By {
		with = " with " + who
	}
	switch asItWas := a.restores(made); {
	case asItWas && reads:
		return a.backAsItWas()
	case asItWas:
		return Card{Say: fmt.Sprintf("%s was gone, and is back as it was since %s's #%d: settle%s whether it is still "+
			"to be deleted.", name, who, made.Number, with)}, true
	case reads:
		say := fmt.Sprintf("%s was gone, and is there anew since %s's #%d.", name, who, made.Number)
		card, _ = a.readsOf(a.x.Object, say+" Read it.", say)
		return card, true
	case with == "":
		return Card{Say: fmt.Sprintf("It was gone already: nothing is left to delete. What is there now is by %s's "+
			"own #%d.", who, made.Number)}, true
	}
	return a.afterMadeAnew(a.x.Object, made), true
}

// anew says whose what stands there now is, behind the word that something is gone; empty where nothing does.
func (a *adviser) anew() string {
	switch made := a.standsBy(a.x.Object); {
	case made == nil || a.v.Title(made.By) == "":
		return ""
	case a.restores(made):
		return fmt.Sprintf(" %s's #%d has brought it back since.", a.v.Title(made.By), made.Number)
	default:
		return fmt.Sprintf(" What is there now is by %s's #%d, and is another.", a.v.Title(made.By), made.Number)
	}
}

// standsBy is the request by which something stands where there was nothing when the finding's request was refused;
// nil: there is none, or nothing stands there.
func (a *adviser) standsBy(object engine.ObjectID) (made *engine.Exchange) {
	return a.madeAfter(object, a.x.Decided.Event)
}

// madeAfter is the same of the time behind an event.
func (a *adviser) madeAfter(object engine.ObjectID, after int) (made *engine.Exchange) {
	if !a.v.Readable(object) {
		return nil
	}
	return a.firstMade(object, after)
}

// firstMade is the first request behind an event by which something stood where nothing did, whether it still does or
// not.
func (a *adviser) firstMade(object engine.ObjectID, after int) (made *engine.Exchange) {
	w := a.v.Clone()
	for e := range a.v.Between(after, a.v.Last+1) {
		for touched, r := range e.Touched(w) {
			if touched == object && !view.Readable(r[0]) && view.Readable(r[1]) {
				made = a.v.Exchange(e.Request)
			}
		}
	}
	return made
}

// afterMadeAnew is for a request that met nothing where another has made something since: that is another thing, of
// which nothing was read.
func (a *adviser) afterMadeAnew(object engine.ObjectID, made *engine.Exchange) Card {
	say := fmt.Sprintf("%s was gone, and is there anew since %s's #%d.", a.v.Called(object), a.v.Title(made.By),
		made.Number)
	then := fmt.Sprintf("Settle first whether #%d belongs to that.", a.x.Number)
	card, _ := a.readsOf(object, say+" Read it. "+then, say+" "+then)
	card.Others = listed(a.sameAgain())
	return card
}

// afterOwnMaking is for a request that met nothing where its sender has made something itself since: the thing is
// there, and what the refused one was to do to it may be missing.
func (a *adviser) afterOwnMaking(made *engine.Exchange) Card {
	say := fmt.Sprintf("%s was gone, and %s's own #%d has made it anew since.", a.v.Called(a.x.Object), a.who(),
		made.Number)
	if tell := a.broughtBack(made); tell != "" {
		say += " " + tell
	}
	if card, ok := a.offer(a.trial().send(a.again()), "retry", say+fmt.Sprintf(" Send #%d again, if what it was to do "+
		"is still missing there.", a.x.Number), fmt.Sprintf("%s sent #%d again", a.who(), a.x.Number)); ok {
		return card
	}
	return Card{Say: say + fmt.Sprintf(" Put what #%d was to do into that, if it is still missing there.", a.x.Number),
		Others: listed(a.sameAgain())}
}

// movedTo is where that is now which a rename took from a name, or from one in a directory of it, with the request that
// brought it there: it may have been renamed again, and back. ok is false where the request is no rename of that, or
// it is no longer there.
func (a *adviser) movedTo(x *engine.Exchange, object engine.ObjectID) (now engine.ObjectID, by *engine.Exchange,
	ok bool) {
	for range movesLook {
		if x == nil || object.Name == "" || !x.Took {
			return now, nil, false
		}
		if now = conflict.MovedBy(a.v.Clone(), x, object); now.Name == "" {
			return now, nil, false
		}
		object, by = now, x
		if x, _ = a.between(now, by.Decided.Event); x == nil {
			return now, by, a.v.Readable(now) && !a.movedOver(now, by.Decided.Event) && a.putOver(now, by) == nil
		}
	}
	return now, nil, false
}

// movedOver says whether a rename after a record put another thing in the place of what stands under a name.
func (a *adviser) movedOver(object engine.ObjectID, after int) bool {
	w := a.v.Clone()
	for e := range a.v.Between(after, a.v.Last+1) {
		x := a.v.Exchange(e.Request)
		if e.Kind != engine.Decided || x == nil || !x.Took {
			continue
		}
		for other := range e.Touched(w) {
			if other != object && conflict.MovedBy(w, x, other) == object {
				return true
			}
		}
	}
	return false
}

// putOver is the newest request that put another text, unread, in the place of what a rename had brought under a name;
// nil: none did. Who reads it first and writes then goes on with the same thing.
func (a *adviser) putOver(now engine.ObjectID, by *engine.Exchange) *engine.Exchange {
	its := func(m engine.Mark, object engine.ObjectID) bool { return m.Request == by.Number && object == now }
	piece := func(x *engine.Exchange) bool {
		_, ok := x.Op().(engine.Stretcher)
		return ok
	}
	w := a.v.Clone()
	for e := range a.v.Between(by.Decided.Event, a.v.Last+1) {
		x := a.v.Exchange(e.Request)
		if was, blind := conflict.Blindly(w, *e); blind && its(was.Mark, was.Object) &&
			slices.Contains(engine.TextNames(), was.Name) && !piece(x) {
			return x
		}
	}
	for _, f := range a.v.Troubles() {
		if x := a.v.Exchange(f.Request); f.Kind == engine.LostUpdate && its(f.Victim, f.Object) && x != nil && x.Took &&
			!piece(x) {
			return x
		}
	}
	return nil
}

// replacedThere says what became of the finding's thing under the name that it was given, where another one was put in
// its place there, with a blank behind it; empty where none was.
func (a *adviser) replacedThere() string {
	x := a.v.Exchange(a.c.Cause.Since.Request)
	if x == nil || !x.Took || a.v.Title(x.By) == "" {
		return ""
	}
	for _, name := range []string{a.x.Object.Name, sourceOf(a.x)} {
		now := conflict.MovedBy(a.v.Clone(), x, engine.ObjectID{Kind: a.x.Object.Kind, Name: name})
		if name == "" || now.Name == "" {
			continue
		}
		if over := a.putOver(now, x); over != nil && a.v.Title(over.By) != "" {
			return fmt.Sprintf("%s is not what %s's #%d renamed to that any more: %s's #%d put something else in its "+
				"place. ", now.Name, a.v.Title(x.By), x.Number, a.v.Title(over.By), over.Number)
		}
	}
	return ""
}

// sourceOf is the name of what a request takes from another place; empty where it takes nothing.
func sourceOf(x *engine.Exchange) string { return engine.ValueOf(x.Resolved(), "source").String() }

// afterMove is for a request that met nothing under a name because it was renamed: what it was about stands under
// another name. ok is false where it was not.
func (a *adviser) afterMove() (Card, bool) { return a.followed(a.v.Exchange(a.c.Cause.Since.Request)) }

// followed is the same of any request, which may have been a rename.
func (a *adviser) followed(x *engine.Exchange) (Card, bool) {
	if x == nil || a.v.Title(x.By) == "" {
		return Card{}, false
	}
	for _, name := range []string{a.x.Object.Name, sourceOf(a.x)} {
		was := engine.ObjectID{Kind: a.x.Object.Kind, Name: name}
		now, by, ok := a.movedTo(x, was)
		if !ok || now != was && a.makerSince(was) != nil { // which is another thing
			continue
		}
		then := "and put the change into it, if it still fits."
		switch {
		case a.spec.Effect == engine.Reads && name == a.x.Object.Name:
			then = "if it is still wanted."
		case a.spec.Effect == engine.Deletes && x.By == a.c.By:
			then = "and decide whether it is still to be deleted."
		case a.spec.Effect == engine.Deletes:
			then = fmt.Sprintf("and settle with %s whether it is still to be deleted.", a.v.Title(x.By))
		case !a.spec.Effect.Contents() && a.spec.Effect != engine.Describes || name != a.x.Object.Name:
			then = "and send the request for that name, if it is still wanted."
		}
		read := "Read it there"
		say := fmt.Sprintf("%s is %s now, by %s.", name, now.Name, a.movers(x, by))
		if now == was {
			say, read = fmt.Sprintf("%s is back: %s's #%d had renamed it, and #%d gave it its name again.", name,
				a.v.Title(x.By), x.Number, by.Number), "Read it"
		}
		card, _ := a.readsOf(now, fmt.Sprintf("%s %s, %s", say, read, then),
			fmt.Sprintf("%s %s", say, capital(strings.TrimPrefix(then, "and "))))
		return card, true
	}
	if now, by, ok := a.movedDirectory(x); ok {
		return Card{Say: fmt.Sprintf("%s is %s now, by %s. Send the request for a name in that, if it is still wanted.",
			sourceOf(x), now.Name, a.movers(x, by)), Others: listed(a.sameAgain())}, true
	}
	return Card{}, false
}

// movers are the renames that brought a thing where it is: the first, and the last where that is another one.
func (a *adviser) movers(first, last *engine.Exchange) string {
	said := fmt.Sprintf("%s's #%d", a.v.Title(first.By), first.Number)
	if last != nil && last.Number != first.Number && a.v.Title(last.By) != "" {
		said += fmt.Sprintf(" and then %s's #%d", a.v.Title(last.By), last.Number)
	}
	return said
}

// movedBy is for a rename that found nothing under the old name, or something under the new one, where an earlier try
// had no answer: to its sender that is the same whether the try moved it or somebody else did.
func (a *adviser) movedBy(try *engine.Exchange) Card {
	say := fmt.Sprintf("Nothing is called %s any more: #%d, which had no answer, moved it, or somebody else did.",
		sourceOf(a.x), try.Number)
	other := "settle who took it"
	if a.c.Cause.Rule.Kind == engine.AlreadyThere {
		say = fmt.Sprintf("Something is called %s already: #%d, which had no answer, moved it there, or it is "+
			"somebody else's.", a.v.Called(a.x.Object), try.Number)
		other = "settle whose it is before anything is moved over it"
	}
	then := fmt.Sprintf("If what is %s now is what was to be moved, nothing is left to send; else %s.",
		a.v.Called(a.x.Object), other)
	card, _ := a.readsOf(a.x.Object, fmt.Sprintf("%s Read %s. %s", say, a.v.Called(a.x.Object), then), say+" "+then)
	card.Others = listed(a.sameAgain())
	return card
}

// movedDirectory is where the directory is now in which the request's object was to lie.
func (a *adviser) movedDirectory(x *engine.Exchange) (now engine.ObjectID, by *engine.Exchange, ok bool) {
	if !strings.HasPrefix(a.x.Object.Name, sourceOf(x)+"/") || sourceOf(x) == "" {
		return engine.ObjectID{}, nil, false
	}
	return a.movedTo(x, engine.ObjectID{Kind: x.Object.Kind, Name: sourceOf(x)})
}

// meant is the thing itself that a request was to delete, to rename, to add a piece to or to take the lease of; ok is
// false for what puts something new in the place of whatever is there.
func (a *adviser) meant() (object engine.ObjectID, ok bool) {
	object = a.x.Object
	switch effect := a.spec.Effect; {
	case effect == engine.Renames && a.spec.Prompt(): // its line names what it renames first
	case effect == engine.Renames:
		object.Name = sourceOf(a.x)
	case effect != engine.Deletes && effect != engine.Stages && !effect.OfLease():
		return object, false
	}
	return object, object.Name != ""
}

// otherThing says whether the thing that the request meant has gone since, so that the same again would meet another
// one, or nothing.
func (a *adviser) otherThing() bool {
	object, ok := a.meant()
	if !ok {
		return false
	}
	went, _ := a.since(object)
	if now, _, moved := a.movedTo(went, object); moved && now == object {
		return false // it is back
	}
	return went != nil && !a.isBack(object)
}

// isBack says whether a thing that went since the finding's request was decided was brought back, as it was.
func (a *adviser) isBack(object engine.ObjectID) bool {
	made := a.standsBy(object)
	return made != nil && a.restores(made)
}

// inVain is what nothing is left for where a thing is gone, as people call what the request was to do; empty where that
// is still to be settled.
func inVain(e engine.Effect) string {
	switch e {
	case engine.Deletes:
		return "delete"
	case engine.Renames:
		return "rename"
	case engine.AcquiresLease:
		return "lease"
	case engine.RenewsLease:
		return "renew"
	case engine.ChangesLease:
		return "change"
	case engine.ReleasesLease:
		return "give back"
	case engine.BreaksLease:
		return "break"
	}
	return ""
}

// afterOtherThing is for a request that something stood in the way of, and whose thing has gone since. ok is false
// where it has not, or where the sender took it away itself.
func (a *adviser) afterOtherThing() (Card, bool) {
	object, ok := a.meant()
	if !ok {
		return Card{}, false
	}
	went, made := a.since(object)
	now, moved := engine.ObjectID{}, false
	if went != nil {
		now, _, moved = a.movedTo(went, object)
		if moved && now == object { // and is back: it is the thing that was meant
			return Card{}, false
		}
	}
	again := made && a.v.Readable(object)
	if went == nil || a.isBack(object) || a.v.Title(went.By) == "" || went.By == a.c.By && !moved && !again {
		return Card{}, false
	}
	done := inVain(a.spec.Effect)
	by := fmt.Sprintf("%s's #%d (%s)", a.v.Title(went.By), went.Number, went.Verb)
	switch {
	case again:
		card, _ := a.readsOf(object, fmt.Sprintf("What #%d meant is gone, by %s, and what is %s now was made after "+
			"that. Read it first.", a.x.Number, by, object.Name), fmt.Sprintf("It was made after what #%d meant was "+
			"gone, by %s. Settle first whether it is meant too.", a.x.Number, by))
		return card, true
	case moved:
		settle := "Settle with " + a.v.Title(went.By)
		if went.By == a.c.By {
			settle = "Decide"
		}
		say := fmt.Sprintf("%s is %s now, by %s. %s what is to become of it.", object.Name, now.Name, by, settle)
		return Card{Say: say, Others: listed(a.sameAgain())}, true
	case a.spec.Effect.OfLease():
		return Card{Say: fmt.Sprintf("%s is gone, by %s, and its lease with it: nothing is left to %s.", object.Name,
			by, done)}, true
	case done != "":
		return Card{Say: fmt.Sprintf("%s is gone already, by %s: nothing is left to %s.", object.Name, by, done)}, true
	}
	return Card{Say: fmt.Sprintf("%s is gone, by %s. Settle first whether it is wanted again.", object.Name, by),
		Others: listed(a.sameAgain())}, true
}
