package blob

import (
	"interleave/engine"
	"interleave/engine/lease"
)

// containerRequest is what a request for a container names and carries. Headers that the operation does not take are
// ignored: they are not in when.
type containerRequest struct {
	name   string
	lease  engine.Opt[engine.Token]
	when   conditions
	use    use
	syntax *engine.Cause
}

// check does checks 1 to 7 of rules.md, "Order of checks" for an operation on a container that is there, but the lease
// operations.
func (a containerRequest) check(tx *engine.Tx) (found, *engine.Cause) {
	f, c := a.locate(tx)
	if c != nil {
		return f, c
	}
	id, _ := lease.ID(a.lease)
	u := a.use
	if u != deletes {
		u = reads
	}
	if f.lease, c = f.container.lease.Use(tx, usesOfContainer[u], id); c != nil {
		return f, c
	}
	return f, a.conditionGate(tx, f.container)
}

// locate does checks 1 and 2.
func (a *containerRequest) locate(tx *engine.Tx) (found, *engine.Cause) {
	f := found{state: tx.State().(*State)}
	if r := checkContainerName(a.name); r != nil {
		return f, wrong(r, engine.Text(a.name))
	}
	if a.syntax != nil {
		return f, a.syntax
	}
	if _, ok := lease.ID(a.lease); !ok {
		return f, wrong(badLeaseID, a.lease.Raw())
	}
	a.when.plain()
	if c := a.when.check(a.use); c != nil {
		return f, c
	}
	return f, f.findContainer(tx, a.name, a.use == reads && !a.lease.Set)
}

func (a *containerRequest) conditionGate(tx *engine.Tx, c *Container) *engine.Cause {
	return a.when.write(tx, c.validators(), a.use, []string{"metadata", "acl"}, ordinary)
}

func (c *Container) stampFields() []engine.Field { return stampFields(c.etag, c.modified, c.version) }

// show says which parts of the container the answer shows.
func (c *Container) show(tx *engine.Tx, name string, parts ...string) {
	for _, p := range c.parts(name) {
		for _, want := range parts {
			if p.Name == want {
				tx.Show(p)
			}
		}
	}
}
