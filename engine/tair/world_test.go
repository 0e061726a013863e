package tair_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"interleave/engine"
	"interleave/engine/tair"
)

// bench is a world of the service and what tests do to it; it is checked after every step.
type bench struct {
	t      testing.TB
	w      *engine.World
	record int
	events []engine.Event // of the newest decision
}

func newBench(t testing.TB) *bench {
	t.Helper()
	b := &bench{t: t, w: engine.NewWorld(tair.Service())}
	b.step(engine.AddWriter{ID: "ann"})
	b.step(engine.AddWriter{ID: "ben"})
	return b
}

func (b *bench) step(in engine.Input) {
	b.t.Helper()
	b.record++
	before := b.w.Digest()
	events, err := b.w.Step(b.record, in)
	if err != nil {
		b.t.Fatalf("%+v: %v\n%s", in, err, b.w.Describe())
	}
	after := b.w.Digest()
	b.w.Undo(events)
	if b.w.Digest() != before {
		b.t.Fatalf("undo of %+v leaves another world\n%s", in, b.w.Describe())
	}
	b.w.Redo(events)
	if err := b.w.Check(); err != nil || b.w.Digest() != after {
		b.t.Fatalf("after %+v: %v\n%s", in, err, b.w.Describe())
	}
	b.events = events
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

// say has a line sent, decided and heard.
func (b *bench) say(line string) engine.Answer {
	b.t.Helper()
	name := fmt.Sprint("q", b.record)
	b.step(send(line, name))
	b.step(engine.Deliver{Names: []string{name}})
	decided := b.events
	b.step(engine.ReceiveAnswer{Names: []string{name}})
	b.events = decided
	return b.w.Named(name).Answer
}

// all says several lines and ignores what is replied.
func (b *bench) all(lines ...string) {
	b.t.Helper()
	for _, l := range lines {
		b.say(l)
	}
}

// want says a line and compares the reply, as notation writes it.
func (b *bench) want(line, reply string) {
	b.t.Helper()
	if got := notation(b.say(line)); got != reply {
		b.t.Errorf("%s: %s, want %s", line, got, reply)
	}
}

func (b *bench) wait(d time.Duration) {
	b.t.Helper()
	b.step(engine.Clock{By: d})
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
