package advice

import (
	"fmt"
	"slices"
	"strings"

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
	if over := a.endedSince(); over != nil {
		return a.uploadTaken(over), true
	}
	number := partOf(since)
	switch own := since.By == a.c.By; {
	case own && late(a.v.Clone(), a.c, since):
		return a.sentOnceMore(number), true
	case own && since.Heard.IsZero():
		return a.settleParts(since, fmt.Sprintf("#%d, which had no answer, sent part %s again: if the tag that is "+
			"listed is that of its bytes, complete with that.", since.Number, number)), true
	case own:
		return a.newestTags(since), true
	}
	return a.settleParts(since, theirPart(a.v.Title(since.By), since)), true
}

// partOf is the number of the part that a request sent.
func partOf(x *engine.Exchange) string { return engine.ValueOf(x.Resolved(), "part").String() }

func theirPart(who string, x *engine.Exchange) string {
	return fmt.Sprintf("Part %s is what %s sent with #%d. Settle with %s whose is meant. If both are, each needs an "+
		"upload of its own: begin a new one, send every part again, and complete that.", partOf(x), who, x.Number, who)
}

// settleParts has the parts listed, and says what follows then.
func (a *adviser) settleParts(since *engine.Exchange, then string) Card {
	card := Card{Say: then}
	if read, ok := a.readOfParts(); ok {
		card, _ = a.readsBy(a.trial(), read, "List the parts. "+then, then)
	}
	card.Others = listed(a.sameAgain(), a.withTheirPart(since))
	return card
}

// newestTags lists the tags that the sender's own newer parts were answered, as far as the service finds one missing
// after another: where it then meets another's part, that is left to settle.
func (a *adviser) newestTags(since *engine.Exchange) Card {
	const most = 16
	parts := []*engine.Exchange{since}
	t := a.trial().send(a.completing(parts...))
	for len(parts) < most && t.err == nil && !t.accepted() {
		why := t.why()
		if why == nil || why.Rule.Name != a.c.Cause.Rule.Name || why.Rule.Kind != engine.StaleWrite {
			break
		}
		next := a.v.Exchange(why.Since.Request)
		if next == nil || next.By == a.c.By && (next.Heard.IsZero() || slices.ContainsFunc(parts, next.Is)) {
			break
		}
		if next.By != a.c.By {
			return a.settleParts(next, fmt.Sprintf("%s, and the newest tag came with the answer. %s", sentAgain(parts),
				theirPart(a.v.Title(next.By), next)))
		}
		parts = append(parts, next)
		t = a.trial().send(a.completing(parts...))
	}
	say := sentAgain(parts) + ": complete with the tag that its answer gave."
	if len(parts) > 1 {
		say = sentAgain(parts) + ": complete with the tags that their answers gave."
	}
	if !t.accepted() {
		say = fmt.Sprintf("%s, and the newest tag came with the answer. With that the list would get %s.",
			sentAgain(parts), t.reply())
	}
	card, ok := a.offer(t, "complete", say, a.who()+" completed with the newest tag")
	if !ok {
		card = Card{Say: say, Others: listed(a.sameAgain())}
	}
	return card
}

// sentAgain says which requests sent which parts again, as `#5 sent part 1 again`.
func sentAgain(parts []*engine.Exchange) string {
	var list []string
	for _, x := range parts {
		list = append(list, fmt.Sprintf("#%d sent part %s again", x.Number, partOf(x)))
	}
	return strings.Join(list, ", ")
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

// completing is the finding's request with the tags of newer parts in its list.
func (a *adviser) completing(parts ...*engine.Exchange) engine.Send {
	args := slices.Clone(a.x.Resolved())
	for i, arg := range args {
		for _, x := range parts {
			if arg.Name == "parts" {
				args[i].Value = withTag(args[i].Value, partOf(x), x.Answer.Field("etag"))
			}
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
func (a *adviser) withTheirPart(theirs *engine.Exchange) string {
	t := a.trial().send(a.completing(theirs))
	mixed := func(f conflict.Finding) bool { return f.Kind == engine.MixedContent }
	if theirs.By == a.c.By || !t.accepted() || !slices.ContainsFunc(t.found, mixed) {
		return ""
	}
	return fmt.Sprintf("With the tag that the list of the parts shows, what %s stores holds %s's part %s.", a.who(),
		a.v.Title(theirs.By), partOf(theirs))
}

// holdsOthers says of a later commit that it took in what another had sent or staged, as its sender had been shown:
// that it went through says nothing of whether that was meant. Empty where all of it was its sender's own.
func (a *adviser) holdsOthers(x *engine.Exchange) string {
	if a.v.Spec(x.Verb).Effect != engine.Commits {
		return ""
	}
	var holds, whose []string
	for e := range a.v.Between(x.Decided.Event-1, x.Decided.Event+1) {
		for _, p := range e.Took {
			theirs, title := a.v.Exchange(p.Mark.Request), a.v.Title(p.Mark.By)
			if e.Request != x.Number || p.IsOrigin() || theirs == nil || title == "" || theirs.By == x.By {
				continue
			}
			piece := "part " + partOf(theirs)
			if id := blockOf(theirs); id != "" {
				piece = "block " + id
			}
			holds = append(holds, fmt.Sprintf("%s's %s, sent with #%d", title, piece, theirs.Number))
			if !slices.Contains(whose, title) {
				whose = append(whose, title)
			}
		}
	}
	if len(holds) == 0 {
		return ""
	}
	return fmt.Sprintf("What it stored holds %s: settle with %s whether that is meant.", conflict.And(holds),
		conflict.And(whose))
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
