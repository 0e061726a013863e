package advice

import (
	"fmt"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// leftUndone says whether a try of a script changed nothing, though that script changes something, sent when the
// finding's request was, or where it finds what it compares with: to whoever compares and sets, or compares and
// removes, its reply is the same whether an earlier try had done it or another writer came first. It settles nothing.
//
// Source: engine/tair/rules.md, "Scripts".
func (a *adviser) leftUndone(try *engine.Exchange) bool {
	// the first of them takes effect in any case: the service keeps its text
	if try.Altered || try.Wish != a.x.Wish || a.spec.Effect != engine.Groups || !a.spec.Prompt() || a.isTransaction() {
		return false
	}
	if a.namesChange() {
		return true
	}
	t := a.before(a.x.Sent.Event)
	t.decide(engine.Send{By: a.x.By, Verb: a.x.Verb, Args: a.x.Args,
		Words: engine.Words{From: a.x.Words.From, On: a.x.Words.On}})
	return t.err == nil && t.last.Altered
}

// readsKey offers the read that shows what the script changes; where it changes nothing as things stood when it was
// sent, that of its key.
func (a *adviser) readsKey(say, then string) (Card, bool) {
	card, ok := a.readsWhatItChanges(say, then)
	if !ok && a.c.Object.Kind == "key" {
		return a.reads(say, then)
	}
	return card, ok
}

// namesChange says whether the text of a script names a command that changes something, as in redis.call('set', ...).
func (a *adviser) namesChange() bool {
	words := engine.LineWords(a.x.Resolved()[0].Value)
	if len(words) == 0 {
		return false
	}
	text, ops := strings.ToUpper(words[0].String()), a.service().Ops
	return slices.ContainsFunc(ops, func(op engine.OpSpec) bool {
		return op.Changes() && (strings.Contains(text, "'"+op.Verb+"'") || strings.Contains(text, `"`+op.Verb+`"`))
	})
}

// scriptAgain is for a script that had no answer, and that was sent again since without changing anything. ok is false
// where none was.
func (a *adviser) scriptAgain() (Card, bool) {
	for n := a.v.Requests(); n > a.x.Number; n-- {
		try := a.v.Exchange(n)
		if try.By != a.x.By || try.Heard.IsZero() || !try.Answer.Accepted() || !a.leftUndone(try) {
			continue
		}
		return a.readsKey(fmt.Sprintf("#%d, the same again, changed nothing and was told %s, which does not "+
			"say whether #%d had been done. Read what is there, and compare something that only #%[3]d wrote, such as "+
			"an id.", n, conflict.Replied(&try.Answer), a.x.Number),
			fmt.Sprintf("Check whether the change of #%d is in it; send it again, from what is read now, only if it "+
				"is not.", a.x.Number))
	}
	return Card{}, false
}
