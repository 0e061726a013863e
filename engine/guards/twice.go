package guards

import (
	"fmt"
	"iter"
	"math/big"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/explore"
	"interleave/engine/view"
)

// playedMost is how many ends are played to see what stands there twice.
const playedMost = 512

// onlyAgain is what is left open where a text stands twice.
const onlyAgain = "No mark tells whether that is one work done twice, unless the second request says again=."

// unmarkedWork is what no mark tells of work at the ends of a search.
type unmarkedWork struct {
	orders string // in how many orders one writer's text stands twice; empty: in none
	told   string // the sentence about it, or why it is not known
	unseen bool   // there are too many ends to say so
	idle   bool   // nobody works in any order

	refuses bool // at some end a writer was refused last
	// never are the writers whose only change is refused at every end, by their ids, with its operation.
	never   map[string]string
	covered bool // some order replaces work unread whose writer holds the lock that covers it
}

// playedEnds are the worlds at the ends of a search. Those of the most frequent ends are kept: they are looked at for
// what stands there twice and for how much of the work is done.
type playedEnds struct {
	in   explore.Input
	ends []explore.Outcome
	kept [endsMost]*engine.World
}

// at is the world at the end of that number, to be read only; ok is false where the order to it cannot be taken.
func (p *playedEnds) at(n int) (w *engine.World, ok bool) {
	if n < len(p.kept) && p.kept[n] != nil {
		return p.kept[n], true
	}
	if w, ok = played(p.in, p.ends[n].Example); n < len(p.kept) {
		p.kept[n] = w
	}
	return w, ok
}

// workAtEnds looks at each end of a search for what stands there twice. No mark calls that done twice: only `again=`
// says that the second was sent because of the first. What stands twice at every end that is gone through to belongs to
// the work.
func workAtEnds(at *playedEnds, found *explore.Result) (u unmarkedWork) {
	in := at.in
	if !found.Complete() {
		return u
	}
	if len(found.Outcomes) > playedMost {
		return unmarkedWork{unseen: true, refuses: true, told: fmt.Sprintf("Its %s ends are too many to see whether "+
			"one writer's text stands twice at some.", explore.Count(len(found.Outcomes)))}
	}
	ends, most, usual := make([][]repeated, len(found.Outcomes)), 0, -1
	u.never = onlyChanges(in)
	anyCovers := covers(in)
	u.idle = len(found.Outcomes) > 0
	behind := explore.BehindIn(in)
	for n, o := range found.Outcomes {
		w, ok := at.at(n)
		if !ok {
			return unmarkedWork{}
		}
		ends[n] = repeatedIn(worksOf(w, in.World.Requests()), behind)
		keepRefused(u.never, w, in.World.Requests(), o)
		u.covered = u.covered || anyCovers && replacesCovered(in, o.Example)
		u.idle, u.refuses = u.idle && isIdle(w, in.World), u.refuses || endsRefused(w)
		hangs := slices.ContainsFunc(o.Last, func(l explore.Status) bool { return l.Status == explore.Stuck })
		if most = max(most, len(ends[n])); !hangs && (usual < 0 || len(ends[n]) < usual) {
			usual = len(ends[n])
		}
	}
	u.idle = u.idle || slices.ContainsFunc(found.Undone, func(w explore.Undone) bool {
		return w.Schedules != nil && found.Schedules != nil && w.Schedules.Cmp(found.Schedules) == 0
	})
	if most > max(usual, 0) {
		u.orders, u.told = count(in, found, ends, max(usual, 0))
	}
	return u
}

// endsRefused says whether what some writer heard last is that it was refused.
func endsRefused(w *engine.World) bool {
	return slices.ContainsFunc(w.Writers(), func(by *engine.Writer) bool {
		x := w.Exchange(by.Newest)
		return x != nil && x.Answer.Why != nil
	})
}

// cell is what a table says of work done twice where no order is marked so.
func (u unmarkedWork) cell() string {
	switch {
	case u.orders != "":
		return noConflict
	case u.unseen:
		return "not seen"
	}
	return "stops"
}

