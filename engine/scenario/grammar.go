package scenario

import (
	"maps"
	"slices"

	"interleave/engine"
)

// grammar knows the operations of the services: which arguments stand without their names.
type grammar struct {
	verbs  map[string]*verb
	scopes map[string][]engine.Setting
	faults map[string][]string // by service
}

type verb struct {
	spec   *engine.OpSpec
	params []engine.Param
	places []string // the parameters that are written without their names
}

func newGrammar(services []*engine.Service) *grammar {
	g := &grammar{verbs: map[string]*verb{}, scopes: map[string][]engine.Setting{}, faults: map[string][]string{}}
	for _, s := range services {
		g.scopes[s.Name] = s.Settings
		for _, f := range s.Faults {
			g.faults[s.Name] = append(g.faults[s.Name], f.Fault.Code)
		}
		for i := range s.Ops {
			v := &verb{spec: &s.Ops[i], params: s.Ops[i].Params()}
			for _, p := range v.params {
				if p.Positional() {
					v.places = append(v.places, p.Name)
				}
			}
			g.verbs[v.spec.Verb] = v
		}
	}
	return g
}

func (g *grammar) positional(name string) []string {
	if v := g.verbs[name]; v != nil {
		return v.places
	}
	return nil
}

func (g *grammar) names() []string { return slices.Sorted(maps.Keys(g.verbs)) }

// takes says whether the operation has such an argument.
func (v *verb) takes(name string) bool {
	return slices.ContainsFunc(v.params, func(p engine.Param) bool { return p.Takes(name) })
}

func (v *verb) paramNames() []string {
	list := make([]string, len(v.params))
	for i, p := range v.params {
		list[i] = p.Name
	}
	return list
}

// ownWords are the words that any request may carry.
var ownWords = [...]string{"from", "again", "choose", "fault", "does", "on"}

func ownWord(s string) bool { return slices.Contains(ownWords[:], s) || s == "as" }
