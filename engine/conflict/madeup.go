package conflict

import "interleave/engine"

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
	if sent == "" || stood == "" || sent == stood {
		return nil
	}
	return base
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
