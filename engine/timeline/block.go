package timeline

import (
	"sync/atomic"

	"interleave/engine"
)

// block is a stretch of records along one way through the tree, from one checkpoint to the next or from a fork on. What
// came of them is forgotten where it lies far back, and found again by reading their lines and doing them once more
// from a checkpoint: a session keeps its lines and one world for many records, not all that ever changed. Any goroutine
// may ask a block that is whole.
type block struct {
	from    int                          // the record in front of the first one
	start   atomic.Pointer[engine.World] // behind it, frozen; nil: no world is kept there
	above   *block                       // where that record lies; nil: it is the start of the session
	before  []row                        // of above's, those up to it
	follows bool                         // above is whole, and nothing of it lies behind that record
	rows    []row
	kept    atomic.Pointer[[]happened]   // by record, with room behind; nil: forgotten
	end     atomic.Pointer[engine.World] // behind the last record, frozen, while others ask; nil: not kept
	parse   func(string) (engine.Input, error)
	old     *recalled
}

// row is a record of a block.
type row struct {
	line   string
	number int32
	broken bool // it could not be read or replayed: nothing came of it
}

// happened is what a record put in, and what came of it.
type happened struct {
	input  engine.Input // nil: it could not be read
	events []engine.Event
}

// add appends a record with what came of it, and gives its place.
func (b *block) add(r row, came happened) (place int) {
	place = len(b.rows)
	kept := b.outcomes()
	if place == len(kept) {
		grown := make([]happened, min(max(2*place, 16), checkpointEvery))
		copy(grown, kept)
		b.kept.Store(&grown)
		kept = grown
	}
	b.rows, kept[place] = append(b.rows, r), came
	return place
}

// cut takes the records from a place on away again: nobody has seen them.
func (b *block) cut(place int) {
	clear(b.rows[place:])
	b.rows = b.rows[:place]
}

// outcomes is what came of the records, found again where it was forgotten.
func (b *block) outcomes() []happened {
	if list := b.kept.Load(); list != nil {
		return *list
	}
	if len(b.rows) == 0 {
		return nil
	}
	w := b.world()
	list := make([]happened, len(b.rows))
	for i, r := range b.rows {
		list[i] = b.do(w, r)
	}
	b.kept.Store(&list)
	b.ends(w)
	return list
}

// world is the world in front of the block's first record.
func (b *block) world() *engine.World {
	if w := b.start.Load(); w != nil {
		return w.Clone()
	}
	if w := b.above.end.Load(); w != nil && b.follows {
		return w.Clone()
	}
	w := b.above.world()
	for _, r := range b.before {
		b.do(w, r)
	}
	if b.follows {
		b.above.ends(w.Clone())
	}
	return w
}

// ends keeps the world behind the last record for a while: who looks at one block often looks at the next.
func (b *block) ends(w *engine.World) {
	w.Freeze()
	b.end.Store(w)
	b.old.holds(b)
}

// do carries out a record once more in a world that stands in front of it.
func (b *block) do(w *engine.World, r row) (h happened) {
	h.input, _ = b.parse(r.line) // both went well once
	if !r.broken {
		h.events, _ = w.Step(int(r.number), h.input)
	}
	return h
}

// forget drops what came of the records, until somebody asks.
func (b *block) forget() {
	b.kept.Store(nil)
	b.end.Store(nil)
}

// recalledMost is how many blocks that were asked for again are kept: a look at the past asks for neighbours.
const recalledMost = 32

// recalled are the forgotten blocks that somebody asked for again, the newest of them.
type recalled struct {
	blocks [recalledMost]atomic.Pointer[block]
	next   atomic.Uint32
}

// holds keeps a block in the place of the one that was asked for longest ago.
func (r *recalled) holds(b *block) {
	if out := r.blocks[r.next.Add(1)%recalledMost].Swap(b); out != nil && out != b {
		out.forget()
	}
}

// Outcome is what came of one record. It may be kept for long and asked by any goroutine: what it stands for is found
// again where it was forgotten.
type Outcome struct {
	block *block
	row   int32
}

// Kept says whether what came of the record is at hand: asking for it costs nothing.
func (o Outcome) Kept() bool { return o.block == nil || o.block.kept.Load() != nil }

// Before is the world in front of the record, the caller's own; nil for the start of the session.
func (o Outcome) Before() *engine.World {
	if o.block == nil {
		return nil
	}
	w := o.block.world()
	for _, r := range o.block.rows[:o.row] {
		o.block.do(w, r)
	}
	return w
}

// Input is what the record put in; nil where it could not be read.
func (o Outcome) Input() engine.Input {
	if o.block == nil {
		return nil
	}
	if list := o.block.kept.Load(); list != nil {
		return (*list)[o.row].input
	}
	in, _ := o.block.parse(o.block.rows[o.row].line) // nil where it never could
	return in
}

// Events are what came of the record; nil where it could not be replayed. They are shared: read only.
func (o Outcome) Events() []engine.Event {
	if o.block == nil {
		return nil
	}
	return o.block.outcomes()[o.row].events
}
