package tair

import (
	"strings"

	"interleave/engine"
)

// Plain Redis strings, as far as rules.md, "Plain Redis commands" mixes them with exStrings. SET replaces a key of any
// type; all others refuse an exString.
//
// Source: rules.md, "Plain Redis commands"; Redis, the pages of the commands, for their words and errors.

// set replaces whatever the key holds.
//
// Answers: OK; nil for NX and XX; with GET the old value.
func set(c *call) result {
	name := c.words[0]
	o, ok := parsePlain(c.words[2:], timeWords+" NX XX GET KEEPTTL")
	if !ok {
		return c.syntax()
	}
	e, cause := c.plainDeadline(o)
	if cause != nil {
		return c.tell(cause)
	}
	k, get := c.state.key(name), o.has("GET")
	if get {
		if _, cause := c.typed(name, plain); cause != nil {
			return refuse(cause)
		}
	}
	if cause := c.may(name, k, o); cause != nil {
		r := refuse(cause)
		if get {
			r.reply, r.fields = c.old(name, k)
		}
		return r
	}
	answer := done(simple("OK"))
	if get {
		answer.reply, answer.fields = c.old(name, k)
	}
	c.put(name, write{kind: plain, value: []byte(c.words[1]), expiry: e, wanted: o.has("NX")})
	return answer
}

// old is the value that was there as a reply, or nothing.
func (c *call) old(name string, k *Key) (reply, []engine.Field) {
	if k == nil {
		c.showAbsence(name)
		return null(), nil
	}
	c.show(name, k)
	return bulk(k.value), []engine.Field{valueField(k.value)}
}

// was is a plain string as it is before the command, and the answer that tells it; that refuses where the key holds
// something else.
func (c *call) was(name string) (*Key, result) {
	k, cause := c.typed(name, plain)
	if cause != nil {
		return k, refuse(cause)
	}
	r, fields := c.old(name, k)
	return k, done(r, fields...)
}

// plainDeadline is deadline with the errors of Redis.
func (c *call) plainDeadline(o options) (expiry, *engine.Cause) {
	e := expiry{keep: o.has("KEEPTTL")}
	if len(o) == 0 {
		return e, nil
	}
	for _, name := range strings.Fields(timeWords) {
		text, given := o[name]
		if !given {
			continue
		}
		n, ok := integer(text)
		if !ok {
			return e, c.wrong(plainInt)
		}
		if e.set = true; n > 0 {
			e.at, ok = c.moment(name, n)
		}
		if n <= 0 || !ok {
			return e, c.wrong(badExpire)
		}
	}
	return e, nil
}

// setnx is SET NX with numbers for its answers.
func setnx(c *call) result {
	name := c.words[0]
	if k := c.state.key(name); k != nil {
		return refuse(&engine.Cause{Rule: existsZero, Since: k.wrote.value, Until: k.ends()})
	}
	c.put(name, write{kind: plain, value: []byte(c.words[1]), wanted: true})
	return done(number(1))
}

// setex is SET with an expiry: SETEX in seconds, PSETEX in milliseconds.
func setex(c *call) result {
	unit := "EX"
	if c.row.verb == "PSETEX" {
		unit = "PX"
	}
	e, cause := c.plainDeadline(options{unit: c.words[1]})
	if cause != nil {
		return c.tell(cause)
	}
	c.put(c.words[0], write{kind: plain, value: []byte(c.words[2]), expiry: e})
	return done(simple("OK"))
}

// mget reads several plain strings; what is missing or of another type is nil.
func mget(c *call) result {
	list := make([]reply, len(c.words))
	for i, name := range c.words {
		if k, cause := c.typed(name, plain); cause != nil {
			list[i] = null()
		} else {
			list[i], _ = c.old(name, k)
		}
	}
	return done(array(list...))
}

// msetnx sets several keys in one step if none of them is there.
func msetnx(c *call) result {
	if len(c.words)%2 != 0 {
		return c.tell(c.wrong(arity))
	}
	for i := 0; i < len(c.words); i += 2 {
		if k := c.state.key(c.words[i]); k != nil {
			return refuse(&engine.Cause{Rule: existsZero, Have: engine.Text(c.words[i]), Since: k.wrote.value})
		}
	}
	for i := 0; i < len(c.words); i += 2 {
		c.put(c.words[i], write{kind: plain, value: []byte(c.words[i+1]), wanted: true})
	}
	return done(number(1))
}

