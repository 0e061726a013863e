package tair

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// The commands about all keys of the database.
//
// Source: Redis, the pages of the commands.

func keyspace() []row {
	about := func(verb string, least, most int, run func(*call) result, spec engine.OpSpec) row {
		spec.Object = "database"
		return row{command{verb: verb, least: least, most: most, own: true, keyless: true, run: run}, spec}
	}
	return []row{
		about("KEYS", 1, 1, keys, lists(known(engine.GroupRead, engine.Reads, "listed the keys", "KEYS",
			"List the keys whose names fit a pattern: KEYS pattern."))),
		about("SCAN", 1, 0, scan, lists(known(engine.GroupRead, engine.Reads, "listed some keys", "SCAN",
			"List keys piece by piece: SCAN cursor [MATCH pattern] [COUNT n] [TYPE type].", badCursor, plainInt,
			syntax))),
		about("RANDOMKEY", 0, -1, anyKey, known(engine.GroupRead, engine.Reads, "asked for any key", "RANDOMKEY",
			"Ask for any key: RANDOMKEY.")),
		about("DBSIZE", 0, -1, dbsize, known(engine.GroupRead, engine.Reads, "counted the keys", "DBSIZE",
			"Count the keys: DBSIZE.")),
		about("FLUSHDB", 0, 0, flush, known(engine.GroupDelete, engine.Deletes, "deleted every key", "FLUSHDB",
			"Remove every key of the database: FLUSHDB.", syntax)),
		{command{verb: "FLUSHALL", least: 0, most: 1, own: true, keyless: true, run: flush},
			known(engine.GroupDelete, engine.Deletes, "deleted every key", "FLUSHALL", "Remove every key: FLUSHALL.",
				syntax)},
	}
}

func bulks(list []string) reply {
	replies := make([]reply, len(list))
	for i, text := range list {
		replies[i] = bulk([]byte(text))
	}
	return array(replies...)
}

// keys lists the keys whose names fit a pattern, by name: Redis says nothing of the order.
func keys(c *call) result {
	var list []string
	for _, name := range c.state.names(c.database) {
		if _, key := keyOf(name); fitsPattern(c.words[0], key) {
			list = append(list, key)
		}
	}
	c.showNoOther(c.words[0])
	return done(bulks(list))
}

// scan lists keys in the order of a hash of their names. The cursor is the hash with which the next call begins, so
// that a key that stays is told once, whatever comes and goes beside it.
//
// Answers: the next cursor, 0 at the end, and names; a call looks at COUNT keys (10) and may tell fewer.
func scan(c *call) result {
	cursor, err := strconv.ParseUint(c.words[0], 10, 64)
	if n, signed := integer(c.words[0]); signed || c.words[0] == "" { // Redis reads it as strtoul does
		cursor, err = uint64(n), nil
	}
	if err != nil {
		return refuse(c.wrong(badCursor))
	}
	count, pattern, sort := int64(10), "*", ""
	for i := 1; i < len(c.words); i += 2 {
		if i+1 == len(c.words) {
			return c.syntax()
		}
		switch word := c.words[i+1]; strings.ToUpper(c.words[i]) {
		case "COUNT":
			var ok bool
			if count, ok = integer(word); !ok {
				return refuse(c.wrong(plainInt))
			} else if count < 1 {
				return c.syntax()
			}
		case "MATCH":
			pattern = word
		case "TYPE":
			sort = word
		default:
			return c.syntax()
		}
	}
	next, names := c.state.piece(c.database, cursor, count)
	var list []string
	for _, name := range names {
		_, key := keyOf(name)
		if fitsPattern(pattern, key) && (sort == "" || strings.EqualFold(sort, string(c.state.key(name).kind))) {
			list = append(list, key)
		}
	}
	if cursor == 0 && next == 0 && sort == "" { // pieces of several moments lack no name for certain
		c.showNoOther(pattern)
	}
	return done(array(bulk(strconv.AppendUint(nil, next, 10)), bulks(list)))
}

// piece is at least so many keys from a cursor on, fewer at the end, and where the next piece begins. Names of one hash
// are never parted.
func (s *State) piece(database int, cursor uint64, count int64) (next uint64, list []string) {
	type place struct {
		hash uint64
		name string
	}
	var places []place
	for _, name := range s.names(database) {
		h := fnv.New64a()
		_, _ = h.Write([]byte(name)) // a hash takes everything
		if hash := max(h.Sum64(), 1); hash >= cursor {
			places = append(places, place{hash, name})
		}
	}
	slices.SortStableFunc(places, func(a, b place) int {
		if a.hash < b.hash {
			return -1
		}
		return map[bool]int{true: 1}[a.hash > b.hash]
	})
	for i, p := range places {
		if int64(i) >= count && p.hash != places[i-1].hash {
			return p.hash, list
		}
		list = append(list, p.name)
	}
	return 0, list
}

// dbsize counts the keys. Where there is none, it shows that of each.
func dbsize(c *call) result {
	n := len(c.state.names(c.database))
	if n == 0 {
		c.showNoOther("*")
	}
	return done(number(int64(n)))
}

// flush removes every key; FLUSHALL those of the other databases too.
func flush(c *call) result {
	if n := len(c.words); n > 1 || n == 1 && !slices.Contains([]string{"ASYNC", "SYNC"}, strings.ToUpper(c.words[0])) {
		return c.syntax()
	}
	for database := range databases {
		if c.row.verb == "FLUSHDB" && database != c.database {
			continue
		}
		for _, name := range c.state.names(database) {
			c.remove(name)
		}
	}
	return done(simple("OK"))
}

// fitsPattern says whether a name fits a pattern of Redis: * and ?, [ab], [a-c], [^a], and \ before what stands for
// itself. It looks at each place of the name once for each star at most.
func fitsPattern(pattern, name string) bool {
	if name == "" { // Redis looks at a pattern letter by letter of the name
		return pattern == "" || pattern == "*"
	}
	star, from := -1, 0
	p, n := 0, 0
	for n < len(name) {
		if p < len(pattern) && pattern[p] == '*' {
			star, from, p = p, n, p+1
			continue
		}
		if width, ok := fitsOne(pattern[p:], name[n]); ok {
			p, n = p+width, n+1
			continue
		}
		if star < 0 {
			return false
		}
		from++
		p, n = star+1, from
	}
	return strings.Trim(pattern[p:], "*") == ""
}

// fitsOne says whether a letter fits what a pattern begins with, and how long that is.
func fitsOne(pattern string, letter byte) (width int, ok bool) {
	switch {
	case pattern == "":
		return 0, false
	case pattern[0] == '?':
		return 1, true
	case pattern[0] == '\\' && len(pattern) > 1:
		return 2, pattern[1] == letter
	case pattern[0] != '[':
		return 1, pattern[0] == letter
	}
	i, not, found := 1, false, false
	if i < len(pattern) && pattern[i] == '^' {
		i, not = i+1, true
	}
	for ; i < len(pattern) && pattern[i] != ']'; i++ {
		switch {
		case pattern[i] == '\\' && i+1 < len(pattern):
			i++
			found = found || pattern[i] == letter
		case i+2 < len(pattern) && pattern[i+1] == '-':
			low, high := min(pattern[i], pattern[i+2]), max(pattern[i], pattern[i+2])
			found = found || low <= letter && letter <= high
			i += 2
		default:
			found = found || pattern[i] == letter
		}
	}
	return min(i+1, len(pattern)), found != not
}
