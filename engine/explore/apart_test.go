package explore_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"interleave/engine/explore"
)

// each is writers who change one object each, some of them the same.
func each(guard string, objects ...string) string {
	var b strings.Builder
	for i := range objects {
		fmt.Fprintf(&b, "writer w%d\n", i)
	}
	b.WriteString("seed: create-container cont\nseed: create-table rows\nseed: put-blob cont/other x\n")
	for i, name := range slices.Compact(slices.Sorted(slices.Values(objects))) {
		fmt.Fprintf(&b, "seed: put-blob cont/%s \"%d\"\n", name, i)
	}
	for i, name := range objects {
		fmt.Fprintf(&b, "plan w%d\n  get-blob cont/%s as r\n  put-blob cont/%s {$r.body + 1}%s\n", i, name, name, guard)
	}
	return b.String()
}

// Writers of different objects are searched apart, and what comes of them is put together: orders, outcomes, marks and
// the lengths of the shortest are those of every order followed by itself, and of a search that interleaves them.
func TestWritersApartAreCountedTogether(t *testing.T) {
	rows := each("", "a", "a") + "writer row\nseed: insert-entity rows/p/c .n=5\nplan row [get-entity rows/p/c as a; " +
		"update-entity rows/p/c .n=6 if-match=$a.etag; get-entity rows/p/c]\n"
	for _, c := range []struct {
		text   string
		states int // 0: more than one group has to interleave
	}{
		{each("", "a", "b"), 5},      // two steps each, and the beginning
		{each("", "a", "b", "c"), 7}, // 7 instead of 27
		{each("", "a", "a", "b"), 0},
		{each(" if-match=$r.etag", "a", "a", "b"), 0},
		{each("", "a", "a", "b", "b"), 0},
		{each(" if-match=$r.etag", "b", "a", "a", "b"), 0},
		{rows, 0},
		{each("", "a", "b") + "writer idle\n", 5},
		{strings.ReplaceAll(each("", "a", "a", "b"), "put-blob cont/b {$r.body + 1}", "delete-blob cont/b"), 0},
	} {
		in := explore.Input{World: start(t, c.text)}
		apart := explore.Search(in, explore.Budget{}, nil, nil)
		one, ok := explore.Enumerate(in, explore.Budget{}, 20000)
		if !ok {
			t.Fatal("too many orders to follow one by one")
		}
		if diff := explore.Compare(apart, one); diff != "" {
			t.Errorf("%s%s", c.text, diff)
		}
		rules := explore.AllRules()
		rules.Independent = false
		in.Rules = &rules
		whole := explore.Search(in, explore.Budget{}, nil, nil)
		if fmt.Sprint(counts(apart), apart.Values, apart.StuckIn) != fmt.Sprint(counts(whole), whole.Values,
			whole.StuckIn) || apart.Schedules.Cmp(whole.Schedules) != 0 {
			t.Errorf("%sapart %v\ninterleaved %v", c.text, counts(apart), counts(whole))
		}
		if apart.States >= whole.States || c.states > 0 && apart.States != c.states {
			t.Errorf("%s%d states, interleaved %d, want %d", c.text, apart.States, whole.States, c.states)
		}
	}
}

// However some writers share objects, searched apart, interleaved, and with no equal ones merged they come to the same.
func TestWritersOfAnyObjectsAreCountedAlike(t *testing.T) {
	chance := rand.New(rand.NewPCG(3, 9))
	for range 40 {
		var objects []string
		for range 3 + chance.IntN(3) {
			objects = append(objects, string(rune('a'+chance.IntN(3))))
		}
		text := each([]string{"", " if-match=$r.etag"}[chance.IntN(2)], objects...)
		want := find(t, text, explore.Budget{}, "")
		for _, off := range []string{"independent", "independent symmetry", "symmetry"} {
			got := find(t, text, explore.Budget{}, off)
			if got.Schedules.Cmp(want.Schedules) != 0 || fmt.Sprint(counts(got)) != fmt.Sprint(counts(want)) {
				t.Errorf("%v without %s: %s, want %s", objects, off, got.Verdict(), want.Verdict())
			}
		}
	}
}

// Four writers of four objects, two changes each: 17 states instead of 625, the orders are 16! / (4!)^4. Who names the
// object of another, lists, tells or has a budget in common is not apart.
func TestWhoIsApart(t *testing.T) {
	four := strings.ReplaceAll(each("", "a", "b", "c", "d"), "  get-blob", "  loop 2\n    get-blob")
	four = strings.ReplaceAll(four, "\n  put-blob", "\n    put-blob")
	r := find(t, four, explore.Budget{}, "")
	if r.States != 17 || r.Schedules.String() != "63063000" {
		t.Errorf("%s; want 63,063,000 orders and 17 states", r.Verdict())
	}
	copies := strings.Replace(each("", "a", "b"), "put-blob cont/b {$r.body + 1}", "copy-blob cont/b source=cont/a", 1)
	lists := strings.Replace(each("", "a", "b"), "get-blob cont/b as r\n", "list-blobs cont\n", 1)
	lists = strings.Replace(lists, "put-blob cont/b {$r.body + 1}", "put-blob cont/b 1", 1)
	for _, text := range []string{copies, lists, each("", "a", "b") + "lock blob cont/other covers blob cont/a\n"} {
		apart, whole := find(t, text, explore.Budget{}, ""), find(t, text, explore.Budget{}, "independent")
		if apart.States != whole.States {
			t.Errorf("%s%s", text, apart.Verdict())
		}
	}
	if r := find(t, each("", "a", "b"), explore.Budget{Faults: 1}, ""); r.Schedules.String() == "6" {
		t.Errorf("a fault that all share was left out: %s", r.Verdict())
	}
}

// Writers of different objects who each send two requests at once are not taken apart: what travels is told by its
// place among all that does. Each has its two decided in either order, and the answers come as they were decided or the
// other way round.
func TestWritersWhoSendAtOnceStayTogether(t *testing.T) {
	w, inputs := inputsOf(t, "writer ann\nwriter ben\nseed: create-container cont\n"+
		"ann: send put-blob cont/a 1 as a1\nann: send get-blob cont/a as a2\n"+
		"ben: send put-blob cont/b 1 as b1\nben: send get-blob cont/b as b2\n")
	in, err := explore.Cut(w, inputs)
	if err != nil {
		t.Fatal(err)
	}
	one, ok := oneByOne(in, explore.Budget{}, 100_000)
	if !ok {
		t.Fatal("too many orders")
	}
	found := explore.Search(in, explore.Budget{}, nil, nil)
	if diff := one.differs(found); diff != "" {
		t.Error(diff)
	}
	for _, o := range found.Outcomes {
		at := in.World.Clone()
		for _, s := range o.Example {
			for _, input := range s.Inputs {
				if _, err := at.Step(at.Record()+1, input); err != nil {
					t.Fatalf("%s: %v", o, err)
				}
			}
		}
		for _, l := range o.Last {
			if x := at.Exchange(at.Writer(l.Writer).Newest); x == nil || !x.Answer.Is(l.Status) {
				t.Errorf("%s: the example has another end", o)
			}
		}
	}
}
