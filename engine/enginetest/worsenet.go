package enginetest

import (
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/races"
	"interleave/engine/scenario"
	"interleave/engine/timeline"
)

// race is a race of the library that was played.
type race struct {
	name     string
	timeline *timeline.Timeline
}

// library is every race, played once for all tests of a package.
var library = sync.OnceValues(func() (list []race, err error) {
	for _, name := range races.All() {
		if strings.HasPrefix(name, "lessons/") { // the same scenes again, told to a learner
			continue
		}
		text, err := races.FS.ReadFile(name)
		if err != nil {
			return nil, err
		}
		f, err := scenario.Parse(name, text, catalog.Services())
		if err != nil {
			return nil, err
		}
		result, err := f.Run()
		if err != nil {
			return nil, err
		}
		list = append(list, race{name, result.Timeline})
	}
	return list, nil
})

// Played hands out every race of the library as it was played on a world of all services, in the order of their names:
// the race's name, as `blob/wiki.race`, and its session, to be read only.
func Played(t *testing.T, do func(name string, tl *timeline.Timeline)) {
	t.Helper()
	list, err := library()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		do(r.name, r.timeline)
	}
}

// Script is what a session put in on its last branch.
func Script(t *timeline.Timeline) (inputs []engine.Input) {
	for n := t.Last(); n != 0; n = t.Record(n).Parent {
		inputs = append(inputs, t.Input(n))
	}
	slices.Reverse(inputs)
	return inputs
}

// Beginning makes what a history is played in, and hands out where its inputs go and how a request's sender is found
// there.
type Beginning = func(service string, number int) (step func(engine.Input), sender func(request string) string)

// WorseNets plays scripts of the library as worse nets would, n for each service, the same at every run.
func WorseNets(t *testing.T, n int, begin Beginning) {
	t.Helper()
	services, scripts := scripts(t)
	for _, s := range services {
		for number := range n {
			chance := rand.New(rand.NewPCG(uint64(number), uint64(len(s))))
			at := chance.IntN(len(scripts[s]))
			step, sender := begin(s, number)
			worseNet(scripts[s][at], chance, sender, step)
		}
	}
}

// scripts are those of the library, by their services, which come in the order of their names.
func scripts(t *testing.T) (services []string, of map[string][][]engine.Input) {
	t.Helper()
	of = map[string][][]engine.Input{}
	Played(t, func(name string, tl *timeline.Timeline) {
		service := path.Dir(name)
		if !slices.Contains(services, service) {
			services = append(services, service)
		}
		of[service] = append(of[service], Script(tl))
	})
	return services, of
}

// worseNet plays a script as a worse net would: messages come later, twice or never, and writers give up. What is
// impossible then is for step to leave out.
func worseNet(inputs []engine.Input, chance *rand.Rand, sender func(string) string, step func(engine.Input)) {
	var late []engine.Input
	for _, in := range inputs {
		var names []string
		switch in := in.(type) {
		case engine.Deliver:
			names = in.Names
		case engine.ReceiveAnswer:
			names = in.Names
		}
		if len(names) == 0 || sender(names[0]) == engine.Seed {
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
