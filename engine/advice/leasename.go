package advice

import (
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
)

// leaseName is the parameter for the lease that the advice is about.
func (a *adviser) leaseName() string {
	if a.c.Object != a.x.Object && a.c.Object.Name == sourceOf(a.x) {
		return sourceLease
	}
	return "lease"
}

// leaseSent is the id of that lease that the request sent; nothing where it sent none.
func (a *adviser) leaseSent() engine.Value {
	if !a.spec.Takes(sourceLease) {
		return a.argument("lease")
	}
	return a.sent(a.leaseName())
}

// asNamed is an id of that lease in short, with the word that it goes under where that is not the usual one.
func (a *adviser) asNamed(id engine.Token) string {
	return id.Short() + a.under()
}

// under is that word; empty where it is the usual one.
func (a *adviser) under() string {
	if name := a.leaseName(); name != "lease" {
		return ", as " + name
	}
	return ""
}

// withoutMisplaced are arguments without the id of that lease under the word for another one.
func (a *adviser) withoutMisplaced(args []engine.Arg, id engine.Token) []engine.Arg {
	if a.leaseName() == "lease" || conflict.LeaseNamed(a.sent("lease")) != id {
		return args
	}
	return slices.DeleteFunc(slices.Clone(args), func(arg engine.Arg) bool { return arg.Name == "lease" })
}
