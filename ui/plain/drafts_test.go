package plain

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"unicode/utf8"

	"interleave/engine/endpoint"
)

// row is a table with a row of two properties, which Ana and Ben have read.
const row = "new\nwriter Ana\nwriter Ben\ndo create-table counters\n" +
	"ana: insert-entity counters/p/r \"views=5\\nlikes=3L\\n\"\nana: read\nben: read\nas ana\n"

// One property that is typed changes that property alone: the others of the row stay, each with its type.
func TestAnEditedPropertyLeavesTheOthersOfTheRow(t *testing.T) {
	for _, c := range []struct{ lines, want string }{
		{"edit views=6\nwrite\n", `likes=3L  views=6`},
		{"write views=6\n", `likes=3L  views=6`},
		{"edit likes=4\nwrite\n", `likes=4L  views=5`},
		{"edit views=6 likes=4\nwrite\n", `likes=4L  views=6`},
		{"edit name='two words'\nwrite\n", `likes=3L  name=two words  views=5`},
		{"edit views=6\nedit likes=4\nwrite\n", `likes=4L  views=6`},
		{"edit likes=\nwrite\n", `views=5`},
		{"edit \"views=6\\n\"\nwrite\n", `views=6`},
		// what Ben changed meanwhile stays when Ana goes on with her older draft
		{"edit views=6\nben: write likes=9\nread\nedit name='a'\nwrite\n", `likes=9L  name=a  views=6`},
	} {
		out, _ := said(t, []string{"--plain", "--ephemeral"}, row+c.lines+"truth\n")
		if have := strings.SplitN(out[strings.LastIndex(out, "entity counters/p/r\n"):], "\n", 3)[1]; !strings.Contains(
			have, c.want+"  now") {
			t.Errorf("after %q the row is %s, it should be %s", c.lines, have, c.want)
		}
	}
}

// What a write takes out of a row is said before it goes.
func TestWhatADraftLeavesOutIsSaid(t *testing.T) {
	out, _ := said(t, []string{"--plain", "--ephemeral"}, row+"edit \"views=6\\n\"\nwrite\n")
	want := "It leaves out likes: write removes that from the entity."
	if strings.Count(out, want) != 2 {
		t.Errorf("it is not said at the edit and at the write:\n%s", out)
	}
}

// Who acts stays, whoever's request a line is; the object is that of the line. A word behind the name is that writer's.
func TestAWriterNamedInALineDoesNotTakeOver(t *testing.T) {
	out, code := said(t, []string{"--plain", "--ephemeral"},
		row+"object counters\nben: get-entity counters/p/r\nstate\nben: write views=8\nben: delete\nstate\n")
	if code != exitOK {
		t.Errorf("code %d", code)
	}
	for _, want := range []string{"object: entity counters/p/r", "1 Ana  * acts",
		"Ben      #6   UPDATE counters/p/r", "Ben      #7   DELETE counters/p/r"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not said in\n%s", want, out)
		}
	}
	if strings.Contains(out, "2 Ben  * acts") {
		t.Error("Ben took over")
	}
}

// A request that names nothing is not sent, and what has no text gets no draft.
func TestARequestForNothingIsNotSent(t *testing.T) {
	out, code := said(t, []string{"--plain", "--ephemeral"}, row+"ana: delete-message\nobject counters\nedit x\n"+
		"state\n")
	if code != exitUnmet || !strings.Contains(out, "delete-message wants the name of what it is for") ||
		!strings.Contains(out, "A table has no text to write.") || strings.Contains(out, "Draft") {
		t.Errorf("code %d:\n%s", code, out)
	}
}

// truth of a queue lists its messages: until when they are hidden, and whose receipt counts.
func TestTruthOfAQueueListsItsMessages(t *testing.T) {
	out, _ := said(t, []string{"--plain", "--ephemeral"}, "new\nwriter Ana\ndo create-queue jobs\n"+
		"ana: put-message jobs invoice\nana: put-message jobs order\nana: get-messages jobs\nobject jobs\ntruth\n")
	for want, text := range map[string]string{"hidden until 00:30.7": `"invoice"`, "of Ana counts": `"invoice"`,
		"received 0x  visible": `"order"`} {
		found := false
		for line := range strings.Lines(out) {
			found = found || strings.HasPrefix(line, "  message jobs/") && strings.Contains(line, text) &&
				strings.Contains(line, want)
		}
		if !found {
			t.Errorf("no message %s is %q in\n%s", text, want, out)
		}
	}
}

