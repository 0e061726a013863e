package guards

import (
	"fmt"
	"hash/fnv"
	"slices"

	"interleave/engine"
)

// ownID is ownText for a lease that serves as the marker: no read tells whose a lease is, nor its id, and who proposed
// one knows it all the same. The same again is answered as the first was, and a refusal is always another's.
//
// Source: rules.md of lease, "Lease basics": acquire with the id that the lease has already is accepted.
var ownID = engine.Guarding{ID: "own-id", Title: "own lease id", Keeps: true,
	Say: "Who acquires a lease proposes an id of its own: to the same again it is given its own lease. Whoever is " +
		"refused then knows that the lease is another's, and leaves the work to that one.",
	Fits: func(spec *engine.OpSpec, s engine.Send) bool { return invitesID(spec, s) },
	Guard: func(spec *engine.OpSpec, s engine.Send, _ engine.Answers) (engine.Send, string) {
		return proposes(spec, s), ""
	}}

// invitesID says whether a request acquires a lease and leaves the id to the service.
func invitesID(spec *engine.OpSpec, s engine.Send) bool {
	return spec.Effect == engine.AcquiresLease && spec.Takes("id") && !gives(s.Args, "id")
}

func gives(args []engine.Arg, name string) bool {
	return slices.ContainsFunc(args, func(a engine.Arg) bool { return a.Name == name })
}

// proposes is a request that acquires a lease, under an id of its sender's.
func proposes(spec *engine.OpSpec, s engine.Send) engine.Send {
	if invitesID(spec, s) {
		s.Args = engine.With(s.Args, "id", engine.Text(idOf(s.By)))
	}
	return s
}

// idOf is a GUID that is a writer's alone, the same in every run.
func idOf(writer string) string {
	h := fnv.New128a()
	h.Write([]byte(writer))
	sum := h.Sum(nil)
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:])
}

// acquiresAgain says whether some requests acquire a lease once more whose id is left to the service.
func (in ReplayInput) acquiresAgain() bool {
	return slices.ContainsFunc(in.sends(), func(s engine.Send) bool {
		return s.Words.Again != "" && invitesID(in.World.Spec(s.Verb), s)
	})
}

// ownIDs is a plan that proposes an id in each acquire, and does no work where one is refused for another's lease.
func (r *rewriting) ownIDs(by string, steps []engine.PlanStep) []engine.PlanStep {
	steps, _ = r.heeding(steps)
	steps = cloned(steps)
	acquires := map[string]bool{}
	eachStep(steps, func(s *engine.PlanStep) {
		if s.Do != engine.DoSend {
			return
		}
		spec := r.in.World.Spec(s.Verb)
		if in := (engine.Send{By: by, Verb: s.Verb, Args: s.Args}); invitesID(spec, in) {
			s.Args = proposes(spec, in).Args
			acquires[s.As] = true
			r.sent.guard.Store(true)
			r.announce(by, "proposes the id "+idOf(by)+" in each acquire")
		}
	})
	eachStep(steps, func(s *engine.PlanStep) {
		if s.Do != engine.DoIf || !acquires[s.Name] || !r.refuses(steps, s) {
			return
		}
		works := func(s engine.PlanStep) bool { return s.Do == engine.DoWork }
		if slices.ContainsFunc(s.Then, works) {
			s.Then = slices.DeleteFunc(s.Then, works)
			r.announce(by, "leaves the work to whoever has the lease where "+s.Name+" is refused for it")
		}
	})
	return steps
}

// refuses says whether a step of a plan decides by a refusal that the request of its name meets where something is
// there.
func (r *rewriting) refuses(steps []engine.PlanStep, decides *engine.PlanStep) (refuses bool) {
	eachStep(steps, func(s *engine.PlanStep) {
		refuses = refuses || s.Do == engine.DoSend && s.As == decides.Name && r.isMet(s.Verb, decides.Is)
	})
	return refuses
}
