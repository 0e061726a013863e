package timeline

import (
	"errors"
	"fmt"
	"slices"

	"interleave/engine"
)

// ErrTravel is returned where there is nothing to go to.
var ErrTravel = errors.New("cannot go there")

// Undo takes back the cursor's action; Redo does the next action of the branch again. Both say which record they ended
// at.
func (t *Timeline) Undo() error {
	if t.here == 0 {
		return fmt.Errorf("%w: this is the start, there is nothing to undo", ErrTravel)
	}
	first := t.here
	for action := t.Action(first); t.Action(t.Parent(first)) == action &&
		t.Parent(first) != 0; {
		first = t.Parent(first)
	}
	return t.Go(t.Parent(first))
}

// Redo does the next action of the branch again.
func (t *Timeline) Redo() error {
	next := t.Next()
	if next == 0 {
		return fmt.Errorf("%w: the branch ends here, there is nothing to redo", ErrTravel)
	}
	for action := t.Action(next); ; {
		after := t.behind(next)
		if after == 0 || t.Action(after) != action {
			return t.Go(next)
		}
		next = after
	}
}

// Back goes one record back, Forward one record along the branch.
func (t *Timeline) Back() error {
	if t.here == 0 {
		return fmt.Errorf("%w: this is the start", ErrTravel)
	}
	return t.Go(t.Parent(t.here))
}

// Forward goes one record along the branch.
func (t *Timeline) Forward() error {
	next := t.Next()
	if next == 0 {
		return fmt.Errorf("%w: the branch ends here", ErrTravel)
	}
	return t.Go(next)
}

// Next is the record that the branch has behind the cursor; 0 where it ends.
func (t *Timeline) Next() int { return t.behind(t.here) }

// behind is the record that the cursor's branch has behind one of its records; 0 where it ends.
func (t *Timeline) behind(record int) int {
	tip := t.branches[t.branch].Tip
	if tip == record || !t.Contains(tip, record) {
		return 0
	}
	return t.above(tip, t.Depth(record)+1)
}

// above is the record of some depth on the way to another, or that one itself. From each record a jump leads up so far
// that the way takes as many steps as the depth has binary digits.
func (t *Timeline) above(record, depth int) int {
	for t.Depth(record) > depth {
		if jump := t.jump(record); t.Depth(jump) >= depth {
			record = jump
		} else {
			record = t.Parent(record)
		}
	}
	return record
}

// Go moves the cursor to a record, on any branch.
func (t *Timeline) Go(record int) error {
	if record < 0 || record >= t.nodes.Len() {
		return fmt.Errorf("%w: there is no record %d, the newest is %d", ErrTravel, record, t.Last())
	}
	if err := t.broken[record]; err != nil { // as is what lies behind something broken
		if errors.Is(err, ErrTravel) {
			return err
		}
		return fmt.Errorf("%w: record %d cannot be replayed: %w", ErrTravel, record, err)
	}
	t.move(record)
	t.follow(record)
	return nil
}

// follow makes the record's branch the cursor's: the present one where it runs through the record, else the first that
// does.
func (t *Timeline) follow(record int) {
	on := func(b Branch) bool { return t.Contains(b.Tip, record) }
	if !on(t.branches[t.branch]) {
		t.branch = slices.IndexFunc(t.branches, on)
	}
}

// Contains says whether a record lies on the way to another, or is it.
func (t *Timeline) Contains(tip, record int) bool {
	return t.above(tip, t.Depth(record)) == record
}

// Switch goes to the tip of a branch.
func (t *Timeline) Switch(name string) error {
	for n, b := range t.branches {
		if b.Name == name {
			t.branch = n
			return t.Go(b.Tip)
		}
	}
	return fmt.Errorf("%w: no branch is called %q", ErrTravel, name)
}

