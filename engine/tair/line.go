package tair

import (
	"slices"
	"strings"

	"interleave/engine"
)

// What the world asks an operation for where it has it: a method that no longer fits would be passed over in silence.
var (
	_ engine.Liner     = Line{}
	_ engine.Keeper    = Line{}
	_ engine.Stretcher = Overwriting{}
)

// Line is one command as it is typed: the words behind its verb. The verb's row of the table says what is done with
// them.
type Line struct {
	Words engine.Value `op:"line" help:"the words of the command, as typed at a prompt"`
	row   *command
}

// Overwriting is a line that writes over bytes of a value: the offset stands behind the key, the text behind that.
//
// Source: Redis, SETRANGE.
type Overwriting struct{ Line }

// Stretch is which bytes it writes.
func (o Overwriting) Stretch() (from, to int64, ok bool) {
	words := o.words()
	if len(words) != o.row.least {
		return 0, 0, false
	}
	from, ok = integer(words[1])
	return from, from + int64(len(words[2])), ok && from >= 0 && words[2] != ""
}

// rowOf is the row of an operation of this service; nil of another's.
func rowOf(spec *engine.OpSpec) *command {
	switch op := spec.Op.(type) {
	case Line:
		return op.row
	case Overwriting:
		return op.row
	}
	return nil
}

// command is one row of the table of commands.
type command struct {
	verb        string
	least, most int  // words behind the verb; most 0: any number, -1: none
	own         bool // Redis itself counts the words, also while queueing; the module counts at its turn
	immediate   bool // not queued by MULTI
	extra       bool // the product's documents do not have it
	keyless     bool // no word of it names a key
	reads       bool // it writes nothing
	stretches   bool // it writes over bytes of the value
	keeps       bool // KEEPTTL has it leave the expiry that is there
	runs        scripted
	roles       string // by word: c content, p a piece of it, v a version, n what becomes it, o a compared value, -
	repeat      int    // so many of the last letters repeat
	versioned   int    // from this word on VER names a version; 0: nowhere
	run         func(*call) result
	known       []engine.Role // of the first words, by their places alone
}

// knownRoles is of how many words the roles are kept: short commands share them.
const knownRoles = 3

// scripted is what a command says of the script that it runs; the zero value: it runs none.
type scripted struct {
	script   bool // its first word is a script, its second how many keys follow
	bySum    bool // it names the script by its sum
	readOnly bool // nothing in the script may write
}

// Roles says which words are content and which name a version.
func (l Line) Roles() []engine.Role {
	words := engine.LineWords(l.Words)
	if n := len(words); n <= len(l.row.known) && (l.row.versioned == 0 || n <= l.row.versioned+1) {
		return l.row.known[:n:n]
	}
	roles := make([]engine.Role, len(words))
	for i := range words {
		roles[i] = l.row.meaning(i)
		if n := l.row.versioned; n > 0 && i > n {
			switch strings.ToUpper(words[i-1].String()) {
			case "VER":
				roles[i] = engine.Role{Guard: "version"}
			case "ABS":
				roles[i] = engine.Role{Version: true}
			}
		}
	}
	return roles
}

// Keeping are the words with KEEPTTL.
//
// Source: rules.md, "Expiry".
func (l Line) Keeping() (words []engine.Value, ok bool) {
	words = slices.Clone(engine.LineWords(l.Words))
	timed := slices.ContainsFunc(words[min(len(words), l.row.least):], func(w engine.Value) bool {
		return slices.Contains(strings.Fields(timeWords+" KEEPTTL"), strings.ToUpper(w.String()))
	})
	return append(words, engine.Text("KEEPTTL")), l.row.keeps && !timed
}

// meaning is the role of the i-th word by its place alone.
func (c *command) meaning(i int) (role engine.Role) {
	switch letter := c.role(i); letter {
	case 'c', 'p':
		role.Content, role.Piece = true, letter == 'p'
	case 'v':
		role.Guard = "version"
	case 'o':
		role.Guard = "value"
	case 'n':
		role.Version = true
	}
	return role
}

// role is the letter of the i-th word.
func (c *command) role(i int) byte {
	switch n := len(c.roles); {
	case i < n:
		return c.roles[i]
	case c.repeat > 0:
		return c.roles[n-c.repeat+(i-n)%c.repeat]
	}
	return '-'
}

// Target is the first key that the words name.
func (l Line) Target(words []engine.Value) string {
	if !l.row.runs.script {
		key := ""
		l.row.eachKey(len(words), func(i int) bool { key = words[i].String(); return false })
		return key
	}
	texts := make([]string, len(words))
	for i, v := range words {
		texts[i] = v.String()
	}
	return append(l.row.keys(texts), "")[0]
}

