package plain

import (
	"errors"
	"strings"

	"interleave/engine"
	"interleave/engine/scenario"
	"interleave/engine/view"
)

// aimed is a line with the chosen object as what its operation is for, where it names nothing and is about such a
// thing; else the line as it is.
func (d *desk) aimed(v *view.View, line string) string {
	verb, rest, _ := strings.Cut(line, " ")
	spec := v.Spec(verb)
	word, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if spec == nil || len(spec.Params()) == 0 || d.object.IsZero() || spec.Object != kind(d.object) ||
		word != "" && !isArgument(word) || strings.ContainsAny(path(d.object), " \"") {
		return line
	}
	return strings.TrimSpace(verb + " " + path(d.object) + " " + strings.TrimSpace(rest))
}

// isArgument says whether a word is one with a name, as `count=5`, or a text in quotes: no path.
func isArgument(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	return ok && !strings.ContainsAny(name, `"/`) || strings.HasPrefix(word, `"`)
}

// dotted is a line with a dot in front of each property of a row: people type one as truth shows it, `count=5`.
func dotted(line string, parse func(string) error) string {
	const most = 64 // properties of a line
	for range most {
		var e *scenario.Error
		if err := parse(line); !errors.As(err, &e) || !strings.Contains(e.Text, scenario.DotInFront) {
			return line
		}
		letters := []rune(line)
		if e.Col < 1 || e.Col > len(letters) {
			return line
		}
		line = string(letters[:e.Col-1]) + "." + string(letters[e.Col-1:])
	}
	return line
}

// tellEmpty says of a receive that handed out nothing why, and when the next message can be had.
func (d *desk) tellEmpty(sent int) {
	v := d.room.View()
	k := v.Known(d.writer)
	if k == nil {
		return
	}
	x, ok := k.Doing()
	if _, empty := k.CameEmpty(d.object); !ok || !empty || x.Request <= sent || kind(d.object) != "queue" {
		return
	}
	said := "Nothing was visible."
	for i, timer := range v.Timers() {
		if timer.Name != "next-visible" || !strings.HasPrefix(timer.Object.Name, path(d.object)+"/") {
			continue
		}
		said += " The next message is visible at " + timer.At.String()
		if i == 0 {
			said += ": next goes there"
		}
		said += "."
		break
	}
	d.say("    %s", said)
}

// explainSigns says once what stands behind a line with a mark.
func (d *desk) explainSigns(marked bool) {
	if d.signs || !marked {
		return
	}
	d.signs = true
	d.say("    Behind a line: %c refused, %c silent, %c no answer, then the kind and whose it is; - is nobody's "+
		"trouble.",
		engine.SeverityRefused, engine.SeveritySilent, engine.SeverityUnknown)
}
