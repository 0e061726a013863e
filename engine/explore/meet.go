package explore

import (
	"slices"
	"strings"

	"interleave/engine"
)

// Two writes of one key of a bucket may meet at the service: S3 may then refuse a conditional one, where the switch
// bucket.contention is on, and does where a delete of the key is decided meanwhile. There a write has two steps: it
// arrives, and it is decided. They are looked at where the switch is on, or the history had such a meeting; elsewhere
// each request is one step.

// meeting says which requests can meet others at their service, so that it matters when they arrive.
type meeting struct {
	on      bool
	writers map[string][]string // by target: who may write there; of the target that is not known before: all
	amid    map[string]bool     // whose requests can meet others of its own
	guarded map[string]bool     // by target: a write with a condition may come
}

// anywhere is the target of a request that is known only when it is sent, or has several.
const anywhere = ""

// conditions are the parameters of a write that make it conditional.
var conditions = []string{"if-match", "if-none-match"}

func (m *meeting) add(by string, spec *engine.OpSpec, args []engine.Arg) {
	if _, arrives := spec.Op.(engine.Arriver); !m.on || !arrives {
		return
	}
	target := targetOf(spec, args)
	if !slices.Contains(m.writers[target], by) {
		m.writers[target] = append(m.writers[target], by)
	}
	m.guarded[target] = m.guarded[target] || target == anywhere || slices.ContainsFunc(args, func(a engine.Arg) bool {
		return slices.Contains(conditions, a.Name)
	})
}

func targetOf(spec *engine.OpSpec, args []engine.Arg) string {
	target := spec.Target(args)
	if spec.Object != "object" || strings.ContainsAny(target, "${}") {
		return anywhere
	}
	return target
}

// has says whether a request has two steps, its arrival and its decision: another may write the same key, and one of
// them has a condition.
func (m *meeting) has(spec *engine.OpSpec, args []engine.Arg, by string) bool {
	if _, arrives := spec.Op.(engine.Arriver); !m.on || !arrives {
		return false
	}
	target := targetOf(spec, args)
	for other, writers := range m.writers {
		if other != target && other != anywhere && target != anywhere {
			continue
		}
		for _, w := range writers {
			if (w != by || m.amid[by]) && (m.guarded[target] || m.guarded[other] || m.guarded[anywhere]) {
				return true
			}
		}
	}
	return false
}

// Arrivals says whether it is looked at when each request arrives.
func (in Input) Arrivals() bool { return in.Meets || in.World.Setting("bucket.contention") == "on" }

// meetings finds the requests that can meet others: those that writers send, and those that are under way.
func (s *search) meetings(in Input, w *engine.World) {
	s.meeting = meeting{on: in.Arrivals(), writers: map[string][]string{}, amid: map[string]bool{},
		guarded: map[string]bool{}}
	for i, a := range s.actors {
		s.meeting.amid[a.id] = a.beside != nil
		if !s.root.stopped[i] {
			a.requests(w, func(verb string, args []engine.Arg) { s.meeting.add(a.id, w.Spec(verb), args) })
		}
	}
	for _, m := range w.Flight() {
		if x := w.Exchange(m.Request); !m.Back {
			s.meeting.add(x.By, w.Spec(x.Verb), x.Resolved())
		}
	}
}

// splits says whether a request has two steps.
func (g *stage) splits(x *engine.Exchange) bool {
	return g.s.meeting.on && g.s.meeting.has(g.w.Spec(x.Verb), x.Resolved(), x.By)
}

// arrive brings a request to its service; undecided says that it stands there now. open says how many ways there were,
// for each choice that the service made.
func (g *stage) arrive(name string, choose []int) (open []int, undecided, ok bool) {
	events, err := g.do(engine.Arrive{Names: []string{name}, Choose: choose})
	if err != nil {
		return nil, false, false
	}
	m := g.message(name)
	return g.opened(name, events), m != nil && !m.Back, true
}

// message is what is under way of a request by the name that inputs have for it, the answer first; nil: nothing is.
func (g *stage) message(name string) (found *engine.Message) {
	plain := strings.TrimRight(name, "'")
	x := g.w.Named(plain)
	for _, m := range g.w.Flight() {
		if m.Request == x.Number && m.Copy == len(name)-len(plain) && m.State != engine.Working &&
			(found == nil || m.Back) {
			found = m
		}
	}
	return found
}

// opened are how many ways a request's service had in some events, for each choice that it made. Where the request says
// which way, there is one.
func (g *stage) opened(name string, events []engine.Event) (open []int) {
	plain := strings.TrimRight(name, "'")
	x := g.w.Named(plain)
	for _, e := range events {
		if e.Request == x.Number && e.Copy == len(name)-len(plain) {
			open = append(open, e.Open...)
		}
	}
	if len(x.Words.Choose) > 0 {
		return nil
	}
	return open
}
