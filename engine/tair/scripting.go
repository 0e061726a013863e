package tair

import (
	"errors"
	"slices"
	"strings"

	"interleave/engine"
	"interleave/engine/script"
)

// EVAL, EVALSHA, both with _RO, which carry out nothing that writes, and SCRIPT: a script is one step, whatever it does
// in between.
//
// Source: rules.md, "Scripts"; Redis, "Scripting with Lua".

func scripts() []row {
	evaluates := func(verb, words string, runs scripted) row {
		return row{command{verb: verb, least: 2, own: true, runs: runs, run: eval},
			known(engine.GroupWrite, engine.Groups, "ran a script", verb,
				"Run a script as one step: "+verb+" "+words+" keys [key] [argument].", plainInt, fewKeys, noKeys,
				noScript, badShebang, badScript, mayWrite, scriptError, busyScript)}
	}
	keeps := known(engine.GroupOther, engine.Gathers, "kept a script", "SCRIPT",
		"Keep scripts by the sums of their texts: SCRIPT LOAD script, SCRIPT EXISTS sum, SCRIPT FLUSH.", noSubcommand,
		badShebang, badScript, flushWord, notBusy)
	keeps.Object = "script"
	return []row{evaluates("EVAL", "script", scripted{script: true}),
		evaluates("EVALSHA", "sum", scripted{script: true, bySum: true}),
		evaluates("EVAL_RO", "script", scripted{script: true, readOnly: true}),
		evaluates("EVALSHA_RO", "sum", scripted{script: true, bySum: true, readOnly: true}),
		{command{verb: "SCRIPT", least: 1, own: true, keyless: true, run: keepScript}, keeps}}
}

// source is the text of a script that was kept.
type source struct{ text string }

// Walk hands out the field.
func (s *source) Walk(v engine.Visitor) { v.Text("text", &s.text) }

// scripting is one run of a script: what it has looked at so far.
type scripting struct {
	database int      // of which it speaks
	readOnly bool     // its sender or its first line says that it writes nothing
	touched  []string // keys whose state the script has met: what it writes there is made from what is there
	seen     []seen   // what its commands showed it; its client sees of it what the reply holds
	refused  []result // what its commands were refused with
	absent   string   // the command that it called last and that there is not
}

// seen is a part with what it held; nothing where it was absent.
type seen struct {
	part engine.Part
	text string
}

// keepScript is SCRIPT LOAD, EXISTS, FLUSH and KILL.
func keepScript(c *call) result {
	words := c.words[1:]
	switch sub := strings.ToUpper(c.words[0]); {
	case sub == "LOAD":
		if _, cause := compiled(words[0]); cause != nil {
			return c.tell(cause)
		}
		c.keepSource(words[0])
		return done(bulk([]byte(script.SHA1(words[0]))))
	case sub == "EXISTS":
		list := make([]reply, len(words))
		for i, sum := range words {
			list[i] = number(0)
			if c.state.scripts.Get(strings.ToLower(sum)) != nil {
				list[i] = number(1)
			}
		}
		return done(array(list...))
	case sub == "FLUSH":
		if len(words) > 1 || len(words) == 1 && !slices.Contains([]string{"ASYNC", "SYNC"}, strings.ToUpper(words[0])) {
			return refuse(&engine.Cause{Rule: flushWord, Have: engine.Text(words[0])})
		}
		var sums []string
		for sum := range c.state.scripts.All() {
			sums = append(sums, sum)
		}
		for _, sum := range sums {
			c.state.scripts.Delete(c.tx, sum)
		}
		return done(simple("OK"))
	}
	return refuse(&engine.Cause{Rule: notBusy}) // KILL
}

// compiled is a text as a script, or why it is none.
func compiled(text string) (*script.Script, *engine.Cause) {
	s, err := script.Compile(text)
	switch {
	case errors.Is(err, script.ErrShebang):
		return nil, &engine.Cause{Rule: badShebang, Have: engine.Text(err.Error())}
	case err != nil:
		return nil, &engine.Cause{Rule: badScript, Have: engine.Text(err.Error())}
	}
	return s, nil
}

// keepSource keeps a script for EVALSHA.
func (c *call) keepSource(text string) {
	if sum := script.SHA1(text); c.state.scripts.Get(sum) == nil {
		c.state.scripts.Put(c.tx, sum, &source{text: text})
	}
}

