package advice

import (
	"fmt"
	"strings"

	"interleave/engine"
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
func blockOf(x *engine.Exchange) string { return valueOf(x.Resolved(), "block").String() }

// stagedUnder is the sender's own newest stage of the object under a block id; nil: there is none.
func (a *adviser) stagedUnder(id string) *engine.Exchange {
	for x := range a.v.RequestsOf(a.c.By) {
		if x.Number < a.x.Number && x.Object == a.x.Object && x.Took && blockOf(x) == id {
			return x
		}
	}
	return nil
}

// freeBlock is an id as long as another that no request has named; empty: none of those that were tried is.
func (a *adviser) freeBlock(id string) string {
	for _, end := range "ZYXWVUTS" {
		free, taken := id[:len(id)-1]+string(end), false
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
