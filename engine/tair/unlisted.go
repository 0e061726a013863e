package tair

import (
	"strings"

	"interleave/engine"
)

// What a listing of the keys says of those that it does not list: none of them is there.

// beginning is what all names begin with that fit a pattern, where that is all that it asks for, and whether it asks
// for just one name.
func beginning(pattern string) (prefix string, one, plain bool) {
	prefix, open := strings.CutSuffix(pattern, "*")
	return prefix, !open, !strings.ContainsAny(prefix, `*?[\`)
}

// showNoOther shows that of the keys which fit a pattern none is there but those that are. A pattern that asks for more
// than how names begin shows the absence of none.
//
// Keys of other databases stand in the same table, under names that begin with db and a digit: a listing of the first
// one says nothing of its own keys that look so.
func (c *call) showNoOther(pattern string) {
	prefix, one, plain := beginning(pattern)
	if !plain || c.script != nil { // of what a script saw its reply tells only what it holds
		return
	}
	prefix = nameIn(c.database, prefix)
	if _, _, other := unmarked(prefix); c.database == 0 && other {
		return
	}
	for _, name := range c.state.names(c.database) {
		c.shows(engine.ByName(keyObject(name)))
	}
	upto := prefix + "\U0010ffff" // behind all names that begin so
	if one {
		upto = prefix + "\x00"
	}
	if prefix == "" {
		upto = ""
	}
	if c.database != 0 || prefix >= "db:" || upto != "" && upto <= "db0" {
		c.showBetween(prefix, upto)
		return
	}
	c.showBetween(prefix, "db0")
	if upto == "" || upto > "db:" {
		c.showBetween("db:", upto)
	}
}

// showBetween shows that no name of the table is there from one on, up to another, but those that are; those that were
// there once were removed by somebody.
func (c *call) showBetween(from, to string) {
	none := engine.Part{Object: engine.ObjectID{Kind: "database"}, Name: engine.Unlisted("key"), Gone: true,
		After: from, Upto: to}
	c.shows(none)
	for name, k := range c.state.keys.All() {
		if k.gone && !k.removed().IsZero() && name >= from && (to == "" || name < to) {
			one := none
			one.Mark, one.After, one.Upto = k.removed(), name, name+"\x00"
			c.shows(one)
		}
	}
}
