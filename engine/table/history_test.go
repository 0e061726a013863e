package table_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/table"

	"pgregory.net/rapid"
)

// pools are what random histories put into parameters: mostly what fits, sometimes what does not. `$etag` and `$next` stand for what an
// earlier answer said.
var pools = map[string][]string{
	"path": {"jobs/p/a", "jobs/p/a", "jobs/p/b", "jobs/q/a", "Jobs/p/a", "more/p/a", "jobs//", "jobs/p"}, "body": {"-", "-", "a=1\n", "b='x'\n", "x"},
	".": {"-", "1", "2L", "word", "null", "'"}, "if-match": {"-", "*", "$etag", "$etag", "$etag", `W/"old"`, "x", ""}, "if-none-match": {"-", "-", "-", "-", "*"},
	"prefer": {"-", "return-no-content"}, "select": {"-", "P,RowKey"}, "filter": {"-", "P eq 1", "PartitionKey eq 'p'", "eq"}, "top": {"-", "1", "2", "0"},
	"next": {"-", "$next", "p/b", "q"}, "metadata": {"-", "none"}, "policy.": {"-", "r"}, "partition": {"p"}, "operations": {"$group"}, "second": {"-", "-", "-", "$group"},
}

// history is one random run: its inputs can be given again.
type history struct {
	inputs  []engine.Input
	answers []engine.Answer
}

// input draws the next thing that happens.
func (h *history) input(t *rapid.T, specs []engine.OpSpec, w *engine.World) engine.Input {
	if flight := w.Flight(); len(flight) > 0 {
		m := flight[rapid.IntRange(0, len(flight)-1).Draw(t, "message")]
		name := w.Exchange(m.Request).Name
		if m.Back {
			return engine.Hear{Names: []string{name}}
		}
		return engine.Deliver{Names: []string{name}}
	}
	if rapid.IntRange(0, 12).Draw(t, "clock") == 0 {
		return engine.Clock{By: time.Duration(rapid.IntRange(1, 50).Draw(t, "seconds")) * time.Second}
	}
	spec := specs[rapid.IntRange(0, len(specs)-1).Draw(t, "verb")]
	in := engine.Send{By: rapid.SampledFrom([]string{"ann", "ben"}).Draw(t, "by"), Verb: spec.Verb, As: fmt.Sprintf("q%d", len(h.inputs))}
	in.Args = h.args(t, spec)
	return in
}

func (h *history) args(t *rapid.T, spec engine.OpSpec) (args []engine.Arg) {
	for _, p := range spec.Params() {
		word := rapid.SampledFrom(pools[strings.TrimSuffix(p.Name, "*")]).Draw(t, p.Name)
		if p.Name == "path" && spec.Object == "table" {
			word, _, _ = strings.Cut(word, "/")
		}
		if v := h.value(t, word); !v.IsZero() {
			args = append(args, engine.Arg{Name: strings.ReplaceAll(p.Name, "*", "P"), Value: v})
		}
	}
	return args
}

// value is a word of a pool; nothing for `-`, and for what no answer has said yet.
func (h *history) value(t *rapid.T, word string) engine.Value {
	field, ok := map[string]string{"$etag": "etag", "$next": "next"}[word]
	switch {
	case word == "-":
		return engine.Value{}
	case word == "$group":
		return h.group(t)
	case !ok:
		return engine.Text(word)
	}
	var known []engine.Value
	for _, a := range h.answers {
		if v := a.Field(field); !v.IsZero() {
			known = append(known, v)
		}
	}
	if len(known) == 0 {
		return engine.Value{}
	}
	known = known[max(0, len(known)-4):]
	return known[rapid.IntRange(0, len(known)-1).Draw(t, "which")]
}

