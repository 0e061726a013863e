package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// A guard on the last of several who went over each other keeps one of them from it. That the others need it as well is
// found out in the same scene: under it on all of them one goes through.

// everyOneNeeds says of several writes, each over the one before, what is left where only the last carries a guard that
// stops it, and what comes of it where all carry it. Empty where there are two, or where the trial shows no cure.
func (a *adviser) everyOneNeeds() []string {
	line := a.lineOver()
	if len(line) < 3 {
		return nil
	}
	for _, guard := range []string{"if-none-match", "if-match"} {
		through, refused := a.underAll(line, guard)
		if through != 1 || refused != len(line)-1 {
			continue
		}
		var lost []string
		for _, x := range line[:len(line)-2] {
			lost = append(lost, fmt.Sprintf("%s's #%d", a.v.Title(x.By), x.Number))
		}
		are := "is"
		if len(lost) > 1 {
			are = "are"
		}
		return []string{fmt.Sprintf("%s on #%d alone is not enough: %s %s overwritten all the same. On all %d, each "+
			"from a read before #%d, one goes through and %d are refused.", conflict.GuardName(guard), a.x.Number,
			conflict.And(lost), are, len(line), line[0].Number, refused)}
	}
	return nil
}

// lineOver are the writes that went over each other up to the finding's request, the first one first: each replaced
// the one before, unread or as another finding tells. Empty where one of them wrote twice: that one goes on from what
// it has done.
func (a *adviser) lineOver() (line []*engine.Exchange) {
	line = []*engine.Exchange{a.x}
	victim := a.v.Exchange(a.met().Request)
	by := map[string]bool{a.x.By: true}
	for victim != nil && victim.By != engine.Seed && len(line) < unreadLook && victim.Object == a.c.Object &&
		victim.Verb == a.x.Verb {
		if by[victim.By] {
			return nil
		}
		by[victim.By] = true
		line = append(line, victim)
		victim = a.v.Exchange(a.wentOver(victim))
	}
	slices.Reverse(line)
	return line
}

// wentOver is the request whose work another replaced; 0: it replaced none.
func (a *adviser) wentOver(x *engine.Exchange) int {
	if theirs, ok := a.v.Replaced(x); ok && theirs.Object == a.c.Object {
		return theirs.Mark.Request
	}
	for _, m := range a.v.Troubles() {
		if m.Request == x.Number && m.Kind == engine.LostUpdate && m.Object == a.c.Object {
			return m.Victim.Request
		}
	}
	return 0
}

// underAll counts who goes through and who is refused where each writer of a line reads before the first of them, and
// sends its own under a guard.
func (a *adviser) underAll(line []*engine.Exchange, guard string) (through, refused int) {
	t := a.before(line[0].Sent.Event)
	for _, x := range line {
		read, ok := a.readOf(t, a.c.Object)
		if read.By = x.By; !ok || t.send(read).err != nil {
			return 0, 0
		}
	}
	for _, x := range line {
		of := *a
		of.x, of.c.By, of.c.Request = x, x.By, x.Number
		sends := of.guardedFrom(view.OfWorld(t.w).Known(x.By), nil)
		at := slices.IndexFunc(sends, func(s engine.Send) bool {
			return s.Verb == x.Verb &&
				slices.ContainsFunc(s.Args, func(arg engine.Arg) bool { return arg.Name == guard })
		})
		if at < 0 {
			return 0, 0
		}
		switch t.send(sends[at]); {
		case t.err != nil:
			return 0, 0
		case t.last.Answer.Accepted():
			through++
		case t.last.Answer.Why != nil && (t.last.Answer.Why.Rule.Kind == engine.StaleWrite ||
			t.last.Answer.Why.Rule.Kind == engine.AlreadyThere):
			refused++
		}
	}
	return through, refused
}
