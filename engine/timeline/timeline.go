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
	nodes    engine.Growing[node] // by record number
	says     []string             // what was said of records, each once
	saysAt   map[string]int32
	branches []Branch
	branch   int // the one the cursor is on
	format   func(engine.Input) string
	parse    func(string) (engine.Input, error)
	marked   map[int]*engine.World // checkpoints by record, frozen
	straight int                   // up to which record those come that are expected, each behind the one before
	broken   map[int]error         // why records could not be replayed
	// the digests that worlds had when their records were made, where they have others now
	other   map[int]uint64
	digests engine.Growing[uint64] // of the worlds behind the records, as far as somebody has asked
	each    bool                   // they are wanted as the records come
	recent  []*block               // that are whole and not forgotten, the oldest first
	far     []*block               // further back, with a checkpoint in front of them
	every   int                    // the distance of those, in steps of a branch
	most    int                    // how many they may be
	old     *recalled
}

// node is one record as the tree keeps it: there may be millions.
type node struct {
	Outcome
	parent, action, depth int32
	jump                  int32 // a record further up, so that the way to any depth takes few steps
	said                  int32 // the place of what was said among says
}

// Branch is one future: a name and its newest record.
type Branch struct {
	Name string
	Tip  int
	Fork int // the record behind which it left another branch; 0 for the first
}

// New is a timeline that begins with a world, which it owns from now on. format writes an input as a line, parse reads
// it; both may be called from any goroutine.
func New(start *engine.World, format func(engine.Input) string, parse func(string) (engine.Input, error)) *Timeline {
	first := start.Clone()
	first.Freeze()
	nodes := engine.Growing[node]{}
	nodes.Add(node{})
	digests := engine.Growing[uint64]{}
	digests.Add(first.Digest())
	return &Timeline{digests: digests, says: []string{""}, saysAt: map[string]int32{"": 0},
		world: start, nodes: nodes, branches: []Branch{{Name: "main"}}, format: format, parse: parse,
		marked: map[int]*engine.World{0: first}, broken: map[int]error{}, other: map[int]uint64{}, old: &recalled{},
		every: farEvery, most: farMost}
}

// World is the world at the cursor, to be read only.
func (t *Timeline) World() *engine.World { return t.world }

// Here is the record at the cursor; 0 is the start.
func (t *Timeline) Here() int { return t.here }

// Last is the newest record of the session.
func (t *Timeline) Last() int { return t.nodes.Len() - 1 }

// Depth is how many steps the branch has up to a record.
func (t *Timeline) Depth(record int) int { return int(t.nodes.At(record).depth) }

// Parent is the record in front of a record; 0 is the start.
func (t *Timeline) Parent(record int) int { return int(t.nodes.At(record).parent) }

func (t *Timeline) jump(record int) int { return int(t.nodes.At(record).jump) }

// Action is the first record of the press that a record belongs to.
func (t *Timeline) Action(record int) int { return int(t.nodes.At(record).action) }

// Record is what is kept of one record, 1 to Last.
func (t *Timeline) Record(n int) Record {
	r := t.nodes.At(n)
	digest, other := t.other[n]
	if !other {
		digest = t.digest(n)
	}
	return Record{Number: n, Parent: int(r.parent), Action: int(r.action), Line: t.Line(n), Said: t.says[r.said],
		Digest: digest}
}

// SumEach says whether the digests of records are wanted as they come. Otherwise they are found out where somebody asks
// for one, which takes a third of what a step does.
func (t *Timeline) SumEach(on bool) {
	if t.each = on; !on {
		t.world.FollowOnly()
	}
}

// digest is the digest of the world behind a record.
func (t *Timeline) digest(n int) uint64 {
	for k := t.digests.Len(); k <= n; k++ {
		next := t.nodes.At(k)
		t.digests.Add(t.world.DigestBehind(*t.digests.At(int(next.parent)), next.Events()))
	}
	return *t.digests.At(n)
}

// Line is what a record put in as a line; empty for the start of the session.
func (t *Timeline) Line(n int) string {
	o := t.nodes.At(n).Outcome
	if o.block == nil {
		return ""
	}
	if in, long := o.block.rows.long[int32(n)]; long {
		return t.format(in)
	}
	return o.block.rows.list[o.row].line
}

// Input is what a record put in; nil where the record could not be read.
func (t *Timeline) Input(n int) engine.Input { return t.nodes.At(n).Input() }

// Events are what came of a record.
func (t *Timeline) Events(n int) []engine.Event { return t.nodes.At(n).Events() }

// Outcome is what came of a record, to be kept for long.
func (t *Timeline) Outcome(n int) Outcome { return t.nodes.At(n).Outcome }

