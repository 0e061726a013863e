package room

import (
	"sync"

	"interleave/engine"
	"interleave/engine/timeline"
	"interleave/engine/view"
)

// trail is a world that stands in front of a record, to judge it by: it moves along behind the session's own, and only
// as far as somebody has to be judged by it. Most of what programs do is quiet.
type trail struct {
	world  *engine.World
	record int // at which it stands
}

// trailMost is how many records a trail may be behind: what it is brought along by would take longer than a clone then.
const trailMost = 256

// to is the world at a record.
func (t *trail) to(line *timeline.Timeline, record int) *engine.World {
	t.spare(line, record)
	if t.world == nil {
		t.world = line.At(record)
		t.world.FollowOnly()
	} else {
		t.redo(line, record)
	}
	t.record = record
	return t.world
}

// redo brings the world along to a record behind it.
func (t *trail) redo(line *timeline.Timeline, record int) {
	if record != t.record {
		t.redo(line, line.Parent(record))
		t.world.Redo(line.Events(record))
	}
}

// spare lets go of a world that does not stand in front of a record, or too far.
func (t *trail) spare(line *timeline.Timeline, record int) {
	if t.world != nil && (!line.Contains(record, t.record) || line.Depth(record)-line.Depth(t.record) > trailMost) {
		*t = trail{}
	}
}

// atCursor is the path up to the cursor. Where rules broke while it followed, it may be shorter.
func (r *Room) atCursor() view.Path {
	return r.path.UpTo(min(r.line.Depth(r.line.Here()), r.path.Steps()))
}

// follow brings the path to the branch that the cursor is on.
func (r *Room) follow() {
	tip := r.line.Branch().Tip
	if tip == r.path.Tip {
		return
	}
	shared, _, _ := r.line.CommonAncestor(tip, r.path.Tip)
	if shared != r.path.Tip {
		r.left[r.path.Tip] = r.path.Counts()
		r.path = r.path.Until(r.line.Depth(shared))
		r.path.Tip = shared
	}
	var few [8]int // of most actions
	fresh := few[:0]
	if n := r.line.Depth(tip) - r.line.Depth(shared); n <= len(few) {
		fresh = few[:n]
	} else {
		fresh = make([]int, n)
	}
	for n, i := tip, len(fresh)-1; i >= 0; n, i = r.line.Parent(n), i-1 {
		fresh[i] = n
	}
	for i, n := range fresh {
		if i%atOnce == 0 {
			r.told(r.line.Last()+r.line.Depth(n), 2*r.line.Last())
		}
		judged := &r.newest
		*judged = r.judgedRecord(n)
		r.judge(judged)
		r.knows(judged)
		r.path.Add(judged, r.line.World())
		r.path.Tip = n
	}
	r.newest = view.JudgedRecord{}
	r.trail.spare(r.line, tip)
}

// judge finds the marks of a record that has none yet, by the world in front of it where one has to look there.
func (r *Room) judge(n *view.JudgedRecord) {
	if n.Judged || r.line.Here() == r.line.Branch().Tip && n.Quiet(r.line.World()) {
		return
	}
	before := r.trail.to(r.line, r.line.Parent(n.Record))
	r.trail = trail{} // should the rules break
	n.Judge(before)
	r.trail = trail{before, n.Record}
}

// isJudged says whether the marks of a record are known.
func (r *Room) isJudged(n int) bool { return n/64 < len(r.judged) && r.judged[n/64]&(1<<(n%64)) != 0 }

// judgedRecord is a record of the session with its marks, as far as they are known.
func (r *Room) judgedRecord(n int) view.JudgedRecord {
	return view.JudgedRecord{Record: n, Action: r.line.Action(n), Step: r.line.Depth(n), Pause: r.isPause(n),
		Outcome: r.line.Outcome(n), Marks: r.marks[n], Judged: r.isJudged(n)}
}

// knows remembers what was judged.
func (r *Room) knows(judged ...*view.JudgedRecord) {
	for _, n := range judged {
		for len(r.judged) <= n.Record/64 {
			r.judged = append(r.judged, 0)
		}
		r.judged[n.Record/64] |= 1 << (n.Record % 64)
		if n.Marks != nil {
			r.marks[n.Record] = n.Marks
		}
	}
}

// judging judges the records of a session that is brought back, while the next ones are replayed: as far as each lies
// behind the one before it. follow judges the others.
type judging struct {
	world   *engine.World // behind the last record that was judged
	record  int
	running sync.WaitGroup
	list    []*view.JudgedRecord
}

func newJudging(start *engine.World) *judging {
	start.FollowOnly()
	return &judging{world: start}
}

// begin judges the records up to one, which stay as they are meanwhile, and has the path go on with them; the last
// action only where all of it is there.
func (j *judging) begin(r *Room, last int, whole bool) {
	open := r.line.Action(last)
	for n := j.record + 1; n <= last && r.line.Parent(n) == j.record && r.line.Events(n) != nil &&
		(whole || r.line.Action(n) != open); n++ {
		judged := r.judgedRecord(n)
		j.list, j.record = append(j.list, &judged), n
	}
	list := j.list
	j.running.Go(func() {
		for _, n := range list {
			n.Judge(j.world)
			r.path.Add(n, j.world)
			r.path.Tip = n.Record
		}
	})
}

// wait gives what was judged.
func (j *judging) wait() []*view.JudgedRecord {
	j.running.Wait()
	list := j.list
	j.list = nil
	return list
}
