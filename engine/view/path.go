package view

import (
	"maps"
	"slices"
	"sort"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/timeline"
)

// Path is the branch that the cursor is on, from the start to its newest record, with the marks. It changes only when
// the branch does: a cursor that travels along it changes nothing. Views share its lists, so they are only appended to,
// or cut off and copied.
type Path struct {
	Tip     int // the record that it leads to
	entries entries
	loud    []int32 // the places of the entries that are not quiet
	ended   []int32 // and of those that tell what the clock ended: a story asks for them
	did     []int32 // of those by which something was decided or ended
	found   []Trouble
	kinds   []Trouble                      // those found that have a kind
	blocks  []map[engine.ObjectID]struct{} // by block of entries: the objects that another version was made of in it
	made    map[engine.ObjectID]struct{}   // and those of the block that is not whole; nil: not found out
	state   *stater
}

// blockSize is how many entries one look into blocks leaves out.
const blockSize = 1024

// UpTo is what of the path lies up to a step, to be looked at.
func (p *Path) UpTo(step int) Path {
	q := Path{entries: p.entries.upTo(step), blocks: p.blocks}
	q.loud, q.ended, q.did = placesUpTo(p.loud, q.Len()), placesUpTo(p.ended, q.Len()), placesUpTo(p.did, q.Len())
	q.found, q.kinds = troublesUpTo(p.found, step), troublesUpTo(p.kinds, step)
	return q
}

// Until is a path that begins as this one does, up to a step, and may go on elsewhere.
func (p *Path) Until(step int) Path {
	q := p.UpTo(step)
	n := q.Len()
	return Path{entries: p.entries.until(step), loud: slices.Clip(q.loud), ended: slices.Clip(q.ended),
		did: slices.Clip(q.did), found: slices.Clip(q.found),
		kinds: slices.Clip(q.kinds), blocks: slices.Clip(p.blocks[:n/blockSize])}
}

// Expect makes room for so many more records.
func (p *Path) Expect(records int) {
	p.loud = slices.Grow(p.loud, records)
}

// lines are the entries without what is quiet.
func (p *Path) lines() Lines { return Lines{p.entries, p.loud} }

// log is all entries.
func (p *Path) log() Log { return Log{entries: p.entries} }

// Len is how many entries the path has.
func (p *Path) Len() int { return p.entries.Len() }

// Steps is how many records the path has.
func (p *Path) Steps() int { return p.entries.steps.Len() }

func placesUpTo(places []int32, length int) []int32 {
	return places[:sort.Search(len(places), func(i int) bool { return int(places[i]) >= length })]
}

func troublesUpTo(list []Trouble, step int) []Trouble {
	n := sort.Search(len(list), func(i int) bool { return list[i].Step > step })
	return list[:n:n]
}

// Add appends the entries of the next record; any world tells the objects by their tables.
func (p *Path) Add(n *JudgedRecord, w *engine.World) {
	if p.made == nil {
		p.state = &stater{}
		p.made = map[engine.ObjectID]struct{}{}
		for _, e := range p.entries.From(len(p.blocks) * blockSize) {
			p.state.made(w, e.Event(), p.made)
		}
	}
	events := n.Outcome.Events()
	p.entries.begin(n)
	for i := range events {
		event := &events[i]
		e := Entry{Record: n.Record, Action: n.Action, Step: n.Step, At: event.At, outcome: n.Outcome, place: int32(i)}
		// what the start made is there; what the clock ends of it is news, and so is what it was refused
		news := event.Kind == engine.Ended || event.RefusesStart()
		e.Quiet = n.Pause && event.Kind == engine.Passed || event.By == engine.Seed && !news
		if n.Marks != nil {
			e.Marks = n.Marks[i]
		}
		p.entries.add(&e)
		if !e.Quiet {
			p.loud = append(p.loud, int32(p.Len()-1))
		}
		if event.Kind == engine.Ended {
			p.ended = append(p.ended, int32(p.Len()-1))
		}
		if event.Kind == engine.Ended || event.Kind == engine.Decided {
			p.did = append(p.did, int32(p.Len()-1))
		}
		for _, m := range e.Marks {
			p.finds(Trouble{Finding: m, At: event.At, Step: n.Step, Record: n.Record})
		}
		p.state.made(w, event, p.made)
		if p.Len()%blockSize == 0 {
			p.blocks, p.made = append(p.blocks, maps.Clone(p.made)), map[engine.ObjectID]struct{}{}
		}
	}
}