// Fork begins a branch at the cursor that has no record of its own yet.
func (t *Timeline) Fork() Branch {
	t.branches = append(t.branches, Branch{Name: t.freeName(), Tip: t.here, Fork: t.here})
	t.branch = len(t.branches) - 1
	return t.branches[t.branch]
}

// Rename gives a branch another name; two cannot share one.
func (t *Timeline) Rename(old, name string) error {
	at := -1
	for n, b := range t.branches {
		if b.Name == name || name == "" {
			return fmt.Errorf("%w: the branch %q cannot be called %q, the name is taken", ErrTravel, old, name)
		}
		if b.Name == old {
			at = n
		}
	}
	if at < 0 {
		return fmt.Errorf("%w: no branch is called %q", ErrTravel, old)
	}
	t.branches[at].Name = name
	return nil
}

// Path is the records from the start to a record, which is the last of them.
func (t *Timeline) Path(record int) []int {
	path := make([]int, t.Depth(record))
	for n := record; n != 0; n = t.Parent(n) {
		path[t.Depth(n)-1] = n
	}
	return path
}

// CommonAncestor compares two records' histories: the last record they share, and the first of each behind it (0 where
// one ends there).
func (t *Timeline) CommonAncestor(a, b int) (shared, firstA, firstB int) {
	depth := min(t.Depth(a), t.Depth(b))
	x, y := t.above(a, depth), t.above(b, depth)
	for x != y {
		if jumpX, jumpY := t.jump(x), t.jump(y); jumpX != jumpY { // records of one depth jump equally far
			x, y = jumpX, jumpY
		} else {
			x, y = t.Parent(x), t.Parent(y)
		}
	}
	depth = t.Depth(x) + 1
	if a != x {
		firstA = t.above(a, depth)
	}
	if b != x {
		firstB = t.above(b, depth)
	}
	return x, firstA, firstB
}

// At is the world after a record, the caller's own.
func (t *Timeline) At(record int) *engine.World {
	if o := t.Outcome(record); !o.Kept() {
		w := o.block.world()
		o.block.do(w, o.block.rows.upTo(o.row+1), nil)
		return w
	}
	w, from := t.nearest(record)
	return t.walk(w, from, record)
}

// Before is the world before a record, the caller's own.
func (t *Timeline) Before(record int) *engine.World { return t.At(t.Parent(record)) }

// move brings the live world to a record.
func (t *Timeline) move(record int) {
	near, _, _ := t.CommonAncestor(t.here, record)
	if t.distance(near, t.here)+t.distance(near, record) <= checkpointEvery {
		t.walk(t.world, t.here, record)
	} else {
		t.world = t.At(record)
	}
	t.here = record
}

func (t *Timeline) distance(above, below int) int { return t.Depth(below) - t.Depth(above) }

// nearest is a fresh world to walk from: the checkpoint above the record, or the live one where that is nearer.
func (t *Timeline) nearest(record int) (*engine.World, int) {
	depth := t.Depth(record)
	above := t.above(record, depth-depth%checkpointEvery)
	for t.marked[above] == nil { // a record that could not be replayed has none
		above = t.above(record, t.Depth(above)-checkpointEvery)
	}
	shared, _, _ := t.CommonAncestor(t.here, record)
	if t.distance(shared, t.here)+t.distance(shared, record) <= t.distance(above, record) {
		return t.world.Clone(), t.here
	}
	return t.marked[above].Clone(), above
}

// walk takes a world from one record to another: up by undoing, down by doing again.
func (t *Timeline) walk(w *engine.World, from, to int) *engine.World {
	shared, _, _ := t.CommonAncestor(from, to)
	for n := from; n != shared; n = t.Parent(n) {
		w.Undo(t.Events(n))
	}
	down := make([]int, 0, t.distance(shared, to))
	for n := to; n != shared; n = t.Parent(n) {
		down = append(down, n)
	}
	for _, n := range slices.Backward(down) {
		w.Redo(t.Events(n))
	}
	if t.broken[to] == nil {
		t.settled(w, to)
	}
	return w
}
