package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
)

// afterReplacedPart is for a list that names a part by the tag of what stood there before it was sent again. Where its
// sender did that and was answered, the newest tag is all that is missing. Where another did, whoever has the id of an
// upload writes into it: to list the tag that stands would store the other's part, and to send one's own again would
// replace it unread, so the two have to settle whose is meant.
//
// Source: engine/bucket/rules.md, "Multipart life cycle": the same number again replaces the part.
func (a *adviser) afterReplacedPart() (Card, bool) {
	since := a.v.Exchange(a.c.Cause.Since.Request)
	if !conflict.ReplacedPart(a.v.Clone(), a.c) || since == nil {
		return Card{}, false
	}
	number, who := valueOf(since.Resolved(), "part").String(), a.v.Title(since.By)
	then := fmt.Sprintf("Part %s is what %s sent with #%d. Settle with %s whose is meant. If both are, each needs an "+
		"upload of its own: begin a new one, send every part again, and complete that.", number, who, since.Number, who)
	switch own := since.By == a.c.By; {
	case own && late(a.v.Clone(), a.c, since):
		return a.sentOnceMore(number), true
	case own && since.Heard.IsZero():
		then = fmt.Sprintf("#%d, which had no answer, sent part %s again: if the tag that is listed is that of its "+
			"bytes, complete with that.", since.Number, number)
	case own:
		say := fmt.Sprintf("#%d sent part %s again: complete with the tag that its answer gave.", since.Number, number)
		card, ok := a.offer(a.trial().send(a.completing(since, number)), "complete", say, a.who()+
			" completed with the newest tag")
		if !ok {
			card = Card{Say: say, Others: listed(a.sameAgain())}
		}
		return card, true
	}
	card := Card{Say: then}
	if read, ok := a.readOfParts(); ok {
		card, _ = a.readsBy(a.trial(), read, "List the parts. "+then, then)
	}
	card.Others = listed(a.sameAgain(), a.withTheirPart(since, number))
	return card, true
}

// late says whether what took the place of a part is an older request than the one that had brought it, or a second
// copy: its bytes are not the newest that its sender meant.
func late(w *engine.World, c conflict.Finding, since *engine.Exchange) bool {
	listed := conflict.PartListed(w, c)
	return listed != nil && (listed.Number > since.Number || since.Decided.Event != c.Cause.Since.Event)
}

// sentOnceMore sends the part that the list names again, and the list as it was.
func (a *adviser) sentOnceMore(number string) Card {
	listed := conflict.PartListed(a.v.Clone(), a.c)
	say := fmt.Sprintf("What came late took the place of #%d: send part %s again as #%d sent it, then complete.",
		listed.Number, number, listed.Number)
	t := a.trial().send(engine.Send{By: listed.By, Verb: listed.Verb, Args: listed.Args,
		Words: engine.Words{From: listed.Words.From}})
	if card, ok := a.offer(t.send(a.again()), "complete", say, a.who()+" sent the part again and completed"); ok &&
		listed.By == a.c.By {
		return card
	}
	return Card{Say: say}
}

// completing is the finding's request with the tag of a newer part in its list.
func (a *adviser) completing(part *engine.Exchange, number string) engine.Send {
	args := slices.Clone(a.x.Resolved())
	for i, arg := range args {
		if arg.Name == "parts" {
			args[i].Value = withTag(arg.Value, number, part.Answer.Field("etag"))
		}
	}
	return engine.Send{By: a.x.By, Verb: a.x.Verb, Args: args, Words: engine.Words{From: a.x.Words.From}}
}

// withTag is a list of parts, as [1=TAG], with another tag for one of them.
func withTag(list engine.Value, number string, tag engine.Value) engine.Value {
	words, ok := list.List()
	if !ok {
		return list
	}
	now := slices.Clone(words)
	if last := len(now) - 1; last > 0 && now[0].String() == number {
		now[last] = tag
		return engine.List(now...)
	}
	for i := range now {
		now[i] = withTag(now[i], number, tag)
	}
	return engine.List(now...)
}

// withTheirPart says what the list would store with the tag of another's part, which a list of the parts shows; empty
// where that does no harm, or was not accepted.
func (a *adviser) withTheirPart(theirs *engine.Exchange, number string) string {
	t := a.trial().send(a.completing(theirs, number))
	mixed := func(f conflict.Finding) bool { return f.Kind == engine.MixedContent }
	if theirs.By == a.c.By || !t.accepted() || !slices.ContainsFunc(t.found, mixed) {
		return ""
	}
	return fmt.Sprintf("With the tag that the list of the parts shows, what %s stores holds %s's part %s.", a.who(),
		a.v.Title(theirs.By), number)
}

// readOfParts is the read that lists the parts of the finding's upload.
func (a *adviser) readOfParts() (send engine.Send, ok bool) {
	for i := range a.service().Ops {
		op := &a.service().Ops[i]
		if op.Group != engine.GroupRead || op.Object != a.x.Object.Kind {
			continue
		}
		for _, p := range op.Params() {
			if p.Guard == "upload" {
				return engine.Send{By: a.c.By, Verb: op.Verb, Args: engine.With(engine.Args(op.Params()[0].Name,
					a.x.Object.Name), p.Name, a.argument("upload"))}, true
			}
		}
	}
	return engine.Send{}, false
}
