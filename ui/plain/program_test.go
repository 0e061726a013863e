package plain_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"interleave/engine/enginetest"
	"interleave/persist"
)

// binary is the program as a person has it, built once for all tests.
var binary string

func TestMain(m *testing.M) { os.Exit(built(m)) }

func built(m *testing.M) int {
	folder, err := os.MkdirTemp("", "interleave-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	binary = filepath.Join(folder, "interleave")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	// Nobody looks for a fault in it by its symbols, and writing them takes a third of the build.
	build := exec.Command("go", "build", "-ldflags=-s -w", "-buildvcs=false", "-o", binary, "interleave")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build: %v\n%s", err, out)
		return 1
	}
	return enginetest.Run(m)
}

// TestScripts plays the scripts of testdata/script on the program itself.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(e *testscript.Env) error {
			e.Setenv("PATH", filepath.Dir(binary)+string(os.PathListSeparator)+e.Getenv("PATH"))
			e.Setenv("DATA", filepath.Join(e.WorkDir, "data"))
			e.Setenv("XDG_DATA_HOME", filepath.Join(e.WorkDir, "data"))
			return errors.Join(oldSessions(filepath.Join(e.WorkDir, "v1")),
				os.WriteFile(filepath.Join(e.WorkDir, "binary.bin"), []byte("a\x00b"), 0o600),
				os.WriteFile(filepath.Join(e.WorkDir, "binary.race"), []byte("PK\x03\x04\x00\x00-- a --\n-- a --\n"),
					0o600),
				os.WriteFile(filepath.Join(e.WorkDir, "line"), []byte("bookmark "+strings.Repeat("x", 2<<20)+
					"\nbookmark behind it\n"), 0o600),
				os.WriteFile(filepath.Join(e.WorkDir, "big.txt"), bytes.Repeat([]byte("x"), 65537), 0o600))
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"exits": exits, "events": eventsOf,
			"damage": damage},
	})
}

