package guards

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/explore"
)

// sendAgain is no guard of a service: a conditional write that was refused for another one under way is sent again,
// with its condition. To take that refusal for one that says that something is there leaves the work undone.
//
// Source: Amazon S3, PutObject: "On a 409 failure, retry the upload"; rules.md of bucket, "Which answer, which
// reaction".
var sendAgain = engine.Guarding{ID: "again", Title: "again at 409", Keeps: true,
	Say: "Who is refused because another request was under way sends the same again once, with its condition."}

// meetsAtOnce is the rule by which an operation is refused for another request that is under way; nil: there is none.
func meetsAtOnce(spec *engine.OpSpec) *engine.Rule {
	at := slices.IndexFunc(spec.Refuses, func(r *engine.Rule) bool { return r.Kind == engine.TwoAtOnce })
	if at < 0 {
		return nil
	}
	return spec.Refuses[at]
}

// metAtOnce says whether a run has such a refusal of a request that the history does not send again itself.
func (g *run) metAtOnce() bool {
	return slices.ContainsFunc(g.found, func(m occurrence) bool {
		return m.Kind == engine.TwoAtOnce && !g.in.sendsAgain(g.w.Exchange(m.Request).Name)
	})
}

// sendsAgain says whether a history sends a request once more.
func (in ReplayInput) sendsAgain(name string) bool {
	return slices.ContainsFunc(in.sends(), func(s engine.Send) bool { return s.Words.Again == name })
}

// tryAgain sends a request again that was refused so, once that is heard, and notes what it is answered then.
func (g *run) tryAgain(name string) {
	x := g.w.Named(name)
	if g.kind.ID != sendAgain.ID || x == nil || x.Heard.IsZero() || x.Answer.Why == nil ||
		x.Answer.Why.Rule.Kind != engine.TwoAtOnce || g.in.sendsAgain(name) {
		return
	}
	asked := x.Asked()
	again := engine.Send{By: x.By, Verb: x.Verb, Args: asked.Args, Words: asked.Words,
		As: fmt.Sprintf("again%d", x.Number)}
	again.Words.Again = name
	done := g.ask(again)
	switch next := g.w.Named(again.As); {
	case done:
		g.tell("Sent again behind its refusal, it is done: %s.", asked)
	case next != nil && next.Answer.Why != nil:
		g.tell("Sent again behind its refusal, it is told "+next.Answer.Why.Rule.Fault.Short()+": %s.", asked)
	}
}

// triesAtOnce is a plan in which each request that may be refused so is sent again behind that. What the plan says of a
// request that waits, or is lost, stands beside it still, and beside the second try.
func (r *rewriting) triesAtOnce(steps []engine.PlanStep) (list []engine.PlanStep) {
	for i := 0; i < len(steps); i++ {
		s := r.triedAtOnce(steps[i])
		list = append(list, s)
		if s.Do != engine.DoSend || s.As == "" {
			continue
		}
		rule := meetsAtOnce(r.in.World.Spec(s.Verb))
		decides := func(o engine.PlanStep) bool {
			return o.Do == engine.DoIf && o.Name == s.As &&
				(o.Is == rule.Fault.Code || o.Is == fmt.Sprint(rule.Fault.Status))
		}
		if rule == nil || slices.ContainsFunc(steps[i+1:], decides) {
			continue
		}
		again := []engine.PlanStep{s}
		again[0].Words.Again = s.As
		for ; i+1 < len(steps) && (steps[i+1].Do == engine.DoLost || steps[i+1].Do == engine.DoWaitOn); i++ {
			beside := r.triedAtOnce(steps[i+1])
			list, again = append(list, beside), append(again, beside)
		}
		list = append(list, engine.PlanStep{Do: engine.DoIf, Name: s.As, Is: rule.Fault.Code, Then: again})
		r.sent.guard.Store(true)
	}
	return list
}

func (r *rewriting) triedAtOnce(s engine.PlanStep) engine.PlanStep {
	s.Then, s.Else = r.triesAtOnce(s.Then), r.triesAtOnce(s.Else)
	return s
}

// linesAsPlan is what hands typed as a plan, where a plan can do all of it.
func linesAsPlan(p explore.Program) explore.Program {
	if steps, others := p.Planned(); others == 0 && len(steps) > 0 {
		return explore.Program{By: p.By, Steps: []engine.Input{engine.Plan{By: p.By, Steps: steps}}}
	}
	return p
}
