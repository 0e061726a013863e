package blob

import (
	"slices"
	"strings"

	"interleave/engine"
)

// permitted is nil where the request names no policy, or its policy allows one of the letters. Until a changed policy
// has settled the service may go by the old one, its habit, or by the new one; that it went by what was taken away is
// told.
//
// Source: rules.md, "Races", R39; "What a shared access signature allows".
func permitted(tx *engine.Tx, c *Container, under engine.Opt[string], needs string) *engine.Cause {
	if !under.Set {
		return nil
	}
	if under.Want == engine.Anonymous {
		return c.readable(needs)
	}
	if letters, ok := engine.SignedLetters(under); ok {
		if strings.ContainsAny(letters, needs) {
			return nil
		}
		return &engine.Cause{Rule: lettersLack, Want: engine.Text(needs), Have: engine.Text(letters)}
	}
	at := slices.IndexFunc(c.policies, func(p policy) bool { return p.name == under.Want })
	if at < 0 {
		return wrong(permissionNever, under.Raw())
	}
	if cause := dated(tx, c, under); cause != nil {
		return cause
	}
	p := c.policies[at]
	was, is := strings.ContainsAny(p.before, needs), strings.ContainsAny(p.allows, needs)
	now := is
	if was != is && tx.Now() < p.settles && tx.Choose(2) == 0 {
		now = was
	}
	if now && !is {
		tx.Former(p.set)
	}
	if now {
		return nil
	}
	cause := &engine.Cause{Rule: permissionNever, Want: under.Raw(), Have: engine.Text(p.allows)}
	switch {
	case was, !p.there: // what was there for less than it takes to settle has never been gone by, and was taken away
		cause.Rule, cause.Since = permissionTaken, p.set
	case is:
		cause.Rule, cause.Since, cause.Until = permissionNotYet, p.set, p.settles
	}
	return cause
}

// readable is nil where anybody may do what needs one of the letters: read the blobs of a public container, list them
// where the container is public as a whole.
func (c *Container) readable(needs string) *engine.Cause {
	if needs == "r" && c.public != "" || c.public == "container" && needs == "l" {
		return nil
	}
	return &engine.Cause{Rule: notPublic, Have: engine.Text(c.public), Since: c.wrote.acl}
}

// dated is nil where the policy is good by its dates; one that has none there is good at any time. What is no date
// counts as none.
func dated(tx *engine.Tx, c *Container, under engine.Opt[string]) *engine.Cause {
	if start, ok := dateIn(c.dates.Starts, under.Want); ok && tx.Now() < start {
		return &engine.Cause{Rule: policyEarly, Want: under.Raw(), Have: engine.Moment(start), Until: start}
	}
	if expiry, ok := dateIn(c.dates.Expiries, under.Want); ok && tx.Now() >= expiry {
		return &engine.Cause{Rule: policyOver, Want: under.Raw(), Have: engine.Moment(expiry)}
	}
	return nil
}

// dateIn is the date of a policy. Its forms are those of ISO 8601 that the service takes.
func dateIn(list []engine.Pair, name string) (at engine.Instant, ok bool) {
	for _, p := range list {
		if p.Name == name {
			return engine.ParseISODate(p.Text)
		}
	}
	return 0, false
}

// set is the policies after all of them were set to the given ones: one that is not among them allows nothing from now
// on, and what each allowed until now is kept while it settles and for explanations.
func set(tx *engine.Tx, old []policy, given []engine.Pair) []policy {
	var list []policy
	for _, p := range old {
		allows := ""
		p.there = false
		for _, g := range given {
			if g.Name == p.name {
				allows, p.there = g.Text, true
			}
		}
		list = append(list, p.changed(tx, allows))
	}
	for _, g := range given {
		if !slices.ContainsFunc(list, func(p policy) bool { return p.name == g.Name }) {
			list = append(list, policy{name: g.Name, there: true}.changed(tx, g.Text))
		}
	}
	slices.SortFunc(list, func(a, b policy) int { return strings.Compare(a.name, b.name) })
	return list
}

// changed is the policy with other permissions. One that is changed again before it has settled still stands for what
// it allowed at first, or already for what it was set to: the first is adopted.
func (p policy) changed(tx *engine.Tx, allows string) policy {
	if p.allows == allows {
		return p
	}
	if tx.Now() >= p.settles {
		p.before = p.allows
	}
	p.allows, p.settles, p.set = allows, tx.Now().Add(policySettles), tx.Mark()
	return p
}
