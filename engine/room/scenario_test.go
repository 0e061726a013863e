package room_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"interleave/engine"
	"interleave/engine/catalog"
	"interleave/engine/enginetest"
	"interleave/engine/room"
	"interleave/engine/scenario"
)

// hand is a session that random hands work on: writers of several services whose messages are held, lost, doubled,
// reordered and edited.
type hand struct {
	rt *rapid.T
	r  *room.Room
}

// requests are what a writer may send; a tag or an id that it has heard goes as text, as a form has it, or as a
// reference.
func (h *hand) send() engine.Send {
	by := rapid.SampledFrom([]string{"ann", "ben", "cy"}).Draw(h.rt, "by")
	k := h.r.View().Known(by)
	text := rapid.SampledFrom([]string{"a\n", "b\n", "a\nb\n", ""}).Draw(h.rt, "text")
	guard := func(args []engine.Arg, object, name string) []engine.Arg {
		read, ok := k.Reading(engine.ParseObject(object))
		if !ok || read.Tag.IsZero() {
			return args
		}
		v := read.Tag
		if rapid.Bool().Draw(h.rt, "by reference") {
			v = engine.Ref(read.Name+".etag", false)
		}
		return append(args, engine.Arg{Name: name, Value: v})
	}
	switch rapid.IntRange(0, 9).Draw(h.rt, "request") {
	case 0:
		return engine.Send{By: by, Verb: "get-blob", Args: engine.Args("path", "www/p")}
	case 1:
		return engine.Send{By: by, Verb: "put-blob", Args: engine.Args("path", "www/p", "body", text)}
	case 2:
		return engine.Send{By: by, Verb: "put-blob",
			Args: guard(engine.Args("path", "www/p", "body", text), "blob www/p", "if-match")}
	case 3:
		return engine.Send{By: by, Verb: "acquire-blob-lease", Args: engine.Args("path", "www/p", "duration", "15")}
	case 4:
		if hold, ok := k.Holds(engine.ParseObject("blob www/p")); ok {
			return engine.Send{By: by, Verb: "put-blob",
				Args: append(engine.Args("path", "www/p", "body", text),
					engine.Arg{Name: "lease", Value: hold.Token.Value()})}
		}
		return engine.Send{By: by, Verb: "delete-blob", Args: engine.Args("path", "www/p")}
	case 5:
		return engine.Send{By: by, Verb: "put-message", Args: engine.Args("queue", "jobs", "text", text)}
	case 6:
		return engine.Send{By: by, Verb: "get-messages", Args: engine.Args("queue", "jobs", "visibilitytimeout", "5")}
	case 7:
		return engine.Send{By: by, Verb: "EXSET",
			Args: []engine.Arg{{Name: "line", Value: engine.List(engine.Text("k"), engine.Text(text))}}}
	case 8:
		return engine.Send{By: by, Verb: "get-object", Args: engine.Args("path", "bucket/k")}
	}
	return engine.Send{By: by, Verb: "put-object",
		Args: guard(engine.Args("path", "bucket/k", "body", text), "object bucket/k", "if-match")}
}

// act does one thing of a hand; what is impossible just now does not happen.
func (h *hand) act() {
	flight := h.r.View().Flight()
	some := ""
	if len(flight) > 0 {
		some = rapid.SampledFrom(flight).Draw(h.rt, "message").Name
	}
	on := rapid.SampledFrom([]string{"on", "off"}).Draw(h.rt, "hold")
	switch rapid.IntRange(0, 11).Draw(h.rt, "act") {
	case 0, 1, 2, 3:
		_, _ = h.r.Send(h.send())
	case 4:
		_, _ = h.r.Do(engine.Set{Scope: rapid.SampledFrom([]string{"ann", "ben"}).Draw(h.rt, "who"), Key: "hold",
			Value: on})
	case 5:
		_, _ = h.r.Deliver(some)
	case 6:
		_, _ = h.r.Do(engine.Lose{Name: some})
	case 7:
		_, _ = h.r.Do(engine.Duplicate{Name: some})
	case 8:
		_, _ = h.r.Do(engine.Timeout{Name: some})
	case 9:
		_, _ = h.r.Do(engine.Order{Name: some, Place: 1})
	case 10:
		_, _ = h.r.Do(engine.Clock{By: 7_000_000_000})
	default:
		_, _ = h.r.DeliverAll()
	}
}

// Whatever hands did, with messages held, lost, doubled and out of order, the session exports as a file that passes,
// and in which nobody types a tag that he has heard.
func TestEverySessionByHandExportsAsAScenarioThatPasses(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		h := &hand{rt: rt, r: room.New(catalog.New, room.Options{})}
		start := []engine.Input{engine.AddWriter{ID: "ann", Title: "Ana"}, engine.AddWriter{ID: "ben", Title: "Ben"},
			engine.AddWriter{ID: "cy", Title: "Cy"}}
		for i, verb := range [][2]string{{"create-container", "www"}, {"create-queue", "jobs"},
			{"create-bucket", "bucket"}} {
			name := fmt.Sprint("s", i)
			spec := enginetest.Spec(verb[0])
			start = append(start, engine.Send{By: engine.Seed, Verb: verb[0],
				Args: engine.Args(spec.Params()[0].Name, verb[1]), As: name},
				engine.Deliver{Names: []string{name}}, engine.ReceiveAnswer{Names: []string{name}})
		}
		if _, err := h.r.Do(start...); err != nil {
			rt.Fatal(err)
		}
		for range rapid.IntRange(1, 25).Draw(rt, "length") {
			h.act()
		}
		text := h.r.Scenario()
		file, err := scenario.Parse("hand.race", text, catalog.Services())
		if err != nil {
			rt.Fatalf("%v\n%s", err, text)
		}
		result, err := file.Run()
		if err != nil || len(result.Failures) > 0 {
			rt.Fatalf("%v %v\n%s", err, result.Failures, text)
		}
		if now, was := result.Timeline.World().Digest(), h.r.View().Digest(); now != was &&
			!strings.Contains(string(text), "$") {
			rt.Fatalf("the file ends elsewhere\n%s", text)
		}
		if strings.Contains(string(text), "\ndouble ") {
			return // a request that is decided twice has two answers, and its name only one of them
		}
		for _, line := range strings.Split(string(text), "\n") {
			if strings.Contains(line, ": send ") &&
				(strings.Contains(line, "if-match=0x") || strings.Contains(line, "{etag") ||
					strings.Contains(line, "{lease")) {
				rt.Fatalf("a tag that was heard stands as text: %s\n%s", line, text)
			}
		}
	})
}
