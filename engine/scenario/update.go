package scenario

import (
	"slices"
	"strings"

	"interleave/engine"
)

// edit replaces bytes of the file by a text.
type edit struct {
	start, end int
	text       string
}

// delete takes the whole line of an expectation away.
func (e *Expectation) delete() edit { return edit{e.begin, e.stop, ""} }

// instead puts another text in the place of all that an expectation states.
func (e *Expectation) instead(text string) edit { return edit{e.from, e.end, text} }

// append writes a line as the last expectation of a statement.
func (s *Statement) append(expectation string) edit {
	at, last := s.end, s.Raw
	if n := len(s.Expect); n > 0 {
		at, last = s.Expect[n-1].stop, s.Expect[n-1].Raw
	}
	text := expectation + "\n"
	if !strings.HasSuffix(last, "\n") {
		text = "\n" + strings.TrimSuffix(text, "\n")
	}
	return edit{at, at, text}
}

func (f *File) source() string { return string(Format(f)) }

// Update is the file with its expectations as the run found them; comments, order, spacing and references stay. What
// was not stated is not added, but for marks that nobody expected. A file that states nothing gets the answer to each
// request.
func Update(f *File, result Result) []byte {
	src := f.source()
	edits := result.answers(f)
	for _, failure := range result.Failures {
		edits = append(edits, failure.edit)
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return a.start - b.start })
	var b strings.Builder
	at := 0
	for _, e := range edits {
		if e.start < at {
			continue
		}
		b.WriteString(src[at:e.start])
		b.WriteString(e.text)
		at = e.end
	}
	b.WriteString(src[at:])
	return []byte(b.String())
}

// answers are the lines that state what the service decided, below the statements of a file that states nothing.
func (result Result) answers(f *File) (edits []edit) {
	if slices.ContainsFunc(f.Statements, func(s *Statement) bool {
		return len(s.Expect) > 0 || s.Check != nil || s.Goal != nil
	}) {
		return nil
	}
	for _, o := range result.Outcomes {
		for _, e := range o.Events {
			if e.Kind == engine.Decided && e.By != engine.Seed && !o.Statement.Walks() {
				edits = append(edits, o.Statement.append("> "+stated(result.Timeline.World(), o.Statement, e)))
			}
		}
	}
	return edits
}
