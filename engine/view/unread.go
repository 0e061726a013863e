package view

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// unreadLook is how many decisions and ends back it is looked for what has no mark: what came long before now explains
// nothing.
const unreadLook = 64

// Recent are the newest decisions of the services, and what the clock ended between them, the newest first: not more
// than unreadLook, however long the history is.
func (v *View) Recent() iter.Seq[*engine.Event] {
	return func(yield func(*engine.Event) bool) {
		did := v.path.did
		for _, place := range slices.Backward(did[max(len(did)-unreadLook, 0):]) {
			if !yield(v.path.entries.At(int(place)).Event()) {
				return
			}
		}
	}
}

// Unread tells of the newest request that replaced another writer's work which its own content was not made from, as
// `Ben's #8 replaced Ana's work (#6) without having read it.` Nobody had asked to be kept from it, so there is no mark
// and no card. Empty where there is none.
func (v *View) Unread() string {
	c, ok := v.ReplacedUnread()
	if !ok {
		return ""
	}
	return v.unreadOf(c)
}

// unreadOf is Unread of any request that did so.
func (v *View) unreadOf(c conflict.Finding) string {
	theirs := engine.Change{Part: engine.Part{Object: c.Object, Name: c.Part, Mark: c.Victim}}
	did, lost := v.lost(c, theirs)
	x := v.world.Exchange(c.Request)
	whose := fmt.Sprintf("%s's %s (#%d)", v.Title(c.Whose), lost, c.Victim.Request)
	how := " without having read it"
	others := v.othersLost(c)
	if others == "" && v.oneOfSeveral(c) {
		whose += " on " + v.Called(c.Object)
	}
	if strings.HasSuffix(lost, "s") || others != "" {
		how = " without having read them"
	}
	if read, instead := conflict.ReadBefore(v.world, c.Request, theirs); read != "" {
		how, others = ", "+read+instead, ""
	}
	whose += others
	theirWork := v.world.Exchange(c.Victim.Request)
	what, under := v.comparedOf(x), ""
	if id := conflict.OneLease(v.world, x, theirWork); id != "" {
		under = fmt.Sprintf(" Both were sent under %s, which keeps neither of them out: an id of one's own for each "+
			"holder lets one in.", id)
	}
	under += v.withoutLock(c) + v.withSameText(c)
	if x.Compared.Of(c.Object) { // the version, which says nothing of what the text was made from
		return fmt.Sprintf("%s's #%d %s %s%s. The version that it named was compared and held, which does "+
			"not tell what the text was made from. Nobody is told.%s%s", v.Title(c.By), c.Request, did, whose, how,
			under, v.oneOverTheOther(c))
	}
	told := "The last writer wins, and nobody is told."
	if conflict.HandedBack(v.world, c) {
		told = fmt.Sprintf("The last writer wins. The answer tells %s; %s is not told.", v.Title(c.By),
			v.Title(c.Whose))
	}
	if x := v.refusedSince(theirs, c.Request); x != nil && v.Spec(x.Verb).Effect == engine.Reads {
		told = fmt.Sprintf("%s heard of it by #%d, a read that was answered %s.", v.Title(c.Whose), x.Number,
			conflict.Says(v.Spec(x.Verb), &x.Answer))
	} else if x != nil {
		told = fmt.Sprintf("%s heard of it by #%d, which was refused for it.", v.Title(c.Whose), x.Number)
	} else if x := conflict.SeenSince(v.world, theirs.Part, c.Event); x != nil {
		what := "what is there instead"
		if conflict.SeenGone(x, theirs.Part) {
			what = "that nothing was there any more"
		}
		told = fmt.Sprintf("#%d has shown %s since %s.", x.Number, v.Title(c.Whose), what)
	}
	return fmt.Sprintf("%s's #%d %s %s%s, and %s was compared. %s%s%s",
		v.Title(c.By), c.Request, did, whose, how, what, told, under, v.oneOverTheOther(c))
}

