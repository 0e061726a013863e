package persist

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// The test binary starts itself as the program that is killed, holds a lock, or meets a full disk.

const (
	roleKey = "INTERLEAVE_PERSIST_CHILD"
	pathKey = "INTERLEAVE_PERSIST_PATH"
	killKey = "INTERLEAVE_KILLS" // how often to kill; 5 where it is not set
)

var childRoles = map[string]func(path string){"append": childAppends, "hold": childHolds}

func TestMain(m *testing.M) {
	if role := childRoles[os.Getenv(roleKey)]; role != nil {
		role(os.Getenv(pathKey))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

type child struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func startChild(t testing.TB, role, path string) *child {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleKey+"="+role, pathKey+"="+path)
	cmd.Stderr = os.Stderr
	in, noIn := cmd.StdinPipe()
	out, noOut := cmd.StdoutPipe()
	if err := errors.Join(noIn, noOut, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	c := &child{cmd: cmd, in: in, out: bufio.NewReader(out)}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return c
}

// kill ends the child without warning and reads what it still had said.
func (c *child) kill() (lines []string) {
	_ = c.cmd.Process.Kill()
	for {
		line, err := c.out.ReadString('\n')
		if err != nil {
			_ = c.cmd.Wait()
			return lines
		}
		lines = append(lines, strings.TrimSpace(line))
	}
}

// childAppends goes on where the file ends, for ever, in bursts of random size, and says what was told as saved.
func childAppends(path string) {
	s, err := Open(path, Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	s.OnSaved(func(last int, err error) {
		fmt.Println(last)
		if err != nil {
			fmt.Println(err)
		}
	})
	fmt.Println(s.Last())
	for n := s.Last() + 1; ; {
		burst := 1 + rand.IntN(150)
		s.Append(records(n, n+burst-1))
		s.Note("cursor", strconv.Itoa(n))
		n += burst
		<-time.After(time.Duration(rand.IntN(8)) * time.Millisecond)
	}
}

// TestKillLosesNothingThatWasSaved kills a writing program at random moments and looks at the file each time; the next
// child goes on with it. A child is also killed while it opens or creates the file.
func TestKillLosesNothingThatWasSaved(t *testing.T) {
	kills := 5
	if n, err := strconv.Atoi(os.Getenv(killKey)); err == nil {
		kills = n
	}
	path, acknowledged := "", 0
	for i := 0; i < kills || acknowledged == 0 && i < 20*kills; i++ { // a busy machine may save nothing before one
		if i%20 == 0 {
			path, acknowledged = filepath.Join(t.TempDir(), "killed.db"), 0
		}
		c := startChild(t, "append", path)
		if rand.IntN(4) > 0 { // else it may not even have begun
			first, err := c.out.ReadString('\n')
			if n, convErr := strconv.Atoi(strings.TrimSpace(first)); err != nil || convErr != nil || n < acknowledged {
				t.Fatalf("kill %d: the child began with %q, want at least %d; %v", i, first, acknowledged, err)
			}
		}
		<-time.After(time.Duration(rand.IntN(80_000)) * time.Microsecond)
		for _, line := range c.kill() {
			n, err := strconv.Atoi(line)
			if err != nil {
				t.Fatalf("kill %d: the child said %q", i, line)
			}
			acknowledged = max(acknowledged, n)
		}
		lookAt(t, path, acknowledged)
	}
	if acknowledged == 0 {
		t.Fatal("nothing was ever acknowledged: the test tests nothing")
	}
}

func lookAt(t *testing.T, path string, acknowledged int) {
	t.Helper()
	s := mustOpen(t, path)
	got := mustLoad(t, s)
	if got.Trouble != nil {
		t.Fatalf("a killed program left trouble: %v", got.Trouble)
	}
	wantPrefix(t, got.Records, acknowledged)
	// The cursor was set after the records before it, so it is never ahead of them.
	if cursor, _ := strconv.Atoi(got.Notes["cursor"]); cursor > len(got.Records) {
		t.Fatalf("the cursor is at %d of %d records", cursor, len(got.Records))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	checkBolt(t, path)
}

// childHolds keeps the file open, and busy, until its input ends.
func childHolds(path string) {
	s, err := Open(path, Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("open", os.Getpid())
	go func() {
		for n := s.Last() + 1; ; n++ {
			s.Append(records(n, n))
			<-time.After(time.Millisecond)
		}
	}()
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// TestLockedFileIsSaidAtOnce: a second program hears who holds the file within a second, and gets a copy of what is
// saved.
func TestLockedFileIsSaidAtOnce(t *testing.T) {
	path := session(t, 300)
	c := startChild(t, "hold", path)
	if line, err := c.out.ReadString('\n'); err != nil || !strings.HasPrefix(line, "open") {
		t.Fatalf("%q %v", line, err)
	}
	start := time.Now()
	_, err := Open(path, Options{})
	if took := time.Since(start); took > time.Second {
		t.Errorf("took %v, want under a second", took)
	}
	trouble := wantHint(t, err, ErrLocked)
	if want := fmt.Sprintf("process %d ", c.cmd.Process.Pid); !strings.Contains(trouble.Hint(), want) {
		t.Errorf("hint %q does not name %q", trouble.Hint(), want)
	}
	_, s := copied(t, path)
	got := mustLoad(t, s)
	if got.Trouble != nil || got.Notes["draft/Ana"] != "Hello" {
		t.Fatalf("%v %v", got.Trouble, got.Notes)
	}
	wantPrefix(t, got.Records, 300)
	c.kill()
	wantPrefix(t, mustLoad(t, mustOpen(t, path)).Records, 300) // the lock ended with its holder
}

// TestManyOpenersKeepOneChain: whoever gets the lock goes on where the one before ended, also when that was after the
// look at the file and before the lock.
func TestManyOpenersKeepOneChain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shared.db")
	const openers, turns = 3, 8
	var all sync.WaitGroup
	for range openers {
		all.Go(func() {
			for done := 0; done < turns; {
				s, err := Open(path, Options{})
				if errors.Is(err, ErrLocked) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				s.Append(records(s.Last()+1, s.Last()+1))
				if err := s.Close(); err != nil {
					t.Error(err)
				}
				done++
			}
		})
	}
	all.Wait()
	got, err := Read(path)
	if err != nil || got.Trouble != nil || len(got.Records) != openers*turns {
		t.Fatalf("%d records, want %d; %v, %v", len(got.Records), openers*turns, err, got.Trouble)
	}
	wantPrefix(t, got.Records, openers*turns)
}
