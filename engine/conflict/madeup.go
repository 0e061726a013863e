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
	for own := range t.w.SentBefore(t.x) {
		if own.Number <= base.Number {
			break
		}
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
	for h := range w.HeardBy(x.By) {
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

// roleOf is the first word of a line that has a role.
func roleOf(w *engine.World, line engine.Liner, x *engine.Exchange, has func(engine.Role) bool) string {
	words := typed(w, x.Args)
	for i, role := range line.Roles() {
		if i < len(words) && has(role) {
			return words[i]
		}
	}
	return ""
}