// comparedOf is what a request was compared by that says nothing of the content which it replaced: an id or a receipt
// that it named, or a condition on the tags or on another version than the one that is there.
func (v *View) comparedOf(x *engine.Exchange) string {
	var list []string
	for _, a := range conflict.Asides(v.world, x) {
		switch a.Sort {
		case conflict.AsideLease:
			list = append(list, "the id of a lease")
		case conflict.AsideReceipt:
			list = append(list, "the receipt")
		case conflict.AsideTags: // of a condition in words no end is enough
			list = append(list, conflict.GuardName(a.Name)+" "+a.Value.String())
		case conflict.AsideUnchanged:
			list = append(list, conflict.GuardName(a.Name)+" "+v.Tag(a.Value))
		}
	}
	if len(list) == 0 {
		return "nothing"
	}
	return "nothing but " + conflict.And(list)
}

// refusedSince is the first request of who lost work that was refused for what another request did, and heard so, as
// one that completes an upload which was aborted, a read that finds nothing, or whatever meets a container, a table, a
// queue or a share while its deletion is not finished; nil: none was. Only that nothing is
// there, or not what an answer had named, tells of it, and only who had heard that the work was done: what asks for an
// absence is refused by one's own work as well, and a lease says nothing of the content. Of a rename, that the old
// name is gone says nothing of what stood under the new one.
func (v *View) refusedSince(theirs engine.Change, by int) *engine.Exchange {
	lost := theirs.Mark
	done := v.world.Exchange(lost.Request)
	for _, e := range slices.Backward(slices.Collect(v.Recent())) {
		if e.Kind != engine.Decided || e.Request <= by {
			continue
		}
		x := v.world.Exchange(e.Request)
		why := x.Answer.Why
		if x.By != lost.By || why == nil || why.Since.Request != by || x.Heard.IsZero() ||
			!conflict.ToldByRefusal(v.world, x, lost) ||
			!conflict.RefusedOver(v.world, x, v.world.Exchange(by), theirs.Object) ||
			done != nil && (done.Heard.IsZero() || done.Heard.Event > x.Sent.Event) {
			continue
		}
		switch kind := why.Rule.Kind; {
		case kind == engine.IsGone, kind == engine.StaleWrite, kind == engine.Unfinished,
			kind == "" && v.Spec(x.Verb).Effect == engine.Reads: // it found nothing
			return x
		}
	}
	return nil
}

// withoutLock says that the sender of the request of ReplacedUnread did not hold the lock that guards its object by
// agreement; empty where it did.
func (v *View) withoutLock(c conflict.Finding) string {
	for e := range v.Between(c.Event-1, c.Event+1) {
		if e.Kind != engine.Decided || e.Request != c.Request {
			continue
		}
		if say := conflict.WithoutLock(v.world, *e, c.Object); say != "" {
			return " " + say
		}
	}
	return ""
}

// withSameText says of a text that was replaced by just the same that none is lost; empty of any other.
func (v *View) withSameText(c conflict.Finding) string {
	for e := range v.Between(c.Event-1, c.Event+1) {
		if e.Kind == engine.Decided && e.Request == c.Request &&
			v.sameThere(*e, engine.Part{Object: c.Object, Name: c.Part}) {
			var beside []string
			for _, r := range v.ChangedBeside(*e, c.Object) {
				if r.HasBase {
					beside = append(beside, r.Name)
				}
			}
			if len(beside) > 0 {
				return fmt.Sprintf(" Both put the same text into %s: no text is lost, but what stood beside it is: %s.",
					v.Called(c.Object), strings.Join(beside, ", "))
			}
			return fmt.Sprintf(" Both put the same text into %s: no text is lost.", v.Called(c.Object))
		}
	}
	return ""
}

// oneOfSeveral says whether a request that is made of several, as a group, changed more than the object that is told
// of.
func (v *View) oneOfSeveral(c conflict.Finding) bool {
	if v.Spec(v.world.Exchange(c.Request).Verb).Effect != engine.Groups {
		return false
	}
	for e := range v.Between(c.Event-1, c.Event+1) {
		if slices.ContainsFunc(e.Own(), func(d engine.Change) bool {
			return d.Object != c.Object && d.Object.Kind == c.Object.Kind
		}) {
			return true
		}
	}
	return false
}

