package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
)

// groupByTwo is byTwo of a group that inserts alone: its sender put the same rows under other names since, and what
// others put under the first ones is the same too.
func (a *adviser) groupByTwo() string {
	names := a.insertedBy(a.x)
	if len(names) == 0 || slices.ContainsFunc(triesOf(a.v, a.x), func(x *engine.Exchange) bool {
		return x.By == a.x.By && x.Took && len(a.madeInGroup(x)) > 0
	}) {
		return ""
	}
	also, made := a.groupSince(names)
	if also == nil {
		return ""
	}
	by, whose := a.putAlike()
	if len(by) == 0 {
		return ""
	}
	hold := "hold"
	if len(names) == 1 {
		hold = "holds"
	}
	return fmt.Sprintf("#%d has put the same rows into %s%s, and %s %s them too, by %s: if that is one work, it was "+
		"done twice. Settle with %s which of the two is to be taken back.", also.Number, a.allOf(made),
		a.wordSince(also), a.allOf(names), hold, conflict.And(by), a.v.Title(whose))
}

// insertedBy are the things that a group asks to make where nothing is; none where it asks for anything else too.
func (a *adviser) insertedBy(x *engine.Exchange) (list []engine.ObjectID) {
	w := a.v.Clone()
	for _, inner := range a.v.Spec(x.Verb).Carries(x.Resolved(), a.v.Spec) {
		if !conflict.OnlyMakes(w, inner.Verb, inner.Args) {
			return nil
		}
		list = append(list, inner.Of)
	}
	return list
}

// groupSince is a group behind the first try that made under other names what this one was to make, and what it made;
// nil: there is none that stands.
func (a *adviser) groupSince(names []engine.ObjectID) (also *engine.Exchange, made []engine.ObjectID) {
	const most = 64 // of a writer's requests
	looked := 0
	for x := range a.v.RequestsOf(a.c.By) {
		if looked++; looked > most || x.Number <= a.x.Wish {
			break
		}
		if x.Verb != a.x.Verb || x.Wish == a.x.Wish || !x.Took {
			continue
		}
		made = a.madeInGroup(x)
		if len(made) == len(names) && !slices.Equal(made, names) && a.sameGroup(x, made, names) {
			return x, made
		}
	}
	return nil, nil
}

// putAlike are the requests of one other writer that put what stands under the names of the group's rows, where each is
// just what the group was to put there; none where it is not so.
func (a *adviser) putAlike() (by []string, whose string) {
	for _, inner := range a.spec.Carries(a.x.Resolved(), a.v.Spec) {
		entry, sending := *a.x, *a.x.Sending
		sending.Object, sending.Verb, sending.Args = inner.Of, inner.Verb, inner.Args
		entry.Sending = &sending
		_, made := a.alikeThere(&entry)
		if made == nil || whose != "" && made.By != whose {
			return nil, ""
		}
		whose = made.By
		if said := a.requestOf(made); !slices.Contains(by, said) {
			by = append(by, said)
		}
	}
	return by, whose
}
