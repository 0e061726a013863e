package guards

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
)

// notDone is what a row refuses of a harm through no other writer's doing: a refusal without a kind, as of a condition
// that a service does not know with such a request, or by a policy. No guard is praised where what harms, or what was
// to be harmed, is not done at all.
type notDone struct {
	requests []int  // by their numbers in the history as it was made; none: it is done
	said     string // what the first of them was refused with
	policy   bool   // it was a policy
}

// notDone looks at each case of a harm in the history as it was made, or bare where that has none: in each of them one
// of the two requests has to be refused here and not there.
func (t *Table) notDone(row Row, anomaly string) (n notDone) {
	for _, id := range []string{asItIs.ID, none.ID} {
		other, ok := t.Row(id)
		if !ok || other.Count(anomaly) == 0 || anomaly[0] != byte(engine.SeveritySilent) {
			continue
		}
		for _, m := range other.run.found {
			if m.anomaly() == anomaly && !n.add(t, row.run, other.run, m) {
				return notDone{}
			}
		}
		break
	}
	slices.Sort(n.requests)
	return n
}

func (n *notDone) add(t *Table, here, there *run, harm occurrence) (refused bool) {
	for _, request := range []int{harm.Request, harm.Victim.Request} {
		x := there.w.Exchange(request)
		if x == nil || request == harm.Victim.Request && isBetween(there.w, harm) {
			continue
		}
		f, ok := here.refusedPlainly(x.Name)
		if _, both := there.refusedPlainly(x.Name); !ok || both {
			continue
		}
		refused = true
		if number := t.Rows[0].run.numbers[x.Name]; !slices.Contains(n.requests, number) {
			n.requests = append(n.requests, number)
		}
		if n.said == "" {
			n.said, n.policy = f.Cause.Rule.Fault.String(), f.Kind == engine.ByPolicy
		}
	}
	return refused
}

// isBetween says whether what a wish replaced when it was done a second time is the work of another, which came between
// the two: what is harmed there is the first doing.
func isBetween(w *engine.World, harm occurrence) bool {
	again, met := w.Exchange(harm.Request), w.Exchange(harm.Victim.Request)
	return harm.Kind == engine.DoneTwice && again != nil && met != nil && met.Wish != again.Wish &&
		harm.Object.Kind != "work"
}

// refusedPlainly is the refusal of a request that no other one brought about; ok is false where there is none.
func (g *run) refusedPlainly(name string) (found occurrence, ok bool) {
	at := slices.IndexFunc(g.found, func(m occurrence) bool {
		return m.Severity == engine.SeverityRefused && (m.Kind == "" || m.Kind == engine.ByPolicy) && m.Cause != nil &&
			g.w.Exchange(m.Request).Name == name
	})
	if at < 0 {
		return found, false
	}
	return g.found[at], true
}

// cell is what the table says of the harm.
func (n notDone) cell() string {
	if n.policy {
		return undone
	}
	return fmt.Sprintf("refuses %d", len(n.requests))
}

func (n notDone) String() string {
	var about []string
	for _, number := range n.requests {
		about = append(about, fmt.Sprintf("#%d", number))
	}
	why := "through nobody's doing"
	if n.policy {
		why = "by the policy, whoever comes first"
	}
	return fmt.Sprintf("Not done at all, but refused with %s %s: %s.", n.said, why, strings.Join(about, ", "))
}
