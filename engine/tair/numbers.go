package tair

import (
	"math"
	"strconv"

	"interleave/engine"
)

// Numbers in plain strings: what INCR and its kin make is reckoned from what is there, so it replaces nothing.
//
// Source: Redis, the pages of the commands.

func numbers() []row {
	adds := func(verb string, words int, did, summary string, refuses ...*engine.Rule) row {
		return row{command{verb: verb, least: words, most: words, own: true, run: incrby},
			known(engine.GroupWrite, engine.Adds, did, verb, summary, refuses...)}
	}
	float := adds("INCRBYFLOAT", 2, "added to it", "Add a decimal number to a plain string: INCRBYFLOAT key n.",
		wrongType, plainFloat, notFinite)
	float.run = incrbyfloat
	return []row{
		adds("INCR", 1, "added one to it", "Add one to a plain string: INCR key.", wrongType, plainInt, overflow),
		adds("INCRBY", 2, "added to it", "Add a whole number to a plain string: INCRBY key n.", plainInt, wrongType,
			overflow),
		adds("DECR", 1, "took one from it", "Take one from a plain string: DECR key.", wrongType, plainInt, overflow),
		adds("DECRBY", 2, "subtracted from it", "Take a whole number from a plain string: DECRBY key n.", plainInt,
			leastNumber, wrongType, overflow),
		float,
	}
}

// incrby adds to the whole number that a plain string holds, or takes from it: by one where no number is named.
//
// Answers: the new number.
func incrby(c *call) result {
	name, by := c.words[0], int64(1)
	if len(c.words) > 1 {
		var ok bool
		if by, ok = integer(c.words[1]); !ok {
			return refuse(c.wrong(plainInt))
		}
	}
	if c.row.verb[0] == 'D' {
		if by == math.MinInt64 {
			return refuse(c.wrong(leastNumber))
		}
		by = -by
	}
	k, cause := c.typed(name, plain)
	if cause != nil {
		return refuse(cause)
	}
	n := int64(0)
	if k != nil {
		var ok bool
		if n, ok = integer(string(k.value)); !ok {
			return refuse(&engine.Cause{Rule: plainInt, Have: engine.Text(string(k.value))})
		}
	}
	sum, ok := whole.sum(n, by)
	if !ok {
		return refuse(c.wrong(overflow))
	}
	value := []byte(strconv.FormatInt(sum, 10))
	c.show(name, c.put(name, write{kind: plain, value: value, expiry: expiry{keep: true}, adds: true}))
	return done(number(sum), valueField(value))
}

// incrbyfloat adds to the decimal number that a plain string holds.
//
// Answers: the new number, as a bulk string.
func incrbyfloat(c *call) result {
	name := c.words[0]
	k, cause := c.typed(name, plain)
	if cause != nil {
		return refuse(cause)
	}
	old, stored := newFloat(), ""
	if k != nil {
		stored = string(k.value)
		var ok bool
		if old, ok = float(stored); !ok || stored == "" {
			return refuse(&engine.Cause{Rule: plainFloat, Have: engine.Text(stored)})
		}
	}
	by, ok := float(c.words[1])
	if !ok || c.words[1] == "" {
		return refuse(c.wrong(plainFloat))
	}
	sum, ok := decimal.sum(old, by)
	if !ok {
		return refuse(c.wrong(notFinite))
	}
	value := []byte(floatText(sum))
	if string(value) == "-0" { // also what is rounded to it
		value = value[1:]
	}
	c.show(name, c.put(name, write{kind: plain, value: value, expiry: expiry{keep: true}, adds: true}))
	return done(bulk(value), valueField(value))
}
