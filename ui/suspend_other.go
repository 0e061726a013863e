//go:build !unix

package ui

import "syscall"

// StopSignal is none here: no program is stopped by a signal.
const StopSignal = syscall.Signal(-1)

// Stop does nothing here.
func Stop() {}

// Awaited says that no shell waits that would wake this program up again.
func Awaited() bool { return false }
