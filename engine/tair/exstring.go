package tair

import (
	"strings"

	"interleave/engine"
)

// The words that commands take; behind the bar those that the product's documents do not have.
const (
	setWords       = timeWords + " NX XX VER ABS KEEPTTL | FLAGS WITHVERSION"
	incrementWords = timeWords + " NX XX VER ABS MIN MAX KEEPTTL | DEF NONEGATIVE WITHVERSION"
	floatWords     = timeWords + " NX XX VER ABS MIN MAX KEEPTTL"
	casWords       = "| " + timeWords + " KEEPTTL"
	compareWords   = timeWords + " | KEEPTTL"
	appendWords    = "NX XX VER ABS"
)

// options reads the words behind the first n; nil where they are wrong.
func (c *call) options(n int, allowed string) (options, bool) {
	documented, _, _ := strings.Cut(allowed, "|")
	if !c.product() {
		documented = allowed
	}
	return parseOptions(c.words[n:], documented)
}

// numbered are options with the numbers in them.
func (c *call) numbered(n int, allowed string) (o options, in numberOptions, ok bool) {
	if o, ok = c.options(n, allowed); ok {
		in, ok = o.numbers()
	}
	return o, in, ok
}

// may is nil where NX and XX let a write of this key go on.
func (c *call) may(name string, k *Key, o options) *engine.Cause {
	switch {
	case k == nil && o.has("XX"):
		c.showAbsence(name)
		return &engine.Cause{Rule: notThere, Since: c.state.removed(name)}
	case k != nil && o.has("NX"):
		return &engine.Cause{Rule: exists, Since: k.wrote.value, Until: k.ends()}
	}
	return nil
}

// fits is nil where VER names the version that is there, or nothing is compared: VER 0, a missing key. held says that
// one was compared.
//
// Source: rules.md, "Versions", rows 5 to 8; "Product and module", "VER when the current version is 0".
func (c *call) fits(k *Key, o options, ver int64) (matched bool, cause *engine.Cause) {
	switch {
	case k == nil || !o.has("VER") || ver == 0 || c.product() && k.version == 0:
		return false, nil
	case k.version != uint64(ver):
		return false, &engine.Cause{Rule: staleVersion, Want: engine.Number(ver), Have: engine.Number(int64(k.version)),
			Since: k.wrote.version}
	}
	return true, nil
}

// after is the version that a write leaves: one more, or what ABS says.
func after(k *Key, o options, abs int64) uint64 {
	switch {
	case o.has("ABS"):
		return uint64(abs)
	case k == nil:
		return 1
	}
	return k.version + 1
}

// exset sets value, and flags where they are given. Without TIME or KEEPTTL an expiry is removed. VER on a missing key
// is ignored.
//
// Answers: OK, or the version with WITHVERSION; nil for NX and XX; ERR update version is stale.
//
// Source: rules.md, "Commands", "Words and order of checks" and "Versions".
func exset(c *call) result {
	name := c.words[0]
	o, n, ok := c.numbered(2, setWords)
	if !ok {
		return c.syntax()
	}
	e, broken := c.deadline(o)
	if broken != nil {
		return refuse(c.wrong(broken))
	}
	k, cause := c.open(name, exString)
	if cause == nil {
		cause = c.may(name, k, o)
	}
	if cause != nil {
		return refuse(cause)
	}
	matched, cause := c.fits(k, o, n.ver)
	if cause != nil {
		return refuse(cause)
	}
	w := write{kind: exString, value: []byte(c.words[1]), version: after(k, o, n.abs), expiry: e, wanted: o.has("NX"),
		guarded: matched}
	if flags := uint32(n.flags); o.has("FLAGS") {
		w.flags = &flags
	}
	c.put(name, w)
	if o.has("WITHVERSION") {
		return done(version(w.version), versionField(w.version))
	}
	return done(simple("OK"))
}

// exget reads value and version, with WITHFLAGS the flags too.
//
// Source: rules.md, "Commands"; "Words and order of checks" for the order: the third word, the type, then nil.
func exget(c *call) result {
	name, flagged := c.words[0], len(c.words) == 2
	if flagged && (!strings.EqualFold(c.words[1], "WITHFLAGS") || c.product()) {
		return c.syntax()
	}
	k, no := c.stored(name, exString, null())
	if k == nil {
		return no
	}
	c.show(name, k)
	if !flagged {
		return done(array(bulk(k.value), version(k.version)), valueField(k.value), versionField(k.version))
	}
	return c.whole(name, k)
}

