package table

import (
	"interleave/engine"
	"interleave/engine/cors"
)

// elementNames are the elements of the service's properties.
var elementNames = []string{"Logging", "HourMetrics", "MinuteMetrics", "Cors"}

func properties(tx *engine.Tx) engine.ElementsOf { return tx.State().(*State).properties() }

func (s *State) properties() engine.ElementsOf {
	return engine.ElementsOf{Table: s.services, Names: elementNames, Unknown: badElement, Fits: cors.Fits}
}

// Cross says what the rules on pages of other origins say of a request.
func (s *State) Cross(c engine.Crossing) engine.Crossed {
	return cors.Cross(s.properties().Word(c.Target, "Cors"), c)
}

// GetServiceProperties reads the properties of the table service of an account.
//
// Answers: 200 with property.Logging, property.HourMetrics, property.MinuteMetrics and property.Cors.
//
// Source: Azure REST, "Get Table Service Properties"; rules.md, "Table operations".
type GetServiceProperties struct {
	Account string `op:"account" help:"the account"`
}

// Apply reads.
func (o GetServiceProperties) Apply(tx *engine.Tx) engine.Answer {
	return properties(tx).Tell(tx, o.Account)
}

// SetServiceProperties replaces those elements of the service's properties that it names; the others stay. It takes no
// condition: the last writer wins.
//
// Answers: 202; 400 InvalidXmlDocument for an element that there is not, or rules in Cors that are none.
//
// Source: Azure REST, "Set Table Service Properties"; rules.md, "Table operations".
type SetServiceProperties struct {
	Account  string        `op:"account" help:"the account"`
	Elements []engine.Pair `op:"property.*,content" help:"an element, as Logging or Cors; the others stay"`
}

// Apply replaces.
func (o SetServiceProperties) Apply(tx *engine.Tx) engine.Answer {
	return properties(tx).Set(tx, o.Account, o.Elements)
}

func serviceOps() []engine.OpSpec {
	return []engine.OpSpec{
		{Verb: "get-table-service-properties", Effect: engine.Reads, Did: "read the service's properties",
			Method: "GET", Object: "table-service", Summary: "Read the properties of the table service.",
			OK: []int{200}, Group: engine.GroupRead, Op: GetServiceProperties{},
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
