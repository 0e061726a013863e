package advice

import (
	"fmt"
	"strings"

	"interleave/engine"
)

// withoutRight is for a request that whoever sends it was never allowed to send: nothing in it is to be corrected, and
// it is for whoever gives the right. By whom it would be done, tried, stands beside it. ok is false for any other
// refusal.
//
// Source: engine/blob/rules.md, R39; engine/bucket/rules.md, "Bucket policies".
func (a *adviser) withoutRight() (card Card, ok bool) {
	c := a.c.Cause
	if c.Rule.Looks != engine.AtRights {
		return card, false
	}
	holder, _, _ := strings.Cut(a.x.Object.Name, "/")
	say := "Nothing in the request is wrong: "
	switch c.Rule.Name {
	case "access policy":
		say += fmt.Sprintf("access policy %s does not allow it. Ask who sets the policies of %s.", c.Want, holder)
	case "signed permissions":
		say += "its signature does not allow it. Ask who made that for one that does."
	default:
		say += fmt.Sprintf("%s has not been given the right to do this in %s. Ask who gives it.", a.who(), holder)
	}
	card = Card{Say: say, Others: listed(a.sameAgain())}
	if own := a.again(); !a.sent(under).IsZero() {
		own.Args = without(own.Args, under)
		if t := a.trial().send(own); t.accepted() {
			card.Others = append(card.Others, fmt.Sprintf("Under the account's own key in the place of that it would "+
				"get %s.", t.reply()))
		}
		return card, true
	}
	card.Others = append(card.Others, a.sentByOthers()...)
	return card, true
}

// sentByOthers is what the same would come to from each other writer that may send it.
func (a *adviser) sentByOthers() (list []string) {
	for _, w := range a.v.Writers() {
		by := a.again()
		by.By, by.Words = w.ID, engine.Words{}
		if t := a.trial(); w.ID != a.c.By && t.send(by).accepted() && t.harmless() {
			list = append(list, fmt.Sprintf("Sent by %s, it would get %s.", w.Title, t.reply()))
		}
	}
	return list
}

// under is the parameter that names by which access policy or signature a request comes.
const under = "under"
