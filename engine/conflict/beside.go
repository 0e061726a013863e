package conflict

import (
	"fmt"

	"interleave/engine"
)

// What has no mark, and is told beside the cards all the same: nobody asked to be kept from it, and nobody is told.

// Revived says of a renewal that it brought a lease back which had ended, under an id that another goes by too; empty:
// it did not. The world is the one after the event or any later one on the branch.
func Revived(w *engine.World, e engine.Event) string {
	x, ended, ok := broughtBack(w, e)
	if !ok || BroughtBack(x) && byIDRead(w, x) != nil { // the latter has its mark
		return ""
	}
	id, who, then := x.Answer.Field("lease"), w.Title(x.By), "from then on"
	if ended.got.By == x.By {
		then = "again"
	}
	for _, other := range w.Writers() {
		if token, ok := other.Believes(x.Object); other.ID == x.By || !ok || token != LeaseNamed(id) {
			continue
		}
		return fmt.Sprintf("%s %s #%d renewed it under %s, an id that %s goes by too, and the service brought it "+
			"back: it was %s %s. The answer does not say that it had ended. An id of one's own for each holder parts "+
			"them.",
			ended.text, possessive(who), x.Number, Tag(w, id), other.Title, possessive(who), then)
	}
	return ""
}

// broughtBack is a renewal that brought back a lease which had ended, its sender's own or another's, with that.
func broughtBack(w *engine.World, e engine.Event) (x *engine.Exchange, ended holding, ok bool) {
	x = w.Exchange(e.Request)
	if e.Kind != engine.Decided || x == nil || !x.Took || x.Decided.Event != e.Number ||
		w.Spec(x.Verb).Effect != engine.RenewsLease {
		return nil, ended, false
	}
	t := teller{w: w, c: Finding{By: x.By, Request: x.Number, Event: e.Number, Object: x.Object}, x: x}
	if BroughtBack(x) {
		ended, ok = t.hadBefore(x)
		return x, ended, ok
	}
	l, ok := t.tenureBefore(x.Object, e.Number)
	if !ok || l.givenTo(x.By) == nil { // another's, which stood
		return x, ended, false
	}
	ended, ok = t.leaseSent()
	return x, ended, ok && ended.over
}

// RenewedLate says of a renewal that it came when the time of the lease was over, and went well because nobody had
// taken it; empty: it came in time.
func RenewedLate(w *engine.World, e engine.Event) string {
	x, own, ok := broughtBack(w, e)
	if !ok || !own.end.IsZero() || x.Decided.At <= own.at {
		return ""
	}
	said := fmt.Sprintf("%s %s #%d renewed it %.1f s later, and the service brought it back, for nobody had taken it. "+
		"The answer does not say that it had ended.", own.text, possessive(w.Title(x.By)), x.Number,
		x.Decided.At.Sub(own.at).Seconds())
	t := teller{w: w, c: Finding{By: x.By, Request: x.Number, Event: e.Number, Object: x.Object}, x: x}
	switch wrote := t.wroteMeanwhile(own, e.Number); {
	case wrote == nil && w.Spec(x.Verb).OnHolder(): // engine/blob/rules.md, "Using a container while leased"
		said += fmt.Sprintf(" Nobody else changed %s itself meanwhile; what lies in it the lease keeps from nobody.",
			Called(w, x.Object))
	case wrote == nil:
		said += fmt.Sprintf(" Nobody else changed %s meanwhile: nothing is lost.", Called(w, x.Object))
	case !t.heardOfSince(wrote):
		said += fmt.Sprintf(" Meanwhile %s #%d changed %s: read that before the work goes on.",
			possessive(w.Title(wrote.By)), wrote.Number, Called(w, wrote.Object))
	}
	return said
}

// heardOfSince says whether the sender has sent and heard a request about what another's wrote, behind that.
func (t teller) heardOfSince(wrote *engine.Exchange) bool {
	for y := range t.w.HeardOf(t.x.By, t.w.AboutBy(t.x.By, wrote.Object)) {
		if y.Object == wrote.Object && y.Sent.Event > wrote.Decided.Event {
			return true
		}
	}
	return false
}

// OneLease is the id of a lease that two requests were sent under by two writers; empty: they were not.
func OneLease(w *engine.World, a, b *engine.Exchange) string {
	for _, p := range w.Spec(a.Verb).Params() {
		if p.Guard != "lease" || a.By == b.By {
			continue
		}
		for _, v := range carried(w, a, p.Name) {
			for _, o := range carried(w, b, p.Name) {
				if !v.IsZero() && LeaseNamed(v) == LeaseNamed(o) {
					return Tag(w, v)
				}
			}
		}
	}
	return ""
}

// Unclaimed says of the maker of what an event refused another writer for that it has no answer which says so, and was
// refused by its own work itself: both may stop for it. Empty: it heard of it, or was not refused.
func Unclaimed(w *engine.World, e engine.Event) (said string, made *engine.Exchange) {
	x := w.Exchange(e.Request)
	if e.Kind != engine.Decided || e.Answer == nil || e.Answer.Why == nil || x == nil || x.Heard.IsZero() ||
		e.Answer.Why.Rule.Kind != engine.AlreadyThere || w.Spec(x.Verb).Group == engine.GroupDelete {
		return "", nil
	}
	made = w.Exchange(e.Answer.Why.Since.Request)
	if made == nil || made.By == x.By || made.By == engine.Seed || !made.Heard.IsZero() || !made.Took {
		return "", nil
	}
	for _, n := range w.Exchange(made.Wish).Again {
		try := w.Exchange(n)
		if try.By != made.By || try.Object != made.Object || try.Heard.IsZero() {
			continue
		}
		if try.Answer.Why == nil || try.Answer.Why.Since.Request != made.Number {
			return "", nil
		}
		then := "Both may stop, each for the other, and then nobody does the work."
		switch maker, other := wentOn(w, try, made), wentOn(w, x, made); {
		case maker == allTheSame && other == allTheSame:
			then = "Both went on all the same, so that the work may be done twice."
		case maker != stopped || other != stopped:
			return "", nil
		}
		return fmt.Sprintf("%s made %s with #%d and has not heard it; its #%d was refused for that, as %s #%d was. "+
			"%s A read after the refusal tells, where %s says who made it.", w.Title(made.By), Called(w, made.Object),
			made.Number, try.Number, possessive(w.Title(x.By)), x.Number, then, Called(w, made.Object)), made
	}
	return "", nil
}
