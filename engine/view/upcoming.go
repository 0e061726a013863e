package view

import (
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/scenario"
)

// Upcoming is a request that a writer's plan sends next, when nobody stops it.
type Upcoming struct {
	By    string // writer id
	What  string // the method
	In    time.Duration
	Again int // the request that it says again, word for word; 0: none

	Object engine.ObjectID // what it is for; zero where an answer names it
}

// Upcoming are the requests that plans send next, the first one first.
func (v *View) Upcoming() []Upcoming {
	var list []Upcoming
	for _, id := range scenario.InTurn(v.world) {
		if c, ok := v.comingOf(id); ok && (scenario.CanStep(v.world, id) || c.In > 0 &&
			v.world.PlanOf(id).Until > v.Now()) {
			at := len(list)
			for at > 0 && list[at-1].In > c.In {
				at--
			}
			list = append(list[:at:at], append([]Upcoming{c}, list[at:]...)...)
		}
	}
	return list
}

func (v *View) comingOf(writer string) (c Upcoming, ok bool) {
	ahead := v.world.Ahead(writer)
	next := ahead.Next()
	if next == nil || next.Do != engine.DoSend {
		return c, false
	}
	spec := v.world.Spec(next.Verb)
	c = Upcoming{By: writer, What: spec.Method, In: max(PlanDue(v.world, writer).Sub(v.Now()), 0)}
	if name := spec.Target(next.Args); name != "" && !strings.Contains(name, "$") {
		c.Object = engine.ObjectID{Kind: spec.Object, Name: name}
	}
	if v.world.Repeats(writer) {
		c.Again = v.world.PlanOf(writer).Last
	}
	return c, true
}
