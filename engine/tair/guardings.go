package tair

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interleave/engine"
)

// takesVersion says whether a command takes VER.
func takesVersion(verb string) bool {
	return slices.Contains([]string{"EXSET", "EXINCRBY", "EXINCRBYFLOAT", "EXAPPEND", "EXPREPEND"}, verb)
}

func guardings() []engine.Guarding {
	verbs := func(list ...string) func(*engine.OpSpec, engine.Send) bool {
		return func(spec *engine.OpSpec, _ engine.Send) bool { return slices.Contains(list, spec.Verb) }
	}
	return []engine.Guarding{
		{ID: "ver", Title: "VER",
			Say: "Every write names the version that its writer heard last, and so does a removal, by EXCAD. " +
				orNew,
			Fits:  verbs("EXSET", "EXCAS", "EXINCRBY", "EXINCRBYFLOAT", "EXAPPEND", "EXPREPEND"),
			Guard: withVersion, Carries: versionTyped},
		{ID: "excas", Title: "EXCAS, EXCAD",
			Say:  "Every write and every removal compares the version that its writer heard last. " + orNew,
			Fits: verbs("EXSET", "EXCAS", "EXCAD"), Guard: comparingVersion,
			Carries: verbs("EXCAS", "EXCAD")},
		{ID: "cas", Title: "CAS, CAD",
			Say:  "Every write of a plain string compares the value that its writer heard last. " + orNew,
			Fits: verbs("SET", "SETNX", "CAS", "CAD"), Needs: needsModule("CAS and CAD are"), Guard: comparingValue,
			Carries: verbs("CAS", "CAD")},
		{ID: "versioned", Title: "versioned string",
			Say: "The keys are versioned strings (EXSET, EXGET), and every write names the version that its writer " +
				"heard last, and so does a removal, by EXCAD. " + orNew,
			Fits: func(spec *engine.OpSpec, s engine.Send) bool {
				return verbs("SET", "CAS")(spec, s) && !slices.ContainsFunc(wordsOf(s), isGet)
			},
			Needs: needsModule("Versioned strings are"), Guard: asVersioned, Prepare: makeVersioned, Own: notPlain},
		{ID: "nx", Title: "NX", Say: "Every write creates only: what is there stays.",
			Fits:  verbs("EXSET", "EXCAS", "SET", "CAS", "SETNX", "MSET", "MSETNX", "RENAME", "RENAMENX"),
			Guard: onlyNew},
	}
}

// watches is how a plain Redis refuses a change of what was touched since it was read.
func watches() *engine.Watching {
	return &engine.Watching{Watch: "WATCH", Forget: "UNWATCH", Begin: "MULTI", End: "EXEC", Nothing: "nil"}
}

// orNew is what a write does that has nothing to compare.
const orNew = "Who heard that nothing is there writes with NX."

// needsModule says of commands that a Redis without the module does not know them.
func needsModule(what string) string {
	return what + " of the module TairString: a Redis without it has WATCH, MULTI and EXEC for that."
}

// versionTyped says whether a command names a version by VER.
func versionTyped(spec *engine.OpSpec, s engine.Send) bool {
	words := wordsOf(s)
	return takesVersion(spec.Verb) && len(words) > 2 && slices.ContainsFunc(words[2:], func(word engine.Value) bool {
		return strings.EqualFold(word.String(), "VER")
	})
}

// plainTwins are the commands that work on versioned strings too, some of them under another name.
var plainTwins = [...]string{"GET", "SET", "CAS", "CAD", "DEL", "UNLINK", "EXISTS", "TYPE", "TTL", "PTTL", "EXPIRE",
	"PEXPIRE", "PERSIST"}

// notPlain says whether a command is at home on versioned strings already, or on plain ones alone.
func notPlain(spec *engine.OpSpec) bool {
	return spec.Prompt() && !slices.Contains(plainTwins[:], spec.Verb)
}

