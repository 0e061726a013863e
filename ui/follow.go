package ui

import (
	"strings"

	"interleave/engine"
	"interleave/engine/lesson"
)

// followPage selects what the page of a lesson is about where that lives in another service than what is selected, as
// long as nobody has chosen: a question about a bucket is read beside the bucket.
func (c *course) followPage() {
	r := c.root
	if c.player == nil || r.chosen {
		return
	}
	object, ok := c.subject()
	if !ok || !r.view.Exists(object) || r.view.Page(object) == r.view.Page(r.object) {
		return
	}
	r.object = object
	for _, w := range r.desk.windows {
		w.shown = nil
	}
	r.desk.showAll()
}

// subject is what the requests of the page are for: of a question the one that it asks about, which was just sent, else
// the first one that the page brings.
func (c *course) subject() (object engine.ObjectID, ok bool) {
	part := c.player.Part()
	asked := part.Sort == lesson.Asked
	for _, s := range c.player.File.Statements {
		if s.IsSetup() {
			continue
		}
		for _, in := range s.Inputs {
			send, is := in.(engine.Send)
			switch {
			case !is, s.Line >= part.End:
			case asked && s.Line > part.Line, !asked && (s.Line < part.Line || ok):
			default:
				spec := c.root.view.Spec(send.Verb)
				if name := spec.Target(send.Args); name != "" && !strings.HasPrefix(name, "$") {
					object, ok = engine.ObjectID{Kind: spec.Object, Name: name}, true
				}
			}
		}
	}
	return object, ok
}