// Branches are all branches in the order in which they began.
func (t *Timeline) Branches() []Branch { return slices.Clone(t.branches) }

// Branch is the one that the cursor is on.
func (t *Timeline) Branch() Branch { return t.branches[t.branch] }

// IsPast says whether the branch goes on behind the cursor.
func (t *Timeline) IsPast() bool { return t.branches[t.branch].Tip != t.here }

// Do carries out one action: one record per input. Where the branch has just these inputs next, it walks along. On an
// error nothing was done.
func (t *Timeline) Do(inputs ...engine.Input) (events []engine.Event, err error) {
	err = t.DoEach(inputs, func(more []engine.Event) { events = append(events, more...) })
	if err != nil {
		return nil, err
	}
	return events, nil
}

// DoEach is Do for those who need no list of all events: each is given those of one input after the other, also where a
// later input fails.
func (t *Timeline) DoEach(inputs []engine.Input, each func([]engine.Event)) error {
	here, last, branch, branches, tip := t.here, t.nodes.Len(), t.branch, len(t.branches), t.branches[t.branch].Tip
	for _, in := range inputs {
		events, err := t.step(in, last)
		if err != nil {
			t.move(here)
			t.cut(last)
			if t.branch != branch && t.branch < branches { // it went on where that one ended
				t.branches[t.branch].Tip = here
			}
			t.branch, t.branches, t.branches[branch].Tip = branch, t.branches[:branches], tip
			return fmt.Errorf("%s: %w", t.format(in), err)
		}
		each(events)
	}
	return nil
}

func (t *Timeline) step(in engine.Input, action int) ([]engine.Event, error) {
	line, next, long := "", t.Next(), long(in)
	if next != 0 || !long {
		line = t.format(in)
	}
	if next != 0 && t.Line(next) == line && t.broken[next] == nil {
		events := t.Events(next)
		t.world.Redo(events)
		t.settled(t.world, next)
		t.here = next
		return events, nil
	}
	number := t.nodes.Len()
	events, err := t.world.Step(number, within(in, line))
	if err != nil {
		return nil, err
	}
	if long {
		line = ""
	}
	t.add(Record{Number: number, Parent: t.here, Action: action, Line: line, Said: said(events)}, in, events)
	if t.each {
		t.sums(number)
	}
	return events, nil
}

// within is an input with its long texts in the memory of its line, which is kept: a body stands there once.
func within(in engine.Input, line string) engine.Input {
	send, ok := in.(engine.Send)
	if !ok {
		return in
	}
	args, found := engine.Within(send.Args, line)
	if !found {
		return in
	}
	send.Args = args
	return send
}

// sums keeps the digest of the newest record, at which the world stands, where those before it are known.
func (t *Timeline) sums(n int) {
	if !t.world.KeepsDigest() {
		t.world.SettledAt(t.digest(n))
	}
	if t.digests.Len() == n {
		t.digests.Add(t.world.Digest())
	}
}

// settled tells a world at a record its digest, where that is known.
func (t *Timeline) settled(w *engine.World, n int) {
	if n < t.digests.Len() {
		w.SettledAt(*t.digests.At(n))
	}
}

// longFrom is how many bytes of text an input has that is kept as it is.
const longFrom = 1 << 16

func long(in engine.Input) bool {
	send, ok := in.(engine.Send)
	size := 0
	for n := 0; ok && n < len(send.Args); n++ {
		size += send.Args[n].Value.Size()
	}
	return size >= longFrom
}

// add hangs a record below the cursor and moves there, on a branch of its own where the cursor's branch goes on
// already.
func (t *Timeline) add(r Record, in engine.Input, events []engine.Event) {
	parent, broken := t.nodes.At(r.Parent), t.broken[r.Number] != nil
	if t.branches[t.branch].Tip != r.Parent {
		ends := -1
		if !t.Contains(t.branches[t.branch].Tip, r.Parent) { // behind what could not be replayed
			ends = slices.IndexFunc(t.branches, func(b Branch) bool { return b.Tip == r.Parent })
		}
		if ends < 0 {
			ends = len(t.branches)
			t.branches = append(t.branches, Branch{Name: t.freeName(), Fork: r.Parent})
		}
		t.branch = ends
	}
	n := node{parent: int32(r.Parent), action: int32(r.Action), depth: parent.depth + 1, jump: int32(r.Parent),
		said: t.placeOf(r.Said)}
	if up := t.nodes.At(int(parent.jump)); parent.depth-up.depth == up.depth-t.nodes.At(int(up.jump)).depth {
		n.jump = up.jump
	}
	n.Outcome = t.outcome(r.Parent, row{r.Line, int32(r.Number), broken}, happened{in, events})
	t.nodes.Add(n)
	t.branches[t.branch].Tip = r.Number
	t.here = r.Number
	if n.depth%checkpointEvery == 0 && !broken && !t.farBack(r.Number, int(n.depth)) {
		w := t.world.Clone()
		w.Freeze()
		t.marked[r.Number] = w
	}
}

