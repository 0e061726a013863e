package advice

import (
	"slices"

	"interleave/engine"
	"interleave/engine/view"
)

// asSent is a request with what its references stood for when it was sent, where another answer has one of these names
// by now, as in the next round of a plan: sent as it was typed it would be another request.
func asSent(v *view.View, x *engine.Exchange) *engine.Exchange {
	if x == nil || !slices.ContainsFunc(x.Args, func(a engine.Arg) bool { return renamedSince(v, x, a.Value) }) {
		return x
	}
	next, sending := *x, *x.Sending
	sending.Args = nil
	for _, a := range x.Args {
		at := slices.IndexFunc(x.Resolved(), func(o engine.Arg) bool { return o.Name == a.Name })
		if at >= 0 && renamedSince(v, x, a.Value) {
			a = x.Resolved()[at]
		}
		sending.Args = append(sending.Args, a)
	}
	if base := v.Named(x.Words.From); base != nil && base.Number > x.Number {
		sending.Words.From = ""
	}
	next.Sending = &sending
	return &next
}

// renamedSince says whether a value refers to a name that a later request has by now.
func renamedSince(v *view.View, x *engine.Exchange, value engine.Value) bool {
	if list, several := value.List(); several {
		return slices.ContainsFunc(list, func(o engine.Value) bool { return renamedSince(v, x, o) })
	}
	name, _, refers := value.RefName()
	if !refers {
		return false
	}
	named := v.Named(name)
	return named != nil && named.Number > x.Number
}
