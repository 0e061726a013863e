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

var services = []*engine.Service{blob.Service().Read(), queue.Service().Read(), bucket.Service().Read(),
	table.Service().Read(), share.Service().Read(), tair.Service().Read()}

// Services are all services, always in the same order. The list is the caller's own; what its services refer to is
// shared: read only.
func Services() []*engine.Service {
	list := make([]*engine.Service, len(services))
	for i, s := range services {
		own := *s
		list[i] = &own
	}
	return list
}

// New is an empty world of all services.
func New() *engine.World { return engine.NewWorld(Services()...) }