// versioning makes a plain string a versioned one, with its value and its time to live; what is of another type, or not
// there, stays as it is.
const versioning = `local is = redis.call('TYPE', KEYS[1]).ok
if is ~= 'string' then return is end
local value, left = redis.call('GET', KEYS[1]), redis.call('PTTL', KEYS[1])
redis.call('DEL', KEYS[1])
if left < 0 then return redis.call('EXSET', KEYS[1], value) end
return redis.call('EXSET', KEYS[1], value, 'PX', left)`

// makeVersioned puts a versioned string with the same value in the place of each plain one that is used.
//
// Source: Alibaba Cloud, "Implement high-performance optimistic locking by using TairString".
func makeVersioned(sends []engine.Send) (inputs []engine.Input) {
	seen := map[string]bool{}
	for _, s := range sends {
		words := wordsOf(s)
		if !slices.Contains(plainTwins[:], s.Verb) || len(words) == 0 || seen[words[0].String()] {
			continue
		}
		seen[words[0].String()] = true
		name := fmt.Sprintf("versioned%d", len(seen))
		inputs = append(inputs, withWords(engine.Send{By: engine.Seed, As: name}, "EVAL", engine.Text(versioning),
			engine.Text("1"), words[0]),
			engine.Deliver{Names: []string{name}}, engine.ReceiveAnswer{Names: []string{name}})
	}
	return inputs
}

// asVersioned is a plain string's command for a versioned one, with the version that was heard last.
func asVersioned(spec *engine.OpSpec, s engine.Send, heard engine.Answers) (engine.Send, string) {
	if s.Verb == "CAS" || s.Verb == "CAD" { // these know plain strings alone
		s, _ = unguarded(spec, s)
	}
	switch words := wordsOf(s); {
	case removesOne(s.Verb, words):
		return comparingVersion(spec, s, heard)
	case s.Verb == "GET":
		return withWords(s, "EXGET", words...), ""
	case s.Verb == "SET" && len(words) > 1:
		rest := slices.DeleteFunc(slices.Clone(words[2:]), isGet) // EXSET does not tell what was there
		return withVersion(spec, withWords(s, "EXSET", append(words[:2:2], rest...)...), heard)
	}
	return s, ""
}

// isGet says whether a word asks SET for what was there.
func isGet(word engine.Value) bool { return strings.EqualFold(word.String(), "GET") }

// withoutNX are the commands that do what another one does only if nothing is there.
var withoutNX = map[string]string{"SETNX": "SET", "MSETNX": "MSET", "RENAMENX": "RENAME"}

// unguarded takes the version, the compared value and what asks for an absence off a line. A watch is nothing else.
func unguarded(spec *engine.OpSpec, s engine.Send) (engine.Send, bool) {
	words := wordsOf(s)
	switch {
	case spec.Verb == "WATCH":
		return s, true
	case s.Verb == "EXCAS" && len(words) > 2:
		return withWords(s, "EXSET", append(words[:2:2], words[3:]...)...), false
	case s.Verb == "CAS" && len(words) > 2:
		return withWords(s, "SET", append(words[:1:1], words[2:]...)...), false
	case (s.Verb == "EXCAD" || s.Verb == "CAD") && len(words) > 1:
		return withWords(s, "DEL", words[0]), false
	case withoutNX[s.Verb] != "":
		return withWords(s, withoutNX[s.Verb], words...), false
	case takesVersion(s.Verb) || s.Verb == "SET":
		return withWords(s, s.Verb, withoutOptions(words)...), false
	}
	return s, false
}

func wordsOf(s engine.Send) []engine.Value {
	if len(s.Args) == 0 {
		return nil
	}
	return slices.Clone(engine.LineWords(s.Args[0].Value))
}

// withWords is a request with another command.
func withWords(s engine.Send, verb string, words ...engine.Value) engine.Send {
	s.Verb = verb
	s.Args = []engine.Arg{{Name: "line", Value: engine.List(words...)}}
	return s
}

// withoutOptions takes VER with its number, NX and XX off the words behind key and value.
func withoutOptions(words []engine.Value) (kept []engine.Value) {
	for i := 0; i < len(words); i++ {
		word := strings.ToUpper(words[i].String())
		switch {
		case i < 2:
		case word == "VER":
			i++
			continue
		case word == "NX" || word == "XX":
			continue
		}
		kept = append(kept, words[i])
	}
	return kept
}

