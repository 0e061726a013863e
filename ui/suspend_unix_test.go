//go:build unix

package ui

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

const stopsItself = "INTERLEAVE_STOPS_ITSELF"

// A program that has stopped itself does nothing until it is woken up: the terminal is the shell's meanwhile, and what
// is set there too early the shell takes back. The child says a line behind each stop.
func TestNothingIsDoneWhileTheProgramIsStopped(t *testing.T) {
	const stops = 40
	if os.Getenv(stopsItself) != "" {
		for range stops {
			Stop()
			fmt.Println("awake")
		}
		return
	}
	child := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
	child.Env = append(os.Environ(), stopsItself+"=1")
	child.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // a stop is of all that the shell started with it
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = child.Process.Kill() }() // where it has ended there is nothing to end
	lines := make(chan string, 2*stops)
	go func() {
		for said := bufio.NewScanner(out); said.Scan(); {
			lines <- said.Text()
		}
		close(lines)
	}()
	for n := range stops {
		var status syscall.WaitStatus
		_, err := syscall.Wait4(child.Process.Pid, &status, syscall.WUNTRACED, nil)
		if err != nil || !status.Stopped() {
			t.Fatalf("stop %d: %v, status %x", n, err, status)
		}
		if len(lines) > 0 {
			t.Fatalf("stop %d: it went on before it was woken up", n)
		}
		if err := syscall.Kill(child.Process.Pid, syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		select {
		case said := <-lines:
			if !strings.Contains(said, "awake") {
				t.Fatalf("stop %d: it says %q", n, said)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("stop %d: it does not wake up", n)
		}
	}
}
