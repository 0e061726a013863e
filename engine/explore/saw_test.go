package explore_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/explore"
	"interleave/engine/scenario"
)

// heardOnTheWay are ends that ask for one or two answers that some order ends with, heard at any time.
func heardOnTheWay(r *rand.Rand, in explore.Input) (list []explore.Want) {
	var all []explore.Status
	for _, o := range explore.Search(in, explore.Budget{States: 3000}, nil, nil).Outcomes {
		all = append(all, o.Last...)
	}
	for len(all) > 0 && len(list) < r.IntN(3) {
		want := explore.Want{Is: func(w *engine.World) bool { return true }}
		for range 1 + r.IntN(2) {
			if s := all[r.IntN(len(all))]; s.Status != explore.Stuck && s.Status != "" {
				want.Saw = append(want.Saw, s)
			}
		}
		list = append(list, want)
	}
	return list
}

// Two who read, add one and write under If-Match, and try it again once: in two orders one is through before the other
// begins, in four both have read before the first write, and the other write is refused, reads anew and is through.
func TestAnAnswerHeardOnTheWay(t *testing.T) {
	const plan = "[loop 2 [get-blob wiki/n as g; put-blob wiki/n {$g.body + 1} if-match=$g.etag as w; " +
		"break on w 201]]\n"
	const text = "writer ann\nwriter ben\nseed: create-container wiki\nseed: put-blob wiki/n 0\n" +
		"plan ann " + plan + "plan ben " + plan
	w := start(t, text)
	file, err := scenario.Parse("end", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		end    string
		orders string
		unseen string // orders that end so but for what is to be heard on the way; empty: orders has them
	}{
		{"state blob wiki/n body=2; state ann saw=412", "2", ""},
		{"state blob wiki/n body=2; state ann saw=412; state ben saw=412", "0", "6"},
		{"state blob wiki/n body=2; state ann saw=409", "0", "6"},
		{"state blob wiki/n body=3; state ann saw=412", "0", ""},
	} {
		end, err := file.EndOf(c.end, []string{"ann", "ben"})
		if err != nil {
			t.Fatal(err)
		}
		in := explore.Input{World: w, Wanted: []explore.Want{end.Want()}}
		found := explore.Search(in, explore.Budget{}, nil, nil)
		one, _ := oneByOne(in, explore.Budget{}, 1000)
		if diff := one.differs(found); diff != "" {
			t.Errorf("%s: %s", c.end, diff)
		}
		got := found.Wanted[0]
		unseen := ""
		if got.Unseen != nil {
			unseen = got.Unseen.Schedules.String()
		}
		if got.Schedules.String() != c.orders || unseen != c.unseen {
			t.Errorf("%s: %s orders, unseen %q", c.end, got.Schedules, unseen)
		}
		if got.Found {
			heard := false
			at := w.Clone()
			for _, s := range got.Example {
				for _, input := range s.Inputs {
					if _, err := at.Step(at.Record()+1, input); err != nil {
						t.Fatal(err)
					}
				}
			}
			for n := 1; n <= at.Requests(); n++ {
				x := at.Exchange(n)
				heard = heard || x.By == "ann" && !x.Heard.IsZero() && x.Answer.Status == 412
			}
			if !heard || !end.Want().Is(at) {
				t.Errorf("%s: the example: heard %v", c.end, heard)
			}
		}
	}
}

// What was heard in front of the moment that is searched counts: it was heard at some time.
func TestAnAnswerHeardBeforeTheSearch(t *testing.T) {
	w := start(t, "writer ann\nwriter ben\nseed: create-container wiki\nseed: put-blob wiki/n 0\n"+
		"ann: put-blob wiki/n 1 if-none-match=*\nplan ann [put-blob wiki/n 2]\nplan ben [put-blob wiki/n 3]\n")
	for status, orders := range map[string]string{"409": "2", "412": "0"} {
		any := func(*engine.World) bool { return true }
		want := explore.Want{Is: any, Saw: []explore.Status{{Writer: "ann", Status: status}}}
		found := explore.Search(explore.Input{World: w, Wanted: []explore.Want{want}}, explore.Budget{}, nil, nil)
		if got := found.Wanted[0].Schedules.String(); got != orders {
			t.Errorf("%s: %s orders, want %s", status, got, orders)
		}
	}
}

