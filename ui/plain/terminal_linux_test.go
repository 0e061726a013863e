package plain_test

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// inTerminal starts a line of a shell that waits for its jobs, in a terminal of its own.
func inTerminal(t *testing.T, line string) (screen *os.File, shell *exec.Cmd) {
	t.Helper()
	screen, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Skip("no terminals here:", err)
	}
	t.Cleanup(func() { _ = screen.Close() })
	var number, unlocked uint32
	ask := func(request uintptr, at unsafe.Pointer) {
		raw, err := screen.SyscallConn()
		if err != nil {
			t.Fatal(err)
		}
		err = raw.Control(func(fd uintptr) {
			if _, _, no := syscall.Syscall(syscall.SYS_IOCTL, fd, request, uintptr(at)); no != 0 {
				t.Skip("no terminals here:", no)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	size := [4]uint16{24, 80}
	ask(syscall.TIOCGPTN, unsafe.Pointer(&number))
	ask(syscall.TIOCSPTLCK, unsafe.Pointer(&unlocked))
	ask(syscall.TIOCSWINSZ, unsafe.Pointer(&size))
	tty, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminals here:", err)
	}
	shell = exec.Command("sh", "-m", "-c", line)
	shell.Stdin, shell.Stdout, shell.Stderr = tty, tty, tty
	shell.Env = append(os.Environ(), "TERM=xterm-256color", "INTERLEAVE="+binary)
	shell.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	err = shell.Start()
	_ = tty.Close() // the shell has it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = shell.Process.Kill() }) // where it has ended there is nothing to end
	return screen, shell
}

// Who stops the desktop from outside, or ends it by SIGQUIT, finds the terminal as it was: the shell's own screen, and
// a mouse that reports nothing. Behind fg the desktop is there again.
func TestSignalsGiveTheTerminalBack(t *testing.T) {
	screen, shell := inTerminal(t, `"$INTERLEAVE" --ephemeral; fg; echo over`)
	sees := func(all ...string) {
		t.Helper()
		said := ""
		if err := screen.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
			t.Skip("no terminals here:", err)
		}
		for b := make([]byte, 1<<12); len(all) > 0; {
			if _, behind, found := strings.Cut(said, all[0]); found {
				said, all = behind, all[1:]
				continue
			}
			n, err := screen.Read(b)
			if said += string(b[:n]); err != nil {
				t.Fatalf("%q never came, only %q: %v", all[0], said, err)
			}
		}
	}
	sees("\x1b[?1049h", "NAV")
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", shell.Process.Pid))
	desktop, wrong := strconv.Atoi(strings.TrimSpace(string(children)))
	if err != nil || wrong != nil {
		t.Skip("the system does not say who runs below the shell:", err, wrong)
	}
	for _, s := range []struct {
		signal syscall.Signal
		then   []string
	}{
		{syscall.SIGTSTP, []string{"\x1b[?1049l", "\x1b[?1002l", "\x1b[?1049h", "NAV"}},
		{syscall.SIGQUIT, []string{"\x1b[?1049l", "\x1b[?1002l", "over"}},
	} {
		if err := syscall.Kill(desktop, s.signal); err != nil {
			t.Fatal(err)
		}
		sees(s.then...)
	}
}
