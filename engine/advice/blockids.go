package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// ownBlock tries whether a commit would have held none of another's, had its sender staged under a block id of its own:
// who stages under an id that is there already puts its block in the place of that one. A new id is as long as the
// others, for a blob takes no others.
//
// Source: Azure REST, "Put Block", Remarks.
func (a *adviser) ownBlock() []string {
	theirs := a.v.Exchange(a.c.Victim.Request)
	if a.c.Kind != engine.MixedContent || a.spec.Effect != engine.Commits || theirs == nil || theirs.By == a.c.By {
		return nil
	}
	id := blockOf(theirs)
	mine := a.stagedUnder(id)
	if id == "" || mine == nil {
		return nil
	}
	free := a.freeBlock(id)
	if free == "" {
		return nil
	}
	t := a.before(mine.Sent.Event)
	t.inItsPlace(mine, engine.Send{By: mine.By, Verb: mine.Verb, Args: engine.With(mine.Args, "block",
		engine.Text(free))})
	for n := mine.Number + 1; n < a.x.Number; n++ {
		if next := a.v.Exchange(n); next.Took && next.By != engine.Seed {
			t.inItsPlace(next, engine.Send{By: next.By, Verb: next.Verb, Args: next.Args, As: next.Name})
		}
	}
	t.found = nil
	t.inItsPlace(a.x, engine.Send{By: a.x.By, Verb: a.x.Verb, Args: renamed(a.x.Args, id, free)})
	if t.err != nil || t.last == nil || !t.last.Answer.Accepted() {
		return nil
	}
	for _, f := range silentOf(t.found) {
		if f.Kind == engine.MixedContent {
			return nil
		}
	}
	return []string{fmt.Sprintf("Had #%d and #%d named a block id that nobody else has (%s), what %s stored would "+
		"hold none of %s's; a commit throws away all the same what others have staged.", mine.Number, a.x.Number, free,
		a.who(), a.v.Title(theirs.By))}
}

// blockOf is the block id under which a request stages; empty: it stages none.
func blockOf(x *engine.Exchange) string { return engine.ValueOf(x.Resolved(), "block").String() }

// stagedUnder is the sender's own newest stage of the object under a block id; nil: there is none.
func (a *adviser) stagedUnder(id string) *engine.Exchange {
	for x := range a.v.SentBefore(a.x) {
		if x.Object == a.x.Object && x.Took && blockOf(x) == id {
			return x
		}
	}
	return nil
}

// freeBlock is an id as long as another that no request has named; empty: none of those that were tried is. Ids are
// base64, of which the letters in front of padding do not stand for whole bytes.
func (a *adviser) freeBlock(id string) string {
	at := len(id) - 1
	if at >= 4 && id[at] == '=' {
		at -= 3
	}
	for _, other := range "ZYXWVUTS" {
		free, taken := id[:at]+string(other)+id[at+1:], false
		for n := a.x.Number; n > 0 && !taken; n-- {
			taken = blockOf(a.v.Exchange(n)) == free
		}
		if !taken {
			return free
		}
	}
	return ""
}

// renamed are the arguments of a commit with another id in the place of one.
func renamed(args []engine.Arg, id, other string) (list []engine.Arg) {
	for _, arg := range args {
		if words, ok := arg.Value.List(); ok && arg.Name == "blocks" {
			now := make([]engine.Value, len(words))
			for n, word := range words {
				if now[n] = word; strings.TrimSpace(word.String()) == id {
					now[n] = engine.Text(other)
				}
			}
			arg.Value = engine.List(now...)
		}
		list = append(list, arg)
	}
	return list
}

// stagedOnly tries whether a list that asks for the latest blocks would have been refused, had it asked for the staged
// ones alone: those that its sender staged are gone, and it took in others under the same ids. Where the list could
// never have been made of staged blocks alone, that is no guard.
//
// Source: Azure REST, "Put Block List", Remarks.
func (a *adviser) stagedOnly() []string {
	if a.c.Kind != engine.MixedContent || a.spec.Effect != engine.Commits {
		return nil
	}
	args, ok := searching(a.x.Resolved(), "uncommitted")
	own := a.newestStage()
	if !ok || own == nil {
		return nil
	}
	t, send := a.before(a.c.Event), engine.Send{By: a.x.By, Verb: a.x.Verb, Args: args}
	t.decide(send)
	if t.err != nil || t.last == nil || t.why() == nil || t.why().Rule.Kind != engine.IsGone ||
		len(silentOf(t.found)) > 0 {
		return nil
	}
	before, _ := a.v.Before(own.Decided.Event + 1)
	if t.always(send, before) {
		return nil
	}
	return []string{fmt.Sprintf("uncommitted in the place of latest in the list. The answer would be %s.", short(t))}
}

// committedOnly tries whether a list that asks for the latest blocks would have held none of another's, had it asked
// for the committed ones, which its sender had read.
//
// Source: engine/blob/rules.md, "Block blobs": `Latest`: staged first, else committed.
func (a *adviser) committedOnly() []string {
	args, ok := searching(a.x.Resolved(), "committed")
	if a.c.Kind != engine.MixedContent || a.spec.Effect != engine.Commits || !ok || a.madeFrom() == nil {
		return nil
	}
	t := a.before(a.c.Event)
	t.decide(engine.Send{By: a.x.By, Verb: a.x.Verb, Args: args})
	theirs := a.v.Exchange(a.c.Victim.Request)
	mixes := func(f conflict.Finding) bool { return f.Kind == engine.MixedContent }
	if t.err != nil || t.last == nil || t.last.Decided.IsZero() || t.why() != nil || theirs == nil ||
		slices.ContainsFunc(silentOf(t.found), mixes) {
		return nil
	}
	return []string{fmt.Sprintf("committed in the place of latest in the list: what %s stored would hold none of "+
		"%s's; a commit throws away all the same what others have staged.", a.who(), a.v.Title(theirs.By))}
}

// newestStage is the sender's newest stage of the object in front of its request; nil: there is none.
func (a *adviser) newestStage() *engine.Exchange {
	for x := range a.v.SentBefore(a.x) {
		if x.Object == a.x.Object && x.Took && a.v.Spec(x.Verb).Effect == engine.Stages {
			return x
		}
	}
	return nil
}

// searching are the arguments of a commit whose list asks for another place than the latest blocks. ok is false for a
// list that does not ask for these.
func searching(args []engine.Arg, place string) (list []engine.Arg, ok bool) {
	for _, arg := range args {
		if words, isList := arg.Value.List(); isList && arg.Name == "blocks" {
			now := slices.Clone(words)
			for n, word := range now {
				if strings.EqualFold(word.String(), "latest") {
					now[n], ok = engine.Text(place), true
				}
			}
			arg.Value = engine.List(now...)
		}
		list = append(list, arg)
	}
	return list, ok
}
