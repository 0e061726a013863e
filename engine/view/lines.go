package view

import (
	"iter"
	"sort"
)

// Log is the entries of a path, also what is quiet, the oldest first. Views share them: there may be millions.
type Log struct {
	entries entries
	from    int
}

// Len is how many there are.
func (l Log) Len() int { return l.entries.Len() - l.from }

// At is the entry at a place, from 0 on.
func (l Log) At(i int) Entry { return l.entries.At(l.from + i) }

// All yields the entries with their places.
func (l Log) All() iter.Seq2[int, Entry] {
	return func(yield func(int, Entry) bool) {
		for i := range l.Len() {
			if !yield(i, l.At(i)) {
				return
			}
		}
	}
}

// From are the entries from a place on.
func (l Log) From(i int) Log { return Log{l.entries, l.from + i} }

// behind is the place of the first entry that comes after a record.
func (l Log) behind(record int) int {
	return sort.Search(l.Len(), func(i int) bool { return l.entries.recordAt(l.from+i) > record })
}

// Lines are entries of a path as lists show them, without what is quiet, the oldest first. Views share them: they are
// places among the entries, so that a line costs four bytes more than its entry.
type Lines struct {
	entries entries
	places  []int32
}

// Len is how many there are.
func (l Lines) Len() int { return len(l.places) }

// At is the line at a place, from 0 on.
func (l Lines) At(i int) Entry { return l.entries.At(int(l.places[i])) }

// All yields the lines with their places.
func (l Lines) All() iter.Seq2[int, Entry] {
	return func(yield func(int, Entry) bool) {
		for i, place := range l.places {
			if !yield(i, l.entries.At(int(place))) {
				return
			}
		}
	}
}

// From are the lines from a place on.
func (l Lines) From(i int) Lines { return Lines{l.entries, l.places[i:]} }

// To are the lines in front of a place.
func (l Lines) To(i int) Lines { return Lines{l.entries, l.places[:i]} }

// Shared is how many lines two branches begin with together: where their ways have parted they do not meet again.
func (l Lines) Shared(other Lines) int {
	return sort.Search(min(l.Len(), other.Len()), func(i int) bool { return l.At(i).outcome != other.At(i).outcome })
}
