package explore

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// Behind is one text that several writers put under names of their own behind one marker, which each of them makes only
// if nothing is there: work that is to be done by one of them. That both did it, or neither, replaces nobody's work, so
// no mark tells it.
type Behind struct {
	Marker engine.ObjectID
	Work   []engine.ObjectID // each written by one of those who make the marker, by no two of them
}

// written is what the requests of a search write, by object: who does, and which text, where it is one that stands in
// them.
type written struct {
	object engine.ObjectID
	by     []string
	text   string
	makers []string // who of them writes it only if nothing is there
}

// behind are the markers of what is searched, with the work behind each.
func behind(in Input) (list []Behind) {
	all := writtenIn(in)
	for _, marker := range all {
		if len(marker.makers) < 2 {
			continue
		}
		for at, first := range all {
			same := func(o *written) bool {
				return o.text == first.text && o.object.Kind == first.object.Kind && len(o.by) == 1 &&
					slices.Contains(marker.makers, o.by[0]) && in.World.Object(o.object) == nil
			}
			if first.text == "" || !same(first) || slices.ContainsFunc(all[:at], same) {
				continue
			}
			b, by := Behind{Marker: marker.object}, []string(nil)
			for _, o := range all[at:] {
				if same(o) {
					b.Work, by = append(b.Work, o.object), append(by, o.by[0])
				}
			}
			if slices.Sort(by); len(slices.Compact(by)) > 1 {
				list = append(list, b)
			}
		}
	}
	return list
}

func writtenIn(in Input) (all []*written) {
	for _, w := range in.World.Writers() {
		a := &actor{id: w.ID}
		for _, p := range in.Programs {
			if p.By == w.ID {
				a.items = append(a.items, p.Steps...)
			}
		}
		a.requests(in.World, func(verb string, args []engine.Arg) {
			spec := in.World.Spec(verb)
			if spec == nil || !spec.Effect.Contents() {
				return
			}
			object, text := engine.ObjectID{Kind: spec.Object, Name: spec.Target(args)}, textIn(spec, args)
			at := slices.IndexFunc(all, func(o *written) bool { return o.object == object })
			if at < 0 {
				at = len(all)
				all = append(all, &written{object: object, text: text})
			}
			o := all[at]
			if o.text != text {
				o.text = ""
			}
			if !slices.Contains(o.by, w.ID) {
				o.by = append(o.by, w.ID)
			}
			if asksForNothing(in.World, verb, args) && !slices.Contains(o.makers, w.ID) {
				o.makers = append(o.makers, w.ID)
			}
		})
	}
	return all
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

// asksForNothing says whether a request is to be done only if nothing is there.
func asksForNothing(w *engine.World, verb string, args []engine.Arg) bool {
	return conflict.OnlyMakes(w, verb, args) || slices.ContainsFunc(args, func(a engine.Arg) bool {
		return a.Name == "if-none-match" && a.Value.String() == "*"
	})
}

// behindRows are the rows of ends at which the work behind a marker stands under the names of several writers, or under
// none. Merged ends do not say whose names they have.
func behindRows(found *Result, title func(id string) string) (list []Row) {
	if found.Merged {
		return nil
	}
	for n, b := range found.Behind {
		for _, several := range []bool{true, false} {
			if r, ok := b.row(found, several, title); ok {
				r.Name = fmt.Sprintf("%s-%d", r.Name, n+1)
				list = append(list, r)
			}
		}
	}
	return list
}

// row counts the ends at which the work stands several times, or not at all; ok is false where no end is so.
func (b Behind) row(found *Result, several bool, title func(id string) string) (r Row, ok bool) {
	sum := new(big.Int)
	for _, o := range found.Outcomes {
		stands := 0
		for _, c := range o.End {
			if slices.Contains(b.Work, c.Object) {
				stands++
			}
		}
		if several && stands < 2 || !several && stands > 0 {
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
