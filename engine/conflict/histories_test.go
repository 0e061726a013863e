package conflict_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/conflict"
	"interleave/engine/timeline"
)

// historiesUsual is how many random histories of each service a run of the tests makes; INTERLEAVE_HISTORIES asks for
// more.
const historiesUsual = 50

func histories(t *testing.T) int {
	t.Helper()
	text := os.Getenv("INTERLEAVE_HISTORIES")
	if text == "" {
		return historiesUsual
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("INTERLEAVE_HISTORIES is %q: set it to how many histories of each service are to be made", text)
	}
	return n
}

// script is what a race puts in, on its last branch.
func script(t *timeline.Timeline) (inputs []engine.Input) {
	for n := t.Last(); n != 0; n = t.Record(n).Parent {
		inputs = append(inputs, t.Input(n))
	}
	slices.Reverse(inputs)
	return inputs
}

// history plays a script as a worse net would: messages come later, twice or never, and writers give up. What is
// impossible then is left out.
func history(from string, inputs []engine.Input, chance *rand.Rand, do func(judged)) {
	w := catalog.New()
	step := func(in engine.Input) {
		before := w.Clone()
		events, err := w.Step(w.Record()+1, in)
		if err != nil {
			return
		}
		j := judged{from: from, before: before, events: events}
		j.after = before.Clone()
		j.marks = conflict.Judge(j.after, events)
		do(j)
	}
	var late []engine.Input
	for _, in := range inputs {
		var names []string
		switch in := in.(type) {
		case engine.Deliver:
			names = in.Names
		case engine.ReceiveAnswer:
			names = in.Names
		}
		if len(names) == 0 || w.Named(names[0]) != nil && w.Named(names[0]).By == engine.Seed {
			step(in)
			continue
		}
		switch chance.IntN(16) {
		case 0:
			step(engine.Lose{Name: names[0]})
		case 1:
			step(engine.Duplicate{Name: names[0]})
			step(in)
			late = append(late, engine.Deliver{Names: []string{names[0] + "'"}})
		case 2:
			step(engine.Timeout{Name: names[0]})
			late = append(late, in)
		case 3, 4, 5:
			late = append(late, in)
		default:
			step(in)
		}
		if len(late) > 0 && chance.IntN(3) == 0 {
			n := chance.IntN(len(late))
			step(late[n])
			late = slices.Delete(late, n, n+1)
		}
	}
	for _, in := range late {
		step(in)
	}
}

// eachHistory hands out the records of random histories of every service.
func eachHistory(t *testing.T, do func(judged)) {
	t.Helper()
	scripts := map[string][][]engine.Input{}
	var services []string
	eachTimeline(t, func(name string, tl *timeline.Timeline) {
		service, _, _ := strings.Cut(name, "/")
		if !slices.Contains(services, service) {
			services = append(services, service)
		}
		scripts[service] = append(scripts[service], script(tl))
	})
	for _, s := range services {
		for n := range histories(t) {
			chance := rand.New(rand.NewPCG(uint64(n), uint64(len(s))))
			at := chance.IntN(len(scripts[s]))
			history(fmt.Sprintf("history %d of %s", n, s), scripts[s][at], chance, do)
		}
	}
}
