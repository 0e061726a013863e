package conflict

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// toldBefore is the newest answer by which the sender had been told of the work that its request replaced, before it
// sent that: it showed that work, or refused another request because of it. nil: there is none.
func (t teller) toldBefore() *engine.Exchange {
	switch t.c.Kind {
	case engine.StaleHolder, engine.GuardDefeated, engine.SameNumber, engine.LostUpdate:
	default:
		return nil
	}
	if t.c.Whose == t.c.By {
		return nil
	}
	about := withHolders(t.w, t.c.Object)
	if by := t.w.Exchange(t.c.Victim.Request); by != nil {
		about = append(about, by.Object)
	}
	for h := range t.w.HeardOf(t.c.By, t.w.AboutBy(t.c.By, about...)) {
		why := h.Answer.Why
		if h.Heard.Event < t.x.Sent.Event &&
			(t.showedVictim(h) || why != nil && why.Since.Event == t.c.Victim.Event && t.refusedOver(h) &&
				ToldByRefusal(t.w, h, t.lastOwn(h))) {
			return h
		}
		if p, ok := shows(h, engine.Part{Object: t.c.Object, Name: t.c.Part}); ok && p.Gone &&
			h.Heard.Event < t.x.Sent.Event { // it took it as gone from then on, and nothing told it that it is back
			return nil
		}
	}
	return nil
}

// withHolders are an object and whatever it may lie in, by its name.
func withHolders(w *engine.World, object engine.ObjectID) []engine.ObjectID {
	list := []engine.ObjectID{object}
	for _, s := range w.Services() {
		kinds := w.Kinds(s.Name)
		if !slices.Contains(kinds, object.Kind) {
			continue
		}
		for at, c := range object.Name {
			for _, kind := range kinds {
				if c == '/' {
					list = append(list, engine.ObjectID{Kind: kind, Name: object.Name[:at]})
				}
			}
		}
	}
	return list
}

// lastOwn is the newest change of its sender's own to what a request is about, before the work that was replaced;
// zero where there was none.
func (t teller) lastOwn(h *engine.Exchange) (newest engine.Mark) {
	for own := range t.w.AboutBy(h.By, h.Object).Before(h.Number).Newest() {
		if own.Object == h.Object && own.Altered && own.Decided.Event < t.c.Victim.Event &&
			own.Decided.Event > newest.Event {
			newest = own.Decided
		}
	}
	return newest
}

// refusedOver says whether what refused a request because of the victim's is the part of it that was replaced later:
// one request may change several things, and what refuses over one of them says nothing of the others.
func (t teller) refusedOver(h *engine.Exchange) bool {
	return RefusedOver(t.w, h, t.w.Exchange(t.c.Victim.Request), t.c.Object)
}

// RefusedOver says of a request that was refused for what another did whether it was so over an object: one request may
// change several things, as a rename both its names. by is that other; nil: it is not known.
func RefusedOver(w *engine.World, h, by *engine.Exchange, object engine.ObjectID) bool {
	if of := operation(w, h); of.Name != "" {
		return of == object
	}
	same := func(o engine.ObjectID) bool { return o == object || inside(object, o) }
	others := func(p engine.Part) bool { return p.Mark.Request == by.Number && !same(p.Object) }
	if same(h.Object) || by == nil || !slices.ContainsFunc(by.Shows, others) && !slices.ContainsFunc(h.Shows, others) {
		return true
	}
	return h.Answer.Why.Rule.Name == "WATCH" && h.Answer.Why.Have.String() == Called(w, object)
}

// showedVictim says whether an answer showed the work that was replaced: its text, or that the thing is gone.
func (t teller) showedVictim(h *engine.Exchange) bool {
	_, ok := t.victimAsShown(h)
	return ok
}

// victimAsShown is the work that was replaced as an answer showed it; ok is false where it showed another state.
func (t teller) victimAsShown(h *engine.Exchange) (engine.Part, bool) {
	p, ok := shows(h, engine.Part{Object: t.c.Object, Name: t.c.Part})
	return p, ok && p.Mark.Event == t.c.Victim.Event
}

// toNobody says that nobody was told of what was replaced, or who had been told of it before.
func (t teller) toNobody() string {
	h := t.toldBefore()
	switch {
	case h == nil && t.handedBack() != "" && !t.x.Heard.IsZero():
		return fmt.Sprintf("The answer tells %s; %s was not told.", t.who(t.c.By), t.who(t.c.Whose))
	case h == nil:
		return "Nobody was told."
	}
	by, whose := t.who(t.c.By), t.who(t.c.Whose)
	switch shown, ok := t.victimAsShown(h); {
	case !ok:
		return fmt.Sprintf("%s #%d had been refused because of it; %s was not told.", possessive(by), h.Number, whose)
	case shown.Gone:
		return fmt.Sprintf("#%d had shown %s that it was gone; %s was not told.", h.Number, by, whose)
	}
	return fmt.Sprintf("#%d had shown it to %s; %s was not told.", h.Number, by, whose)
}

// couldKnow says what the sender went by although it had been told of what it replaced; empty where it had not.
func (t teller) couldKnow() string {
	h := t.toldBefore()
	if h == nil {
		return ""
	}
	said := fmt.Sprintf("%s could know: #%d was answered %s.", t.who(t.c.By), h.Number,
		strings.TrimSuffix(answerInWords(t.w, h, &h.Answer), "."))
	if old := t.resent(); old != nil && old.AsOf < h.Heard.Event {
		said += fmt.Sprintf(" #%d has the content of #%d once more, which was made before that.", t.x.Number,
			old.Number)
	}
	return said
}

// shownMeanwhile says which answer has shown the sender the work that it replaced after it had sent the request, as a
// read beside one that was held: it is not what the request was made from. Empty where none has.
func (t teller) shownMeanwhile() string {
	if t.c.Whose == t.c.By || t.c.Kind != engine.LostUpdate {
		return ""
	}
	for h := range t.w.HeardBy(t.c.By) {
		if h.Heard.Event < t.x.Sent.Event {
			break
		}
		if p, ok := t.victimAsShown(h); ok && !p.Gone && !h.Is(t.x) { // what its own answer hands out is told so
			return fmt.Sprintf("#%d has shown %s what #%d replaced, after that had been sent: %s.", h.Number,
				t.who(t.c.By), t.x.Number, strings.TrimSuffix(answerInWords(t.w, h, &h.Answer), "."))
		}
	}
	return ""
}

// resent is the refused request whose content the request has once more, byte for byte, and so keeps what it was made
// from; nil where it is none.
func (t teller) resent() *engine.Exchange {
	if t.x.AsOf == t.x.Sent.Event {
		return nil
	}
	for old := range t.w.SentBefore(t.x) {
		if t.w.WorkedOn(old.Object) == t.w.WorkedOn(t.x.Object) && old.AsOf == t.x.AsOf {
			return old
		}
	}
	return nil
}
