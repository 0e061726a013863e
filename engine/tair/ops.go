package tair

import (
	"slices"

	"interleave/engine"
)

// Service is TairString and the plain Redis commands beside it, as a world takes them in.
func Service() *engine.Service {
	byVerb := map[string]*command{}
	s := &engine.Service{Name: Name, Title: "TairString", Rules: rulesPage, Faults: faults,
		Guardings: guardings(), Watching: watches(), Distinct: distinct, Bare: unguarded, InWords: inItsWords,
		Rejects: engine.Rejecting(Name, "rejected-redis-command", engine.RESP,
			engine.Source{Document: redis, Section: "Redis clients handling"}),
		Settings: []engine.Setting{
			{Name: "wording", Values: []string{"product", "module"},
				Help: "how a refused EXCAS begins: ERR update version is stale as the product's documents, or " +
					"CAS_FAILED as the public module has it"},
			{Name: "rules", Values: []string{"module", "product"},
				Help: "whose rules hold where the two differ: which commands and words there are, EX 0, VER while " +
					"the version is 0", Fewer: "product"},
		}}
	s.New = func() engine.State { return newState(byVerb) }
	for _, row := range table() {
		spec := row.spec
		byVerb[row.verb] = &row.command
		if spec.Verb = row.verb; spec.Method == "" {
			spec.Method = row.verb
		}
		if spec.Object == "" {
			spec.Object = "key"
		}
		spec.OK, spec.Op = []int{200}, Line{row: &row.command}
		if row.stretches {
			spec.Op = Overwriting{Line{row: &row.command}}
		}
		if spec.Source.Document == "" {
			spec.Source.Document = module
		}
		first := []*engine.Rule{arity}
		if row.extra {
			first = []*engine.Rule{unknown, arity}
		}
		spec.Refuses = engine.Distinct(slices.Concat(first, []*engine.Rule{tooLong}, spec.Refuses))
		s.Ops = append(s.Ops, spec)
	}
	everyOther(s.Ops)
	return s
}

// everyOther gives EXEC and scripts the refusals of all lines that they may carry out, behind their own.
func everyOther(ops []engine.OpSpec) {
	for i := range ops {
		runs := rowOf(&ops[i]).runs
		if !runs.script && ops[i].Verb != "EXEC" {
			continue
		}
		for _, other := range ops {
			row := rowOf(&other)
			carriedOut := !row.immediate && !(runs.script && row.barred())
			if carriedOut && other.Verb != ops[i].Verb && (other.Effect == engine.Reads || !runs.readOnly) {
				ops[i].Refuses = engine.Distinct(append(ops[i].Refuses, other.Refuses...))
			}
		}
	}
}

// row is a command with what people are told of it.
type row struct {
	command
	spec engine.OpSpec
}

// table is all commands: those of TairString, plain strings, keys of every type, transactions, the server itself.
func table() []row {
	rows := slices.Concat(versioned(), comparing(), plainStrings(), numbers(), generic(), expiring(), transacting(),
		keyspace(), serving(), scripts())
	for i := range rows {
		effect := rows[i].spec.Effect
		for n := range knownRoles {
			rows[i].known = append(rows[i].known, rows[i].meaning(n))
		}
		rows[i].reads = effect == engine.Reads || effect == engine.Chooses || effect == engine.Configures
	}
	return rows
}

// about is what people are told: the group in menus, what it does and did, what of the module says so, one sentence,
// the refusals in order of precedence.
func about(group engine.Group, effect engine.Effect, did, section, summary string,
	refuses ...*engine.Rule) engine.OpSpec {
	return engine.OpSpec{Group: group, Effect: effect, Did: did, Summary: summary,
		Source:  engine.Source{Document: module, Section: section},
		Refuses: refuses}
}

// known is about for a command of Redis itself, whose page its source is.
func known(group engine.Group, effect engine.Effect, did, page, summary string, refuses ...*engine.Rule) engine.OpSpec {
	spec := about(group, effect, did, page, summary, refuses...)
	spec.Source.Document = redis
	return spec
}

// lists is a command whose reply shows several keys.
func lists(spec engine.OpSpec) engine.OpSpec {
	spec.Lists = true
	return spec
}

// takenOutBy is a command that adds entries, of which another takes one out.
func takenOutBy(verb string, spec engine.OpSpec) engine.OpSpec {
	spec.TakesOut = verb
	return spec
}

// hands is a command whose reply alone hands out what it takes away or replaces.
func hands(spec engine.OpSpec) engine.OpSpec {
	spec.Hands = true
	return spec
}

