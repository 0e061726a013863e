package blob_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/blob"

	"pgregory.net/rapid"
)

// pools are what random histories put into parameters: mostly what fits, sometimes what does not. `$etag`, `$lease`, `$snapshot` and
// `$date` stand for what an earlier answer said.
var pools = map[string][]string{
	"path":              {"wiki/x", "wiki/x", "wiki/x", "wiki/y", "wiki/log", "wiki/log", "wiki/disk", "wiki/disk", "docs/x", "wiki/", "W/x"},
	"body":              {"1", "2", "", "AAAA", strings.Repeat("P", 512)},
	"if-match":          {"-", "-", "-", "$etag", "$etag", "*", "stale"},
	"if-none-match":     {"-", "-", "-", "-", "$etag", "*"},
	"if-modified-since": {"-", "-", "-", "-", "-", "$date", "00:10.0", "x"}, "if-unmodified-since": {"-", "-", "-", "-", "-", "$date", "00:10.0"},
	"lease": {"-", "$lease", "$lease", "$lease", "guid:A", "guid:B", "x"}, "id": {"-", "guid:A", "guid:B", "$lease", "x"},
	"duration": {"15", "30", "60", "-1", "-", "5"}, "period": {"-", "0", "10", "60", "99"}, "snapshots": {"-", "include", "only", "x"},
	"snapshot": {"-", "-", "-", "-", "-", "$snapshot"}, "range": {"-", "-", "0-0", "1-", "x", "0-511", "0-511", "512-1023"}, "under": {"-", "-", "-", "-", "P", "Q"},
	"tier": {"-", "Hot", "Cool", "Warm"}, "type": {"-", "BlockBlob", "AppendBlob", "PageBlob"}, "content-type": {"-", "text/plain"}, "prefix": {"-", "w", "a/"},
	"delimiter": {"-", "/"}, "include": {"-", "-", "x", "[snapshots,uncommitted]", "[metadata,tags,copy]"}, "marker": {"-", "y"}, "max": {"-", "1", "0"}, "meta.": {"-", "-", "1", "2"}, "tag.": {"-", "-", "1"}, "policy.": {"-", "r", "rwdl"},
	"if-tags": {"-", "-", "-", "-", "P = '1'", "P >", "P<>'1'"}, "source-if-tags": {"-", "-", "-", "P='1'"},
	"block": {"AAAA", "BBBB", "CCCC", "AAAAAAAA", "A"}, "list": {"-", "all", "uncommitted", "x"},
	"blocks": {"[]", "[uncommitted,AAAA]", "[latest,AAAA,BBBB]", "[committed,AAAA,latest,BBBB]", "[AAAA,AAAA]", "[CCCC]", "A"},
	"source": {"wiki/x", "wiki/y", "wiki/log", "wiki/disk", "W"}, "source-snapshot": {"-", "-", "-", "$snapshot"}, "source-range": {"-", "0-1", "x"},
	"source-if-match": {"-", "-", "-", "$etag", "stale"}, "source-if-none-match": {"-", "-", "-", "$etag", "*"},
	"source-if-modified-since": {"-", "-", "-", "-", "$date"}, "source-if-unmodified-since": {"-", "-", "-", "-", "$date"},
	"appendpos": {"-", "-", "-", "0", "1", "x"}, "maxsize": {"-", "-", "-", "2", "x"}, "size": {"-", "512", "512", "1024", "5"},
	"sequence": {"-", "-", "0", "1", "9223372036854775807"}, "sequence-action": {"-", "-", "max", "update", "increment", "x"},
	"page-write": {"-", "-", "clear", "x"}, "if-sequence-le": {"-", "-", "-", "1"}, "if-sequence-lt": {"-", "-", "-", "1"}, "if-sequence-eq": {"-", "-", "-", "0"},
	"copy": {"$copy-id", "$copy-id", "guid:A", "x"}, "content-encoding": {"-", "-", "gzip"}, "content-language": {"-", "-", "de"},
	"content-disposition": {"-", "-", "inline"}, "cache-control": {"-", "-", "no-cache"}, "content-md5": {"-", "-", "Q2hlY2s="},
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
		switch {
		case m.Back:
			return engine.Hear{Names: []string{name}}
		case m.State == engine.Working && rapid.IntRange(0, 2).Draw(t, "finish") == 0:
			return engine.Finish{Name: name}
		case m.State == engine.Working:
			return h.send(t, specs)
		}
		return engine.Deliver{Names: []string{name}}
	}
	if rapid.IntRange(0, 9).Draw(t, "clock") == 0 {
		return engine.Clock{By: time.Duration(rapid.IntRange(1, 40).Draw(t, "seconds")) * 500 * time.Millisecond}
	}
	return h.send(t, specs)
}