// withoutSetVersion takes ABS with its number off the words behind key and value: beside it a write compares nothing.
//
// Source: rules.md, "Versions".
func withoutSetVersion(words []engine.Value) []engine.Value {
	for i := 2; i+1 < len(words); i++ {
		if strings.EqualFold(words[i].String(), "ABS") {
			return slices.Delete(slices.Clone(words), i, i+2)
		}
	}
	return words
}

// says are the replies of changes that are done, and that are not, where each is one word.
var says = map[string][2]string{
	"SET": {"OK", "nil"}, "EXSET": {"OK", "nil"}, "EXCAS": {"OK", "CAS_FAILED"}, "CAS": {"1", "0"},
	"SETNX": {"1", "0"}, "MSET": {"OK"}, "MSETNX": {"1", "0"}, "RENAME": {"OK"}, "RENAMENX": {"1", "0"},
	"DEL": {"1", "0"}, "UNLINK": {"1", "0"}, "GETDEL": {"", "nil"}, "EXPIRE": {"1", "0"}, "PEXPIRE": {"1", "0"},
	"EXPIREAT": {"1", "0"}, "PEXPIREAT": {"1", "0"}, "EXCAD": {"1", "0"}, "CAD": {"1", "0"},
}

// inItsWords is what another command replies where one replies so: done as done, and not done as not done.
func inItsWords(reply, of, other string) string {
	was, now := says[of], says[other]
	switch {
	case reply == was[0] && now[0] != "":
		return now[0]
	case reply == was[1] && now[1] != "":
		return now[1]
	}
	return reply
}

// onlyTimes says whether options are about the expiry alone: EXCAS and CAS take no others.
func onlyTimes(words []engine.Value) bool {
	for i := 0; i < len(words); i++ {
		switch strings.ToUpper(words[i].String()) {
		case "EX", "EXAT", "PX", "PXAT":
			i++
		case "KEEPTTL":
		default:
			return false
		}
	}
	return true
}

// noTwin is the note on a write without a twin that has the guard.
func noTwin(spec *engine.OpSpec) string {
	if !spec.Changes() {
		return ""
	}
	return engine.NoSuchGuard
}

// key is the object that a line's first word names.
func key(word engine.Value) engine.ObjectID { return keyObject(word.String()) }

func withVersion(spec *engine.OpSpec, s engine.Send, heard engine.Answers) (engine.Send, string) {
	words := wordsOf(s)
	if _, _, removes := twins(s, ""); removes {
		return comparingVersion(spec, s, heard)
	}
	if !takesVersion(s.Verb) || len(words) < 2 {
		return s, noTwin(spec)
	}
	words = withoutSetVersion(words)
	switch version := heard.Shown(key(words[0]), "version"); {
	case !version.IsZero():
		return withWords(s, s.Verb, append(words, engine.Text("VER"), version)...), ""
	case s.Verb == "EXSET" && heard.Absent(key(words[0])):
		return onlyNew(spec, s, heard)
	}
	return s, engine.Unheard(heard, key(words[0]), "version")
}

// twins says whether a bare line has a twin that compares: a write whose options are times, a removal of one key.
func twins(s engine.Send, write string) (words []engine.Value, sets, removes bool) {
	words = wordsOf(s)
	return words, s.Verb == write && len(words) > 1 && onlyTimes(words[2:]), removesOne(s.Verb, words)
}

// removesOne says whether a line removes one key, as one does too that hands it out, and one that gives it a deadline
// which is over at any time of a scene. One with a condition on the deadline may leave it.
//
// Source: rules.md, "Plain Redis commands": GETDEL; EXPIRE and the others with a moment that is over remove the key.
func removesOne(verb string, words []engine.Value) bool {
	over := int64(0)
	switch verb {
	case "DEL", "UNLINK", "GETDEL":
		return len(words) == 1
	case "EXPIREAT":
		over = epochMillis / 1000
	case "PEXPIREAT":
		over = epochMillis
	case "EXPIRE", "PEXPIRE":
	default:
		return false
	}
	if len(words) != 2 {
		return false
	}
	at, ok := words[1].Int()
	return ok && at <= over
}