// othersLost are those beside the one of ReplacedUnread whose work went by the same request, unread as well, as
// ` and Cal's work (#4)`; empty where there is nobody.
func (v *View) othersLost(c conflict.Finding) string {
	const most = 3
	list, more := "", 0
	for e := range v.Between(c.Event-1, c.Event+1) {
		if e.Kind != engine.Decided || e.Request != c.Request {
			continue
		}
		for _, theirs := range conflict.UnreadOfAll(v.world, *e) {
			read, _ := conflict.ReadBefore(v.world, c.Request, theirs)
			if theirs.Mark.Request == c.Victim.Request || read != "" {
				continue
			}
			if more++; more <= most {
				_, what := conflict.Lost(v.world, *e, theirs)
				list += fmt.Sprintf(" and %s's %s (#%d)", v.Title(theirs.Mark.By), what, theirs.Mark.Request)
			}
		}
	}
	if more > most {
		list += fmt.Sprintf(" and what %d other requests had made", more-most)
	}
	return list
}

// lost is what the request of ReplacedUnread did to the other's work, and what that was.
func (v *View) lost(c conflict.Finding, theirs engine.Change) (did, what string) {
	did, what = "replaced", "work"
	for e := range v.Between(c.Event-1, c.Event+1) {
		if e.Kind != engine.Decided || e.Request != c.Request {
			continue
		}
		for _, change := range conflict.UnreadOfAll(v.world, *e) { // whether it is still there, the change tells
			if change.Part.Same(theirs.Part) && change.Mark == theirs.Mark {
				theirs = change
			}
		}
		did, what = conflict.Lost(v.world, *e, theirs)
	}
	if v.Spec(v.world.Exchange(c.Request).Verb).Effect == engine.Deletes {
		did = "removed"
	}
	return did, what
}

// oneOverTheOther says, where several requests replaced one another unread at one object, how many there were and whose
// were overwritten: each of their writers who heard an answer was told that it went well, and by nothing since that it
// is gone. Empty where there was one alone.
func (v *View) oneOverTheOther(c conflict.Finding) string {
	var lost []int
	over := map[int]bool{} // the requests that replaced them
	stages := func(n int) bool { return v.Spec(v.world.Exchange(n).Verb).Effect == engine.Stages }
	what, verb := "writes", "overwritten"
	for _, w := range v.wentOver(c) {
		if over[w.by] = true; !slices.Contains(lost, w.theirs.Mark.Request) {
			lost = append(lost, w.theirs.Mark.Request)
		}
	}
	if len(lost) < 2 || len(over) < 2 {
		return v.besideBefore(c)
	}
	slices.Sort(lost)
	var names, unheard []string
	for _, n := range lost {
		names = append(names, fmt.Sprintf("%s's #%d", v.Title(v.world.Exchange(n).By), n))
		if v.world.Exchange(n).Heard.IsZero() {
			unheard = append(unheard, fmt.Sprintf("#%d", n))
		}
		delete(over, n)
	}
	told := ", and each writer was told that it went well."
	if len(unheard) > 0 {
		told = fmt.Sprintf(". No answer to %s was heard.", conflict.And(unheard))
	}
	if len(unheard) > 0 && len(unheard) < len(lost) {
		told += " The others were told that it went well."
	}
	if slices.ContainsFunc(lost, stages) || slices.ContainsFunc(slices.Collect(maps.Keys(over)), stages) {
		what = "requests" // what is staged is no write yet
	}
	for n := range over {
		if v.Spec(v.world.Exchange(n).Verb).Effect == engine.Deletes {
			what, verb = "requests", "gone"
		}
	}
	return fmt.Sprintf(" %d %s to %s went through so, one over the other: %s are %s%s", len(lost)+len(over), what,
		v.Called(c.Object), conflict.And(names), verb, told)
}

// wentOver is one work that a request replaced unread.
type wentOver struct {
	theirs engine.Change
	by     int
}

// wentOver are those of the object of ReplacedUnread. What went over another part is none of them, unless its request
// was gone over in turn, or had itself gone over the work: a hold that is lifted is not written over what it kept.
func (v *View) wentOver(c conflict.Finding) (all []wentOver) {
	lost, over := map[int]bool{}, map[int]bool{}
	for e := range v.Recent() {
		for _, theirs := range conflict.UnreadOfAll(v.world, *e) {
			if theirs.Object == c.Object && v.refusedSince(theirs, e.Request) == nil && !v.partlyStands(theirs) {
				all = append(all, wentOver{theirs, e.Request})
				lost[theirs.Mark.Request], over[e.Request] = true, true
			}
		}
	}
	return slices.DeleteFunc(all, func(w wentOver) bool {
		return w.theirs.Name != c.Part && !lost[w.by] && !over[w.theirs.Mark.Request]
	})
}

