package advice

import (
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// othersAtTheTwo says who else has to do with what stands there twice: whose text stands between the two, and who has
// read both and knows of no second. Empty where nobody has.
func (a *adviser) othersAtTheTwo() string {
	added, adds := a.addedAt(a.x, a.c.Event)
	if counts := a.onlyCounts(); counts {
		return a.readersOfBoth("", " Both are in what was read by %s: tell %s that they are one.")
	} else if !adds || a.spec.Effect != engine.Appends {
		return ""
	}
	var between []string
	for _, x := range conflict.AddedBetween(a.v.Clone(), a.c) {
		if _, adds := a.addedAt(x, x.Decided.Event); adds && a.v.Title(x.By) != "" {
			between = append(between, fmt.Sprintf("%s's #%d", a.v.Title(x.By), x.Number))
		}
	}
	said := ""
	if len(between) > 0 {
		said = fmt.Sprintf(" Between the two stands what was added by %s, which stays.", few(between))
	}
	return said + a.readersOfBoth(added, " Both were read by %s: tell %s that they are one.")
}

// readersOfBoth says who has read both and is to be told; empty where nobody has.
func (a *adviser) readersOfBoth(added, says string) string {
	var readers, names []string
	for _, other := range a.v.Writers() {
		if x := a.hasReadBoth(other.ID, added); x != nil && other.ID != a.c.By {
			readers = append(readers, fmt.Sprintf("%s with #%d", other.Title, x.Number))
			names = append(names, other.Title)
		}
	}
	if len(readers) == 0 {
		return ""
	}
	return fmt.Sprintf(says, few(readers), few(names))
}

// hasReadBoth is the first read behind the finding by which a writer was shown a text twice, or of no text what was
// counted twice; nil: none was.
func (a *adviser) hasReadBoth(writer, added string) (read *engine.Exchange) {
	for h := range a.v.HeardBy(writer) {
		if h.Heard.Event < a.c.Event {
			break
		}
		if h.Object == a.c.Object && h.Decided.Event > a.c.Event && a.v.Spec(h.Verb).Effect == engine.Reads &&
			!h.Answer.Text().IsZero() && strings.Count(h.Answer.Text().String(), added) > 1 {
			read = h
		}
	}
	return read
}

// few are names as a sentence has them; of many the first ones.
func few(names []string) string {
	const most = 4
	if more := len(names) - most; more > 1 {
		names = append(names[:most:most], fmt.Sprintf("%d more", more))
	}
	return conflict.And(names)
}