// outcome puts what came of a record into a block: that of its parent, where nothing lies behind the parent there.
func (t *Timeline) outcome(parent int, r row, came happened) Outcome {
	above := t.nodes.At(parent).Outcome
	b := above.block
	if starts := t.Depth(parent)%checkpointEvery == 0; starts || int(above.row) != len(b.rows.list)-1 {
		b = &block{from: parent, above: above.block, follows: starts, parse: t.parse, old: t.old}
		if above.block != nil {
			b.before = above.block.rows.upTo(above.row + 1)
		}
		if starts {
			b.start.Store(t.marked[parent])
			t.whole(above.block)
		}
		if starts && above.block != nil { // a session that is so long will fill it
			b.rows.list = make([]row, 0, checkpointEvery)
			b.kept.Store(new(make([]happened, checkpointEvery)))
		}
	}
	return Outcome{b, int32(b.add(r, came))}
}

// recentBlocks is how many blocks are kept as they came: what people look at mostly, and all of a session of usual
// length. farEvery is the distance of the checkpoints further back, in steps of a branch; where there are more than
// farMost of them, each second one goes, as what each has alone adds up.
const (
	recentBlocks = 16
	farEvery     = 8 * checkpointEvery
	farMost      = 128
)

// FarMost says how many checkpoints are kept far back: fewer take less memory, and to go there takes longer.
func (t *Timeline) FarMost(most int) { t.most = most }

// Expect says that so many records come, each behind the one before. Those far in front of the end get only the
// checkpoints that stay: a page that is written behind a checkpoint is copied.
func (t *Timeline) Expect(records int) { t.straight = t.nodes.Len() - 1 + records }

// farBack says whether the checkpoint of a record would be forgotten before all that are expected have come.
func (t *Timeline) farBack(record, depth int) bool {
	return depth%t.every != 0 && record+(recentBlocks+2)*checkpointEvery <= t.straight
}

// whole says that nothing comes into a block any more, and forgets the one that became whole long ago.
func (t *Timeline) whole(b *block) {
	if b == nil || b.kept.Load() == nil || slices.Contains(t.recent, b) {
		return
	}
	if t.recent = append(t.recent, b); len(t.recent) <= recentBlocks {
		return
	}
	t.farther(t.recent[0])
	t.recent = slices.Delete(t.recent, 0, 1)
}

// farther forgets what came of a block that is far back now, and leaves few checkpoints there, which take little
// memory.
func (t *Timeline) farther(b *block) {
	b.forget()
	if w := t.marked[b.from]; w != nil && t.Depth(b.from)%t.every == 0 {
		past := w.Clone()
		past.Pack()
		past.Freeze()
		t.checkpoint(b, past)
		t.far = append(t.far, b)
	} else {
		t.checkpoint(b, nil)
	}
	if len(t.far) > t.most {
		t.every *= 2
		t.far = slices.DeleteFunc(t.far, func(b *block) bool {
			gone := t.Depth(b.from)%t.every != 0
			if gone {
				t.checkpoint(b, nil)
			}
			return gone
		})
	}
}

// checkpoint puts a world in front of a block; nil: none is kept there.
func (t *Timeline) checkpoint(b *block, w *engine.World) {
	b.start.Store(w)
	if t.marked[b.from] = w; w == nil {
		delete(t.marked, b.from)
	}
}

// cut takes the records from one on away: nobody has seen them.
func (t *Timeline) cut(first int) {
	for n := t.nodes.Len() - 1; n >= first; n-- {
		t.nodes.At(n).block.cut(int(t.nodes.At(n).row))
	}
	t.nodes.Cut(first)
	if first < t.digests.Len() {
		t.digests.Cut(first)
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

// placeOf is the place of what was said of a record: few things are said of millions.
func (t *Timeline) placeOf(said string) int32 {
	at, known := t.saysAt[said]
	if !known {
		at = int32(len(t.says))
		t.says, t.saysAt[said] = append(t.says, said), at
	}
	return at
}

// said is the newest decision of a record in short.
func said(events []engine.Event) string {
	text := ""
	for i := range events {
		if e := &events[i]; e.Answer != nil && e.Kind != engine.Heard {
			text = e.Answer.String()
		}
	}
	return text
}