// mset sets several keys in one step.
func mset(c *call) result {
	if len(c.words)%2 != 0 {
		return c.tell(c.wrong(arity))
	}
	for i := 0; i < len(c.words); i += 2 {
		c.put(c.words[i], write{kind: plain, value: []byte(c.words[i+1])})
	}
	return done(simple("OK"))
}

// get reads a plain string.
func get(c *call) result {
	name := c.words[0]
	_, was := c.was(name)
	return was
}

// getset sets a value, removes the expiry, and answers the old value.
func getset(c *call) result {
	name := c.words[0]
	_, was := c.was(name)
	if was.cause != nil {
		return was
	}
	c.put(name, write{kind: plain, value: []byte(c.words[1])})
	return was
}

// getex reads a plain string and sets or ends its expiry.
func getex(c *call) result {
	name := c.words[0]
	persist := len(c.words) == 2 && strings.EqualFold(c.words[1], "PERSIST")
	o, ok := parsePlain(c.words[1:], timeWords)
	if !ok && !persist {
		return c.syntax()
	}
	k, was := c.was(name)
	if was.cause != nil {
		return was
	}
	if k == nil {
		return was
	}
	e, cause := c.plainDeadline(o)
	if cause != nil {
		return c.tell(cause)
	}
	if e.set || persist && k.expires != 0 {
		c.expire(name, e)
	}
	return was
}

// getdel reads a plain string and removes it.
func getdel(c *call) result {
	name := c.words[0]
	k, was := c.was(name)
	if was.cause != nil {
		return was
	}
	if k != nil {
		c.takeAway(name, true)
	}
	return was
}

// getrange reads a part of a plain string, from the first byte to the last one; negative numbers count from the end.
func getrange(c *call) result {
	name := c.words[0]
	first, ok1 := integer(c.words[1])
	last, ok2 := integer(c.words[2])
	if !ok1 || !ok2 {
		return refuse(c.wrong(plainInt))
	}
	k, no := c.stored(name, plain, bulk(nil))
	if k == nil {
		return no
	}
	length := int64(len(k.value))
	if first < 0 && last < 0 && first > last {
		return done(bulk(nil))
	}
	if first < 0 {
		first = max(first+length, 0)
	}
	if last < 0 {
		last = max(last+length, 0)
	}
	if last = min(last, length-1); first > last {
		return done(bulk(nil))
	}
	c.showBytes(name, k, first, last+1)
	return done(bulk(k.value[first : last+1]))
}

// strlen is the length of a plain string; 0 where there is none.
func strlen(c *call) result {
	name := c.words[0]
	k, no := c.stored(name, plain, number(0))
	if k == nil {
		return no
	}
	return done(number(int64(len(k.value))))
}

// appendPlain puts text behind a plain string; the answer is the length.
func appendPlain(c *call) result {
	k, cause := c.typed(c.words[0], plain)
	if cause != nil {
		return refuse(cause)
	}
	return c.writeAt(k, k.size(), c.words[1], true)
}

// setrange writes over a plain string from a place on, behind zero bytes where it is shorter. With nothing to write it
// only answers the length.
func setrange(c *call) result {
	at, ok := integer(c.words[1])
	switch {
	case !ok:
		return refuse(c.wrong(plainInt))
	case at < 0:
		return refuse(c.wrong(badOffset))
	}
	if c.words[2] == "" {
		return strlen(c)
	}
	k, cause := c.typed(c.words[0], plain)
	if cause == nil && at > engine.MaxBody {
		cause = &engine.Cause{Rule: tooLong, Want: engine.Number(at), Have: engine.Number(engine.MaxBody)}
	}
	if cause != nil {
		return refuse(cause)
	}
	return c.writeAt(k, at, c.words[2], false)
}

// lpush puts items in front of a list; the answer is its length.
func lpush(c *call) result {
	name := c.words[0]
	k, cause := c.typed(name, list)
	if cause != nil {
		return refuse(cause)
	}
	var items [][]byte
	if k != nil {
		items = k.items
	}
	for _, w := range c.words[1:] {
		items = append([][]byte{[]byte(w)}, items...)
	}
	c.put(name, write{kind: list, items: items, expiry: expiry{keep: true}, adds: true})
	return done(number(int64(len(items))))
}
