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

// The kinds of trouble that rules of this service name.
const (
	staleWrite   = "stale-write"
	isGone       = "gone"
	alreadyThere = "already-there"
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

// unsure is a rule whose source leaves something open; what it is and what was adopted.
func unsure(r *engine.Rule, what string) *engine.Rule {
	r.Source.Unsure = what
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
	syntax    = rule("syntax", parsing, "", 400, "ERR syntax error")
	notInt    = rule("number", replies, "", 400, "ERR value is not an integer")
	notFloat  = rule("number", replies, "", 400, "ERR value is not a float")
	notBounds = rule("MIN and MAX", replies, "", 400, "ERR min or max is specified, but not valid")
	notVer    = rule("version", replies, "", 400, "ERR version should be integer")
	overflow  = rule("bounds", replies, "", 400, "ERR increment or decrement would overflow")
	unknown   = saying(unsure(productRule("command", "Supported commands", "", 400, "ERR unknown command"),
		"the product's documents do not have this command; adopted under the switch rules=product: it is unknown"),
		"ERR unknown command")
	tooLong = unsure(plainRule("value", "APPEND", "", 400,
		"ERR string exceeds maximum allowed size (proto-max-bulk-len)"),
		"Redis allows 512 MB; the simulation stops at engine.MaxBody")
	plainInt  = plainRule("number", "INCR", "", 400, "ERR value is not an integer or out of range")
	badExpire = saying(plainRule("expire time", "SET", "", 400, "ERR invalid expire time"),
		"ERR invalid expire time in this command")
	badOffset   = plainRule("offset", "SETRANGE", "", 400, "ERR offset is out of range")
	badPayload  = plainRule("payload", "RESTORE", "", 400, "ERR DUMP payload version or checksum are wrong")
	badTTL      = plainRule("ttl", "RESTORE", "", 400, "ERR Invalid TTL value, must be >= 0")
	badDatabase = plainRule("database", "MOVE", "", 400, "ERR DB index is out of range")
	sameObject  = plainRule("database", "MOVE", "", 400, "ERR source and destination objects are the same")
	noCopy      = rule("type", values, "", 400, "ERR not supported for this module key")
)

// What is there, and of which type.
var (
	wrongType  = rule("type", mixing, isGone, 409, "WRONGTYPE Operation against a key holding the wrong kind of value")
	exists     = rule("NX", glance, alreadyThere, 409, "nil")
	notThere   = rule("XX", glance, isGone, 404, "nil")
	noKeyNil   = rule("key", glance, isGone, 404, "nil")
	noKeyMinus = rule("key", glance, isGone, 404, "-1")
	noKeyZero  = rule("key", glance, isGone, 404, "0")
	noSuchKey  = plainRule("key", "RENAME", isGone, 404, "ERR no such key")
	existsZero = rule("SETNX", mixing, alreadyThere, 409, "0")
	busyTarget = plainRule("target", "MOVE, COPY", alreadyThere, 409, "0")
	busyKey    = plainRule("target", "RESTORE", alreadyThere, 409, "BUSYKEY Target key name already exists.")
)

// Versions, values and watched keys.
var (
	staleVersion = rule("VER", versions, staleWrite, 412, "ERR update version is stale")
	casFailed    = rule("version", glance, staleWrite, 412, "CAS_FAILED")
	casProduct   = productRule("version", "EXCAS", staleWrite, 412, "ERR update version is stale")
	otherVersion = rule("version", glance, staleWrite, 412, "0")
	otherValue   = rule("value", glance, staleWrite, 412, "0")
	watchedMoved = rule("WATCH", watching, staleWrite, 412, "nil")
)

// Transactions.
var (
	nested      = plainRule("MULTI", "MULTI", "", 400, "ERR MULTI calls can not be nested")
	watchInside = plainRule("MULTI", "WATCH", "", 400, "ERR WATCH inside MULTI is not allowed")
	execOutside = plainRule("MULTI", "EXEC", "", 400, "ERR EXEC without MULTI")
	dropOutside = plainRule("MULTI", "DISCARD", "", 400, "ERR DISCARD without MULTI")
	aborted     = plainRule("queue", "EXEC", "", 400, "EXECABORT Transaction discarded because of previous errors.")
)
