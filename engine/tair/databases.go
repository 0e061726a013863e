package tair

import (
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// Redis has databases, each with keys of its own; a connection chooses one. All keys stand in one table: those of
// another database than the first under a name that says which, as `db9:lock`.
//
// Source: Redis, SELECT, MOVE; rules.md, "Plain Redis commands".

// databases is how many there are, as Redis is configured unless somebody says otherwise.
const databases = 16

// nameIn is the name of a key of a database in the table. A key of the first one keeps its name, unless it looks as
// one of another.
func nameIn(database int, key string) string {
	if _, _, marked := unmarked(key); database == 0 && !marked {
		return key
	}
	return "db" + strconv.Itoa(database) + ":" + key
}

// keyOf is the database and the key that a name in the table stands for.
func keyOf(name string) (database int, key string) {
	if database, key, marked := unmarked(name); marked {
		return database, key
	}
	return 0, name
}

func unmarked(name string) (database int, key string, marked bool) {
	rest, begins := strings.CutPrefix(name, "db")
	if !begins {
		return 0, "", false
	}
	number, key, marked := strings.Cut(rest, ":")
	if !marked {
		return 0, "", false
	}
	database, err := strconv.Atoi(number)
	return database, key, err == nil && database >= 0 && database < databases && strconv.Itoa(database) == number
}

// inDatabase is the words with the names of the table in the place of keys. A script has its keys as they were said:
// its commands come here one by one.
func (c *call) inDatabase() []string {
	if c.database = c.connection().database; c.script != nil {
		c.database = c.script.database
	}
	if c.row.runs.script {
		return c.said
	}
	words, own := c.said, false
	c.row.eachKey(len(words), func(i int) bool {
		if name := nameIn(c.database, words[i]); name != words[i] {
			if !own {
				words, own = slices.Clone(words), true
			}
			words[i] = name
		}
		return true
	})
	return words
}

// selectDatabase has the connection speak of another database from now on; a script has only itself do so.
func selectDatabase(c *call) result {
	n, cause := c.numberOf(c.words[0])
	if cause != nil {
		return refuse(cause)
	}
	if c.script != nil {
		c.script.database = n
		return done(simple("OK"))
	}
	next := c.connection()
	next.database = n
	c.keep(next)
	return done(simple("OK"))
}

// numberOf is the number of a database, as a line gives it.
func (c *call) numberOf(word string) (database int, cause *engine.Cause) {
	n, ok := integer(word)
	switch {
	case !ok:
		return 0, c.wrong(plainInt)
	case n < 0 || n >= databases:
		return 0, c.wrong(badDatabase)
	}
	return int(n), nil
}

// names are the names in the table of the keys of a database, sorted.
func (s *State) names(database int) (list []string) {
	for name, k := range s.keys.All() {
		if in, _ := keyOf(name); !k.gone && in == database {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

// move takes a key to another database.
//
// Answers: 1; 0 where there is no such key, or the other database has one of that name.
func move(c *call) result {
	name := c.words[0]
	n, cause := c.numberOf(c.words[1])
	switch {
	case cause != nil:
		return refuse(cause)
	case n == c.database:
		return refuse(c.wrong(sameObject))
	}
	k, to := c.state.key(name), nameIn(n, c.said[0])
	if k == nil {
		return c.missing(noKeyZero, name)
	}
	if other := c.state.key(to); other != nil {
		return refuse(&engine.Cause{Rule: busyTarget, Have: engine.Text(to), Since: other.wrote.value})
	}
	c.relocate(name, to, k)
	return done(number(1))
}
