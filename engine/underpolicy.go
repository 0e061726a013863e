package engine

import (
	"slices"
	"strings"
)

// UnderPolicy is a parameter of what may come by a shared access signature that names a stored access policy.
type UnderPolicy struct {
	Under Opt[string] `op:"under" help:"the access policy that the request comes by"`
}

// StoredPolicies are the access policies that a queue, a table or a share keeps: their permissions by name, and who set
// each of them last otherwise than it was, also of one that was taken away.
type StoredPolicies struct {
	list  []Pair
	dates PolicyDates
	set   []policySet // by name
}

type policySet struct {
	name string
	by   Mark
}

// Len is how many policies there are.
func (p *StoredPolicies) Len() int { return len(p.list) }

// Replaced are the policies after all of them were set to the given ones.
func (p StoredPolicies) Replaced(tx *Tx, given []Pair, dates PolicyDates) StoredPolicies {
	byName := func(a, b Pair) int { return strings.Compare(a.Name, b.Name) }
	next := StoredPolicies{list: slices.Clone(given), dates: dates, set: slices.Clone(p.set)}
	slices.SortStableFunc(next.list, byName)
	for _, x := range slices.Concat(p.list, next.list) {
		was, is := allowedBy(p.list, x.Name), allowedBy(next.list, x.Name)
		if was == is {
			continue
		}
		next.set = slices.DeleteFunc(next.set, func(s policySet) bool { return s.name == x.Name })
		next.set = append(next.set, policySet{name: x.Name, by: tx.Mark()})
	}
	slices.SortFunc(next.set, func(a, b policySet) int { return strings.Compare(a.name, b.name) })
	return next
}

// allowedBy is what the policy of a name allows, in brackets; empty where there is none.
func allowedBy(list []Pair, name string) string {
	if at := slices.IndexFunc(list, func(p Pair) bool { return p.Name == name }); at >= 0 {
		return "[" + list[at].Text + "]"
	}
	return ""
}

// setBy is who set the policy of a name last, or took it away; ok is false where there never was one.
func (p *StoredPolicies) setBy(name string) (by Mark, ok bool) {
	for _, s := range p.set {
		if s.name == name {
			return s.by, true
		}
	}
	return Mark{}, false
}

// Walk hands out the policies, their dates, and who set them.
func (p *StoredPolicies) Walk(v Visitor) {
	WalkPairs(v, "policy.", p.list)
	p.dates.Walk(v)
	for i := range p.set {
		v.Mark("policy."+p.set[i].name+".set", &p.set[i].by)
	}
}

// Fields are the policies and their dates as answers tell them.
func (p *StoredPolicies) Fields() []Field {
	return append(PairFields("policy.", p.list), p.dates.Fields()...)
}

// PolicyRules are what a request under a stored access policy is refused with.
type PolicyRules struct{ Early, Over, Denied, Taken, Never *Rule }

// NewPolicyRules are those rules with the page of a service's Set ACL as their source.
func NewPolicyRules(page Source) PolicyRules {
	denied := NewRule("access policy", page, ByPolicy, 403, "AuthorizationPermissionMismatch",
		"This request is not authorized to perform this operation using this permission.")
	const missing = "The signature names an access policy that is not there."
	return PolicyRules{
		Early: NewRule("policy start", page, "", 403, "AuthenticationFailed", "The access policy has not begun yet."),
		Over:  NewRule("policy expiry", page, "", 403, "AuthenticationFailed", "The access policy has expired."),
		Denied: Unsure(denied, "within 30 seconds of a change the service may go by the old policy or by the new one; "+
			"adopted: by the new one"),
		Taken: NewRule("access policy", page, ByPolicy, 403, "AuthenticationFailed", missing),
		Never: NewRule("signed identifier", page, "", 403, "AuthenticationFailed", missing),
	}
}

// All are the rules in the order in which they are looked at.
func (r PolicyRules) All() []*Rule { return []*Rule{r.Taken, r.Never, r.Early, r.Over, r.Denied} }

// Look is nil where no policy is named, or where the one that is named is good by its dates and allows one of the
// letters.
func (r PolicyRules) Look(tx *Tx, u UnderPolicy, p *StoredPolicies, letters string) *Cause {
	if !u.Under.Set {
		return nil
	}
	name := u.Under.Want
	at := slices.IndexFunc(p.list, func(p Pair) bool { return p.Name == name })
	start, early := policyDate(p.dates.Starts, name)
	expiry, ends := policyDate(p.dates.Expiries, name)
	set, ever := p.setBy(name)
	switch {
	case at < 0 && ever:
		return &Cause{Rule: r.Taken, Want: u.Under.Raw(), Since: set}
	case at < 0:
		return &Cause{Rule: r.Never, Want: u.Under.Raw()}
	case early && tx.Now() < start:
		return &Cause{Rule: r.Early, Want: u.Under.Raw(), Have: Moment(start), Until: start}
	case ends && tx.Now() >= expiry:
		return &Cause{Rule: r.Over, Want: u.Under.Raw(), Have: Moment(expiry)}
	case !strings.ContainsAny(p.list[at].Text, letters):
		return &Cause{Rule: r.Denied, Want: u.Under.Raw(), Have: Text(p.list[at].Text), Since: set}
	}
	return nil
}

// policyDate is the date of a policy; what is none counts as none.
func policyDate(list []Pair, name string) (at Instant, ok bool) {
	for _, p := range list {
		if p.Name == name {
			return ParseISODate(p.Text)
		}
	}
	return 0, false
}
