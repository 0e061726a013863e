package guards

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// notDone is what a row refuses of a harm, and not for it: through no other writer's doing, by a refusal without a
// kind, as of a condition that a service does not know with such a request, or by a policy; or for what became of
// another thing, as the source of a copy; or no try at all of what was done twice. No guard is praised where what
// harms, or what was to be harmed, is not done at all.
type notDone struct {
	requests []int  // by their numbers in the history as it was made; none: it is done
	said     string // what the first of them was refused with
	why      string // and for what, in words
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
		f, why := here.refusedBeside(x.Name, harm)
		if why == "" && request == harm.Request && here.neverDoes(there, harm) {
			f, why = here.refusalOf(x.Name)
		}
		if _, both := there.refusedBeside(x.Name, harm); why == "" || both != "" {
			continue
		}
		refused = true
		if number := t.Rows[0].run.numbers[x.Name]; !slices.Contains(n.requests, number) {
			n.requests = append(n.requests, number)
		}
		if n.said == "" {
			n.said, n.why, n.policy = here.replied(f), why, f.Kind == engine.ByPolicy
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

// replied is what a request was refused with: a status and its code, or the reply to a line.
func (g *run) replied(refusal occurrence) string {
	if x := g.w.Exchange(refusal.Request); g.w.Spec(x.Verb).Prompt() {
		return conflict.Replied(&x.Answer)
	}
	return refusal.Cause.Rule.Fault.String()
}

// refusedBeside is the refusal of a request that nothing of what is harmed brought about, and what did, in words; empty
// where there is none.
func (g *run) refusedBeside(name string, harm occurrence) (found occurrence, why string) {
	for _, m := range g.found {
		if m.Severity != engine.SeverityRefused || m.Cause == nil || g.w.Exchange(m.Request).Name != name {
			continue
		}
		switch {
		case m.Kind == engine.ByPolicy:
			return m, "by the policy, whoever comes first"
		case m.Kind == "":
			return m, "through nobody's doing"
		case m.Cause.Rule.Looks == engine.AtSource && !isOfSource(g.w.Exchange(m.Request), harm):
			return m, "for what became of its source"
		}
	}
	return found, ""
}

// neverDoes says whether no try takes effect here of what was done twice in another run.
func (g *run) neverDoes(there *run, harm occurrence) bool {
	if harm.Kind != engine.DoneTwice || harm.Object.Kind == "work" {
		return false
	}
	wish := there.w.Exchange(harm.Request).Wish
	for x := range there.w.RequestsOf(harm.By) {
		if here := g.w.Named(x.Name); x.Wish == wish && here != nil && here.Took {
			return false
		}
	}
	return true
}

// refusalOf is the first refusal of a request, and what brought it about in words; empty where there is none.
func (g *run) refusalOf(name string) (found occurrence, why string) {
	for _, m := range g.found {
		if m.Severity == engine.SeverityRefused && m.Cause != nil && g.w.Exchange(m.Request).Name == name {
			return m, "each time"
		}
	}
	return found, ""
}

// isOfSource says whether a harm is about what a request copies: that was taken unread, or is what was replaced.
func isOfSource(x *engine.Exchange, harm occurrence) bool {
	source := engine.ValueOf(x.Resolved(), "source").String()
	return harm.Kind == engine.MixedContent || harm.Object.Name == source
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
	return fmt.Sprintf("Not done at all, but refused with %s %s: %s.", n.said, n.why, strings.Join(about, ", "))
}
