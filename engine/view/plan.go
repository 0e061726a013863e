package view

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"interleave/engine"
	"interleave/engine/scenario"
)

// PlanOffer is a plan of the library that a writer can be given.
type PlanOffer struct {
	Name  string // the file's, as `plan-read-modify-write`; the second plan of a file has a number behind it
	Title string // what stands in front of it in its file
	Kind  string // of the object that its first request names, as `blob`
	Steps []engine.PlanStep

	target string // the object that it was written for, without its kind
}

// PlansOf are the plans of a file that say in front of them what they do: the same loop of another writer says nothing.
func PlansOf(file *scenario.File) (list []PlanOffer) {
	name := strings.TrimSuffix(path.Base(file.Name), ".race")
	for _, s := range file.Statements {
		if s.Kind != scenario.PlanOf || s.Comment() == "" {
			continue
		}
		plan, _ := s.Inputs[0].(engine.Plan)
		kind, target, ok := file.Target(plan.Steps)
		if !ok {
			continue
		}
		o := PlanOffer{Name: name, Title: strings.ReplaceAll(s.Comment(), "\n", " "), Kind: kind, Steps: plan.Steps,
			target: target}
		if len(list) > 0 {
			o.Name += "-" + string(rune('1'+len(list)))
		}
		list = append(list, o)
	}
	return list
}

// For is the plan for another object of its kind, as `blob wiki/home.md`; ok is false where the object is of another
// kind.
func (o PlanOffer) For(object engine.ObjectID) (steps []engine.PlanStep, ok bool) {
	kind, name, ok := object.Kind, object.Name, !object.IsZero()
	if !ok || kind != o.Kind {
		return nil, false
	}
	return moved(o.Steps, o.target, name), true
}

// moved is steps with one name in the place of another, and of what lies in it.
func moved(steps []engine.PlanStep, from, to string) []engine.PlanStep {
	if steps == nil {
		return nil
	}
	list := slices.Clone(steps)
	for i, s := range list {
		list[i].Then, list[i].Else = moved(s.Then, from, to), moved(s.Else, from, to)
		list[i].Args = slices.Clone(s.Args)
		if len(s.Args) > 0 { // the first argument names the object; of a line it is the first word
			list[i].Args[0].Value = renamed(s.Args[0].Value, from, to)
		}
	}
	return list
}

func renamed(v engine.Value, from, to string) engine.Value {
	if words, ok := v.List(); ok && len(words) > 0 {
		words = slices.Clone(words)
		words[0] = renamed(words[0], from, to)
		return engine.List(words...)
	}
	text := v.String()
	if rest, inside := strings.CutPrefix(text, from); v.Equal(engine.Text(text)) && inside &&
		(rest == "" || rest[0] == '/') {
		return engine.Text(to + rest)
	}
	return v
}

// PlanDue is when the next step of a writer's plan is due.
func PlanDue(w *engine.World, writer string) engine.Instant {
	p := w.PlanOf(writer)
	if p == nil {
		return w.Now()
	}
	at := max(w.Now(), p.Until)
	if x := w.Exchange(p.Last); x != nil {
		last := x.Sent.At
		for _, m := range []engine.When{x.Heard, x.GaveUp, x.Lost} {
			last = max(last, m.At)
		}
		at = max(at, last.Add(Between))
	}
	return at
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
			w.add(PlanWord(w.spec(s.Verb)))
			if s == w.next {
				w.at = len(w.list) - 1
			}
		case engine.DoLost: // another try of what stands in front
			if inside(s.Then, w.next) {
				w.at = len(w.list) - 1
			}
		case engine.DoWait, engine.DoWaitOn:
			w.add("wait")
		case engine.DoWork:
			w.add("work")
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

// WithGuard puts a word behind the others, once where it repeats.
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

// PlanWord is a request in one word.
func PlanWord(spec *engine.OpSpec) string {
	first, rest, _ := strings.Cut(strings.ToLower(spec.Verb), "-")
	if first == "smb" { // what is done stands behind the protocol
		first, _, _ = strings.Cut(rest, "-")
	}
	switch {
	case spec.Effect == engine.Opens:
		return "open"
	case first == "acquire":
		return "lease"
	case spec.Group == engine.GroupRead:
		return "read"
	case spec.Verb == "update-message":
		return "renew"
	case spec.Group == engine.GroupWrite && (spec.Prompt() ||
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

// Between is the time that the desktop gives a writer between two steps of its plan.
const Between = time.Second
