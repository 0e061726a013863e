package blob_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/blob"
	"interleave/engine/enginetest"

	"pgregory.net/rapid"
)

// pools are what random histories put into parameters: mostly what fits, sometimes what does not. `$etag`, `$lease`,
// `$snapshot` and `$date` stand for what an earlier answer said.
var pools = map[string][]string{
	"path": {"wiki/x", "wiki/x", "wiki/x", "wiki/y", "wiki/log", "wiki/log", "wiki/disk", "wiki/disk",
		"docs/x", "wiki/", "W/x"},
	"body":                {"1", "2", "", "AAAA", strings.Repeat("P", 512)},
	"if-match":            {"-", "-", "-", "$etag", "$etag", "*", "stale"},
	"if-none-match":       {"-", "-", "-", "-", "$etag", "*"},
	"if-modified-since":   {"-", "-", "-", "-", "-", "$date", "00:10.0", "x"},
	"if-unmodified-since": {"-", "-", "-", "-", "-", "$date", "00:10.0"},
	"lease":               {"-", "$lease", "$lease", "$lease", "guid:A", "guid:B", "x"},
	"id":                  {"-", "guid:A", "guid:B", "$lease", "x"},
	"duration":            {"15", "30", "60", "-1", "-", "5"}, "period": {"-", "0", "10", "60", "99"},
	"snapshots": {"-", "include", "only", "x"},
	"snapshot":  {"-", "-", "-", "-", "-", "$snapshot"},
	"range":     {"-", "-", "0-0", "1-", "x", "0-511", "0-511", "512-1023"}, "under": {"-", "-", "-", "-", "P", "Q"},
	"source-md5": {"-", "-", "-", "x", "AAAAAAAAAAAAAAAAAAAAAA=="}, "tag-option": {"-", "-", "COPY", "REPLACE", "x"},
	"tier": {"-", "Hot", "Cool", "Warm"}, "type": {"-", "BlockBlob", "AppendBlob", "PageBlob"},
	"content-type": {"-", "text/plain"}, "prefix": {"-", "w", "a/"},
	"delimiter": {"-", "/"}, "include": {"-", "-", "x", "[snapshots,uncommitted]", "[metadata,tags,copy]",
		"[deleted,snapshots]"},
	"account": {"devstore"}, "key-start": {"-"}, "key-expiry": {"-", "2036-01-01"},
	"property.": {"-", "<Enabled>true</Enabled><Days>1</Days>", "x"},
	"marker":    {"-", "y"}, "max": {"-", "1", "0"}, "meta.": {"-", "-", "1", "2"}, "tag.": {"-", "-", "1"},
	"policy.": {"-", "r", "rwdl"}, "policy-start.": {"-", "2026-01-01"}, "policy-expiry.": {"-", "2036-01-01"},
	"public": {"-", "blob", "container", "x"}, "where": {"k = 'v'", "-", "x"}, "previous": {"-", "-", "x"},
	"if-tags": {"-", "-", "-", "-", "P = '1'", "P >", "P<>'1'"}, "source-if-tags": {"-", "-", "-", "P='1'"},
	"block": {"AAAA", "BBBB", "CCCC", "AAAAAAAA", "A"}, "list": {"-", "all", "uncommitted", "x"},
	"blocks": {"[]", "[uncommitted,AAAA]", "[latest,AAAA,BBBB]", "[committed,AAAA,latest,BBBB]", "[AAAA,AAAA]",
		"[CCCC]", "A"},
	"source": {"wiki/x", "wiki/y", "wiki/log", "wiki/disk", "W"}, "source-snapshot": {"-", "-", "-", "$snapshot"},
	"source-range":    {"-", "0-1", "x"},
	"source-if-match": {"-", "-", "-", "$etag", "stale"}, "source-if-none-match": {"-", "-", "-", "$etag", "*"},
	"source-if-modified-since":   {"-", "-", "-", "-", "$date"},
	"source-if-unmodified-since": {"-", "-", "-", "-", "$date"},
	"appendpos":                  {"-", "-", "-", "0", "1", "x"}, "maxsize": {"-", "-", "-", "2", "x"},
	"size":            {"-", "512", "512", "1024", "5"},
	"sequence":        {"-", "-", "0", "1", "9223372036854775807"},
	"sequence-action": {"-", "-", "max", "update", "increment", "x"},
	"page-write":      {"-", "-", "clear", "x"}, "if-sequence-le": {"-", "-", "-", "1"},
	"if-sequence-lt": {"-", "-", "-", "1"}, "if-sequence-eq": {"-", "-", "-", "0"},
	"copy": {"$copy-id", "$copy-id", "guid:A", "x"}, "content-encoding": {"-", "-", "gzip"},
	"content-language":    {"-", "-", "de"},
	"content-disposition": {"-", "-", "inline"}, "cache-control": {"-", "-", "no-cache"},
	"content-md5":    {"-", "-", "Q2hlY2s="},
	"content-length": {"-", "-", "-", "-", "-", "-", "none", "x"},
	"md5":            {"-", "-", "-", "-", "-", "1B2M2Y8AsgTpgAmY7PhCfg==", "x"},
	"crc64":          {"-", "-", "-", "-", "-", "AAAAAAAAAAA=", "x"},
}

