package blob_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/blob"
)

// moments are worlds in which a rule may be met: what happened before.
func moments(t *testing.T) (list []*bench) {
	add := func(lines ...string) *bench {
		b := newBench(t)
		b.wait(5e9)
		b.all("seed: create-container path=wiki", "seed: create-container path=free", "seed: put-blob path=wiki/x body=1", "seed: put-blob path=wiki/free body=1",
			"ann: set-container-acl path=wiki policy.P=rwdl")
		b.all(lines...)
		list = append(list, b)
		return b
	}
	for _, state := range states {
		b := add()
		b.lease("blob", "wiki/x", state, false)
		b = add()
		b.lease("container", "wiki", state, false)
	}
	for _, kind := range []string{"blob-lease path=wiki/x", "container-lease path=wiki"} {
		add("ann: acquire-"+kind+" duration=60 id=guid:A", "ann: change-"+kind+" lease=guid:A id=guid:C")
		add("ann: acquire-"+kind+" duration=60 id=guid:A", "ann: change-"+kind+" lease=guid:A id=guid:C", "ben: break-"+kind+" period=30")
	}
	add("seed: snapshot-blob path=wiki/x")
	b := add("seed: delete-blob path=wiki/x")
	b.wait(30e9)
	b.all("ann: set-container-acl path=wiki")
	add("seed: delete-container path=wiki")
	b = add()
	b.wait(30e9)
	b.all("ann: set-container-acl path=wiki")
	b.wait(30e9)
	return list
}

// Every rule that an operation lists can be met: none is there that never refuses anything.
func TestEveryRuleIsReached(t *testing.T) {
	met := map[string]map[*engine.Rule]bool{}
	extra := []rung{{words: ""}, {words: "lease=guid:A"}, {words: "lease=guid:B"}, {words: "lease=-"}, {words: "id=guid:A"}, {words: "id=guid:B lease=guid:A"},
		{words: "if-match=stale"}, {words: "if-match=*"}, {words: "if-none-match=*"}, {words: "if-modified-since=00:59.0"},
		{words: "if-match=stale lease=-"}, {words: "path=wiki/none lease=-"}, {words: "path=nobox/x lease=-"},
		{words: "path=nobox lease=-"}, {words: "path=free if-modified-since=00:59.0"}, {words: "under=P lease=-"}, {words: "under=Q lease=-"},
		{words: "if-unmodified-since=00:00.0"}, {words: "if-none-match=@ lease=-"}, {words: "if-none-match=@"}, {words: "snapshot=2026-01-05T09:00:00.0000009Z lease=-"}, {words: "range=9- lease=-"},
		{words: "path=wiki/x if-match=* lease=-"}, {words: "path=wiki/none if-match=* lease=-"}}
	for _, b := range moments(t) {
		b.w.Freeze()
		for _, spec := range blob.Service().Ops {
			if met[spec.Verb] == nil {
				met[spec.Verb] = map[*engine.Rule]bool{}
			}
			rungs, path, words := blobRungs, "wiki/x", blobWords[spec.Verb]
			if spec.Object == "container" {
				rungs, path, words = boxRungs, "wiki", boxWords[spec.Verb]
			}
			tag := b.property(spec.Object+" "+path, "etag")
			for _, r := range append(rungs[:len(rungs):len(rungs)], extra...) {
				for _, by := range []string{"ann", "ben"} {
					r.words = strings.ReplaceAll(r.words, "@", tag)
					tryOne(t, b, by, spec, ladder(spec, []rung{r}, path, words), met[spec.Verb])
				}
			}
		}
	}
	for _, spec := range blob.Service().Ops {
		for _, r := range spec.Refuses {
			if !met[spec.Verb][r] {
				t.Errorf("%s: nothing meets %s %d %s %q", spec.Verb, r.Name, r.Fault.Status, r.Fault.Code, r.Kind)
			}
		}
	}
}

// tryOne sends one request in a copy of the world and remembers the rule that it meets.
func tryOne(t *testing.T, b *bench, by string, spec engine.OpSpec, args []engine.Arg, met map[*engine.Rule]bool) {
	t.Helper()
	w := b.w.Clone()
	if _, err := w.Step(b.record+1, engine.Send{By: by, Verb: spec.Verb, Args: args, As: "try"}); err != nil {
		return
	}
	if _, err := w.Step(b.record+2, engine.Deliver{Names: []string{"try"}}); err != nil {
		t.Fatal(err)
	}
	if why := w.Named("try").Answer.Why; why != nil {
		met[why.Rule] = true
	}
}
