package room

import (
	"fmt"
	"strings"

	"interleave/engine"
)

// TellSplit says of an order at whose end a wish is half done that no request of it is marked, and what would carry the
// whole wish where there is such a request.
func (o Orders) TellSplit() string {
	said := "No request in it is marked: what is left half done at its end is the harm."
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