// besideBefore tells of the newest request before the one of ReplacedUnread that replaced another part of the same
// object unread, as a hold that was lifted before what it kept was deleted; empty where none did, and where its writer
// heard of it.
func (v *View) besideBefore(c conflict.Finding) string {
	for e := range v.Recent() {
		was, ok := v.replacedBy(e)
		theirs := engine.Change{Part: engine.Part{Object: was.Object, Name: was.Part, Mark: was.Victim}}
		if !ok || e.Number >= c.Event || was.Object != c.Object || was.Part == c.Part ||
			v.refusedSince(theirs, was.Request) != nil {
			continue
		}
		did, lost := v.lost(was, theirs)
		return fmt.Sprintf(" Before it, %s's #%d %s %s's %s (#%d) unread as well.", v.Title(was.By), was.Request, did,
			v.Title(was.Whose), lost, was.Victim.Request)
	}
	return ""
}

// partlyStands says whether of a work whose pieces were replaced another piece is left.
func (v *View) partlyStands(theirs engine.Change) bool {
	return theirs.To > 0 && slices.ContainsFunc(engine.Properties(v.world.Object(theirs.Object)),
		func(p engine.Property) bool { return p.Kind == "mark" && p.Mark.Request == theirs.Mark.Request })
}

// ReplacedUnread is what Unread tells of, as it would be marked if its writer had read before: so that advice can find
// out what would stop it. It is no mark. ok is false where there is none.
func (v *View) ReplacedUnread() (c conflict.Finding, ok bool) {
	for e := range v.Recent() {
		if c, ok = v.replacedBy(e); ok {
			return c, true
		}
	}
	return c, false
}

// replacedBy is ReplacedUnread of one event.
func (v *View) replacedBy(e *engine.Event) (c conflict.Finding, ok bool) {
	theirs, ok := conflict.Unread(v.world, *e)
	if !ok {
		return c, false
	}
	return conflict.Finding{Severity: engine.SeveritySilent, Kind: engine.LostUpdate, Whose: theirs.Mark.By, By: e.By,
		Event: e.Number, Request: e.Request, Object: theirs.Object, Part: theirs.Name, Victim: theirs.Mark}, true
}

// Overwrote says of a request which of another writer's work it replaced that its content was not made from, as
// `replaced Ana's v1 unread`; empty where it replaced none.
func (v *View) Overwrote(x *engine.Exchange) string {
	for e := range v.Between(x.Decided.Event-1, x.Decided.Event+1) {
		if e.Kind == engine.Decided && e.Request == x.Number {
			return conflict.Overwrote(v.world, *e)
		}
	}
	return ""
}

// Replaced is that work itself; ok is false where a request replaced none.
func (v *View) Replaced(x *engine.Exchange) (theirs engine.Change, ok bool) {
	for e := range v.Between(x.Decided.Event-1, x.Decided.Event+1) {
		if e.Kind == engine.Decided && e.Request == x.Number {
			return conflict.Unread(v.world, *e)
		}
	}
	return theirs, false
}

// Unaware are those whose work a request replaced unread and who have heard nothing of it since, by their ids, each
// once. Of a text that was replaced by the same nothing is lost.
func (v *View) Unaware(x *engine.Exchange) (ids []string) {
	for e := range v.Between(x.Decided.Event-1, x.Decided.Event+1) {
		if e.Kind != engine.Decided || e.Request != x.Number {
			continue
		}
		for _, theirs := range conflict.UnreadOfAll(v.world, *e) {
			by := theirs.Mark.By
			switch {
			case slices.Contains(ids, by), v.Title(by) == "", v.sameThere(*e, theirs.Part),
				v.refusedSince(theirs, x.Number) != nil,
				conflict.SeenSince(v.world, theirs.Part, x.Decided.Event) != nil:
			default:
				ids = append(ids, by)
			}
		}
	}
	return ids
}

// sameThere says whether an event put just the text there that stood there.
func (v *View) sameThere(e engine.Event, p engine.Part) bool {
	return slices.Contains(engine.TextNames(), p.Name) && conflict.SameText(v.world, e, p.Object)
}