// oldSessions puts the session files that the first program wrote into a folder.
func oldSessions(folder string) error {
	packed, err := filepath.Glob(filepath.Join("..", "..", "persist", "testdata", "v1", "*.db.gz"))
	if err := errors.Join(err, os.Mkdir(folder, 0o700)); err != nil {
		return err
	}
	for _, from := range packed {
		data, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return err
		}
		if data, err = io.ReadAll(r); err != nil {
			return err
		}
		name := strings.TrimSuffix(filepath.Base(from), ".gz")
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// exits runs a program and wants one exit code: exits 2 interleave run.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	code := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		code = exit.ExitCode()
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

// eventsOf keeps the lines of a text that are events and that lists show, which leave out what seed does and the clock
// that passes between the moments of one press: events FROM TO.
func eventsOf(ts *testscript.TestScript, _ bool, args []string) {
	event := regexp.MustCompile(`(?m)^[0-9][0-9]:[0-9][0-9]\.[0-9].*\n`)
	quiet := regexp.MustCompile(`^\S+ +(clock +moves|seed +joins)`)
	seeds := map[string]bool{}
	found := ""
	for _, line := range event.FindAllString(ts.ReadFile(args[0]), -1) {
		words := strings.Fields(line)
		if words[1] == "seed" {
			seeds[words[2]] = true
		}
		if !quiet.MatchString(line) && !seeds[words[2]] {
			found += line
		}
	}
	if found == "" {
		ts.Fatalf("%s has no events", args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(found), 0o600))
}

// damage flips a byte in the newest record of a session: what is before it can be trusted.
func damage(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	data, err := os.ReadFile(path)
	ts.Check(err)
	session, err := persist.Read(path)
	ts.Check(err)
	line := session.Records[len(session.Records)-1].Line
	for at := strings.Index(string(data), line); at >= 0; {
		data[at] ^= 1
		at = strings.Index(string(data), line)
	}
	ts.Check(os.WriteFile(path, data, 0o600))
}

// talk is a program that is spoken to line by line.
type talk struct {
	t   testing.TB
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func start(t testing.TB, args ...string) *talk {
	t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Stderr = os.Stderr
	in, noIn := cmd.StdinPipe()
	out, noOut := cmd.StdoutPipe()
	if err := errors.Join(noIn, noOut, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return &talk{t: t, cmd: cmd, in: in, out: bufio.NewReader(out)}
}

// hears reads until a line begins as wanted; at the end of the output it says what came instead.
func (k *talk) hears(prefix string) string {
	k.t.Helper()
	var heard []string
	for {
		line, err := k.out.ReadString('\n')
		if heard = append(heard, line); strings.HasPrefix(line, prefix) {
			return line
		}
		if err != nil {
			k.t.Fatalf("the program never said %q, only:\n%s", prefix, strings.Join(heard, ""))
		}
	}
}

// TestKillLosesNothingThatWasSaidToBeSaved kills the program at random moments while commands stream in, each followed
// by `saved`: while it starts, or a random time after one of its answers.
// Whatever it said was saved is there when the next one opens the file.
func TestKillLosesNothingThatWasSaidToBeSaved(t *testing.T) {
	kills := 5
	if n, err := strconv.Atoi(os.Getenv("INTERLEAVE_KILLS")); err == nil {
		kills = n
	}
	path, saved, ever := "", 0, 0
	for i := range kills {
		if i%20 == 0 { // a session that only grows would be replayed ever longer
			path, saved = filepath.Join(t.TempDir(), "killed.db"), 0
		}
		saved = max(saved, killedAtSomeMoment(t, path))
		ever = max(ever, saved)
		session, err := persist.Read(path)
		if err != nil && saved == 0 {
			continue // killed before there was a file
		}
		if err != nil || session.Trouble != nil {
			t.Fatalf("kill %d left trouble: %v, %v", i, err, session.Trouble)
		}
		if len(session.Records) < saved {
			t.Fatalf("kill %d: %d records are there, %d were said to be saved", i, len(session.Records), saved)
		}
	}
	if ever == 0 {
		t.Fatal("nothing was ever said to be saved: the test tests nothing")
	}
	k := start(t, "--plain", "--session", path)
	if _, err := io.WriteString(k.in, "saved\n"); err != nil {
		t.Fatal(err)
	}
	k.hears("saved ")
	_ = k.in.Close()
	if err := k.cmd.Wait(); err != nil {
		t.Fatalf("the session does not open after %d kills: %v", kills, err)
	}
}

// killedAtSomeMoment says how many records the program had said to be saved.
func killedAtSomeMoment(t *testing.T, path string) (saved int) {
	k := start(t, "--plain", "--session", path)
	go func() {
		for n := 0; ; n++ { // ends when the program is gone
			if _, err := fmt.Fprintf(k.in, "advance 1s\nwrite \"%d\\n\"\nsaved\n", n); err != nil {
				return
			}
		}
	}()
	heard, last, within := 0, rand.IntN(40), time.Duration(rand.IntN(10_000))*time.Microsecond
	if last == 0 { // some are killed while they start
		time.AfterFunc(10*within, func() { _ = k.cmd.Process.Kill() })
	}
	for {
		line, err := k.out.ReadString('\n')
		var n int
		if _, scan := fmt.Sscanf(line, "saved %d in", &n); scan == nil {
			saved = max(saved, n)
			if heard++; heard == last { // counted in answers, for a busy machine may take long to start
				time.AfterFunc(within, func() { _ = k.cmd.Process.Kill() })
			}
		}
		if err != nil {
			_ = k.cmd.Wait()
			return saved
		}
	}
}

// TestSecondProgramIsToldAtOnceAndMayWorkOnACopy opens one session in two programs.
func TestSecondProgramIsToldAtOnceAndMayWorkOnACopy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shared.db")
	first := start(t, "--plain", "--session", path)
	if _, err := io.WriteString(first.in, "saved\n"); err != nil {
		t.Fatal(err)
	}
	first.hears("saved ")
	began := time.Now()
	out, err := exec.Command(binary, "--plain", "--session", path).CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("the second program ended with %v, want code 1", err)
	}
	want := fmt.Sprintf("%s is open in another program (process %d on ", path, first.cmd.Process.Pid)
	if !strings.HasPrefix(string(out), want) || !strings.Contains(string(out), "interleave --copy --session "+path) {
		t.Errorf("the second program said\n%swant a line that begins\n%s\nand the command for a copy", out, want)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("the sentence came after %s", took)
	}
	copied := exec.Command(binary, "--plain", "--copy", "--session", path)
	copied.Stdin = strings.NewReader("saved\n")
	if out, err := copied.CombinedOutput(); err != nil || !strings.Contains(string(out), "shared-copy.db") {
		t.Errorf("a copy does not open: %v\n%s", err, out)
	}
	_ = first.in.Close()
	if err := first.cmd.Wait(); err != nil {
		t.Errorf("the first program ended with %v", err)
	}
}