// send draws a request.
func (h *history) send(t *rapid.T, specs []engine.OpSpec) engine.Input {
	spec := specs[rapid.IntRange(0, len(specs)-1).Draw(t, "verb")]
	in := engine.Send{By: rapid.SampledFrom([]string{"ann", "ben"}).Draw(t, "by"), Verb: spec.Verb, As: fmt.Sprintf("q%d", len(h.inputs))}
	if rapid.Bool().Draw(t, "choose") {
		in.Words.Choose = []int{1}
	}
	for _, p := range spec.Params() {
		pool := pools[strings.TrimSuffix(p.Name, "*")]
		word := rapid.SampledFrom(pool).Draw(t, p.Name)
		if p.Name == "path" && spec.Object == "container" {
			word, _, _ = strings.Cut(word, "/")
		}
		if v := h.value(t, word); !v.IsZero() {
			name := strings.ReplaceAll(p.Name, "*", "P")
			in.Args = append(in.Args, engine.Arg{Name: name, Value: v})
		}
	}
	return in
}

// value is a word of a pool; nothing for `-`, and for what no answer has said yet.
func (h *history) value(t *rapid.T, word string) engine.Value {
	field, ok := map[string]string{"$etag": "etag", "$lease": "lease", "$snapshot": "snapshot", "$date": "last-modified",
		"$copy-id": "copy-id"}[word]
	switch {
	case word == "-":
		return engine.Value{}
	case !ok:
		return value(word)
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

func startWorld(t *rapid.T) *engine.World {
	w := engine.NewWorld(blob.Service())
	for i, id := range []string{"ann", "ben"} {
		if _, err := w.Step(i+1, engine.AddWriter{ID: id}); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// Promises over random histories: a replay gives the same world, undo gives back each one before, a clone is independent, refusals
// name earlier events and listed rules, ETags change when section 1.3 says and never return, one lease at most stands.
func TestPromisesOverRandomHistories(t *testing.T) {
	specs := blob.Service().Ops
	rapid.Check(t, func(t *rapid.T) {
		w, h := startWorld(t), &history{}
		h.inputs = []engine.Input{}
		tags, frozen := &tagBook{seen: map[string]string{}}, w.Clone()
		frozen.Freeze()
		start := frozen.Describe()
		type past struct {
			events []engine.Event
			digest uint64
		}
		var steps []past
		give := func(in engine.Input) {
			before := w.Digest()
			number := len(h.inputs) + 3
			events, err := w.Step(number, in)
			if err != nil {
				t.Fatalf("%+v: %v\n%s", in, err, w.Describe())
			}
			h.inputs = append(h.inputs, in)
			steps = append(steps, past{events, before})
			if err := w.Check(); err != nil {
				t.Fatalf("%+v: %v\n%s", in, err, w.Describe())
			}
			for _, e := range events {
				if e.Kind == engine.Decided || e.Kind == engine.Finished {
					h.answers = append(h.answers, *e.Answer)
					checkRefusal(t, w, e, number)
				}
				tags.check(t, w, e)
			}
		}
		give(engine.Set{Scope: "blob", Key: "copy", Value: rapid.SampledFrom([]string{"fast", "slow"}).Draw(t, "copies")})
		for _, line := range []string{"create-container path=wiki", "put-blob path=wiki/x body=0", "put-blob path=wiki/log type=AppendBlob",
			"put-blob path=wiki/disk type=PageBlob size=1024"} {
			words := strings.Split(line, " ")
			give(engine.Send{By: "seed", Verb: words[0], Args: arguments(words[1:]), As: words[0]})
			give(engine.Deliver{Names: []string{words[0]}})
			give(engine.Hear{Names: []string{words[0]}})
		}
		for range rapid.IntRange(1, 90).Draw(t, "steps") {
			give(h.input(t, specs, w))
			oneHolder(t, w, h)
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

// checkRefusal: the rule is one of the operation's, the event that made it so lies before.
func checkRefusal(t *rapid.T, w *engine.World, e engine.Event, number int) {
	if e.Answer.Accepted() {
		if e.Kind == engine.Decided && !slices.Contains(w.Spec(w.Exchange(e.Request).Verb).OK, e.Answer.Status) {
			t.Fatalf("%s: %s is no success of it", w.Exchange(e.Request).Verb, e.Answer)
		}
		return
	}
	x, why := w.Exchange(e.Request), e.Answer.Why
	if !slices.Contains(w.Spec(x.Verb).Refuses, why.Rule) {
		t.Fatalf("%s: %s %q is not among its refusals", x.Verb, e.Answer, why.Rule.Kind)
	}
	if s := why.Since; s.Event >= number || s.Event > 0 && s.By == "" || s.At > e.At {
		t.Fatalf("%s: %s since %+v, in record %d", x.Verb, e.Answer, s, number)
	}
}

// tagBook remembers which ETags were there.
type tagBook struct{ seen map[string]string } // object and ETag: what its content was

// changesTag are the operations of section 1.3 that give a new ETag.
var changesTag = []string{"put-blob", "set-blob-metadata", "set-blob-properties", "create-container", "set-container-metadata", "set-container-acl",
	"put-block-list", "append-block", "append-blob-seal", "put-page", "copy-blob", "copy-blob-from-url", "abort-copy-blob"}

func (b *tagBook) check(t *rapid.T, w *engine.World, e engine.Event) {
	for object, records := range e.Touched(w) {
		kind, _, _ := strings.Cut(object, " ")
		if kind != "blob" && kind != "container" {
			continue
		}
		before, after := tagOf(records[0]), tagOf(records[1])
		verb := ""
		if e.Request > 0 {
			verb = w.Exchange(e.Request).Verb
		}
		switch wants := e.Kind == engine.Decided && slices.Contains(changesTag, verb) || e.Kind == engine.Finished; {
		case after == "":
		case (before != after) != wants:
			t.Fatalf("%s %v: the ETag of %s went from %q to %q", verb, e.Kind, object, before, after)
		case before != after && b.seen[object+after] != "":
			t.Fatalf("%s: the ETag %s returned", object, after)
		}
		b.seen[object+after] = verb + " "
	}
}

func tagOf(r engine.Record) string {
	for _, p := range engine.Properties(r) {
		if p.Name == "etag" {
			return p.Text
		}
	}
	return ""
}

// oneHolder: of all ids that were ever answered at most one holds an object.
func oneHolder(t *rapid.T, w *engine.World, h *history) {
	for _, object := range []string{"blob wiki/x", "blob wiki/y", "container wiki"} {
		held := map[string]bool{}
		for _, a := range h.answers {
			if token, ok := a.Field("lease").Token(); ok && w.Held(object, token) {
				held[token.String()] = true
			}
		}
		if len(held) > 1 {
			t.Fatalf("%s is held by %v", object, held)
		}
	}
}

// No text in any parameter is more than the service can answer.
func TestNoTextPanics(t *testing.T) {
	specs := blob.Service().Ops
	rapid.Check(t, func(t *rapid.T) {
		w := startWorld(t)
		number := 2
		give := func(in engine.Input) error {
			number++
			_, err := w.Step(number, in)
			return err
		}
		send := func(by, verb string, args []engine.Arg) {
			name := fmt.Sprint("n", number)
			if give(engine.Send{By: by, Verb: verb, Args: args, As: name}) != nil {
				return
			}
			if err := give(engine.Deliver{Names: []string{name}}); err != nil {
				t.Fatal(err)
			}
			if err := w.Check(); err != nil {
				t.Fatal(err)
			}
		}
		send("seed", "create-container", engine.Args("path", "wiki"))
		send("seed", "put-blob", engine.Args("path", "wiki/x", "body", "1"))
		for range rapid.IntRange(1, 8).Draw(t, "requests") {
			spec := specs[rapid.IntRange(0, len(specs)-1).Draw(t, "verb")]
			var args []engine.Arg
			for i, p := range spec.Params() {
				text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "*", "wiki/x", "wiki", "15", "-1", "guid:", "00:01.0", "9223372036854775807"}))
				name := strings.ReplaceAll(p.Name, "*", rapid.StringN(1, 5, -1).Draw(t, "name"))
				switch rapid.IntRange(0, 4).Draw(t, p.Name) {
				case 0:
					if i == 0 {
						args = append(args, engine.Arg{Name: name, Value: engine.Text("wiki/x")})
					}
				case 1:
					args = append(args, engine.Arg{Name: name, Value: engine.List(engine.Text(text.Draw(t, "one")), engine.Number(rapid.Int64().Draw(t, "two")))})
				case 2:
					args = append(args, engine.Arg{Name: name, Value: engine.Moment(engine.Instant(rapid.Int64().Draw(t, "at")))})
				default:
					args = append(args, engine.Arg{Name: name, Value: engine.Text(text.Draw(t, "text"))})
				}
			}
			send("ann", spec.Verb, args)
		}
		w.Describe()
	})
}
