package advice

import (
	"fmt"

	"interleave/engine"
)

// afterFull is for what no longer fits behind what was appended, whoever appended that: nothing takes a block out of an
// append blob again, so there is nothing to settle, and what is still to be written goes into another one. ok is false
// where an empty one would not take it either.
//
// Source: Azure REST, "Append Block", Remarks.
func (a *adviser) afterFull() (card Card, ok bool) {
	if a.c.Cause.Rule.Looks != engine.AtRoom {
		return card, false
	}
	t := a.trial()
	name := a.c.Object.Name + ".next"
	for _, op := range a.service().Ops {
		if op.Object == a.spec.Object && len(op.Empty) > 0 {
			t.send(engine.Send{By: a.c.By, Verb: op.Verb,
				Args: append(engine.Args(op.Params()[0].Name, name), op.Empty...)})
		}
	}
	fresh, _ := a.service().BareOf(a.spec, a.again())
	fresh.Args = engine.With(fresh.Args, a.spec.Params()[0].Name, engine.Text(name))
	if !t.send(fresh).accepted() {
		return card, false
	}
	card = Card{Say: fmt.Sprintf("%s is full for it: nothing takes a block out of an append blob again. What is still "+
		"to be written goes into another one", a.c.Object.Name), Others: listed(a.sameAgain())}
	larger := a.again()
	larger.Args = without(larger.Args, "maxsize")
	if len(larger.Args) < len(a.again().Args) && a.trial().send(larger).accepted() {
		card.Say += ", or here with a larger maxsize, if that many bytes may be there"
	}
	card.Say += "."
	return card, true
}
