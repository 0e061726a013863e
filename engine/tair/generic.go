package tair

import (
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// The commands that work on keys of every type.
//
// Source: rules.md, "Values", "Which generic Redis commands work on an exString key"; Redis, the pages of the commands.

// del removes keys, as UNLINK does.
//
// Answers: how many were there. Where none was it is a refusal: there was nothing to remove.
func del(c *call) result {
	n := int64(0)
	for _, name := range c.words {
		if c.state.key(name) != nil {
			c.remove(name)
			n++
		}
	}
	if n == 0 {
		return c.missing(noKeyZero, c.words[0])
	}
	return done(number(n))
}

// exist counts the keys that are there, as TOUCH does; a key that is named twice counts twice.
func exist(c *call) result {
	n := int64(0)
	for _, name := range c.words {
		if c.state.key(name) == nil {
			c.showAbsence(name)
			continue
		}
		n++
	}
	return done(number(n))
}

// typeOf answers the type as a simple string, none for a missing key.
func typeOf(c *call) result {
	k := c.state.key(c.words[0])
	if k == nil {
		c.showAbsence(c.words[0])
		return done(simple(string(nothing)))
	}
	return done(simple(string(k.kind)))
}

// rename gives a key another name, with version, flags and expiry. What has the other name already is replaced, but by
// RENAMENX.
//
// Answers: OK; of RENAMENX 1, or 0 where the other name is taken; ERR no such key.
func rename(c *call) result {
	from, to := c.words[0], c.words[1]
	k, other := c.state.key(from), c.state.key(to)
	answer, only := done(simple("OK")), c.row.verb == "RENAMENX"
	if only {
		answer = done(number(1))
	}
	switch {
	case k == nil:
		return c.missing(noSuchKey, from)
	case only && other != nil:
		return refuse(&engine.Cause{Rule: busyTarget, Have: engine.Text(to), Since: other.wrote.value})
	case from == to:
		return answer
	}
	c.relocate(from, to, k)
	return answer
}

// moves are what several commands in one took to other names: where it stands in the end no record of theirs tells.
type moves struct {
	origin map[string]string // by the name under which a key stands, as it was, the one that it had before
	own    map[string]bool   // keys whose content is of these commands
	left   map[string]stood  // by name, what stood there when the first of these commands moved something
}

// stood is what a name held before a key was moved from it or to it, nil where it had never held anything, and how much
// had been said of changes by then.
type stood struct {
	key     *Key
	changes int
}

func newMoves() *moves { return &moves{map[string]string{}, map[string]bool{}, map[string]stood{}} }

// changed says that a key has another content now, or none.
func (m *moves) changed(key string) {
	if m != nil {
		delete(m.origin, key)
		m.own[key] = true
	}
}

// relocate takes a key as it is to another name.
func (c *call) relocate(from, to string, k *Key) {
	m, origin := c.moved, from
	if m == nil {
		c.remove(from)
		c.place(to, k)
		return
	}
	if m.own[from] {
		origin = m.origin[from]
	}
	for _, name := range []string{from, to} {
		if _, noted := m.left[name]; !noted && !m.own[name] {
			m.left[name] = stood{c.state.keys.Get(name), c.tx.Changes()}
		}
	}
	c.remove(from)
	c.place(to, k)
	switch {
	case origin == to:
		c.home(to, k)
	case origin != "":
		m.origin[to] = origin
	}
}

// home puts a key that came back to its name there as it stood before the first of these commands, but for the end that
// it has now, and leaves nothing of them under the names between, where nothing was: they touched all of these.
func (c *call) home(to string, k *Key) {
	m := c.tx.Mark()
	for _, name := range slices.Sorted(maps.Keys(c.moved.left)) {
		was := c.moved.left[name]
		if name != to && (was.key != nil && !was.key.gone || c.state.key(name) != nil) {
			continue
		}
		next := Key{gone: true} // what never was
		if was.key != nil {
			next = *was.key
		}
		next.touched = m
		c.tx.Unchanged(keyObject(name), was.changes)
		if name == to && k.expires != next.expires {
			c.tx.Change(engine.Change{Part: engine.Part{Object: keyObject(to), Name: "expiry", Mark: next.wrote.expiry,
				Gone: next.expires == 0}, Drops: k.expires == 0, Wanted: k.expires != 0})
			next.expires, next.wrote.expiry = k.expires, m
		}
		c.state.keys.Put(c.tx, name, &next)
		delete(c.moved.own, name)
		c.moved.origin[name] = name
		if next.wrote.expiry == m {
			delete(c.moved.origin, name)
		}
	}
}

// showMoved shows which keys several commands in one took to other names.
func (c *call) showMoved() {
	for _, to := range slices.Sorted(maps.Keys(c.moved.origin)) {
		c.tx.Show(engine.Part{Object: keyObject(to), Name: engine.MovedFrom(c.moved.origin[to]), Mark: c.tx.Mark()})
	}
}

// place puts a key as it is under a name, as its own work.
func (c *call) place(name string, k *Key) {
	w := write{kind: k.kind, value: k.value, items: k.items, version: k.version,
		expiry: expiry{set: k.expires != 0, at: max(k.expires, c.tx.Now()+1)}}
	if k.kind == exString {
		w.flags = &k.flags
	}
	c.put(name, w)
}

// copyKey copies a plain string, to another database too; the module's keys cannot be copied.
//
// Answers: 1; 0 where there is no such key, or the target is there without REPLACE; ERR not supported for this module
// key.
func copyKey(c *call) result {
	from, to := c.words[0], c.words[1]
	replace := false
	for rest := c.words[2:]; len(rest) > 0; rest = rest[1:] {
		switch {
		case strings.EqualFold(rest[0], "REPLACE"):
			replace = true
		case strings.EqualFold(rest[0], "DB") && len(rest) > 1:
			n, cause := c.numberOf(rest[1])
			if cause != nil {
				return refuse(cause)
			}
			to, rest = nameIn(n, c.said[1]), rest[1:]
		default:
			return c.syntax()
		}
	}
	k, other := c.state.key(from), c.state.key(to)
	switch {
	case from == to:
		return refuse(c.wrong(sameObject))
	case k == nil:
		return c.missing(noKeyZero, from)
	case other != nil && !replace:
		return refuse(&engine.Cause{Rule: busyTarget, Have: engine.Text(to), Since: other.wrote.value})
	case k.kind == exString:
		return refuse(&engine.Cause{Rule: noCopy, Have: engine.Text(string(k.kind))})
	}
	for _, p := range k.values(keyObject(from)) {
		c.tx.Take(p)
	}
	c.place(to, k)
	return done(number(1))
}

// dump answers the key as bytes that RESTORE reads, version and flags too, without the expiry.
//
// Assumed: the bytes are our own, not those of Redis.
func dump(c *call) result {
	name := c.words[0]
	k := c.state.key(name)
	if k == nil {
		c.showAbsence(name)
		return done(null())
	}
	c.show(name, k)
	payload := dumped(k)
	return done(bulk(payload), engine.Field{Name: "payload", Value: engine.Text(string(payload))})
}

func dumped(k *Key) []byte {
	body := fmt.Sprintf("%s %d %d %q", k.kind, k.version, k.flags, k.value)
	for _, item := range k.items {
		body += fmt.Sprintf(" %q", item)
	}
	return fmt.Appendf(nil, "%08x %s", crc32.ChecksumIEEE([]byte(body)), body)
}

// restored reads what dumped wrote; ok is false for anything else.
func restored(payload string) (k *Key, ok bool) {
	sum, body, _ := strings.Cut(payload, " ")
	if sum != fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(body))) {
		return nil, false
	}
	head := strings.SplitN(body, " ", 4)
	if len(head) < 4 || !slices.Contains([]kind{exString, plain, list}, kind(head[0])) {
		return nil, false
	}
	version, err1 := strconv.ParseUint(head[1], 10, 64)
	flags, err2 := strconv.ParseUint(head[2], 10, 32)
	texts, ok := quotedTexts(head[3])
	if err1 != nil || err2 != nil || !ok {
		return nil, false
	}
	k = &Key{kind: kind(head[0]), version: version, flags: uint32(flags), value: texts[0]}
	if k.items = texts[1:]; (k.kind == list) != (len(k.items) > 0) {
		return nil, false
	}
	return k, true
}

