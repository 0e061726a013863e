//go:build unix

package persist

import (
	"errors"
	"syscall"
)

const diskQuota = syscall.EDQUOT

// alive says whether there is a process of that number.
func alive(process int) bool { return !errors.Is(syscall.Kill(process, 0), syscall.ESRCH) }
