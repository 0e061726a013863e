//go:build unix

package watch

import (
	"os/exec"
	"syscall"
)

// signalOf is the number of the signal that ended a process.
func signalOf(exit *exec.ExitError) int {
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return int(status.Signal())
	}
	return 0
}
