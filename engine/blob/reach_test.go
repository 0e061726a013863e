package blob_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
)

// moment is a world in which a rule may be met: what happened before, and to what, where that matters to nothing else.
type moment struct {
	*bench
	about string
}

// about is what an operation is tried on.
func about(spec engine.OpSpec) string {
	if spec.Object == "container" {
		return "wiki"
	}
	return blobOf(spec.Verb)
}

func moments(t *testing.T) (list []moment) {
	of := ""
	add := func(lines ...string) *bench {
		b := newBench(t)
		b.Wait(5e9)
		b.Set("blob", "lease-on-nothing", "refused")
		b.All("seed: create-container path=wiki", "seed: create-container path=free",
			"ann: set-container-acl path=wiki policy.P=rwdlt policy.early=rwdlt policy-start.early=2036-01-01 "+
				"policy.over=rwdlt policy-expiry.over=2026-01-01T00:00Z")
		b.All(blobsOfAllTypes...)
		b.All(lines...)
		list = append(list, moment{b, of})
		return b
	}
	for _, state := range states {
		for _, path := range []string{"wiki/x", "wiki/log", "wiki/disk"} {
			of = path
			add().lease("blob", path, state, false)
		}
		of = "wiki"
		add().lease("container", "wiki", state, false)
	}
	for _, kind := range []string{"blob-lease path=wiki/x", "blob-lease path=wiki/log", "blob-lease path=wiki/disk",
		"container-lease path=wiki"} {
		_, of, _ = strings.Cut(kind, "=")
		add("ann: acquire-"+kind+" duration=60 id=guid:A", "ann: change-"+kind+" lease=guid:A id=guid:C")
		add("ann: acquire-"+kind+" duration=60 id=guid:A", "ann: change-"+kind+" lease=guid:A id=guid:C",
			"ben: break-"+kind+" period=30")
	}
	of = ""
	add("ann: acquire-blob-lease path=wiki/x duration=-1 id=guid:A")
	add("seed: snapshot-blob path=wiki/x")
	gone := []string{"seed: delete-blob path=wiki/x", "seed: delete-blob path=wiki/log",
		"seed: delete-blob path=wiki/disk"}
	b := add(gone...)
	b.Wait(30e9)
	b.All("ann: set-container-acl path=wiki")
	add("seed: delete-container path=wiki")
	b = add()
	b.Wait(30e9)
	b.All("ann: set-container-acl path=wiki")
	b.Wait(30e9)
	b = add()
	b.Step(engine.Set{Scope: "blob", Key: "copy", Value: "slow"})
	b.All("ben: copy-blob path=wiki/x source=wiki/free", "ben: copy-blob path=wiki/log source=wiki/freelog",
		"ben: copy-blob path=wiki/disk source=wiki/top")
	add(append(gone, "ben: put-blob path=wiki/x type=PageBlob size=512", "ben: put-blob path=wiki/log body=1",
		"ben: put-blob path=wiki/disk body=1")...)
	add(gone[0], "ben: put-blob path=wiki/x type=PageBlob size=512", gone[0], "ben: put-blob path=wiki/x body=1")
	add("seed: append-block path=wiki/log body="+strings.Repeat("x", engine.MaxObject),
		"seed: put-block path=wiki/x block=AAAA body="+strings.Repeat("x", engine.MaxObject/8*5))
	return list
}

// met elsewhere: by more blocks than this test would make, or by what the service does alone.
func metElsewhere(r *engine.Rule) bool {
	return r.Fault.Code == "BlockCountExceedsLimit" || strings.HasPrefix(r.Fault.Message, "The copy could not go on")
}

