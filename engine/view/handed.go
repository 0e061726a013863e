package view

import (
	"slices"
	"strings"

	"interleave/engine"
)

// Handed is a message that a writer was given to work on, as the writer itself heard it.
type Handed struct {
	Object  engine.ObjectID // as `message jobs/8-27e46b7ad104`
	Text    string
	Receipt string
	Request int            // whose answer gave it
	Answer  string         // what refers to the receipt, as `a1.0.receipt`; empty: a newer request has that name
	Since   engine.Instant // when its newest receipt was heard
	Got     engine.Instant // when the writer was handed it, which a renewal leaves
	Until   engine.Instant // when it can be given to others; 0: nothing said so
	Put     bool           // the writer put it itself and has not received it
}

// Proof is the receipt for a request to carry: by the answer that gave it, else as it is.
func (h Handed) Proof() engine.Value {
	if h.Answer == "" {
		return engine.Text(h.Receipt)
	}
	return engine.Ref(h.Answer, false)
}

// Handed are the messages that the writer was given and has not deleted itself, the newest last: the object, or all
// that lie in it.
func (k *Known) Handed(object engine.ObjectID) []Handed { return k.handed(object, false) }

// Holding are those of them of whose newest receipt the writer was not told that it counts no longer.
func (k *Known) Holding(object engine.ObjectID) []Handed { return k.handed(object, true) }

func (k *Known) handed(object engine.ObjectID, counts bool) (list []Handed) {
	for _, x := range slices.Backward(slices.Collect(k.heard())) {
		switch {
		case !x.Answer.Accepted():
			list = slices.DeleteFunc(list, func(h Handed) bool { return counts && k.toldOver(x, h) })
		case k.specs(x.Verb).Group == engine.GroupDelete:
			list = slices.DeleteFunc(list, func(h Handed) bool { return h.Object == x.Object })
		default:
			for _, h := range k.given(x) {
				inside := object.Kind == "queue" && strings.HasPrefix(h.Object.Name, object.Name+"/")
				if h.Object == object || inside {
					list = put(list, h, k.specs(x.Verb).Effect == engine.Updates)
				}
			}
		}
	}
	return list
}

// toldOver says whether a refusal told that a receipt counts no longer: that of a message which is gone, or which was
// handed out again.
func (k *Known) toldOver(x *engine.Exchange, h Handed) bool {
	why := x.Answer.Why
	if why == nil || x.Object != h.Object || why.Rule.Kind != engine.OldReceipt && why.Rule.Kind != engine.IsGone {
		return false
	}
	return slices.ContainsFunc(x.Resolved(), func(a engine.Arg) bool {
		p, ok := k.specs(x.Verb).Param(a.Name)
		return ok && p.Guard == "receipt" && a.Value.String() == h.Receipt
	})
}

// EverHanded says whether an answer gave the writer that message, which it may have deleted since.
func (k *Known) EverHanded(message engine.ObjectID) bool {
	for x := range k.heard() {
		if x.Answer.Accepted() && slices.ContainsFunc(k.given(x), func(h Handed) bool { return h.Object == message }) {
			return true
		}
	}
	return false
}

// HandedWith is the message that the newest answer with a receipt gave the writer; ok is false where none had that.
func (k *Known) HandedWith(receipt string) (h Handed, ok bool) {
	for x := range k.heard() {
		if !x.Answer.Accepted() {
			continue
		}
		for _, h := range k.given(x) {
			if h.Receipt == receipt {
				return h, true
			}
		}
	}
	return h, false
}

// given are the messages that an answer gives with their receipts. An answer of several says of each its key.
func (k *Known) given(x *engine.Exchange) (list []Handed) {
	for _, f := range x.Answer.Fields {
		place, ok := strings.CutSuffix(f.Name, "receipt")
		if !ok {
			continue
		}
		h := Handed{Object: x.Object, Receipt: f.Value.String(), Request: x.Number, Answer: k.path(x, f.Name),
			Since: x.Heard.At, Got: x.Heard.At}
		if place != "" {
			h.Object = engine.ObjectID{Kind: "message", Name: x.Answer.Field(strings.TrimSuffix(place, ".")).String()}
			h.Text = x.Answer.Field(place + "text").String()
		} else if text, ok := Carried(k.specs(x.Verb), x.Args); ok {
			h.Text = text
		}
		if h.Put = k.specs(x.Verb).Effect == engine.Appends; h.Put && h.Text == "" { // its answer says no text
			h.Text, _ = Carried(k.specs(x.Verb), x.Args)
		}
		h.Until, _ = x.Answer.Field(place + "next-visible").Instant()
		list = append(list, h)
	}
	return list
}

// put puts what was handed out again behind the others; an answer that does not say the text leaves it.
func put(list []Handed, h Handed, renews bool) []Handed {
	if at := slices.IndexFunc(list, func(o Handed) bool { return o.Object == h.Object }); at >= 0 {
		if h.Text == "" {
			h.Text = list[at].Text
		}
		if renews {
			h.Got = list[at].Got
		}
		list = slices.Delete(list, at, at+1)
	}
	return append(list, h)
}
