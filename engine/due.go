package engine

import (
	"iter"
)

// Timer is something that ends by itself when the clock gets there.
type Timer struct {
	Object ObjectID
	Name   string // the field, as `lease`
	At     Instant
}

// compare orders timers by their instants, those of one instant by the texts of object and field.
func (t *Timer) compare(o *Timer) int {
	if t.At != o.At {
		return int(min(max(t.At-o.At, -1), 1))
	}
	return compareTexts([...]string{t.Object.Kind, " ", t.Object.Name, t.Name},
		[...]string{o.Object.Kind, " ", o.Object.Name, o.Name})
}

// compareTexts compares what the parts of each side are together, without putting them together.
func compareTexts(a, b [4]string) int {
	i, j := 0, 0
	for {
		for i < len(a) && a[i] == "" {
			i++
		}
		for j < len(b) && b[j] == "" {
			j++
		}
		switch {
		case i == len(a) && j == len(b):
			return 0
		case i == len(a):
			return -1
		case j == len(b):
			return 1
		}
		n := min(len(a[i]), len(b[j]))
		if a[i][:n] != b[j][:n] {
			if a[i][:n] < b[j][:n] {
				return -1
			}
			return 1
		}
		a[i], b[j] = a[i][n:], b[j][n:]
	}
}

// due is the timers of a table in the order in which they are due: a treap whose nodes are frozen, so that forks share
// it, and a change makes as many nodes anew as a way down has. The weights come from the timers themselves, so that
// the same timers are the same tree, whatever the order in which they came.
type due struct {
	timer       Timer
	weight      uint64
	left, right *due
}

func (d *due) with(t Timer) *due {
	s := sum{h: fnvStart}
	s.text(t.Object.Name)
	s.text(t.Name)
	s.number(uint64(t.At))
	return d.insert(&due{timer: t, weight: s.h})
}

func (d *due) insert(n *due) *due {
	if d == nil {
		return n
	}
	c := n.timer.compare(&d.timer)
	if c == 0 {
		return d
	}
	if n.weight > d.weight {
		next := *n
		next.left, next.right = d.split(&n.timer)
		return &next
	}
	next := *d
	if c < 0 {
		next.left = d.left.insert(n)
	} else {
		next.right = d.right.insert(n)
	}
	return &next
}

// split parts what is due before a timer, which is not there, from what is due after it.
func (d *due) split(t *Timer) (before, after *due) {
	if d == nil {
		return nil, nil
	}
	next := *d
	if t.compare(&d.timer) < 0 {
		before, next.left = d.left.split(t)
		return before, &next
	}
	next.right, after = d.right.split(t)
	return &next, after
}

func (d *due) without(t *Timer) *due {
	if d == nil {
		return nil
	}
	next := *d
	switch c := t.compare(&d.timer); {
	case c == 0:
		return d.left.join(d.right)
	case c < 0:
		next.left = d.left.without(t)
	default:
		next.right = d.right.without(t)
	}
	return &next
}

// join is all that is due in two trees, of which the second is due behind the first.
func (d *due) join(later *due) *due {
	switch {
	case d == nil:
		return later
	case later == nil:
		return d
	case d.weight > later.weight:
		next := *d
		next.right = d.right.join(later)
		return &next
	}
	next := *later
	next.left = d.join(later.left)
	return &next
}

// first is when something is due next, behind now; ok is false where nothing is.
func (d *due) first(now Instant) (at Instant, ok bool) {
	for d != nil {
		if d.timer.At > now {
			at, ok, d = d.timer.At, true, d.left
		} else {
			d = d.right
		}
	}
	return at, ok
}

// between yields what is due behind one instant, up to another and at it, in order.
func (d *due) between(from, to Instant) iter.Seq[Timer] {
	return func(yield func(Timer) bool) { d.visit(from, to, yield) }
}

func (d *due) visit(from, to Instant, yield func(Timer) bool) bool {
	switch {
	case d == nil:
		return true
	case d.timer.At <= from:
		return d.right.visit(from, to, yield)
	case d.timer.At > to:
		return d.left.visit(from, to, yield)
	}
	return d.left.visit(from, to, yield) && yield(d.timer) && d.right.visit(from, to, yield)
}
