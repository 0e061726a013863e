package explore_test

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/explore"
	"interleave/engine/scenario"
)

// inputsOf are all inputs of a scenario, with the world in front of them.
func inputsOf(t *testing.T, text string) (w *engine.World, inputs []engine.Input) {
	t.Helper()
	count := 0
	f, err := scenario.Parse("test.race", []byte(text), catalog.New().Services())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range f.Moments() {
		switch in := m.Input.(type) {
		case nil:
		case engine.Send: // hands name nothing
			if in.As == "r"+strconv.Itoa(count+1) {
				in.As = ""
			}
			count++
			inputs = append(inputs, in)
		default:
			inputs = append(inputs, in)
		}
	}
	return engine.NewWorld(catalog.New().Services()...), inputs
}

// What is typed for seed between the requests of writers goes in front of them, and is called there what it was called.
func TestSeedBetweenTheRequestsKeepsItsName(t *testing.T) {
	w, inputs := inputsOf(t, "writer ann\nwriter ben\nseed: create-container cont\nann: put-blob cont/a 1\n"+
		"seed: put-blob cont/b 7\nann: get-blob cont/b\nben: put-blob cont/c 1\n")
	in, err := explore.Cut(w, inputs)
	if err != nil {
		t.Fatal(err)
	}
	r := explore.Search(in, explore.Budget{}, nil, nil)
	if r.Schedules == nil || r.Schedules.Int64() != 3 || strings.Contains(r.Outcomes[0].String(), explore.Stuck) {
		t.Errorf("%s %v", r.Verdict(), r.Outcomes)
	}
}

// Two requests have one name, as a script's and that which hands have given since: what is sent, told and worked on
// behind the second means the second, in whatever order they come.
func TestWhatIsToldAndDoneMeansTheNewestOfItsName(t *testing.T) {
	w, inputs := inputsOf(t, "writer ann\nwriter ben\nseed: create-container cont\nseed: put-blob cont/a 1\n"+
		"seed: put-blob cont/b 2\nann: get-blob cont/a as g\nann: get-blob cont/b as h\ntell ben $h.body\n"+
		"ben: put-blob cont/c {$h.body + 5}\nann: does $h.body\n")
	for n, in := range inputs { // the second read has the name of the first
		switch in := in.(type) {
		case engine.Send:
			if in.As == "h" {
				in.As = "g"
			}
			for i, a := range in.Args {
				if a.Name == "body" && in.By == "ben" {
					in.Args[i].Value = engine.Expression(engine.Add, engine.Ref("g.body", false), engine.Number(5))
				}
			}
			inputs[n] = in
		case engine.Deliver:
			if in.Names[0] == "h" {
				inputs[n] = engine.Deliver{Names: []string{"g"}}
			}
		case engine.ReceiveAnswer:
			if in.Names[0] == "h" {
				inputs[n] = engine.ReceiveAnswer{Names: []string{"g"}}
			}
		case engine.Tell:
			in.What = engine.Ref("g.body", false)
			inputs[n] = in
		case engine.Act:
			in.What = engine.Ref("g.body", false)
			inputs[n] = in
		}
	}
	in, err := explore.Cut(w, inputs)
	if err != nil {
		t.Fatal(err)
	}
	r := explore.Search(in, explore.Budget{}, nil, nil)
	if len(r.Outcomes) == 0 || !strings.Contains(r.Outcomes[0].String(), `cont/c "7"`) {
		t.Errorf("%s %v", r.Verdict(), r.Outcomes)
	}
}

// Ten times the history takes no more than about ten times the memory to be cut: nothing is gone through anew for each
// request. Requests are sent again behind losses, some of them held, two of each three under one name.
func TestCuttingGrowsWithTheHistory(t *testing.T) {
	took := func(requests int) uint64 {
		var text strings.Builder
		text.WriteString("writer ann\nwriter ben\nseed: create-container cont\n")
		for n := range requests / 3 {
			fmt.Fprintf(&text, "ann: send put-blob cont/a %d as x%d\nlose x%d\ntimeout x%d\n", n, n, n, n)
			fmt.Fprintf(&text, "ann: put-blob cont/a %d again=x%d\nben: get-blob cont/a as g%d\n", n, n, n)
		}
		w, inputs := inputsOf(t, text.String())
		for n, in := range inputs {
			if send, ok := in.(engine.Send); ok && send.By == "ben" {
				send.As = "g"
				inputs[n] = send
			}
			if names, ok := in.(engine.Deliver); ok && names.Names[0][0] == 'g' {
				inputs[n] = engine.Deliver{Names: []string{"g"}}
			}
			if names, ok := in.(engine.ReceiveAnswer); ok && names.Names[0][0] == 'g' {
				inputs[n] = engine.ReceiveAnswer{Names: []string{"g"}}
			}
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := explore.Cut(w, inputs); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if few, many := took(90), took(900); many > 13*few {
		t.Errorf("%d bytes for 90 requests, %d for 900", few, many)
	}
}

// A delete that was decided while a conditional write of the key stood undecided refused that with a 409: who searches
// what was done so finds that order too, though nobody has switched contention on.
func TestWhatMetAtTheServiceIsSearchedSo(t *testing.T) {
	const start = "writer ann\nwriter ben\nseed: create-bucket jobs\nseed: put-object jobs/claim old\n"
	const met = "ann: send put-object jobs/claim a if-none-match=* as p\narrive p\nben: delete-object jobs/claim\n" +
		"deliver p\n"
	for behind, want := range map[string]bool{
		met: true, "ann: put-object jobs/claim a if-none-match=*\nben: delete-object jobs/claim\n": false} {
		in, err := explore.Cut(inputsOf(t, start+behind))
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, m := range explore.Search(in, explore.Budget{}, nil, nil).Marks {
			found = found || m.Kind == engine.TwoAtOnce
		}
		if in.Meets != want || found != want {
			t.Errorf("%s: meets %v, two at once %v", behind, in.Meets, found)
		}
	}
}
