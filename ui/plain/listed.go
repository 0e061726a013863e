package plain

import (
	"strconv"
	"strings"

	"interleave/engine"
)

// listedMost is how many entries of a list are said: copy raw has the whole answer.
const listedMost = 20

// tellListed says what a list that was asked for behind a request shows: what is said of all of it in one line, and
// each entry in one.
func (d *desk) tellListed(sent int) {
	v := d.room.View()
	x := v.Exchange(v.Requests())
	if x == nil || x.Number <= sent || x.Heard.IsZero() || !x.Answer.Accepted() || !v.Spec(x.Verb).Lists ||
		v.Spec(x.Verb).Prompt() { // whose reply is said with the event
		return
	}
	lines := listed(x.Answer.Fields)
	for _, line := range lines[:min(len(lines), listedMost)] {
		d.say("    %s", line)
	}
	if more := len(lines) - listedMost; more > 0 {
		d.say("    and %s more: copy raw says the whole answer.", engine.Counted(more, "line", "lines"))
	}
}

// listsAll says whether an operation lists all that there is of its kind: what it could be given narrows it down.
func listsAll(spec *engine.OpSpec) bool {
	narrowed := spec.Params()[0].Name
	return spec.Lists && (narrowed == "prefix" || narrowed == "filter")
}

// listed are the fields of an answer in lines: those of one entry, as `0.name` and `0.etag`, stand in one.
func listed(fields []engine.Field) (lines []string) {
	var whole, line []string
	at := ""
	end := func() {
		if len(line) > 0 {
			lines = append(lines, at+"  "+strings.Join(line, "  "))
		}
		line = nil
	}
	for _, f := range fields {
		number, name, entry := strings.Cut(f.Name, ".")
		if !entry || strings.Trim(number, "0123456789") != "" {
			whole = append(whole, f.Name+"="+plainly(f.Value))
			continue
		}
		if number != at {
			end()
			at = number
		}
		line = append(line, name+"="+plainly(f.Value))
	}
	end()
	if len(whole) > 0 {
		lines = append([]string{strings.Join(whole, "  ")}, lines...)
	}
	return lines
}

// plainly is a value in a line, in quotes where it would not stand out from the others.
func plainly(v engine.Value) string {
	text := v.String()
	if text == "" || strings.ContainsAny(text, " \t\n\"") || strconv.Quote(text) != `"`+text+`"` {
		return strconv.Quote(text)
	}
	return text
}