func versioned() []row {
	read := about(engine.GroupRead, engine.Reads, "read it", glance, "Read value and version: EXGET key [WITHFLAGS].",
		syntax,
		wrongType)
	read.Method = "GET"
	return []row{
		{command{verb: "EXSET", least: 2, keeps: true, roles: "-c", versioned: 2, run: exset},
			about(engine.GroupWrite, engine.Writes, "set it", glance,
				"Set a value: EXSET key value [TIME] [NX or XX] [VER n or ABS n] [FLAGS n] [WITHVERSION] [KEEPTTL].",
				syntax, longTime, notThere, wrongType, exists, staleVersion)},
		{command{verb: "EXGET", least: 1, most: 2, run: exget}, read},
		{command{verb: "EXSETVER", least: 2, most: 2, roles: "-n", run: exsetver},
			about(engine.GroupWrite, engine.Describes, "set its version", glance,
				"Set the version alone: EXSETVER key version.",
				wrongType, noKeyZero, syntax)},
		{command{verb: "EXINCRBY", least: 2, keeps: true, versioned: 2, run: exincrby},
			about(engine.GroupWrite, engine.Adds, "added to it", glance,
				"Add a whole number: EXINCRBY key n [TIME] [NX or XX] [VER or ABS] [DEF n] [MIN "+
					"n] [MAX n] [NONEGATIVE] [WITHVERSION] [KEEPTTL].",
				syntax, longTime, wrongType, notInt, notBounds, notThere, exists, staleVersion, overflow)},
		{command{verb: "EXINCRBYFLOAT", least: 2, keeps: true, versioned: 2, run: exincrbyfloat},
			about(engine.GroupWrite, engine.Adds, "added to it", glance,
				"Add a decimal number: EXINCRBYFLOAT key n [TIME] [NX or XX] [VER or ABS] [MIN n] [MAX n] [KEEPTTL].",
				wrongType, notFloat, syntax, longTime, notBounds, notThere, exists, staleVersion, overflow)},
		{command{verb: "EXCAS", least: 3, keeps: true, roles: "-cv", run: excas},
			about(engine.GroupWrite, engine.Writes, "set it", glance,
				"Set a value if the version is still that one: EXCAS key value version [TIME] [KEEPTTL].",
				syntax, longTime, notVer, wrongType, noKeyMinus, casFailed, casProduct)},
		{command{verb: "EXCAD", least: 2, most: 2, roles: "-v", run: excad},
			about(engine.GroupDelete, engine.Deletes, "deleted it", glance,
				"Delete a key if the version is still that one: EXCAD key version.", wrongType,
				syntax, noKeyMinus, otherVersion)},
		{command{verb: "EXAPPEND", least: 2, roles: "-c", versioned: 2, extra: true, run: exappend},
			extends(engine.Appends, "appended to it", "Put text behind the value: EXAPPEND")},
		{command{verb: "EXPREPEND", least: 2, roles: "-c", versioned: 2, extra: true, run: exprepend},
			extends(engine.Appends, "put text before it", "Put text before the value: EXPREPEND")},
		{command{verb: "EXGAE", least: 3, extra: true, run: exgae},
			about(engine.GroupWrite, engine.Describes, "renewed its expiry", glance,
				"Read a key and renew its expiry: EXGAE key TIME.", syntax, longTime, wrongType, noKeyNil)},
	}
}

func extends(effect engine.Effect, did, summary string) engine.OpSpec {
	return about(engine.GroupWrite, effect, did, glance, summary+" key text [NX or XX] [VER n or ABS n].", syntax,
		notThere,
		exists, wrongType,
		staleVersion)
}

func comparing() []row {
	return []row{
		{command{verb: "CAS", least: 3, roles: "-oc", run: cas},
			about(engine.GroupWrite, engine.Writes, "set it", glance,
				"Set a plain string if it still holds the old value: CAS key old new [TIME].",
				syntax, longTime, wrongType, noKeyMinus, otherValue)},
		{command{verb: "CAD", least: 2, most: 2, roles: "-o", run: cad},
			about(engine.GroupDelete, engine.Deletes, "deleted it", glance,
				"Delete a plain string if it still holds the value: CAD key value.", wrongType,
				noKeyMinus, otherValue)},
	}
}

