package advice_test

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine/advice"
	"interleave/engine/conflict"
	"interleave/engine/enginetest"
	"interleave/engine/view"
)

// entry is one entry of the proof sheets of advice: what a card says in every scene that differs in names and numbers
// alone. What the card tells of the past stands on the sheet of engine/conflict.
type entry struct {
	head, text string
	verbs      []string
	scene      string // the shortest that makes it
	length     int
}

// collect adds what a card says about a finding.
func collect(all map[string]*entry, from string, v *view.View, c conflict.Finding, card advice.Card) {
	head := c.String()[:1] + " " + string(c.Kind)
	if c.Cause != nil {
		head += ": " + c.Cause.Rule.Name + " " + c.Cause.Rule.Fault.Code
	}
	text := enginetest.Alike(v.Clone(), said(card))
	e := all[head+text]
	if e == nil {
		e = &entry{head: head, text: text, length: v.Record + 1}
		all[head+text] = e
	}
	if x := v.Exchange(c.Request); x != nil && !slices.Contains(e.verbs, x.Verb) {
		e.verbs = append(e.verbs, x.Verb)
	}
	if v.Record < e.length {
		e.length, e.scene = v.Record, fmt.Sprintf("%s, record %d", from, v.Record)
	}
}

// said is a card as its sheet has it.
func said(card advice.Card) string {
	var b strings.Builder
	for _, l := range []struct{ head, text string }{
		{"  ", card.Say}, {"    Action: ", card.Action}, {"    Did: ", card.Did}, {"    Rest: ", card.Rest},
		{"    Foretold: ", card.Foretold}, {"    Others: ", strings.Join(card.Others, " | ")},
		{"    Stops: ", strings.Join(card.Stops, " | ")},
	} {
		if l.text != "" {
			fmt.Fprintf(&b, "%s%s\n", l.head, l.text)
		}
	}
	if !card.Tried {
		b.WriteString("    Not tried.\n")
	}
	return b.String()
}

func sheet(all map[string]*entry) string {
	var list []*entry
	for _, e := range all {
		slices.Sort(e.verbs)
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b *entry) int { return strings.Compare(a.head+"|"+a.text, b.head+"|"+b.text) })
	var b strings.Builder
	head := ""
	for _, e := range list {
		if e.head != head {
			head = e.head
			fmt.Fprintf(&b, "== %s\n", head)
		}
		fmt.Fprintf(&b, "%s (%s)\n%s", strings.Join(e.verbs, ", "), e.scene, e.text)
	}
	return b.String()
}
