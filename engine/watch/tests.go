package watch

import (
	"bytes"
	"encoding/json"
	"io"
	"regexp"
	"sync"
)

// testNames reads in the output of commands which test is running.
type testNames struct {
	requests func() int
	passing  sync.Mutex // one piece of output at a time
	mu       sync.Mutex
	found    []Test
	ended    int // how many requests there were when the last test ended of which the output says so
}

// lineMost is how much of a line is looked at.
const lineMost = 4096

// reading passes output on, and looks at its lines.
func (n *testNames) reading(to io.Writer) io.Writer { return &lineReader{names: n, to: to} }

type lineReader struct {
	names *testNames
	to    io.Writer
	line  []byte
}

// Write passes on first: what is looked at holds nobody up.
func (r *lineReader) Write(data []byte) (int, error) {
	r.names.passing.Lock() // several commands, and both streams of one, may go to one place
	n, err := r.to.Write(data)
	r.names.passing.Unlock()
	for rest := data; len(rest) > 0; {
		line, behind, ended := bytes.Cut(rest, []byte("\n"))
		if room := lineMost - len(r.line); room > 0 {
			r.line = append(r.line, line[:min(len(line), room)]...)
		}
		if rest = behind; ended {
			r.names.look(r.line)
			r.line = r.line[:0]
		}
	}
	return n, err
}

// The beginnings of tests in the output of go test -v, and of node's tests in TAP.
var beginnings = []*regexp.Regexp{
	regexp.MustCompile(`^\s*=== (?:RUN|CONT)\s+(\S+)`),
	regexp.MustCompile(`^\s*# Subtest: (.+?)\s*$`),
}

// The ends of tests, where they are named with their outcome, one after the other: pytest -v, TAP, node's own form.
var ends = []*regexp.Regexp{
	regexp.MustCompile(`^([\w./-]+\.py::\S.*?)\s+(?:PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)\b`),
	regexp.MustCompile(`^\s*(?:not )?ok \d+ - (.+?)\s*(?: # .*)?$`),
	regexp.MustCompile(`^\s*[✔✖] (.+?) \([\d.]+ms\)`),
}

// nameIn is what the first of the patterns that fits finds in a line; empty: none fits.
func nameIn(patterns []*regexp.Regexp, line []byte) string {
	for _, pattern := range patterns {
		if found := pattern.FindSubmatch(line); found != nil {
			return string(found[1])
		}
	}
	return ""
}

// look notes a test that begins or ends with a line.
func (n *testNames) look(line []byte) {
	if name := nameIn(ends, line); name != "" {
		n.end(name)
		return
	}
	name := nameIn(beginnings, line)
	if name == "" && bytes.HasPrefix(line, []byte(`{"`)) { // go test -json
		var event struct{ Action, Test string }
		if json.Unmarshal(line, &event) == nil && (event.Action == "run" || event.Action == "cont") {
			name = event.Test
		}
	}
	if name == "" {
		return
	}
	from := n.requests() + 1
	n.mu.Lock()
	defer n.mu.Unlock()
	n.found = append(n.found, Test{Name: name, From: from})
}

// end notes a test that is named at its end, as pytest does, or whose beginning was told late, as node does: what came
// since the end before was its own.
func (n *testNames) end(name string) {
	requests := n.requests()
	n.mu.Lock()
	defer n.mu.Unlock()
	from := n.ended + 1
	n.ended = requests
	for i := len(n.found) - 1; i >= 0; i-- {
		if n.found[i].Name == name {
			n.found[i].From, n.found[i].Ends = min(n.found[i].From, from), true
			return
		}
	}
	n.found = append(n.found, Test{Name: name, From: from, Ends: true})
}

func (n *testNames) list() []Test {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.found
}