// finds appends a mark.
func (p *Path) finds(t Trouble) {
	t.counts = p.Counts()
	t.counts[t.Severity.Place()]++
	p.found = append(p.found, t)
	if t.Kind != "" {
		p.kinds = append(p.kinds, t)
	}
}

// Counts are how many marks of each sort the path has.
func (p *Path) Counts() [3]int {
	if n := len(p.found); n > 0 {
		return p.found[n-1].counts
	}
	return [3]int{}
}

// JudgedRecord is a record of the session with all that its entries are made of.
type JudgedRecord struct {
	Record, Action, Step int
	Pause                bool // it only lets the time pass that the rest of its action takes
	Outcome              timeline.Outcome
	Marks                [][]conflict.Finding // by event; nil: there are none
	Judged               bool                 // its marks are known
}

// Judge finds the marks of a record's events once; the world before it moves along.
func (n *JudgedRecord) Judge(before *engine.World) {
	if n.Judged {
		if before != nil {
			before.Redo(n.Outcome.Events())
		}
		return
	}
	n.Judged = true
	n.Marks = conflict.Marks(before, n.Outcome.Events())
}

// Quiet says whether nobody was harmed by a record, where that shows without a world in front of it: it is judged then.
// The world is the one behind the record or any later one on the branch.
func (n *JudgedRecord) Quiet(w *engine.World) bool {
	events := n.Outcome.Events()
	for i := range events {
		if !conflict.Quiet(w, &events[i]) {
			return false
		}
	}
	n.Judged = true
	return true
}

// made adds the objects that have another version since an event, or came or went; any world tells them by their
// tables.
func (s *stater) made(w *engine.World, e *engine.Event, objects map[engine.ObjectID]struct{}) {
	if e.Kind == engine.Sent || e.Kind == engine.Heard {
		return
	}
	for object, r := range e.Touched(w) {
		if _, known := objects[object]; !known && r[1] != nil &&
			(s.of(r[0]) != s.of(r[1]) || s.marked && markedAnew(r[0], r[1])) {
			objects[object] = struct{}{}
		}
	}
}

// backwards goes through the entries from the end, as long as each says so, without blocks that are not worth a look by
// the objects that they made versions of.
func (p *Path) backwards(worth func(map[engine.ObjectID]struct{}) bool, each func(Entry) bool) {
	for i := p.Len() - 1; i >= 0; i-- {
		block := i / blockSize
		if block < len(p.blocks) && (i+1)%blockSize == 0 && !worth(p.blocks[block]) {
			i = block * blockSize
			continue
		}
		if !each(p.entries.At(i)) {
			return
		}
	}
}

// makes says whether an object has another version since an entry, or came or went, or has one more delete marker on
// top.
func (e Entry) makes(w *engine.World, object engine.ObjectID) bool {
	for touched, r := range e.Event().Touched(w) {
		if s := (stater{}); touched == object && r[1] != nil &&
			(s.of(r[0]) != s.of(r[1]) || markedAnew(r[0], r[1])) {
			kind := e.Event().Kind
			return kind != engine.Sent && kind != engine.Heard
		}
	}
	return false
}

// markedAnew says whether a delete marker stands on top that was not there before: another may lie under it, and stand
// when it is taken away. One that takes the place of another under the same id, as null, is its sender's.
func markedAnew(before, after engine.Record) bool {
	marker, removed := markerOf(after), func(r engine.Record) int {
		return Record(engine.Properties(r)).Mark("removed").Event
	}
	return !marker.IsZero() && (removed(after) > removed(before) ||
		!slices.ContainsFunc(engine.Properties(before), func(p engine.Property) bool {
			return strings.HasPrefix(p.Name, "versions.") && strings.HasSuffix(p.Name, "."+versionID) &&
				p.Token == marker
		}))
}

// NewlyVisible is the mark that the path's entries behind the first so many bring to light; nil: none.
func (p *Path) NewlyVisible(seen int) *conflict.Finding {
	for _, e := range p.entries.From(min(seen, p.Len())) {
		for _, m := range e.Marks {
			if m.Severity != engine.SeverityRefused && m.Kind != "" {
				return &m
			}
		}
		if e.Event().Kind != engine.Heard {
			continue
		}
		for _, t := range slices.Backward(p.found) {
			if t.Severity == engine.SeverityRefused && t.Kind != "" && t.Request == e.Event().Request {
				return &t.Finding
			}
		}
	}
	return nil
}
