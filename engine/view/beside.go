package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// besideMost is how many of what has no mark are told beside a card; of more than that it is said how many there are.
const besideMost = 4

// unmarked is something that has no mark and is told all the same.
type unmarked struct {
	event, request int // by which it came, the request that the event decided
	say            string
}

// unmarkedAbout is what of a sort is told of an object: what came last of that counts.
type unmarkedAbout struct {
	sort   string
	object engine.ObjectID
}

// Beside are what has no mark and is told beside a card all the same, what came last first, of each sort and object the
// newest: work that was replaced unread, a lease that was brought back, for two or by luck, a marker that nobody owns
// up to, a key of another's that was prolonged or ends earlier than another had set, an upload that stands below what
// came after its beginning, a claim that was taken over, a delete that was undone, work by a permission that had been
// taken away, tags that were set to a text unseen, a slow copy that another ended, a cache that was lost with its
// session, what was made anew under a name from which it had been moved. Behind besideMost of them it is said how many
// more there are.
func (v *View) Beside() (list []string) {
	if known := v.memo.beside.Load(); known != nil {
		return *known
	}
	all := v.unmarked()
	for i, u := range all {
		if i < besideMost {
			list = append(list, u.say)
		}
	}
	if more := len(all) - besideMost; more > 0 {
		newest := v.world.Exchange(all[besideMost].request)
		list = append(list, fmt.Sprintf("%d more like these came before, the newest of them by %s's #%d: the log has "+
			"them.", more, v.Title(newest.By), newest.Number))
	}
	list = slices.Clip(list)
	v.memo.beside.Store(&list)
	return list
}

// unmarked is all that Beside tells of, what came last first.
func (v *View) unmarked() (all []unmarked) {
	told, newest := map[unmarkedAbout]bool{}, true // of what was replaced unread
	ended := map[int]bool{}                        // requests whose content was replaced or removed since
	expired := map[endOf]*engine.Event{}           // what the clock ended with another's value, by who set that end
	for e := range v.Recent() {
		x := v.world.Exchange(e.Request)
		tell := func(sort, say string, about engine.ObjectID) {
			if key := (unmarkedAbout{sort, about}); say != "" && !told[key] {
				told[key] = true
				all = append(all, unmarked{event: e.Number, request: e.Request, say: say})
			}
		}
		if c, ok := v.replacedBy(e); ok {
			key := unmarkedAbout{"unread", c.Object}
			if !told[key] && (newest || v.standsLost(e, c)) {
				tell(key.sort, v.unreadOf(c), c.Object)
			}
			told[key], newest = true, false
		}
		if x != nil {
			prolonged, _ := conflict.Prolonged(v.world, *e)
			tell("revived", cmp.Or(conflict.Revived(v.world, *e), conflict.RenewedLate(v.world, *e)), x.Object)
			said, made := conflict.Unclaimed(v.world, *e)
			if said != "" && !ended[made.Number] && !v.hasRead(made, *e) {
				tell("unclaimed", said, x.Object)
			}
			said = cmp.Or(prolonged, conflict.Shortened(v.world, *e)) // the former says the worse of it
			if said != "" && conflict.CutsShort(v.world, *e) {
				said += v.endedBy(e, expired)
			}
			tell("end", said, x.Object)
			tell("former", conflict.UnderFormer(v.world, *e), x.Object)
			tell("underneath", conflict.Underneath(v.world, *e), x.Object)
			tell("taken", conflict.ClaimTaken(v.world, *e), x.Object)
			tell("tagged", conflict.TaggedUnseen(v.world, *e), x.Object)
			if said, anew := conflict.MadeAnew(v.world, *e); said != "" && v.Readable(anew) {
				tell("moved", said, anew)
			}
			if said, back := conflict.Undid(v.world, *e); said != "" && v.Readable(back) {
				tell("undid", said, back)
			}
		}
		said, target := conflict.CopyEnded(v.world, *e)
		tell("copy", said, target)
		if lost, wrote := conflict.CacheLost(v.world, *e); lost != "" {
			told[unmarkedAbout{"cache", wrote.Object}] = true
			all = append(all, unmarked{event: e.Number, request: wrote.Number, say: lost})
		}
		if end, _, ok := conflict.EndSet(*e); ok {
			expired[endOf{end.Event, e.Object}] = e
		}
		for _, c := range e.Own() {
			if c.Name == "*" || slices.Contains(engine.TextNames(), c.Name) {
				ended[c.Mark.Request] = true
			}
		}
	}
	return all
}

// endOf is an end that an event set to a key.
type endOf struct {
	set int
	key engine.ObjectID
}

// endedBy says what the clock ended by an end that an event set. Empty: nothing yet.
func (v *View) endedBy(e *engine.Event, expired map[endOf]*engine.Event) string {
	for _, c := range e.Own() {
		if end := expired[endOf{e.Number, c.Object}]; end != nil {
			return conflict.EndedSo(v.world, *end)
		}
	}
	return ""
}

// standsLost says whether what was replaced unread is lost still, and the one whose it was has not been shown that.
func (v *View) standsLost(e *engine.Event, c conflict.Finding) bool {
	older, _, _ := e.On(v.world, c.Object.Kind, c.Object.Name)
	lost := engine.Part{Object: c.Object, Name: c.Part, Mark: c.Victim}
	return conflict.SeenSince(v.world, lost, c.Event) == nil &&
		v.refusedSince(engine.Change{Part: lost}, c.Request) == nil && !c.SameIn(older, v.world.Object(c.Object))
}

// Quiet is what is told where nothing is marked: what stands beside cards too, and a script that left another's work
// alone.
func (v *View) Quiet() []string {
	list := v.Beside()
	if half := v.Note(SplitNote(v.Record)); half != "" {
		list = append(list, strings.ToUpper(half[:1])+half[1:])
	}
	for e := range v.Recent() {
		if len(list) > 0 {
			break
		}
		if said := conflict.ScriptLeft(v.world, *e); said != "" {
			list = append(list, said)
		}
	}
	return list
}

// hasRead says whether the sender of a request has read what it is about since an event.
func (v *View) hasRead(made *engine.Exchange, since engine.Event) bool {
	read, ok := v.Known(made.By).Reading(made.Object)
	return ok && !read.Own && read.Sent > since.Number
}
