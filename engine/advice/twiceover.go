package advice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// What was done twice has to be taken back only while it stands: a thing may have gone since, another text may stand in
// its place, and its sender may have taken one of the two back already.

// doneTwice is for what was done a second time, to one thing or to several in one request: what of it stands is told,
// and what became of the rest.
func (a *adviser) doneTwice() Card {
	if card, ok := a.endAgain(); ok {
		return card
	}
	finding := a.c
	defer func() { a.c = finding }()
	var over, once []string
	var stands []conflict.Finding
	each := a.eachDone()
	for _, c := range each {
		a.c = c
		if card, ok := a.twiceOver(); ok {
			over = append(over, card.Say)
		} else if was, left := a.aroundHarm(); len(each) > 1 && view.Readable(was) && conflict.SameContent(was, left) {
			once = append(once, a.v.Called(c.Object))
		} else {
			stands = append(stands, c)
		}
	}
	card := Card{}
	switch {
	case len(stands)+len(once) == 0:
		return Card{Say: strings.Join(over, " ")}
	case len(stands) == 0:
		card.Say = a.thereOnce(once)
	default:
		a.c = stands[0]
		card = a.afterDoneTwice()
		card.Say += a.othersAtTheTwo()
		if len(once) > 0 {
			over = append(over, a.thereOnce(once))
		}
	}
	for _, say := range over {
		gone, _ := strings.CutSuffix(say, nothingBack)
		gone, _ = strings.CutSuffix(gone, onceNothing)
		card.Say = strings.TrimSuffix(gone, ".") + ". " + card.Say
	}
	for _, c := range stands[min(1, len(stands)):] {
		card.Say += fmt.Sprintf(" #%d changed %s a second time as well.", a.x.Number, a.v.Called(c.Object))
	}
	return card
}

// thereOnce says of several things into which the request put what stood there that each is there once.
func (a *adviser) thereOnce(names []string) string {
	say, is := fmt.Sprintf("#%d", a.x.Number), "is"
	was := "what stood there"
	if a.x.CopyDecided(a.c.Event) {
		say, was = "The second copy of "+say, "what the first had put there"
	} else if first := a.earlierTry(); first != nil {
		was = fmt.Sprintf("what #%d had put there", first.Number)
	}
	if len(names) > 1 {
		is = "are"
	}
	return fmt.Sprintf("%s put there again %s: %s %s there once%s", say, was, conflict.And(names), is, onceNothing)
}

// onceNothing ends what is said of things that stand there once.
const onceNothing = ", and nothing has to be taken back."

// nothingBack ends what is said of a thing that stands twice nowhere any more.
const nothingBack = ": nothing has to be taken back."

// eachDone is the finding for each thing that its request left something in, as an earlier doing had, where its request
// is about several.
func (a *adviser) eachDone() (list []conflict.Finding) {
	w, before, told := a.v.Clone(), a.doneBefore(), []engine.ObjectID(nil)
	for e := range a.v.Between(a.c.Event-1, a.c.Event+1) {
		for _, c := range e.Own() {
			_, left, _ := e.On(w, c.Object.Kind, c.Object.Name)
			if a.spec.Effect != engine.Groups || !view.Readable(left) || slices.Contains(told, c.Object) ||
				!slices.Contains(before, c.Object) {
				continue
			}
			of := a.c
			of.Object, of.Part, told = c.Object, c.Name, append(told, c.Object)
			list = append(list, of)
		}
	}
	if len(list) == 0 {
		return []conflict.Finding{a.c}
	}
	return list
}

// doneBefore are the things that a try of the wish, or a copy, left something in before the finding.
func (a *adviser) doneBefore() (list []engine.ObjectID) {
	for _, x := range triesOf(a.v, a.x) {
		if !x.Took && !x.Altered || x.Decided.Event >= a.c.Event {
			continue
		}
		for e := range a.v.Between(x.Decided.Event-1, x.Decided.Event+1) {
			for _, c := range e.Own() {
				list = append(list, c.Object)
			}
		}
	}
	return list
}

// twiceOver is for what was done a second time and no longer stands as that left it. ok is false where it does.
func (a *adviser) twiceOver() (card Card, ok bool) {
	was, left := a.aroundHarm()
	_, gone, moved := a.wentSince(a.c.Object)
	switch {
	case !view.Readable(left) || a.ofItsOwn(): // it took something away; or what it made is another thing each time
		return card, false
	case moved:
		card, ok = Card{Say: gone + ", with what was done twice. " + a.undoing()}, true
	case gone != "":
		card, ok = Card{Say: gone + ", and with that what was done twice" + nothingBack}, true
	case a.firstGone() != "":
		card, ok = Card{Say: a.firstGone() + ": one of the two is left, and nothing has to be taken back."}, true
	case a.onlyCounts():
		card, ok = a.countedBack(was, left)
	default:
		card, ok = a.putAside(left)
	}
	card.Say += a.tellReplaced()
	return card, ok
}

