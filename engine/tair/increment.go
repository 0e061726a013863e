package tair

import (
	"math/big"
	"strconv"
	"strings"

	"interleave/engine"
)

// counter is what EXINCRBY and EXINCRBYFLOAT differ in: how a number is read, and what a wrong one is called.
type counter[N any] struct {
	read   func(string) (N, bool)
	sum    func(a, b N) (N, bool) // false: it does not fit
	less   func(a, b N) bool
	text   func(N) string
	badOne *engine.Rule
}

var whole = counter[int64]{
	read: integer,
	sum: func(a, b int64) (int64, bool) {
		s := a + b
		return s, (s > a) == (b > 0)
	},
	less:   func(a, b int64) bool { return a < b },
	text:   func(n int64) string { return strconv.FormatInt(n, 10) },
	badOne: notInt,
}

var decimal = counter[*big.Float]{
	read: float,
	sum: func(a, b *big.Float) (*big.Float, bool) {
		if a.IsInf() || b.IsInf() {
			return a, false
		}
		s := newFloat().Add(a, b)
		return s, s.MantExp(nil) <= longDoubleExponent
	},
	less:   func(a, b *big.Float) bool { return a.Cmp(b) < 0 },
	text:   floatText,
	badOne: notFloat,
}

// bounds are MIN and MAX.
type bounds[N any] struct {
	low, high       N
	hasLow, hasHigh bool
}

// bounds reads MIN and MAX; ok is false where one is no number or they exclude everything.
func (n counter[N]) bounds(o options) (b bounds[N], ok bool) {
	ok = true
	for _, f := range []struct {
		name string
		to   *N
		has  *bool
	}{{"MIN", &b.low, &b.hasLow}, {"MAX", &b.high, &b.hasHigh}} {
		if *f.has = o.has(f.name); *f.has {
			if *f.to, ok = n.read(o[f.name]); !ok {
				return b, false
			}
		}
	}
	return b, !b.hasLow || !b.hasHigh || !n.less(b.high, b.low)
}

// exincrby adds to the whole number that a key holds. What it makes is computed from what is there, so it replaces
// nothing.
//
// DEF is the value of a new key, without the increment and the bounds; NONEGATIVE makes a negative result 0, behind the
// bounds.
//
// Answers: the new value, with WITHVERSION the version too; nil for NX and XX; the errors of rules.md, "Words and order
// of checks" and "Replies and errors".
//
// Source: rules.md, "Words and order of checks" and "EXINCRBY".
func exincrby(c *call) result {
	name := c.words[0]
	o, ok := c.options(2, incrementWords)
	if !ok {
		return c.syntax()
	}
	k, cause := c.open(name, exString)
	if cause != nil {
		return refuse(cause)
	}
	by, ok := integer(c.words[1])
	initial, defined := int64(0), true
	if o.has("DEF") {
		initial, defined = integer(o["DEF"])
	}
	if !ok || !defined {
		return refuse(c.wrong(notInt))
	}
	w, b, old, cause := ready(c, whole, k, o)
	if cause != nil {
		return refuse(cause)
	}
	sum := initial
	if w.adds = k != nil || !o.has("DEF"); w.adds {
		if sum, cause = total(c, whole, k, old, by, b); cause != nil {
			return refuse(cause)
		}
	}
	if o.has("NONEGATIVE") {
		sum = max(sum, 0)
	}
	w.value = []byte(strconv.FormatInt(sum, 10))
	c.show(name, c.put(name, w))
	if o.has("WITHVERSION") {
		return done(array(number(sum), version(w.version)), valueField(w.value), versionField(w.version))
	}
	return done(number(sum), valueField(w.value))
}

// exincrbyfloat adds to the decimal number that a key holds.
//
// Answers: the new value as a bulk string; nil for NX and XX; the errors of rules.md, "Words and order of checks" and
// "Replies and errors".
//
// Source: rules.md, "Words and order of checks", "Versions" and "Replies and errors". Printed as the module prints a
// long double: 17 decimals without trailing zeros; -0 is -0.
func exincrbyfloat(c *call) result {
	name := c.words[0]
	k, cause := c.open(name, exString)
	if cause != nil {
		return refuse(cause)
	}
	by, ok := float(c.words[1])
	if !ok {
		return refuse(c.wrong(notFloat))
	}
	o, ok := c.options(2, floatWords)
	if !ok {
		return c.syntax()
	}
	w, b, old, cause := ready(c, decimal, k, o)
	if cause != nil {
		return refuse(cause)
	}
	sum, cause := total(c, decimal, k, old, by, b)
	if cause != nil {
		return refuse(cause)
	}
	w.adds, w.value = true, []byte(floatText(sum))
	c.show(name, c.put(name, w))
	return done(bulk(w.value), valueField(w.value))
}

