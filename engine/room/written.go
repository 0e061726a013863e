package room

import (
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/scenario"
)

// Scenario is the branch up to the cursor as a file that can be run again. Where a writer sent a tag, an id or a
// receipt that it had heard, the file has a reference to that answer instead.
func (r *Room) Scenario() []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	w := &writing{room: r, heard: map[string][]told{}, named: map[string]int{}, doubled: map[int]bool{}}
	path := r.line.Path(r.line.Here())
	w.begins(path)
	for len(path) > 0 {
		if w.seeded(path) {
			path = path[3:]
			continue
		}
		w.record(path[0])
		path = path[1:]
	}
	return []byte(w.text.String())
}

// begins finds the plans of which nothing was done along some records: they stand in the file as they were given. Where
// a plan stands in its midst, or was taken away there, all do, and the file goes by them: what they would still send,
// and otherwise, is part of what a search of it looks at.
func (w *writing) begins(path []int) {
	w.ahead = map[int]bool{}
	given := map[string]int{}  // by writer: the record that gave it its plan
	begun := map[string]bool{} // by writer: its plan has done something
	defer func() {
		for by := range begun {
			p := w.room.line.World().PlanOf(by)
			w.byPlan = w.byPlan || p != nil && !p.Ended()
		}
	}()
	for _, n := range path {
		in := w.room.line.Input(n)
		plan, gives := in.(engine.Plan)
		if gives {
			w.byPlan = w.byPlan || begun[plan.By]
			delete(begun, plan.By)
			delete(given, plan.By)
			if len(plan.Steps) > 0 {
				given[plan.By] = n
			}
		}
		if next, sends := in.(engine.Next); sends {
			begun[next.By] = true
			delete(given, next.By)
		}
		if _, byHand := in.(engine.Act); byHand {
			continue
		}
		for _, e := range w.room.line.Events(n) {
			if e.Kind == engine.Acted { // the plan went on by itself
				begun[e.By] = true
				delete(given, e.By)
			}
		}
	}
	for _, n := range given {
		w.ahead[n] = true
	}
}

// seeded writes a request of seed that was carried out at once as one line, as it was typed: such lines are the start,
// which no search of the file orders anew. ok is false where the first records are something else.
func (w *writing) seeded(path []int) (ok bool) {
	if len(path) < 3 {
		return false
	}
	line := w.room.line
	send, sends := line.Input(path[0]).(engine.Send)
	deliver, delivers := line.Input(path[1]).(engine.Deliver)
	heard, hears := line.Input(path[2]).(engine.ReceiveAnswer)
	if !sends || send.By != engine.Seed || !delivers || !hears || len(deliver.Choose) > 0 {
		return false
	}
	sent := slices.IndexFunc(line.Events(path[0]), func(e engine.Event) bool { return e.Kind == engine.Sent })
	if sent < 0 {
		return false
	}
	name := line.World().Exchange(line.Events(path[0])[sent].Request).Name
	if !slices.Equal(deliver.Names, []string{name}) || !slices.Equal(heard.Names, []string{name}) {
		return false
	}
	if args, changed := w.refer(send.By, send.Verb, send.Args); changed {
		send.Args = args
	}
	w.text.WriteString(strings.Replace(scenario.FormatInput(send), ": send ", ": ", 1) + "\n")
	for _, n := range path[:3] {
		w.events(n, line.Input(n), func(engine.Event) bool { return false })
	}
	return true
}

// writing is a scenario as it grows.
type writing struct {
	room    *Room
	text    strings.Builder
	heard   map[string][]told // by writer and the text of a value: the fields that had it, the newest last
	ahead   map[int]bool      // records that give a plan of which nothing was sent
	byPlan  bool              // all plans stand in the file, and it goes by them
	warned  bool
	named   map[string]int // which request has a name just now
	doubled map[int]bool   // a request that is decided twice has two answers, and its name only one of them
}

// told is a field of an answer that a writer heard.
type told struct {
	x     *engine.Exchange
	field engine.Field
}

// record writes one record, and what came of it.
func (w *writing) record(n int) {
	in := w.room.line.Input(n)
	line := w.room.line.Record(n).Line
	switch in := in.(type) {
	case engine.Next:
		if w.byPlan {
			break
		}
		w.events(n, in, func(engine.Event) bool { return true })
		return
	case engine.Plan: // why its writer does what it does; its steps follow
		if !w.ahead[n] && !w.byPlan {
			w.warn()
			line = "# " + line
		}
	case engine.Clock:
		if w.byPlan {
			break
		}
		line = scenario.FormatInput(scenario.AsTyped(in, w.room.line.Events(n), w.room.line.World())[0])
	case engine.Send:
		if args, changed := w.refer(in.By, in.Verb, in.Args); changed {
			in.Args = args
			line = scenario.FormatInput(in)
		}
	case engine.Edit:
		if x := w.room.line.World().Named(in.Name); x != nil {
			if args, changed := w.refer(x.By, x.Verb, in.Args); changed {
				in.Args = args
				line = scenario.FormatInput(in)
			}
		}
	}
	w.text.WriteString(line + "\n")
	_, typed := in.(engine.Act)
	w.events(n, in, func(e engine.Event) bool { return !typed && !w.byPlan && e.Kind == engine.Acted })
}