// firstGone says how what was done first, under another name, went behind the finding; empty where it is there.
func (a *adviser) firstGone() string {
	first := a.earlierTry()
	if first == nil || first.Object == a.c.Object || a.v.Readable(first.Object) {
		return ""
	}
	_, gone, moved := a.wentSince(first.Object)
	if moved {
		return ""
	}
	return gone
}

// aroundHarm is the finding's object as it was before the finding, and as that left it.
func (a *adviser) aroundHarm() (was, left engine.Record) {
	return a.around(a.c.Object, a.c.Event, a.c.Request)
}

// around is an object as it was before a record and as that left it, of several requests that one step decided the one
// that is named; nothing where the record did not touch it.
func (a *adviser) around(object engine.ObjectID, record, request int) (was, left engine.Record) {
	w, own := a.v.Clone(), false
	for e := range a.v.Between(record-1, record+1) {
		before, after, touched := e.On(w, object.Kind, object.Name)
		if touched && (!own || e.Request == request) {
			was, left, own = before, after, own || e.Request == request
		}
	}
	return was, left
}

// putAside is for a text that was put or added a second time, where a later request has put another in its place, or
// has taken one of two out of it again. ok is false where what was done stands there still.
func (a *adviser) putAside(left engine.Record) (card Card, ok bool) {
	added, adds := a.addedAt(a.x, a.c.Event)
	stood := func(r engine.Record) int {
		switch {
		case !view.Readable(r):
		case adds:
			return strings.Count(conflict.TextIn(r), added)
		case a.c.SameIn(left, r), conflict.SameContent(left, r): // older versions behind it count for the first alone
			return 1
		}
		return 0
	}
	w := a.v.Clone()
	n := stood(w.Object(a.c.Object))
	for e := range a.v.Between(a.c.Event-1, a.v.Last+1) { // the newest first; one step may decide several requests
		if e.Number == a.c.Event && e.Request == a.x.Number {
			break
		}
		before, _, touched := e.On(w, a.c.Object.Kind, a.c.Object.Name)
		x := a.v.Exchange(e.Request)
		if !touched || x == nil || a.v.Title(x.By) == "" || n >= stood(left) || stood(before) <= n {
			continue
		}
		who := a.v.Title(x.By)
		switch {
		case adds && n > 0:
			return Card{Say: fmt.Sprintf("%s's #%d has taken one of the two out since: nothing is left to correct.",
				who, x.Number)}, true
		case !adds && a.madeBehind(x, a.c.Object):
			return Card{Say: fmt.Sprintf("%s's #%d has changed what stood there since: whether what was done twice is "+
				"in that, only %[1]s can say.", who, x.Number)}, true
		}
		return Card{Say: fmt.Sprintf("%s's #%d has put something else there since: nothing has to be taken back.", who,
			x.Number)}, true
	}
	return card, false
}

// madeBehind says whether a later request was made from what stood there behind the finding.
func (a *adviser) madeBehind(x *engine.Exchange, object engine.ObjectID) bool {
	base := a.v.BaseOf(x, object)
	return base != nil && base.Decided.Event > a.c.Event
}

// countedBack is for a count that was done twice, where its sender has counted as much back since, or another number
// was put there. ok is false where neither was.
func (a *adviser) countedBack(was, left engine.Record) (card Card, ok bool) {
	by, number := counted(was, left)
	w := a.v.Clone()
	for e := range a.v.Between(a.c.Event, a.v.Last+1) {
		before, after, touched := e.On(w, a.c.Object.Kind, a.c.Object.Name)
		x := a.v.Exchange(e.Request)
		if !touched || x == nil || a.v.Title(x.By) == "" || conflict.TextIn(before) == conflict.TextIn(after) {
			continue
		}
		who, knows := a.v.Title(x.By), fmt.Sprintf("only %s can say", a.v.Title(x.By))
		if x.By == a.c.By {
			knows = who + " knows"
		}
		if !a.countsToo(x) {
			return Card{Say: fmt.Sprintf("%s's #%d has put another number there since: whether what was counted "+
				"twice is in that, %s. %s", who, x.Number, knows, nextTime)}, true
		}
		if back, ok := counted(before, after); ok && number && back == -by && x.By == a.c.By {
			return Card{Say: fmt.Sprintf("%s's #%d has counted as much back since: if that took back one of the two, "+
				"nothing is left to take back. %s", who, x.Number, nextTime)}, true
		}
	}
	return card, false
}

// counted is by how much a number is another; ok is false where one of the two is none.
func counted(was, is engine.Record) (by int64, ok bool) {
	before, err := int64(0), error(nil)
	if view.Readable(was) {
		before, err = strconv.ParseInt(conflict.TextIn(was), 10, 64)
	}
	after, errAfter := strconv.ParseInt(conflict.TextIn(is), 10, 64)
	return after - before, err == nil && errAfter == nil
}
