package guards

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"interleave/engine"
)

// watches is the optimistic strategy of a service that compares nothing in the write itself: what is read is watched
// before, and the write is carried out only where nobody has touched that since. It needs no module.
//
// Source: Redis, "Transactions", "Optimistic locking using check-and-set"; rules.md of tair, "Plain Redis commands".
var watches = engine.Guarding{ID: "watch", Title: "WATCH, MULTI, EXEC", Keeps: true,
	Say: "Who reads a key and then changes it watches the key before the read, and sends the change between " +
		"MULTI and EXEC: EXEC does nothing, and replies nil, where the key was touched since. What has a guard of " +
		"its own keeps it."}

// watching is a plan being rewritten so.
type watching struct {
	*rewriting
	verbs   *engine.Watching
	taken   map[string]bool               // names of requests whose answers say more than that they are done
	reads   map[*engine.PlanStep]bool     // a read in front of which its key is watched
	first   map[*engine.PlanStep]bool     // the first of some changes that are carried out in one step
	last    map[*engine.PlanStep]string   // the last of them, with the name of the first
	forgets map[*engine.PlanStep]bool     // a test, in a loop, whose other way changes nothing
	found   map[*engine.PlanStep][]string // changes by the first of their step, as the note calls them
}

// watched are the reads that a plan has heard at a step, by their keys.
type watched map[engine.ObjectID]*engine.PlanStep

// watchesOf are the words of the service by which changes of what was read are watched; nil: there are none.
func (r *rewriting) watchesOf(verb string) *engine.Watching {
	if of := r.in.World.ServiceOf(verb); of != nil {
		return of.Watching
	}
	return nil
}

// watchedSteps is a plan that watches what it reads before it changes it. One that watches or queues itself stays.
func (r *rewriting) watchedSteps(by string, steps []engine.PlanStep) []engine.PlanStep {
	steps = cloned(steps)
	w := &watching{rewriting: r, reads: map[*engine.PlanStep]bool{}, first: map[*engine.PlanStep]bool{},
		last: map[*engine.PlanStep]string{}, forgets: map[*engine.PlanStep]bool{},
		found: map[*engine.PlanStep][]string{}}
	own := false
	eachStep(steps, func(s *engine.PlanStep) {
		if v := r.watchesOf(s.Verb); s.Do == engine.DoSend && v != nil {
			w.verbs = v
			own = own || slices.Contains([]string{v.Watch, v.Begin, v.End}, s.Verb)
		}
	})
	if w.verbs == nil || own {
		return steps
	}
	w.names(steps)
	w.block(by, steps, watched{}, false)
	if len(w.first) == 0 {
		return steps
	}
	r.sent.guard.Store(true)
	for _, s := range slices.SortedFunc(maps.Keys(w.first), func(a, b *engine.PlanStep) int {
		return strings.Compare(fmt.Sprint(w.found[a]), fmt.Sprint(w.found[b]))
	}) {
		r.announce(by, fmt.Sprintf("watches (%s) what it changes before it reads it, and sends %s between %s and %s",
			w.verbs.Watch, strings.Join(w.found[s], " and "), w.verbs.Begin, w.verbs.End))
	}
	return w.written(steps)
}

// names notes the requests from whose answers a plan takes something, or of which it asks more than whether they are
// done: the answer of the whole does not say it.
func (w *watching) names(steps []engine.PlanStep) {
	w.taken = map[string]bool{}
	spec := map[string]*engine.OpSpec{}
	eachStep(steps, func(s *engine.PlanStep) {
		if s.Do == engine.DoSend && s.As != "" {
			spec[s.As] = w.in.World.Spec(s.Verb)
		}
	})
	text := fmt.Sprint(w.in.Programs) // others may have been told of it
	eachStep(steps, func(s *engine.PlanStep) {
		for _, u := range engine.UsesOf(w.in.World.Spec(s.Verb), s.Args, s.Words) {
			w.taken[u.Name] = true
		}
		if of := spec[s.Name]; decides(*s) && of != nil && s.Is != w.verbs.Nothing && !w.isDone(of, s.Is) {
			w.taken[s.Name] = true
		}
	})
	for name := range spec {
		if strings.Contains(text, "$"+name+".") {
			w.taken[name] = true
		}
	}
}

// decides says whether a step goes by what an answer says.
func decides(s engine.PlanStep) bool { return s.Do == engine.DoIf || s.Do == engine.DoBreak }

// isDone says whether a word is what a change replies that is done, and what the answer of the whole begins with then.
func (w *watching) isDone(of *engine.OpSpec, is string) bool {
	return is == "OK" && isOfSuccess(of, is)
}

