package enginetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"interleave/engine"
)

// Mixes plays histories that no race of the library tells, n for each service, the same at every run: the beginning of
// one race, and behind it requests of all the races of its service in any order, by any of its writers, about the
// things of that one, over nets as bad as those of WorseNets.
func Mixes(t *testing.T, n int, begin Beginning) {
	t.Helper()
	services, scripts := scripts(t)
	for _, s := range services {
		pool := poolOf(scripts[s])
		for number := range n {
			chance := rand.New(rand.NewPCG(uint64(number), uint64(len(s))+1))
			m := newMix(scripts[s][chance.IntN(len(scripts[s]))], pool, chance)
			step, sender := begin(s, number)
			worseNet(m.inputs, chance, sender, step)
		}
	}
}

// pooled is a request of a race, with what the answers were to that it refers to: a verb by the name of each.
type pooled struct {
	engine.Send
	verbs map[string]string
}

// poolOf are the requests of some scripts, each once.
func poolOf(scripts [][]engine.Input) (pool []pooled) {
	told := map[string]bool{}
	for _, script := range scripts {
		verbs := map[string]string{}
		for _, in := range script {
			send, ok := in.(engine.Send)
			if !ok {
				continue
			}
			verbs[send.As] = send.Verb
			if what := fmt.Sprint(send.Verb, send.Args); !told[what] && send.Words.Fault == "" {
				told[what] = true
				pool = append(pool, pooled{send, verbs})
			}
		}
	}
	return pool
}

// mix is a history that is being put together.
type mix struct {
	inputs  []engine.Input
	pool    []pooled
	chance  *rand.Rand
	writers []string
	sent    []engine.Send
	things  map[string][]engine.Value // that the first race is about, by the verbs that name one
	any     []engine.Value
}

// newMix takes the beginning of a race, at least what was there before its writers came, and puts requests behind it.
func newMix(script []engine.Input, pool []pooled, chance *rand.Rand) *mix {
	m := &mix{pool: pool, chance: chance, things: map[string][]engine.Value{}}
	begun := 0
	for i, in := range script {
		switch in := in.(type) {
		case engine.AddWriter:
			m.writers, begun = append(m.writers, in.ID), i+1
		case engine.Send:
			if in.By == engine.Seed {
				begun = min(len(script), i+3)
			}
			m.names(in)
		}
	}
	cut := begun + chance.IntN(len(script)-begun+1)/2
	for _, in := range script[:cut] {
		m.inputs = append(m.inputs, in)
		if send, ok := in.(engine.Send); ok {
			m.sent = append(m.sent, send)
		}
	}
	for range 4 + chance.IntN(10) {
		m.more()
	}
	return m
}

// names notes the thing that a request of the first race is about.
func (m *mix) names(in engine.Send) {
	if thing := about(in.Args); !thing.IsZero() {
		m.things[in.Verb] = append(m.things[in.Verb], thing)
		m.any = append(m.any, thing)
	}
}

// about is what a request is about: its first argument, or the first key of a command.
func about(args []engine.Arg) engine.Value {
	if len(args) == 0 {
		return engine.Value{}
	}
	if words, ok := args[0].Value.List(); ok {
		if len(words) == 0 {
			return engine.Value{}
		}
		return words[0]
	}
	return args[0].Value
}

// more puts one more request behind the history, time that passes, or a request that is lost and sent again.
func (m *mix) more() {
	if m.chance.IntN(8) == 0 {
		m.inputs = append(m.inputs, engine.Clock{By: time.Duration(1+m.chance.IntN(40)) * time.Second})
	}
	send, ok := m.request()
	if !ok {
		return
	}
	switch name := []string{send.As}; m.chance.IntN(6) {
	case 0:
		m.put(send)
		m.inputs = append(m.inputs, engine.Deliver{Names: name}, engine.Lose{Name: send.As})
		m.again(send)
	case 1:
		m.put(send)
		m.inputs = append(m.inputs, engine.Lose{Name: send.As})
		m.again(send)
	default:
		m.put(send)
		m.inputs = append(m.inputs, engine.Deliver{Names: name}, engine.ReceiveAnswer{Names: name})
	}
}

func (m *mix) put(send engine.Send) {
	m.inputs = append(m.inputs, send)
	m.sent = append(m.sent, send)
}

// again has another request in between, mostly, and then sends one a second time.
func (m *mix) again(send engine.Send) {
	if between, ok := m.request(); ok && m.chance.IntN(3) > 0 {
		between.As += "b"
		name := []string{between.As}
		m.put(between)
		m.inputs = append(m.inputs, engine.Deliver{Names: name}, engine.ReceiveAnswer{Names: name})
	}
	send.Words.Again, send.As = send.As, send.As+"c"
	m.put(send)
	name := []string{send.As}
	m.inputs = append(m.inputs, engine.Deliver{Names: name}, engine.ReceiveAnswer{Names: name})
}

// request draws a request of the pool, about a thing of the first race; ok is false where it refers to an answer of a
// kind that nobody has asked for.
func (m *mix) request() (send engine.Send, ok bool) {
	p := m.pool[m.chance.IntN(len(m.pool))]
	send = p.Send
	send.By, send.As = m.writers[m.chance.IntN(len(m.writers))], fmt.Sprintf("m%d", len(m.sent))
	send.Words = engine.Words{Choose: send.Words.Choose}
	send.Args = slices.Clone(send.Args)
	for i, a := range send.Args {
		if send.Args[i].Value, ok = m.value(p, send.By, a.Value); !ok {
			return send, false
		}
	}
	things := m.things[send.Verb]
	if len(things) == 0 {
		things = m.any
	}
	if len(send.Args) == 0 || len(things) == 0 {
		return send, true
	}
	thing := things[m.chance.IntN(len(things))]
	if words, list := send.Args[0].Value.List(); list && len(words) > 0 {
		words = slices.Clone(words)
		words[0] = thing
		send.Args[0].Value = engine.List(words...)
	} else if !list {
		send.Args[0].Value = thing
	}
	return send, true
}

// value is a value with its references led to answers of this history: the newest of the same verb, mostly one's own.
func (m *mix) value(p pooled, by string, v engine.Value) (engine.Value, bool) {
	if words, ok := v.List(); ok {
		list := make([]engine.Value, len(words))
		for i, w := range words {
			if list[i], ok = m.value(p, by, w); !ok {
				return v, false
			}
		}
		return engine.List(list...), true
	}
	name, field, ok := v.RefName()
	if !ok {
		return v, true
	}
	_, optional, _ := v.Ref()
	others := m.chance.IntN(6) == 0
	for _, send := range slices.Backward(m.sent) {
		if send.Verb == p.verbs[name] && (others || send.By == by) {
			return engine.Ref(send.As+"."+field, optional), true
		}
	}
	return v, false
}
