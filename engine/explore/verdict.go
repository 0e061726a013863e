package explore

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// Verdict says what was looked at and how far it holds, and never more than that.
func (r *Result) Verdict() string {
	found := fmt.Sprintf("%s, %s, depth %d", Plural(r.States, "state"), Plural(r.Transitions, "transition"), r.Depth)
	within := r.Budget.within()
	if never := r.neverLate(); never != "" {
		lates := fmt.Sprintf("lates <= %d", r.Budget.Lates)
		within = strings.Replace(within, lates, lates+never, 1)
	}
	if r.Asleep != nil && r.Budget.Jumps == 0 {
		within = strings.TrimPrefix(within+", clock jumps <= 0 (a plan waits for the clock)", ", ")
	}
	if within != "" {
		within = " within budgets: " + within
	}
	if r.Ordered {
		within += " (messages in the order in which they became visible)"
	}
	if r.Beside {
		within += " (requests of one writer under way at once are decided in any order, and so are their answers heard)"
	}
	if r.Merged {
		within += " (outcomes in which equal writers change places are one)"
	}
	if r.chooses() {
		within += " (what a service leaves open, choose=1 and so on, goes each way, and each is an order)"
	}
	if b := r.Budget; b.Bounded {
		within += fmt.Sprintf(" (at most %s; orders with more were not looked at)", switches(b.Switches))
	}
	switch {
	case r.Samples > 0:
		how := "each step by chance"
		if d := r.Budget.Priorities; d > 0 {
			how = "writers by priorities that change " + Plural(d-1, "time")
		}
		early := ""
		if r.Stopped != "" {
			early = ", stopped by " + stops[r.Stopped]
		}
		return fmt.Sprintf("sampled%s: %s orders, %s%s; an order is not as likely as another, so "+
			"shares of these are none of all orders; what they do not show may be in others", within,
			grouped(int64(r.Samples)), how, early)
	case r.Stopped != "":
		return fmt.Sprintf("partial%s: stopped at %s states by %s, all orders of up to %s covered", within,
			grouped(int64(r.States)), stops[r.Stopped], Steps(r.Covered))
	case r.Endless:
		return fmt.Sprintf("complete%s: unbounded orders, as a loop has no end, in %s", within, found)
	}
	word := "complete"
	if r.Budget.Bounded {
		word = "bounded"
	}
	return fmt.Sprintf("%s%s: %s in %s", word, within, Orders(r.Schedules), found)
}

// chooses says whether in some order that is shown a service does other than it does by habit.
func (r *Result) chooses() bool {
	return slices.ContainsFunc(r.Outcomes, func(o Outcome) bool {
		return slices.ContainsFunc(o.Example, func(s Step) bool { return s.chosen() != "" })
	})
}

// chosen says what a service chose in a step of what is left open to it, where that is not its habit; else it is empty.
func (s Step) chosen() string {
	for _, in := range s.Inputs {
		deliver, ok := in.(engine.Deliver)
		if !ok || !slices.ContainsFunc(deliver.Choose, func(n int) bool { return n > 0 }) {
			continue
		}
		var words []string
		for _, n := range deliver.Choose {
			words = append(words, strconv.Itoa(n))
		}
		return " (choose=" + strings.Join(words, " ") + ")"
	}
	return ""
}

// neverLate says who never stops waiting for an answer, so that a budget for that has nothing to let happen there.
func (r *Result) neverLate() string {
	switch {
	case r.Budget.Lates == 0 || len(r.Patient) == 0:
		return ""
	case r.AllPatient:
		return " (nobody is late: no plan has on lost)"
	case len(r.Patient) == 1:
		return fmt.Sprintf(" (%s is never late: it has no on lost)", r.Patient[0])
	}
	return fmt.Sprintf(" (%s are never late: they have no on lost)", strings.Join(r.Patient, ", "))
}

// stops are the reasons why a search ended early, in words.
var stops = map[string]string{"states": "the limit of states", "memory": "the limit of memory", StoppedByHand: "hand"}

func switches(n int) string {
	if n == 1 {
		return "1 switch of writers"
	}
	return fmt.Sprintf("%d switches of writers", n)
}

// within lists the budgets that are not nothing.
func (b Budget) within() string {
	var list []string
	for _, one := range []struct {
		name string
		most int
	}{{"faults", b.Faults}, {"copies", b.Copies}, {"lates", b.Lates}, {"clock jumps", b.Jumps}, {"stops", b.Stops}} {
		if one.most > 0 {
			text := fmt.Sprintf("%s <= %d", one.name, one.most)
			if one.name == "faults" {
				text += b.Words.String()
			}
			list = append(list, text)
		}
	}
	return strings.Join(list, ", ")
}

// Allowed says what a budget lets happen beside the requests, as `1 clock jump and 2 faults`; empty: nothing.
func (b Budget) Allowed() string {
	var list []string
	for _, one := range []struct {
		what string
		most int
	}{{"%s lost", b.Faults}, {"%s doubled", b.Copies}, {"%s given up late", b.Lates}} {
		if one.most > 0 {
			list = append(list, fmt.Sprintf(one.what, Plural(one.most, "message")))
		}
	}
	if b.Jumps > 0 {
		list = append(list, Plural(b.Jumps, "jump")+" of the clock")
	}
	if b.Stops > 0 {
		list = append(list, Plural(b.Stops, "writer")+" stopping")
	}
	return strings.Join(list, " and ")
}

// Plural is a number of things in words.
func Plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return Count(n) + " " + what + "s"
}

// String lists the words, as ` (writes, answers)`; empty where there is none.
func (w FaultWords) String() string {
	var list []string
	for _, one := range []struct {
		is   bool
		word string
	}{{w.Writes, "writes"}, {w.Requests, "requests"}, {w.Answers, "answers"}, {w.Handled, "handled"}} {
		if one.is {
			list = append(list, one.word)
		}
	}
	if list == nil {
		return ""
	}
	return " (" + strings.Join(list, ", ") + ")"
}

func grouped(n int64) string { return Grouped(big.NewInt(n)) }

// Count is a number as people read it, as 26,000.
func Count(n int) string { return grouped(int64(n)) }

// Grouped is a count as people read it, as 17,153,136.
func Grouped(n *big.Int) string {
	text := n.String()
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
