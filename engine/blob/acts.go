package blob

import "interleave/engine"

// acts are what people mean by a key here.
func acts() map[string]engine.Acts {
	return map[string]engine.Acts{
		"container": engine.Acts{engine.ToRead: {"get-container-metadata"},
			engine.ToDelete: {"delete-container"}}.Lease("container", true),
		"blob": engine.Acts{engine.ToRead: {"get-blob"}, engine.ToWrite: {"put-blob"},
			engine.ToDelete: {"delete-blob"}}.Lease("blob", true),
		"snapshot": {engine.ToRead: {"get-blob"}},
	}
}
