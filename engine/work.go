package engine

import "slices"

func (s *step) act(in Act) error {
	writer := s.Writer(in.By)
	if writer == nil {
		return s.noWriter("work for", in.By, "")
	}
	what, err := s.resolve(writer, in.What)
	if err != nil {
		return err
	}
	s.deeds = append(s.deeds, s.deed(in.By, what, in.What))
	s.work()
	return nil
}

// Step is the work as a step of a plan; what no answer gave there is left out.
func (in Act) Step() PlanStep {
	what := in.What
	if path, _, ok := what.Ref(); ok {
		what = Ref(path, true)
	}
	return PlanStep{Do: DoWork, For: what}
}

// deed is work outside the storage: whose, which, how it was named, and by which request's answer; 0: by none.
type deed struct {
	by, work, said string
	from           int
}

// deed is that of a writer who names the work by a value.
func (s *step) deed(by string, work, named Value) deed {
	d := deed{by: by, work: work.String(), said: named.String()}
	if name, _, ok := named.RefName(); ok {
		d.from = s.Named(name).Number
	}
	return d
}

// work tells the deeds, each as an event of its own.
func (s *step) work() {
	for _, d := range s.deeds {
		by := s.mark(d.by, 0)
		object := s.worked(by, d.work)
		s.said(by, d)
		s.emit(Event{Kind: Acted, By: d.by, Object: object, Text: d.said})
	}
	s.deeds = nil
}

// does notes work that a plan says to be done; the event in which it went on is told first. What may be missing and is
// was no work.
func (s *step) does(p *PlanState, i instruction) {
	p.At++
	v, err := s.meant(p, i.loop, i.step.For)
	var what Value
	if err == nil {
		what, err = s.resolve(s.Writer(p.By), v)
	}
	if err != nil {
		p.Why = err.Error()
		return
	}
	if path, _, ok := v.Ref(); ok {
		v = Ref(path, false)
	}
	if !what.IsZero() {
		s.deeds = append(s.deeds, s.deed(p.By, what, v))
	}
}

// worked notes that a writer says to have done work, and gives the work as an object. What seed does makes the start:
// it is no work.
func (s *step) worked(by Mark, work string) (object ObjectID) {
	next := workRecord{by: by}
	if old := got[*workRecord](s.World.work, work); old != nil {
		next = *old
		if next.by.IsZero() {
			next.by = by
		}
	}
	if by.By != Seed && !slices.Contains(next.doers, by.By) {
		next.doers = append(slices.Clone(next.doers), by.By)
		s.put(s.World.work, work, &next)
	}
	return s.World.work.object(work)
}

// said notes that a writer says itself to have done the work that an answer gave.
func (s *step) said(by Mark, d deed) {
	if by.By == Seed || d.from == 0 {
		return
	}
	next := *got[*workRecord](s.World.work, d.work)
	next.said = append(slices.DeleteFunc(slices.Clone(next.said), func(o Saying) bool { return o.By == by.By }),
		Saying{by, d.from})
	s.put(s.World.work, d.work, &next)
}

// claimed notes the work that the sending of a request says to be done; empty where it says nothing.
func (s *step) claimed(x *Exchange) (object ObjectID) {
	op, ok := s.opOf(x).(Claimer)
	if !ok || x.Words.Does == "none" {
		return ObjectID{}
	}
	work, token := op.Claims()
	if d := got[*workRecord](s.World.work, work); d == nil || !slices.Contains(d.handed, token) {
		return ObjectID{}
	}
	return s.worked(x.Sent, work)
}

// claims says whether sending a request of a verb says that work has been done.
func (w *World) claims(verb string) bool {
	_, ok := w.specs[verb].Op.(Claimer)
	return ok
}

// Work is who did the work first that an answer gave, as `work q/1`; zero where nobody did.
func (w *World) Work(object ObjectID) Mark {
	if d := got[*workRecord](w.work, object.Name); d != nil {
		return d.by
	}
	return Mark{}
}

// Workers are the writers who said to have done the work, in the order in which they did.
func (w *World) Workers(object ObjectID) []string {
	if d := got[*workRecord](w.work, object.Name); d != nil {
		return slices.Clip(d.doers)
	}
	return nil
}

// SaidDone is what a writer said last itself of work that an answer gave; zero: nothing.
func (w *World) SaidDone(object ObjectID, writer string) Saying {
	if d := got[*workRecord](w.work, object.Name); d != nil {
		if at := slices.IndexFunc(d.said, func(o Saying) bool { return o.By == writer }); at >= 0 {
			return d.said[at]
		}
	}
	return Saying{}
}

// Worked says whether a writer said before that it had done the work.
func (w *World) Worked(object ObjectID, writer string) bool {
	d := got[*workRecord](w.work, object.Name)
	return d != nil && slices.Contains(d.doers, writer)
}

func (s *step) tell(in Tell) error {
	writer := s.Writer(in.To)
	name, field, ok := in.What.RefName()
	if writer == nil || !ok {
		return impossible("tell %s %s: write tell WRITER $name.field", in.To, in.What)
	}
	x := s.Named(name)
	if x == nil || x.Heard.IsZero() {
		return impossible("tell %s %s: nobody has heard an answer called %s", in.To, in.What, name)
	}
	if x.Answer.Field(field).IsZero() {
		return impossible("tell %s %s: the answer %s has no %s", in.To, in.What, name, field)
	}
	next, member := *writer, *writer.Member
	next.Member = &member
	next.Told = append(slices.Clone(writer.Told), Telling{name + "." + field, x.Number})
	s.put(s.writers, in.To, &next)
	s.emit(Event{Kind: Told, By: in.To, Text: in.What.String()})
	return nil
}
