package timeline

import (
	"sync/atomic"

	"interleave/engine"
)

// block is a stretch of records along one way through the tree, from one checkpoint to the next or from a fork on. What
// came of them is forgotten where it lies far back, and found again by doing them once more from a checkpoint: a
// session keeps its inputs and one world for many records, not all that ever changed. Any goroutine may ask a block
// that is whole.
type block struct {
	from    int                          // the record in front of the first one
	start   atomic.Pointer[engine.World] // behind it, frozen; nil: no world is kept there
	above   *block                       // where that record lies; nil: it is the start of the session
	before  []input                      // of above's, those up to it
	follows bool                         // above is whole, and nothing of it lies behind that record
	inputs  []input
	events  atomic.Pointer[[][]engine.Event] // by record, with room behind; nil: forgotten
	end     atomic.Pointer[engine.World]     // behind the last record, frozen, while others ask; nil: not kept
	old     *recalled
}

// input is what a record put in.
type input struct {
	number int32
	broken bool // it could not be read or replayed: nothing came of it
	input  engine.Input
}

// add appends a record with what came of it, and gives its place.
func (b *block) add(in input, events []engine.Event) (row int) {
	row = len(b.inputs)
	kept := b.kept()
	if row == len(kept) {
		grown := make([][]engine.Event, min(max(2*row, 16), checkpointEvery))
		copy(grown, kept)
		b.events.Store(&grown)
		kept = grown
	}
	b.inputs, kept[row] = append(b.inputs, in), events
	return row
}

// cut takes the records from a place on away again: nobody has seen them.
func (b *block) cut(row int) {
	clear(b.inputs[row:])
	b.inputs = b.inputs[:row]
}

// kept is what came of the records, found again where it was forgotten.
func (b *block) kept() [][]engine.Event {
	if list := b.events.Load(); list != nil {
		return *list
	}
	if len(b.inputs) == 0 {
		return nil
	}
	w := b.world()
	list := make([][]engine.Event, len(b.inputs))
	for i, in := range b.inputs {
		list[i] = in.do(w)
	}
	b.events.Store(&list)
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
	for _, in := range b.before {
		in.do(w)
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

func (in input) do(w *engine.World) []engine.Event {
	if in.broken {
		return nil
	}
	events, _ := w.Step(int(in.number), in.input) // it went well once
	return events
}

// forget drops what came of the records, until somebody asks.
func (b *block) forget() {
	b.events.Store(nil)
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
func (o Outcome) Kept() bool { return o.block == nil || o.block.events.Load() != nil }

// Before is the world in front of the record, the caller's own; nil for the start of the session.
func (o Outcome) Before() *engine.World {
	if o.block == nil {
		return nil
	}
	w := o.block.world()
	for _, in := range o.block.inputs[:o.row] {
		in.do(w)
	}
	return w
}

// Input is what the record put in; nil where it could not be read.
func (o Outcome) Input() engine.Input {
	if o.block == nil {
		return nil
	}
	return o.block.inputs[o.row].input
}

// Events are what came of the record; nil where it could not be replayed. They are shared: read only.
func (o Outcome) Events() []engine.Event {
	if o.block == nil {
		return nil
	}
	return o.block.kept()[o.row]
}
