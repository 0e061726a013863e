package share

import (
	"interleave/engine"
	"interleave/engine/cors"
)

// Properties are the elements that the service has as a whole.
func (s *State) Properties() engine.ElementsOf {
	return cors.Properties(s.services, badElement, "HourMetrics", "MinuteMetrics", "Cors", "ProtocolSettings")
}

// SetServiceProperties replaces elements of the service's properties.
//
// Source: rules.md, "FileREST operations".
type SetServiceProperties struct {
	engine.SetServiceProperties `property.*:"an element, as Cors or ProtocolSettings; the others stay"`
}

func serviceOps() []engine.OpSpec {
	return []engine.OpSpec{
		{Verb: "get-file-service-properties", Effect: engine.Reads, Did: "read the service's properties",
			Method: "GET", Object: "share-service", Summary: "Read the properties of the file service.",
			OK: []int{200}, Group: engine.GroupRead, Op: engine.GetServiceProperties{},
			Source: operations},
		{Verb: "set-file-service-properties", Effect: engine.Describes, Did: "set the service's properties",
			Method: "PUT", Object: "share-service", Summary: "Replace elements of the properties of the file service.",
			OK: []int{202}, Group: engine.GroupWrite, Op: SetServiceProperties{},
			Source: operations, Refuses: rules(badElement)},
	}
}
