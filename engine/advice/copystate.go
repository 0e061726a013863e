package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/view"
)

// copyGoesOn says whether a request was answered when it had begun a copy, and the service is at that still: what its
// target holds is nothing yet.
func (a *adviser) copyGoesOn(x *engine.Exchange) bool {
	return slices.ContainsFunc(a.v.Flight(), func(m view.Moving) bool {
		return m.Request == x.Number && m.State == engine.Working
	})
}

// copyCameToNothing says whether a request began a copy that was given up, or ended by somebody, since.
func (a *adviser) copyCameToNothing(x *engine.Exchange) bool {
	if x.Answer.Field("copy-status").String() != "pending" || a.copyGoesOn(x) {
		return false
	}
	for e := range a.v.Between(x.Decided.Event, a.v.Last+1) {
		if e.Kind == engine.Finished && e.Request == x.Number {
			return !e.Answer.Accepted()
		}
	}
	return true
}

// begunSince says of a later request that it began a copy which is not finished: its answer says no more.
func (a *adviser) begunSince(x *engine.Exchange) string {
	return fmt.Sprintf("%s's #%d has begun it since, and is answered no second time: read %s, which is empty while "+
		"its copy-status is pending. Only with success does it count.", a.who(), x.Number, a.v.Called(x.Object))
}

// copyTells reads the target of a try that was to begin a slow copy, or to end one, and had no answer: the state of the
// copy stands there. ok is false for any other request, and where no read shows that.
//
// Source: Azure REST, "Copy Blob", Remarks; "Get Blob Properties", x-ms-copy-status; engine/blob/rules.md, "Copy".
func (a *adviser) copyTells(try *engine.Exchange, why string) (card Card, ok bool) {
	effect := a.v.Spec(try.Verb).Effect
	if effect != engine.Copies && effect != engine.Aborts {
		return card, false
	}
	done := a.before(try.Sent.Event)
	done.decide(engine.Send{By: try.By, Verb: try.Verb, Args: try.Args, Words: engine.Words{On: try.Words.On,
		From: try.Words.From}})
	read, found := a.plainRead(done, try.Object)
	if done.err != nil || done.last == nil || !done.last.Took || !found {
		return card, false
	}
	shown := done.fork().send(read)
	if !shown.accepted() {
		return card, false
	}
	name := a.v.Called(try.Object)
	status := shown.last.Answer.Field("copy-status").String()
	say, then := "", ""
	switch {
	case effect == engine.Copies && status == "pending":
		say = fmt.Sprintf("Read %s: its copy-source and copy-status tell whether the copy was begun, and what has "+
			"become of it, unless somebody else copies the same there.", name)
		then = fmt.Sprintf("If its copy-source is %s: while its copy-status is pending, wait and read again; with "+
			"success nothing is left to send. In any other case send the copy again, if what is there may go.",
			sourceOf(try))
	case effect == engine.Aborts && status == "aborted":
		say = fmt.Sprintf("Read %s: its copy-status tells whether the copy was ended, is done or goes on.", name)
		then = fmt.Sprintf("Only where it is pending, under the copy-id of #%d, is there something left to abort: "+
			"with aborted it was ended, and %s is empty; with success it was done before.", try.Number, name)
	default:
		return card, false
	}
	if why != "" {
		say = strings.TrimSuffix(why, " ") + " r" + say[1:]
	}
	card, _ = a.readsBy(a.trial(), read, say, then)
	card.Others = listed(a.sameAgain())
	if a.c.Severity == engine.SeverityUnknown {
		card.Others = listed(a.twiceUnseen())
	}
	return card, true
}
