package advice

import "fmt"

// An answer that hands out what its request took away is the only copy of that: where it is lost, no second try brings
// it back, and that nothing is there any more is not what was wished for.

// handedOut is for such a request without an answer. ok is false for any other, and where a later try was handed
// something.
func (a *adviser) handedOut() (Card, bool) {
	if !a.spec.Hands {
		return Card{}, false
	}
	no, then := fmt.Sprintf("#%d", a.x.Number), "Make it anew from where it came from, if that is still wanted. Next "+
		"time take it in two steps: read it first, then send what takes it, compared with what was read."
	lost := fmt.Sprintf("The answer to %s alone held what it took: if it was done, that is lost to all, and no second "+
		"try brings it back.", no)
	for x := range a.v.HeardAbout(a.c.By, a.x.Object) {
		if x.Sent.Event <= a.x.Sent.Event || x.Object != a.x.Object || !x.Answer.Accepted() {
			continue
		}
		if x.Answer.Text().IsZero() {
			lost = fmt.Sprintf("#%d found nothing: %s took it, or somebody else did, or nothing was there. If it was "+
				"%s, what it held is lost to all, and no second try brings it back.", x.Number, no, no)
			return Card{Say: lost + " " + then}, true
		}
		return Card{Say: fmt.Sprintf("#%d has shown what was there then. If %s was done before that, what it took is "+
			"lost to all. %s", x.Number, no, then)}, true
	}
	card, _ := a.reads(lost+" Read first: what is there still was not taken. "+then, then)
	return card, true
}