// eval runs a script. What it did before an error stays, as in Redis.
//
// Answers: what the script returns; the error of a command that it did not catch.
//
// Source: rules.md, "Scripts".
func eval(c *call) result {
	n, ok := integer(c.words[1])
	switch {
	case c.row.runs.bySum && len(c.words[0]) != len(script.SHA1("")): // no sum at all
		return refuse(&engine.Cause{Rule: noScript, Want: engine.Text(c.words[0])})
	case !ok:
		return refuse(c.wrong(plainInt))
	case n > int64(len(c.words)-2):
		return refuse(c.wrong(fewKeys))
	case n < 0:
		return refuse(c.wrong(noKeys))
	}
	text := c.words[0]
	if c.row.runs.bySum {
		kept := c.state.scripts.Get(strings.ToLower(text))
		if kept == nil {
			return refuse(&engine.Cause{Rule: noScript, Want: engine.Text(text)})
		}
		text = kept.text
	}
	runs, cause := compiled(text)
	if cause != nil {
		return c.tell(cause)
	}
	if c.row.runs.readOnly && runs.Declared && !runs.ReadOnly {
		c.keepSource(text)
		r := refuse(c.wrong(mayWrite))
		r.keeps = true
		return r
	}
	c.script = &scripting{database: c.database, readOnly: c.row.runs.readOnly || runs.ReadOnly}
	alone := c.moved == nil
	if alone {
		c.moved = newMoves()
	}
	answer, err := runs.Run(c.words[2:2+n], c.words[2+n:], c.ask)
	if err != nil {
		return refuse(&engine.Cause{Rule: busyScript, Want: engine.Number(script.MaxSteps)})
	}
	c.keepSource(text)
	c.showSeen(answer)
	if alone {
		c.showMoved()
	}
	r := done(replyOf(answer))
	if answer.Kind == '-' {
		r.cause, r.keeps = c.failure(answer.Text), true
	}
	return r
}

// failure is why a script ended with an error: what refused the command whose error that is, if it is one.
func (c *call) failure(text string) *engine.Cause {
	for _, r := range c.script.refused {
		if r.reply.form == "-" && strings.HasPrefix(text, r.reply.value.String()) {
			cause := *r.cause
			// What the script itself did so is nobody's trouble: no event lies behind it.
			if cause.Since.Event == c.tx.Mark().Event {
				cause.Since = engine.Mark{}
			}
			return &cause
		}
	}
	cause := &engine.Cause{Rule: scriptError, Have: engine.Text(text)}
	if c.script.absent != "" && strings.HasPrefix(text, noSuchCommand) {
		cause.Want = engine.Text(c.script.absent)
	}
	return cause
}

// Absent is the command that a script called and that there is not, where the script ended by that. The error's own
// text does not name it.
func Absent(a engine.Answer) string {
	if a.Why == nil || a.Why.Rule != scriptError {
		return ""
	}
	return a.Why.Want.String()
}

// What redis.call and redis.pcall refuse before any command is looked at.
const (
	noSuchCommand = "ERR Unknown Redis command called from script"
	notInScripts  = "ERR This Redis command is not allowed from script"
	wrongCount    = "ERR Wrong number of args calling Redis command from script"
	notWhileRead  = "ERR Write commands are not allowed from read-only scripts."
)

// barred says whether scripts may not call a command.
func (c *command) barred() bool {
	return c.immediate || c.verb == "UNWATCH" || c.verb == "SCRIPT" || c.verb == "CONFIG" || c.runs.script
}

// ofConnections are commands that scripts may not call and that are not in the catalog: those of connections, servers
// and what waits.
//
// Source: Redis 7.0.15, COMMAND, the flag noscript.
var ofConnections = strings.Fields("AUTH BGREWRITEAOF BGSAVE BLMOVE BLPOP BRPOP BRPOPLPUSH BZPOPMAX BZPOPMIN CLIENT " +
	"DEBUG FAILOVER FCALL FCALL_RO HELLO MODULE MONITOR PSUBSCRIBE PSYNC PUNSUBSCRIBE QUIT REPLCONF REPLICAOF RESET " +
	"ROLE SAVE SHUTDOWN SLAVEOF SSUBSCRIBE SUBSCRIBE SUNSUBSCRIBE SYNC UNSUBSCRIBE WAIT")

// ask carries out one command of a script.
func (c *call) ask(words []string) script.Reply {
	row := c.state.commands[strings.ToUpper(words[0])]
	line := &call{tx: c.tx, state: c.state, row: row, said: words[1:], script: c.script, moved: c.moved}
	name := strings.ToUpper(words[0])
	switch {
	case row == nil && slices.Contains(ofConnections, name):
		return script.Reply{Kind: '-', Text: notInScripts}
	case row == nil || row.extra && c.product():
		c.script.absent = name
		return script.Reply{Kind: '-', Text: noSuchCommand}
	case !line.counts():
		return script.Reply{Kind: '-', Text: wrongCount}
	case row.barred():
		return script.Reply{Kind: '-', Text: notInScripts}
	case !row.reads && c.script.readOnly:
		return script.Reply{Kind: '-', Text: notWhileRead}
	}
	names := row.keys(line.inDatabase())
	c.script.touched = append(c.script.touched, line.looksAt(names)...)
	r := line.run()
	c.script.touched = append(c.script.touched, names...)
	c.opened = c.opened || line.opened
	if r.cause != nil {
		c.script.refused = append(c.script.refused, r)
	}
	answer, _ := scriptReply(r.reply.form, r.reply.value)
	return answer
}

