package scenario

import (
	"iter"
	"slices"

	"interleave/engine"
)

// grammar knows the operations of the services: which arguments stand without their names. What an operation takes is
// looked up when a line has it: one line has one, and there are some hundred.
type grammar struct {
	services []*engine.Service
	verbs    map[string]*verb // those looked up so far
	whole    bool             // all are, and nothing changes any more
}

type verb struct {
	spec   *engine.OpSpec
	params []engine.Param
	places []string // the parameters that are written without their names
}

func newGrammar(services []*engine.Service) *grammar {
	return &grammar{services: services, verbs: map[string]*verb{}}
}

// read looks up all operations: such a grammar may serve several goroutines.
func (g *grammar) read() *grammar {
	for name := range g.all() {
		g.verb(name)
	}
	g.whole = true
	return g
}

// verb is the operation with that name; nil where there is none.
func (g *grammar) verb(name string) *verb {
	if v, known := g.verbs[name]; known || g.whole {
		return v
	}
	var v *verb
	for found, spec := range g.all() {
		if found == name {
			v = &verb{spec: spec, params: spec.Params()}
		}
	}
	if v != nil {
		for _, p := range v.params {
			if p.Positional() {
				v.places = append(v.places, p.Name)
			}
		}
	}
	g.verbs[name] = v
	return v
}

// all are the operations by their names.
func (g *grammar) all() iter.Seq2[string, *engine.OpSpec] {
	return func(yield func(string, *engine.OpSpec) bool) {
		for _, s := range g.services {
			for spec := range s.All() {
				if !yield(spec.Verb, spec) {
					return
				}
			}
		}
	}
}

// scopes are the switches of the services, by their names.
func (g *grammar) scopes() map[string][]engine.Setting {
	scopes := map[string][]engine.Setting{}
	for _, s := range g.services {
		scopes[s.Name] = s.Settings
	}
	return scopes
}

func (g *grammar) positional(name string) []string {
	if v := g.verb(name); v != nil {
		return v.places
	}
	return nil
}

func (g *grammar) names() (list []string) {
	for name := range g.all() {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// takes says whether the operation has such an argument.
func (v *verb) takes(name string) bool {
	return slices.ContainsFunc(v.params, func(p engine.Param) bool { return p.Takes(name) })
}

// groups says whether a parameter of the operation takes requests.
func (v *verb) groups(name string) bool {
	return v != nil && slices.ContainsFunc(v.params, func(p engine.Param) bool { return p.Group && p.Takes(name) })
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
