package timeline

import (
	"maps"
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
	before  rows                         // of above's, those up to it
	follows bool                         // above is whole, and nothing of it lies behind that record
	rows    rows
	kept    atomic.Pointer[[]happened]   // by record, with room behind; nil: forgotten
	end     atomic.Pointer[engine.World] // behind the last record, frozen, while others ask; nil: not kept
	parse   func(string) (engine.Input, error)
	old     *recalled
}

// rows are the records of a block. What is long is kept as it was put in, in the place of a line: written down it takes
// as much once more and half of that again, as quotes have it. A map that others may read is never changed.
type rows struct {
	list []row
	long map[int32]engine.Input // by record
}

// row is a record of a block.
type row struct {
	line   string // empty where it is long
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
	place = len(b.rows.list)
	kept := b.outcomes()
	if place == len(kept) {
		grown := make([]happened, min(max(2*place, 16), checkpointEvery))
		copy(grown, kept)
		b.kept.Store(&grown)
		kept = grown
	}
	if r.line == "" && came.input != nil {
		long := map[int32]engine.Input{r.number: came.input}
		maps.Copy(long, b.rows.long)
		b.rows.long = long
	}
	b.rows.list, kept[place] = append(b.rows.list, r), came
	return place
}

// cut takes the records from a place on away again: nobody has seen them.
func (b *block) cut(place int) {
	for _, r := range b.rows.list[place:] {
		if r.line == "" {
			b.rows.long = maps.Clone(b.rows.long)
			delete(b.rows.long, r.number)
		}
	}
	clear(b.rows.list[place:])
	b.rows.list = b.rows.list[:place]
}

// upTo are the rows in front of a place.
func (r rows) upTo(place int32) rows { return rows{r.list[:place], r.long} }

// outcomes is what came of the records, found again where it was forgotten.
func (b *block) outcomes() []happened {
	if list := b.kept.Load(); list != nil {
		return *list
	}
	if len(b.rows.list) == 0 {
		return nil
	}
	w := b.world()
	list := make([]happened, len(b.rows.list))
	b.do(w, b.rows, list)
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
	b.do(w, b.before, nil)
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

// do carries out records once more in a world that stands in front of them; came is where to put what comes of each,
// nil where nobody asks.
func (b *block) do(w *engine.World, records rows, came []happened) {
	for i, r := range records.list {
		in := b.input(records, i)
		var events []engine.Event
		if !r.broken {
			events, _ = w.Step(int(r.number), in) // it went well once
		}
		if came != nil {
			came[i] = happened{in, events}
		}
	}
}

// input is what a record put in; nil where it never could be read.
func (b *block) input(records rows, place int) engine.Input {
	r := records.list[place]
	if in, long := records.long[r.number]; long {
		return in
	}
	in, _ := b.parse(r.line)
	return in
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
	o.block.do(w, o.block.rows.upTo(o.row), nil)
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
	return o.block.input(o.block.rows, int(o.row))
}

// Events are what came of the record; nil where it could not be replayed. They are shared: read only.
func (o Outcome) Events() []engine.Event {
	if o.block == nil {
		return nil
	}
	return o.block.outcomes()[o.row].events
}
