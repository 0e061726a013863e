package lease

import (
	"slices"
	"strconv"

	"interleave/engine"
)

// Finite is the strategy under which no lease of these kinds of object outlives its holder for ever: who asks for one
// without an end gets the longest that ends by itself. All else goes as it went.
//
// Source: rules.md, "Lease": duration on acquire is 15 to 60 seconds, or -1.
func Finite(kinds ...string) engine.Guarding {
	return engine.Guarding{ID: engine.FiniteLease, Title: "lease that ends", Keeps: true,
		Say: "Who took a lease without an end takes one of " + strconv.Itoa(Most) + " s: it has to be renewed in " +
			"time, and ends by itself where its holder does not go on.",
		Fits: func(spec *engine.OpSpec, s engine.Send) bool {
			return spec.Effect == engine.AcquiresLease && slices.Contains(kinds, spec.Object) && endless(s)
		},
		Guard: func(spec *engine.OpSpec, s engine.Send, _ engine.Answers) (engine.Send, string) {
			if spec.Effect == engine.AcquiresLease && slices.Contains(kinds, spec.Object) && endless(s) {
				s.Args = engine.With(s.Args, "duration", engine.Text(strconv.Itoa(Most)))
			}
			return s, ""
		}}
}

// endless says whether a request asks for a lease without an end.
func endless(s engine.Send) bool {
	return slices.ContainsFunc(s.Args, func(a engine.Arg) bool {
		n, ok := a.Value.Int()
		return ok && a.Name == "duration" && n == Forever
	})
}
