package export

import (
	"interleave/engine/lesson"
	"interleave/engine/view"
)

// Handout is a lesson as a page of Markdown; its back tells what happened on the branches of a session in which it was
// played. code is the request to take home; empty: none.
func Handout(l *lesson.Lesson, branches []*view.View, code string) string {
	return l.Handout(code, happened(branches))
}

// happened are the story and the difference of each trouble, and the messages of each branch as a diagram.
func happened(branches []*view.View) string {
	r := &report{}
	for r.view, r.from = range untold(branches) {
		if r.text.Len() == 0 {
			r.block("## What happened")
		} else {
			r.block("### Branch %s, from step %d on", markdown(r.view.Branch), r.from+1)
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