// whole is value, version and flags.
func (c *call) whole(name string, k *Key) result {
	c.shows(engine.Part{Object: keyObject(name), Name: "flags", Mark: k.wrote.flags})
	return done(array(bulk(k.value), version(k.version), number(int64(k.flags))), valueField(k.value),
		versionField(k.version), flagsField(k.flags))
}

// exsetver sets the version alone, up or down; nothing is compared.
//
// Answers: 1; 0 where there is no such key, whatever the number.
//
// Source: rules.md, "Commands", "Words and order of checks" and "Versions".
func exsetver(c *call) result {
	name := c.words[0]
	k, no := c.existing(name, exString, noKeyZero)
	if k == nil {
		return no
	}
	n, ok := integer(c.words[1])
	if !ok || n < 1 {
		return c.syntax()
	}
	next := *k
	next.version, next.wrote.version, next.touched = uint64(n), c.tx.Mark(), c.tx.Mark()
	c.state.keys.Put(c.tx, name, &next)
	return done(number(1))
}

// excas sets the value if the version is still the one that is named; 0 is a version like any other here. It never
// creates.
//
// Answers: OK, an empty string and the new version; ERR update version is stale (the module: CAS_FAILED) with value and
// version as they are; -1 where there is no such key.
//
// Source: rules.md, "Commands" and "Product and module", "EXCAS mismatch, first element".
func excas(c *call) result {
	name := c.words[0]
	o, ok := c.options(3, casWords)
	if !ok {
		return c.syntax()
	}
	e, broken := c.deadline(o)
	if text, given := o.time(); given {
		if _, whole := integer(text); !whole {
			return c.syntax()
		}
	}
	want, ok := integer(c.words[2])
	switch {
	case !ok:
		return refuse(c.wrong(notVer))
	case want < 0:
		return c.syntax()
	case broken != nil:
		return refuse(c.wrong(broken))
	}
	k, no := c.existing(name, exString, noKeyMinus)
	switch {
	case k == nil:
		return no
	case k.version != uint64(want):
		return c.mismatch(name, k, want)
	}
	next := c.put(name, write{kind: exString, value: []byte(c.words[1]), version: k.version + 1, expiry: e,
		guarded: true})
	return done(array(simple("OK"), simple(""), version(next.version)), versionField(next.version))
}

// time is the value of the time option.
func (o options) time() (text string, given bool) {
	for _, name := range strings.Fields(timeWords) {
		if text, given = o[name]; given {
			return text, true
		}
	}
	return "", false
}

// mismatch is no error on the wire, so that a client can read value and version.
func (c *call) mismatch(name string, k *Key, want int64) result {
	r := casProduct
	if c.tx.Setting("wording") == "module" {
		r = casFailed
	}
	c.show(name, k)
	return result{reply: array(simple(r.Fault.Code), bulk(k.value), version(k.version)),
		fields: []engine.Field{valueField(k.value), versionField(k.version)},
		cause: &engine.Cause{Rule: r, Want: engine.Number(want), Have: engine.Number(int64(k.version)),
			Since: k.wrote.version}}
}

// excad deletes the key if the version is still the one that is named. A negative number can be named, unlike
// elsewhere.
//
// Answers: 1; 0 where the version differs; -1 where there is no such key.
//
// Source: rules.md, "Commands", "Words and order of checks" and "Versions".
func excad(c *call) result {
	name := c.words[0]
	k, cause := c.open(name, exString)
	want, ok := integer(c.words[1])
	switch {
	case cause != nil:
		return refuse(cause)
	case !ok:
		return c.syntax()
	case k == nil:
		return c.missing(noKeyMinus, name)
	case int64(k.version) != want:
		return refuse(&engine.Cause{Rule: otherVersion, Want: engine.Number(want),
			Have: engine.Number(int64(k.version)), Since: k.wrote.version})
	}
	c.compare(name, "value", "flags")
	c.remove(name)
	return done(number(1))
}

// exgae reads a key and renews its expiry; the version stays.
//
// Answers: value, version and flags; nil where there is no such key.
//
// Source: rules.md, "Commands", "Words and order of checks" and "Expiry".
func exgae(c *call) result {
	name := c.words[0]
	o, ok := c.options(1, timeWords)
	if _, given := o.time(); !ok || !given {
		return c.syntax()
	}
	e, broken := c.deadline(o)
	if broken != nil {
		return refuse(c.wrong(broken))
	}
	k, no := c.existing(name, exString, noKeyNil)
	if k == nil {
		return no
	}
	c.show(name, k)
	c.expire(name, e)
	return c.whole(name, k)
}