// keys are the keys that the words behind the verb name.
//
// Source: Redis, COMMAND, "First key", "Last key", "Step"; EVAL, whose second word says how many there are.
func (c *command) keys(words []string) (list []string) {
	if c.runs.script {
		if len(words) < 2 {
			return nil
		}
		n, ok := integer(words[1])
		if !ok || n < 0 || n > int64(len(words)-2) {
			return nil
		}
		return slices.Clone(words[2 : 2+n])
	}
	c.eachKey(len(words), func(i int) bool { list = append(list, words[i]); return true })
	return list
}

// eachKey hands out the places of those of so many words that name keys, the first word being 0, as long as it is told
// to go on.
func (c *command) eachKey(words int, do func(i int) (on bool)) {
	first, last, step := c.places()
	if last < 0 {
		last += words + 1
	}
	for i := first; i > 0 && i <= min(last, words) && do(i-1); i += step {
	}
}

// places say where keys stand among the words behind the verb, the first place being 1: the first and the last of them
// (-1: the last word) and the step from one to the next; 0, 0, 0: nowhere.
func (c *command) places() (first, last, step int) {
	switch c.verb {
	case "DEL", "UNLINK", "EXISTS", "TOUCH", "MGET", "WATCH":
		return 1, -1, 1
	case "MSET", "MSETNX":
		return 1, -1, 2
	case "RENAME", "RENAMENX", "COPY", "LCS":
		return 1, 2, 1
	}
	if c.keyless || c.most < 0 || c.immediate {
		return 0, 0, 0
	}
	return 1, 1, 1
}

// words are the words behind the verb.
func (l Line) words() []string {
	list := engine.LineWords(l.Words)
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = v.String()
	}
	return words
}

// Apply checks the line, or queues it where its client has said MULTI.
func (l Line) Apply(tx *engine.Tx) engine.Answer {
	s := tx.State().(*State)
	c := &s.judged
	*c = call{tx: tx, state: s, row: l.row, said: l.words()}
	a := c.turn().answer(tx)
	*c = call{}
	return a
}

// call is one command being checked.
type call struct {
	tx    *engine.Tx
	state *State
	row   *command
	said  []string // the words as they were said
	words []string // with the names of keys as they stand in the table

	database int
	script   *scripting // the script that says the line; nil: a client does
	moved    *moves     // of several commands in one; nil: the line stands alone
	opened   bool       // a key that somebody watches was opened for writing, which stays where the line is refused
}

// product says whether the commercial service's rules hold instead of the module's.
func (c *call) product() bool { return c.tx.Setting("rules") == "product" }

// turn queues the line or carries it out.
//
// Source: Redis, "Transactions": a line that cannot be queued is refused and breaks the transaction, one that is never
// queued (MULTI, WATCH, DISCARD) too where its words are too many or too few. EXEC with words ends the transaction.
// Assumed: the module's commands count their words at EXEC, because the module registers them without a count.
func (c *call) turn() result {
	if c.row.verb == "EXEC" && !c.counts() {
		c.keep(client{database: c.connection().database})
		r := refuse(&engine.Cause{Rule: abortedByWords, Have: engine.Text("EXEC " + strings.Join(c.said, " "))})
		r.keeps = true
		return r
	}
	connection := c.known()
	if connection == nil || !connection.multi || c.row.immediate && c.counts() {
		return c.run()
	}
	next := *connection
	r, ok := c.misused()
	switch {
	case c.row.extra && c.product():
		r, ok = c.tell(c.wrong(unknown)), false
	case c.row.own && !c.counts():
		r, ok = c.tell(c.wrong(arity)), false
	}
	if !ok {
		next.broken = true
		c.state.clients.Put(c.tx, c.tx.Connection(), &next)
		r.keeps = true
		return r
	}
	next.queue = append(slices.Clone(next.queue), queued{request: c.tx.Request(), verb: c.row.verb, words: c.said})
	c.state.clients.Put(c.tx, c.tx.Connection(), &next)
	return done(simple("QUEUED"))
}

// check carries the line out: known, enough words, short enough, then what the command itself looks at.
func (c *call) run() result {
	c.words = c.said
	if c.counts() {
		c.words = c.inDatabase()
	}
	switch {
	case c.row.extra && c.product():
		return c.tell(c.wrong(unknown))
	case !c.counts():
		return c.tell(c.wrong(arity))
	}
	if r, ok := c.misused(); !ok {
		return r
	}
	for _, w := range c.words {
		if len(w) > engine.MaxBody {
			return refuse(&engine.Cause{Rule: tooLong, Want: engine.Number(int64(len(w))),
				Have: engine.Number(engine.MaxBody)})
		}
	}
	r := c.row.run(c)
	r.keeps = r.keeps || r.cause != nil && c.opened
	return r
}

