package wire_test

import (
	"slices"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/wire"
)

// What an answer tells stands where its row says, in the words in which a client reads it: every field of every answer
// of the races that has a header or an element of its own, for people and for real clients.
func TestAnswersOfAllRacesReadBack(t *testing.T) {
	count, verbs := 0, map[string]bool{}
	exchanges(t, func(race string, _ *engine.World, x *engine.Exchange, spec *engine.OpSpec, args []engine.Arg) {
		for _, asked := range []*wire.Message{nil, {Method: "GET", Host: "127.0.0.1", Account: "dev"}} {
			raw := wire.Answer(spec, args, x.Answer, wire.Context{At: x.Decided.At, Request: x.Number,
				Spec: enginetest.Spec, Asked: asked})
			if !x.Answer.Accepted() || x.Answer.Status == 304 {
				return
			}
			for _, f := range x.Answer.Fields {
				want, found, ok := wire.Found(spec, raw, f, asked)
				if !ok {
					continue
				}
				count++
				verbs[spec.Verb] = true
				if !slices.ContainsFunc(found, func(have string) bool {
					return have == want || strings.TrimSpace(have) == strings.TrimSpace(want)
				}) {
					t.Errorf("%s #%d %s: %s is %q, told is %q\n%.900s", race, x.Number, spec.Verb, f.Name, want, found,
						raw.Bytes())
				}
			}
		}
	})
	if count < 7_000 || len(verbs) < 80 {
		t.Errorf("only %d fields of %d operations were looked for", count, len(verbs))
	}
}
