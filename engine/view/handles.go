package view

import (
	"fmt"
	"slices"

	"interleave/engine"
)

// Handle is an open of a file over SMB as the client that has it knows it.
type Handle struct {
	Object         engine.ObjectID // as `handle 8-27e46b7ad104`
	File           engine.ObjectID // as `file s/f`
	Answer         string          // the answer that gave it
	Token          engine.Token
	Access, Shares string
	Oplock         string // as its client last acknowledged it; empty: none
	Since          engine.Instant
	Locks          []string // ranges of bytes, as `10-19`
	Cached         []Cached // what its client was told was written and the share does not have yet, the oldest first
}

// Cached is a write that waits in the cache of a handle's client.
type Cached struct {
	From int64
	Text string
}

// To is the last byte of the write.
func (c Cached) To() int64 { return c.From + int64(len(c.Text)) - 1 }

// ClientOf is whose handle an object is: the id of a writer; empty where it is no handle.
func (v *View) ClientOf(object engine.ObjectID) string {
	if object.Kind != "handle" {
		return ""
	}
	return propertyOf(v.world.Object(object), "client")
}

// OpenedBy is the request that opened a handle, while it is open; 0 where that is over, or the object is none.
func (v *View) OpenedBy(object engine.ObjectID) int {
	for _, p := range engine.PropertiesNamed(v.world.Object(object), "opened") {
		return p.Mark.Request
	}
	return 0
}

// Handles are what the writer has open of a file, or the one handle that is meant, the oldest first: what it was given
// and neither gave back nor was told to be closed.
func (k *Known) Handles(object engine.ObjectID) (list []Handle) {
	for _, x := range slices.Backward(slices.Collect(k.heard())) {
		given, ok := x.Answer.Field("handle").Token()
		switch {
		case ok && x.Answer.Accepted():
			h := Handle{Object: engine.ObjectID{Kind: "handle", Name: given.String()}, File: x.Object, Answer: x.Name,
				Token:  given,
				Access: wordOf(x, "access"), Shares: wordOf(x, "share"), Since: x.Heard.At}
			if word := x.Answer.Field("oplock").String(); word != "none" {
				h.Oplock = word
			}
			list = append(list, h)
		case x.Object.Kind == "handle":
			list = k.withHeard(list, x)
		}
	}
	list = slices.DeleteFunc(list, func(h Handle) bool { return h.File != object && h.Object != object })
	for i := range list {
		list[i].Oplock = k.acknowledged(list[i])
		list[i].Cached = k.cached(list[i])
	}
	return list
}

// cached is what waits in the cache of the writer's own client: it knows that without being told, also when the service
// has called it in. Of a handle that others closed it still has what it was told was written, where the file
// does not hold it.
func (k *Known) cached(h Handle) (list []Cached) {
	r, from := k.world.Object(h.Object), int64(0)
	for _, p := range engine.Properties(r) {
		switch name := fmt.Sprintf("cache.%d", len(list)); p.Name {
		case name + ".from": // it stands in front of the bytes
			from, _ = engine.Text(p.Text).Int()
		case name:
			list = append(list, Cached{From: from, Text: p.Text})
		}
	}
	if Stands(r) {
		return list
	}
	file := engine.Properties(k.world.Object(h.File))
	for x := range k.heard() {
		waited := x.Object == h.Object && x.Answer.Field("cached").String() == "true"
		if waited && !slices.ContainsFunc(file, func(p engine.Property) bool { return p.Mark.Request == x.Number }) {
			from, _ := engine.Text(wordOf(x, "offset")).Int()
			list = append([]Cached{{From: from, Text: wordOf(x, "body")}}, list...)
		}
	}
	return list
}

// acknowledged is the oplock that the writer's client has left: a break reaches it by no answer to a request of its
// own, and one that does not answer goes on with what it had. Of a handle that was closed since, it is what was given.
func (k *Known) acknowledged(h Handle) string {
	left := h.Oplock
	for _, p := range engine.PropertiesNamed(k.world.Object(h.Object), "oplock", "acknowledged") {
		left = p.Text // where both are there, acknowledged is the second
	}
	if left == "none" {
		return ""
	}
	return left
}

// withHeard is a list of handles after another answer about one of them.
func (k *Known) withHeard(list []Handle, x *engine.Exchange) []Handle {
	at, effect := slices.IndexFunc(list, func(h Handle) bool { return h.Object == x.Object }), engine.NoEffect
	if x.Answer.Accepted() {
		effect = k.specs(x.Verb).Effect
	}
	switch {
	case at < 0:
	case effect == engine.Closes || saysGone(x):
		return slices.Delete(list, at, at+1)
	case effect == engine.Locks:
		list[at].Locks = append(list[at].Locks, rangeOf(x))
	case effect == engine.Unlocks:
		if n := slices.Index(list[at].Locks, rangeOf(x)); n >= 0 {
			list[at].Locks = slices.Delete(list[at].Locks, n, n+1)
		}
	}
	return list
}

// saysGone says whether an answer tells its reader that the object of the request itself is there no more.
func saysGone(x *engine.Exchange) bool {
	why := x.Answer.Why
	return why != nil && why.Rule.Kind == engine.IsGone && why.Rule.Name == x.Object.Kind
}

func wordOf(x *engine.Exchange, name string) string { return engine.ValueOf(x.Args, name).String() }

// rangeOf are the bytes that a lock names, the last one among them.
func rangeOf(x *engine.Exchange) string {
	from, _ := engine.Text(wordOf(x, "offset")).Int()
	length, _ := engine.Text(wordOf(x, "length")).Int()
	return fmt.Sprintf("%d-%d", from, from+length-1)
}

// behind is the file that the writer's handle is open on; anything else is itself.
func (k *Known) behind(object engine.ObjectID) engine.ObjectID {
	if object.Kind == "handle" {
		for _, h := range k.Handles(object) {
			return h.File
		}
	}
	return object
}
