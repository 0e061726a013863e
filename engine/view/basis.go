package view

import "interleave/engine"

// Basis is what a kept draft was made from, as this branch has it.
type Basis struct {
	name    string // of the answer; `none` where it was made from nothing
	Version string
	Text    string
	Found   bool
}

// BasisOf looks up the answer that a draft was made from: one that its own writer heard.
func BasisOf(v *View, k *Known, object engine.ObjectID, d Draft) Basis {
	b := Basis{name: v.From(d)}
	if b.name == "none" {
		return b
	}
	if r, ok := k.Reading(object); ok && r.Name == b.name {
		return Basis{name: b.name, Version: r.Version, Text: r.Body, Found: true}
	}
	x := heardAs(v, k.ID, b.name)
	if x == nil {
		return b
	}
	b.Version, b.Found = x.Answer.Field("version").String(), true
	b.Text = shownBy(v, x)
	return b
}

// heardAs is the newest answer of that name that a writer has heard.
func heardAs(v *View, writer, name string) *engine.Exchange {
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
func shownBy(v *View, x *engine.Exchange) string {
	if body := x.Answer.Text(); !body.IsZero() {
		return body.String()
	}
	return SentBy(v, x)
}

// SentBy is the text that a request carried; empty where it carried none.
func SentBy(v *View, x *engine.Exchange) string {
	if word, ok := x.Content(); ok {
		return word.String()
	}
	name := ContentOf(*v.Spec(x.Verb))
	for _, a := range x.Args {
		if name != "" && a.Name == name {
			return a.Value.String()
		}
	}
	return ""
}

// HeardOf is the newest accepted answer about an object that a writer has heard, with its fields.
func HeardOf(v *View, writer string, object engine.ObjectID) (Reading, []engine.Field) {
	log := v.Log()
	for i := len(log) - 1; i >= 0; i-- {
		e := log[i].Event
		if e.Kind != engine.Heard || e.By != writer {
			continue
		}
		if x := v.Exchange(e.Request); x != nil && x.Object == object && x.Answer.Accepted() &&
			len(x.Answer.Fields) > 0 {
			a := x.Answer
			return Reading{Name: x.Name, Request: x.Number, Version: a.Field("version").String(),
				Tag: a.Field("etag"), At: x.Heard.At}, a.Fields
		}
	}
	return Reading{}, nil
}
