package plain

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"unicode/utf8"

	"interleave/engine/endpoint"
)

// writes are the pieces in which something was written.
type writes []string

func (w *writes) Write(p []byte) (int, error) {
	*w = append(*w, string(p))
	return len(p), nil
}

// TestLinesOfAMomentAreOneWrite holds that the lines of requests which follow one another are written together, none of
// them lost and all in their order, also those that are said when the server ends.
func TestLinesOfAMomentAreOneWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out writes
		s := &serving{program: &program{out: &out}, said: make(chan struct{}, 1), ends: make(chan struct{})}
		written := s.write()
		want := ""
		for n := range 100 {
			line := fmt.Sprintf("app GET blob wiki/%d 200", n)
			want += line + "\n"
			s.mu.Lock()
			s.say(line)
			s.mu.Unlock()
			synctest.Wait() // whoever writes has seen it
		}
		if len(out) != 0 {
			t.Errorf("%d writes before the moment is over", len(out))
		}
		close(s.ends)
		<-written
		if len(out) != 1 || strings.Join(out, "") != want {
			t.Errorf("%d writes, of\n%s", len(out), strings.Join(out, ""))
		}
	})
}

// TestLinesThatNobodyTakesAreCounted holds that a reader who is slow costs no more than the lines that it may still
// have.
func TestLinesThatNobodyTakesAreCounted(t *testing.T) {
	s := &serving{said: make(chan struct{}, 1)}
	for range linesKept + 3 {
		s.say("a ", "line")
	}
	if s.left != 3 || string(s.lines) != strings.Repeat("a line\n", linesKept) {
		t.Errorf("%d lines are left out, %d bytes wait", s.left, len(s.lines))
	}
}

// TestWhatALineTells holds that a line has an end however long what a client sent is, in the middle of no character,
// and that it says where nothing was answered.
func TestWhatALineTells(t *testing.T) {
	s := &serving{said: make(chan struct{}, 1)}
	s.request(endpoint.Event{Writer: "app", What: "put-blob wiki/a" + strings.Repeat("é", 40<<10), Status: 201})
	s.request(endpoint.Event{What: "half a request: it ended in the middle"})
	s.request(endpoint.Event{Writer: "app", What: "GET k", Status: 200})
	lines := strings.SplitAfter(string(s.lines), "\n")
	if n := len(lines[0]); n < lineMost || n > lineMost+len("…\n") || !utf8.ValidString(lines[0]) ||
		!strings.HasPrefix(lines[0], "app put-blob wiki/aé") || !strings.HasSuffix(lines[0], "é…\n") {
		t.Errorf("%d bytes of a long line: %.40q", n, lines[0])
	}
	want := "half a request: it ended in the middle (no answer)\napp GET k 200\n"
	if got := strings.Join(lines[1:], ""); got != want {
		t.Errorf("%q", got)
	}
}
