package room

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/explore"
)

// SplitCounts says which orders a search counts that leave a wish half done (design of searches: ends with a part done
// and none to repair it).
const SplitCounts = "Counted is every order at whose end a wish is half done for good, whoever has written over its " +
	"part since."

// TellSplit says of an order at whose end a wish is half done that no request of it is marked, what of the wish was
// done and what was not, and what would carry the whole wish where there is such a request.
func (o Orders) TellSplit(order []explore.Step) string {
	return "No request in it is marked: " + o.tellHalf(order)
}

// tellHalf is that harm, in sentences that begin with a small letter.
func (o Orders) tellHalf(order []explore.Step) string {
	said := "what is left half done at its end is the harm." + o.halfDone(order)
	for _, w := range o.Input.World.Writers() {
		if p := o.Input.World.PlanOf(w.ID); p != nil {
			said += o.inOneGroup(w.Title, p.Steps)
		}
	}
	for _, p := range o.Input.Programs {
		for _, in := range p.Steps {
			if plan, ok := in.(engine.Plan); ok {
				said += o.inOneGroup(o.Title(p.By), plan.Steps)
			}
		}
	}
	return said
}

// inOneGroup names the wishes of a plan whose requests are all changes of rows of one partition: a group transaction
// does them all or none (engine/table/rules.md).
func (o Orders) inOneGroup(title string, steps []engine.PlanStep) (said string) {
	for _, s := range steps {
		said += o.inOneGroup(title, s.Then) + o.inOneGroup(title, s.Else)
		if s.Do != engine.DoWish || len(s.Then) < 2 {
			continue
		}
		table, partition, ok := o.partitionOf(s.Then)
		if ok {
			said += fmt.Sprintf(" %s's rows lie in one partition: entity-group-transaction %s %s does all of the "+
				"wish or none of it.", title, table, partition)
		}
	}
	return said
}

// partitionOf is the table and the partition in which all of some requests change rows.
func (o Orders) partitionOf(steps []engine.PlanStep) (table, partition string, ok bool) {
	rows := map[string]bool{} // a group takes each once
	for _, s := range steps {
		spec := o.Input.World.Spec(s.Verb)
		if s.Do != engine.DoSend || spec == nil || spec.Object != "entity" || !spec.Changes() {
			return "", "", false
		}
		name := strings.Split(spec.Target(s.Args), "/")
		if len(name) != 3 || rows[name[2]] || table != "" && (name[0] != table || name[1] != partition) {
			return "", "", false
		}
		table, partition, rows[name[2]] = name[0], name[1], true
	}
	return table, partition, table != ""
}

// halfDone names whose wish is half done at the end of an order, what of it was done and what was not, as
// ` Ann's wish move: put-blob lake/a was done, put-blob lake/b was not.`; empty where no plan has such a wish there.
func (o Orders) halfDone(order []explore.Step) (said string) {
	w := o.Input.World.Clone()
	plans := map[string]*engine.PlanState{} // as they stood before they were taken away
	for _, s := range order {
		for _, in := range s.Inputs {
			if _, err := w.Step(w.Record()+1, in); err != nil {
				return ""
			}
			for _, x := range w.Writers() {
				if p := w.PlanOf(x.ID); p != nil && len(p.Steps) > 0 {
					plans[x.ID] = p
				}
			}
		}
	}
	for _, x := range w.Writers() {
		if plans[x.ID] == nil {
			continue
		}
		for _, wish := range plans[x.ID].Wishes {
			did, lacks := partsOf(w, wish, plans[x.ID].Steps)
			if len(did) > 0 && len(lacks) > 0 {
				said += fmt.Sprintf(" %s's wish %s: done %s; not done %s.", x.Title, wish.Name,
					strings.Join(did, ", "), strings.Join(lacks, ", "))
			}
		}
	}
	return said
}

// partsOf are the requests of a wish that were done, and those of its plan that were not, by operation and object. What
// only reads, or locks, is no part.
func partsOf(w *engine.World, wish engine.Wishing, plan []engine.PlanStep) (did, lacks []string) {
	called := func(verb string, args []engine.Arg) string {
		return strings.TrimSpace(verb + " " + w.Spec(verb).Target(args))
	}
	for _, n := range wish.Requests {
		x := w.Exchange(n)
		if name := called(x.Verb, x.Asked().Args); x.Altered && !slices.Contains(did, name) {
			did = append(did, name)
		}
	}
	var visit func(steps []engine.PlanStep, inside bool)
	visit = func(steps []engine.PlanStep, inside bool) {
		for _, s := range steps {
			within := inside || s.Do == engine.DoWish && s.Name == wish.Name
			if s.Do == engine.DoSend && inside {
				spec, name := w.Spec(s.Verb), called(s.Verb, s.Args)
				if spec.Changes() && spec.Group != engine.GroupLease && !slices.Contains(append(did, lacks...), name) {
					lacks = append(lacks, name)
				}
			}
			visit(s.Then, within)
			visit(s.Else, within)
		}
	}
	visit(plan, false)
	return did, lacks
}

// HalfDone is what is said of the branch that is looked at, where it is an order that leaves a wish half done, in
// sentences that begin with a small letter; empty: it is none.
func (o Orders) HalfDone() string { return o.half }
