package conflict

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// stopper names the guard that would have been refused; empty where none would.
func (t teller) stopper() string {
	if t.c.Kind == engine.GuardDefeated {
		return "Merge the newer text before sending it under the newer tag."
	}
	if t.c.Kind == engine.BorrowedLease {
		return "" // every id that stands is let in
	}
	if guard := t.ignored(); guard != "" {
		return guard + " was sent and ignored. What is not compared stops nothing."
	}
	spec := t.w.Spec(t.x.Verb)
	if p, ok := spec.Param("if-match"); !ok || !p.Version || p.Guard != "etag" || t.names("if-match") {
		return ""
	}
	tag, removed, known := t.victimTag()
	if known && tag.IsZero() && !removed {
		return "" // no tag stands for what was replaced
	}
	answer := "The answer would be 412."
	if removed {
		answer = "What was removed has no tag, and the answer would be a refusal."
	}
	k := knowledge(t.w, t.x, []engine.Change{{Part: engine.Part{Object: t.c.Object, Name: t.c.Part}}})
	if len(k.base) == 0 {
		return "A read first, then If-Match with its tag. " + answer
	}
	read := k.base[0].Answer.Field("etag")
	switch {
	case !read.IsZero() && !read.Equal(tag):
		return fmt.Sprintf("If-Match %s. %s", Tag(t.w, read), answer)
	case read.IsZero() && !removed && takesStar(spec):
		return "If-None-Match *, for nothing was there. " + answer
	}
	return ""
}

// names says whether the request carried a version in a parameter.
func (t teller) names(param string) bool {
	for _, a := range t.x.Args {
		if a.Name == param && a.Value.String() != "*" && !t.w.LeftOut(a.Value) {
			return true
		}
	}
	return false
}

// victimTag is the ETag that the replaced work gave what it wrote; removed: it left nothing to have one. It is not
// known of one among several in a request.
func (t teller) victimTag() (tag engine.Value, removed, known bool) {
	victim := t.w.Exchange(t.c.Victim.Request)
	if victim == nil {
		return tag, true, true
	}
	spec := t.w.Spec(victim.Verb)
	several := slices.ContainsFunc(spec.Params(), func(p engine.Param) bool { return p.Group })
	return victim.Answer.Field("etag"), spec.Group == "delete", !several
}

// takesStar says whether If-None-Match * asks an operation that nothing be there, and for nothing else.
func takesStar(spec *engine.OpSpec) bool {
	p, ok := spec.Param("if-none-match")
	return ok && slices.Equal(p.One, []string{"*"})
}

// ignored is the version guard that was sent and not compared, as `If-Match ..4A9B` or `VER 3`; empty where there is
// none. What names no version is no such guard: If-Match * and VER 0.
func (t teller) ignored() string {
	if t.x.Compared {
		return ""
	}
	spec := t.w.Spec(t.x.Verb)
	if line, ok := t.x.Op().(engine.Liner); ok {
		words := typed(t.w, t.x.Args)
		for i, role := range line.Roles() {
			if i > 0 && i < len(words) && role.Guard != "" && words[i] != "0" {
				return words[i-1] + " " + words[i]
			}
		}
		return ""
	}
	for _, a := range t.x.Args {
		if p, ok := spec.Param(a.Name); ok && p.Version && a.Value.String() != "*" && !t.w.LeftOut(a.Value) {
			return GuardName(a.Name) + " " + Tag(t.w, a.Value)
		}
	}
	return ""
}