// warn says once what of plans that have ended is not in the file.
func (w *writing) warn() {
	if !w.warned {
		w.text.WriteString("# What plans did stands below as if it had been typed. A search of this file orders\n" +
			"# that, and nothing that the plans would have sent had they been answered otherwise.\n")
	}
	w.warned = true
}

// events writes what a record came to; what a plan did in it stands as a person would have typed it.
func (w *writing) events(n int, in engine.Input, byPlan func(engine.Event) bool) {
	for i, e := range w.room.line.Events(n) {
		if byPlan(e) {
			for _, typed := range scenario.AsTyped(engine.Next{}, []engine.Event{e}, w.room.line.World()) {
				w.text.WriteString(scenario.FormatInput(typed) + "\n")
			}
		}
		var marks []conflict.Finding
		if all := w.room.marks[n]; all != nil {
			marks = all[i]
		}
		w.note(e)
		w.expect(in, e, marks)
	}
}

// note keeps what an event lets writers know.
func (w *writing) note(e engine.Event) {
	x := w.room.line.World().Exchange(e.Request)
	switch {
	case x == nil:
	case e.Kind == engine.Sent:
		w.named[x.Name] = x.Number
	case e.Kind == engine.Duplicated:
		w.doubled[x.Number] = true
	case e.Kind == engine.Heard:
		for _, f := range x.Answer.Fields {
			if key := e.By + " " + f.Value.String(); len(key) <= tagMost {
				w.heard[key] = append(w.heard[key], told{x, f})
			}
		}
	}
}

// expect writes the lines that hold an event to what it was when it was made.
func (w *writing) expect(in engine.Input, e engine.Event, marks []conflict.Finding) {
	if e.Kind == engine.Decided || e.Kind == engine.Finished {
		x := w.room.line.World().Exchange(e.Request)
		name := x.Name + strings.Repeat("'", e.Copy)
		if only(in) == name {
			name = ""
		} else {
			name += ": "
		}
		w.text.WriteString("> " + name + answered(w.room.line.World().Spec(x.Verb), e.Answer) + "\n")
	}
	for _, m := range marks {
		w.text.WriteString("> " + m.String() + "\n")
	}
}

// only is the one request that an input hands over; empty where it is none or several.
func only(in engine.Input) string {
	switch in := in.(type) {
	case engine.Deliver:
		if len(in.Names) == 1 {
			return in.Names[0]
		}
	case engine.Finish:
		return in.Name
	}
	return ""
}

// answered is an answer as an expectation states it: the status and the code, or the reply to a command.
func answered(spec *engine.OpSpec, a *engine.Answer) string {
	if !spec.Prompt() {
		return a.String()
	}
	switch reply := a.Field("reply"); {
	case !reply.IsZero():
		return scenario.FormatValue(reply)
	case a.Why != nil:
		return scenario.FormatValue(engine.Text(a.Why.Rule.Fault.Message))
	}
	return "nil"
}

// refer puts references in the place of what the writer had heard.
func (w *writing) refer(by, verb string, args []engine.Arg) (list []engine.Arg, changed bool) {
	spec := w.room.line.World().Spec(verb)
	list = slices.Clone(args)
	for i, a := range list {
		p, ok := spec.Param(a.Name)
		if !ok {
			continue
		}
		v, did := w.value(by, p, a.Value)
		list[i].Value, changed = v, changed || did
	}
	return list, changed
}

// value is a value with references in it: of a list, its parts too.
func (w *writing) value(by string, p engine.Param, v engine.Value) (engine.Value, bool) {
	if parts, ok := v.List(); ok {
		parts = slices.Clone(parts)
		changed := false
		for i := range parts {
			if _, text := parts[i].Token(); text || !p.Content {
				var did bool
				parts[i], did = w.value(by, p, parts[i])
				changed = changed || did
			}
		}
		return engine.List(parts...), changed
	}
	_, token := v.Token()
	if _, _, ref := v.Ref(); ref || !token && p.Guard == "" && !p.Positional() || v.String() == "*" ||
		v.String() == "" {
		return v, false
	}
	heard := w.heard[by+" "+v.String()]
	for i := len(heard) - 1; i >= 0; i-- {
		x, f := heard[i].x, heard[i].field
		if w.named[x.Name] != x.Number || w.doubled[x.Number] || !f.Value.Equal(v) {
			continue
		}
		if token || f.Name == p.Guard || p.Guard != "" && strings.HasSuffix(f.Name, "."+p.Guard) ||
			isNumber(f.Name) && !p.Content {
			return engine.Ref(x.Name+"."+f.Name, false), true
		}
	}
	return v, false
}

// tagMost is the longest value that is looked for among what was heard: no tag, id or name is as long, and bodies are
// longer.
const tagMost = 1100

// isNumber says whether a field is one of a list of messages, which gives the name of the message.
func isNumber(name string) bool {
	_, err := strconv.Atoi(name)
	return err == nil
}
