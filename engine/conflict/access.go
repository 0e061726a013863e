package conflict

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// access is what a request set that says who may do what in a thing, all of it at once.
//
// Source: engine/blob/rules.md, "What each operation accepts" (Set Container ACL).
type access struct {
	public   string // of a container: what anybody may read; empty: nothing
	policies bool   // whether it set any
}

func accessOf(x *engine.Exchange) access {
	return access{public: engine.ValueOf(x.Resolved(), "public").String(),
		policies: slices.ContainsFunc(x.Resolved(), func(a engine.Arg) bool {
			return strings.HasPrefix(a.Name, "policy.")
		})}
}

// accessBefore is what held until a request set it: each that sets it replaces all of it.
func (t teller) accessBefore(x *engine.Exchange) (was access) {
	for _, before := range t.around(0, x.Decided.Event) {
		if before.Object != x.Object {
			continue
		}
		switch t.w.Spec(before.Verb).Effect {
		case engine.Permits, engine.Creates:
			was = accessOf(before)
		case engine.Deletes:
			was = access{}
		}
	}
	return was
}

// setAccess is what a request did that set who may do what to a thing, which is called `it`.
func (t teller) setAccess(spec *engine.OpSpec, x *engine.Exchange) string {
	const took = "took its public access away"
	is, was := accessOf(x), t.accessBefore(x)
	switch {
	case is.public == "" && was.public != "" && (is.policies || was.policies):
		return spec.Did + " and took the public access away"
	case is.public == "" && was.public != "":
		return took
	}
	return strings.Replace(spec.Did, "access policies", nounOf(is.public != was.public || !is.policies &&
		!was.policies && is.public != "", is.policies || was.policies), 1)
}

// nounOf is what it was that was set or lost.
func nounOf(public, policies bool) string {
	switch {
	case public && policies:
		return "public access and access policies"
	case public:
		return "public access"
	}
	return "access policies"
}

// accessLost is what of another's was lost that says who may do what.
func (t teller) accessLost() string {
	victim := t.w.Exchange(t.c.Victim.Request)
	if victim == nil {
		return nounOf(false, true)
	}
	is, left := accessOf(victim), accessOf(t.x)
	if t.deletes() {
		left = access{}
	}
	changed := is.public != t.accessBefore(victim).public
	if changed && is.public == left.public && !is.policies {
		return "access settings"
	}
	return nounOf(changed && is.public != left.public, is.policies)
}

// accessReversed says of public access that another had taken away that the request opened it again; empty for anything
// else.
func (t teller) accessReversed() string {
	victim := t.w.Exchange(t.c.Victim.Request)
	if t.c.Part != "acl" || victim == nil || t.deletes() || t.spec().Effect != engine.Permits {
		return ""
	}
	was, is, left := t.accessBefore(victim), accessOf(victim), accessOf(t.x)
	who, by, name, policies := t.who(t.c.Whose), t.who(t.c.By), Called(t.w, t.c.Object), ""
	if t.c.Whose == t.c.By {
		by = fmt.Sprintf("the older #%d", t.x.Number)
	}
	if is.policies {
		policies = ", and the access policies that it had set are gone"
	}
	if was.public == "" || is.public != "" || left.public == "" {
		return ""
	}
	return fmt.Sprintf("%s had taken away the public access to %s, and %s opened it again (%s)%s", who, name, by,
		left.public, policies)
}