// ready checks what both have in common: TIME and VER, MIN and MAX, then what is there.
func ready[N any](c *call, n counter[N], k *Key, o options) (w write, b bounds[N], old N, cause *engine.Cause) {
	name := c.words[0]
	numbers, ok := o.numbers()
	if !ok {
		return w, b, old, c.wrong(syntax)
	}
	e, broken := c.deadline(o)
	if broken != nil {
		return w, b, old, c.wrong(broken)
	}
	if b, ok = n.bounds(o); !ok {
		return w, b, old, c.wrong(notBounds)
	}
	if cause = c.may(name, k, o); cause != nil {
		return w, b, old, cause
	}
	old, _ = n.read("0")
	if k != nil {
		if old, ok = n.read(string(k.value)); !ok {
			return w, b, old, &engine.Cause{Rule: n.badOne, Have: engine.Text(string(k.value))}
		}
	}
	matched, cause := c.fits(k, o, numbers.ver)
	w = write{kind: exString, version: after(k, o, numbers.abs), expiry: e, wanted: o.has("NX"), guarded: matched}
	return w, b, old, cause
}

// total is the sum within its bounds.
func total[N any](c *call, n counter[N], k *Key, old, by N, b bounds[N]) (N, *engine.Cause) {
	sum, ok := n.sum(old, by)
	if !ok {
		return sum, c.wrong(overflow)
	}
	if b.hasHigh && n.less(b.high, sum) || b.hasLow && n.less(sum, b.low) {
		cause := &engine.Cause{Rule: overflow, Have: engine.Text(n.text(sum))}
		if k != nil { // who left no room for it
			cause.Since = k.wrote.value
		}
		return sum, cause
	}
	return sum, nil
}

// A long double has 64 bits of mantissa, ends at 2^16384 and begins at 2^-16445.
const (
	longDoubleBits     = 64
	longDoubleExponent = 16384
	longDoubleLeast    = -16445
)

func newFloat() *big.Float { return new(big.Float).SetPrec(longDoubleBits) }

// float reads a number as strtold does: nothing is 0, 0x begins a hexadecimal one, inf is one and nan is none; no
// blanks, nothing behind it, and none that is too large or too small to be told from 0.
//
// Source: rules.md, "Words and order of checks".
func float(text string) (*big.Float, bool) {
	if text == "" {
		return newFloat(), true
	}
	word := strings.ToLower(strings.TrimLeft(text, "+-"))
	if word == "inf" || word == "infinity" {
		return newFloat().SetInf(strings.HasPrefix(text, "-")), len(text)-len(word) <= 1
	}
	base, letters := 10, "0123456789+-.e"
	if strings.HasPrefix(word, "0x") {
		base, letters = 0, "0123456789+-.abcdefxp"
	}
	if strings.Trim(strings.ToLower(text), letters) != "" || len(text) > 512 {
		return nil, false
	}
	f, _, err := big.ParseFloat(text, base, longDoubleBits, big.ToNearestEven)
	if err != nil || f == nil || f.IsInf() {
		return nil, false
	}
	exponent := f.MantExp(nil)
	return f, f.Sign() == 0 && !strings.ContainsAny(mantissa(word), "123456789") ||
		f.Sign() != 0 && exponent >= longDoubleLeast && exponent <= longDoubleExponent
}

// mantissa is what stands before the exponent of a decimal number; of a hexadecimal one, whose sign is never lost, 0.
func mantissa(word string) string {
	if strings.HasPrefix(word, "0x") {
		return "0"
	}
	before, _, _ := strings.Cut(word, "e")
	return before
}

func floatText(f *big.Float) string {
	text := f.Text('f', 17)
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return text
}
