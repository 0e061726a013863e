package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// Group does several writes of one partition, all or nothing, in the order given.
//
// Operations: 1 to 100, each entity at most once, 4 MiB together; a row may be named alone, as c, or with its
// partition, as q/c. A read must be alone. A second change set is rejected after the first was processed.
//
// Answers: 202, also where an operation is refused: the field answers has a status for each operation, or the one of
// the first that was refused with its index, before which the message stands too. 413 RequestBodyTooLarge and 400 for
// what is no group come outside.
//
// Source: Azure REST, "Performing Entity Group Transactions"; rules.md, "Entity group transactions". Assumed: the order
// of the checks of the group itself (12, points 2 and 3).
type Group struct {
	Table     string       `op:"path" help:"the table"`
	Partition string       `op:"partition,placed" help:"the PartitionKey of all of them"`
	Ops       engine.Value `op:"operations,content,group" help:"as [update-entity c .n=6; insert-entity log7]"`
	Second    engine.Value `op:"second,group" help:"a second change set: the service rejects it"`
	engine.UnderPolicy
}

func (g Group) Apply(tx *engine.Tx) engine.Answer {
	if list, ok := engine.Requests(g.Ops, grouped); ok && len(list) == 0 && g.Table == "" {
		return tx.Refuse(&engine.Cause{Rule: emptyGroup}) // as it comes on the wire: nothing in it names a table
	}
	if c := checkTableName(g.Table); c != nil {
		return tx.Refuse(c)
	}
	if n := len(g.Ops.String()); n > requestMost {
		return tx.Refuse(&engine.Cause{Rule: bodyTooLarge, Want: engine.Number(int64(n)),
			Have: engine.Number(requestMost)})
	}
	members, c := g.members()
	if c != nil {
		return tx.Refuse(c)
	}
	if n, c := g.check(members); c != nil {
		return refuseAt(tx, n, c)
	}
	var statuses []engine.Value
	var fields []engine.Field
	var shows []engine.Part
	for n, m := range members {
		o, c := m.check(tx)
		switch {
		case c != nil && (c.Rule == noEntityToRead || c.Rule == noTableToRead):
			// A read that finds nothing is an answer, in a group as alone.
			return tx.Done(202, refuseAt(tx, n, c).Fields...)
		case c != nil:
			return refuseAt(tx, n, c)
		}
		statuses = append(statuses, engine.List(engine.Number(int64(o.status))))
		for _, f := range o.fields {
			fields = append(fields, engine.Field{Name: strconv.Itoa(n) + "." + f.Name, Value: f.Value})
		}
		shows = append(shows, o.shows...)
	}
	for _, p := range shows {
		tx.Show(p)
	}
	if !g.Second.IsZero() {
		return second(tx, statuses, fields)
	}
	return tx.Done(202, append([]engine.Field{answers(statuses)}, fields...)...)
}

// answers is the field of the inner statuses: a list for each operation, of one alone just its own.
func answers(list []engine.Value) engine.Field {
	if len(list) == 1 {
		return engine.Field{Name: "answers", Value: list[0]}
	}
	return engine.Field{Name: "answers", Value: engine.List(list...)}
}

func refused(c *engine.Cause) engine.Value {
	return engine.List(engine.Number(int64(c.Rule.Fault.Status)), engine.Text(c.Rule.Fault.Code))
}

// refuseAt is the one inner answer of a group of which nothing was done.
func refuseAt(tx *engine.Tx, n int, c *engine.Cause) engine.Answer {
	a := tx.Refuse(c)
	a.Status = 202
	a.Fields = []engine.Field{answers([]engine.Value{refused(c)}), {Name: "index", Value: engine.Number(int64(n))},
		{Name: "message", Value: engine.Text(fmt.Sprintf("%d:%s", n, c.Rule.Fault.Message))}}
	return a
}

