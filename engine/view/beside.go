package view

import (
	"cmp"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// Beside are what has no mark and is told beside a card all the same, the newest of each sort first: work that was
// replaced unread, a lease that was brought back for two, a marker that nobody owns up to, a key of another's that was
// prolonged or ends earlier than another had set, an upload that stands below what came after its beginning, a claim
// that was taken over.
func (v *View) Beside() (list []string) {
	if unread := v.Unread(); unread != "" {
		list = append(list, unread)
	}
	log, revived, unclaimed, prolonged, shortened, underneath, taken := v.Log(), "", "", "", "", "", ""
	ended := map[int]bool{} // requests whose content was replaced or removed since
	for i := log.Len() - 1; i >= max(log.Len()-unreadLook, 0); i-- {
		e := log.At(i).Event()
		if revived == "" {
			revived = conflict.Revived(v.world, *e)
		}
		if underneath == "" {
			underneath = conflict.Underneath(v.world, *e)
		}
		if taken == "" {
			taken = conflict.ClaimTaken(v.world, *e)
		}
		said, _ := conflict.Prolonged(v.world, *e)
		if prolonged == "" {
			prolonged = said
		}
		if shortened == "" && said == "" { // that says the worse of it
			shortened = conflict.Shortened(v.world, *e)
		}
		if said, made := conflict.Unclaimed(v.world, *e); unclaimed == "" && said != "" && !ended[made.Number] &&
			!v.hasRead(made, *e) {
			unclaimed = said
		}
		for _, c := range e.Own() {
			if c.Name == "*" || slices.Contains(engine.TextNames(), c.Name) {
				ended[c.Mark.Request] = true
			}
		}
	}
	list = append(list, revived, unclaimed, prolonged, shortened, underneath, taken)
	return slices.DeleteFunc(list, func(s string) bool { return s == "" })
}

// Quiet is what is told where nothing is marked: what stands beside cards too, a renewal that came too late and went
// well by luck, and a script that left another's work alone.
func (v *View) Quiet() []string {
	list, log := v.Beside(), v.Log()
	if half := v.Note(SplitNote(v.Record)); half != "" {
		list = append(list, strings.ToUpper(half[:1])+half[1:])
	}
	for i := log.Len() - 1; i >= max(log.Len()-unreadLook, 0) && len(list) == 0; i-- {
		e := *log.At(i).Event()
		if said := cmp.Or(conflict.RenewedLate(v.world, e), conflict.ScriptLeft(v.world, e)); said != "" {
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