// looksAt are those of its keys that the line looks at before it changes anything; of the others it sets, removes or
// takes away whatever is there.
func (c *call) looksAt(names []string) []string {
	says := func(from int, conditions ...string) bool {
		return slices.ContainsFunc(c.said[min(from, len(c.said)):], func(w string) bool {
			return slices.Contains(conditions, strings.ToUpper(w))
		})
	}
	switch c.row.verb {
	case "SET", "EXSET":
		if !says(2, "NX", "XX", "GET", "VER") {
			return nil
		}
	case "SETEX", "PSETEX", "MSET", "SETRANGE", "DEL", "UNLINK", "RENAME",
		"MOVE": // to another database, where nothing may be
		return nil
	case "RENAMENX":
		return names[1:]
	case "COPY":
		if says(2, "REPLACE") {
			return names[:1]
		}
	case "RESTORE":
		if says(3, "REPLACE") {
			return nil
		}
	}
	return names
}

// shows says that the answer shows a part.
func (c *call) shows(p engine.Part) {
	text := ""
	if k := c.state.key(p.Object.Name); c.script != nil && k != nil && p.Name == "value" && !p.Gone {
		text = string(k.value)
	}
	c.showsAs(p, text)
}

// showsAs is shows of a part by a text. What a command shows to its script is shown to the client only where the
// script's reply holds that.
func (c *call) showsAs(p engine.Part, text string) {
	if c.script == nil {
		c.tx.Show(p)
		return
	}
	c.script.seen = append(c.script.seen, seen{part: p, text: text})
}

// showSeen shows what of the things seen the reply of a script holds.
func (c *call) showSeen(answer script.Reply) {
	for _, s := range c.script.seen {
		if s.part.Gone && answer.Kind == '_' || !s.part.Gone && s.part.Name == "value" && holds(answer, s.text) {
			c.tx.Show(s.part)
		}
	}
}

// holds says whether a reply has that text in it.
func holds(a script.Reply, text string) bool {
	return a.Kind == '$' && a.Text == text || slices.ContainsFunc(a.List,
		func(e script.Reply) bool { return holds(e, text) })
}

// change says what the line does to a part. A script that has looked at a key makes what it writes there from what is
// there, and takes away just that: nothing comes in between.
func (c *call) change(next engine.Change) {
	if next.Name == "value" {
		c.moved.changed(next.Object.Name)
	} else if name := next.Object.Name; c.moved != nil && c.moved.origin[name] == name {
		delete(c.moved.origin, name)
	}
	if c.script != nil && slices.Contains(c.script.touched, next.Object.Name) {
		if next.Drops && next.Name == "value" {
			next.Wanted = true
		} else {
			next.Adds = true
		}
	}
	c.tx.Change(next)
}

// compare says that what the client named of a key was compared and held. What a script compares it has looked at
// itself.
func (c *call) compare(name string, stands ...string) {
	if c.script == nil {
		c.tx.CompareOf(keyObject(name), stands...)
	}
}

// replyOf is what a script returns as a reply.
func replyOf(a script.Reply) reply {
	switch a.Kind {
	case '$':
		return bulk([]byte(a.Text))
	case ':':
		return number(a.Int)
	case '+':
		return simple(a.Text)
	case '-':
		return failed(a.Text)
	case ',', '(':
		return reply{string(a.Kind), engine.Text(a.Text)}
	case '#':
		return reply{"#", engine.Text([]string{"f", "t"}[a.Int])}
	case '*', '~', '%':
		list := make([]reply, len(a.List))
		for i, e := range a.List {
			list[i] = replyOf(e)
		}
		r := array(list...)
		switch a.Kind {
		case '%':
			return mapping(r)
		case '~':
			r.form = "~" + r.form[1:]
		}
		return r
	}
	return null()
}

// scriptReply is a reply as a script gets it, and the types behind its own.
func scriptReply(form string, v engine.Value) (a script.Reply, rest string) {
	sort, rest := form[0], form[1:]
	switch sort {
	case '*', '%', '~':
		_, rest, _ = strings.Cut(rest, ".")
		list, _ := v.List()
		a = script.Reply{Kind: '*'}
		for _, e := range list {
			var one script.Reply
			one, rest = scriptReply(rest, e)
			a.List = append(a.List, one)
		}
	case ':':
		n, _ := v.Int()
		a = script.Reply{Kind: ':', Int: n}
	case '_', '!':
		a = script.Reply{Kind: '_'}
	case '=':
		a = script.Reply{Kind: '$', Text: v.String()}
	default:
		a = script.Reply{Kind: sort, Text: v.String()}
	}
	return a, rest
}