// second is the answer where a second change set came too: the first stands.
func second(tx *engine.Tx, statuses []engine.Value, fields []engine.Field) engine.Answer {
	c := &engine.Cause{Rule: secondSet}
	a := tx.RefuseKeeping(c)
	a.Status = 202
	a.Fields = append([]engine.Field{answers(append(statuses, refused(c)))}, fields...)
	return a
}

// members are the operations, built: what is no operation of a group is no group.
func (g Group) members() (list []member, c *engine.Cause) {
	requests, ok := engine.Requests(g.Ops, grouped)
	if !ok {
		return nil, wrong(badMember, misread(g.Ops))
	}
	if len(requests) == 0 {
		return nil, &engine.Cause{Rule: emptyGroup}
	}
	reads := 0
	for _, r := range requests {
		spec := grouped(r.Verb)
		if spec == nil {
			return nil, wrong(badGroup, engine.Text(r.Verb))
		}
		op, c := g.member(spec, r)
		if c != nil {
			return nil, c
		}
		if spec.Group == engine.GroupRead {
			reads++
		}
		list = append(list, op)
	}
	if reads > 0 && len(list) > 1 {
		return nil, &engine.Cause{Rule: readInGroup}
	}
	return list, nil
}

// member is a request of the group, built.
func (g Group) member(spec *engine.OpSpec, r engine.Request) (member, *engine.Cause) {
	misfit := wrong(badMember, engine.Text(r.Verb))
	at := slices.IndexFunc(r.Args, func(a engine.Arg) bool { return a.Name == "path" })
	if at < 0 {
		return nil, misfit
	}
	r.Args[at].Value = engine.Text(g.path(r.Args[at].Value.String()))
	if g.Under.Set {
		r.Args = append(r.Args, engine.Arg{Name: "under", Value: g.Under.Raw()})
	}
	for _, a := range r.Args {
		if !spec.Takes(a.Name) {
			misfit.Have = engine.Text(a.Name + "=")
			return nil, misfit
		}
	}
	op, err := spec.Build(r.Args)
	if err != nil {
		return nil, misfit
	}
	return op.(member), nil
}

// misread is the operation whose words cannot be told apart; none where what was sent is no list of operations.
func misread(v engine.Value) engine.Value {
	requests, _ := v.List()
	if len(requests) > 0 {
		if _, several := requests[0].List(); !several {
			requests = []engine.Value{v}
		}
	}
	for _, r := range requests {
		if _, ok := engine.Requests(r, grouped); ok {
			continue
		}
		if words, _ := r.List(); len(words) > 0 && grouped(words[0].String()) != nil {
			return words[0]
		}
	}
	return engine.Value{}
}

// grouped is an operation that may be one of a group; nil for all others.
func grouped(verb string) *engine.OpSpec {
	for _, s := range entities {
		if s.Verb == verb {
			return &s
		}
	}
	return nil
}

// path is where an operation of the group goes: a row alone is one of its partition.
func (g Group) path(name string) string {
	switch strings.Count(name, "/") {
	case 0:
		return g.Table + "/" + g.Partition + "/" + name
	case 1:
		return g.Table + "/" + name
	}
	return name
}

// check is what is looked at before any operation is executed, and the index at which it is wrong.
func (g Group) check(members []member) (int, *engine.Cause) {
	if n := len(members); n > changesMost {
		return 0, &engine.Cause{Rule: manyChanges, Want: engine.Number(int64(n)), Have: engine.Number(changesMost)}
	}
	for n, m := range members {
		if p := placeOf(m.path()); p.partition != g.Partition || !strings.EqualFold(p.table, g.Table) {
			return n, &engine.Cause{Rule: otherGroup, Want: engine.Text(g.Partition), Have: engine.Text(p.partition)}
		}
	}
	seen := map[string]bool{}
	for n, m := range members {
		row := placeOf(m.path()).row
		if seen[row] {
			return n, wrong(sameRow, engine.Text(row))
		}
		seen[row] = true
	}
	return 0, nil
}
