package tair

import "interleave/engine"

// exappend puts text behind the value, exprepend before it. A missing key is created. The expiry stays.
//
// Answers: the new version, not the length; nil for NX and XX, on a key of another type too; ERR update version is
// stale.
//
// Source: rules.md, "Commands", "Words and order of checks" and "Expiry". The module's failure of an append behind a
// write of the same transaction is not imitated (rules.md, "Defects of the public module").
func exappend(c *call) result {
	return c.extend(func(old, more []byte) []byte { return concat(old, more) })
}

func exprepend(c *call) result {
	return c.extend(func(old, more []byte) []byte { return concat(more, old) })
}

func concat(a, b []byte) []byte { return append(append(make([]byte, 0, len(a)+len(b)), a...), b...) }

func (c *call) extend(join func(old, more []byte) []byte) result {
	name := c.words[0]
	o, n, ok := c.numbered(2, appendWords)
	if !ok {
		return c.syntax()
	}
	k, cause := c.open(name, exString)
	if barred := c.may(name, k, o); barred != nil {
		cause = barred
	}
	if cause != nil {
		return refuse(cause)
	}
	matched, cause := c.fits(k, o, n.ver)
	if cause != nil {
		return refuse(cause)
	}
	w := write{kind: exString, value: []byte(c.words[1]), version: after(k, o, n.abs), expiry: expiry{keep: true},
		wanted: o.has("NX"), guarded: matched, adds: true}
	if k != nil {
		w.value = join(k.value, w.value)
	}
	if cause := fitsIn(int64(len(w.value))); cause != nil {
		return refuse(cause)
	}
	c.put(name, w)
	return done(version(w.version), versionField(w.version))
}

// fitsIn is nil where a value of that size is not longer than a body may be.
func fitsIn(size int64) *engine.Cause {
	if size <= engine.MaxBody {
		return nil
	}
	return &engine.Cause{Rule: tooLong, Want: engine.Number(size), Have: engine.Number(engine.MaxBody)}
}

// cas sets a plain string if it still holds the old value, byte for byte. KEEPTTL is taken and has no effect: without
// TIME the expiry is removed, as in the module.
//
// Answers: 1; 0 where the value differs; -1 where there is no such key.
//
// Source: rules.md, "Commands", "Words and order of checks", "Expiry" and "Defects of the public module"; "Product and
// module" for the product, which does not know KEEPTTL here.
func cas(c *call) result {
	name := c.words[0]
	o, ok := c.options(3, compareWords)
	if !ok {
		return c.syntax()
	}
	e, broken := c.deadline(o)
	if broken != nil {
		return refuse(c.wrong(broken))
	}
	e.keep = false
	if r, ok := c.sameValue(); !ok {
		return r
	}
	c.put(name, write{kind: plain, value: []byte(c.words[2]), expiry: e, guarded: true})
	return done(number(1))
}

// cad deletes a plain string if it still holds the value.
//
// Answers: 1; 0 where the value differs; -1 where there is no such key.
//
// Source: rules.md, "Commands" and "Words and order of checks".
func cad(c *call) result {
	if r, ok := c.sameValue(); !ok {
		return r
	}
	c.compare(c.words[0], "value")
	c.remove(c.words[0])
	return done(number(1))
}

// sameValue compares the plain string with the second word; where it differs, the reply is the answer.
func (c *call) sameValue() (result, bool) {
	name, want := c.words[0], c.words[1]
	k, no := c.existing(name, plain, noKeyMinus)
	switch {
	case k == nil:
		return no, false
	case string(k.value) != want:
		return refuse(&engine.Cause{Rule: otherValue, Want: engine.Text(want), Have: engine.Text(string(k.value)),
			Since: k.wrote.value}), false
	}
	return result{}, true
}
