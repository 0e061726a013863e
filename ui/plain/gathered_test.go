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
		s := &serving{program: &program{out: &out}, lines: make(chan string, linesKept), ends: make(chan struct{})}
		written := s.write()
		want := ""
		for n := range 100 {
			line := fmt.Sprintf("app GET blob wiki/%d 200", n)
			want += line + "\n"
			s.say(line)
			synctest.Wait() // whoever writes has seen it
		}
		if len(out) != 0 {
			t.Errorf("%d writes before the moment is over", len(out))
		}
		close(s.lines)
		close(s.ends)
		<-written
		if len(out) != 1 || strings.Join(out, "") != want {
			t.Errorf("%d writes, of\n%s", len(out), strings.Join(out, ""))
		}
	})
}
