package tair

import (
	"slices"

	"interleave/engine"
)

// MULTI, EXEC, DISCARD and WATCH, of one connection each.
//
// Source: rules.md, "Races", race 18; "Values", last line; Redis, "Transactions".

func (c *call) connection() client {
	if known := c.known(); known != nil {
		return *known
	}
	return client{}
}

// known is what is kept of the connection; nil: nothing, as of most.
func (c *call) known() *client {
	if c.state.clients.Len() == 0 {
		return nil
	}
	return c.state.clients.Get(c.tx.Connection())
}

// keep stores the connection, or nothing where it has nothing open.
func (c *call) keep(next client) {
	if !next.multi && len(next.watched) == 0 && next.database == 0 {
		c.state.clients.Delete(c.tx, c.tx.Connection())
		return
	}
	c.state.clients.Put(c.tx, c.tx.Connection(), &next)
}

// multi begins a transaction: the lines behind it are queued and answered QUEUED.
func multi(c *call) result {
	next := c.connection()
	if next.multi {
		return refuse(&engine.Cause{Rule: nested})
	}
	next.multi = true
	c.keep(next)
	return done(simple("OK"))
}

// watch remembers keys as they are now; EXEC then asks that nothing has touched them. A missing key can be watched.
func watch(c *call) result {
	next := c.connection()
	if next.multi {
		return refuse(&engine.Cause{Rule: watchInside})
	}
	next.watched = slices.Clone(next.watched)
	for _, name := range c.words {
		if !slices.ContainsFunc(next.watched, func(w watched) bool { return w.key == name }) {
			next.watched = append(next.watched,
				watched{request: c.tx.Request(), key: name, touched: c.state.touched(name).Event})
		}
	}
	c.keep(next)
	return done(simple("OK"))
}

// unwatch forgets the watched keys.
func unwatch(c *call) result {
	next := c.connection()
	next.watched = nil
	c.keep(next)
	return done(simple("OK"))
}

// leave ends the transaction of the connection, with what it queued and watched; ok is false where none is open.
func (c *call) leave() (was client, ok bool) {
	was = c.connection()
	if was.multi {
		c.keep(client{database: was.database})
	}
	return was, was.multi
}

// discard forgets the queued lines and the watched keys.
func discard(c *call) result {
	if _, open := c.leave(); !open {
		return refuse(&engine.Cause{Rule: dropOutside})
	}
	return done(simple("OK"))
}

// exec carries out what was queued, as one step, unless a watched key was touched. A line that is refused does not stop
// those behind it and does not take back those before it; the answer is then a refusal for the first of them.
//
// Answers: the replies in an array; a null array where a watched key was touched; EXECABORT where a line could not be
// queued.
func exec(c *call) result {
	open, ok := c.leave()
	if !ok {
		return refuse(&engine.Cause{Rule: execOutside})
	}
	if open.broken {
		return result{reply: failed(aborted.Fault.Message), cause: &engine.Cause{Rule: aborted}, keeps: true}
	}
	for _, w := range open.watched {
		now := c.state.touched(w.key)
		if now.Event == w.touched {
			now = w.opened
		}
		if now.Event != w.touched && !now.IsZero() {
			return result{reply: reply{form: "!"},
				cause: &engine.Cause{Rule: watchedMoved, Have: engine.Text(w.key), Since: now}, keeps: true}
		}
	}
	for _, w := range open.watched {
		c.tx.Guard(w.request)
		c.compare(w.key, "value", "flags", "expiry")
	}
	return c.all(open.queue)
}

// all carries out queued lines one after the other.
func (c *call) all(queue []queued) result {
	var list []reply
	var first *engine.Cause
	c.moved = newMoves()
	for _, q := range queue {
		line := &call{tx: c.tx, state: c.state, row: c.state.commands[q.verb], said: q.words, moved: c.moved}
		r := line.run()
		c.tx.Carry(q.request)
		list = append(list, r.reply)
		if first == nil {
			first = r.cause
		}
	}
	c.showMoved()
	// What a line before it in the same transaction made so is nobody's trouble: no event lies behind it.
	if first != nil && first.Since.Event == c.tx.Mark().Event {
		first.Since = engine.Mark{}
	}
	return result{reply: array(list...), cause: first, keeps: first != nil}
}
