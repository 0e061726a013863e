package guards

import (
	"slices"
	"strings"

	"interleave/engine"
)

// A plan's line that compares what a read showed has nothing to compare where that showed nothing: there its writer
// asks that nothing is there. Which of the two it is the plan finds out as a person would, by the answer of the read.

// mayShowNothing is the read whose answer a request compares now, where that may be that nothing is there, and the
// plan does not know yet; empty: there is none.
func (r *rewriting) mayShowNothing(was, now engine.PlanStep, heard *planned) string {
	if len(now.Args) == 0 || !r.in.World.Spec(now.Verb).Prompt() {
		return ""
	}
	for _, word := range engine.LineWords(now.Args[0].Value) {
		name, _, refers := word.RefName()
		if read := heard.read(name); refers && read != nil && !slices.ContainsFunc(engine.LineWords(was.Args[0].Value),
			word.Equal) {
			if _, known := heard.seen[name]; !known && r.mayLack(r.target(*read)) {
				return name
			}
		}
	}
	return ""
}

// mayLack says whether a key may not be there: it is not at the beginning, somebody removes it, or it may expire.
func (r *rewriting) mayLack(key engine.ObjectID) bool {
	for _, timer := range r.in.World.Timers() {
		if timer.Object == key {
			return true
		}
	}
	return r.in.World.Object(key) == nil || slices.ContainsFunc(r.sends, func(s engine.Send) bool {
		spec := r.in.World.Spec(s.Verb)
		if !spec.Prompt() || len(s.Args) == 0 {
			return false
		}
		words := engine.LineWords(s.Args[0].Value)
		names := slices.ContainsFunc(words, func(w engine.Value) bool { return w.String() == key.Name })
		ends := spec.Group == engine.GroupDelete || spec.Effect == engine.Describes || spec.Effect == engine.Groups ||
			spec.Effect == engine.Renames
		return names && (ends || slices.ContainsFunc(words[1:], isExpiry))
	})
}

// isExpiry says whether an option of a line gives its key an expiry.
func isExpiry(word engine.Value) bool {
	return slices.Contains([]string{"EX", "PX", "EXAT", "PXAT"}, strings.ToUpper(word.String()))
}

// whereShown is the first of some steps as it is sent where a read showed something, and where it showed nothing,
// with the others behind it. Where the plan calls its answer by a name all that is behind it stands in both: what it
// asks of that answer is in the words of the one that was sent.
func (r *rewriting) whereShown(by, read string, steps []engine.PlanStep, heard *planned,
	dropped map[string]*engine.OpSpec) []engine.PlanStep {
	inside, rest := steps[:1], steps[1:]
	if steps[0].As != "" {
		inside, rest = steps, nil
	}
	decides := engine.PlanStep{Do: engine.DoIf, Name: read, Is: nothing}
	delete(r.other, steps[0].As) // what is sent there may be the plan's own operation
	decides.Then = r.bare(by, inside, heard.apart(read, false), dropped)
	decides.Else = r.bare(by, inside, heard.apart(read, true), dropped)
	if len(rest) > 0 {
		heard.add(steps[0])
	}
	return append([]engine.PlanStep{decides}, r.bare(by, rest, heard, dropped)...)
}
