package explore

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"interleave/engine"
)

// Behind is work behind a marker, which each of several writers makes only if nothing is there: it is to be done by one
// of them. That both did it, or neither, replaces nobody's work, so no mark tells it.
type Behind struct {
	Marker engine.ObjectID
	Work   []engine.ObjectID // written by those who make the marker, of each of them one or more
	// Alike says that one text is put under all of these names, each by one writer: then it is seen that two did it.
	Alike bool
	// Pile is of work that is put into the one object that Work names, beside what others put there.
	Pile Pile
}

// written is what the requests of a search write behind a marker, by object: who does, and which text, where it is one
// that stands in them.
type written struct {
	object engine.ObjectID
	by     []string
	text   string
}

// BehindIn are the markers of what is searched, with the work behind each.
func BehindIn(in Input) []Behind {
	if in.Behind != nil {
		return in.Behind
	}
	list, r := []Behind{}, read(in)
	var looked []engine.ObjectID
	for _, marker := range r.all {
		if slices.Contains(looked, marker.object) {
			continue
		}
		looked = append(looked, marker.object)
		if makers := makersOf(in.World, r.all, marker.object); len(makers) > 1 {
			piles := r.pilesBehind(marker.object, makers)
			told := func(b Behind) bool {
				return slices.ContainsFunc(piles, func(p Behind) bool { return slices.Equal(p.Work, b.Work) })
			}
			list = append(list, slices.DeleteFunc(behind(in.World, r.all, marker.object, makers), told)...)
			list = append(list, piles...)
		}
	}
	return list
}

// behind is the work behind one marker: each text that several put under names of their own, and where there is none,
// all that is written.
func behind(w *engine.World, all []writing, marker engine.ObjectID, makers []maker) (list []Behind) {
	works := writtenBehind(w, all, marker, makers)
	for at, first := range works {
		same := func(o *written) bool {
			return o.text == first.text && o.object.Kind == first.object.Kind && len(o.by) == 1
		}
		if first.text != "" && same(first) && !slices.ContainsFunc(works[:at], same) {
			if b, by := bundled(marker, works, same); by > 1 {
				b.Alike = true
				list = append(list, b)
			}
		}
	}
	if len(list) > 0 {
		return list
	}
	if b, by := bundled(marker, works, func(*written) bool { return true }); by == len(makers) {
		list = append(list, b)
	}
	return list
}

// bundled are works of a kind as one, with how many writers do some of them.
func bundled(marker engine.ObjectID, works []*written, take func(*written) bool) (b Behind, writers int) {
	b.Marker = marker
	var by []string
	for _, o := range works {
		if take(o) {
			b.Work, by = append(b.Work, o.object), append(by, o.by...)
		}
	}
	slices.Sort(by)
	return b, len(slices.Compact(by))
}

// writtenBehind is what those who make a marker write behind it, of what is not there from the start: of that else no
// end would tell. What somebody else writes too, it does not tell either.
func writtenBehind(w *engine.World, all []writing, marker engine.ObjectID, makers []maker) (list []*written) {
	for _, o := range all {
		behind := slices.ContainsFunc(makers, func(m maker) bool { return m.worksBehind(o, marker) })
		at := slices.IndexFunc(list, func(l *written) bool { return l.object == o.object })
		if !behind || isThere(w, o.object) {
			continue
		}
		text := textIn(o.spec, o.Args)
		if at < 0 {
			at, list = len(list), append(list, &written{object: o.object, text: text})
		}
		l := list[at]
		if l.text != text {
			l.text = ""
		}
		if !slices.Contains(l.by, o.By) {
			l.by = append(l.by, o.By)
		}
	}
	return slices.DeleteFunc(list, func(l *written) bool {
		return slices.ContainsFunc(all, func(o writing) bool {
			return o.object == l.object && !slices.ContainsFunc(makers, func(m maker) bool { return m.by == o.By })
		})
	})
}

// textIn is the text that stands in a request itself: of a row all its properties, of a line the word that it makes all
// there is. Empty where an answer gives it, or it carries none.
func textIn(spec *engine.OpSpec, args []engine.Arg) (text string) {
	if spec.Prompt() {
		args = []engine.Arg{{Value: spec.WholeText(args)}}
	}
	for _, a := range args {
		p, _ := spec.Param(a.Name)
		row := p.Prefix() && strings.HasPrefix(a.Name, ".")
		_, _, refers := a.Value.RefName()
		_, _, _, reckons := a.Value.Expression()
		switch {
		case !spec.Prompt() && (!p.Content || !p.Positional() && !row):
		case refers || reckons:
			return ""
		case row:
			text += a.Name + "=" + a.Value.String() + "\n"
		default:
			return a.Value.String()
		}
	}
	return text
}

// behindRows are the rows of ends at which the work behind a marker stands under the names of several writers, or under
// none. Merged ends do not say whose names they have.
func behindRows(found *Result, title func(id string) string) (list []Row) {
	if found.Merged {
		return nil
	}
	for n, b := range found.Behind {
		for _, several := range []bool{true, false} {
			if several && !b.Alike && !b.Pile.is() {
				continue
			}
			if r, ok := b.row(found, several, title); ok {
				r.Name = fmt.Sprintf("%s-%d", r.Name, n+1)
				list = append(list, r)
			}
		}
	}
	return list
}

// at says of what stands at an end whether the work does so several times, or not at all.
func (b Behind) at(end []Content) (several, none bool) {
	if b.Pile.is() {
		n, known := b.Pile.in(end, b.Work[0])
		return known && n > b.Pile.Most, known && n == b.Pile.Start
	}
	stands := 0
	for _, c := range end {
		if slices.Contains(b.Work, c.Object) {
			stands++
		}
	}
	return stands > 1, stands == 0
}

// row counts the ends at which the work stands several times, or not at all; ok is false where no end is so.
func (b Behind) row(found *Result, several bool, title func(id string) string) (r Row, ok bool) {
	sum := new(big.Int)
	for _, o := range found.Outcomes {
		if twice, undone := b.at(o.End); several && !twice || !several && !undone {
			continue
		}
		if sum != nil && o.Schedules != nil {
			sum.Add(sum, o.Schedules)
		} else {
			sum = nil
		}
		if !ok || len(o.Example) < r.Length {
			r = Row{Length: len(o.Example), Way: way(o.Example, title), Steps: o.Example}
		}
		ok = true
	}
	var names []string
	for _, id := range b.Work {
		names = append(names, id.Name)
	}
	r.Mark, r.Name, r.Text = noMark, behindMany, "work under two names, behind "+b.Marker.Name
	switch {
	case !several:
		r.Name, r.Text = behindNone, "work left undone, behind "+b.Marker.Name
	case b.Pile.is():
		r.Text = "work twice in one place, behind " + b.Marker.Name
	case len(names) > 2:
		r.Text = "work under several names, behind " + b.Marker.Name
	}
	r.About = strings.Join(names, ", ")
	r.Orders, r.Share = digits(sum), Share(sum, found.Schedules)
	return r, ok
}

// The names of such rows begin so.
const (
	behindMany = "several-behind"
	behindNone = "none-behind"
)

// IsBehind says whether a row tells of work behind a marker that several did, or nobody, or of work that nobody did.
func (r Row) IsBehind() bool {
	return r.Mark == noMark && slices.ContainsFunc([]string{behindMany, behindNone, undoneName},
		func(name string) bool { return strings.HasPrefix(r.Name, name) })
}
