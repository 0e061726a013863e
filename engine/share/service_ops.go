package share

import (
	"interleave/engine"
	"interleave/engine/cors"
)

// elementNames are the elements of the service's properties.
var elementNames = []string{"HourMetrics", "MinuteMetrics", "Cors", "ProtocolSettings"}

func properties(tx *engine.Tx) engine.ElementsOf { return tx.State().(*State).properties() }

func (s *State) properties() engine.ElementsOf {
	return engine.ElementsOf{Table: s.services, Names: elementNames, Unknown: badElement, Fits: cors.Fits}
}

// Cross says what the rules on pages of other origins say of a request.
func (s *State) Cross(c engine.Crossing) engine.Crossed {
	return cors.Cross(s.properties().Word(c.Target, "Cors"), c)
}

// GetServiceProperties reads the properties of the file service of an account.
//
// Answers: 200 with property.HourMetrics, property.MinuteMetrics, property.Cors and property.ProtocolSettings.
//
// Source: Azure Files REST, "Get File Service Properties"; rules.md, "FileREST operations".
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
// Source: Azure Files REST, "Set File Service Properties"; rules.md, "FileREST operations".
type SetServiceProperties struct {
	Account  string        `op:"account" help:"the account"`
	Elements []engine.Pair `op:"property.*,content" help:"an element, as Cors or ProtocolSettings; the others stay"`
}

// Apply replaces.
func (o SetServiceProperties) Apply(tx *engine.Tx) engine.Answer {
	return properties(tx).Set(tx, o.Account, o.Elements)
}

func serviceOps() []engine.OpSpec {
	return []engine.OpSpec{
		{Verb: "get-file-service-properties", Effect: engine.Reads, Did: "read the service's properties",
			Method: "GET", Object: "share-service", Summary: "Read the properties of the file service.",
			OK: []int{200}, Group: engine.GroupRead, Op: GetServiceProperties{},
			Source: operations},
		{Verb: "set-file-service-properties", Effect: engine.Describes, Did: "set the service's properties",
			Method: "PUT", Object: "share-service", Summary: "Replace elements of the properties of the file service.",
			OK: []int{202}, Group: engine.GroupWrite, Op: SetServiceProperties{},
			Source: operations, Refuses: rules(badElement)},
	}
}
