package view

import (
	"iter"
	"sort"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/timeline"
)

// entries are those of a path in little memory: what those of one record share stands once, and marks stand where there
// are any. A copy stays as it is while the list grows, and may be read by other goroutines meanwhile.
type entries struct {
	steps  engine.Growing[ofStep] // by step, from 0 on
	spots  engine.Growing[spot]
	marked []markedEntry // the first first
}

// ofStep is what the entries of a record share.
type ofStep struct {
	outcome timeline.Outcome
	action  int32
	record  int32
}

// spot is an entry. There may be millions.
type spot struct {
	at    engine.Instant
	step  int32
	place int32 // of the event among those of the record, above two flags
}

const (
	quietSpot  = 1 << iota // Entry.Quiet
	markedSpot             // it has marks
	spotFlags  = iota
)

// markedEntry is an entry that has marks.
type markedEntry struct {
	entry int32
	marks []conflict.Finding
}

// Len is how many entries there are.
func (e *entries) Len() int { return e.spots.Len() }

// At is one of them, from 0 on.
func (e *entries) At(i int) Entry {
	s := e.spots.At(i)
	of := e.steps.At(int(s.step) - 1)
	one := Entry{Record: int(of.record), Action: int(of.action), Step: int(s.step), At: s.at, outcome: of.outcome,
		place: s.place >> spotFlags, Quiet: s.place&quietSpot != 0}
	if s.place&markedSpot != 0 {
		one.Marks = e.marked[e.markedUpTo(i)].marks
	}
	return one
}

// markedUpTo is how many entries in front of one have marks.
func (e *entries) markedUpTo(i int) int {
	return sort.Search(len(e.marked), func(n int) bool { return int(e.marked[n].entry) >= i })
}

// recordAt is the record of an entry.
func (e *entries) recordAt(i int) int { return int(e.steps.At(int(e.spots.At(i).step) - 1).record) }

// begin is the next record, whose entries are added behind.
func (e *entries) begin(n *JudgedRecord) {
	e.steps.Add(ofStep{n.Outcome, int32(n.Action), int32(n.Record)})
}

// add puts one more entry behind the others, of the record that was begun last.
func (e *entries) add(one *Entry) {
	s := spot{at: one.At, step: int32(e.steps.Len()), place: one.place << spotFlags}
	if one.Quiet {
		s.place |= quietSpot
	}
	if one.Marks != nil {
		s.place |= markedSpot
		e.marked = append(e.marked, markedEntry{int32(e.Len()), one.Marks})
	}
	e.spots.Add(s)
}

// end is how many entries there are up to a step.
func (e *entries) end(step int) int {
	return sort.Search(e.Len(), func(i int) bool { return int(e.spots.At(i).step) > step })
}

// upTo is the list up to a step, to be looked at; until may go on otherwise.
func (e *entries) upTo(step int) entries {
	n := e.end(step)
	marked := e.marked[:e.markedUpTo(n):e.markedUpTo(n)]
	return entries{e.steps.UpTo(step), e.spots.UpTo(n), marked}
}

func (e *entries) until(step int) entries {
	n := e.end(step)
	marked := e.marked[:e.markedUpTo(n):e.markedUpTo(n)]
	return entries{e.steps.Until(step), e.spots.Until(n), marked}
}

// From yields the entries from the nth on, with their places.
func (e *entries) From(n int) iter.Seq2[int, Entry] {
	return func(yield func(int, Entry) bool) {
		for i := n; i < e.Len(); i++ {
			if !yield(i, e.At(i)) {
				return
			}
		}
	}
}
