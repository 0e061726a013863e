package explore_test

import (
	"fmt"
	"strings"
	"testing"

	"interleave/engine/explore"
)

// Two writers with six requests each: with one switch the one goes after the other, 2 orders; with two switches one of
// them is cut into two parts, at one of 5 places, 10 more; with three both are, 50 more.
func TestABoundLeavesOutOrdersWithMoreSwitches(t *testing.T) {
	for n, want := range []string{"0", "2", "12", "62"} {
		r := find(t, blind(2, 3), explore.Budget{Bounded: true, Switches: n}, "")
		if r.Schedules.String() != want || r.Complete() || !strings.HasPrefix(r.Verdict(), "bounded") {
			t.Errorf("%d switches: %s, want %s orders", n, r.Verdict(), want)
		}
	}
	all, bounded := find(t, blind(2, 3), explore.Budget{}, ""), find(t, blind(2, 3), explore.Budget{Bounded: true,
		Switches: 11}, "")
	if fmt.Sprint(counts(all)) != fmt.Sprint(counts(bounded)) {
		t.Errorf("eleven switches are all that there can be:\n%v\n%v", counts(bounded), counts(all))
	}
}

// What samples show is what a search of all orders finds, and no more than that is claimed.
func TestSamplesShowOnlyWhatIsThere(t *testing.T) {
	b := explore.Budget{Faults: 1}
	all := find(t, cond(2, 2), b, "")
	known := map[string]bool{}
	for _, o := range all.Outcomes {
		known[o.String()] = true
	}
	lengths := map[string]int{}
	for _, m := range all.Marks {
		lengths[string(m.Kind)] = m.Length
	}
	b.Samples = 300
	for _, b.Priorities = range []int{0, 3} {
		r := find(t, cond(2, 2), b, "")
		sum := 0
		for _, o := range r.Outcomes {
			sum += o.Samples
			if !known[o.String()] {
				t.Errorf("%s is no end of any order", o)
			}
		}
		for _, m := range r.Marks {
			if least, ok := lengths[string(m.Kind)]; !ok || m.Length < least || m.Length != len(m.Example) {
				t.Errorf("%s in %d steps: the shortest has %d", m.Kind, m.Length, least)
			}
		}
		if sum != 300 || r.Samples != 300 || r.Complete() || r.Schedules != nil || len(r.Marks) == 0 ||
			!strings.HasPrefix(r.Verdict(), "sampled") {
			t.Errorf("%s: %d of 300 have an end", r.Verdict(), sum)
		}
		if again := find(t, cond(2, 2), b, ""); fmt.Sprint(again.Outcomes) != fmt.Sprint(r.Outcomes) {
			t.Error("the same seed takes other orders")
		}
	}
}

// Two writers of whom one goes on until it is done have to change once: none of their orders has no change, and nothing
// is said of such orders.
func TestABoundThatNoOrderKeepsIsSaid(t *testing.T) {
	r := find(t, blind(2, 1), explore.Budget{Bounded: true}, "")
	if r.Schedules.Sign() != 0 || !strings.HasPrefix(r.Clean(), "No order has so few switches of writers") {
		t.Errorf("%s orders: %s", r.Schedules, r.Clean())
	}
}

// Three read and write blindly. With two changes of the writer each does both in a row, in 3! orders, and nothing is
// lost; what would lose something needs a third change, and is no order that was looked at.
func TestAMarkThatNoWholeOrderMeetsIsNotFound(t *testing.T) {
	r := find(t, blind(3, 1), explore.Budget{Bounded: true, Switches: 2}, "")
	const clean = "None of the orders that were looked at"
	if r.Schedules.String() != "6" || len(r.Marks) > 0 || !strings.HasPrefix(r.Clean(), clean) {
		t.Errorf("%s: %v, %s", r.Verdict(), r.Marks, r.Clean())
	}
	if r = find(t, blind(3, 1), explore.Budget{Bounded: true, Switches: 3}, ""); r.Marks[0].Length != 4 {
		t.Errorf("%s: %v", r.Verdict(), r.Marks)
	}
}

// Of the 90 orders of these six requests 6 lose nothing. A walk that takes each step by chance takes one of them in one
// of six, and says that this is no share of the orders.
func TestSharesOfSamplesAreCalledNoSharesOfOrders(t *testing.T) {
	r := find(t, blind(3, 1), explore.Budget{Samples: 60}, "")
	if !strings.Contains(r.Verdict(), "shares of these are none of all orders") {
		t.Error(r.Verdict())
	}
}

// Who has no on lost waits for every answer: a search that lets somebody be late finds no more there, and says so.
func TestWhoIsNeverLateIsNamed(t *testing.T) {
	const ann, ben = "plan ann [put-blob cont/b x as w; on lost w []]\n", "plan ben [put-blob cont/b y]\n"
	for text, want := range map[string]string{
		ben:       "lates <= 1 (nobody is late: no plan has on lost): ",
		ann + ben: "lates <= 1 (ben is never late: it has no on lost): ",
		ann:       "lates <= 1: ",
	} {
		in := explore.Input{World: start(t, "writer ann\nwriter ben\nseed: create-container cont\n"+text)}
		r := explore.Search(in, explore.Budget{Lates: 1}, nil, nil)
		if !strings.Contains(r.Verdict(), want) {
			t.Errorf("%s: %s", text, r.Verdict())
		}
	}
}
