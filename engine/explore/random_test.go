package explore_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/races"
	"interleave/engine/scenario"
)

// Small programs of every service, made of the requests of its races: some lines of each writer, now and then as a plan
// with a loop and with what it does when no answer comes. What a search finds is what following every order by itself
// finds. INTERLEAVE_ORDERS=N tries N of them, INTERLEAVE_SEED=N others.
func TestRandomProgramsAreCountedAsOneByOne(t *testing.T) {
	tries := 60
	if n, err := strconv.Atoi(os.Getenv("INTERLEAVE_ORDERS")); err == nil {
		tries = n
	}
	files := races.All()
	r := rand.New(rand.NewPCG(seedOf(t, 11), uint64(tries)))
	compared := 0
	for range tries {
		path := files[r.IntN(len(files))]
		in, text := small(t, r, path)
		if len(in.Programs) == 0 {
			continue
		}
		b := explore.Budget{Faults: r.IntN(2), Jumps: r.IntN(3) / 2, Stops: r.IntN(3) / 2, Copies: r.IntN(4) / 3,
			Lates: r.IntN(3) / 2, States: 3000}
		in.Overwritten = true
		in.Wanted = heardOnTheWay(r, in)
		c, ok := oneByOne(in, b, 400)
		if !ok {
			continue
		}
		rules := explore.AllRules()
		rules.Memo, rules.Symmetry, rules.Dead = r.IntN(4) > 0, r.IntN(3) > 0, r.IntN(3) > 0
		rules.Independent = r.IntN(2) > 0
		in.Rules = &rules
		compared++
		tick := func(p explore.Progress) bool {
			if p = p.Counted(); p.Orders != 0 && p.Orders != float64(c.soFar(p.Followed)) {
				t.Errorf("%s %+v %+v\n%s\n%v orders of up to %d steps, one by one %d", path, b, rules, text, p.Orders,
					p.Followed, c.soFar(p.Followed))
			}
			return true
		}
		if diff := c.differs(explore.Search(in, b, nil, tick)); diff != "" {
			t.Errorf("%s %+v %+v\n%s\n%s", path, b, rules, text, diff)
		}
	}
	if compared < tries/5 {
		t.Errorf("only %d of %d programs were small enough", compared, tries)
	}
}

// seedOf is the seed of what is drawn: another than usual with INTERLEAVE_SEED=N.
func seedOf(t *testing.T, usual uint64) uint64 {
	t.Helper()
	text := os.Getenv("INTERLEAVE_SEED")
	if text == "" {
		return usual
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// small is a race with a few of its requests.
func small(t *testing.T, r *rand.Rand, path string) (explore.Input, string) {
	t.Helper()
	s, err := enginetest.RaceFile(t, path).Searched()
	if err != nil {
		return explore.Input{}, ""
	}
	in := s.Input
	var programs []explore.Program
	var text strings.Builder
	for _, p := range in.Programs {
		few := explore.Program{By: p.By, GivesUp: r.IntN(3) == 0}
		keep := 1 + r.IntN(3)
		for _, step := range p.Steps {
			if _, planned := step.(engine.Plan); planned || len(few.Steps) >= 4 || r.IntN(len(p.Steps)) > keep {
				continue
			}
			few.Steps = append(few.Steps, step)
		}
		if r.IntN(2) == 0 {
			few = asPlan(r, in.World, few)
		} else if r.IntN(2) == 0 {
			few.Beside = besideOthers(r, few.Steps)
		}
		for _, step := range few.Steps {
			text.WriteString(scenario.FormatInput(step) + "\n")
		}
		programs = append(programs, few)
	}
	in.Programs = programs
	return in, text.String()
}

// besideOthers are requests that are sent while some of those in front of them have no answer.
func besideOthers(r *rand.Rand, steps []engine.Input) map[string][]string {
	beside, before := map[string][]string{}, []string(nil)
	for _, in := range steps {
		send, ok := in.(engine.Send)
		if !ok {
			continue
		}
		for n, name := range before {
			if r.IntN(2+len(before)-n) < 2 {
				beside[send.As] = append(beside[send.As], name)
			}
		}
		before = append(before, send.As)
	}
	return beside
}

// asPlan is what hands typed as a plan: a loop of two rounds, which the answer to the last request may end.
func asPlan(r *rand.Rand, w *engine.World, p explore.Program) explore.Program {
	var steps []engine.PlanStep
	for _, in := range p.Steps {
		send, ok := in.(engine.Send)
		if !ok {
			return p
		}
		steps = append(steps, engine.PlanStep{Do: engine.DoSend, Verb: send.Verb, Args: send.Args, As: send.As})
		if r.IntN(3) == 0 {
			steps = append(steps, engine.PlanStep{Do: engine.DoLost, Name: send.As,
				Then: []engine.PlanStep{{Do: engine.DoWait, For: engine.Number(0), Unit: 1e9}}})
		}
	}
	if len(steps) > 0 && r.IntN(2) == 0 {
		if last := steps[len(steps)-1]; last.Do == engine.DoSend {
			steps = append(steps, engine.PlanStep{Do: engine.DoBreak, Name: last.As,
				Is: []string{"201", "200", "204", "412", "OK"}[r.IntN(5)]})
		}
		steps = []engine.PlanStep{{Do: engine.DoLoop, Times: 2, Then: steps}}
	}
	plan := engine.Plan{By: p.By, Steps: steps}
	if _, err := w.Clone().Step(w.Record()+1, plan); err != nil {
		return p
	}
	return explore.Program{By: p.By, Steps: []engine.Input{plan}}
}
