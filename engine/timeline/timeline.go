package timeline

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// checkpointEvery is the distance of checkpoints, in steps of a branch.
const checkpointEvery = 1024

// Timeline is a tree of records with a cursor. Record numbers count over the session from 1; 0 is the start.
type Timeline struct {
	world    *engine.World // at the cursor
	here     int
	nodes    []node // by record number
	branches []Branch
	branch   int // the one the cursor is on
	format   func(engine.Input) string
	marked   map[int]*engine.World // checkpoints by record, frozen
}

type node struct {
	Record
	depth  int
	jump   int // a record further up, so that the way to any depth takes few steps
	input  engine.Input
	events []engine.Event
	broken error  // the record could not be replayed
	digest uint64 // of the world behind it, now: of what was kept it may be another
}

// Branch is one future: a name and its newest record.
type Branch struct {
	Name string
	Tip  int
	Fork int // the record behind which it left another branch; 0 for the first
}

// New is a timeline that begins with a world, which it owns from now on. format writes an input as a line.
func New(start *engine.World, format func(engine.Input) string) *Timeline {
	first := start.Clone()
	first.Freeze()
	nodes := make([]node, 1, 64)
	nodes[0].digest = first.Digest()
	return &Timeline{world: start, nodes: nodes, branches: []Branch{{Name: "main"}}, format: format,
		marked: map[int]*engine.World{0: first}}
}

// World is the world at the cursor, to be read only.
func (t *Timeline) World() *engine.World { return t.world }

// Here is the record at the cursor; 0 is the start.
func (t *Timeline) Here() int { return t.here }

// Last is the newest record of the session.
func (t *Timeline) Last() int { return len(t.nodes) - 1 }

// Depth is how many steps the branch has up to a record.
func (t *Timeline) Depth(record int) int { return t.nodes[record].depth }

// Record is what is kept of one record, 1 to Last.
func (t *Timeline) Record(n int) Record { return t.nodes[n].Record }

// Input is what a record put in; nil where the record could not be read.
func (t *Timeline) Input(n int) engine.Input { return t.nodes[n].input }

// Events are what came of a record.
func (t *Timeline) Events(n int) []engine.Event { return t.nodes[n].events }

// Branches are all branches in the order in which they began.
func (t *Timeline) Branches() []Branch { return slices.Clone(t.branches) }

// Branch is the one that the cursor is on.
func (t *Timeline) Branch() Branch { return t.branches[t.branch] }

// IsPast says whether the branch goes on behind the cursor.
func (t *Timeline) IsPast() bool { return t.branches[t.branch].Tip != t.here }

// Do carries out one action: one record per input. Where the branch has just these inputs next, it walks along. On an
// error nothing was done.
func (t *Timeline) Do(inputs ...engine.Input) ([]engine.Event, error) {
	here, last, branch, branches := t.here, len(t.nodes), t.branch, slices.Clone(t.branches)
	var events []engine.Event
	for _, in := range inputs {
		more, err := t.step(in, last)
		if err != nil {
			t.move(here)
			t.nodes = t.nodes[:last]
			t.branch, t.branches = branch, branches
			return nil, fmt.Errorf("%s: %w", t.format(in), err)
		}
		events = append(events, more...)
	}
	return events, nil
}

func (t *Timeline) step(in engine.Input, action int) ([]engine.Event, error) {
	line := t.format(in)
	if next := t.Next(); next != 0 && t.nodes[next].Line == line && t.nodes[next].broken == nil {
		t.world.Redo(t.nodes[next].events)
		t.world.SettledAt(t.nodes[next].digest)
		t.here = next
		return t.nodes[next].events, nil
	}
	number := len(t.nodes)
	events, err := t.world.Step(number, in)
	if err != nil {
		return nil, err
	}
	t.add(node{Record: Record{Number: number, Parent: t.here, Action: action, Line: line, Said: said(events),
		Digest: t.world.Digest()},
		input: in, events: events, digest: t.world.Digest()})
	return events, nil
}

// add hangs a record below the cursor and moves there, on a branch of its own where the cursor's branch goes on
// already.
func (t *Timeline) add(n node) {
	parent := t.nodes[n.Parent]
	if t.branches[t.branch].Tip != n.Parent {
		ends := -1
		if !t.Contains(t.branches[t.branch].Tip, n.Parent) { // behind what could not be replayed
			ends = slices.IndexFunc(t.branches, func(b Branch) bool { return b.Tip == n.Parent })
		}
		if ends < 0 {
			ends = len(t.branches)
			t.branches = append(t.branches, Branch{Name: t.freeName(), Fork: n.Parent})
		}
		t.branch = ends
	}
	n.depth, n.jump = parent.depth+1, n.Parent
	if up := t.nodes[parent.jump]; parent.depth-up.depth == up.depth-t.nodes[up.jump].depth {
		n.jump = up.jump
	}
	t.nodes = append(t.nodes, n)
	t.branches[t.branch].Tip = n.Number
	t.here = n.Number
	if n.depth%checkpointEvery == 0 && n.broken == nil {
		w := t.world.Clone()
		w.Freeze()
		t.marked[n.Number] = w
	}
}

func (t *Timeline) freeName() string {
	for n := len(t.branches); ; n++ {
		name := fmt.Sprintf("fork-%d", n)
		if !slices.ContainsFunc(t.branches, func(b Branch) bool { return b.Name == name }) {
			return name
		}
	}
}

// said is the newest decision of a record in short.
func said(events []engine.Event) string {
	text := ""
	for _, e := range events {
		if e.Answer != nil && e.Kind != engine.Heard {
			text = e.Answer.String()
		}
	}
	return text
}