// plainStrings are the plain strings of Redis, and lists as far as a type of their own is needed.
func plainStrings() []row {
	return []row{
		{command{verb: "GET", least: 1, most: 1, own: true, run: get},
			known(engine.GroupRead, engine.Reads, "read it", "GET", "Read a plain string: GET key.", wrongType)},
		{command{verb: "SET", least: 2, keeps: true, own: true, roles: "-c", run: set},
			about(engine.GroupWrite, engine.Writes, "set it", mixing,
				"Set a plain string, whatever was there: SET key value [TIME] [NX or XX] [GET] [KEEPTTL].",
				syntax, plainInt, badExpire, wrongType, notThere, exists)},
		{command{verb: "SETNX", least: 2, most: 2, own: true, roles: "-c", run: setnx},
			about(engine.GroupWrite, engine.Writes, "set it", mixing,
				"Set a plain string if there is no such key: SETNX key value.", existsZero)},
		{command{verb: "SETEX", least: 3, most: 3, own: true, roles: "--c", run: setex},
			known(engine.GroupWrite, engine.Writes, "set it", "SETEX",
				"Set a plain string with an expiry: SETEX key seconds value.", plainInt, badExpire)},
		{command{verb: "PSETEX", least: 3, most: 3, own: true, roles: "--c", run: setex},
			known(engine.GroupWrite, engine.Writes, "set it", "PSETEX",
				"Set a plain string with an expiry: PSETEX key milliseconds value.", plainInt, badExpire)},
		{command{verb: "MGET", least: 1, own: true, run: mget},
			known(engine.GroupRead, engine.Reads, "read it", "MGET", "Read several plain strings: MGET key [key].")},
		{command{verb: "MSETNX", least: 2, own: true, roles: "-c", repeat: 2, run: msetnx},
			known(engine.GroupWrite, engine.Writes, "set it", "MSETNX",
				"Set several plain strings if none of the keys is there: MSETNX key value [key value].", existsZero)},
		{command{verb: "MSET", least: 2, own: true, roles: "-c", repeat: 2, run: mset},
			about(engine.GroupWrite, engine.Writes, "set it", mixing,
				"Set several plain strings in one step: MSET key value [key value].")},
		{command{verb: "GETSET", least: 2, most: 2, own: true, roles: "-c", run: getset},
			hands(known(engine.GroupWrite, engine.Writes, "set it", "GETSET",
				"Set a plain string and read what it was: GETSET key value.", wrongType))},
		{command{verb: "GETEX", least: 1, own: true, run: getex},
			known(engine.GroupWrite, engine.Describes, "set its expiry", "GETEX",
				"Read a plain string and set its expiry: GETEX key [TIME or PERSIST].", syntax,
				plainInt, badExpire, wrongType)},
		{command{verb: "GETDEL", least: 1, most: 1, own: true, run: getdel},
			hands(known(engine.GroupDelete, engine.Deletes, "deleted it", "GETDEL",
				"Read a plain string and delete it: GETDEL key.", wrongType))},
		{command{verb: "GETRANGE", least: 3, most: 3, own: true, run: getrange},
			known(engine.GroupRead, engine.Reads, "read a part of it", "GETRANGE",
				"Read a part of a plain string: GETRANGE key first last.", plainInt, wrongType)},
		{command{verb: "SUBSTR", least: 3, most: 3, own: true, run: getrange},
			known(engine.GroupRead, engine.Reads, "read a part of it", "SUBSTR",
				"Read a part of a plain string, as older programs do: SUBSTR key first last.", plainInt, wrongType)},
		{command{verb: "LCS", least: 2, own: true, run: lcs},
			known(engine.GroupRead, engine.Reads, "read what two have in common", "LCS",
				"Read what two plain strings have in common: LCS key key [LEN] [IDX] [MINMATCHLEN n] [WITHMATCHLEN].",
				notStrings, syntax, plainInt, lengthAndPlaces)},
		{command{verb: "STRLEN", least: 1, most: 1, own: true, run: strlen},
			known(engine.GroupRead, engine.Reads, "read its length", "STRLEN",
				"Read the length of a plain string: STRLEN key.",
				wrongType)},
		{command{verb: "APPEND", least: 2, most: 2, own: true, roles: "-c", run: appendPlain},
			known(engine.GroupWrite, engine.Appends, "appended to it", "APPEND",
				"Put text behind a plain string: APPEND key text.", wrongType)},
		{command{verb: "SETRANGE", least: 3, most: 3, own: true, roles: "--p", stretches: true,
			run: setrange},
			known(engine.GroupWrite, engine.Writes, "wrote a part of it", "SETRANGE",
				"Write over a part of a plain string: SETRANGE key offset text.", plainInt,
				badOffset, wrongType)},
		{command{verb: "LPUSH", least: 2, own: true, roles: "-c", repeat: 1, run: lpush},
			takenOutBy("LREM", known(engine.GroupWrite, engine.Appends, "pushed items into it", "LPUSH",
				"Put items in front of a list: LPUSH key item [item].", wrongType))},
	}
}