// Every rule that an operation lists can be met: none is there that never refuses anything. And what is met is listed.
func TestEveryRuleIsReached(t *testing.T) {
	met := map[string]map[*engine.Rule]bool{}
	extra := []rung{{words: ""}, {words: "lease=guid:A"}, {words: "lease=guid:B"}, {words: "lease=-"},
		{words: "id=guid:A"}, {words: "id=guid:B lease=guid:A"},
		{words: "if-match=stale"}, {words: "if-match=*"}, {words: "if-none-match=*"},
		{words: "if-modified-since=00:59.0"},
		{words: "if-match=stale lease=-"}, {words: "path=wiki/none lease=-"}, {words: "path=nobox/x lease=-"},
		{words: "path=nobox lease=-"}, {words: "path=free if-modified-since=00:59.0"}, {words: "under=P lease=-"},
		{words: "under=Q lease=-"}, {words: "under=early lease=-"}, {words: "under=over lease=-"},
		{words: "under=anonymous lease=-"},
		{words: "source-md5=x lease=-"}, {words: "source-md5=AAAAAAAAAAAAAAAAAAAAAA== lease=-"},
		{words: "tag-option=copy lease=-"}, {words: "tag-option=COPY tag.a=1 lease=-"}, {words: "under=sp=c lease=-"},
		{words: "under=sp=x lease=-"},
		{words: "if-unmodified-since=00:00.0"}, {words: "if-none-match=@ lease=-"}, {words: "if-none-match=@"},
		{words: "snapshot=2026-01-05T09:00:00.0000009Z lease=-"}, {words: "range=9- lease=-"},
		{words: "path=wiki/x if-match=* lease=-"}, {words: "path=wiki/none if-match=* lease=-"},
		{words: "path=HERE if-match=* lease=-"},
		{words: "if-unmodified-since=00:00.0 lease=-"}, {words: "if-modified-since=00:59.0 lease=-"},
		{words: "if-none-match=* lease=-"},
		{words: "lease=- source=wiki/free"}, {words: "lease=- source=wiki/freelog"}, {words: "lease=- size=512"},
		{words: "lease=- blocks=[AAAA,AAAA]"},
		{words: "lease=- source-if-none-match=*"}, {words: "lease=- if-tags=a='b'"},
		{words: "lease=- source-if-tags=a='b'"}, {words: "source-if-modified-since=now"},
		{words: "path=wiki/none lease=guid:A"},
		{words: "source-if-match=stale source-if-none-match=stale"}, {words: "source-if-match=[stale,stale]"},
		{words: "path=wiki/free lease=- source-if-none-match=@"}, {words: "lease=- source-if-modified-since=00:59.0"},
		{words: "lease=- source-if-unmodified-since=00:00.0"}, {words: "lease=- appendpos=9"},
		{words: "lease=- maxsize=0"}, {words: "lease=- if-sequence-eq=9"},
		{words: "lease=- range=512-1023"}, {words: "lease=- source-range=9-"}, {words: "lease=- block=AAAAAAAA"},
		{words: "lease=- blocks=[NONE]"}, {words: "lease=- source=wiki/log source-if-none-match=@"},
		{words: "path=wiki/sealed lease=-"}, {words: "lease=- source-range=512-1023"},
		{words: "lease=- source=wiki/freelog"}, {words: "previous=2026-01-05T09:00:00.0000009Z lease=-"}}
	first, fit := map[string]bool{}, map[string][]rung{}
	for _, b := range moments(t) {
		b.World.Freeze()
		for _, op := range service.Ops {
			spec := *b.World.Spec(op.Verb) // with its parameters read
			if met[spec.Verb] == nil {
				met[spec.Verb] = map[*engine.Rule]bool{}
			}
			if len(unmet(spec, met[spec.Verb])) == 0 || b.about != "" && b.about != about(spec) {
				continue
			}
			later := first[spec.Verb]
			first[spec.Verb] = true
			rungs, path, words := climbed(spec)
			tag := b.Property(spec.Object+" "+path, "etag")
			if fit[spec.Verb] == nil {
				fit[spec.Verb] = append(fitting(spec, rungs), extra...)
			}
			for _, r := range fit[spec.Verb] {
				left := unmet(spec, met[spec.Verb])
				if len(left) == 0 {
					break
				}
				if later && r.code != "" && !slices.ContainsFunc(left,
					func(u *engine.Rule) bool { return coded(u) == r.code }) {
					continue // what it is there for was met
				}
				for _, by := range []string{"ann", "ben"} {
					if len(r.words) > 1000 && (later || by == "ben") {
						continue // too long whatever happened before, and whoever sends it
					}
					r.words = strings.ReplaceAll(r.words, "@", tag)
					tryOne(t, b.bench, by, spec, ladder(spec, []rung{r}, path, words), met[spec.Verb])
				}
			}
		}
	}
	for _, spec := range service.Ops {
		for _, r := range unmet(spec, met[spec.Verb]) {
			t.Errorf("%s: nothing meets %s %d %s %q: %s", spec.Verb, r.Name, r.Fault.Status, r.Fault.Code, r.Kind,
				r.Fault.Message)
		}
		for r := range met[spec.Verb] {
			if !slices.Contains(spec.Refuses, r) {
				t.Errorf("%s: %s %d %s %q is met and not listed", spec.Verb, r.Name, r.Fault.Status, r.Fault.Code,
					r.Kind)
			}
		}
	}
}

func coded(r *engine.Rule) string { return fmt.Sprintf("%d %s", r.Fault.Status, r.Fault.Code) }

func unmet(spec engine.OpSpec, met map[*engine.Rule]bool) (list []*engine.Rule) {
	for _, r := range spec.Refuses {
		if !met[r] && !metElsewhere(r) {
			list = append(list, r)
		}
	}
	return list
}

// tryOne sends one request in a copy of the world and remembers the rule that it meets.
func tryOne(t *testing.T, b *bench, by string, spec engine.OpSpec, args []engine.Arg, met map[*engine.Rule]bool) {
	t.Helper()
	w := b.World.Clone()
	if _, err := w.Step(b.Record+1, engine.Send{By: by, Verb: spec.Verb, Args: args, As: "try"}); err != nil {
		return
	}
	if _, err := w.Step(b.Record+2, engine.Deliver{Names: []string{"try"}}); err != nil {
		t.Fatal(err)
	}
	if why := w.Named("try").Answer.Why; why != nil {
		met[why.Rule] = true
	}
}
