package tair

import (
	"math"
	"strings"

	"interleave/engine"
)

// The commands about the expiry of keys of every type.
//
// Source: rules.md, "Plain Redis commands"; Redis, the pages of the commands.

func expiring() []row {
	words := " [NX or XX or GT or LT]."
	return []row{
		{command{verb: "TTL", least: 1, most: 1, own: true, run: ttl},
			known(engine.GroupRead, engine.Reads, "read its time to live", "TTL",
				"Read the seconds that a key has left: TTL key.")},
		{command{verb: "PTTL", least: 1, most: 1, own: true, run: pttl},
			known(engine.GroupRead, engine.Reads, "read its time to live", "PTTL",
				"Read the milliseconds that a key has left: PTTL key.")},
		{command{verb: "EXPIRETIME", least: 1, most: 1, own: true, run: expiretime},
			known(engine.GroupRead, engine.Reads, "read its expiry", "EXPIRETIME",
				"Read the second of Unix time at which a key ends: EXPIRETIME key.")},
		{command{verb: "PEXPIRETIME", least: 1, most: 1, own: true, run: pexpiretime},
			known(engine.GroupRead, engine.Reads, "read its expiry", "PEXPIRETIME",
				"Read the millisecond of Unix time at which a key ends: PEXPIRETIME key.")},
		expires("EXPIRE", "EX", "Set the expiry of a key: EXPIRE key seconds"+words),
		expires("PEXPIRE", "PX", "Set the expiry of a key in milliseconds: PEXPIRE key milliseconds"+words),
		expires("EXPIREAT", "EXAT", "Set the second of Unix time at which a key ends: EXPIREAT key seconds"+words),
		expires("PEXPIREAT", "PXAT", "Set the millisecond of Unix time at which a key ends: PEXPIREAT key "+
			"milliseconds"+words),
		{command{verb: "PERSIST", least: 1, most: 1, own: true, run: persist},
			known(engine.GroupWrite, engine.Describes, "removed its expiry", "PERSIST",
				"End the expiry of a key: PERSIST key.", noKeyZero)},
	}
}

// expires is the row of a command that sets the expiry, with its number in the unit of a time word.
func expires(verb, unit, summary string) row {
	return row{command{verb: verb, least: 2, own: true, run: func(c *call) result { return c.expireBy(unit) }},
		known(engine.GroupWrite, engine.Describes, "set its expiry", verb, summary, notTogether, notGreaterLess,
			unsupported, plainInt, badExpire, noKeyZero)}
}

// ttl answers the time that is left in seconds, rounded; -1 without expiry, -2 without key.
func ttl(c *call) result { return c.left(func(left, _ int64) int64 { return (left + 500) / 1000 }) }

// pttl answers the time that is left in milliseconds.
func pttl(c *call) result { return c.left(func(left, _ int64) int64 { return left }) }

// expiretime answers the end of the key in seconds of Unix time, rounded.
func expiretime(c *call) result { return c.left(func(_, at int64) int64 { return (at + 500) / 1000 }) }

// pexpiretime answers the end of the key in milliseconds of Unix time.
func pexpiretime(c *call) result { return c.left(func(_, at int64) int64 { return at }) }

func (c *call) left(unit func(left, at int64) int64) result {
	name := c.words[0]
	k := c.state.key(name)
	if k == nil {
		c.showAbsence(name)
		return done(number(-2))
	}
	c.shows(engine.Part{Object: keyObject(name), Name: "expiry", Mark: k.wrote.expiry, Gone: k.expires == 0})
	if k.expires == 0 {
		return done(number(-1))
	}
	return done(number(unit(int64(k.expires-c.tx.Now()), int64(k.expires)+epochMillis)))
}

// expireBy sets the expiry; a moment that is over removes the key. The version stays.
//
// Answers: 1; 0 where there is no such key, or NX, XX, GT or LT do not hold.
//
// Source: rules.md, "Versions"; Redis, EXPIRE, "Options": GT takes a key without expiry for one that never ends.
func (c *call) expireBy(unit string) result {
	name := c.words[0]
	o, cause := c.conditions(c.words[2:])
	if cause != nil {
		return c.tell(cause)
	}
	n, ok := integer(c.words[1])
	switch {
	case !ok:
		return refuse(c.wrong(plainInt))
	case strings.HasPrefix(unit, "E") && n < math.MinInt64/1000:
		return c.tell(c.wrong(badExpire))
	}
	e := expiry{set: true, at: c.tx.Now() - 1}
	if n > 0 {
		if e.at, ok = c.moment(unit, n); !ok {
			return c.tell(c.wrong(badExpire))
		}
	}
	k := c.state.key(name)
	switch {
	case k == nil:
		return c.missing(noKeyZero, name)
	case o.has("NX") && k.expires != 0, o.has("XX") && k.expires == 0,
		o.has("GT") && (k.expires == 0 || e.at <= k.expires), o.has("LT") && k.expires != 0 && e.at >= k.expires:
		return done(number(0))
	}
	c.expire(name, e)
	return done(number(1))
}

// conditions reads NX, XX, GT and LT.
func (c *call) conditions(words []string) (o options, cause *engine.Cause) {
	o = options{}
	for _, w := range words {
		switch name := strings.ToUpper(w); name {
		case "NX", "XX", "GT", "LT":
			o[name] = ""
		default:
			return o, &engine.Cause{Rule: unsupported, Have: engine.Text(w)}
		}
	}
	switch {
	case o.has("NX") && (o.has("XX") || o.has("GT") || o.has("LT")):
		return o, c.wrong(notTogether)
	case o.has("GT") && o.has("LT"):
		return o, c.wrong(notGreaterLess)
	}
	return o, nil
}

// persist ends the expiry.
//
// Answers: 1; 0 where there is none, or no such key.
func persist(c *call) result {
	name := c.words[0]
	switch k := c.state.key(name); {
	case k == nil:
		return c.missing(noKeyZero, name)
	case k.expires == 0:
		return done(number(0))
	}
	c.expire(name, expiry{})
	return done(number(1))
}