// count sums the orders to the ends at which more stands twice than is usual, with the sentence about the first of
// them. Where another writer sends such a text, the same end may be of two works.
func count(in explore.Input, found *explore.Result, ends [][]repeated, usual int) (orders, told string) {
	sum, first := new(big.Int), (*repeated)(nil)
	for n, list := range ends {
		if len(list) <= usual {
			continue
		}
		last := list[len(list)-1]
		if first == nil {
			first = &last
		}
		if schedules := found.Outcomes[n].Schedules; schedules == nil || sum == nil || sharedText(in, last) {
			sum = nil
		} else {
			sum.Add(sum, schedules)
		}
	}
	if sum == nil {
		return "some", first.say("But at the end of some orders")
	}
	return explore.Grouped(sum), first.say("But at the end of " + explore.Orders(sum))
}

// sharedText says whether a second writer sends a text like one that stands twice.
func sharedText(in explore.Input, r repeated) bool {
	return slices.ContainsFunc(sendsOf(in), func(s engine.Send) bool {
		text, ok := view.Carried(in.World.Spec(s.Verb), s.Args)
		return s.By != r.first.by && ok && unnumbered(text) == unnumbered(r.first.text)
	})
}

// EndsTwice says that one writer's text stands twice at the end of an order; empty: it does not.
func EndsTwice(in explore.Input, order []explore.Step) string {
	w, ok := played(in, order)
	if !ok {
		return ""
	}
	return standsTwice("But at its end", w, in.World.Requests(), explore.BehindIn(in))
}

// onlyTakes is what is said where requests were taken for work that was done twice.
const onlyTakes = "A delete with a receipt is taken for work that was done: where it only takes the message " +
	"away, does=none on it says so, and a step such as `does $g.0` says where a plan works."

// takenForWork says whether some work in an order was done twice that nobody said to be done: a delete with a receipt
// is taken for that.
func takenForWork(in explore.Input, order []explore.Step) bool {
	w, ok := played(in, order)
	if !ok {
		return false
	}
	for n := in.World.Requests() + 1; n <= w.Requests(); n++ {
		x := w.Exchange(n)
		if claims, ok := x.Op().(engine.Claimer); ok && conflict.TakenForWork(w, n) {
			work, _ := claims.Claims()
			of := engine.ObjectID{Kind: "work", Name: work}
			if by := w.Workers(of); len(by) > 1 && slices.Contains(by, x.By) {
				return true
			}
		}
	}
	return false
}

// standsTwice says it of a world, and of what was sent in it behind a request; markers are those of its plans.
func standsTwice(when string, w *engine.World, behind int, markers []explore.Behind) string {
	list := repeatedIn(worksOf(w, behind), markers)
	if list == nil {
		return ""
	}
	return list[0].say(when)
}

// isIdle says whether nobody has changed or done anything since an earlier world of the same history.
func isIdle(w, since *engine.World) bool {
	return len(worksOf(w, since.Requests())) == 0 && !slices.ContainsFunc(w.Doings(), func(d engine.Doing) bool {
		return d.First.Event > since.Record() && d.First.By != engine.Seed
	})
}

// writtenText is a text that a writer put somewhere and that nobody has replaced or removed since.
type writtenText struct {
	by, text string
	object   engine.ObjectID
	beside   bool // it stands beside what was there
	guarded  bool // its request carried a guard
	sent     int  // the event by which it was sent
	heard    int  // by which its acceptance was heard; 0: it was not
}

// claimOf says whether a text is the claim of a work: a marker of its plan, under whatever guard, or made under a
// guard, heard to stand, and followed by what carries none. Who has not heard that may put the same down anew
// elsewhere.
func (t writtenText) claimOf(work writtenText, markers []explore.Behind) bool {
	if slices.ContainsFunc(markers, func(b explore.Behind) bool {
		return b.Marker == t.object && slices.Contains(b.Work, work.object)
	}) {
		return true
	}
	return t.object != work.object && t.guarded && !work.guarded && t.heard > 0 && t.heard < work.sent
}

