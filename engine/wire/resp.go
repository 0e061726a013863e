package wire

import (
	"fmt"
	"strconv"
	"strings"

	"interleave/engine"
	"interleave/engine/tair"
)

// command is a command of Redis: an array of bulk strings, a token on each line.
//
// Source: Redis, "Redis serialization protocol specification"; tair/rules.md, "Replies and errors".
func command(spec *engine.OpSpec, args []engine.Arg, x Context) Raw {
	raw := Raw{Kind: RESP, Method: spec.Verb, Words: []string{spec.Verb}}
	if len(args) > 0 {
		for _, word := range engine.LineWords(args[0].Value) {
			raw.Words = append(raw.Words, word.String())
		}
	}
	raw.Target = append(raw.Words, "")[1]
	var b strings.Builder
	fmt.Fprintf(&b, "*%d\r\n", len(raw.Words))
	raw.Lines = []Line{{Text: "*" + strconv.Itoa(len(raw.Words))}}
	deciding := decidingWord(spec, args, raw.Words, x.Answer.Why)
	for i, word := range raw.Words {
		fmt.Fprintf(&b, "$%d\r\n%s\r\n", len(word), word)
		raw.Lines = append(raw.Lines, Line{Text: "$" + strconv.Itoa(len(word))},
			Line{Text: visible(word), Name: "word " + strconv.Itoa(i), Deciding: i == deciding})
	}
	raw.Body = b.String()
	return raw
}

// decidingWord is the word that names a version or a value to compare, or an absence; the verb where none does, and -1
// where nothing was refused.
func decidingWord(spec *engine.OpSpec, args []engine.Arg, words []string, why *engine.Cause) int {
	if why == nil {
		return -1
	}
	if op, err := spec.Build(args); err == nil {
		if line, ok := op.(engine.Liner); ok {
			for i, role := range line.Roles() {
				if role.Guard != "" {
					return i + 1
				}
			}
		}
	}
	for i, word := range words {
		if i > 0 && (word == why.Want.String() || strings.EqualFold(word, "NX") || strings.EqualFold(word, "XX")) {
			return i
		}
	}
	return 0
}

// visible is a word on one line: what would break it is written as Go writes it.
func visible(word string) string {
	if quoted := strconv.Quote(word); strings.ContainsAny(word, "\r\n\t\x00") {
		return quoted[1 : len(quoted)-1]
	}
	return word
}

// reply is what Redis answers, in the protocol that every client starts with (RESP2).
func reply(a engine.Answer) Raw {
	raw := Raw{Kind: RESP, Status: a.Status, Body: string(tair.Encode(a, 2))}
	for i, line := range strings.Split(strings.TrimSuffix(raw.Body, "\r\n"), "\r\n") {
		raw.Lines = append(raw.Lines, Line{Text: visible(line), Name: "reply", Deciding: i == 0 && !a.Accepted()})
	}
	if text := raw.Lines[0].Text; a.Accepted() || len(raw.Lines) == 1 || !strings.HasPrefix(text, "*") {
		return raw
	}
	// CAS_FAILED comes as an array: the error, then the value and the version that stand.
	raw.Lines[0].Deciding = false
	for i := 1; i < len(raw.Lines); i++ {
		raw.Lines[i].Deciding = raw.Lines[i].Text[:1] == "+" || raw.Lines[i].Text[:1] == "-" ||
			raw.Lines[i].Text[:1] == ":"
	}
	return raw
}
