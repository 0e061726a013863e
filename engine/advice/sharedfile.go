package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

func (a *adviser) afterSharedFile() Card {
	if card, ok := a.free(); ok {
		if say := a.closedByForce(); say != "" && card.Action == "retry" {
			return Card{Say: say + ", then send the same again."} // by hand: no key settles that
		}
		return card
	}
	if card, ok := a.afterEnd(); ok {
		return card
	}
	if card := a.afterWait(""); card.Action != "" {
		return card
	}
	if a.c.Cause.Rule.Name == "oplock" {
		return Card{Say: fmt.Sprintf(
			"%s's client keeps its cache and does not answer. Wait until it does, or close its "+
				"handles by force: what it has not written back is lost then.", a.v.Title(a.c.Cause.Since.By)),
			Others: listed(a.sameAgain())}
	}
	if a.c.Cause.Rule.Name == "delete mark" {
		return a.pendingDelete(a.x.Object)
	}
	since, handles := a.inTheWay()
	then := "send the same again"
	if a.spec.Effect == engine.Opens {
		then = "open it again"
	}
	if len(handles) > 1 {
		return Card{Say: fmt.Sprintf("Any open handle stops it. Still open: %s. Wait until all are closed, then %s.",
			strings.Join(handles, ", "), then), Others: listed(a.sameAgain())}
	}
	if each := a.eachInTheWay(); len(each) > 1 {
		return Card{Say: fmt.Sprintf("Each of these handles stops it: %s. Wait until all are closed, then %s.",
			strings.Join(each, ", "), then), Others: listed(a.sameAgain())}
	}
	if card, ok := a.behindLocks(then); ok {
		return card
	}
	if since.By == a.c.By {
		free := "close it, then "
		if a.c.Cause.Rule.Name == "byte lock" {
			free = "unlock the bytes there, or close it, then "
		}
		return Card{Say: "Another handle of one's own is in the way: " + free + then + ".",
			Others: listed(a.sameAgain())}
	}
	if x := a.v.Exchange(since.Request); x != nil {
		if effect := a.v.Spec(x.Verb).Effect; effect == engine.Deletes || effect == engine.Closes {
			return a.pendingDelete(x.Object)
		}
	}
	if t := a.closedAway(since); t != nil {
		if over := t.send(a.again()).goesOver(); over != nil {
			then = fmt.Sprintf("read what is there: the same again would go over %s's #%d, which %s has not read",
				a.v.Title(over.By), over.Number, a.who())
		}
	}
	return Card{Say: fmt.Sprintf("Wait until %s, then %s.", a.freed(since), then),
		Others: listed(a.sameAgain())}
}

// freed is what whoever stands in the way does that ends that, as `Ben closes it`.
func (a *adviser) freed(since engine.Mark) string {
	who := a.v.Title(since.By)
	if x := a.v.Exchange(since.Request); x != nil {
		switch a.v.Spec(x.Verb).Effect {
		case engine.Locks:
			return who + " unlocks the bytes"
		case engine.Writes:
			return who + " has written the cache back"
		case engine.AcquiresLease:
			return who + " gives the lease back"
		}
	}
	if a.keptByClient(since) {
		return fmt.Sprintf("%s's client closes it, which keeps it open though %[1]s has closed it, or it is closed by "+
			"force", who)
	}
	return who + " closes it"
}

// keptByClient says whether the handle that a request opened was closed by its program and is kept open by its client.
func (a *adviser) keptByClient(since engine.Mark) bool {
	open := a.v.Exchange(since.Request)
	if open == nil || open.Answer.Field("handle").IsZero() {
		return false
	}
	handle := a.v.Clone().Object(engine.ObjectID{Kind: "handle", Name: open.Answer.Field("handle").String()})
	return slices.ContainsFunc(engine.PropertiesNamed(handle, "kept"), func(p engine.Property) bool {
		return !p.Mark.IsZero()
	})
}

