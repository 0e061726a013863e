package advice

import (
	"fmt"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/view"
)

// Two values of one field cannot be put together as two changes of a text can: one of them counts. Where the field says
// whose something is, to write one's own over another's takes it away, so who was second looks first.

// oneField is the name of the field of which two texts say something different, where each is one line of a name and a
// value, as `owner=ann` beside `owner=ben`, or the same in braces; empty: they are none such.
func oneField(mine, theirs string) string {
	name, value, ok := field(mine)
	other, others, too := field(theirs)
	if !ok || !too || name != other || value == others {
		return ""
	}
	return name
}

// field is the only line of a text as a name and a value.
func field(text string) (name, value string, ok bool) {
	text = strings.TrimSpace(text)
	if inner, braced := strings.CutPrefix(text, "{"); braced {
		if text, braced = strings.CutSuffix(inner, "}"); !braced {
			return "", "", false
		}
	}
	at := strings.IndexAny(text, "=:")
	if at < 0 || strings.ContainsAny(text, "\n{},") {
		return "", "", false
	}
	name, value = strings.Trim(text[:at], " \t\""), strings.Trim(text[at+1:], " \t\"")
	if addable(value) {
		return "", "", false
	}
	return name, value, name != "" && value != "" && !strings.ContainsAny(name, " \t")
}

// addable says whether two values can be put together: two counts can be added, two lists be joined.
func addable(value string) bool {
	_, err := strconv.ParseFloat(value, 64)
	return err == nil || strings.HasPrefix(value, "[")
}

// afterOneField reads, and leaves the rest to a person.
func (a *adviser) afterOneField(t *trial, send engine.Send, again, waited, name string, read view.Reading) (Card,
	bool) {
	const rest = "if what stands there claims it for somebody else, stop; if it was reckoned from what was read, " +
		"reckon it anew from what stands there; otherwise decide which of the two counts"
	both := fmt.Sprintf("both set %s, which holds one value", name)
	if done := a.readBefore(send, fmt.Sprintf("B%s: %s.", both[1:], rest)); done != "" {
		return Card{Say: done}, false
	}
	card := t.card("read", fmt.Sprintf("%s: %s. I%s.", again, both, rest[1:]), fmt.Sprintf("%s %sread v%s", a.who(),
		waited, read.Version))
	card.Rest = both + ". I" + rest[1:]
	return card, t.harmless()
}
