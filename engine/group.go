package engine

// Request is a request within another, as one operation of a group transaction: its verb and its arguments.
type Request struct {
	Verb string
	Args []Arg
}

// Requests are the requests that a value holds, as `[update-entity c .n=6 if-match=$a1.etag; insert-entity log7]`: a
// list of lists, each with a verb, values for the parameters that are written without their names, and pairs of name
// and value; one alone may be the list itself. ok is false where the value is no such list; a verb that spec does not
// know has no parameters without a name.
func Requests(v Value, spec func(verb string) *OpSpec) (list []Request, ok bool) {
	parts, ok := v.List()
	if !ok {
		return nil, false
	}
	if len(parts) > 0 && parts[0].kind != isList {
		parts = []Value{v}
	}
	for _, p := range parts {
		words, isList := p.List()
		if !isList || len(words) == 0 || words[0].kind != isText {
			return nil, false
		}
		r := Request{Verb: words[0].text}
		if r.Args, ok = arguments(words[1:], spec(r.Verb)); !ok {
			return nil, false
		}
		list = append(list, r)
	}
	return list, true
}

// Inner is one of several requests in one, with its operation and what it is about.
type Inner struct {
	Request
	Spec *OpSpec
	Of   ObjectID
}

// Carries are the requests that stand in the arguments of a group, in their order, but for those of a verb that spec
// does not know; none where the operation is no group.
func (s *OpSpec) Carries(args []Arg, spec func(verb string) *OpSpec) (list []Inner) {
	for _, a := range args {
		if !s.taker(a.Name).Group {
			continue
		}
		requests, _ := Requests(a.Value, spec)
		for _, r := range requests {
			if of := spec(r.Verb); of != nil {
				list = append(list, Inner{r, of, ObjectID{Kind: of.Object, Name: s.Inside(args, of.Target(r.Args))}})
			}
		}
	}
	return list
}

// arguments gives each value the name of its parameter. A pair without a value was optional and is left out.
func arguments(words []Value, spec *OpSpec) (args []Arg, ok bool) {
	var places []string
	if spec != nil {
		for _, p := range spec.Params() {
			if p.Positional() {
				places = append(places, p.Name)
			}
		}
	}
	for _, w := range words {
		pair, _ := w.List()
		switch {
		case len(pair) == 3 && pair[0].kind == isText && pair[1].kind == isText && pair[1].text == "=":
			if !pair[2].IsZero() {
				args = append(args, Arg{Name: pair[0].text, Value: pair[2]})
			}
		case len(places) == 0:
			return nil, false
		default:
			args, places = append(args, Arg{Name: places[0], Value: w}), places[1:]
		}
	}
	return args, true
}

// given is an argument with the parameter that takes it.
type given struct {
	*Param
	arg Arg
}

// given hands out the arguments of a request, and in the place of a group those of the requests in it.
func (s *step) given(spec *OpSpec, args []Arg, look func(given)) {
	for _, a := range args {
		p := spec.taker(a.Name)
		inner, ok := []Request(nil), false
		if p.Group {
			inner, ok = Requests(a.Value, func(verb string) *OpSpec { return s.specs[verb] })
		}
		if !ok {
			look(given{p, a})
			continue
		}
		for _, r := range inner {
			if known := s.specs[r.Verb]; known != nil {
				s.given(known, r.Args, look)
			}
		}
	}
}

// Named is one of several things that a list names, as `[a; b if-match=T]` or all in one list: its name, and the pairs
// that stand behind it. A pair in front of every name is passed over.
type Named struct {
	Name string
	With []Arg
}

// Valued is what a pair behind the name gives to a word; nothing where none does.
func (n Named) Valued(word string) (v Value) {
	for _, a := range n.With {
		if a.Name == word {
			v = a.Value
		}
	}
	return v
}

// NamedOf are the things that a value names.
func NamedOf(v Value) (all []Named) {
	list, ok := v.List()
	if !ok {
		list = []Value{v}
	}
	for _, one := range list {
		words, several := one.List()
		switch pair := len(words) == 3 && words[1].String() == "="; {
		case !several:
			all = append(all, Named{Name: one.String()})
		case pair && len(all) > 0:
			last := &all[len(all)-1]
			last.With = append(last.With, Arg{Name: words[0].String(), Value: words[2]})
		case !pair:
			all = append(all, NamedOf(one)...)
		}
	}
	return all
}