func generic() []row {
	return []row{
		{command{verb: "DEL", least: 1, own: true, run: del},
			known(engine.GroupDelete, engine.Deletes, "deleted it", "DEL", "Remove keys: DEL key [key].", noKeyZero)},
		{command{verb: "UNLINK", least: 1, own: true, run: del},
			known(engine.GroupDelete, engine.Deletes, "deleted it", "UNLINK", "Remove keys: UNLINK key [key].",
				noKeyZero)},
		{command{verb: "EXISTS", least: 1, own: true, run: exist},
			known(engine.GroupRead, engine.Reads, "asked whether it is there", "EXISTS",
				"Count the keys that are there: EXISTS key [key].")},
		{command{verb: "TOUCH", least: 1, own: true, run: exist},
			known(engine.GroupRead, engine.Reads, "asked whether it is there", "TOUCH",
				"Count the keys that are there, as used: TOUCH key [key].")},
		{command{verb: "TYPE", least: 1, most: 1, own: true, run: typeOf},
			about(engine.GroupRead, engine.Reads, "read its type", values, "Read the type of a key: TYPE key.")},
		{command{verb: "RENAME", least: 2, most: 2, own: true, run: rename},
			known(engine.GroupWrite, engine.Renames, "renamed it", "RENAME",
				"Give a key another name: RENAME key name.",
				noSuchKey)},
		{command{verb: "RENAMENX", least: 2, most: 2, own: true, run: rename},
			known(engine.GroupWrite, engine.Renames, "renamed it", "RENAMENX",
				"Give a key another name that is free: RENAMENX key name.", noSuchKey, busyTarget)},
		{command{verb: "MOVE", least: 2, most: 2, own: true, run: move},
			known(engine.GroupWrite, engine.Renames, "moved it to another database", "MOVE",
				"Take a key to another database: MOVE key database.", plainInt, badDatabase,
				sameObject, noKeyZero, busyTarget)},
		{command{verb: "COPY", least: 2, own: true, run: copyKey},
			about(engine.GroupWrite, engine.Copies, "copied it", values,
				"Copy a plain string: COPY key name [DB n] [REPLACE].", syntax, plainInt, badDatabase,
				sameObject, noKeyZero,
				busyTarget, noCopy)},
		{command{verb: "DUMP", least: 1, most: 1, own: true, run: dump},
			known(engine.GroupRead, engine.Reads, "read its bytes", "DUMP", "Read a key as bytes: DUMP key.")},
		{command{verb: "RESTORE", least: 3, own: true, roles: "--p", run: restore},
			known(engine.GroupWrite, engine.Writes, "restored it", "RESTORE",
				"Make a key of dumped bytes: RESTORE key ttl bytes [REPLACE] [ABSTTL] [IDLETIME seconds or FREQ n].",
				syntax, badIdle, badFrequency, busyKey, plainInt, badTTL, badPayload)},
	}
}

func transacting() []row {
	return []row{
		{command{verb: "MULTI", most: -1, own: true, immediate: true, run: multi},
			known(engine.GroupOther, engine.Gathers, "began a transaction", "MULTI",
				"Begin a transaction, the lines behind it are queued: MULTI.", nested)},
		{command{verb: "EXEC", most: -1, own: true, immediate: true, run: exec},
			known(engine.GroupOther, engine.Groups, "changed it in a transaction", "EXEC",
				"Carry out what is queued, if no watched key was touched: EXEC.", abortedByWords, execOutside,
				aborted, watchedMoved)},
		{command{verb: "DISCARD", most: -1, own: true, immediate: true, run: discard},
			known(engine.GroupOther, engine.Gathers, "discarded a transaction", "DISCARD",
				"Forget what is queued and watched: DISCARD.", dropOutside)},
		{command{verb: "WATCH", least: 1, own: true, immediate: true, run: watch},
			known(engine.GroupOther, engine.Gathers, "watched it", "WATCH",
				"Have EXEC ask that nothing touches these keys: WATCH key [key].", watchInside)},
		{command{verb: "UNWATCH", most: -1, own: true, run: unwatch},
			known(engine.GroupOther, engine.Gathers, "stopped watching", "UNWATCH",
				"Forget the watched keys: UNWATCH.")},
	}
}
