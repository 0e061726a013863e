package tair

import "interleave/engine"

// The documents that the sources of rules name. What the module replies was tried out, where its pages are silent.
const (
	module  = "TairString, the public module (github.com/tair-opensource/TairString), replies in Redis 7.0.15"
	product = "Alibaba Cloud, \"TairString commands\""
	redis   = "Redis 7.0 command reference"
)

// What of the module's replies rules come from.
const (
	values   = "types of keys"
	glance   = "commands and options"
	parsing  = "words and order of checks"
	versions = "versions"
	replies  = "errors"
	mixing   = "plain commands on versioned strings"
	watching = "WATCH and EXEC"
)

// rule is a refusal whose code is what the client reads, as `nil`, `-1` or `ERR syntax error`.
func rule(name, section string, kind engine.Trouble, status int, code string) *engine.Rule {
	return &engine.Rule{Name: name, Kind: kind, Fault: engine.Fault{Status: status, Code: code, Message: code},
		Source: engine.Source{Document: module, Section: section}}
}

// productRule is what only the commercial service answers.
func productRule(name, section string, kind engine.Trouble, status int, code string) *engine.Rule {
	r := rule(name, section, kind, status, code)
	r.Source.Document = product
	return r
}

// plainRule is a refusal of Redis itself; the section is the command's page.
func plainRule(name, page string, kind engine.Trouble, status int, code string) *engine.Rule {
	r := rule(name, page, kind, status, code)
	r.Source.Document = redis
	return r
}

// saying is a rule whose message says more than its code.
func saying(r *engine.Rule, message string) *engine.Rule {
	r.Fault.Message = message
	return r
}

// Words of a line.
var (
	arity = saying(rule("arguments", parsing, "", 400, "ERR wrong number of arguments"),
		"ERR wrong number of arguments for this command")
	syntax   = rule("syntax", parsing, "", 400, "ERR syntax error")
	longTime = engine.Unsure(rule("syntax", parsing, "", 400, "ERR syntax error"),
		"the module multiplies seconds by 1000 without a look at what comes of it; adopted: a syntax error for what "+
			"does not fit into 64 bits of milliseconds")
	notInt    = rule("number", replies, "", 400, "ERR value is not an integer")
	notFloat  = rule("number", replies, "", 400, "ERR value is not a float")
	notBounds = rule("MIN and MAX", replies, "", 400, "ERR min or max is specified, but not valid")
	notVer    = rule("version", replies, "", 400, "ERR version should be integer")
	overflow  = rule("bounds", replies, "", 400, "ERR increment or decrement would overflow")
	unknown   = saying(engine.Unsure(productRule("command", "Supported commands", "", 400, "ERR unknown command"),
		"the product's documents do not have this command; adopted under the switch rules=product: it is unknown"),
		"ERR unknown command")
	tooLong = engine.Unsure(plainRule("value", "APPEND", "", 400,
		"ERR string exceeds maximum allowed size (proto-max-bulk-len)"),
		"Redis allows 512 MB; the simulation stops at engine.MaxBody")
	plainInt  = plainRule("number", "INCR", "", 400, "ERR value is not an integer or out of range")
	badExpire = saying(plainRule("expire time", "SET", "", 400, "ERR invalid expire time"),
		"ERR invalid expire time in this command")
	badOffset    = plainRule("offset", "SETRANGE", "", 400, "ERR offset is out of range")
	badPayload   = plainRule("payload", "RESTORE", "", 400, "ERR DUMP payload version or checksum are wrong")
	badTTL       = plainRule("ttl", "RESTORE", "", 400, "ERR Invalid TTL value, must be >= 0")
	badIdle      = plainRule("ttl", "RESTORE", "", 400, "ERR Invalid IDLETIME value, must be >= 0")
	badFrequency = plainRule("ttl", "RESTORE", "", 400, "ERR Invalid FREQ value, must be >= 0 and <= 255")
	badDatabase  = plainRule("database", "MOVE", "", 400, "ERR DB index is out of range")
	sameObject   = plainRule("database", "MOVE", "", 400, "ERR source and destination objects are the same")
	notTogether  = plainRule("condition", "EXPIRE", "", 400,
		"ERR NX and XX, GT or LT options at the same time are not compatible")
	notGreaterLess = plainRule("condition", "EXPIRE", "", 400,
		"ERR GT and LT options at the same time are not compatible")
	unsupported = saying(plainRule("condition", "EXPIRE", "", 400, "ERR Unsupported option"),
		"ERR Unsupported option in this command")
	leastNumber  = plainRule("number", "DECRBY", "", 400, "ERR decrement would overflow")
	plainFloat   = plainRule("number", "INCRBYFLOAT", "", 400, "ERR value is not a valid float")
	notFinite    = plainRule("number", "INCRBYFLOAT", "", 400, "ERR increment would produce NaN or Infinity")
	badCursor    = plainRule("cursor", "SCAN", "", 400, "ERR invalid cursor")
	noSubcommand = saying(plainRule("subcommand", "COMMAND, CONFIG", "", 400, "ERR unknown subcommand"),
		"ERR unknown subcommand of this command")
	notACommand = plainRule("arguments", "COMMAND GETKEYS", "", 400, "ERR Invalid command specified")
	noKeyWords  = plainRule("arguments", "COMMAND GETKEYS", "", 400, "ERR The command has no key arguments")
	wrongNumber = plainRule("arguments", "COMMAND GETKEYS", "", 400,
		"ERR Invalid number of arguments specified for command")
	noScript   = plainRule("script", "EVALSHA", "", 400, "NOSCRIPT No matching script. Please use EVAL.")
	notBusy    = plainRule("script", "SCRIPT KILL", "", 400, "NOTBUSY No scripts in execution right now.")
	flushWord  = plainRule("script", "SCRIPT FLUSH", "", 400, "ERR SCRIPT FLUSH only support SYNC|ASYNC option")
	badScript  = plainRule("script", "EVAL", "", 400, "ERR Error compiling script (new function)")
	badShebang = saying(plainRule("script", "EVAL", "", 400, "ERR shebang"),
		"ERR the first line of the script cannot be read")
	mayWrite = plainRule("script", "EVAL_RO", "", 400,
		"ERR Can not execute a script with write flag using *_ro command.")
	scriptError = saying(plainRule("script", "EVAL", "", 400, "ERR script"), "ERR the script ended with an error")
	fewKeys     = plainRule("keys", "EVAL", "", 400, "ERR Number of keys can't be greater than number of args")
	noKeys      = plainRule("keys", "EVAL", "", 400, "ERR Number of keys can't be negative")
	busyScript  = engine.Unsure(plainRule("script", "EVAL", "", 400,
		"BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE."),
		"Redis answers the others so while a script runs for more than 5 seconds, and goes on with it; the simulation "+
			"ends a script after a million instructions and drops what it wrote")
	fixed = saying(engine.Unsure(plainRule("configuration", "CONFIG SET", "", 400, "ERR CONFIG SET failed"),
		"Redis refuses some parameters so; the simulation all of them, for none of them is simulated"),
		"ERR CONFIG SET failed - can't set immutable config")
	notStrings      = plainRule("type", "LCS", "", 400, "ERR The specified keys must contain string values")
	lengthAndPlaces = plainRule("option", "LCS", "", 400,
		"ERR If you want both the length and indexes, please just use IDX.")
	noCopy = rule("type", values, "", 400, "ERR not supported for this module key")
)