// worksOf are the texts that were put somewhere by the requests behind one.
func worksOf(w *engine.World, behind int) (list []writtenText) {
	for n := behind; n < w.Requests(); n++ {
		x := w.Exchange(n + 1)
		if !x.Altered || x.By == engine.Seed {
			continue
		}
		spec := w.Spec(x.Verb)
		asked := x.Asked()
		bare, _ := w.ServiceOf(x.Verb).BareOf(spec, asked)
		work := writtenText{x.By, textOf(spec, x), x.Object, spec.Effect == engine.Appends, !asksSame(bare, asked),
			x.Sent.Event, x.Heard.Event}
		each := []writtenText{work}
		if inner := spec.Carries(x.Resolved(), w.Spec); len(inner) > 0 {
			each = nil
			for _, one := range inner {
				own := work
				own.object, own.text = one.Of, ""
				own.text, _ = view.Carried(one.Spec, one.Args)
				each = append(each, own)
			}
		}
		for _, work := range each {
			if !work.beside {
				list = slices.DeleteFunc(list, func(o writtenText) bool { return o.object == work.object })
			}
			list = append(list, work)
		}
	}
	return list
}

// textOf is the text that a request carries, of a line its words that are content; empty where it carries none.
func textOf(spec *engine.OpSpec, x *engine.Exchange) string {
	if _, ok := x.Op().(engine.Liner); !ok {
		text, _ := view.Carried(spec, x.Resolved())
		return text
	}
	return strings.Join(conflict.LineContent(x), " ")
}

// repeated are two such texts of one writer that say the same, or differ by numbers alone.
type repeated struct{ first, second writtenText }

func repeatedIn(works []writtenText, markers []explore.Behind) (list []repeated) {
	for n, second := range works {
		for _, first := range works[:n] {
			if first.by == second.by && first.sent != second.sent && first.text != "" &&
				first.object.Kind == second.object.Kind &&
				!first.claimOf(second, markers) && !second.claimOf(first, markers) &&
				unnumbered(first.text) == unnumbered(second.text) {
				list = append(list, repeated{first, second})
				break
			}
		}
	}
	return list
}

// say tells it in two sentences.
func (r repeated) say(when string) string {
	where := fmt.Sprintf("stand under two names, as %s and %s", r.first.object.Name, r.second.object.Name)
	if r.first.object == r.second.object {
		where = "were put into " + r.first.object.Name
	}
	what := "two texts of one writer, which differ by numbers alone, "
	if r.first.text == r.second.text {
		what, where = "one writer's text ", strings.Replace(where, "stand", "stands", 1)
		if r.first.object == r.second.object {
			where = "was put twice into " + r.first.object.Name
		}
	}
	return fmt.Sprintf("%s %s%s. %s", when, what, where, onlyAgain)
}

// unnumbered is a text with one sign in the place of each number: a counter, a try, a place in a log.
func unnumbered(text string) string {
	var b strings.Builder
	within := false
	for _, c := range text {
		digit := c >= '0' && c <= '9'
		switch {
		case !digit:
			b.WriteRune(c)
		case !within:
			b.WriteByte('0')
		}
		within = digit
	}
	return b.String()
}

// played is the world at the end of an order; ok is false where it cannot be taken.
func played(in explore.Input, order []explore.Step) (w *engine.World, ok bool) {
	w = in.Begun()
	for _, s := range order {
		for _, input := range s.Inputs {
			if _, err := w.Step(w.Record()+1, input); err != nil {
				return nil, false
			}
		}
	}
	return w, true
}

// along are the events of an order, each with the world behind its input; they end where an input cannot be.
func along(in explore.Input, order []explore.Step) iter.Seq2[*engine.World, engine.Event] {
	return func(yield func(*engine.World, engine.Event) bool) {
		w := in.Begun()
		for _, s := range order {
			for _, input := range s.Inputs {
				events, err := w.Step(w.Record()+1, input)
				if err != nil {
					return
				}
				for _, e := range events {
					if !yield(w, e) {
						return
					}
				}
			}
		}
	}
}
