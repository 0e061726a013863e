package room

import (
	"sync"

	"interleave/engine"
	"interleave/engine/timeline"
	"interleave/engine/view"
)

// trail is a world that stands where the cursor stood before the newest action, to judge it by: it moves along behind
// the session's own, so that not each action needs a clone.
type trail struct {
	world  *engine.World
	record int // at which it stands
}

// at is the world at the cursor, a clone where the trail stands elsewhere.
func (t *trail) at(line *timeline.Timeline) *engine.World {
	if t.world == nil || t.record != line.Here() {
		*t = trail{line.World().Clone(), line.Here()}
		t.world.FollowOnly()
	}
	return t.world
}

// atCursor is the path up to the cursor. Where rules broke while it followed, it may be shorter.
func (r *Room) atCursor() view.Path {
	return r.path.UpTo(min(r.line.Depth(r.line.Here()), r.path.Steps()))
}

// follow brings the path to the branch that the cursor is on. before is the world before the first new record behind
// from; without it, or where the path leaves elsewhere, it is looked for.
func (r *Room) follow(before *engine.World, from int) {
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
	if shared != from {
		before = nil
	}
	r.trail.record = -1 // the judging moves it
	for i, n := range fresh {
		if i%atOnce == 0 {
			r.told(r.line.Last()+r.line.Depth(n), 2*r.line.Last())
		}
		if before == nil && !r.isJudged(n) {
			before = r.line.Before(n)
			before.FollowOnly()
		}
		judged := &r.newest
		*judged = r.judgedRecord(n)
		judged.Judge(before)
		r.knows(judged)
		r.path.Add(judged, r.line.World())
		r.path.Tip = n
	}
	r.newest = view.JudgedRecord{}
	if before != nil && tip == r.line.Here() {
		r.trail = trail{before, tip}
	}
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