// absent is what the replies to a line about a missing key stand for.
const absent = "There is no such key"

// What is there, and of which type.
var (
	wrongType = engine.Looking(engine.AtType, rule("type", mixing, engine.IsGone, 409,
		"WRONGTYPE Operation against a key holding the wrong kind of value"))
	exists = engine.InWords(rule("NX", glance, engine.AlreadyThere, 409, "nil"),
		"With NX the command does nothing if the key exists")
	notThere = engine.InWords(rule("XX", glance, engine.IsGone, 404, "nil"),
		"With XX the command does nothing if there is no such key")
	noKeyNil   = engine.InWords(rule("key", glance, engine.IsGone, 404, "nil"), absent)
	noKeyMinus = engine.InWords(rule("key", glance, engine.IsGone, 404, "-1"), absent)
	noKeyZero  = engine.InWords(rule("key", glance, engine.IsGone, 404, "0"), absent)
	noSuchKey  = plainRule("key", "RENAME", engine.IsGone, 404, "ERR no such key")
	existsZero = engine.InWords(rule("SETNX", mixing, engine.AlreadyThere, 409, "0"),
		"It does nothing if a key that it would set exists")
	busyTarget = engine.InWords(plainRule("target", "RENAMENX, MOVE, COPY", engine.AlreadyThere, 409, "0"),
		"It does nothing if there is a key at the target")
	busyKey = plainRule("target", "RESTORE", engine.AlreadyThere, 409, "BUSYKEY Target key name already exists.")
)

// otherNumber is what the replies to a line that names another version stand for.
const otherNumber = "The key has another version"

// Versions, values and watched keys.
var (
	staleVersion = rule("VER", versions, engine.StaleWrite, 412, "ERR update version is stale")
	casFailed    = engine.Differs(engine.InWords(rule("version", glance, engine.StaleWrite, 412, "CAS_FAILED"),
		otherNumber),
		"the public module says CAS_FAILED, the product's documents (EXCAS, Return values) say ERR update version is "+
			"stale; the switch tair.wording=module is on")
	casProduct = engine.Differs(productRule("version", "EXCAS", engine.StaleWrite, 412,
		"ERR update version is stale"), "the product's documents (EXCAS, Return values; the loop of \"Implement "+
		"high-performance optimistic locking by using TairString\") say ERR update version is stale, the public "+
		"module says CAS_FAILED; the switch tair.wording=module turns to the module")
	otherVersion = engine.InWords(rule("version", glance, engine.StaleWrite, 412, "0"), otherNumber)
	otherValue   = engine.InWords(rule("value", glance, engine.StaleWrite, 412, "0"), "The key has another value")
	watchedMoved = engine.InWords(rule("WATCH", watching, engine.StaleWrite, 412, "nil"),
		"EXEC does nothing if a watched key has been touched, or has expired, since WATCH")
)

// Transactions.
var (
	nested      = plainRule("MULTI", "MULTI", "", 400, "ERR MULTI calls can not be nested")
	watchInside = plainRule("MULTI", "WATCH", "", 400, "ERR WATCH inside MULTI is not allowed")
	execOutside = engine.Looking(engine.AtConnection, plainRule("MULTI", "EXEC", "", 400, "ERR EXEC without MULTI"))
	dropOutside = engine.Looking(engine.AtConnection,
		plainRule("MULTI", "DISCARD", "", 400, "ERR DISCARD without MULTI"))
	abortedByWords = saying(plainRule("arguments", "EXEC", "", 400, "EXECABORT Transaction discarded"),
		"EXECABORT Transaction discarded because of: wrong number of arguments for 'exec' command")
	aborted = plainRule("queue", "EXEC", "", 400, "EXECABORT Transaction discarded because of previous errors.")
)

// Faults that a scenario may have the service answer instead of judging.
var faults = []*engine.Rule{saying(plainRule("fault", "Redis clients handling", "", 503, "LOADING"),
	"LOADING Redis is loading the dataset in memory")}
