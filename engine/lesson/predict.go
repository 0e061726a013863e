package lesson

import (
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// Guess is the question what will be heard: answers that the operation can give, one of which it will.
type Guess struct {
	Choices []string
	Right   int // from 1
}

// guessMost is how many answers are offered.
const guessMost = 4

// Predict offers the answer that is coming among others that the operation knows: its success, then its refusals, one
// of each that other writers bring about, then what is somebody's trouble at all. Never more than four, never the same
// twice, always in one order: by what they say. ok is false where the operation knows no other answer, so that there is
// nothing to guess.
func Predict(spec *engine.OpSpec, coming engine.Answer) (g Guess, ok bool) {
	if spec == nil {
		return g, false
	}
	right := Heard(spec, coming)
	g.Choices = []string{right}
	add := func(text string) {
		if len(g.Choices) < guessMost && text != "" && !slices.Contains(g.Choices, text) {
			g.Choices = append(g.Choices, text)
		}
	}
	if !coming.Accepted() && len(spec.OK) > 0 && !spec.Prompt() {
		add(accepted(spec.OK[0]))
	}
	for _, kind := range rivals {
		for _, rule := range spec.Refuses {
			if rule.Kind == kind {
				add(refused(spec, rule.Fault))
				break
			}
		}
	}
	for _, troubled := range []bool{true, false} {
		for _, rule := range spec.Refuses {
			if (rule.Kind != "") == troubled {
				add(refused(spec, rule.Fault))
			}
		}
	}
	slices.SortFunc(g.Choices, func(a, b string) int { return strings.Compare(sortable(a), sortable(b)) })
	g.Right = slices.Index(g.Choices, right) + 1
	return g, len(g.Choices) > 1
}

// rivals are the refusals that other writers bring about, the commonest first: who guesses thinks of these.
var rivals = [...]engine.Trouble{engine.StaleWrite, engine.AlreadyThere, engine.IsLeased, engine.OldReceipt,
	engine.SharedFile, engine.LeaseOver}

// sortable puts answers with a number first.
func sortable(text string) string {
	if text != "" && text[0] >= '0' && text[0] <= '9' {
		return text
	}
	return "~" + text
}

// Heard is an answer to an operation as a choice says it.
func Heard(spec *engine.OpSpec, a engine.Answer) string {
	reply := a.Field("reply")
	switch {
	case a.String() == "waits":
		return "nothing yet: it has to wait"
	case !reply.IsZero():
		return firstWord(reply)
	case spec.Prompt() && a.Why != nil:
		return a.Why.Rule.Fault.Message
	case spec.Prompt():
		return "nil"
	case a.Accepted() && a.Status > 0 && a.Code() == "":
		return accepted(a.Status)
	}
	return a.String()
}

func accepted(status int) string {
	if engine.IsNTStatus(status) {
		return engine.Success
	}
	return strconv.Itoa(status) + ", it is done"
}

func refused(spec *engine.OpSpec, f engine.Fault) string {
	switch {
	case spec.Prompt():
		return f.Message
	case engine.IsNTStatus(f.Status):
		return f.Code
	}
	return engine.Answer{Status: f.Status, Why: &engine.Cause{Rule: &engine.Rule{Fault: f}}}.String()
}

// firstWord is what a reply begins with: lists and long texts are told by it.
func firstWord(v engine.Value) string {
	if list, ok := v.List(); ok && len(list) > 0 {
		return list[0].String() + " .."
	}
	return v.String()
}
