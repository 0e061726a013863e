//go:build unix

package persist

import "syscall"

const diskQuota = syscall.EDQUOT