// closedByForce says that another than who held the handle which was in the way has closed it: its holder hears of it
// at its next use. Empty where nobody has, or the holder has been told.
//
// Source: engine/share/rules.md, "FileREST operations", Force Close Handles.
func (a *adviser) closedByForce() string {
	holder, first := a.c.Cause.Since.By, a.v.Exchange(a.c.Cause.Since.Request)
	if first == nil || holder == a.c.By {
		return ""
	}
	open := a.openerOf(first)
	if open == nil {
		return ""
	}
	handle := engine.ObjectID{Kind: "handle", Name: open.Answer.Field("handle").String()}
	how, ended := a.cameToEnd(handle, a.x.Decided.Event)
	if !ended || how.by == nil || how.by.By == holder || a.heardOfEnd(holder, how, handle) {
		return ""
	}
	return fmt.Sprintf("%s closed the handle by force with #%d, which does not stop %s, who held it. Settle first "+
		"whether %[3]s is still working", a.v.Title(how.by.By), how.by.Number, a.v.Title(holder))
}

// inTheWay is what stands against the same again by now, and all handles that are open where any would: when the one
// that was met first is closed, the next one stands there.
func (a *adviser) inTheWay() (since engine.Mark, handles []string) {
	since = a.c.Cause.Since
	now := a.trial().send(a.again()).why()
	if now == nil || now.Rule.Kind != engine.SharedFile {
		return since, nil
	}
	if now.Rule.Name != "handle" {
		return now.Since, nil
	}
	object := a.x.Object
	if source := sourceOf(a.x); source != "" && a.opener(now.Since) == source {
		object.Name = source
	}
	for _, p := range engine.Properties(a.v.Clone().Object(object)) {
		if !strings.HasPrefix(p.Name, "handle.") {
			continue
		}
		if x := a.v.Exchange(a.v.OpenedBy(engine.ObjectID{Kind: "handle", Name: p.Text})); x != nil {
			handles = append(handles, fmt.Sprintf("%s's of #%d", a.v.Title(x.By), x.Number))
		}
	}
	return now.Since, handles
}

// handlesMost is how many handles are looked for by whom they are.
const handlesMost = 8

// eachInTheWay are the open handles whose sharing or access does not fit the same again, as `Ben's of #3`: where one
// that was met first is closed, the next one stands there. Nothing where there are more.
func (a *adviser) eachInTheWay() (handles []string) {
	t := a.trial()
	for len(handles) < handlesMost {
		t.decide(a.again())
		now := t.why()
		if now == nil || now.Rule.Kind != engine.SharedFile || now.Rule.Name != "share mode" {
			return handles
		}
		x := a.v.Exchange(now.Since.Request)
		if x == nil || a.openerOf(x) == nil {
			return handles
		}
		x = a.openerOf(x)
		handles = append(handles, fmt.Sprintf("%s's of #%d", a.v.Title(x.By), x.Number))
		if !t.closes(now.Since) {
			return handles
		}
	}
	return nil
}

// opener is the name of what the request of a mark opened.
func (a *adviser) opener(m engine.Mark) string {
	if x := a.v.Exchange(m.Request); x != nil {
		return x.Object.Name
	}
	return ""
}

// pendingDelete waits for the last close of what is marked for deletion: the request's object, or one inside it.
func (a *adviser) pendingDelete(marked engine.ObjectID) Card {
	what, then := "It", "Wait for one of the two: send the same again, or create it again if it is gone and still "+
		"wanted."
	if path := a.pathOf(marked); path != "" && path != a.pathOf(a.x.Object) {
		what, then = path, "Wait for one of the two, then send the same again."
	} else if a.spec.Effect == engine.Reads {
		then = "Once it is deleted, nothing is left to read."
	}
	return Card{Say: what + " is marked for deletion, and is deleted at its last close, unless the mark is taken " +
		"off before. " + then,
		Others: listed(a.sameAgain())}
}

// pathOf is the object that a handle was opened on; the object itself where it is no handle.
func (a *adviser) pathOf(object engine.ObjectID) string {
	return a.pathTo(object).Name
}

// pathTo is that object itself, of whichever kind it is.
func (a *adviser) pathTo(object engine.ObjectID) engine.ObjectID {
	if open := a.opened(object); open != nil {
		return open.Object
	}
	return object
}