func comparingVersion(spec *engine.OpSpec, s engine.Send, heard engine.Answers) (engine.Send, string) {
	if takesVersion(s.Verb) {
		s = withWords(s, s.Verb, withoutSetVersion(wordsOf(s))...)
	}
	words, sets, removes := twins(s, "EXSET")
	if !sets && !removes {
		return s, noTwin(spec)
	}
	version := heard.Shown(key(words[0]), "version")
	switch {
	case version.IsZero() && sets && heard.Absent(key(words[0])):
		return onlyNew(spec, s, heard)
	case version.IsZero():
		return s, engine.Unheard(heard, key(words[0]), "version")
	case removes:
		return withWords(s, "EXCAD", words[0], version), ""
	}
	return withWords(s, "EXCAS", append([]engine.Value{words[0], words[1], version}, words[2:]...)...), ""
}

func comparingValue(spec *engine.OpSpec, s engine.Send, heard engine.Answers) (engine.Send, string) {
	words, sets, removes := twins(s, "SET")
	if !sets && !removes {
		return s, noTwin(spec)
	}
	value := heard.Shown(key(words[0]), "value")
	if value.IsZero() {
		value = heard.Own(key(words[0]))
	}
	switch {
	case value.IsZero() && sets && heard.Absent(key(words[0])):
		return onlyNew(spec, s, heard)
	case value.IsZero() && removes: // who finds its lock gone gives back nothing but that
		value = heard.Former(key(words[0]))
	}
	switch {
	case value.IsZero():
		return s, engine.Unheard(heard, key(words[0]), "value")
	case removes:
		return withWords(s, "CAD", words[0], value), ""
	}
	return withWords(s, "CAS", append([]engine.Value{words[0], value, words[1]}, words[2:]...)...), ""
}

func onlyNew(spec *engine.OpSpec, s engine.Send, _ engine.Answers) (engine.Send, string) {
	switch {
	case s.Verb == "RENAME": // a condition on its other name alone
		return withWords(s, "RENAMENX", wordsOf(s)...), ""
	case s.Verb == "MSET":
		return withWords(s, "MSETNX", wordsOf(s)...), ""
	case s.Verb != "EXSET" && s.Verb != "SET":
		return s, noTwin(spec)
	}
	return withWords(s, s.Verb, append(wordsOf(s), engine.Text("NX"))...), ""
}

func isNX(word engine.Value) bool { return strings.EqualFold(word.String(), "NX") }

// fresh is how far above what was compared a version begins that nobody has had.
const fresh = 1000

// distinct lets a key begin with a version that none of its name had, by ABS, and sets none back; a plain string, which
// has no version, with a value that nobody else puts there, where it is made as a lock is.
//
// Source: Redis, SET, "Patterns" (the token of a lock is random).
func distinct(_ *engine.OpSpec, s engine.Send, above int64) (engine.Send, string, bool) {
	words, number := wordsOf(s), engine.Text(strconv.FormatInt(above+fresh, 10))
	const how = "a version that nobody had"
	switch {
	case s.Verb == "SETNX" && len(words) == 2, s.Verb == "SET" && slices.ContainsFunc(words[min(2, len(words)):], isNX):
		words[1] = engine.Text(words[1].String() + "-" + s.By)
		return withWords(s, s.Verb, words...), "a token of its own", true
	case s.Verb == "EXSETVER" && len(words) == 2:
		return withWords(s, s.Verb, words[0], number), how, true
	case !takesVersion(s.Verb) || len(words) < 2:
		return s, "", false
	}
	for i, word := range words {
		if option := strings.ToUpper(word.String()); i >= 2 && (option == "ABS" || option == "VER") {
			words = slices.Delete(words, i, min(i+2, len(words)))
			break
		}
	}
	return withWords(s, s.Verb, append(words, engine.Text("ABS"), number)...), how, true
}
