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
	s.emit(Event{Kind: Acted, By: in.By, Object: s.worked(s.mark(in.By, 0), what.String()), Text: in.What.String()})
	return nil
}

// worked notes that a writer says to have done work, and gives the work as an object. What seed does makes the start:
// it is no work.
func (s *step) worked(by Mark, work string) (object ObjectID) {
	next := workRecord{by: by}
	if old := s.World.work.Get(work); old != nil {
		next = *old
		if next.by.IsZero() {
			next.by = by
		}
	}
	if by.By != Seed && !slices.Contains(next.doers, by.By) {
		next.doers = append(slices.Clone(next.doers), by.By)
		s.put(s.World.work.t, work, &next)
	}
	return s.World.work.Object(work)
}

// claimed notes the work that the sending of a request says to be done; empty where it says nothing.
func (s *step) claimed(x *Exchange) (object ObjectID) {
	op, ok := s.opOf(x).(Claimer)
	if !ok || x.Words.Does == "none" {
		return ObjectID{}
	}
	work, token := op.Claims()
	if d := s.World.work.Get(work); d == nil || !slices.Contains(d.handed, token) {
		return ObjectID{}
	}
	return s.worked(x.Sent, work)
}

// Work is who did the work first that an answer gave, as `work q/1`; zero where nobody did.
func (w *World) Work(object ObjectID) Mark {
	if d := w.work.Get(object.Name); d != nil {
		return d.by
	}
	return Mark{}
}

// Worked says whether a writer said before that it had done the work.
func (w *World) Worked(object ObjectID, writer string) bool {
	d := w.work.Get(object.Name)
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
	next := *writer
	next.Told = append(slices.Clone(writer.Told), name+"."+field)
	s.put(s.writers.t, in.To, &next)
	s.emit(Event{Kind: Told, By: in.To, Text: in.What.String()})
	return nil
}
