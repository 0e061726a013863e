package room

import (
	"slices"
	"sort"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// way is the branch that the cursor is on, from the start to its newest record, with the marks. It changes only when
// the branch does: a cursor that travels along it changes nothing. Views share its lists, so they are only appended to,
// or cut off and copied.
type way struct {
	tip     int // the record that it leads to
	entries []Entry
	ends    []int32 // by step: how many entries there are up to it
	lines   []Entry // the entries without what is quiet
	found   []Trouble
	kinds   []Trouble             // those found that have a kind
	blocks  []map[string]struct{} // by block of entries: the objects that another version was made of in it
}

// blockSize is how many entries one look into blocks leaves out.
const blockSize = 1024

// upTo is what of the path lies up to a step, to be looked at.
func (p *way) upTo(step int) way {
	q := way{entries: p.entries[:p.end(step)], blocks: p.blocks}
	q.lines = p.lines[:sort.Search(len(p.lines), func(i int) bool { return p.lines[i].Step > step })]
	q.found, q.kinds = troublesUpTo(p.found, step), troublesUpTo(p.kinds, step)
	return q
}

// atCursor is the path up to the cursor.
func (r *Room) atCursor() way { return r.path.upTo(r.line.Depth(r.line.Here())) }

// until is a path that begins as this one does, up to a step, and may go on elsewhere.
func (p *way) until(step int) way {
	q := p.upTo(step)
	n := len(q.entries)
	return way{entries: slices.Clip(q.entries), ends: slices.Clip(p.ends[:step]), lines: slices.Clip(q.lines),
		found: slices.Clip(q.found),
		kinds: slices.Clip(q.kinds), blocks: slices.Clip(p.blocks[:n/blockSize])}
}

func (p *way) end(step int) int32 {
	if step == 0 {
		return 0
	}
	return p.ends[step-1]
}

func troublesUpTo(list []Trouble, step int) []Trouble {
	n := sort.Search(len(list), func(i int) bool { return list[i].Step > step })
	return list[:n:n]
}

// add appends the entries of the next record.
func (p *way) add(entries []Entry, found []Trouble) {
	for _, e := range entries {
		p.entries = append(p.entries, e)
		if !e.Quiet {
			p.lines = append(p.lines, e)
		}
		if n := len(p.entries); n%blockSize == 0 {
			p.blocks = append(p.blocks, objectsMade(p.entries[n-blockSize:]))
		}
	}
	for _, t := range found {
		if n := len(p.found); n > 0 {
			t.counts = p.found[n-1].counts
		}
		t.counts[strings.IndexByte("!~?", t.Severity)]++
		p.found = append(p.found, t)
		if t.Kind != "" {
			p.kinds = append(p.kinds, t)
		}
	}
	p.ends = append(p.ends, int32(len(p.entries)))
}

// counts are how many marks of each sort the path has.
func (p *way) counts() [3]int {
	if n := len(p.found); n > 0 {
		return p.found[n-1].counts
	}
	return [3]int{}
}

func objectsMade(entries []Entry) map[string]struct{} {
	objects := map[string]struct{}{}
	for _, e := range entries {
		for object := range e.objects() {
			objects[object] = struct{}{}
		}
	}
	return objects
}

// follow brings the path to the branch that the cursor is on. before is the world before the first new record behind
// from; without it, or where the path leaves elsewhere, it is looked for.
func (r *Room) follow(before *engine.World, from int) {
	tip := r.line.Branch().Tip
	if tip == r.path.tip {
		return
	}
	shared, _, _ := r.line.Apart(tip, r.path.tip)
	if shared != r.path.tip {
		r.left[r.path.tip] = r.path.counts()
		r.path = r.path.until(r.line.Depth(shared))
	}
	fresh := make([]int, r.line.Depth(tip)-r.line.Depth(shared))
	for n, i := tip, len(fresh)-1; i >= 0; n, i = r.line.Record(n).Parent, i-1 {
		fresh[i] = n
	}
	if shared != from {
		before = nil
	}
	for _, n := range fresh {
		if before == nil && !r.isJudged(n) {
			before = r.line.Before(n)
		}
		r.path.add(r.entries(before, n))
	}
	r.path.tip = tip
}

// isJudged says whether the marks of a record are known.
func (r *Room) isJudged(n int) bool { return n/64 < len(r.judged) && r.judged[n/64]&(1<<(n%64)) != 0 }

// noted is a record with all that its entries are made of.
type noted struct {
	record, action, step int
	pause                bool
	events               []engine.Event
	marks                [][]conflict.Finding // by event; nil: there are none
	judged               bool                 // its marks are known
}

func (r *Room) noted(n int) noted {
	return noted{record: n, action: r.line.Record(n).Action, step: r.line.Depth(n), pause: r.isPause(n),
		events: r.line.Events(n),
		marks:  r.marks[n], judged: r.isJudged(n)}
}

// judge finds the marks of a record's events once; the world before it moves along.
func (n *noted) judge(before *engine.World) {
	if n.judged {
		if before != nil {
			before.Redo(n.events)
		}
		return
	}
	n.judged = true
	marks := conflict.Judge(before, n.events)
	if slices.ContainsFunc(marks, func(list []conflict.Finding) bool { return len(list) > 0 }) {
		n.marks = marks
	}
}

// knows remembers what was judged.
func (r *Room) knows(n noted) {
	for len(r.judged) <= n.record/64 {
		r.judged = append(r.judged, 0)
	}
	r.judged[n.record/64] |= 1 << (n.record % 64)
	if n.marks != nil {
		r.marks[n.record] = n.marks
	}
}

// entries are the events of a record with their marks. before is the world in front of it; nil: its marks are known.
func (r *Room) entries(before *engine.World, record int) (list []Entry, found []Trouble) {
	n := r.noted(record)
	n.judge(before)
	r.knows(n)
	return n.entries(r.line.World())
}

// entries are the record's events with their marks; any world tells the objects by their tables.
func (n *noted) entries(w *engine.World) (list []Entry, found []Trouble) {
	list = make([]Entry, 0, len(n.events))
	for i := range n.events {
		e := Entry{Record: n.record, Action: n.action, Step: n.step, Event: &n.events[i], made: made(w, &n.events[i])}
		e.Quiet = n.pause && e.Event.Kind == engine.Passed || e.Event.By == engine.Seed
		if n.marks != nil {
			e.Marks = n.marks[i]
		}
		for _, m := range e.Marks {
			found = append(found, Trouble{Finding: m, At: e.Event.At, Step: n.step, Record: n.record})
		}
		list = append(list, e)
	}
	return list, found
}

// made are the objects that have another version since an event, or came or went, one in each line.
func made(w *engine.World, e *engine.Event) (objects string) {
	if e.Kind == engine.Sent || e.Kind == engine.Heard {
		return ""
	}
	for object, r := range e.Touched(w) {
		switch {
		case r[1] == nil || state(r[0]) == state(r[1]):
		case objects == "" && object == e.Object:
			objects = e.Object // its own text, not a copy
		case objects == "":
			objects = object
		case !holds(objects, object):
			objects += "\n" + object
		}
	}
	return objects
}

// holds says whether one of the lines is an object.
func holds(objects, object string) bool {
	for line := range strings.SplitSeq(objects, "\n") {
		if line == object {
			return true
		}
	}
	return false
}
