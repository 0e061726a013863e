package view

import (
	"interleave/engine"
	"interleave/engine/table"
	"slices"
	"strconv"
	"strings"
)

// RowProperty is a property of a table's row as people edit it.
type RowProperty = table.Typed

// RowOf are the properties that a text says; ok is false where it is no lines name=literal.
func RowOf(text string) ([]RowProperty, bool) { return table.Rows(text) }

// RowText is the text of properties.
func RowText(list []RowProperty) string { return table.RowText(list) }

// RowTypes are the types that a property may have, Retyped a literal as one of another type.
func RowTypes() []string { return table.Types() }

// Retyped is a literal as one of another type.
func Retyped(literal, as string) string { return table.Retyped(literal, as) }

// KeptType is a literal typed over another one, of the other's type where a person who types a bare value means that.
func KeptType(old, typed string) string { return table.KeptType(old, typed) }

// How a writer's writes of rows go: ReplaceRows sends all properties and what is not sent goes, MergeRows sends those
// that it changed.
const (
	ReplaceRows = "replace"
	MergeRows   = "merge"
)

// RowChanges are the properties of a text that another one does not say in the same words: what a merge has to send.
// What was dropped is not among them: no merge takes anything away.
func RowChanges(base, text string) string {
	was := map[string]string{}
	before, _ := RowOf(base)
	for _, p := range before {
		was[p.Name] = p.Literal
	}
	list, ok := RowOf(text)
	if !ok {
		return text
	}
	var changed []RowProperty
	for _, p := range list {
		if old, had := was[p.Name]; !had || old != p.Literal {
			changed = append(changed, p)
		}
	}
	return RowText(changed)
}

// overlaid is a row with the properties of a merge over it.
func overlaid(base, sent string) string {
	list, _ := RowOf(base)
	over, ok := RowOf(sent)
	if !ok {
		return sent
	}
	for _, p := range over {
		at := -1
		for i := range list {
			if list[i].Name == p.Name {
				at = i
			}
		}
		if at < 0 {
			list = append(list, p)
		} else {
			list[at] = p
		}
	}
	return RowText(list)
}

// merged says whether an exchange is the writer's own merge into an object that it had read: its answer shows single
// properties alone.
func (k *Known) merged(x *engine.Exchange, object engine.ObjectID) bool {
	spec := k.specs(x.Verb)
	return x.Object == object && object.Kind == "entity" && spec != nil && spec.Effect == engine.Merges &&
		x.Answer.Accepted()
}

// written fills in what an accepted group wrote of a row, by the operation of the group that is about it.
func (k *Known) written(x *engine.Exchange, object engine.ObjectID, r *Reading) bool {
	one, place, ok := k.inGroup(x, object)
	if !ok {
		return false
	}
	inner := k.specs(one.Verb)
	r.inside = "." + strconv.Itoa(place)
	r.Tag = x.Answer.Field(r.inside[1:] + ".etag")
	r.Version = x.Answer.Field(r.inside[1:] + ".version").String()
	r.Body, r.HasBody = Carried(inner, one.Args)
	if inner.Effect == engine.Merges {
		*r = k.withBase(x, object, *r)
	}
	return true
}

// mergedInGroup is what a writer knows of a row behind an accepted group that merged into it: that shows single
// properties alone.
func (k *Known) mergedInGroup(x *engine.Exchange, object engine.ObjectID) (Reading, bool) {
	one, _, ok := k.inGroup(x, object)
	if !ok || k.specs(one.Verb).Effect != engine.Merges {
		return Reading{}, false
	}
	return k.reading(x, engine.Part{Object: object, Mark: engine.Mark{Request: x.Number}}), true
}

// inGroup is the operation of an accepted group that is about a row, and its place.
func (k *Known) inGroup(x *engine.Exchange, object engine.ObjectID) (one engine.Request, place int, ok bool) {
	spec := k.specs(x.Verb)
	if object.Kind != "entity" || spec == nil || !x.Answer.Accepted() {
		return one, 0, false
	}
	at := slices.IndexFunc(x.Args, func(a engine.Arg) bool { p, _ := spec.Param(a.Name); return p.Group })
	if at < 0 {
		return one, 0, false
	}
	args := x.Resolved()
	list, _ := engine.Requests(args[at].Value, k.specs)
	for i, one := range list {
		if inner := k.specs(one.Verb); inner != nil &&
			object.Name == spec.Target(args)+"/"+partition(args)+"/"+inner.Target(one.Args) {
			return one, i, true
		}
	}
	return one, 0, false
}

// queried is the place of a row in the answer to a query, which says by its keys whose tag and properties stand there,
// and whether all of these do. ok is false where it is in none, or the keys were left out.
func (k *Known) queried(x *engine.Exchange, object engine.ObjectID) (place string, whole, ok bool) {
	spec := k.specs(x.Verb)
	if object.Kind != "entity" || spec == nil || !spec.Lists {
		return "", false, false
	}
	for _, f := range x.Answer.Fields {
		at, key, _ := strings.Cut(f.Name, ".")
		if key != ".RowKey" || !strings.HasSuffix(object.Name, "/"+f.Value.String()) || // nearly all rows: others
			object.Name != x.Object.Name+"/"+x.Answer.Field(at+"..PartitionKey").String()+"/"+f.Value.String() {
			continue
		}
		return at, !selects(x), true
	}
	return "", false, false
}

// selects says whether a request asks for some properties of rows alone.
func selects(x *engine.Exchange) bool {
	return slices.ContainsFunc(x.Resolved(), func(a engine.Arg) bool {
		return a.Name == "select" && a.Value.String() != "*"
	})
}

// withBase completes what a writer knows of a row after its own merge: what it had read before, with its own properties
// over it.
func (k *Known) withBase(x *engine.Exchange, object engine.ObjectID, r Reading) Reading {
	before := *k
	before.past = x.Number
	old, ok := before.Reading(object)
	if !ok || old.Gone || !old.HasBody {
		r.HasBody = false // it knows its own properties, and not what else is there
		return r
	}
	r.Body, r.Missed = overlaid(old.Body, r.Body), old.Missed
	if under, err := strconv.Atoi(old.Version); err == nil {
		if own, err := strconv.Atoi(r.Version); err == nil {
			r.Missed += max(own-under-1, 0)
		}
	}
	return r
}
