//go:build unix

package plain_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
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
	if want := "Cannot write " + filepath.Join(folder, "s.db") +
		": the file or its folder is read-only."; !strings.HasPrefix(string(out), want) {
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