// group draws the operations of a group.
func (h *history) group(t *rapid.T) engine.Value {
	var list []engine.Value
	for range rapid.IntRange(1, 3).Draw(t, "operations") {
		words := []engine.Value{engine.Text(rapid.SampledFrom([]string{"insert-entity", "update-entity", "merge-entity", "delete-entity", "insert-or-merge-entity"}).Draw(t, "inner")),
			engine.Text(rapid.SampledFrom([]string{"a", "b", "c", "d", "q/a"}).Draw(t, "row"))}
		if words[0].String() != "insert-entity" && words[0].String() != "insert-or-merge-entity" {
			if v := h.value(t, rapid.SampledFrom([]string{"*", "*", "$etag", "-"}).Draw(t, "match")); !v.IsZero() {
				words = append(words, engine.List(engine.Text("if-match"), engine.Text("="), v))
			}
		}
		list = append(list, engine.List(words...))
	}
	return engine.List(list...)
}

func startWorld(t *rapid.T) *engine.World {
	w := engine.NewWorld(table.Service())
	for i, id := range []string{"ann", "ben"} {
		if _, err := w.Step(i+1, engine.AddWriter{ID: id}); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// Promises over random histories: a replay gives the same world, undo gives back each one before, a clone is independent, refusals
// name earlier events and listed rules and change nothing, every write of an entity gives it a later ETag, also across a removal, and a
// group does all or nothing.
func TestPromisesOverRandomHistories(t *testing.T) {
	specs := table.Service().Ops
	rapid.Check(t, func(t *rapid.T) {
		w, h := startWorld(t), &history{}
		frozen := w.Clone()
		frozen.Freeze()
		start := frozen.Describe()
		type past struct {
			events []engine.Event
			digest uint64
		}
		var steps []past
		newest := map[string]uint64{}
		give := func(in engine.Input) {
			before, number := w.Digest(), len(h.inputs)+3
			events, err := w.Step(number, in)
			if err != nil {
				t.Fatalf("%+v: %v\n%s", in, err, w.Describe())
			}
			h.inputs, steps = append(h.inputs, in), append(steps, past{events, before})
			if err := w.Check(); err != nil {
				t.Fatalf("%+v: %v\n%s", in, err, w.Describe())
			}
			for _, e := range events {
				if e.Kind == engine.Decided {
					h.answers = append(h.answers, *e.Answer)
					checkAnswer(t, w, e, number)
					checkWrites(t, w, e, newest)
				}
			}
		}
		for _, verb := range []string{"create-table", "insert-entity"} {
			give(engine.Send{By: "seed", Verb: verb, Args: engine.Args("path", map[string]string{"create-table": "jobs", "insert-entity": "jobs/p/a"}[verb]), As: verb})
			give(engine.Deliver{Names: []string{verb}})
			give(engine.Hear{Names: []string{verb}})
		}
		for range rapid.IntRange(1, 90).Draw(t, "steps") {
			give(h.input(t, specs, w))
		}
		again := startWorld(t)
		for i, in := range h.inputs {
			if _, err := again.Step(i+3, in); err != nil {
				t.Fatalf("again %+v: %v", in, err)
			}
		}
		if again.Digest() != w.Digest() || again.Describe() != w.Describe() {
			t.Fatalf("a replay gives\n%s\nnot\n%s", again.Describe(), w.Describe())
		}
		for i := len(steps) - 1; i >= 0; i-- {
			w.Undo(steps[i].events)
			if w.Digest() != steps[i].digest || w.Check() != nil {
				t.Fatalf("undo of %+v gives another world: %v", h.inputs[i], w.Check())
			}
		}
		if w.Describe() != start || frozen.Describe() != start {
			t.Fatalf("the start is\n%s\nafter undo, of the clone\n%s", w.Describe(), frozen.Describe())
		}
	})
}

// checkAnswer: a success is one of the operation's; a refusal's rule too, and the event that made it so lies before.
func checkAnswer(t *rapid.T, w *engine.World, e engine.Event, number int) {
	x := w.Exchange(e.Request)
	if e.Answer.Accepted() {
		if !slices.Contains(w.Spec(x.Verb).OK, e.Answer.Status) {
			t.Fatalf("%s: %s is no success of it", x.Verb, e.Answer)
		}
		return
	}
	why := e.Answer.Why
	if !slices.Contains(w.Spec(x.Verb).Refuses, why.Rule) {
		t.Fatalf("%s: %s %q is not among its refusals", x.Verb, e.Answer, why.Rule.Name)
	}
	if s := why.Since; s.Event >= number || s.Event > 0 && s.By == "" || s.At > e.At {
		t.Fatalf("%s: %s since %+v, in record %d", x.Verb, e.Answer, s, number)
	}
}

// checkWrites: a write of an entity that is there afterwards has a later moment than any before; a refusal writes nothing, unless a second
// change set was refused.
func checkWrites(t *rapid.T, w *engine.World, e engine.Event, newest map[string]uint64) {
	written := map[string]uint64{}
	for object, records := range e.Touched(w) {
		path, ok := strings.CutPrefix(object, "entity ")
		if !ok {
			continue
		}
		for _, p := range engine.Properties(records[1]) {
			if p.Name == "etag" {
				written[path] = engine.TokenOf(engine.TimeTag, p.Text).N
			}
		}
	}
	second := slices.ContainsFunc(w.Exchange(e.Request).Args, func(a engine.Arg) bool { return a.Name == "second" })
	if !e.Answer.Accepted() && len(written) > 0 && !second {
		t.Fatalf("%s wrote %v", e.Answer, written)
	}
	for path, n := range written {
		if n <= newest[path] {
			t.Fatalf("%s: the tag of %s went from %d to %d", w.Exchange(e.Request).Verb, path, newest[path], n)
		}
		newest[path] = n
	}
}

// No text in any parameter is more than the service can answer.
func TestNoTextPanics(t *testing.T) {
	specs := table.Service().Ops
	rapid.Check(t, func(t *rapid.T) {
		w, number := startWorld(t), 2
		send := func(by, verb string, args []engine.Arg) {
			number++
			name := fmt.Sprint("n", number)
			if _, err := w.Step(number, engine.Send{By: by, Verb: verb, Args: args, As: name}); err != nil {
				return
			}
			number++
			if _, err := w.Step(number, engine.Deliver{Names: []string{name}}); err != nil {
				t.Fatal(err)
			}
			if err := w.Check(); err != nil {
				t.Fatal(err)
			}
		}
		send("seed", "create-table", engine.Args("path", "jobs"))
		send("seed", "insert-entity", engine.Args("path", "jobs/p/a"))
		for range rapid.IntRange(1, 8).Draw(t, "requests") {
			spec := specs[rapid.IntRange(0, len(specs)-1).Draw(t, "verb")]
			var args []engine.Arg
			for _, p := range spec.Params() {
				if v := odd(t, p.Name, 3); !v.IsZero() {
					args = append(args, engine.Arg{Name: strings.ReplaceAll(p.Name, "*", rapid.StringN(1, 5, -1).Draw(t, "name")), Value: v})
				}
			}
			send("ann", spec.Verb, args)
		}
		w.Describe()
	})
}

// odd is any value, lists of values to a depth.
func odd(t *rapid.T, label string, depth int) engine.Value {
	words := []string{"", "*", "jobs/p/a", "jobs/p/b", "jobs", "a", "=", "if-match", "insert-entity", "update-entity", "get-entity", ".n", "5", "null", "'", "9223372036854775807", "'p' eq 1"}
	switch n := rapid.IntRange(0, 5+depth).Draw(t, label); {
	case n == 0:
		return engine.Value{}
	case n == 1:
		return engine.Moment(engine.Instant(rapid.Int64().Draw(t, "at")))
	case n == 2:
		return engine.Number(rapid.Int64().Draw(t, "number"))
	case n == 3:
		return engine.TokenOf(engine.Kind(rapid.IntRange(1, 9).Draw(t, "kind")), rapid.String().Draw(t, "token")).Value()
	case n > 5:
		list := make([]engine.Value, rapid.IntRange(0, 4).Draw(t, "length"))
		for i := range list {
			list[i] = odd(t, "of list", depth-1)
		}
		return engine.List(list...)
	}
	return engine.Text(rapid.OneOf(rapid.String(), rapid.SampledFrom(words)).Draw(t, "text"))
}
