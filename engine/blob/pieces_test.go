package blob_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"

	"pgregory.net/rapid"
)

// rules.md, "Append blobs": an append is one step, whatever the order of arrivals: what was accepted stands once, in
// the order of the decisions, where the answer says. Of writes of one page the last that was decided stands. A
// commit has just the bytes that were staged last under its ids, and leaves nothing staged.
func TestPiecesInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, record := enginetest.Start(t, service, "ann", "ben").World, 2
		give := func(in engine.Input) {
			record++
			if _, err := w.Step(record, in); err != nil {
				t.Fatal(err)
			}
		}
		ask := func(name, by, verb string, pairs ...string) {
			give(engine.Send{By: by, Verb: verb, Args: engine.Args(pairs...), As: name})
		}
		ask("c", "seed", "create-container", "path", "wiki")
		ask("l", "seed", "put-blob", "path", "wiki/log", "type", "AppendBlob")
		ask("d", "seed", "put-blob", "path", "wiki/disk", "type", "PageBlob", "size", "512")
		give(engine.Deliver{Names: []string{"c", "l", "d"}})
		var names []string
		text := map[string]string{}
		for i := range rapid.IntRange(1, 12).Draw(t, "requests") {
			name, by := fmt.Sprint("q", i), rapid.SampledFrom([]string{"ann", "ben"}).Draw(t, "by")
			text[name] = string(rune('a' + i))
			switch rapid.IntRange(0, 2).Draw(t, "kind") {
			case 0:
				ask(name, by, "append-block", "path", "wiki/log", "body", text[name])
			case 1:
				ask(name, by, "put-page", "path", "wiki/disk", "range", "0-511", "body",
					strings.Repeat(text[name], 512))
			default:
				ask(name, by, "put-block", "path", "wiki/film", "block",
					rapid.SampledFrom([]string{"0001", "0002"}).Draw(t, "block"), "body", text[name])
			}
			names = append(names, name)
		}
		log, disk, staged := "", "", map[string]string{}
		for _, name := range rapid.Permutation(names).Draw(t, "order") {
			give(engine.Deliver{Names: []string{name}})
			switch x := w.Named(name); x.Verb {
			case "append-block":
				if at, _ := x.Answer.Field("offset").Int(); int(at) != len(log) {
					t.Fatalf("%s landed at %d behind %q", text[name], at, log)
				}
				log += text[name]
			case "put-page":
				disk = text[name]
			default:
				i := slices.IndexFunc(x.Args, func(a engine.Arg) bool { return a.Name == "block" })
				staged[x.Args[i].Value.String()] = text[name]
			}
		}
		list, film := []engine.Value{}, ""
		for _, id := range []string{"0002", "0001"} {
			if body, ok := staged[id]; ok {
				list, film = append(list, engine.Text(id)), film+body
			}
		}
		give(engine.Send{By: "ann", Verb: "put-block-list",
			Args: []engine.Arg{{Name: "path", Value: engine.Text("wiki/film")},
				{Name: "blocks", Value: engine.List(list...)}}, As: "commit"})
		give(engine.Deliver{Names: []string{"commit"}})
		holds(t, w, log, disk, film)
		if err := w.Check(); err != nil {
			t.Fatal(err)
		}
	})
}

// holds compares what the three blobs have; nothing may be staged any more.
func holds(t *rapid.T, w *engine.World, log, disk, film string) {
	for object, want := range map[string]string{"blob wiki/log": log, "blob wiki/disk": disk, "blob wiki/film": film} {
		for _, p := range engine.Properties(w.Object(engine.ParseObject(object))) {
			switch {
			case p.Name == "body" && object == "blob wiki/disk":
				if p.Text != strings.Repeat(want, 512/max(1, len(want))) && want != "" {
					t.Fatalf("the page holds %.3q, want %q", p.Text, want)
				}
			case p.Name == "body" && p.Text != want, strings.HasPrefix(p.Name, "staged."):
				t.Fatalf("%s: %s is %q, want %q", object, p.Name, p.Text, want)
			}
		}
	}
}
