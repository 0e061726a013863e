package catalog

import (
	"interleave/engine"
	"interleave/engine/blob"
	"interleave/engine/bucket"
	"interleave/engine/queue"
	"interleave/engine/share"
	"interleave/engine/table"
	"interleave/engine/tair"
)

// Services are all services, always in the same order.
func Services() []*engine.Service {
	return []*engine.Service{blob.Service(), queue.Service(), bucket.Service(), table.Service(), share.Service(),
		tair.Service()}
}

// New is an empty world of all services.
func New() *engine.World { return engine.NewWorld(Services()...) }

// Specs are the operations of all services, in their order.
func Specs() []engine.OpSpec {
	var list []engine.OpSpec
	for _, s := range Services() {
		list = append(list, s.Ops...)
	}
	return list
}

// ByVerb is the operation with that verb.
func ByVerb(verb string) (engine.OpSpec, bool) {
	for _, s := range Specs() {
		if s.Verb == verb {
			return s, true
		}
	}
	return engine.OpSpec{}, false
}
