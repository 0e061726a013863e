//go:build !unix

package persist

import "syscall"

// diskQuota is Windows' ERROR_DISK_FULL; ENOSPC is an invented number there.
const diskQuota = syscall.Errno(112)

// alive is not asked of the system here: a process is taken for running, and what it left over stays.
func alive(int) bool { return true }
