package export

import (
	"fmt"

	"interleave/engine/lesson"
	"interleave/engine/view"
)

// Handout is a lesson as a page of Markdown; its back tells what happened on the branches of a session in which it was
// played. code is the request to take home; empty: none.
func Handout(l *lesson.Lesson, branches []*view.View, code string) string {
	return l.Handout(code, happened(branches))
}

// anotherWay is the heading of a branch for a reader of paper, who knows neither branches nor steps: the messages are
// numbered there.
func anotherWay(v *view.View, from int) string {
	last := 0
	for _, e := range v.Log().All() {
		if e.Step <= from {
			last = max(last, e.Event().Request)
		}
	}
	if last == 0 {
		return "Another way it went"
	}
	return fmt.Sprintf("Another way it went: the same up to #%d", last)
}

// happened are the story and the difference of each trouble, and the messages of each branch as a diagram.
func happened(branches []*view.View) string {
	r := &report{}
	for r.view, r.from = range untold(branches) {
		if r.text.Len() == 0 {
			r.block("## What happened")
		} else {
			r.block("### %s", anotherWay(r.view, r.from))
		}
		for _, t := range r.own() {
			r.block("**`%c` %s: %s**", t.Severity, markdown(kindWords(t.Kind)), markdown(r.view.Title(t.Whose)))
			r.story(t)
			r.difference(t)
		}
		r.fence("mermaid", string(Mermaid(r.view)))
	}
	return r.text.String()
}
