package panes

import (
	"interleave/engine"
	"interleave/engine/view"
)

// basis is what a kept draft was made from, as this branch has it.
type basis struct {
	name    string // of the answer; `none` where it was made from nothing
	version string
	text    string
	found   bool
}

// basisOf looks up the answer that a draft was made from: one that its own writer heard.
func basisOf(v *view.View, k *view.Known, object string, d view.Draft) basis {
	b := basis{name: v.From(d)}
	if b.name == "none" {
		return b
	}
	if r, ok := k.Reading(object); ok && r.Name == b.name {
		return basis{name: b.name, version: r.Version, text: r.Body, found: true}
	}
	x := heardAs(v, k.ID, b.name)
	if x == nil {
		return b
	}
	b.version, b.found = x.Answer.Field("version").String(), true
	b.text = shownBy(v, x)
	return b
}

// heardAs is the newest answer of that name that a writer has heard.
func heardAs(v *view.View, writer, name string) *engine.Exchange {
	log := v.Log()
	for i := len(log) - 1; i >= 0; i-- {
		e := log[i].Event
		if e.Kind != engine.Heard || e.By != writer {
			continue
		}
		if x := v.Exchange(e.Request); x != nil && x.Name == name {
			return x
		}
	}
	return nil
}

// shownBy is the text that an exchange left its writer with: what it was shown, or what it had sent itself.
func shownBy(v *view.View, x *engine.Exchange) string {
	if body := x.Answer.Text(); !body.IsZero() {
		return body.String()
	}
	return sentBy(v, x)
}

func sentBy(v *view.View, x *engine.Exchange) string {
	if word, ok := x.Content(); ok {
		return word.String()
	}
	name := contentOf(*v.Spec(x.Verb))
	for _, a := range x.Args {
		if name != "" && a.Name == name {
			return a.Value.String()
		}
	}
	return ""
}

// toldOf is the newest accepted answer about an object that a writer has heard, with its fields.
func toldOf(v *view.View, writer, object string) (view.Reading, []engine.Field) {
	log := v.Log()
	for i := len(log) - 1; i >= 0; i-- {
		e := log[i].Event
		if e.Kind != engine.Heard || e.By != writer {
			continue
		}
		if x := v.Exchange(e.Request); x != nil && x.Object == object && x.Answer.Accepted() &&
			len(x.Answer.Fields) > 0 {
			a := x.Answer
			return view.Reading{Name: x.Name, Request: x.Number, Version: a.Field("version").String(),
				Tag: a.Field("etag"), At: x.Heard.At}, a.Fields
		}
	}
	return view.Reading{}, nil
}
