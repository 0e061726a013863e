package enginetest

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"interleave/engine"
)

// Oddities are requests whose parameters hold any text, list, number or moment.
type Oddities struct {
	Service func() *engine.Service
	Start   []engine.Input    // makes what the requests meet; the writers ann and ben are there
	Named   map[string]string // by parameter: what is there and can be named
	Words   []string          // that mean something to the service
	Handed  string            // a field of the last answer of the start that parameters may hold; empty: none
}

// Hold sends some: none is more than the service can answer, and what it promises of itself holds behind each.
func (o Oddities) Hold(t *testing.T) {
	t.Helper()
	specs := o.Service().Ops
	rapid.Check(t, func(t *rapid.T) {
		h := Start(t, o.Service(), "ann", "ben")
		w, number := h.World, h.Record()
		give := func(in engine.Input) error {
			number++
			_, err := w.Step(number, in)
			return err
		}
		for _, in := range o.Start {
			if err := give(in); err != nil {
				t.Fatal(err)
			}
		}
		handed := engine.Value{}
		if x := w.Exchange(w.Requests()); o.Handed != "" {
			handed = x.Answer.Field(o.Handed)
		}
		for range rapid.IntRange(1, 8).Draw(t, "requests") {
			spec := specs[rapid.IntRange(0, len(specs)-1).Draw(t, "verb")]
			in := engine.Send{By: "ann", Verb: spec.Verb, As: fmt.Sprint("n", number)}
			for _, p := range spec.Params() {
				name := strings.ReplaceAll(p.Name, "*", rapid.StringN(1, 5, -1).Draw(t, "name"))
				if v := o.value(t, p.Name, handed); !v.IsZero() {
					in.Args = append(in.Args, engine.Arg{Name: name, Value: v})
				}
			}
			if give(in) != nil { // such a request cannot be sent
				number--
				continue
			}
			if err := give(engine.Deliver{Names: []string{in.As}}); err != nil {
				t.Fatal(err)
			}
			if err := w.Check(); err != nil {
				t.Fatal(err)
			}
		}
		w.Describe()
	})
}

// value is one of them; nothing where the parameter is left out.
func (o Oddities) value(t *rapid.T, param string, handed engine.Value) engine.Value {
	text := func(what string) engine.Value {
		return engine.Text(rapid.OneOf(rapid.String(), rapid.SampledFrom(o.Words)).Draw(t, what))
	}
	switch rapid.IntRange(0, 6).Draw(t, param) {
	case 0:
		if name := o.Named[param]; name != "" {
			return engine.Text(name)
		}
		return engine.Value{}
	case 1:
		pair := engine.List(text("key"), engine.Text("="), text("value"))
		return engine.List(text("one"), engine.Number(rapid.Int64().Draw(t, "two")), pair)
	case 2:
		return engine.Moment(engine.Instant(rapid.Int64().Draw(t, "at")))
	case 3:
		return engine.Number(rapid.Int64().Draw(t, "number"))
	case 4:
		return handed
	}
	return text("text")
}

// Made are the inputs of a request that makes something: it is sent, decided and heard.
func Made(by, verb string, pairs ...string) []engine.Input {
	return []engine.Input{engine.Send{By: by, Verb: verb, Args: engine.Args(pairs...), As: verb},
		engine.Deliver{Names: []string{verb}}, engine.ReceiveAnswer{Names: []string{verb}}}
}
