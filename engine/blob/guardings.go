package blob

import (
	"interleave/engine"
	"interleave/engine/lease"
)

// longestLease is the longest lease that ends by itself, in seconds.
const longestLease = "60"

// guardings: the lease of a container guards no content, only its removal.
func guardings() []engine.Guarding {
	return []engine.Guarding{lease.Finite("blob", "container"), {ID: "lease", Title: "lease",
		Say: "Every writer takes a lease before it reads and gives it back after it has written.",
		Fits: func(spec *engine.OpSpec, _ engine.Send) bool {
			return spec.Object == "blob" && spec.Changes() && spec.Takes("lease")
		},
		Lock: &engine.Locking{Object: "blob", Acquire: "acquire-blob-lease", Release: "release-blob-lease", Named: true,
			AcquireArgs: engine.Args("duration", longestLease)}}}
}
