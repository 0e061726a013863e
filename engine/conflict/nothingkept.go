package conflict

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// The words of the service that keeps what was deleted for a while.
//
// Source: engine/blob/rules.md, "Soft delete".
const (
	broughtItBack = "brought it back" // what an undelete did
	keepsDeleted  = "property.DeleteRetentionPolicy"
)

// nothingKept says why an undelete found nothing of what was deleted, where the time was over for which that was kept,
// or somebody had switched off that anything is; empty for anything else, and where nobody ever had it kept.
func (t teller) nothingKept() string {
	by := t.w.Exchange(t.c.Cause.Since.Request)
	if t.c.Kind != engine.IsGone || t.spec().Did != broughtItBack || t.c.Object != t.x.Object || by == nil ||
		by.Object != t.c.Object { // nothing is kept of what was in a container that was deleted
		return ""
	}
	if until := t.keptUntil(); until != 0 {
		return fmt.Sprintf("What was deleted was kept until %s.", until.SeenFrom(t.x.Decided.At))
	}
	if off := t.switchedOff(); off != nil {
		return fmt.Sprintf("%s had switched off with #%d that deleted blobs are kept.", t.who(off.By), off.Number)
	}
	return ""
}

// keptUntil is when the time was over for which a thing was kept that was deleted then, as long as nothing else has
// been made there; 0: it was not kept.
func (t teller) keptUntil() engine.Instant {
	for _, p := range engine.PropertiesNamed(t.w.Object(t.c.Object), "kept-until") {
		if p.At <= t.x.Decided.At {
			return p.At
		}
	}
	return 0
}

// switchedOff is the request by which deleted things were no longer kept when this one was deleted; nil: they had not
// been kept before either, or were.
func (t teller) switchedOff() (off *engine.Exchange) {
	for _, x := range slices.Backward(t.around(0, t.c.Cause.Since.Event)) { // the newest counts
		for _, arg := range x.Resolved() {
			switch policy := arg.Value.String(); {
			case arg.Name != keepsDeleted:
			case strings.Contains(policy, "<Enabled>true</Enabled>"):
				return off
			case strings.Contains(policy, "<Enabled>false</Enabled>"):
				off = x // the first of several that say so
			}
		}
	}
	return nil
}

// noMoreKept is the step that switched it off.
func (t teller) noMoreKept() Step {
	off := t.switchedOff()
	if t.nothingKept() == "" || off == nil || t.keptUntil() != 0 {
		return Step{}
	}
	return Step{Text: fmt.Sprintf("%s switched off%s that deleted blobs are kept.", t.who(off.By), t.when(off.Decided)),
		Event: off.Decided.Event, at: off.Decided.At}
}

// BroughtBackBy is the newest request that brought back what stood in the way of one that asked for an absence: that it
// stands there again is the work of who did, whoever had made it. nil: nobody did.
func BroughtBackBy(w *engine.World, c Finding) *engine.Exchange {
	x := w.Exchange(c.Request)
	if c.Cause == nil || x == nil {
		return nil
	}
	return teller{w: w, c: c, x: x}.broughtBackBy()
}

func (t teller) broughtBackBy() *engine.Exchange {
	if t.c.Kind != engine.AlreadyThere {
		return nil
	}
	for _, x := range slices.Backward(t.around(t.c.Cause.Since.Event, t.c.Event)) {
		if slices.ContainsFunc(x.Shows, func(p engine.Part) bool {
			return p.Object == t.c.Object && p.Name == engine.Undeleted && p.Mark.Request == x.Number
		}) {
			return x
		}
	}
	return nil
}
