package conflict_test

import (
	"testing"

	"interleave/engine"
)

// Effects that carry out an earlier wish, as the flush of a cache: they have the mark and the knowledge of the one
// whose wish it was.

type (
	look  act // reads the thing; what waits in a cache is written first
	cache act // writes into the sender's cache
	write act // writes at once
	drop  act // throws away what waits
	half  act // writes bytes 0 to 4 of the thing, or with a body "late" bytes 4 to 8
	piece act // reads bytes 0 to 4, or with a body "late" bytes 4 to 8
)

func partOf(tx *engine.Tx, name string) engine.Part {
	p := engine.Part{Object: engine.ObjectID{Kind: "thing", Name: name}, Name: "body"}
	if old := items(tx).Get(name); old != nil {
		p.Mark = old.by
	}
	return p
}

func (a look) Apply(tx *engine.Tx) engine.Answer {
	if waiting := items(tx).Get(a.Name + "#cache"); waiting != nil {
		tx.Change(engine.Change{Part: partOf(tx, a.Name), For: waiting.by.Request})
		items(tx).Put(tx, a.Name, &item{waiting.text, tx.For(waiting.by.Request)})
		items(tx).Delete(tx, a.Name+"#cache")
	}
	tx.Show(partOf(tx, a.Name))
	return tx.Done(200)
}

func (a cache) Apply(tx *engine.Tx) engine.Answer {
	tx.Change(engine.Change{Part: partOf(tx, a.Name+"#cache")})
	items(tx).Put(tx, a.Name+"#cache", &item{a.Body, tx.Mark()})
	return tx.Done(0)
}

func (a write) Apply(tx *engine.Tx) engine.Answer {
	tx.Change(engine.Change{Part: partOf(tx, a.Name)})
	items(tx).Put(tx, a.Name, &item{a.Body, tx.Mark()})
	return tx.Done(0)
}

func (a drop) Apply(tx *engine.Tx) engine.Answer {
	tx.Change(engine.Change{Part: partOf(tx, a.Name+"#cache"), Drops: true, Held: a.Body == ""})
	items(tx).Delete(tx, a.Name+"#cache")
	return tx.Done(200)
}

// span is the piece that a request names by its body.
func span(tx *engine.Tx, a act) (p engine.Part, key string) {
	key = a.Name + "#0"
	if a.Body == "late" {
		key = a.Name + "#4"
	}
	p = partOf(tx, key)
	p.Object, p.From, p.To, p.Alone = engine.ObjectID{Kind: "thing", Name: a.Name}, 0, 4, true
	if a.Body == "late" {
		p.From, p.To = 4, 8
	}
	return p, key
}

func (a half) Apply(tx *engine.Tx) engine.Answer {
	p, key := span(tx, act(a))
	tx.Change(engine.Change{Part: p})
	items(tx).Put(tx, key, &item{a.Body, tx.Mark()})
	return tx.Done(0)
}

func (a piece) Apply(tx *engine.Tx) engine.Answer {
	p, _ := span(tx, act(a))
	tx.Show(p)
	first, _ := span(tx, act{Name: a.Name})
	first.Name = "covered"
	if a.Body == "late" {
		first.After = "4"
	} else {
		first.Upto = "4"
	}
	tx.Show(first)
	return tx.Done(200)
}

// effectOps are the operations above.
func effectOps() []engine.OpSpec {
	return []engine.OpSpec{{Verb: "look", Object: "thing", Group: engine.GroupRead, Op: look{}},
		{Verb: "cache", Object: "thing", Op: cache{}},
		{Verb: "write", Object: "thing", Op: write{}}, {Verb: "drop", Object: "thing", Op: drop{}},
		{Verb: "half", Object: "thing", Op: half{}},
		{Verb: "piece", Object: "thing", Group: engine.GroupRead, Op: piece{}}}
}

func body(by, verb, as, text string) engine.Send {
	return engine.Send{By: by, Verb: verb, As: as, Args: engine.Args("name", "x", "body", text)}
}

// Ana read, Ben wrote, and what Ana had written into her cache comes on top when Ben looks: her wish, her knowledge,
// Ben's request.
func TestAFlushIsJudgedByWhatItsWriterKnew(t *testing.T) {
	late := join(all(ask("ann", "look", "a1")), all(ask("ann", "cache", "a2")), all(ask("ben", "write", "b1")),
		all(ask("ben", "look", "b2")))
	one(t, play(t, late...), "~ lost-update ben")
	// What the reader knew does not count, nor does a flush with nothing unknown below it.
	one(t, play(t, join(all(ask("ben", "write", "b0")), all(ask("ann", "look", "a1")), all(ask("ann", "cache", "a2")),
		all(ask("ben", "look", "b2")))...))
	// A blind write out of a cache is what last writer wins allows.
	one(t, play(t, join(all(ask("ann", "cache", "a2")), all(ask("ben", "write", "b1")),
		all(ask("ben", "look", "b2")))...))
}

// Who causes the flush has changed nothing of its own: another try of its look is no second doing, and it is shown what
// was flushed.
func TestAFlushIsNotTheDoingOfWhoCausesIt(t *testing.T) {
	first := []engine.Input{ask("ben", "look", "b1"), engine.Deliver{Names: []string{"b1"}}, engine.Lose{Name: "b1"}}
	one(t, play(t, join(all(ask("ann", "cache", "a1")), first, all(ask("ann", "cache", "a2")),
		all(ask("ben", "look", "b2", "b1")),
		all(ask("ben", "write", "b3")))...), "? no-answer ben")
}

// Who throws away what another still holds in a cache harms it, however little it knows; without a holder it is blind.
func TestThrowingAwayWhatIsHeldHarms(t *testing.T) {
	one(t, play(t, join(all(ask("ann", "cache", "a1")), all(body("ben", "drop", "b1", "")))...), "~ lost-update ann")
	one(t, play(t, join(all(ask("ann", "cache", "a1")), all(body("ben", "drop", "b1", "free")))...))
}

// Pieces of one part are replaced alone: what was read of one says nothing about another.
func TestPiecesAreOnePartWhereTheyMeet(t *testing.T) {
	read := all(body("ann", "piece", "a1", ""))
	one(t, play(t, join(read, all(body("ben", "half", "b1", "")), all(body("ann", "half", "a2", "")))...),
		"~ lost-update ben")
	one(t, play(t, join(read, all(body("ben", "half", "b1", "late")), all(body("ann", "half", "a2", "late")))...))
	one(t, play(t, join(read, all(body("ben", "half", "b1", "late")), all(body("ann", "half", "a2", "")))...))
}

// A piece that has a mark of its own tears nothing by being newer than its neighbour: only what was covered counts.
func TestAReadIsTornByWhatItCovered(t *testing.T) {
	first, second := all(body("ann", "piece", "a1", "")), all(body("ann", "piece", "a2", "late"))
	one(t, play(t, join(all(body("ben", "half", "b1", "late")), first, second)...))
	one(t, play(t, join(first, all(body("ben", "half", "b1", "late")), second)...))
	one(t, play(t, join(first, all(body("ben", "half", "b1", "")), second)...), "~ torn-read ann")
}
