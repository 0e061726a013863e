package table

import (
	"interleave/engine"
	"interleave/engine/cors"
)

// Properties are the elements that the service has as a whole.
func (s *State) Properties() engine.ElementsOf {
	return cors.Properties(s.services, badElement, "Logging", "HourMetrics", "MinuteMetrics", "Cors")
}

// SetServiceProperties replaces elements of the service's properties.
//
// Source: rules.md, "Table operations".
type SetServiceProperties struct {
	engine.SetServiceProperties `property.*:"an element, as Logging or Cors; the others stay"`
}

func serviceOps() []engine.OpSpec {
	return []engine.OpSpec{
		{Verb: "get-table-service-properties", Effect: engine.Reads, Did: "read the service's properties",
			Method: "GET", Object: "table-service", Summary: "Read the properties of the table service.",
			OK: []int{200}, Group: engine.GroupRead, Op: engine.GetServiceProperties{},
			Source: onPage("Get Table Service Properties")},
		{Verb: "get-table-service-stats", Effect: engine.Reads, Did: "asked how far the copy is",
			Method: "GET", Object: "table-service", Summary: "Read how far the copy in another region has come.",
			OK: []int{200}, Group: engine.GroupRead, Op: engine.ServiceStats{},
			Source: onPage("Get Table Service Stats")},
		{Verb: "set-table-service-properties", Effect: engine.Describes, Did: "set the service's properties",
			Method: "PUT", Object: "table-service", Summary: "Replace elements of the properties of the table service.",
			OK: []int{202}, Group: engine.GroupWrite, Op: SetServiceProperties{},
			Source: onPage("Set Table Service Properties"), Refuses: []*engine.Rule{badElement}},
	}
}
