//go:build unix

package plain_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"interleave/persist"
)

// TestReadOnlyFolderIsTold starts the program where nothing may be written, as somebody who has to obey that.
func TestReadOnlyFolderIsTold(t *testing.T) {
	folder, err := os.MkdirTemp("", "interleave-locked-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	for path, mode := range map[string]os.FileMode{folder: 0o555, filepath.Dir(binary): 0o755} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(binary, "--plain", "--session", filepath.Join(folder, "s.db"))
	cmd.Dir = "/"
	if os.Getuid() == 0 {
		const nobody = 65534
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("the program ended with %v, want code 1", err)
	}
	if want := "Nothing can be written there, for the file or its folder is read-only: " +
		filepath.Join(folder, "s.db") + "."; !strings.HasPrefix(string(out), want) {
		t.Errorf("the program said\n%swant\n%s", out, want)
	}
}

// TestSignalKeepsWhatHappened ends a program that waits for its next command.
func TestSignalKeepsWhatHappened(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ended.db")
	k := start(t, "--plain", "--session", path)
	if _, err := k.in.Write([]byte("run\nbookmark here\n")); err != nil {
		t.Fatal(err)
	}
	k.hears("Bookmark here")
	if err := k.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if _, err := k.out.ReadString('\n'); err == nil {
		t.Error("the program went on talking")
	}
	_ = k.cmd.Wait()
	again := exec.Command(binary, "--plain", "--session", path)
	again.Stdin = strings.NewReader("log\nbookmarks\n")
	out, err := again.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "! stale-write ann") || !strings.Contains(string(out), "1  here") {
		t.Errorf("what happened before the signal is not there: %v\n%s", err, out)
	}
}

// killsKey says how many programs are killed while they write a file; 100 where it is not set.
const killsKey = "INTERLEAVE_KILLS"

// writing is a call that writes a file: what stood there before, and what does once it has ended.
type writing struct {
	file, old, stdin string
	args             []string
	whole            string
	took             time.Duration
}

// run carries the call out and kills it after a while; ended says that it came to its end before.
func (w *writing) run(t *testing.T, after time.Duration) (ended bool) {
	t.Helper()
	if err := os.Remove(w.file); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if w.old != "" {
		if err := os.WriteFile(w.file, []byte(w.old), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(binary, w.args...)
	cmd.Stdin = strings.NewReader(w.stdin)
	start := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	err := cmd.Wait()
	kill.Stop()
	if took := time.Since(start); w.took == 0 {
		w.took = took
	} else if err == nil { // a busy machine may have been the reason for the first
		w.took = (w.took + took) / 2
	}
	return err == nil
}

// writings are a race that is rewritten, a report that is exported over another, and a session that is saved elsewhere.
func writings(t *testing.T) (folder string, calls []*writing) {
	t.Helper()
	folder = t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	var race strings.Builder
	race.WriteString("writer ann \"Ana\"\nseed: create-container wiki\n")
	for n := range 150 {
		fmt.Fprintf(&race, "ann: put-blob wiki/%d \"%s\"\n> 412\n", n, strings.Repeat("text ", 100))
	}
	played := strings.ReplaceAll(race.String(), "> 412\n", "")
	if err := os.WriteFile(in("b.race"), []byte(played), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder, []*writing{
		{file: in("a.race"), old: race.String(), args: []string{"run", "-update", in("a.race")}},
		{file: in("a.md"), old: "# mine\n",
			args: []string{"export", "-format", "report", "-o", in("a.md"), "-over", in("b.race")}},
		{file: in("a.db"), stdin: "run\nsave " + in("a.db") + "\n",
			args: []string{"--plain", "--ephemeral", in("b.race")}},
	}
}

// TestAKillRuinsNoFile kills programs while they write: each file is the old one or the new one, whole, and the next
// program that ends clears up behind all of them.
func TestAKillRuinsNoFile(t *testing.T) {
	kills := 15
	if n, err := strconv.Atoi(os.Getenv(killsKey)); err == nil {
		kills = n
	}
	folder, calls := writings(t)
	for _, w := range calls {
		if !w.run(t, time.Minute) {
			t.Fatalf("%v does not end well", w.args)
		}
		w.whole = content(t, w.file)
	}
	killed := 0
	for i := range kills {
		w := calls[i%len(calls)]
		if !w.run(t, time.Duration(rand.Int64N(int64(w.took)))) {
			killed++
		}
		if got := content(t, w.file); got != w.old && got != w.whole {
			t.Fatalf("kill %d of %v left %d bytes, neither the old file nor the new one", i, w.args, len(got))
		}
	}
	if killed < kills/4 {
		t.Fatalf("only %d of %d were killed: the test tests nothing", killed, kills)
	}
	for _, w := range calls {
		w.run(t, time.Minute)
	}
	if left, err := filepath.Glob(filepath.Join(folder, "*.new-*")); err != nil || len(left) > 0 {
		t.Fatalf("left over: %q, %v", left, err)
	}
}

// content is what is in a file, and nothing where there is none; of a session it is the number of its records, for its
// bytes carry times.
func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return ""
	}
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Ext(path) != ".db" {
		return string(data)
	}
	session, err := persist.Read(path)
	if err != nil || session.Trouble != nil {
		t.Fatal(err, session.Trouble)
	}
	return fmt.Sprint(len(session.Records), " records")
}
