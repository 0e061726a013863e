package conflict

import (
	"fmt"
	"slices"
	"strconv"

	"interleave/engine"
)

// inOne is what a transaction or a script did to the thing that the story is about, as `moved a to b in a
// transaction`; empty for any other request, and where the story does not say which thing that is.
func (t teller) inOne(x *engine.Exchange) string {
	spec, it := t.w.Spec(x.Verb), t.aboutKey()
	if spec.Effect != engine.Groups || it.Name == "" {
		return ""
	}
	name, where := Called(t.w, it), " in a transaction"
	if spec.Prompt() && !(teller{w: t.w, x: x}).ofQueue() {
		where = " in a script"
	}
	if to := MovedTo(t.w, x, it); to.Name != "" {
		return fmt.Sprintf("moved %s to %s%s", name, Called(t.w, to), where)
	}
	if from := movedHere(t.w, x, it); from.Name != "" {
		return fmt.Sprintf("moved %s to %s%s", Called(t.w, from), name, where)
	}
	if others := wroteElsewhere(x, it); len(others) > 0 {
		var names []string
		for _, of := range others {
			names = append(names, Called(t.w, of))
		}
		return "changed " + And(names) + where
	}
	switch {
	case tookAway(x, it):
		return "deleted " + name + where
	case movedBack(x, it):
		return "touched " + name + " and left it as it was" + where
	case insertedInOne(t.w, x, it):
		return "inserted " + name + where
	}
	return "changed " + name + where
}

// insertedInOne says whether a group made a thing: its one request of that thing is refused where something is there.
func insertedInOne(w *engine.World, x *engine.Exchange, it engine.ObjectID) (made bool) {
	there := func(r *engine.Rule) bool { return r.Kind == engine.AlreadyThere }
	for _, in := range w.Spec(x.Verb).Carries(x.Resolved(), w.Spec) {
		if in.Of == it {
			made = slices.ContainsFunc(in.Spec.Refuses, there)
		}
	}
	return made
}

// inOtherNames says whether an earlier doing of a group wrote other things than the one that the finding is about.
func (t teller) inOtherNames(first *engine.Exchange) bool {
	return t.spec().Effect == engine.Groups && len(wroteElsewhere(first, t.c.Object)) > 0
}

// wroteElsewhere are the things that a group wrote which did not write a given one, as another try of the same wish
// under other names; none where it wrote that one.
func wroteElsewhere(x *engine.Exchange, it engine.ObjectID) (list []engine.ObjectID) {
	for _, p := range x.Shows {
		switch {
		case p.Mark.Request != x.Number || p.Object.Kind != it.Kind:
		case p.Object == it:
			return nil
		case !slices.Contains(list, p.Object):
			list = append(list, p.Object)
		}
	}
	return list
}

// OnlyCounts says whether all that a transaction did to a key was to count: each of its commands on it reckoned the new
// number from the old.
func OnlyCounts(w *engine.World, x *engine.Exchange, key engine.ObjectID) (counts bool) {
	for _, line := range (teller{w: w, x: x}).queued() {
		spec := w.Spec(line.Verb)
		switch {
		case line.Object != key || !spec.Changes():
		case spec.Effect != engine.Adds:
			return false
		default:
			counts = true
		}
	}
	return counts
}

// OnlyNumbers says whether all that a transaction was to do to a key is to count, or to set it to a number, and others
// whether it was to change anything beside.
func OnlyNumbers(w *engine.World, x *engine.Exchange, key engine.ObjectID) (numbers, others bool) {
	for _, line := range (teller{w: w, x: x}).queued() {
		spec := w.Spec(line.Verb)
		switch {
		case !spec.Changes():
		case line.Object != key:
			others = true
		case spec.Effect != engine.Adds && !setsNumber(line):
			return false, false
		default:
			numbers = true
		}
	}
	return numbers, others
}

// setsNumber says whether a line at a prompt has a number as its one text.
func setsNumber(x *engine.Exchange) bool {
	line, ok := x.Op().(engine.Liner)
	args := x.Resolved()
	if !ok || len(args) == 0 {
		return false
	}
	words, numbers := engine.LineWords(args[0].Value), 0
	for i, role := range line.Roles() {
		if i < len(words) && role.Content {
			if _, err := strconv.ParseInt(words[i].String(), 10, 64); err != nil {
				return false
			}
			numbers++
		}
	}
	return numbers == 1
}

// aboutKey is the thing that the story is about. A transaction is of none, and a script is of the first of its keys:
// what such a request met is what it watched, or what one of its commands is of. A copy that was refused for its source
// is about that.
func (t teller) aboutKey() engine.ObjectID {
	if t.aboutSource() {
		return t.comparedThing()
	}
	if t.spec().Effect != engine.Groups || t.c.Severity != engine.SeverityRefused {
		return t.c.Object
	}
	return t.met()
}

// MetInOne is what that one of several requests in one is of which was refused, or what a transaction had watched; its
// name is empty where the answer does not say which one that was.
func MetInOne(w *engine.World, c Finding) engine.ObjectID {
	return teller{w: w, c: c, x: w.Exchange(c.Request)}.met()
}

func (t teller) met() engine.ObjectID {
	if of := operation(t.w, t.x); of.Name != "" {
		return of
	}
	if c := t.c.Cause; c != nil && c.Rule.Name == "WATCH" {
		return engine.ObjectID{Kind: "key", Name: c.Have.String()}
	}
	if at := t.refusedCommand(); at >= 0 {
		return t.queued()[at].Object
	}
	return engine.ObjectID{}
}

// operation is the thing that the refused operation of a group was sent for; zero where the answer does not say which
// that was.
func operation(w *engine.World, group *engine.Exchange) engine.ObjectID {
	n, ok := group.Answer.Field("index").Int()
	list := w.Spec(group.Verb).Carries(group.Resolved(), w.Spec)
	if !ok || n < 0 || int(n) >= len(list) {
		return engine.ObjectID{}
	}
	return list[n].Of
}

// movedHere is the name from which a transaction or a script took what stands under another one now; zero: from none.
func movedHere(w *engine.World, x *engine.Exchange, to engine.ObjectID) engine.ObjectID {
	for _, p := range x.Shows {
		if p.Object.Kind == to.Kind && p.Gone && p.Mark.Request == x.Number && MovedTo(w, x, p.Object) == to {
			return p.Object
		}
	}
	return engine.ObjectID{}
}

// tookAway says whether a request took a thing away, whatever it named: all of it, not what stands beside its content.
func tookAway(x *engine.Exchange, object engine.ObjectID) bool {
	return slices.ContainsFunc(x.Shows, func(p engine.Part) bool {
		return p.Object == object && p.Gone && p.Mark.Request == x.Number &&
			(p.Name == "*" || slices.Contains(engine.TextNames(), p.Name))
	})
}
