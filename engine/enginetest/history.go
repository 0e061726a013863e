package enginetest

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"interleave/engine"
	"interleave/engine/scenario"
)

// Tester is what a *testing.T and a generator of random values share.
type Tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// History is one random run of a service. What holds of every service is looked at with each step, and at the end.
type History struct {
	World   *engine.World
	Inputs  []engine.Input  // since the start
	Answers []engine.Answer // of all decisions, and of what the service finished alone

	// Together says that a cause may have come about in the record of its own refusal, as a close that lets a waiting
	// request be judged.
	Together bool

	t       Tester
	service *engine.Service
	writers []string
	steps   []step
	frozen  *engine.World // a clone of the start
	start   string
}

// step is what a step did, and the digest before it.
type step struct {
	events []engine.Event
	digest uint64
}

// Start is a new world of the service with some writers in it.
func Start(t Tester, service *engine.Service, writers ...string) *History {
	t.Helper()
	h := &History{t: t, service: service, writers: writers}
	h.World = h.fresh()
	h.frozen = h.World.Clone()
	h.frozen.Freeze()
	h.start = h.frozen.Describe()
	return h
}

func (h *History) fresh() *engine.World {
	h.t.Helper()
	w := engine.NewWorld(h.service)
	for i, id := range h.writers {
		if _, err := w.Step(i+1, engine.AddWriter{ID: id}); err != nil {
			h.t.Fatalf("the writer %s: %v", id, err)
		}
	}
	return w
}

// Record is the number of the newest record.
func (h *History) Record() int { return len(h.writers) + len(h.Inputs) }

// Give does the next step: it must be possible, what the service promises of itself holds after it, and each answer is
// one that its operation lists, a refusal with a cause that came before it.
func (h *History) Give(in engine.Input) []engine.Event {
	h.t.Helper()
	before := h.World.Digest()
	h.Inputs = append(h.Inputs, in)
	events, err := h.World.Step(h.Record(), in)
	if err != nil {
		h.Fail("%+v: %v", in, err)
	}
	h.steps = append(h.steps, step{events, before})
	if err := h.World.Check(); err != nil {
		h.Fail("after %+v: %v", in, err)
	}
	for _, e := range events {
		if e.Kind == engine.Decided || e.Kind == engine.Finished {
			h.Answers = append(h.Answers, *e.Answer)
			h.listed(e)
		}
	}
	return events
}

// Say has a writer send a request under the name of its verb and the record, the service decide it and the answer come
// back.
func (h *History) Say(by, verb string, args []engine.Arg) {
	h.t.Helper()
	name := []string{fmt.Sprint(verb, h.Record())}
	h.Give(engine.Send{By: by, Verb: verb, Args: args, As: name[0]})
	h.Give(engine.Deliver{Names: name})
	h.Give(engine.ReceiveAnswer{Names: name})
}

// Known draws one of the newest values that answers gave in a field; nothing where none gave any.
func (h *History) Known(t *rapid.T, field string) engine.Value {
	var known []engine.Value
	for _, a := range h.Answers {
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

// listed: the answer is one of the operation's; of a refusal the event that made it so lies before.
func (h *History) listed(e engine.Event) {
	h.t.Helper()
	spec := h.World.Spec(h.World.Exchange(e.Request).Verb)
	if e.Answer.Accepted() {
		if e.Kind == engine.Decided && !slices.Contains(spec.OK, e.Answer.Status) {
			h.Fail("%s: %s is no success of it", spec.Verb, e.Answer)
		}
		return
	}
	why := e.Answer.Why
	if !slices.Contains(spec.Refuses, why.Rule) {
		h.Fail("%s: %s %s %q %q is not among its refusals", spec.Verb, e.Answer, why.Rule.Name, why.Rule.Kind,
			why.Rule.Source.Unsure)
	}
	since, latest := why.Since, h.Record()-1
	if h.Together {
		latest++
	}
	if since.Event > latest || since.Event > 0 && since.By == "" || since.At > e.At {
		h.Fail("%s: %s since %+v, in record %d", spec.Verb, e.Answer, since, h.Record())
	}
}

// End is what holds of a whole run: given again it makes the same world, step by step it can be taken back to the
// start, and a clone of the start has seen nothing of it.
func (h *History) End() {
	h.t.Helper()
	again := h.fresh()
	for i, in := range h.Inputs {
		if _, err := again.Step(len(h.writers)+i+1, in); err != nil {
			h.Fail("again %+v: %v", in, err)
		}
	}
	if again.Digest() != h.World.Digest() || again.Describe() != h.World.Describe() {
		h.Fail("given again it makes\n%s", again.Describe())
	}
	for i := len(h.steps) - 1; i >= 0; i-- {
		h.World.Undo(h.steps[i].events)
		if err := h.World.Check(); err != nil || h.World.Digest() != h.steps[i].digest {
			h.Fail("undo of %+v gives another world: %v", h.Inputs[i], err)
		}
	}
	if h.World.Describe() != h.start {
		h.Fail("the start, after undo, is not\n%s", h.start)
	}
	if h.frozen.Describe() != h.start {
		h.Fail("the clone of the start is\n%s", h.frozen.Describe())
	}
}

// Fail ends the test with the history as a race and the world as it is.
func (h *History) Fail(format string, args ...any) {
	h.t.Helper()
	h.t.Fatalf("%s\n%s\n%s", fmt.Sprintf(format, args...), h.Race(), h.World.Describe())
}

// Race is the history as the lines of a race.
func (h *History) Race() string {
	var text strings.Builder
	for _, id := range h.writers {
		text.WriteString("writer " + id + "\n")
	}
	for _, in := range h.Inputs {
		text.WriteString(scenario.FormatInput(in) + "\n")
	}
	return text.String()
}

// GoesOn is the next step of one of the messages under way; nil where none is.
func GoesOn(t *rapid.T, w *engine.World) engine.Input {
	flight := w.Flight()
	if len(flight) == 0 {
		return nil
	}
	return w.Onward(flight[rapid.IntRange(0, len(flight)-1).Draw(t, "message")])
}

// Request draws who of ann and ben sends a request.
func (h *History) Request(t *rapid.T, verb string) engine.Send {
	return engine.Send{By: rapid.SampledFrom([]string{"ann", "ben"}).Draw(t, "by"), Verb: verb,
		As: fmt.Sprintf("q%d", len(h.Inputs))}
}

// Drawn are drawn words for the parameters of an operation, as values; of a path the first part alone where it is about
// a holder. What is zero is not sent.
func Drawn(t *rapid.T, pools map[string][]string, spec engine.OpSpec, holder string,
	value func(word string) engine.Value) (args []engine.Arg) {
	for _, p := range spec.Params() {
		word := Word(t, pools, spec, p)
		if p.Name == "path" && spec.Object == holder {
			word, _, _ = strings.Cut(word, "/")
		}
		if v := value(word); !v.IsZero() {
			args = append(args, engine.Arg{Name: strings.ReplaceAll(p.Name, "*", "P"), Value: v})
		}
	}
	return args
}

// Word draws a word for a parameter out of those that a service's histories may send, by the parameter's name without
// its star.
func Word(t *rapid.T, pools map[string][]string, spec engine.OpSpec, p engine.Param) string {
	pool := pools[strings.TrimSuffix(p.Name, "*")]
	if len(pool) == 0 {
		t.Fatalf("%s: there are no words to draw for its parameter %s: add some to pools in history_test.go, right "+
			"ones and wrong ones, and - for none", spec.Verb, p.Name)
	}
	return rapid.SampledFrom(pool).Draw(t, p.Name)
}