// history is one random run.
type history struct{ *enginetest.History }

// input draws the next thing that happens.
func (h *history) input(t *rapid.T, specs []engine.OpSpec) engine.Input {
	w := h.World
	if flight := w.Flight(); len(flight) > 0 {
		m := flight[rapid.IntRange(0, len(flight)-1).Draw(t, "message")]
		name := w.Exchange(m.Request).Name
		switch {
		case m.Back:
			return engine.ReceiveAnswer{Names: []string{name}}
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
	in := h.Request(t, spec.Verb)
	if rapid.Bool().Draw(t, "choose") {
		in.Words.Choose = []int{1}
	}
	in.Args = enginetest.Drawn(t, pools, spec, "container", func(word string) engine.Value { return h.value(t, word) })
	for i, a := range in.Args {
		if a.Name == "property.P" {
			in.Args[i].Name = "property.DeleteRetentionPolicy"
		}
	}
	return in
}

// value is a word of a pool; nothing for `-`, and for what no answer has said yet.
func (h *history) value(t *rapid.T, word string) engine.Value {
	field, ok := map[string]string{"$etag": "etag", "$lease": "lease", "$snapshot": "snapshot",
		"$date":    "last-modified",
		"$copy-id": "copy-id"}[word]
	switch {
	case word == "-":
		return engine.Value{}
	case !ok:
		return enginetest.Value(word)
	}
	return h.Known(t, field)
}

// Promises over random histories: a replay gives the same world, undo gives back each one before, a clone is
// independent, refusals name earlier events and listed rules, ETags change when rules.md, "What changes ETag and
// Last-Modified" says and never return, one lease at most stands.
func TestPromisesOverRandomHistories(t *testing.T) {
	specs := service.Ops
	rapid.Check(t, func(t *rapid.T) {
		h, tags := &history{enginetest.Start(t, service, "ann", "ben")}, &tagBook{seen: map[string]string{}}
		give := func(in engine.Input) {
			for _, e := range h.Give(in) {
				tags.check(h, e)
			}
			oneHolder(h)
		}
		give(engine.Set{Scope: "blob", Key: "copy",
			Value: rapid.SampledFrom([]string{"fast", "slow"}).Draw(t, "copies")})
		for _, line := range []string{"create-container path=wiki", "put-blob path=wiki/x body=0",
			"put-blob path=wiki/log type=AppendBlob",
			"put-blob path=wiki/disk type=PageBlob size=1024"} {
			words, name := strings.Split(line, " "), []string{fmt.Sprint("b", h.Record())}
			give(engine.Send{By: "seed", Verb: words[0], Args: enginetest.Arguments(words[1:]), As: name[0]})
			give(engine.Deliver{Names: name})
			give(engine.ReceiveAnswer{Names: name})
		}
		for range rapid.IntRange(1, 90).Draw(t, "steps") {
			give(h.input(t, specs))
		}
		h.End()
	})
}

// tagBook remembers which ETags were there.
type tagBook struct{ seen map[string]string } // object and ETag: what its content was

// changesTag are the operations of rules.md, "What changes ETag and Last-Modified" that give a new ETag.
var changesTag = []string{"put-blob", "set-blob-metadata", "set-blob-properties", "create-container",
	"set-container-metadata", "set-container-acl",
	"put-block-list", "append-block", "append-block-from-url", "put-page", "put-page-from-url",
	"copy-blob", "copy-blob-from-url",
	"abort-copy-blob"}

func (b *tagBook) check(h *history, e engine.Event) {
	w := h.World
	for object, records := range e.Touched(w) {
		kind := object.Kind
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
		case before == "" && verb == "undelete-blob": // rules.md, "Soft delete": it is then what it was
			if b.seen[object.String()+after] == "" {
				h.Fail("%s: the ETag %s of %s had never been there", verb, after, object)
			}
		case (before != after) != wants:
			h.Fail("%s %v: the ETag of %s went from %q to %q", verb, e.Kind, object, before, after)
		case before != after && b.seen[object.String()+after] != "":
			h.Fail("%s: the ETag %s returned", object, after)
		}
		b.seen[object.String()+after] = verb + " "
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
func oneHolder(h *history) {
	for _, object := range []string{"blob wiki/x", "blob wiki/y", "container wiki"} {
		held := map[string]bool{}
		for _, a := range h.Answers {
			if token, ok := a.Field("lease").Token(); ok && h.World.Held(engine.ParseObject(object), token) {
				held[token.String()] = true
			}
		}
		if len(held) > 1 {
			h.Fail("%s is held by %v", object, held)
		}
	}
}

// No text in any parameter is more than the service can answer.
func TestNoTextPanics(t *testing.T) {
	enginetest.Oddities{Service: blob.Service, Named: map[string]string{"path": "wiki/x"},
		Start: append(enginetest.Made("seed", "create-container", "path", "wiki"),
			enginetest.Made("seed", "put-blob", "path", "wiki/x", "body", "1")...),
		Words: []string{"", "*", "wiki/x", "wiki", "15", "-1", "guid:", "00:01.0", "9223372036854775807"},
	}.Hold(t)
}
