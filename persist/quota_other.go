//go:build !unix

package persist

import "syscall"

// diskQuota is Windows' ERROR_DISK_FULL; ENOSPC is an invented number there.
const diskQuota = syscall.Errno(112)