// To look for an order on which four answers are heard takes two words of four bytes for each state and each of the 16
// parts of them, beside what the search takes: that counts as memory, and may end it.
func TestWhatIsHeardOnTheWayCountsAsMemory(t *testing.T) {
	in := explore.Input{World: start(t, "writer ann\nwriter ben\nseed: create-container wiki\n"+
		"seed: put-blob wiki/n 0\n"+enginetest.Each("plan WHO [loop 5 [get-blob wiki/n as g; "+
		"put-blob wiki/n {$g.body + 1} if-match=$g.etag]]\n", "ann", "ben"))}
	search := func(bytes int64) (found *explore.Result, most int64) {
		found = explore.Search(in, explore.Budget{Bytes: bytes}, nil, func(p explore.Progress) bool {
			most = max(most, p.Bytes)
			return true
		})
		return found, most
	}
	plain, least := search(0)
	in.Wanted = []explore.Want{{Is: func(*engine.World) bool { return true }, Saw: []explore.Status{
		{Writer: "ann", Status: "200"}, {Writer: "ann", Status: "412"}, {Writer: "ben", Status: "201"},
		{Writer: "ben", Status: "412"}}}}
	seen, most := search(0)
	if more := int64(seen.States) * 2 * 4 * 16; most-least < more || !plain.Complete() || !seen.Complete() {
		t.Errorf("%d bytes, %d with what is heard: want %d more; %s", least, most, more, seen.Verdict())
	}
	if found, _ := search((least + most) / 2); found.Stopped != "memory" {
		t.Error(found.Verdict())
	}
}

// What a search finds is the same where what a writer knew counts in front of a read too: the orders, the ends, the
// marks and the lengths of their shortest orders. It never has more states.
func TestReadAnewChangesNothing(t *testing.T) {
	fewer := 0
	off := explore.AllRules()
	off.Reread = false
	compare := func(path string, in explore.Input) {
		b := explore.Budget{States: 4000}
		got := explore.Search(in, b, nil, nil)
		in.Rules = &off
		want := explore.Search(in, b, nil, nil)
		if want.Stopped != "" {
			return
		}
		if fmt.Sprint(counts(got), got.Values, got.Schedules, got.StuckIn, got.Unread != nil) !=
			fmt.Sprint(counts(want), want.Values, want.Schedules, want.StuckIn, want.Unread != nil) {
			t.Errorf("%s: %v, want %v", path, counts(got), counts(want))
		}
		if got.States > want.States {
			t.Errorf("%s: %d states, without it %d", path, got.States, want.States)
		}
		if got.States < want.States {
			fewer++
		}
	}
	for n, text := range rereads {
		compare(fmt.Sprint(n), explore.Input{World: start(t, text)})
	}
	if fewer == 0 {
		t.Error("no program has fewer states")
	}
	eachRace(t, oneIn(8), func(path string, s *scenario.Searched) { compare(path, s.Input) })
	t.Log(fewer)
}

// rereads are programs in which writers read again what they know: as it is always there; as another deletes it, so
// that the read may show nothing; as they learn more of it by another request; as what they write is made from
// something else, and whether it loses an update hangs on what they knew.
var rereads = []string{cond(2, 3), cond(3, 2),
	rereading("delete-blob cont/b", "get-blob cont/b as r"),
	rereading("set-blob-metadata cont/b meta.k=v", "get-blob-properties cont/b as r"),
	rereading("set-blob-tags cont/b tag.k=v", "get-blob-tags cont/b as r"),
	"writer ann\nwriter ben\nseed: create-container cont\nseed: put-blob cont/b \"0\"\n" +
		"seed: put-blob cont/c \"0\"\n" +
		enginetest.Each("plan WHO\n  get-blob cont/c as c\n  loop 2\n    get-blob cont/b\n"+
			"    put-blob cont/b {$c.body + 1}\n  get-blob cont/b\n", "ann", "ben"),
}

func rereading(other, first string) string {
	return "writer ann\nwriter ben\nwriter cat\nseed: create-container cont\nseed: put-blob cont/b \"0\"\n" +
		enginetest.Each("plan WHO\n  "+first+"\n  put-blob cont/b $r.etag if-match=$r.etag as w\n"+
			"  get-blob cont/b as r\n  put-blob cont/b {$r.body + 1} as w\n", "ann", "ben") +
		"plan cat\n  get-blob cont/b as r\n  " + other + "\n"
}

// Where a read may fail, what its writer knew counts: a search that took it as read anew begins again.
func TestAReadThatFailsShowsNothing(t *testing.T) {
	for text, want := range map[string]bool{cond(2, 2): false, rereads[2]: true} {
		if got := explore.BeganAgain(explore.Input{World: start(t, text)}, explore.Budget{}); got != want {
			t.Errorf("it began again: %v, want %v, with\n%s", got, want, text)
		}
	}
}
