package room

import (
	"slices"
	"strings"

	"interleave/engine"
)

// Guards of commands that are typed as lines: TairString and plain Redis. What a line is stands in its verb and its
// words.

// versionedAt are the commands that take VER, with the number of words that stand before any option.
var versionedAt = map[string]int{"EXSET": 2, "EXINCRBY": 2, "EXINCRBYFLOAT": 2, "EXAPPEND": 2, "EXPREPEND": 2}

// lineGuardable says whether a command has a guard or a twin that has one.
func lineGuardable(verb string) bool {
	return versionedAt[verb] > 0 || slices.Contains([]string{"EXCAS", "EXCAD", "SET", "CAS", "CAD", "DEL", "WATCH"},
		verb)
}

func lineKinds() []guardKind {
	verbs := func(list ...string) func(*engine.OpSpec, engine.Send) bool {
		return func(spec *engine.OpSpec, _ engine.Send) bool {
			return spec.Prompt() && slices.Contains(list, spec.Verb)
		}
	}
	return []guardKind{
		{id: "ver", title: "VER", say: "Every write names the version that its writer heard last.",
			fits: verbs("EXSET", "EXCAS", "EXINCRBY", "EXINCRBYFLOAT", "EXAPPEND", "EXPREPEND"), rewrite: withVersion},
		{id: "excas", title: "EXCAS, EXCAD",
			say:  "Every write and every removal compares the version that its writer heard last.",
			fits: verbs("EXSET", "EXCAS", "EXCAD"), rewrite: comparing},
		{id: "cas", title: "CAS, CAD",
			say:  "Every write of a plain string compares the value that its writer heard last.",
			fits: verbs("SET", "CAS", "CAD"), rewrite: comparingValue},
		{id: "nx", title: "NX", say: "Every write creates only: what is there stays.",
			fits: verbs("EXSET", "EXCAS", "SET", "CAS"), rewrite: onlyNew},
	}
}

func wordsOf(s engine.Send) []engine.Value {
	if len(s.Args) == 0 {
		return nil
	}
	return slices.Clone(engine.LineWords(s.Args[0].Value))
}

// line is a request with another command.
func line(s engine.Send, verb string, words ...engine.Value) engine.Send {
	s.Verb = verb
	s.Args = []engine.Arg{{Name: "line", Value: engine.List(words...)}}
	return s
}

// unguardedLine takes the version, the compared value and what asks for an absence off a line.
func unguardedLine(s engine.Send) engine.Send {
	words := wordsOf(s)
	switch {
	case s.Verb == "EXCAS" && len(words) > 2:
		return line(s, "EXSET", append(words[:2:2], words[3:]...)...)
	case s.Verb == "CAS" && len(words) > 2:
		return line(s, "SET", append(words[:1:1], words[2:]...)...)
	case (s.Verb == "EXCAD" || s.Verb == "CAD") && len(words) > 1:
		return line(s, "DEL", words[0])
	case versionedAt[s.Verb] > 0 || s.Verb == "SET":
		return line(s, s.Verb, withoutOptions(words)...)
	}
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

// said is a field of the newest answer that told a writer of a key; nothing where none did since its own write.
func (g *guardRun) said(writer, key, field string) engine.Value {
	read, ok := g.known(writer).Reading("key " + key)
	if !ok || read.Gone {
		return engine.Value{}
	}
	if x := g.w.Named(read.Name); x == nil || x.Answer.Field(field).IsZero() {
		return engine.Value{}
	}
	return engine.Ref(read.Name+"."+field, false)
}

func unheard(what string) string {
	return "No " + what + " was heard before %s, so it goes without."
}

// knowsNone is the sentence for a write without a twin that has the guard.
func knowsNone(spec *engine.OpSpec) string {
	if !changes(spec) {
		return ""
	}
	return noSuchGuard
}

func withVersion(g *guardRun, spec *engine.OpSpec, s engine.Send) (engine.Send, string) {
	if !spec.Prompt() {
		return unguarded(g, spec, s)
	}
	bare := unguardedLine(s)
	words := wordsOf(bare)
	if versionedAt[bare.Verb] == 0 || len(words) < 2 ||
		slices.ContainsFunc(words[2:], func(v engine.Value) bool { return strings.EqualFold(v.String(), "ABS") }) {
		return bare, knowsNone(spec)
	}
	version := g.said(s.By, words[0].String(), "version")
	if version.IsZero() {
		return bare, unheard("version")
	}
	return line(bare, bare.Verb, append(words, engine.Text("VER"), version)...), ""
}

func comparing(g *guardRun, spec *engine.OpSpec, s engine.Send) (engine.Send, string) {
	if !spec.Prompt() {
		return unguarded(g, spec, s)
	}
	bare := unguardedLine(s)
	words := wordsOf(bare)
	sets, removes := bare.Verb == "EXSET" && len(words) > 1 && onlyTimes(words[2:]), bare.Verb == "DEL" &&
		len(words) == 1
	if !sets && !removes {
		return bare, knowsNone(spec)
	}
	version := g.said(s.By, words[0].String(), "version")
	switch {
	case version.IsZero():
		return bare, unheard("version")
	case removes:
		return line(bare, "EXCAD", words[0], version), ""
	}
	return line(bare, "EXCAS", append([]engine.Value{words[0], words[1], version}, words[2:]...)...), ""
}

func comparingValue(g *guardRun, spec *engine.OpSpec, s engine.Send) (engine.Send, string) {
	if !spec.Prompt() {
		return unguarded(g, spec, s)
	}
	bare := unguardedLine(s)
	words := wordsOf(bare)
	sets, removes := bare.Verb == "SET" && len(words) > 1 && onlyTimes(words[2:]), bare.Verb == "DEL" && len(words) == 1
	if !sets && !removes {
		return bare, knowsNone(spec)
	}
	value := g.said(s.By, words[0].String(), "value")
	if own, ok := g.known(s.By).Reading("key " + words[0].String()); value.IsZero() && ok && own.Own && own.HasBody {
		value = engine.Text(own.Body)
	}
	switch {
	case value.IsZero():
		return bare, unheard("value")
	case removes:
		return line(bare, "CAD", words[0], value), ""
	}
	return line(bare, "CAS", append([]engine.Value{words[0], value, words[1]}, words[2:]...)...), ""
}

func onlyNew(g *guardRun, spec *engine.OpSpec, s engine.Send) (engine.Send, string) {
	if !spec.Prompt() {
		return unguarded(g, spec, s)
	}
	bare := unguardedLine(s)
	if bare.Verb != "EXSET" && bare.Verb != "SET" {
		return bare, knowsNone(spec)
	}
	return line(bare, bare.Verb, append(wordsOf(bare), engine.Text("NX"))...), ""
}