// quotedTexts reads texts in quotes, one at least.
func quotedTexts(rest string) (texts [][]byte, ok bool) {
	for rest != "" || texts == nil {
		prefix, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return nil, false
		}
		text, _ := strconv.Unquote(prefix)
		texts, rest = append(texts, []byte(text)), strings.TrimPrefix(rest[len(prefix):], " ")
	}
	return texts, true
}

// restore makes a key of what DUMP answered, with a time to live in milliseconds, 0 being none, or the moment at which
// that ends.
//
// Answers: OK, also where that moment is over and so no key is made; BUSYKEY where the key is there, unless REPLACE is
// said.
func restore(c *call) result {
	name := c.words[0]
	replace, unit, wrong := c.restoring(c.words[3:])
	if wrong != nil {
		return c.tell(wrong)
	}
	old := c.state.key(name)
	if old != nil && !replace {
		return refuse(&engine.Cause{Rule: busyKey, Since: old.wrote.value})
	}
	ms, ok := integer(c.words[1])
	switch {
	case !ok:
		return refuse(c.wrong(plainInt))
	case ms < 0:
		return refuse(c.wrong(badTTL))
	}
	k, ok := restored(c.words[2])
	if !ok {
		return refuse(c.wrong(badPayload))
	}
	if k.expires = 0; ms > 0 {
		if k.expires, ok = c.moment(unit, ms); !ok {
			return refuse(c.wrong(badTTL))
		}
	}
	switch over := ms > 0 && k.expires <= c.tx.Now(); {
	case over && old != nil:
		c.remove(name)
	case !over:
		c.place(name, k)
	}
	return done(simple("OK"))
}

// restoring reads the words behind the bytes of RESTORE, in any order: whether what is there is replaced, and what the
// time to live is, PX or PXAT. How long ago and how often the key was used is read and not kept: nothing is evicted.
func (c *call) restoring(words []string) (replace bool, unit string, wrong *engine.Cause) {
	unit = "PX"
	idle, often := false, false
	for ; len(words) > 0; words = words[1:] {
		name, valued := strings.ToUpper(words[0]), len(words) > 1
		switch {
		case name == "REPLACE":
			replace = true
		case name == "ABSTTL":
			unit = "PXAT"
		case name == "IDLETIME" && valued && !often, name == "FREQ" && valued && !idle:
			n, ok := integer(words[1])
			idle, often, words = idle || name == "IDLETIME", often || name == "FREQ", words[1:]
			switch {
			case !ok:
				return replace, unit, c.wrong(plainInt)
			case n < 0 && name == "IDLETIME":
				return replace, unit, c.wrong(badIdle)
			case (n < 0 || n > 255) && name == "FREQ":
				return replace, unit, c.wrong(badFrequency)
			}
		default:
			return replace, unit, c.wrong(syntax)
		}
	}
	return replace, unit, nil
}
