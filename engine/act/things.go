package act

import (
	"slices"
	"strings"

	"interleave/engine"
)

// Thing is a kind of objects, with the operations about it: what makes one and what makes something in it come first.
type Thing struct {
	Kind    string
	Service *engine.Service
	Ops     []engine.OpSpec
	Says    string // what the keys send about one, in a sentence; empty where none means anything
}

// aims are what the keys mean of an object, with their letters.
var aims = []struct {
	aim engine.Aim
	key string
}{{engine.ToRead, "r"}, {engine.ToWrite, "w"}, {engine.ToDelete, "d"}}

// Things are the kinds of objects of services, in the order of those and of their operations.
func Things(services []*engine.Service) (list []Thing) {
	for _, s := range services {
		var kinds []string
		for _, op := range s.Ops {
			for _, kind := range []string{op.Makes, op.Object} {
				if kind != "" && !slices.Contains(kinds, kind) {
					kinds = append(kinds, kind)
					list = append(list, thing(s, kind))
				}
			}
		}
	}
	return list
}

func thing(s *engine.Service, kind string) Thing {
	holds := slices.Contains(s.Holders, kind)
	place := func(op engine.OpSpec) int {
		switch {
		case op.Makes == kind:
			return 0
		case holds && op.Makes != "" && !slices.Contains(s.Holders, op.Makes):
			return 1
		case op.Object == kind:
			return 2
		}
		return 3
	}
	t := Thing{Kind: kind, Service: s,
		Ops: slices.DeleteFunc(slices.Clone(s.Ops), func(op engine.OpSpec) bool { return place(op) == 3 })}
	slices.SortStableFunc(t.Ops, func(a, b engine.OpSpec) int { return place(a) - place(b) })
	var parts []string
	for _, m := range aims {
		if verbs := s.Acts[kind][m.aim]; len(verbs) > 0 {
			parts = append(parts, m.key+" sends "+strings.Join(verbs, " or "))
		}
	}
	if parts != nil {
		t.Says = strings.Join(parts, ", ") + "."
	}
	return t
}
