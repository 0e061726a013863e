package tair

import (
	"strconv"

	"interleave/engine"
)

// kind is what a key holds, by the name that TYPE answers.
type kind string

const (
	exString kind = "exstrtype"
	plain    kind = "string"
	list     kind = "list"
	nothing  kind = "none"
)

// Key is what a name holds, or what is known of it after its removal. The version counts only for an exString; a plain
// string has value and expiry alone.
//
// Source: rules.md, "Values" and "Plain Redis commands".
type Key struct {
	gone    bool
	kind    kind // of a removed one: what it was
	value   []byte
	pieces  []engine.Piece // who wrote which bytes of a plain string; nil: all are of one request
	under   []engine.Mark  // whose work the value was reckoned from: of each writer the newest, in their order
	items   [][]byte       // of a list
	version uint64         // replies print it as signed 64-bit
	flags   uint32
	expires engine.Instant // the last moment at which it is there; 0: it stays
	wrote   written        // of a removed one the value says who removed it

	// the newest change of any sort, which WATCH compares; a command that did nothing touches nothing
	touched engine.Mark
	retyped *retypings // nil: nothing took the place of another type
}

// retypings say for each type which request put a thing of another type in the place of the newest one of that type.
// They are never changed.
type retypings struct{ exString, plain, list engine.Mark }

func (r *retypings) place(k kind) *engine.Mark {
	switch k {
	case exString:
		return &r.exString
	case plain:
		return &r.plain
	}
	return &r.list
}

// of is which request took the place of the newest thing of a type; zero: none.
func (r *retypings) of(k kind) (m engine.Mark) {
	if r != nil {
		m = *r.place(k)
	}
	return m
}

// with are the retypings with one more.
func (r *retypings) with(k kind, m engine.Mark) *retypings {
	next := retypings{}
	if r != nil {
		next = *r
	}
	*next.place(k) = m
	return &next
}

// written says which request made each part, and the version, what it is.
type written struct{ value, flags, expiry, version engine.Mark }

// Gone says whether the key was removed.
func (k *Key) Gone() bool { return k.gone }

// ends is the first moment at which a key is no longer there, by its expiry; 0: it has none.
//
// Source: rules.md, "Expiry", last row.
func (k *Key) ends() engine.Instant {
	if k.expires == 0 {
		return 0
	}
	return k.expires + 1
}

// Walk hands out the fields.
func (k *Key) Walk(v engine.Visitor) {
	v.Text("type", (*string)(&k.kind))
	if k.gone {
		v.Flag("gone", &k.gone)
		v.Mark("removed", &k.wrote.value)
	} else {
		k.walkContent(v)
	}
	v.Mark("touched", &k.touched)
	retyped := k.retyped
	if retyped == nil {
		retyped = never
	}
	v.Mark("retyped.exstrtype", &retyped.exString)
	v.Mark("retyped.string", &retyped.plain)
	v.Mark("retyped.list", &retyped.list)
}

// WalkEnds hands out when it expires.
func (k *Key) WalkEnds(v engine.Visitor) {
	if !k.gone && k.expires != 0 {
		engine.SpareOf(v).End(v, "expiry", k.ends())
	}
}

// never is what nil retypings say.
var never = &retypings{}

// goneBy is what is left of a key that a request removed.
func (k *Key) goneBy(m engine.Mark) *Key {
	return &Key{gone: true, kind: k.kind, wrote: written{value: m}, retyped: k.retyped, touched: m}
}

// removed says who removed a key; zero while it is there.
func (k *Key) removed() (m engine.Mark) {
	if k.gone {
		m = k.wrote.value
	}
	return m
}

func (k *Key) walkContent(v engine.Visitor) {
	v.Bytes("value", &k.value)
	for i := range k.items {
		v.Bytes("items."+strconv.Itoa(i), &k.items[i])
	}
	if k.kind == exString {
		s := engine.SpareOf(v)
		s.Number(v, "version", int(k.version))
		s.Number(v, "flags", int(k.flags))
	}
	if k.expires != 0 {
		end := k.ends()
		v.Instant("expires", &k.expires)
		v.End("expiry", &end)
	}
	v.Mark("changed.value", &k.wrote.value)
	k.walkPieces(v)
	v.Mark("changed.flags", &k.wrote.flags)
	v.Mark("changed.expiry", &k.wrote.expiry)
	v.Mark("changed.version", &k.wrote.version)
}

// parts are what a removal takes away.
func (k *Key) parts(object engine.ObjectID) []engine.Part {
	parts := k.values(object)
	if !k.wrote.flags.IsZero() {
		parts = append(parts, engine.Part{Object: object, Name: "flags", Mark: k.wrote.flags})
	}
	if k.expires != 0 {
		parts = append(parts, engine.Part{Object: object, Name: "expiry", Mark: k.wrote.expiry})
	}
	return parts
}

func keyObject(name string) engine.ObjectID { return engine.ObjectID{Kind: "key", Name: name} }

// client is what Redis keeps of one connection: the commands queued since MULTI, the keys watched. A writer is one
// connection, unless its requests say on which of several they travel.
type client struct {
	database int
	multi    bool
	broken   bool // a queued line was refused: EXEC will discard them all
	queue    []queued
	watched  []watched
}

// queued is a line that waits for EXEC.
type queued struct {
	request int
	verb    string
	words   []string
}

// watched is a key as it was when WATCH named it.
type watched struct {
	request int
	key     string
	touched int // the event of its newest change; 0: none

	opened engine.Mark // who opened it for writing since and was refused, or wrote
}

// Walk hands out the fields.
func (c *client) Walk(v engine.Visitor) {
	number := func(name string, n int) { m := int64(n); v.Number(name, &m) }
	if c.database != 0 {
		number("database", c.database)
	}
	v.Flag("multi", &c.multi)
	v.Flag("broken", &c.broken)
	for i, q := range c.queue {
		v.Under("queue " + strconv.Itoa(i))
		number("request", q.request)
		v.Text("verb", &q.verb)
		for j := range q.words {
			v.Text(strconv.Itoa(j), &q.words[j])
		}
		v.Up()
	}
	for i, w := range c.watched {
		v.Under("watched " + strconv.Itoa(i))
		v.Text("key", &w.key)
		number("touched", w.touched)
		number("request", w.request)
		if !w.opened.IsZero() {
			v.Mark("opened", &w.opened)
		}
		v.Up()
	}
}
