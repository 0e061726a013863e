package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
	"interleave/engine/view"
)

// leaseGivenBack is for a release or a break that nobody heard of: no tag moves by it, so only an answer that tells of
// the lease itself tells whether one stands. ok is false where none has been heard.
func (a *adviser) leaseGivenBack() (Card, bool) {
	for x := range a.v.HeardBy(a.c.By) {
		if x.Heard.Event < a.x.Sent.Event {
			break
		}
		if x.Object != a.x.Object || x.Sent.Event <= a.x.Sent.Event {
			continue
		}
		switch state := x.Answer.Field("lease-state").String(); {
		case state == "":
			continue
		case state != "leased" && state != "breaking":
			return Card{Say: fmt.Sprintf("#%d says that no lease stands: it was ended by #%d, or is over otherwise. "+
				"Nothing is left to end.", x.Number, a.x.Number)}, true
		case a.spec.Effect == engine.BreaksLease && state == "breaking":
			return Card{Say: fmt.Sprintf("#%d says that the lease is being broken, by #%d or by somebody else: wait "+
				"until it is over.", x.Number, a.x.Number)}, true
		case a.spec.Effect == engine.BreaksLease:
			return Card{Say: fmt.Sprintf("#%d says that a lease stands; whose, a read does not say. Either #%d was "+
				"not done, or somebody has acquired it since: settle who is working before it is broken.", x.Number,
				a.x.Number)}, true
		}
		if conflict.NeverGiven(a.v.Clone(), a.x) { // the same again would end another's
			return Card{Say: fmt.Sprintf("#%d says that a lease stands; whose, a read does not say. #%d sent a lease "+
				"id that %s was never given: settle with whoever holds the lease who works.", x.Number, a.x.Number,
				a.who())}, true
		}
		card := Card{Say: fmt.Sprintf("#%d says that a lease stands; whose, a read does not say. Release it again: "+
			"under one's own id that ends nobody else's, and a refusal says that it is not this one.", x.Number)}
		t := a.trial().send(a.again())
		if t.err != nil || t.last.Heard.IsZero() || !t.harmless() {
			return card, true
		}
		say := card.Say
		card = t.card("retry", say, fmt.Sprintf("%s sent #%d again", a.who(), a.x.Number))
		if !t.accepted() {
			card.Foretold = t.reply()
		}
		return card, true
	}
	return Card{}, false
}

// readsLeaseFirst is what to look at before a release or a break that nobody heard of is tried again: the state of the
// lease, which the properties tell. A release under one's own id ends nobody else's.
//
// Source: engine/lease/rules.md.
func (a *adviser) readsLeaseFirst() string {
	say := "Read the state of the lease before the next try: the properties say whether one stands, and not whose."
	if a.spec.Effect == engine.ReleasesLease && !conflict.NeverGiven(a.v.Clone(), a.x) {
		say += " The same again, under one's own id, would end nobody else's."
	}
	return say
}

// readsWhatItChanges offers the read that shows what the request changes: a blob's tags and a container's lease stand
// in no answer to the plain one. Where none does, the plain one is offered.
func (a *adviser) readsWhatItChanges(say, then string) (Card, bool) {
	return a.readsWhatTryChanges(a.x, say, then)
}

// readsWhatTryChanges is the same of another request for what the finding's is about.
func (a *adviser) readsWhatTryChanges(try *engine.Exchange, say, then string) (Card, bool) {
	changed, methods := a.changes(try), []string{"GET", "HEAD"}
	if a.spec.Effect.OfLease() { // without its text
		slices.Reverse(methods)
	}
	for read, x := range a.readsLike(a.before(try.Sent.Event), a.x.Object, methods...) {
		tells := slices.ContainsFunc(changed, func(c engine.Change) bool {
			return slices.ContainsFunc(x.Shows, c.Part.Same)
		})
		if a.spec.Effect.OfLease() {
			tells = !x.Answer.Field("lease-state").IsZero()
		}
		if tells {
			return a.readsBy(a.trial(), read, say, then)
		}
	}
	if card, ok := a.readsGroup(try, say, then); ok {
		return card, true
	}
	if len(changed) > 0 && changed[0].Object.Kind == "message" && changed[0].Object != try.Object {
		if a.deletes() {
			return Card{Say: "No read tells whether it was done: what is there may have been put since, and would be " +
				"deleted by another try too. Settle first whether that may go."}, true
		}
		if shown := a.shownSince(try); shown != nil {
			return Card{Say: fmt.Sprintf("#%d shows a message with the text of #%d. If it holds an id of that try, it "+
				"was done, and nothing is left to send; the same text alone does not tell whose it is.", shown.Number,
				try.Number)}, true
		}
		return Card{Say: "No read tells that it was not done: a peek shows no message that is hidden, and a count " +
			"names none. Make it safe to repeat before it is sent again."}, true
	}
	read, tells, changes := a.readThatTells(try, changed)
	switch {
	case tells:
		return a.readsBy(a.trial(), read, say, then)
	case changes:
		return Card{Say: say}, false
	}
	if read, ok := a.counterpart(try); ok {
		return a.readsBy(a.trial(), read, say, then)
	}
	return a.reads(say, then)
}

