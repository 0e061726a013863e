package tair

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// What a client asks of the server itself when it connects or looks whether it is there. Who speaks (HELLO, AUTH,
// CLIENT) is no matter of the storage: the connection answers that.
//
// Source: Redis, the pages of the commands; rules.md, "Plain Redis commands".

// ServerVersion is the version of Redis whose answers are given.
const ServerVersion = "7.0.15"

func serving() []row {
	asks := func(verb string, least, most int, run func(*call) result, did, summary string,
		refuses ...*engine.Rule) row {
		spec := known(engine.GroupRead, engine.Reads, did, verb, summary, refuses...)
		spec.Object = "server"
		return row{command{verb: verb, least: least, most: most, own: true, keyless: true, run: run}, spec}
	}
	selects := asks("SELECT", 1, 1, selectDatabase, "chose a database", "Choose one of 16 databases: SELECT number.",
		plainInt, badDatabase)
	selects.spec.Group, selects.spec.Effect = engine.GroupOther, engine.Chooses
	configures := asks("CONFIG", 1, 0, config, "dealt with the configuration",
		"Read the configuration: CONFIG GET pattern.", noSubcommand, syntax, fixed)
	configures.spec.Group, configures.spec.Effect = engine.GroupOther, engine.Configures
	return []row{
		selects,
		asks("PING", 0, 1, ping, "asked whether it is there", "Ask whether the server is there: PING [text]."),
		asks("ECHO", 1, 1, echo, "had a text said", "Have the server say a text: ECHO text."),
		asks("TIME", 0, -1, clock, "read the time", "Read the seconds and microseconds of Unix time: TIME."),
		asks("INFO", 0, 0, info, "read about the server", "Read about the server: INFO [section]."),
		configures,
		asks("COMMAND", 0, 0, commands, "read about the commands",
			"Read about the commands: COMMAND, COMMAND COUNT, COMMAND LIST, COMMAND INFO [name], COMMAND DOCS [name], "+
				"COMMAND GETKEYS name [word].", noSubcommand, notACommand, noKeyWords, wrongNumber),
	}
}

// ping answers PONG, or the text.
func ping(c *call) result {
	if len(c.words) == 1 {
		return echo(c)
	}
	return done(simple("PONG"))
}

func echo(c *call) result { return done(bulk([]byte(c.words[0]))) }

// clock is the virtual time.
func clock(c *call) result {
	ms := int64(c.tx.Now()) + epochMillis
	return done(array(bulk(strconv.AppendInt(nil, ms/1000, 10)), bulk(strconv.AppendInt(nil, ms%1000*1000, 10))))
}

// info answers the sections that clients look at: they wait until loading is 0, read the version and the role, and
// whether keys may be evicted.
func info(c *call) result {
	sections := []struct{ name, text string }{
		{"Server", "redis_version:" + ServerVersion + "\r\nredis_mode:standalone\r\narch_bits:64\r\n" +
			fmt.Sprintf("uptime_in_seconds:%d\r\nuptime_in_days:%d\r\n", int64(c.tx.Now())/1000,
				int64(c.tx.Now())/86_400_000)},
		{"Memory", "maxmemory:0\r\nmaxmemory_human:0B\r\nmaxmemory_policy:noeviction\r\n"},
		{"Persistence", "loading:0\r\naof_enabled:0\r\n"},
		{"Replication", "role:master\r\nconnected_slaves:0\r\n"},
		{"Cluster", "cluster_enabled:0\r\n"},
		{"Keyspace", c.keyspaceInfo()},
	}
	var parts []string
	for _, s := range sections {
		asked := slices.ContainsFunc(c.words, func(w string) bool {
			return slices.Contains([]string{strings.ToLower(s.name), "all", "default", "everything"},
				strings.ToLower(w))
		})
		if len(c.words) == 0 || asked {
			parts = append(parts, "# "+s.name+"\r\n"+s.text)
		}
	}
	return done(text(strings.Join(parts, "\r\n")))
}

func (c *call) keyspaceInfo() string {
	var text strings.Builder
	for database := range databases {
		names := c.state.names(database)
		if len(names) == 0 {
			continue
		}
		ends := 0
		for _, name := range names {
			if c.state.key(name).expires != 0 {
				ends++
			}
		}
		fmt.Fprintf(&text, "db%d:keys=%d,expires=%d,avg_ttl=0\r\n", database, len(names), ends)
	}
	return text.String()
}

// configuration is what CONFIG GET tells, sorted: nothing of it can be changed.
var configuration = [...][2]string{{"activedefrag", "no"}, {"appendonly", "no"}, {"bind", "127.0.0.1"},
	{"cluster-enabled", "no"}, {"databases", "16"}, {"lua-time-limit", "5000"}, {"maxclients", "10000"},
	{"maxmemory", "0"}, {"maxmemory-policy", "noeviction"}, {"min-replicas-to-write", "0"},
	{"notify-keyspace-events", ""}, {"proto-max-bulk-len", strconv.Itoa(engine.MaxBody)}, {"replica-read-only", "yes"},
	{"requirepass", ""}, {"save", ""}, {"slave-read-only", "yes"}, {"timeout", "0"}}

