package view

import (
	"iter"

	"interleave/engine"
)

// Basis is what a kept draft was made from, as this branch has it.
type Basis struct {
	name    string // of the answer; `none` where it was made from nothing
	Version string
	Text    string
	Found   bool
}

// BasisOf looks up the answer that a draft was made from: one that its own writer heard.
func BasisOf(v *View, k *Known, object engine.ObjectID, d Draft) Basis {
	x := v.Source(d)
	if x == nil || x.By != k.ID {
		return Basis{name: v.From(d)}
	}
	b := Basis{name: x.Name}
	if r, ok := k.Reading(object); ok && r.Request == x.Number {
		return Basis{name: b.name, Version: r.Version, Text: r.Body, Found: true}
	}
	b.Version, b.Found = x.Answer.Field("version").String(), true
	b.Text = shownBy(v, x)
	return b
}

// HeardBy are the requests whose answers a writer has heard, the newest first.
func (v *View) HeardBy(writer string) iter.Seq[*engine.Exchange] { return v.world.HeardBy(writer) }

// ShownTo is the newest answer that a writer heard before a record, among those that showed a part and fit; nil where
// there is none. What else the writer has heard does not count, however much it is.
func (v *View) ShownTo(writer string, p engine.Part, before int, fits func(*engine.Exchange) bool) *engine.Exchange {
	return v.world.ShownTo(writer, p, before, fits)
}

// RequestsAbout are those that name one of some objects, or whose answers show something of it.
func (v *View) RequestsAbout(objects ...engine.ObjectID) engine.Those {
	return v.world.About(objects...)
}

// SentAbout are those of them that a writer has sent, the newest first.
func (v *View) SentAbout(writer string, objects ...engine.ObjectID) iter.Seq[*engine.Exchange] {
	return v.world.AboutBy(writer, objects...).Newest()
}

// HeardAbout are those whose answers a writer has heard, the newest first, among its newest others: who asks looks.
func (v *View) HeardAbout(writer string, objects ...engine.ObjectID) iter.Seq[*engine.Exchange] {
	return v.world.HeardOf(writer, v.world.AboutBy(writer, objects...))
}

// Did are the requests that did something to an object, with one of some effects.
func (v *View) Did(object engine.ObjectID, effects ...engine.Effect) engine.Those {
	return v.world.Did(object, effects...)
}

// RequestsOf are the requests that a writer has sent, the newest first.
func (v *View) RequestsOf(writer string) iter.Seq[*engine.Exchange] {
	return v.world.RequestsOf(writer)
}

// SentBefore are the requests that the sender of one had sent before it, the newest first.
func (v *View) SentBefore(x *engine.Exchange) iter.Seq[*engine.Exchange] {
	return v.world.SentBefore(x)
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
	for x := range v.HeardAbout(writer, object) {
		if a := x.Answer; x.Object == object && a.Accepted() && len(a.Fields) > 0 {
			return Reading{Name: x.Name, Request: x.Number, Sent: x.Sent.Event, Version: a.Field("version").String(),
				Tag: a.Field("etag"), At: x.Heard.At}, a.Fields
		}
	}
	return Reading{}, nil
}
