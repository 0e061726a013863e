package watch

import (
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// listedItem is an item of a list as a reference names it: the request that was answered with the list, and the place.
type listedItem struct {
	request string
	place   string
}

// naming are the fields of an item of a list that say which one it is.
var naming = []string{"name", "key", "directory", "part", ".PartitionKey", ".RowKey"}

// called is what says which one an item is; empty: nothing does.
func called(answer engine.Answer, place string) (name string) {
	for _, field := range naming {
		if v := answer.Field(place + "." + field); !v.IsZero() {
			name += field + " " + v.String() + "\n"
		}
	}
	return name
}

// keepListed keeps which items the references of a session mean: what is taken out later changes their places.
func (s *Session) keepListed() {
	w := s.empty.Clone()
	w.FollowOnly()
	for i, in := range s.inputs {
		if send, ok := in.(engine.Send); ok {
			for _, a := range send.Args {
				s.keepIn(w, a.Value)
			}
		}
		if _, err := w.Step(i+1, in); err != nil {
			return // a session that is not whole is shortened as far as it goes
		}
	}
}

func (s *Session) keepIn(w *engine.World, v engine.Value) {
	if list, ok := v.List(); ok {
		for _, one := range list {
			s.keepIn(w, one)
		}
		return
	}
	item, _, ok := itemOf(v)
	if x := w.Named(item.request); ok && x != nil {
		s.listed[item] = called(x.Answer, item.place)
	}
}

// itemOf is the item whose field a reference names.
func itemOf(v engine.Value) (item listedItem, field string, ok bool) {
	request, path, ok := v.RefName()
	place, field, inside := strings.Cut(path, ".")
	if _, err := strconv.Atoi(place); !ok || !inside || err != nil {
		return item, "", false
	}
	return listedItem{request, place}, field, true
}

// placed is an input with its references at the places where the items stand now; ok is false where one is not there.
func (s *Session) placed(w *engine.World, in engine.Input) (engine.Input, bool) {
	send, isSend := in.(engine.Send)
	if !isSend || len(s.listed) == 0 {
		return in, true
	}
	args, all := slices.Clone(send.Args), true
	for i := range args {
		var ok bool
		args[i].Value, ok = s.placedValue(w, args[i].Value)
		all = all && ok
	}
	send.Args = args
	return send, all
}

func (s *Session) placedValue(w *engine.World, v engine.Value) (engine.Value, bool) {
	if list, ok := v.List(); ok {
		list = slices.Clone(list)
		all := true
		for i, one := range list {
			list[i], ok = s.placedValue(w, one)
			all = all && ok
		}
		return engine.List(list...), all
	}
	item, field, ok := itemOf(v)
	name := s.listed[item]
	if !ok || name == "" {
		return v, true
	}
	x := w.Named(item.request)
	if x == nil {
		return v, false
	}
	count, _ := x.Answer.Field("count").Int()
	for n := range int(count) {
		if place := strconv.Itoa(n); called(x.Answer, place) == name {
			_, optional, _ := v.Ref()
			return engine.Ref(item.request+"."+place+"."+field, optional), true
		}
	}
	return v, false
}

// places are the inputs with all references at the places where the items stand.
func (s *Session) places(inputs []engine.Input) []engine.Input {
	w := s.empty.Clone()
	w.FollowOnly()
	inputs = slices.Clone(inputs)
	for i, in := range inputs {
		inputs[i], _ = s.placed(w, in)
		if _, err := w.Step(i+1, inputs[i]); err != nil {
			break
		}
	}
	return inputs
}
