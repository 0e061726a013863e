package advice

import (
	"fmt"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// distinct tries whether the request would have been refused, had one of the changes since its base carried what the
// service can tell apart: each in its place, with what came after it done again at its time.
func (a *adviser) distinct() []string {
	make := a.service().Distinct
	fitted := a.c.Kind == engine.SameNumber || a.firstDone() != nil && a.x.Compared.Of(a.c.Object)
	if !fitted || make == nil || conflict.Guessed(a.v.Clone(), a.c) || conflict.ToldVersion(a.v.Clone(), a.c) {
		return nil
	}
	return a.hadItBeen(make, engine.Send{By: a.x.By, Verb: a.x.Verb, Args: a.x.Args, Words: a.x.Words},
		func(*trial) string { return fmt.Sprintf("#%d", a.x.Number) })
}

// distinctTwin is the same for a line that compares nothing, with what compares a version in its place: of a key that
// was made anew each maker's first version is the same, so that this alone keeps nothing out.
//
// Source: engine/tair/rules.md, "Versions": delete, expiry and re-creation begin at 1 again; ABS sets what is asked
// for.
func (a *adviser) distinctTwin(k *view.Known, guards []string) []string {
	make := a.service().Distinct
	if !a.spec.Prompt() || make == nil || len(guards) > 0 || a.c.Kind != engine.LostUpdate || a.names() ||
		a.c.Victim.Request == 0 {
		return nil
	}
	for _, s := range a.guarded(k) {
		if list := a.hadItBeen(make, s, func(t *trial) string {
			return fmt.Sprintf("%s in the place of #%d", strings.TrimSpace(conflict.Asks(t.w, t.last)), a.x.Number)
		}); list != nil {
			return list
		}
	}
	return nil
}

// hadItBeen tries whether a request would have been refused for its version, had one of the changes since its base made
// a version that nobody had; how it is called stands in the sentence.
func (a *adviser) hadItBeen(make func(*engine.OpSpec, engine.Send, int64) (engine.Send, string, bool),
	sends engine.Send, called func(*trial) string) []string {
	base := a.v.BaseOf(a.x, a.c.Object)
	since, above := 0, int64(0)
	if base != nil {
		since = base.Decided.Event
		above, _ = strconv.ParseInt(base.Answer.Field("version").String(), 10, 64)
	}
	for n := a.x.Number - 1; n > 0; n-- {
		change := a.v.Exchange(n)
		if !a.changed(change) || change.Decided.Event <= since {
			continue
		}
		s, how, ok := make(a.v.Spec(change.Verb), engine.Send{By: change.By, Verb: change.Verb, Args: change.Args},
			above)
		if !ok {
			continue
		}
		t := a.before(change.Sent.Event)
		t.inItsPlace(change, s)
		for m := n + 1; m < a.x.Number; m++ {
			next := a.v.Exchange(m)
			// Of whatever name: a rename may bring an old version along
			if !next.Decided.IsZero() && next.Decided.Event < a.x.Decided.Event {
				t.inItsPlace(next, engine.Send{By: next.By, Verb: next.Verb, Args: next.Args, Words: next.Words})
			}
		}
		t.found = nil
		t.inItsPlace(a.x, sends)
		if t.err != nil || t.last == nil || t.last.Answer.Why == nil ||
			t.last.Answer.Why.Rule.Kind != engine.StaleWrite {
			continue
		}
		if spec := a.v.Spec(s.Verb); spec.Prompt() {
			how += " (" + strings.TrimSpace(conflict.Asks(t.w, t.w.Named(change.Name))) + ")"
		}
		return []string{fmt.Sprintf("Had #%d carried %s, the answer to %s would be %s.", change.Number, how,
			called(t), short(t))}
	}
	return nil
}

// changed says whether a request changed the finding's object.
func (a *adviser) changed(x *engine.Exchange) bool {
	return x.Object == a.c.Object && x.Took && x.By != engine.Seed && a.v.Spec(x.Verb).Changes()
}

// inItsPlace has a request decided at the moment at which another one was, under its name.
func (t *trial) inItsPlace(of *engine.Exchange, s engine.Send) {
	if at := of.Decided.At; at > t.w.Now() {
		t.put(engine.Clock{To: at})
	}
	s.As = of.Name
	t.put(s)
	t.put(engine.Deliver{Names: []string{s.As}})
	t.put(engine.ReceiveAnswer{Names: []string{s.As}})
	if t.err == nil {
		t.last = t.w.Named(s.As)
	}
}

// toldOfDefeat is what is left where a newer guard let an older text through and nothing can be done in its place:
// whose work that was is told, for no read shows it any more, and what to do from then on.
func (a *adviser) toldOfDefeat() Card {
	card := Card{}
	if a.c.Whose != a.c.By {
		same := false
		if card, same = a.overSameText(); !same { // else nothing has to be put back
			card = a.noGuard()
		}
		card.Say += " Before the next try, "
	}
	end := "."
	if conflict.Guessed(a.v.Clone(), a.c) {
		end = ": a guess may fit what nobody has read."
	}
	then := "put the change into that, and send it"
	if a.spec.Group == engine.GroupDelete {
		then = "see whether that is still to be deleted, and send it"
	}
	card.Say = capital(card.Say + fmt.Sprintf("read what is there and its %s together, %s with that %[1]s%[3]s",
		a.versionWord(), then, end))
	return card
}