// inner are the words of the commands that have some of their own: how many words each takes behind it, at least and at
// most; -1: any number.
//
// Source: Redis 7.0.15, COMMAND DOCS of these.
var inner = map[string]map[string][2]int{
	"CONFIG":  {"GET": {1, -1}, "SET": {2, -1}, "RESETSTAT": {0, 0}},
	"COMMAND": {"COUNT": {0, 0}, "LIST": {0, -1}, "INFO": {0, -1}, "DOCS": {0, -1}, "GETKEYS": {2, -1}},
	"SCRIPT":  {"LOAD": {1, 1}, "EXISTS": {1, -1}, "FLUSH": {0, -1}, "KILL": {0, 0}},
}

// misused refuses a line whose second word is none that its command has, or has too many or too few behind it: Redis
// does so before it queues the line. ok: there is nothing to refuse.
func (c *call) misused() (r result, ok bool) {
	words, has := inner[c.row.verb]
	if !has || len(c.said) == 0 {
		return r, true
	}
	counts, known := words[strings.ToUpper(c.said[0])]
	switch behind := len(c.said) - 1; {
	case !known:
		return c.tell(&engine.Cause{Rule: noSubcommand, Have: engine.Text(c.said[0])}), false
	case behind < counts[0] || counts[1] >= 0 && behind > counts[1]:
		r = refuse(c.wrong(arity))
		name := strings.ToLower(c.row.verb + "|" + c.said[0])
		r.reply = failed("ERR wrong number of arguments for '" + name + "' command")
		return r, false
	}
	return r, true
}

// config answers CONFIG GET; what would change the configuration is refused as Redis refuses a fixed parameter.
func config(c *call) result {
	switch sub := strings.ToUpper(c.words[0]); {
	case sub == "GET":
		var list []string
		for _, pair := range configuration {
			for _, w := range c.words[1:] {
				if strings.EqualFold(w, pair[0]) {
					list = append(list, w, pair[1])
					break
				}
				if fitsPattern(strings.ToLower(w), pair[0]) {
					list = append(list, pair[0], pair[1])
					break
				}
			}
		}
		return done(mapping(bulks(list)))
	case sub == "RESETSTAT":
		return done(simple("OK"))
	case len(c.words)%2 == 0:
		return c.syntax()
	}
	return c.tell(&engine.Cause{Rule: fixed, Have: engine.Text(c.words[1])})
}

// commands tells of the commands: how many, their names, or of each its words, whether it writes, and where its keys
// stand.
func commands(c *call) result {
	rows := table()
	if c.product() {
		rows = slices.DeleteFunc(rows, func(r row) bool { return r.extra })
	}
	sub := "INFO"
	if len(c.words) > 0 {
		sub = strings.ToUpper(c.words[0])
	}
	if sub == "GETKEYS" {
		return c.keysNamed(rows, c.words[1], c.words[2:])
	}
	var list []reply
	for _, r := range rows {
		name := bulk([]byte(strings.ToLower(r.verb)))
		named := slices.ContainsFunc(c.words[min(1, len(c.words)):],
			func(w string) bool { return strings.EqualFold(w, r.verb) })
		switch {
		case sub == "COUNT" || sub == "LIST":
			list = append(list, name)
		case len(c.words) > 1 && !named:
		case sub == "DOCS":
			list = append(list, name, mapping(array(bulk([]byte("summary")), bulk([]byte(r.spec.Summary)))))
		case sub == "INFO":
			list = append(list, r.described(name))
		}
	}
	switch {
	case sub == "INFO" && len(c.words) > 1:
		return done(array(describedAs(rows, c.words[1:])...))
	case sub == "COUNT" && len(c.words) == 1:
		return done(number(int64(len(list))))
	case sub == "LIST" && len(c.words) == 1, sub == "INFO":
		return done(array(list...))
	case sub == "DOCS":
		return done(mapping(array(list...)))
	}
	return c.tell(&engine.Cause{Rule: noSubcommand, Have: engine.Text(c.words[0])})
}

// keysNamed answers which of the words behind a command are keys; of a script that may be none.
//
// Source: Redis 7.0.15, COMMAND GETKEYS, db.c.
func (c *call) keysNamed(rows []row, verb string, words []string) result {
	at := slices.IndexFunc(rows, func(r row) bool { return strings.EqualFold(r.verb, verb) })
	if at < 0 {
		return refuse(c.wrong(notACommand))
	}
	r := &rows[at]
	first, _, _ := r.places()
	switch {
	case first == 0 && !r.runs.script:
		return refuse(c.wrong(noKeyWords))
	case len(words) < r.least || r.most > 0 && len(words) > r.most:
		return refuse(c.wrong(wrongNumber))
	}
	return done(bulks(r.keys(words)))
}

// describedAs are the commands that are named, in that order; nothing for one that is none.
func describedAs(rows []row, names []string) (list []reply) {
	for _, name := range names {
		at := slices.IndexFunc(rows, func(r row) bool { return strings.EqualFold(r.verb, name) })
		if at < 0 {
			list = append(list, null())
			continue
		}
		list = append(list, rows[at].described(bulk([]byte(strings.ToLower(rows[at].verb)))))
	}
	return list
}

// described is a command as COMMAND INFO tells it: name, words with the name (negative: at least), flags, the first
// and the last key and the step between keys.
func (r row) described(name reply) reply {
	arity, flag := int64(r.least+1), "write"
	if r.most == 0 || r.most > r.least {
		arity = -arity
	}
	if r.spec.Effect == engine.Reads || r.keyless && r.spec.Effect != engine.Deletes {
		flag = "readonly"
	}
	first, last, step := r.places()
	return array(name, number(arity), array(simple(flag)), number(int64(first)), number(int64(last)),
		number(int64(step)))
}
