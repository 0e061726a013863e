package plain

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
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
