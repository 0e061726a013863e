package table_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/enginetest"

	"pgregory.net/rapid"
)

// pools are what random histories put into parameters: mostly what fits, sometimes what does not. `$etag` and `$next`
// stand for what an earlier answer said.
var pools = map[string][]string{
	"property.": {"-", "1"}, "account": {"devstore"},
	"path":          {"jobs/p/a", "jobs/p/a", "jobs/p/b", "jobs/q/a", "Jobs/p/a", "more/p/a", "jobs//", "jobs/p"},
	"body":          {"-", "-", "a=1\n", "b='x'\n", "x"},
	".":             {"-", "1", "2L", "word", "null", "'"},
	"if-match":      {"-", "*", "$etag", "$etag", "$etag", `W/"old"`, "x", ""},
	"if-none-match": {"-", "-", "-", "-", "*"},
	"prefer":        {"-", "return-no-content"}, "select": {"-", "P,RowKey"},
	"filter": {"-", "P eq 1", "PartitionKey eq 'p'", "eq"}, "top": {"-", "1", "2", "0"},
	"next": {"-", "$next", "p/b", "q"}, "metadata": {"-", "none"}, "policy.": {"-", "r"},
	"policy-start.":  {"-", "2026-01-01"},
	"policy-expiry.": {"-", "2036-01-01"}, "partition": {"p"}, "under": {"-", "-", "-", "P"},
	"operations": {"$group"}, "second": {"-", "-", "-", "$group"},
}

// history is one random run.
type history struct{ *enginetest.History }

// input draws the next thing that happens.
func (h *history) input(t *rapid.T, specs []engine.OpSpec) engine.Input {
	w := h.World
	if in := enginetest.GoesOn(t, w); in != nil {
		return in
	}
	if rapid.IntRange(0, 12).Draw(t, "clock") == 0 {
		return engine.Clock{By: time.Duration(rapid.IntRange(1, 50).Draw(t, "seconds")) * time.Second}
	}
	spec := specs[rapid.IntRange(0, len(specs)-1).Draw(t, "verb")]
	in := h.Request(t, spec.Verb)
	in.Args = h.args(t, spec)
	return in
}

func (h *history) args(t *rapid.T, spec engine.OpSpec) []engine.Arg {
	return enginetest.Drawn(t, pools, spec, "table", func(word string) engine.Value { return h.value(t, word) })
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
	return h.Known(t, field)
}

// group draws the operations of a group.
func (h *history) group(t *rapid.T) engine.Value {
	var list []engine.Value
	for range rapid.IntRange(1, 3).Draw(t, "operations") {
		words := []engine.Value{engine.Text(rapid.SampledFrom(
			[]string{"insert-entity", "update-entity", "merge-entity", "delete-entity", "insert-or-merge-entity"}).Draw(
			t, "inner")),
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

// Promises over random histories: a replay gives the same world, undo gives back each one before, a clone is
// independent, refusals name earlier events and listed rules and change nothing, every write of an entity gives it a
// later ETag, also across a removal, and a group does all or nothing.
func TestPromisesOverRandomHistories(t *testing.T) {
	specs := service.Ops
	rapid.Check(t, func(t *rapid.T) {
		h, newest := &history{enginetest.Start(t, service, "ann", "ben")}, map[string]uint64{}
		h.Say("seed", "create-table", engine.Args("path", "jobs"))
		h.Say("seed", "insert-entity", engine.Args("path", "jobs/p/a"))
		for range rapid.IntRange(1, 90).Draw(t, "steps") {
			for _, e := range h.Give(h.input(t, specs)) {
				if e.Kind == engine.Decided {
					checkWrites(h, e, newest)
				}
			}
		}
		h.End()
	})
}

// checkWrites: a write of an entity that is there afterwards has a later moment than any before; a refusal writes
// nothing, unless a second change set was refused.
func checkWrites(h *history, e engine.Event, newest map[string]uint64) {
	w := h.World
	written := map[string]uint64{}
	for object, records := range e.Touched(w) {
		path, ok := object.Name, object.Kind == "entity"
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
		h.Fail("%s wrote %v", e.Answer, written)
	}
	for path, n := range written {
		if n <= newest[path] {
			h.Fail("%s: the tag of %s went from %d to %d", w.Exchange(e.Request).Verb, path, newest[path], n)
		}
		newest[path] = n
	}
}

// No text in any parameter is more than the service can answer.
func TestNoTextPanics(t *testing.T) {
	specs := service.Ops
	rapid.Check(t, func(t *rapid.T) {
		w, number := enginetest.Start(t, service, "ann", "ben").World, 2
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
					args = append(args, engine.Arg{Name: strings.ReplaceAll(p.Name, "*",
						rapid.StringN(1, 5, -1).Draw(t, "name")), Value: v})
				}
			}
			send("ann", spec.Verb, args)
		}
		w.Describe()
	})
}

// odd is any value, lists of values to a depth.
func odd(t *rapid.T, label string, depth int) engine.Value {
	words := []string{"", "*", "jobs/p/a", "jobs/p/b", "jobs", "a", "=", "if-match", "insert-entity", "update-entity",
		"get-entity", ".n", "5", "null", "'", "9223372036854775807", "'p' eq 1"}
	switch n := rapid.IntRange(0, 5+depth).Draw(t, label); {
	case n == 0:
		return engine.Value{}
	case n == 1:
		return engine.Moment(engine.Instant(rapid.Int64().Draw(t, "at")))
	case n == 2:
		return engine.Number(rapid.Int64().Draw(t, "number"))
	case n == 3:
		return engine.TokenOf(engine.Kind(rapid.IntRange(1, 9).Draw(t, "kind")),
			rapid.String().Draw(t, "token")).Value()
	case n > 5:
		list := make([]engine.Value, rapid.IntRange(0, 4).Draw(t, "length"))
		for i := range list {
			list[i] = odd(t, "of list", depth-1)
		}
		return engine.List(list...)
	}
	return engine.Text(rapid.OneOf(rapid.String(), rapid.SampledFrom(words)).Draw(t, "text"))
}
