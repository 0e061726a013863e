//go:build !unix

package watch

import "os/exec"

// signalOf is the number of the signal that ended a process: there are none here.
func signalOf(*exec.ExitError) int { return 0 }
