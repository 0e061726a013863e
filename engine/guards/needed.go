package guards

import (
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/explore"
)

// plannedNeeds are for how many seconds the plans of a search refer to each answer, and two more, by the waits that
// stand between: by the names that plans give their requests, `ann-g` for all that Ann's plan calls g. How long a wait
// is that an answer decides is not known.
func plannedNeeds(in explore.Input) map[string]int64 {
	until := map[string]int64{}
	for _, p := range in.Programs {
		for _, input := range p.Steps {
			if plan, is := input.(engine.Plan); is {
				needing{p.By, map[string]time.Duration{}, until}.steps(plan.Steps, 0)
			}
		}
	}
	for _, w := range in.World.Writers() {
		if p := in.World.PlanOf(w.ID); p != nil && !p.Ended() {
			needing{w.ID, map[string]time.Duration{}, until}.steps(p.Steps, 0)
		}
	}
	return until
}

// needing goes through the plan of a writer.
type needing struct {
	by    string
	sent  map[string]time.Duration // by what the plan calls a request: when it was sent at the earliest
	until map[string]int64
}

// steps goes through a block that begins at a time, and gives when it ends at the latest.
func (n needing) steps(list []engine.PlanStep, at time.Duration) time.Duration {
	for _, s := range list {
		switch s.Do {
		case engine.DoSend:
			if s.As != "" {
				n.sent[s.As] = at
			}
			for _, a := range s.Args {
				name, _, refers := a.Value.RefName()
				if since, ok := n.sent[name]; ok && refers && name != s.As {
					key := n.by + "-" + name
					n.until[key] = max(n.until[key], int64((at-since)/time.Second)+2)
				}
			}
		case engine.DoWait:
			if seconds, ok := s.For.Int(); ok {
				at += time.Duration(seconds) * s.Unit
			}
		}
		at = max(n.steps(s.Then, at), n.steps(s.Else, at))
	}
	return at
}

// neededOf is for how many seconds the answer of a request is referred to: of one that was made, or of a plan.
func neededOf(until map[string]int64, request string) int64 {
	if seconds, made := until[request]; made {
		return seconds
	}
	return until[strings.TrimRight(request, "0123456789")]
}
