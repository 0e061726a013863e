package conflict_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"interleave/engine/conflict"
	"interleave/engine/enginetest"
)

// story is one entry of the proof sheet.
type story struct {
	kind, verb, rule string
	text             string // with everybody and every number in the order of their places
	scene            string // the shortest that makes it
	length           int
}

// written is a story as the sheet has it. What to do is no part of it: engine/advice tries that on clones.
func written(c conflict.Narrative) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  %s\n", c.First)
	for i, s := range c.Steps {
		fmt.Fprintf(&b, "    %d. %s\n", i+1, s.Text)
	}
	for _, l := range []struct{ head, text string }{{"", c.Heard}, {"Rule: ", c.Law}} {
		if l.text != "" {
			fmt.Fprintf(&b, "    %s%s\n", l.head, l.text)
		}
	}
	return b.String()
}

// collect adds the stories of a record.
func collect(all map[string]*story, j judged) {
	for _, marks := range j.marks {
		for _, m := range marks {
			x := j.after.Exchange(m.Request)
			s := story{kind: m.String()[:1] + " " + string(m.Kind), length: j.after.Record(),
				scene: fmt.Sprintf("%s, record %d", j.from, m.Event)}
			if x != nil {
				s.verb = x.Verb
			}
			if m.Cause != nil {
				s.rule = m.Cause.Rule.Name + " " + m.Cause.Rule.Fault.Code
			}
			s.text = enginetest.Alike(j.after, written(conflict.Story(j.after, m)))
			key := s.kind + "|" + s.verb + "|" + s.rule + "|" + s.text
			if old := all[key]; old == nil || old.length > s.length {
				all[key] = &s
			}
		}
	}
}

func sheet(all map[string]*story) string {
	var list []*story
	for _, s := range all {
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b *story) int {
		return strings.Compare(a.kind+"|"+a.rule+"|"+a.verb+"|"+a.text, b.kind+"|"+b.rule+"|"+b.verb+"|"+b.text)
	})
	var b strings.Builder
	head := ""
	for _, s := range list {
		if h := fmt.Sprintf("== %s: %s", s.kind, s.rule); h != head {
			fmt.Fprintf(&b, "%s\n", h)
			head = h
		}
		fmt.Fprintf(&b, "%s (%s)\n%s", s.verb, s.scene, s.text)
	}
	return b.String()
}

// The proof sheet: every distinct story that the races and random histories make, for people to read. A changed
// sentence is a changed line of it.
func TestStoriesAreThoseOfTheProofSheet(t *testing.T) {
	all := map[string]*story{}
	eachRace(t, func(j judged) { collect(all, j) })
	eachHistory(t, func(j judged) { collect(all, j) })
	const file = "testdata/stories.txt"
	if enginetest.Histories(t) != enginetest.UsualHistories {
		t.Logf("%d stories come of %d histories of each service; the sheet is that of %d", len(all),
			enginetest.Histories(t),
			enginetest.UsualHistories)
		return
	}
	enginetest.HoldSheet(t, file, sheet(all))
}