// block finds what a block changes of what was read. around are the reads of the blocks around it; used says whether
// something of it is carried out, with which all that is watched is forgotten.
func (w *watching) block(by string, steps []engine.PlanStep, around watched, loop bool) (used bool) {
	for i := 0; i < len(steps); i++ {
		s := &steps[i]
		switch {
		case s.Do == engine.DoSend:
			if end := w.group(by, steps, i, around); end > i {
				used, i = true, end-1
				clear(around)
			} else {
				w.hear(by, s, around)
			}
			continue
		case s.Do == engine.DoLoop:
			if w.block(by, s.Then, watched{}, true) { // what was read before the first round says nothing of the second
				used = true
			}
			clear(around)
			continue
		case len(s.Then)+len(s.Else) == 0:
			continue
		}
		then, other := maps.Clone(around), maps.Clone(around)
		a, b := w.block(by, s.Then, then, loop), w.block(by, s.Else, other, loop)
		if a != b && loop {
			w.forgets[s] = true
		}
		if used = used || a || b; a || b {
			clear(around)
		}
		maps.DeleteFunc(around, func(key engine.ObjectID, read *engine.PlanStep) bool {
			return then[key] != read || other[key] != read
		})
	}
	return used
}

// hear notes a read, and forgets one whose key the plan itself has changed since, outside of what is watched.
func (w *watching) hear(by string, s *engine.PlanStep, around watched) {
	spec := w.in.World.Spec(s.Verb)
	switch key := w.target(*s); {
	case w.watchesOf(s.Verb) != w.verbs || key.Name == "":
	case spec.Group == engine.GroupRead && len(engine.LineWords(s.Args[0].Value)) > 0:
		around[key] = s
	case spec.Changes():
		delete(around, key)
	}
}

// group is the place behind the changes that begin at a step and are carried out together; the place itself: none of
// them is of what was read.
func (w *watching) group(by string, steps []engine.PlanStep, at int, around watched) (end int) {
	var reads []*engine.PlanStep
	for end = at; end < len(steps) && w.queues(by, steps[end]) && (end == at || steps[end].As == ""); end++ {
		if read := around[w.target(steps[end])]; read != nil {
			reads = append(reads, read)
		}
	}
	if len(reads) == 0 {
		return at
	}
	for _, read := range reads {
		w.reads[read] = true
	}
	first := &steps[at]
	for n := at; n < end; n++ {
		w.found[first] = append(w.found[first], inShort(w.in.World.Spec(steps[n].Verb), steps[n].Args))
	}
	w.first[first], w.last[&steps[end-1]] = true, first.As // the answer of the whole begins with that of the first
	first.As = ""
	return end
}

// queues says whether a request is a change without a guard of its own that can be queued: nothing is taken from its
// answer.
func (w *watching) queues(by string, s engine.PlanStep) bool {
	if s.Do != engine.DoSend || w.watchesOf(s.Verb) != w.verbs || s.As != "" && w.taken[s.As] {
		return false
	}
	spec := w.in.World.Spec(s.Verb)
	own := engine.Send{By: by, Verb: s.Verb, Args: s.Args, As: s.As}
	bare, only := w.in.World.ServiceOf(s.Verb).BareOf(spec, own)
	return spec.Changes() && !only && asksSame(bare, own) && w.target(s).Name != ""
}

// written are the steps with what watches, queues and carries out.
func (w *watching) written(steps []engine.PlanStep) (list []engine.PlanStep) {
	line := func(verb string, words ...engine.Value) engine.PlanStep {
		return engine.PlanStep{Do: engine.DoSend, Verb: verb,
			Args: []engine.Arg{{Name: "line", Value: engine.List(words...)}}}
	}
	for i := range steps {
		at, s := &steps[i], steps[i]
		s.Then, s.Else = w.written(s.Then), w.written(s.Else)
		if w.forgets[at] {
			forget := []engine.PlanStep{line(w.verbs.Forget)}
			if carries(s.Then, w.verbs.End) {
				s.Else = append(forget, s.Else...)
			} else {
				s.Then = append(forget, s.Then...)
			}
		}
		if w.reads[at] {
			list = append(list, line(w.verbs.Watch, engine.LineWords(s.Args[0].Value)[0]))
		}
		if w.first[at] {
			list = append(list, line(w.verbs.Begin))
		}
		list = append(list, s)
		if name, last := w.last[at]; last {
			end := line(w.verbs.End)
			end.As = name
			list = append(list, end)
		}
	}
	return list
}

// carries says whether some steps send an operation.
func carries(steps []engine.PlanStep, verb string) (sends bool) {
	eachStep(steps, func(s *engine.PlanStep) { sends = sends || s.Do == engine.DoSend && s.Verb == verb })
	return sends
}

// watches says whether the plans would watch something.
func (o *OverOrders) watches() bool {
	sent := &carried{}
	_, _, why := under(strategy{Guarding: watches}, o.in, o.until, sent)
	return why == "" && sent.guard.Load()
}
