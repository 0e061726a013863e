package engine

// Anonymous is what a request that nobody signed has instead of an access policy: it may read what a container lets
// anybody read. A policy of that name cannot be used.
const Anonymous = "anonymous"

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