// The end of a key is told once, as what it is: a key holds until its time and is gone behind it (tair/rules.md,
// "Expiry"), with the year where that is another one.
func TestTruthOfAKeyTellsItsEndOnce(t *testing.T) {
	out, _ := said(t, []string{"--plain", "--ephemeral"}, "new\nwriter Ana\nana: SET k v EX 60\ntruth k\n"+
		"ana: EXPIRE k 90000000\ntruth k\n")
	for _, want := range []string{"  expires          01:00.101\n", "  expires          12 Nov 2028 1:00:00.301\n"} {
		if strings.Count(out, want) != 1 || strings.Count(out, "expir") != 2 {
			t.Errorf("%q is not said once in\n%s", want, out)
		}
	}
}

// Who has put messages and received none has put them.
func TestPuttingIsNotReceiving(t *testing.T) {
	out, _ := said(t, []string{"--plain", "--ephemeral"}, "new\nwriter Ana\nwriter Ben\ndo create-queue jobs\n"+
		"ben: put-message jobs one\nben: put-message jobs two\nana: get-messages jobs\nobject jobs\nstate\n")
	for _, want := range []string{"Put    2 messages", "Got    1 message\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not said in\n%s", want, out)
		}
	}
}

// What stands beside a text cannot be read as something else: not a value as two, nor a line end in it as a line.
func TestWhatStandsBesideATextIsOneThing(t *testing.T) {
	out, _ := said(t, []string{"--plain", "--ephemeral"}, "new\nwriter Ana\nseed: create-container wiki\n"+
		"ana: put-blob wiki/a x\nana: set-blob-metadata wiki/a meta.z=\"1, metadata.q=2\"\nobject wiki/a\ntruth\n"+
		"ana: put-blob wiki/b x meta.k=\"x\\n  v9  Ben\"\nobject wiki/b\ntruth\n")
	for _, want := range []string{`metadata.z="1, metadata.q=2"`, "metadata.k       x /   v9  Ben"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not said in\n%s", want, out)
		}
	}
}

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
	s.request(endpoint.Event{Writer: "app", What: "get-blob wiki/a", Status: 200})
	lines := strings.SplitAfter(string(s.lines), "\n")
	if n := len(lines[0]); n < lineMost || n > lineMost+len("…\n") || !utf8.ValidString(lines[0]) ||
		!strings.HasPrefix(lines[0], "app put-blob wiki/aé") || !strings.HasSuffix(lines[0], "é…\n") {
		t.Errorf("%d bytes of a long line: %.40q", n, lines[0])
	}
	want := "half a request: it ended in the middle (no answer)\napp get-blob wiki/a 200\n"
	if got := strings.Join(lines[1:], ""); got != want {
		t.Errorf("%q", got)
	}
}

// TestALineOfRedisHasNoStatus holds that a line tells what a client of Redis was answered by the reply alone (Redis
// serialization protocol specification, "Simple errors"): it sees no status.
func TestALineOfRedisHasNoStatus(t *testing.T) {
	s := &serving{said: make(chan struct{}, 1)}
	s.request(endpoint.Event{Service: "tair", Writer: "app", What: "GET k", Status: 200})
	s.request(endpoint.Event{Service: "tair", Writer: "app", What: "SADD", Status: 400, Code: "ERR unknown command",
		Absent: "SADD"})
	s.request(endpoint.Event{Service: "tair", What: "half a command: it ended in the middle"})
	want := "app GET k answered\napp SADD ERR unknown command (not in the catalog: SADD)\n" +
		"half a command: it ended in the middle (no answer)\n"
	if got := string(s.lines); got != want {
		t.Errorf("%q", got)
	}
}
