package blob

import (
	"slices"

	"interleave/engine"
)

// gate is one check of a request by its place in the order.
type gate int

const (
	atWords gate = iota
	atContainer
	atPermission
	atBlob
	atSource
	atPending
	atLease
	atEndless
	atCondition
	atType
)

// gates are the checks of every operation on a blob, in order, with the rules that a request of its kind may break
// there; those that do not concern a request let it through. The refusals that an operation lists are made of the same
// gates, so that neither an operation nor its list can miss one.
//
// Source: rules.md, "Order of checks".
var gates = [...]func(*request) []*engine.Rule{
	atWords:      (*request).wordRules,
	atContainer:  (*request).containerRules,
	atPermission: (*request).permissionRules,
	atBlob:       (*request).blobRules,
	atSource:     (*request).sourceRules,
	atPending: when([]*engine.Rule{pendingCopy},
		func(a *request) bool { return a.use != reads && a.use != aborts }),
	atLease:     (*request).leaseRules,
	atEndless:   when([]*engine.Rule{finiteLease}, func(a *request) bool { return a.target }),
	atCondition: (*request).conditionRules,
	atType:      when(typeRules, func(a *request) bool { return a.kind != "" || a.target }),
}

// pass is a request at one gate. It is a switch and no column of the table: what is called through a value has to be
// kept for longer than the call, which is an allocation for each request.
func (a *request) pass(g gate, tx *engine.Tx, f *found) *engine.Cause {
	switch g {
	case atWords:
		return a.wordGate(tx, f)
	case atContainer:
		return a.containerGate(tx, f)
	case atPermission:
		return a.permissionGate(tx, f)
	case atBlob:
		return a.blobGate(tx, f)
	case atSource:
		return a.sourceGate(tx, f)
	case atPending:
		return a.pendingGate(tx, f)
	case atLease:
		return a.leaseGate(tx, f)
	case atEndless:
		return a.endlessGate(tx, f)
	case atCondition:
		return a.conditionGate(tx, f)
	case atType:
		return a.typeGate(tx, f)
	}
	panic("blob: a gate that nothing checks")
}

func when(rules []*engine.Rule, concerns func(*request) bool) func(*request) []*engine.Rule {
	return func(a *request) []*engine.Rule {
		if concerns(a) {
			return rules
		}
		return nil
	}
}

// onBlob is an operation that passes the gates: its list of refusals begins with what it finds wrong with its own
// words, within the first gate, and ends with what comes behind the last one.
func onBlob(spec engine.OpSpec, own []*engine.Rule, last ...*engine.Rule) engine.OpSpec {
	a := spec.Op.(interface{ request() request }).request()
	params := spec.Params() // read once: each reading looks at every tag of the operation
	takes := func(name string) bool {
		return slices.ContainsFunc(params, func(p engine.Param) bool { return p.Takes(name) && !p.Ignored })
	}
	a.tagged, a.headers = takes("if-tags"), takes("if-match") || takes("source-if-match")
	a.own = own
	for _, rules := range gates {
		spec.Refuses = append(spec.Refuses, rules(&a)...)
	}
	spec.Refuses = append(spec.Refuses, last...)
	return spec
}

func (a *request) wordRules() []*engine.Rule {
	rules := slices.Concat(blobNames, []*engine.Rule{badSnapshot}, a.own)
	if a.order == nil {
		rules = append(rules, badLeaseID)
	}
	if a.use == reads {
		return append(rules, a.taken(readSyntax)...)
	}
	return append(rules, a.taken(writeSyntax)...)
}

// taken are those of the rules of conditions that concern what the operation takes: headers, a condition on tags.
func (a *request) taken(rules []*engine.Rule) []*engine.Rule {
	return slices.DeleteFunc(slices.Clone(rules), func(r *engine.Rule) bool {
		if r.Name == "if-tags" {
			return !a.tagged
		}
		return !a.headers
	})
}

func (a *request) containerRules() []*engine.Rule {
	if a.use == reads {
		return []*engine.Rule{containerNotFound, noContainerToRead}
	}
	return []*engine.Rule{containerNotFound}
}

func (a *request) permissionRules() []*engine.Rule {
	switch {
	case a.needs == "":
		return nil
	case a.use == creates && a.needs == toCreate:
		return append(slices.Clip(permissions), noOverwrite)
	}
	return permissions
}

func (a *request) blobRules() (rules []*engine.Rule) {
	switch {
	case a.use == creates:
	case a.use == reads:
		rules = []*engine.Rule{blobNotFound, noBlobToRead}
	case a.headers:
		rules = []*engine.Rule{blobNotFound, guardedNoBlob}
	default:
		rules = []*engine.Rule{blobNotFound}
	}
	if !a.oneOnly {
		rules = append(rules, a.writing)
	}
	return rules
}

func (a *request) sourceRules() []*engine.Rule {
	switch {
	case a.from == nil:
		return nil
	case a.tagged && a.target:
		return append(slices.Clip(sourceRules), sourceTags)
	}
	return sourceRules
}

func (a *request) leaseRules() []*engine.Rule {
	switch a.use {
	case leases:
		return leaseMachine.Rules(a.order.Action)
	case creates:
		if a.target {
			return slices.Concat(usesOfBlob[writes].Rules(), noLeaseToCopy.Rules())
		}
		return slices.Concat(usesOfBlob[writes].Rules(), noLeaseToMake.Rules())
	case reads, snaps:
		return usesOfBlob[reads].Rules()
	}
	return usesOfBlob[writes].Rules()
}

func (a *request) conditionRules() []*engine.Rule {
	switch {
	case a.target:
		return targetRules
	case a.from != nil && a.use == creates: // a block that is staged
		return nil
	case a.use == creates:
		return a.taken(createRules)
	case a.use == reads:
		return a.taken(readRules)
	}
	return a.taken(writeRules)
}
