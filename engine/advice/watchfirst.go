package advice

import (
	"fmt"
	"slices"

	"interleave/engine"
	"interleave/engine/conflict"
)

// watchedFirst tries whether EXEC would have done nothing, had its sender watched the key before it read it, or not
// taken away the watch that it had. Without the work that was replaced it must be carried out all the same: else it
// would refuse its sender for its own work.
//
// Source: engine/tair/rules.md, race 18; Redis, "Transactions".
func (a *adviser) watchedFirst() []string {
	base := a.madeFrom()
	compared := a.x.Compared.Of(a.c.Object) && a.c.Kind != engine.GuardDefeated // by a watch that began too late
	if !conflict.Queued(a.v.Clone(), a.x) || compared || base == nil ||
		a.v.Spec(base.Verb).Group != engine.GroupRead || a.c.Victim.Request == 0 {
		return nil
	}
	first := watched{from: base, anew: true}
	how := fmt.Sprintf("WATCH %s before the read #%d", a.v.Called(a.c.Object), base.Number)
	if watch, end := conflict.WatchEnded(a.v.Clone(), a.x, a.c.Object.Name); watch != nil && end.Verb == "UNWATCH" {
		without := fmt.Sprintf(", without UNWATCH #%d", end.Number)
		if stays := (watched{from: watch, stays: true}); a.watchStops(stays) {
			first, how = stays, fmt.Sprintf("#%d's watch", watch.Number)
		}
		first.stays, how = true, how+without
	}
	if !a.watchStops(first) {
		return nil
	}
	return []string{fmt.Sprintf("%s. The answer would be %s.", how, conflict.Replied(&engine.Answer{}))}
}

// watched is how a key is watched that was not.
type watched struct {
	from  *engine.Exchange // what happened from this request on is done again
	anew  bool             // with a WATCH in front of it
	stays bool             // without what ended a watch by itself
	line  *engine.Exchange // in whose place another line is sent; nil: in no one's
	other engine.Send      // that one
}

// watchStops says whether EXEC does nothing where the key is watched, and without what others did to the key since is
// carried out.
func (a *adviser) watchStops(how watched) bool {
	with := a.watching(how, func(*engine.Exchange) bool { return false })
	if with == nil || !with.stopped(with.known()) {
		return false
	}
	without := a.watching(how, a.isOthers)
	if without == nil {
		return false
	}
	why := without.why() // that of a command of its own, which nobody else has to do with, stays
	return why == nil || a.x.Answer.Why != nil && why.Rule == a.x.Answer.Why.Rule
}

// isOthers says whether a request is what the finding's replaced, or another change of the object by somebody else.
func (a *adviser) isOthers(x *engine.Exchange) bool {
	return x.Number == a.c.Victim.Request || x.By != a.c.By && x.Object == a.c.Object && a.v.Spec(x.Verb).Changes()
}

// lineWatched tries whether a line that compares nothing would have been left undone, had its sender watched the key
// before it read it and sent the line between MULTI and EXEC. Without the work that was replaced it must be carried out
// all the same. alone: no other guard was found.
//
// Source: engine/tair/rules.md, "Plain Redis commands"; Redis, "Transactions".
func (a *adviser) lineWatched(alone bool) []string {
	base, queued := a.madeFrom(), isQueued(a.x)
	if !alone || !a.spec.Prompt() || a.spec.Effect == engine.Groups || queued || base == nil ||
		a.v.Spec(base.Verb).Group != engine.GroupRead || a.c.Victim.Request == 0 ||
		!a.watchStops(watched{from: base, anew: true}) {
		return nil
	}
	return []string{fmt.Sprintf("WATCH %s before the read #%d, and %s between MULTI and EXEC. The answer would be %s.",
		a.v.Called(a.c.Object), base.Number, a.x.Verb, conflict.Replied(&engine.Answer{}))}
}

// watching is what happened from a request on where a key is watched, and without some of the requests; nil where that
// could not be so.
func (a *adviser) watching(how watched, without func(*engine.Exchange) bool) *trial {
	on := engine.Words{On: a.x.Words.On}
	t := a.before(how.from.Sent.Event)
	if how.anew {
		t.send(engine.Send{By: a.x.By, Verb: "WATCH", Args: []engine.Arg{{Name: "line",
			Value: engine.List(engine.Text(a.c.Object.Name))}}, Words: on})
	}
	for n := how.from.Number; n <= a.x.Number && t.err == nil; n++ {
		x := a.v.Exchange(n)
		if x.Decided.IsZero() || x.Decided.Event > a.x.Decided.Event || without(x) || x.By == engine.Seed ||
			how.stays && x.Verb == "UNWATCH" && x.By == a.x.By && x.Words.On == on.On {
			continue
		}
		last := n == a.x.Number
		alone := last && a.spec.Effect != engine.Groups
		if last {
			t.found = nil
		}
		if alone {
			t.command(x, "MULTI")
		}
		s := engine.Send{By: x.By, Verb: x.Verb, Args: x.Args, Words: engine.Words{On: x.Words.On}}
		if x.Is(how.line) {
			s.Verb, s.Args = how.other.Verb, how.other.Args
		}
		t.inItsPlace(x, s)
		if alone {
			t.command(x, "EXEC")
		}
	}
	if t.err != nil || t.last == nil || t.last.Decided.IsZero() {
		return nil
	}
	return t
}

// command sends a line of one word beside a request, at the moment at which that was decided.
func (t *trial) command(beside *engine.Exchange, verb string) {
	of := *beside
	sending := *beside.Sending
	sending.Name = beside.Name + "-" + verb
	of.Sending = &sending
	t.inItsPlace(&of, engine.Send{By: of.By, Verb: verb, Words: engine.Words{On: of.Words.On}})
}

// comparedInside tries whether a script would have done nothing, had it compared the key with what its sender had read
// before it did anything.
//
// Source: engine/tair/rules.md, "Scripts": nothing comes in between.
func (a *adviser) comparedInside() []string {
	base := a.madeFrom()
	if a.x.Verb != "EVAL" || base == nil || a.c.Victim.Request == 0 {
		return nil
	}
	words, read := engine.LineWords(a.x.Resolved()[0].Value), base.Answer.Text()
	keys, ok := words[1].Int()
	at := 2 + slices.IndexFunc(words[2:], func(v engine.Value) bool { return v.String() == a.c.Object.Name })
	if !ok || read.IsZero() || at < 2 || int64(at) >= keys+2 {
		return nil
	}
	args := len(words) - 2 - int(keys) + 1
	words = append(slices.Clone(words), read)
	words[0] = engine.Text(fmt.Sprintf("if redis.call('GET',KEYS[%d])~=ARGV[%d] then return false end %s", at-1, args,
		words[0]))
	line := engine.Send{By: a.x.By, Verb: a.x.Verb, Args: []engine.Arg{{Name: "line", Value: engine.List(words...)}},
		Words: engine.Words{On: a.x.Words.On}}
	t, without := a.before(a.c.Event), a.before(a.c.Victim.Event)
	t.decide(line)
	without.decide(line)
	if t.err != nil || t.last.Altered || t.why() != nil || without.err != nil || !without.last.Altered {
		return nil
	}
	return []string{fmt.Sprintf("A script that compares %s with what #%d read before it writes, and ends with false "+
		"where that is another. The answer would be %s.", a.v.Called(a.c.Object), base.Number,
		conflict.Replied(&t.last.Answer))}
}
