package conflict

import (
	"fmt"
	"strconv"

	"interleave/engine"
)

// NotOfBase is the answer that the request of a finding was made from, where a line names another value than that one
// stood for: the value that fitted stood for one state alone, and its sender had it from elsewhere. nil: it is the same
// value, or none was named.
func NotOfBase(w *engine.World, c Finding) *engine.Exchange {
	return teller{w: w, c: c, x: w.Exchange(c.Request), clockless: w.Now() == 0}.notOfBase()
}

func (t teller) notOfBase() *engine.Exchange {
	line, ok := t.x.Op().(engine.Liner)
	base := t.basis()
	if t.c.Kind != engine.SameNumber || !ok || base == nil {
		return nil
	}
	stood := base.Answer.Field("value").String()
	if own, ok := base.Op().(engine.Liner); ok && base.Took {
		stood = roleOf(t.w, own, base, func(r engine.Role) bool { return r.Content && !r.Piece })
	}
	sent := roleOf(t.w, line, t.x, func(r engine.Role) bool { return r.Guard == "value" })
	if sent == "" || stood == "" || sent == stood || t.changedSince(base) {
		return nil
	}
	return base
}

// changedSince says whether the sender itself changed the thing after an answer that showed it, as by an append: it
// knows what that came to, and no answer shows it.
func (t teller) changedSince(base *engine.Exchange) bool {
	for own := range t.w.AboutBy(t.x.By, t.c.Object).From(base.Number + 1).Before(t.x.Number).Newest() {
		if own.Object == t.c.Object && own.Took && own.Decided.Event > base.Decided.Event &&
			t.w.Spec(own.Verb).Changes() {
			return true
		}
	}
	return false
}

// Guessed says whether the version that a line compared came from no answer: none that its sender had heard about the
// key gave it, and it is not what a write of its own made.
func Guessed(w *engine.World, c Finding) bool {
	x := w.Exchange(c.Request)
	line, ok := x.Op().(engine.Liner)
	if c.Kind != engine.SameNumber && c.Kind != engine.GuardDefeated || !ok {
		return false
	}
	sent, err := strconv.ParseInt(roleOf(w, line, x, func(r engine.Role) bool { return r.Guard == "version" }), 10, 64)
	if err != nil || x.Guards != 0 {
		return false
	}
	if (teller{w: w, c: c, x: x}).wasToldVersion() {
		return false
	}
	for h := range w.HeardOf(x.By, w.AboutBy(x.By, c.Object)) {
		if h.Object != c.Object || h.Heard.Event > x.Sent.Event {
			continue
		}
		if told, ok := h.Answer.Field("version").Int(); ok && told == sent {
			return false
		}
		if own, ok := h.Op().(engine.Liner); ok && h.Took && makesVersion(w, own, h, sent) {
			return false
		}
	}
	return true
}

// fitsByGuess is of a version that its sender had from no answer: it knew no older value, and none was read with it.
func (t teller) fitsByGuess() string {
	return fmt.Sprintf("No answer had given %s the %s that was sent, and it fits %s work. %s %s", t.who(t.c.By),
		t.guardWord(), possessive(t.who(t.c.Whose)), sentence(t.overwritten()), t.toNobody())
}

// ToldVersion says whether the version that a finding's request compared is one that another had told its sender.
func ToldVersion(w *engine.World, c Finding) bool {
	return (c.Kind == engine.SameNumber || c.Kind == engine.GuardDefeated) &&
		teller{w: w, c: c, x: w.Exchange(c.Request)}.wasToldVersion()
}

// fromElsewhere says of a version that was sent that its sender had it from no answer of its own; empty: it had.
func (t teller) fromElsewhere() string {
	if Guessed(t.w, t.c) {
		return t.fitsByGuess()
	}
	return t.onlyTold()
}

// onlyTold is of a version that another had told the sender, which had read nothing of what stands under it: it sent no
// older one, and what it wrote was made from another state. Empty where it was not so.
func (t teller) onlyTold() string {
	if !t.wasToldVersion() {
		return ""
	}
	lost := engine.Part{Object: t.c.Object, Name: t.c.Part, Mark: t.c.Victim}
	for h := range t.w.HeardOf(t.x.By, t.w.AboutBy(t.x.By, withHolders(t.w, t.c.Object)...)) {
		if as, shown := shows(h, lost); shown && as.Mark.Event >= lost.Mark.Event && h.Heard.Event < t.x.Sent.Event {
			return ""
		}
	}
	made := fmt.Sprintf("#%d's %s was made from nothing that had been read", t.x.Number, t.textWord())
	switch base := t.basis(); {
	case base == nil && t.deletes():
		made = "it had read nothing of it"
	case base != nil && t.deletes():
		made = fmt.Sprintf("the newest of it that it knew is what #%d had shown", base.Number)
	case base != nil:
		made = fmt.Sprintf("#%d's %s was made from what #%d had shown", t.x.Number, t.textWord(), base.Number)
	}
	return fmt.Sprintf("%s had been told the %s that was sent, and had not read what stood under it: %s. %s %s",
		t.who(t.c.By), t.guardWord(), made, sentence(t.overwritten()), t.toNobody())
}

// wasToldVersion says whether the version that was compared is one that another had told the sender.
func (t teller) wasToldVersion() bool {
	from := t.w.Exchange(t.x.Guards)
	if from != nil {
		return from.By != t.x.By
	}
	line, ok := t.x.Op().(engine.Liner)
	if !ok {
		return false
	}
	sent := roleOf(t.w, line, t.x, func(r engine.Role) bool { return r.Guard == "version" })
	for x, field := range t.w.ToldTo(t.x.By) {
		if sent != "" && x.Object == t.c.Object && x.Answer.Field(field).String() == sent {
			return true
		}
	}
	return false
}

// roleOf is the first word of a line that has a role.
func roleOf(w *engine.World, line engine.Liner, x *engine.Exchange, has func(engine.Role) bool) string {
	words := typed(x.Resolved())
	for i, role := range line.Roles() {
		if i < len(words) && has(role) {
			return words[i]
		}
	}
	return ""
}

// olderWork is what came with the newest version and went by an older reading.
func (t teller) olderWork() string {
	if base := t.basis(); base != nil && t.deletes() {
		return fmt.Sprintf("a delete that went by what #%d had shown", base.Number)
	}
	return "an older " + t.textWord()
}
