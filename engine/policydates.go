package engine

import "strings"

// Anonymous is what a request that nobody signed has instead of an access policy: it may read what a container lets
// anybody read. A policy of that name cannot be used.
const Anonymous = "anonymous"

// SignedLetters are the letters of a shared access signature that names no policy, where a request comes by one of a
// blob or a file that allows to create and not to write, as sp=rc: what it may do hangs on what is there. A policy of
// such a name cannot be used.
func SignedLetters(under Opt[string]) (letters string, ok bool) {
	if !under.Set {
		return "", false
	}
	letters, ok = strings.CutPrefix(under.Want, signedLetters)
	return letters, ok
}

const signedLetters = "sp="

// UnderLetters is what stands for the letters of a signature where the name of a policy would; ok is false where what
// they allow can be told from the operation alone.
func UnderLetters(letters string) (under Value, ok bool) {
	return Text(signedLetters + letters), strings.Contains(letters, "c") && !strings.Contains(letters, "w")
}

// PolicyDates are since when and until when stored access policies are good, by the names of the policies, as
// 2026-01-01T00:00:00Z. A container refuses by them what comes under a policy; the other services keep them
// and tell them again.
type PolicyDates struct {
	Starts   []Pair `op:"policy-start.*" help:"since when an access policy is good, as 2026-01-01T00:00:00Z"`
	Expiries []Pair `op:"policy-expiry.*" help:"until when an access policy is good, as 2036-01-01T00:00:00Z"`
}

// Walk hands out the dates.
func (d *PolicyDates) Walk(v Visitor) {
	for i := range d.Starts {
		v.Text("policy."+d.Starts[i].Name+".start", &d.Starts[i].Text)
	}
	for i := range d.Expiries {
		v.Text("policy."+d.Expiries[i].Name+".expiry", &d.Expiries[i].Text)
	}
}

// Fields are the dates as answers tell them.
func (d *PolicyDates) Fields() (list []Field) {
	for _, p := range d.Starts {
		list = append(list, Field{Name: "policy-start." + p.Name, Value: Text(p.Text)})
	}
	for _, p := range d.Expiries {
		list = append(list, Field{Name: "policy-expiry." + p.Name, Value: Text(p.Text)})
	}
	return list
}
