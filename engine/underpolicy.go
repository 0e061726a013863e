package engine

import (
	"slices"
	"strings"
)

// UnderPolicy is a parameter of what may come by a shared access signature that names a stored access policy.
type UnderPolicy struct {
	Under Opt[string] `op:"under" help:"the access policy that the request comes by"`
}

// PolicyRules are what a request under a stored access policy is refused with.
type PolicyRules struct{ Early, Over, Denied, Never *Rule }

// NewPolicyRules are those rules with the page of a service's Set ACL as their source.
func NewPolicyRules(page Source) PolicyRules {
	denied := NewRule("access policy", page, ByPolicy, 403, "AuthorizationPermissionMismatch",
		"This request is not authorized to perform this operation using this permission.")
	return PolicyRules{
		Early: NewRule("policy start", page, "", 403, "AuthenticationFailed", "The access policy has not begun yet."),
		Over:  NewRule("policy expiry", page, "", 403, "AuthenticationFailed", "The access policy has expired."),
		Denied: Unsure(denied, "within 30 seconds of a change the service may go by the old policy or by the new one; "+
			"adopted: by the new one"),
		Never: NewRule("signed identifier", page, "", 403, "AuthenticationFailed",
			"The signature names an access policy that is not there."),
	}
}

// All are the rules in the order in which they are looked at.
func (r PolicyRules) All() []*Rule { return []*Rule{r.Never, r.Early, r.Over, r.Denied} }

// Look is nil where no policy is named, or where the one that is named is good by its dates and allows one of the
// letters. set is who set the policies last.
func (r PolicyRules) Look(tx *Tx, u UnderPolicy, policies []Pair, dates PolicyDates, set Mark, letters string) *Cause {
	if !u.Under.Set {
		return nil
	}
	name := u.Under.Want
	at := slices.IndexFunc(policies, func(p Pair) bool { return p.Name == name })
	start, early := policyDate(dates.Starts, name)
	expiry, ends := policyDate(dates.Expiries, name)
	switch {
	case at < 0:
		return &Cause{Rule: r.Never, Want: u.Under.Raw(), Since: set}
	case early && tx.Now() < start:
		return &Cause{Rule: r.Early, Want: u.Under.Raw(), Have: Moment(start), Until: start}
	case ends && tx.Now() >= expiry:
		return &Cause{Rule: r.Over, Want: u.Under.Raw(), Have: Moment(expiry)}
	case !strings.ContainsAny(policies[at].Text, letters):
		return &Cause{Rule: r.Denied, Want: u.Under.Raw(), Have: Text(policies[at].Text), Since: set}
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