func (c *call) counts() bool {
	return len(c.said) >= c.row.least && (c.row.most == 0 || len(c.said) <= max(c.row.most, 0))
}

// wrong is a rule about the words as they were typed.
func (c *call) wrong(r *engine.Rule) *engine.Cause {
	return &engine.Cause{Rule: r, Have: engine.Text(strings.Join(append([]string{c.row.verb}, c.said...), " "))}
}

func (c *call) syntax() result { return refuse(c.wrong(syntax)) }

// tell is a refusal whose text names the command.
func (c *call) tell(cause *engine.Cause) result {
	r := refuse(cause)
	name := strings.ToLower(c.row.verb)
	switch cause.Rule {
	case arity:
		r.reply = failed("ERR wrong number of arguments for '" + name + "' command")
	case badExpire:
		r.reply = failed("ERR invalid expire time in '" + name + "' command")
	case unsupported:
		r.reply = failed("ERR Unsupported option " + cause.Have.String())
	case badScript, badShebang:
		r.reply = failed(cause.Have.String())
	case noSubcommand:
		r.reply = failed("ERR unknown subcommand '" + cause.Have.String() + "'. Try " + c.row.verb + " HELP.")
	case fixed:
		r.reply = failed("ERR CONFIG SET failed (possibly related to argument '" + cause.Have.String() +
			"') - can't set immutable config")
	case unknown:
		text := "ERR unknown command '" + c.row.verb + "', with args beginning with: "
		for _, w := range c.said {
			text += "'" + w + "' "
		}
		r.reply = failed(text)
	}
	return r
}

// typed is the key where it is missing or holds that kind; else why not. What replaced a thing of that kind is the
// trouble.
//
// Source: rules.md, "Plain Redis commands".
func (c *call) typed(name string, want kind) (*Key, *engine.Cause) {
	k := c.state.key(name)
	if k == nil || k.kind == want {
		return k, nil
	}
	return k, &engine.Cause{Rule: wrongType, Want: engine.Text(string(want)), Have: engine.Text(string(k.kind)),
		Since: k.retyped.of(want)}
}

// open is typed for a command of the module that may write. The module opens the key for writing before it looks at
// what is there, and Redis takes that for a change, whatever becomes of the command: who watches the key has watched in
// vain.
//
// Source: rules.md, "Plain Redis commands" (WATCH).
func (c *call) open(name string, want kind) (*Key, *engine.Cause) {
	if c.state.clients.Len() == 0 {
		return c.typed(name, want)
	}
	for id, watching := range c.state.clients.All() {
		at := slices.IndexFunc(watching.watched, func(w watched) bool { return w.key == name })
		if at < 0 || !watching.watched[at].opened.IsZero() {
			continue
		}
		next := *watching
		next.watched = slices.Clone(next.watched)
		next.watched[at].opened = c.tx.Mark()
		c.state.clients.Put(c.tx, id, &next)
		c.opened = true
	}
	return c.typed(name, want)
}

// existing opens the key of a command that needs one of that type; where there is none, no is its answer.
func (c *call) existing(name string, want kind, absent *engine.Rule) (k *Key, no result) {
	k, cause := c.open(name, want)
	switch {
	case cause != nil:
		return nil, refuse(cause)
	case k == nil:
		return nil, c.missing(absent, name)
	}
	return k, result{}
}

// stored is the key that a command reads, of that type; where there is none, no answers that.
func (c *call) stored(name string, want kind, absent reply) (k *Key, no result) {
	k, cause := c.typed(name, want)
	switch {
	case cause != nil:
		return nil, refuse(cause)
	case k == nil:
		c.showAbsence(name)
		return nil, done(absent)
	}
	return k, result{}
}

// missing is why a command needs what is not there; nobody's trouble where it never was.
func (c *call) missing(r *engine.Rule, name string) result {
	c.showAbsence(name)
	return refuse(&engine.Cause{Rule: r, Since: c.state.removed(name)})
}

func (c *call) showAbsence(name string) {
	m := c.state.removed(name)
	c.shows(engine.Part{Object: keyObject(name), Name: "*", Mark: m, Gone: true})
}

// show says that the answer gives a key's value.
func (c *call) show(name string, k *Key) {
	for _, p := range k.values(keyObject(name)) {
		c.shows(p)
	}
}

// showBytes says that the answer gives bytes of a key's value.
func (c *call) showBytes(name string, k *Key, from, to int64) {
	if from == 0 && to == k.size() {
		c.show(name, k)
		return
	}
	engine.ShowPieces(func(p engine.Part) { c.showsAs(p, string(k.value[from:to])) }, k.bytes(),
		engine.Part{Object: keyObject(name), Name: "value"}, from, to, k.size())
}
