package room

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/scenario"
)

// between is the time that the desktop gives a writer between two steps of its plan.
const between = time.Second

// StepPlan has a writer take the next step of its plan, as one action: what is under way of it comes to its end, else
// its next request goes all the way, or only under way where its requests are held. It says what was done.
func (r *Room) StepPlan(writer string) (did string, err error) {
	err = r.change(func() error {
		inputs, err := r.planStep(writer)
		if err != nil {
			return err
		}
		did = r.planName(writer)
		_, err = r.do(inputs...)
		return err
	})
	return did, err
}

// planName is what people call a writer's next step.
func (r *Room) planName(writer string) string {
	w := r.line.World()
	if next := w.PlanOf(writer).Next(); next != nil {
		return fmt.Sprintf("%s's plan: %s", r.titleOf(writer), planWord(w.Spec(next.Verb)))
	}
	return r.titleOf(writer) + "'s plan goes on"
}

// planStep is what the next step of a writer's plan comes to, found out on a clone.
func (r *Room) planStep(writer string) ([]engine.Input, error) {
	w := r.line.World()
	way := onTheWay(scenario.HandOver(w, writer))
	p := w.PlanOf(writer)
	if way == nil || w.Ready(writer) == nil {
		way = []engine.Input{engine.Next{By: writer}}
		if wait := r.planDue(writer).Sub(w.Now()); p != nil && wait > 0 {
			way = slices.Insert(way, 0, engine.Input(engine.Clock{By: wait}))
		}
	}
	w = w.Clone()
	var inputs []engine.Input
	for number := r.line.Last() + 1; len(way) > 0; way = onTheWay(scenario.HandOver(w, writer)) {
		for _, in := range way {
			if _, err := w.Step(number, in); err != nil {
				return nil, err
			}
			inputs, number = append(inputs, in), number+1
		}
		if p := w.PlanOf(writer); !p.Out { // its answer has come
			break
		}
	}
	return inputs, nil
}

// onTheWay is a message handed over, with the time that it takes.
func onTheWay(inputs []engine.Input) []engine.Input {
	if inputs == nil {
		return nil
	}
	return append([]engine.Input{engine.Clock{By: oneWay}}, inputs...)
}

// planDue is when the next step of a writer's plan is due.
func (r *Room) planDue(writer string) engine.Instant { return dueOf(r.line.World(), writer) }

func dueOf(w *engine.World, writer string) engine.Instant {
	p := w.PlanOf(writer)
	if p == nil {
		return w.Now()
	}
	at := max(w.Now(), p.Until)
	if x := w.Exchange(p.Last); x != nil {
		last := x.Sent.At
		for _, m := range []engine.Mark{x.Heard, x.GaveUp, x.Lost} {
			last = max(last, m.At)
		}
		at = max(at, last.Add(between))
	}
	return at
}

// duePlan is the writer whose plan is due first, and its next step; empty where no plan can go on.
func (r *Room) duePlan() (writer string, inputs []engine.Input) {
	w := r.line.World()
	var first engine.Instant
	for _, id := range scenario.InTurn(w) {
		at := r.planDue(id)
		if !scenario.CanStep(w, id) || writer != "" && at >= first {
			continue
		}
		if way, err := r.planStep(id); err == nil {
			writer, inputs, first = id, way, at
		}
	}
	return writer, inputs
}

// Planned is a writer's plan as its window shows it.
type Planned struct {
	Words []string      // as read, add, write, redo
	Next  int           // which of the words comes next; -1: none, or nobody can say yet
	Again bool          // what comes next is another try
	Same  bool          // and it is the newest request, word for word
	Round int           // of the innermost loop; 0: it stands in none
	Of    int           // how many rounds that loop has
	In    time.Duration // how long it waits by the clock
	For   string        // the request whose answer it waits for, as `#7`; empty: none
	Ended bool
	Why   string // why it cannot go on; empty: it can
}

// Plan is what the writer does by itself; ok is false where a person drives it.
func (k *Known) Plan() (p Planned, ok bool) {
	stand := k.world.PlanOf(k.ID)
	if stand == nil {
		return p, false
	}
	ahead := k.world.Ahead(k.ID)
	words := planWords{spec: k.specs, next: ahead.Next(), at: -1}
	words.block(stand.Steps)
	p = Planned{Words: words.list, Next: words.at, Again: ahead.Again(), Same: k.world.Repeats(k.ID),
		Ended: stand.Ended(), Why: stand.Why}
	p.Round, p.Of = ahead.Rounds()
	if stand.Until > k.Now {
		p.In = stand.Until.Sub(k.Now)
	}
	if x := k.world.Exchange(stand.Last); stand.Out && x != nil {
		p.For = fmt.Sprintf("#%d", x.Number)
	}
	return p, true
}

