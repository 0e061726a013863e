package conflict_test

import (
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/blob"
)

// showedIt says whether an answer showed a part, or all of what it lies in.
func showedIt(h *engine.Exchange, p engine.Part) bool {
	for _, s := range h.Shows {
		whole := s.Object.Name
		name := p.Object.Name
		if s.Meets(p) || s.Name == "*" && (s.Object == p.Object || strings.HasPrefix(name, whole+"/")) ||
			s.Unlists(p.Object) {
			return true
		}
	}
	return false
}

// The look-up of what a writer knows finds what a walk of all that it heard finds.
func TestWhatAWriterKnowsIsFoundAsByAWalk(t *testing.T) {
	looked, found := 0, 0
	eachRace(t, func(j judged) {
		for _, e := range j.events {
			for _, c := range e.Changed {
				for _, writer := range j.before.Writers() {
					var walked *engine.Exchange
					for n := writer.Newest; n != 0 && walked == nil; n = j.before.Exchange(n).HeardBefore {
						if h := j.before.Exchange(n); showedIt(h, c.Part) {
							walked = h
						}
					}
					fits := func(h *engine.Exchange) bool { return showedIt(h, c.Part) }
					if got := j.before.ShownTo(writer.ID, c.Part, e.Number, fits); got != walked {
						t.Fatalf("%s, record %d: of %s %s the look-up finds %v for %s, a walk %v", j.from, e.Number,
							c.Object, c.Name, got, writer.ID, walked)
					}
					if looked++; walked != nil {
						found++
					}
				}
			}
		}
	})
	if found < 500 || found == looked {
		t.Errorf("of %d look-ups %d found an answer: the races no longer try both", looked, found)
	}
}

// What a judgement looks at does not grow with what its writer has heard.
func TestWhatAWriterKnowsIsALookUp(t *testing.T) {
	w := engine.NewWorld(blob.Service())
	step := func(in engine.Input) {
		t.Helper()
		if _, err := w.Step(w.Record()+1, in); err != nil {
			t.Fatal(err)
		}
	}
	step(engine.AddWriter{ID: "ann"})
	for n := range 400 {
		s := engine.Send{By: "ann", Verb: "put-blob", As: "x", Args: engine.Args("path", "wiki/x", "body", "1")}
		if n == 0 {
			s = engine.Send{By: "ann", Verb: "create-container", As: "x", Args: engine.Args("path", "wiki")}
		} else if n > 200 {
			s.Args = engine.Args("path", "wiki/other", "body", "1")
		}
		for _, in := range all(s) {
			step(in)
		}
	}
	looked := 0
	got := w.ShownTo("ann", engine.Part{Object: engine.ParseObject("blob wiki/x"), Name: "body"}, w.Record(),
		func(h *engine.Exchange) bool { looked++; return h.Object == engine.ParseObject("blob wiki/x") })
	if got == nil || got.Number != 201 || looked > 2 {
		t.Errorf("after 400 answers %d were looked at, and request %v was found; want at most 2, and 201", looked, got)
	}
}
