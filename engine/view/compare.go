package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// Pair is a row of a comparison: what it is about, both sides, and where each side's row happened.
type Pair struct {
	Label, A, B      string
	Head             bool // Label heads the rows below it
	Differs          bool // the sides differ
	RecordA, RecordB int  // 0: nowhere
}

// Compare puts two branches side by side, each as it stands at its view: the first event that differs, how it ends, the
// marks.
func Compare(a, b *View) []Pair {
	c := &comparison{a: a, b: b, shared: sharedEvents(a, b)}
	c.event()
	c.states()
	c.troubles()
	return c.rows
}

// sharedEvents is how many events the paths have in common: two paths part once, so that halving finds where.
func sharedEvents(a, b *View) int {
	low, high := 0, min(a.path.Len(), b.path.Len())
	for low < high {
		middle := (low + high) / 2
		if a.path.entries.recordAt(middle) == b.path.entries.recordAt(middle) {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

type comparison struct {
	a, b   *View
	shared int
	rows   []Pair
}

func (c *comparison) add(p Pair) {
	p.Differs = p.A != p.B
	c.rows = append(c.rows, p)
}

func (c *comparison) head(text string) { c.rows = append(c.rows, Pair{Label: text, Head: true}) }

// event is where the two part: the first event that is not the same, whichever record made it. A run that was begun
// again does the same things over until something is different.
func (c *comparison) event() {
	c.head("First different event")
	a, b := loud(c.a.Log().From(c.shared)), loud(c.b.Log().From(c.shared))
	n := 0
	for n < len(a) && n < len(b) && alike(c.a, a[n], c.b, b[n]) {
		n++
	}
	if n == len(a) && n == len(b) {
		c.rows = append(c.rows, Pair{Label: "none", A: "the same to the end", B: "the same to the end"})
		return
	}
	stepA, whatA, recordA := eventAt(c.a, a, n)
	stepB, whatB, recordB := eventAt(c.b, b, n)
	c.add(Pair{Label: "when", A: stepA, B: stepB, RecordA: recordA, RecordB: recordB})
	c.add(Pair{Label: "what", A: whatA, B: whatB, RecordA: recordA, RecordB: recordB})
	if whatA == whatB && n < len(a) && n < len(b) {
		c.arguments(a[n], b[n])
	}
}

// arguments are those of two requests that are asked in the same words and differ all the same: in their contents.
func (c *comparison) arguments(a, b Entry) {
	x, y := c.a.Exchange(a.Event().Request), c.b.Exchange(b.Event().Request)
	if x == nil || y == nil {
		return
	}
	value := func(x *engine.Exchange, name string) string {
		for _, arg := range x.Resolved() {
			if arg.Name == name {
				return strings.Join(strings.Fields(strconv.Quote(arg.Value.String())), " ")
			}
		}
		return "none"
	}
	seen := map[string]bool{}
	for _, arg := range slices.Concat(x.Resolved(), y.Resolved()) {
		if one, other := value(x, arg.Name), value(y, arg.Name); one != other && !seen[arg.Name] {
			c.add(Pair{Label: arg.Name, A: one, B: other, RecordA: a.Record, RecordB: b.Record})
		}
		seen[arg.Name] = true
	}
}

// loud are the entries that are news: a clock that only lets the time of a press pass is none.
func loud(log Log) (list []Entry) {
	for _, e := range log.All() {
		if !e.Quiet {
			list = append(list, e)
		}
	}
	return list
}

// alike says whether the same happened on both sides. Tags and record numbers differ between branches, what was asked
// and answered not.
func alike(v *View, e Entry, w *View, f Entry) bool {
	x, y := e.Event(), f.Event()
	if x.Kind != y.Kind || x.By != y.By || x.Request != y.Request || x.Copy != y.Copy || x.At != y.At ||
		x.Object != y.Object || x.Text != y.Text {
		return false
	}
	if (x.Answer == nil) != (y.Answer == nil) || x.Answer != nil && x.Answer.String() != y.Answer.String() {
		return false
	}
	if x.Kind != engine.Sent && x.Kind != engine.Edited {
		return true
	}
	p, q := v.Exchange(x.Request), w.Exchange(y.Request)
	return p.Verb == q.Verb && slices.EqualFunc(p.Args, q.Args,
		func(a, b engine.Arg) bool { return a.Name == b.Name && a.Value.String() == b.Value.String() })
}

// eventAt tells an event; where the branch has ended, that.
func eventAt(v *View, path []Entry, n int) (step, what string, record int) {
	if n >= len(path) {
		return fmt.Sprintf("ends at step %d", v.Step), "nothing more", v.Record
	}
	e := path[n]
	t := v.Tell(e)
	return fmt.Sprintf("step %d, %s", e.Step, e.At), strings.Join(strings.Fields(t.Who+" "+t.No+" "+t.What),
		" "), e.Record
}

// states are the objects at both ends: those that differ, and how many are the same.
func (c *comparison) states() {
	c.head("At the end")
	c.add(Pair{Label: "clock", A: c.a.Now().String(), B: c.b.Now().String(), RecordA: c.a.Record, RecordB: c.b.Record})
	newestA, newestB := newest(c.a), newest(c.b)
	seen, same := map[engine.ObjectID]bool{}, 0
	for _, v := range []*View{c.a, c.b} {
		for _, s := range v.Services() {
			for _, t := range v.Things(s.Name) {
				if seen[t.Object] {
					continue
				}
				seen[t.Object] = true
				p := Pair{Label: t.Name}
				p.A, p.RecordA = stateOf(c.a, t.Object, newestA)
				p.B, p.RecordB = stateOf(c.b, t.Object, newestB)
				if p.A == p.B && p.RecordA == p.RecordB {
					same++
					continue
				}
				c.add(p)
			}
		}
	}
	if same > 0 {
		text := fmt.Sprintf("%d, the same", same)
		c.rows = append(c.rows, Pair{Label: map[bool]string{true: "other objects", false: "objects"}[len(seen) > same],
			A: text, B: text})
	}
}

// newest are the entries that made the newest state of each object.
func newest(v *View) map[engine.ObjectID]Entry {
	entries := map[engine.ObjectID]Entry{}
	v.path.backwards(func(objects map[engine.ObjectID]struct{}) bool {
		for object := range objects {
			if _, known := entries[object]; !known {
				return true
			}
		}
		return false
	}, func(e Entry) bool {
		objects := map[engine.ObjectID]struct{}{}
		(&stater{}).made(v.world, e.Event(), objects)
		for object := range objects {
			if _, known := entries[object]; !known {
				entries[object] = e
			}
		}
		return true
	})
	return entries
}

// stateOf is an object in a few words: its version, who wrote it, and how its content begins.
func stateOf(v *View, object engine.ObjectID, newest map[engine.ObjectID]Entry) (text string, record int) {
	e, known := newest[object]
	r := v.world.Object(object)
	switch gone := flag(r) != ""; {
	case r == nil && !known:
		return "never was", 0
	case (r == nil || gone) && e.Event().Kind == engine.Ended:
		return "gone, by " + v.who(""), e.Record
	case r == nil || gone:
		return "gone, by " + v.who(e.Event().By), e.Record
	case !known:
		return "there", 0
	}
	n := v.version(object, e, r)
	text = v.who(n.By)
	if n.Number != "" {
		text = "v" + n.Number + " " + text
	}
	if body := strings.Join(strings.Fields(n.Body), " "); body != "" {
		text += "  \"" + body + "\""
	}
	return text, e.Record
}

func (v *View) who(id string) string {
	if id == "" {
		return "the clock"
	}
	return v.Title(id)
}

// troubles are the marks: counted, those that both have, then the others side by side.
func (c *comparison) troubles() {
	c.head("Marks")
	refusedA, silentA, unknownA := c.a.Counts()
	refusedB, silentB, unknownB := c.b.Counts()
	c.add(Pair{Label: "! refused", A: fmt.Sprint(refusedA), B: fmt.Sprint(refusedB)})
	c.add(Pair{Label: "~ silent", A: fmt.Sprint(silentA), B: fmt.Sprint(silentB)})
	c.add(Pair{Label: "? unknown", A: fmt.Sprint(unknownA), B: fmt.Sprint(unknownB)})
	a, b := c.a.Troubles(), c.b.Troubles()
	for len(a) > 0 && len(b) > 0 && a[0].Record == b[0].Record {
		c.add(Pair{Label: "both", A: marked(c.a, a[0]), B: marked(c.b, b[0]), RecordA: a[0].Record,
			RecordB: b[0].Record})
		a, b = a[1:], b[1:]
	}
	for i := range max(len(a), len(b)) {
		p := Pair{Label: "mark"}
		if i < len(a) {
			p.A, p.RecordA = marked(c.a, a[i]), a[i].Record
		}
		if i < len(b) {
			p.B, p.RecordB = marked(c.b, b[i]), b[i].Record
		}
		c.add(p)
	}
}

// marked is a mark in a few words, as `! stale write, Ana, 00:12.2`.
func marked(v *View, t Trouble) string {
	return fmt.Sprintf("%c %s, %s, %s", t.Severity, t.Kind.Words(), v.Title(t.Whose), t.At)
}

// LastMark is the newest trouble of a view in a few words; empty where there is none.
func (v *View) LastMark() string {
	if n := len(v.path.kinds); n > 0 {
		return marked(v, v.path.kinds[n-1])
	}
	return ""
}