// planWords puts a plan into few words.
type planWords struct {
	spec func(string) *engine.OpSpec
	next *engine.PlanStep
	list []string
	at   int
}

func (w *planWords) block(steps []engine.PlanStep) {
	for i := range steps {
		s := &steps[i]
		switch s.Do {
		case engine.DoSend:
			if reckons(s.Args) {
				w.add("add")
			}
			w.add(planWord(w.spec(s.Verb)))
			if s == w.next {
				w.at = len(w.list) - 1
			}
		case engine.DoLost: // another try of what stands in front
			if inside(s.Then, w.next) {
				w.at = len(w.list) - 1
			}
		case engine.DoWait:
			w.add("wait")
		case engine.DoLoop:
			w.block(s.Then)
			if repeats(s.Then) {
				w.add("redo")
			}
		default:
			w.block(s.Then)
			w.block(s.Else)
		}
	}
}

// add puts a word behind the others, once where it repeats.
func (w *planWords) add(word string) {
	if n := len(w.list); n == 0 || w.list[n-1] != word {
		w.list = append(w.list, word)
	}
}

func inside(steps []engine.PlanStep, step *engine.PlanStep) bool {
	for i := range steps {
		if &steps[i] == step || inside(steps[i].Then, step) || inside(steps[i].Else, step) {
			return true
		}
	}
	return false
}

func repeats(steps []engine.PlanStep) bool {
	return slices.ContainsFunc(steps, func(s engine.PlanStep) bool {
		return s.Do == engine.DoBreak || s.Do != engine.DoLoop && (repeats(s.Then) || repeats(s.Else))
	})
}

// reckons says whether a request reckons something from what was heard.
func reckons(args []engine.Arg) bool {
	return slices.ContainsFunc(args, func(a engine.Arg) bool {
		_, _, _, found := a.Value.Expression()
		list, _ := a.Value.List()
		for _, word := range list {
			_, _, _, inner := word.Expression()
			found = found || inner
		}
		return found
	})
}

// planWord is a request in one word.
func planWord(spec *engine.OpSpec) string {
	first, _, _ := strings.Cut(strings.ToLower(spec.Verb), "-")
	switch {
	case first == "acquire":
		return "lease"
	case spec.Group == "read":
		return "read"
	case spec.Verb == "update-message":
		return "renew"
	case spec.Group == "write" && (spec.Prompt() ||
		slices.Contains([]string{"put", "update", "merge", "insert"}, first)):
		return "write"
	}
	return first
}

// NoPlan says why there is no plan of a writer to speak of; empty: there is one.
func (v *View) NoPlan(writer string) string {
	if v.world.PlanOf(writer) == nil {
		return v.Title(writer) + " has no plan"
	}
	return ""
}

// PlanEnded says whether a writer's plan has nothing left to do.
func (v *View) PlanEnded(writer string) bool {
	p := v.world.PlanOf(writer)
	return p == nil || p.Ended() || p.Why != ""
}

// NoPlanStep says why a writer's plan cannot be stepped now; empty: it can.
func (v *View) NoPlanStep(writer string) string {
	p := v.world.PlanOf(writer)
	if p == nil {
		return v.NoPlan(writer)
	}
	err := v.world.Ready(writer)
	if err == nil || p.Until > v.Now() || len(scenario.HandOver(v.world, writer)) > 0 {
		return ""
	}
	_, why, _ := strings.Cut(err.Error(), ": ")
	return why
}

// asTyped are the inputs by which a person would have done what an input did: a plan does nothing that nobody could
// type. What ends for a plan alone is no timer for others.
func asTyped(in engine.Input, events []engine.Event, w *engine.World) []engine.Input {
	switch in := in.(type) {
	case engine.Plan:
		return nil
	case engine.Next:
		var list []engine.Input
		for _, e := range events {
			switch x := e.Exchange(w); {
			case x != nil && e.Kind == engine.GaveUp:
				list = append(list, engine.Timeout{Name: x.Name})
			case x != nil && e.Kind == engine.Sent:
				list = append(list, x.Asked())
			}
		}
		return list
	case engine.Clock:
		woken := func(e engine.Event) bool { return e.Kind == engine.Ended && strings.HasPrefix(e.Object, "plan ") }
		if in.Next && slices.ContainsFunc(events, woken) {
			return []engine.Input{engine.Clock{To: events[0].At}}
		}
	}
	return []engine.Input{in}
}
