package advice

import (
	"fmt"

	"interleave/engine"
	"interleave/engine/view"
)

// openAlone tries whether the other would have been refused, had the sender opened the object under a strategy for it:
// shared with nobody. Where the sender opened nothing, whether it would have been refused itself, had the other, whose
// handle was open still.
func (a *adviser) openAlone() []string {
	victim := a.v.Exchange(a.c.Victim.Request)
	if victim == nil || victim.By == a.c.By {
		return nil
	}
	open, others := a.openerOf(a.x), victim
	if through := a.openerOf(victim); through != nil {
		others = through
	}
	if open == nil && !others.Is(victim) && a.stillOpen(victim.Object) {
		open, others = others, a.x
	}
	if open == nil {
		return nil
	}
	spec := a.v.Spec(open.Verb)
	for _, g := range a.service().Guardings {
		s := engine.Send{By: open.By, Verb: open.Verb, Args: open.Args}
		if g.Guard == nil || g.Lock != nil || !g.Fits(spec, s) {
			continue
		}
		bare, _ := a.service().BareOf(spec, s)
		s, note := g.Guard(spec, bare, view.Answers{Known: a.v.Known(open.By)})
		t, whose := a.before(open.Sent.Event), "its own answer"
		if note != "" {
			continue
		}
		if t.send(s); t.accepted() && others.Sent.Event > open.Sent.Event {
			whose = "the answer to " + a.v.Title(others.By) + "'s request"
			t.send(engine.Send{By: others.By, Verb: others.Verb, Args: others.Args})
		}
		if t.err == nil && t.last.Answer.Why != nil && t.last.Answer.Why.Rule.Kind == engine.SharedFile {
			return []string{
				fmt.Sprintf("Had #%d been %s, %s would be %s.", open.Number, g.Title, whose, short(t)),
			}
		}
		if open.By == a.c.By && others.Sent.Event < open.Sent.Event {
			if say := a.openFirst(open, s, others, g.Title); say != "" {
				return []string{say}
			}
		}
	}
	return nil
}

// openFirst tries whether the other would have been refused, had the sender opened the object under a strategy for it
// before it read, and read through that handle: an open that comes behind the other's work keeps nobody out. Empty: it
// had read nothing, or not there, or that would have kept out nobody.
func (a *adviser) openFirst(open *engine.Exchange, s engine.Send, others *engine.Exchange, how string) string {
	base := a.madeFrom()
	if base == nil || base.Object != open.Object || base.Sent.Event > others.Sent.Event ||
		a.v.Spec(base.Verb).Group != engine.GroupRead {
		return ""
	}
	t := a.before(base.Sent.Event)
	if !t.send(s).accepted() {
		return ""
	}
	if !a.readsThrough(t.fork(), engine.Ref(t.last.Name+".handle", false)) { // it was not opened to be read
		return ""
	}
	if t.send(engine.Send{By: others.By, Verb: others.Verb, Args: others.Args}); t.err != nil || t.why() == nil ||
		t.why().Rule.Kind != engine.SharedFile {
		return ""
	}
	return fmt.Sprintf("Had %s opened %s before #%d, %s, and read through that handle, the answer to %s's request "+
		"would be %s.", a.who(), a.v.Called(open.Object), base.Number, how, a.v.Title(others.By), short(t))
}

// readsThrough says whether a handle that a trial has just opened can be read through.
func (a *adviser) readsThrough(t *trial, handle engine.Value) bool {
	for i := range a.service().Ops {
		op := &a.service().Ops[i]
		if op.Group != engine.GroupRead || op.Params()[0].Name != "handle" {
			continue
		}
		read := engine.Send{By: a.c.By, Verb: op.Verb, Args: []engine.Arg{{Name: "handle", Value: handle}}}
		if t.send(read).accepted() {
			return true
		}
	}
	return false
}

// stillOpen says whether a handle had not been closed when the finding's request was decided.
func (a *adviser) stillOpen(handle engine.ObjectID) bool {
	w, _ := a.v.Before(a.c.Event)
	gone, isOne := w.Object(handle).(engine.Gone)
	return isOne && !gone.Gone()
}

// openerOf is the request that opened what another one goes through: itself, where it opens.
func (a *adviser) openerOf(x *engine.Exchange) *engine.Exchange {
	if a.v.Spec(x.Verb).Effect == engine.Opens {
		return x
	}
	return a.opened(x.Object)
}

// opened is the request whose answer gave a handle; nil where an object is none.
func (a *adviser) opened(object engine.ObjectID) *engine.Exchange {
	if object.Kind != "handle" {
		return nil
	}
	opens := func(x *engine.Exchange) bool {
		return x != nil && a.v.Spec(x.Verb).Effect == engine.Opens &&
			x.Answer.Field(object.Kind).String() == object.Name
	}
	if x := a.v.Exchange(a.v.OpenedBy(object)); opens(x) {
		return x
	}
	for x := range a.v.RequestsOf(a.v.ClientOf(object)) { // of one that was closed its record tells only whose it was
		if opens(x) {
			return x
		}
	}
	return nil
}