// counterpart is the read that goes by the name of what a request sets, as get-bucket-policy beside put-bucket-policy,
// and of what it opens the list of what is open.
func (a *adviser) counterpart(try *engine.Exchange) (engine.Send, bool) {
	_, what, _ := strings.Cut(try.Verb, "-")
	for i := range a.service().Ops {
		op := &a.service().Ops[i]
		open := op.Lists && a.v.Spec(try.Verb).Effect == engine.Opens
		if op.Object == try.Object.Kind && op.Effect == engine.Reads && (open || op.Verb == "get-"+what) {
			return engine.Send{By: a.c.By, Verb: op.Verb, Args: engine.Args(op.Params()[0].Name, try.Object.Name)}, true
		}
	}
	return engine.Send{}, false
}

// readsGroup offers the read of that one of several things which tells whether a request for all of them was done: what
// stands for all, as their table, shows none, and a transaction names none. ok is false where the request is for one
// thing.
func (a *adviser) readsGroup(try *engine.Exchange, say, then string) (Card, bool) {
	if a.spec.Effect != engine.Groups {
		return Card{}, false
	}
	if object, ok := a.witness(try); ok {
		return a.readsOf(object, say, then)
	}
	return Card{}, false
}

// witness is what shows best whether a request for several things was done, and can be read: the first that nobody else
// has changed or removed since it was sent, else the first of all. What the refusal met goes before the others, which
// may be as they are for other reasons. ok is false where none can be read.
func (a *adviser) witness(try *engine.Exchange) (object engine.ObjectID, ok bool) {
	changed := a.changes(try)
	var objects []engine.ObjectID
	if met := a.refusedEntry(); slices.ContainsFunc(changed,
		func(c engine.Change) bool { return c.Object == met }) {
		objects = append(objects, met)
	}
	objects = append(objects, a.targets(try)...)
	for _, c := range changed {
		objects = append(objects, c.Object)
	}
	objects = slices.DeleteFunc(objects, func(o engine.ObjectID) bool {
		_, reads := a.readOf(a.trial(), o)
		return !reads
	})
	if len(objects) == 0 {
		return object, false
	}
	alone := slices.IndexFunc(objects, func(o engine.ObjectID) bool { return !a.touchedByOthers(o, try) })
	return objects[max(alone, 0)], true
}

// touchedByOthers says whether anybody but its sender, or the clock, has changed or removed a thing since a request was
// sent.
func (a *adviser) touchedByOthers(object engine.ObjectID, since *engine.Exchange) bool {
	w := a.v.Clone()
	for e := range a.v.Between(since.Sent.Event, a.v.Last+1) {
		if e.Kind == engine.Decided && a.v.Exchange(e.Request).By == since.By {
			continue
		}
		for touched := range e.Touched(w) {
			if touched == object {
				return true
			}
		}
	}
	went, _ := a.between(object, since.Sent.Event) // with what it lies in
	return went != nil
}

// foundNone says whether the newest answer to its sender about a thing behind the refusal is that nothing is there.
func (a *adviser) foundNone(object engine.ObjectID) bool {
	for x := range a.v.HeardBy(a.c.By) {
		if x.Heard.Event <= a.x.Heard.Event {
			break
		}
		if x.Object == object {
			return a.v.Spec(x.Verb).Effect == engine.Reads && x.Answer.Status == 404
		}
	}
	return false
}

