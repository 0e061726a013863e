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
