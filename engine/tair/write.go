package tair

import "interleave/engine"

// write is what a command makes of a key.
type write struct {
	kind    kind
	value   []byte
	items   [][]byte
	version uint64
	flags   *uint32 // nil: kept
	expiry  expiry
	pieces  []engine.Piece  // of a plain string that several have written at
	over    []engine.Change // of bytes that are written over: what they were; nil: all of the value is replaced
	adds    bool            // made of the present value: nothing is replaced
	wanted  bool            // the absence that it replaces was asked for
	guarded bool            // a version or a value was compared and held
}

// put writes a key and tells the referee what gave way. It is the last thing that a command does: nothing is refused
// behind it, so that a refused line in a transaction leaves nothing.
//
// Source: rules.md, "Expiry" (what becomes of the expiry), rules.md, "Plain Redis commands" (SET replaces a key of any
// type).
func (c *call) put(name string, w write) *Key {
	old, object, m := c.state.key(name), keyObject(name), c.tx.Mark()
	next := &Key{kind: w.kind, value: w.value, items: w.items, version: w.version, wrote: written{value: m, version: m},
		pieces: w.pieces, touched: m}
	if w.guarded {
		c.compare(name, "value", "flags")
	}
	if old == nil {
		c.create(name, next, w)
	} else {
		next.follow(old, m)
		switch {
		case w.pieces != nil: // they say whose each of them is
			next.under = old.under
		case w.adds:
			next.under = old.reckonedFrom(m.By)
		}
		c.gaveWay(object, old, &w)
		c.carryFlags(object, next, old, w)
		c.carryExpiry(object, next, old, w)
	}
	if w.kind != exString {
		next.version, next.wrote.version = 0, engine.Mark{}
	}
	c.state.keys.Put(c.tx, name, next)
	if w.expiry.set && w.expiry.at <= c.tx.Now() {
		c.remove(name)
	}
	return next
}

// gaveWay says what a write does to the value that was there.
func (c *call) gaveWay(object engine.ObjectID, old *Key, w *write) {
	switch {
	case w.adds:
		c.change(engine.Change{Part: engine.Part{Object: object, Name: "value", Mark: old.wrote.value}, Adds: true})
	case w.over != nil:
		for _, change := range w.over {
			c.change(change)
		}
	default:
		old.eachValue(object, func(p engine.Part) { c.change(engine.Change{Part: p}) })
	}
}

// follow remembers what became of the types that the name held before.
func (k *Key) follow(old *Key, m engine.Mark) {
	k.retyped = old.retyped
	if old.kind != k.kind {
		k.retyped = old.retyped.with(old.kind, m)
	}
}

// create fills in what a new key has, and says whose removal it undoes.
func (c *call) create(name string, next *Key, w write) {
	m := c.tx.Mark()
	absence := engine.Part{Object: keyObject(name), Name: "value", Gone: true}
	if trace := c.state.keys.Get(name); trace != nil {
		absence.Mark = trace.removed()
		next.follow(trace, m)
	}
	c.change(engine.Change{Part: absence, Adds: w.adds, Wanted: w.wanted})
	if w.flags != nil {
		next.flags, next.wrote.flags = *w.flags, m
	}
	if w.expiry.set {
		next.expires, next.wrote.expiry = w.expiry.at, m
	}
}

// carryFlags keeps, sets or loses the flags of what was there.
func (c *call) carryFlags(object engine.ObjectID, next, old *Key, w write) {
	part := engine.Part{Object: object, Name: "flags", Mark: old.wrote.flags}
	switch {
	case w.flags != nil:
		c.change(engine.Change{Part: part, Side: true})
		next.flags, next.wrote.flags = *w.flags, c.tx.Mark()
	case w.kind == exString:
		next.flags, next.wrote.flags = old.flags, old.wrote.flags
	case !old.wrote.flags.IsZero():
		c.change(engine.Change{Part: part, Side: true, Drops: true})
	}
}

// carryExpiry keeps, sets or removes the expiry of what was there.
func (c *call) carryExpiry(object engine.ObjectID, next, old *Key, w write) {
	part := engine.Part{Object: object, Name: "expiry", Mark: old.wrote.expiry, Gone: old.expires == 0}
	switch next.wrote.expiry = old.wrote.expiry; {
	case w.expiry.set:
		c.change(engine.Change{Part: part, Side: true})
		next.expires, next.wrote.expiry = w.expiry.at, c.tx.Mark()
	case w.expiry.keep:
		next.expires = old.expires
	case old.expires != 0:
		c.change(engine.Change{Part: part, Side: true, Drops: true})
		next.wrote.expiry = c.tx.Mark()
	}
}

// expire sets or ends the expiry alone; a deadline that is over removes the key. Who sets one asks for just that state:
// programs that all keep a key alive take nothing from each other.
func (c *call) expire(name string, e expiry) {
	old, m := c.state.key(name), c.tx.Mark()
	c.change(engine.Change{Part: engine.Part{Object: keyObject(name), Name: "expiry", Mark: old.wrote.expiry,
		Gone: old.expires == 0}, Drops: !e.set, Wanted: e.set})
	next := *old
	next.expires, next.wrote.expiry, next.touched = 0, m, m
	if e.set {
		next.expires = e.at
	}
	c.state.keys.Put(c.tx, name, &next)
	if e.set && e.at <= c.tx.Now() {
		c.remove(name)
	}
}

// remove takes a key away and leaves the trace of it.
func (c *call) remove(name string) { c.takeAway(name, false) }

// takeAway is remove; handed says that the answer hands out what is taken away.
func (c *call) takeAway(name string, handed bool) {
	old, m := c.state.key(name), c.tx.Mark()
	for _, part := range old.parts(keyObject(name)) {
		c.change(engine.Change{Part: part, Drops: true, Wanted: handed, Handed: handed})
	}
	c.state.keys.Put(c.tx, name, old.goneBy(m))
}