// groupUnsettled is for a group that was refused by what is there, where an earlier try of it was not answered: to its
// sender that looks the same whoever wrote it. ok is false where the group was to write nothing that could be compared.
func (a *adviser) groupUnsettled(try *engine.Exchange) (Card, bool) {
	object, ok := a.witness(try)
	changed := slices.DeleteFunc(a.changes(try), func(c engine.Change) bool { return c.Drops || c.Object != object })
	if !ok || len(changed) == 0 {
		return Card{}, false
	}
	if a.foundNone(object) && !a.inFlight(try) { // then none of it was done
		return Card{}, false
	}
	what := "Read what is there."
	if met := a.refusedEntry(); object != met {
		what = fmt.Sprintf("Read %s, which was to be written with it.", a.v.Called(object))
		if how, ended := a.cameToEnd(met, a.x.Decided.Event); ended && !a.v.Readable(met) {
			what = a.removal(how, met) + ". " + what
		}
	}
	then := fmt.Sprintf("Compare something that only #%d wrote, such as an id: with it the whole group was done, and "+
		"nothing is left to send; without, decide whether what is there will do.", try.Number)
	if card, ok := a.hasRead(changed, then); ok {
		return card, true
	}
	card, ok := a.readsOf(object, fmt.Sprintf("%s's own try #%d had no answer, and this refusal does not say "+
		"whose work it met. %s %s", a.who(), try.Number, what, then), then)
	if ok && card.Others == nil {
		card.Others = listed(a.sameAgain())
	}
	return card, ok
}

// shownSince is the newest answer to the sender since a put that shows a message with its text; nil: none does.
func (a *adviser) shownSince(put *engine.Exchange) *engine.Exchange {
	text, ok := view.Carried(a.v.Spec(put.Verb), put.Resolved())
	for x := range a.v.RequestsOf(put.By) {
		if x.Number <= put.Number || !ok {
			return nil
		}
		if x.Object == put.Object && !x.Heard.IsZero() && slices.ContainsFunc(x.Answer.Fields,
			func(f engine.Field) bool { return strings.HasSuffix(f.Name, ".text") && f.Value.String() == text }) {
			return x
		}
	}
	return nil
}

// queuedFor are the things that the lines were to change which a transaction had queued, the first one first: so much
// its sender knows, whether it was carried out or not.
func (a *adviser) queuedFor(try *engine.Exchange) (objects []engine.ObjectID) {
	const most = 64
	looked := 0
	for x := range a.v.RequestsOf(try.By) {
		if looked++; looked > most || !a.spec.Prompt() {
			break
		}
		queued := isQueued(x)
		switch {
		case x.Number >= try.Number || x.Words.On != try.Words.On:
		case queued && a.v.Spec(x.Verb).Changes():
			objects = append(objects, x.Object)
		case !queued && a.v.Spec(x.Verb).Effect == engine.Gathers:
			looked = most
		}
	}
	slices.Reverse(objects)
	return objects
}

// changes are the parts that a request would have changed as it stood when it was sent.
func (a *adviser) changes(try *engine.Exchange) (list []engine.Change) {
	t := a.before(try.Sent.Event)
	t.put(engine.Send{By: try.By, Verb: try.Verb, Args: try.Args, As: "tried"})
	for _, e := range t.put(engine.Deliver{Names: []string{"tried"}}) {
		list = append(list, e.Own()...)
	}
	return list
}

// movesTag says whether a try would have given what it names another tag, as it stood when it was sent: where it would
// not, the same tag says nothing of it.
func (a *adviser) movesTag(try *engine.Exchange) bool {
	t := a.before(try.Sent.Event)
	read, ok := a.readOf(t, try.Object)
	if !ok {
		return false
	}
	t.send(read)
	if t.err != nil || t.last == nil {
		return false
	}
	tag := t.last.Answer.Field("etag")
	t.decide(engine.Send{By: try.By, Verb: try.Verb, Args: try.Args, Words: engine.Words{From: try.Words.From}})
	t.send(read)
	return t.err == nil && !tag.IsZero() && !t.last.Answer.Field("etag").Equal(tag)
}
