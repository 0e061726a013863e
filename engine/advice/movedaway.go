package advice

import (
	"fmt"
	"strings"

	"interleave/engine"
	"interleave/engine/conflict"
)

// movedAway is for another's work that was moved to another name or database unread: it stands there, and who made it
// looks for it under the name it had. What brings it back is tried.
//
// Source: Redis, MOVE and RENAMENX; engine/tair/rules.md, "Values".
func (a *adviser) movedAway(whose string) string {
	to := conflict.MovedTo(a.v.Clone(), a.x, a.c.Object)
	if now, by, ok := a.movedTo(a.x, a.c.Object); ok && now == a.c.Object {
		return fmt.Sprintf("#%d has put it back since: a read of %s shows it again. Who read in between found nothing.",
			by.Number, a.v.Called(now))
	}
	say := fmt.Sprintf("Tell %s that #%d moved it to %s: a plain read of %s no longer shows it.", whose, a.x.Number,
		a.v.Called(to), a.v.Called(a.c.Object))
	stands := false
	for e := range a.v.Between(a.c.Event-1, a.c.Event+1) {
		stands = stands || e.Request == a.x.Number && conflict.TextStands(a.v.Clone(), *e, to)
	}
	if !stands || a.v.Readable(a.c.Object) {
		return say
	}
	home, was := databaseOf(a.c.Object.Name)
	away, is := databaseOf(to.Name)
	t := a.trial()
	line := func(verb string, words ...string) {
		list := make([]engine.Value, len(words))
		for i, word := range words {
			list[i] = engine.Text(word)
		}
		t.send(engine.Send{By: a.x.By, Verb: verb, Args: []engine.Arg{{Name: "line", Value: engine.List(list...)}},
			Words: engine.Words{On: a.x.Words.On}})
	}
	back := fmt.Sprintf("RENAMENX %s %s", is, was)
	if home != away {
		back = fmt.Sprintf("MOVE %s %s in database %s", is, home, away)
		line("SELECT", away)
		line("MOVE", is, home)
	} else {
		line("RENAMENX", is, was)
	}
	if !t.accepted() || t.refuses() || t.blind || !t.harmless() {
		return say
	}
	return say + fmt.Sprintf(" %s brings it back.", back)
}

// databaseOf is the database and the key of a name, as `db9:lock`: a key of the first one has its own.
func databaseOf(name string) (database, key string) {
	rest, begins := strings.CutPrefix(name, "db")
	if number, key, marked := strings.Cut(rest, ":"); begins && marked {
		return number, key
	}
	return "0", name
}
