package tair_test

import (
	"strconv"
	"strings"
	"testing"

	"interleave/engine"
	"interleave/engine/enginetest"
	"interleave/engine/tair"
)

type bench struct{ *enginetest.Bench }

// service is read once, for all worlds of these tests.
var service = tair.Service().Read()

// newBench has the writers ann and ben.
func newBench(t testing.TB) *bench {
	t.Helper()
	b := &bench{enginetest.NewBench(t, service, "ann", "ben")}
	b.Read, b.Show = func(line string) engine.Input { return send(line, "") }, notation
	return b
}

// words cuts a line into values: "two words" is one, $a.field a reference.
func words(line string) []engine.Value {
	var list []engine.Value
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		word, rest, _ := strings.Cut(line, " ")
		if quoted, err := strconv.QuotedPrefix(line); err == nil {
			word, _ = strconv.Unquote(quoted)
			rest = line[len(quoted):]
		}
		if path, ok := strings.CutPrefix(word, "$"); ok {
			list = append(list, engine.Ref(path, false))
		} else {
			list = append(list, engine.Text(word))
		}
		line = rest
	}
	return list
}

// send is a line as an input, `EXSET k v` by ann where no writer stands in front.
func send(line, as string) engine.Send {
	by := "ann"
	if who, rest, ok := strings.Cut(line, ": "); ok && !strings.Contains(who, " ") {
		by, line = who, rest
	}
	verb, rest, _ := strings.Cut(line, " ")
	return engine.Send{By: by, Verb: verb, Args: []engine.Arg{{Name: "line", Value: engine.List(words(rest)...)}},
		As: as}
}

// All says several lines and ignores what is replied.
func (b *bench) All(lines ...string) {
	b.T.Helper()
	for _, l := range lines {
		b.Say(l)
	}
}

// notation is a reply as rules.md writes it: +OK, :1, "text", nil, [..], or the text of an error. It reads the bytes of
// RESP2.
func notation(a engine.Answer) string {
	text, rest := read(string(tair.Encode(a, 2)), true)
	if rest != "" {
		return "left over: " + rest
	}
	return text
}

func read(wire string, top bool) (text, rest string) {
	line, rest, _ := strings.Cut(wire, "\r\n")
	switch n, _ := strconv.Atoi(line[1:]); line[0] {
	case '+':
		return line, rest
	case '-':
		return line[1:], rest
	case ':':
		if !top {
			line = line[1:]
		}
		return line, rest
	case '$':
		if n < 0 {
			return "nil", rest
		}
		return strconv.Quote(rest[:n]), rest[n+2:]
	case '*':
		if n < 0 {
			return "nil array", rest
		}
		parts := make([]string, n)
		for i := range parts {
			parts[i], rest = read(rest, false)
		}
		return "[" + strings.Join(parts, ", ") + "]", rest
	}
	return "unread: " + line, rest
}
