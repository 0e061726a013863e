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
	mu       sync.Mutex
	found    []Test
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
	n, err := r.to.Write(data)
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

// The beginnings of tests in the output of go test -v, pytest -v, and of node's tests in TAP.
var beginnings = []*regexp.Regexp{
	regexp.MustCompile(`^\s*=== (?:RUN|CONT)\s+(\S+)`),
	regexp.MustCompile(`^([\w./-]+\.py::\S+)(?:\s|$)`),
	regexp.MustCompile(`^\s*# Subtest: (.+?)\s*$`),
}

// look notes a test that begins with a line.
func (n *testNames) look(line []byte) {
	name := ""
	for _, pattern := range beginnings {
		if found := pattern.FindSubmatch(line); found != nil {
			name = string(found[1])
		}
	}
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

func (n *testNames) list() []Test {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.found
}
